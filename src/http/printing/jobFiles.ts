// The files of a job for the press: the printed ticket, the packing slip, and the print files.

import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { sumFileBytes } from '../../artwork/fileStore.ts'
import { maxZipBytes, zipOf } from '../../base/files/zip.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { findPrinterJob } from '../../features/printing/receiveMessages.ts'
import { findJobHere } from '../../printer/jobStore.ts'
import { fileOf, type JobFile } from '../../printer/links.ts'
import type { PrintJob } from '../../printer/printer.ts'
import { jobIdPattern } from '../objects/addressParameters.ts'
import { Closed, Pdf, Zip } from '../objects/common.ts'
import { PaperQuery, paperLanguage } from '../server/paperLanguage.ts'
import { malformed } from '../server/problem.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'
import { type PrinterCaller, pressDesksOf, pressTag } from './job.ts'
import { archiveEntries } from './jobArchive.ts'
import { openPressFile } from './pressFile.ts'
import { drawSlip, drawTickets } from './tickets.ts'

const maxTickets = 50
/** As many as one order may have. */
const maxTicketBooks = 500
const JobIds = Type.String({
  pattern: `^${jobIdPattern}(?:,${jobIdPattern}){0,${maxTickets - 1}}$`,
  'x-expected': `1 to ${maxTickets} jobIds, separated by commas`,
})
const TicketsQuery = Closed({ jobIds: JobIds, ...PaperQuery.properties })

export const pressFileRoutes = tagged(pressTag, (services: Services): Route[] => [
  ...downloadRoutes(services),
  ...linkedFileRoutes(services),
])

const downloadRoutes = (services: Services): Route[] => {
  const { db, clock, fulfillment, openPrintFile } = services
  const desksOf = pressDesksOf(fulfillment)

  return [
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/ticket.pdf',
      operationId: 'downloadJobTicket',
      summary: 'Download the job ticket as PDF, with a barcode, and a packing slip without prices',
      query: PaperQuery,
      answerType: 'application/pdf',
      answer: Pdf,
      async handle({ caller, params: { jobId }, query, request, reply }) {
        const job = await findPrinterJob(db, desksOf(caller), jobId)
        const pdf = await drawTickets(services, [job], paperLanguage(query, request))
        return sendFile(reply, `ticket-${jobId}.pdf`, pdf)
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/tickets.pdf',
      operationId: 'downloadJobTickets',
      summary: 'Download the job tickets and packing slips of several jobs as one PDF',
      description: `In the order of \`jobIds\`. The jobs may have ${maxTicketBooks} books in all.`,
      query: TicketsQuery,
      answerType: 'application/pdf',
      answer: Pdf,
      refuses: ['not_found'],
      async handle({ caller, query, request, reply }) {
        const jobs = await findTogether(services, caller, query.jobIds)
        return sendFile(
          reply,
          `tickets-${jobs.length}.pdf`,
          await drawTickets(services, jobs, paperLanguage(query, request)),
        )
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/files.zip',
      operationId: 'downloadJobFiles',
      summary: 'Download the tickets and print files of several jobs as one ZIP archive',
      description: `\`tickets.pdf\` has the job tickets, in the order of \`jobIds\`. Files are named by order, book and part: \`1042-1-cover.pdf\`, \`1042-1-pages.pdf\`; where two jobs have the same name, the end of the jobId follows the order. They are the files of the links of each job. A file that cannot be read is named in \`missing.txt\`, and the others come. The jobs may have ${maxTicketBooks} books and 4 GB in all.`,
      query: TicketsQuery,
      answerType: 'application/zip',
      answer: Zip,
      refuses: ['not_found'],
      async handle({ caller, query, request, reply }) {
        const jobs = await findTogether(services, caller, query.jobIds)
        await requireArchivable(db, jobs)
        const open = (job: PrintJob, name: JobFile) => openPressFile({ db, openPrintFile }, job, name)
        const tickets = await drawTickets(services, jobs, paperLanguage(query, request))
        const entries = archiveEntries(jobs, { tickets, open })
        return sendFile(reply, `jobs-${jobs.length}.zip`, Readable.from(zipOf(entries, clock()), { objectMode: false }))
      },
    }),
  ]
}

const linkedFileRoutes = (services: Services): Route[] => {
  const { db, clock, fileLinks, openPrintFile } = services

  return [
    route({
      method: 'GET',
      path: '/press/slips/:token',
      operationId: 'downloadLinkedPackingSlip',
      callers: ['public'],
      summary: 'Download a packing slip by a link from a print job',
      description: 'The link needs no other authentication, and works for 30 days.',
      answerType: 'application/pdf',
      answer: Pdf,
      async handle({ params: { token }, reply }) {
        const jobId = fileLinks.readSlip(token, clock())
        const job = jobId === null ? undefined : await findJobHere(db, jobId)
        if (job === undefined) {
          throw new Refusal('not_found', 'The link is invalid or has expired; read the job again for a new one.')
        }
        return sendFile(reply, `packing-slip-${job.jobId}.pdf`, await drawSlip(services, job))
      },
    }),
    route({
      method: 'GET',
      path: '/press/files/:token',
      operationId: 'downloadLinkedFile',
      callers: ['public'],
      summary: 'Download a print file by a link from a print job',
      description:
        'The link needs no other authentication, and works for 15 minutes. Returns exactly the bytes that were checked, and after them, if your printer has binding codes, the bytes that add the code outside the trim of page 1.',
      answerType: 'application/pdf',
      answer: Pdf,
      refuses: ['file_not_kept'],
      async handle({ params: { token }, reply }) {
        const name = fileLinks.read(token, clock())
        const job = name === null ? undefined : await findJobHere(db, name.jobId)
        const file = name === null || job === undefined ? null : fileOf(job, name)
        if (name === null || job === undefined || file === null) {
          throw new Refusal('not_found', 'The link is invalid or has expired; read the job again for a new one.')
        }
        const kept = await openPressFile({ db, openPrintFile }, job, name)
        if (kept === null) throw new Refusal('file_not_kept', `The file ${file.sha256} is not stored here.`)
        reply.headers({ 'content-length': kept.bytes, etag: `"${kept.sha256}"` })
        return sendFile(reply, `${job.jobId}-${name.item + 1}-${name.part}.pdf`, kept.stream)
      },
    }),
  ]
}

/** The jobs of a list of ids, once each. Refuses jobs of other printers, and more books than one document has. */
async function findTogether({ db, fulfillment }: Services, caller: PrinterCaller, jobIds: string): Promise<PrintJob[]> {
  const desks = pressDesksOf(fulfillment)(caller)
  const jobs = await Promise.all([...new Set(jobIds.split(','))].map(jobId => findPrinterJob(db, desks, jobId)))
  const books = jobs.reduce((sum, { ticket }) => sum + ticket.items.length, 0)
  if (books > maxTicketBooks)
    throw malformed(
      say('The jobs have {books} books; request the tickets of at most {maxTicketBooks} books at once.', {
        books,
        maxTicketBooks,
      }),
    )
  return jobs
}

/** The archive begins before its files are read, so its length is known only from their rows. */
async function requireArchivable(db: Db, jobs: PrintJob[]): Promise<void> {
  const files = jobs.flatMap(({ accountId, ticket }) =>
    ticket.items.flatMap(({ files: { cover, guts } }) =>
      [cover, guts].flatMap(file => (file?.sha256 == null ? [] : [{ accountId, sha256: file.sha256 }])),
    ),
  )
  const bytes = await sumFileBytes(db, files)
  if (bytes > maxZipBytes)
    throw malformed(
      say('The files of these jobs have {count} GB; request at most {limit} GB at once.', {
        count: (bytes / 1e9).toFixed(1),
        limit: maxZipBytes / 1e9,
      }),
    )
}
