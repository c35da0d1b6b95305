// Each rule of the audit finds in portions what it finds at once: nothing is lost at the border of two portions, and no
// account has to be read whole. The data is sound at first; each fault breaks it within a transaction that is undone.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { localStorage } from '../src/artwork/storage.ts'
import { day, hour, instant, later } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import type { Db } from '../src/db/db.ts'
import { openArchive } from '../src/features/archive/archive.ts'
import { between, endOfPortion, everything, type Position, type Within } from '../src/features/audit/auditPortions.ts'
import { type AuditRule, divisionOf, violationsIn } from '../src/features/audit/auditRule.ts'
import { auditRules } from '../src/features/audit/auditRules.ts'
import { exportToAccounting } from '../src/features/money/exportToAccounting.ts'
import { fileTaxReturn } from '../src/features/money/fileTaxReturn.ts'
import { parcel, press, program, support } from './support/actors.ts'
import { isShortForm } from './support/form.ts'
import { somewhere, startWorld, type World } from './support/world.ts'

const ordersAMonth = 6

/** Months of two accounts, one billed by statement: archived, shipped, refunded, canceled, failed and queued orders. */
async function liveMonths(world: World): Promise<void> {
  const { charged, enterprise } = world
  const customer = program(world, charged, 'production')
  const large = program(world, enterprise, 'production')
  const sandbox = program(world, charged, 'sandbox')
  const printer = press(world)
  const staff = async (path: string, body: object) => {
    const answer = await world.call(`/staff${path}`, { method: 'POST', as: world.demo.staff.authorization, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
  }
  let placed = 0
  const liveMonth = async () => {
    const names = Array.from({ length: ordersAMonth }, () => `o${placed++}`)
    const [canceled, failed, ...shipped] = names as [string, string, ...string[]]
    for (const name of [canceled, ...shipped]) await customer.place(name)
    await customer.place(failed, { destination: { ...somewhere, phone: 'none' } })
    for (const name of shipped) {
      await large.place(`large-${name}`)
      await sandbox.place(`sandbox-${name}`)
    }
    await customer.cancel(canceled)
    await world.advance(day + 2 * hour)
    for (const name of shipped) {
      await printer.tell(name, 'ship', parcel)
      await printer.tell(`large-${name}`, 'accept', { itemsTotal: 100, taxesTotal: 8 })
      await printer.tell(`large-${name}`, 'ship', { ...parcel, shippingTotal: 12 })
    }
    for (const name of shipped.slice(1)) {
      const body = { amount: 1, reason: 'it arrived wet' }
      await staff(`/orders/${charged.accountId}/${name}/refund`, body)
    }
    await world.advance(35 * day)
    await staff(`/accounts/${enterprise.accountId}/billing/payments`, {
      ...{ receivedOn: world.now().toISOString().slice(0, 10), amount: 470, reference: `wire ${placed}` },
    })
    const cookie = await world.signIn(enterprise.user)
    const pay = (path: string, body: object) =>
      world.call(`/dashboard/api/billing/${path}`, { cookie, method: 'POST', body })
    await pay('bank-account', {})
    assert.equal((await pay('simulated-transfers', { amount: 10 })).status, 202)
    await world.settle()
  }
  await liveMonth()
  const archive = openArchive({
    ...{ transactor: world.app.transactor, clock: world.app.clock, log: silentLog, crash: () => {} },
    ...{ storage: localStorage(join(world.dataDir, 'files')), scratch: join(world.dataDir, 'scratch') },
    ...{ days: 366, recipientRetentionDays: null },
  })
  while ((await archive.archiveOrders(later(world.now(), 400 * day))) > 0);
  for (let month = 0; month < 3; month++) await liveMonth()
  for (let isLeft = true; isLeft; ) {
    const made = await exportToAccounting(world.app.transactor, { now: world.now(), actor: 'test' }, 12)
    isLeft = made.hasMore
  }
  const by = { now: world.now(), actor: 'test' }
  for (const months of [4, 2, 1]) {
    const lastDay = Temporal.PlainDate.from(world.now().toISOString().slice(0, 10)).subtract({ months })
    await fileTaxReturn(world.app.transactor, { registration: 'US-NY', lastDay, reference: null }, by)
  }
  const limit = (ordersPer24Hours: number) =>
    support(world).change(charged, { limits: { production: { ordersPer24Hours, queueCeiling: 100 } } })
  await limit(0)
  for (let i = 0; i < 6; i++) await customer.place(`q${i}`)
  await limit(3)
  await world.settle()
  await world.assertSound()
}

const aShippedOrder = `(
  select order_id from orders where mode = 'production' and billing = 'charged' and status = 'SHIPPED'
  order by order_id offset 1 limit 1)`

/** Changes the first line of an account in each posting. */
const changeLines = (account: string, to: string) =>
  `update ledger_postings
   set lines = regexp_replace(lines::text, '("${account}"[^}]*)"cents": *-?\\d+', '\\1${to}')::json
   where lines::text like '%"${account}"%'`

/** A failed label for each print job. */
const labelOfEachJob = (name: string, jobId: string) =>
  `insert into shipping_labels (
     account_id, mode, order_id, attempt, job_id, label_id, parcel, provider, status, box, length_in, width_in, height_in,
     weight_oz, shipment_ref, requested_by, requested_at)
   select account_id, mode, order_id, attempt, ${jobId}, '${name} ' || job_id, 1, 'simulated', 'failed', 'Box', 9, 6, 2, 9,
     'shp ' || job_id, 'test', created_at
   from print_jobs where offered_at is not null`

const firstNumber = `state #>> '{shipmentTracking,0,packages,0,trackingNumber}'`

const followEachOrder = (number: string) =>
  `insert into followed_parcels (account_id, mode, order_id, tracking_number, provider, carrier, announced_at, followed_since, next_attempt_at)
   select account_id, mode, order_id, ${number}, 'simulated', '', updated_at, updated_at, '2100-01-01'
   from orders where status = 'SHIPPED'`

/** What breaks each rule: some, or all, of the rows that it checks. */
/** Orders that keep the terms of a quote. */
const quoteEachOrder = `
  update order_contents c
  set request = (c.request::jsonb || jsonb_build_object('quote', jsonb_build_object(
    'quoteId', c.order_id,
    'itemsCents', (o.price ->> 'itemsCents')::bigint + (o.price ->> 'fulfillmentCents')::bigint,
    'shippingCents', o.price -> 'shippingCents')))::json
  from (select *, (state -> 'pricing')::jsonb as price from orders) o
  where o.account_id = c.account_id and o.mode = c.mode and o.order_id = c.order_id and o.billing = 'charged'
    and jsonb_typeof(o.price) = 'object'`

const faults: Record<string, string[]> = {
  'received orders are numbered 1, 2, 3 ... without a gap, and their times rise with their numbers': [
    `update orders set received_number = received_number + 1 where order_id = ${aShippedOrder}`,
    `update orders set received_at = received_at - interval '99 days' where order_id = ${aShippedOrder}`,
    `delete from orders where order_id = ${aShippedOrder}`,
    `update orders o set received_number = p.received_number, received_at = p.received_at
     from orders p
     where p.order_id = ${aShippedOrder} and o.account_id = p.account_id and o.mode = p.mode
       and o.received_number = p.received_number + 1`,
  ],
  'the last number of each limit is that of its last received order': [
    'update order_limits set last_number = last_number + 1',
  ],
  'no 24 hours have more received orders than the limit in force at the time': [
    `update limit_changes set orders_per_24h = 2 where mode = 'production'`,
  ],
  'the queue count of each limit matches its queued orders': ['update order_limits set queued = queued + 1'],
  'orders leave the queue in the order in which they joined it': [
    'update orders set queue_number = 99 where queue_number = 2',
    'update orders set received_number = 0 where queue_number = 3',
    `update orders set queue_number = 2 where queue_number = 5; update orders set queue_number = 5 where received_number = (
      select max(received_number) from orders where queue_number = 2 and status <> 'QUEUED')`,
  ],
  'no order is tried again and again': [`update orders set attempts = 9999 where queue_number > 3`],
  'every order that is held for a printer or at one is paid, or unbilled by rule, or a reprint': [
    `update orders set status = 'VALID_HOLDING_BIN', billing = 'charged' where mode = 'sandbox'`,
    `update charges set status = 'declined'`,
    `update orders set status = 'SHIPPED' where mode = 'sandbox'`,
  ],
  'an order at the printer has exactly one open print job': [`update print_jobs set status = 'PRINTED'`],
  'a job that was not submitted has a next step, unless its printer is on hold': [
    `update print_jobs set status = 'NEW', submitted_at = null, next_step_at = null`,
  ],
  'no order is with two printers, and none was sent twice': [
    `insert into print_jobs
     select (json_populate_record(null::print_jobs, (to_jsonb(j) || '{"attempt": 9}')::json)).* from print_jobs j`,
  ],
  'a shipment of a carrier has one label': [`${labelOfEachJob('a', 'job_id')}; ${labelOfEachJob('b', 'job_id')}`],
  'a label belongs to a job that its printer has': [
    labelOfEachJob('a', `'job_of_another'`),
    `${labelOfEachJob('a', 'job_id')}; update print_jobs set offered_at = null`,
  ],
  'a bought label of an ended job is among its parcels': [
    `${labelOfEachJob('a', 'job_id')};
     update shipping_labels set status = 'bought', bought_at = requested_at, cost_cents = 5, tracking_number = 'UNUSED'`,
  ],
  'a label on a manifest was bought from its carrier, at its printer': [
    `${labelOfEachJob('a', 'job_id')}; update shipping_labels set manifest_id = 'man_missing'`,
  ],
  'a parcel of a shipped order is followed if its label was bought here, and only a shipped parcel is': [
    `${labelOfEachJob('a', 'job_id')};
     update shipping_labels l
     set status = 'bought', bought_at = requested_at, cost_cents = 5,
       tracking_number = o.state #>> '{shipmentTracking,0,packages,0,trackingNumber}'
     from orders o
     where o.order_id = l.order_id and o.status = 'SHIPPED'`,
    followEachOrder(`'UNKNOWN'`),
  ],
  'a returned parcel is sent again by one label, whose parcel is followed once it is bought': [
    `${followEachOrder(firstNumber)}; update followed_parcels set status = 'returned', return_decision = 'resent', decided_at = announced_at`,
    `${labelOfEachJob('a', 'job_id')};
     update shipping_labels
     set status = 'bought', bought_at = requested_at, cost_cents = 5, tracking_number = 'AGAIN', resends = 'FIRST'`,
  ],
  'the delivery of an order is that of its followed parcels': [
    `${followEachOrder(firstNumber)}; update followed_parcels set status = 'in_transit'`,
    `update orders set state = (state::jsonb || '{"delivery": [{"trackingNumber": "A", "status": "delivered"}]}')::json`,
  ],
  'a followed parcel has a due time until it is delivered, returned or lost': [
    `${followEachOrder(firstNumber)}; update followed_parcels set next_attempt_at = null`,
    `${followEachOrder(firstNumber)}; update followed_parcels set ended_at = followed_since, next_attempt_at = null`,
  ],
  'a job that was canceled in time was never sent, and a sent job was canceled only by its printer': [
    `update print_jobs set status = 'CANCELLED', offered_at = created_at;
     update order_events set on_event = 'cancel_in_time' where sequence = 2`,
  ],
  'tracking is announced once, when the whole order ships, and is then never empty and names no parcel twice': [
    `update orders
     set state = jsonb_set(state::jsonb, '{shipmentTracking,1}', state::jsonb #> '{shipmentTracking,0}')::json
     where order_id = ${aShippedOrder}`,
    `update orders set state = (state::jsonb || '{"shipmentTracking": []}')::json`,
  ],
  'a change is requested of an order that has not ended, and its printer is asked while it is in print': [
    `update orders set state = (state::jsonb || '{"changeRequest": {"status": "REQUESTED"}}')::json
     where order_id = ${aShippedOrder}`,
    `update print_jobs set status = 'PRINTED', change_requested_at = created_at where order_id = ${aShippedOrder};
     update orders set status = 'PRINTING', ended_at = null where order_id = ${aShippedOrder}`,
  ],
  'the tickets of a changed order have its recipient and its shipping class': [
    `update order_events set on_event = 'changed' where sequence = 2;
     update orders
     set state = jsonb_set(state::jsonb, '{edited}', '{"shippingClassification": "rush", "destination": {}}')::json
     where status = 'SHIPPED'`,
    `update order_events set on_event = 'changed' where sequence = 2;
     update orders o
     set state = jsonb_set(o.state::jsonb, '{edited}', t.ticket::jsonb || jsonb_build_object(
       'destination', (t.ticket -> 'destination')::jsonb || '{"address1": "2 Other Street"}'))::json
     from print_tickets t
     where o.status = 'SHIPPED' and t.account_id = o.account_id and t.mode = o.mode and t.order_id = o.order_id`,
  ],
  'an order from a quote keeps its price, and is the only order of the quote': [
    `update order_contents
     set request = (request::jsonb || '{"quote": {"quoteId": "quo_1", "itemsCents": 1, "shippingCents": 1}}')::json`,
    quoteEachOrder,
    `${quoteEachOrder};
     insert into quotes (
       account_id, mode, quote_id, status, request, books, copies, listed, warnings, created_at, created_by, terms, pricing,
       valid_until, order_id, ended_at)
     select account_id, mode, order_id, 'accepted', '{}', '[]', 1, '{}', '[]', o.created_at, 'test', c.request -> 'quote',
       jsonb_set(o.state::jsonb -> 'pricing', '{shippingCents}', '7')::json, o.created_at, order_id, o.created_at
     from orders o
     join order_contents c using (account_id, mode, order_id)
     where c.request -> 'quote' is not null`,
  ],
  'sandbox jobs but those of practice orders are with the simulator, and production jobs are not': [
    `update print_jobs set printer = 'simulator'`,
  ],
  'no order is in two captured charges': [
    `insert into charges
     select (json_populate_record(null::charges, (to_jsonb(c) || '{"charge_id": "chg_2", "run": 9}')::json)).*
     from (select distinct on (account_id) * from charges) c;
     insert into charge_orders
     select account_id, 'chg_2', mode, order_id, amount_cents, tax_cents, true, 0 from charge_orders`,
  ],
  'a charge is the sum of its orders': [
    'update charges set amount_cents = amount_cents + 1',
    `delete from charge_orders where order_id = ${aShippedOrder}`,
    'delete from charge_orders where charge_id = (select max(charge_id) from charge_orders)',
  ],
  'the refunds of an order are counted at its charge, which succeeded': [
    'update charge_orders set refunded_cents = refunded_cents + 1 where refunded_cents < amount_cents',
    `update charges set status = 'declined'`,
    'delete from refunds',
  ],
  'an order says that it is paid exactly if a charge of it succeeded': [
    `update orders set status = 'VALID_AWAITING_PAYMENT', state = (state::jsonb || '{"payment": "PENDING"}')::json
     where order_id = ${aShippedOrder}`,
    `update charges set status = 'declined'`,
  ],
  'an order says how much of it was refunded': [
    `update orders set state = (state::jsonb || '{"refundedCents": 1}')::json`,
    'delete from refunds',
  ],
  'the payment of a canceled or failed order is refunded completely': [`update orders set status = 'FAILED'`],
  'a sale that is reported to a tax provider is reversed there when its order is canceled or fails': [
    `insert into tax_reports (account_id, order_id, report_id, provider, calculation_ref, status, created_at)
     select account_id, order_id, 'sale', 'stripe', 'c', 'reported', at from sales;
     update orders set status = 'CANCELLED'`,
  ],
  'the amount to charge for an order is the amount of its sale': [
    'update sales set total_cents = total_cents + 1',
    `delete from sales where order_id = ${aShippedOrder}`,
  ],
  'each posting of the ledger has known accounts and sums to zero': [
    changeLines('cash', '"cents": 5'),
    `update ledger_postings set lines = replace(lines::text, 'revenue', 'income')::json`,
  ],
  'the receivable, cash and tax in the ledger are those of each sale, charge, refund, credit, payment and dispute, and its shipping cost that of the labels':
    [
      `${labelOfEachJob('a', 'job_id')};
     update shipping_labels set status = 'bought', bought_at = requested_at, cost_cents = 5, tracking_number = 'UNPOSTED'`,
      changeLines('cash', '"cents": 5'),
      changeLines('tax', '"cents": 5'),
      changeLines('receivable', '"cents": 5'),
      `delete from ledger_postings where posting_id like '%/sold'`,
      'update received_payments set amount_cents = amount_cents + 1',
      'update sales set total_cents = total_cents + 1',
      `update charges set status = 'declined'`,
      `insert into dispute_movements select account_id, 'dsp_' || order_id, 'r', 5, 2, at, at from sales`,
    ],
  'the receivable, cash and tax of the postings in an archive file are those of its orders': [
    `update archived_days set sums = replace(sums::text, '"cash"', '"fees"')::json`,
    'delete from archived_days',
    'update sales set total_cents = total_cents + 1',
    `update charges set status = 'declined'`,
  ],
  'the ledger sums by day, plus the pending deltas, equal its entries and those in archive files': [
    'delete from archived_days',
    'update archived_days set day = day + 90',
    changeLines('revenue', '"cents": 5'),
    `update ledger_sums set debit_cents = debit_cents + 1 where span = 'day'`,
    `delete from ledger_sums where span = 'day'`,
    `insert into ledger_sums
     select distinct account_id, 'day', starts_on + 1, 'fees', '', '', 1, 0 from ledger_sums where span = 'day'`,
    `insert into ledger_deltas
     select account_id, posting_id, (at at time zone 'UTC')::date, 'fees', '', '', 1, 0 from ledger_postings`,
  ],
  'the ledger sums of a month are those of its days': [
    `update ledger_sums set credit_cents = credit_cents + 1 where span = 'month'`,
    `update ledger_sums set starts_on = starts_on + 40 where span = 'day'`,
  ],
  'the ledger sums of all accounts are those of each': [
    `update ledger_sums set debit_cents = debit_cents + 1 where account_id = 'operator'`,
    `delete from ledger_sums where account_id = 'operator'`,
  ],
  'an enterprise order owes its price once it has shipped, on one line of a statement': [
    `delete from statement_lines where kind = 'order'`,
    'update sales set total_cents = total_cents + 1',
  ],
  'a statement is the sum of its lines': [
    'update statements set total_cents = total_cents + 1',
    'update statements set lines = lines + 1',
    'delete from statement_lines where statement = 2',
    'update statement_lines set statement = 2 where line_id = (select min(line_id) from statement_lines)',
  ],
  'statements are numbered 1, 2, 3 ... within the account': [
    'delete from statements where number = 2',
    'delete from statements where number = (select max(number) from statements)',
    'update billing_terms set statements = statements + 1',
  ],
  'the balance of an enterprise account is what it owes minus its payments, which pay its statements': [
    'update billing_terms set balance_cents = balance_cents + 1',
    'delete from received_payments',
    'delete from statement_lines where statement is null; update statements set paid_cents = 1 where number = 2',
  ],
  'the late fees of a statement are lines of next statements, numbered from 1': [
    'update statements set late_fees = 1 where number = 1',
  ],
  'no more of a late fee is taken back or charged again than it was, and what the staff take back is its rest': [
    `insert into statement_lines (account_id, line_id, kind, at, items_cents, shipping_cents, tax_cents, amount_cents,
      late_statement, late_period, statement)
     select account_id, 'lin_waived', 'waived_fee', issued_at, -5, 0, 0, -5, number, 1, number from statements limit 1`,
  ],
  'a charge of the staff that is removed is removed whole': [
    `insert into statement_lines (account_id, line_id, kind, at, items_cents, shipping_cents, tax_cents, amount_cents,
      reference, statement)
     select account_id, 'lin_removed', 'removed_charge', issued_at, -5, 0, 0, -5, 'CH-1', number from statements limit 1`,
  ],
  'each credit of the staff has its credit note, with the same amount': [
    `update received_payments set kind = 'credit', statement = 1 where payment_id = (
      select min(payment_id) from received_payments where not online)`,
  ],
  'a discount for early payment is that of its paid statement, or of one whose older payment was lost': [
    `update received_payments set kind = 'discount', statement = 1 where payment_id = (
      select min(payment_id) from received_payments where not online)`,
  ],
  'a payment through the provider is received once it has succeeded, with the same amount, and not before': [
    `update online_payments set status = 'expired'`,
    'update online_payments set amount_cents = amount_cents + 1',
    `delete from received_payments where payment_id in (select payment_id from online_payments)`,
  ],
  'each charge that succeeded has its invoice, with the same amount': [
    `delete from documents where kind = 'invoice'`,
    `update documents set amount_cents = amount_cents + 1 where kind = 'invoice'`,
    `update charges set status = 'declined'`,
  ],
  'each refund that was made has its credit note, with the same amount': [
    `delete from documents where kind = 'credit_note'`,
    'update documents set amount_cents = amount_cents + 1',
  ],
  'each statement has its invoice, or its credit note, with the same amount and due day': [
    'delete from documents where statement is not null',
    'update documents set amount_cents = amount_cents + 1 where statement = 1',
    'update documents set due_on = due_on + 1 where statement = 1',
  ],
  'the series of invoices and credit notes is 1, 2, 3 ... without a gap': [
    'delete from documents where number = 2',
    'update documents set number = 9999 where number = 1',
  ],
  'invoices and credit notes are issued in the sequence of their numbers, and due no earlier': [
    `update documents set issued_at = issued_at + interval '1 year' where number = 1`,
    'update documents set due_on = due_on - 1 where charge_id is not null and due_on is not null',
  ],
  'the last number of the series is that of the last invoice or credit note': [
    'update document_series set last_number = last_number + 1',
    'delete from documents where number = (select max(number) from documents)',
  ],
  'each order has the steps 1, 2, 3 ... and the status of its last step': [
    'delete from order_events where sequence = 2',
    'update orders set sequence = sequence + 1',
    `update orders set status = 'EXCEPTION'`,
  ],
  'what the steps of each order changed adds up to its state': [
    `update orders set state = (state::jsonb || '{"payment": "?"}')::json`,
  ],
  "each order was accepted with the version of the operator's data that was in effect": [
    'update orders set operator_version = 99',
    'update operator_versions set version = version + 1',
  ],
  'an order keeps the price list that it was accepted with, and its version has it': [
    `update order_events set state = '{"pricing": {"priceList": {"code": "NONE"}}}' where sequence > 1`,
  ],
  'a price above the agreed price has its reason': [
    `update orders
      set billing = 'enterprise',
        state = (state::jsonb || '{"agreed": {"itemsCents": 0, "taxesCents": 0, "shippingCents": 99999999}}')::json
      where order_id = ${aShippedOrder}`,
  ],
  'the newest version has the price lists that accounts are on': [`update accounts set price_list = 'NONE'`],
  'no step of an order is dated before the previous step': [
    `update order_events set at = at - interval '1 year' where sequence = 3`,
  ],
  'every open order that time moves has a due time, unless its payment is tried no more': [
    `update orders set status = 'RECEIVED', due_at = null where order_id = ${aShippedOrder}`,
    `update orders set status = 'VALID_HOLDING_BIN', due_at = null where order_id = ${aShippedOrder}`,
    `update orders set status = 'VALID_AWAITING_PAYMENT', due_at = null where order_id = ${aShippedOrder}`,
  ],
  'each order has its contents, and is found by the search': [
    `delete from order_contents where order_id = ${aShippedOrder}`,
    `delete from order_search where order_id = ${aShippedOrder}`,
  ],
  'an order with a proof is paid, printed and shipped only with the files that were approved': [
    `update orders set state = (state::jsonb || '{"proof": {"status": "WAITING", "files": []}}')::json
     where order_id = ${aShippedOrder}`,
    `update orders set state = (state::jsonb || '{"proof": {"status": "APPROVED", "files": [{"cover": "00", "guts": null}]}}')::json
     where order_id = ${aShippedOrder}`,
  ],
  'a paid or priced order and its tickets have the pages and files of its sale, and a reprint those of its original': [
    `update order_contents set books = replace(books::text, '"pageCount"', '"pageCount":7,"was"')::json
     where order_id = ${aShippedOrder}`,
    `update order_contents c set books = replace(books::text, '"pageCount"', '"pageCount":7,"was"')::json
     from orders o where o.order_id = c.order_id and o.billing = 'enterprise'`,
    `update sales set books = '[[120, "00", null]]'`,
    `update print_tickets set ticket = replace(ticket::text, '"pageCount"', '"pageCount":7,"was"')::json`,
    `update order_contents set books = '[]' where order_id = ${aShippedOrder};
     update orders set reprint_of = (select customer_order_id from orders where order_id = ${aShippedOrder})`,
  ],
  'exactly the final orders have an end time': ['update orders set ended_at = null'],
  'an order whose recipient is erased is final, and no longer has the name or a reason of its price, nor do its steps and jobs':
    ['update orders set recipient_erased_at = created_at'],
  'each announced step of an order with a webhook address has a delivery to it': [
    'update order_events set has_delivery = not has_delivery',
  ],
  'every order with money is stored or archived': [
    'delete from orders where queue_number is null',
    'delete from archived_orders',
  ],
  'exports to accounting follow each other, balance, and have the postings of their numbers': [
    'update accounting_exports set after_posting = after_posting + 1 where number = 3',
    'delete from accounting_exports where number = 2',
    'update accounting_exports set debit_cents = debit_cents + 1, credit_cents = credit_cents + 1 where number = 2',
    `update accounting_exports set journal = '[]' where number > 3`,
    'update ledger_postings set number = (select last_posting from accounting_exports where number = 2) where number > 9',
    changeLines('receivable', '"cents": 1'),
  ],
  'what each day adds to tax returns is the tax of the ledger': [
    'update tax_entries set tax_cents = tax_cents + 1',
    `update tax_entries set at = at + interval '1 day'`,
    'delete from tax_entries where return_id is null',
  ],
  'the sums of open tax returns by day are those of their entries': [
    'update tax_sums set gross_cents = gross_cents + 1',
    'update tax_sums set day = day + 1',
    'update tax_entries set is_summed = null where return_id is null',
  ],
  'a filed tax return has the figures of its entries, which are of its registration and its days': [
    `update tax_returns set lines = replace(lines::text, '"gross":', '"gross":1')::json`,
    'update tax_entries set return_id = null',
    'update tax_entries set exempt_cents = 1 where return_id is not null',
    `update tax_returns set registration = 'US-OH'`,
    'update tax_returns set first_day = last_day',
  ],
  'the sums of a month in reports are those of its days': [
    `update report_sums set orders = orders + 1 where span = 'day' and fact = (select min(fact) from report_sums)`,
    `update report_sums set cents = cents + 1 where span = 'month'`,
    `delete from report_sums where span = 'day' and starts_on = (select max(starts_on) from report_sums where span = 'day')`,
  ],
  'the sums of a day in reports are those of the steps of its orders': [
    'update report_sums set orders = orders + 1',
    `update report_sums set cents = cents + 1 where fact = 'charged'`,
    `update report_sums set ms = ms - 1 where fact = 'made'`,
    `delete from report_sums where fact = 'shipped'`,
    `delete from report_sums where account_id = 'operator' and fact = 'book_priced'`,
    `update order_events set at = at + interval '1 day' where on_event = 'shipped' and order_id = ${aShippedOrder}`,
  ],
  'each archive file counts its orders': [
    'update archive_files set orders = orders + 1',
    `delete from archived_orders where order_id = (select min(order_id) from archived_orders)`,
    'delete from archived_orders',
  ],
  'each archived order has a used identifier, and is not stored as well': [
    'delete from used_identifiers',
    `insert into archived_orders (account_id, mode, order_id, archive_id, customer_order_id, order_number, items)
     select account_id, mode, order_id, 'arc_1', customer_order_id, '1', '[]' from orders`,
    `insert into ledger_postings (account_id, posting_id, at, order_id, lines)
     select account_id, order_id || '/sold', now(), order_id, '[{}, {}]' from archived_orders`,
  ],
}

const divided = auditRules.flatMap(rule => {
  const division = divisionOf(rule)
  return division === null ? [] : [{ rule, division }]
})

async function readRows(db: Db, rule: AuditRule, within: Within): Promise<string[]> {
  const violations = violationsIn(rule, within, instant('2026-12-01T00:00:00Z'))
  const { rows } = await sql<{ row: string }>`
    select row_to_json(violations)::text as row from (${violations}) violations`.execute(db)
  return rows.map(({ row }) => row).toSorted()
}

async function readPortions(db: Db, rule: AuditRule, positions: string[]): Promise<string[]> {
  const borders: Position[] = [null, ...positions, null]
  const rows: string[] = []
  for (const [i, from] of borders.slice(0, -1).entries())
    rows.push(...(await readRows(db, rule, between(from, borders[i + 1]!))))
  return rows.toSorted()
}

describe('the audit in portions', () => {
  let world: World
  before(async () => {
    world = await startWorld()
    await liveMonths(world)
  })
  after(() => world[Symbol.asyncDispose]())

  it('every rule that is divided has a fault here', () => {
    assert.deepEqual(Object.keys(faults).toSorted(), divided.map(({ rule }) => rule.name).toSorted())
  })

  for (const { rule, division } of divided)
    it(`portions find as much as the whole: ${rule.name}`, async () => {
      const { db } = world.app.database
      for (const fault of faults[rule.name]!) {
        const found = db.transaction().execute(async tx => {
          const positions: string[] = []
          await sql`set local session_replication_role = replica`.execute(tx) // no triggers, and no references
          for (const statement of fault.split(';')) await sql.raw(statement).execute(tx)
          const whole = await readRows(tx, rule, everything)
          assert.notDeepEqual(whole, [], `found at once: ${fault}`)
          for (let at: Position = null; ; ) {
            at = await endOfPortion(tx, division, { from: at, maxRows: 1 })
            if (at === null) break
            positions.push(at)
          }
          assert.deepEqual(await readPortions(tx, rule, positions), whole, `found row by row: ${fault}`)
          await fc.assert(
            fc.asyncProperty(fc.subarray(positions), async some => {
              assert.deepEqual(await readPortions(tx, rule, some), whole, `found in portions: ${fault}`)
            }),
            { numRuns: isShortForm ? 1 : 10 },
          )
          throw new Undo()
        })
        await found.catch(error => {
          if (!(error instanceof Undo)) throw error
        })
      }
    })
})

class Undo extends Error {}
