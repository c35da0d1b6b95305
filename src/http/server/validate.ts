// Validates requests against their schemas. Bodies are taken literally: "7" is not a number there. Params and queries
// are text, so numbers are parsed from them.

import { Ajv, type Options as AjvOptions, type AnySchemaObject, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { isDay, isInstant } from '../../base/clock.ts'
import { isCallable } from '../../base/network/urls.ts'
import { compileOnce } from './compileOnce.ts'
import { dropNullFields } from './nullFields.ts'
import { maxProblems } from './problem.ts'

export const compileSchema: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validator: () => Validator = httpPart === 'body' ? compileBody(schema) : compileText(schema)
  const check: Validator = data => {
    const validate = validator()
    const fits = validate(data)
    check.errors = validate.errors ?? null
    return fits
  }
  return check
}

// biome-ignore lint/suspicious/noExplicitAny: each validator expects the data of its schema
type Validator = { (data: any): boolean; errors?: ErrorObject[] | null }

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
  code: { process: stopAtMostProblems },
}
const exactAjv = withFormats(new Ajv({ ...ajvOptions, coerceTypes: false }))
const textAjv = withFormats(new Ajv({ ...ajvOptions, coerceTypes: true }))

/**
 * Ajv reports either all errors or only the first. 50,000 wrong fields would take a tenth of a second, so its generated
 * code returns at a maximum.
 */
function stopAtMostProblems(code: string): string {
  const name = /return function (\w+)\(/.exec(code)?.[1]
  return code.replaceAll('errors++;', `if (++errors >= ${maxProblems}) { ${name}.errors = vErrors; return false }`)
}

const compileBody = compileOnce(validatorOfBody)
const compileText = compileOnce(validatorOfText)

/** Lists what is wrong with a body that arrived otherwise than as JSON, and sets its defaults. */
export const bodyCheck =
  (schema: object) =>
  (body: object): ErrorObject[] => {
    const validate = compileBody(schema)()
    return validate(body) ? [] : (validate.errors ?? [])
  }

function validatorOfBody(schema: object): Validator {
  const validate: Validator = exactAjv.compile(schema)
  const check: Validator = body => {
    dropNullFields(schema, body)
    const fits = validate(body)
    check.errors = validate.errors ?? null
    return fits
  }
  return check
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv)
  const { validate: isDateTime } = ajv.formats['date-time'] as { validate(text: string): boolean }
  // RFC 3339 allows the year 0, and leap seconds, which our clocks never show.
  ajv.addFormat('date-time', (text: string) => isDateTime(text) && isInstant(text))
  ajv.addFormat('date', isDay)
  // A pattern checks the form of an address; this checks that it can be called.
  return ajv.addFormat('iri', isCallable)
}

type Texts = Record<string, unknown>

const decimal = /^-?\d+(?:\.\d+)?$/

/**
 * Ajv parses the same texts as numbers as JavaScript does: 1e2, 0x10 and " 120". It reads 1e400 as Infinity and then
 * ignores bounds. Here only decimal digits are a number.
 */
function validatorOfText(schema: { properties?: Record<string, AnySchemaObject> }) {
  const validate = textAjv.compile(schema)
  const oddNumbersIn = (data: Texts, given: Texts): ErrorObject[] =>
    Object.keys(data)
      .filter(name => typeof data[name] === 'number' && name in given && !decimal.test(String(given[name])))
      .map(name => {
        const { [name]: parentSchema } = schema.properties!
        const at = { instancePath: `/${name}`, schemaPath: `#/properties/${name}/type`, parentSchema: parentSchema! }
        return { keyword: 'type', params: { type: parentSchema!.type }, data: given[name], ...at }
      })
  const check: { (data: Texts): boolean; errors?: ErrorObject[] | null } = data => {
    const given = { ...data }
    const fits = validate(data)
    const odd = oddNumbersIn(data, given)
    check.errors = [...(validate.errors ?? []), ...odd]
    return fits && odd.length === 0
  }
  return check
}
