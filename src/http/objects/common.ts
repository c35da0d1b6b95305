// Definitions that the schemas of several routes share. Ajv validates requests against them, fast-json-stringify writes
// answers with them (fields that a schema does not name are never sent), and the API document shows them.

import {
  type Static,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TStringOptions,
  Type,
} from 'typebox'
import type { Translatable } from '../../../languages/texts.ts'
import { fileUrlPattern } from '../../artwork/fileUrl.ts'
import { modes } from '../../base/mode.ts'

/** The schema's value or null, in a form that serializes without trying alternatives. */
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

/** An object of a request that may have no other fields. */
export const Closed = <Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) =>
  Type.Object(fields, { additionalProperties: false, ...options })

export const Mode = oneOf(modes)
export type Mode = Static<typeof Mode>

/**
 * The control characters and half surrogate pairs, for a class of a pattern. These are ranges, because readers of the
 * API document in other languages do not know `\\p{Cc}`.
 */
export const unprintable = '\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff'

/**
 * One line of text: no control characters (PostgreSQL text cannot hold NUL), no half surrogate pairs. Counted in code
 * points.
 */
export const Text = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: `^[^${unprintable}]*$`,
    'x-expected': 'text without control characters',
    ...options,
  })

/** The barcode of a label as it was scanned. The longest, of UPS, have the address of the recipient. */
export const ScannedCode = (options: TSchemaOptions = {}) =>
  Type.String({
    maxLength: 200,
    pattern: `^(?:[^${unprintable}]|[\\u0004\\u001d\\u001e])*$`,
    'x-expected': 'text without control characters other than GS, RS and EOT',
    ...options,
  })

/** Text of several lines: control characters other than tab and line ends are refused. */
export const LongText = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({
    maxLength,
    pattern: `^(?:[^${unprintable}]|[\\t\\n\\r])*$`,
    'x-expected': 'text without control characters other than line ends',
    ...options,
  })

export const approvalIdPattern = 'apr_[0-9a-z]{22}'

export const Month = Type.String({
  pattern: '^[0-9]{4}-(?:0[1-9]|1[0-2])$',
  'x-expected': 'a month such as 2026-05',
  description: 'In UTC.',
})

export const CustomerOrderId = Text(40, { description: 'The identifier of an order: 1 to 40 characters.' })

const httpPattern = `^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\${unprintable}][^\\s/?#@${unprintable}]*(?:[/?#][^\\s${unprintable}]*)?$`

/** An http or https address without user info. Whether it may be called is checked when it is used. */
export const HttpUrl = Type.String({
  maxLength: 2048,
  pattern: httpPattern,
  format: 'iri',
  'x-expected': 'an http or https URL without user info',
})

export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', 'x-expected': '64 hexadecimal digits' })

/** The address of a print file: an http or https address, or that of an upload (artwork/fileUrl.ts). */
export const FileUrl = Type.String({
  maxLength: 2048,
  pattern: `${httpPattern}|^${fileUrlPattern}$`,
  format: 'iri',
  'x-expected': 'an http or https URL without user info, or the fileUrl of an upload',
})

/** Stands for the service's own address in examples; docs.ts replaces it. */
export const ownOrigin = 'https://octavo.example'

/** A book of 120 pages that passes the check of files: sample artwork, so that examples work unchanged. */
export const exampleSku = 'PB-0600X0900-BW-60W'
export const exampleFiles = {
  coverUrl: `${ownOrigin}/templates/published/${exampleSku}/cover/sample?pageCount=120`,
  gutsUrl: `${ownOrigin}/templates/published/${exampleSku}/pages/sample?pageCount=120`,
}

/** An instant in an answer: a Date, written as ISO 8601 in UTC. */
export const Instant = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' })

/** A text that people wrote, or what the service says, which screens get in their language. */
export const Words = (options: TStringOptions = {}) => Type.Unsafe<string | Translatable>(Type.String(options))

/** The bytes of a PDF; the route's `answerType` names the media type. */
export const Pdf = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

/** The bytes of a ZIP archive. */
export const Zip = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

/** Dollars with at most two decimals. */
export const Dollars = Type.Number({ description: 'US dollars with at most two decimals.' })

export const Nothing = Type.Unsafe<void>({ type: 'null', description: 'No content.' })

/** The answer of a page that only leads the browser to another. */
export const Redirected = Type.Unsafe<void>({ type: 'null', description: 'Another address.' })

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Where the documentation of this service explains the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Words({ description: 'An explanation for people.' }),
    code: Type.String({ description: 'The error code, for programs.' }),
    errors: Type.Array(
      Type.Object({
        pointer: Type.String({
          description:
            'JSON Pointer into the body; "" is the whole body. For a query parameter: a question mark and its name, such as "?limit".',
        }),
        code: Type.String(),
        detail: Words(),
        got: Type.Optional(nullable(Words())),
        expected: Type.Optional(nullable(Words())),
      }),
    ),
    requestId: Type.String(),
    currentStatus: Type.Optional(
      Type.String({
        description: 'The status of the order, if `code` is `order_not_cancellable` or `order_not_changeable`.',
      }),
    ),
    missingScope: Type.Optional(
      Type.String({ description: 'The scope that the key needs, if `code` is `scope_missing`.' }),
    ),
  },
  { $id: 'Problem', description: 'A refusal or failure, according to RFC 9457.' },
)
