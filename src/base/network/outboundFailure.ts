// The coarse codes that may be reported about a failed outgoing call.

export type OutboundFailure = 'url_blocked' | 'dns_failed' | 'timeout' | 'connect_failed' | 'tls_failed' | 'bad_answer'

/** A failure that we caused or recognized ourselves; only its code is reported. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure
  /** Before a byte of the request was sent. */
  readonly isUnsent: boolean

  constructor(failure: OutboundFailure, { isUnsent = false } = {}) {
    super(failure)
    this.failure = failure
    this.isUnsent = isUnsent
  }
}

export function failureOf(error: unknown): OutboundFailure {
  if (error instanceof OutboundError) return error.failure
  if (error instanceof AggregateError) {
    const failures = error.errors.map(failureOf)
    return failures.find(failure => failure === 'url_blocked') ?? failures[0] ?? 'connect_failed'
  }
  const code = (error as { code?: unknown }).code
  if (code === 'ERR_IP_BLOCKED') return 'url_blocked'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout'
  if (typeof code === 'string' && /^E(CONN|HOST|NET|ADDR|PIPE)/.test(code)) return 'connect_failed'
  return 'bad_answer'
}
