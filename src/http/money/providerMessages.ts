// Webhooks of payment providers. The signature over the raw bytes is the only proof of the sender. A proven sender is
// never limited: the results of a daily charge of thousands of accounts arrive within seconds, from few addresses.
// Other senders are limited by address.

import { Type } from 'typebox'
import { Refusal } from '../../base/refusal.ts'
import { tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { receiveProviderMessage } from '../../features/money/providerMessages.ts'
import { countAddress } from '../server/auth.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

export const providerMessageRoutes = tagged('Payment provider', (services: Services): Route[] => {
  const { chargeDeps, messageEndpoints, clock, rates } = services
  const { transactor, payments } = chargeDeps
  const strangers = tokenBuckets(rates.perAddress)
  return messageEndpoints.map(({ provider, title, path, signatureHeader, secretVariable }) =>
    route({
      method: 'POST',
      path,
      operationId: `receive${title}Message`,
      callers: ['public'],
      limited: false,
      rawBody: true,
      summary: `Receive a message from ${title}`,
      description: `${title} signs the message with ${secretVariable}. Without ${title} this address does not exist.`,
      answer: Type.Object({ received: Type.Boolean() }),
      refuses: ['not_found', 'not_from_provider'],
      handle: async ({ request }) => {
        const signature = String(request.headers[signatureHeader] ?? '')
        const now = clock()
        const isInUse = payments.name === provider
        const message = isInUse ? payments.readMessage?.(bytesOf(request.body), signature, now) : null
        if (message) {
          await receiveProviderMessage(transactor, provider, message, now)
          return { received: true }
        }
        throw (
          countAddress(strangers, request) ??
          (isInUse
            ? new Refusal('not_from_provider', 'The signature is missing, invalid or too old.')
            : new Refusal('not_found', 'This address does not exist.'))
        )
      },
    }),
  )
})

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
