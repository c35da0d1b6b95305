// Prepares statements with parameters once per connection: PostgreSQL then parses and plans each text once instead of
// at every call, which took a quarter of the time of GET and of most statements of a group of orders. There are few
// texts, since values are always parameters.
//
// A plan is for tables of the size that they had then. One from when they were nearly empty reads whole tables, and the
// server keeps it until it next analyses them: a minute, in which they may become a thousand times as large. So a
// connection lets its plans be made anew after a second, and then after twice as long each time, up to a minute.

import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { minute, second } from '../base/clock.ts'
import { parameterOf, textArrayBytes } from './values.ts'

/** Beyond this, texts are sent unprepared: some code must be building them from values. */
const mostTexts = 500
const firstPlansMs = second
const longestPlansMs = minute

/** `textArrays` counts from 1, as the text does. */
type Statement = { name: string; textArrays: ReadonlySet<number> }

const statements = new Map<string, Statement>()
let named = 0

function statementOf(text: string): Statement | undefined {
  const known = statements.get(text)
  if (known !== undefined || statements.size >= mostTexts) return known
  // Parameters state their type where they are used, so PostgreSQL infers no other type for these.
  const textArrays = new Set(Array.from(text.matchAll(/\$(\d+)::text\[\]/g), found => Number(found[1])))
  const statement = { name: `octavo_${++named}`, textArrays }
  statements.set(text, statement)
  return statement
}

/**
 * Whether a migration has changed what a prepared statement returns. Its session refuses that statement from then on.
 * The routine is what PostgreSQL's languages leave alone.
 */
export const isOutdatedStatement = (error: Error): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** pg's client, which names every parameterised text. After a migration by a newer process, it names them anew. */
export class PreparingClient extends pg.Client {
  private plansLastMs = firstPlansMs
  private plansEndMs = performance.now() + firstPlansMs

  constructor(config?: pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: EventEmitter } // pg's types do not name it
    connection.on('errorMessage', (error: Error) => {
      if (isOutdatedStatement(error)) statements.clear()
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads are told apart by their first argument
  override query(...given: any[]): any {
    if (performance.now() >= this.plansEndMs) this.endPlans()
    const [text, values, ...rest] = given
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return this.sent(given)
    const statement = statementOf(text)
    if (statement === undefined) return this.sent([{ text, values: values.map(parameterOf) }, ...rest])
    const { name, textArrays } = statement
    const parameters = values.map(
      (value, i) => (textArrays.has(i + 1) ? textArrayBytes(value) : null) ?? parameterOf(value),
    )
    return this.sent([{ name, text, values: parameters }, ...rest])
  }

  /** Each plan is made anew when it is next needed. Goes ahead of the next statement, in a transaction as well. */
  private endPlans() {
    this.plansLastMs = Math.min(2 * this.plansLastMs, longestPlansMs)
    this.plansEndMs = performance.now() + this.plansLastMs
    this.sent(['discard plans']).catch(() => {}) // whatever is wrong, the next statement hears of it
  }

  // biome-ignore lint/suspicious/noExplicitAny: see above
  private sent(given: any[]): any {
    return (super.query as (...given: unknown[]) => unknown).apply(this, given)
  }
}
