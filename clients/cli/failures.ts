// Every failure as one sentence, and an exit status for scripts.

import { OctavoProblem } from '../typescript/index.ts'

export const exitStatus = {
  done: 0,
  refused: 1,
  usage: 2,
  key: 3,
  network: 4,
  busy: 5,
  unknown: 6,
  clock: 7,
  older: 8,
  stopped: 130,
} as const

/** The version of the package. */
export const cliVersion = '0.1.0'

/** The version of the interface that the commands are written for: `Octavo-Version` of the service. */
export const interfaceVersion = '2026-12-01'

export class Failure extends Error {
  readonly exit: number
  constructor(sentence: string, exit: number) {
    super(sentence)
    this.exit = exit
  }
}

/** `version`: its `Octavo-Version`, as of the newest answer; null if an answer had none, undefined before an answer. */
export type Service = { url: string; version?: string | null | undefined }

/** Without a connection, the service has done nothing. After one, an answer that is missing may be lost. */
const neverSent =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|CONNECT_TIMEOUT|CERT|ERR_TLS|ERR_SSL|bad port/
/** Refusals that a service gives when it does not know a request. */
const unknownRequest = ['not_found', 'method_not_allowed']

/** The failure of a command, from the value that it threw. */
export function failureOf(thrown: unknown, service: Service): Failure {
  if (thrown instanceof Failure) return thrown
  const { url, version } = service
  const isProblem = thrown instanceof OctavoProblem
  // A proxy refuses and fails without the version, too.
  const isAnother = version === null && (!isProblem || thrown.status < 429)
  if (isAnother) {
    const answered = isProblem ? ` ${thrown.message}` : ''
    const sentence = `${url} does not answer like an Octavo service: check the address.${answered}`
    return new Failure(sentence, exitStatus.network)
  }
  if (thrown instanceof TypeError) {
    const versions = `The service has the version ${version ?? 'unknown'}, this command line ${interfaceVersion}.`
    return new Failure(`${url} answers in a form that this command cannot read. ${versions}`, exitStatus.unknown)
  }
  if (!isProblem) return new Failure(sentenceOf(thrown), exitStatus.refused)
  const { status, code, message, requestId, errors, retryAfterSeconds } = thrown
  if (unknownRequest.includes(code) && typeof version === 'string' && version < interfaceVersion) {
    const sentence = `The service is older (${version}) than this command line (${interfaceVersion}) and may not know this request: ${message}`
    return new Failure(sentence, exitStatus.older)
  }
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
  const isSaid = errors.length === 1 && message.includes(errors[0]!.detail)
  const places = isSaid ? [] : errors.map(({ pointer, detail }) => `\n  ${pointer || '/'}: ${detail}`)
  return new Failure(`${message} (${code})${places.join('')}`, exitStatus.refused)
}

/** One line: OpenSSL's messages have many, and say no more than their code. */
function causeOf(thrown: unknown): string {
  const { cause, code, name, message } = thrown as { cause?: unknown; code?: string; name?: string; message?: string }
  if (cause !== undefined && cause !== null) return causeOf(cause)
  if (code?.startsWith('ERR_SSL')) return code
  return [code ?? name, message].filter(Boolean).join(': ')
}

const sentenceOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))
