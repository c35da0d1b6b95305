// Query parameters that a route does not have are ignored, but named in the answer's warnings, so that typing errors
// are noticed. A route whose query is closed (additionalProperties: false) refuses them instead.

import { type TProperties, type TSchema, Type } from 'typebox'
import { type Problem, quoted } from '../../base/refusal.ts'
import type { Route } from './route.ts'

/** Each parameter costs a sentence, and the answer to a small request must not be large. */
const maxNamed = 20

const Warnings = Type.Array(
  Type.Object(
    {
      pointer: Type.String({ description: 'Such as "?state".' }),
      code: Type.String({ description: 'unknown_parameter.' }),
      detail: Type.String(),
    },
    { title: 'UnknownParameter' },
  ),
  { description: 'Unknown parameters that were ignored.' },
)

/** The route with `warnings` in its answer, if its query accepts unknown parameters. */
export function withParameterWarnings(route: Route): Route {
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
    .slice(0, maxNamed)
    .map(([name, got]) => ({
      pointer: `?${name.slice(0, 60)}`,
      code: 'unknown_parameter',
      detail: `${quoted(name)} is not a parameter of this list and was ignored, got ${quoted(String(got))}; the parameters are ${known.join(', ')}.`,
    }))
}
