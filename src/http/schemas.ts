// Definitions that the schemas of several routes share. Ajv validates requests against them, fast-json-stringify writes
// answers with them (fields that a schema does not name are never sent), and the API document shows them.

import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox'
import { modes } from '../base/mode.ts'

/** Either the schema's value or null, in a form that serialises without trying alternatives. */
export function nullable<Of extends TSchema>(of: Of) {
  const { type, enum: values, ...rest } = of as unknown as { type: string; enum?: unknown[] }
  return Type.Unsafe<Static<Of> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  })
}

export const oneOf = <const Value extends string>(values: readonly Value[], options: TSchemaOptions = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options })

export const Mode = oneOf(modes)
export type Mode = Static<typeof Mode>

/**
 * One line of text: no control characters (PostgreSQL text cannot hold NUL), no half surrogate pairs. Counted in code
 * points.
 */
export const Text = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    'x-expected': 'text without control characters',
    ...options,
  })

/** Text of several lines: control characters other than tab and line ends are refused. */
export const LongText = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({
    maxLength,
    pattern: '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$',
    'x-expected': 'text without control characters other than line ends',
    ...options,
  })

export const CustomerOrderId = Text(40, { description: 'The identifier of an order: 1 to 40 characters.' })

/** An http or https address without user info. Where it leads is checked when it is used, not here. */
export const HttpUrl = Type.String({
  maxLength: 2048,
  pattern:
    '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\\\p{Cc}\\p{Cs}][^\\s/?#@\\p{Cc}\\p{Cs}]*(?:[/?#][^\\s\\p{Cc}\\p{Cs}]*)?$',
  format: 'iri',
  'x-expected': 'an http or https URL without user info',
})

/** Stands for the service's own address in examples; docs.ts replaces it. */
export const ownOrigin = 'https://octavo.example'

/** A book of 120 pages that passes the check of files: the service's own templates, so that examples work unchanged. */
export const exampleSku = 'PB-0600X0900-BW-60W'
export const exampleFiles = {
  coverUrl: `${ownOrigin}/templates/published/${exampleSku}/cover/pdf?units=in&pageCount=120`,
  gutsUrl: `${ownOrigin}/templates/published/${exampleSku}/pages/pdf?units=in&pageCount=120`,
}

/** An instant in an answer: a Date, written as ISO 8601 in UTC. */
export const Instant = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' })

/** Dollars with at most two decimals. */
export const Dollars = Type.Number({ description: 'US dollars with at most two decimals.' })

export const Nothing = Type.Unsafe<void>({ type: 'null', description: 'No content.' })

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'A URN that names the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What went wrong in this case, for people.' }),
    code: Type.String({ description: 'What went wrong, for programs.' }),
    errors: Type.Array(
      Type.Object({
        pointer: Type.String({ description: 'JSON Pointer into the request; "" is the whole body.' }),
        code: Type.String(),
        detail: Type.String(),
        got: Type.Optional(nullable(Type.String())),
        expected: Type.Optional(nullable(Type.String())),
      }),
    ),
    requestId: Type.String(),
  },
  { $id: 'Problem', description: 'A refusal or failure, according to RFC 9457.' },
)
