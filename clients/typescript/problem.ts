// The error with which calls reject.

import type { Problem } from './apiTypes.ts'

/**
 * A refusal of the service (RFC 9457). If there was no answer, `status` is 0 and `code` is
 * `unreachable`. `errors` names each invalid field by its JSON pointer.
 */
export class OctavoProblem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Problem['errors']
  /** The id to quote when you ask the operator of the service for help. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    { status = 0, code = 'unexpected', detail, errors = [], requestId }: Partial<Problem>,
    { retryAfterSeconds = null, cause }: { retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(detail ?? `The service answered ${status} without saying why.`, cause === undefined ? {} : { cause })
    this.name = 'OctavoProblem'
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether the service may have carried out the request although it did not confirm it. */
  get isUnknownOutcome(): boolean {
    return this.status === 0 || this.status >= 500
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.isUnknownOutcome || this.status === 429
  }
}
