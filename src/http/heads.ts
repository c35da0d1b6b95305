// What Node would refuse by itself after reading a request's head, in a few bytes that are no problem body. Requests without a
// Host and with an Expect that nobody meets go the way of all others instead, so that they are logged, counted and answered like
// them; CONNECT never becomes a request, and Node would only hang up.

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
    socket.on('error', () => {}) // Node has let go of it, and a caller who hangs up must not end the process
    socket.once('finish', () => socket.destroy()) // nor would it ever time out
    const detail = 'This is no proxy: it does not know CONNECT.'
    const answered = { requestId: newRequestId(), fields: { ...fields, allow: '' } }
    endWithProblem(socket, { code: 'method_not_allowed', detail }, answered)
  })

  const refusalOf = (request: IncomingMessage): Refusal | null => {
    const { headers, rawHeaders, httpVersion } = request
    if (headers.host === undefined && httpVersion !== '1.0') return malformed('The header must name a Host.')
    if (namesHostAgain(rawHeaders)) return malformed('The header must name one Host, not several.')
    if (headers.expect === undefined || !expectant.has(request)) return null
    return new Refusal('expectation_failed', 'The only expectation that is met is 100-continue; leave out Expect.')
  }
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const refusal = refusalOf(raw)
    if (refusal === null) return done()
    reply.header('connection', 'close') // whether a body follows is anybody's guess
    done(refusal)
  })
}

/** Node keeps the first, and a proxy in front may have judged another. `raw` is names and values by turns. */
function namesHostAgain(raw: string[]): boolean {
  let hosts = 0
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === 'host'.length && raw[i]!.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
