// Calls to a printer's own system. An address in printers.json was chosen by the person who runs the server, so
// internal networks are allowed; an address that was entered in the console is called through the guarded client.
// Time and size are bounded, redirects are not followed, and failures are returned as values.

import { Agent, request } from 'undici'
import { second } from '../base/clock.ts'
import type { Outbound } from '../base/network/outbound.ts'
import { OutboundError } from '../base/network/outboundFailure.ts'

const connectTimeoutMs = 5 * second
/** Less than the minute and a half within which a printer's step must end (printer.ts). */
const wholeTimeoutMs = 30 * second
const defaultMaxAnswerBytes = 1024 * 1024

/**
 * Per address: enough to keep a printer's system busy, few enough for a small one. Further calls wait, within their
 * time-out.
 */
export const maxConcurrentCalls = 16

type Call = {
  method: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
  /** A call with a longer answer is lost. */
  maxAnswerBytes?: number
}

/** `lost`: no complete answer came; `reached` is 'no' only when the call certainly did not arrive. */
export type CallResult =
  | { kind: 'answered'; status: number; body: Buffer }
  | { kind: 'lost'; cause: string; reached: 'no' | 'unknown' }

export type PrinterClient = { call(url: string, call: Call): Promise<CallResult> }

/** One client for the systems of all printers. */
export function openPrinterClient(timeoutMs = wholeTimeoutMs): PrinterClient & { close(): Promise<void> } {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: maxConcurrentCalls,
    maxHeaderSize: 16_384,
    allowH2: false,
  })
  return {
    async call(url, { method, headers = {}, body, maxAnswerBytes = defaultMaxAnswerBytes }) {
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        const answer = await request(url, { method, headers, body: body ?? null, dispatcher: agent, signal })
        return { kind: 'answered', status: answer.statusCode, body: await bytesOf(answer.body, maxAnswerBytes) }
      } catch (error) {
        const code = codeOf(error)
        return { kind: 'lost', cause: code, reached: neverConnected.has(code) ? 'no' : 'unknown' }
      }
    },
    close: () => agent.destroy(),
  }
}

/** The same through the guarded client. */
export const guardedPrinterClient = (outbound: Pick<Outbound, 'fetch'>): PrinterClient => ({
  async call(url, { method, headers = {}, body, maxAnswerBytes = defaultMaxAnswerBytes }) {
    try {
      const signal = AbortSignal.timeout(wholeTimeoutMs)
      const answer = await outbound.fetch(url, { method, headers, body, signal, maxAnswerBytes })
      return { kind: 'answered', status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
    } catch (error) {
      if (!(error instanceof OutboundError)) return { kind: 'lost', cause: 'failed', reached: 'unknown' }
      return { kind: 'lost', cause: error.failure, reached: error.isUnsent ? 'no' : 'unknown' }
    }
  },
})

async function bytesOf(body: AsyncIterable<Buffer>, maxAnswerBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw Object.assign(new Error('answer too long'), { code: 'answer_too_long' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** A code, not a message: Node's messages contain addresses, which may hold secrets. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : name === 'TimeoutError' ? 'timeout' : 'failed'
}
