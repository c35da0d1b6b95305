// Invoices and credit notes as PDF. The same content gives the same bytes: the file contains the date of the document,
// not of its creation.

import { PDFDocument, type PDFImage, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { type DocumentFonts, embedFonts, type FontWeight, normalizeText, wrapText } from '../base/documentFonts.ts'
import { dollarsText } from '../base/money.ts'
import { type Cells, cellsOf, type Price, split } from './splitSale.ts'

/** `brand` is missing in documents of a time without a brand. */
export type Seller = {
  name: string
  lines: string[]
  registrations: Record<string, string>
  brand?: SellerBrand
}
/** The brand of a version of the operator's data. */
type SellerBrand = { version: number; name: string; supportAddress: string | null; legalLines: readonly string[] }
export type BillTo = { name: string; email: string }
export type InvoicedOrder = {
  customerOrderId: string
  /** The name of the price list that the order was accepted with; null for the catalog's prices. */
  priceList: string | null
  items: { sku: string; quantity: number }[]
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

const page = { width: 595.28, height: 841.89 } // A4
const margin = 50
const bottom = 60
const size = 9
const leading = 13
const columns = { text: margin, side: 310, count: 400, amount: page.width - margin }
/** The width of text with an amount beside it. */
const textWidth = columns.amount - 60 - columns.text
/** The width of text with a count and an amount beside it. */
const itemWidth = columns.count - 40 - columns.text
const columnGap = 10
const maxLogo = { width: 170, height: 44 }

/** `logo` is the PNG of the seller's brand. */
export async function drawDocument(content: DocumentContent, logo: Buffer | null = null): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const title = titleOf(content)
  document.setTitle(title)
  document.setProducer('Octavo')
  document.setCreationDate(content.issuedAt)
  document.setModificationDate(content.issuedAt)
  // The labels of the document are plain ASCII, so the fonts need to fit the content only.
  const sheet = createSheet(document, await embedFonts(document, normalizeText(JSON.stringify(content))))
  if (logo !== null) sheet.logo(await document.embedPng(logo))
  drawHeading(sheet, content, { title, hasLogo: logo !== null })
  drawOrders(sheet, content)
  drawTotals(sheet, content)
  drawBrand(sheet, content)
  sheet.finish(title)
  return Buffer.from(
    await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }),
  )
}

const titleOf = ({ kind, number }: DocumentContent): string =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${String(number).padStart(6, '0')}`

type Heading = { title: string; hasLogo: boolean }

function drawHeading(sheet: Sheet, content: DocumentContent, { title, hasLogo }: Heading): void {
  const { seller, billTo, issuedAt, chargeDate, chargeId, kind, reason, manualRef } = content
  const refunded = manualRef === null ? 'Refunded to the card, from the charge' : 'Refunded by hand, from the charge'
  const { brand } = seller
  sheet.line([
    { text: title, bold: true, size: 20 },
    ...(brand === undefined || hasLogo ? [] : [{ text: brand.name, bold: true, right: columns.amount }]),
  ])
  sheet.skip()
  sheet.beside(
    [
      { text: 'From', gray: true },
      { text: seller.name, bold: true },
      ...seller.lines.map(text => ({ text })),
      ...Object.entries(seller.registrations).map(([place, number]) => ({
        text: `Tax registration ${place}: ${number}`,
      })),
    ],
    [{ text: 'Bill to', gray: true }, { text: billTo.name, bold: true }, { text: billTo.email }],
  )
  sheet.skip()
  sheet.beside(
    [{ text: 'Date', gray: true }, { text: issuedAt.toISOString().slice(0, 10) }],
    [
      { text: kind === 'invoice' ? 'Paid by card' : refunded, gray: true },
      { text: `${chargeDate}, ${chargeId}` },
      ...(manualRef === null ? [] : [{ text: `Reference: ${manualRef}` }]),
    ],
  )
  if (reason !== null) {
    sheet.skip()
    sheet.line([{ text: 'Reason', gray: true }])
    for (const text of reason.split('\n')) sheet.paragraph(text)
  }
  sheet.skip()
}

function drawOrders(sheet: Sheet, { orders, orderCount }: DocumentContent): void {
  const counts = orders.some(({ cells }) => cells === null)
  sheet.beginTable([
    { text: 'Order and items', gray: true },
    ...(counts ? [{ text: 'Copies', right: columns.count, gray: true }] : []),
    { text: 'US dollars', right: columns.amount, gray: true },
  ])
  for (const { customerOrderId, priceList, items, price, cells: part } of orders) {
    const cells = part ?? cellsOf(price)
    const { parts } = split(price, cells)
    const width = 1 + price.taxes.length
    sheet.keepTogether(priceList === null ? 4 : 5)
    sheet.gap()
    sheet.line([{ text: `Order ${customerOrderId}`, bold: true }])
    if (priceList !== null) sheet.line([{ text: `Price list: ${priceList}`, gray: true }])
    items.forEach(({ sku, quantity }, i) => {
      const cents = cells[i * width]!
      if (cents === 0 && part !== null) return
      sheet.item(sku, [
        ...(part === null ? [{ text: quantity.toLocaleString('en-US'), right: columns.count }] : []),
        { text: amount(cents), right: columns.amount },
      ])
    })
    if (parts.fulfillment !== 0) sheet.sum('Handling', parts.fulfillment)
    if (parts.shipping !== 0) sheet.sum('Shipping', parts.shipping)
  }
  const unlisted = orderCount - orders.length
  if (unlisted > 0) sheet.line([{ text: `and ${unlisted} more orders, each listed in the export of the ledger` }])
  sheet.endTable()
}

function drawTotals(sheet: Sheet, content: DocumentContent): void {
  const taxes = content.taxes ?? content.orders.flatMap(taxesOf)
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0)
  sheet.keepTogether(taxes.length + 5)
  sheet.skip()
  sheet.rule()
  sheet.sum('Net', content.amountCents - taxCents)
  for (const { jurisdiction, kind, rate, taxableCents, taxCents } of taxes) {
    const base = taxableCents === null ? '' : ` on ${amount(taxableCents)}`
    sheet.sum(`${kindNames[kind] ?? kind} ${jurisdiction} ${percent(rate)} %${base}`, taxCents)
  }
  sheet.rule()
  sheet.line([
    { text: content.kind === 'invoice' ? 'Total paid' : 'Total refunded', bold: true, size: 11 },
    { text: amount(content.amountCents), right: columns.amount, bold: true, size: 11 },
  ])
}

/** What the law asks for, and where questions go. */
function drawBrand(sheet: Sheet, { seller: { brand } }: DocumentContent): void {
  if (brand === undefined) return
  const { legalLines, supportAddress } = brand
  const lines = [...legalLines, ...(supportAddress === null ? [] : [`Questions: ${supportAddress}`])]
  sheet.keepTogether(lines.length + 1)
  sheet.skip()
  for (const text of lines) sheet.paragraph(text, { gray: true })
}

const kindNames: Record<string, string> = { sales: 'Sales tax', gst: 'GST', hst: 'HST', pst: 'PST', qst: 'QST' }

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

/** 123456789 cents -> 1,234,567.89 */
const amount = (cents: number): string => {
  const [whole, part] = dollarsText(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}${Number(whole).toLocaleString('en-US')}.${part}`
}

const percent = (rate: number): string => String(Math.round(rate * 100_000_000) / 1_000_000)

/** A text that begins at `left`, or ends at `right`, or begins at the margin. */
type Label = { text: string; bold?: boolean; gray?: boolean; size?: number; left?: number; right?: number }
type Sheet = {
  line(labels: Label[]): void
  /** Draws the titles of the columns here and on each further page of the table. */
  beginTable(titles: Label[]): void
  endTable(): void
  sum(title: string, cents: number): void
  /** Wraps the name; its first line has the figures. */
  item(name: string, figures: Label[]): void
  /** Wraps the text. */
  paragraph(text: string, look?: Pick<Label, 'gray'>): void
  /** Above the first line, at the right. */
  logo(image: PDFImage): void
  /** Two columns of wrapText texts. */
  beside(left: Label[], right: Label[]): void
  skip(): void
  /** Smaller than `skip`. */
  gap(): void
  /** A thin line across the page. */
  rule(): void
  /** Begins a new page when that many lines do not fit on the page. */
  keepTogether(lines: number): void
  finish(title: string): void
}

function createSheet(document: PDFDocument, fonts: DocumentFonts): Sheet {
  const pages: { page: PDFPage; operators: string[] }[] = []
  const names = new Map(fonts.fonts.map((font, i) => [font, ['P', 'B'][i] ?? `F${i}`]))
  let y = 0
  let titles: Label[] = []
  const newPage = () => {
    const added = document.addPage([page.width, page.height])
    for (const [font, name] of names) added.node.setFontDictionary(PDFName.of(name), font.ref)
    pages.push({ page: added, operators: [] })
    y = page.height - margin
    if (titles.length > 0) drawTitles()
  }
  const show = (
    { text, bold = false, gray = false, size: points = size, left = columns.text, right }: Label,
    at: number,
  ) => {
    const weight = bold ? 'bold' : 'plain'
    const maxWidth = (right ?? (left === columns.text ? columns.text + textWidth : columns.amount)) - left
    let shown = fonts.drawable(normalizeText(text))
    while (shown.length > 1 && widthOf(shown, weight) > maxWidth / points) shown = shown.slice(0, -1)
    const runs = fonts.runsOf(shown, weight)
    const width = runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, points), 0)
    const x = right === undefined ? left : right - width
    const drawn = runs.map(({ font, text }, i) => {
      const position = i === 0 ? `${x.toFixed(2)} ${at.toFixed(2)} Td ` : ''
      return `/${names.get(font)} ${points} Tf ${position}${font.encodeText(text)} Tj`
    })
    pages.at(-1)!.operators.push(`${gray ? 0.4 : 0} g BT ${drawn.join(' ')} ET`)
  }
  const widthOf = (text: string, weight: FontWeight) =>
    Array.from(text).reduce((sum, letter) => sum + fonts.widthOf(letter, weight), 0)
  const wrap = (label: Label, width: number): Label[] => {
    const { text, bold, size: points = size } = label
    const letterWidth = (letter: string) => fonts.widthOf(letter, bold ? 'bold' : 'plain')
    return wrapText(fonts.drawable(normalizeText(text)), letterWidth, width / points).map(line => ({
      ...label,
      text: line,
    }))
  }
  const drawTitles = () => {
    sheet.rule()
    sheet.line(titles)
    sheet.rule()
  }
  const sheet: Sheet = {
    line(labels) {
      sheet.keepTogether(1)
      y -= Math.max(leading, ...labels.map(label => (label.size ?? 0) * 1.4))
      for (const label of labels) show(label, y)
    },
    beginTable(labels) {
      titles = labels
      drawTitles()
    },
    endTable() {
      titles = []
    },
    sum: (title, cents) => sheet.line([{ text: title }, { text: amount(cents), right: columns.amount }]),
    item(name, figures) {
      wrap({ text: name }, itemWidth).forEach((line, i) => {
        sheet.line(i === 0 ? [line, ...figures] : [line])
      })
    },
    paragraph(text, look) {
      for (const line of wrap({ text, ...look }, textWidth)) sheet.line([line])
    },
    logo(image) {
      const { width, height } = image.scaleToFit(maxLogo.width, maxLogo.height)
      pages.at(-1)!.page.drawImage(image, { x: columns.amount - width, y: y - height, width, height })
    },
    beside(left, right) {
      const leftLines = left.flatMap(label => wrap(label, columns.side - columns.text - columnGap))
      const rightLines = right
        .flatMap(label => wrap(label, columns.amount - columns.side))
        .map(label => ({ ...label, left: columns.side }))
      for (let i = 0; i < Math.max(leftLines.length, rightLines.length); i++)
        sheet.line([...leftLines.slice(i, i + 1), ...rightLines.slice(i, i + 1)])
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
        operators.push(`0.4 g BT /P 8 Tf ${margin} ${bottom - 25} Td ${fonts.fonts[0].encodeText(foot)} Tj ET`)
        node.addContentStream(document.context.register(document.context.flateStream(operators.join('\n'))))
      })
    },
  }
  newPage()
  return sheet
}
