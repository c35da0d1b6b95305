// Records each request after its answer: one wide log line, and one sample in the metrics. The line names the route and
// its parameters, never the query or a header, which may contain tokens.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Log } from '../../base/log.ts'
import { durationHistogram, type Series } from './durations.ts'

export type ObserveParts = { log: Log; metrics: Registry }

export function observe(server: FastifyInstance, { log, metrics }: ObserveParts): void {
  const seriesOf = durationHistogram(
    metrics,
    'octavo_http_request_seconds',
    'Time from the head of a request to the end of its answer',
  )
  // Measured on one core: a line costs a quarter of a small answer, so a quiet log does not collect it.
  const isQuiet = (log as Partial<Logger>).isLevelEnabled?.('info') === false
  // Fastify creates an object at each access to the route of a request, so each route has a hook of its own.
  const observerFor = (route: string) => {
    const methods = new Map<string, Map<number, Series>>()
    return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const { method } = request
      const { statusCode } = reply
      let one = methods.get(method)?.get(statusCode)
      if (one === undefined) {
        one = seriesOf({ method, route, status: statusCode })
        methods.set(method, new Map(methods.get(method)).set(statusCode, one))
      }
      one.observe(reply.elapsedTime / 1000)
      if (!isQuiet) writeLine(log, request, reply)
      done()
    }
  }
  server.addHook('onRoute', options => {
    options.onResponse = [observerFor(options.url), ...[options.onResponse ?? []].flat()]
  })
  const observeUnknownPaths = observerFor('none')
  server.addHook('onResponse', (request, reply, done) =>
    request.is404 ? observeUnknownPaths(request, reply, done) : done(),
  )
}

function writeLine(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  // A token in a path is as secret as one in the query.
  const { '*': _wildcard, token: _token, ...params } = (request.params ?? {}) as Record<string, string>
  log.info(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      ...params,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      actor: request.caller?.actor,
      address: request.ip,
    },
    'request',
  )
}
