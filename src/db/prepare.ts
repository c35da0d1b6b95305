// Prepares statements with parameters once per connection: PostgreSQL then parses and plans each text once instead of
// at every call, which took a quarter of the time of GET and of most statements of a group of orders. There are few
// texts, since values are always parameters.
//
// A plan suits tables of the size that they had when it was made. A plan for nearly empty tables reads whole tables,
// and the server keeps it until it next analyzes them: a minute, in which they may become a thousand times as large. So
// a connection discards its plans after a second, and then after twice the time before, up to a minute.

import type { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { minute, second } from '../base/clock.ts'
import { parameterOf } from './values.ts'

/** Beyond this number, texts are sent unprepared: some code must build them from values. */
const maxTexts = 500
const minPlanAgeMs = second
const maxPlanAgeMs = minute

/** The names of prepared statements, by their texts. */
const statements = new Map<string, string>()
let nameCount = 0

function nameOf(text: string): string | undefined {
  const existing = statements.get(text)
  if (existing !== undefined || statements.size >= maxTexts) return existing
  const name = `octavo_${++nameCount}`
  statements.set(text, name)
  return name
}

/**
 * Whether a migration has changed what a prepared statement returns. Its session refuses that statement from then on.
 * The name of the routine is the same in every language of PostgreSQL.
 */
export const isOutdatedStatement = (error: Error): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Missing in pg's types. */
const internalsOf = (client: pg.Client) =>
  (client as unknown as { connection: EventEmitter & { stream: Writable } }).connection

/** pg's client, which prepares every text with parameters. After a migration by a newer process, it uses new names. */
export class PreparingClient extends pg.Client {
  private isCorked = false
  private planAgeMs = minPlanAgeMs
  private plansEndMs = performance.now() + minPlanAgeMs

  constructor(config?: pg.ClientConfig) {
    super(config)
    internalsOf(this).on('errorMessage', (error: Error) => {
      if (isOutdatedStatement(error)) statements.clear()
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the first argument decides which overload of pg is meant
  override query(...args: any[]): any {
    if (performance.now() >= this.plansEndMs) this.discardPlans()
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return this.send(args)
    const name = nameOf(text)
    return this.send([{ ...(name !== undefined && { name }), text, values: values.map(parameterOf) }, ...rest])
  }

  /** Statements that are sent without an await between them leave in one write: each write is a system call. */
  private writeTogether() {
    if (this.isCorked) return
    this.isCorked = true
    const { stream } = internalsOf(this)
    stream.cork()
    process.nextTick(() => {
      this.isCorked = false
      stream.uncork()
    })
  }

  /** Each plan is then made again when it is next needed. Precedes the next statement, also in a transaction. */
  private discardPlans() {
    this.planAgeMs = Math.min(2 * this.planAgeMs, maxPlanAgeMs)
    this.plansEndMs = performance.now() + this.planAgeMs
    this.send(['discard plans']).catch(() => {}) // the next statement fails for the same reason
  }

  // biome-ignore lint/suspicious/noExplicitAny: see above
  private send(args: any[]): any {
    this.writeTogether()
    return (super.query as (...args: unknown[]) => unknown).apply(this, args)
  }
}
