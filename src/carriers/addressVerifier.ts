// The port to the service that knows which addresses carriers deliver to. Outside failures are values, never
// exceptions.

import type { Words } from '../../languages/texts.ts'
import type { CarrierAddress } from './carrier.ts'

/** Where a parcel goes, without the recipient's name. */
export type Place = Pick<CarrierAddress, 'street1' | 'street2' | 'city' | 'state' | 'postal' | 'country'>

/** `found`: carriers deliver to the place, which they write so. `isOurFault`: the operator must fix the cause. */
export type Verification =
  | { kind: 'found'; place: Place }
  | { kind: 'not_found'; reason: Words }
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

const areSameWords = (own: string[], other: string[]): boolean => plain(own).join(' ') === plain(other).join(' ')

/** The words as the postal service abbreviates them, without the kind of a unit: its number is enough. */
const plain = (words: string[]): string[] =>
  words.map(word => abbreviations.get(word) ?? word).filter(word => !units.includes(word))

const units = ['APT', 'UNIT', 'STE', 'RM', 'FL', 'BLDG', 'LOT']

/** USPS Publication 28, as far as addresses of readers have shown them. */
const abbreviations = new Map(
  `ALLEY ALY,AVENUE AVE,AV AVE,BOULEVARD BLVD,CIRCLE CIR,COURT CT,COVE CV,CRESCENT CRES,CROSSING XING,DRIVE DR,ESTATES ESTS,
   EXPRESSWAY EXPY,FREEWAY FWY,GARDENS GDNS,GROVE GRV,HEIGHTS HTS,HIGHWAY HWY,HOLLOW HOLW,JUNCTION JCT,LANE LN,LANDING LNDG,
   MEADOWS MDWS,MOUNT MT,MOUNTAIN MTN,PARKWAY PKWY,PLACE PL,PLAZA PLZ,POINT PT,ROAD RD,ROUTE RTE,RIDGE RDG,SQUARE SQ,
   STREET ST,SAINT ST,FORT FT,STATION STA,SUMMIT SMT,TERRACE TER,TRAIL TRL,TURNPIKE TPKE,VALLEY VLY,VIEW VW,VILLAGE VLG,
   NORTH N,SOUTH S,EAST E,WEST W,NORTHEAST NE,NORTHWEST NW,SOUTHEAST SE,SOUTHWEST SW,
   APARTMENT APT,SUITE STE,ROOM RM,FLOOR FL,BUILDING BLDG,
   FIRST 1ST,SECOND 2ND,THIRD 3RD,FOURTH 4TH,FIFTH 5TH,SIXTH 6TH,SEVENTH 7TH,EIGHTH 8TH,NINTH 9TH,TENTH 10TH`
    .split(',')
    .map(pair => pair.trim().split(' ') as [string, string]),
)
