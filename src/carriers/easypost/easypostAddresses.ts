// Addresses verified by EasyPost. It answers 422 for an unknown address, and also for a country that the
// operator has not subscribed to, and when its own sources do not answer.

import type { Outbound } from '../../base/network/outbound.ts'
import type { AddressVerifier, Place } from '../addressVerifier.ts'
import { type EasypostAccess, easypostCalls, unknown } from './easypostClient.ts'
import { errorCodesOf, readVerified, refusalOf } from './easypostMessages.ts'

const maxReason = 200
const notFoundCodes = ['ADDRESS.VERIFY.FAILURE', 'ADDRESS.VERIFICATION.NOT_FOUND', 'ADDRESS.VERIFICATION.FAILURE']
const unansweredCode = /UNAVAILABLE|TIMED_OUT|UNANSWERABLE|UNSUPPORTED|NOT_ENABLED/
/** To the postal service, a state of the United States. */
const territories = ['PR', 'GU', 'VI', 'AS', 'MP']

export function easypostAddresses(access: EasypostAccess, outbound: Outbound): AddressVerifier {
  const call = easypostCalls(access, outbound)
  return {
    name: 'easypost',
    async verify(written, signal) {
      const answer = await call('POST', '/addresses/create_and_verify', { address: bodyOf(written) }, signal)
      if (answer.kind === 'unknown') return answer
      if (answer.status >= 400) {
        const [code = '', ...parts] = errorCodesOf(answer.body)
        const reason = refusalOf(answer.body).message.slice(0, maxReason)
        const isKnown = notFoundCodes.includes(code) && !parts.some(part => unansweredCode.test(part))
        return isKnown ? { kind: 'not_found', reason } : unknown(reason)
      }
      const found = readVerified(answer.body)?.address
      const delivery = found?.verifications?.delivery
      if (found === undefined || !delivery?.success) return unknown('EasyPost verified nothing')
      // Such as an apartment that is missing.
      const faults = (delivery.errors ?? []).flatMap(({ message }) => message ?? [])
      if (faults.length > 0) return { kind: 'not_found', reason: faults.join(' ').slice(0, maxReason) }
      const { street1, street2, city, state, zip: postal, country } = found
      const place = { street1, street2: street2 ?? '', city, postal, state: state ?? '', country }
      return { kind: 'found', place: isTerritory(written) ? { ...place, ...regionOf(written) } : place }
    },
  }
}

const isTerritory = ({ country }: Place): boolean => territories.includes(country)

const regionOf = ({ state, country }: Place) => ({ state, country })

function bodyOf(written: Place) {
  const { street1, street2, city, state, postal: zip, country } = written
  const region = isTerritory(written) ? { state: country, country: 'US' } : { state, country }
  return { street1, street2, city, zip, ...region }
}
