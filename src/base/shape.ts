// Checks the operator's data files against schemas. A mistake reads `/skus/3/pages/max: got "32", expected integer`:
// where, what was found, and what is expected. All mistakes of a file are reported at once; hence Ajv and not TypeBox's
// own check, which stops after eight.

import { Ajv, type ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'

const mostShown = 60

/** `path` is a JSON Pointer, `''` for the whole file. */
export type Mistake = { path: string; got: unknown; expected: string }

const ajv = new Ajv({ allErrors: true, verbose: true, discriminator: true, allowUnionTypes: true })

/** Returns a function that lists what is wrong with the shape of a value; an empty list when it fits. */
export function shapeCheck(schema: TSchema): (value: unknown) => Mistake[] {
  const fits = ajv.compile(schema)
  return value => (fits(value) ? [] : (fits.errors ?? []).map(mistakeOf))
}

export const sentenceOf = ({ path, got, expected }: Mistake): string =>
  `${path || '/'}: got ${shown(got)}, expected ${expected}`

function mistakeOf({ instancePath, keyword, params, data, message, parentSchema }: ErrorObject): Mistake {
  switch (keyword) {
    case 'additionalProperties': {
      const name: string = params.additionalProperty
      return { path: `${instancePath}/${name}`, got: Object(data)[name], expected: 'no such key' }
    }
    case 'required':
      return { path: `${instancePath}/${params.missingProperty}`, got: undefined, expected: 'a value' }
    case 'discriminator':
      return {
        path: `${instancePath}/${params.tag}`,
        got: params.tagValue,
        expected: kindsOf(parentSchema, params.tag),
      }
    case 'enum':
      return { path: instancePath, got: data, expected: `one of ${params.allowedValues.join(', ')}` }
    default:
      return { path: instancePath, got: data, expected: (message ?? keyword).replace(/^must (be )?/, '') }
  }
}

/** The values of the property that tells the members of a union apart. */
function kindsOf(union: ErrorObject['parentSchema'], tag: string): string {
  const members = (union?.oneOf ?? []) as { properties: Record<string, { const?: unknown }> }[]
  return `one of ${members.map(({ properties }) => String(properties[tag]?.const)).join(', ')}`
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}
