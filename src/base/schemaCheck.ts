// Checks the operator's data files against schemas. A mistake reads `/skus/3/pages/max: got "32", expected a number`:
// the place, the value, and the expectation. All mistakes of a file are reported at once; hence Ajv and not TypeBox's
// own check, which stops after eight.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Ajv, type ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { say, Translatable, type Words } from '../../languages/texts.ts'
import { isDay } from './clock.ts'
import { lazy } from './running/lazy.ts'

const maxQuoteLength = 60

/**
 * `path` is a JSON Pointer, `''` for the whole file; `keyword` names the broken rule of the schema, if any.
 */
export type SchemaMistake = { path: string; got: unknown; expected: Words; keyword?: string }

/** A mistake in a file of the operator's data, and its place: `path` is a JSON Pointer, or `/` for the whole file. */
export type DataMistake = { file?: string; path: string; text: Words }

export const placeOf = ({ file, path }: DataMistake): string =>
  file === undefined || path === '' ? (file ?? path) : `${file} ${path}`

/** The advice to a person at the field of a mistake. Programs and files have the value and the rule: `text`. */
export function adviceOf({ text }: DataMistake): Words {
  if (!(text instanceof Translatable) || text.english !== gotExpected) return text
  const { got, expected = '' } = text.values
  const rule = expected instanceof Translatable ? expected.english : null
  if (rule === unknownKey) return say('Remove this value: it has no meaning here')
  if (got instanceof Translatable || got === '""' || got === 'null') return say('Enter a value')
  if (rule === matchingPattern) return say('Check how this is written')
  return say('Enter {expected}', { expected })
}

export const mistakeLine = (mistake: DataMistake): string => `${placeOf(mistake)}: ${mistake.text}`

/** Each mistake once. There may be thousands, of which few are read, so their texts are not made. */
export const distinct = (mistakes: DataMistake[]): DataMistake[] => [
  ...new Map(mistakes.map(mistake => [keyOf(mistake), mistake])).values(),
]

const keyOf = (mistake: DataMistake): string =>
  JSON.stringify([placeOf(mistake), mistake.text instanceof Translatable ? mistake.text.stored() : mistake.text])

type NamedDay = [field: string, day: string | undefined]

/** Mistakes in the optional first and last day of something, which are ISO dates below a path. */
export function spanMistakes(path: string, first: NamedDay, last: NamedDay): DataMistake[] {
  const wrong = [first, last].flatMap(([field, day]) =>
    day === undefined || isDay(day)
      ? []
      : [dataMistake({ path: `${path}/${field}`, got: day, expected: say('a day of the calendar') })],
  )
  const [from, until] = [first[1], last[1]]
  if (from === undefined || until === undefined || until >= from) return wrong
  const expected = say('{day} or later, as {field} says', { day: from, field: first[0] })
  return [...wrong, dataMistake({ path: `${path}/${last[0]}`, got: until, expected })]
}

const gotExpected = 'got {got}, expected {expected}'
const matchingPattern = 'the pattern {pattern}'
const unknownKey = 'no such key'

const ajv = new Ajv({ allErrors: true, verbose: true, discriminator: true, allowUnionTypes: true })

/** The operator's data cannot be used; `mistakes` lists everything that is wrong. */
export class OperatorDataError extends Error {
  readonly mistakes: readonly DataMistake[]

  constructor(mistakes: readonly DataMistake[]) {
    super()
    this.mistakes = mistakes
  }

  /** Made when it is read: answers list the first mistakes only. */
  override get message(): string {
    const lines = this.mistakes.map(mistake => `  * ${mistakeLine(mistake)}`)
    return `the operator's data has ${countText(lines.length, 'mistake')}:\n${lines.join('\n')}`
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
    throw new OperatorDataError([
      { file: basename(file), path: '', text: `cannot be read as JSON: ${(cause as Error).message}` },
    ])
  }
}

/** Puts the name of a file before each of the mistakes that `parse` finds in it. */
export function withFileName<Contents>(name: string, parse: () => Contents): Contents {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    throw new OperatorDataError(error.mistakes.map(mistake => ({ ...mistake, file: name })))
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

export const dataMistake = ({ path, got, expected }: SchemaMistake): DataMistake => ({
  path: path || '/',
  text: say('got {got}, expected {expected}', { got: quote(got), expected }),
})

function mistakeOf(error: ErrorObject): SchemaMistake {
  const { instancePath, keyword, params, data } = error
  switch (keyword) {
    case 'additionalProperties': {
      const name: string = params.additionalProperty
      return { path: `${instancePath}/${name}`, got: Object(data)[name], expected: say('no such key'), keyword }
    }
    case 'required':
      return { path: `${instancePath}/${params.missingProperty}`, got: undefined, expected: say('a value'), keyword }
    case 'discriminator':
      return { path: `${instancePath}/${params.tag}`, got: params.tagValue, expected: expectedBy(error), keyword }
    default:
      return { path: instancePath, got: data, expected: expectedBy(error), keyword }
  }
}

function expectedBy({ keyword, params, message, parentSchema }: ErrorObject): Words {
  const { limit } = params
  switch (keyword) {
    case 'discriminator':
      return kindsOf(parentSchema, params.tag)
    case 'enum':
      return say('one of {values}', { values: params.allowedValues.join(', ') })
    case 'type':
      return typeText([params.type].flat())
    case 'minimum':
      return say('{limit} or more', { limit })
    case 'maximum':
      return say('{limit} or less', { limit })
    case 'exclusiveMinimum':
      return say('more than {limit}', { limit })
    case 'exclusiveMaximum':
      return say('less than {limit}', { limit })
    case 'minLength':
      return say('{limit, plural, one {# character} other {# characters}} or more', { limit })
    case 'maxLength':
      return say('{limit, plural, one {# character} other {# characters}} or fewer', { limit })
    case 'minItems':
      return say('{limit, plural, one {# entry} other {# entries}} or more', { limit })
    case 'maxItems':
      return say('{limit, plural, one {# entry} other {# entries}} or fewer', { limit })
    case 'uniqueItems':
      return say('each entry once ({i} and {j} are the same)', {
        i: Math.min(params.i, params.j),
        j: Math.max(params.i, params.j),
      })
    case 'minProperties':
      return say('{limit, plural, one {# entry} other {# entries}} or more', { limit })
    case 'pattern':
      return say('the pattern {pattern}', { pattern: params.pattern })
    default: // of printers' settings, which are read in English
      return (message ?? keyword).replace(/^must (be )?/, '')
  }
}

const typeTexts: Record<string, Translatable> = {
  array: say('a list'),
  boolean: say('true or false'),
  integer: say('a whole number'),
  number: say('a number'),
  object: say('an object'),
  string: say('a text'),
}

function typeText(types: string[]): Words {
  const [first = ''] = types
  const type = typeTexts[first] ?? first
  return types.length === 2 && types[1] === 'null'
    ? say('{type} or null', { type })
    : types.length > 1
      ? types.join()
      : type
}

/** The values of the property that tells the members of a union apart. */
function kindsOf(union: ErrorObject['parentSchema'], tag: string): Translatable {
  const members = (union?.oneOf ?? []) as { properties: Record<string, { const?: unknown }> }[]
  return say('one of {values}', { values: members.map(({ properties }) => String(properties[tag]?.const)).join(', ') })
}

function quote(value: unknown): Words {
  if (value === undefined) return say('nothing')
  const text = JSON.stringify(value)
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text
}
