// The files of a job for the press: the printed ticket, and the print files.

import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { FileReview } from '../../orders/files/fileReview.ts'
import type { Fulfillment } from '../../orders/printing/fulfillment.ts'
import { findPrinterJob } from '../../orders/printing/receiveMessages.ts'
import { findJobs } from '../../printer/jobStore.ts'
import { type FileLinks, fileOf } from '../../printer/links.ts'
import type { PrintJob } from '../../printer/printer.ts'
import { type Route, route } from '../route.ts'
import { Pdf } from '../schemas.ts'
import { JobPath, pressDesksOf, pressTag } from './job.ts'

/** The bytes of a stored file; null if it is not stored. */
type OpenPrintFile = (accountId: string, sha256: string) => Promise<{ bytes: number; stream: Readable } | null>

/** Each takes a child process; the books after these have no picture. */
const maxPictures = 50

export type PressFileParts = {
  db: Db
  clock: Clock
  fulfillment: Fulfillment
  fileLinks: FileLinks
  openPrintFile: OpenPrintFile
  fileDesk: Pick<FileReview, 'coverPicture'>
}

const tag = pressTag

export function pressFileRoutes({
  db,
  clock,
  fulfillment,
  fileLinks,
  openPrintFile,
  fileDesk,
}: PressFileParts): Route[] {
  const desksOf = pressDesksOf(fulfillment.printerConfig.printers)
  const ruleOf = ({ printer }: PrintJob) => fulfillment.printerConfig.printers.find(({ name }) => name === printer)

  /** A ticket without a picture is better than no ticket, so failures of the renderer count as no picture. */
  async function coverPicture({ accountId, ticket }: PrintJob, item: number): Promise<Buffer | null> {
    const sha256 = ticket.items[item]?.files.cover?.sha256
    if (sha256 == null || item >= maxPictures) return null
    const picture = await fileDesk.coverPicture(accountId, sha256).catch(() => null)
    if (picture === null) return null
    const { default: sharp } = await import('sharp')
    return sharp(picture).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer()
  }

  return [
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/ticket.pdf',
      operationId: 'downloadJobTicket',
      callers: ['printer'],
      tag,
      summary: 'Download the job ticket as PDF, with a barcode, and a packing slip without prices',
      params: JobPath,
      answerType: 'application/pdf',
      answer: Pdf,
      refuses: ['not_found'],
      async handle({ caller, params: { jobId }, reply }) {
        const { ticketPdf, paperSizeIn } = await import('../../printer/ticketPdf.ts') // uses libraries that most processes never need
        const job = await findPrinterJob(db, desksOf(caller), jobId)
        const pdf = await ticketPdf(job, {
          paper: ruleOf(job)?.paper ?? paperSizeIn(job.ticket.shipFrom?.country ?? 'US'),
          coverPicture: item => coverPicture(job, item),
        })
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="ticket-${jobId}.pdf"`)
          .header('cache-control', 'no-store')
          .send(pdf)
      },
    }),
    route({
      method: 'GET',
      path: '/press/files/:token',
      operationId: 'downloadLinkedFile',
      callers: ['public'],
      tag,
      summary: 'Download a print file by a link from a print job',
      description:
        'The link needs no other authentication, and works for 15 minutes. Returns exactly the bytes that were checked.',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      answerType: 'application/pdf',
      answer: Pdf,
      refuses: ['not_found', 'file_not_kept'],
      async handle({ params: { token }, reply }) {
        const name = fileLinks.read(token, clock())
        const [job] = name === null ? [] : await findJobs(db, [name.jobId])
        const file = name === null || job === undefined ? null : fileOf(job, name)
        if (name === null || job === undefined || file === null) {
          throw new Refusal('not_found', 'The link is invalid or has expired; read the job again for a new one.')
        }
        const kept = await openPrintFile(job.accountId, file.sha256)
        if (kept === null) throw new Refusal('file_not_kept', `The file ${file.sha256} is not stored here.`)
        return reply
          .type('application/pdf')
          .header('content-length', kept.bytes)
          .header('content-disposition', `attachment; filename="${job.jobId}-${name.item + 1}-${name.part}.pdf"`)
          .header('cache-control', 'no-store')
          .header('etag', `"${file.sha256}"`)
          .send(kept.stream)
      },
    }),
  ]
}
