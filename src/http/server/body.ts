// Request bodies: JSON in UTF-8, with limits on depth and on the number of values and fields.

import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { say } from '../../../languages/texts.ts'
import { quoted, Refusal } from '../../base/refusal.ts'
import { atOnce, inSlices, type Steps } from '../../base/running/slices.ts'
import { parseJson } from '../../base/text/largeJson.ts'
import { malformed } from './problem.ts'

const xmlTypes = /^(?:application|text)\/(?:[\w.-]+\+)?xml(?:;|$)/

const charsetIn = /;\s*charset="?([^\s";]*)/i
const maxDepth = 20
/**
 * An order of 500 items has about 5,000 values. Ajv reports every wrong value, so their number must be bounded. A route
 * with a larger body may have as many values in each mebibyte; 10,000 books have 46,000.
 */
const maxValuesPerMebibyte = 50_000
/**
 * Of fields, repeated ones included: twice those of an order of 500 items. A name that no other object has costs
 * several times as much as a value, and unknown fields have any names. Larger bodies are sent by the staff, and have as
 * many fields as values.
 */
const maxNamesOfMebibyte = 10_000
const mebibyte = 1024 * 1024

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const spreadsheetTypes = ['application/octet-stream', 'text/csv', xlsxType]
const fileTypes = ['application/pdf', 'image/png', 'image/jpeg', ...spreadsheetTypes]

/** The whole file of a route that takes a file. */
export async function readFileBody(body: unknown, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      const detail = say('The file is larger than {count} MB.', { count: Math.floor(maxBytes / mebibyte) })
      throw new Refusal('body_too_large', detail)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function readJson(server: FastifyInstance): void {
  // Unknown fields of any name are ignored and listed as warnings. JSON.parse makes __proto__ an ordinary property, and
  // no code here copies unknown fields.
  const parse = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeAllContentTypeParsers()
  // Only routes that take raw bytes can handle XML.
  server.addContentTypeParser(xmlTypes, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) done(null, body)
    else done(wrongMediaType(request))
  })
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const { rawBody, takesFile } = request.routeOptions.config
    if (rawBody) return done(null, body)
    if (takesFile !== undefined) return done(wrongMediaType(request))
    if (body.length === 0) return done(null, undefined)
    const refusal = checkEncoding(request.headers)
    if (refusal !== null) return done(refusal)
    if (!isUtf8(body)) return done(malformed('The body is not valid UTF-8: encode it as UTF-8.'))
    const mebibytes = Math.ceil(request.routeOptions.bodyLimit / mebibyte)
    if (body.length > mebibyte) return void inSlices(parseLarge(body, mebibytes)).then(value => done(null, value), done)
    const excess = atOnce(findExcess(body, mebibytes))
    if (excess !== null) return done(malformed(excess))
    const text = body.toString()
    parse(request, text, (error, value) => (error ? done(malformed(jsonErrorText(text))) : done(null, value)))
  })
  // A file is not read here: its route streams and counts it.
  server.addContentTypeParser(fileTypes, (request, payload, done) => {
    if (request.routeOptions.config.takesFile) done(null, payload)
    else done(wrongMediaType(request))
  })
}

function* parseLarge(body: Buffer, mebibytes: number): Steps<unknown> {
  const excess = yield* findExcess(body, mebibytes)
  if (excess !== null) throw malformed(excess)
  try {
    return yield* parseJson(body.subarray(beginsWithMark(body) ? 3 : 0))
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${(error as Error).message}.`)
  }
}

/** A byte order mark. */
const beginsWithMark = (body: Buffer): boolean => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf

/** The refusal of a body whose media type the route does not take. */
export function wrongMediaType({ routeOptions, headers }: Pick<FastifyRequest, 'routeOptions' | 'headers'>): Refusal {
  const { takesFile } = routeOptions.config
  const type = headers['content-type']
  const got = type === undefined ? 'got none' : `got ${quoted(type)}`
  if (takesFile === undefined) {
    return new Refusal('not_json', `Send the body as JSON, with Content-Type: application/json; ${got}.`)
  }
  const types = new Intl.ListFormat('en', { type: 'disjunction' }).format(takesFile)
  return new Refusal('not_pdf', `Send the file itself as the body, with Content-Type ${types}; ${got}.`)
}

/** RFC 8259 allows only UTF-8; text in another encoding would be stored as nonsense. */
function checkEncoding({ 'content-encoding': coding = '', 'content-type': type = '' }: IncomingHttpHeaders) {
  if (coding !== '' && coding.toLowerCase() !== 'identity') {
    const detail = `The body must not be compressed, got Content-Encoding ${quoted(coding)}: leave the header out.`
    return new Refusal('encoding_not_supported', detail)
  }
  const charset = charsetIn.exec(type)?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return null
  return new Refusal('encoding_not_supported', `The body must be in UTF-8, got charset ${quoted(charset)}.`)
}

/** The reason and position of a syntax error, which Fastify's own error lacks. */
function jsonErrorText(text: string): string {
  try {
    JSON.parse(text)
    return 'The body is not valid JSON.'
  } catch (error) {
    return `The body is not valid JSON: ${(error as Error).message}.`
  }
}

/** Counts only brackets, colons and commas outside strings, before parsing, at a fraction of its cost. */
function* findExcess(json: Buffer, mebibytes: number): Steps<string | null> {
  const maxValues = maxValuesPerMebibyte * mebibytes
  const maxNames = mebibytes === 1 ? maxNamesOfMebibyte : maxValues
  let depth = 0
  let values = 1
  let names = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    if ((i & 0xffff) === 0) yield
    const byte = json[i]
    if (inString) {
      if (byte === 0x5c) i++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth) return `The body is nested deeper than ${maxDepth} levels.`
    } else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte === 0x3a && ++names > maxNames) return `The body contains more than ${maxNames} fields.`
    else if (byte === 0x2c && ++values > maxValues) return `The body contains more than ${maxValues} values.`
  }
  return null
}
