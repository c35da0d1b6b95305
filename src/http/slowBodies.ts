// How long a body may take to arrive. Node has one time-out for all requests, and uploads of print files need a longer
// one than JSON bodies. So Node's is that of uploads, and all other bodies are timed here.

import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { endWithProblem, tooSlow } from './parserErrors.ts'

type Limit = { mostMs: number; lookEveryMs: number; fields: Record<string, string> }

export function watchBodies(server: FastifyInstance, { mostMs, lookEveryMs, fields }: Limit): void {
  const arriving = new Map<IncomingMessage, { sinceMs: number; requestId: string }>()
  server.addHook('onRoute', options => {
    const methods = [options.method].flat()
    if (options.config?.takesFile || methods.every(method => method === 'GET' || method === 'HEAD')) return
    options.preParsing = [
      (request, _reply, payload, done) => {
        // An injected request has no socket that could be closed.
        if (request.raw.socket instanceof Socket) {
          arriving.set(request.raw, { sinceMs: performance.now(), requestId: request.id })
        }
        done(null, payload)
      },
      ...[options.preParsing ?? []].flat(),
    ]
    options.preValidation = [
      (request, _reply, done) => {
        arriving.delete(request.raw)
        done()
      },
      ...[options.preValidation ?? []].flat(),
    ]
  })
  // A body that could not be parsed never reaches validation; this finds that it has arrived completely.
  const timer = setInterval(() => {
    const beforeMs = performance.now() - mostMs
    for (const [request, { sinceMs, requestId }] of arriving) {
      if (!request.complete && !request.destroyed && sinceMs > beforeMs) continue
      arriving.delete(request)
      if (request.complete || request.destroyed || !request.socket.writable) continue
      endWithProblem(request.socket, tooSlow, { requestId, fields })
    }
  }, lookEveryMs).unref()
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}
