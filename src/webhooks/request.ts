// The request that a webhook is, to whomever it goes and whatever it tells.

import type { KeyObject } from 'node:crypto'
import { second } from '../base/clock.ts'
import type { OutboundPost } from '../base/outbound.ts'
import { signedHeaders } from '../base/signature.ts'

/** In which a receiver has to answer. */
export const answerWithinMs = 20 * second
/** Of an answer, for people who look for a mistake. */
const keepBytes = 16 * 1024

/** The body around `data`, which is already JSON; `at` is in ISO 8601. */
export function webhookBody({ kind, at, number }: { kind: string; at: string; number: number }, data: string): string {
  return `{"type":${JSON.stringify(kind)},"timestamp":"${at}","sequence":${number},"data":${data}}`
}

/** `id` is the same in every attempt, `at` the time of this one. */
export function webhookRequest(
  { id, at, body, keys }: { id: string; at: Date; body: string | Buffer; keys: KeyObject[] },
  timeoutMs = answerWithinMs,
): OutboundPost {
  const headers = signedHeaders(id, at, body, keys)
  headers['content-type'] = 'application/json'
  headers['user-agent'] = 'Octavo-Webhooks/1'
  return { headers, body, timeoutMs, keepBytes }
}
