// What a service logged as errors, in tests.

import { type Log, silentLog } from '../src/base/log.ts'

export type LoggedError = { message: string; orderId?: string }

/** A log that keeps the errors, and where it keeps them. */
export function errorsOf(): { errors: LoggedError[]; log: Log } {
  const errors: LoggedError[] = []
  const log = Object.create(silentLog, {
    error: { value: (facts: object, message: string) => errors.push({ ...facts, message }) },
  })
  return { errors, log }
}
