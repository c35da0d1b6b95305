// Addresses verified by EasyPost.

import type { Outbound } from '../../base/network/outbound.ts'
import { carrierAddress } from '../../shipping/destination.ts'
import type { AddressVerifier } from '../addressVerifier.ts'
import { type EasypostAccess, easypostCalls, unknown } from './easypostClient.ts'
import { readVerified, refusalOf } from './easypostMessages.ts'

const maxReason = 200

export function easypostAddresses(access: EasypostAccess, outbound: Outbound): AddressVerifier {
  const call = easypostCalls(access, outbound)
  return {
    name: 'easypost',
    async verify(address, signal) {
      const { address1: street1, address2: street2, city, state, postal: zip, country } = carrierAddress(address)
      const sent = { address: { street1, street2, city, state, zip, country } }
      const answer = await call('POST', '/addresses/create_and_verify', sent, signal)
      if (answer.kind === 'unknown') return answer
      if (answer.status === 422)
        return { kind: 'not_found', reason: refusalOf(answer.body).message.slice(0, maxReason) }
      const found = readVerified(answer.body)?.address
      if (answer.status >= 300 || found === undefined) return unknown(`EasyPost answered ${answer.status}`)
      return {
        kind: 'found',
        address: {
          address1: found.street1,
          address2: found.street2 ?? '',
          city: found.city,
          state: found.state ?? '',
          postal: found.zip,
          country: found.country,
        },
      }
    },
  }
}
