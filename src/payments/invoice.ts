// Invoices and credit notes as PDF. documentSheet.ts has the page.

import type { Language } from '../../languages/languages.ts'
import type { Translate } from '../../languages/texts.ts'
import { bookName, orderTitle } from '../base/text/orderTitle.ts'
import type { BillTo } from './billingDetails.ts'
import { numberText } from './documentNumber.ts'
import { drawSheet, type Seller, type Sheet } from './documentSheet.ts'
import { type Cells, cellsOf, type Price, split } from './splitSale.ts'

export type InvoicedOrder = {
  customerOrderId: string
  /** For people, where the identifier is one that a browser made. */
  orderTitle?: string
  /** Its own; null: that of the document. */
  purchaseOrder: string | null
  /** The name of the price list that the order was accepted with; null for the catalog's prices. */
  priceList: string | null
  items: { sku: string; quantity: number; title?: string }[]
  price: Price
  /** The refunded cells of the price; null: the document is about the whole price. */
  cells: Cells | null
}
type TaxSum = { jurisdiction: string; kind: string; rate: number; taxableCents: number | null; taxCents: number }

export type DocumentContent = {
  kind: 'invoice' | 'credit_note'
  number: number
  issuedAt: Date
  seller: Seller
  billTo: BillTo
  chargeId: string
  chargeDate: string
  /** The number of the invoice that a credit note is about; null for an invoice. */
  invoiceNumber: number | null
  /** A day; null for a credit note. */
  dueOn: string | null
  reason: string | null
  /** The reference of a refund that was made by hand; null for others. */
  manualRef: string | null
  amountCents: number
  orderCount: number
  /** The listed orders, of `orderCount` in total. */
  orders: InvoicedOrder[]
  /** The taxes of all orders; null: the sum of those of the listed orders. */
  taxes: TaxSum[] | null
}

/** `logo` is the PNG of the seller's brand. */
export function drawDocument(
  content: DocumentContent,
  { logo = null, language = 'en' }: { logo?: Buffer | null; language?: Language } = {},
): Promise<Buffer> {
  const { number, issuedAt, seller, billTo } = content
  const kind = (t: Translate) => t(content.kind === 'invoice' ? 'Invoice' : 'Credit note')
  const draw = (sheet: Sheet) => {
    drawFacts(sheet, content)
    drawOrders(sheet, content)
    drawTotals(sheet, content)
  }
  return drawSheet({ language, kind, number, issuedAt, seller, billTo, content, logo, draw })
}

function drawFacts(sheet: Sheet, content: DocumentContent): void {
  const { issuedAt, chargeDate, chargeId, invoiceNumber, dueOn, kind, reason, manualRef, billTo, amountCents } = content
  const paid =
    kind === 'invoice'
      ? sheet.t('Paid by card')
      : sheet.t(manualRef === null ? 'Refunded to the card, from the charge' : 'Refunded by hand, from the charge')
  sheet.beside(
    [
      { text: sheet.t('Date'), gray: true },
      { text: sheet.day(issuedAt.toISOString()) },
      ...(billTo.purchaseOrder
        ? [{ text: sheet.t('Purchase order'), gray: true }, { text: billTo.purchaseOrder }]
        : []),
    ],
    [
      { text: paid, gray: true },
      { text: `${sheet.day(chargeDate)}, ${chargeId}` },
      ...(invoiceNumber === null
        ? []
        : [{ text: sheet.t('Invoice'), gray: true }, { text: numberText(invoiceNumber) }]),
      ...(manualRef === null ? [] : [{ text: `${sheet.t('Reference')}: ${manualRef}` }]),
      ...(dueOn === null ? [] : [{ text: sheet.t('Due'), gray: true }, { text: sheet.day(dueOn) }]),
      { text: totalName(content, sheet), gray: true },
      { text: `$${sheet.amount(amountCents)}`, bold: true },
    ],
  )
  if (reason !== null) {
    sheet.skip()
    sheet.line([{ text: sheet.t('Reason'), gray: true }])
    for (const text of reason.split('\n')) sheet.paragraph(text)
  }
  sheet.skip()
}

function drawOrders(sheet: Sheet, { orders, orderCount, billTo }: DocumentContent): void {
  const counts = orders.some(({ cells }) => cells === null)
  sheet.beginTable([
    { text: sheet.t('Order and items'), gray: true },
    ...(counts ? [{ text: sheet.t('Copies'), right: sheet.columns.count, gray: true }] : []),
    { text: sheet.t('US dollars'), right: sheet.columns.amount, gray: true },
  ])
  for (const order of orders) {
    const { purchaseOrder, priceList, items, price, cells: part } = order
    const cells = part ?? cellsOf(price)
    const { parts } = split(price, cells)
    const width = 1 + price.taxes.length
    const notes = [
      ...(purchaseOrder === null || purchaseOrder === billTo.purchaseOrder
        ? []
        : [`${sheet.t('Purchase order')} ${purchaseOrder}`]),
      ...(priceList === null ? [] : [`${sheet.t('Price list')}: ${priceList}`]),
    ]
    sheet.keepTogether(4 + notes.length)
    sheet.gap()
    sheet.line([{ text: `${sheet.t('Order')} ${orderTitle(order)}`, bold: true }])
    for (const text of notes) sheet.line([{ text, gray: true }])
    items.forEach((item, i) => {
      const cents = cells[i * width]!
      if (cents === 0 && part !== null) return
      sheet.item(bookName(item), [
        ...(part === null ? [{ text: sheet.count(item.quantity), right: sheet.columns.count }] : []),
        { text: sheet.amount(cents), right: sheet.columns.amount },
      ])
    })
    if (parts.fulfillment !== 0) sheet.sum(sheet.t('Handling'), parts.fulfillment)
    if (parts.shipping !== 0) sheet.sum(sheet.t('Shipping'), parts.shipping)
  }
  const unlisted = orderCount - orders.length
  if (unlisted > 0)
    sheet.line([
      { text: sheet.t('and {count} more orders, each listed in the export of the ledger', { count: unlisted }) },
    ])
  sheet.endTable()
}

function drawTotals(sheet: Sheet, content: DocumentContent): void {
  const taxes = content.taxes ?? content.orders.flatMap(taxesOf)
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0)
  sheet.keepTogether(taxes.length + 5)
  sheet.skip()
  sheet.rule()
  sheet.sum(sheet.t('Net'), content.amountCents - taxCents)
  for (const { jurisdiction, kind, rate, taxableCents, taxCents } of taxes) {
    const base = taxableCents === null ? '%' : sheet.t('% on {amount}', { amount: sheet.amount(taxableCents) })
    const name = kind === 'sales' ? sheet.t('Sales tax') : kind.toUpperCase()
    sheet.sum(`${name} ${jurisdiction} ${percent(rate, sheet)} ${base}`, taxCents)
  }
  sheet.rule()
  sheet.line([
    { text: totalName(content, sheet), bold: true, size: 11 },
    { text: sheet.amount(content.amountCents), right: sheet.columns.amount, bold: true, size: 11 },
  ])
}

const totalName = ({ kind }: DocumentContent, { t }: Sheet): string =>
  t(kind === 'invoice' ? 'Total paid' : 'Total refunded')

const taxesOf = ({ price, cells }: InvoicedOrder): TaxSum[] => {
  const { taxesCents } = split(price, cells ?? cellsOf(price))
  return price.taxes.map(({ jurisdiction, kind, rate, taxableCents }, i) => ({
    jurisdiction,
    kind,
    rate,
    taxableCents: cells === null ? taxableCents : null,
    taxCents: taxesCents[i]!,
  }))
}

const percent = (rate: number, { count }: Pick<Sheet, 'count'>): string =>
  count(Math.round(rate * 100_000_000) / 1_000_000)
