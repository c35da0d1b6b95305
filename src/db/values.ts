// How database values become JavaScript values, the same for both drivers:
//   bigint       number (throws beyond 2^53, where a number is inexact)
//   json         its text, as it was given to storableJson; the caller parses it, once
//   date         'YYYY-MM-DD'
//   timestamptz  Date
//   bytea        Buffer
// Other types are left to the driver. Parameters are plain JavaScript values; arrays may hold nulls.

import pg from 'pg'
import { readJson } from '../base/text/storableText.ts'

const bytea = 17
const bigint = 20
const json = 114
const jsonArray = 199
const bigintArray = 1016
const date = 1082
const dateArray = 1182
const textArray = 1009
const numericArray = 1231

type Parser = (text: string) => unknown

const parsers: Record<number, Parser> = {
  [bytea]: text => Buffer.from(text.slice(2), 'hex'),
  [bigint]: safeInteger,
  [json]: readJson,
  [date]: asText,
}

const arrayElements: Record<number, Parser> = {
  [bigintArray]: safeInteger,
  [jsonArray]: readJson,
  [dateArray]: asText,
  [numericArray]: asText,
}

/** For pg.Pool's option `types`: its own parsers, with ours where they differ. Nothing global is changed. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: unknown) {
    if (format !== 'binary') {
      const parser = parsers[oid]
      if (parser !== undefined) return parser
      const element = arrayElements[oid]
      if (element !== undefined) return arrayOf(element)
    }
    return pg.types.getTypeParser(oid as never, format as never) as Parser
  },
}

function arrayOf(element: Parser): Parser {
  const split = pg.types.getTypeParser(textArray as never) as (text: string) => (string | null)[]
  return text => split(text).map(item => (item === null ? null : element(item)))
}

function asText(text: string): string {
  return text
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the bigint ${text} does not fit a JavaScript number`)
  return value
}

/**
 * Writes instants and arrays in PostgreSQL's own format, and leaves everything else to pg. Statements over a group of
 * orders hold hundreds of texts; pg scans each text twice and writes an instant field by field.
 */
export function parameterOf(value: unknown): unknown {
  if (value instanceof Date) return instantText(value) ?? value
  return Array.isArray(value) ? (arrayText(value) ?? value) : value
}

const elementTypes = { text: 25, json: 114 }
const nullLength = -1
const lengthBytes = 4

/**
 * A text[] or json[] in PostgreSQL's binary format (array_send): lengths instead of quotes, so nothing is escaped here
 * or unescaped by the server. JSON is full of quotes: in binary format it costs a third of the text format in this
 * process, and half in PostgreSQL.
 */
export function binaryArray(type: keyof typeof elementTypes, values: readonly (string | null)[]): Buffer | string {
  if (values.length === 0) return '{}'
  const head = [1, 1, elementTypes[type], values.length, 1] // dimensions, has nulls, type, elements, first index
  let size = (head.length + values.length) * lengthBytes
  for (const value of values) if (value !== null) size += Buffer.byteLength(value)
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (const word of head) at = bytes.writeInt32BE(word, at)
  for (const value of values) {
    const length = value === null ? nullLength : bytes.write(value, at + lengthBytes)
    at = bytes.writeInt32BE(length, at) + Math.max(length, 0)
  }
  return bytes
}

/** Only for years of four digits: for other years the formats of ISO and PostgreSQL differ. */
function instantText(date: Date): string | null {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  return text.length === 24 ? text : null
}

function arrayText(values: unknown[]): string | null {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const element = elementText(values[i])
    if (element === null) return null
    text += i === 0 ? element : `,${element}`
  }
  return `${text}}`
}

function elementText(value: unknown): string | null {
  if (value === null || value === undefined) return 'NULL'
  switch (typeof value) {
    case 'string':
      return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
    case 'number':
    case 'boolean':
      return String(value)
    default: {
      const instant = value instanceof Date ? instantText(value) : null
      return instant === null ? null : `"${instant}"`
    }
  }
}
