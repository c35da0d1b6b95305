// Where webhooks are stored until they are delivered: those of orders (store.ts) and the others (notices.ts).
// deliver.ts sends both. Claiming a webhook moves its next_attempt_at ahead as a lease and counts the attempt. A result
// is accepted only from the holder of that count, so that a worker that slept through its lease cannot overwrite what
// another one found out.

import { sql } from 'kysely'
import { keepable } from '../base/keepable.ts'
import type { Mode } from '../base/mode.ts'
import type { Next } from './retry.ts'

export type Trigger = 'schedule' | 'redelivery'

/** A webhook to be sent now. `eventId` is its id for the receiver, the same at every attempt. */
export type Outgoing = {
  accountId: string
  mode: Mode
  /** 1 for the first. */
  attempt: number
  trigger: Trigger
  url: string
  eventId: string
  kind: string
}

/** The result of an attempt. */
export type AttemptResult<Key> = {
  key: Key
  attempt: number
  trigger: Trigger
  at: Date
  durationMs: number
  responseStatus: number | null
  responseBody: string | null
  failure: string | null
  next: Next
  endedAt: Date
}

/** Results for `unnest`, an array for each of `resultColumns`; each outbox adds its own keys. */
export const arraysOf = (results: AttemptResult<unknown>[]) => sql`
  ${results.map(r => r.attempt)}::int[],
  ${results.map(r => r.at.toISOString())}::timestamptz[],
  ${results.map(r => r.trigger)}::text[],
  ${results.map(r => Math.round(r.durationMs))}::int[],
  ${results.map(r => r.responseStatus)}::int[],
  ${results.map(r => (r.responseBody === null ? null : keepable(r.responseBody)))}::text[],
  ${results.map(r => r.failure)}::text[],
  ${results.map(r => r.next.status)}::text[],
  ${results.map(r => (r.next.status === 'pending' ? r.next.at.toISOString() : null))}::timestamptz[],
  ${results.map(r => (r.next.status === 'pending' ? null : r.endedAt.toISOString()))}::timestamptz[]`

export const resultColumns = sql`attempt, at, trigger, duration_ms, response_status, response_body, failure, status,
  next_attempt_at, settled_at`

export type Outbox<Key, Row extends Outgoing> = {
  /** Claims at most `most` due webhooks. Skips those that another worker is claiming at this moment. */
  claim(when: { now: Date; leaseUntil: Date; most: number }): Promise<Row[]>
  /** Identifies the webhook, for its result and the log. */
  keyOf(row: Row): Key
  /** The bodies, in the same order; see webhookBody in sign.ts. */
  bodiesOf(rows: Row[]): string[]
  /** Stores all attempts, and moves on those webhooks that nobody has claimed since. */
  record(results: AttemptResult<Key>[]): Promise<void>
  /** Gives claimed webhooks back unsent: the attempt is not counted, and they are due again at `until`. */
  giveBack(rows: { key: Key; attempt: number; until: Date }[]): Promise<void>
}
