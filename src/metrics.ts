// What the background work shows of itself: what each task has done, what waits for it, and what became of its calls on the
// outside world. Requests are in http/observe.ts.

import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from './base/clock.ts'
import type { Db } from './db/db.ts'
import { readBacklog, type Waiting } from './orders/backlog.ts'
import type { StepCount } from './orders/jobs.ts'
import type { ChargeDeps } from './orders/pay.ts'
import type { RefundDeps } from './orders/refund.ts'
import type { TaskName } from './tasks.ts'
import type { AttemptCount } from './webhooks/deliver.ts'

/** Answers what counts the rows that a task's sweeps found. Backlogs are read when somebody looks. */
export function watchWork(metrics: Registry, db: Db, clock: Clock): (task: TaskName, count: number) => void {
  const done = new Counter({
    name: 'octavo_task_rows_total',
    help: 'Rows that the sweeps of each task found due, in this process',
    labelNames: ['task'] as const,
    registers: [metrics],
  })
  // Both gauges are collected at once, and asked for their values whichever comes first: one reading serves both.
  let reading: Promise<Waiting[]> | null = null
  const backlog = () => {
    reading ??= readBacklog(db, clock()).finally(() => {
      reading = null
    })
    return reading
  }
  new Gauge({
    name: 'octavo_late_seconds',
    help: 'For how long the first of what waits has been due',
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

/** What became of calls on the outside world, and what the audit found, in this process. Labels are words of the code only, so there are few series. */
export function countOutcomes(metrics: Registry): OutcomeCounts {
  const charges = new Counter({
    name: 'octavo_charge_calls_total',
    help: 'Calls to the payment provider about a charge, by what became of it',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  const refunds = new Counter({
    name: 'octavo_refund_calls_total',
    help: 'Calls to the payment provider about a refund, by what became of it',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  // Counted here until somebody collects: prom-client looks the series up by the text of its labels at each count.
  const attempts = new Map<string, number>()
  new Counter({
    name: 'octavo_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what follows: delivered, pending (tried again), exhausted, gone',
    labelNames: ['outcome'] as const,
    registers: [metrics],
    collect() {
      for (const [outcome, count] of attempts) this.inc({ outcome }, count)
      attempts.clear()
    },
  })
  const printSteps = new Counter({
    name: 'octavo_print_steps_total',
    help: 'Steps of print jobs taken at a printer, by what was done and whether the printer answered',
    labelNames: ['step', 'outcome'] as const,
    registers: [metrics],
  })
  const rules = new Counter({
    name: 'octavo_audit_rules_total',
    help: 'Rules about the stored data that the hourly audit judged, by what it found: kept, broken, unjudged (it could not tell)',
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
