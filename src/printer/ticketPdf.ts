// The printed job ticket and the packing slip: what is made, from what, how many, by when and for whom, with the job's
// barcode. The ticket is for the press; the slip goes into the parcel, so it shows no price. The same job gives the
// same pages.

import { setImmediate as letOthers } from 'node:timers/promises'
import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { type Letters, lettersFor, settled, type Weight, wrapped } from '../base/letters.ts'
import type { BookFacts, PrintJob, Ticket, TicketAddress, TicketItem } from './printer.ts'

/** US letter, in points. */
const page = { width: 612, height: 792, margin: 48 }
const size = { title: 20, figure: 15, heading: 12, address: 11, text: 9.5, label: 8 }
const leading = 1.4
const inside = page.width - 2 * page.margin
/** The width of a fact's name, and between columns. */
const factName = 84
const gap = 12
const barcode = { width: 516, height: 46 }
/** Per fact: a file address may have 2,048 characters, a description 1,000. */
const mostLetters = 1000

/** Of a file's SHA-256: enough to tell files apart, and no more than is read aloud. */
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
  // Everything that the job says is in its JSON; what the page adds to it is plain ASCII.
  const letters = await lettersFor(pdf, settled(JSON.stringify(job)))
  // Loaded only here: most processes never draw a barcode.
  const { toBuffer } = await import('bwip-js/node')
  const code = await pdf.embedPng(await toBuffer({ bcid: 'code128', text: job.jobId, scale: 2, height: 10 }))

  const { customerOrderId, items, destination, shipFrom, shippingClassification } = job.ticket
  const ticket = writer(pdf, letters, `Job ticket ${customerOrderId}`)
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
    ...(job.expectedShipDate === null ? [] : ([['Was due', job.dueDate ?? 'No date']] as Fact[])),
  ])
  for (const [i, item] of items.entries()) {
    if (i % itemsPerTurn === 0) await letOthers()
    ticket.together(() => {
      const place = items.length > 1 ? `Book ${i + 1} of ${items.length}: ` : ''
      ticket.heading(`${place}${number(item.quantity)} × ${item.book?.name ?? item.manufacturingSku}`)
      if (item.itemDescription !== null) ticket.facts([['Description', item.itemDescription]])
      ticket.pairs(makingOf(item))
      ticket.facts(filesOf(item))
    })
  }
  ticket.together(() => addressOn(ticket, 'Ship to', destination))
  if (job.ticket.customs) ticket.together(() => customsOn(ticket, job.ticket))
  ticket.end()

  const slip = writer(pdf, letters, `Packing slip ${customerOrderId}`)
  slip.line('Packing slip', size.text)
  slip.line(customerOrderId, size.title, 'bold')
  slip.image(code, barcode)
  if (shipFrom !== undefined) addressOn(slip, 'From', shipFrom)
  addressOn(slip, 'To', destination)
  slip.heading('Contents')
  for (const [i, { sku, quantity, itemDescription, book }] of items.entries()) {
    if (i % itemsPerTurn === 0) await letOthers()
    slip.together(() => slip.line(`${number(quantity)} × ${itemDescription ?? book?.name ?? sku} (${sku})`))
  }
  slip.end()
  return Buffer.from(await pdf.save())
}

type Fact = [name: string, value: string]

const counts = new Intl.NumberFormat('en-US')
const number = (value: number): string => counts.format(value)
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

const bindings = { soft: 'Perfect bound', hard: 'Case bound', stapled: 'Saddle stitched' }

const makingOf = ({ sku, manufacturingSku, quantity, pageCount, book }: TicketItem): Fact[] => [
  ['SKU', manufacturingSku],
  ["Customer's SKU", sku],
  ['Pages', number(pageCount)],
  ...(book === undefined ? [] : bookFacts(book, quantity)),
]

function bookFacts(book: BookFacts, quantity: number): Fact[] {
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
    ...(book.signatures === null ? [] : ([['Signatures', forAll(book.signatures)]] as Fact[])),
    ['Weight', forAll(book.copyGrams, ' g')],
  ]
}

const round = (value: number) => String(Math.round(value * 1000) / 1000)
const millimetres = (inches: number) => (inches * 25.4).toFixed(1)
const length = (inches: number) => `${round(inches)} in, ${millimetres(inches)} mm`
const area = ({ widthInches, heightInches }: BookFacts['trim']) =>
  `${round(widthInches)} × ${round(heightInches)} in, ${millimetres(widthInches)} × ${millimetres(heightInches)} mm`

const filesOf = ({ files }: TicketItem): Fact[] => {
  const file = (one: TicketItem['files']['cover']) =>
    one === null ? 'None' : one.sha256 === null ? one.url : `SHA-256 ${one.sha256.slice(0, digestLetters)}…`
  return [
    ['Cover file', file(files.cover)],
    ['Pages file', file(files.guts)],
  ]
}

function addressOn(paper: Writer, title: string, address: TicketAddress): void {
  paper.heading(title)
  for (const text of addressLines(address)) paper.line(text, size.address)
}

function customsOn(paper: Writer, { customs, items }: Ticket): void {
  const { terms, originCountry, value, weightGrams } = customs!
  paper.heading('Customs')
  paper.facts([
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
/** The name of a two-letter code, in capitals, as the post requires on parcels to other countries. */
const countryName = (code: string): string => regions.of(code.toUpperCase())?.toUpperCase() ?? code

type Writer = {
  line(text: string, points?: number, weight?: Weight): void
  heading(text: string): void
  facts(rows: Fact[]): void
  /** Two facts in a line. */
  pairs(rows: Fact[]): void
  /** Side by side, to be read from a distance. */
  figures(figures: [label: string, value: string][]): void
  image(picture: Awaited<ReturnType<PDFDocument['embedPng']>>, area: { width: number; height: number }): void
  /** On one page, unless it is longer than a page. */
  together(draw: () => void): void
  /** Numbers the pages if there are several. */
  end(): void
}

/** Writes from the top down, on as many pages as needed. */
function writer(pdf: PDFDocument, letters: Letters, name: string): Writer {
  const papers: PDFPage[] = []
  let y = 0
  /** While only the height is wanted, nothing is drawn. */
  let isMeasuring = false
  let paper: PDFPage
  const turn = () => {
    paper = pdf.addPage([page.width, page.height])
    papers.push(paper)
    y = page.height - page.margin
  }
  const down = (points: number) => {
    if (!isMeasuring && y - points < page.margin) turn()
    y -= points
  }
  const write = (text: string, x: number, points: number, weight: Weight) => {
    if (isMeasuring) return
    let at = x
    for (const { text: part, font } of letters.runsOf(text, weight)) {
      paper.drawText(part, { x: at, y, size: points, font, color: rgb(0, 0, 0) })
      at += points * widthOf(part, weight)
    }
  }
  const widthOf = (text: string, weight: Weight) =>
    Array.from(text).reduce((sum, letter) => sum + letters.widthOf(letter, weight), 0)
  const drawable = (text: string) => letters.drawable(Array.from(settled(text)).slice(0, mostLetters).join(''))
  const fit = (text: string, width: number, weight: Weight) =>
    wrapped(drawable(text), letter => letters.widthOf(letter, weight), width)
  const rule = () => {
    if (isMeasuring) return
    paper.drawLine({
      start: { x: page.margin, y },
      end: { x: page.width - page.margin, y },
      thickness: 0.5,
      color: rgb(0.75, 0.75, 0.75),
    })
  }
  /** Facts side by side, each in a column of that width. */
  const row = (facts: Fact[], width: number) => {
    const columns = facts.map(([name, value], i) => {
      const x = page.margin + i * width
      const room = width - factName - (facts.length > 1 ? gap : 0)
      return { x, name, parts: fit(value, room / size.text, 'plain') }
    })
    const lines = Math.max(...columns.map(({ parts }) => parts.length))
    for (let i = 0; i < lines; i++) {
      down(size.text * leading)
      for (const { x, name, parts } of columns) {
        if (i === 0) write(name, x, size.text, 'bold')
        if (parts[i] !== undefined) write(parts[i]!, x + factName, size.text, 'plain')
      }
    }
  }
  turn()
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
    facts(rows) {
      for (const fact of rows) row([fact], inside)
    },
    pairs(rows) {
      for (let i = 0; i < rows.length; i += 2) row(rows.slice(i, i + 2), inside / 2)
    },
    figures(figures) {
      const wide = inside / figures.length
      down(size.text)
      rule()
      down(size.label * leading + 4)
      for (const [i, [label]] of figures.entries()) write(label, page.margin + i * wide, size.label, 'plain')
      // As large as fits, and on several lines where even small text does not.
      const values = figures.map(([, value]) => {
        const largest = (wide - gap) / widthOf(drawable(value), 'bold')
        const points = Math.max(size.text, Math.min(size.figure, largest))
        return { points, parts: fit(value, (wide - gap) / points, 'bold') }
      })
      const lines = Math.max(...values.map(({ parts }) => parts.length))
      for (let line = 0; line < lines; line++) {
        down((line === 0 ? size.figure : size.text) * leading)
        for (const [i, { points, parts }] of values.entries()) {
          if (parts[line] !== undefined) write(parts[line]!, page.margin + i * wide, points, 'bold')
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
      const from = y
      isMeasuring = true
      draw()
      isMeasuring = false
      const height = from - y
      y = from
      if (y - height < page.margin && height <= page.height - 2 * page.margin) turn()
      draw()
    },
    end() {
      if (papers.length === 1) return
      y = page.margin / 2
      for (const [i, one] of papers.entries()) {
        paper = one
        write(drawable(`${name}, page ${i + 1} of ${papers.length}`), page.margin, size.label, 'plain')
      }
    },
  }
  return self
}
