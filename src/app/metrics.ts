// Metrics of the background work: the rows that each task handled, the backlog, and the outcomes of outside calls.
// Metrics of requests are in http/server/observe.ts.

import { readFileSync } from 'node:fs'
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { type Clock, minute, second } from '../base/clock.ts'
import { type Database, type Db, databaseBytes } from '../db/db.ts'
import { readOutcomes, type Standby } from '../db/standby.ts'
import { kindsOfWork, maxCounted, readBacklog, type WaitingWork } from '../features/background/backlog.ts'
import type { ChargeDeps } from '../features/money/dailyCharge.ts'
import type { RefundDeps } from '../features/money/refunds.ts'
import type { StepCount } from '../features/printing/jobSteps.ts'
import { type TaskName, taskNames } from '../jobs/tasks.ts'
import { countOrders } from '../orders/view/orderCounts.ts'
import type { AttemptCount } from '../webhooks/attempts.ts'
import type { StorageHealth } from './readiness.ts'

/** Returns a function that counts the rows that the sweeps of a task found. A scrape reads the backlog. */
export function registerWorkMetrics(metrics: Registry, db: Db, clock: Clock): (task: TaskName, count: number) => void {
  const rows = new Counter({
    name: 'octavo_task_rows_total',
    help: 'Rows that the sweeps of each task found due, in this process',
    labelNames: ['task'] as const,
    registers: [metrics],
  })
  for (const task of taskNames) rows.inc({ task }, 0)
  // Both gauges are collected at once, in any order, and share one query.
  let pending: Promise<WaitingWork[]> | null = null
  const backlog = () => {
    pending ??= readBacklog(db, clock()).finally(() => {
      pending = null
    })
    return pending
  }
  new Gauge({
    name: 'octavo_late_seconds',
    help: 'How long the oldest waiting row has been due',
    labelNames: ['what'] as const,
    registers: [metrics],
    async collect() {
      const works = await backlog()
      for (const what of kindsOfWork) this.set({ what }, 0)
      for (const { what, oldestSeconds } of works) this.set({ what }, oldestSeconds)
    },
  })
  new Gauge({
    name: 'octavo_waiting',
    help: `Rows that are due, by kind of work, at most ${maxCounted} of each, orders that wait for a slot in their limit (queue), and emails that no attempt has sent yet (refused email)`,
    labelNames: ['what'] as const,
    registers: [metrics],
    async collect() {
      const works = await backlog()
      for (const what of kindsOfWork) this.set({ what }, 0)
      for (const { what, count } of works) this.set({ what }, count)
    },
  })
  return (task, count) => rows.inc({ task }, count)
}

/** Registers metrics of the standby, which are 0 where there is none. */
export function registerStandbyMetrics(metrics: Registry, standby: Pick<Standby, 'ageMs' | 'reads'> | null): void {
  new Gauge({
    name: 'octavo_standby_age_seconds',
    help: 'How old what the standby shows may be: its lag, and the time since it was looked at',
    registers: [metrics],
    collect() {
      this.set((standby?.ageMs() ?? 0) / second)
    },
  })
  new Counter({
    name: 'octavo_standby_reads_total',
    help: 'Reads for the standby, by outcome: standby (it answered), late (it was too old or out of reach) or failed (during the read), and the database answered',
    labelNames: ['outcome'] as const,
    registers: [metrics],
    collect() {
      this.reset()
      for (const outcome of readOutcomes) this.inc({ outcome }, standby?.reads[outcome] ?? 0)
    },
  })
}

/** Counts that cost a scan are read at most once in this interval, however many machines scrape. */
const countIntervalMs = minute

/** Registers metrics of the installation: open orders, the database, the storage, the disk and the process. */
export function registerInstallationMetrics(
  metrics: Registry,
  database: Database,
  checkStorage: () => Promise<StorageHealth>,
): void {
  const { db, pool } = database
  const readCounts = cacheFor(countIntervalMs, async () => ({
    orders: await countOrders(db),
    bytes: await databaseBytes(db),
  }))
  new Gauge({
    name: 'octavo_orders',
    help: 'Open orders, by status; orders of a final status are not counted',
    labelNames: ['status'] as const,
    registers: [metrics],
    async collect() {
      for (const [status, count] of (await readCounts()).orders) this.set({ status }, count)
    },
  })
  new Gauge({
    name: 'octavo_database_bytes',
    help: 'Size of the database',
    registers: [metrics],
    async collect() {
      this.set((await readCounts()).bytes)
    },
  })
  new Gauge({
    name: 'octavo_database_connections',
    help: 'Connections of this process to the database: total and idle; waiting: requests for a connection',
    labelNames: ['state'] as const,
    registers: [metrics],
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'octavo_storage_up',
    help: '1 while the storage of print files answers, else 0',
    registers: [metrics],
    async collect() {
      this.set((await checkStorage()).storageAnswers ? 1 : 0)
    },
  })
  new Gauge({
    name: 'octavo_data_dir_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR',
    registers: [metrics],
    async collect() {
      this.set((await checkStorage()).freeBytes)
    },
  })
  new Gauge({
    name: 'octavo_build_info',
    help: 'Always 1; the labels name the versions',
    labelNames: ['version', 'node', 'database'] as const,
    registers: [metrics],
  }).set({ version, node: process.version, database: `${database.kind} ${database.serverVersion}` }, 1)
  for (const metric of nodeMetrics()) metrics.registerMetric(metric)
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

let processMetrics: Metric[] | null = null

/** Metrics of Node and the process. Their observers cannot be stopped, so a process registers them once. */
function nodeMetrics() {
  if (processMetrics === null) {
    const register = new Registry()
    collectDefaultMetrics({ register })
    processMetrics = register.getMetricsAsArray() as unknown as Metric[] // typed as what they report
  }
  return processMetrics
}

/** Readers within that time share a result. */
function cacheFor<Value>(maxAgeMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { atMs: number; value: Promise<Value> } | null = null
  return () => {
    if (last === null || performance.now() - last.atMs >= maxAgeMs) {
      const value = read()
      last = { atMs: performance.now(), value }
      value.catch(() => {
        last = null
      })
    }
    return last.value
  }
}

export type OutcomeCounts = {
  charge: NonNullable<ChargeDeps['count']>
  refund: NonNullable<RefundDeps['count']>
  webhook: AttemptCount
  printStep: StepCount
  audit: (outcome: 'passed' | 'broken' | 'not_checked', rules: number) => void
}

type Outcomes<Count extends (outcome: never, ...rest: never[]) => void> = Record<Parameters<Count>[0], 0>

const chargeOutcomes: Outcomes<OutcomeCounts['charge']> = { succeeded: 0, declined: 0, requires_action: 0, unknown: 0 }
const refundOutcomes: Outcomes<OutcomeCounts['refund']> = { succeeded: 0, refused: 0, unknown: 0 }
const webhookOutcomes: Outcomes<OutcomeCounts['webhook']> = { delivered: 0, pending: 0, exhausted: 0, gone: 0 }
const printSteps: Outcomes<OutcomeCounts['printStep']> = { submit: 0, cancel: 0, ask: 0 }
const printOutcomes: Record<Parameters<StepCount>[1], 0> = { answered: 0, unavailable: 0 }
const auditOutcomes: Outcomes<OutcomeCounts['audit']> = { passed: 0, broken: 0, not_checked: 0 }

/**
 * Counts the outcomes of outside calls and of the audit in this process. Labels are constants of the code, so there are
 * few series. Each begins at 0, because Prometheus sees no increase in a series that appears with its first count.
 */
export function countOutcomes(metrics: Registry): OutcomeCounts {
  const counter = (name: string, help: string, outcomes: Record<string, 0>) => {
    const made = new Counter({ name, help, labelNames: ['outcome'] as const, registers: [metrics] })
    for (const outcome of Object.keys(outcomes)) made.inc({ outcome }, 0)
    return made
  }
  const charges = counter(
    'octavo_charge_calls_total',
    'Calls to the payment provider about a charge, by outcome',
    chargeOutcomes,
  )
  const refunds = counter(
    'octavo_refund_calls_total',
    'Calls to the payment provider about a refund, by outcome',
    refundOutcomes,
  )
  // Counted here until a scrape, because prom-client looks up the series by its labels at each count.
  const attempts = new Map<string, number>(Object.entries(webhookOutcomes))
  new Counter({
    name: 'octavo_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome: delivered, pending (tried again), exhausted, gone',
    labelNames: ['outcome'] as const,
    registers: [metrics],
    collect() {
      for (const [outcome, count] of attempts) this.inc({ outcome }, count)
      attempts.clear()
    },
  })
  const steps = new Counter({
    name: 'octavo_print_steps_total',
    help: 'Steps of print jobs taken at a printer, by step and by whether the printer answered',
    labelNames: ['step', 'outcome'] as const,
    registers: [metrics],
  })
  for (const step of Object.keys(printSteps))
    for (const outcome of Object.keys(printOutcomes)) steps.inc({ step, outcome }, 0)
  const rules = counter(
    'octavo_audit_rules_total',
    'Rules about the stored data that the hourly audit checked, by result: passed, broken, not_checked',
    auditOutcomes,
  )
  return {
    charge: outcome => charges.inc({ outcome }),
    refund: outcome => refunds.inc({ outcome }),
    webhook: outcome => attempts.set(outcome, (attempts.get(outcome) ?? 0) + 1),
    printStep: (step, outcome) => steps.inc({ step, outcome }),
    audit: (outcome, count) => rules.inc({ outcome }, count),
  }
}
