// How long a body may take to arrive. Node has one time-out for all requests, and an upload of a print file needs a longer one
// than a JSON body deserves; so that one is the uploads', and all other bodies are watched here.

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
        // A request that was injected comes over no socket, and could not be ended.
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
  // A body that could not be parsed never comes to its validation; it is found complete here.
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
