import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { instant } from '../base/clock.ts'
import { openDatabase } from '../db/db.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { audit } from '../orders/audit.ts'

const now = instant('2026-03-03T12:00:00Z')

/** An order as it was kept before there were sales: its price only in its state. */
const order = (id: string, status: string, cents: number, taxesCents: number, payment: string) => {
  const [fulfillmentCents, shippingCents] = [100, 300]
  const itemsCents = cents - taxesCents - fulfillmentCents - shippingCents
  const pricing = { itemsCents, fulfillmentCents, shippingCents, taxesCents, orderCents: cents, final: true }
  const state = JSON.stringify({ pricing, payment, shipmentTracking: [], errors: [], warnings: [] })
  return `
    insert into orders (account_id, mode, order_id, customer_order_id, status, billing, request, books, state, sequence,
      charge_cents, created_at, updated_at)
    values ('acc_1', 'production', '${id}', '${id}', '${status}', 'charged', '{}', '[]', '${state}', 1, ${cents},
      '2026-03-01', '2026-03-02');
    insert into order_events (account_id, mode, order_id, sequence, event_id, on_event, status, state, at, actor)
    values ('acc_1', 'production', '${id}', 1, 'evt_${id}', 'admitted', '${status}', '{}', '2026-03-01', 'test');`
}

const charge = (id: string, date: string, status: string, parts: [string, number, number][]) => `
  insert into charges (account_id, charge_id, charge_date, amount_cents, status, provider, idempotency_key, next_attempt_at,
    created_at, settled_at)
  values ('acc_1', '${id}', '${date}', ${parts.reduce((sum, [, cents]) => sum + cents, 0)}, '${status}', 'simulated', '${id}',
    ${status === 'unknown' ? `'2026-03-03T13:00Z', '${date}', null` : `null, '${date}', '${date}'`});
  ${parts
    .map(
      ([orderId, cents, tax]) => `
  insert into charge_orders (account_id, charge_id, order_id, amount_cents, tax_cents)
  values ('acc_1', '${id}', '${orderId}', ${cents}, ${tax});
  ${
    status === 'succeeded'
      ? `insert into ledger_entries (account_id, posting_id, line, at, ledger_account, amount_cents, charge_id, order_id)
  values ('acc_1', '${id}/${orderId}', 1, '${date}', 'cash', ${cents}, '${id}', '${orderId}'),
    ('acc_1', '${id}/${orderId}', 2, '${date}', 'revenue', ${tax - cents}, '${id}', '${orderId}'),
    ('acc_1', '${id}/${orderId}', 3, '${date}', 'tax', ${-tax}, '${id}', '${orderId}');`
      : ''
  }`,
    )
    .join('')}`

it('books that were kept before the ledger knew what is owed go on in it, and add up', async () => {
  const database = await openDatabase({ databaseUrl: null, dataDir: null })
  const all = readMigrations()
  const before = all.slice(
    0,
    all.findIndex(({ name }) => name.startsWith('0006-')),
  )
  await migrate(database, now, before)
  await database.pool.query(`
    insert into accounts (account_id, name, holder_email, created_at) values ('acc_1', 'A', 'a@example.com', '2026-03-01');
    ${order('ord_waiting', 'VALID_AWAITING_PAYMENT', 1000, 80, 'PENDING')}
    ${order('ord_untaxed', 'VALID_AWAITING_PAYMENT', 1000, 0, 'PENDING')}
    ${order('ord_gone', 'CANCELLED', 1000, 80, 'NOT_CHARGED')}
    ${order('ord_paid', 'VALID_HOLDING_BIN', 2000, 160, 'SUCCEEDED')}
    ${order('ord_back', 'CANCELLED', 3000, 240, 'REFUNDED')}
    ${order('ord_owed', 'CANCELLED', 4000, 320, 'SUCCEEDED')}
    ${charge('chg_1', '2026-03-02', 'succeeded', [
      ['ord_paid', 2000, 160],
      ['ord_back', 3000, 240],
      ['ord_owed', 4000, 320],
    ])}
    ${charge('chg_2', '2026-03-03', 'unknown', [
      ['ord_gone', 1000, 80],
      ['ord_untaxed', 1000, 0],
    ])}
    insert into refunds (account_id, refund_id, charge_id, order_id, amount_cents, tax_cents, status, idempotency_key,
      next_attempt_at, created_at, settled_at)
    values ('acc_1', 'ref_1', 'chg_1', 'ord_back', 3000, 240, 'succeeded', 'r1', null, '2026-03-02', '2026-03-02'),
      ('acc_1', 'ref_2', 'chg_1', 'ord_owed', 4000, 320, 'pending', 'r2', '2026-03-03T13:00Z', '2026-03-02', null);
    insert into ledger_entries (account_id, posting_id, line, at, ledger_account, amount_cents, charge_id, order_id, refund_id)
    values ('acc_1', 'ref_1', 1, '2026-03-02', 'refunds', 2760, 'chg_1', 'ord_back', 'ref_1'),
      ('acc_1', 'ref_1', 2, '2026-03-02', 'tax', 240, 'chg_1', 'ord_back', 'ref_1'),
      ('acc_1', 'ref_1', 3, '2026-03-02', 'cash', -3000, 'chg_1', 'ord_back', 'ref_1');`)
  assert.ok((await migrate(database, now, all)).includes('0006-ledger.sql'))
  assert.deepEqual(await audit(database.db, now), [])
  const { rows } = await sql`
    select order_id as "orderId", sum(amount_cents)::bigint as cents from ledger_entries
    where ledger_account = 'receivable' group by order_id order by order_id`.execute(database.db)
  assert.deepEqual(rows, [
    { orderId: 'ord_owed', cents: -4000 },
    { orderId: 'ord_untaxed', cents: 1000 },
    { orderId: 'ord_waiting', cents: 1000 },
  ])
  await database.close()
})
