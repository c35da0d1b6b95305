// Printers as the support staff see them: their health, messages that contradict what is known, and jobs that wait for
// a silent printer.

import { type Static, Type } from 'typebox'
import { type Clock, utcDay } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import { presentOrder } from '../../orders/present.ts'
import { hold, release, removedPrinters, staffPrinters } from '../../orders/printing/hold.ts'
import type { Press } from '../../orders/printing/print.ts'
import { rerouteByStaff } from '../../orders/printing/watch.ts'
import type { Shell } from '../../orders/work.ts'
import { listJobComparisons } from '../../printer/comparisons.ts'
import { listMessages, verdicts } from '../../printer/messages.ts'
import { jobStatuses } from '../../printer/printer.ts'
import { listAlarms } from '../../printer/store.ts'
import { OrderObject } from '../customers/orderSchemas.ts'
import { type Route, route } from '../route.ts'
import { Instant, LongText, Mode, nullable, oneOf } from '../schemas.ts'

export type StaffPrinterParts = { shell: Shell; db: Db; clock: Clock; press: Press }

const tag = 'Staff'
const PrinterPath = Type.Object({ name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }) })
const JobId = Type.String({ pattern: '^job_[0-9A-Za-z]{22,60}$', 'x-expected': 'a jobId' })
/** A caller without a reason may send no body at all. */
const ActBody = nullable(
  Type.Object(
    { reason: Type.Optional(LongText(1000, { description: 'For the history and the audit log.' })) },
    { additionalProperties: false },
  ),
)
const Limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })
const NextCursor = nullable(Type.String({ description: 'Null on the last page.' }))
const Count = Type.Integer({ description: 'Counted up to 10,000.' })

const Printer = Type.Object(
  {
    name: Type.String(),
    adapter: Type.String(),
    priority: Type.Integer(),
    copiesPerDay: nullable(Type.Integer()),
    day: Type.Object({ date: Type.String({ format: 'date' }), jobs: Type.Integer(), copies: Type.Integer() }),
    heldAt: nullable(Instant),
    heldBy: nullable(Type.String()),
    holdReason: nullable(Type.String()),
    heardAt: nullable(Instant),
    failingSince: nullable(Instant),
    lastFailure: nullable(Type.String()),
    openJobs: Count,
    unsubmitted: Count,
    alarms: Count,
  },
  { $id: 'StaffPrinter' },
)

const RemovedPrinter = Type.Object(
  { name: Type.String(), openJobs: Count, unsubmitted: Count, alarms: Count },
  { $id: 'RemovedPrinter' },
)

const MessageQuery = Type.Object({
  verdict: oneOf(verdicts, { default: 'contradicts' }),
  limit: Limit,
  cursor: Type.Optional(
    Type.String({ pattern: '^pmg_[0-9a-z]{22}$', 'x-expected': 'a nextCursor of an earlier answer' }),
  ),
})
const PrinterMessage = Type.Object(
  {
    recordId: Type.String(),
    accountId: Type.String(),
    mode: Mode,
    customerOrderId: Type.String(),
    jobId: Type.String(),
    printer: Type.String(),
    messageId: Type.String({ description: "The printer's own id of the message." }),
    kind: Type.String(),
    content: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    saidAt: nullable(Instant),
    receivedAt: Instant,
    repeatedAt: nullable(Instant),
    repetitions: Type.Integer(),
    verdict: oneOf(verdicts),
    why: nullable(Type.String()),
    actor: Type.String(),
  },
  { $id: 'PrinterMessage' },
)

const AlarmQuery = Type.Object({ limit: Limit, cursor: Type.Optional(JobId) })
const SilentJob = Type.Object(
  {
    jobId: Type.String(),
    accountId: Type.String(),
    mode: Mode,
    customerOrderId: Type.String(),
    printer: Type.String(),
    status: oneOf(jobStatuses),
    alarm: oneOf(['submission', 'acceptance', 'shipping', 'cancellation']),
    alarmedAt: Instant,
    dueDate: nullable(Type.String({ format: 'date' })),
    expectedShipDate: nullable(Type.String({ format: 'date' })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'SilentJob' },
)

const ComparisonQuery = Type.Object({
  before: Type.Optional(Type.String({ format: 'date', description: 'Only days before this one.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 31, description: 'The number of days.' }),
})
const JobComparison = Type.Object(
  {
    printer: Type.String(),
    day: Type.String({ format: 'date' }),
    comparedAt: Instant,
    listed: Type.Integer({ description: 'Jobs that the printer lists as open.' }),
    ours: Type.Integer({ description: 'Jobs that are open here, and that it should know by now.' }),
    asked: Type.Integer({ description: 'Of ours those that it did not list at all: it was asked about them.' }),
    strange: Type.Integer({
      description:
        'Of its jobs those that are over here, or that it was never given; of ours those that are over there.',
    }),
    differences: Type.Array(
      Type.Object({
        kind: oneOf(['over', 'never_given', 'over_there']),
        jobId: Type.String(),
        status: nullable(oneOf(jobStatuses)),
        accountId: nullable(Type.String()),
        customerOrderId: nullable(Type.String()),
        listedAs: nullable(
          Type.String({
            description: "The printer's word for a job that is over there; null for those that it has open.",
          }),
        ),
      }),
      { description: 'The first 200 of the `strange` jobs.' },
    ),
  },
  { $id: 'JobComparison' },
)

export function staffPrinterRoutes({ shell, db, clock, press }: StaffPrinterParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/staff/printers',
      callers: ['staff'],
      tag,
      summary: 'List printers and their health',
      answer: Type.Object({
        printers: Type.Array(Printer),
        removed: Type.Array(RemovedPrinter, {
          description: 'Those that are no longer in printers.json, and still have open jobs.',
        }),
      }),
      handle: async () => ({
        printers: await staffPrinters(db, press, press.shop.printers, clock()),
        removed: await removedPrinters(db, press),
      }),
    }),
    route({
      method: 'POST',
      path: '/staff/printers/:name/hold',
      callers: ['staff'],
      tag,
      summary: 'Put a printer on hold',
      description: 'New orders go to other printers if possible. The printer keeps the jobs that it already has.',
      params: PrinterPath,
      body: ActBody,
      answer: Printer,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ({ caller: { actor }, params: { name }, body }) =>
        hold({ shell, press }, { printer: name, reason: body?.reason ?? null, actor, now: clock() }),
    }),
    route({
      method: 'POST',
      path: '/staff/printers/:name/release',
      callers: ['staff'],
      tag,
      summary: 'Release a printer from hold',
      description: 'Jobs that waited for it are submitted at once.',
      params: PrinterPath,
      body: ActBody,
      answer: Printer,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ({ caller: { actor }, params: { name }, body }) =>
        release({ shell, press }, { printer: name, reason: body?.reason ?? null, actor, now: clock() }),
    }),
    route({
      method: 'GET',
      path: '/staff/printer-messages',
      callers: ['staff'],
      tag,
      summary: 'List messages of printers, newest first',
      description: 'By default those that contradicted the state of their order and were not applied.',
      query: MessageQuery,
      answer: Type.Object({ messages: Type.Array(PrinterMessage), nextCursor: NextCursor }),
      refuses: ['malformed_request'],
      handle: ({ query }) => messagePage(db, query),
    }),
    route({
      method: 'GET',
      path: '/staff/printer-comparisons',
      callers: ['staff'],
      tag,
      summary: 'List the daily comparisons of open jobs with printers, newest first',
      query: ComparisonQuery,
      answer: Type.Object({ comparisons: Type.Array(JobComparison) }),
      refuses: ['malformed_request'],
      handle: async ({ query: { before, limit } }) => {
        const tomorrow = utcDay(clock()).add({ days: 1 }).toString()
        return { comparisons: await listJobComparisons(db, { before: before ?? tomorrow, days: limit }) }
      },
    }),
    route({
      method: 'GET',
      path: '/staff/printer-alarms',
      callers: ['staff'],
      tag,
      summary: 'List print jobs whose printers are silent, oldest first',
      query: AlarmQuery,
      answer: Type.Object({ jobs: Type.Array(SilentJob), nextCursor: NextCursor }),
      refuses: ['malformed_request'],
      handle: ({ query }) => alarmPage(db, query),
    }),
    route({
      method: 'POST',
      path: '/staff/print-jobs/:jobId/reroute',
      callers: ['staff'],
      tag,
      summary: 'Move a print job to another printer',
      description: 'Takes effect at once: make sure that the first printer will not print it.',
      params: Type.Object({ jobId: JobId }),
      body: ActBody,
      answer: OrderObject,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: async ({ caller: { actor }, params: { jobId }, body }) =>
        presentOrder(
          await rerouteByStaff({ shell, press }, { jobId, reason: body?.reason ?? null, actor, now: clock() }),
        ),
    }),
  ]
}

async function messagePage(db: Db, { verdict, limit, cursor }: Static<typeof MessageQuery>) {
  const found = await listMessages(db, { verdict, before: cursor ?? null, limit: limit + 1 })
  const messages = found.slice(0, limit)
  return { messages, nextCursor: found.length > limit ? messages.at(-1)!.recordId : null }
}

async function alarmPage(db: Db, { limit, cursor = '' }: Static<typeof AlarmQuery>) {
  const found = await listAlarms(db, { after: cursor, limit: limit + 1 })
  const jobs = found.slice(0, limit).map(({ ticket, ...job }) => ({
    ...job,
    customerOrderId: ticket.customerOrderId,
    alarm: job.alarm!,
    alarmedAt: job.alarmedAt!,
  }))
  return { jobs, nextCursor: found.length > limit ? jobs.at(-1)!.jobId : null }
}
