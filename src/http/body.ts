// Request bodies: JSON in UTF-8, within the depth and number of values that a request can need.

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { quoted, Refusal } from '../base/refusal.ts'
import { malformed } from './problem.ts'

const xmlTypes = /^(?:application|text)\/(?:[\w.-]+\+)?xml(?:;|$)/

const depthLimit = 20
/** An order of 500 items has about 5,000 values. Ajv reports every wrong value, so their number must be bounded. */
const valueLimit = 50_000

export function readJson(server: FastifyInstance): void {
  // An unknown field is ignored and named, whatever its name. JSON.parse makes __proto__ an ordinary property, and no
  // code here copies unknown fields.
  const parse = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeAllContentTypeParsers()
  // Only routes that take raw bytes can handle XML.
  server.addContentTypeParser(xmlTypes, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) return done(null, body)
    done(new Refusal('not_json', 'The body must be application/json, got XML.'))
  })
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.rawBody) return done(null, body)
    if (body.length === 0) return done(null, undefined)
    const coding = request.headers['content-encoding'] || 'identity'
    if (coding.toLowerCase() !== 'identity') return done(new Refusal('not_json', compressedBody(coding)))
    if (!isUtf8(body)) return done(malformed('The body is not valid UTF-8.'))
    const excess = excessOf(body)
    if (excess !== null) return done(malformed(excess))
    const text = body.toString()
    parse(request, text, (error, value) => (error ? done(malformed(faultOf(text))) : done(null, value)))
  })
  // A file is not read here: its route streams and counts it.
  server.addContentTypeParser(['application/pdf', 'image/png', 'image/jpeg'], (request, payload, done) => {
    if (request.routeOptions.config.takesFile) done(null, payload)
    else done(new Refusal('not_json', 'Send JSON as application/json.'))
  })
}

const compressedBody = (coding: string) =>
  `Send the body as plain JSON, without Content-Encoding, got ${quoted(coding)}.`

/** Why and where a text is not JSON; Fastify's own error says neither. */
function faultOf(text: string): string {
  try {
    JSON.parse(text)
    return 'The body is not valid JSON.'
  } catch (error) {
    return `The body is not valid JSON: ${(error as Error).message}.`
  }
}

/** Counts only brackets and commas outside strings, before parsing, at a fraction of its cost. */
function excessOf(json: Buffer): string | null {
  let depth = 0
  let values = 1
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (inString) {
      if (byte === 0x5c) i++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > depthLimit) return `The body is nested deeper than ${depthLimit} levels.`
    } else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte === 0x2c && ++values > valueLimit) return `The body contains more than ${valueLimit} values.`
  }
  return null
}
