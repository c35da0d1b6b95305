// Payments of statements through the payment provider: on its page, by card or by the debit of a bank account (ACH), or
// by bank transfer to a bank account of the customer's own. A debit is processed for days, and may fail late. A payment
// is posted once, when it succeeds, also after it had ended without money. As with charges: claim, call outside of any
// transaction, record. A message, or the provider's books, only make a check due; without them, payments and transfers
// are checked daily, and open pages hourly. A transfer that the provider refuses, and a payment that it does not answer
// about for days, end, and the staff see why. Money of a payment that the staff closed is not posted by itself: it may
// be recorded by hand already.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { type Clock, day, earlier, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { dollarsText } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { Crash } from '../../base/running/crash.ts'
import type { Db, Tx } from '../../db/db.ts'
import { callAndRecord, outsideWork } from '../../jobs/outsideWork.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { numberText } from '../../payments/documentNumber.ts'
import type { BankAccount, BankTransfer, StatementPayment, StatementPaymentState } from '../../payments/payments.ts'
import { callLeaseMs, nextAttemptAt, nextCheckAt } from '../../payments/providerRetries.ts'
import {
  claimDueOnlinePayments,
  claimTransferCustomers,
  findOpenPage,
  insertOnlinePayment,
  insertTransfers,
  type LeasedPayment,
  lockOnlinePayment,
  makeOnlinePaymentsDue,
  makeTransfersDue,
  type OnlinePayment,
  postponeOnlinePayment,
  postponeTransfers,
  readBankAccount,
  readOnlinePayment,
  saveBankAccount,
  saveOnlineState,
  savePage,
  settleForStaff,
  type TransferCustomer,
} from '../../payments/statements/onlinePaymentStore.ts'
import { readStatement, type Statement } from '../../payments/statements/statementStore.ts'
import { notifyOfFailedPayment } from '../notify/accountEmails.ts'
import { correctLateFees } from './adjustBills.ts'
import { lockBillingOf } from './billingTerms.ts'
import { type CardDeps, withCustomer } from './cards.ts'
import { receive } from './receivePayments.ts'

/** The day at the operator. */
type DayOf = (at: Date) => Temporal.PlainDate
export type OnlinePaymentDeps = CardDeps & { clock: Clock; log: Log; crash: Crash; billingUrl: string; dayOf: DayOf }

type Payer = { accountId: string; actor: string; now: Date }
/** `returnUrl`: where the provider's page leads afterwards; without it, to Billing. */
type Request = Payer & { statement: number; amountCents: number; returnUrl?: string }

/** About nine days: then nothing is expected to change by itself. */
const maxAttempts = 12
/**
 * A transfer whose money the provider does not have, such as one that was sent back, is given up after this time, which
 * begins again when the staff retry it.
 */
const maxProcessingMs = 10 * day
/** A transfer that arrived before is not looked for again: its payment was recorded long ago. */
const transfersWithinMs = 90 * day

/**
 * Opens a page where the statement is paid, or returns the page that is open for the same amount. Refuses with
 * `amount_changed` when the amount is more than what is due and not on its way, and with `provider_unavailable`.
 */
export async function openPayment(deps: OnlinePaymentDeps, request: Request): Promise<OnlinePayment> {
  const { accountId, statement, amountCents } = request
  const { name: provider, maxChargeCents } = deps.payments
  if (amountCents > maxChargeCents)
    throw malformedField('/amount', 'too_large', say('The amount is more than can be charged at once.'))
  await requireDue(deps.transactor.db, request)
  const before = await findOpenPage(deps.transactor.db, { accountId, statement, provider })
  if (before?.url != null && before.amountCents === amountCents) return before
  return withCustomer(deps, request, async customerRef => {
    if (before !== undefined) await closePage(deps, before, request)
    const payment = await claimPayment(deps, request, customerRef)
    deps.crash('payment:claimed')
    const page = await deps.payments.statements
      .openPage({ ...requestOf(payment), returnUrl: request.returnUrl ?? deps.billingUrl })
      .catch(async error => {
        await forgetPayment(deps, payment, request)
        throw error
      })
    deps.crash('payment:called')
    if (page === null) return forgetPayment(deps, payment, request)
    await savePage(deps.transactor.db, payment, { ...page, checkAt: nextCheckAt(deps.clock()) })
    return (await readOnlinePayment(deps.transactor.db, payment))!
  })
}

/** Ends a payment whose page was not opened, or not stored. Its address is unknown to the payer. */
async function forgetPayment({ transactor }: OnlinePaymentDeps, payment: OnlinePayment, { now, actor }: Payer) {
  await transact(transactor, { now, actor }, ({ tx }) =>
    saveOnlineState(tx, payment, { status: 'expired' }, { checkAt: null, now }),
  )
  return null
}

async function closePage(deps: OnlinePaymentDeps, page: LeasedPayment, { now, actor }: Payer): Promise<void> {
  if (page.url !== null) await deps.payments.statements.closePage(requestOf(page))
  await checkNow(deps, page, { now, actor })
}

async function checkNow(
  deps: OnlinePaymentDeps,
  payment: OnlinePayment,
  { now, actor }: { now: Date; actor: string },
): Promise<void> {
  const { transactor, payments } = deps
  const { accountId, idempotencyKey } = payment
  await transact(transactor, { now, actor }, ({ tx }) =>
    makeOnlinePaymentsDue(tx, [{ accountId, key: idempotencyKey }], now),
  )
  const claim = { now, leaseUntil: later(now, callLeaseMs), max: maxClaimed }
  await callAndRecord(followWork(deps), await claimDueOnlinePayments(transactor.db, payments.name, claim, payment))
}

/**
 * Writes the payment before the page is opened. The payer learns the address of the page only after it is stored.
 */
const claimPayment = (deps: OnlinePaymentDeps, request: Request, customerRef: string): Promise<OnlinePayment> =>
  transact(deps.transactor, request, async work => {
    const { tx, now } = work
    const { accountId, statement: number, amountCents } = request
    await lockBillingOf(work, accountId)
    const statement = await requireDue(tx, request)
    if ((await findOpenPage(tx, { accountId, statement: number, provider: deps.payments.name })) !== undefined)
      throw new Refusal('wrong_state', say('Another payment of this statement is being opened. Please try again.'))
    const payment = {
      ...{ accountId, paymentId: work.newId('pay'), provider: deps.payments.name, customerRef, amountCents },
      ...{ kind: 'page' as const, statement: number, providerRef: null },
      description: `Invoice ${numberText(statement.documentNumber)}`,
      begunOn: deps.dayOf(now).toString(),
    }
    await insertOnlinePayment(tx, payment, later(now, callLeaseMs), now)
    return (await readOnlinePayment(tx, payment))!
  })

const openCentsOf = ({ totalCents, paidCents, processingCents }: Statement): number =>
  totalCents - paidCents - processingCents

/** The statement, where at least the amount is due and not on its way. */
async function requireDue(db: Db | Tx, { accountId, statement: number, amountCents }: Request): Promise<Statement> {
  const statement = await readStatement(db, accountId, number)
  if (statement === undefined)
    throw new Refusal('not_found', say('There is no statement {wanted}.', { wanted: number }))
  const openCents = openCentsOf(statement)
  if (amountCents <= openCents) return statement
  const amount = dollarsText(Math.max(openCents, 0))
  const other = dollarsText(amountCents)
  throw new Refusal('amount_changed', say('{amount} is due now, not {other}.', { amount, other }))
}

const requestOf = (payment: OnlinePayment): StatementPayment => ({
  ...payment,
  pageRef: payment.kind === 'page' ? payment.providerRef : null,
})

/** The bank account for the transfers of an account, the same at every call. Refuses with `provider_unavailable`. */
export async function openBankAccount(deps: OnlinePaymentDeps, payer: Payer): Promise<BankAccount> {
  const { transactor, payments } = deps
  const { accountId, now } = payer
  const known = await readBankAccount(transactor.db, accountId, payments.name)
  if (known !== null) return known
  await transact(transactor, payer, work => lockBillingOf(work, accountId))
  return withCustomer(deps, payer, async customerRef => {
    const account = await payments.statements.readBankAccount(customerRef)
    if (account !== null)
      await saveBankAccount(transactor.db, { accountId, provider: payments.name, customerRef }, account, now)
    return account
  })
}

const maxClaimed = 32

/** Whether a page takes more than is still due, since another payment arrived. */
async function exceedsDue(db: Db, { accountId, kind, statement, amountCents }: OnlinePayment): Promise<boolean> {
  if (kind === 'transfer') return false
  return amountCents > openCentsOf((await readStatement(db, accountId, statement!))!)
}

/** Why the staff must look at a payment that the provider does not answer about. */
const noAnswer: StatementPaymentState = {
  ...{ status: 'failed', method: null, code: 'no_answer' },
  message: say('The payment provider gave no usable answer for days.'),
}

/** Why the staff must look at a payment that they closed. */
const moneyAfterClosing = {
  ...{ status: 'failed' as const, method: null, code: 'money_after_closing' },
  message: say(
    'The payment provider has this money, although the payment was closed. Close it again if the money was recorded by hand; otherwise, ask again to record it.',
  ),
}

function followWork({ transactor, payments, clock, log, crash, billingUrl, dayOf }: OnlinePaymentDeps) {
  return {
    clock,
    log,
    keyOf: ({ accountId, paymentId }: LeasedPayment) => ({ accountId, paymentId }),
    concurrency: 8,
    async call(payment: LeasedPayment): Promise<StatementPaymentState | null> {
      // The payer never saw its page.
      if (payment.kind === 'page' && payment.providerRef === null) return { status: 'expired' }
      try {
        const { statements } = payments
        const request = requestOf(payment)
        if (await mustClose(payment, transactor.db, clock())) await statements.closePage(request)
        const state = await (payment.kind === 'page'
          ? statements.findPayment(request)
          : statements.takeTransfer(request))
        crash('payment:found')
        return state
      } catch (error) {
        log.warn({ paymentId: payment.paymentId, err: error }, 'could not read a payment from the provider')
        return null
      }
    },
    record: (payment: LeasedPayment, state: StatementPaymentState | null, now: Date) =>
      transact(transactor, { now, actor: state === null ? 'system' : payments.name }, async work => {
        await lockBillingOf(work, payment.accountId)
        if (!(await lockOnlinePayment(work.tx, payment))) return
        const found = state ?? (payment.attempts >= maxAttempts && !hasEnded(payment) ? noAnswer : null)
        if (found !== null) return recordState(work, payment, found, { billingUrl, log, dayOf })
        const at = nextAttemptAt(payment.attempts, now)
        await postponeOnlinePayment(work.tx, payment, at)
        work.wake('follow_payments', at)
      }),
  }
}

/** It is asked for again, until there is an answer, when the provider may have taken money since. */
const hasEnded = ({ settledAt }: OnlinePayment): boolean => settledAt !== null

/** Whether the provider must take no money for a payment any more. */
const mustClose = async (payment: LeasedPayment, db: Db, now: Date): Promise<boolean> =>
  isGivenUp(payment, now) ||
  ((payment.kind === 'page' || payment.isClosed) && hasEnded(payment)) ||
  (payment.status === 'open' && (await exceedsDue(db, payment)))

const isGivenUp = ({ kind, status, createdAt, retriedAt }: LeasedPayment, now: Date): boolean =>
  kind === 'transfer' && status === 'processing' && later(retriedAt ?? createdAt, maxProcessingMs) <= now

/** Records the state of a locked payment. */
async function recordState(
  work: UnitOfWork,
  payment: LeasedPayment,
  found: StatementPaymentState,
  { billingUrl, log, dayOf }: Pick<OnlinePaymentDeps, 'billingUrl' | 'log' | 'dayOf'>,
): Promise<void> {
  const { tx, now } = work
  const { accountId, paymentId, amountCents, statement, kind } = payment
  // It has ended before: only money is news.
  const isMoney = found.status === 'succeeded' || found.status === 'processing'
  const isKnown = payment.isClosed && payment.failureCode === moneyAfterClosing.code
  if (hasEnded(payment) && (!isMoney || isKnown)) return postponeOnlinePayment(tx, payment, null)
  const state = payment.isClosed ? moneyAfterClosing : found
  const needsStaff =
    state === noAnswer || state === moneyAfterClosing || (state.status === 'failed' && kind === 'transfer')
  const checkAt = state.status === 'open' ? nextCheckAt(now) : state.status === 'processing' ? later(now, day) : null
  await saveOnlineState(tx, payment, state, { checkAt, needsStaff, now })
  if (checkAt !== null) work.wake('follow_payments', checkAt)
  if (state.status === 'succeeded') {
    const receivedOn = dayOf(now).toString()
    const received = { kind: 'payment' as const, accountId, amountCents, statement, receivedOn, note: null }
    await receive(work, { ...received, reference: state.ref }, paymentId)
    await correctLateFees(work, accountId, payment.begunOn)
  }
  if (needsStaff) log.error({ accountId, paymentId, amountCents, state }, 'a payment of a statement needs the staff')
  else if (state.status === 'failed')
    await notifyOfFailedPayment(work, { ...payment, message: state.message }, billingUrl)
}

/** A transfer above the provider's maximum is taken by several payments. */
function sliceTransfer({ ref, amountCents }: BankTransfer, maxCents: number) {
  const slices: { providerRef: string; amountCents: number }[] = []
  for (let takenCents = 0; takenCents < amountCents; takenCents += maxCents) {
    const providerRef = slices.length === 0 ? ref : `${ref}/${slices.length + 1}`
    slices.push({ providerRef, amountCents: Math.min(maxCents, amountCents - takenCents) })
  }
  return slices
}

/** The sweeps of `follow_payments`. */
export function followPayments(deps: OnlinePaymentDeps): ((now: Date) => Promise<number>)[] {
  const { transactor, payments, clock, log } = deps
  const lease = { leaseMs: callLeaseMs, maxClaimed }
  return [
    outsideWork({
      ...{ clock, log, ...lease, concurrency: 8 },
      keyOf: ({ accountId }: TransferCustomer) => ({ accountId }),
      claim: claim => claimTransferCustomers(transactor.db, payments.name, claim),
      async call({ accountId, customerRef }) {
        try {
          return await payments.statements.listTransfers(customerRef, earlier(clock(), transfersWithinMs))
        } catch (error) {
          log.warn({ accountId, err: error }, 'could not read the bank transfers of an account from the provider')
          return null
        }
      },
      record: (customer, transfers, now) =>
        transact(transactor, { now, actor: payments.name }, async work => {
          const next = transfers === null ? nextAttemptAt(customer.attempts, now) : later(now, day)
          const attempts = transfers === null ? customer.attempts : 0
          if (!(await postponeTransfers(work.tx, customer, { at: next, attempts }))) return
          work.wake('follow_payments', next)
          const slices = (transfers ?? []).flatMap(transfer =>
            sliceTransfer(transfer, payments.maxChargeCents).map(slice => ({
              ...{ ...slice, begunOn: deps.dayOf(transfer.at).toString() },
            })),
          )
          const taken = slices.map(slice => ({ ...customer, ...slice, paymentId: work.newId('pay') }))
          await insertTransfers(work.tx, taken, now)
          if (taken.length > 0) work.wake('follow_payments', now)
        }),
    }),
    outsideWork({
      ...followWork(deps),
      ...lease,
      claim: claim => claimDueOnlinePayments(transactor.db, payments.name, claim),
    }),
  ]
}

type StaffDecision = Payer & { paymentId: string; decision: 'retry' | 'close'; reason: string }

/** The staff have a failed payment asked for again, or settle it outside. Refuses with `wrong_state`. */
export const settlePayment = (transactor: Transactor, act: StaffDecision): Promise<void> =>
  transact(transactor, act, async work => {
    const { tx, now, actor } = work
    const { accountId, paymentId, decision, reason } = act
    await lockBillingOf(work, accountId)
    if (!(await settleForStaff(tx, act, decision === 'retry' ? now : null)))
      throw new Refusal('wrong_state', say('payment {paymentId} does not need the staff', { paymentId }))
    if (decision === 'retry') work.wake('follow_payments', now)
    const details = { reason, decision }
    const entry = { at: now, actor, action: 'online_payment_settled', accountId, subject: paymentId, details }
    await appendAudit(tx, work.newId, entry)
  })

/** Has the payment with that key checked now. */
export async function requestPaymentCheck(work: UnitOfWork, accountId: string, key: string): Promise<void> {
  await makeOnlinePaymentsDue(work.tx, [{ accountId, key }], work.now)
  work.wake('follow_payments', work.now)
}

/** Has the bank transfers of a customer looked for now. */
export async function requestTransferCheck(work: UnitOfWork, provider: string, customerRef: string): Promise<void> {
  await makeTransfersDue(work.tx, provider, customerRef, work.now)
  work.wake('follow_payments', work.now)
}

export const simulatedMethods = ['card', 'bank_debit', 'bank_debit_fails'] as const
type SimulatedAct = Payer & { paymentId: string; by: (typeof simulatedMethods)[number] }

/** Simulates a payer on the page. Refuses with `wrong_state` without a simulation, or when the page is not open. */
export async function simulatePayer(deps: OnlinePaymentDeps, act: SimulatedAct): Promise<void> {
  const payment = await readOnlinePayment(deps.transactor.db, act)
  const payer = deps.payments.simulatedPayer
  if (payer === null || payment?.status !== 'open' || !(await payer.pay(requestOf(payment), act.by)))
    throw new Refusal('wrong_state', say('This payment is not open here.'))
  await checkNow(deps, payment, act)
}

/** Simulates a bank transfer. Refuses with `wrong_state` without a simulation, or without the bank account for it. */
export async function simulateTransfer(
  deps: OnlinePaymentDeps,
  { accountId, amountCents, now, actor }: Payer & { amountCents: number },
) {
  const { transactor, payments } = deps
  const account = await readBankAccount(transactor.db, accountId, payments.name)
  if (payments.simulatedPayer === null || account === null)
    throw new Refusal('wrong_state', say('Ask for the bank account first.'))
  await payments.simulatedPayer.transfer(accountId, amountCents)
  await transact(transactor, { now, actor }, work => requestTransferCheck(work, payments.name, accountId))
}
