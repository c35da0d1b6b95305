// A printer's own system that speaks JSON over HTTP. Both sides sign their messages according to Standard Webhooks,
// with one secret. We post jobs and requests to cancel; it answers with messages, or posts them later to our inbox. We
// poll each open job a few times a day, so that a lost message is only late. docs/printer-protocols.md describes the
// protocol.

import { say } from '../../../languages/texts.ts'
import { type Clock, hour, later } from '../../base/clock.ts'
import { withoutTrailingSlashes } from '../../base/network/urls.ts'
import type { DataMistake } from '../../base/schemaCheck.ts'
import { isSigningSecret, signedHeaders, signingKey, verifySignature } from '../../base/secrets/signature.ts'
import type { Inbox, InboxResult, MessageResult, PostedRequest, Reply } from '../inbox.ts'
import { type Answer, answered, type Printer, type PrinterMessage, type PrintJob } from '../printer.ts'
import { type CallResult, maxConcurrentCalls, type PrinterClient } from '../printerClient.ts'
import { presentTicket } from './ticket.ts'
import { translate } from './translations.ts'

/** The interval at which an open job is polled. */
const updateIntervalMs = 6 * hour
/** More messages about one job in one answer indicate a fault in the printer's program. */
const maxMessages = 200

export type JsonSettings = {
  /** Such as `https://press.example/octavo`; paths such as `/jobs` are appended. */
  url: string
  /** `whsec_...`, with 24 to 64 bytes. */
  secret: string
  /** The previous secret, while both are in use. */
  previousSecret?: string
}

export type JsonDeps = { client: PrinterClient; clock: Clock }

export type JsonPrinter = Printer & Inbox & Required<Pick<Printer, 'listJobs'>>

export function jsonSettingsMistakes({ url, secret, previousSecret }: Partial<Record<keyof JsonSettings, unknown>>) {
  const mistakes: DataMistake[] = []
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    mistakes.push({ path: '/url', text: say('expected an http or https address without a query') })
  }
  if (typeof secret !== 'string' || !isSigningSecret(secret)) {
    mistakes.push({ path: '/secret', text: secretExpected })
  }
  if (previousSecret !== undefined && (typeof previousSecret !== 'string' || !isSigningSecret(previousSecret))) {
    mistakes.push({ path: '/previousSecret', text: secretExpected })
  }
  return mistakes
}

const secretExpected = say('expected whsec_ and 24 to 64 bytes in base64')

export function jsonPrinter(settings: JsonSettings, { client, clock }: JsonDeps): JsonPrinter {
  const base = withoutTrailingSlashes(settings.url)
  const keys = [settings.secret, ...(settings.previousSecret === undefined ? [] : [settings.previousSecret])].map(
    signingKey,
  )

  // Repeated requests have the same id, so that the printer can recognize repetitions.
  const post = (path: string, id: string, { type, data }: { type: string; data: unknown }): Promise<CallResult> => {
    const at = clock()
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
    const headers = { ...signedHeaders(id, at, body, keys), 'content-type': 'application/json' }
    return client.call(`${base}${path}`, { method: 'POST', headers, body })
  }
  const get = (path: string): Promise<CallResult> =>
    client.call(`${base}${path}`, { method: 'GET', headers: signedHeaders(`get:${path}`, clock(), '', keys) })

  const submit = async (job: PrintJob): Promise<Answer> => {
    const called = await post('/jobs', `submit:${job.jobId}`, { type: 'job.submitted', data: presentTicket(job) })
    if (called.kind === 'answered' && called.status === 422) return readRefusal(called.body)
    return answerOf(job, called)
  }

  return {
    firstBatch: maxConcurrentCalls,

    submit,

    async requestCancellation(job) {
      const called = await post(`/jobs/${job.jobId}/cancellation`, cancellationId(job), {
        type: 'job.cancellation_requested',
        data: { jobId: job.jobId, because: job.withdrawing ? 'given_to_another_printer' : 'customer_cancelled' },
      })
      if (called.kind === 'answered' && called.status === 404) {
        return answered({
          messageId: `octavo:unknown:${job.jobId}`,
          sentAt: null,
          content: { kind: 'cancellation', decision: 'accept', reason: 'the printer does not know the job' },
        })
      }
      return answerOf(job, called)
    },

    async fetchUpdates(job) {
      const called = await get(`/jobs/${job.jobId}`)
      // A job that the printer has lost is submitted again: a job is never made twice, and must not be forgotten.
      if (called.kind === 'answered' && called.status === 404) return submit(job)
      return answerOf(job, called)
    },

    nextUpdateAt: (_job, now) => later(now, updateIntervalMs),

    receive: request => receive(request, keys),

    async listJobs() {
      const open: string[] = []
      for (let cursor = ''; ; ) {
        const query = `?status=open${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
        const called = await get(`/jobs${query}`)
        const page = called.kind === 'answered' && called.status === 200 ? readPage(called.body) : null
        if (page === null) return null
        for (const jobId of page.jobIds) open.push(jobId)
        if (page.nextCursor === null) return { open, ended: [] }
        // A list without an end is useless: the jobs that it lacks would be polled for nothing.
        if (page.jobIds.length === 0 || page.nextCursor === cursor || open.length > maxOpenJobs) return null
        cursor = page.nextCursor
      }
    },
  }
}

const maxOpenJobs = 1_000_000
/** The list may have jobs of other customers, so any id that can be stored is accepted. */
const listableId = /^[^\p{Cc}\p{Cs}]{1,200}$/u

/** A new id when the customer asks again after a refusal. */
const cancellationId = ({ jobId, cancellationRequests }: PrintJob): string => `cancel:${jobId}:${cancellationRequests}`

/** After some statuses, such as 429, the printer certainly did not take the job. After other failures it may have. */
function answerOf(job: PrintJob, called: CallResult): Answer {
  if (called.kind === 'lost') return { kind: 'unavailable', cause: called.cause, reached: called.reached }
  const { status, body } = called
  if (status < 200 || (status > 299 && status !== 409)) {
    const tookNothing = status === 401 || status === 403 || status === 404 || status === 429
    return { kind: 'unavailable', cause: `http_${status}`, reached: tookNothing ? 'no' : 'unknown' }
  }
  const messages = readMessages(job, body)
  if (messages === null) return { kind: 'unavailable', cause: 'answer_unreadable', reached: 'unknown' }
  return answered(...messages)
}

/**
 * An empty body contains no message; otherwise it is `{messages: [{id, type, timestamp, data}]}`, all about the job.
 */
function readMessages({ jobId }: PrintJob, body: Buffer): PrinterMessage[] | null {
  if (body.toString().trim() === '') return []
  const messages = jsonOf(body)?.messages
  if (messages === undefined) return []
  if (!Array.isArray(messages) || messages.length > maxMessages) return null
  const translated: PrinterMessage[] = []
  for (const event of messages) {
    const result = translate(String(event?.id), event)
    if ('problems' in result || result.jobId !== jobId) return null
    translated.push(result.message)
  }
  return translated
}

function readRefusal(body: Buffer): Answer {
  const reason = jsonOf(body)?.reason
  const text = typeof reason === 'string' && reason.trim() !== '' ? reason.slice(0, 1000) : 'no reason given'
  return answered({ messageId: 'octavo:refused', sentAt: null, content: { kind: 'refused', reason: text } })
}

function readPage(body: Buffer): { jobIds: string[]; nextCursor: string | null } | null {
  const page = jsonOf(body)
  if (page === null || !Array.isArray(page.jobs)) return null
  const jobIds = (page.jobs as ({ jobId?: unknown } | null)[]).map(job => job?.jobId)
  if (!jobIds.every((jobId): jobId is string => typeof jobId === 'string' && listableId.test(jobId))) return null
  return { jobIds, nextCursor: typeof page.nextCursor === 'string' ? page.nextCursor : null }
}

function receive(post: PostedRequest, keys: ReturnType<typeof signingKey>[]): InboxResult {
  const signed = verifySignature(post, keys, post.now)
  if ('problem' in signed) return { kind: 'unauthenticated', reply: problem(401, 'signature_invalid', signed.problem) }
  const event = jsonOf(post.body)
  if (event === null) {
    return { kind: 'unreadable', reply: problem(400, 'malformed_request', 'The body is not a JSON object.') }
  }
  const translation = translate(signed.id, event)
  if ('problems' in translation) {
    return { kind: 'unreadable', reply: problem(400, 'malformed_request', translation.problems.join('; ')) }
  }
  return {
    kind: 'messages',
    messages: [translation],
    replyTo: ([result]) => replyTo(translation.jobId, result ?? null),
  }
}

function replyTo(jobId: string, result: MessageResult): Reply {
  if (result === null) return problem(404, 'not_found', `You were never given job ${jobId}.`)
  const { verdict, why, incomplete } = result
  if (verdict === 'contradicts')
    return problem(incomplete ? 400 : 409, incomplete ? 'malformed_request' : 'wrong_state', why!)
  return { status: 200, contentType: 'application/json', body: JSON.stringify({ verdict, why }) }
}

const problem = (status: number, code: string, detail: string): Reply => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: code, status, detail, code }),
})

/** A JSON object; null for anything else. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of another program; every field is checked before its use
function jsonOf(bytes: Buffer): Record<string, any> | null {
  try {
    const value = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
