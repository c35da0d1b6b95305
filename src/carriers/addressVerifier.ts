// The port to the service that knows which addresses carriers deliver to. Outside failures are values, never
// exceptions.

import type { CarrierAddress } from './carrier.ts'

/** Where a parcel goes, whoever lives there. */
export type Place = Pick<CarrierAddress, 'street1' | 'street2' | 'city' | 'state' | 'postal' | 'country'>

/** `found`: carriers deliver to the place, which they write so. `isOurFault`: the operator must fix the cause. */
export type Verification =
  | { kind: 'found'; place: Place }
  | { kind: 'not_found'; reason: string }
  | { kind: 'unknown'; cause: string; isOurFault?: true }

export type AddressVerifier = {
  name: string
  /** `unknown` after the signal. */
  verify(place: Place, signal: AbortSignal): Promise<Verification>
}

/**
 * Whether the verifier found another place than was written: another street, number, city, state or postal code.
 * Spelling alone makes no other place: St for Street, upper case, the last four digits of a ZIP code.
 */
export function isOtherPlace(written: Place, found: Place): boolean {
  const pairs = [
    [`${written.street1} ${written.street2}`, `${found.street1} ${found.street2}`],
    [written.city, found.city],
  ] as const
  const ownPostal = lettersOf(written.postal)
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
