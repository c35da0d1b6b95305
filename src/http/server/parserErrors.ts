// Input that Node's HTTP parser refuses never becomes a request: it has no route, no hook and no reply. Its answer is
// written directly to the socket, as a problem like all others, and the connection ends.

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '../../base/refusal.ts'
import { problemBody, problemType } from './problem.ts'

/** The id and the header fields of the answer, in addition to those of every answer. */
export type AnswerHead = { requestId: string; fields: Record<string, string> }
type ParserProblem = { code: RefusalCode; detail: string }

export const requestTooSlow: ParserProblem = {
  code: 'request_timeout',
  detail: 'The request did not arrive within 30 s.',
}
const problems: Record<string, ParserProblem> = {
  // Node limits both bytes and the number of fields, with the same error for both.
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    detail: 'The request headers are too large: send at most 16 KiB and 1,000 fields.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'body_too_large', detail: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: requestTooSlow,
}
const otherProblem: ParserProblem = { code: 'malformed_request', detail: 'The request is not well-formed HTTP.' }

export function answerParserError(error: Error & { code?: string }, socket: Duplex, answered: AnswerHead): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  endWithProblem(socket, problems[error.code ?? ''] ?? otherProblem, answered)
}

/** Writes the problem by hand and ends our side of the connection. */
export function endWithProblem(
  socket: Duplex,
  { code, detail }: ParserProblem,
  { requestId, fields }: AnswerHead,
): void {
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
