// The region that an order ships to, from the address as the customer wrote it. The address itself is never changed: it
// is returned and printed on the label as it was sent. An order to an unsupported country is rejected. An order with a
// contradictory address (a state of another country, a postal code of another state) is accepted, but cannot be
// printed.

import { type Problem, quoted } from '../base/refusal.ts'
import { type Country, type CountryCode, countries, type State } from './places.ts'

/** The fields that the rules use. An estimate has only country and state; absent fields are not checked. */
export type Address = { country: string; state?: string; postal?: string; phone?: string; email?: string }

/**
 * The region that decides zone, customs and tax. `state` is the two-letter code; null for a territory, and null for the
 * United States or Canada when the state of the address is unknown.
 */
export type Region = { country: CountryCode; state: string | null }

/** The maximum of a deliverable email address (RFC 5321) and of its local part. */
const maxEmailLength = 254
const maxEmailLocalLength = 64
/** Enough for the longest international number with separators and an extension. */
const maxPhoneLength = 50
const minPhoneDigits = 7
/** The maximum of an international number (E.164). */
const maxPhoneDigits = 15

/** The code of a supported country from its two letters in upper or lower case; null for any other text. */
export function supportedCountry(country: string): CountryCode | null {
  // ASCII only: 'ſ' would become an S in upper case.
  return /^[A-Za-z]{2}$/.test(country) ? (countries.get(country.toUpperCase())?.code ?? null) : null
}

/** Whether a region has a known state or province, or needs none. */
export const hasKnownState = ({ country, state }: Region): boolean => state !== null || statesOf(country).length === 0

/** Whether parcels pass customs, so that every item needs its retail price. */
export const needsCustoms = (region: Region): boolean => region.country !== 'US'

/** The region that an address ships to; null when its country is not supported. */
export function resolveDestination(address: Address): Region | null {
  const country = supportedCountry(address.country)
  if (country === null) return null
  const name = nameKey(address.state ?? '')
  if (country === 'US') {
    const territory = territoriesByName.get(name)
    if (territory !== undefined) return { country: territory, state: null }
  }
  return { country, state: statesByName.get(country)?.get(name)?.code ?? null }
}

/** The region of an address whose country was checked before. */
export function regionOf(address: Address): Region {
  const region = resolveDestination(address)
  if (region === null) throw new Error('an order to an unsupported country was accepted')
  return region
}

/** Every problem that prevents an order to this address, with pointers into the create request. */
export function destinationProblems(address: Address): Problem[] {
  const region = resolveDestination(address)
  if (region === null) {
    return [
      problem(
        'country',
        'unsupported_country',
        `${quoted(address.country)} is not one of ${[...countries.keys()].join(', ')}`,
      ),
    ]
  }
  return [
    stateProblem(address.state, region),
    postalProblem(address.postal, region),
    phoneProblem(address.phone),
    emailProblem(address.email),
  ].filter(problem => problem !== null)
}

function stateProblem(state: string | undefined, { country, state: code }: Region): Problem | null {
  const name = nameKey(state ?? '')
  const { names, states } = countries.get(country)!
  if (states.length > 0) {
    if (code !== null) return null
    const expected = `the two letters or the full name of a ${country === 'CA' ? 'province or territory' : 'state'} of ${countryName(country)}`
    if (name === '') return problem('state', 'state_required', `the state is missing; expected ${expected}`)
    return problem('state', 'unknown_state', `got ${quoted(state!)}${elsewhere(name, country)}; expected ${expected}`)
  }
  if (name === '' || territoriesByName.get(name) === country) return null
  const detail = `got ${quoted(state!)}${elsewhere(name, country)}; expected ${country}, ${names[0]}, or nothing`
  return problem('state', 'unknown_state', detail)
}

function postalProblem(postal: string | undefined, { country, state }: Region): Problem | null {
  if (postal === undefined) return null
  const { name, pattern, example } = country === 'CA' ? canadianPostal : zip
  const code = (country === 'CA' ? postal.replaceAll(/[\s-]/g, '') : postal.trim()).toUpperCase()
  if (!pattern.test(code))
    return problem('postal', 'invalid_postal', `got ${quoted(postal)}; expected a ${name} such as ${example}`)

  const area = state === null ? countries.get(country)! : statesByName.get(country)!.get(nameKey(state))!
  // An unknown state is a problem of its own, and has no postal codes to compare with.
  if (area.postal.length === 0 || area.postal.some(range => isInRange(code, range))) return null
  const ranges = area.postal.join(', ')
  const detail = `got ${quoted(postal)}, which is not in ${area.names[0]}; expected a ${name} that begins with ${ranges}`
  return problem('postal', 'postal_outside_state', detail)
}

const zip = { name: 'ZIP code', pattern: /^\d{5}(?:[- ]?\d{4})?$/, example: '14604 or 14604-1234' }
/** Leaves out the letters that Canada Post does not use because they resemble other letters. */
const canadianPostal = {
  name: 'Canadian postal code',
  pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/,
  example: 'K1A 0B1',
}

function isInRange(code: string, range: string): boolean {
  const [first = '', last = first] = range.split('-')
  const prefix = code.slice(0, first.length)
  return prefix >= first && prefix <= last
}

function phoneProblem(phone: string | undefined): Problem | null {
  const fault = phone === undefined || phone.trim() === '' ? null : phoneFault(phone)
  return fault === null ? null : problem('phone', 'invalid_phone', fault)
}

/** The problem with a telephone number, as a text; null for a possible number. */
export function phoneFault(phone: string): string | null {
  const number = phone.length <= maxPhoneLength ? phone.trim().replace(phoneExtension, '') : ''
  const digits = number.replaceAll(/\D/g, '').length
  if (phonePattern.test(number) && digits >= minPhoneDigits && digits <= maxPhoneDigits) return null
  return `got ${quoted(phone)}; expected ${minPhoneDigits} to ${maxPhoneDigits} digits with spaces, dots, dashes, brackets or a leading +, and at most an extension such as x123`
}

const phoneExtension = /(?<![\s,;])[\s,;]*(?:extension|ext\.?|x|#)[\s.:]*\d{1,7}$/i
const phonePattern = /^\+?[\d\s().\-/]+$/

function emailProblem(email: string | undefined): Problem | null {
  if (email === undefined || email.trim() === '') return null
  if (isEmail(email.trim())) return null
  return problem('email', 'invalid_email', `got ${quoted(email)}; expected an address such as name@example.com`)
}

/**
 * Accepts the addresses that carriers' forms accept, which are fewer than RFC 5322 allows: international letters, but
 * no quoted parts.
 */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const labels = text.slice(at + 1).split('.')
  return (
    text.length <= maxEmailLength &&
    local.length <= maxEmailLocalLength &&
    local.split('.').every(atom => emailAtom.test(atom)) &&
    labels.length >= 2 &&
    labels.every(label => domainLabel.test(label)) &&
    !/^\d+$/.test(labels.at(-1)!)
  )
}

const emailAtom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u
const domainLabel = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u

/** The same key for 'Québec', 'QUEBEC' and ' quebec ', and for 'D.C.' and 'DC'. */
function nameKey(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll('&', ' and ')
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[\s,_-]+/g, ' ')
    .trim()
}

const statesOf = (country: CountryCode): readonly State[] => countries.get(country)!.states

const namesOf = ({ code, names }: State | Country): string[] => [code, ...names].map(nameKey)

const statesByName: ReadonlyMap<CountryCode, ReadonlyMap<string, State>> = new Map(
  [...countries.values()].map(({ code, states }) => [
    code,
    new Map(states.flatMap(state => namesOf(state).map((name): [string, State] => [name, state]))),
  ]),
)

const territoriesByName: ReadonlyMap<string, CountryCode> = new Map(
  [...countries.values()]
    .filter(({ states }) => states.length === 0)
    .flatMap(country => namesOf(country).map((name): [string, CountryCode] => [name, country.code])),
)

const countryName = (country: CountryCode): string =>
  country === 'US' ? 'the United States' : countries.get(country)!.names[0]!

/** `, which is in Canada`, when a name that is wrong here exists in another country. */
function elsewhere(name: string, country: CountryCode): string {
  for (const [other, states] of statesByName) {
    if (other !== country && states.has(name)) return `, which is in ${countryName(other)}`
  }
  const territory = territoriesByName.get(name)
  return territory === undefined ? '' : `, which is ${countryName(territory)}`
}

function problem(field: string, code: string, detail: string): Problem {
  return { pointer: `/destination/${field}`, code, detail }
}
