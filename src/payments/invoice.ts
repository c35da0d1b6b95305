// Invoices and credit notes as PDF. The same facts give the same bytes: the file contains the date of the document, not
// of its creation.

import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { type Letters, lettersFor, settled, type Weight, wrapped } from '../base/letters.ts'
import { dollarsText } from '../base/money.ts'
import { type Cells, cellsOf, type Price, split } from './sale.ts'

export type Seller = { name: string; lines: string[]; registrations: Record<string, string> }
export type BillTo = { name: string; email: string }
export type Bought = {
  customerOrderId: string
  items: { sku: string; quantity: number }[]
  price: Price
  /** The part of it that the document is about; null means all. */
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
  /** Of money that was refunded by hand: what names its movement. */
  handRef: string | null
  amountCents: number
  orderCount: number
  /** The listed orders, of `orderCount` in total. */
  bought: Bought[]
  /** All its taxes; null: to be summed from the listed orders. */
  taxes: TaxSum[] | null
}

const page = { width: 595.28, height: 841.89 } // A4
const margin = 50
const bottom = 60
const size = 9
const leading = 13
const columns = { text: margin, side: 310, count: 400, amount: page.width - margin }
/** Of text with an amount beside it. */
const textWidth = columns.amount - 60 - columns.text
/** Of text with a count beside it as well. */
const itemWidth = columns.count - 40 - columns.text
const columnGap = 10

export async function drawPaper(facts: PaperFacts): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const title = titleOf(facts)
  document.setTitle(title)
  document.setProducer('Octavo')
  document.setCreationDate(facts.issuedAt)
  document.setModificationDate(facts.issuedAt)
  // What the paper adds to its facts is plain ASCII.
  const sheet = createSheet(document, await lettersFor(document, settled(JSON.stringify(facts))))
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
  const { seller, billTo, issuedAt, chargeDate, chargeId, kind, reason, handRef } = facts
  const givenBack = handRef === null ? 'Refunded to the card, from the charge' : 'Refunded by hand, from the charge'
  sheet.line([{ text: title, bold: true, size: 20 }])
  sheet.skip()
  sheet.beside(
    [
      { text: 'From', grey: true },
      { text: seller.name, bold: true },
      ...seller.lines.map(text => ({ text })),
      ...Object.entries(seller.registrations).map(([place, number]) => ({
        text: `Tax registration ${place}: ${number}`,
      })),
    ],
    [{ text: 'Bill to', grey: true }, { text: billTo.name, bold: true }, { text: billTo.email }],
  )
  sheet.skip()
  sheet.beside(
    [{ text: 'Date', grey: true }, { text: issuedAt.toISOString().slice(0, 10) }],
    [
      { text: kind === 'invoice' ? 'Paid by card' : givenBack, grey: true },
      { text: `${chargeDate}, ${chargeId}` },
      ...(handRef === null ? [] : [{ text: `Reference: ${handRef}` }]),
    ],
  )
  if (reason !== null) {
    sheet.skip()
    sheet.line([{ text: 'Reason', grey: true }])
    for (const text of reason.split('\n')) sheet.paragraph(text)
  }
  sheet.skip()
}

function drawOrders(sheet: Sheet, { bought, orderCount }: PaperFacts): void {
  const counts = bought.some(({ cells }) => cells === null)
  sheet.beginTable([
    { text: 'Order and items', grey: true },
    ...(counts ? [{ text: 'Copies', right: columns.count, grey: true }] : []),
    { text: 'US dollars', right: columns.amount, grey: true },
  ])
  for (const { customerOrderId, items, price, cells: part } of bought) {
    const cells = part ?? cellsOf(price)
    const { parts } = split(price, cells)
    const width = 1 + price.taxes.length
    sheet.keepTogether(4)
    sheet.gap()
    sheet.line([{ text: `Order ${customerOrderId}`, bold: true }])
    const known = price.itemsCents.length === items.length
    price.itemsCents.forEach((_, i) => {
      const cents = cells[i * width]!
      if (cents === 0 && part !== null) return
      const item = items[i]
      sheet.item(known ? item!.sku : 'Books', [
        ...(known && part === null ? [{ text: item!.quantity.toLocaleString('en-US'), right: columns.count }] : []),
        { text: amount(cents), right: columns.amount },
      ])
    })
    if (parts.fulfillment !== 0) sheet.sum('Handling', parts.fulfillment)
    if (parts.shipping !== 0) sheet.sum('Shipping', parts.shipping)
  }
  const left = orderCount - bought.length
  if (left > 0) sheet.line([{ text: `and ${left} more orders, which the export of the ledger lists one by one` }])
  sheet.endTable()
}

function drawTotals(sheet: Sheet, facts: PaperFacts): void {
  const taxes = facts.taxes ?? facts.bought.flatMap(taxesOf)
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0)
  sheet.keepTogether(taxes.length + 5)
  sheet.skip()
  sheet.rule()
  sheet.sum('Net', facts.amountCents - taxCents)
  for (const { jurisdiction, kind, rate, taxableCents, taxCents } of taxes) {
    const base = taxableCents === null ? '' : ` on ${amount(taxableCents)}`
    sheet.sum(`${kindNames[kind] ?? kind} ${jurisdiction} ${percent(rate)} %${base}`, taxCents)
  }
  sheet.rule()
  sheet.line([
    { text: facts.kind === 'invoice' ? 'Total paid' : 'Total refunded', bold: true, size: 11 },
    { text: amount(facts.amountCents), right: columns.amount, bold: true, size: 11 },
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
  return `${cents < 0 ? '-' : ''}${Number(whole).toLocaleString('en-US')}.${part}`
}

const percent = (rate: number): string => String(Math.round(rate * 100_000_000) / 1_000_000)

/** Begins at `left`, or ends at `right`, or begins at the margin. */
type Word = { text: string; bold?: boolean; grey?: boolean; size?: number; left?: number; right?: number }
type Sheet = {
  line(words: Word[]): void
  /** The titles of the columns, here and on each further page of the table. */
  beginTable(titles: Word[]): void
  endTable(): void
  sum(label: string, cents: number): void
  /** As many lines as its name takes, the first with its figures. */
  item(name: string, figures: Word[]): void
  /** As many lines as it takes. */
  paragraph(text: string): void
  /** Two columns, each of as many lines as it takes. */
  beside(left: Word[], right: Word[]): void
  skip(): void
  /** Smaller than `skip`. */
  gap(): void
  /** A thin line across the page. */
  rule(): void
  /** Begins a new page when there is no room for that many lines. */
  keepTogether(lines: number): void
  finish(title: string): void
}

function createSheet(document: PDFDocument, letters: Letters): Sheet {
  const pages: { page: PDFPage; operators: string[] }[] = []
  const names = new Map(letters.fonts.map((font, i) => [font, ['P', 'B'][i] ?? `F${i}`]))
  let y = 0
  let titles: Word[] = []
  const newPage = () => {
    const added = document.addPage([page.width, page.height])
    for (const [font, name] of names) added.node.setFontDictionary(PDFName.of(name), font.ref)
    pages.push({ page: added, operators: [] })
    y = page.height - margin
    if (titles.length > 0) drawTitles()
  }
  const show = (
    { text, bold = false, grey = false, size: points = size, left = columns.text, right }: Word,
    at: number,
  ) => {
    const weight = bold ? 'bold' : 'plain'
    const room = (right ?? (left === columns.text ? columns.text + textWidth : columns.amount)) - left
    let shown = letters.drawable(settled(text))
    while (shown.length > 1 && widthOf(shown, weight) > room / points) shown = shown.slice(0, -1)
    const runs = letters.runsOf(shown, weight)
    const width = runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, points), 0)
    const x = right === undefined ? left : right - width
    const drawn = runs.map(({ font, text }, i) => {
      const place = i === 0 ? `${x.toFixed(2)} ${at.toFixed(2)} Td ` : ''
      return `/${names.get(font)} ${points} Tf ${place}${font.encodeText(text)} Tj`
    })
    pages.at(-1)!.operators.push(`${grey ? 0.4 : 0} g BT ${drawn.join(' ')} ET`)
  }
  const widthOf = (text: string, weight: Weight) =>
    Array.from(text).reduce((sum, letter) => sum + letters.widthOf(letter, weight), 0)
  /** The word on as many lines as it takes. */
  const folded = (word: Word, width: number): Word[] => {
    const { text, bold, size: points = size } = word
    const letterWidth = (letter: string) => letters.widthOf(letter, bold ? 'bold' : 'plain')
    return wrapped(letters.drawable(settled(text)), letterWidth, width / points).map(line => ({ ...word, text: line }))
  }
  const drawTitles = () => {
    sheet.rule()
    sheet.line(titles)
    sheet.rule()
  }
  const sheet: Sheet = {
    line(words) {
      sheet.keepTogether(1)
      y -= Math.max(leading, ...words.map(word => (word.size ?? 0) * 1.4))
      for (const word of words) show(word, y)
    },
    beginTable(words) {
      titles = words
      drawTitles()
    },
    endTable() {
      titles = []
    },
    sum: (label, cents) => sheet.line([{ text: label }, { text: amount(cents), right: columns.amount }]),
    item(name, figures) {
      const [first, ...others] = folded({ text: name }, itemWidth)
      sheet.line([first!, ...figures])
      for (const word of others) sheet.line([word])
    },
    paragraph(text) {
      for (const word of folded({ text }, textWidth)) sheet.line([word])
    },
    beside(left, right) {
      const lines = left.flatMap(word => folded(word, columns.side - columns.text - columnGap))
      const others = right.flatMap(word => folded(word, columns.amount - columns.side))
      for (let i = 0; i < Math.max(lines.length, others.length); i++) {
        const [word, other] = [lines[i], others[i]]
        sheet.line([
          ...(word === undefined ? [] : [word]),
          ...(other === undefined ? [] : [{ ...other, left: columns.side }]),
        ])
      }
    },
    skip() {
      y -= leading
    },
    gap() {
      y -= leading / 2
    },
    rule() {
      y -= leading / 2
      pages.at(-1)!.operators.push(`0.8 G 0.5 w ${margin} ${y.toFixed(2)} m ${columns.amount} ${y.toFixed(2)} l S`)
      y -= 1
    },
    keepTogether(lines) {
      if (y - lines * leading < bottom) newPage()
    },
    finish(title) {
      pages.forEach(({ page: { node }, operators }, i) => {
        const foot = `${title}, page ${i + 1} of ${pages.length}`
        operators.push(`0.4 g BT /P 8 Tf ${margin} ${bottom - 25} Td ${letters.fonts[0].encodeText(foot)} Tj ET`)
        node.addContentStream(document.context.register(document.context.flateStream(operators.join('\n'))))
      })
    },
  }
  newPage()
  return sheet
}
