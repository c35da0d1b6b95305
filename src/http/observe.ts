// What is seen of a request from outside: one wide line in the log and one sample in the metrics, both after the answer
// has gone. Lines name the route and its parameters, never the query or a header, which may hold tokens.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Histogram, type Registry } from 'prom-client'
import type { Log } from '../base/log.ts'

const bucketsInSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type ObserveParts = { log: Log; metrics: Registry }

export function observe(server: FastifyInstance, { log, metrics }: ObserveParts): void {
  const durations = new Histogram({
    name: 'octavo_http_request_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: bucketsInSeconds,
    registers: [metrics],
  })
  // Measured on one core: a line costs a quarter of what a small answer does, so a quiet log does not even collect it.
  const quiet = (log as Partial<Logger>).isLevelEnabled?.('info') === false
  // Finding a labelled series costs more than counting in it, so each is found once; and Fastify makes a new object
  // whenever it is asked what route a request took, so each route has a hook that knows.
  const watch = (route: string) => {
    const series = new Map<string, { observe(seconds: number): void }>()
    return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const name = `${request.method} ${reply.statusCode}`
      let one = series.get(name)
      if (one === undefined) {
        one = durations.labels({ method: request.method, route, status: reply.statusCode })
        series.set(name, one)
      }
      one.observe(reply.elapsedTime / 1000)
      if (!quiet) writeLine(log, request, reply)
      done()
    }
  }
  server.addHook('onRoute', options => {
    options.onResponse = [watch(options.url), ...[options.onResponse ?? []].flat()]
  })
  const watchStrangers = watch('none')
  server.addHook('onResponse', (request, reply, done) =>
    request.is404 ? watchStrangers(request, reply, done) : done(),
  )
}

function writeLine(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  // A token in an address is as secret as one in the query.
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
