// Checks the operator's data files against schemas. A mistake reads `/skus/3/pages/max: got "32", expected integer`:
// the place, the value, and the expectation. All mistakes of a file are reported at once; hence Ajv and not TypeBox's
// own check, which stops after eight.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Ajv, type ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { lazy } from './running/lazy.ts'

const maxQuoteLength = 60

/** `path` is a JSON Pointer, `''` for the whole file. */
export type SchemaMistake = { path: string; got: unknown; expected: string }

const ajv = new Ajv({ allErrors: true, verbose: true, discriminator: true, allowUnionTypes: true })

/** The operator's data cannot be used; `mistakes` lists everything that is wrong. */
export class OperatorDataError extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `the operator's data has ${countText(mistakes.length, 'mistake')}:\n${mistakes.map(line => `  * ${line}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

/**
 * Reads a file of the operator and parses its JSON with `parse`. Throws an OperatorDataError whose mistakes begin with
 * the name of the file.
 */
export async function readOperatorFile<Contents>(file: string, parse: (json: unknown) => Contents): Promise<Contents> {
  const json = await readJson(file)
  return withFileName(basename(file), () => parse(json))
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new OperatorDataError([`${basename(file)} cannot be read as JSON: ${(cause as Error).message}`])
  }
}

/** Puts the name of a file before each of the mistakes that `parse` finds in it. */
export function withFileName<Contents>(name: string, parse: () => Contents): Contents {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    throw new OperatorDataError(error.mistakes.map(mistake => `${name} ${mistake}`))
  }
}

const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns a function that lists what is wrong with the shape of a value; an empty list when it fits. */
export function schemaCheck(schema: TSchema): (value: unknown) => SchemaMistake[] {
  const validator = lazy(() => ajv.compile(schema)) // a process uses few of the schemas
  return value => {
    const validate = validator()
    return validate(value) ? [] : (validate.errors ?? []).map(mistakeOf)
  }
}

export const mistakeText = ({ path, got, expected }: SchemaMistake): string =>
  `${path || '/'}: got ${quote(got)}, expected ${expected}`

function mistakeOf({ instancePath, keyword, params, data, message, parentSchema }: ErrorObject): SchemaMistake {
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

function quote(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text
}
