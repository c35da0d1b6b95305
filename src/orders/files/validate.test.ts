import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFreshWorlds, world } from '../../../test/chargeScene.ts'
import { openingOf } from '../../../test/opening.ts'
import { minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import type { OperatorData } from '../operator.ts'
import type { Order } from '../order.ts'
import { type LockedOrder, lockOrders } from '../store.ts'
import { open, transition } from '../transition.ts'
import { createValidator } from './validate.ts'

onFreshWorlds()

const received = (accountId: string, count: number): Promise<Order[]> =>
  world.work(work =>
    open(
      work,
      Array.from({ length: count }, () => openingOf(work, { accountId, mode: 'production' })),
    ),
  )

const validatorOfSlowFiles = () =>
  createValidator({
    shell: world.shell,
    clock: world.clock,
    artwork: { check: () => new Promise(() => {}) },
    operator: {} as OperatorData,
    log: silentLog,
  })

it('a validator claims no more than it has room for, what was left over first', async () => {
  const accountId = await world.account(null)
  const left = await received(accountId, 200)
  await world.work(async work => {
    const orders = await lockOrders(work.tx, left)
    await transition(
      work,
      orders.map((order: LockedOrder) => ({ order, on: 'validation_started' })),
    )
  })
  world.advance(5 * minute)
  await received(accountId, 200)
  const validator = validatorOfSlowFiles()
  const claimed = await validator.sweep(world.clock())
  await validator.drain()
  assert.equal(claimed, 250)
  const again = await world.rows(`select 1 from orders where status = 'VALIDATING' and attempts = 1`)
  const begun = await world.rows(`select 1 from orders where status = 'VALIDATING' and attempts = 0`)
  assert.deepEqual([again.length, begun.length], [200, 50])
})

it('a validator that holds orders of thousands of books claims no more', async () => {
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
    return open(
      work,
      openings.map(one => ({ ...one, order: { ...one.order, request: { ...one.order.request, orderItems } } })),
    )
  })
  const validator = validatorOfSlowFiles()
  const claimed = await validator.sweep(world.clock())
  assert.ok(claimed > 0 && claimed < 24)
  await validator.sweep(world.clock())
  const begun = await world.rows(`select 1 from orders where status = 'VALIDATING'`)
  await validator.drain()
  assert.equal(begun.length, claimed)
})
