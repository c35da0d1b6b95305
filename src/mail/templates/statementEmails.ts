// Emails about the statements of enterprise accounts: issued, soon due, overdue, and not paid after all.

import { type Words as Prose, say } from '../../../languages/texts.ts'
import { type Block, button, type SampleFacts, table, template, type Words } from '../template.ts'

/** `month` and `dueOn` are days such as 2026-03-01 at the operator. */
type Statement = {
  accountName: string
  number: number
  /** Its number among all invoices, as its paper has it. */
  document: string
  month: string
  dueOn: string
  purchaseOrder: string | null
  totalCents: number
  paidCents: number
  /** On its way. */
  processingCents: number
  /** Taken off if the rest is paid until `discountOn`; null without a discount. */
  discountCents: number | null
  discountOn: string | null
  /** Needs no sign-in. */
  payUrl: string
  billingUrl: string
}

const sample = ({ accountName, page }: SampleFacts): Statement => ({
  ...{ accountName, number: 3, document: '001042', month: '2026-03-01', dueOn: '2026-05-01', purchaseOrder: 'PO-7781' },
  ...{ totalCents: 482_050, paidCents: 0, processingCents: 0, discountCents: null, discountOn: null },
  payUrl: page('/pay/sample'),
  billingUrl: page('/dashboard/billing?tab=statements'),
})

export const statementEmails = {
  statement: template<Statement>({
    group: 'payments',
    subject: 'Statement {number} for {month}: {amount}',
    opening: 'Here is your statement for {month}.',
    required: ['month'],
    shown: ({ accountName, number, month, totalCents }, words) => ({
      ...{ account: accountName, number: String(number), month: words.month(month), amount: words.money(totalCents) },
    }),
    rest: (statement, words) => [facts(statement, words), action(statement, words)],
    sample,
  }),

  statement_due_soon: template<Statement>({
    group: 'payments',
    subject: 'Statement {number} is due on {due}: {amount} to pay',
    opening: 'Statement {number} for {month} is due on {due}, and {amount} is still to be paid.',
    required: ['amount'],
    shown: unpaid,
    rest: (statement, words) => [
      facts(statement, words),
      action(statement, words),
      words.t('If you have sent the money in the last days, you need not do anything.'),
    ],
    sample,
  }),

  statement_overdue: template<Statement>({
    group: 'payments',
    subject: 'Statement {number} is overdue: {amount} to pay',
    opening: 'Statement {number} for {month} was due on {due}, and {amount} is still to be paid.',
    required: ['amount'],
    shown: unpaid,
    rest: (statement, words) => [
      facts(statement, words),
      action(statement, words),
      words.t('If you have sent the money in the last days, you need not do anything.'),
    ],
    sample: given => ({ ...sample(given), paidCents: 100_000 }),
  }),

  statement_credit: template<Credit>({
    group: 'payments',
    subject: 'Credit note {document}: {amount}',
    opening: 'We credited {amount} to statement {number}.',
    required: ['amount'],
    shown: ({ accountName, document, number, amountCents }, { money }) => ({
      ...{ account: accountName, document, number: String(number), amount: money(amountCents) },
    }),
    rest: ({ document, number, reason }, { t }) => [
      table({ [t('Credit note')]: document, [t('Statement')]: String(number), [t('Reason')]: reason }),
      t('The credit note is in Billing, under Invoices & credit notes. It contains no tax.'),
    ],
    sample: given => {
      const { accountName, number } = sample(given)
      return { accountName, document: '001043', number, amountCents: 3000, reason: 'Damaged cartons' }
    },
  }),

  statement_payment_failed: template<FailedPayment>({
    group: 'payments',
    subject: 'Your payment of {amount} for statement {number} failed',
    opening: 'Your bank did not make the payment of {amount} for statement {number}, which is still to be paid.',
    required: ['amount'],
    shown: ({ accountName, number, amountCents }, { money }) => ({
      ...{ account: accountName, number: String(number), amount: money(amountCents) },
    }),
    rest: ({ reason, billingUrl }, { t, sentence }) => [
      table({ [t('Reason')]: sentence(reason) }),
      button(t('View the statement'), billingUrl),
    ],
    sample: given => {
      const { accountName, number, totalCents: amountCents, billingUrl } = sample(given)
      return { accountName, number, amountCents, billingUrl, reason: say('The bank account has insufficient funds.') }
    },
  }),
}

type Credit = Pick<Statement, 'accountName' | 'document' | 'number'> & { amountCents: number; reason: string }

type FailedPayment = Pick<Statement, 'accountName' | 'number' | 'billingUrl'> & { amountCents: number; reason: Prose }

function unpaid(statement: Statement, { month, day, money }: Words) {
  return {
    ...{ account: statement.accountName, number: String(statement.number), month: month(statement.month) },
    ...{ due: day(statement.dueOn), amount: money(openCents(statement)) },
  }
}

const openCents = ({
  totalCents,
  paidCents,
  processingCents,
}: Pick<Statement, 'totalCents' | 'paidCents' | 'processingCents'>): number =>
  Math.max(totalCents - paidCents - processingCents, 0)

const facts = (statement: Statement, { t, money, day }: Words): Block =>
  table({
    [t('Statement')]: [String(statement.number), statement.billingUrl],
    [t(statement.totalCents < 0 ? 'Credit note' : 'Invoice')]: statement.document,
    [t('Purchase order')]: statement.purchaseOrder,
    [t('Total')]: money(statement.totalCents),
    [t('Paid')]: statement.paidCents > 0 ? money(statement.paidCents) : null,
    [t('Due')]: openCents(statement) > 0 ? day(statement.dueOn) : null,
    [t('With discount')]: withDiscount(statement, { t, money, day }),
  })

const withDiscount = (
  { discountCents, discountOn, ...statement }: Statement,
  { t, money, day }: Pick<Words, 't' | 'money' | 'day'>,
): string | null =>
  discountCents === null || discountOn === null || openCents(statement) <= discountCents
    ? null
    : t('{amount} until {day}', { amount: money(openCents(statement) - discountCents), day: day(discountOn) })

const action = (statement: Statement, { t }: Words): Block =>
  openCents(statement) === 0
    ? button(t('View the statement'), statement.billingUrl)
    : button(t('Pay the statement'), statement.payUrl)
