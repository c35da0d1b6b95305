// The press API: a printer's people see the jobs of their desk, and report on them (jobMessages.ts). The press desk in
// the browser uses it, and so may a printer's own program. People and programs of one printer only see and report on
// its jobs.

import { type Static, Type } from 'typebox'
import { instant, isDay } from '../../base/clock.ts'
import { findLabelCarrier } from '../../carriers/labelStore.ts'
import type { Db } from '../../db/db.ts'
import { findPrinterJob } from '../../features/printing/receiveMessages.ts'
import { carrierOf, carriers, trackingLink } from '../../printer/carriers.ts'
import { type JobPosition, type JobSort, listJobs } from '../../printer/jobStore.ts'
import { findAgreedPrices, findReportedPrices } from '../../printer/messageStore.ts'
import { type JobStatus, jobStatuses, openJobStatuses } from '../../printer/printer.ts'
import { Cursor, listCursor, NextCursor } from '../lists/list.ts'
import { Closed, oneOf, ScannedCode, Text } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import {
  Job,
  type JobPresenter,
  JobWithPrices,
  presentJob,
  presentJobs,
  pressDesksOf,
  pressTag,
  pricesInDollars,
} from './job.ts'

/** Jobs can also be selected by the status of their order. */
const jobStatusesByOrderStatus: Record<string, readonly JobStatus[]> = {
  PRINTING: openJobStatuses,
  CANCELLATION_REQUESTED: openJobStatuses, // narrowed to those with a request, see jobPage
  EXCEPTION: ['PROBLEM'],
}
const statusGroups: Record<string, readonly JobStatus[]> = {
  open: openJobStatuses,
  all: jobStatuses,
  ...jobStatusesByOrderStatus,
}
const selectableStatuses = [...jobStatuses, ...Object.keys(statusGroups)]
const JobQuery = Type.Object({
  status: Type.String({
    default: 'open',
    pattern: `^(?:${selectableStatuses.join('|')})(?:,(?:${selectableStatuses.join('|')}))*$`,
    'x-expected': `one or more of ${selectableStatuses.join(', ')}, separated by commas`,
    description:
      '`open` is NEW, RECEIVED, ACCEPTED and PRINTED, with or without a cancellation request. Statuses of orders are accepted too: ' +
      'PRINTING is `open`, CANCELLATION_REQUESTED selects jobs with a cancellation request, EXCEPTION is PROBLEM.',
  }),
  customerOrderId: Type.Optional(
    Text(40, {
      description:
        "The customer's id of the order, exactly. With `status=all` it finds the jobs of that order in any status; two accounts may use the same id.",
    }),
  ),
  dueBy: Type.Optional(Type.String({ format: 'date', description: 'Due for shipping on or before this day.' })),
  manufacturingSku: Type.Optional(Text(64)),
  shippingClassification: Type.Optional(Text(100)),
  cancellationRequested: Type.Boolean({ default: false, description: 'Only jobs with a cancellation request.' }),
  waitsForAnswer: Type.Boolean({
    default: false,
    description: 'Only jobs whose customers want to cancel them, or to change the address or the shipping class.',
  }),
  printer: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$', 'x-expected': 'the name of a printer' })),
  sort: oneOf(['given', 'due', 'ended'], {
    default: 'given',
    description:
      '`given`: oldest first. `due`: only open jobs, by the day of shipping, Rush first on each day. `ended`: only ended jobs, most recently ended first.',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'The maximum number of jobs on a page. A page of very large jobs has fewer.',
  }),
  cursor: Cursor('^[a-z0-9.-]{0,40}job_[0-9A-Za-z]{22,60}$'),
})
type JobQuery = Static<typeof JobQuery>

/** The id of the last job, and with it by `due` its day and whether it is Rush, and by `ended` when it changed last. */
const cursors = listCursor<JobPosition, JobSort>(
  {
    pattern:
      /^(?:(?<day>[0-9-]{10}|none)[.](?<rush>[01])[.]|(?<updated>[0-9]{1,13})[.])?(?<jobId>job_[0-9A-Za-z]{22,60})$/,
    write(last) {
      if (last.sort === 'given') return last.jobId
      if (last.sort === 'ended') return `${last.updatedAt.getTime()}.${last.jobId}`
      return `${last.day ?? 'none'}.${last.isRush ? 1 : 0}.${last.jobId}`
    },
    read({ day, rush, updated, jobId = '' }, sort) {
      if (sort === 'due' && day !== undefined && (day === 'none' || isDay(day)))
        return { sort, jobId, day: day === 'none' ? null : day, isRush: rush === '1' }
      if (sort === 'ended' && updated !== undefined) return { sort, jobId, updatedAt: instant(Number(updated)) }
      return sort === 'given' && day === undefined && updated === undefined ? { sort, jobId } : null
    },
  },
  'given',
)

export const pressRoutes = tagged(pressTag, ({ db, clock, fulfillment, fileLinks, labelDeps }: Services): Route[] => {
  const desksOf = pressDesksOf(fulfillment)
  const show = { db, fileLinks, clock, fulfillment, labelDeps }
  return [
    route({
      method: 'GET',
      path: '/press/jobs',
      operationId: 'listJobs',
      summary: 'List print jobs',
      query: JobQuery,
      answer: Type.Object({
        jobs: Type.Array(Job),
        nextCursor: NextCursor,
      }),
      handle: ({ caller, query }) => jobPage(show, desksOf(caller), query),
    }),
    route({
      method: 'GET',
      path: '/press/carrier',
      operationId: 'recognizeCarrier',
      summary: 'Recognize the carrier of a tracking number',
      description:
        'By its form and check digit, as when a job is shipped, or by the label that was bought here. For desks that scan parcels.',
      query: Closed({ trackingNumber: ScannedCode({ minLength: 1 }) }),
      answer: Type.Object({
        carrier: Type.String({ description: '"" if it cannot be determined.' }),
        trackingUrl: Type.String(),
        knownCarriers: Type.Array(Type.String(), {
          description: 'The carriers that Octavo recognizes, and whose tracking pages it knows.',
        }),
      }),
      handle: ({ query: { trackingNumber } }) => recognizeCarrier(db, trackingNumber),
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId',
      operationId: 'getJob',
      summary: 'Read a print job with its ticket',
      answer: JobWithPrices,
      async handle({ caller, params: { jobId } }) {
        const job = await findPrinterJob(db, desksOf(caller), jobId)
        const agreed = (await findAgreedPrices(db, [job])).get(jobId) ?? null
        return { ...(await presentJob(show, job)), prices: pricesInDollars(await findReportedPrices(db, job, agreed)) }
      },
    }),
  ]
})

async function recognizeCarrier(db: Db, trackingNumber: string) {
  const carrier = carrierOf(trackingNumber) || ((await findLabelCarrier(db, trackingNumber)) ?? '')
  return {
    carrier,
    trackingUrl: trackingLink(carrier, trackingNumber),
    knownCarriers: [...new Set([...carriers, carrier])].filter(name => name !== ''),
  }
}

async function jobPage(show: JobPresenter, desks: readonly string[], query: JobQuery) {
  const { status, customerOrderId = null, dueBy = null, manufacturingSku = null } = query
  const { shippingClassification = null, cancellationRequested, waitsForAnswer, printer, sort, limit, cursor } = query
  const statuses = [...new Set(status.split(',').flatMap(statusesOf))]
  const printers = printer === undefined ? desks : desks.filter(name => name === printer)
  const filter = {
    printers,
    statuses,
    customerOrderId,
    dueBy,
    manufacturingSku,
    shippingClass: shippingClassification,
    cancellationRequested: cancellationRequested || status === 'CANCELLATION_REQUESTED',
    waitsForAnswer,
  }
  const { jobs, next } = await listJobs(show.db, filter, { sort, after: cursors.read(cursor, { sort }), limit })
  return { jobs: await presentJobs(show, jobs), nextCursor: next && cursors.write(next, sort) }
}

const statusesOf = (word: string): readonly JobStatus[] => statusGroups[word] ?? [word as JobStatus]
