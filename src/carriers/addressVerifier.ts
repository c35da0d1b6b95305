// The port to the service that knows which addresses carriers deliver to. Outside failures are values, never
// exceptions.

import type { Address } from '../shipping/destination.ts'

/** The fields that a verifier may write differently. State and country have two letters. */
export type VerifiedAddress = Required<Pick<Address, 'address1' | 'city' | 'postal' | 'country'>> & {
  address2: string
  state: string
}

/** `found`: carriers deliver to the address, which they write so. `isOurFault`: the operator must fix the cause. */
export type Verification =
  | { kind: 'found'; address: VerifiedAddress }
  | { kind: 'not_found'; reason: string }
  | { kind: 'unknown'; cause: string; isOurFault?: true }

export type AddressVerifier = {
  name: string
  /** `unknown` after the signal. */
  verify(address: Address, signal: AbortSignal): Promise<Verification>
}

/**
 * Whether the verifier found another place than was written: another street, number, city, state or postal code.
 * Spelling alone makes no other place: St for Street, upper case, the last four digits of a ZIP code.
 */
export function isOtherPlace(written: Address, found: VerifiedAddress): boolean {
  const pairs = [
    [`${written.address1 ?? ''} ${written.address2 ?? ''}`, `${found.address1} ${found.address2}`],
    [written.city ?? '', found.city],
  ] as const
  const ownPostal = lettersOf(written.postal ?? '')
  return (
    pairs.some(([own, other]) => !areSameWords(wordsOf(own), wordsOf(other))) ||
    !(lettersOf(found.postal).startsWith(ownPostal) || ownPostal.startsWith(lettersOf(found.postal)))
  )
}

const lettersOf = (text: string): string => wordsOf(text).join('')

/** In capitals, without accents and punctuation. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f.'’]/g, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

const areSameWords = (own: string[], other: string[]): boolean =>
  own.length === other.length &&
  own.every((word, i) => isAbbreviation(word, other[i]!) || isAbbreviation(other[i]!, word))

/** As postal services abbreviate: BLVD, PKWY. */
const maxAbbreviation = 4

/** Of a word by its first letter and some that follow, in order: BLVD for BOULEVARD. Numbers have no abbreviations. */
function isAbbreviation(short: string, word: string): boolean {
  if (short === word) return true
  if (short.length > maxAbbreviation || short[0] !== word[0] || /\d/.test(short + word)) return false
  let at = 0
  for (const letter of word) if (letter === short[at]) at++
  return at === short.length
}
