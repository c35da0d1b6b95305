// Parameters of a query that its route does not know are ignored, but named in the answer's warnings, so that a typo is seen. A
// route whose query is closed (additionalProperties: false) refuses them instead.

import { type TProperties, type TSchema, Type } from 'typebox'
import { type Problem, quoted } from '../base/refusal.ts'
import type { Route } from './route.ts'

/** Each parameter costs a sentence, and the answer to a small request must not be large. */
const mostNamed = 20

const Warnings = Type.Array(
  Type.Object({
    pointer: Type.String({ description: 'Such as "?state".' }),
    code: Type.String({ description: 'unknown_parameter.' }),
    detail: Type.String(),
  }),
  { description: 'Parameters that are not known and were ignored.' },
)

/** The route with `warnings` in its answer, where its query takes what it does not know. */
export function warningOfParameters(route: Route): Route {
  const { method, path, query, answer, answerType } = route
  if (query === undefined || (query as { additionalProperties?: unknown }).additionalProperties === false) return route
  const { properties, ...shape } = answer as TSchema & { properties?: TProperties }
  if (properties === undefined || answerType !== undefined) {
    throw new Error(`${method} ${path} cannot warn of unknown parameters: close its query`)
  }
  const known = Object.keys((query as { properties?: object }).properties ?? {})
  return {
    ...route,
    answer: Type.Object({ ...properties, warnings: Warnings }, shape),
    handle: async ask => ({
      ...((await route.handle(ask)) as object),
      warnings: unknownParameters(known, ask.query as Query),
    }),
  }
}

type Query = Record<string, string | string[]>

function unknownParameters(known: readonly string[], query: Query): Problem[] {
  return Object.entries(query)
    .filter(([name]) => !known.includes(name))
    .slice(0, mostNamed)
    .map(([name, got]) => ({
      pointer: `?${name.slice(0, 60)}`,
      code: 'unknown_parameter',
      detail: `${quoted(name)} is no parameter of this list and was ignored, got ${quoted(String(got))}; there are ${known.join(', ')}.`,
    }))
}
