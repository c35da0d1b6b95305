// Addresses verified by EasyPost.

import type { Outbound } from '../../base/network/outbound.ts'
import type { AddressVerifier } from '../addressVerifier.ts'
import { type EasypostAccess, easypostCalls, unknown } from './easypostClient.ts'
import { readVerified, refusalOf } from './easypostMessages.ts'

const maxReason = 200

export function easypostAddresses(access: EasypostAccess, outbound: Outbound): AddressVerifier {
  const call = easypostCalls(access, outbound)
  return {
    name: 'easypost',
    async verify({ postal: zip, ...place }, signal) {
      const answer = await call('POST', '/addresses/create_and_verify', { address: { ...place, zip } }, signal)
      if (answer.kind === 'unknown') return answer
      if (answer.status === 422)
        return { kind: 'not_found', reason: refusalOf(answer.body).message.slice(0, maxReason) }
      const found = readVerified(answer.body)?.address
      if (answer.status >= 300 || found === undefined) return unknown(`EasyPost answered ${answer.status}`)
      const { street1, street2, city, state, zip: postal, country } = found
      return {
        kind: 'found',
        place: { street1, street2: street2 ?? '', city, state: state ?? '', postal, country },
      }
    },
  }
}
