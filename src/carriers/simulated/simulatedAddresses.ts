// The simulated verifier of addresses: it takes every address for right, but for those that are written to try the
// others: the house number 0, Mian for Main, and a street that begins with Timeout.

import { carrierAddress, resolveDestination } from '../../shipping/destination.ts'
import type { AddressVerifier } from '../addressVerifier.ts'

export const simulatedAddresses: AddressVerifier = {
  name: 'simulated',
  async verify(address) {
    const { address1 = '', address2 = '', city = '', postal = '', country, state = '' } = carrierAddress(address)
    if (/^0 /.test(address1)) return { kind: 'not_found', reason: 'There is no house of this number.' }
    if (/^timeout\b/i.test(address1)) return { kind: 'unknown', cause: 'the simulated verifier gives no answer' }
    return {
      kind: 'found',
      address: {
        address1: address1.replace(/\bmian\b/i, 'Main').toUpperCase(),
        address2: address2.toUpperCase(),
        city: city.toUpperCase(),
        postal: postal.toUpperCase(),
        country: country.toUpperCase(),
        state: resolveDestination(address)?.state ?? state.toUpperCase(),
      },
    }
  },
}
