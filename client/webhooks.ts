// Webhooks as they arrive at the customer's own address.

import { Webhook } from 'standardwebhooks'
import type { Check, OrderEvents } from './client.ts'

/** What a webhook tells of an order. The same event may come more than once, and a later one earlier. */
export type OrderEvent = Omit<OrderEvents[number], 'eventId'>

/** Other kinds may be added: let those pass that you do not know. */
export type OctavoEvent =
  | OrderEvent
  | (Told & { type: 'FilesChecked'; data: Check })
  | (Told & { type: 'WebhookTest'; data: { test: true; mode: 'sandbox' | 'production'; message: string } })

type Told = { timestamp: string; sequence: number }

/**
 * Reads a webhook after checking that the service signed it, not more than five minutes ago. Throws where that is not so. `body` are the
 * bytes as they came, or their text; `secret` is the account's and mode's `whsec_...`.
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
