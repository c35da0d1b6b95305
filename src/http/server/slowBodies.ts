// Limits the time in which a body must arrive. Node has one time-out for all requests, and uploads of print files need
// more time than JSON bodies, and so do bodies that may be larger than usual. So Node has the time-out of uploads, and
// all other bodies are timed here.

import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { endWithProblem, requestTooSlow } from './parserErrors.ts'

type BodyTimeout = { maxMs: number; checkEveryMs: number; fields: Record<string, string> }

export function watchBodies(server: FastifyInstance, { maxMs, checkEveryMs, fields }: BodyTimeout): void {
  const arriving = new Map<IncomingMessage, { sinceMs: number; requestId: string }>()
  server.addHook('onRoute', options => {
    const methods = [options.method].flat()
    const { takesFile, maxBodyBytes } = options.config ?? {}
    const isLarge = (maxBodyBytes ?? 0) > server.initialConfig.bodyLimit!
    if (takesFile || isLarge || methods.every(method => method === 'GET' || method === 'HEAD')) return
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
  // A body that cannot be parsed never reaches validation; the timer notices that it has arrived completely.
  const timer = setInterval(() => {
    const beforeMs = performance.now() - maxMs
    for (const [request, { sinceMs, requestId }] of arriving) {
      if (!request.complete && !request.destroyed && sinceMs > beforeMs) continue
      arriving.delete(request)
      if (request.complete || request.destroyed || !request.socket.writable) continue
      endWithProblem(request.socket, requestTooSlow, { requestId, fields })
    }
  }, checkEveryMs).unref()
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}
