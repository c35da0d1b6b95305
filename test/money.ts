// A small world for tests of money: accounts with a card, orders that await payment, the simulated gateway, the sweeps,
// and a comparison of the service's books with the gateway's, cent by cent.

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { day, instant, later, manualClock } from '../src/base/clock.ts'
import { sortableIds } from '../src/base/ids.ts'
import { type Log, silentLog } from '../src/base/log.ts'
import type { Mode } from '../src/base/mode.ts'
import { apportion } from '../src/base/money.ts'
import type { Database } from '../src/db/db.ts'
import { audit } from '../src/orders/audit.ts'
import { lettersOfMoney } from '../src/orders/letters.ts'
import { addNamedCard } from '../src/orders/money/cards.ts'
import { type Confirmation, chargeDue, type Decline, settleCharges } from '../src/orders/money/pay.ts'
import { refundByStaff, refundDue, refundOwed, type StaffRefund } from '../src/orders/money/refund.ts'
import { saleCancelled, salesMade } from '../src/orders/money/sale.ts'
import type { Order, OrderKey } from '../src/orders/order.ts'
import type { FinalPrice } from '../src/orders/placing/price.ts'
import { lockOrders } from '../src/orders/store.ts'
import { type Changes, open, transition, type Work } from '../src/orders/transition.ts'
import { inOneWork, type Shell, type Wake } from '../src/orders/work.ts'
import { sumLedger } from '../src/payments/ledgerSums.ts'
import type { Payments } from '../src/payments/payments.ts'
import { readBooks } from '../src/payments/simulated/store.ts'
import { simulatedPayments, type TestCardName } from '../src/payments/simulated.ts'
import { openingOf } from './opening.ts'

export const dayBefore = instant('2026-03-01T12:00:00Z')
export const chargeTime = instant('2026-03-02T02:00:00Z')
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
  /** Set by tests: what happens while a call is under way, and the point at which the worker dies. */
  const plan: { meanwhile: () => Promise<void>; crashAt: string | null } = { meanwhile: async () => {}, crashAt: null }

  const alarms: string[] = []
  const log: Log = { ...silentLog, info: () => {}, error: (_line: unknown, text?: string) => alarms.push(text ?? '') }
  const bells: Shell['bells'] = {
    wake: async (_tx, more) => {
      wakes.push(...more)
    },
    ring: () => {},
  }
  const shell: Shell = { db, newId, bells }
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
      return gateway.charge(request)
    },
    refund(request) {
      calls.push(request.idempotencyKey)
      return gateway.refund(request)
    },
  }
  const deps = {
    shell,
    clock,
    payments,
    log,
    patienceMs: 14 * day,
    ...lettersOfMoney('http://octavo.example/dashboard/billing'),
    tellOfConfirmation: async (_work: Work, confirmation: Confirmation) => {
      confirmations.push(confirmation)
    },
    tellOfDecline: async (_work: Work, decline: Decline) => {
      declines.push(decline)
    },
    crash: (point: string) => {
      if (plan.crashAt === point) throw new Crash(point)
    },
  }
  const sweeps = { charge: chargeDue(deps), settle: settleCharges(deps), refund: refundDue(deps), sum: sumLedger(db) }
  const work = <T>(act: (work: Work) => Promise<T>) => inOneWork(shell, { now: clock(), actor: 'test' }, act)
  const rows = async <Row>(query: string): Promise<Row[]> => (await sql.raw<Row>(query).execute(db)).rows
  const read = (keys: OrderKey[]): Promise<Order[]> => work(({ tx }) => lockOrders(tx, keys))

  /** Puts the test card on file as the one that is charged. */
  const useCard = (accountId: string, card: TestCardName) =>
    addNamedCard(deps, card, { accountId, now: clock(), actor: 'test' })

  async function account(card: TestCardName | null): Promise<string> {
    const accountId = newId('acc')
    await sql`
      insert into accounts (account_id, name, holder_email, created_at)
      values (${accountId}, 'Test', 'holder@example.com', ${clock()})`.execute(db)
    if (card !== null) await useCard(accountId, card)
    return accountId
  }

  /** Orders that await payment, one for each price in `cents`. */
  const orders = (accountId: string, cents: number[], mode: Mode = 'production'): Promise<Order[]> =>
    work(async work => {
      const opened = await open(
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
        validating.map((order, i) => ({ order, on: 'validated', changes: priced(cents[i]!) })),
      )
      await salesMade(
        work,
        awaiting.map((order, i) => ({ order, sale: soldFor(cents[i]!) })),
      )
      return awaiting
    })

  const cancel = (key: OrderKey) =>
    work(async work => {
      const [order] = await lockOrders(work.tx, [key])
      await transition(work, [{ order: order!, on: 'cancel' }])
      if (order!.status === 'VALID_AWAITING_PAYMENT') await saleCancelled(work, order!)
      await refundOwed(work, order!)
    })

  const giveBack = async (order: Order, wanted: Partial<StaffRefund> = {}) => {
    const all = { amountCents: null, items: [], reason: 'it arrived wet', requestKey: null }
    const by = { now: clock(), actor: 'user usr_staff' }
    return (await refundByStaff(shell, { ...order, ...all, ...by, ...wanted }, null)).done!
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

  /** What must hold at any moment, whatever has just been interrupted. */
  async function assertSound(): Promise<void> {
    // Time stands still between the sweeps of these tests, so that something is late means nothing here.
    const broken = (await audit(db, clock())).filter(
      ({ rule }) => !rule.includes('late') && !rule.includes('numbered 1, 2, 3 ... without'),
    )
    assert.deepEqual(broken, [], 'every rule of the auditor holds')
  }

  /** What must hold besides when nothing is under way: our books, the gateway's and the orders tell the same story. */
  async function assertSettled(): Promise<void> {
    await assertSound()
    const ours = await rows<Booked>(`
      select idempotency_key as key, provider_ref as ref, amount_cents as cents from charges
      where status = 'succeeded' and amount_cents > 0 order by 1`)
    const ourRefunds = await rows<Booked>(`
      select idempotency_key as key, provider_ref as ref, amount_cents as cents from refunds
      where status = 'succeeded' order by 1`)
    const books = await readBooks(db)
    const charged = books.charges.filter(charge => charge.declineCode === null)
    assert.deepEqual(
      ours,
      byKey(charged.map(c => ({ key: c.idempotencyKey, ref: c.chargeRef, cents: c.amountCents }))),
      'the gateway knows the same charges',
    )
    assert.deepEqual(
      ourRefunds,
      byKey(books.refunds.map(r => ({ key: r.idempotencyKey, ref: r.refundRef, cents: r.amountCents }))),
      'the gateway knows the same refunds',
    )
    const [cash] = await rows<{ cents: number }>(`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where ledger_account = 'cash'`)
    const [paid] = await rows<{ cents: number }>(`
      select coalesce(sum(charge_cents), 0)::bigint as cents from orders
      where mode = 'production' and status = 'VALID_HOLDING_BIN'`)
    assert.equal(cash?.cents, total(ours) - total(ourRefunds), 'cash is what was taken less what was given back')
    const [given] = await rows<{ cents: number }>(`
      select coalesce(sum(co.refunded_cents), 0)::bigint as cents
      from charge_orders co join orders o using (account_id, mode, order_id) where o.status = 'VALID_HOLDING_BIN'`)
    assert.equal(cash?.cents, paid!.cents - given!.cents, 'cash is what the orders that stand paid cost, less gifts')
    const owed = await rows(`
      select order_id, sum(amount_cents) from ledger_entries e join orders o using (account_id, order_id)
      where ledger_account = 'receivable' and o.status <> 'VALID_AWAITING_PAYMENT'
      group by order_id having sum(amount_cents) <> 0`)
    assert.deepEqual(owed, [], 'nobody owes anybody anything for orders that are paid or gone')
    const sales = await rows(`
      select l.account_id, l.part, l.jurisdiction, sum(l.amount_cents)
      from ledger_entries l join orders o using (account_id, order_id)
      where o.status = 'CANCELLED' and l.ledger_account in ('revenue', 'refunds', 'tax')
      group by 1, 2, 3 having sum(l.amount_cents) <> 0`)
    assert.deepEqual(sales, [], 'of cancelled orders no part of the price and no tax is left')
  }

  const observed = { clock, wakes, declines, confirmations, alarms, calls, plan, shell, payments, deps }
  const deeds = { account, useCard, orders, cancel, giveBack, work, rows, read, sweeps, runAll, advance, to }
  return { ...observed, ...deeds, assertSound, assertSettled }
}

type Booked = { key: string; ref: string; cents: number }
const byKey = (rows: Booked[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
const total = (rows: Booked[]) => rows.reduce((sum, row) => sum + row.cents, 0)

/** A price in all of its parts, under two taxes. */
function soldFor(cents: number): FinalPrice['sale'] {
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
  return { price, totalCents: cents, taxSource: 'table', taxRef: null, exemptionId: null }
}
type Four = [number, number, number, number]

function priced(cents: number): Changes {
  const { itemsCents, fulfillmentCents, shippingCents } = soldFor(cents).price
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
