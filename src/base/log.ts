// One wide line per request and per attempt, as JSON (NODE_ENV=production) or coloured text. ERROR means that somebody
// must act; an expected outcome is INFO. Secrets never reach a line: see the redaction list.

import { createHash } from 'node:crypto'
import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

const redacted = ['authorization', 'cookie', 'password', 'secret', 'token', 'webhookUrl', 'coverUrl', 'gutsUrl']

export function createLog({ level, pretty }: { level: string; pretty: boolean }): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: [...redacted, ...redacted.map(name => `*.${name}`), '*.headers'], censor: '[redacted]' },
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'hostname', translateTime: 'SYS:HH:MM:ss' } } }
      : {}),
  })
}

export const silentLog: Log = pino({ level: 'silent' })

/** A customer's address as it may be logged: scheme, host and a fingerprint, since path and query often hold tokens. */
export function loggableUrl(url: string): string {
  const fingerprint = createHash('sha256').update(url).digest('hex').slice(0, 12)
  const parsed = URL.parse(url)
  return parsed === null ? `(not a URL) #${fingerprint}` : `${parsed.protocol}//${parsed.host}/… #${fingerprint}`
}
