// Refusals and failures become RFC 9457 problems only here. Errors of Fastify, Ajv and the HTTP parser become a Refusal
// first. An unreachable database, or repeated conflicts between transactions, becomes `overloaded`. Anything else is a
// bug: it is logged with its stack, and its answer reveals nothing.

import type { ErrorObject } from 'ajv'
import type { Words } from '../../../languages/texts.ts'
import { years } from '../../base/clock.ts'
import {
  MissingScope,
  type Problem,
  Refusal,
  type RefusalCode,
  refusals,
  StatusRefusal,
  TooMany,
  withUnseen,
} from '../../base/refusal.ts'
import { isConflict } from '../../db/conflict.ts'
import { isUnreachableDatabase } from '../../db/unreachable.ts'

/** Keeps the answer to a small request small. Validation stops at this number too. */
export const maxProblems = 100
const maxShown = 60
const retryWhenOverloadedSeconds = 2

export type ProblemAnswer = {
  status: number
  headers: Record<string, string>
  body: ProblemBody
  /** True for an error that must be logged with its stack. */
  bug: boolean
}

export const problemType = 'application/problem+json'

/** The public answer to anything that was thrown. `challenge` is the WWW-Authenticate value of a 401. */
export function problemOf(thrown: unknown, requestId: string, challenge: string): ProblemAnswer {
  const refusal = refusalOf(thrown)
  const { code, detail } = refusal
  const body: ProblemBody = {
    ...problemBody({ code, detail, errors: refusal.problems.slice(0, maxProblems), requestId }),
    ...(refusal instanceof StatusRefusal ? { currentStatus: refusal.currentStatus } : {}),
    ...(refusal instanceof MissingScope ? { missingScope: refusal.missingScope } : {}),
  }
  return { status: body.status, headers: fieldsOf(refusal, challenge), body, bug: code === 'internal_error' }
}

type ProblemContent = { code: RefusalCode; detail: Words; errors: Problem[]; requestId: string }
export type ProblemBody = ProblemContent & {
  type: string
  title: string
  status: number
  currentStatus?: string
  missingScope?: string
}

export function problemBody({ code, detail, errors, requestId }: ProblemContent): ProblemBody {
  const { status, title } = refusals[code]
  return { type: `/docs/errors#${code}`, title, status, detail, code, errors, requestId }
}

/** The method is not allowed; `allowed` lists the allowed methods. */
export class MethodNotAllowed extends Refusal {
  readonly allowed: string[]
  constructor(method: string, allowed: string[]) {
    super('method_not_allowed', `This address does not support ${method}; it supports ${allowed.join(', ')}.`)
    this.allowed = allowed
  }
}

function fieldsOf(refusal: Refusal, challenge: string): Record<string, string> {
  if (refusal instanceof MethodNotAllowed) return { allow: refusal.allowed.join(', ') }
  if (refusal instanceof TooMany) {
    return {
      'retry-after': String(refusal.retryAfterSeconds),
      'ratelimit-limit': String(refusal.limit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(refusal.resetSeconds),
    }
  }
  if (refusal instanceof StatusRefusal && refusal.retryAfterSeconds !== null) {
    return { 'retry-after': String(refusal.retryAfterSeconds) }
  }
  if (refusal.code === 'overloaded') return { 'retry-after': String(retryWhenOverloadedSeconds) }
  if (refusals[refusal.code].status === 401) return { 'www-authenticate': challenge }
  return {}
}

type FastifyFailure = {
  code?: string
  statusCode?: number
  message?: string
  validation?: ErrorObject[]
  validationContext?: string
}

function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  const failure = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as FastifyFailure
  if (failure.validation) return refusalOfSchema(failure.validation, failure.validationContext)
  if (isUnreachableDatabase(thrown))
    return new Refusal('overloaded', 'The service cannot reach its database at the moment. Try again.')
  if (isConflict(thrown)) {
    return new Refusal('overloaded', 'The order was changed by another request at the same time. Try again.')
  }
  switch (failure.code) {
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed('The body does not have the length in Content-Length: send exactly that many bytes.')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return malformed('The address is not well-formed: check its percent-encoding.')
  }
  // Body parsers and Node's HTTP layer mark client errors with a 4xx status.
  if (failure.code?.startsWith('FST_') && failure.statusCode && failure.statusCode >= 400 && failure.statusCode < 500) {
    return malformed('The request is not well-formed HTTP.')
  }
  return new Refusal('internal_error', 'Something went wrong on our side. Contact support with this requestId.')
}

export const malformed = (detail: Words, problems: Problem[] = [{ pointer: '', code: 'malformed', detail }]) =>
  new Refusal('malformed_request', detail, problems)

type SchemaFailure = Pick<FastifyFailure, 'validation' | 'validationContext'>

/** Refuses a body for all problems found by its schema and by the rules of its route, one problem per value. */
export function refuseAll(schemaFailure: SchemaFailure | undefined, ruleProblems: Problem[]): void {
  if (schemaFailure?.validation && schemaFailure.validationContext !== 'body') throw schemaFailure
  const problems = problemsOfBody(schemaFailure?.validation ?? [], ruleProblems)
  if (problems.length > 0) throw refusalOfProblems(problems)
}

/** What a schema and the rules of a route find in a body, one problem per value. */
export function problemsOfBody(schemaErrors: ErrorObject[], ruleProblems: Problem[]): Problem[] {
  const problems = problemsOfAjv(schemaErrors)
  const wrong = new Set(problems.map(({ pointer }) => pointer))
  return [...problems, ...ruleProblems.filter(({ pointer }) => !wrong.has(pointer))]
}

/** A path parameter that cannot exist answers 404; everything else is a malformed request. */
const refusalOfSchema = (errors: ErrorObject[], context: string | undefined): Refusal =>
  context === 'params' ? notFoundRefusal(errors) : refusalOfProblems(problemsOfAjv(errors, context))

/** An identifier that no order can have gets the same answer as an unknown identifier. */
function notFoundRefusal(errors: ErrorObject[]): Refusal {
  const isOrder = errors.every(({ instancePath }) => instancePath === '/customerOrderId')
  if (!isOrder) return new Refusal('not_found', 'Nothing was found at this address: check the identifiers in the path.')
  return new Refusal('order_not_found', `There is no such order: ${problemsOfAjv(errors)[0]!.detail}`)
}

function refusalOfProblems(problems: Problem[]): Refusal {
  const mainProblem = problems.find(({ code }) => isRefusalCode(code)) ?? problems[0]
  if (mainProblem === undefined) return malformed('The request does not fit its schema.')
  const remaining = problems.length < maxProblems ? problems.length - 1 : 'many'
  const detail = remaining === 0 ? mainProblem.detail : `${mainProblem.detail} And ${remaining} more.`
  return new Refusal(isRefusalCode(mainProblem.code) ? mainProblem.code : 'malformed_request', detail, problems)
}

/**
 * A schema or a rule may name the refusal code of an invalid value, such as unsupported_country. An invalid value is
 * answered with 400, also if the code of its problem is that of a refusal for another reason: not_allowed.
 */
const isRefusalCode = (code: string): code is RefusalCode =>
  Object.hasOwn(refusals, code) && refusals[code as RefusalCode].status === 400

/** Ajv's errors as problems, each with what was received and what was expected. */
function problemsOfAjv(errors: readonly ErrorObject[], context = 'body'): Problem[] {
  const inQuery = context === 'querystring'
  const pathsFailing = (failedKeyword: string) =>
    new Set(errors.filter(({ keyword }) => keyword === failedKeyword).map(({ instancePath }) => instancePath))
  const [wrongTypes, wrongPatterns] = [pathsFailing('type'), pathsFailing('pattern')]
  // One problem per value: a wrong type hides its other problems.
  return errors
    .filter(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf' && keyword !== 'oneOf')
    .filter(({ keyword, instancePath }) => keyword !== 'enum' || !wrongTypes.has(instancePath))
    .filter(({ keyword, instancePath }) => keyword !== 'format' || !wrongPatterns.has(instancePath))
    .map(error => {
      const path = error.instancePath + extraStep(error)
      const name = path === '' ? (inQuery ? 'The query' : 'The body') : nameOf(path)
      const { code, says } = inQuery && Array.isArray(error.data) ? repeatedParameter(error.data) : sentenceOf(error)
      const ownCode = error.keyword === 'pattern' ? (error.parentSchema as { 'x-code'?: string })['x-code'] : undefined
      return {
        pointer: inQuery ? `?${path.slice(1)}` : path,
        code: ownCode ?? code,
        detail: `${name} ${says}`,
      }
    })
}

/** The last step of the path; for an array entry, which has no name, also the step before it. */
function nameOf(path: string): string {
  const [step = '', before = ''] = path.split('/').map(unescapePointer).reverse()
  return before !== '' && /^\d+$/.test(step) ? `entry ${step} of ${before}` : step
}

const extraStep = ({ keyword, params }: ErrorObject): string => {
  const name =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : keyword === 'uniqueItems'
          ? Math.max(params.i, params.j)
          : null
  return name === null ? '' : `/${escapePointer(String(name))}`
}

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
const unescapePointer = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~')

const repeatedParameter = (values: unknown[]) => ({
  code: 'wrong_type',
  says: `must be given once, got ${values.length} values.`,
})

function sentenceOf({ keyword, params, data, parentSchema, instancePath }: ErrorObject) {
  const isSecret = secretName.test(instancePath)
  // A missing body arrives here as null.
  const got =
    instancePath === '' && data === null
      ? 'got null or no body'
      : `got ${isSecret ? secretText(data) : textOfValue(data)}`
  const { 'x-expected': expected, 'x-code': ownCode } = (parentSchema ?? {}) as {
    'x-expected'?: string
    'x-code'?: string
  }
  switch (keyword) {
    case 'required':
      return { code: 'missing', says: 'is required but missing.' }
    case 'additionalProperties':
      return { code: 'unknown_field', says: 'is not a field of this request.' }
    case 'type':
      return {
        code: 'wrong_type',
        says: `must be ${[params.type]
          .flat()
          .map(type => typeNames[type])
          .join(' or ')}${expected ? ` (${expected})` : ''}, ${got}.`,
      }
    case 'minLength':
      return { code: 'too_short', says: `must have at least ${count(params.limit, 'character')}, ${got}.` }
    case 'maxLength':
      return {
        code: 'too_long',
        says: `must have at most ${count(params.limit, 'character')}, got ${[...String(data)].length}.`,
      }
    case 'minItems':
      return {
        code: 'too_few',
        says: `must have at least ${count(params.limit, 'entry')}, got ${(data as unknown[]).length}.`,
      }
    case 'maxItems':
      return {
        code: 'too_many',
        says: `must have at most ${count(params.limit, 'entry')}, got ${(data as unknown[]).length}.`,
      }
    case 'uniqueItems':
      return {
        code: 'given_twice',
        says: `repeats entry ${Math.min(params.i, params.j)}: list each value once.`,
      }
    case 'minProperties':
    case 'maxProperties':
      return {
        code: keyword === 'minProperties' ? 'too_few' : 'too_many',
        says: `must have ${keyword === 'minProperties' ? 'at least' : 'at most'} ${params.limit} of ${fieldNames(parentSchema)}, got ${Object.keys(data as object).length}.`,
      }
    case 'minimum':
    case 'exclusiveMinimum':
      return { code: 'too_small', says: `must be ${comparisons[params.comparison]} ${params.limit}, ${got}.` }
    case 'maximum':
    case 'exclusiveMaximum':
      return { code: 'too_large', says: `must be ${comparisons[params.comparison]} ${params.limit}, ${got}.` }
    case 'enum':
      return {
        code: ownCode ?? 'not_one_of',
        says: `must be one of ${params.allowedValues.map(String).join(', ')}; ${got}.`,
      }
    case 'const':
      return { code: 'not_one_of', says: `must be ${textOfValue(params.allowedValue)}, ${got}.` }
    case 'format':
      return {
        code: 'wrong_format',
        says: `must be ${formats[params.format] ?? expected ?? `a ${params.format}`}, ${got}.`,
      }
    case 'pattern':
      return {
        code: ownCode ?? 'wrong_format',
        says: `must be ${expected ?? `text that fits ${params.pattern}`}, ${got}.`,
      }
    default:
      return { code: 'invalid', says: `does not fit (${keyword}), ${got}.` }
  }
}

const formats: Record<string, string> = {
  'date-time': `a date and time in the years ${years.first} to ${years.last}, such as 2026-11-21T02:00:00Z`,
  date: `a date in the years ${years.first} to ${years.last}, such as 2026-11-21`,
  email: 'an email address',
}

const fieldNames = (schema: unknown) => {
  const { properties = {} } = (schema ?? {}) as { properties?: object }
  return Object.keys(properties).join(', ') || 'its fields'
}

/** Fields whose values an answer never repeats, because answers are logged and shared. */
const secretName = /(password|token|secret|code)$/i

const secretText = (data: unknown): string =>
  typeof data === 'string' ? count([...data].length, 'character') : data === null ? 'null' : 'something else'

function textOfValue(data: unknown): string {
  if (typeof data === 'number' && !Number.isFinite(data)) return 'a number that is too large'
  if (Array.isArray(data)) return 'an array'
  if (typeof data === 'object' && data !== null) return 'an object'
  if (data === undefined) return 'nothing'
  const text = JSON.stringify(data)
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
  return typeof data === 'string' ? shown + withUnseen(data) : shown
}

const comparisons: Record<string, string> = { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' }
const typeNames: Record<string, string> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
}
const count = (n: number, what: string) => `${n} ${n === 1 ? what : what === 'entry' ? 'entries' : `${what}s`}`
