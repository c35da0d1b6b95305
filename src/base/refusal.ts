// Everything that the service refuses on purpose, in one table: code, HTTP status, title. Code throws a Refusal; only
// http/problem.ts turns it into an answer. Anything else that is thrown is a bug and answers 500.

export const refusals = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  unsupported_country: { status: 400, title: 'The destination country is not supported' },
  duplicate_order_id: { status: 400, title: 'The customerOrderId was already used' },
  page_count_not_allowed: { status: 400, title: 'The product cannot have that page count' },
  not_from_provider: { status: 400, title: 'The message is not one of the provider' },
  not_authenticated: { status: 401, title: 'No valid credentials' },
  second_factor_required: { status: 401, title: 'The sign-in needs a second factor' },
  not_allowed: { status: 403, title: 'These credentials may not do that' },
  reauthentication_required: { status: 403, title: 'Confirm the password first' },
  second_factor_enrolment_required: { status: 403, title: 'Set up a second factor first' },
  order_not_found: { status: 404, title: 'No such order' },
  not_found: { status: 404, title: 'No such thing' },
  file_not_kept: { status: 404, title: 'The file is not kept here' },
  method_not_allowed: { status: 405, title: 'The address does not know that method' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  order_not_cancellable: { status: 409, title: 'The order cannot be cancelled now' },
  amount_changed: { status: 409, title: 'The amount is another one now' },
  no_card: { status: 409, title: 'There is no card on file' },
  wrong_state: { status: 409, title: 'That is not possible in the present state' },
  refund_too_large: { status: 409, title: 'There is not so much left to give back' },
  already_exists: { status: 409, title: 'It exists already' },
  upload_quota_exceeded: { status: 413, title: 'The account has uploaded as much as it may keep' },
  body_too_large: { status: 413, title: 'The body is too large' },
  not_pdf: { status: 415, title: 'The body must be application/pdf' },
  not_json: { status: 415, title: 'The body must be application/json' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  request_key_reused: { status: 422, title: 'The Idempotency-Key names another request' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The header is too large' },
  internal_error: { status: 500, title: 'The service failed' },
  provider_unavailable: { status: 503, title: 'The payment provider cannot be reached now' },
  overloaded: { status: 503, title: 'The service cannot take the request now' },
} as const

export type RefusalCode = keyof typeof refusals

/** One thing wrong with a request: where (JSON Pointer into the body), a code, and a sentence with what was got and expected. */
export type Problem = { pointer: string; code: string; detail: string } & Partial<FileFacts>

/** How much of a bad value a problem repeats. */
const longestQuote = 60

/** A bad value as a problem repeats it. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text)

/** What a problem of a print file tells besides. `pages` is such as "1-4, 9"; null where it does not apply. */
export type FileFacts = {
  severity: 'error' | 'warning' | 'info'
  file: 'cover' | 'guts'
  pages: string | null
  got: string | null
  expected: string | null
  tolerance: string | null
  message: string
  fix: string
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly problems: Problem[]

  constructor(code: RefusalCode, detail: string, problems: Problem[] = []) {
    super(detail)
    this.code = code
    this.problems = problems
  }
}

/** How many there may be, of which none is left; when one is allowed again, and when all of them are. */
type Exhausted = { limit: number; retryAfterSeconds: number; resetSeconds?: number }

/** Refused for now. */
export class TooMany extends Refusal {
  readonly limit: number
  readonly retryAfterSeconds: number
  readonly resetSeconds: number
  constructor(detail: string, { limit, retryAfterSeconds, resetSeconds = retryAfterSeconds }: Exhausted) {
    super('too_many_requests', detail)
    this.limit = limit
    this.retryAfterSeconds = retryAfterSeconds
    this.resetSeconds = resetSeconds
  }
}
