// A printer that speaks PrintTalk 2 with XJDF (CIP4) over HTTP: we send purchase orders, cancellations and status
// requests; it sends confirmations, refusals and status responses, in its answer or later to our inbox. PrintTalk does
// not define authentication: here each side sends its identity and a shared secret, so the connection must use TLS. Our
// documents follow CIP4's schema, including the order of elements. docs/printer-protocols.md has the profile.

import { type Static, type TSchema, Type } from 'typebox'
import { type Clock, day, hour, later } from '../../base/clock.ts'
import { shapeCheck } from '../../base/shape.ts'
import { isSameSecret } from '../../base/signature.ts'
import { type Called, callsAtOnce, type Line } from '../call.ts'
import type { Inbox, Post, Received, Reply, Ruling, Sealed } from '../inbox.ts'
import { type Answer, heard, type Message, type Printer, type PrintJob } from '../printer.ts'
import { cancelledUnknown, isUnknownJob, refusalWord, requestIds, type Said, saidIn, standingIn } from './replies.ts'
import { xjdfOf } from './xjdf.ts'
import { attribute, children, descendants, documentIn, type Element, textOf, xmlOf } from './xml.ts'

const newsEveryMs = 2 * hour
/** A purchase order without a confirmation by then may count as refused; it is submitted again before. */
const expiresAfterMs = day

const settingsSchema = Type.Object({
  url: Type.String({ pattern: '^https?://' }),
  /** Our identity at the printer, and its proof. */
  identity: Type.String({ minLength: 1 }),
  sharedSecret: Type.String({ minLength: 16 }),
  /** The printer's identity, and what its documents must contain. */
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
  /** The meaning of its own milestones. */
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
const settingsCheck = shapeCheck(settingsSchema as TSchema)

/** What is wrong with the settings of such a printer in operator/printers.json; values of secrets are not shown. */
export const printTalkSettingsProblems = (settings: unknown): string[] =>
  settingsCheck(settings).map(({ path, expected }) => `${path || '/'}: expected ${expected}`)

const usualMethods = { standard: 'StandardShipping', expedited: 'ExpeditedShipping', rush: 'RushShipping' }

export type PrintTalkDeps = { line: Line; clock: Clock }

export function printTalkPrinter(settings: PrintTalkSettings, { line, clock }: PrintTalkDeps): Printer & Inbox {
  const methods = { ...usualMethods, ...settings.deliveryMethods }

  async function ask(id: string, object: Element): Promise<Called> {
    const body = documentOf(settings, { id, object, at: clock() })
    const proof = Buffer.from(`${settings.identity}:${settings.sharedSecret}`).toString('base64')
    const headers = { 'content-type': settings.contentType ?? 'application/xml', authorization: `Basic ${proof}` }
    return line.call(settings.url, { method: 'POST', headers, body })
  }

  /** The answer about the job; `unavailable` when it cannot be read or trusted. */
  function answerOf({ jobId, enterprise }: PrintJob, called: Called): Answer {
    if (called.kind === 'lost') return { kind: 'unavailable', cause: called.cause, reached: called.reached }
    if (called.status < 200 || called.status > 299) {
      const tookNothing = [401, 403, 404, 429].includes(called.status)
      return { kind: 'unavailable', cause: `http_${called.status}`, reached: tookNothing ? 'no' : 'unknown' }
    }
    if (called.body.toString().trim() === '') return heard()
    const root = rootOf(called)
    const said = root === null ? null : saidIn(root, settings.milestones)
    if (said === null || said.some(one => one.jobId !== jobId)) {
      return { kind: 'unavailable', cause: 'answer_unreadable', reached: 'unknown' }
    }
    // Confirmations name prices for every order; they count only where the printer sets them.
    return heard(...said.map(({ told }) => (enterprise ? told : { ...told, message: unpriced(told.message) })))
  }

  async function submit(job: PrintJob): Promise<Answer> {
    const expires = later(clock(), expiresAfterMs).toISOString()
    const order = { PurchaseOrder: { '@Expires': expires, ...xjdfOf(job, methods) } }
    return answerOf(job, await ask(requestIds.order(job.jobId), order))
  }

  const askForStatus = ({ jobId }: PrintJob): Promise<Called> =>
    ask(requestIds.status(jobId), {
      OrderStatusRequest: { '@Subscribed': 'false', StatusRequest: { '@JobIDRef': jobId } },
    })

  return {
    firstBatch: callsAtOnce,

    submit,

    async requestCancellation(job) {
      const id = requestIds.cancellation(job.jobId, job.cancellationRequests)
      const called = await ask(id, { Cancellation: { '@JobIDRef': job.jobId } })
      const answer = answerOf(job, called)
      if (job.submittedAt !== null || answer.kind !== 'heard' || called.kind !== 'answered') return answer
      // It is unknown whether the printer has the order. A refusal for any reason except being too late means that it
      // has not.
      const root = rootOf(called)
      const word = root === null ? null : refusalWord(root)
      if (word === null || word === 'Milestone') return answer
      return heard({ messageId: `unknown:${id}`, saidAt: null, message: cancelledUnknown })
    },

    async askForNews(job) {
      const called = await askForStatus(job)
      // An order that the printer has lost is submitted again, under the same id: a job is never made twice.
      return isUnknownTo(called) ? submit(job) : answerOf(job, called)
    },

    async hasOpen(job) {
      const called = await askForStatus(job)
      if (isUnknownTo(called)) return 'unknown'
      const root = rootOf(called)
      return root === null ? null : standingIn(root, job.jobId, settings.milestones)
    },

    newsDueAt: (_job, now) => later(now, newsEveryMs),

    receive: post => received(post, settings),
  }
}

/** A whole document. `id` must be a valid XML token. */
export function documentOf(
  settings: PrintTalkSettings,
  { id, object, at }: { id: string; object: Element; at: Date },
): string {
  const ours = { Credential: { '@domain': 'CustomerID', Identity: settings.identity } }
  const secret = settings.secretIn === 'credential' ? { SharedSecret: settings.sharedSecret } : {}
  return xmlOf({
    PrintTalk: {
      '@xmlns': settings.printTalkNamespace ?? 'http://www.printtalk.org/schema_20',
      '@xmlns:xjdf': settings.xjdfNamespace ?? 'http://www.CIP4.org/JDFSchema_2_0',
      '@timestamp': at.toISOString(),
      '@payloadID': `${id}.${at.getTime()}`,
      Header: {
        From: { Credential: { ...ours.Credential, ...secret } },
        Sender: { ...ours, UserAgent: 'Octavo' },
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
function isUnknownTo(called: Called): boolean {
  const root = rootOf(called)
  return root !== null && isUnknownJob(root)
}

/** The document of an answer; null when it is none. */
function rootOf(called: Called): Element | null {
  if (called.kind === 'lost' || called.status > 299) return null
  const document = documentIn(called.body)
  return 'root' in document ? document.root : null
}

function received({ headers, body }: Post, settings: PrintTalkSettings): Received | Sealed {
  if (isProvenBy(headers.authorization, settings)) {
    const document = documentIn(body)
    if ('problem' in document) return { kind: 'unreadable', reply: reply(400, document.problem) }
    return understood(document.root, settings)
  }
  return {
    kind: 'sealed',
    open() {
      const document = documentIn(body)
      if ('problem' in document) return { kind: 'unproven', reply: reply(400, document.problem) }
      const { root } = document
      return isProvenIn(root, settings) ? understood(root, settings) : { kind: 'unproven', reply: noProof }
    },
  }
}

function understood(root: Element, settings: PrintTalkSettings): Received {
  const said = saidIn(root, settings.milestones)
  if (said === null) {
    const expected =
      'Confirmation, Refusal or OrderStatusResponse, with the BusinessRefID or JobIDRef of one of your jobs'
    return { kind: 'unreadable', reply: reply(400, `Expected a PrintTalk document with a ${expected}.`) }
  }
  if (said.length === 0) return { kind: 'wordless', reply: reply(200, 'Accepted; it contains nothing new.') }
  return { kind: 'said', said, answer: rulings => replyTo(said, rulings) }
}

function isProvenBy(
  authorization: string | string[] | undefined,
  { printerIdentity, printerSharedSecret }: PrintTalkSettings,
): boolean {
  const given = typeof authorization === 'string' ? (/^basic (\S+)$/i.exec(authorization)?.[1] ?? '') : ''
  const proof = Buffer.from(given, 'base64').toString()
  return isSameSecret(proof, `${printerIdentity}:${printerSharedSecret}`)
}

function isProvenIn(root: Element, { printerIdentity, printerSharedSecret }: PrintTalkSettings): boolean {
  const [document] = children(root, 'PrintTalk')
  return children(document, 'Header')
    .flatMap(header => ['From', 'Sender'].flatMap(name => children(header, name)))
    .flatMap(party => descendants(party, 'Credential'))
    .some(
      one =>
        attribute(one, 'domain') !== null &&
        textOf(children(one, 'Identity')[0]) === printerIdentity &&
        isSameSecret(textOf(children(one, 'SharedSecret')[0]), printerSharedSecret),
    )
}

const unpriced = (message: Message): Message =>
  message.kind === 'accepted' ? { ...message, itemsCents: null, taxesCents: null } : message

/** The worst verdict on its parts. */
function replyTo(said: Said[], rulings: Ruling[]): Reply {
  const unknown = rulings.indexOf(null)
  if (unknown >= 0) return reply(404, `You were never given job ${said[unknown]!.jobId}.`)
  const contradicts = rulings.find(ruling => ruling?.verdict === 'contradicts')
  return contradicts ? reply(contradicts.incomplete ? 400 : 409, contradicts.why!) : reply(200, 'Accepted.')
}

const reply = (status: number, text: string): Reply => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: `${text}\n`,
})
const noProof = reply(
  401,
  'Send your identity and shared secret as Authorization: Basic, or in the Credential of Header/From.',
)
