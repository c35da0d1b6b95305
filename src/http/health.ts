// Probes and metrics. Live means that the process responds; ready, that it can also reach its database, and that the
// database takes changes. Metrics are for the operator only, with a staff key, which Prometheus sends as its
// basic_auth. Showing them to "this machine" instead would show them to everybody when a proxy runs on the machine.

import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { Refusal } from '../base/refusal.ts'
import { type Route, route } from './route.ts'
import { oneOf } from './schemas.ts'

export type HealthParts = {
  metrics: Registry
  /** Throws when the database does not answer, or takes no changes. */
  pingDatabase(): Promise<unknown>
}

export const healthRoutes = ({ metrics, pingDatabase }: HealthParts): Route[] => [
  route({
    method: 'GET',
    path: '/health/live',
    callers: ['public'],
    limited: false,
    tag: 'Service',
    summary: 'Check whether the process runs',
    answer: Type.Object({ status: oneOf(['ok']) }),
    handle: () => ({ status: 'ok' as const }),
  }),
  route({
    method: 'GET',
    path: '/health/ready',
    callers: ['public'],
    limited: false,
    tag: 'Service',
    summary: 'Check whether the service can take requests',
    answer: Type.Object({ status: oneOf(['ok']) }),
    refuses: ['overloaded'],
    async handle() {
      try {
        await pingDatabase()
      } catch {
        throw new Refusal('overloaded', 'The database does not answer, or takes no changes.')
      }
      return { status: 'ok' as const }
    },
  }),
  route({
    method: 'GET',
    path: '/metrics',
    callers: ['staff'],
    tag: 'Service',
    summary: 'Metrics for Prometheus',
    answer: Type.String(),
    answerType: 'text/plain',
    async handle({ reply }) {
      reply.type(metrics.contentType)
      return metrics.metrics()
    },
  }),
]
