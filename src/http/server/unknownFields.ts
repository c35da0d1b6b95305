// Fields that the schema of a request does not have are ignored, but named in the answer's warnings, so that typing
// errors are noticed.

import type { TSchema } from 'typebox'
import type { Problem } from '../../base/refusal.ts'
import { storableText } from '../../base/text/storableText.ts'

/** A request that consists of unknown fields must not cause a huge answer. */
const maxNamed = 20
const maxNameCharacters = 60

type Shape = { properties?: Record<string, TSchema>; items?: TSchema }

/** Every field of `value` that `schema` does not have, with its JSON Pointer. `value` is already validated. */
export function unknownFields(schema: TSchema, value: unknown): Problem[] {
  const found: Problem[] = []
  collect(schema as Shape, value, '', found)
  return found
}

function collect({ properties, items }: Shape, value: unknown, pointer: string, found: Problem[]): void {
  if (items !== undefined) {
    for (const [i, item] of (value as unknown[]).entries()) collect(items as Shape, item, `${pointer}/${i}`, found)
    return
  }
  if (properties === undefined) return
  for (const [name, field] of Object.entries(value as object)) {
    if (found.length >= maxNamed) return
    if (Object.hasOwn(properties, name)) collect(properties[name] as Shape, field, `${pointer}/${name}`, found)
    else found.push(problemOf(pointer, storableText(name.slice(0, maxNameCharacters))))
  }
}

const problemOf = (inside: string, name: string): Problem => ({
  pointer: `${inside}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code: 'unknown_field',
  detail: `${JSON.stringify(name)} is not a field of an order and was ignored`,
})
