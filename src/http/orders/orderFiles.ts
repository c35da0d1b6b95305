// The files of orders and print jobs, for people: findings, and pictures that the service draws. The customer's PDF
// itself is only served as a download for the printer.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import { hasGeneratedName, orderTitle } from '../../base/text/orderTitle.ts'
import type { Db } from '../../db/db.ts'
import {
  jobBook,
  jobFiles,
  orderBook,
  orderFiles,
  type PictureLook,
  pictureOfOrder,
} from '../../features/files/fileReview.ts'
import { noSuchJob } from '../../features/printing/applyMessages.ts'
import { findPrinterJob } from '../../features/printing/receiveMessages.ts'
import { findOrder } from '../../orders/orderStore.ts'
import type { PrintJob } from '../../printer/printer.ts'
import { Pdf } from '../objects/common.ts'
import { pressDesksOf } from '../printing/job.ts'
import { openPressFile } from '../printing/pressFile.ts'
import {
  answersPicture,
  BookView,
  filesInDashboard,
  PictureQuery,
  StoredFile,
  sandboxedFile,
  sendPicture,
} from '../products/files.ts'
import { resource } from '../server/resource.ts'
import { type Route, type RouteInput, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'
import { requireOrder, requireOrderInAnyMode } from './orders.ts'

/** The staff know the account of an order, but not its mode. */
type OrderName = { accountId: string; mode: Mode | null; customerOrderId: string }
const addressesOf = <Rest extends string>(rest: Rest) =>
  ({
    member: `/dashboard/api/:mode/orders/:customerOrderId/${rest}`,
    staff: `/staff/orders/:accountId/:customerOrderId/${rest}`,
  }) as const
type WantedPage = { item: number; part: 'cover' | 'guts'; page: number } & PictureLook

const Items = Type.Object({ items: Type.Array(Type.Object({ sku: Type.String(), files: Type.Array(StoredFile) })) })
const readBook = 'with its measures and the places of findings'
const readPicture = 'Read a preview of a page'
const withGuides = 'with lines for trim, bleed and safe area'

function found<Book>(book: Book | null): Book {
  if (book === null) throw new Refusal('not_found', say('There is no such item.'))
  return book
}

type PrinterCaller = RouteInput<'printer', unknown, unknown, unknown>['caller']

export const orderFileRoutes = tagged('Press', (services: Services): Route[] => [
  ...filesOfOrderRoutes(services),
  ...filesOfJobRoutes(services),
  ...downloadRoutes(services),
])

const filesOfOrderRoutes = ({ db, publicUrl, fileReview }: Services): Route[] => {
  const base = publicUrl.origin

  return [
    ...resource({
      method: 'GET',
      at: addressesOf('files'),
      operationId: 'listOrderFiles',
      tag: filesInDashboard,
      summary: 'List the files of an order, with their findings',
      answer: Items,
      staff: { tag: 'Staff' },
      async handle({ owner, params }) {
        const name = { ...owner, ...params }
        return orderFiles(fileReview, await find(db, name), filesAt(base, name))
      },
    }),
    ...resource({
      method: 'GET',
      at: addressesOf('books/:item'),
      operationId: 'getOrderBook',
      tag: filesInDashboard,
      summary: `Read a book of an order, ${readBook}`,
      answer: BookView,
      staff: { tag: 'Staff' },
      async handle({ owner, params: { customerOrderId, item } }) {
        const name = { ...owner, customerOrderId }
        const order = await find(db, name)
        const title = hasGeneratedName(order) ? { orderTitle: orderTitle(order, order.books[0]?.title) } : {}
        return { ...found(await orderBook(fileReview, order, item, filesAt(base, name))), ...title }
      },
    }),
    ...resource({
      method: 'GET',
      at: addressesOf('files/:item/:part/preview/:page'),
      operationId: 'getOrderFilePreview',
      tag: filesInDashboard,
      summary: `${readPicture} of an order, ${withGuides}`,
      query: PictureQuery,
      ...answersPicture,
      staff: { tag: 'Staff' },
      async handle({ owner, params: { customerOrderId, ...page }, query, request, reply }) {
        const order = await find(db, { ...owner, customerOrderId })
        return sendPicture(request, reply, await pictureOfOrder(fileReview, order, { ...page, ...query }))
      },
    }),
  ]
}

// Other printers receive files through messages.
const filesOfJobRoutes = ({ db, publicUrl, fileReview, fulfillment }: Services): Route[] => {
  const desksOf = pressDesksOf(fulfillment)
  const findJob = (caller: PrinterCaller, jobId: string) => findPrinterJob(db, desksOf(caller), jobId)
  const jobFilesAt = (jobId: string) => `${publicUrl.origin}/press/jobs/${jobId}/files`

  return [
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/files',
      operationId: 'listJobFiles',
      summary: 'List the files of a job, with their findings',
      description: 'Shows findings only for the exact files from which the job is printed.',
      answer: Items,
      async handle({ caller, params: { jobId } }) {
        const job = await findJob(caller, jobId)
        return jobFiles(fileReview, job, await findOrderOfJob(db, job), jobFilesAt(jobId))
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/books/:item',
      operationId: 'getJobBook',
      summary: `Read a book of a job, ${readBook}`,
      answer: BookView,
      async handle({ caller, params }) {
        const job = await findJob(caller, params.jobId)
        return found(
          await jobBook(fileReview, job, await findOrderOfJob(db, job), params.item, jobFilesAt(params.jobId)),
        )
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/files/:item/:part/preview/:page',
      operationId: 'getJobFilePreview',
      summary: `${readPicture} of a job, ${withGuides}`,
      query: PictureQuery,
      ...answersPicture,
      async handle({ caller, params, query, request, reply }) {
        const job = await findJob(caller, params.jobId)
        return sendPicture(request, reply, await pictureOfJob(fileReview, job, { ...params, ...query }))
      },
    }),
  ]
}

const downloadRoutes = ({ db, fileReview, fulfillment }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/press/jobs/:jobId/files/:item/:part',
    operationId: 'downloadJobFile',
    summary: 'Download a file of a job',
    description:
      'Returns exactly the bytes that were checked, and after them, if your printer has binding codes, the bytes that add the code. The SHA-256 of the whole is in the job and in the ETag.',
    answer: Pdf,
    answerType: 'application/pdf',
    async handle({ caller, params: { jobId, item, part }, reply }) {
      const openPrintFile = fileReview.files.open
      const job = await findPrinterJob(db, pressDesksOf(fulfillment)(caller), jobId)
      const kept = await openPressFile({ db, openPrintFile }, job, { jobId, item, part })
      if (kept === null) throw new Refusal('not_found', say('The file does not exist or is no longer stored.'))
      const { bytes, sha256, stream } = kept
      reply.headers({ 'content-length': bytes, 'content-security-policy': sandboxedFile, etag: `"${sha256}"` })
      return sendFile(reply, `${jobId}-${item}-${part}.pdf`, stream)
    },
  }),
]

function filesAt(base: string, { accountId, mode, customerOrderId }: OrderName): string {
  const order = encodeURIComponent(customerOrderId)
  return mode === null
    ? `${base}/staff/orders/${encodeURIComponent(accountId)}/${order}/files`
    : `${base}/dashboard/api/${mode}/orders/${order}/files`
}

const find = (db: Db, { mode, ...name }: OrderName) =>
  mode === null ? requireOrderInAnyMode(db, name) : requireOrder(db, { mode, ...name })

async function findOrderOfJob(db: Db, { accountId, mode, ticket: { customerOrderId }, jobId }: PrintJob) {
  const order = await findOrder(db, { accountId, mode, customerOrderId })
  if (order === undefined) throw noSuchJob(jobId)
  return order
}

async function pictureOfJob(
  fileReview: Services['fileReview'],
  { accountId, ticket }: PrintJob,
  { item, part, page, ...look }: WantedPage,
) {
  const book = ticket.items[item]
  const sha256 = book?.files[part]?.sha256
  return book && sha256 ? fileReview.picture({ accountId, sha256, part, page, ...book }, look) : null
}
