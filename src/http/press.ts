// The press API: printers see the jobs that the press desk was given, and tell what becomes of them. It is what a press
// desk in the browser uses, and what a printer's own program may use instead.

import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { centsOf } from '../base/money.ts'
import type { Problem } from '../base/refusal.ts'
import type { Db } from '../db/db.ts'
import type { Press } from '../orders/print.ts'
import { jobAt, noSuchJob, printerListener, refuseContradiction } from '../orders/printed.ts'
import type { Shell } from '../orders/work.ts'
import { deskNames } from '../printer/adapters.ts'
import { type JobStatus, jobStatuses, type Message, openJobStatuses, type PrintJob } from '../printer/printer.ts'
import { listJobs } from '../printer/store.ts'
import { malformed } from './problem.ts'
import { type Ask, type Route, route } from './route.ts'
import { Instant, LongText, nullable, oneOf } from './schemas.ts'

export type PressParts = { shell: Shell; db: Db; clock: Clock; press: Press }

const tag = 'Press'
const JobPath = Type.Object({ jobId: Type.String({ pattern: '^job_[0-9A-Za-z]{22,60}$' }) })
const listWords = [...jobStatuses, 'open', 'all']
const JobQuery = Type.Object({
  status: Type.String({
    default: 'open',
    pattern: `^(?:${listWords.join('|')})(?:,(?:${listWords.join('|')}))*$`,
    'x-expected': `one or several, separated by commas, of ${listWords.join(', ')}`,
    description: '`open` is NEW and ACCEPTED, with or without a request to cancel.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(
    Type.String({ pattern: '^job_[0-9A-Za-z]{22,60}$', 'x-expected': 'a nextCursor of an earlier answer' }),
  ),
})
type JobQuery = Static<typeof JobQuery>

const File = nullable(
  Type.Object({ url: Type.String(), sha256: nullable(Type.String({ description: 'Hexadecimal.' })) }),
)
const Job = Type.Object(
  {
    jobId: Type.String(),
    accountId: Type.String(),
    customerOrderId: Type.String(),
    status: oneOf(jobStatuses),
    cancellationRequested: Type.Boolean(),
    enterprise: Type.Boolean({ description: 'You set the prices.' }),
    destination: Type.Object({
      name: Type.String(),
      company: Type.Optional(Type.String()),
      address1: Type.String(),
      address2: Type.Optional(Type.String()),
      city: Type.String(),
      state: Type.Optional(Type.String()),
      postal: Type.String(),
      country: Type.String(),
      phone: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
    }),
    shippingClassification: Type.String(),
    items: Type.Array(
      Type.Object({
        sku: Type.String(),
        manufacturingSku: Type.String(),
        quantity: Type.Integer(),
        pageCount: Type.Integer(),
        files: Type.Object({ cover: File, guts: File }),
        itemDescription: nullable(Type.String()),
        retailPrice: nullable(Type.String({ description: 'Dollars for each copy, for customs.' })),
      }),
    ),
    problem: nullable(Type.String()),
    dueDate: nullable(Type.String({ format: 'date', description: 'To be shipped by.' })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'PrintJob' },
)

const Amount = Type.Optional(Type.Number({ minimum: 0, description: 'US dollars with at most two decimals.' }))
const carrierText = (maxLength: number) =>
  Type.String({
    default: '',
    maxLength,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    'x-expected': 'text without control characters',
  })
/** It becomes a link in browsers, so nothing but a web address will do. */
const TrackingUrl = Type.String({
  default: '',
  maxLength: 2048,
  pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}\\p{Cs}]+)?$',
  'x-expected': 'an http or https URL, or ""',
})
const Package = Type.Object({
  trackingNumber: carrierText(100),
  altTrackingNumber: carrierText(100),
  trackingUrl: TrackingUrl,
})
const Shipment = Type.Object({
  masterTrackingNumber: carrierText(100),
  carrier: carrierText(100),
  packages: Type.Array(Package, { minItems: 1, maxItems: 200 }),
})

/** Whoever has no price to tell may send no body at all. */
const Accept = nullable(Type.Object({ itemsTotal: Amount, taxesTotal: Amount }))
const Ship = Type.Object({
  shipments: Type.Array(Shipment, {
    minItems: 1,
    maxItems: 50,
    description: 'The whole order; a value that the carrier did not give is "".',
  }),
  shippingTotal: Amount,
})
const Decide = Type.Object({ decision: oneOf(['accept', 'refuse']), reason: Type.Optional(LongText(1000)) })
const Report = Type.Object({ reason: LongText(1000, { minLength: 1 }) })

const saferTwice = 'Saying the same again answers the job and changes nothing; what contradicts its state is refused.'

export function pressRoutes({ shell, db, clock, press }: PressParts): Route[] {
  const listen = printerListener({ shell, clock, press })
  const desks = deskNames(press.shop.printers)
  async function hear({ caller: { actor }, params: { jobId }, request }: JobAsk, message: Message) {
    const told = { messageId: messageIdOf(request) ?? shell.newId('msg'), saidAt: null, message }
    const heard = await listen({ jobId, told, from: desks, actor })
    if (heard === null) throw noSuchJob(jobId)
    refuseContradiction(heard)
    return presentJob(heard.job)
  }
  return [
    route({
      method: 'GET',
      path: '/press/jobs',
      callers: ['printer'],
      tag,
      summary: 'List print jobs, oldest first',
      query: JobQuery,
      answer: Type.Object({
        jobs: Type.Array(Job),
        nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
      }),
      refuses: ['malformed_request'],
      handle: ({ query }) => jobPage(db, desks, query),
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId',
      callers: ['printer'],
      tag,
      summary: 'Read a print job',
      params: JobPath,
      answer: Job,
      refuses: ['not_found'],
      handle: async ({ params: { jobId } }) => presentJob(await jobAt(db, desks, jobId)),
    }),
    route({
      method: 'POST',
      path: '/press/jobs/:jobId/accept',
      callers: ['printer'],
      tag,
      summary: 'Accept a print job',
      description: `An enterprise job needs its prices, which are ignored for any other. ${saferTwice}`,
      params: JobPath,
      body: Accept,
      answer: Job,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ask => hear(ask, acceptanceOf(ask.body)),
    }),
    route({
      method: 'POST',
      path: '/press/jobs/:jobId/ship',
      callers: ['printer'],
      tag,
      summary: 'Tell that the whole order was shipped',
      description: `An enterprise job needs its shippingTotal, which is ignored for any other. ${saferTwice}`,
      params: JobPath,
      body: Ship,
      answer: Job,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ask => hear(ask, shippingOf(ask.body)),
    }),
    route({
      method: 'POST',
      path: '/press/jobs/:jobId/cancellation',
      callers: ['printer'],
      tag,
      summary: 'Decide on a request to cancel',
      description: saferTwice,
      params: JobPath,
      body: Decide,
      answer: Job,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ask => hear(ask, { kind: 'cancellation', decision: ask.body.decision, reason: ask.body.reason ?? '' }),
    }),
    route({
      method: 'POST',
      path: '/press/jobs/:jobId/problem',
      callers: ['printer'],
      tag,
      summary: 'Report that a job cannot be made',
      description: `The order stands still until the support staff have looked at it. ${saferTwice}`,
      params: JobPath,
      body: Report,
      answer: Job,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ask => hear(ask, { kind: 'problem', reason: ask.body.reason }),
    }),
  ]
}

/**
 * A program that sends a message again after it got no answer may name it in `Idempotency-Key`; without one the job's state
 * tells repetitions.
 */
function messageIdOf({ headers }: FastifyRequest): string | null {
  const id = headers['idempotency-key']
  if (id === undefined) return null
  if (typeof id === 'string' && /^[\x21-\x7e]{1,200}$/.test(id)) return id
  throw malformed('Idempotency-Key must be 1 to 200 visible ASCII characters.')
}

type JobAsk = Ask<'printer', Static<typeof JobPath>, unknown, unknown>

async function jobPage(db: Db, desks: readonly string[], { status, limit, cursor = '' }: JobQuery) {
  const statuses = [...new Set(status.split(',').flatMap(statusesOf))]
  const found = await listJobs(db, { printers: desks, statuses, after: cursor, limit: limit + 1 })
  const jobs = found.slice(0, limit)
  return { jobs: jobs.map(presentJob), nextCursor: found.length > limit ? jobs.at(-1)!.jobId : null }
}

const statusesOf = (word: string): readonly JobStatus[] =>
  word === 'open' ? openJobStatuses : word === 'all' ? jobStatuses : [word as JobStatus]

function presentJob({ ticket, ...job }: PrintJob) {
  const { customerOrderId, destination, shippingClassification, items } = ticket
  const { jobId, accountId, status, cancellationRequested, enterprise, problem, dueDate, createdAt, updatedAt } = job
  return {
    jobId,
    accountId,
    customerOrderId,
    status,
    cancellationRequested,
    enterprise,
    destination,
    shippingClassification,
    items,
    problem,
    dueDate,
    createdAt,
    updatedAt,
  }
}

function acceptanceOf(body: Static<typeof Accept>): Message {
  const { itemsTotal, taxesTotal } = body ?? {}
  const { itemsTotal: itemsCents, taxesTotal: taxesCents } = inCents({ itemsTotal, taxesTotal })
  return { kind: 'accepted', itemsCents, taxesCents }
}

function shippingOf({ shipments, shippingTotal }: Static<typeof Ship>): Message {
  return { kind: 'shipped', shipments, shippingCents: inCents({ shippingTotal }).shippingTotal }
}

/** Dollars as cents; what was not sent is null. Refuses every amount that is no number of cents, all together. */
function inCents<Name extends string>(amounts: Record<Name, number | undefined>): Record<Name, number | null> {
  const problems: Problem[] = []
  const cents = {} as Record<Name, number | null>
  for (const name in amounts) {
    const amount = amounts[name]
    cents[name] = amount === undefined ? null : centsOf(amount)
    if (amount === undefined || cents[name] !== null) continue
    const detail = `${name} must be dollars with at most two decimals, got ${amount}.`
    problems.push({ pointer: `/${name}`, code: 'wrong_format', detail })
  }
  if (problems.length > 0) throw malformed(problems.map(({ detail }) => detail).join(' '), problems)
  return cents
}
