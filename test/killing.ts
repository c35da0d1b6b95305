// Money under kill -9 at every step. A process is started that dies at the first step at which no process has died yet;
// then the time moves past the leases and another takes its place, until one reaches no new step. Their work is the
// daily charge of many orders of many accounts on a real PostgreSQL, with cards of every kind, orders that are
// cancelled during their charge, requested and repeated payments and refunds, and holders who confirm. The provider is
// a separate process that outlives all of them, and its books are compared with ours to the cent.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { day, hour, later, minute } from '../src/base/clock.ts'
import { openDatabase } from '../src/db/db.ts'
import { listDueOrders } from '../src/orders/money/unpaidOrders.ts'
import type { Order } from '../src/orders/order.ts'
import { addCard } from '../src/payments/cards/store.ts'
import type { Charging } from './charging.ts'
import { compiledFolder } from './compiled.ts'
import { chargeTime, dayBefore, type MoneyWorld, moneyWorld } from './money.ts'
import { freshPostgres } from './postgres.ts'
import { type Provider, startProvider } from './provider/provider.ts'
import type { Does } from './provider/stripe.ts'

export type Killing = {
  accounts: number
  ordersOfOne: number
  /** Statements that only read are steps too. */
  reads: boolean
  /**
   * At which coming by a new step a process dies, from 1. A step that is not come by so often is died at the first
   * time.
   */
  time: number
  log?: (line: string) => void
}

const pastTheLease = 6 * minute
const mostRuns = 2000

/** What the cards of the accounts do, by turns; most of them succeed. */
const cards: (Does | 'none')[] = [
  'succeeds',
  'failing',
  'succeeds',
  'declines',
  'succeeds',
  'asks_holder',
  'succeeds',
  'none',
]

/** Answers the steps that a process died at, in their order. Throws when money does not add up to the cent. */
export async function killAtEveryStep({
  accounts,
  ordersOfOne,
  reads,
  time,
  log = () => {},
}: Killing): Promise<string[]> {
  await using provider = await startProvider()
  const { databaseUrl, drop } = await freshPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const steps: string[] = []
  let ready = worker()
  try {
    const world = moneyWorld(database)
    const cast = await castOf(world, provider, { accounts, ordersOfOne })
    let now = dayBefore
    const asked: Pick<Charging, 'payments' | 'refunds'> = { payments: [], refunds: [] }

    /**
     * Starts processes until one ends by itself twice, so that nothing was left to a transaction that was just dying.
     */
    const live = async (meanwhile: () => Promise<void> = async () => {}) => {
      let often = time
      for (let ended = 0, runs = 0; ended < 2; runs++) {
        assert.ok(runs < mostRuns, `it never ends: ${steps.slice(-5).join(', ')}`)
        await provider.setTime(now)
        world.to(now)
        const current = ready
        ready = worker()
        const plan = { databaseUrl, providerUrl: provider.url.href, now: now.toISOString(), ...asked }
        const { code, signal, last } = await current.run({ ...plan, passed: steps, time: often, reads })
        now = later(now, pastTheLease)
        if (signal === 'SIGKILL') {
          assert.ok(last !== '' && !steps.includes(last), `died at ${last}`)
          steps.push(last)
          log(`${steps.length} ${last}`)
          ended = 0
          await meanwhile()
        } else {
          assert.equal(code, 0, `it ended with ${code}`)
          if (often > 1) often = 1
          else ended++
        }
      }
    }

    // People who pay at once, before the daily charge.
    now = later(dayBefore, minute)
    for (const accountId of cast.payAtOnce) {
      const due = await listDueOrders(database.db, accountId)
      const amountCents = due.reduce((sum, order) => sum + order.amountCents, 0)
      asked.payments.push({ accountId, amountCents, requestKey: 'pressed once' })
    }
    await live()
    // The daily charge; as soon as orders are in a charge, some are cancelled.
    now = chargeTime
    let cancelled = false
    await live(async () => {
      if (cancelled || (await world.rows(`select from charges where run = 0`)).length === 0) return
      cancelled = true
      for (const order of cast.cancelledInFlight) await world.cancel(order)
    })
    assert.ok(cancelled)
    // Holders confirm; paid orders are cancelled, and the staff gives back a part of others.
    const waiting = await world.rows<{ ref: string }>(
      `select provider_ref as ref from charges where status = 'requires_action' order by 1`,
    )
    for (const [i, { ref }] of waiting.entries()) {
      await provider.ask('holder', { ref, says: i % 2 === 0 ? 'confirmed' : 'refused' })
    }
    for (const order of cast.cancelledLater) await world.cancel(order)
    asked.refunds.push(
      ...cast.partlyRefunded.map(order => ({
        ...{ accountId: order.accountId, customerOrderId: order.customerOrderId },
        ...{ amountCents: 100, requestKey: 'pressed once' },
      })),
    )
    now = later(now, hour)
    await live()
    // The next day all have good cards.
    for (const accountId of cast.accountIds) await fileCard(world, provider, accountId, 'succeeds')
    now = later(chargeTime, 2 * day)
    await live()
    await compare(world, provider, cast)
    return steps
  } finally {
    await ready.end()
    await database.close()
    await drop()
  }
}

type Cast = {
  accountIds: string[]
  orders: Order[]
  payAtOnce: string[]
  cancelledInFlight: Order[]
  cancelledLater: Order[]
  partlyRefunded: Order[]
}

async function castOf(
  world: MoneyWorld,
  provider: Provider,
  { accounts, ordersOfOne }: { accounts: number; ordersOfOne: number },
): Promise<Cast> {
  const accountIds: string[] = []
  const orders: Order[][] = []
  for (let i = 0; i < accounts; i++) {
    const accountId = await world.account(null)
    accountIds.push(accountId)
    const does = cards[i % cards.length]!
    if (does !== 'none') await fileCard(world, provider, accountId, does)
    const cents = Array.from({ length: ordersOfOne }, (_, order) => 1000 + i * 100 + order)
    orders.push(await world.orders(accountId, cents))
  }
  const good = orders.filter((_, i) => cards[i % cards.length] === 'succeeds')
  return {
    accountIds,
    orders: orders.flat(),
    // The first of each kind of card; the rest is for the daily charge.
    payAtOnce: accountIds.slice(0, cards.length),
    cancelledInFlight: orders.slice(cards.length).map(([first]) => first!),
    cancelledLater: good.map(own => own[1]!),
    partlyRefunded: good.map(own => own[2]!),
  }
}

async function fileCard(world: MoneyWorld, provider: Provider, accountId: string, does: Does): Promise<void> {
  const customer = await provider.ask('customer', {})
  const providerRef = await provider.ask('card', { customer, does })
  const card = {
    accountId,
    cardId: `crd_${providerRef}`,
    provider: 'stripe',
    providerRef,
    brand: 'Visa',
    last4: '4242',
  }
  await world.work(({ tx, now }) => addCard(tx, card, now))
}

type Booked = { key: string; cents: number }
const byKey = (rows: Booked[]): Booked[] =>
  rows.map(({ key, cents }) => ({ key, cents })).toSorted((a, b) => (a.key < b.key ? -1 : 1))

/** The provider's own books, our charges and refunds, the ledger, and the orders all tell the same, to the cent. */
async function compare(world: MoneyWorld, provider: Provider, cast: Cast): Promise<void> {
  const books = await provider.ask('books', {})
  assert.deepEqual(books.violations, [])
  const rows = (query: string) => world.rows<Booked>(query)
  const charges = byKey(books.charges)
  const refunds = byKey(books.refunds)
  assert.deepEqual(
    byKey(await rows(`select idempotency_key as key, amount_cents as cents from charges where status = 'succeeded'`)),
    charges,
    'the provider took each charge once',
  )
  assert.deepEqual(
    byKey(
      await rows(`
        select c.idempotency_key as key, sum(e.amount_cents)::bigint as cents
        from ledger_entries e join charges c using (account_id, charge_id)
        where e.ledger_account = 'cash' and e.refund_id is null group by 1`),
    ),
    charges,
    'the ledger has each charge of the provider, to the cent',
  )
  assert.deepEqual(
    byKey(
      await rows(`
        select r.idempotency_key as key, -sum(e.amount_cents)::bigint as cents
        from ledger_entries e join refunds r using (account_id, refund_id)
        where e.ledger_account = 'cash' group by 1`),
    ),
    refunds,
    'and each refund',
  )
  assert.deepEqual(await rows(`select 1 from refunds where status <> 'succeeded'`), [], 'every refund was made')
  const twice = await rows(`
    select p.order_id as key, count(*)::bigint as cents
    from charge_orders p join charges c using (account_id, charge_id)
    where c.status = 'succeeded' group by 1 having count(*) <> 1`)
  assert.deepEqual(twice, [], 'no order is in two captured charges')
  const left = await world.rows<{ status: string; count: number }>(
    `select status, count(*)::int as count from orders group by 1 order by 1`,
  )
  const gone = new Set([...cast.cancelledInFlight, ...cast.cancelledLater].map(order => order.orderId)).size
  assert.deepEqual(left, [
    { status: 'CANCELLED', count: gone },
    { status: 'VALID_HOLDING_BIN', count: cast.orders.length - gone },
  ])
  const total = (booked: Booked[]) => booked.reduce((sum, { cents }) => sum + cents, 0)
  const [stand] = await rows(
    `select 'standing' as key, sum(charge_cents)::bigint as cents from orders where status = 'VALID_HOLDING_BIN'`,
  )
  const given = cast.partlyRefunded.length * 100
  assert.equal(total(charges) - total(refunds), stand!.cents - given, 'what is kept is what the standing orders cost')
  const parts = await rows(
    `select 'parts' as key, count(*)::bigint as cents from refunds where request_key is not null`,
  )
  assert.equal(parts[0]!.cents, cast.partlyRefunded.length, 'what was asked for again and again was given back once')
  await world.assertSound()
}

/**
 * A process that is ready to be told what to do. What it compiled is kept for the next: starting is most of its work.
 */
function worker() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'charging.ts')], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const exited = once(child, 'exit')
  return {
    async run(charging: Charging) {
      child.stdin.end(`${JSON.stringify(charging)}\n`)
      const [printed, [code, signal]] = await Promise.all([text(child.stdout), exited])
      process.off('exit', killed)
      return { code: code as number | null, signal: signal as string | null, last: printed.trim().split('\n').at(-1)! }
    },
    async end() {
      child.kill('SIGKILL')
      await exited
      process.off('exit', killed)
    },
  }
}
