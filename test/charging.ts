// The work of money in a separate process, for tests that kill it: pays at once what it is told to pay, makes the daily
// charge, asks again, refunds, and ends when nothing is due. It dies at the first step that it has not been told to
// pass. A step is anything that it reaches, so that none can be forgotten: each statement of each transaction, before
// and after each commit, before and after each call to the provider, and each named point of base/crash.ts.
//
// What to do is one line of JSON on stdin, so that a process can be ready before it is needed. The step at which it
// dies is the last line on stdout.

import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { day, instant } from '../src/base/clock.ts'
import { sortableIds } from '../src/base/ids.ts'
import { silentLog } from '../src/base/log.ts'
import { Refusal } from '../src/base/refusal.ts'
import { openDatabase } from '../src/db/db.ts'
import { lettersOfMoney } from '../src/orders/letters.ts'
import { type ChargeDeps, chargeDue, settleCharges } from '../src/orders/money/pay.ts'
import { payNow } from '../src/orders/money/payNow.ts'
import { type RefundDeps, refundByStaff, refundDue } from '../src/orders/money/refund.ts'
import type { Payments } from '../src/payments/payments.ts'
import { stripePayments } from '../src/payments/stripe/stripe.ts'

export type Charging = {
  databaseUrl: string
  providerUrl: string
  now: string
  /** What people asked for, under the names that they gave it: asked again each time, as who got no answer does. */
  payments: { accountId: string; amountCents: number; requestKey: string }[]
  refunds: { accountId: string; customerOrderId: string; amountCents: number; requestKey: string }[]
  /** Steps at which it does not die. */
  passed: string[]
  /** At which coming by a step that has not been passed it dies, from 1. */
  time: number
  /** Whether statements that only read are steps too. */
  reads: boolean
}

const callTimeoutMs = 3000

async function work({ databaseUrl, providerUrl, now: at, payments, refunds, ...plan }: Charging): Promise<void> {
  const step = mortal(plan)
  watchStatements(step, plan.reads)
  const now = instant(at)
  const { db, close } = await openDatabase({ databaseUrl, dataDir: null })
  const clock = () => now
  const shell = { db, newId: sortableIds(clock), bells: { wake: async () => {}, ring: () => {} } }
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
  const letters = lettersOfMoney('http://octavo.example/dashboard/billing')
  const deps: ChargeDeps & RefundDeps = {
    ...{ shell, clock, payments: watched, log: silentLog, patienceMs: 14 * day, ...letters },
    crash: point => step(`point ${point}`),
  }
  for (const payment of payments) await unlessRefused(() => payNow(deps, { ...payment, actor: 'test', now }))
  for (const refund of refunds) {
    const wanted = { ...refund, items: [], reason: 'it arrived wet', actor: 'test', now }
    await unlessRefused(() => refundByStaff(shell, wanted, null))
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

function mortal({ passed, time }: Pick<Charging, 'passed' | 'time'>): (name: string) => void {
  const lets = new Set(passed)
  const times = new Map<string, number>()
  return name => {
    if (lets.has(name)) return
    const count = (times.get(name) ?? 0) + 1
    times.set(name, count)
    if (count < time) return
    writeSync(1, `${name}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Steps of every transaction on any connection, named by its first statement and by how often a text came in it. */
function watchStatements(step: (name: string) => void, reads: boolean): void {
  type Under = { first: string | null; times: Map<string, number>; last: string }
  const open = new WeakMap<object, Under>()
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads
  const prototype = pg.Client.prototype as any
  const send = prototype.query
  prototype.query = function query(this: object, ...given: unknown[]) {
    const head = headOf(given[0])
    if (/^(begin|start transaction)/.test(head)) open.set(this, { first: null, times: new Map(), last: '' })
    const under = open.get(this)
    if (under === undefined || /^(begin|start transaction)/.test(head)) return send.apply(this, given)
    if (head !== 'commit') {
      under.first ??= head
      under.last = head
      const time = (under.times.get(head) ?? 0) + 1
      under.times.set(head, time)
      if (reads || !isRead(given[0])) step(`[${under.first}] before ${head} #${time}`)
      return send.apply(this, given)
    }
    const what = `[${under.first}] commit after ${under.last} #${under.times.get(under.last)}`
    open.delete(this)
    step(`before ${what}`)
    return Promise.resolve(send.apply(this, given)).then(answer => {
      step(`after ${what}`)
      return answer
    })
  }
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { text: string }).text)
const headOf = (query: unknown): string => textOf(query).replaceAll(/\s+/g, ' ').trim().slice(0, 50)
const isRead = (query: unknown): boolean =>
  /^\s*(select|with)\b/.test(textOf(query)) &&
  !/\b(insert into|update \w+ set|delete from|for update)\b/.test(textOf(query))

for await (const line of createInterface(process.stdin)) {
  await work(JSON.parse(line) as Charging)
  break
}
process.exit()
