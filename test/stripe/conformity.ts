// Checks requests to Stripe against Stripe's own description: the body of a POST against its operation's form schema,
// the query of a GET against its parameters. The description is of 2021; where the package's current version of the
// interface differs, `renamed` says so, and nothing else is allowed.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

type Operation = {
  parameters?: { in: string; name: string; required?: boolean; schema: object }[]
  requestBody?: { content: { 'application/x-www-form-urlencoded': { schema: object } } }
}

const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, 'requests.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}

/** Fields whose name changed since, with the name by which the description knows them. */
const renamed: Record<string, Record<string, string>> = {
  'post /v1/payment_intents': { allowed_payment_method_types: 'payment_method_types' },
  'post /v1/checkout/sessions': { allowed_payment_method_types: 'payment_method_types' },
}

/** Methods of payment that came since. The compiler alone checks what a request says about them. */
const newMethods = new Set(['us_bank_account', 'customer_balance'])

/** Calls that the description lacks. */
const unchecked =
  /^(GET \/v1\/disputes|POST \/v1\/disputes\/\w+|\w+ \/v1\/checkout\/sessions\/\w+(\/expire)?|\w+ \/v1(\/test_helpers)?\/customers\/\w+\/\w+)$/

// Everything in a form is text; `coerceTypes` reads numbers and booleans out of it.
const ajv = new Ajv({ allErrors: true, coerceTypes: true, strict: false, validateFormats: false })
const validators = new Map<string, ValidateFunction>(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method} ${path}`, ajv.compile(schemaOf(operation))] as const,
    ),
  ),
)

/** What is wrong with a request; empty is right. `path` is without its query. */
export function problemsOf(method: string, path: string, form: Record<string, unknown>): string[] {
  if (unchecked.test(`${method} ${path}`)) return []
  const pattern = Object.keys(paths).find(known => fits(known, path) && method.toLowerCase() in paths[known]!)
  if (pattern === undefined) return [`Stripe's description knows no ${method} ${path}`]
  const name = `${method.toLowerCase()} ${pattern}`
  const validate = validators.get(name)!
  const names = renamed[name] ?? {}
  const known = Object.fromEntries(
    Object.entries(structuredClone(form)).map(([key, value]) => [names[key] ?? key, value]),
  )
  const types = known.payment_method_types
  if (Array.isArray(types)) known.payment_method_types = types.map(type => (newMethods.has(type) ? 'card' : type))
  if ((known.payment_method_data as { type?: string } | undefined)?.type === 'customer_balance')
    for (const field of ['payment_method_data', 'payment_method_options']) delete known[field]
  if (validate(known)) return []
  return (validate.errors ?? []).map(
    error => `${method} ${path}: ${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  )
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const got = path.split('/')
  return wanted.length === got.length && wanted.every((step, i) => step.startsWith('{') || step === got[i])
}

function schemaOf({ parameters = [], requestBody }: Operation): object {
  if (requestBody !== undefined) {
    const { schema } = requestBody.content['application/x-www-form-urlencoded']
    // A GET of the description has an empty body; its query is what counts.
    if (Object.keys((schema as { properties?: object }).properties ?? {}).length > 0) return schema
  }
  const query = parameters.filter(parameter => parameter.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** `a[b][0]=c` -> {a: {b: ['c']}}, as Stripe reads forms. */
export function readForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/[[\]]+/).filter(step => step !== '')
    let at: Record<string, unknown> = root
    steps.slice(0, -1).forEach((step, i) => {
      at[step] ??= /^\d+$/.test(steps[i + 1]!) ? [] : {}
      at = at[step] as Record<string, unknown>
    })
    at[steps.at(-1)!] = value
  }
  return root
}
