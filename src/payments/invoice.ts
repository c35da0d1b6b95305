// Invoices and credit notes as PDF. The same facts make the same bytes: the file bears the date of the document, not of its
// making. The letters are those of the PDF standard's own Helvetica; what it cannot show of a customer's name is a "?".

import { PDFDocument, type PDFFont, PDFName, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import { dollarsText } from '../base/money.ts'
import { type Cells, cellsOf, type Price, split } from './sale.ts'

export type Seller = { name: string; lines: string[]; registrations: Record<string, string> }
export type BillTo = { name: string; email: string }
export type Bought = {
  customerOrderId: string
  items: { sku: string; quantity: number }[]
  price: Price
  /** What of it the document is about; null is all. */
  cells: Cells | null
}
type TaxSum = { jurisdiction: string; kind: string; rate: number; taxableCents: number | null; taxCents: number }

export type PaperFacts = {
  kind: 'invoice' | 'credit_note'
  number: number
  issuedAt: Date
  seller: Seller
  billTo: BillTo
  chargeId: string
  chargeDate: string
  reason: string | null
  amountCents: number
  orderCount: number
  /** The orders that it lists, of `orderCount`. */
  bought: Bought[]
  /** All taxes of it; null: to be summed from what was bought. */
  taxes: TaxSum[] | null
}

/** A file of 2,000 orders has some 200 pages; who has more finds them in the ledger's export. */
export const mostOrdersListed = 2000

const page = { width: 595.28, height: 841.89 } // A4
const margin = 50
const bottom = 60
const size = 9
const leading = 13
const columns = { text: margin, count: 400, amount: page.width - margin }

export async function drawPaper(facts: PaperFacts): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const title = titleOf(facts)
  document.setTitle(title)
  document.setProducer('Octavo')
  document.setCreationDate(facts.issuedAt)
  document.setModificationDate(facts.issuedAt)
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const sheet = createSheet(document, { plain, bold })
  drawHeading(sheet, facts, title)
  drawOrders(sheet, facts)
  drawTotals(sheet, facts)
  sheet.finish(title)
  return Buffer.from(
    await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }),
  )
}

const titleOf = ({ kind, number }: PaperFacts): string =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${String(number).padStart(6, '0')}`

function drawHeading(sheet: Sheet, facts: PaperFacts, title: string): void {
  const { seller, billTo, issuedAt, chargeDate, chargeId, kind, reason } = facts
  sheet.line([{ text: seller.name, bold: true }])
  for (const line of seller.lines) sheet.line([{ text: line }])
  for (const [place, number] of Object.entries(seller.registrations)) {
    sheet.line([{ text: `Tax registration ${place}: ${number}` }])
  }
  sheet.skip()
  sheet.line([{ text: title, bold: true, size: 16 }])
  sheet.skip()
  sheet.line([{ text: `Date: ${issuedAt.toISOString().slice(0, 10)}` }])
  sheet.line([{ text: `Bill to: ${billTo.name}, ${billTo.email}` }])
  sheet.line([
    {
      text: `${kind === 'invoice' ? 'Paid by card' : 'Given back to the card, from the charge'}: ${chargeDate}, ${chargeId}`,
    },
  ])
  if (reason !== null) sheet.line([{ text: `Reason: ${reason}` }])
  sheet.line([{ text: 'All amounts are US dollars.' }])
  sheet.skip()
}

function drawOrders(sheet: Sheet, { bought, orderCount }: PaperFacts): void {
  for (const { customerOrderId, items, price, cells: part } of bought) {
    const cells = part ?? cellsOf(price)
    const { parts } = split(price, cells)
    const width = 1 + price.taxes.length
    sheet.keepTogether(3)
    sheet.line([{ text: `Order ${customerOrderId}`, bold: true }])
    const known = price.itemsCents.length === items.length
    price.itemsCents.forEach((_, i) => {
      const cents = cells[i * width]!
      if (cents === 0 && part !== null) return
      const item = items[i]
      sheet.line([
        { text: known ? item!.sku : 'Books' },
        ...(known && part === null ? [{ text: String(item!.quantity), right: columns.count }] : []),
        { text: amount(cents), right: columns.amount },
      ])
    })
    if (parts.fulfillment !== 0) sheet.sum('Fulfilment', parts.fulfillment)
    if (parts.shipping !== 0) sheet.sum('Shipping', parts.shipping)
  }
  const left = orderCount - bought.length
  if (left > 0) sheet.line([{ text: `and ${left} more orders, which the export of the ledger lists one by one` }])
}

function drawTotals(sheet: Sheet, facts: PaperFacts): void {
  const taxes = facts.taxes ?? facts.bought.flatMap(taxesOf)
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0)
  sheet.skip()
  sheet.keepTogether(taxes.length + 3)
  sheet.sum('Net', facts.amountCents - taxCents)
  for (const { jurisdiction, kind, rate, taxableCents, taxCents } of taxes) {
    const base = taxableCents === null ? '' : ` on ${amount(taxableCents)}`
    sheet.sum(`${kindNames[kind] ?? kind} ${jurisdiction} ${percent(rate)} %${base}`, taxCents)
  }
  sheet.line([
    { text: facts.kind === 'invoice' ? 'Total paid' : 'Total given back', bold: true },
    { text: amount(facts.amountCents), right: columns.amount, bold: true },
  ])
}

const kindNames: Record<string, string> = { sales: 'Sales tax', gst: 'GST', hst: 'HST', pst: 'PST', qst: 'QST' }

const taxesOf = ({ price, cells }: Bought): TaxSum[] => {
  const { taxesCents } = split(price, cells ?? cellsOf(price))
  return price.taxes.map(({ jurisdiction, kind, rate, taxableCents }, i) => ({
    jurisdiction,
    kind,
    rate,
    taxableCents: cells === null ? taxableCents : null,
    taxCents: taxesCents[i]!,
  }))
}

/** 123456789 cents -> 1,234,567.89 */
const amount = (cents: number): string => {
  const [whole, part] = dollarsText(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}${whole!.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`
}

const percent = (rate: number): string => String(Math.round(rate * 100_000_000) / 1_000_000)

type Word = { text: string; bold?: boolean; size?: number; right?: number }
type Sheet = {
  line(words: Word[]): void
  sum(label: string, cents: number): void
  skip(): void
  /** Begins a new page when there is no room for so many lines. */
  keepTogether(lines: number): void
  finish(title: string): void
}

function createSheet(document: PDFDocument, fonts: { plain: PDFFont; bold: PDFFont }): Sheet {
  const pages: { page: PDFPage; operators: string[] }[] = []
  const letters = new Set(fonts.plain.getCharacterSet())
  let y = 0
  const newPage = () => {
    const added = document.addPage([page.width, page.height])
    added.node.setFontDictionary(PDFName.of('P'), fonts.plain.ref)
    added.node.setFontDictionary(PDFName.of('B'), fonts.bold.ref)
    pages.push({ page: added, operators: [] })
    y = page.height - margin
  }
  const show = ({ text, bold = false, size: points = size, right }: Word, at: number) => {
    const font = bold ? fonts.bold : fonts.plain
    const room = (right ?? columns.amount - 60) - columns.text
    let shown = [...text.normalize('NFC')].map(letter => (letters.has(letter.codePointAt(0)!) ? letter : '?')).join('')
    while (shown.length > 1 && font.widthOfTextAtSize(shown, points) > room) shown = shown.slice(0, -1)
    const x = right === undefined ? columns.text : right - font.widthOfTextAtSize(shown, points)
    pages
      .at(-1)!
      .operators.push(
        `BT /${bold ? 'B' : 'P'} ${points} Tf ${x.toFixed(2)} ${at.toFixed(2)} Td ${font.encodeText(shown)} Tj ET`,
      )
  }
  const sheet: Sheet = {
    line(words) {
      sheet.keepTogether(1)
      y -= Math.max(leading, ...words.map(word => (word.size ?? 0) * 1.4))
      for (const word of words) show(word, y)
    },
    sum: (label, cents) => sheet.line([{ text: label }, { text: amount(cents), right: columns.amount }]),
    skip() {
      y -= leading
    },
    keepTogether(lines) {
      if (y - lines * leading < bottom) newPage()
    },
    finish(title) {
      pages.forEach(({ page: { node }, operators }, i) => {
        const foot = `${title}, page ${i + 1} of ${pages.length}`
        operators.push(`BT /P 8 Tf ${margin} ${bottom - 25} Td ${fonts.plain.encodeText(foot)} Tj ET`)
        node.addContentStream(document.context.register(document.context.flateStream(operators.join('\n'))))
      })
    },
  }
  newPage()
  return sheet
}
