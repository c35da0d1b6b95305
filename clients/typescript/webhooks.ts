// Webhooks that the service sends to the customer's endpoint.

import { Webhook } from 'standardwebhooks'
import type { Check, CreatedDocument, OrderEvents } from './client.ts'

/** A webhook about an order. An event may arrive more than once, and events may arrive out of order. */
export type OrderEvent = Omit<OrderEvents[number], 'eventId'>

/** More types may be added: ignore unknown types. */
export type OctavoEvent =
  | OrderEvent
  | (Envelope & { type: 'FilesChecked'; data: Check })
  | (Envelope & { type: 'InvoiceCreated'; data: CreatedDocument })
  | (Envelope & { type: 'WebhookTest'; data: { test: true; mode: 'sandbox' | 'production'; message: string } })

type Envelope = { timestamp: string; sequence: number }

/**
 * Verifies that the service signed the webhook at most five minutes ago, and reads it. Throws for any other webhook.
 * `body` is the raw bytes or their text; `secret` is the `whsec_...` of the account and mode.
 */
export function readWebhook(
  secret: string,
  { headers, body }: { headers: Headers | Record<string, string | string[] | undefined>; body: string | Uint8Array },
): OctavoEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return new Webhook(secret).verify(text, textHeaders(headers)) as OctavoEvent
}

/**
 * Like `readWebhook`, by the public key `whpk_...` of the account and mode. The receiver then has no secret with which
 * somebody could sign.
 */
export async function readWebhookByPublicKey(
  publicKey: string,
  { headers, body }: { headers: Headers | Record<string, string | string[] | undefined>; body: string | Uint8Array },
): Promise<OctavoEvent> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures = '',
  } = textHeaders(headers)
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new Error('The timestamp of the webhook is more than five minutes off.')
  const key = await crypto.subtle.importKey('raw', fromBase64(publicKey.replace(/^whpk_/, '')), 'Ed25519', false, [
    'verify',
  ])
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1a,')) continue
    if (await crypto.subtle.verify('Ed25519', key, fromBase64(signature.slice(4)), content)) return JSON.parse(text)
  }
  throw new Error('No signature of the webhook fits the public key.')
}

const toleranceSeconds = 300
const fromBase64 = (text: string) => Uint8Array.from(atob(text), character => character.charCodeAt(0))

/** The headers with which the service would send the body now, for test programs that replace the service. */
export function signWebhook(secret: string, { id, body }: { id: string; body: string }): Record<string, string> {
  const now = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
}

function textHeaders(headers: Headers | Record<string, string | string[] | undefined>): Record<string, string> {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(pairs.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}
