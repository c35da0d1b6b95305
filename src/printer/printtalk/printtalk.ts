// A printer that speaks PrintTalk 2 with XJDF (CIP4) over HTTP: we send purchase orders, cancellations and status
// requests; it sends confirmations, refusals and status responses, in its answer or later to our inbox. PrintTalk does
// not define authentication: here each side sends its identity and a shared secret, so the connection must use TLS. Our
// documents follow CIP4's schema, including the order of elements. docs/printer-protocols.md has the profile.

import { type Static, type TSchema, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { type Clock, day, hour, later } from '../../base/clock.ts'
import { type DataMistake, schemaCheck } from '../../base/schemaCheck.ts'
import { isSameSecret } from '../../base/secrets/signature.ts'
import type { Inbox, InboxResult, JobMessage, MessageResult, PostedRequest, Reply, UnopenedRequest } from '../inbox.ts'
import { type Answer, answered, type MessageContent, type Printer, type PrintJob } from '../printer.ts'
import { type CallResult, maxConcurrentCalls, type PrinterClient } from '../printerClient.ts'
import {
  cancelledUnknown,
  readJobState,
  readMessages,
  readRefusalReason,
  requestIds,
  saysUnknownJob,
} from './replies.ts'
import { xjdfOf } from './xjdf.ts'
import { attribute, children, descendants, type Element, readDocument, readEarlyElement, textOf, xmlOf } from './xml.ts'

const updateIntervalMs = 2 * hour
/** After this time, a purchase order without a confirmation may count as refused; it is submitted again before. */
const expiresAfterMs = day

const settingsSchema = Type.Object({
  url: Type.String({ pattern: '^https?://' }),
  /** Our identity at the printer, and its proof. */
  identity: Type.String({ minLength: 1 }),
  sharedSecret: Type.String({ minLength: 16 }),
  /** The printer's identity, which its documents must contain. */
  printerIdentity: Type.String({ minLength: 1 }),
  printerSharedSecret: Type.String({ minLength: 16 }),
  /**
   * Where our secret goes: in the Authorization header (Basic), or also in the Credential, for older printers and
   * beyond the schema.
   */
  secretIn: Type.Optional(Type.Union([Type.Literal('header'), Type.Literal('credential')])),
  /** `http://www.printtalk.org/schema_20` of 2024, or `.../schema_2_0` of 2013. */
  printTalkNamespace: Type.Optional(Type.String({ minLength: 1 })),
  xjdfNamespace: Type.Optional(Type.String({ minLength: 1 })),
  contentType: Type.Optional(Type.String({ minLength: 1 })),
  /** The printer's names for our shipping classes. */
  deliveryMethods: Type.Optional(Type.Record(Type.String(), Type.String({ pattern: '^[\\w.:-]+$' }))),
  /** The meaning of the printer's own milestones. */
  milestones: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Union(
        (['received', 'accepted', 'printed', 'delayed', 'packages', 'shipped'] as const).map(step =>
          Type.Literal(step),
        ),
      ),
    ),
  ),
})
export type PrintTalkSettings = Static<typeof settingsSchema>
const settingsCheck = schemaCheck(settingsSchema as TSchema)

export const printTalkSettingsMistakes = (settings: unknown): DataMistake[] =>
  settingsCheck(settings).map(({ path, expected }) => ({ path, text: say('expected {expected}', { expected }) }))

/** CIP4's profile for print procurement: orders, confirmations, refusals, cancellations and status. */
const icsVersions = 'Cus-APP_L1-2.2'

const defaultMethods = { standard: 'StandardShipping', expedited: 'ExpeditedShipping', rush: 'RushShipping' }

export type PrintTalkDeps = { client: PrinterClient; clock: Clock }

export function printTalkPrinter(settings: PrintTalkSettings, { client, clock }: PrintTalkDeps): Printer & Inbox {
  const methods = { ...defaultMethods, ...settings.deliveryMethods }

  async function send(id: string, object: Element): Promise<CallResult> {
    const body = documentOf(settings, { id, object, at: clock() })
    const credentials = Buffer.from(`${settings.identity}:${settings.sharedSecret}`).toString('base64')
    const headers = { 'content-type': settings.contentType ?? 'application/xml', authorization: `Basic ${credentials}` }
    return client.call(settings.url, { method: 'POST', headers, body })
  }

  /** The answer about the job; `unavailable` when it cannot be read or trusted. */
  function answerOf({ jobId, enterprise }: PrintJob, called: CallResult): Answer {
    if (called.kind === 'lost') return { kind: 'unavailable', cause: called.cause, reached: called.reached }
    if (called.status < 200 || called.status > 299) {
      const tookNothing = [401, 403, 404, 429].includes(called.status)
      return { kind: 'unavailable', cause: `http_${called.status}`, reached: tookNothing ? 'no' : 'unknown' }
    }
    if (called.body.toString().trim() === '') return answered()
    const root = rootOf(called)
    const messages = root === null ? null : readMessages(root, settings.milestones)
    if (messages === null || messages.some(message => message.jobId !== jobId)) {
      return { kind: 'unavailable', cause: 'answer_unreadable', reached: 'unknown' }
    }
    // Confirmations name prices for every order; they count only where the printer sets them.
    return answered(
      ...messages.map(({ message }) =>
        enterprise ? message : { ...message, content: withoutPrices(message.content) },
      ),
    )
  }

  async function submit(job: PrintJob): Promise<Answer> {
    const expires = later(clock(), expiresAfterMs).toISOString()
    const order = { PurchaseOrder: { '@Expires': expires, ...xjdfOf(job, methods) } }
    return answerOf(job, await send(requestIds.order(job.jobId), order))
  }

  const requestStatus = ({ jobId }: PrintJob): Promise<CallResult> =>
    send(requestIds.status(jobId), {
      OrderStatusRequest: { '@Subscribed': 'false', StatusRequest: { '@JobIDRef': jobId } },
    })

  return {
    firstBatch: maxConcurrentCalls,

    submit,

    async requestCancellation(job) {
      const id = requestIds.cancellation(job.jobId, job.cancellationRequests)
      const called = await send(id, { Cancellation: { '@JobIDRef': job.jobId } })
      const answer = answerOf(job, called)
      if (job.submittedAt !== null || answer.kind !== 'answered' || called.kind !== 'answered') return answer
      // It is unknown whether the printer has the order. A refusal for any reason except being too late means that it
      // does not have it.
      const root = rootOf(called)
      const reason = root === null ? null : readRefusalReason(root)
      if (reason === null || reason === 'Milestone') return answer
      return answered({ messageId: `unknown:${id}`, sentAt: null, content: cancelledUnknown })
    },

    async fetchUpdates(job) {
      const called = await requestStatus(job)
      // An order that the printer has lost is submitted again, under the same id: a job is never made twice.
      return isUnknownJob(called) ? submit(job) : answerOf(job, called)
    },

    async readJobState(job) {
      const called = await requestStatus(job)
      if (isUnknownJob(called)) return 'unknown'
      const root = rootOf(called)
      return root === null ? null : readJobState(root, job.jobId, settings.milestones)
    },

    nextUpdateAt: (_job, now) => later(now, updateIntervalMs),

    receive: request => receive(request, settings),
  }
}

/** A whole document. `id` must be a valid XML token. */
export function documentOf(
  settings: PrintTalkSettings,
  { id, object, at }: { id: string; object: Element; at: Date },
): string {
  const sender = { Credential: { '@domain': 'CustomerID', Identity: settings.identity } }
  const secret = settings.secretIn === 'credential' ? { SharedSecret: settings.sharedSecret } : {}
  return xmlOf({
    PrintTalk: {
      '@xmlns': settings.printTalkNamespace ?? 'http://www.printtalk.org/schema_20',
      '@xmlns:xjdf': settings.xjdfNamespace ?? 'http://www.CIP4.org/JDFSchema_2_0',
      '@ICSVersions': icsVersions,
      '@timestamp': at.toISOString(),
      '@payloadID': `${id}.${at.getTime()}`,
      Header: {
        From: { Credential: { ...sender.Credential, ...secret } },
        Sender: { ...sender, UserAgent: 'Octavo' },
        To: { Credential: { '@domain': 'URL', Identity: settings.printerIdentity } },
      },
      Request: { '@BusinessID': id, ...object },
    },
  })
}

/**
 * A printer reports that it was never given an order by refusing the status request: Reason Other, ReasonDetails
 * UnknownJob.
 */
function isUnknownJob(called: CallResult): boolean {
  const root = rootOf(called)
  return root !== null && saysUnknownJob(root)
}

/** The root of an answer; null when the answer is no document. */
function rootOf(called: CallResult): Element | null {
  if (called.kind === 'lost' || called.status > 299) return null
  const document = readDocument(called.body)
  return 'root' in document ? document.root : null
}

function receive({ headers, body }: PostedRequest, settings: PrintTalkSettings): InboxResult | UnopenedRequest {
  if (isAuthenticatedByHeader(headers.authorization, settings)) return readBody(body, settings)
  return {
    kind: 'unopened',
    open() {
      const header = readEarlyElement(body, 'Header')
      return header !== null && isAuthenticatedByDocument(header, settings)
        ? readBody(body, settings)
        : { kind: 'unauthenticated', reply: noCredentials }
    },
  }
}

function readBody(body: Buffer, settings: PrintTalkSettings): InboxResult {
  const document = readDocument(body)
  return 'problem' in document
    ? { kind: 'unreadable', reply: reply(400, document.problem) }
    : resultOf(document.root, settings)
}

function resultOf(root: Element, settings: PrintTalkSettings): InboxResult {
  const messages = readMessages(root, settings.milestones)
  if (messages === null) {
    const expected =
      'Confirmation, Refusal or OrderStatusResponse, with the BusinessRefID or JobIDRef of one of your jobs'
    return { kind: 'unreadable', reply: reply(400, `Expected a PrintTalk document with a ${expected}.`) }
  }
  if (messages.length === 0) return { kind: 'empty', reply: reply(200, 'Accepted; it contains nothing new.') }
  return { kind: 'messages', messages, replyTo: results => replyTo(messages, results) }
}

function isAuthenticatedByHeader(
  authorization: string | string[] | undefined,
  { printerIdentity, printerSharedSecret }: PrintTalkSettings,
): boolean {
  const token = typeof authorization === 'string' ? (/^basic (\S+)$/i.exec(authorization)?.[1] ?? '') : ''
  const credentials = Buffer.from(token, 'base64').toString()
  return isSameSecret(credentials, `${printerIdentity}:${printerSharedSecret}`)
}

function isAuthenticatedByDocument(
  header: Element,
  { printerIdentity, printerSharedSecret }: PrintTalkSettings,
): boolean {
  return ['From', 'Sender']
    .flatMap(name => children(header, name))
    .flatMap(party => descendants(party, 'Credential'))
    .some(
      credential =>
        attribute(credential, 'domain') !== null &&
        textOf(children(credential, 'Identity')[0]) === printerIdentity &&
        isSameSecret(textOf(children(credential, 'SharedSecret')[0]), printerSharedSecret),
    )
}

const withoutPrices = (content: MessageContent): MessageContent =>
  content.kind === 'accepted' ? { ...content, itemsCents: null, taxesCents: null } : content

/** One reply to all messages of the document: an unknown job first, then a contradiction. */
function replyTo(messages: JobMessage[], results: MessageResult[]): Reply {
  const unknown = results.indexOf(null)
  if (unknown >= 0) return reply(404, `You were never given job ${messages[unknown]!.jobId}.`)
  const contradiction = results.find(result => result?.verdict === 'contradicts')
  return contradiction ? reply(contradiction.incomplete ? 400 : 409, contradiction.why!) : reply(200, 'Accepted.')
}

const reply = (status: number, text: string): Reply => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: `${text}\n`,
})
const noCredentials = reply(
  401,
  'Send your identity and shared secret as Authorization: Basic, or in the Credential of Header/From.',
)
