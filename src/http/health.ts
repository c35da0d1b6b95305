// Probes and the front door. Live says that the process turns; ready, that it can also reach its database. Metrics are a
// matter of the machine's operator: they are shown to callers on the same machine, or to staff.

import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { Refusal } from '../base/refusal.ts'
import { type Route, route } from './route.ts'
import { oneOf } from './schemas.ts'

export type HealthParts = {
  metrics: Registry
  /** Asks the database for the smallest thing; throws when it does not answer. */
  pingDatabase(): Promise<unknown>
}

export const healthRoutes = ({ pingDatabase }: HealthParts): Route[] => [
  route({
    method: 'GET',
    path: '/health/live',
    callers: ['public'],
    limited: false,
    tag: 'Service',
    summary: 'Whether the process runs',
    answer: Type.Object({ status: oneOf(['ok']) }),
    handle: () => ({ status: 'ok' as const }),
  }),
  route({
    method: 'GET',
    path: '/health/ready',
    callers: ['public'],
    limited: false,
    tag: 'Service',
    summary: 'Whether the service can take requests',
    answer: Type.Object({ status: oneOf(['ok']) }),
    refuses: ['overloaded'],
    async handle() {
      try {
        await pingDatabase()
      } catch {
        throw new Refusal('overloaded', 'The database does not answer.')
      }
      return { status: 'ok' as const }
    },
  }),
]
