import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { blocksRead } from '../../test/blocks.ts'
import { freshPglite } from '../../test/database.ts'
import {
  accountId,
  again,
  cancel,
  clock,
  database,
  held,
  jobOf,
  news,
  onBothDatabases,
  pass,
  printing,
  say,
  shell,
  shipped,
} from '../../test/printingScene.ts'
import { tablesWith } from '../../test/wholeDatabase.ts'
import { day, instant, later, minute } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { openDatabase } from '../db/db.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { parcelsSaid, pricesSaid } from '../printer/messages.ts'
import { claimDeliveries, recordAttempts } from '../webhooks/store.ts'
import { sweepRecipients } from './forget.ts'
import type { Order } from './order.ts'
import { patternOf } from './recipient.ts'
import { lockEndedOrders } from './store.ts'

const days = 30

onBothDatabases('forgetting who orders were for', () => {
  const sweep = () => sweepRecipients({ shell, days, log: silentLog })(clock())
  const ended = async (): Promise<Order> => {
    const order = await held()
    await cancel(order)
    return again(order)
  }
  const nameIn = async (order: Order) => (await again(order)).request.destination.name

  it('finds each order once, when its days are over', async () => {
    const order = await ended()
    const open = await held()
    pass(days * day - 1)
    assert.equal(await sweep(), 0)
    pass(1)
    assert.equal(await sweep(), 1)
    assert.equal(await sweep(), 0)
    const { recipientForgottenAt, updatedAt } = await again(order)
    assert.deepEqual([recipientForgottenAt, updatedAt], [clock(), order.updatedAt])
    assert.deepEqual([await nameIn(order), await nameIn(open)], ['[forgotten]', 'Ann'])
  })

  it('does not happen by itself without a number of days', async () => {
    const order = await ended()
    pass(1000 * day)
    assert.equal(await sweepRecipients({ shell, days: null, log: silentLog })(clock()), 0)
    assert.equal(await nameIn(order), 'Ann')
    await sweep()
  })

  it('goes on past an order that cannot be read', async () => {
    const broken = await ended()
    const order = await ended()
    await sql`update orders set request = '{}' where order_id = ${broken.orderId}`.execute(database.db)
    pass(days * day)
    assert.equal(await sweep(), 1)
    assert.deepEqual([await nameIn(order), await sweep()], ['[forgotten]', 0])
    await sql`update orders set request = ${JSON.stringify(broken.request)}::json
      where order_id = ${broken.orderId}`.execute(database.db)
    await sweep()
  })

  it('leaves what a printer did, and takes what it wrote', async () => {
    const order = await printing({ billing: 'enterprise' })
    const words = 'Ann Lee moved to Wolverine Crescent'
    await say(order, { kind: 'accepted', itemsCents: 1000, taxesCents: 0, notTaken: words })
    await say(order, { kind: 'delayed', until: '2026-12-01', reason: words })
    await say(order, { ...shipped, shippingCents: 500 })
    const done = async () => {
      const job = await jobOf(order)
      return [await pricesSaid(database.db, job), await parcelsSaid(database.db, [job])]
    }
    const before = await done()
    const { ticket } = await jobOf(order)
    pass(days * day)
    news.length = 0
    await sweep()
    const { destination, ...rest } = (await jobOf(order)).ticket
    assert.deepEqual({ ...rest, destination: ticket.destination }, ticket)
    assert.equal(destination.name, '[forgotten]')
    assert.deepEqual(await done(), before)
    assert.deepEqual(await tablesWith(database.db, ['wolverine']), [])
    const { customerOrderId, mode, status, sequence } = await again(order)
    assert.deepEqual(news, [{ accountId, mode, customerOrderId, status, sequence }, { printer: 'desk' }])
  })

  it('keeps no answer to a webhook that was under way', async () => {
    const order = await ended()
    pass(days * day)
    const claim = { now: clock(), leaseUntil: later(clock(), minute), most: 100 }
    const claimed = (await claimDeliveries(database.db, claim)).filter(({ orderId }) => orderId === order.orderId)
    assert.ok(claimed.length > 0)
    await sweep()
    const answered = { at: clock(), durationMs: 1, responseStatus: 200, responseBody: 'thanks, Ann', failure: null }
    await recordAttempts(
      database.db,
      claimed.map(({ attempt, trigger, ...key }) => ({
        key,
        attempt,
        trigger,
        ...answered,
        next: { status: 'delivered' },
        endedAt: clock(),
      })),
    )
    assert.deepEqual(await tablesWith(database.db, ['thanks, ann']), [])
  })

  it('finds the texts of a recipient in what people wrote, as words of their own', async () => {
    const to = { address1: '1 Main St.', company: 'A+B (Books)', city: 'Salem', postal: '97301', country: 'US' }
    const without = async (name: string, text: string) => {
      const pattern = patternOf({ name, ...to })
      const { rows } = await sql<{ text: string }>`
        select regexp_replace(${text}, ${pattern}, '…', 'gi') as text`.execute(database.db)
      return rows[0]!.text
    }
    assert.equal(await without('Ann', 'ANN of Annapolis, 1  main st. and a+b (books)'), '… of Annapolis, … and …')
    assert.equal(await without('Zoë\\d \0', 'for zoë\\d \uFFFD, 97301 Salem'), 'for …, 97301 Salem')
    assert.equal(await without('Noe\u0308l 😀 [x]{2}^$|?-#', 'by noe\u0308l 😀 [x]{2}^$|?-#.'), 'by ….')
    assert.equal(await without('Al', 'Al will call'), 'Al will call')
    assert.equal(patternOf({ name: 'Al', ...to, address1: '1', company: '' }), null)
  })
})

it('orders whose recipients are forgotten, and those that go on, are not looked at again', async () => {
  const { db, close } = await freshPglite()
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx) // orders without an account will do
    await sql`
      insert into orders (
        account_id, mode, order_id, customer_order_id, status, billing, request, books, state, sequence, created_at,
        updated_at, ended_at, recipient_forgotten_at)
      select
        'acc', 'production', 'ord_' || i, 'C-' || i, 'SHIPPED', 'charged', json_build_object('pad', repeat('x', 800)), '[]',
        '{}', 1, now(), now(), case when i % 2 = 0 then now() end, case when i % 2 = 0 and i <> 2000 then now() end
      from generate_series(1, 3000) i`.execute(tx)
  })
  await sql`vacuum analyze orders`.execute(db)
  const blocks = await blocksRead(db, explained =>
    explained.transaction().execute(tx => lockEndedOrders(tx, instant('2100-01-01T00:00:00Z'), 100)),
  )
  assert.ok(blocks < 20, `${blocks} blocks`)
  await close()
})

it('an order that ended before there was a time of its end has that of the step that ended it', async () => {
  const database = await openDatabase({ databaseUrl: null, dataDir: null })
  const { db } = database
  const all = readMigrations()
  const now = instant('2026-03-05T00:00:00Z')
  await migrate(
    database,
    now,
    all.filter(({ name }) => name < '0019'),
  )
  const steps = [
    ['SHIPPED', 1, 'PRINTING'],
    ['SHIPPED', 2, 'SHIPPED'],
    ['SHIPPED', 3, 'SHIPPED'], // a refund
    ['PRINTING', 1, 'PRINTING'],
  ] as const
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx) // orders without an account will do
    for (const status of ['SHIPPED', 'PRINTING'])
      await sql`
        insert into orders (account_id, mode, order_id, customer_order_id, status, billing, request, books, state, sequence,
          created_at, updated_at)
        values ('acc', 'sandbox', ${status}, ${status}, ${status}, 'charged', '{}', '[]', '{}', 1, ${now}, ${now})`.execute(
        tx,
      )
    for (const [order, sequence, status] of steps)
      await sql`
        insert into order_events (account_id, mode, order_id, sequence, event_id, on_event, status, state, at, actor)
        values ('acc', 'sandbox', ${order}, ${sequence}, 'evt', 'x', ${status}, '{}', ${`2026-03-0${sequence}`}, 'test')`.execute(
        tx,
      )
  })
  await migrate(database, now)
  const { rows } = await sql`select status, ended_at from orders order by status`.execute(db)
  assert.deepEqual(rows, [
    { status: 'PRINTING', ended_at: null },
    { status: 'SHIPPED', ended_at: instant('2026-03-02T00:00:00Z') },
  ])
  await database.close()
})
