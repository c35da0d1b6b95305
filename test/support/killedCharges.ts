// Charges under kill -9 at every step. Each process dies at the first step at which no process has died yet. Then the
// time moves past the leases, and the next process continues, until a process reaches no new step. The processes charge
// many orders of many accounts on a real PostgreSQL, with cards of every kind, orders that are canceled during their
// charge, requested and repeated payments and refunds, and holders who confirm. The provider is a separate process that
// lives all the time, and its books are compared with ours to the cent.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { day, hour, later, minute } from '../../src/base/clock.ts'
import { openDatabase } from '../../src/db/db.ts'
import { readDue } from '../../src/features/money/unpaidOrders.ts'
import type { Order } from '../../src/orders/order.ts'
import { addCard } from '../../src/payments/cards/cardStore.ts'
import { compiledFolder } from '../compiled.ts'
import { type Provider, startProvider } from '../provider/provider.ts'
import type { Does } from '../provider/stripe.ts'
import { bundleOf } from './bundle.ts'
import type { ChargePlan } from './chargeProcess.ts'
import { chargeTime, dayBefore, type MoneyWorld, moneyWorld } from './moneyChecks.ts'
import { freshPostgres } from './postgres.ts'

export type KillPlan = {
  accounts: number
  ordersPerAccount: number
  /** Statements that only read are steps too. */
  reads: boolean
  /** A process dies when it reaches a new step for this time, from 1; at a rarer step, it dies at the first time. */
  time: number
  log?: (line: string) => void
}

const pastTheLease = 6 * minute
const maxRuns = 2000

/** The behavior of the accounts' cards, in rotation. Most of them succeed. */
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

/** Answers the steps at which a process died, in their order. Throws when the books differ by a cent. */
export async function killAtEveryStep({
  accounts,
  ordersPerAccount,
  reads,
  time,
  log = () => {},
}: KillPlan): Promise<string[]> {
  await using provider = await startProvider()
  const { databaseUrl, drop } = await freshPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const steps: string[] = []
  const program = await bundleOf('chargeProcess')
  let nextProcess = startProcess(program)
  try {
    const world = moneyWorld(database)
    const scenario = await createScenario(world, provider, { accounts, ordersPerAccount })
    let now = dayBefore
    const requests: Pick<ChargePlan, 'payments' | 'refunds'> = { payments: [], refunds: [] }

    /** Starts processes until two in a row end by themselves, so that no dying transaction hides work. */
    const runProcesses = async (meanwhile: () => Promise<void> = async () => {}) => {
      let timeToDie = time
      for (let ended = 0, runs = 0; ended < 2; runs++) {
        assert.ok(runs < maxRuns, `the processes do not end: ${steps.slice(-5).join(', ')}`)
        await provider.setTime(now)
        world.to(now)
        const current = nextProcess
        nextProcess = startProcess(program)
        const plan = { databaseUrl, providerUrl: provider.url.href, now: now.toISOString(), ...requests }
        const { code, signal, last } = await current.run({ ...plan, passed: steps, time: timeToDie, reads })
        now = later(now, pastTheLease)
        if (signal === 'SIGKILL') {
          assert.ok(last !== '' && !steps.includes(last), `a process died at ${last}`)
          steps.push(last)
          log(`${steps.length} ${last}`)
          ended = 0
          await meanwhile()
        } else {
          assert.equal(code, 0, `a process ended with ${code}`)
          if (timeToDie > 1) timeToDie = 1
          else ended++
        }
      }
    }

    // People who pay immediately, before the daily charge.
    now = later(dayBefore, minute)
    for (const accountId of scenario.payAtOnce) {
      const { amountCents } = await readDue(database.db, { accountId, after: null, limit: 1 })
      requests.payments.push({ accountId, amountCents, requestKey: 'repeated request' })
    }
    await runProcesses()
    // The daily charge. As soon as orders are in a charge, some of them are canceled.
    now = chargeTime
    let cancelled = false
    await runProcesses(async () => {
      if (cancelled || (await world.rows(`select from charges where run = 0`)).length === 0) return
      cancelled = true
      for (const order of scenario.cancelledInFlight) await world.cancel(order)
    })
    assert.ok(cancelled)
    // Holders confirm. Some paid orders are canceled, and staff refund a part of other orders.
    const waiting = await world.rows<{ ref: string }>(
      `select provider_ref as ref from charges where status = 'requires_action' order by 1`,
    )
    for (const [i, { ref }] of waiting.entries()) {
      await provider.ask('holder', { ref, says: i % 2 === 0 ? 'confirmed' : 'refused' })
    }
    for (const order of scenario.cancelledLater) await world.cancel(order)
    requests.refunds.push(
      ...scenario.partlyRefunded.map(order => ({
        ...{ accountId: order.accountId, customerOrderId: order.customerOrderId },
        ...{ amountCents: 100, requestKey: 'repeated request' },
      })),
    )
    now = later(now, hour)
    await runProcesses()
    // The next day all accounts have good cards.
    for (const accountId of scenario.accountIds) await fileCard(world, provider, accountId, 'succeeds')
    now = later(chargeTime, 2 * day)
    await runProcesses()
    await compare(world, provider, scenario)
    return steps
  } finally {
    await nextProcess.end()
    await database.close()
    await drop()
  }
}

type Scenario = {
  accountIds: string[]
  orders: Order[]
  payAtOnce: string[]
  cancelledInFlight: Order[]
  cancelledLater: Order[]
  partlyRefunded: Order[]
}

async function createScenario(
  world: MoneyWorld,
  provider: Provider,
  { accounts, ordersPerAccount }: { accounts: number; ordersPerAccount: number },
): Promise<Scenario> {
  const accountIds: string[] = []
  const orders: Order[][] = []
  for (let i = 0; i < accounts; i++) {
    const accountId = await world.account(null)
    accountIds.push(accountId)
    const does = cards[i % cards.length]!
    if (does !== 'none') await fileCard(world, provider, accountId, does)
    const cents = Array.from({ length: ordersPerAccount }, (_, order) => 1000 + i * 100 + order)
    orders.push(await world.orders(accountId, cents))
  }
  const good = orders.filter((_, i) => cards[i % cards.length] === 'succeeds')
  return {
    accountIds,
    orders: orders.flat(),
    // The first account of each kind of card; the daily charge has the other accounts.
    payAtOnce: accountIds.slice(0, cards.length),
    cancelledInFlight: orders.slice(cards.length).map(([first]) => first!),
    cancelledLater: good.map(accountOrders => accountOrders[1]!),
    partlyRefunded: good.map(accountOrders => accountOrders[2]!),
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

/** The provider's books, our charges and refunds, the ledger and the orders agree to the cent. */
async function compare(world: MoneyWorld, provider: Provider, scenario: Scenario): Promise<void> {
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
    'the ledger has each refund of the provider, to the cent',
  )
  assert.deepEqual(await rows(`select 1 from refunds where status <> 'succeeded'`), [], 'every refund was paid')
  const twice = await rows(`
    select p.order_id as key, count(*)::bigint as cents
    from charge_orders p join charges c using (account_id, charge_id)
    where c.status = 'succeeded' group by 1 having count(*) <> 1`)
  assert.deepEqual(twice, [], 'no order is in two captured charges')
  const statusCounts = await world.rows<{ status: string; count: number }>(
    `select status, count(*)::int as count from orders group by 1 order by 1`,
  )
  const cancelledCount = new Set(
    [...scenario.cancelledInFlight, ...scenario.cancelledLater].map(order => order.orderId),
  ).size
  assert.deepEqual(statusCounts, [
    { status: 'CANCELLED', count: cancelledCount },
    { status: 'VALID_HOLDING_BIN', count: scenario.orders.length - cancelledCount },
  ])
  const total = (booked: Booked[]) => booked.reduce((sum, { cents }) => sum + cents, 0)
  const [remaining] = await rows(
    `select 'remaining' as key, sum(charge_cents)::bigint as cents from orders where status = 'VALID_HOLDING_BIN'`,
  )
  const refundedCents = scenario.partlyRefunded.length * 100
  assert.equal(
    total(charges) - total(refunds),
    remaining!.cents - refundedCents,
    'the cash is the price of the paid orders',
  )
  const parts = await rows(
    `select 'parts' as key, count(*)::bigint as cents from refunds where request_key is not null`,
  )
  assert.equal(parts[0]!.cents, scenario.partlyRefunded.length, 'a repeated refund request is paid once')
  await world.assertSound()
}

/**
 * A process that waits for its plan. It compiles into the cache of the next process, because starting takes longest.
 */
function startProcess(program: string) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = once(child, 'exit')
  return {
    async run(plan: ChargePlan) {
      child.stdin.end(`${JSON.stringify(plan)}\n`)
      const [printed, [code, signal]] = await Promise.all([text(child.stdout), exited])
      process.off('exit', kill)
      return { code: code as number | null, signal: signal as string | null, last: printed.trim().split('\n').at(-1)! }
    },
    async end() {
      child.kill('SIGKILL')
      await exited
      process.off('exit', kill)
    },
  }
}
