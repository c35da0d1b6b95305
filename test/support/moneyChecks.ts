// A small world for tests of money: accounts with a card, orders that await payment, the simulated gateway and the
// sweeps. It compares the service's books with the gateway's, cent by cent.

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { day, instant, later, manualClock } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import type { Mode } from '../../src/base/mode.ts'
import { apportion } from '../../src/base/money.ts'
import { sortableIds } from '../../src/base/secrets/ids.ts'
import type { Database } from '../../src/db/db.ts'
import { audit } from '../../src/features/audit/audit.ts'
import { addNamedCard } from '../../src/features/money/cards.ts'
import { type Confirmation, chargeDue, type Decline, settleCharges } from '../../src/features/money/dailyCharge.ts'
import { oweRefunds, refundByStaff, refundDue, type StaffRefund } from '../../src/features/money/refunds.ts'
import { recordSales, reverseSale } from '../../src/features/money/sales.ts'
import { moneyEmails } from '../../src/features/notify/accountEmails.ts'
import type { FinalPrice } from '../../src/features/placing/price.ts'
import type { Order, OrderKey } from '../../src/orders/order.ts'
import { lockOrders } from '../../src/orders/orderStore.ts'
import { type Transactor, transact, type Wake } from '../../src/orders/transact.ts'
import { type Changes, openOrders, transition, type UnitOfWork } from '../../src/orders/transition.ts'
import { sumLedger } from '../../src/payments/ledgerSums.ts'
import type { Payments } from '../../src/payments/payments.ts'
import { readBooks } from '../../src/payments/simulated/simulatedGatewayStore.ts'
import { simulatedPayments, type TestCardName } from '../../src/payments/simulated/simulatedPayments.ts'
import { openingOf } from './newOrder.ts'

export const dayBefore = instant('2026-03-01T12:00:00Z')
export const chargeTime = instant('2026-03-02T02:00:00Z')
/** That of every invoice and credit note. */
export const seller = { name: 'Press', lines: ['1 Way', 'Rochester, NY 14604', 'US'], registrations: {} }
const taxOf = (cents: number) => Math.floor(cents / 10)

export class Crash extends Error {}

export type MoneyWorld = ReturnType<typeof moneyWorld>

export function moneyWorld({ db }: Database) {
  const clock = manualClock(dayBefore)
  const newId = sortableIds(clock)
  const wakes: Wake[] = []
  const declines: Decline[] = []
  const confirmations: Confirmation[] = []
  const calls: string[] = []
  /** Tests set what runs before and after the gateway's answer to a charge, and the point at which the worker dies. */
  type Plan = { meanwhile: () => Promise<void>; afterwards: () => Promise<void>; crashAt: string | null }
  const plan: Plan = { meanwhile: async () => {}, afterwards: async () => {}, crashAt: null }

  const alarms: string[] = []
  const log: Log = { ...silentLog, info: () => {}, error: (_line: unknown, text?: string) => alarms.push(text ?? '') }
  const afterCommit: Transactor['afterCommit'] = {
    wake: more => void wakes.push(...more),
  }
  const transactor: Transactor = { db, newId, afterCommit, oweRefunds }
  const gateway = simulatedPayments({
    db,
    newId: sortableIds(clock),
    clock,
    publicUrl: new URL('http://127.0.0.1:3000'),
  })
  const payments: Payments = {
    ...gateway,
    async charge(request) {
      calls.push(request.idempotencyKey)
      await plan.meanwhile()
      const outcome = await gateway.charge(request)
      await plan.afterwards()
      return outcome
    },
    refund(request) {
      calls.push(request.idempotencyKey)
      return gateway.refund(request)
    },
  }
  const deps = {
    transactor,
    clock,
    payments,
    log,
    patienceMs: 14 * day,
    sellerAt: () => seller,
    ...moneyEmails('http://octavo.example/dashboard/billing'),
    notifyOfConfirmation: async (_work: UnitOfWork, confirmation: Confirmation) => {
      confirmations.push(confirmation)
    },
    notifyOfDecline: async (_work: UnitOfWork, decline: Decline) => {
      declines.push(decline)
    },
    crash: (point: string) => {
      if (plan.crashAt === point) throw new Crash(point)
    },
  }
  const sweeps = { charge: chargeDue(deps), settle: settleCharges(deps), refund: refundDue(deps), sum: sumLedger(db) }
  const work = <T>(act: (work: UnitOfWork) => Promise<T>) => transact(transactor, { now: clock(), actor: 'test' }, act)
  const rows = async <Row>(query: string): Promise<Row[]> => (await sql.raw<Row>(query).execute(db)).rows
  const read = (keys: OrderKey[]): Promise<Order[]> => work(({ tx }) => lockOrders(tx, keys))

  /** Makes the test card the account's default card. */
  const useCard = (accountId: string, card: TestCardName) =>
    addNamedCard(deps, card, { accountId, now: clock(), actor: 'test' })

  async function account(card: TestCardName | null): Promise<string> {
    const accountId = newId('acc')
    await sql`
      insert into accounts (account_id, name, holder_email, created_at)
      values (${accountId}, 'Test', 'holder@example.com', ${clock()})`.execute(db)
    await sql`
      insert into order_limits (account_id, mode)
      values (${accountId}, 'sandbox'), (${accountId}, 'production')`.execute(db)
    if (card !== null) await useCard(accountId, card)
    return accountId
  }

  /** Adds orders that await payment, one for each price in `cents`. */
  const orders = (accountId: string, cents: number[], mode: Mode = 'production'): Promise<Order[]> =>
    work(async work => {
      const opened = await openOrders(
        work,
        cents.map(() => openingOf(work, { accountId, mode })),
      )
      const received = await lockOrders(work.tx, opened)
      await transition(
        work,
        received.map(order => ({ order, on: 'validation_started' })),
      )
      const validating = await lockOrders(work.tx, opened)
      const awaiting = await transition(
        work,
        validating.map((order, i) => ({ order, on: 'validated', changes: priceChanges(cents[i]!) })),
      )
      await recordSales(
        work,
        awaiting.map((order, i) => ({ order, sale: saleOf(cents[i]!) })),
      )
      return awaiting
    })

  const cancel = (key: OrderKey, beforeCommit: () => Promise<void> = async () => {}) =>
    work(async work => {
      const [order] = await lockOrders(work.tx, [key])
      await transition(work, [{ order: order!, on: 'cancel' }])
      if (order!.status === 'VALID_AWAITING_PAYMENT') await reverseSale(work, order!)
      await beforeCommit()
    })

  const refundOrder = async (order: Order, changes: Partial<StaffRefund> = {}) => {
    const defaults = { amountCents: null, items: [], reason: 'it arrived wet', requestKey: null }
    const by = { now: clock(), actor: 'user usr_staff' }
    return (await refundByStaff(transactor, { ...order, ...defaults, ...by, ...changes }, null)).done!
  }

  /** Runs every sweep until nothing is due. */
  async function runAll(): Promise<void> {
    for (let busy = true; busy; ) {
      busy = false
      for (const sweep of Object.values(sweeps)) while ((await sweep(clock())) > 0) busy = true
    }
  }

  const advance = (ms: number) => clock.set(later(clock(), ms))
  const to = (at: Date) => clock.set(at)

  /** Checks the rules that hold at every moment, also after an interruption. */
  async function assertSound(): Promise<void> {
    // Time stands still between the sweeps of these tests, so the rules about late work mean nothing here.
    const violations = (await audit(db, clock())).filter(
      ({ rule }) => !/late|numbered 1, 2, 3 \.\.\. without|its last received order/.test(rule),
    )
    assert.deepEqual(violations, [], 'the audit finds nothing')
  }

  /** Checks also that our books, the gateway's books and the orders agree, when nothing is under way. */
  async function assertSettled(): Promise<void> {
    await assertSound()
    const ours = await rows<Booked>(`
      select idempotency_key as key, provider_ref as ref, amount_cents as cents from charges
      where status = 'succeeded' and amount_cents > 0 order by 1`)
    const ourRefunds = await rows<Booked>(`
      select idempotency_key as key, provider_ref as ref, amount_cents as cents from refunds
      where status = 'succeeded' order by 1`)
    const books = await readBooks(db)
    const succeeded = books.charges.filter(charge => charge.declineCode === null)
    assert.deepEqual(
      ours,
      byKey(succeeded.map(c => ({ key: c.idempotencyKey, ref: c.chargeRef, cents: c.amountCents }))),
      'the gateway has the same charges',
    )
    assert.deepEqual(
      ourRefunds,
      byKey(books.refunds.map(r => ({ key: r.idempotencyKey, ref: r.refundRef, cents: r.amountCents }))),
      'the gateway has the same refunds',
    )
    const [cash] = await rows<{ cents: number }>(`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where ledger_account = 'cash'`)
    const [paid] = await rows<{ cents: number }>(`
      select coalesce(sum(charge_cents), 0)::bigint as cents from orders
      where mode = 'production' and status = 'VALID_HOLDING_BIN'`)
    assert.equal(cash?.cents, total(ours) - total(ourRefunds), 'the cash is the charges less the refunds')
    const [refunded] = await rows<{ cents: number }>(`
      select coalesce(sum(co.refunded_cents), 0)::bigint as cents
      from charge_orders co join orders o using (account_id, mode, order_id) where o.status = 'VALID_HOLDING_BIN'`)
    assert.equal(
      cash?.cents,
      paid!.cents - refunded!.cents,
      'the cash is the price of the paid orders, less their refunds',
    )
    const owed = await rows(`
      select order_id, sum(amount_cents) from ledger_entries e join orders o using (account_id, order_id)
      where ledger_account = 'receivable' and o.status <> 'VALID_AWAITING_PAYMENT'
      group by order_id having sum(amount_cents) <> 0`)
    assert.deepEqual(owed, [], 'no money is owed for paid or canceled orders')
    const sales = await rows(`
      select l.account_id, l.part, l.jurisdiction, sum(l.amount_cents)
      from ledger_entries l join orders o using (account_id, order_id)
      where o.status = 'CANCELLED' and l.ledger_account in ('revenue', 'refunds', 'tax')
      group by 1, 2, 3 having sum(l.amount_cents) <> 0`)
    assert.deepEqual(sales, [], 'canceled orders leave no revenue and no tax')
  }

  const observed = { clock, wakes, declines, confirmations, alarms, calls, plan, transactor, payments, deps }
  const actions = { account, useCard, orders, cancel, refundOrder, work, rows, read, sweeps, runAll, advance, to }
  return { ...observed, ...actions, assertSound, assertSettled }
}

type Booked = { key: string; ref: string; cents: number }
const byKey = (rows: Booked[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
const total = (rows: Booked[]) => rows.reduce((sum, row) => sum + row.cents, 0)

/** A sale with all parts of a price, and two taxes. */
function saleOf(cents: number): FinalPrice['sale'] {
  const taxesCents = taxOf(cents)
  const [first, second, fulfillmentCents, shippingCents] = apportion(cents - taxesCents, [5, 3, 1, 2]) as Four
  const itemsCents = first + second
  const taxes = apportion(taxesCents, [2, 1]).map((taxCents, i) => {
    const [items, fulfillment, shipping] = apportion(taxCents, [itemsCents, fulfillmentCents, shippingCents + 1])
    return {
      jurisdiction: ['US-AA', 'US-AA County'][i]!,
      kind: 'sales' as const,
      rate: 0.05,
      taxableCents: cents - taxesCents,
      taxCents,
      parts: { items: items!, fulfillment: fulfillment!, shipping: shipping! },
    }
  })
  const price = { itemsCents: [first, second], fulfillmentCents, shippingCents, taxes }
  return { price, totalCents: cents, place: 'US-NY', taxSource: 'table', taxRef: null, exemptionId: null }
}
type Four = [number, number, number, number]

function priceChanges(cents: number): Changes {
  const { itemsCents, fulfillmentCents, shippingCents } = saleOf(cents).price
  return {
    chargeCents: cents,
    state: {
      payment: 'PENDING',
      pricing: {
        itemsCents: itemsCents[0]! + itemsCents[1]!,
        fulfillmentCents,
        shippingCents,
        taxesCents: taxOf(cents),
        orderCents: cents,
        final: true,
      },
    },
  }
}
