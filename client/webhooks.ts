// Webhooks as they arrive at the customer's own address.

import { Webhook } from 'standardwebhooks'
import type { Check, OrderEvents } from './client.ts'

/** A webhook about an order. The same event may come more than once, and events may come out of order. */
export type OrderEvent = Omit<OrderEvents[number], 'eventId'>

/** More kinds may be added: ignore those that you do not know. */
export type OctavoEvent =
  | OrderEvent
  | (Told & { type: 'FilesChecked'; data: Check })
  | (Told & { type: 'WebhookTest'; data: { test: true; mode: 'sandbox' | 'production'; message: string } })

type Told = { timestamp: string; sequence: number }

/**
 * Reads a webhook after verifying that the service signed it, at most five minutes ago; otherwise throws. `body` is the
 * raw bytes or their text; `secret` is the `whsec_...` of the account and mode.
 */
export function readWebhook(
  secret: string,
  { headers, body }: { headers: Headers | Record<string, string | string[] | undefined>; body: string | Uint8Array },
): OctavoEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return new Webhook(secret).verify(text, plain(headers)) as OctavoEvent
}

function plain(headers: Headers | Record<string, string | string[] | undefined>): Record<string, string> {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(pairs.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}
