// Charges and refunds in a separate process, for tests that kill it. The process makes the requested payments and the
// daily charge, settles unknown charges, refunds, and ends when nothing is due. It dies at the first step that its plan
// does not list. Steps are recorded automatically, so that none can be forgotten: each statement of a transaction,
// before and after each commit, before and after each call to the provider, and each named point of
// base/running/crash.ts.
//
// The plan is one line of JSON on stdin, so that a process can be ready before it is needed. The last line on stdout is
// the step at which it dies.

import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { day, instant } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { Refusal } from '../../src/base/refusal.ts'
import { sortableIds } from '../../src/base/secrets/ids.ts'
import { openDatabase } from '../../src/db/db.ts'
import { type ChargeDeps, chargeDue, settleCharges } from '../../src/features/money/dailyCharge.ts'
import { payNow } from '../../src/features/money/payNow.ts'
import { oweRefunds, type RefundDeps, refundByStaff, refundDue } from '../../src/features/money/refunds.ts'
import { moneyEmails } from '../../src/features/notify/accountEmails.ts'
import type { Payments } from '../../src/payments/payments.ts'
import { stripePayments } from '../../src/payments/stripe/stripePayments.ts'

export type ChargePlan = {
  databaseUrl: string
  providerUrl: string
  now: string
  /** People's requests and their request keys. Each process repeats them, like a person who got no answer. */
  payments: { accountId: string; amountCents: number; requestKey: string }[]
  refunds: { accountId: string; customerOrderId: string; amountCents: number; requestKey: string }[]
  /** Steps at which the process does not die. */
  passed: string[]
  /** The process dies when it reaches any other step for this time, counted from 1. */
  time: number
  /** Statements that only read are steps too. */
  reads: boolean
}

const callTimeoutMs = 3000

async function work({ databaseUrl, providerUrl, now: at, payments, refunds, ...plan }: ChargePlan): Promise<void> {
  const step = crashingSteps(plan)
  watchStatements(step, plan.reads)
  const now = instant(at)
  const { db, close } = await openDatabase({ databaseUrl, dataDir: null })
  const clock = () => now
  const transactor = { db, newId: sortableIds(clock), afterCommit: { wake: () => {} }, oweRefunds }
  const provider = stripePayments({
    secretKey: 'sk_test_octavo',
    webhookSecret: 'whsec_octavo',
    apiUrl: new URL(providerUrl),
    publicUrl: new URL('https://octavo.example'),
    callsPerSecond: 10_000,
    timeoutMs: callTimeoutMs,
  })
  const watched: Payments = {
    ...provider,
    charge: request => called('charge', () => provider.charge(request)),
    withdraw: request => called('withdraw', () => provider.withdraw(request)),
    refund: request => called('refund', () => provider.refund(request)),
  }
  async function called<Outcome extends { kind: string }>(name: string, call: () => Promise<Outcome>) {
    step(`call ${name}`)
    const outcome = await call()
    step(`called ${name}: ${outcome.kind}`)
    return outcome
  }
  const emails = moneyEmails('http://octavo.example/dashboard/billing')
  const sellerAt = () => ({ name: 'Press', lines: [], registrations: {} })
  const deps: ChargeDeps & RefundDeps = {
    ...{ transactor, clock, payments: watched, log: silentLog, patienceMs: 14 * day, sellerAt, ...emails },
    crash: point => step(`point ${point}`),
  }
  for (const payment of payments) await unlessRefused(() => payNow(deps, { ...payment, actor: 'test', now }))
  for (const refund of refunds) {
    const request = { ...refund, items: [], reason: 'it arrived wet', actor: 'test', now }
    await unlessRefused(() => refundByStaff(transactor, request, null))
  }
  for (const sweep of [chargeDue(deps), settleCharges(deps), refundDue(deps)]) while ((await sweep(now)) > 0);
  await close()
}

async function unlessRefused(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

function crashingSteps({ passed, time }: Pick<ChargePlan, 'passed' | 'time'>): (name: string) => void {
  const passedSteps = new Set(passed)
  const times = new Map<string, number>()
  return name => {
    if (passedSteps.has(name)) return
    const count = (times.get(name) ?? 0) + 1
    times.set(name, count)
    if (count < time) return
    writeSync(1, `${name}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
}

/**
 * Steps of every transaction. A name has the transaction's first statement, the statement, and its count so far. A
 * connection discards its plans from time to time, inside a transaction, too. That is not a step: its place depends on
 * the time, and no later process would come there again.
 */
function watchStatements(step: (name: string) => void, reads: boolean): void {
  type Transaction = { first: string | null; times: Map<string, number>; last: string }
  const open = new WeakMap<object, Transaction>()
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads
  const prototype = pg.Client.prototype as any
  const send = prototype.query
  prototype.query = function query(this: object, ...args: unknown[]) {
    const head = headOf(args[0])
    if (/^(begin|start transaction)/.test(head)) open.set(this, { first: null, times: new Map(), last: '' })
    const transaction = open.get(this)
    if (transaction === undefined || /^(begin|start transaction|discard plans)/.test(head))
      return send.apply(this, args)
    if (head !== 'commit') {
      transaction.first ??= head
      transaction.last = head
      const time = (transaction.times.get(head) ?? 0) + 1
      transaction.times.set(head, time)
      if (reads || !isRead(args[0])) step(`[${transaction.first}] before ${head} #${time}`)
      return send.apply(this, args)
    }
    // Without the count: how many charges are recorded together depends on the time of their answers.
    const commitStep = `[${transaction.first}] commit after ${transaction.last}`
    open.delete(this)
    step(`before ${commitStep}`)
    return Promise.resolve(send.apply(this, args)).then(answer => {
      step(`after ${commitStep}`)
      return answer
    })
  }
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { text: string }).text)
const headOf = (query: unknown): string => textOf(query).replaceAll(/\s+/g, ' ').trim().slice(0, 50).trimEnd()
const isRead = (query: unknown): boolean =>
  /^\s*(select|with)\b/.test(textOf(query)) &&
  !/\b(insert into|update \w+ set|delete from|for update)\b/.test(textOf(query))

for await (const line of createInterface(process.stdin)) {
  await work(JSON.parse(line) as ChargePlan)
  break
}
process.exit()
