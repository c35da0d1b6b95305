// Metrics of the background work: what each task has done, what waits for it, and how its outside calls ended. Metrics
// of requests are in http/observe.ts.

import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../db/db.ts'
import type { TaskName } from '../jobs/tasks.ts'
import { readBacklog, type Waiting } from '../orders/backlog.ts'
import type { ChargeDeps } from '../orders/money/pay.ts'
import type { RefundDeps } from '../orders/money/refund.ts'
import type { StepCount } from '../orders/printing/jobs.ts'
import type { AttemptCount } from '../webhooks/deliver.ts'

/** Returns a function that counts the rows found by a task's sweeps. Backlogs are read on scraping. */
export function watchWork(metrics: Registry, db: Db, clock: Clock): (task: TaskName, count: number) => void {
  const done = new Counter({
    name: 'octavo_task_rows_total',
    help: 'Rows that the sweeps of each task found due, in this process',
    labelNames: ['task'] as const,
    registers: [metrics],
  })
  // Both gauges are collected at once, in any order, and share one reading.
  let reading: Promise<Waiting[]> | null = null
  const backlog = () => {
    reading ??= readBacklog(db, clock()).finally(() => {
      reading = null
    })
    return reading
  }
  new Gauge({
    name: 'octavo_late_seconds',
    help: 'How long the oldest waiting row has been due',
    labelNames: ['what'] as const,
    registers: [metrics],
    async collect() {
      const found = await backlog()
      this.reset()
      for (const { what, oldestSeconds } of found) this.set({ what }, oldestSeconds)
    },
  })
  new Gauge({
    name: 'octavo_waiting',
    help: 'Rows that are due, by kind of work, and orders that wait for room in their limit (queue)',
    labelNames: ['what'] as const,
    registers: [metrics],
    async collect() {
      const found = await backlog()
      this.reset()
      for (const { what, count } of found) this.set({ what }, count)
    },
  })
  return (task, count) => done.inc({ task }, count)
}

export type OutcomeCounts = {
  charge: NonNullable<ChargeDeps['count']>
  refund: NonNullable<RefundDeps['count']>
  webhook: AttemptCount
  printStep: StepCount
  audit: (outcome: 'kept' | 'broken' | 'unjudged', rules: number) => void
}

/**
 * Counts the outcomes of outside calls and of the audit in this process. Labels are constants of the code, so there are
 * few series.
 */
export function countOutcomes(metrics: Registry): OutcomeCounts {
  const charges = new Counter({
    name: 'octavo_charge_calls_total',
    help: 'Calls to the payment provider about a charge, by outcome',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  const refunds = new Counter({
    name: 'octavo_refund_calls_total',
    help: 'Calls to the payment provider about a refund, by outcome',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  // Counted here until a scrape: prom-client looks up the series by the text of its labels at each count.
  const attempts = new Map<string, number>()
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
  const printSteps = new Counter({
    name: 'octavo_print_steps_total',
    help: 'Steps of print jobs taken at a printer, by step and by whether the printer answered',
    labelNames: ['step', 'outcome'] as const,
    registers: [metrics],
  })
  const rules = new Counter({
    name: 'octavo_audit_rules_total',
    help: 'Rules about the stored data that the hourly audit checked, by result: kept, broken, unjudged (could not be checked)',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  return {
    charge: outcome => charges.inc({ outcome }),
    refund: outcome => refunds.inc({ outcome }),
    webhook: outcome => attempts.set(outcome, (attempts.get(outcome) ?? 0) + 1),
    printStep: (step, outcome) => printSteps.inc({ step, outcome }),
    audit: (outcome, count) => rules.inc({ outcome }, count),
  }
}
