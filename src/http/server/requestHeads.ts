// Checks of request heads that Node itself would answer without a problem body. Requests without a Host, with an
// unsupported Expect or in an unknown transfer coding are handled like all other requests, so that they are logged,
// counted and answered. CONNECT never becomes a request, and Node would only close the connection.

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { quoted, Refusal } from '../../base/refusal.ts'
import { endWithProblem } from './parserErrors.ts'
import { malformed } from './problem.ts'

/** Needs a server with `requireHostHeader: false`. Add it after the hook that gives every answer its common fields. */
export function checkRequestHeads(
  app: FastifyInstance,
  fields: Record<string, string>,
  newRequestId: () => string,
): void {
  const { server } = app
  const expectant = new WeakSet<IncomingMessage>()
  server.on('checkExpectation', (request, response) => {
    expectant.add(request)
    server.emit('request', request, response)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}) // Node no longer handles it, and a caller who hangs up must not end the process
    socket.once('finish', () => socket.destroy()) // otherwise it would never time out
    const detail = 'The service is not a proxy and does not support CONNECT.'
    const answered = { requestId: newRequestId(), fields: { ...fields, allow: '' } }
    endWithProblem(socket, { code: 'method_not_allowed', detail }, answered)
  })

  const refusalOf = (request: IncomingMessage): Refusal | null => {
    const { headers, rawHeaders, httpVersion } = request
    if (headers.host === undefined && httpVersion !== '1.0') return malformed('The request must have a Host header.')
    if (hasSeveralHosts(rawHeaders)) return malformed('The request must have one Host header, not several.')
    // Node takes a body in any other coding for none, and reads what follows as the next request.
    const coding = headers['transfer-encoding']
    if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
      return malformed(`The only supported Transfer-Encoding is chunked, got ${quoted(coding)}.`)
    }
    // HTTP/1.0 has no transfer codings: a proxy in front may see another end of this body (RFC 9112, 6.1).
    if (coding !== undefined && httpVersion === '1.0') return malformed('HTTP/1.0 has no Transfer-Encoding.')
    if (headers.expect === undefined || !expectant.has(request)) return null
    return new Refusal(
      'expectation_failed',
      'The only supported expectation is 100-continue: leave out the Expect header.',
    )
  }
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const refusal = refusalOf(raw)
    if (refusal === null) return done()
    reply.header('connection', 'close') // it is unknown whether a body follows
    done(refusal)
  })
}

/** Node uses the first Host, but a proxy in front may have checked the second. `raw` alternates names and values. */
function hasSeveralHosts(raw: string[]): boolean {
  let hosts = 0
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === 'host'.length && raw[i]!.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
