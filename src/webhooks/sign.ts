// Webhooks are signed as Standard Webhooks 1.0.0 says: HMAC-SHA256 over `id.timestamp.body` with each secret that is
// valid, so that a receiver can change over to a new secret whenever it likes while two are.

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const prefix = 'whsec_'

/** The key of a secret such as `whsec_MfKQ...`, made once and used for many signatures. */
export const signingKey = (secret: string): KeyObject => createSecretKey(secret.slice(prefix.length), 'base64')

/** What the three headers say, `at` being the moment of this attempt. */
export function signedHeaders(id: string, at: Date, body: string, keys: KeyObject[]): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const content = `${id}.${timestamp}.${body}`
  const signatures = keys.map(key => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** The body of a webhook around `data`, which is JSON already. */
export function webhookBody({ kind, at, number }: { kind: string; at: Date; number: number }, data: string): string {
  return `{"type":${JSON.stringify(kind)},"timestamp":"${at.toISOString()}","sequence":${number},"data":${data}}`
}
