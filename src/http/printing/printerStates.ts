// Printers for the support staff: their health, conflicting messages, daily comparisons, and jobs with overdue updates.

import { type Static, Type } from 'typebox'
import { utcDay } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import { rerouteByStaff } from '../../features/printing/overdueJobs.ts'
import {
  pausePrinter,
  removedPrinters,
  resumePrinter,
  type StaffPrinter,
  staffPrinters,
} from '../../features/printing/pausePrinter.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { listMismatches } from '../../printer/bindingCodeStore.ts'
import { listJobComparisons } from '../../printer/comparisons.ts'
import { listAlarms } from '../../printer/jobStore.ts'
import { listMessages, messageVerdicts } from '../../printer/messageStore.ts'
import { alarmSteps, jobStatuses } from '../../printer/printer.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { JobId } from '../objects/addressParameters.ts'
import { Instant, Mode, nullable, oneOf, Words } from '../objects/common.ts'
import { OrderObject } from '../objects/order.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { ActBody } from '../orders/staffActs.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const PrinterPath = Type.Object({ name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }) })
const Count = Type.Integer({ description: 'Counted up to 10,000.' })

const Printer = Type.Object(
  {
    name: Type.String(),
    title: nullable(Type.String({ description: 'As people read it; null: the name.' })),
    adapter: Type.String(),
    priority: Type.Integer(),
    copiesPerDay: nullable(Type.Integer()),
    bindingCodes: Type.Boolean({
      description: 'Its files have codes, by which covers and pages are compared at binding.',
    }),
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
  verdict: oneOf(messageVerdicts, { default: 'contradicts' }),
  limit: StaffLimit,
  cursor: Cursor('^pmg_[0-9a-z]{22}$'),
})
const PrinterMessage = Type.Object(
  {
    recordId: Type.String(),
    accountId: Type.String(),
    mode: Mode,
    customerOrderId: Type.String(),
    orderTitle: OrderTitle,
    jobId: Type.String(),
    printer: Type.String(),
    messageId: Type.String({ description: "The printer's own id of the message." }),
    kind: Type.String(),
    content: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    saidAt: nullable(Instant),
    receivedAt: Instant,
    repeatedAt: nullable(Instant),
    repetitions: Type.Integer(),
    verdict: oneOf(messageVerdicts),
    why: nullable(Words()),
    actor: Type.String(),
  },
  { $id: 'PrinterMessage' },
)

const AlarmQuery = Type.Object({ limit: StaffLimit, cursor: Type.Optional(JobId) })
const SilentJob = Type.Object(
  {
    jobId: Type.String(),
    accountId: Type.String(),
    mode: Mode,
    customerOrderId: Type.String(),
    orderTitle: OrderTitle,
    printer: Type.String(),
    status: oneOf(jobStatuses),
    alarm: oneOf(alarmSteps),
    alarmedAt: Instant,
    dueDate: nullable(Type.String({ format: 'date' })),
    expectedShipDate: nullable(Type.String({ format: 'date' })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'SilentJob' },
)

const MismatchQuery = Type.Object({ limit: StaffLimit, cursor: Cursor('^bmm_[0-9a-z]{22}$') })
const BindingMismatch = Type.Object(
  {
    mismatchId: Type.String(),
    foundAt: Instant,
    foundBy: Type.String(),
    resolvedAt: nullable(Instant),
    resolvedBy: nullable(Type.String()),
    scanned: Type.Array(Type.String(), { description: 'The two codes.' }),
    jobs: Type.Array(
      Type.Object({
        jobId: Type.String(),
        accountId: Type.String(),
        mode: Mode,
        customerOrderId: Type.String(),
        orderTitle: OrderTitle,
        printer: Type.String(),
      }),
      { description: 'The jobs that were stopped: one or two.' },
    ),
  },
  { $id: 'BindingMismatch' },
)

const ComparisonQuery = Type.Object({
  before: Type.Optional(Type.String({ format: 'date', description: 'Only days before this day.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 31, description: 'The number of days.' }),
})
const JobComparison = Type.Object(
  {
    printer: Type.String(),
    day: Type.String({ format: 'date' }),
    comparedAt: Instant,
    listed: Type.Integer({ description: 'Jobs that the printer lists as open.' }),
    ours: Type.Integer({ description: 'Jobs that are open in Octavo and that the printer should know by now.' }),
    asked: Type.Integer({
      description: 'The number of our jobs that the printer did not list; Octavo asked about each of them.',
    }),
    strange: Type.Integer({
      description:
        'The number of differences: jobs of the printer that are closed here or were never handed over, and our jobs that are closed there.',
    }),
    differences: Type.Array(
      Type.Object({
        kind: oneOf(['over', 'never_given', 'over_there']),
        jobId: Type.String(),
        status: nullable(oneOf(jobStatuses)),
        accountId: nullable(Type.String()),
        customerOrderId: nullable(Type.String()),
        orderTitle: OrderTitle,
        listedAs: nullable(
          Type.String({
            description: "The printer's status of a job that is closed there; null for jobs that are open there.",
          }),
        ),
      }),
      { description: 'The first 200 differences.' },
    ),
  },
  { $id: 'JobComparison' },
)

export const staffPrinterRoutes = tagged('Staff', (services: Services): Route[] => [
  ...pausedPrinterRoutes(services),
  ...printerHealthRoutes(services),
  ...reroutedJobRoutes(services),
])

const pausedPrinterRoutes = ({ transactor, db, clock, fulfillment }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/printers',
    operationId: 'listPrinters',
    summary: 'List printers and their health',
    answer: Type.Object({
      printers: Type.Array(Printer),
      removed: Type.Array(RemovedPrinter, {
        description: 'Printers that were removed but still have open jobs.',
      }),
    }),
    handle: async () => ({
      printers: (await staffPrinters(db, fulfillment, fulfillment.printerConfig.printers, clock())).map(printerJson),
      removed: await removedPrinters(db, fulfillment),
    }),
  }),
  ...pauseActs.map(({ act, change, ...described }) =>
    route({
      method: 'POST',
      path: `/staff/printers/:name/${act}`,
      needs: 'printing',
      ...described,
      params: PrinterPath,
      body: ActBody,
      answer: Printer,
      refuses: ['wrong_state'],
      handle: async ({ caller: { actor }, params: { name }, body }) => {
        const asked = { printer: name, reason: body?.reason ?? null, actor, now: clock() }
        return printerJson(await change({ transactor, fulfillment }, asked))
      },
    }),
  ),
]

const pauseActs = [
  {
    act: 'hold',
    change: pausePrinter,
    operationId: 'pausePrinter',
    summary: 'Pause a printer',
    description: 'New orders go to other printers if possible. The printer keeps the jobs that it already has.',
  },
  {
    act: 'release',
    change: resumePrinter,
    operationId: 'resumePrinter',
    summary: 'Resume a printer',
    description: 'Jobs that waited for the printer are submitted immediately.',
  },
] as const

const printerHealthRoutes = ({ db, clock }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/printer-messages',
    operationId: 'listPrinterMessages',
    summary: 'List messages of printers, newest first',
    description: 'By default only messages that contradicted the state of their order and were not applied.',
    query: MessageQuery,
    answer: Type.Object({ messages: Type.Array(PrinterMessage), nextCursor: NextCursor }),
    handle: ({ query }) => messagePage(db, query),
  }),
  route({
    method: 'GET',
    path: '/staff/printer-comparisons',
    operationId: 'listPrinterComparisons',
    summary: 'List the daily comparisons of open jobs with printers, newest first',
    query: ComparisonQuery,
    answer: Type.Object({ comparisons: Type.Array(JobComparison) }),
    handle: async ({ query: { before, limit } }) => {
      const tomorrow = utcDay(clock()).add({ days: 1 }).toString()
      const comparisons = await listJobComparisons(db, { before: before ?? tomorrow, days: limit })
      const titleOf = await readOrderTitles(
        db,
        comparisons.flatMap(({ differences }) => differences),
      )
      return {
        comparisons: comparisons.map(({ differences, ...comparison }) => ({
          ...comparison,
          differences: differences.map(difference => ({ ...difference, ...titleOf(difference) })),
        })),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/staff/printer-alarms',
    operationId: 'listPrinterAlarms',
    summary: 'List print jobs with overdue printer updates, oldest first',
    query: AlarmQuery,
    answer: Type.Object({ jobs: Type.Array(SilentJob), nextCursor: NextCursor }),
    handle: ({ query }) => alarmPage(db, query),
  }),
  route({
    method: 'GET',
    path: '/staff/binding-mismatches',
    operationId: 'listBindingMismatches',
    summary: 'List covers and pages of different books that were scanned at binding, newest first',
    query: MismatchQuery,
    answer: Type.Object({ mismatches: Type.Array(BindingMismatch), nextCursor: NextCursor }),
    handle: ({ query }) => mismatchPage(db, query),
  }),
]

const reroutedJobRoutes = ({ transactor, clock, fulfillment }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/staff/print-jobs/:jobId/reroute',
    operationId: 'rerouteJob',
    needs: 'printing',
    summary: 'Move a print job to another printer',
    description: 'Takes effect immediately: make sure that the first printer will not print the job.',
    body: ActBody,
    answer: OrderObject,
    refuses: ['wrong_state'],
    handle: async ({ caller: { actor }, params: { jobId }, body }) =>
      presentOrder(
        await rerouteByStaff({ transactor, fulfillment }, { jobId, reason: body?.reason ?? null, actor, now: clock() }),
      ),
  }),
]

const printerJson = ({ pausedAt, pausedBy, pauseReason, lastContactAt, ...printer }: StaffPrinter) => ({
  ...printer,
  heldAt: pausedAt,
  heldBy: pausedBy,
  holdReason: pauseReason,
  heardAt: lastContactAt,
})

async function messagePage(db: Db, { verdict, limit, cursor }: Static<typeof MessageQuery>) {
  const found = await listMessages(db, { verdict, before: cursor ?? null, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, message => message.recordId)
  const titleOf = await readOrderTitles(db, page)
  return {
    messages: page.map(({ sentByPrinterAt, content, ...message }) => ({
      ...message,
      ...titleOf(message),
      content: 'reason' in content ? { ...content, reason: String(content.reason) } : content,
      saidAt: sentByPrinterAt,
    })),
    nextCursor,
  }
}

async function alarmPage(db: Db, { limit, cursor = '' }: Static<typeof AlarmQuery>) {
  const found = await listAlarms(db, { after: cursor, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, job => job.jobId)
  const jobs = page.map(({ ticket, ...job }) => ({
    ...job,
    customerOrderId: ticket.customerOrderId,
    ...(ticket.orderTitle !== undefined && { orderTitle: ticket.orderTitle }),
    alarm: job.alarm!,
    alarmedAt: job.alarmedAt!,
  }))
  return { jobs, nextCursor }
}

async function mismatchPage(db: Db, { limit, cursor }: Static<typeof MismatchQuery>) {
  const rows = await listMismatches(db, { before: cursor ?? null, limit: limit + 1 })
  const found = [...Map.groupBy(rows, row => row.mismatchId).values()]
  const { page, nextCursor } = pageOf(found, limit, ([row]) => row!.mismatchId)
  const titleOf = await readOrderTitles(db, page.flat())
  return {
    mismatches: page.map(([row, ...others]) => {
      const { mismatchId, foundAt, foundBy, resolvedAt, resolvedBy, scanned } = row!
      const jobs = [row!, ...others].map(({ jobId, accountId, mode, customerOrderId, printer }) => {
        return { jobId, accountId, mode, customerOrderId, ...titleOf({ accountId, customerOrderId }), printer }
      })
      return { mismatchId, foundAt, foundBy, resolvedAt, resolvedBy, scanned, jobs }
    }),
    nextCursor,
  }
}
