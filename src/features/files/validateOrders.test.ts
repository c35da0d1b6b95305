import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { readWords } from '../../../languages/texts.ts'
import { database, onFreshWorlds, world } from '../../../test/support/chargeScene.ts'
import { recordErrors } from '../../../test/support/errors.ts'
import { openingOf } from '../../../test/support/newOrder.ts'
import { onlyVersion, operator } from '../../../test/support/orderRules.ts'
import type { ArtworkCheck, StartCheck } from '../../artwork/artwork.ts'
import { hour, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import type { Order } from '../../orders/order.ts'
import { type LockedOrder, lockOrders } from '../../orders/orderStore.ts'
import { openOrders, transition } from '../../orders/transition.ts'
import { createValidator, type Validator } from './validateOrders.ts'

onFreshWorlds()

const receiveOrders = (accountId: string, count: number, options: Partial<Order> = {}): Promise<Order[]> =>
  world.work(work =>
    openOrders(
      work,
      Array.from({ length: count }, () => openingOf(work, { accountId, mode: 'production', ...options })),
    ),
  )

const validatorWith = (artwork: ArtworkCheck, deps: Partial<Parameters<typeof createValidator>[0]> = {}) =>
  createValidator({
    transactor: world.transactor,
    clock: world.clock,
    artwork,
    callForHelp() {},
    operatorVersions: onlyVersion(operator),
    proofDays: 30,
    log: silentLog,
    ...deps,
  })

/** All files are known. */
const areRead: ArtworkCheck['areRead'] = async (_tx, orders) => orders.map(() => true)

const goodFiles: ArtworkCheck = {
  areRead,
  check: (_accountId, books) => ({
    kind: 'checked',
    errors: [],
    warnings: [],
    unreachable: [],
    pageCounts: books.map(() => 200),
    files: books.map(() => ({ cover: null, guts: null })),
  }),
}

const books = [{ manufacturingSku: 'PB-6X9', pageCount: 200, coverUrl: 'https://files.example/c.pdf', gutsUrl: null }]
const unbilled = { books, billing: 'reprint' } as const

/** Sweeps until nothing is due. */
async function validateAll(validator: Validator) {
  while ((await validator.sweep(world.clock())) > 0);
}

const validatorOfSlowFiles = () => validatorWith({ areRead, check: () => new Promise(() => {}) })

/** Checks whose files wait for their turns, and are then slow. */
function waitingChecks() {
  const turns: StartCheck[] = []
  const check: ArtworkCheck['check'] = (_accountId, _books, begin) => {
    turns.push(begin)
    return new Promise(() => {})
  }
  return { turns, areRead, check }
}

const statusOf = async ({ orderId }: Order) =>
  (await world.rows<{ status: string }>(`select status from orders where order_id = '${orderId}'`))[0]!.status

it('a validator claims as many orders as it can hold, overdue orders first', async () => {
  const accountId = await world.account(null)
  const overdue = await receiveOrders(accountId, 200)
  await world.work(async work => {
    const orders = await lockOrders(work.tx, overdue)
    await transition(
      work,
      orders.map((order: LockedOrder) => ({ order, on: 'validation_started' })),
    )
  })
  world.advance(5 * minute)
  await receiveOrders(accountId, 200)
  const validator = validatorOfSlowFiles()
  const claimed = await validator.sweep(world.clock())
  await validator.drain()
  assert.equal(claimed, 250)
  const reclaimed = await world.rows(`select 1 from orders where status = 'VALIDATING' and attempts = 1`)
  const started = await world.rows(`select 1 from orders where status = 'RECEIVED' and attempts = 1`)
  assert.deepEqual([reclaimed.length, started.length], [200, 50])
})

it('a validator with thousands of books in progress claims no more orders', async () => {
  const accountId = await world.account(null)
  const book = {
    manufacturingSku: 'PB-6X9',
    pageCount: 200,
    coverUrl: `https://files.example/${'c'.repeat(2000)}`,
    gutsUrl: null,
  }
  const books = Array<typeof book>(500).fill(book)
  const orderItems = books.map(() => ({ sku: 'NOVEL', quantity: 1 }))
  await world.work(work => {
    const openings = Array.from({ length: 24 }, () => openingOf(work, { accountId, mode: 'production', books }))
    return openOrders(
      work,
      openings.map(opening => ({
        ...opening,
        order: { ...opening.order, request: { ...opening.order.request, orderItems } },
      })),
    )
  })
  const validator = validatorOfSlowFiles()
  const claimed = await validator.sweep(world.clock())
  assert.ok(claimed > 0 && claimed < 24)
  await validator.sweep(world.clock())
  const started = await world.rows(`select 1 from orders where attempts = 1`)
  await validator.drain()
  assert.equal(started.length, claimed)
})

it('an order stays RECEIVED until its own files have their turn, also when other orders are claimed with it', async () => {
  const accountId = await world.account(null)
  const [first, second] = await receiveOrders(accountId, 2)
  const { turns, ...checks } = waitingChecks()
  const validator = validatorWith(checks)
  assert.equal(await validator.sweep(world.clock()), 2)
  assert.deepEqual([await statusOf(first!), await statusOf(second!)], ['RECEIVED', 'RECEIVED'])
  assert.deepEqual(await Promise.all([turns[0]!(), turns[0]!()]), [true, true])
  assert.deepEqual([await statusOf(first!), await statusOf(second!)], ['VALIDATING', 'RECEIVED'])
  await validator.drain()
})

it('an order that is canceled before its turn is not checked', async () => {
  const accountId = await world.account(null)
  const [order] = await receiveOrders(accountId, 1)
  const { turns, ...checks } = waitingChecks()
  const validator = validatorWith(checks)
  await validator.sweep(world.clock())
  await world.work(async work => {
    const [locked] = await lockOrders(work.tx, [order!])
    await transition(work, [{ order: locked!, on: 'cancel' }])
  })
  assert.equal(await turns[0]!(), false)
  assert.equal(await statusOf(order!), 'CANCELLED')
  await validator.drain()
})

it('of two workers that claimed an order, one begins its check', async () => {
  const accountId = await world.account(null)
  await receiveOrders(accountId, 1)
  const [one, other] = [waitingChecks(), waitingChecks()]
  const validators = [validatorWith(one), validatorWith(other)]
  await validators[0]!.sweep(world.clock())
  world.advance(5 * minute)
  await validators[1]!.sweep(world.clock())
  const begun = await Promise.all([one.turns[0]!(), other.turns[0]!()])
  assert.deepEqual(begun.toSorted(), [false, true])
  for (const validator of validators) await validator.drain()
})

it('a worker that stops gives back the orders that wait for their turn, and begins no more', async () => {
  const accountId = await world.account(null)
  const orders = await receiveOrders(accountId, 2)
  const { turns, ...checks } = waitingChecks()
  const validator = validatorWith(checks)
  await validator.sweep(world.clock())
  const begins = turns[0]!()
  await validator.drain()
  assert.deepEqual([await begins, await turns[1]!()], [true, false])
  const due = await world.rows(`select 1 from orders where due_at <= '${world.clock().toISOString()}'`)
  assert.deepEqual([await statusOf(orders[1]!), due.length], ['RECEIVED', 2])
})

it('an order of a version that this process cannot read delays no order that is claimed with it, and waits for the staff after five attempts', async () => {
  const accountId = await world.account(null)
  await receiveOrders(accountId, 4, unbilled)
  const [unreadable] = await receiveOrders(accountId, 1, { ...unbilled, operatorVersion: 9 })
  await receiveOrders(accountId, 5, unbilled)
  const { at, byNumber } = onlyVersion(operator)
  const operatorVersions = {
    at,
    byNumber(version: number) {
      if (version !== 1) throw new Error(`this process has not read version ${version}`)
      return byNumber(version)
    },
  }
  const { errors, log } = recordErrors()
  const validator = validatorWith(goodFiles, { operatorVersions, log })
  await validateAll(validator)
  const good = await world.rows(`select 1 from orders where status = 'VALID_HOLDING_BIN'`)
  assert.deepEqual([good.length, await statusOf(unreadable!)], [9, 'RECEIVED'])
  for (let retry = 0; retry < 4; retry++) {
    assert.equal(await statusOf(unreadable!), 'RECEIVED')
    world.advance(hour)
    await validateAll(validator)
  }
  const [order] = await world.read([unreadable!])
  assert.deepEqual([order!.status, order!.state.errors.map(({ code }) => code)], ['EXCEPTION', ['not_processed']])
  assert.deepEqual(
    errors.map(({ orderId }) => orderId),
    Array(5).fill(unreadable!.orderId),
  )
  const notes = await world.rows<{ note: string }>(`select note from order_events where on_event = 'problem'`)
  assert.deepEqual(
    notes.map(({ note }) => String(readWords(note))),
    ['it could not be processed: this process has not read version 9'],
  )
})

it('an order whose failure cannot be recorded counts no attempt of an order that is recorded with it', async () => {
  const [away, here] = [await world.account(null), await world.account(null)]
  const [postponed] = await receiveOrders(away, 1, unbilled)
  const [good, broken] = await receiveOrders(here, 2, unbilled)
  await sql
    .raw(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise 'refused' using errcode = 'data_exception'; end $$;
    create trigger refuse before update on orders for each row
      when (old.order_id = '${broken!.orderId}' and old.status = 'VALIDATING') execute function refuse()`)
    .execute(database.db)
  const check: ArtworkCheck['check'] = async (accountId, books, begin) => {
    await begin()
    return accountId === away ? { kind: 'unavailable', cause: 'busy' } : goodFiles.check(accountId, books, begin)
  }
  const validator = validatorWith({ areRead, check })
  await validateAll(validator)
  await validator.drain()
  const attempts = await world.rows<{ attempts: number }>(
    `select attempts from orders where order_id = '${postponed!.orderId}'`,
  )
  assert.deepEqual(attempts, [{ attempts: 1 }])
  assert.deepEqual([await statusOf(good!), await statusOf(broken!)], ['VALID_HOLDING_BIN', 'VALIDATING'])
})

it('an order whose check met a database without room is no error, and is due again as soon as its lease is given back', async () => {
  const accountId = await world.account(null)
  const [order] = await receiveOrders(accountId, 1, unbilled)
  const { errors, log } = recordErrors()
  const full = Object.assign(new Error('the disk is full'), { code: '53100' })
  const check: ArtworkCheck['check'] = async (_accountId, _books, begin) => {
    await begin()
    throw full
  }
  const validator = validatorWith({ areRead: async (_tx, orders) => orders.map(() => false), check }, { log })
  await validateAll(validator)
  await validator.drain()
  assert.deepEqual(errors, [])
  const [row] = await world.rows<{ status: string; dueAt: Date }>(
    `select status, due_at as "dueAt" from orders where order_id = '${order!.orderId}'`,
  )
  assert.deepEqual(row, { status: 'VALIDATING', dueAt: world.clock() })
})
