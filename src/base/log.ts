// One wide line per request and per attempt, as JSON (NODE_ENV=production) or colored text. ERROR means that a
// person must act; an expected outcome is INFO, and trouble of the database one WARN in ten seconds. Secrets never
// reach a line: see the redaction list.

import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { format } from 'node:util'
import { type LogFn, type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'
import { throttle } from './running/throttle.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

const redactedFields = ['authorization', 'cookie', 'password', 'secret', 'token', 'webhookUrl', 'coverUrl', 'gutsUrl']

const maxCauses = 5 // also ends chains of causes that go in circles

const stdout = 1
const stderr = 2

type LogOptions = {
  level: string
  pretty: boolean
  /** stderr keeps stdout for the answer of a command. */
  to: 'stdout' | 'stderr' | Writable
  /** Whether an error is trouble of the database. All its lines are one warning in ten seconds. */
  isOutage?: (error: unknown) => boolean
}

const outageEveryMs = 10_000
const { warn, error } = pino.levels.values
const severitiesOfOutage = [warn, error]

export function createLog({ level, pretty, to, isOutage = () => false }: LogOptions): Logger {
  const warnOfOutage = throttle(outageEveryMs)
  const options = {
    level,
    base: null,
    serializers: { err: errorAsLogged },
    hooks: {
      logMethod(this: Logger, line: Parameters<LogFn>, log: LogFn, severity: number) {
        const [fields, work] = line as unknown as [{ err?: unknown }?, string?]
        if (!severitiesOfOutage.includes(severity) || fields?.err === undefined || !isOutage(fields.err))
          return log.apply(this, line)
        const { message: reason } = errorAsLogged(fields.err)
        warnOfOutage(others => this.warn({ work, reason, others }, 'the database is in trouble: work is put off'))
      },
    },
    redact: {
      paths: [...redactedFields, ...redactedFields.map(name => `*.${name}`), '*.headers'],
      censor: '[redacted]',
    },
  }
  const destination = to === 'stdout' ? stdout : to === 'stderr' ? stderr : to
  // Written synchronously for a reader at a terminal, so that log lines and other output stay in order.
  if (pretty) return pino(options, PinoPretty({ ...prettyOptions, destination, sync: true }))
  return pino(options, typeof destination === 'number' ? pino.destination(destination) : destination)
}

/**
 * Everything that Node and libraries would print as plain text becomes a line of the log: warnings of the process, the
 * console, and an error that nothing caught, which ends the process.
 */
export function logInPlaceOfConsole(log: Pick<Logger, 'warn' | 'fatal'>): void {
  process.removeAllListeners('warning')
  process.on('warning', warning => log.warn({ err: warning }, 'warning of the process'))
  const toLog = (...parts: unknown[]) => log.warn({ text: format(...parts) }, 'a library printed a text')
  Object.assign(console, { warn: toLog, error: toLog })
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'the process ends, because nothing caught this error')
    process.exit(1)
  })
}

const prettyOptions = { translateTime: 'SYS:HH:MM:ss', singleLine: true }

export const silentLog: Log = pino({ level: 'silent' })

type LoggedError = { type: string; message: string; stack?: string | undefined; [field: string]: unknown }

/**
 * Named fields only, because libraries attach requests and statements to their errors. PGlite adds the statement and
 * its parameters, both databases add values of the refused row (`detail`, `where`), and HTTP clients add the response
 * with its headers.
 */
function errorAsLogged(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: typeof thrown === 'string' ? thrown : '' }
  const { code, table, constraint, cause, errors } = thrown as Error & Record<string, unknown>
  const message = withoutValues(thrown.message, code)
  const nested = (inner: unknown) => errorAsLogged(inner, depth + 1)
  const goesDeeper = depth < maxCauses
  return {
    type: thrown.constructor.name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: thrown.stack?.replace(thrown.message, () => message),
    ...(goesDeeper && cause !== undefined && { cause: nested(cause) }),
    ...(goesDeeper && Array.isArray(errors) && { errors: errors.map(nested) }),
  }
}

/** PostgreSQL's data exceptions (class 22) quote the bad value: invalid input syntax for type integer: "...". */
const withoutValues = (message: string, code: unknown): string =>
  typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code) ? message.replace(/".*"/s, '"…"') : message

/**
 * A customer's address in a form that may be logged: scheme, host and a fingerprint, since path and query often hold
 * tokens.
 */
export function loggableUrl(url: string): string {
  const fingerprint = createHash('sha256').update(url).digest('hex').slice(0, 12)
  const parsed = URL.parse(url)
  return parsed === null ? `(not a URL) #${fingerprint}` : `${parsed.protocol}//${parsed.host}/… #${fingerprint}`
}
