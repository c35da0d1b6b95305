// The HTTP request of a webhook.

import type { KeyObject } from 'node:crypto'
import { second } from '../base/clock.ts'
import type { OutboundPost } from '../base/network/outbound.ts'
import { signedHeaders } from '../base/secrets/signature.ts'

/** The time in which a receiver has to answer. */
export const answerWithinMs = 20 * second
/** The part of an answer that is stored for troubleshooting. */
const maxAnswerBytes = 16 * 1024

/** The body around `data`, which is already JSON; `at` is the time of the event. */
export function webhookBody({ kind, at, number }: { kind: string; at: Date; number: number }, data: string): string {
  return `{"type":${JSON.stringify(kind)},"timestamp":"${at.toISOString()}","sequence":${number},"data":${data}}`
}

/** The headers that every attempt has alike. */
export const sameHeaders = { 'content-type': 'application/json', 'user-agent': 'Octavo-Webhooks/1' }

/** `id` is the same in every attempt; `at` is the time of this attempt. */
export function webhookRequest(
  { id, at, body, keys }: { id: string; at: Date; body: string | Buffer; keys: KeyObject[] },
  timeoutMs = answerWithinMs,
): OutboundPost {
  const headers = Object.assign(signedHeaders(id, at, body, keys), sameHeaders)
  return { headers, body, timeoutMs, maxAnswerBytes }
}
