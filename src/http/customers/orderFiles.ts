// The files of orders and of print jobs as people see them: findings, and pictures that the service draws. A customer's
// PDF itself leaves this origin only as a download, for the printer.

import { Type } from 'typebox'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { findInAnyMode } from '../../orders/desk/staffReads.ts'
import { type FileDesk, jobFiles, orderFiles } from '../../orders/files/fileDesk.ts'
import type { Order } from '../../orders/order.ts'
import type { Press } from '../../orders/printing/print.ts'
import { jobAt, noSuchJob } from '../../orders/printing/printed.ts'
import { findOrder, orderNotFound } from '../../orders/store.ts'
import { deskNames } from '../../printer/adapters.ts'
import type { PrintJob } from '../../printer/printer.ts'
import { type Ask, type Route, route } from '../route.ts'
import { CustomerOrderId, Mode, Text } from '../schemas.ts'
import { filesInDashboard, KeptFile, PageNumber, Part, Picture, sandboxed, sendPicture } from './files.ts'

export type OrderFileParts = { db: Db; publicUrl: URL; fileDesk: FileDesk; press: Press }

const OrderName = { mode: Mode, customerOrderId: CustomerOrderId }
const StaffName = { accountId: Text(64), customerOrderId: CustomerOrderId }
const JobName = {
  jobId: Type.String({ pattern: '^job_[0-9A-Za-z]{22,60}$', 'x-expected': 'a jobId' }),
}
const item = Type.Integer({ minimum: 0, maximum: 499, description: 'Which of the order items, from 0.' })
const PagePath = { item, part: Part, page: PageNumber }
type PageAsked = { item: number; part: 'cover' | 'guts'; page: number }

const Items = Type.Object({ items: Type.Array(Type.Object({ sku: Type.String(), files: Type.Array(KeptFile) })) })
const Pdf = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })
const aPage = 'Read a picture of a page'
const withLines = 'with lines for trim, bleed and safe area'

type PrinterCaller = Ask<'printer', unknown, unknown, unknown>['caller']

export function orderFileRoutes({ db, publicUrl, fileDesk, press }: OrderFileParts): Route[] {
  // Other printers receive files through messages.
  const desks = deskNames(press.shop.printers)
  const base = publicUrl.origin

  async function ofMember(accountId: string, { mode, customerOrderId }: { mode: Mode; customerOrderId: string }) {
    const order = await findOrder(db, { accountId, mode, customerOrderId })
    if (order === undefined) throw orderNotFound({ customerOrderId, mode })
    return order
  }
  async function ofAccount(name: { accountId: string; customerOrderId: string }) {
    const order = await findInAnyMode(db, name)
    if (order === undefined) {
      throw new Refusal('order_not_found', `account ${name.accountId} has no order ${name.customerOrderId}`)
    }
    return order
  }
  const ofPrinter = ({ printer }: PrinterCaller, jobId: string) =>
    jobAt(db, printer === null ? desks : desks.filter(name => name === printer), jobId)
  async function orderOf({ accountId, mode, ticket: { customerOrderId }, jobId }: PrintJob) {
    const order = await findOrder(db, { accountId, mode, customerOrderId })
    if (order === undefined) throw noSuchJob(jobId)
    return order
  }

  async function pictureIn({ accountId, books }: Order, { item, part, page }: PageAsked) {
    const book = books[item]
    const sha256 = part === 'cover' ? book?.coverSha256 : book?.gutsSha256
    return book && sha256 ? fileDesk.picture({ accountId, sha256, part, page, ...book }) : null
  }
  async function pictureOfJob({ accountId, ticket }: PrintJob, { item, part, page }: PageAsked) {
    const book = ticket.items[item]
    const sha256 = book?.files[part]?.sha256
    return book && sha256 ? fileDesk.picture({ accountId, sha256, part, page, ...book }) : null
  }

  return [
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/orders/:customerOrderId/files',
      callers: ['member'],
      tag: filesInDashboard,
      summary: 'List the files of an order, with their findings',
      params: Type.Object(OrderName),
      answer: Items,
      refuses: ['order_not_found'],
      async handle({ caller: { accountId }, params }) {
        const { mode, customerOrderId } = params
        const at = `${base}/dashboard/api/${mode}/orders/${encodeURIComponent(customerOrderId)}/files`
        return orderFiles(fileDesk, await ofMember(accountId, params), at)
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/orders/:customerOrderId/files/:item/:part/preview/:page',
      callers: ['member'],
      tag: filesInDashboard,
      summary: `${aPage} of an order, ${withLines}`,
      params: Type.Object({ ...OrderName, ...PagePath }),
      answer: Picture,
      answerType: 'image/webp',
      refuses: ['order_not_found', 'not_found', 'file_not_kept'],
      handle: async ({ caller: { accountId }, params, reply }) =>
        sendPicture(reply, await pictureIn(await ofMember(accountId, params), params)),
    }),
    route({
      method: 'GET',
      path: '/staff/orders/:accountId/:customerOrderId/files',
      callers: ['staff'],
      tag: 'Staff',
      summary: 'List the files of an order, with their findings',
      params: Type.Object(StaffName),
      answer: Items,
      refuses: ['order_not_found'],
      async handle({ params }) {
        const [accountId, customerOrderId] = [params.accountId, params.customerOrderId].map(encodeURIComponent)
        const at = `${base}/staff/orders/${accountId}/${customerOrderId}/files`
        return orderFiles(fileDesk, await ofAccount(params), at)
      },
    }),
    route({
      method: 'GET',
      path: '/staff/orders/:accountId/:customerOrderId/files/:item/:part/preview/:page',
      callers: ['staff'],
      tag: 'Staff',
      summary: `${aPage} of an order, ${withLines}`,
      params: Type.Object({ ...StaffName, ...PagePath }),
      answer: Picture,
      answerType: 'image/webp',
      refuses: ['order_not_found', 'not_found', 'file_not_kept'],
      handle: async ({ params, reply }) => sendPicture(reply, await pictureIn(await ofAccount(params), params)),
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/files',
      callers: ['printer'],
      tag: 'Press',
      summary: 'List the files of a job, with their findings',
      description: 'Findings are shown only for the bytes from which the job is printed.',
      params: Type.Object(JobName),
      answer: Items,
      refuses: ['not_found'],
      async handle({ caller, params: { jobId } }) {
        const job = await ofPrinter(caller, jobId)
        return jobFiles(fileDesk, job, await orderOf(job), `${base}/press/jobs/${jobId}/files`)
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/files/:item/:part/preview/:page',
      callers: ['printer'],
      tag: 'Press',
      summary: `${aPage} of a job, ${withLines}`,
      params: Type.Object({ ...JobName, ...PagePath }),
      answer: Picture,
      answerType: 'image/webp',
      refuses: ['not_found', 'file_not_kept'],
      handle: async ({ caller, params, reply }) =>
        sendPicture(reply, await pictureOfJob(await ofPrinter(caller, params.jobId), params)),
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/files/:item/:part',
      callers: ['printer'],
      tag: 'Press',
      summary: 'Download a file of a job',
      description: 'Exactly the bytes that were checked; their SHA-256 is in the ticket and in the ETag.',
      params: Type.Object({ ...JobName, item, part: Part }),
      answer: Pdf,
      answerType: 'application/pdf',
      refuses: ['not_found'],
      async handle({ caller, params: { jobId, item, part }, reply }) {
        const { accountId, ticket } = await ofPrinter(caller, jobId)
        const sha256 = ticket.items[item]?.files[part]?.sha256 ?? null
        const kept = sha256 === null ? null : await fileDesk.files.open(accountId, sha256)
        if (kept === null) throw new Refusal('not_found', 'There is no such file, or it is no longer stored.')
        return reply
          .type('application/pdf')
          .headers({
            'content-length': kept.bytes,
            'content-disposition': `attachment; filename="${jobId}-${item}-${part}.pdf"`,
            'content-security-policy': sandboxed,
            etag: `"${sha256}"`,
          })
          .send(kept.stream)
      },
    }),
  ]
}
