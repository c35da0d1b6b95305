// One wide line per request and per attempt, as JSON (NODE_ENV=production) or coloured text. ERROR means that somebody
// must act; an expected outcome is INFO. Secrets never reach a line: see the redaction list.

import { createHash } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

const redacted = ['authorization', 'cookie', 'password', 'secret', 'token', 'webhookUrl', 'coverUrl', 'gutsUrl']

const stdout = 1
const stderr = 2

/** `to` stderr keeps stdout for what a command answers. */
export function createLog({ level, pretty, to }: { level: string; pretty: boolean; to: 'stdout' | 'stderr' }): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: [...redacted, ...redacted.map(name => `*.${name}`), '*.headers'], censor: '[redacted]' },
  }
  const destination = to === 'stdout' ? stdout : stderr
  // Written at once where a person reads, so that lines stand in order with what else is printed.
  if (pretty) return pino(options, PinoPretty({ ...prettyOptions, destination, sync: true }))
  return pino(options, pino.destination(destination))
}

const prettyOptions = { translateTime: 'SYS:HH:MM:ss', singleLine: true }

export const silentLog: Log = pino({ level: 'silent' })

/** A customer's address as it may be logged: scheme, host and a fingerprint, since path and query often hold tokens. */
export function loggableUrl(url: string): string {
  const fingerprint = createHash('sha256').update(url).digest('hex').slice(0, 12)
  const parsed = URL.parse(url)
  return parsed === null ? `(not a URL) #${fingerprint}` : `${parsed.protocol}//${parsed.host}/… #${fingerprint}`
}
