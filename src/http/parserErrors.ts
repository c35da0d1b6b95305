// What Node's HTTP parser refuses never becomes a request: there is no route, no hook and no reply. Its answer is
// written to the socket by hand, as a problem like any other, and the connection ends.

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '../base/refusal.ts'
import { problemBody, problemType } from './problem.ts'

/** The id and the header fields of the answer, in addition to those of every answer. */
export type Answered = { requestId: string; fields: Record<string, string> }
type Told = { code: RefusalCode; detail: string }

export const tooSlow: Told = { code: 'request_timeout', detail: 'The request did not arrive within 30 s.' }
const problems: Record<string, Told> = {
  // Node limits both bytes and the number of fields, with the same error for both.
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', detail: 'The header can have at most 16 KiB and 1,000 fields.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'body_too_large', detail: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
}
const anyOther: Told = { code: 'malformed_request', detail: 'This is not a well-formed HTTP request.' }

export function answerParserError(error: Error & { code?: string }, socket: Duplex, answered: Answered): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  endWithProblem(socket, problems[error.code ?? ''] ?? anyOther, answered)
}

/** Writes the problem by hand and ends our side of the connection. */
export function endWithProblem(socket: Duplex, { code, detail }: Told, { requestId, fields }: Answered): void {
  const problem = problemBody({ code, detail, errors: [], requestId })
  const body = JSON.stringify(problem)
  const head = {
    ...fields,
    'request-id': requestId,
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(head).map(field => field.join(': '))
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'))
}
