// The labels of the simulated carrier, 4 x 6 in: as a PDF, and as ZPL for label printers. Both say VOID SAMPLE over
// their whole width, so that no parcel leaves with them.

import { degrees, PDFDocument, rgb } from '@cantoo/pdf-lib'
import { type DocumentFonts, embedFonts, type FontWeight } from '../../base/text/documentFonts.ts'
import type { CarrierAddress, Shipment } from '../carrier.ts'

export type SampleLabel = { trackingNumber: string; service: string; shipment: Shipment; at: Date }

const width = 288
const height = 432
const margin = 18
const black = rgb(0, 0, 0)
const mark = 'VOID SAMPLE'

export async function sampleLabelPdf({ trackingNumber, service, shipment, at }: SampleLabel): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(`${mark} ${trackingNumber}`)
  pdf.setCreationDate(at)
  const fonts = await embedFonts(pdf, JSON.stringify([shipment, trackingNumber, service, mark]))
  const page = pdf.addPage([width, height])
  const draw = (text: string, y: number, size: number, weight: FontWeight = 'plain') => {
    let x = margin
    for (const { text: run, font } of fonts.runsOf(fit(fonts, text, size, weight), weight)) {
      page.drawText(run, { x, y, size, font, color: black })
      x += font.widthOfTextAtSize(run, size)
    }
  }
  page.drawRectangle({ x: 9, y: 9, width: width - 18, height: height - 18, borderColor: black, borderWidth: 1 })
  draw(`${service.toUpperCase()} - SIMULATED CARRIER`, 402, 12, 'bold')
  linesOf(shipment.from).forEach((line, i) => {
    draw(line, 384 - i * 10, 8)
  })
  draw('SHIP TO', 318, 8, 'bold')
  linesOf(shipment.to).forEach((line, i) => {
    draw(line, 302 - i * 16, 13, i === 0 ? 'bold' : 'plain')
  })
  // Loaded only here, as for tickets: most processes never draw a barcode.
  const { toBuffer } = await import('bwip-js/node')
  const code = await pdf.embedPng(await toBuffer({ bcid: 'code128', text: trackingNumber, scale: 3, height: 20 }))
  page.drawImage(code, { x: margin, y: 92, width: width - 2 * margin, height: 80 })
  draw(trackingNumber, 76, 13, 'bold')
  draw(`${shipment.reference} - ${shipment.parcel.weightOz} oz`, 58, 8)
  page.drawText(mark, {
    x: 42,
    y: 60,
    size: 52,
    font: fonts.fonts[1],
    color: rgb(0.6, 0.6, 0.6),
    rotate: degrees(55),
    opacity: 0.7,
  })
  draw(`${mark} - NOT FOR MAILING`, 24, 13, 'bold')
  return Buffer.from(await pdf.save())
}

const numbersPerPage = 100
const sheet = { width: 612, height: 792 }

/** The numbers of the parcels, in two columns. */
export async function sampleManifestPdf(name: string, numbers: string[], at: Date): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(`${mark} ${name}`)
  pdf.setCreationDate(at)
  const title = `${mark}: MANIFEST ${name}, PARCELS: ${numbers.length}`
  const { fonts } = await embedFonts(pdf, title + numbers.join(''))
  const [plain, bold] = [fonts[0], fonts[1]]
  for (let first = 0; first < numbers.length; first += numbersPerPage) {
    const page = pdf.addPage([sheet.width, sheet.height])
    page.drawText(title, { x: 48, y: 740, size: 12, font: bold, color: black })
    for (const [i, number] of numbers.slice(first, first + numbersPerPage).entries())
      page.drawText(number, { x: i < 50 ? 48 : 320, y: 716 - (i % 50) * 13, size: 9, font: plain, color: black })
  }
  return Buffer.from(await pdf.save())
}

function fit(fonts: DocumentFonts, text: string, size: number, weight: FontWeight): string {
  const letters = Array.from(fonts.drawable(text))
  let room = (width - 2 * margin) / size
  const end = letters.findIndex(letter => {
    room -= fonts.widthOf(letter, weight)
    return room < 0
  })
  return (end === -1 ? letters : letters.slice(0, end)).join('')
}

const linesOf = ({ name, company, street1, street2, city, state, postal, country }: CarrierAddress): string[] =>
  [name, company, street1, street2, [city, state, postal, country].filter(Boolean).join(' ')].filter(Boolean)

/** For 203 dots an inch: 812 x 1218 dots. */
export function sampleLabelZpl({ trackingNumber, service, shipment }: SampleLabel): Buffer {
  const field = (x: number, y: number, size: number, text: string) =>
    `^FO${x},${y}^A0N,${size},${size}^FH_^FD${text.replaceAll(/[\^~_]/g, hexOf)}^FS`
  const lines = [
    '^XA^CI28^PW812^LL1218',
    field(40, 40, 36, `${service.toUpperCase()} - SIMULATED CARRIER`),
    ...linesOf(shipment.from).map((line, i) => field(40, 100 + i * 28, 24, line)),
    ...linesOf(shipment.to).map((line, i) => field(60, 330 + i * 48, 40, line)),
    `^FO60,680^BY3^BCN,180,Y,N,N^FD${trackingNumber}^FS`,
    field(40, 960, 24, `${shipment.reference} - ${shipment.parcel.weightOz} oz`),
    field(40, 1020, 100, mark),
    field(40, 1130, 40, 'NOT FOR MAILING'),
    '^XZ',
  ]
  return Buffer.from(`${lines.join('\n')}\n`)
}

const hexOf = (char: string): string => `_${char.charCodeAt(0).toString(16).toUpperCase()}`
