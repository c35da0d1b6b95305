// The page on which a statement is paid without a sign-in: what is owed to whom, and how to pay. It has no order, line
// or name of the buyer, because everybody who gets its address can open it.

import { usualLocales } from '../../../languages/languages.ts'
import { translate } from '../../../languages/texts.ts'
import { dollars } from '../../base/money.ts'
import { escapeMarkup } from '../../base/text/markup.ts'
import { numberText } from '../../payments/documentNumber.ts'
import type { BankAccount } from '../../payments/payments.ts'
import { stateOf } from '../../payments/statements/applyPayments.ts'
import type { Statement } from '../../payments/statements/statementStore.ts'
import { type Look, linkPage } from '../server/linkPage.ts'

type Payable = {
  statement: Statement
  seller: string
  /** Null before somebody asked for it. */
  bankAccount: BankAccount | null
  /** The address of this page. */
  path: string
  now: Date
}

export function paymentHtml({ statement, seller, bankAccount, path, now }: Payable, look: Look): string {
  const t = translate(look.language)
  const locale = usualLocales[look.language]
  const money = (cents: number) => dollars(cents).toLocaleString(locale, { style: 'currency', currency: 'USD' })
  const day = (text: string) => Temporal.PlainDate.from(text).toLocaleString(locale, { dateStyle: 'long' })
  const { number, documentNumber, totalCents, paidCents, processingCents, dueOn, discountCents, discountOn } = statement
  const { discountEndsAt } = statement
  const openCents = totalCents - paidCents - processingCents
  const hasDiscount = discountOn !== null && discountCents !== null && now < discountEndsAt!
  const title = t('Statement {number} of {seller}', { number, seller })
  const facts: [string, string | null][] = [
    [t('Invoice'), numberText(documentNumber)],
    [t('Total'), money(totalCents)],
    [t('Paid'), paidCents > 0 ? money(paidCents) : null],
    [t('On its way'), processingCents > 0 ? money(processingCents) : null],
    [t('Due'), day(dueOn)],
    [
      t('With discount'),
      hasDiscount
        ? t('{amount} until {day}', { amount: money(totalCents - discountCents), day: day(discountOn) })
        : null,
    ],
  ]
  const bank: [string, string | null][] = [
    [t('Bank'), bankAccount?.bank ?? null],
    [t('Account holder'), bankAccount?.holder ?? null],
    [t('Routing number'), bankAccount?.routingNumber ?? null],
    [t('Account number'), bankAccount?.accountNumber ?? null],
  ]
  const waysToPay = [
    `<p><a class="button" href="${path}/online" rel="nofollow">${escapeMarkup(t('Pay {amount} by card or bank account', { amount: money(openCents) }))}</a></p>`,
    `<h2>${escapeMarkup(t('Bank transfer'))}</h2>`,
    bankAccount === null
      ? `<p><a href="${path}/transfer" rel="nofollow">${escapeMarkup(t('Show the bank account for transfers'))}</a></p>`
      : `${listOf(bank)}<p>${escapeMarkup(t('Only you pay to this account, so no reference is needed.'))}</p>`,
  ]
  return linkPage(look, title, [
    `<header><span>${escapeMarkup(seller)}</span></header>`,
    `<h1>${escapeMarkup(t('Statement {number}', { number }))}</h1>`,
    `<p class="amount">${escapeMarkup(money(Math.max(openCents, 0)))} <small>${escapeMarkup(t(stateOf(statement, now) === 'overdue' ? 'overdue' : 'to pay'))}</small></p>`,
    listOf(facts),
    ...(openCents > 0 ? waysToPay : []),
  ])
}

/** The page of the simulated gateway. Paying on it leads back to the page of the statement. */
export function simulatedPaymentHtml({ path, amountCents }: { path: string; amountCents: number }, look: Look): string {
  const t = translate(look.language)
  const amount = dollars(amountCents).toLocaleString(usualLocales[look.language], {
    style: 'currency',
    currency: 'USD',
  })
  const title = t('Simulated payment of {amount}', { amount })
  const ways = [
    ['card', t('Pay by card')],
    ['bank_debit', t('Pay from a bank account')],
    ['bank_debit_fails', t('Pay from a bank account without funds')],
  ] as const
  return linkPage(look, title, [
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p>${escapeMarkup(t('No money moves.'))}</p>`,
    ...ways.map(
      ([by, text]) =>
        `<p><a class="button" href="${path}/simulated?by=${by}" rel="nofollow">${escapeMarkup(text)}</a></p>`,
    ),
  ])
}

/** A link that has done its work, and shows nothing more. */
export function endedPaymentHtml(isPaid: boolean, look: Look): string {
  const t = translate(look.language)
  const text = t(isPaid ? 'This statement is paid. Thank you!' : 'This link has expired.')
  return linkPage(look, text, [`<h1>${escapeMarkup(text)}</h1>`])
}

const listOf = (rows: [string, string | null][]): string =>
  `<dl>${rows
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<div><dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value!)}</dd></div>`)
    .join('')}</dl>`
