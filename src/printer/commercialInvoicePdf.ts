// The commercial invoice of a parcel that passes customs: its books, their value, and the payer of the duties.
// Customs reads English.

import type { PaperSize } from '../base/text/paperSize.ts'
import type { Customs, PrintJob } from './printer.ts'
import { addressOn, newDocument, writer } from './ticketPdf.ts'

export type InvoicedParcel = {
  parcel: number
  trackingNumber: string
  carrier: string
  /** The day on which the label was bought, where its sender is (ISO date). */
  on: string
  /** Of the books in this parcel. */
  declaration: Omit<Customs, 'contentType'>
}

export async function commercialInvoicePdf(job: PrintJob, invoiced: InvoicedParcel, paper: PaperSize): Promise<Buffer> {
  const { parcel, trackingNumber, carrier, on, declaration } = invoiced
  const { terms, originCountry, currency, value, weightGrams, lines } = declaration
  const { customerOrderId, shipFrom, destination } = job.ticket
  const name = `Commercial invoice ${customerOrderId}, parcel ${parcel}`
  const { pdf, fonts } = await newDocument([job], { title: name, brandName: `${JSON.stringify(invoiced)}×` })
  const sheet = writer(pdf, fonts, paper, { name, language: 'en' })
  sheet.line('Commercial invoice', 20, 'bold')
  sheet.pairs([
    ['Order', customerOrderId],
    ['Date', on],
    ['Parcel', String(parcel)],
    ['Carrier', carrier],
    ['Tracking no.', trackingNumber],
    ['Terms', terms === null ? 'None' : `${terms}: the recipient pays duties`],
    ['Made in', originCountry],
    ['Reason', 'Sale'],
  ])
  if (shipFrom !== undefined) sheet.together(() => addressOn(sheet, 'Sender', shipFrom))
  sheet.together(() => addressOn(sheet, 'Recipient', destination))
  sheet.heading('Contents')
  for (const { description, hsCode, quantity, unitValue, value: lineValue, weightGrams: grams } of lines)
    sheet.together(() => {
      sheet.line(`${quantity} × ${description}`, 11, 'bold')
      sheet.pairs([
        ['HS code', hsCode],
        ['Weight', `${grams} g`],
        ['Each', `${currency} ${unitValue}`],
        ['Value', `${currency} ${lineValue}`],
      ])
    })
  sheet.figures([
    ['Total value', `${currency} ${value}`],
    ['Weight of the books', `${weightGrams} g`],
  ])
  sheet.line('I declare that this invoice is true and correct.')
  sheet.fields([['Signature', shipFrom?.name ?? '']])
  sheet.end()
  return Buffer.from(await pdf.save())
}
