// Schemas are compiled into validators (validate.ts) and serializers (serialize.ts) when a request first needs them.
// Compiling all of them is a third of the work of a start.

import { lazy } from '../../base/running/lazy.ts'

/**
 * Compiles equal schemas once: many routes share a schema, and every route can answer with a problem. To write a schema
 * as text takes longer than the rest, so the text of each object is written once.
 */
export function compileOnce<Compiled extends object>(
  compile: (schema: object) => Compiled,
): (schema: object) => () => Compiled {
  const compiled = new Map<string, () => Compiled>()
  const met = new WeakMap<object, () => Compiled>()
  const equal = (schema: object) =>
    compiled.getOrInsertComputed(JSON.stringify(schema), () => lazy(() => compile(schema)))
  return schema => met.getOrInsertComputed(schema, equal)
}
