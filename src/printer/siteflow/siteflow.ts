// A printer that uses HP Site Flow. Jobs are sent as orders under our job id, signed as Site Flow requires; progress
// comes back as postbacks, whose body is a template that the printer configures according to docs/printer-protocols.md.
// Site Flow has no prices: an order whose printer sets them has its agreed prices, or staff record its prices.

import { createHash, createHmac } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { type Clock, instant, isInstant } from '../../base/clock.ts'
import { withoutTrailingSlashes } from '../../base/network/urls.ts'
import { type DataMistake, dataMistake, mistakeLine, schemaCheck } from '../../base/schemaCheck.ts'
import { isSameSecret } from '../../base/secrets/signature.ts'
import type { Inbox, InboxResult, MessageResult, Reply } from '../inbox.ts'
import {
  type Answer,
  answered,
  type ListedJobs,
  type MessageContent,
  type Printer,
  type PrinterMessage,
  type PrintJob,
} from '../printer.ts'
import { type CallResult, maxConcurrentCalls, type PrinterClient } from '../printerClient.ts'
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
  /** By shipping class, or by class and country: `standard-CA`. */
  carriers?: Record<string, SiteFlowCarrier>
  /** Preflight profiles of the Site Flow account, by component. */
  preflightProfiles?: { cover?: string; text?: string }
  /** Further statuses of finished orders, if the account uses its own statuses. */
  closedStatuses?: string[]
}

export type SiteFlowDeps = { client: PrinterClient; clock: Clock }

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
  preflightProfiles: Type.Optional(
    Type.Object(
      {
        cover: Type.Optional(Type.String({ minLength: 1 })),
        text: Type.Optional(Type.String({ minLength: 1 })),
      },
      { additionalProperties: false },
    ),
  ),
  closedStatuses: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
})
const settingsCheck = schemaCheck(settingsSchema as TSchema)

export function siteFlowSettingsMistakes(settings: unknown): DataMistake[] {
  const found = settingsCheck(settings)
  if (found.length > 0)
    return found.map(({ path, expected }) => ({ path, text: say('expected {expected}', { expected }) }))
  const { url } = settings as SiteFlowSettings
  const expected = 'an address whose path can be decoded'
  return signedPath(url) === null ? [{ path: '/url', text: say('expected {expected}', { expected }) }] : []
}

/** As Site Flow reads it; null for an address that is none. */
function signedPath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
}

export function siteFlowPrinter(settings: SiteFlowSettings, { client, clock }: SiteFlowDeps): Printer & Inbox {
  const base = withoutTrailingSlashes(settings.url)
  const closedStatuses = new Set(
    [...defaultClosedStatuses, ...(settings.closedStatuses ?? [])].map(status => status.toLowerCase()),
  )
  const orderSettings = {
    destination: settings.destination,
    carriers: settings.carriers ?? {},
    preflightProfiles: settings.preflightProfiles ?? {},
    returnAddress: true,
  }

  function call(method: 'POST' | 'PUT' | 'GET', path: string, data?: unknown): Promise<CallResult> {
    const url = `${base}${path}`
    const at = clock().toISOString()
    const content = `${method} ${signedPath(url)} ${at}`
    return client.call(url, {
      method,
      ...(data === undefined ? { maxAnswerBytes: maxListBytes } : { body: JSON.stringify(data) }),
      headers: {
        'content-type': 'application/json',
        'x-oneflow-authorization': `${settings.token}:${createHmac('sha256', settings.secret).update(content).digest('hex')}`,
        'x-oneflow-date': at,
        'x-oneflow-algorithm': 'SHA256',
      },
    })
  }

  async function submit(job: PrintJob): Promise<Answer> {
    const order = siteFlowOrder(job, orderSettings)
    const validated = await call('POST', '/order/validate', order)
    const invalid = readRefusal(validated)
    if (invalid !== null) return invalid.kind === 'duplicate' ? answered() : refusal(invalid.why)
    if (!isSuccess(validated)) return unavailable(validated, 'no') // nothing has been ordered yet
    const ordered = await call('POST', '/order', order)
    const refused = readRefusal(ordered)
    if (refused !== null) return refused.kind === 'duplicate' ? answered() : refusal(refused.why)
    return isSuccess(ordered) ? answered() : unavailable(ordered)
  }

  return {
    firstBatch: maxConcurrentCalls,

    submit,

    async requestCancellation(job) {
      const path = `/order/${encodeURIComponent(settings.sourceAccount)}/${encodeURIComponent(job.jobId)}/cancel`
      const called = await call('PUT', path, {})
      if (isSuccess(called)) return cancellation(job, 'accept', 'canceled in HP Site Flow')
      if (called.kind === 'lost') return unavailable(called)
      if (called.status === 404) return cancellation(job, 'accept', 'HP Site Flow does not know the order')
      const isDecided = called.status >= 400 && called.status < 500 && !noDecisionStatuses.has(called.status)
      return isDecided ? cancellation(job, 'refuse', readMessage(called.body)) : unavailable(called)
    },

    // Site Flow can be queried only by its own order number, which we do not store; postbacks report everything. Only
    // orders that it does not list are polled, by submitting them again: if it has the order after all, it refuses the
    // second order.
    fetchUpdates: submit,
    nextUpdateAt: () => null,

    async listJobs() {
      const listed: ListedJobs = { open: [], ended: [] }
      for (let page = 1; page <= maxPages; page++) {
        const called = await call('GET', `/order?page=${page}&pagesize=${ordersOnAPage}`)
        const orders = isSuccess(called) && called.kind === 'answered' ? readOrders(called.body) : null
        if (orders === null) return null
        for (const { jobId, status } of orders) {
          if (!ourJobId.test(jobId)) continue
          if (closedStatuses.has(status)) listed.ended.push({ jobId, listedAs: status })
          else listed.open.push(jobId)
        }
        if (orders.length < ordersOnAPage) return listed
      }
      return null // the jobs that the list lacks would be polled for nothing
    },

    receive: ({ headers, body }) => receive(headers['x-octavo-token'], body, settings.postbackToken),
  }
}

/** Other sources may send orders to the same account. */
const ourJobId = /^job_[0-9A-Za-z]{1,60}$/
const ordersOnAPage = 100
/** A page contains whole orders, with all their items. */
const maxListBytes = 16 * 1024 * 1024
/** The list has every order of the account that Site Flow stores; a longer list is not compared. */
const maxPages = 500
const defaultClosedStatuses = [
  'shipped',
  'complete',
  'completed',
  'cancelled',
  'canceled',
  'closed',
  'deleted',
  'archived',
]

/** The orders of a page; orders without a number get an empty job id. */
function readOrders(body: Buffer): { jobId: string; status: string }[] | null {
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

const noDecisionStatuses = new Set([401, 403, 408, 429])

const isSuccess = (called: CallResult): boolean =>
  called.kind === 'answered' && called.status >= 200 && called.status < 300

function unavailable(called: CallResult, reached?: 'no'): Answer {
  if (called.kind === 'lost') return { kind: 'unavailable', cause: called.cause, reached: reached ?? called.reached }
  const tookNothing = noDecisionStatuses.has(called.status) && called.status !== 408
  return { kind: 'unavailable', cause: `http_${called.status}`, reached: reached ?? (tookNothing ? 'no' : 'unknown') }
}

const refusal = (reason: string): Answer =>
  answered({ messageId: 'octavo:refused', sentAt: null, content: { kind: 'refused', reason } })

/** Each request to cancel has its own message id, even when the answer is the same. */
const cancellation = ({ cancellationRequests }: PrintJob, decision: 'accept' | 'refuse', reason: string): Answer =>
  answered({
    messageId: `octavo:cancellation:${cancellationRequests}:${decision}`,
    sentAt: null,
    content: { kind: 'cancellation', decision, reason },
  })

/** Site Flow's validation errors as one sentence; null when there are none. */
function readRefusal(called: CallResult): { kind: 'duplicate' } | { kind: 'refused'; why: string } | null {
  if (called.kind === 'lost' || (called.status !== 400 && called.status !== 422)) return null
  const { validations } = readError(called.body)
  if (!Array.isArray(validations) || validations.length === 0) return { kind: 'refused', why: readMessage(called.body) }
  if (validations.every(error => error?.path === orderNumberPath)) return { kind: 'duplicate' }
  const why = validations.map(error => `${error?.path}: ${error?.message}`).join('; ')
  return { kind: 'refused', why: why.slice(0, maxReasonLength) }
}

const maxReasonLength = 1000

const readMessage = (body: Buffer): string => {
  const { message } = readError(body)
  return typeof message === 'string' && message !== '' ? message.slice(0, maxReasonLength) : 'no reason given'
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of another program; every field is checked before its use
function readError(body: Buffer): Record<string, any> {
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
    ['received', 'printready', 'printed', 'cancelled', 'errored', 'shipped'].map(status => Type.Literal(status)),
  ),
  reason: Type.Optional(Type.String()),
  carrier: Type.Optional(Type.String({ maxLength: 100 })),
  trackingNumber: Type.Optional(Type.String({ maxLength: 100 })),
  trackingUrl: Type.Optional(Type.String({ maxLength: 2048, pattern: '^(?:https?://[^\\s]+)?$' })),
})
type Postback = Static<typeof postbackSchema>
const postbackCheck = schemaCheck(postbackSchema as TSchema)

function receive(token: unknown, body: Buffer, expected: string): InboxResult {
  if (typeof token !== 'string' || !isSameSecret(token, expected)) {
    return {
      kind: 'unauthenticated',
      reply: reply(401, { code: 'token_invalid', detail: 'x-octavo-token is missing or wrong.' }),
    }
  }
  let postback: Postback
  try {
    postback = JSON.parse(body.toString())
  } catch {
    return { kind: 'unreadable', reply: reply(400, { code: 'malformed_request', detail: 'The body is not JSON.' }) }
  }
  const problems = postbackCheck(postback).map(mistake => mistakeLine(dataMistake(mistake)))
  if (problems.length === 0 && !isInstant(postback.timestamp)) {
    problems.push(mistakeLine(dataMistake({ path: '/timestamp', got: postback.timestamp, expected: 'a time' })))
  }
  if (problems.length > 0) {
    return { kind: 'unreadable', reply: reply(400, { code: 'malformed_request', detail: problems.join('; ') }) }
  }
  const content = contentOf(postback)
  // A printed component does not mean that the whole book is printed.
  if (content === null) return { kind: 'empty', reply: reply(200, { verdict: 'ignored' }) }
  const message: PrinterMessage = { messageId: messageIdOf(postback), sentAt: instant(postback.timestamp), content }
  return {
    kind: 'messages',
    messages: [{ jobId: postback.sourceOrderId, message }],
    replyTo: ([result]) => replyTo(postback.sourceOrderId, result ?? null),
  }
}

function contentOf({
  status,
  reason = '',
  carrier = '',
  trackingNumber = '',
  trackingUrl = '',
}: Postback): MessageContent | null {
  switch (status) {
    case 'received':
      return { kind: 'received' }
    case 'printready':
      return { kind: 'accepted', itemsCents: null, taxesCents: null }
    case 'cancelled':
      return { kind: 'cancellation', decision: 'accept', reason }
    case 'errored':
      return {
        kind: 'problem',
        reason: reason === '' ? 'HP Site Flow reports an error' : reason.slice(0, maxReasonLength),
      }
    case 'shipped': {
      const packages = [{ trackingNumber, altTrackingNumber: '', trackingUrl }]
      return {
        kind: 'shipped',
        shipments: [{ masterTrackingNumber: '', carrier, packages }],
        shippingCents: null,
      }
    }
    default:
      return null
  }
}

/** For orders of accounts that pay the printer's price: staff record it with the acceptance and the shipping. */

/** Postbacks have no id; the same content at the same time is the same message. */
const messageIdOf = ({ status, timestamp, trackingNumber = '' }: Postback): string =>
  `${status}:${createHash('sha256').update(`${timestamp} ${trackingNumber}`).digest('hex').slice(0, 32)}`

function replyTo(jobId: string, result: MessageResult): Reply {
  if (result === null) return reply(404, { code: 'not_found', detail: `You were never given job ${jobId}.` })
  const { verdict, why } = result
  return verdict === 'contradicts' ? reply(409, { code: 'wrong_state', detail: why }) : reply(200, { verdict, why })
}

const reply = (status: number, body: unknown): Reply => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})
