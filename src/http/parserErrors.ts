// What Node's HTTP parser refuses never becomes a request: no route, no hook, no reply. Its answer is written to the socket
// by hand, as a problem like any other, and the connection ends.

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '../base/refusal.ts'
import { problemType } from './problem.ts'

const problems: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The header may have at most 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive within 30 s.'],
}
const anyOther: [number, string] = [400, 'This is not a well-formed HTTP request.']

export function answerParserError(
  error: Error & { code?: string },
  socket: Duplex,
  fields: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, detail] = problems[error.code ?? ''] ?? anyOther
  endWithProblem(socket, { status, code: 'malformed_request', detail }, fields)
}

type Told = { status: number; code: RefusalCode; detail: string }

/** Writes the problem by hand and ends our side of the connection. */
export function endWithProblem(socket: Duplex, { status, code, detail }: Told, fields: Record<string, string>): void {
  const title = STATUS_CODES[status]
  const body = JSON.stringify({
    type: `urn:octavo:problem:${code}`,
    title,
    status,
    detail,
    code,
    errors: [],
    requestId: '',
  })
  const head = {
    ...fields,
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(head).map(field => field.join(': '))
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'))
}
