// Asks whether carriers deliver to an address, for people and programs that have not placed the order yet. What a
// verifier says is a warning and never an error: it may be wrong, and an order never waits for it.

import { LRUCache } from 'lru-cache'
import { day, minute, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Problem } from '../../base/refusal.ts'
import { forEachConcurrently } from '../../base/running/parallel.ts'
import { throttle } from '../../base/running/throttle.ts'
import { type AddressVerifier, isOtherPlace, type Place, type Verification } from '../../carriers/addressVerifier.ts'
import { type Address, resolveDestination } from '../../shipping/destination.ts'

/** A person waits for the answer. */
const patienceMs = 4 * second
const spreadsheetPatienceMs = 20 * second
const maxAtOnce = 8
/** Of one spreadsheet; each costs the operator money. */
const maxAddresses = 500
const keptAddresses = 20_000
const logEveryMs = minute

type Suggestion = Pick<Required<Address>, 'address1' | 'address2' | 'city' | 'state' | 'postal' | 'country'>

/** `suggestion` only with `corrected`. */
export type AddressCheck = {
  result: 'deliverable' | 'corrected' | 'undeliverable' | 'unknown'
  suggestion: Suggestion | null
  warnings: Problem[]
}

export type AddressChecks = {
  check(address: Address): Promise<AddressCheck>
  /** In their order; addresses beyond the limit and those that take too long are `unknown`. */
  checkAll(addresses: Address[]): Promise<AddressCheck[]>
}

/** Null without a verifier. */
export function createAddressChecks(verifier: AddressVerifier | null, log: Log): AddressChecks | null {
  if (verifier === null) return null
  const known = new LRUCache<string, Verification>({ max: keptAddresses, ttl: day })
  const logFault = throttle(logEveryMs)

  async function verify(place: Place, signal: AbortSignal): Promise<Verification> {
    const key = JSON.stringify(place)
    const before = known.get(key)
    if (before !== undefined) return before
    const answer = await verifier!.verify(place, signal)
    if (answer.kind !== 'unknown') known.set(key, answer)
    else if (answer.isOurFault)
      logFault(others => log.error({ cause: answer.cause, others }, 'addresses are not verified'))
    return answer
  }

  const check = async (address: Address, signal: AbortSignal): Promise<AddressCheck> => {
    const place = placeOf(address)
    return checkOf(place, await verify(place, signal))
  }

  return {
    check: address => check(address, AbortSignal.timeout(patienceMs)),
    async checkAll(addresses) {
      const signal = AbortSignal.timeout(spreadsheetPatienceMs)
      const checks = addresses.map((): AddressCheck => ({ result: 'unknown', suggestion: null, warnings: [] }))
      const indexes = [...addresses.keys()].slice(0, maxAddresses)
      await forEachConcurrently(indexes, maxAtOnce, async i => {
        if (!signal.aborted) checks[i] = await check(addresses[i]!, signal)
      })
      return checks
    },
  }
}

function checkOf(written: Place, verification: Verification): AddressCheck {
  if (verification.kind === 'unknown') return { result: 'unknown', suggestion: null, warnings: [] }
  if (verification.kind === 'not_found') {
    const detail = `the carriers do not know this address (${verification.reason}); check it, or continue if it is right`
    return { result: 'undeliverable', suggestion: null, warnings: [warning('address_undeliverable', detail)] }
  }
  const { street1: address1, street2: address2, ...place } = verification.place
  if (!isOtherPlace(written, verification.place)) return { result: 'deliverable', suggestion: null, warnings: [] }
  const detail = `the carriers know a similar address: ${lineOf(verification.place)}; use it, or continue if yours is right`
  return {
    result: 'corrected',
    suggestion: { address1, address2, ...place },
    warnings: [warning('address_corrected', detail)],
  }
}

const warning = (code: string, detail: string): Problem => ({ pointer: '/destination', code, detail })

const lineOf = ({ street1, street2, city, state, postal, country }: Place): string =>
  [street1, street2, city, `${state} ${postal}`.trim(), country].filter(part => part !== '').join(', ')

function placeOf(address: Address): Place {
  const { address1 = '', address2 = '', city = '', state = '', postal = '', country } = address
  const region = resolveDestination(address)
  return {
    ...{ street1: address1, street2: address2, city, postal },
    state: region === null ? state : (region.state ?? ''),
    country: region?.country ?? country,
  }
}
