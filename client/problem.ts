// The error with which calls reject.

import type { Problem } from './apiTypes.ts'

/**
 * A refusal of the service, as it was sent (RFC 9457), or no answer at all: then `status` is 0 and `code` is
 * `unreachable`. `errors` names each wrong field by its JSON pointer.
 */
export class OctavoProblem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Problem['errors']
  /** Quote it to the operator of the service. */
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

  /** Whether the service may have done it, although it did not say so. */
  get isUnknownOutcome(): boolean {
    return this.status === 0 || this.status >= 500
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.isUnknownOutcome || this.status === 429
  }
}
