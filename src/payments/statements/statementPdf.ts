// The statement of an enterprise account as PDF.

import type { Language } from '../../../languages/languages.ts'
import { dollars } from '../../base/money.ts'
import { bookName } from '../../base/text/orderTitle.ts'
import type { BillTo } from '../billingDetails.ts'
import { numberText } from '../documentNumber.ts'
import { drawSheet, type Seller, type Sheet } from '../documentSheet.ts'
import type { Statement, StatementLine } from './statementStore.ts'

/** With how people call the order, and the one that it reprints. */
type PrintedLine = StatementLine & { orderTitle: string | null; reprintTitle: string | null }
/** `listed` are the first of the lines. */
export type StatementContent = Statement & { seller: Seller; billTo: BillTo; listed: PrintedLine[] }

/** `logo` is the PNG of the seller's brand. */
export const drawStatement = (
  content: StatementContent,
  { logo, language }: { logo: Buffer | null; language: Language },
): Promise<Buffer> =>
  drawSheet({
    ...content,
    language,
    kind: t => t('Statement'),
    content: printed(content),
    logo,
    draw(sheet) {
      drawFacts(sheet, content)
      drawLines(sheet, content)
      drawTotals(sheet, content)
    },
  })

/** Everything but what payments change, so that each copy is the same. */
const printed = ({ paidCents: _, processingCents: __, reminders: ___, lateFees: ____, ...content }: StatementContent) =>
  content

function drawFacts(sheet: Sheet, content: StatementContent): void {
  const { documentNumber, month, issuedAt, dueOn, purchaseOrder, totalCents, discountCents, discountOn } = content
  sheet.beside(
    [
      { text: sheet.t('Date'), gray: true },
      { text: sheet.day(issuedAt.toISOString()) },
      { text: sheet.t('Month'), gray: true },
      { text: month.slice(0, 7) },
    ],
    [
      { text: sheet.t(totalCents < 0 ? 'Credit note' : 'Invoice'), gray: true },
      { text: numberText(documentNumber), bold: true },
      { text: sheet.t('Due'), gray: true },
      {
        text: `${sheet.day(dueOn)} ${termsOf(content, sheet)}`,
        bold: true,
      },
      { text: totalName(totalCents, sheet), gray: true },
      { text: `$${sheet.amount(totalCents)}`, bold: true },
      ...(discountOn === null || totalCents <= 0
        ? []
        : [
            { text: sheet.t('If you pay by {day}', { day: sheet.day(discountOn) }), gray: true },
            { text: `$${sheet.amount(totalCents - discountCents!)}` },
          ]),
      ...lateFeeOf(content, sheet),
      ...(purchaseOrder === null ? [] : [{ text: sheet.t('Purchase order'), gray: true }, { text: purchaseOrder }]),
    ],
  )
  sheet.skip()
}

function lateFeeOf({ lateFeeBasisPoints: points, lateFeeCents: cents }: StatementContent, { t, amount }: Sheet) {
  if (points === null && cents === null) return []
  const fee = cents === null ? `${dollars(points!)}%` : `$${amount(cents)}`
  return [{ text: t('Late fee'), gray: true }, { text: t('{fee} a month', { fee }) }]
}

const termsOf = ({ termsDays: days, termsFrom }: StatementContent, { t }: Sheet): string =>
  termsFrom === 'statement'
    ? t('(net {days, plural, one {# day} other {# days}})', { days })
    : t('{days, plural, =0 {(end of month)} one {(end of month, net # day)} other {(end of month, net # days)}}', {
        days,
      })

function drawLines(sheet: Sheet, { listed, lines, purchaseOrder: usual }: StatementContent): void {
  sheet.beginTable([
    { text: sheet.t('Order and items'), gray: true },
    { text: sheet.t('Shipped'), right: sheet.columns.count, gray: true },
    { text: sheet.t('US dollars'), right: sheet.columns.amount, gray: true },
  ])
  for (const line of listed) {
    const { purchaseOrder } = line
    sheet.keepTogether(3)
    sheet.gap()
    sheet.item(nameOf(line, sheet), [
      { text: sheet.day(line.at.toISOString()), right: sheet.columns.count },
      { text: sheet.amount(line.amountCents), right: sheet.columns.amount },
    ])
    sheet.paragraph(aboutOf(line, sheet), { gray: true })
    if (purchaseOrder !== null && purchaseOrder !== usual)
      sheet.paragraph(`${sheet.t('Purchase order')} ${purchaseOrder}`, { gray: true })
  }
  const unlisted = lines - listed.length
  if (unlisted > 0)
    sheet.line([
      { text: sheet.t('and {count} more lines, each listed in the CSV file of this statement', { count: unlisted }) },
    ])
  sheet.endTable()
}

const nameOf = ({ kind, orderTitle, reprintTitle, lateStatement }: PrintedLine, { t }: Sheet): string => {
  if (kind === 'charge') return t('Charge, without tax')
  if (kind === 'removed_charge') return t('Charge, taken back')
  if (kind === 'waived_fee') return t('Late fee for statement {number}, taken back', { number: lateStatement! })
  if (lateStatement !== null) return t('Late fee for statement {number}', { number: lateStatement })
  if (kind === 'credit') return `${t('Credit for order')} ${orderTitle}`
  return kind === 'reprint' ? `${t('Free reprint of order')} ${reprintTitle}` : `${t('Order')} ${orderTitle}`
}

function aboutOf({ kind, reason, items, itemsCents, shippingCents, taxCents }: PrintedLine, sheet: Sheet): string {
  if (['late_fee', 'waived_fee', 'charge', 'removed_charge', 'credit'].includes(kind)) return reason ?? ''
  const { t, amount, count } = sheet
  const books = items.map(item => `${count(item.quantity)} x ${bookName(item)}`).join(', ')
  if (kind === 'reprint') return books
  return `${books}: ${t('books')} ${amount(itemsCents)}, ${t('shipping')} ${amount(shippingCents)}, ${t('tax')} ${amount(taxCents)}`
}

function drawTotals(sheet: Sheet, { totalCents, taxCents }: StatementContent): void {
  sheet.keepTogether(5)
  sheet.skip()
  sheet.rule()
  sheet.sum(sheet.t('Net'), totalCents - taxCents)
  sheet.sum(sheet.t('Tax'), taxCents)
  sheet.rule()
  sheet.line([
    { text: totalName(totalCents, sheet), bold: true, size: 11 },
    { text: sheet.amount(totalCents), right: sheet.columns.amount, bold: true, size: 11 },
  ])
}

const totalName = (totalCents: number, { t }: Sheet): string => t(totalCents < 0 ? 'Credit' : 'Amount due')
