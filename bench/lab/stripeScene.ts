// The whole service with Stripe's test mode, on an embedded database and a manual clock. Its clock starts days before
// the real time, so that several daily charges fit in between: Stripe's own times are later than ours, never earlier.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { day, earlier, hour, instant, later, nextUtcHour, second, systemClock } from '../../src/base/clock.ts'
import { compareBooks, type Difference } from '../../src/payments/books/compareBooks.ts'
import { readNamedEntries, readSettledEntries } from '../../src/payments/books/comparisonStore.ts'
import { apiVersion, stripePayments } from '../../src/payments/stripe/stripePayments.ts'
import { member, program } from '../../test/support/actors.ts'
import { startWorld } from '../../test/support/world.ts'
import type { Recorder } from './stripeRecorder.ts'

const webhookSecret = 'whsec_lab'
const daysBack = 12
const maxPolls = 24

export type Scene = Awaited<ReturnType<typeof startScene>>

type SceneSettings = {
  secretKey: string
  recorder: Recorder
  /** The pause between two looks at Stripe. */
  pauseMs: number
}

export async function startScene({ secretKey, recorder, pauseMs }: SceneSettings) {
  const began = systemClock()
  const payments = stripePayments({
    ...{ secretKey, webhookSecret, apiUrl: recorder.url, callsPerSecond: 20 },
    publicUrl: new URL('https://octavo.example'),
    timeoutMs: 20 * second,
  })
  const start = instant(
    `${earlier(began, daysBack * day)
      .toISOString()
      .slice(0, 10)}T12:00:00Z`,
  )
  const world = await startWorld({ start, payments })
  const { db } = world.app.database
  const { accountId } = world.charged
  const owner = await member(world, world.charged)
  /** The lab's own calls, for what a person or a bank does. */
  const { hostname: host, port } = recorder.url
  const stripe = new Stripe(secretKey, { apiVersion, protocol: 'http', host, port, maxNetworkRetries: 0 })

  const customerRef = async (): Promise<string> => {
    const { rows } = await sql<{ ref: string }>`
      select provider_ref as ref from payment_customers where account_id = ${accountId}`.execute(db)
    return rows[0]!.ref
  }
  const lastCharge = async () => (await owner.ask('GET', '/charges?limit=1')).body.charges[0]

  /** Looks again until there is a result. */
  async function poll<Result>(what: string, look: () => Promise<Result | null | undefined>): Promise<Result> {
    for (let looks = 0; looks < maxPolls; looks++) {
      const found = await look()
      if (found !== null && found !== undefined) return found
      await delay(pauseMs)
    }
    throw new Error(`Stripe does not show ${what} after ${(maxPolls * pauseMs) / second} seconds`)
  }

  return {
    world,
    stripe,
    statements: payments.statements,
    owner,
    customer: program(world, world.charged, 'production'),
    customerRef,
    lastCharge,
    poll,
    /** Stripe's test banks take up to half a minute. */
    pause: () => delay(6 * pauseMs),
    staff: (path: string, body?: object) => {
      const as = world.demo.staff.authorization
      return world.call(`/staff${path}`, body === undefined ? { as } : { method: 'POST', as, body })
    },
    chargeRef: async (): Promise<string> => {
      const { rows } = await sql<{ ref: string }>`
        select provider_ref as ref from charges where charge_id = ${(await lastCharge()).chargeId}`.execute(db)
      return rows[0]!.ref
    },
    advanceToCharge: () => world.advance(nextUtcHour(world.now(), 2).getTime() - world.now().getTime()),
    /** Attaches one of Stripe's test cards, in place of the holder on Stripe's page. */
    async addCard(testCard: string) {
      const { status, body } = await owner.ask('POST', '/cards')
      assert.equal(status, 200, JSON.stringify(body))
      assert.ok(URL.canParse(body.url))
      await stripe.paymentMethods.attach(testCard, { customer: await customerRef() })
      await owner.ask('POST', '/cards/look')
      await world.settle()
    },
    /** Sends the service Stripe's own events about an object, signed as Stripe does. Waits until there is one. */
    async deliver(type: string, ref: string) {
      const created = { gte: Math.floor(began.getTime() / second) - 60 }
      const found = await poll(`the event ${type}`, async () => {
        const { data } = await stripe.events.list({ type, created, limit: 100 })
        const ours = data.filter(event => JSON.stringify(event).includes(ref))
        return ours.length === 0 ? null : ours
      })
      for (const event of found) {
        const payload = JSON.stringify(event)
        const timestamp = Math.floor(world.now().getTime() / second)
        const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        const answer = await world.app.server.inject({ method: 'POST', url: '/stripe/webhook', headers, payload })
        assert.equal(answer.statusCode, 200, answer.body)
      }
      await world.settle()
    },
    /** Compares Stripe's books of this run with ours. */
    async differencesOfBooks(): Promise<Difference[]> {
      const entries = await payments.readBooks(earlier(began, hour), later(systemClock(), hour))
      const namedEntries = await readNamedEntries(db, entries)
      const namedRefs = new Set(namedEntries.map(({ ref }) => ref))
      const own = entries.filter(entry => entry.accountId === accountId || namedRefs.has(entry.ref))
      const settled = await readSettledEntries(db, 'stripe', { from: start, to: later(world.now(), hour) })
      const books = { entriesOfDay: own, entriesOfPeriod: own }
      return compareBooks(books, { settledEntries: settled.entries, namedEntries })
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}
