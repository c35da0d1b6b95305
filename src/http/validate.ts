// Validates requests against their schemas. Bodies are taken literally: "7" is not a number there. Params and queries
// are text, so numbers are parsed from them.

import { Ajv, type Options as AjvOptions, type AnySchemaObject, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { isDay, isInstant } from '../base/clock.ts'
import { compiledOnce } from './compiledOnce.ts'

export const compileSchema: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  httpPart === 'body' ? compileBody(schema) : compileText(schema)

const ajvOptions: AjvOptions = {
  allErrors: true, // all problems of a request are reported together
  verbose: true, // an error carries the received value
  removeAdditional: false,
  useDefaults: true,
  strictSchema: true, // an unknown keyword is a typing error
  strictNumbers: true,
  strictTypes: false,
  strictRequired: false, // `then` branches require what is declared outside them
  keywords: ['x-expected', 'x-code'],
}
const exactAjv = withFormats(new Ajv({ ...ajvOptions, coerceTypes: false }))
const textAjv = withFormats(new Ajv({ ...ajvOptions, coerceTypes: true }))

const compileBody = compiledOnce(schema => exactAjv.compile(schema))
const compileText = compiledOnce(validatorOfText)

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv)
  const { validate: isDateTime } = ajv.formats['date-time'] as { validate(text: string): boolean }
  // RFC 3339 allows the year 0, and leap seconds, which our clocks never show.
  ajv.addFormat('date-time', (text: string) => isDateTime(text) && isInstant(text))
  ajv.addFormat('date', isDay)
  // A pattern decides what an address must look like; this checks that it can be parsed.
  return ajv.addFormat('iri', (text: string) => URL.canParse(text))
}

type Texts = Record<string, unknown>

/** Ajv reads 1e400 as Infinity and then ignores bounds, so such text is reported as not being a number. */
function validatorOfText(schema: { properties?: Record<string, AnySchemaObject> }) {
  const validate = textAjv.compile(schema)
  const endlessIn = (data: Texts, given: Texts): ErrorObject[] =>
    Object.keys(data)
      .filter(name => typeof data[name] === 'number' && !Number.isFinite(data[name]))
      .map(name => {
        const { [name]: parentSchema } = schema.properties!
        const at = { instancePath: `/${name}`, schemaPath: `#/properties/${name}/type`, parentSchema: parentSchema! }
        return { keyword: 'type', params: { type: parentSchema!.type }, data: given[name], ...at }
      })
  const check: { (data: Texts): boolean; errors?: ErrorObject[] | null } = data => {
    const given = { ...data }
    const fits = validate(data)
    const endless = endlessIn(data, given)
    check.errors = [...(validate.errors ?? []), ...endless]
    return fits && endless.length === 0
  }
  return check
}
