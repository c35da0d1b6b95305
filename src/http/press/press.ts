// The press API: a printer's people see the jobs that their desk was given, and report on them (messages.ts). The
// press desk in the browser uses it, and a printer's own program may use it instead. People and programs that belong to
// one printer see and report on its jobs only.

import { type Static, Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import type { Db } from '../../db/db.ts'
import type { Press } from '../../orders/printing/print.ts'
import { jobAt } from '../../orders/printing/printed.ts'
import { carrierOf, trackingLink } from '../../printer/carriers.ts'
import type { FileLinks } from '../../printer/links.ts'
import { pricesSaid } from '../../printer/messages.ts'
import { type JobStatus, jobStatuses, openJobStatuses } from '../../printer/printer.ts'
import { listJobs } from '../../printer/store.ts'
import { type Route, route } from '../route.ts'
import { nullable, oneOf, Text } from '../schemas.ts'
import { desksFor, Job, JobPath, type JobShow, JobWithPrices, presentJob, presentJobs, pressTag } from './job.ts'

export type PressParts = { db: Db; clock: Clock; press: Press; fileLinks: FileLinks }

const tag = pressTag
/** Jobs can also be selected by the status of their order, as customers see it. */
const byOrder: Record<string, readonly JobStatus[]> = {
  PRINTING: openJobStatuses,
  CANCELLATION_REQUESTED: openJobStatuses, // narrowed to those with a request, see jobPage
  EXCEPTION: ['PROBLEM'],
}
const lists: Record<string, readonly JobStatus[]> = { open: openJobStatuses, all: jobStatuses, ...byOrder }
const listWords = [...jobStatuses, ...Object.keys(lists)]
const JobQuery = Type.Object({
  status: Type.String({
    default: 'open',
    pattern: `^(?:${listWords.join('|')})(?:,(?:${listWords.join('|')}))*$`,
    'x-expected': `one or more of ${listWords.join(', ')}, separated by commas`,
    description:
      '`open` is NEW, RECEIVED, ACCEPTED and PRINTED, with or without a request to cancel. Statuses of orders are accepted too: ' +
      'PRINTING is `open`, CANCELLATION_REQUESTED selects those with a request to cancel, EXCEPTION is PROBLEM.',
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
  cancellationRequested: Type.Boolean({ default: false, description: 'Only jobs with a request to cancel.' }),
  printer: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$', 'x-expected': 'the name of a printer' })),
  sort: oneOf(['given', 'ended'], {
    default: 'given',
    description: '`given`: the oldest first. `ended`: only jobs that are over, and what ended last first.',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'The most jobs on a page. A page of very large jobs, of megabytes together, has fewer.',
  }),
  cursor: Type.Optional(
    Type.String({ pattern: '^job_[0-9A-Za-z]{22,60}$', 'x-expected': 'a nextCursor of an earlier answer' }),
  ),
})
type JobQuery = Static<typeof JobQuery>

export function pressRoutes({ db, clock, press, fileLinks }: PressParts): Route[] {
  const desksOf = desksFor(press.shop.printers)
  const show = { db, fileLinks, clock }
  return [
    route({
      method: 'GET',
      path: '/press/jobs',
      callers: ['printer'],
      tag,
      summary: 'List print jobs',
      query: JobQuery,
      answer: Type.Object({
        jobs: Type.Array(Job),
        nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
      }),
      refuses: ['malformed_request'],
      handle: ({ caller, query }) => jobPage(show, desksOf(caller), query),
    }),
    route({
      method: 'GET',
      path: '/press/carrier',
      callers: ['printer'],
      tag,
      summary: 'Recognise the carrier of a tracking number',
      description: 'By its form and check digit, as shipping a job would. For desks that scan parcels.',
      query: Type.Object({ trackingNumber: Text(100) }, { additionalProperties: false }),
      answer: Type.Object({
        carrier: Type.String({ description: '"" when it cannot be determined.' }),
        trackingUrl: Type.String(),
      }),
      refuses: ['malformed_request'],
      handle({ query: { trackingNumber } }) {
        const carrier = carrierOf(trackingNumber)
        return { carrier, trackingUrl: trackingLink(carrier, trackingNumber) }
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId',
      callers: ['printer'],
      tag,
      summary: 'Read a print job with its ticket',
      params: JobPath,
      answer: JobWithPrices,
      refuses: ['not_found'],
      async handle({ caller, params: { jobId } }) {
        const job = await jobAt(db, desksOf(caller), jobId)
        return { ...(await presentJob(show, job)), prices: inDollars(await pricesSaid(db, job)) }
      },
    }),
  ]
}

const inDollars = (said: Awaited<ReturnType<typeof pricesSaid>>) =>
  said && {
    itemsTotal: dollars(said.itemsCents),
    taxesTotal: dollars(said.taxesCents),
    shippingTotal: said.shippingCents === null ? null : dollars(said.shippingCents),
  }

async function jobPage(show: JobShow, desks: readonly string[], query: JobQuery) {
  const { status, customerOrderId = null, dueBy = null, manufacturingSku = null } = query
  const { shippingClassification = null, cancellationRequested, printer, sort, limit, cursor = null } = query
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
  }
  const { jobs, isLast } = await listJobs(show.db, filter, { sort, after: cursor, limit })
  return { jobs: await presentJobs(show, jobs), nextCursor: isLast ? null : jobs.at(-1)!.jobId }
}

const statusesOf = (word: string): readonly JobStatus[] => lists[word] ?? [word as JobStatus]
