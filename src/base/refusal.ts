// Everything that the service refuses on purpose, in one table: code, HTTP status, title. Code throws a Refusal; only
// http/server/problem.ts turns it into an answer. Anything else that is thrown is a bug and answers 500.

import type { Words } from '../../languages/texts.ts'
import { unseenCharacters } from './text/foldText.ts'

export const refusals = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  too_many_to_sort: { status: 400, title: 'Too many orders match to be sorted' },
  unsupported_country: { status: 400, title: 'The destination country is not supported' },
  duplicate_order_id: { status: 400, title: 'The customerOrderId was already used' },
  page_count_not_allowed: { status: 400, title: 'The product does not allow that page count' },
  not_from_provider: { status: 400, title: 'The message does not come from its provider' },
  not_authenticated: { status: 401, title: 'No valid credentials' },
  second_factor_required: { status: 401, title: 'The sign-in needs a second factor' },
  not_allowed: { status: 403, title: 'These credentials do not allow this request' },
  scope_missing: { status: 403, title: 'The key does not have the scope for this request' },
  address_not_allowed: { status: 403, title: 'The key does not work from this address' },
  account_suspended: { status: 403, title: 'The account is suspended' },
  reauthentication_required: { status: 403, title: 'Confirm your password first' },
  second_factor_enrolment_required: { status: 403, title: 'Set up a second factor first' },
  order_not_found: { status: 404, title: 'The order does not exist' },
  not_found: { status: 404, title: 'Not found' },
  page_not_drawable: { status: 404, title: 'The page cannot be drawn' },
  file_not_kept: { status: 404, title: 'The file is not stored here' },
  method_not_allowed: { status: 405, title: 'The address does not support this method' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  order_not_cancellable: { status: 409, title: 'The order cannot be canceled now' },
  order_not_changeable: { status: 409, title: 'The order cannot be changed now' },
  change_not_possible: { status: 409, title: 'The order cannot be made with this change' },
  price_would_rise: { status: 409, title: 'The change would raise the price of a paid order' },
  amount_changed: { status: 409, title: 'The amount has changed' },
  no_card: { status: 409, title: 'There is no card on file' },
  another_person: { status: 409, title: 'Another person is signed in' },
  not_set_up: { status: 409, title: 'The catalog is not set up yet' },
  terms_not_accepted: { status: 409, title: 'The terms were not accepted' },
  wrong_state: { status: 409, title: 'The current state does not allow this' },
  recipient_forgotten: { status: 409, title: 'The personal data of the recipient was erased' },
  proof_changed: { status: 409, title: 'The files of the proof have changed' },
  quote_not_open: { status: 409, title: 'The quote cannot be accepted' },
  too_many_quotes: { status: 409, title: 'There are too many open quotes' },
  refund_too_large: { status: 409, title: 'The refund is larger than the remaining amount' },
  printers_changed: { status: 409, title: 'Somebody else changed the printers' },
  draft_changed: { status: 409, title: 'Somebody else changed the draft' },
  too_many_endpoints: { status: 409, title: 'There are too many webhook endpoints' },
  counts_in_production: { status: 409, title: 'The change also affects production' },
  upload_incomplete: { status: 409, title: 'Parts of the upload are missing' },
  upload_damaged: { status: 409, title: 'The upload does not have the announced SHA-256' },
  already_exists: { status: 409, title: 'It already exists' },
  upload_quota_exceeded: { status: 413, title: 'The account has used up its upload quota' },
  body_too_large: { status: 413, title: 'The body is too large' },
  not_pdf: { status: 415, title: 'The body must be the file itself' },
  not_json: { status: 415, title: 'The body must be application/json' },
  encoding_not_supported: { status: 415, title: 'The encoding of the body is not supported' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  request_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  operator_data_invalid: { status: 422, title: "The operator's data has mistakes" },
  too_many_requests: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The header is too large' },
  internal_error: { status: 500, title: 'The service failed' },
  provider_unavailable: { status: 503, title: 'The provider cannot be reached' },
  overloaded: { status: 503, title: 'The service is temporarily overloaded' },
} as const

export type RefusalCode = keyof typeof refusals

/**
 * One thing wrong with a request: where (a JSON Pointer into the body), a code, and a sentence that says what was sent
 * and what was expected.
 */
export type Problem = { pointer: string; code: string; detail: Words } & Partial<FileProblem>

/** The longest part of a bad value that a problem repeats. */
const maxQuote = 60

/** A bad value as a problem repeats it. A character that cannot be seen may be why it is bad, so it is named. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > maxQuote ? `${text.slice(0, maxQuote)}…` : text) + withUnseen(text)

/** ` (contains U+200B)`; nothing for a text that a reader sees as it is. */
export function withUnseen(text: string): string {
  const names = unseenCharacters(text)
  return names === '' ? '' : ` (contains ${names})`
}

/** Further fields of a problem about a print file. `pages` looks like "1-4, 9"; null where it does not apply. */
export type FileProblem = {
  severity: 'error' | 'warning' | 'info'
  file: 'cover' | 'guts'
  pages: string | null
  got: Words | null
  expected: Words | null
  tolerance: Words | null
  message: Words
  fix: Words
  /** Where it is on one of the pages, in inches from the lower left corner of the page. */
  place?: { page: number; x: number; y: number; width: number; height: number }
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly detail: Words
  readonly problems: Problem[]

  constructor(code: RefusalCode, detail: Words, problems: Problem[] = []) {
    super(String(detail))
    this.code = code
    this.detail = detail
    this.problems = problems
  }
}

/** The refusal of one wrong field, parameter (`?to`) or value; `detail` says what was got and what was expected. */
export const malformedField = (pointer: string, code: string, detail: Words): Refusal =>
  new Refusal('malformed_request', detail, [{ pointer, code, detail }])

/** The status of the order does not allow the act; `retryAfterSeconds` where the status changes by itself. */
export class StatusRefusal extends Refusal {
  readonly currentStatus: string
  readonly retryAfterSeconds: number | null
  constructor(
    code: 'order_not_cancellable' | 'order_not_changeable',
    detail: Words,
    { currentStatus, retryAfterSeconds }: Pick<StatusRefusal, 'currentStatus' | 'retryAfterSeconds'>,
  ) {
    super(code, detail)
    this.currentStatus = currentStatus
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A restricted key lacks the scope of the request. */
export class MissingScope extends Refusal {
  readonly missingScope: string
  constructor(missingScope: string) {
    super('scope_missing', `This key does not have the scope ${missingScope}, which this request needs.`)
    this.missingScope = missingScope
  }
}

/** The limit that is used up; when the next request is allowed, and when the whole limit is free again. */
type Exhausted = { limit: number; retryAfterSeconds: number; resetSeconds?: number }

/** A refusal that ends by itself: the request may be retried later. */
export class TooMany extends Refusal {
  readonly limit: number
  readonly retryAfterSeconds: number
  readonly resetSeconds: number
  constructor(detail: Words, { limit, retryAfterSeconds, resetSeconds = retryAfterSeconds }: Exhausted) {
    super('too_many_requests', detail)
    this.limit = limit
    this.retryAfterSeconds = retryAfterSeconds
    this.resetSeconds = resetSeconds
  }
}
