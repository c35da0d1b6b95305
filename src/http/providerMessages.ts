// Messages that the payment provider sends by itself. The signature over the raw bytes is the only proof of the sender.
// Whoever is proven is never limited: the results of a daily charge of thousands of accounts arrive within seconds,
// from few addresses. All others of an address are.

import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import type { ChargeDeps } from '../orders/money/pay.ts'
import { takeMessage } from '../orders/money/providerMessages.ts'
import { countAddress } from './auth.ts'
import { type Rate, tokenBuckets } from './limits.ts'
import { type Route, route } from './route.ts'

export type ProviderMessageParts = { chargeDeps: ChargeDeps; clock: Clock; rates: { perAddress: Rate } }

export function providerMessageRoutes({ chargeDeps, clock, rates }: ProviderMessageParts): Route[] {
  const { shell, payments } = chargeDeps
  const strangers = tokenBuckets(rates.perAddress)
  return [
    route({
      method: 'POST',
      path: '/stripe/webhook',
      callers: ['public'],
      limited: false,
      rawBody: true,
      tag: 'Messages of the payment provider',
      summary: 'Receive a message from Stripe',
      description: 'Stripe signs it with STRIPE_WEBHOOK_SECRET. Without Stripe this address does not exist.',
      answer: Type.Object({ received: Type.Boolean() }),
      refuses: ['not_found', 'not_from_provider'],
      handle: async ({ request }) => {
        const signature = String(request.headers['stripe-signature'] ?? '')
        const now = clock()
        const message = payments.readMessage?.(bytesOf(request.body), signature, now) ?? null
        if (message === null) {
          throw (
            countAddress(strangers, request) ??
            (payments.readMessage === null
              ? new Refusal('not_found', 'No such address.')
              : new Refusal('not_from_provider', 'The signature is missing, wrong or too old.'))
          )
        }
        await takeMessage(shell, payments.name, message, now)
        return { received: true }
      },
    }),
  ]
}

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
