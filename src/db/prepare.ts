// Statements with parameters are prepared once a connection: PostgreSQL then parses and plans each text once instead of at
// every call, which was a quarter of the time that GET and most statements of a group of orders took. Texts are few, since values are always parameters.

import pg from 'pg'
import { parameterOf } from './values.ts'

/** Beyond it texts are sent unprepared: some code would be building them from values. */
const mostTexts = 500

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostTexts) return known
  const name = `octavo_${names.size + 1}`
  names.set(text, name)
  return name
}

/** pg's client, with every parameterised text under a name. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads are told apart by their first argument
  override query(...given: any[]): any {
    const [text, values, ...rest] = given
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return this.sent(given)
    const name = nameOf(text)
    const parameters = values.map(parameterOf)
    return this.sent([name === undefined ? { text, values: parameters } : { name, text, values: parameters }, ...rest])
  }

  // biome-ignore lint/suspicious/noExplicitAny: see above
  private sent(given: any[]): any {
    return (super.query as (...given: unknown[]) => unknown).apply(this, given)
  }
}
