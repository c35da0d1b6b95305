// Probes and metrics. Live means that the process responds. Ready means that it can also reach its database, that the
// database accepts writes, that the clock is right, and that the process is not stopping. Metrics are for the operator
// only. Prometheus sends a metrics key as its basic_auth; the key gives no other access. Serving metrics to the local
// machine instead would serve them to everybody if a proxy runs on that machine.

import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { Refusal } from '../../base/refusal.ts'
import { oneOf } from '../objects/common.ts'
import { type Route, route, tagged } from './route.ts'

/** The field of an answer by which an installation knows itself at an address. */
export const installationField = 'octavo-installation'
/**
 * `storage`: print files can neither be stored nor read; `disk`: DATA_DIR is nearly full; `operator_data`: nothing is
 * sold yet, and orders are refused.
 */
const degradations = ['storage', 'disk', 'operator_data'] as const
export type Degraded = (typeof degradations)[number]

export type Health = {
  /** The same for all processes of the installation. */
  installationName: string
  metrics: Registry
  /** A sentence that says why the process should get no requests; null if it should. */
  findUnready(): Promise<string | null>
  /** Failures that affect every process; requests are still accepted. */
  findDegraded(): Promise<Degraded[]>
}

export const healthRoutes = tagged(
  'Service',
  ({ metrics, installationName, findUnready, findDegraded }: Health): Route[] => [
    route({
      method: 'GET',
      path: '/health/live',
      operationId: 'checkLiveness',
      callers: ['public'],
      limited: false,
      summary: 'Check whether the process is running',
      answer: Type.Object({ status: oneOf(['ok']) }),
      handle({ reply }) {
        reply.header(installationField, installationName)
        return { status: 'ok' as const }
      },
    }),
    route({
      method: 'GET',
      path: '/health/ready',
      operationId: 'checkReadiness',
      callers: ['public'],
      limited: false,
      summary: 'Check whether the service is ready for requests',
      description:
        'Refused while the database is unreachable or read-only, while the clock of the process is wrong, and while the process is stopping. `degraded` lists failures that affect every process: `storage` (print files can be neither stored nor read), `disk` (`DATA_DIR` is nearly full) and `operator_data` (no books and prices were published yet, so orders are refused).',
      answer: Type.Object({ status: oneOf(['ok']), degraded: Type.Array(oneOf(degradations)) }),
      refuses: ['overloaded'],
      async handle() {
        const unready = await findUnready()
        if (unready !== null) throw new Refusal('overloaded', unready)
        return { status: 'ok' as const, degraded: await findDegraded() }
      },
    }),
    route({
      method: 'GET',
      path: '/metrics',
      operationId: 'getMetrics',
      callers: ['staff', 'metrics'],
      summary: 'Read metrics for Prometheus',
      answer: Type.String(),
      answerType: 'text/plain',
      async handle({ reply }) {
        reply.type(metrics.contentType)
        return metrics.metrics()
      },
    }),
  ],
)
