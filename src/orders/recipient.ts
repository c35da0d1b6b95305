// Who gets an order. As it is searched for, each new order's first step keeps it: a step is written once, and so are
// its indexes. And what is left of an order when its recipient is forgotten: where it went, for the taxes and the
// books, but not to whom.

import { forgotten } from '../base/forgotten.ts'
import { keepable } from '../base/keepable.ts'
import { type Problem, quoted } from '../base/refusal.ts'
import type { Destination, OrderState } from './order.ts'

export type Recipient = { name: string; email: string | null }

/** Characters; more would tell no two people apart, and an index takes no text of any length. */
const longest = 100

export const recipientOf = ({ name, email }: Destination): Recipient => ({
  name: searchable(name),
  email: email === undefined ? null : searchable(email),
})

/** In lower case, with single spaces, without what text in the database cannot hold. */
export const searchable = (text: string): string =>
  keepable(text).normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase().slice(0, longest)

/** What a reader of the order requires stays a text; the rest is left out. */
export const forgottenDestination = ({ city, state, postal, country }: Destination): Destination => ({
  name: forgotten,
  address1: forgotten,
  city,
  ...(state === undefined ? {} : { state }),
  postal,
  country,
})

/** The state without what its problems quote of the recipient. */
export const forgottenState = (state: OrderState, to: Destination): OrderState => ({
  ...state,
  errors: state.errors.map(unquoted(to)),
  warnings: state.warnings.map(unquoted(to)),
})

const unquoted =
  (to: Destination) =>
  (problem: Problem): Problem =>
    problem.pointer.startsWith(problemsOfDestination)
      ? {
          ...problem,
          detail: textsOf(to).reduce((said, text) => said.replaceAll(quoted(text), forgotten), problem.detail),
        }
      : problem

/** With this begin the pointers of all problems that quote the destination. */
export const problemsOfDestination = '/destination/'

const textsOf = ({ name, company, address1, address2, phone, email }: Destination): string[] =>
  [name, company, address1, address2, phone, email].filter(text => text !== undefined)

/** Characters; a shorter text stands for too much else. */
const shortestFound = 3

/**
 * A pattern, for PostgreSQL, of where a text that somebody wrote says who the order was for; null when nothing in the
 * destination can be told from other words.
 */
export function patternOf(to: Destination): string | null {
  const found = textsOf(to)
    .map(text => keepable(text).trim())
    .filter(text => text.length >= shortestFound)
  if (found.length === 0) return null
  const longestFirst = found.sort((a, b) => b.length - a.length)
  const words = longestFirst.map(text => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/\s+/g, '\\s+'))
  return `(?<!\\w)(?:${words.join('|')})(?!\\w)`
}
