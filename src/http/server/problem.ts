// Refusals and failures become RFC 9457 problems only here. Errors of Fastify, Ajv and the HTTP parser become a Refusal
// first. An unreachable database, or repeated conflicts between transactions, becomes `overloaded`. Anything else is a
// bug: it is logged with its stack, and its answer reveals nothing.

import type { ErrorObject } from 'ajv'
import { say, Translatable, type Words } from '../../../languages/texts.ts'
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
import { isConflict, isOfMoved } from '../../db/conflict.ts'
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
    return new Refusal('overloaded', say('The service cannot reach its database at the moment. Try again.'))
  if (isConflict(thrown)) {
    return new Refusal('overloaded', say('The order was changed by another request at the same time. Try again.'))
  }
  if (isOfMoved(thrown)) return new Refusal('wrong_state', say('The account has moved to another installation.'))
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
  return new Refusal('internal_error', say('Something went wrong on our side. Contact support with the request ID.'))
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

/** The mistakes in a body by the schema and the rules of a route, one problem per value. */
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
  if (!isOrder)
    return new Refusal('not_found', say('Nothing was found at this address: check the identifiers in the path.'))
  return new Refusal(
    'order_not_found',
    say('There is no such order: {detail}', { detail: problemsOfAjv(errors)[0]!.detail }),
  )
}

function refusalOfProblems(problems: Problem[]): Refusal {
  const mainProblem = problems.find(({ code }) => isRefusalCode(code)) ?? problems[0]
  if (mainProblem === undefined) return malformed('The request does not fit its schema.')
  const remaining = problems.length < maxProblems ? problems.length - 1 : say('many')
  const detail =
    remaining === 0
      ? mainProblem.detail
      : say('{problem} And {remaining} more.', { problem: mainProblem.detail, remaining })
  return new Refusal(isRefusalCode(mainProblem.code) ? mainProblem.code : 'malformed_request', detail, problems)
}

/**
 * A schema or a rule may name the refusal code of an invalid value, such as unsupported_country. An invalid value is
 * answered with 400, even if its problem has the code of a refusal for another reason: not_allowed.
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
      const field = path === '' ? (inQuery ? say('The query') : say('The body')) : nameOf(path)
      const { code, detail } =
        inQuery && Array.isArray(error.data) ? repeatedParameter(field, error.data) : sentenceOf(field, error)
      const ownCode = error.keyword === 'pattern' ? (error.parentSchema as { 'x-code'?: string })['x-code'] : undefined
      return {
        pointer: inQuery ? `?${path.slice(1)}` : path,
        code: ownCode ?? code,
        detail,
      }
    })
}

/** The last step of the path; for an array entry, which has no name, also the step before it. */
function nameOf(path: string): Words {
  const [step = '', before = ''] = path.split('/').map(unescapePointer).reverse()
  return before !== '' && /^\d+$/.test(step) ? say('entry {step} of {before}', { step, before }) : step
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

const repeatedParameter = (field: Words, { length }: unknown[]) => ({
  code: 'wrong_type',
  detail: say('{field} must be given once, got {length} values.', { field, length }),
})

function sentenceOf(field: Words, { keyword, params, data, parentSchema, instancePath }: ErrorObject) {
  const isSecret = secretName.test(instancePath)
  // A missing body arrives here as null.
  const got =
    instancePath === '' && data === null ? say('null or no body') : isSecret ? secretText(data) : textOfValue(data)
  const { 'x-expected': ownText, 'x-code': ownCode } = (parentSchema ?? {}) as {
    'x-expected'?: string
    'x-code'?: string
  }
  const ownExpected = ownText === undefined ? undefined : new Translatable(ownText)
  const mustBe = (code: string, expected: Words) => ({
    code,
    detail: say('{field} must be {expected}, got {got}.', { field, expected, got }),
  })
  const atLeast = (code: string, count: Words, got: Words | number) => ({
    code,
    detail: say('{field} must have at least {count}, got {got}.', { field, count, got }),
  })
  const atMost = (code: string, count: Words, got: Words | number) => ({
    code,
    detail: say('{field} must have at most {count}, got {got}.', { field, count, got }),
  })
  const { limit } = params
  switch (keyword) {
    case 'required':
      return { code: 'missing', detail: say('{field} is required but missing.', { field }) }
    case 'additionalProperties':
      return { code: 'unknown_field', detail: say('{field} is not a field of this request.', { field }) }
    case 'type': {
      const types = [params.type].flat().map(type => typeNames[type] ?? type)
      const expected = types.length === 1 ? types[0] : say('{types} [[or]]', { types: { or: types } })
      return mustBe(
        'wrong_type',
        ownExpected === undefined ? expected : say('{expected} ({ownExpected})', { expected, ownExpected }),
      )
    }
    case 'minLength':
      return atLeast('too_short', characters(limit), got)
    case 'maxLength':
      return atMost('too_long', characters(limit), [...String(data)].length)
    case 'minItems':
      return atLeast('too_few', entries(limit), (data as unknown[]).length)
    case 'maxItems':
      return atMost('too_many', entries(limit), (data as unknown[]).length)
    case 'uniqueItems': {
      const entry = Math.min(params.i, params.j)
      const detail = say('{field} repeats entry {entry}: list each value once.', { field, entry })
      return { code: 'given_twice', detail }
    }
    case 'minProperties':
    case 'maxProperties': {
      const { length } = Object.keys(data as object)
      const ofThem = say('{limit} of {names}', { limit, names: fieldNames(parentSchema) })
      return keyword === 'minProperties' ? atLeast('too_few', ofThem, length) : atMost('too_many', ofThem, length)
    }
    case 'minimum':
    case 'exclusiveMinimum':
      return mustBe('too_small', comparison(params.comparison, limit))
    case 'maximum':
    case 'exclusiveMaximum':
      return mustBe('too_large', comparison(params.comparison, limit))
    case 'enum': {
      const values = params.allowedValues.map(String).join(', ')
      const detail = say('{field} must be one of {values}; got {got}.', { field, values, got })
      return { code: ownCode ?? 'not_one_of', detail }
    }
    case 'const':
      return mustBe('not_one_of', textOfValue(params.allowedValue))
    case 'format':
      return mustBe('wrong_format', formats[params.format] ?? ownExpected ?? `a ${params.format}`)
    case 'pattern':
      return mustBe(ownCode ?? 'wrong_format', ownExpected ?? `text that fits ${params.pattern}`)
    default:
      return { code: 'invalid', detail: say('{field} does not fit ({keyword}), got {got}.', { field, keyword, got }) }
  }
}

const formats: Record<string, Translatable> = {
  'date-time': say('a date and time in the years {first} to {last}, such as 2026-11-21T02:00:00Z', {
    first: years.first,
    last: years.last,
  }),
  date: say('a date in the years {first} to {last}, such as 2026-11-21', { first: years.first, last: years.last }),
  email: say('an email address'),
}

const fieldNames = (schema: unknown) => {
  const { properties = {} } = (schema ?? {}) as { properties?: object }
  return Object.keys(properties).join(', ') || say('its fields')
}

/** Fields whose values an answer never repeats, because answers are logged and shared. */
const secretName = /(password|token|secret|code)$/i

const secretText = (data: unknown): Words =>
  typeof data === 'string' ? characters([...data].length) : data === null ? 'null' : say('something else')

function textOfValue(data: unknown): Words {
  if (typeof data === 'number' && !Number.isFinite(data)) return say('a number that is too large')
  if (Array.isArray(data)) return say('an array')
  if (typeof data === 'object' && data !== null) return say('an object')
  if (data === undefined) return say('nothing')
  const text = JSON.stringify(data)
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
  return typeof data === 'string' ? shown + withUnseen(data) : shown
}

function comparison(sign: string, limit: number): Translatable {
  switch (sign) {
    case '>=':
      return say('at least {limit}', { limit })
    case '>':
      return say('more than {limit}', { limit })
    case '<=':
      return say('at most {limit}', { limit })
    default:
      return say('less than {limit}', { limit })
  }
}
const typeNames: Record<string, Words> = {
  null: 'null',
  boolean: say('a boolean'),
  integer: say('an integer'),
  number: say('a number'),
  string: say('a string'),
  array: say('an array'),
  object: say('an object'),
}
const characters = (count: number) => (count === 1 ? say('1 character') : say('{count} characters', { count }))
const entries = (count: number) => (count === 1 ? say('1 entry') : say('{count} entries', { count }))
