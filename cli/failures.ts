// What can go wrong, as one sentence and an exit status for scripts.

import { OctavoProblem } from '../client/index.ts'

export const exitStatus = {
  done: 0,
  refused: 1,
  usage: 2,
  key: 3,
  network: 4,
  busy: 5,
  unknown: 6,
  clock: 7,
} as const

export class Failure extends Error {
  readonly exit: number
  constructor(sentence: string, exit: number) {
    super(sentence)
    this.exit = exit
  }
}

/** Without a connection, the service has done nothing. After one, an answer that is missing may be lost. */
const neverSent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|CONNECT_TIMEOUT|CERT|ERR_TLS|bad port/

/** The failure of a command, from whatever it threw. */
export function failureOf(thrown: unknown, url: string): Failure {
  if (thrown instanceof Failure) return thrown
  if (!(thrown instanceof OctavoProblem)) return new Failure(sentenceOf(thrown), exitStatus.refused)
  const { status, code, message, requestId, errors, retryAfterSeconds } = thrown
  if (status === 0) {
    const cause = causeOf(thrown)
    return neverSent.test(cause)
      ? new Failure(
          `There is no connection to ${url} (${cause}): check the address and the network.`,
          exitStatus.network,
        )
      : new Failure(
          `The answer of ${url} was lost (${cause}): it may have been done, so look before you repeat it.`,
          exitStatus.unknown,
        )
  }
  if (status === 401) return new Failure(`The key is wrong or was revoked: log in again. ${message}`, exitStatus.key)
  if (status === 403) return new Failure(`The key may not do this: ${message}`, exitStatus.key)
  if (status === 429) {
    const wait = retryAfterSeconds === null ? 'later' : `in ${retryAfterSeconds} s`
    return new Failure(`Too many requests: try again ${wait}.`, exitStatus.busy)
  }
  if (status >= 500) {
    const quote = requestId === null ? '' : ` Quote ${requestId} to its operator.`
    return new Failure(`The service failed (${code}): look before you repeat it.${quote}`, exitStatus.unknown)
  }
  const places = errors.map(({ pointer, detail }) => `\n  ${pointer || '/'}: ${detail}`).join('')
  return new Failure(`${message} (${code})${places}`, exitStatus.refused)
}

function causeOf(thrown: unknown): string {
  const { cause, code, name, message } = thrown as { cause?: unknown; code?: string; name?: string; message?: string }
  if (cause !== undefined && cause !== null) return causeOf(cause)
  return [code ?? name, message].filter(Boolean).join(': ')
}

const sentenceOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))
