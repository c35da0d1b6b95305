import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import { blocksRead } from '../../../test/support/pagesRead.ts'
import {
  accountId,
  cancel,
  clock,
  database,
  jobOf,
  liveUpdates,
  newHeldOrder,
  newPrintingOrder,
  onBothDatabases,
  passTime,
  readAgain,
  sendMessage,
  shippedMessage,
  transactor,
} from '../../../test/support/printingScene.ts'
import { tablesWith } from '../../../test/support/wholeDatabase.ts'
import { day, instant, later, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import type { Order } from '../../orders/order.ts'
import { lockEndedOrders } from '../../orders/orderStore.ts'
import { findReportedParcels, findReportedPrices } from '../../printer/messageStore.ts'
import { claimDeliveries, deliveryTables } from '../../webhooks/deliveryStore.ts'
import { recordAttempts } from '../../webhooks/outbox.ts'
import { eraseOldRecipients } from './eraseRecipients.ts'
import { patternOf } from './recipient.ts'

const days = 30

onBothDatabases('erasing recipients', () => {
  const sweep = () => eraseOldRecipients({ transactor, days, log: silentLog })(clock())
  const canceledOrder = async (): Promise<Order> => {
    const order = await newHeldOrder()
    await cancel(order)
    return readAgain(order)
  }
  const nameIn = async (order: Order) => (await readAgain(order)).request.destination.name

  it('the recipient of an order is erased once, the given number of days after its end', async () => {
    const order = await canceledOrder()
    const open = await newHeldOrder()
    passTime(days * day - 1)
    assert.equal(await sweep(), 0)
    passTime(1)
    assert.equal(await sweep(), 1)
    assert.equal(await sweep(), 0)
    const { recipientErasedAt, updatedAt } = await readAgain(order)
    assert.deepEqual([recipientErasedAt, updatedAt], [clock(), order.updatedAt])
    assert.deepEqual([await nameIn(order), await nameIn(open)], ['[forgotten]', 'Ann'])
  })

  it('no recipient is erased automatically without a number of days', async () => {
    const order = await canceledOrder()
    passTime(1000 * day)
    assert.equal(await eraseOldRecipients({ transactor, days: null, log: silentLog })(clock()), 0)
    assert.equal(await nameIn(order), 'Ann')
    await sweep()
  })

  it('recipients are erased in spite of an order that cannot be read', async () => {
    const broken = await canceledOrder()
    const order = await canceledOrder()
    await sql`update order_contents set request = '{}' where order_id = ${broken.orderId}`.execute(database.db)
    passTime(days * day)
    assert.equal(await sweep(), 1)
    assert.deepEqual([await nameIn(order), await sweep()], ['[forgotten]', 0])
    await sql`update order_contents set request = ${JSON.stringify(broken.request)}::json
      where order_id = ${broken.orderId}`.execute(database.db)
    await sweep()
  })

  it('the erasure of a recipient keeps the steps of the printer, and erases its texts', async () => {
    const order = await newPrintingOrder({ billing: 'enterprise' })
    const text = 'Ann Lee moved to Wolverine Crescent'
    await sendMessage(order, { kind: 'accepted', itemsCents: 1000, taxesCents: 0, notTaken: text })
    await sendMessage(order, { kind: 'delayed', until: '2026-12-01', reason: text })
    await sendMessage(order, { ...shippedMessage, shippingCents: 500 })
    const done = async () => {
      const job = await jobOf(order)
      return [await findReportedPrices(database.db, job, null), await findReportedParcels(database.db, [job])]
    }
    const before = await done()
    const { ticket } = await jobOf(order)
    passTime(days * day)
    liveUpdates.length = 0
    await sweep()
    const { destination, ...rest } = (await jobOf(order)).ticket
    assert.deepEqual({ ...rest, destination: ticket.destination }, ticket)
    assert.equal(destination.name, '[forgotten]')
    assert.deepEqual(await done(), before)
    assert.deepEqual(await tablesWith(database.db, ['wolverine']), [])
    const { customerOrderId, mode, status, sequence } = await readAgain(order)
    assert.deepEqual(liveUpdates, [{ accountId, mode, customerOrderId, status, sequence }, { printer: 'desk' }])
  })

  it('the response to a webhook that was in flight during the erasure is not stored', async () => {
    const order = await canceledOrder()
    passTime(days * day)
    const claim = { now: clock(), leaseUntil: later(clock(), minute), max: 100 }
    const claimed = (await claimDeliveries(database.db, claim, sql`c.request`)).filter(
      ({ orderId }) => orderId === order.orderId,
    )
    assert.ok(claimed.length > 0)
    await sweep()
    const response = { at: clock(), durationMs: 1, responseStatus: 200, responseBody: 'thanks, Ann', failure: null }
    await recordAttempts(
      database.db,
      deliveryTables,
      claimed.map(({ attempt, trigger, ...key }) => ({
        key,
        attempt,
        trigger,
        ...response,
        next: { status: 'delivered' },
        endedAt: clock(),
      })),
    )
    assert.deepEqual(await tablesWith(database.db, ['thanks, ann']), [])
  })

  it('the texts of a recipient are found as whole words in the texts of other people', async () => {
    const to = { address1: '1 Main St.', company: 'A+B (Books)', city: 'Salem', postal: '97301', country: 'US' }
    const without = async (name: string, text: string) => {
      const pattern = patternOf([{ name, ...to }])
      const { rows } = await sql<{ text: string }>`
        select regexp_replace(${text}, ${pattern}, '…', 'gi') as text`.execute(database.db)
      return rows[0]!.text
    }
    assert.equal(await without('Ann', 'ANN of Annapolis, 1  main st. and a+b (books)'), '… of Annapolis, … and …')
    assert.equal(await without('Zoë\\d \0', 'for zoë\\d \uFFFD, 97301 Salem'), 'for …, 97301 Salem')
    assert.equal(await without('Noe\u0308l 😀 [x]{2}^$|?-#', 'by noe\u0308l 😀 [x]{2}^$|?-#.'), 'by ….')
    assert.equal(await without('Al', 'Al will call'), 'Al will call')
    assert.equal(patternOf([{ name: 'Al', ...to, address1: '1', company: '' }]), null)
  })
})

it('the sweep does not read orders whose recipients are erased, or open orders', async () => {
  const { db, close } = await freshPglite()
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx) // orders without an account will do
    await sql`
      insert into orders (
        account_id, mode, order_id, customer_order_id, status, billing, state, sequence,
        operator_version, created_at, updated_at, ended_at, recipient_erased_at)
      select
        'acc', 'production', 'ord_' || i, 'C-' || i, 'SHIPPED', 'charged', json_build_object('pad', repeat('x', 800)),
        1, 1, now(), now(), case when i % 2 = 0 then now() end, case when i % 2 = 0 and i <> 2000 then now() end
      from generate_series(1, 3000) i`.execute(tx)
    await sql`
      insert into order_contents (account_id, mode, order_id, request, books, order_number)
      select account_id, mode, order_id, '{}', '[]', order_id from orders`.execute(tx)
  })
  await sql`vacuum analyze orders`.execute(db)
  const blocks = await blocksRead(db, explained =>
    explained.transaction().execute(tx => lockEndedOrders(tx, instant('2100-01-01T00:00:00Z'), 100)),
  )
  assert.ok(blocks < 20, `${blocks} blocks`)
  await close()
})
