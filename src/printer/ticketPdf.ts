// The printed job ticket and the packing slip: what is made, from what, how many, by when and for whom, with the job's
// barcode. The ticket is for the press; the slip goes into the parcel, so it shows no price. The same job gives the
// same pages.

import { setImmediate as letOthers } from 'node:timers/promises'
import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { type Letters, lettersFor, settled, type Weight, wrapped } from '../base/letters.ts'
import type { BookFacts, PrintJob, Ticket, TicketAddress, TicketItem } from './printer.ts'

/** US letter, in points. */
const page = { width: 612, height: 792, margin: 48 }
const size = { title: 20, figure: 15, heading: 12, text: 9.5, label: 8 }
const leading = 1.4
const barcode = { width: 516, height: 46 }
/** Per fact: a file address may have 2,048 characters, a description 1,000. */
const mostLetters = 1000

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

  const ticket = writer(pdf, letters)
  ticket.line('Job ticket', size.text)
  ticket.line(job.ticket.customerOrderId, size.title, 'bold')
  ticket.image(code, barcode)
  ticket.line(job.jobId, size.label)
  ticket.figures([
    ['Ship by', job.expectedShipDate ?? job.dueDate ?? 'no date'],
    ['Copies', String(job.ticket.items.reduce((sum, { quantity }) => sum + quantity, 0))],
    ['Shipping', job.ticket.shippingClassification],
    ['Attempt', String(job.attempt)],
  ])
  ticket.facts([
    ...(job.expectedShipDate === null ? [] : [['Ship by', shipBy(job)] as [string, string]]),
    ['Printer', job.printer],
  ])
  for (const [i, item] of job.ticket.items.entries()) {
    if (i % itemsPerTurn === 0) await letOthers()
    ticket.heading(`Item ${i + 1} of ${job.ticket.items.length}: ${item.quantity} x ${item.manufacturingSku}`)
    ticket.facts(makingOf(item))
  }
  ticket.heading('Ship to')
  for (const text of addressLines(job.ticket.destination)) ticket.line(text)
  if (job.ticket.customs) customsOn(ticket, job.ticket)

  const slip = writer(pdf, letters)
  slip.line('Packing slip', size.text)
  slip.line(job.ticket.customerOrderId, size.title, 'bold')
  slip.image(code, barcode)
  if (job.ticket.shipFrom !== undefined) {
    slip.heading('From')
    for (const text of addressLines(job.ticket.shipFrom)) slip.line(text)
  }
  slip.heading('To')
  for (const text of addressLines(job.ticket.destination)) slip.line(text)
  slip.heading('Contents')
  for (const [i, { sku, quantity, itemDescription, book }] of job.ticket.items.entries()) {
    if (i % itemsPerTurn === 0) await letOthers()
    slip.line(`${quantity} x ${itemDescription ?? book?.name ?? sku} (${sku})`)
  }
  return Buffer.from(await pdf.save())
}

const shipBy = ({ dueDate, expectedShipDate }: PrintJob): string =>
  expectedShipDate === null ? (dueDate ?? 'no date') : `${expectedShipDate} (was ${dueDate ?? 'no date'})`

function makingOf({ sku, quantity, pageCount, files, book }: TicketItem): [string, string][] {
  const file = (one: TicketItem['files']['cover']) =>
    one === null ? 'none' : one.sha256 === null ? one.url : `SHA-256 ${one.sha256}`
  return [
    ["Customer's SKU", sku],
    ['Copies', String(quantity)],
    ['Pages', String(pageCount)],
    ...(book === undefined ? [] : bookFacts(book, quantity)),
    ['Cover file', file(files.cover)],
    ['Pages file', file(files.guts)],
  ]
}

function bookFacts(book: BookFacts, quantity: number): [string, string][] {
  const round = (value: number) => String(Math.round(value * 1000) / 1000)
  const inches = ({ widthInches, heightInches }: BookFacts['trim']) =>
    `${round(widthInches)} x ${round(heightInches)} in`
  return [
    ['Product', book.name],
    ['Binding', `${book.binding}, ${book.cover}`],
    ['Paper', `${book.paperType}, ${book.textColor}`],
    ['Trimmed', `${inches(book.trim)}; page of the file ${inches(book.page)}, bleed ${book.bleedInches} in`],
    ['Cover', `${inches(book.coverSheet)}, spine ${round(book.spineInches)} in`],
    [
      'Sheets',
      `${book.sheets} a copy, ${book.sheets * quantity} in all${book.signatures === null ? '' : `; ${book.signatures} signatures a copy`}`,
    ],
    ['Weight', `${book.copyGrams} g a copy, ${book.copyGrams * quantity} g in all`],
  ]
}

function customsOn(paper: Writer, { customs, items }: Ticket): void {
  const { terms, originCountry, value, weightGrams } = customs!
  paper.heading('Customs')
  paper.facts([
    ['Terms', terms === null ? 'none' : `${terms}: the recipient pays duties`],
    ['Origin', originCountry],
    ['Value', `USD ${value}`],
    ['Weight', `${weightGrams} g`],
  ])
  for (const { quantity, itemDescription, book, retailPrice } of items) {
    paper.line(`${quantity} x ${itemDescription ?? book?.name ?? 'printed books'}, USD ${retailPrice ?? '0.00'} each`)
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
  facts(rows: [string, string][]): void
  /** Side by side, to be read from a distance. */
  figures(figures: [label: string, value: string][]): void
  image(picture: Awaited<ReturnType<PDFDocument['embedPng']>>, area: { width: number; height: number }): void
}

/** Writes from the top down, on as many pages as needed. */
function writer(pdf: PDFDocument, letters: Letters): Writer {
  let paper: PDFPage = pdf.addPage([page.width, page.height])
  let y = page.height - page.margin
  const down = (points: number) => {
    y -= points
    if (y >= page.margin) return
    paper = pdf.addPage([page.width, page.height])
    y = page.height - page.margin - points
  }
  const write = (text: string, x: number, points: number, weight: Weight) => {
    let at = x
    for (const { text: part, font } of letters.runsOf(text, weight)) {
      paper.drawText(part, { x: at, y, size: points, font, color: rgb(0, 0, 0) })
      at += points * Array.from(part).reduce((sum, letter) => sum + letters.widthOf(letter, weight), 0)
    }
  }
  const fit = (text: string, width: number, weight: Weight) =>
    wrapped(
      letters.drawable(Array.from(settled(text)).slice(0, mostLetters).join('')),
      letter => letters.widthOf(letter, weight),
      width,
    )
  const rule = () =>
    paper.drawLine({
      start: { x: page.margin, y },
      end: { x: page.width - page.margin, y },
      thickness: 0.5,
      color: rgb(0.75, 0.75, 0.75),
    })
  const self: Writer = {
    line(text, points = size.text, weight = 'plain') {
      for (const part of fit(text, (page.width - 2 * page.margin) / points, weight)) {
        down(points * leading)
        write(part, page.margin, points, weight)
      }
    },
    heading(text) {
      down(size.heading)
      rule()
      self.line(text, size.heading, 'bold')
    },
    facts(rows) {
      const left = 90
      for (const [name, value] of rows) {
        const parts = fit(value, (page.width - 2 * page.margin - left) / size.text, 'plain')
        for (const [i, part] of parts.entries()) {
          down(size.text * leading)
          if (i === 0) write(name, page.margin, size.text, 'bold')
          write(part, page.margin + left, size.text, 'plain')
        }
      }
    },
    figures(figures) {
      const wide = (page.width - 2 * page.margin) / figures.length
      down(size.text)
      rule()
      down(size.label * leading + 4)
      for (const [i, [label]] of figures.entries()) write(label, page.margin + i * wide, size.label, 'plain')
      down(size.figure * leading)
      for (const [i, [, value]] of figures.entries()) {
        const [first = ''] = fit(value, wide / size.figure, 'bold')
        write(first, page.margin + i * wide, size.figure, 'bold')
      }
      down(size.text)
      rule()
      down(2)
    },
    image(picture, { width, height }) {
      down(height + size.text)
      paper.drawImage(picture, { x: page.margin, y, width, height })
    },
  }
  return self
}
