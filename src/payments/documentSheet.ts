// The page of every document about money: invoices, credit notes and statements. The seller with its brand and the
// customer come first, then facts, a table and totals. The same content gives the same bytes: the file contains the
// date of the document, not of its creation.

import { PDFDocument, type PDFImage, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { inLanguage, type Language, usualLocales } from '../../languages/languages.ts'
import { labelLetters, type PaperWords, paperWords } from '../../languages/paperWords.ts'
import type { Translate } from '../../languages/texts.ts'
import { dollarsText } from '../base/money.ts'
import { type DocumentFonts, embedFonts } from '../base/text/documentFonts.ts'
import { type PaperSize, sheets } from '../base/text/paperSize.ts'
import type { BillingAddress, BillTo } from './billingDetails.ts'
import { numberText } from './documentNumber.ts'

/** Documents from before there was a brand have no `brand`, and old documents no `country` and no `paper`: A4. */
export type Seller = {
  name: string
  lines: string[]
  /** Its code; a name is printed for customers in another country. */
  country?: string
  paper?: PaperSize
  registrations: Record<string, string>
  brand?: SellerBrand
  /** The operator's lines at the foot, by language. */
  footer?: Partial<Record<Language, readonly string[]>>
  terms?: { version: string; link: Partial<Record<Language, string>> }
}
/** The brand of a version of the operator's data. */
type SellerBrand = { version: number; name: string; supportAddress: string | null; legalLines: readonly string[] }

const margin = 50
const bottom = 60
const size = 9
const leading = 13
const columnsOf = ({ width }: { width: number }) => {
  const amount = width - margin
  return { text: margin, side: 310, count: amount - countWidth, amount }
}
/** Of the amounts beside a text, and of the counts with the amounts. */
const amountWidth = 60
const countWidth = 145.28
const columnGap = 10
const maxLogo = { width: 170, height: 44 }

type Document = {
  language: Language
  /** Its kind, such as `Invoice`, and its number. */
  kind(t: Translate): string
  number: number
  issuedAt: Date
  seller: Seller
  billTo: BillTo
  /** Everything that is drawn, so that the fonts fit. */
  content: unknown
  /** The PNG of the seller's brand. */
  logo: Buffer | null
  /** The part below the addresses. */
  draw(sheet: Sheet): void
}

export async function drawSheet({
  language,
  kind,
  number,
  issuedAt,
  seller,
  billTo,
  content,
  logo,
  draw,
}: Document): Promise<Buffer> {
  const words = wordsIn(language)
  const title = `${kind(words.t)} ${numberText(number)}`
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(title)
  document.setProducer('Octavo')
  document.setCreationDate(issuedAt)
  document.setModificationDate(issuedAt)
  // The fonts need to fit the content, and the letters of the labels that are not ASCII.
  const country = foreignCountry(seller, billTo, language)
  const letters = JSON.stringify(content) + labelLetters[language] + (country ?? '')
  const sheet = createSheet(document, await embedFonts(document, letters), {
    words,
    paper: sheets[seller.paper ?? 'a4'],
  })
  if (logo !== null) sheet.logo(await document.embedPng(logo))
  drawAddresses(sheet, { seller, billTo, country, title, hasLogo: logo !== null })
  draw(sheet)
  drawFoot(sheet, seller, language)
  sheet.finish(title)
  return Buffer.from(
    await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }),
  )
}

/** The labels and figures of a document in a language. */
type Words = PaperWords & {
  /** 123456789 cents -> 1,234,567.89 */
  amount(cents: number): string
}

const wordsIn = (language: Language): Words => ({
  ...paperWords(language),
  amount: cents =>
    Number(dollarsText(cents)).toLocaleString(usualLocales[language], {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }),
})

/** The name of the customer's country; null when it is the seller's. */
function foreignCountry(seller: Seller, { details }: BillTo, language: Language): string | null {
  const country = details?.address?.country ?? null
  if (country === null || country === seller.country) return null
  return new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
}

type Addresses = { seller: Seller; billTo: BillTo; country: string | null; title: string; hasLogo: boolean }

function drawAddresses(sheet: Sheet, { seller, billTo, country, title, hasLogo }: Addresses): void {
  const { brand } = seller
  const { columns } = sheet
  sheet.line([
    { text: title, bold: true, size: 20 },
    ...(brand === undefined || hasLogo ? [] : [{ text: brand.name, bold: true, right: columns.amount }]),
  ])
  sheet.skip()
  sheet.beside(
    [
      { text: sheet.t('From'), gray: true },
      { text: seller.name, bold: true },
      ...seller.lines.map(text => ({ text })),
      ...Object.entries(seller.registrations).map(([place, number]) => ({
        text: `${sheet.t('Tax registration')} ${place}: ${number}`,
      })),
    ],
    [{ text: sheet.t('Bill to'), gray: true }, ...billedLines(billTo, country, sheet)],
  )
  sheet.skip()
}

/** The company, or the account where it named none. */
function billedLines({ name, email, details }: BillTo, country: string | null, { t }: Sheet): Label[] {
  const { company = null, contact = null, taxNumber = null, address = null } = details ?? {}
  return [
    { text: company ?? name, bold: true },
    ...(contact === null ? [] : [{ text: contact }]),
    ...(address === null ? [] : addressLines(address).map(text => ({ text }))),
    ...(country === null ? [] : [{ text: country }]),
    ...(taxNumber === null ? [] : [{ text: `${t('Tax number')}: ${taxNumber}` }]),
    { text: email },
  ]
}

const addressLines = ({ address1, address2, city, state, postal }: BillingAddress): string[] => [
  address1,
  ...(address2 === null ? [] : [address2]),
  state === null ? `${postal} ${city}` : `${city}, ${state} ${postal}`,
]

/** The lines at the end: required by law, added by the operator, the terms, and where questions go. */
function drawFoot(sheet: Sheet, { brand, footer, terms }: Seller, language: Language): void {
  const { legalLines = [], supportAddress = null } = brand ?? {}
  const lines = [
    ...legalLines,
    ...(inLanguage(footer, language) ?? []),
    ...(terms === undefined ? [] : [termsLine(sheet, terms, language)]),
    ...(supportAddress === null ? [] : [`${sheet.t('Questions')}: ${supportAddress}`]),
  ]
  if (lines.length === 0) return
  sheet.keepTogether(lines.length + 1)
  sheet.skip()
  for (const text of lines) sheet.paragraph(text, { gray: true })
}

function termsLine({ t }: Sheet, { version, link }: NonNullable<Seller['terms']>, language: Language): string {
  const address = inLanguage(link, language)
  return [`${t('Terms and conditions')}: ${version}`, ...(address === null ? [] : [address])].join(', ')
}

/** A text that begins at `left`, or ends at `right`, or begins at the margin. */
type Label = { text: string; bold?: boolean; gray?: boolean; size?: number; left?: number; right?: number }
export type Sheet = Words & {
  columns: ReturnType<typeof columnsOf>
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
  /** Two columns of wrapped text. */
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

type Look = { words: Words; paper: { width: number; height: number } }

function createSheet(document: PDFDocument, fonts: DocumentFonts, { words, paper }: Look): Sheet {
  const columns = columnsOf(paper)
  /** Of text with an amount beside it, and with a count as well. */
  const textWidth = columns.amount - amountWidth - columns.text
  const itemWidth = columns.count - 40 - columns.text
  const pages: { page: PDFPage; operators: string[] }[] = []
  const names = new Map(fonts.fonts.map((font, i) => [font, ['P', 'B'][i] ?? `F${i}`]))
  let y = 0
  let titles: Label[] = []
  const newPage = () => {
    const added = document.addPage([paper.width, paper.height])
    for (const [font, name] of names) added.node.setFontDictionary(PDFName.of(name), font.ref)
    pages.push({ page: added, operators: [] })
    y = paper.height - margin
    if (titles.length > 0) drawTitles()
  }
  const show = (
    { text, bold = false, gray = false, size: points = size, left = columns.text, right }: Label,
    at: number,
  ) => {
    const weight = bold ? 'bold' : 'plain'
    const maxWidth = (right ?? (left === columns.text ? columns.text + textWidth : columns.amount)) - left
    let shown = fonts.drawable(text)
    while (shown.length > 1 && fonts.widthOf(shown, weight) > maxWidth / points) shown = shown.slice(0, -1)
    const runs = fonts.runsOf(shown, weight)
    const width = runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, points), 0)
    const x = right === undefined ? left : right - width
    const drawn = runs.map(({ font, text }, i) => {
      const position = i === 0 ? `${x.toFixed(2)} ${at.toFixed(2)} Td ` : ''
      return `/${names.get(font)} ${points} Tf ${position}${font.encodeText(text)} Tj`
    })
    pages.at(-1)!.operators.push(`${gray ? 0.4 : 0} g BT ${drawn.join(' ')} ET`)
  }
  const wrap = (label: Label, width: number): Label[] => {
    const { text, bold, size: points = size } = label
    const lines = fonts.linesOf(fonts.drawable(text), bold ? 'bold' : 'plain', width / points)
    return lines.map(line => ({ ...label, text: line }))
  }
  const drawTitles = () => {
    sheet.rule()
    sheet.line(titles)
    sheet.rule()
  }
  const sheet: Sheet = {
    ...words,
    columns,
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
    sum: (title, cents) => sheet.line([{ text: title }, { text: words.amount(cents), right: columns.amount }]),
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
        const foot = `${title}, ${words.t('page {page} of {pages}', { page: i + 1, pages: pages.length })}`
        operators.push(`0.4 g BT /P 8 Tf ${margin} ${bottom - 25} Td ${fonts.fonts[0].encodeText(foot)} Tj ET`)
        node.addContentStream(document.context.register(document.context.flateStream(operators.join('\n'))))
      })
    },
  }
  newPage()
  return sheet
}
