// The errors that a service logs in a test.

import { type Log, silentLog } from '../../src/base/log.ts'

export type LoggedError = { message: string; orderId?: string; accountId?: string }

/** A log, and the list in which it collects errors. */
export function recordErrors(): { errors: LoggedError[]; log: Log } {
  const errors: LoggedError[] = []
  const log = Object.create(silentLog, {
    error: { value: (facts: object, message: string) => errors.push({ ...facts, message }) },
  })
  return { errors, log }
}
