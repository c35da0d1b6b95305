// Draws the tickets and packing slips of jobs, with what is read for them: brands, logos, codes, parcels and covers.

import type { Language } from '../../../languages/languages.ts'
import { readAccountLogo } from '../../accounts/settings/packingSlip.ts'
import { type PaperSize, paperSizeIn } from '../../base/text/paperSize.ts'
import { defaultBrand } from '../../brand/brand.ts'
import { pngOf, pngOfDataUrl } from '../../brand/logo.ts'
import { readParcels } from '../../features/printing/labels.ts'
import { findCodesOf } from '../../printer/bindingCodeStore.ts'
import { withCodedFiles } from '../../printer/bindingCodes.ts'
import type { PrintJob } from '../../printer/printer.ts'
import type { Services } from '../server/services.ts'

/** Each takes a child process; the books after these have no picture. */
const maxPictures = 50

/** The tickets and slips of jobs, in their order. */
export async function drawTickets(services: Services, jobs: PrintJob[], language: Language): Promise<Buffer> {
  const { db, operator, labelDeps } = services
  const { ticketsPdf } = await import('../../printer/ticketPdf.ts') // uses libraries that most processes never need
  const brand = await readBrand(operator)
  const slipLogos = await readSlipLogos(services, jobs)
  const codes = await findCodesOf(db, jobs)
  const plans = await Promise.all(jobs.map(async job => (await readParcels(labelDeps, job)).plan))
  return ticketsPdf(
    jobs.map((job, i) => ({
      job: withCodedFiles(job, codes[i]!),
      options: {
        brand,
        language,
        slipLogo: slipLogos.get(job.accountId) ?? null,
        paper: paperOf(services, job),
        bindingCodes: codes[i]!,
        parcels: plans[i]?.map(({ box, ...parcel }) => ({ ...parcel, box: box.name })) ?? null,
        coverPicture: item => coverPicture(services, job, item),
      },
    })),
  )
}

export async function drawSlip(services: Services, job: PrintJob): Promise<Buffer> {
  const { slipPdf } = await import('../../printer/ticketPdf.ts')
  return slipPdf(job, { paper: paperOf(services, job), slipLogo: await readSlipLogo(services, job) })
}

/** A ticket without a picture is better than no ticket, so failures of the renderer count as no picture. */
async function coverPicture(
  { fileReview }: Services,
  { accountId, ticket }: PrintJob,
  item: number,
): Promise<Buffer | null> {
  const sha256 = ticket.items[item]?.files.cover?.sha256
  if (sha256 == null || item >= maxPictures) return null
  const picture = await fileReview.coverPicture(accountId, sha256).catch(() => null)
  if (picture === null) return null
  const { default: sharp } = await import('sharp')
  return sharp(picture).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer()
}

async function readBrand({ brand }: Services['operator']) {
  return brand === defaultBrand ? null : { name: brand.name, logo: brand.logo && (await pngOf(brand.logo.light)) }
}

/**
 * That of the printer, of the operator, or of the place that ships, also when a blind parcel names another sender.
 */
export function paperOf({ operator, fulfillment }: Services, job: PrintJob): PaperSize {
  const { shipFrom, packingSlip } = job.ticket
  const from = packingSlip?.blind ? operator.shipping.shipFrom : shipFrom
  const printer = fulfillment.printerConfig.printers.find(({ name }) => name === job.printer)
  return printer?.paper ?? operator.texts.paper ?? paperSizeIn(from?.country ?? 'US')
}

/** Only if the customer chose what the slip says. */
async function readSlipLogo({ db }: Services, { accountId, ticket }: PrintJob): Promise<Buffer | null> {
  const logo = ticket.packingSlip === undefined ? null : await readAccountLogo(db, accountId)
  return logo === null ? null : pngOfDataUrl(logo)
}

/** Each account once, so that the document has its logo once. */
async function readSlipLogos(services: Services, jobs: PrintJob[]): Promise<Map<string, Buffer | null>> {
  const logos = new Map<string, Buffer | null>()
  for (const job of jobs) {
    const known = logos.get(job.accountId) ?? null
    logos.set(job.accountId, known ?? (await readSlipLogo(services, job)))
  }
  return logos
}
