// A printer's own system that speaks JSON over HTTP. Both sides sign their messages according to Standard Webhooks,
// with one secret. We post jobs and requests to cancel; it answers with messages, or posts them later to our inbox. We
// ask about each open job now and then, so that a lost message is only late. docs/printer-protocols.md describes the
// protocol.

import { type Clock, hour, later } from '../../base/clock.ts'
import { isSigningSecret, proofOf, signedHeaders, signingKey } from '../../base/signature.ts'
import { withoutTrailingSlashes } from '../../base/urls.ts'
import { type Called, callsAtOnce, type Line } from '../call.ts'
import type { Inbox, Post, Received, Reply, Ruling } from '../inbox.ts'
import { type Answer, heard, type Printer, type PrintJob, type Told } from '../printer.ts'
import { type TicketWords, ticketWords } from './ticket.ts'
import { translated } from './words.ts'

/** How often an open job is asked about when its printer sends nothing by itself. */
const heartbeatMs = 6 * hour
/** More messages about one job in one answer indicate a fault in the printer's program. */
const mostMessages = 200

export type JsonSettings = {
  /** Such as `https://press.example/octavo`; `/jobs` and what follows is appended. */
  url: string
  /** `whsec_...`, with 24 to 64 bytes. */
  secret: string
  /** The previous secret, while both are in use. */
  previousSecret?: string
}

export type JsonDeps = { line: Line; clock: Clock; words?: TicketWords }

export type JsonPrinter = Printer & Inbox & Required<Pick<Printer, 'listJobs'>>

/** What is wrong with the settings of such a printer in operator/printers.json, one sentence each. */
export function jsonSettingsProblems({ url, secret, previousSecret }: Partial<Record<keyof JsonSettings, unknown>>) {
  const problems: string[] = []
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    problems.push('url must be an http or https address without a query')
  }
  if (typeof secret !== 'string' || !isSigningSecret(secret)) {
    problems.push('secretEnv must name a variable that holds whsec_ and 24 to 64 bytes in base64')
  }
  if (previousSecret !== undefined && (typeof previousSecret !== 'string' || !isSigningSecret(previousSecret))) {
    problems.push('previousSecretEnv must name a variable that holds whsec_ and 24 to 64 bytes in base64')
  }
  return problems
}

export function jsonPrinter(settings: JsonSettings, { line, clock, words = ticketWords }: JsonDeps): JsonPrinter {
  const base = withoutTrailingSlashes(settings.url)
  const keys = [settings.secret, ...(settings.previousSecret === undefined ? [] : [settings.previousSecret])].map(
    signingKey,
  )

  // Repeated requests have the same id, so that the printer can recognise repetitions.
  const post = (path: string, id: string, { type, data }: { type: string; data: unknown }): Promise<Called> => {
    const at = clock()
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
    const headers = { ...signedHeaders(id, at, body, keys), 'content-type': 'application/json' }
    return line.call(`${base}${path}`, { method: 'POST', headers, body })
  }
  const get = (path: string): Promise<Called> =>
    line.call(`${base}${path}`, { method: 'GET', headers: signedHeaders(`get:${path}`, clock(), '', keys) })

  const submit = async (job: PrintJob): Promise<Answer> => {
    const called = await post('/jobs', `submit:${job.jobId}`, { type: 'job.submitted', data: words(job) })
    if (called.kind === 'answered' && called.status === 422) return refusalIn(called.body)
    return answerOf(job, called)
  }

  return {
    firstBatch: callsAtOnce,

    submit,

    async requestCancellation(job) {
      const called = await post(`/jobs/${job.jobId}/cancellation`, cancellationId(job), {
        type: 'job.cancellation_requested',
        data: { jobId: job.jobId, because: job.withdrawing ? 'given_to_another_printer' : 'customer_cancelled' },
      })
      if (called.kind === 'answered' && called.status === 404) {
        return heard({
          messageId: `octavo:unknown:${job.jobId}`,
          saidAt: null,
          message: { kind: 'cancellation', decision: 'accept', reason: 'the printer does not know the job' },
        })
      }
      return answerOf(job, called)
    },

    async askForNews(job) {
      const called = await get(`/jobs/${job.jobId}`)
      // A job that the printer has lost is submitted again: a job is never made twice, and must not be forgotten.
      if (called.kind === 'answered' && called.status === 404) return submit(job)
      return answerOf(job, called)
    },

    newsDueAt: (_job, now) => later(now, heartbeatMs),

    receive: (post: Post): Received => received(post, keys),

    async listJobs() {
      const open: string[] = []
      for (let cursor = ''; ; ) {
        const query = `?status=open${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
        const called = await get(`/jobs${query}`)
        const page = called.kind === 'answered' && called.status === 200 ? pageIn(called.body) : null
        if (page === null) return null
        for (const jobId of page.jobIds) open.push(jobId)
        if (page.nextCursor === null) return { open, over: [] }
        // A list without an end counts as none: jobs missing from it would be asked about for nothing.
        if (page.jobIds.length === 0 || page.nextCursor === cursor || open.length > mostOpenJobs) return null
        cursor = page.nextCursor
      }
    },
  }
}

const mostOpenJobs = 1_000_000
/** There may be jobs of other customers among them, so any id that can be stored is accepted. */
const plainId = /^[^\p{Cc}\p{Cs}]{1,200}$/u

/** A new id when the customer asks again after a refusal. */
const cancellationId = ({ jobId, cancellationRequests }: PrintJob): string => `cancel:${jobId}:${cancellationRequests}`

/** 429 means that nothing was taken; what other failures mean is unknown. */
function answerOf(job: PrintJob, called: Called): Answer {
  if (called.kind === 'lost') return { kind: 'unavailable', cause: called.cause, reached: called.reached }
  const { status, body } = called
  if (status < 200 || (status > 299 && status !== 409)) {
    const tookNothing = status === 401 || status === 403 || status === 404 || status === 429
    return { kind: 'unavailable', cause: `http_${status}`, reached: tookNothing ? 'no' : 'unknown' }
  }
  const says = messagesIn(job, body)
  if (says === null) return { kind: 'unavailable', cause: 'answer_unreadable', reached: 'unknown' }
  return heard(...says)
}

/**
 * An empty body contains no message; otherwise it is `{messages: [{id, type, timestamp, data}]}`, all about the job.
 */
function messagesIn({ jobId }: PrintJob, body: Buffer): Told[] | null {
  if (body.toString().trim() === '') return []
  const messages = jsonOf(body)?.messages
  if (messages === undefined) return []
  if (!Array.isArray(messages) || messages.length > mostMessages) return null
  const says: Told[] = []
  for (const one of messages) {
    const read = translated(String(one?.id), one)
    if ('problems' in read || read.jobId !== jobId) return null
    says.push(read.told)
  }
  return says
}

function refusalIn(body: Buffer): Answer {
  const reason = jsonOf(body)?.reason
  const why = typeof reason === 'string' && reason.trim() !== '' ? reason.slice(0, 1000) : 'no reason given'
  return heard({ messageId: 'octavo:refused', saidAt: null, message: { kind: 'refused', reason: why } })
}

function pageIn(body: Buffer): { jobIds: string[]; nextCursor: string | null } | null {
  const page = jsonOf(body)
  if (page === null || !Array.isArray(page.jobs)) return null
  const jobIds = (page.jobs as ({ jobId?: unknown } | null)[]).map(job => job?.jobId)
  if (!jobIds.every((jobId): jobId is string => typeof jobId === 'string' && plainId.test(jobId))) return null
  return { jobIds, nextCursor: typeof page.nextCursor === 'string' ? page.nextCursor : null }
}

function received(post: Post, keys: ReturnType<typeof signingKey>[]): Received {
  const proof = proofOf(post, keys, post.now)
  if ('problem' in proof) return { kind: 'unproven', reply: problem(401, 'signature_invalid', proof.problem) }
  const event = jsonOf(post.body)
  if (event === null) {
    return { kind: 'unreadable', reply: problem(400, 'malformed_request', 'The body is not a JSON object.') }
  }
  const read = translated(proof.id, event)
  if ('problems' in read) {
    return { kind: 'unreadable', reply: problem(400, 'malformed_request', read.problems.join('; ')) }
  }
  return { kind: 'said', said: [read], answer: ([ruling]) => replyTo(read.jobId, ruling ?? null) }
}

function replyTo(jobId: string, ruling: Ruling): Reply {
  if (ruling === null) return problem(404, 'not_found', `You were never given job ${jobId}.`)
  const { verdict, why, incomplete } = ruling
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
// biome-ignore lint/suspicious/noExplicitAny: somebody else's JSON; every field is looked at before it is used
function jsonOf(bytes: Buffer): Record<string, any> | null {
  try {
    const value = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
