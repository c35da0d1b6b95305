// Asks whether carriers deliver to an address, for people and programs that have not placed the order yet. The
// verifier's answer is a warning and never an error: it may be wrong, and an order never waits for it.

import { LRUCache } from 'lru-cache'
import { say, type Words } from '../../../languages/texts.ts'
import { day, minute, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import type { Problem } from '../../base/refusal.ts'
import { forEachConcurrently } from '../../base/running/parallel.ts'
import { throttle } from '../../base/running/throttle.ts'
import { tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { type AddressVerifier, isOtherPlace, type Place, type Verification } from '../../carriers/addressVerifier.ts'
import type { Address } from '../../shipping/destination.ts'
import { carrierPlace } from './carrierPlace.ts'

/** A person waits for the answer. */
const patienceMs = 4 * second
const spreadsheetPatienceMs = 20 * second
const maxAtOnce = 8
/** Of one spreadsheet. */
const maxAddresses = 500
const keptAddresses = 20_000
/** Of one account: each question costs the operator money. */
const perAccount = { perSecond: 0.1, burst: 1000 }
/** After so many without an answer, the verifier is not asked for a while, so that previews do not wait for nothing. */
const maxFailures = 5
const pauseMs = 30 * second
const logEveryMs = minute

type Suggestion = Pick<Required<Address>, 'address1' | 'address2' | 'city' | 'state' | 'postal' | 'country'>
type Owner = { accountId: string; mode: Mode }

/** `suggestion` only with `corrected`. */
type AddressCheck = {
  result: 'deliverable' | 'corrected' | 'undeliverable' | 'unknown'
  suggestion: Suggestion | null
  warnings: Problem[]
}

export type AddressChecks = {
  check(owner: Owner, address: Address): Promise<AddressCheck>
  /** In their order; addresses beyond the limits, and addresses that take too long, are `unknown`. */
  checkAll(owner: Owner, addresses: Address[]): Promise<AddressCheck[]>
}

/** Null without verifiers. */
export function createAddressChecks(verifiers: Record<Mode, AddressVerifier> | null, log: Log): AddressChecks | null {
  if (verifiers === null) return null
  const askOf = { production: asking(verifiers.production, log), sandbox: asking(verifiers.sandbox, log) }
  const check = async ({ accountId, mode }: Owner, address: Address, signal: AbortSignal): Promise<AddressCheck> => {
    const place = carrierPlace(address)
    return checkOf(place, await askOf[mode](accountId, place, signal))
  }
  return {
    check: (owner, address) => check(owner, address, AbortSignal.timeout(patienceMs)),
    async checkAll(owner, addresses) {
      const signal = AbortSignal.timeout(spreadsheetPatienceMs)
      const checks = addresses.map((): AddressCheck => ({ result: 'unknown', suggestion: null, warnings: [] }))
      const indexes = [...addresses.keys()].slice(0, maxAddresses)
      await forEachConcurrently(indexes, maxAtOnce, async i => {
        if (!signal.aborted) checks[i] = await check(owner, addresses[i]!, signal)
      })
      return checks
    },
  }
}

/** Asks once a day for each place. */
function asking(verifier: AddressVerifier, log: Log) {
  const known = new LRUCache<string, Verification>({ max: keptAddresses, ttl: day })
  const pending = new Map<string, Promise<Verification>>()
  const buckets = tokenBuckets(perAccount)
  const logFailure = throttle(logEveryMs)
  let failures = 0
  let pausedUntilMs = 0

  async function verify(place: Place, signal: AbortSignal): Promise<Verification> {
    const answer = await verifier.verify(place, signal)
    if (answer.kind !== 'unknown') {
      failures = 0
      return answer
    }
    failures++
    if (answer.isOurFault || failures >= maxFailures) pausedUntilMs = performance.now() + pauseMs
    logFailure(others => {
      if (answer.isOurFault) log.error({ cause: answer.cause, others }, 'addresses are not verified')
      else log.warn({ cause: answer.cause, others }, 'the verifier of addresses gives no answer')
    })
    return answer
  }

  return async (accountId: string, place: Place, signal: AbortSignal): Promise<Verification> => {
    const key = JSON.stringify(place)
    const before = known.get(key) ?? pending.get(key)
    if (before !== undefined) return before
    if (performance.now() < pausedUntilMs) return { kind: 'unknown', cause: 'the verifier gave no answers' }
    if (buckets.take(accountId) < 0) return { kind: 'unknown', cause: 'the account has asked too often' }
    const asked = verify(place, signal)
    pending.set(key, asked)
    try {
      const answer = await asked
      if (answer.kind !== 'unknown') known.set(key, answer)
      return answer
    } finally {
      pending.delete(key)
    }
  }
}

function checkOf(written: Place, verification: Verification): AddressCheck {
  if (verification.kind === 'unknown') return { result: 'unknown', suggestion: null, warnings: [] }
  if (verification.kind === 'not_found') {
    const detail = say('the carriers do not know this address ({reason}); check it, or continue if it is right', {
      reason: verification.reason,
    })
    return { result: 'undeliverable', suggestion: null, warnings: [warning('address_undeliverable', detail)] }
  }
  const { street1: address1, street2: address2, ...place } = verification.place
  if (!isOtherPlace(written, verification.place)) return { result: 'deliverable', suggestion: null, warnings: [] }
  const detail = say('the carriers know a similar address: {address}; use it, or continue if yours is right', {
    address: lineOf(verification.place),
  })
  return {
    result: 'corrected',
    suggestion: { address1, address2, ...place },
    warnings: [warning('address_corrected', detail)],
  }
}

const warning = (code: string, detail: Words): Problem => ({ pointer: '/destination', code, detail })

const lineOf = ({ street1, street2, city, state, postal, country }: Place): string =>
  [street1, street2, city, `${state} ${postal}`.trim(), country].filter(part => part !== '').join(', ')
