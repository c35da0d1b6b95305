import type { Place } from '../../carriers/addressVerifier.ts'
import { type Address, resolveDestination } from '../../shipping/destination.ts'

/** Where an address is, as carriers and verifiers want it: state and country have two letters. */
export function carrierPlace(address: Address): Place {
  const { address1 = '', address2 = '', city = '', state = '', postal = '', country } = address
  const region = resolveDestination(address)
  return {
    ...{ street1: address1, street2: address2, city, postal },
    state: region === null ? state : (region.state ?? ''),
    country: region?.country ?? country,
  }
}
