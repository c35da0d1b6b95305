// What Node itself would refuse after reading the head of a request, with a few bytes that are not a problem body.
// Requests without a Host, or with an unsupported Expect, are instead handled like all others, so that they are logged,
// counted and answered; CONNECT never becomes a request, and Node would just hang up.

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../base/refusal.ts'
import { endWithProblem } from './parserErrors.ts'
import { malformed } from './problem.ts'

/** Needs a server with `requireHostHeader: false`. Add it after the hook that gives every answer its common fields. */
export function checkHeads(app: FastifyInstance, fields: Record<string, string>, newRequestId: () => string): void {
  const { server } = app
  const expectant = new WeakSet<IncomingMessage>()
  server.on('checkExpectation', (request, response) => {
    expectant.add(request)
    server.emit('request', request, response)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}) // Node no longer handles it, and a caller who hangs up must not end the process
    socket.once('finish', () => socket.destroy()) // otherwise it would never time out
    const detail = 'This is not a proxy: it does not support CONNECT.'
    const answered = { requestId: newRequestId(), fields: { ...fields, allow: '' } }
    endWithProblem(socket, { code: 'method_not_allowed', detail }, answered)
  })

  const refusalOf = (request: IncomingMessage): Refusal | null => {
    const { headers, rawHeaders, httpVersion } = request
    if (headers.host === undefined && httpVersion !== '1.0') return malformed('The request must have a Host header.')
    if (namesHostAgain(rawHeaders)) return malformed('The request must have one Host header, not several.')
    if (headers.expect === undefined || !expectant.has(request)) return null
    return new Refusal('expectation_failed', 'The only supported expectation is 100-continue; leave out Expect.')
  }
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const refusal = refusalOf(raw)
    if (refusal === null) return done()
    reply.header('connection', 'close') // it is unknown whether a body follows
    done(refusal)
  })
}

/** Node uses the first, but a proxy in front may have checked another. `raw` alternates names and values. */
function namesHostAgain(raw: string[]): boolean {
  let hosts = 0
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === 'host'.length && raw[i]!.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
