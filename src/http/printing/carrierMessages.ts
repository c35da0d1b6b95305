// The webhook of EasyPost. The signature over the raw bytes is the only proof of the sender. A message has all that the
// carrier knows of a parcel, so a message that is repeated, or played again by a stranger, changes nothing.

import { Type } from 'typebox'
import { Refusal } from '../../base/refusal.ts'
import { tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { receiveTracking } from '../../features/printing/followParcels.ts'
import { countAddress } from '../server/auth.ts'
import { type Route, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const provider = 'easypost'
/** A tracker with hundreds of scans has some 100 KB. */
const maxBodyBytes = 512 * 1024

export function carrierMessageRoutes({ labelDeps, clock, rates }: Services): Route[] {
  const strangers = tokenBuckets(rates.perAddress)
  return [
    route({
      method: 'POST',
      path: '/easypost/webhook',
      operationId: 'receiveEasyPostMessage',
      callers: ['public'],
      limited: false,
      rawBody: true,
      maxBodyBytes,
      tag: 'Carrier',
      summary: 'Receive a message from EasyPost',
      description:
        'EasyPost signs the message with EASYPOST_WEBHOOK_SECRET. Without it, or with another CARRIER, this address does not exist.',
      answer: Type.Object({ received: Type.Boolean() }),
      refuses: ['not_found', 'not_from_provider'],
      handle: async ({ request }) => {
        const carrier = labelDeps.carrierOf('production')
        const readMessage = carrier?.name === provider ? carrier.readMessage : null
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const message = readMessage?.(body, String(request.headers['x-hmac-signature'] ?? ''))
        if (message) {
          if (message.tracking !== null) await receiveTracking(labelDeps, provider, message.tracking, clock())
          return { received: true }
        }
        throw (
          countAddress(strangers, request) ??
          (readMessage
            ? new Refusal('not_from_provider', 'The signature is missing or invalid.')
            : new Refusal('not_found', 'This address does not exist.'))
        )
      },
    }),
  ]
}
