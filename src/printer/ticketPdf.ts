// The printed job ticket and the packing slip, with the job's barcode. The ticket is for the press; the slip goes into
// the parcel, so it shows no price, and has the customer's own texts. The same job always gives the same pages. The
// ticket is in the language of its reader, the slip in the customer's.

import { PDFDocument, type PDFImage, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Language } from '../../languages/languages.ts'
import { labelLetters, type PaperWords, paperWords } from '../../languages/paperWords.ts'
import { createPause } from '../base/running/slices.ts'
import { type DocumentFonts, embedFonts, type FontWeight } from '../base/text/documentFonts.ts'
import { type PaperSize, sheets } from '../base/text/paperSize.ts'
import type { BindingCode, MissingCode } from './bindingCodes.ts'
import {
  type BookSpecification,
  barcodeOf,
  type PrintJob,
  type Ticket,
  type TicketAddress,
  type TicketItem,
} from './printer.ts'

/** In points. */
const margin = 48
const size = { title: 20, figure: 15, heading: 12, address: 11, text: 9.5, label: 8 }
const leading = 1.4
/** The width of a field's label, and of the gap between columns. */
const labelWidth = 84
const gap = 12
/** About 21 and 17 mm: a hand scanner reads them at arm's length. */
const jobCode = { width: 60, height: 60 }
const bookCode = { width: 48, height: 48 }
/** The whole cover, opened flat. */
const thumbnail = { width: 176, height: 124 }
const maxLogo = { width: 170, height: 32 }
/** Of the customer, on the slip. */
const maxSlipLogo = { width: 220, height: 72 }
/** Per field: a file address may have 2,048 characters, a description 1,000. */
const maxLetters = 1000

/** Letters of a file's SHA-256: enough to distinguish files, and few enough to read aloud. */
const digestLetters = 16

export type TicketOptions = {
  paper: PaperSize
  /** Of the ticket; the slip has its own. */
  language?: Language
  /** A JPEG of the cover of an item, opened flat; null when there is none. */
  coverPicture(item: number): Promise<Buffer | null>
  /** Of the operator, with the logo as PNG; on the ticket only, because the parcel comes from the customer. */
  brand?: { name: string; logo: Buffer | null } | null
  /** Of the customer, as PNG, for the slip. */
  slipLogo?: Buffer | null
  /** Of a printer that has them. */
  bindingCodes?: readonly BindingCode[]
  /** The books of each planned parcel; null when none is planned. */
  parcels?: readonly { parcel: number; box: string; copies: number[] }[] | null
}

/** The pages of the ticket and then of the slip, as one PDF. */
export const ticketPdf = (job: PrintJob, options: TicketOptions): Promise<Buffer> => ticketsPdf([{ job, options }])

type DrawnTicket = { job: PrintJob; options: TicketOptions }

/** The same of several jobs, at least one, one after the other. */
export async function ticketsPdf(tickets: DrawnTicket[]): Promise<Buffer> {
  const jobs = tickets.map(({ job }) => job)
  const { brand = null, language = 'en' } = tickets[0]!.options
  const { t } = paperWords(language)
  const title =
    jobs.length === 1 ? `${t('Job ticket')} ${jobs[0]!.jobId}` : t('{count} job tickets', { count: jobs.length })
  const { pdf, fonts } = await newDocument(jobs, { title, languages: [language], brandName: brand?.name ?? '' })
  pdf.setProducer('Octavo')
  const logo = brand?.logo == null ? null : await pdf.embedPng(brand.logo)
  const slipLogos = logosOf(pdf)
  for (const { job, options } of tickets) {
    await drawTicket(pdf, fonts, { job, options, logo, slipLogo: await slipLogos(options.slipLogo ?? null) })
  }
  return Buffer.from(await pdf.save())
}

/** The slip of a job alone. Nothing in it names the operator or the printer of a blind parcel. */
export async function slipPdf(
  job: PrintJob,
  { paper, slipLogo = null }: Pick<TicketOptions, 'paper' | 'slipLogo'>,
): Promise<Buffer> {
  const { pdf, fonts } = await newDocument([job], { title: `Packing slip ${nameOf(job.ticket)}` })
  const logo = slipLogo === null ? null : await pdf.embedPng(slipLogo)
  await drawSlip(pdf, fonts, { job, code: await codeOf(pdf, job.jobId), paper, logo })
  return Buffer.from(await pdf.save())
}

/** Embeds each logo once: many jobs may belong to one customer. */
function logosOf(pdf: PDFDocument): (logo: Buffer | null) => Promise<PDFImage | null> {
  const embedded = new Map<Buffer, PDFImage>()
  return async logo => {
    if (logo === null) return null
    const image = embedded.get(logo) ?? (await pdf.embedPng(logo))
    embedded.set(logo, image)
    return image
  }
}

async function drawTicket(
  pdf: PDFDocument,
  fonts: DocumentFonts,
  { job, options, logo, slipLogo }: DrawnTicket & { logo: PDFImage | null; slipLogo: PDFImage | null },
): Promise<void> {
  const { items, destination, shippingClassification } = job.ticket
  const { language = 'en' } = options
  const words = paperWords(language)
  const { t, count } = words
  const code = await codeOf(pdf, job.jobId)
  const covers = await embedCovers(pdf, job.ticket, options)
  const ticket = writer(pdf, fonts, options.paper, { name: `${t('Job ticket')} ${nameOf(job.ticket)}`, language })
  if (logo !== null) ticket.image(logo, logo.scaleToFit(maxLogo.width, maxLogo.height))
  else if (options.brand) ticket.line(options.brand.name, size.heading, 'bold')
  if (job.ticket.practice) ticket.heading(t('Practice order: not sold, not charged'))
  ticket.beside(code, jobCode, () => {
    ticket.line(t('Job ticket'), size.text)
    ticket.line(nameOf(job.ticket), size.title, 'bold')
    ticket.line(job.jobId, size.label)
  })
  ticket.figures([
    [t('Ship by'), dayOrNone(job.expectedShipDate ?? job.dueDate, words)],
    [t('Copies'), count(items.reduce((sum, { quantity }) => sum + quantity, 0))],
    [t('Shipping'), shippingClasses(words)[shippingClassification] ?? capital(shippingClassification)],
    [t('Attempt'), count(job.attempt)],
  ])
  ticket.pairs([
    [t('Printer'), job.printer],
    ...(job.expectedShipDate === null ? [] : ([[t('Was due'), dayOrNone(job.dueDate, words)]] as Field[])),
  ])
  const pause = createPause() // an item takes a few milliseconds, and an order may have 500
  for (const [i, item] of items.entries()) {
    await pause()
    const barcode = barcodeOf(job.jobId, i)
    const code = await codeOf(pdf, barcode)
    ticket.together(() => {
      const position =
        items.length > 1 ? `${t('Book {number} of {count}', { number: i + 1, count: items.length })}: ` : ''
      ticket.heading(`${position}${count(item.quantity)} × ${item.book.name}`)
      if (item.itemDescription !== null) ticket.fields([[t('Description'), item.itemDescription]])
      ticket.beside(covers[i] ?? null, thumbnail, () => {
        ticket.beside(code, bookCode, () => {
          ticket.line(barcode, size.label)
          ticket.fields(namesOf(item, words))
        })
        ticket.fields(makingOf(item, words))
      })
      ticket.pairs(sizesOf(item, words))
      ticket.fields(filesOf(item, words))
      ticket.fields(codesOf(options.bindingCodes ?? [], i, words))
    })
  }
  parcelsOn(ticket, job.ticket, options)
  ticket.together(() => addressOn(ticket, t('Ship to'), destination))
  if (job.ticket.customs) ticket.together(() => customsOn(ticket, job.ticket, language))
  ticket.end()
  await drawSlip(pdf, fonts, { job, code, paper: options.paper, logo: slipLogo })
}

const nameOf = ({ orderTitle, customerOrderId }: Ticket): string => orderTitle ?? customerOrderId

/** The slip is for the person who opens the parcel, in the language that the customer has chosen. */
const languageOf = ({ ticket }: PrintJob): Language => ticket.packingSlip?.language ?? 'en'

type Slip = { job: PrintJob; code: PDFImage; paper: PaperSize; logo: PDFImage | null }

async function drawSlip(pdf: PDFDocument, fonts: DocumentFonts, { job, code, paper, logo }: Slip): Promise<void> {
  const { items, destination, shipFrom, packingSlip } = job.ticket
  const { blind = false, message = null, giftMessage = null, returnAddress = null } = packingSlip ?? {}
  const language = languageOf(job)
  const { t } = paperWords(language)
  const slip = writer(pdf, fonts, paper, { name: `${t('Packing slip')} ${nameOf(job.ticket)}`, language })
  if (logo !== null) slip.image(logo, logo.scaleToFit(maxSlipLogo.width, maxSlipLogo.height))
  if (job.ticket.practice) slip.heading(t('Practice order: not sold, not charged'))
  slip.beside(code, jobCode, () => {
    slip.line(t('Packing slip'), size.text)
    slip.line(nameOf(job.ticket), size.title, 'bold')
  })
  if (shipFrom !== undefined) addressOn(slip, t('From'), shipFrom)
  addressOn(slip, t('To'), destination)
  if (returnAddress !== null && !blind) slip.together(() => addressOn(slip, t('Return address'), returnAddress))
  if (giftMessage !== null) slip.together(() => textOn(slip, t('Gift message'), giftMessage))
  if (message !== null) slip.together(() => textOn(slip, t('Message'), message))
  slip.heading(t('Contents'))
  const pause = createPause()
  for (let i = 0; i < items.length; i++) {
    await pause()
    slip.together(() => slip.line(contentOf(job.ticket, i, language)))
  }
  slip.end()
}

/** An empty document with the fonts of all texts of the jobs. */
export async function newDocument(
  jobs: PrintJob[],
  { title, languages = [], brandName = '' }: { title: string; languages?: Language[]; brandName?: string },
) {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(title)
  pdf.setCreationDate(jobs[0]!.createdAt)
  pdf.setModificationDate(jobs[0]!.createdAt)
  // All texts of a job are in its JSON, but for labels that are not ASCII.
  const labels = [...languages, ...jobs.map(languageOf)].map(language => labelLetters[language]).join('')
  return { pdf, fonts: await embedFonts(pdf, JSON.stringify(jobs) + brandName + labels) }
}

/** A Data Matrix code: short also for a long text. The white around it is part of the code. */
async function codeOf(pdf: PDFDocument, text: string): Promise<PDFImage> {
  // Loaded only here: most processes never draw a barcode.
  const { toBuffer } = await import('bwip-js/node')
  const code = await pdf.embedPng(await toBuffer({ bcid: 'datamatrix', text, scale: 4, padding: 4 }))
  // Now, because all images together would hold up other requests when the document is saved.
  await code.embed()
  return code
}

/** A picture for each item; books with the same cover share it. */
async function embedCovers(pdf: PDFDocument, { items }: Ticket, { coverPicture }: TicketOptions) {
  const drawn = new Map<string, PDFImage | null>()
  const pictures: (PDFImage | null)[] = []
  for (const [i, { files }] of items.entries()) {
    const sha256 = files.cover?.sha256
    if (sha256 != null && !drawn.has(sha256)) {
      const jpeg = await coverPicture(i)
      drawn.set(sha256, jpeg === null ? null : await pdf.embedJpg(jpeg))
    }
    pictures.push(sha256 == null ? null : drawn.get(sha256)!)
  }
  return pictures
}

/** Numbered when there are several, because two books may have the same title. */
const contentOf = ({ items }: Ticket, index: number, language: Language): string => {
  const { sku, quantity, itemDescription, title, book, pageCount } = items[index]!
  const place = items.length > 1 ? `${index + 1}. ` : ''
  const { t, count } = paperWords(language)
  const pages = t('{count, number} pages', { count: pageCount })
  return `${place}${count(quantity)} × ${itemDescription ?? title ?? book.name} (${sku}), ${pages}`
}

type Field = [name: string, value: string]

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

const dayOrNone = (day: string | null, { t, day: text }: PaperWords): string =>
  day === null ? t('No date') : text(day)

/** An operator may have others, which stay as they are. */
const shippingClasses = ({ t }: PaperWords): Record<string, string> => ({
  standard: t('Standard'),
  expedited: t('Expedited'),
  rush: t('Rush'),
})
const bindings = ({ t }: PaperWords) => ({
  soft: t('Perfect bound'),
  hard: t('Case bound'),
  stapled: t('Saddle stitched'),
  coil: t('Coil bound'),
})
const laminations = ({ t }: PaperWords) => ({
  none: t('None'),
  gloss: t('Gloss'),
  matte: t('Matte'),
  'soft touch': t('Soft touch'),
})
const coatings = ({ t }: PaperWords) => ({
  none: t('uncoated'),
  coated: t('coated'),
  gloss: t('gloss coated'),
  matte: t('matte coated'),
  satin: t('satin coated'),
})

/** The names of the book, and its length. */
const namesOf = ({ sku, manufacturingSku, pageCount }: TicketItem, { t, count }: PaperWords): Field[] => [
  ['SKU', manufacturingSku],
  [t("Customer's SKU"), sku],
  [t('Pages'), count(pageCount)],
]

/** The materials of the book, and how it is printed. */
function makingOf({ book }: TicketItem, words: PaperWords): Field[] {
  const { t, option } = words
  const { board, papers, colors, lamination, endpapers, spineShape, bindingEdge } = book
  return [
    [t('Colors'), `${colors.pages}, ${option(book.textColor)}`],
    [t('Paper'), paperText(papers.pages, option(book.paperType), words)],
    [t('Binding'), `${bindings(words)[book.binding]}, ${option(book.cover)}`],
    ...(bindingEdge === undefined ? [] : ([[t('Binding edge'), t('Right: page 1 is a left-hand page')]] as Field[])),
    [t('Cover colors'), colors.cover],
    [t('Cover stock'), paperText(papers.cover, t('Not specified'), words)],
    [t('Lamination'), lamination === null ? t('Not specified') : laminations(words)[lamination]],
    ...(board === null
      ? []
      : ([
          [
            t('Boards'),
            board.thicknessInches === null
              ? area(board, words)
              : t('{area}, {thickness} mm thick', {
                  area: area(board, words),
                  thickness: words.decimal(millimeters(board.thicknessInches)),
                }),
          ],
        ] as Field[])),
    ...(endpapers === undefined ? [] : ([[t('Endpapers'), endpapers]] as Field[])),
    ...(spineShape === undefined ? [] : ([[t('Spine shape'), t(spineShape === 'flat' ? 'Flat' : 'Round')]] as Field[])),
  ]
}

function paperText(paper: BookSpecification['papers']['pages'], otherwise: string, words: PaperWords): string {
  if (paper === null) return otherwise
  const { stock, weightGsm, coating, printStandard } = paper
  return [
    words.option(stock),
    `${words.count(weightGsm)} g/m²`,
    ...(stock.toLowerCase().includes('coated') ? [] : [coatings(words)[coating]]),
    ...(printStandard === null ? [] : [printStandard]),
  ].join(', ')
}

function sizesOf({ quantity, book }: TicketItem, words: PaperWords): Field[] {
  const { t, count } = words
  const length = (inches: number) =>
    t('{inches} in, {millimeters} mm', {
      inches: words.decimal(round(inches)),
      millimeters: words.decimal(millimeters(inches)),
    })
  const forAll = (each: number) => t('{each} a copy, {all} in all', { each: count(each), all: count(each * quantity) })
  const { bindingBleedInches, flapInches, flapFoldInches, punchInches } = book
  return [
    [t('Trimmed page'), area(book.trim, words)],
    [t('File page'), area(book.page, words)],
    [t('Finished cover'), area(book.finishedCover, words)],
    [t('Cover, flat'), area(book.coverSheet, words)],
    [t('Spine'), length(book.spineInches)],
    [t('Bleed'), book.bleed ? length(book.bleedInches) : t('None')],
    ...(bindingBleedInches === undefined
      ? []
      : ([[t('Binding bleed'), bindingBleedInches === 0 ? t('None') : length(bindingBleedInches)]] as Field[])),
    [t(book.binding === 'hard' ? 'Wrap' : 'Cover bleed'), length(book.wrapInches)],
    ...(book.hingeInches === 0 ? [] : ([[t('Hinge'), length(book.hingeInches)]] as Field[])),
    ...(flapInches === undefined ? [] : ([[t('Flaps'), length(flapInches)]] as Field[])),
    ...(flapFoldInches === undefined ? [] : ([[t('Fold of the flaps'), length(flapFoldInches)]] as Field[])),
    ...(punchInches === undefined ? [] : ([[t('Punch margin'), length(punchInches)]] as Field[])),
    [t('Sheets'), forAll(book.sheets)],
    ...(book.signatures === null ? [] : ([[t('Signatures'), forAll(book.signatures)]] as Field[])),
    [
      t('Weight'),
      t('{each} g a copy, {all} g in all', { each: count(book.copyGrams), all: count(book.copyGrams * quantity) }),
    ],
  ]
}

const round = (value: number) => String(Math.round(value * 1000) / 1000)
const millimeters = (inches: number) => (inches * 25.4).toFixed(1)
const area = ({ widthInches, heightInches }: BookSpecification['trim'], { t, decimal }: PaperWords) =>
  t('{width} × {height} in, {widthMm} × {heightMm} mm', {
    width: decimal(round(widthInches)),
    height: decimal(round(heightInches)),
    widthMm: decimal(millimeters(widthInches)),
    heightMm: decimal(millimeters(heightInches)),
  })

const filesOf = ({ files }: TicketItem, { t }: PaperWords): Field[] => {
  const text = (file: TicketItem['files']['cover']) =>
    file === null ? t('None') : file.sha256 === null ? file.url : `SHA-256 ${file.sha256.slice(0, digestLetters)}…`
  return [
    [t('Cover file'), text(files.cover)],
    [t('Pages file'), text(files.guts)],
  ]
}

const missingTexts = ({ t }: PaperWords): Record<MissingCode, string> => ({
  no_room: t('None: too little room outside the trim. Compare this part by eye'),
  not_drawable: t('None: this file cannot carry a code. Compare this part by eye'),
  not_stored: t('None: this file is not stored here. Compare this part by eye'),
})

/** A part without a code must not look as if it had been forgotten. */
const codesOf = (codes: readonly BindingCode[], place: number, words: PaperWords): Field[] =>
  codes
    .filter(({ item }) => item === place)
    .map(({ part, code, missing }) => [
      words.t(part === 'cover' ? 'Cover code' : 'Page 1 code'),
      code ?? missingTexts(words)[missing!],
    ])

export function addressOn(paper: Writer, title: string, address: TicketAddress): void {
  paper.heading(title)
  for (const text of addressLines(address)) paper.line(text, size.address)
}

/** A text of one or several lines. */
function textOn(paper: Writer, title: string, text: string): void {
  paper.heading(title)
  for (const line of text.split(/\r\n|\r|\n/)) paper.line(line, size.address)
}

/** For the packer, who sees no screen. */
function parcelsOn(paper: Writer, { items }: Ticket, { parcels, language = 'en' }: TicketOptions): void {
  if (!parcels?.length) return
  const { t, count } = paperWords(language)
  paper.heading(t('Parcels'))
  for (const { parcel, box, copies } of parcels) {
    const books = items.flatMap(({ title, book }, i) =>
      copies[i] ? [`${count(copies[i])} × ${title ?? book.name}`] : [],
    )
    paper.line(t('Parcel {number}, {box}: {books}', { number: count(parcel), box, books: books.join(', ') }))
  }
}

function customsOn(paper: Writer, { customs }: Ticket, language: Language): void {
  const { t, count } = paperWords(language)
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const { terms, originCountry, currency, value, weightGrams, lines } = customs!
  paper.heading(t('Customs'))
  paper.pairs([
    [t('Terms'), terms === null ? t('None') : t('{terms}: the recipient pays duties', { terms })],
    [t('Contents'), t('Merchandise')],
    [t('Made in'), regions.of(originCountry) ?? originCountry],
    [t('Value'), `${currency} ${value}`],
    [t('Weight'), `${count(weightGrams)} g`],
  ])
  for (const { description, hsCode, quantity, unitValue, value: lineValue, weightGrams: grams } of lines) {
    const price = `${currency} ${unitValue} ${t('each')}, ${currency} ${lineValue}`
    paper.line(`HS ${hsCode}: ${count(quantity)} × ${description}, ${price}, ${count(grams)} g`)
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

type Area = { width: number; height: number }
type Writer = {
  line(text: string, points?: number, weight?: FontWeight): void
  heading(text: string): void
  fields(rows: Field[]): void
  /** Two fields in a line. */
  pairs(rows: Field[]): void
  /** Large values side by side, readable from a distance. */
  figures(figures: [label: string, value: string][]): void
  image(picture: PDFImage, area: Area): void
  /** Draws to the right of a picture, which keeps its proportions; without a picture, on the whole width. */
  beside(picture: PDFImage | null, area: Area, draw: () => void): void
  /** Draws on a single page, unless the content is longer than a page. */
  together(draw: () => void): void
  /** Numbers the pages if there are several. */
  end(): void
}

/** Writes from the top down, on as many pages as needed. */
export function writer(
  pdf: PDFDocument,
  fonts: DocumentFonts,
  paperSize: PaperSize,
  { name, language }: { name: string; language: Language },
): Writer {
  const sheet = sheets[paperSize]
  const { t } = paperWords(language)
  const pages: PDFPage[] = []
  let y = 0
  /** The column in which it writes. */
  let left = margin
  let inside = sheet.width - 2 * margin
  /** While only the height is measured, nothing is drawn. */
  let isMeasuring = false
  let paper: PDFPage
  const addPage = () => {
    paper = pdf.addPage([sheet.width, sheet.height])
    pages.push(paper)
    y = sheet.height - margin
  }
  const down = (points: number) => {
    if (!isMeasuring && y - points < margin) addPage()
    y -= points
  }
  const write = (text: string, x: number, points: number, weight: FontWeight) => {
    if (isMeasuring) return
    let at = x
    for (const { text: part, font } of fonts.runsOf(text, weight)) {
      paper.drawText(part, { x: at, y, size: points, font, color: rgb(0, 0, 0) })
      at += points * fonts.widthOf(part, weight)
    }
  }
  const drawable = (text: string) => fonts.drawable(Array.from(text).slice(0, maxLetters).join(''))
  const fit = (text: string, width: number, weight: FontWeight) => fonts.linesOf(drawable(text), weight, width)
  const rule = () => {
    if (isMeasuring) return
    paper.drawLine({
      start: { x: left, y },
      end: { x: sheet.width - margin, y },
      thickness: 0.5,
      color: rgb(0.75, 0.75, 0.75),
    })
  }
  /** Fields side by side, each in a column of that width. */
  const row = (fields: Field[], width: number) => {
    const columns = fields.map(([name, value], i) => {
      const x = left + i * width
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
        write(part, left, points, weight)
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
      for (const [i, [label]] of figures.entries()) write(label, left + i * width, size.label, 'plain')
      // As large as fits, and on several lines where even small text does not fit.
      const values = figures.map(([, value]) => {
        const maxPoints = (width - gap) / fonts.widthOf(drawable(value), 'bold')
        const points = Math.max(size.text, Math.min(size.figure, maxPoints))
        return { points, parts: fit(value, (width - gap) / points, 'bold') }
      })
      const lines = Math.max(...values.map(({ parts }) => parts.length))
      for (let line = 0; line < lines; line++) {
        down((line === 0 ? size.figure : size.text) * leading)
        for (const [i, { points, parts }] of values.entries()) {
          if (parts[line] !== undefined) write(parts[line]!, left + i * width, points, 'bold')
        }
      }
      down(size.text)
      rule()
      down(4)
    },
    image(picture, { width, height }) {
      down(height + 2 * size.text)
      if (isMeasuring) return
      paper.drawImage(picture, { x: left, y, width, height })
    },
    beside(picture, { width, height }, draw) {
      if (picture === null) return draw()
      const scale = Math.min(width / picture.width, height / picture.height)
      const drawn = { width: picture.width * scale, height: picture.height * scale }
      down(size.text / 2)
      const [startY, startPage] = [y, paper]
      if (!isMeasuring) {
        const at = { x: left, y: startY - drawn.height, ...drawn }
        paper.drawImage(picture, at)
        paper.drawRectangle({ ...at, borderWidth: 0.5, borderColor: rgb(0.75, 0.75, 0.75) })
      }
      const before = { left, inside }
      left += width + gap
      inside -= width + gap
      draw()
      left = before.left
      inside = before.inside
      if (paper === startPage) y = Math.min(y, startY - drawn.height)
      down(size.text / 2)
    },
    together(draw) {
      const startY = y
      isMeasuring = true
      draw()
      isMeasuring = false
      const height = startY - y
      y = startY
      if (y - height < margin && height <= sheet.height - 2 * margin) addPage()
      draw()
    },
    end() {
      if (pages.length === 1) return
      y = margin / 2
      for (const [i, drawnPage] of pages.entries()) {
        paper = drawnPage
        write(
          drawable(`${name}, ${t('page {page} of {pages}', { page: i + 1, pages: pages.length })}`),
          margin,
          size.label,
          'plain',
        )
      }
    },
  }
  return self
}
