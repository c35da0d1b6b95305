// A printer that uses HP Site Flow. Jobs are sent as orders under our job id, signed as Site Flow requires; progress
// comes back as postbacks, whose body is a template that the printer configures according to docs/printer-protocols.md.
// Site Flow has no prices, so it cannot make orders of accounts whose printer sets them.

import { createHash, createHmac } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import { type Clock, instant, isInstant } from '../../base/clock.ts'
import { sentenceOf, shapeCheck } from '../../base/shape.ts'
import { isSameSecret } from '../../base/signature.ts'
import { withoutTrailingSlashes } from '../../base/urls.ts'
import { type Called, callsAtOnce, type Line } from '../call.ts'
import type { Inbox, Received, Reply, Ruling } from '../inbox.ts'
import { type Answer, heard, type Listed, type Message, type Printer, type PrintJob, type Told } from '../printer.ts'
import { type SiteFlowCarrier, siteFlowOrder } from './order.ts'

export type SiteFlowSettings = {
  /** `https://pro-api.oneflowcloud.com/api`: everything before `/order`. */
  url: string
  token: string
  secret: string
  /** Our account there, used to cancel orders. */
  sourceAccount: string
  /** The account of the printer. */
  destination: string
  /** The value of the header `x-octavo-token` in the printer's postbacks. */
  postbackToken: string
  carriers?: Record<string, SiteFlowCarrier>
  /** The statuses of finished orders, where the account uses others than the usual ones. */
  closedStatuses?: string[]
}

export type SiteFlowDeps = { line: Line; clock: Clock }

/** The path under which Site Flow reports that an order with this number exists. */
const orderNumberPath = 'orderData.sourceOrderId'

const settingsSchema = Type.Object({
  url: Type.String({ pattern: '^https?://[^?#]+$' }),
  token: Type.String({ minLength: 1 }),
  secret: Type.String({ minLength: 1 }),
  sourceAccount: Type.String({ minLength: 1 }),
  destination: Type.String({ minLength: 1 }),
  postbackToken: Type.String({ minLength: 24 }),
  carriers: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Union([
        Type.Object({ code: Type.String(), service: Type.String() }, { additionalProperties: false }),
        Type.Object({ alias: Type.String() }, { additionalProperties: false }),
      ]),
    ),
  ),
  closedStatuses: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
})
const settingsCheck = shapeCheck(settingsSchema as TSchema)

/** What is wrong with the settings of such a printer in operator/printers.json; values of secrets are not shown. */
export const siteFlowSettingsProblems = (settings: unknown): string[] =>
  settingsCheck(settings).map(({ path, expected }) => `${path || '/'}: expected ${expected}`)

export function siteFlowPrinter(settings: SiteFlowSettings, { line, clock }: SiteFlowDeps): Printer & Inbox {
  const base = withoutTrailingSlashes(settings.url)
  const closed = new Set([...usuallyClosed, ...(settings.closedStatuses ?? [])].map(one => one.toLowerCase()))
  const facts = { destination: settings.destination, carriers: settings.carriers ?? {}, returnAddress: true }

  function call(method: 'POST' | 'PUT' | 'GET', path: string, data?: unknown): Promise<Called> {
    const url = `${base}${path}`
    const at = clock().toISOString()
    const content = `${method} ${decodeURIComponent(new URL(url).pathname)} ${at}`
    return line.call(url, {
      method,
      ...(data === undefined ? { mostAnswerBytes: mostListBytes } : { body: JSON.stringify(data) }),
      headers: {
        'content-type': 'application/json',
        'x-oneflow-authorization': `${settings.token}:${createHmac('sha256', settings.secret).update(content).digest('hex')}`,
        'x-oneflow-date': at,
        'x-oneflow-algorithm': 'SHA256',
      },
    })
  }

  async function submit(job: PrintJob): Promise<Answer> {
    if (job.enterprise) return refusal("HP Site Flow provides no prices, but this account pays the printer's price")
    const order = siteFlowOrder(job, facts)
    const checked = await call('POST', '/order/validate', order)
    const refused = refusalIn(checked)
    if (refused !== null) return refused.kind === 'there already' ? heard() : refusal(refused.why)
    if (!isFine(checked)) return unavailable(checked, 'no') // nothing has been ordered yet
    const ordered = await call('POST', '/order', order)
    const refusedNow = refusalIn(ordered)
    if (refusedNow !== null) return refusedNow.kind === 'there already' ? heard() : refusal(refusedNow.why)
    return isFine(ordered) ? heard() : unavailable(ordered)
  }

  return {
    firstBatch: callsAtOnce,

    submit,

    async requestCancellation(job) {
      const path = `/order/${encodeURIComponent(settings.sourceAccount)}/${encodeURIComponent(job.jobId)}/cancel`
      const called = await call('PUT', path, {})
      if (isFine(called)) return decision(job, 'accept', 'cancelled in HP Site Flow')
      if (called.kind === 'lost') return unavailable(called)
      if (called.status === 404) return decision(job, 'accept', 'HP Site Flow does not know the order')
      const isDecided = called.status >= 400 && called.status < 500 && !undecided.has(called.status)
      return isDecided ? decision(job, 'refuse', sentenceIn(called.body)) : unavailable(called)
    },

    // Site Flow can be queried only by its own order number, which we do not store; postbacks report everything. Only
    // orders that it does not list are asked about, by submitting them again: if it has the order after all, it refuses
    // the second one.
    askForNews: submit,
    newsDueAt: () => null,

    async listJobs() {
      const listed: Listed = { open: [], over: [] }
      for (let page = 1; page <= mostPages; page++) {
        const called = await call('GET', `/order?page=${page}&pagesize=${ordersOnAPage}`)
        const orders = isFine(called) && called.kind === 'answered' ? ordersIn(called.body) : null
        if (orders === null) return null
        for (const { jobId, status } of orders) {
          if (!ours.test(jobId)) continue
          if (closed.has(status)) listed.over.push({ jobId, as: status })
          else listed.open.push(jobId)
        }
        if (orders.length < ordersOnAPage) return listed
      }
      return null // jobs missing from it would be asked about for nothing
    },

    receive: ({ headers, body }) => received(headers['x-octavo-token'], body, settings.postbackToken),
  }
}

/** Other sources may send orders to the same account. */
const ours = /^job_[0-9A-Za-z]{1,60}$/
const ordersOnAPage = 100
/** A page contains whole orders, with all their items. */
const mostListBytes = 16 * 1024 * 1024
/** The list contains every order of the account that Site Flow still stores; a longer one is not compared. */
const mostPages = 500
const usuallyClosed = ['shipped', 'complete', 'completed', 'cancelled', 'canceled', 'closed', 'deleted', 'archived']

/** The orders of a page; those of other sources have no job id of ours, and get an empty one. */
function ordersIn(body: Buffer): { jobId: string; status: string }[] | null {
  try {
    const { data } = JSON.parse(body.toString())
    if (!Array.isArray(data)) return null
    return data.map(order => ({
      jobId: String(order?.orderData?.sourceOrderId ?? ''),
      status: String(order?.orderData?.status ?? '').toLowerCase(),
    }))
  } catch {
    return null
  }
}

const undecided = new Set([401, 403, 408, 429])

const isFine = (called: Called): boolean => called.kind === 'answered' && called.status >= 200 && called.status < 300

function unavailable(called: Called, reached?: 'no'): Answer {
  if (called.kind === 'lost') return { kind: 'unavailable', cause: called.cause, reached: reached ?? called.reached }
  const tookNothing = undecided.has(called.status) && called.status !== 408
  return { kind: 'unavailable', cause: `http_${called.status}`, reached: reached ?? (tookNothing ? 'no' : 'unknown') }
}

const refusal = (reason: string): Answer =>
  heard({ messageId: 'octavo:refused', saidAt: null, message: { kind: 'refused', reason } })

/** Whoever asks again after a refusal gets another answer, though it says the same. */
const decision = ({ cancellationRequests }: PrintJob, word: 'accept' | 'refuse', reason: string): Answer =>
  heard({
    messageId: `octavo:cancellation:${cancellationRequests}:${word}`,
    saidAt: null,
    message: { kind: 'cancellation', decision: word, reason },
  })

/** Site Flow's validation errors as one sentence; null when there are none. */
function refusalIn(called: Called): { kind: 'there already' } | { kind: 'refused'; why: string } | null {
  if (called.kind === 'lost' || (called.status !== 400 && called.status !== 422)) return null
  const { validations } = errorIn(called.body)
  if (!Array.isArray(validations) || validations.length === 0) return { kind: 'refused', why: sentenceIn(called.body) }
  if (validations.every(one => one?.path === orderNumberPath)) return { kind: 'there already' }
  const why = validations.map(one => `${one?.path}: ${one?.message}`).join('; ')
  return { kind: 'refused', why: why.slice(0, mostReason) }
}

const mostReason = 1000

const sentenceIn = (body: Buffer): string => {
  const { message } = errorIn(body)
  return typeof message === 'string' && message !== '' ? message.slice(0, mostReason) : 'no reason given'
}

// biome-ignore lint/suspicious/noExplicitAny: somebody else's JSON; every field is looked at before it is used
function errorIn(body: Buffer): Record<string, any> {
  try {
    const answer = JSON.parse(body.toString())
    return answer?.error ?? answer ?? {}
  } catch {
    return {}
  }
}

/** The template of docs/printer-protocols.md. Fields without a value may be empty or absent. */
const postbackSchema = Type.Object({
  timestamp: Type.String({ minLength: 1 }),
  sourceOrderId: Type.String({ pattern: '^job_[0-9A-Za-z]{1,60}$' }),
  status: Type.Union(
    ['received', 'printready', 'printed', 'cancelled', 'errored', 'shipped'].map(word => Type.Literal(word)),
  ),
  reason: Type.Optional(Type.String()),
  carrier: Type.Optional(Type.String({ maxLength: 100 })),
  trackingNumber: Type.Optional(Type.String({ maxLength: 100 })),
  trackingUrl: Type.Optional(Type.String({ maxLength: 2048, pattern: '^(?:https?://[^\\s]+)?$' })),
})
type Postback = Static<typeof postbackSchema>
const postbackCheck = shapeCheck(postbackSchema as TSchema)

function received(token: unknown, body: Buffer, expected: string): Received {
  if (typeof token !== 'string' || !isSameSecret(token, expected)) {
    return {
      kind: 'unproven',
      reply: reply(401, { code: 'token_invalid', detail: 'x-octavo-token is missing or wrong.' }),
    }
  }
  let postback: Postback
  try {
    postback = JSON.parse(body.toString())
  } catch {
    return { kind: 'unreadable', reply: reply(400, { code: 'malformed_request', detail: 'The body is not JSON.' }) }
  }
  const problems = postbackCheck(postback).map(sentenceOf)
  if (problems.length === 0 && !isInstant(postback.timestamp)) {
    problems.push(sentenceOf({ path: '/timestamp', got: postback.timestamp, expected: 'a time' }))
  }
  if (problems.length > 0) {
    return { kind: 'unreadable', reply: reply(400, { code: 'malformed_request', detail: problems.join('; ') }) }
  }
  const message = messageOf(postback)
  // A component was printed; that says nothing yet about the whole book.
  if (message === null) return { kind: 'wordless', reply: reply(200, { verdict: 'ignored' }) }
  const told: Told = { messageId: messageIdOf(postback), saidAt: instant(postback.timestamp), message }
  return {
    kind: 'said',
    said: [{ jobId: postback.sourceOrderId, told }],
    answer: ([ruling]) => replyTo(postback.sourceOrderId, ruling ?? null),
  }
}

function messageOf({
  status,
  reason = '',
  carrier = '',
  trackingNumber = '',
  trackingUrl = '',
}: Postback): Message | null {
  switch (status) {
    case 'received':
      return { kind: 'received' }
    case 'printready':
      return { kind: 'accepted', itemsCents: null, taxesCents: null }
    case 'cancelled':
      return { kind: 'cancellation', decision: 'accept', reason }
    case 'errored':
      return { kind: 'problem', reason: reason === '' ? 'HP Site Flow reports an error' : reason.slice(0, mostReason) }
    case 'shipped': {
      const packages = [{ trackingNumber, altTrackingNumber: '', trackingUrl }]
      return { kind: 'shipped', shipments: [{ masterTrackingNumber: '', carrier, packages }], shippingCents: null }
    }
    default:
      return null
  }
}

/** Postbacks have no id; the same content at the same time is the same message. */
const messageIdOf = ({ status, timestamp, trackingNumber = '' }: Postback): string =>
  `${status}:${createHash('sha256').update(`${timestamp} ${trackingNumber}`).digest('hex').slice(0, 32)}`

function replyTo(jobId: string, ruling: Ruling): Reply {
  if (ruling === null) return reply(404, { code: 'not_found', detail: `You were never given job ${jobId}.` })
  const { verdict, why } = ruling
  return verdict === 'contradicts' ? reply(409, { code: 'wrong_state', detail: why }) : reply(200, { verdict, why })
}

const reply = (status: number, body: unknown): Reply => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})
