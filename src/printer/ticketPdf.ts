// The printed job ticket and the packing slip, with the job's barcode. The ticket is for the press; the slip goes into
// the parcel, so it shows no price. The same job always gives the same pages.

import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { type DocumentFonts, embedFonts, type FontWeight, normalizeText, wrapText } from '../base/documentFonts.ts'
import type { BookSpecification, PrintJob, Ticket, TicketAddress, TicketItem } from './printer.ts'

/** US letter, in points. */
const page = { width: 612, height: 792, margin: 48 }
const size = { title: 20, figure: 15, heading: 12, address: 11, text: 9.5, label: 8 }
const leading = 1.4
const inside = page.width - 2 * page.margin
/** The width of a field's label, and of the gap between columns. */
const labelWidth = 84
const gap = 12
const barcode = { width: 516, height: 46 }
/** Per field: a file address may have 2,048 characters, a description 1,000. */
const maxLetters = 1000

/** Letters of a file's SHA-256: enough to distinguish files, and few enough to read aloud. */
const digestLetters = 16

/** An item takes a few milliseconds, and an order may have 500. */
const itemsPerTurn = 5

/** The pages of the ticket and then of the slip, as one PDF. */
export async function ticketPdf(job: PrintJob): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(`Job ticket ${job.jobId}`)
  pdf.setProducer('Octavo')
  pdf.setCreationDate(job.createdAt)
  pdf.setModificationDate(job.createdAt)
  // All texts of the job are in its JSON; the labels of the page are plain ASCII.
  const fonts = await embedFonts(pdf, normalizeText(JSON.stringify(job)))
  // Loaded only here: most processes never draw a barcode.
  const { toBuffer } = await import('bwip-js/node')
  const code = await pdf.embedPng(await toBuffer({ bcid: 'code128', text: job.jobId, scale: 2, height: 10 }))

  const { customerOrderId, items, destination, shipFrom, shippingClassification } = job.ticket
  const ticket = writer(pdf, fonts, `Job ticket ${customerOrderId}`)
  ticket.line('Job ticket', size.text)
  ticket.line(customerOrderId, size.title, 'bold')
  ticket.image(code, barcode)
  ticket.line(job.jobId, size.label)
  ticket.figures([
    ['Ship by', job.expectedShipDate ?? job.dueDate ?? 'No date'],
    ['Copies', number(items.reduce((sum, { quantity }) => sum + quantity, 0))],
    ['Shipping', capital(shippingClassification)],
    ['Attempt', number(job.attempt)],
  ])
  ticket.pairs([
    ['Printer', job.printer],
    ...(job.expectedShipDate === null ? [] : ([['Was due', job.dueDate ?? 'No date']] as Field[])),
  ])
  for (const [i, item] of items.entries()) {
    if (i % itemsPerTurn === 0) await yieldToOthers()
    ticket.together(() => {
      const position = items.length > 1 ? `Book ${i + 1} of ${items.length}: ` : ''
      ticket.heading(`${position}${number(item.quantity)} × ${item.book.name}`)
      if (item.itemDescription !== null) ticket.fields([['Description', item.itemDescription]])
      ticket.pairs(specificationOf(item))
      ticket.fields(filesOf(item))
    })
  }
  ticket.together(() => addressOn(ticket, 'Ship to', destination))
  if (job.ticket.customs) ticket.together(() => customsOn(ticket, job.ticket))
  ticket.end()

  const slip = writer(pdf, fonts, `Packing slip ${customerOrderId}`)
  slip.line('Packing slip', size.text)
  slip.line(customerOrderId, size.title, 'bold')
  slip.image(code, barcode)
  if (shipFrom !== undefined) addressOn(slip, 'From', shipFrom)
  addressOn(slip, 'To', destination)
  slip.heading('Contents')
  for (const [i, { sku, quantity, itemDescription, book }] of items.entries()) {
    if (i % itemsPerTurn === 0) await yieldToOthers()
    slip.together(() => slip.line(`${number(quantity)} × ${itemDescription ?? book.name} (${sku})`))
  }
  slip.end()
  return Buffer.from(await pdf.save())
}

type Field = [name: string, value: string]

const counts = new Intl.NumberFormat('en-US')
const number = (value: number): string => counts.format(value)
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

const bindings = { soft: 'Perfect bound', hard: 'Case bound', stapled: 'Saddle stitched' }

const specificationOf = ({ sku, manufacturingSku, quantity, pageCount, book }: TicketItem): Field[] => [
  ['SKU', manufacturingSku],
  ["Customer's SKU", sku],
  ['Pages', number(pageCount)],
  ...bookFields(book, quantity),
]

function bookFields(book: BookSpecification, quantity: number): Field[] {
  const forAll = (each: number, unit = '') => `${number(each)}${unit} a copy, ${number(each * quantity)}${unit} in all`
  return [
    ['Binding', `${bindings[book.binding]}, ${book.cover}`],
    ['Paper', book.paperType],
    ['Printing', capital(book.textColor)],
    ['Trimmed page', area(book.trim)],
    ['File page', area(book.page)],
    ['Cover, flat', area(book.coverSheet)],
    ['Spine', length(book.spineInches)],
    ['Bleed', book.bleed ? length(book.bleedInches) : 'None'],
    ['Sheets', forAll(book.sheets)],
    ...(book.signatures === null ? [] : ([['Signatures', forAll(book.signatures)]] as Field[])),
    ['Weight', forAll(book.copyGrams, ' g')],
  ]
}

const round = (value: number) => String(Math.round(value * 1000) / 1000)
const millimeters = (inches: number) => (inches * 25.4).toFixed(1)
const length = (inches: number) => `${round(inches)} in, ${millimeters(inches)} mm`
const area = ({ widthInches, heightInches }: BookSpecification['trim']) =>
  `${round(widthInches)} × ${round(heightInches)} in, ${millimeters(widthInches)} × ${millimeters(heightInches)} mm`

const filesOf = ({ files }: TicketItem): Field[] => {
  const text = (file: TicketItem['files']['cover']) =>
    file === null ? 'None' : file.sha256 === null ? file.url : `SHA-256 ${file.sha256.slice(0, digestLetters)}…`
  return [
    ['Cover file', text(files.cover)],
    ['Pages file', text(files.guts)],
  ]
}

function addressOn(paper: Writer, title: string, address: TicketAddress): void {
  paper.heading(title)
  for (const text of addressLines(address)) paper.line(text, size.address)
}

function customsOn(paper: Writer, { customs, items }: Ticket): void {
  const { terms, originCountry, value, weightGrams } = customs!
  paper.heading('Customs')
  paper.fields([
    ['Terms', terms === null ? 'None' : `${terms}: the recipient pays duties`],
    ['Made in', regions.of(originCountry) ?? originCountry],
    ['Value', `USD ${value}`],
    ['Weight', `${number(weightGrams)} g`],
  ])
  for (const { quantity, itemDescription, book, retailPrice } of items) {
    paper.line(
      `${number(quantity)} × ${itemDescription ?? book?.name ?? 'printed books'}, USD ${retailPrice ?? '0.00'} each`,
    )
  }
}

function addressLines(address: TicketAddress): string[] {
  const { name, company, address1, address2, city, state, postal, country, phone } = address
  return [
    name,
    company,
    address1,
    address2,
    [city, state, postal].filter(Boolean).join(' '),
    countryName(country),
    phone,
  ].filter(text => text !== undefined && text !== '') as string[]
}

const regions = new Intl.DisplayNames('en', { type: 'region' })
/** The name of a country in capitals, as the post requires on parcels to other countries. */
const countryName = (code: string): string => regions.of(code.toUpperCase())?.toUpperCase() ?? code

type Writer = {
  line(text: string, points?: number, weight?: FontWeight): void
  heading(text: string): void
  fields(rows: Field[]): void
  /** Two fields in a line. */
  pairs(rows: Field[]): void
  /** Large values side by side, readable from a distance. */
  figures(figures: [label: string, value: string][]): void
  image(picture: Awaited<ReturnType<PDFDocument['embedPng']>>, area: { width: number; height: number }): void
  /** Draws on a single page, unless the content is longer than a page. */
  together(draw: () => void): void
  /** Numbers the pages if there are several. */
  end(): void
}

/** Writes from the top down, on as many pages as needed. */
function writer(pdf: PDFDocument, fonts: DocumentFonts, name: string): Writer {
  const pages: PDFPage[] = []
  let y = 0
  /** While only the height is measured, nothing is drawn. */
  let isMeasuring = false
  let paper: PDFPage
  const addPage = () => {
    paper = pdf.addPage([page.width, page.height])
    pages.push(paper)
    y = page.height - page.margin
  }
  const down = (points: number) => {
    if (!isMeasuring && y - points < page.margin) addPage()
    y -= points
  }
  const write = (text: string, x: number, points: number, weight: FontWeight) => {
    if (isMeasuring) return
    let at = x
    for (const { text: part, font } of fonts.runsOf(text, weight)) {
      paper.drawText(part, { x: at, y, size: points, font, color: rgb(0, 0, 0) })
      at += points * widthOf(part, weight)
    }
  }
  const widthOf = (text: string, weight: FontWeight) =>
    Array.from(text).reduce((sum, letter) => sum + fonts.widthOf(letter, weight), 0)
  const drawable = (text: string) => fonts.drawable(Array.from(normalizeText(text)).slice(0, maxLetters).join(''))
  const fit = (text: string, width: number, weight: FontWeight) =>
    wrapText(drawable(text), letter => fonts.widthOf(letter, weight), width)
  const rule = () => {
    if (isMeasuring) return
    paper.drawLine({
      start: { x: page.margin, y },
      end: { x: page.width - page.margin, y },
      thickness: 0.5,
      color: rgb(0.75, 0.75, 0.75),
    })
  }
  /** Fields side by side, each in a column of that width. */
  const row = (fields: Field[], width: number) => {
    const columns = fields.map(([name, value], i) => {
      const x = page.margin + i * width
      const valueWidth = width - labelWidth - (fields.length > 1 ? gap : 0)
      return { x, name, parts: fit(value, valueWidth / size.text, 'plain') }
    })
    const lines = Math.max(...columns.map(({ parts }) => parts.length))
    for (let i = 0; i < lines; i++) {
      down(size.text * leading)
      for (const { x, name, parts } of columns) {
        if (i === 0) write(name, x, size.text, 'bold')
        if (parts[i] !== undefined) write(parts[i]!, x + labelWidth, size.text, 'plain')
      }
    }
  }
  addPage()
  const self: Writer = {
    line(text, points = size.text, weight = 'plain') {
      for (const part of fit(text, inside / points, weight)) {
        down(points * leading)
        write(part, page.margin, points, weight)
      }
    },
    heading(text) {
      down(size.heading)
      rule()
      self.line(text, size.heading, 'bold')
      down(2)
    },
    fields(rows) {
      for (const field of rows) row([field], inside)
    },
    pairs(rows) {
      for (let i = 0; i < rows.length; i += 2) row(rows.slice(i, i + 2), inside / 2)
    },
    figures(figures) {
      const width = inside / figures.length
      down(size.text)
      rule()
      down(size.label * leading + 4)
      for (const [i, [label]] of figures.entries()) write(label, page.margin + i * width, size.label, 'plain')
      // As large as fits, and on several lines where even small text does not fit.
      const values = figures.map(([, value]) => {
        const maxPoints = (width - gap) / widthOf(drawable(value), 'bold')
        const points = Math.max(size.text, Math.min(size.figure, maxPoints))
        return { points, parts: fit(value, (width - gap) / points, 'bold') }
      })
      const lines = Math.max(...values.map(({ parts }) => parts.length))
      for (let line = 0; line < lines; line++) {
        down((line === 0 ? size.figure : size.text) * leading)
        for (const [i, { points, parts }] of values.entries()) {
          if (parts[line] !== undefined) write(parts[line]!, page.margin + i * width, points, 'bold')
        }
      }
      down(size.text)
      rule()
      down(4)
    },
    image(picture, { width, height }) {
      down(height + 2 * size.text)
      paper.drawImage(picture, { x: page.margin, y, width, height })
    },
    together(draw) {
      const startY = y
      isMeasuring = true
      draw()
      isMeasuring = false
      const height = startY - y
      y = startY
      if (y - height < page.margin && height <= page.height - 2 * page.margin) addPage()
      draw()
    },
    end() {
      if (pages.length === 1) return
      y = page.margin / 2
      for (const [i, drawnPage] of pages.entries()) {
        paper = drawnPage
        write(drawable(`${name}, page ${i + 1} of ${pages.length}`), page.margin, size.label, 'plain')
      }
    },
  }
  return self
}
