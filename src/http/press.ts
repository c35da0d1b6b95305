// The press API: a printer's people see the jobs that their desk was given, and tell what becomes of them. It is what a press
// desk in the browser uses, and what a printer's own program may use instead. People and programs that belong to one
// printer see and speak of that one's jobs only.

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { centsOf } from '../base/money.ts'
import { type Problem, Refusal } from '../base/refusal.ts'
import type { Db } from '../db/db.ts'
import type { Press } from '../orders/print.ts'
import { jobAt, noSuchJob, printerListener, refuseContradiction } from '../orders/printed.ts'
import type { Shell } from '../orders/work.ts'
import { deskNames } from '../printer/adapters.ts'
import { carrierOf, trackingLink } from '../printer/carriers.ts'
import { type FileLinks, fileOf, linksOf } from '../printer/links.ts'
import { type JobStatus, jobStatuses, type Message, openJobStatuses, type PrintJob } from '../printer/printer.ts'
import { findJobs, listJobs } from '../printer/store.ts'
import { ticketPdf } from '../printer/ticketPdf.ts'
import { malformed } from './problem.ts'
import { type Ask, type Caller, type Route, route } from './route.ts'
import { Instant, LongText, nullable, oneOf, Text } from './schemas.ts'

/** The bytes of a kept file; null when they are not kept (any more). */
type OpenPrintFile = (file: { accountId: string; sha256: string }) => Promise<Readable | null>

export type PressParts = {
  shell: Shell
  db: Db
  clock: Clock
  press: Press
  fileLinks: FileLinks
  openPrintFile: OpenPrintFile
}

const tag = 'Press'
const JobId = Type.String({ pattern: '^job_[0-9A-Za-z]{22,60}$', 'x-expected': 'a jobId' })
const JobPath = Type.Object({ jobId: JobId })
const listWords = [...jobStatuses, 'open', 'all']
const JobQuery = Type.Object({
  status: Type.String({
    default: 'open',
    pattern: `^(?:${listWords.join('|')})(?:,(?:${listWords.join('|')}))*$`,
    'x-expected': `one or several, separated by commas, of ${listWords.join(', ')}`,
    description: '`open` is NEW, RECEIVED, ACCEPTED and PRINTED, with or without a request to cancel.',
  }),
  dueBy: Type.Optional(Type.String({ format: 'date', description: 'To be shipped on that day or before.' })),
  manufacturingSku: Type.Optional(Text(64)),
  shippingClassification: Type.Optional(Text(100)),
  cancellationRequested: Type.Boolean({ default: false, description: 'Only jobs with a request to cancel.' }),
  printer: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$', 'x-expected': 'the name of a printer' })),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(
    Type.String({ pattern: '^job_[0-9A-Za-z]{22,60}$', 'x-expected': 'a nextCursor of an earlier answer' }),
  ),
})
type JobQuery = Static<typeof JobQuery>

const File = nullable(
  Type.Object({ url: Type.String(), sha256: nullable(Type.String({ description: 'Hexadecimal.' })) }),
)
const Link = nullable(
  Type.String({ description: 'Opens for 15 minutes: exactly the bytes that were checked. Null until they are kept.' }),
)
const Inches = Type.Object({ widthInches: Type.Number(), heightInches: Type.Number() })
const Book = Type.Object(
  {
    name: Type.String(),
    size: Type.String(),
    cover: Type.String(),
    paperType: Type.String(),
    textColor: Type.String(),
    bleed: Type.Boolean(),
    binding: oneOf(['soft', 'hard', 'stapled']),
    trim: Inches,
    page: Inches,
    coverSheet: Inches,
    bleedInches: Type.Number(),
    spineInches: Type.Number(),
    sheets: Type.Integer({ description: 'Of one copy.' }),
    signatures: nullable(Type.Integer({ description: 'Of one copy; null where the catalogue does not say.' })),
    copyGrams: Type.Integer(),
  },
  { $id: 'PrintJobBook', description: 'What the catalogue said of the book when the order was handed over.' },
)
const Address = Type.Object({
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
})
const Day = Type.String({ format: 'date' })
const ToldPackage = Type.Object({
  trackingNumber: Type.String(),
  altTrackingNumber: Type.String(),
  trackingUrl: Type.String(),
})
const Job = Type.Object(
  {
    jobId: Type.String(),
    accountId: Type.String(),
    customerOrderId: Type.String(),
    printer: Type.String(),
    attempt: Type.Integer(),
    status: oneOf(jobStatuses),
    cancellationRequested: Type.Boolean(),
    withdrawing: Type.Boolean({ description: 'The request to cancel is ours: another printer would make it.' }),
    enterprise: Type.Boolean({ description: 'You set the prices.' }),
    destination: Address,
    shippingClassification: Type.String(),
    items: Type.Array(
      Type.Object({
        sku: Type.String(),
        manufacturingSku: Type.String(),
        quantity: Type.Integer(),
        pageCount: Type.Integer(),
        files: Type.Object({ cover: File, guts: File }),
        links: Type.Object({ cover: Link, guts: Link }),
        itemDescription: nullable(Type.String()),
        retailPrice: nullable(Type.String({ description: 'Dollars for each copy, for customs.' })),
        book: Type.Optional(Book),
      }),
    ),
    shipFrom: Type.Optional(Address),
    customs: Type.Unsafe<PrintJob['ticket']['customs']>({
      type: ['object', 'null'],
      description: 'For Canada and the territories; null elsewhere.',
      required: ['terms', 'originCountry', 'value', 'weightGrams'],
      properties: {
        terms: { type: ['string', 'null'], enum: ['DAP', null] },
        originCountry: { type: 'string' },
        value: { type: 'string', description: 'Dollars for all copies.' },
        weightGrams: { type: 'integer' },
      },
    }),
    packages: Type.Array(
      Type.Object({ masterTrackingNumber: Type.String(), carrier: Type.String(), packages: Type.Array(ToldPackage) }),
      { description: 'Collected until the whole order ships.' },
    ),
    problem: nullable(Type.String()),
    dueDate: nullable(Type.String({ format: 'date', description: 'To be shipped by.' })),
    expectedShipDate: nullable(Type.String({ format: 'date', description: 'The day that you named instead.' })),
    acceptedAt: nullable(Instant),
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
    maxItems: 50,
    default: [],
    description:
      'The whole order, but for the packages that were told before; a value that the carrier did not give is "".',
  }),
  shippingTotal: Amount,
})
const Packages = Type.Object({ shipments: Type.Array(Shipment, { minItems: 1, maxItems: 50 }) })
const Delay = Type.Object({ until: Day, reason: Type.Optional(LongText(1000)) })
const BulkAccept = Type.Object(
  { jobIds: Type.Array(JobId, { minItems: 1, maxItems: 200, uniqueItems: true }) },
  { additionalProperties: false },
)
const BulkAnswer = Type.Object({
  results: Type.Array(
    Type.Object({
      jobId: Type.String(),
      accepted: Type.Boolean(),
      code: nullable(Type.String({ description: 'Why not; null when it was.' })),
      detail: nullable(Type.String()),
    }),
  ),
})
const Decide = Type.Object({ decision: oneOf(['accept', 'refuse']), reason: Type.Optional(LongText(1000)) })
const Report = Type.Object({ reason: LongText(1000, { minLength: 1 }) })

const saferTwice = 'Saying the same again answers the job and changes nothing; what contradicts its state is refused.'

export function pressRoutes(parts: PressParts): Route[] {
  const { shell, db, clock, press, fileLinks, openPrintFile } = parts
  const listen = printerListener({ shell, clock, press })
  const desks = deskNames(press.shop.printers)
  const desksOf = ({ printer }: PrinterCaller): readonly string[] =>
    printer === null ? desks : desks.filter(name => name === printer)
  const show = (job: PrintJob) => presentJob(job, fileLinks, clock())
  async function hear({ caller, params: { jobId }, request }: JobAsk, message: Message) {
    const told = { messageId: messageIdOf(request) ?? shell.newId('msg'), saidAt: null, message }
    const heard = await listen({ jobId, told, from: desksOf(caller), actor: caller.actor })
    if (heard === null) throw noSuchJob(jobId)
    refuseContradiction(heard)
    return show(heard.job)
  }
  /** A message about one job. */
  const telling = <Body extends Static<typeof JobPath> | unknown>(
    act: string,
    summary: string,
    description: string,
    { body, messageOf }: { body: Parameters<typeof route>[0]['body']; messageOf(body: Body): Message },
  ): Route =>
    route({
      method: 'POST',
      path: `/press/jobs/:jobId/${act}`,
      callers: ['printer'],
      tag,
      summary,
      description: `${description} ${saferTwice}`.trim(),
      params: JobPath,
      ...(body === undefined ? {} : { body }),
      answer: Job,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ask => hear(ask, messageOf(ask.body as Body)),
    })

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
      handle: ({ caller, query }) => jobPage(db, desksOf(caller), query, show),
    }),
    route({
      method: 'POST',
      path: '/press/jobs/accept',
      callers: ['printer'],
      tag,
      summary: 'Accept several print jobs',
      description:
        'Enterprise jobs need their prices, so each is accepted by itself. Each job has a result of its own.',
      body: BulkAccept,
      answer: BulkAnswer,
      refuses: ['malformed_request'],
      handle: async ({ caller, body: { jobIds } }) => ({
        results: await Promise.all(
          jobIds.map(async jobId => {
            const told = { messageId: shell.newId('msg'), saidAt: null, message: acceptanceOf(null) }
            const heard = await listen({ jobId, told, from: desksOf(caller), actor: caller.actor })
            return { jobId, ...resultOf(jobId, heard) }
          }),
        ),
      }),
    }),
    route({
      method: 'GET',
      path: '/press/carrier',
      callers: ['printer'],
      tag,
      summary: 'Whose a tracking number is',
      description: 'By its form and its check digit: what ship would make of it. For desks that scan parcels.',
      query: Type.Object({ trackingNumber: Text(100) }, { additionalProperties: false }),
      answer: Type.Object({
        carrier: Type.String({ description: '"" when it is nobody\'s for sure.' }),
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
      summary: 'Read a print job: the job ticket',
      params: JobPath,
      answer: Job,
      refuses: ['not_found'],
      handle: async ({ caller, params: { jobId } }) => show(await jobAt(db, desksOf(caller), jobId)),
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/ticket.pdf',
      callers: ['printer'],
      tag,
      summary: 'The job ticket to print, with a bar code and a packing slip without prices',
      params: JobPath,
      answerType: 'application/pdf',
      answer: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }),
      refuses: ['not_found'],
      async handle({ caller, params: { jobId }, reply }) {
        const pdf = await ticketPdf(await jobAt(db, desksOf(caller), jobId))
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
      callers: ['public'],
      tag,
      summary: 'A print file, by a link of a print job',
      description: 'The link is the permission, for 15 minutes. Exactly the bytes that were checked.',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      answerType: 'application/pdf',
      answer: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }),
      refuses: ['not_found', 'file_not_kept'],
      async handle({ params: { token }, reply }) {
        const name = fileLinks.read(token, clock())
        const [job] = name === null ? [] : await findJobs(db, [name.jobId])
        const file = name === null || job === undefined ? null : fileOf(job, name)
        if (name === null || job === undefined || file === null) {
          throw new Refusal('not_found', 'The link is wrong or too old; read the job again for a new one.')
        }
        const bytes = await openPrintFile({ accountId: job.accountId, sha256: file.sha256 })
        if (bytes === null) throw new Refusal('file_not_kept', `The file ${file.sha256} is not kept here.`)
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${job.jobId}-${name.item + 1}-${name.part}.pdf"`)
          .header('cache-control', 'no-store')
          .header('etag', `"${file.sha256}"`)
          .send(bytes)
      },
    }),
    telling<unknown>('receive', 'Tell that a print job was taken note of', '', {
      body: undefined,
      messageOf: () => ({ kind: 'received' }),
    }),
    telling<Static<typeof Accept>>(
      'accept',
      'Accept a print job',
      'An enterprise job needs its prices, which are ignored for any other.',
      { body: Accept, messageOf: acceptanceOf },
    ),
    telling<Static<typeof Report>>(
      'refuse',
      'Refuse a print job that was not accepted',
      'Another printer gets it, if there is one; else the order stands still until the support staff have looked at it.',
      { body: Report, messageOf: ({ reason }) => ({ kind: 'refused', reason }) },
    ),
    telling<unknown>('printed', 'Tell that a print job is printed, and not yet sent', '', {
      body: undefined,
      messageOf: () => ({ kind: 'printed' }),
    }),
    telling<Static<typeof Delay>>('delay', 'Name another day of shipping', 'The customer is told.', {
      body: Delay,
      messageOf: ({ until, reason = '' }) => ({ kind: 'delayed', until, reason }),
    }),
    telling<Static<typeof Packages>>(
      'packages',
      'Tell of parcels that left before the order is complete',
      'They are collected, and told to the customer when the whole order has shipped.',
      { body: Packages, messageOf: ({ shipments }) => ({ kind: 'packages', shipments }) },
    ),
    telling<Static<typeof Ship>>(
      'ship',
      'Tell that the whole order was shipped',
      'An enterprise job needs its shippingTotal, which is ignored for any other.',
      { body: Ship, messageOf: shippingOf },
    ),
    telling<Static<typeof Decide>>('cancellation', 'Decide on a request to cancel', '', {
      body: Decide,
      messageOf: ({ decision, reason = '' }) => ({ kind: 'cancellation', decision, reason }),
    }),
    telling<Static<typeof Report>>(
      'problem',
      'Report that a job cannot be made',
      'The order stands still until the support staff have looked at it.',
      { body: Report, messageOf: ({ reason }) => ({ kind: 'problem', reason }) },
    ),
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

type PrinterCaller = Extract<Caller, { kind: 'printer' }>
type JobAsk = Ask<'printer', Static<typeof JobPath>, unknown, unknown>

async function jobPage(
  db: Db,
  desks: readonly string[],
  query: JobQuery,
  show: (job: PrintJob) => ReturnType<typeof presentJob>,
) {
  const { status, dueBy = null, manufacturingSku = null, shippingClassification, cancellationRequested } = query
  const { printer, limit, cursor = '' } = query
  const statuses = [...new Set(status.split(',').flatMap(statusesOf))]
  const printers = printer === undefined ? desks : desks.filter(name => name === printer)
  const filter = {
    printers,
    statuses,
    dueBy,
    manufacturingSku,
    shippingClass: shippingClassification ?? null,
    cancellationRequested,
  }
  const found = await listJobs(db, filter, { after: cursor, limit: limit + 1 })
  const jobs = found.slice(0, limit)
  return { jobs: jobs.map(show), nextCursor: found.length > limit ? jobs.at(-1)!.jobId : null }
}

const statusesOf = (word: string): readonly JobStatus[] =>
  word === 'open' ? openJobStatuses : word === 'all' ? jobStatuses : [word as JobStatus]

function resultOf(jobId: string, heard: Awaited<ReturnType<ReturnType<typeof printerListener>>>) {
  try {
    if (heard === null) throw noSuchJob(jobId)
    refuseContradiction(heard)
    return { accepted: true, code: null, detail: null }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { accepted: false, code: refusal.code, detail: refusal.message }
  }
}

function presentJob(job: PrintJob, fileLinks: FileLinks, now: Date) {
  const { customerOrderId, destination, shippingClassification, items, shipFrom, customs = null } = job.ticket
  const links = linksOf(job, fileLinks, now)
  return {
    jobId: job.jobId,
    accountId: job.accountId,
    customerOrderId,
    printer: job.printer,
    attempt: job.attempt,
    status: job.status,
    cancellationRequested: job.cancellationRequested,
    withdrawing: job.withdrawing,
    enterprise: job.enterprise,
    destination,
    shippingClassification,
    items: items.map((item, i) => ({ ...item, links: links[i]! })),
    ...(shipFrom === undefined ? {} : { shipFrom }),
    customs,
    packages: job.collected,
    problem: job.problem,
    dueDate: job.dueDate,
    expectedShipDate: job.expectedShipDate,
    acceptedAt: job.acceptedAt,
    createdAt: job.createdAt,
    updatedAt: job.updatedAt,
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
