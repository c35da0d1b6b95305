// The region that an order ships to, from the address as the customer wrote it. The address itself is never changed: it
// is returned as it was sent, and printers get its fields as carriers read them. An order to an unsupported country is
// rejected. An order with a contradictory address (a state of another country, a postal code of another state) is
// accepted, but cannot be printed.

import { say, type Translatable, type Words } from '../../languages/texts.ts'
import { type Problem, quoted } from '../base/refusal.ts'
import { folded } from '../base/text/foldText.ts'
import { type Country, type CountryCode, countries, type State } from './places.ts'

/** The fields that the rules use. An estimate has only country and state; absent fields are not checked. */
export type Address = {
  name?: string
  company?: string
  address1?: string
  address2?: string
  city?: string
  state?: string
  postal?: string
  country: string
  phone?: string
  email?: string
}

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
  const letters = folded(country)
  // ASCII only: 'ſ' would become an S in upper case.
  return /^[A-Za-z]{2}$/.test(letters) ? (countries.get(letters.toUpperCase())?.code ?? null) : null
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

/** The name of a region as a place of taxes: US-NY, CA-ON or PR. */
export const placeOf = ({ country, state }: { country: string; state: string | null }): string =>
  country === 'US' || country === 'CA' ? `${country}-${state}` : country

/**
 * The address as programs of carriers read it: the fields that rules check are folded, and a state that was written
 * with its country (`US-NY`) has its two letters. Names and streets stay as they were sent.
 */
export function carrierAddress<Whole extends Address>(address: Whole): Whole {
  const region = resolveDestination(address)
  const fields = (['state', 'postal', 'country', 'phone', 'email'] as const).flatMap(field => {
    const text = address[field]
    return text === undefined ? [] : [[field, folded(text).trim()] as const]
  })
  const plain = { ...address, ...Object.fromEntries(fields) }
  const isWithCountry = /^[a-z]{2}-[a-z]{2}$/i.test(plain.state ?? '')
  return isWithCountry && region !== null ? { ...plain, state: region.state ?? region.country } : plain
}

/** Every problem that prevents an order to this address, with pointers into the create request. */
export function destinationProblems(address: Address): Problem[] {
  const region = resolveDestination(address)
  if (region === null) {
    return [
      problem(
        'country',
        'unsupported_country',
        say('{country} is not one of {countries}', {
          country: quoted(address.country),
          countries: [...countries.keys()].join(', '),
        }),
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
    const expected = say('the two letters or the full name of a {kind} of {country}', {
      kind: country === 'CA' ? say('province or territory') : say('state [[of a country]]'),
      country: countryName(country),
    })
    if (name === '')
      return problem('state', 'state_required', say('the state is missing; expected {expected}', { expected }))
    return problem(
      'state',
      'unknown_state',
      say('got {got}; expected {expected}', { got: withCountry(state!, name, country), expected }),
    )
  }
  if (name === '' || territoriesByName.get(name) === country) return null
  const got = withCountry(state!, name, country)
  const detail = say('got {got}; expected {country}, {name}, or nothing', { got, country, name: names[0]! })
  return problem('state', 'unknown_state', detail)
}

function postalProblem(postal: string | undefined, region: Region): Problem | null {
  if (postal === undefined) return null
  const { name, pattern, example } = postalFormOf(region)
  const code = postalCode(postal, region)
  if (!pattern.test(code))
    return problem(
      'postal',
      'invalid_postal',
      say('got {got}; expected a {name} such as {example}', { got: quoted(postal), name, example }),
    )

  const area = areaOf(region)
  if (isWithin(area, code) || !isKnownPostal(code, region)) return null
  const ranges = area.postal.join(', ')
  const detail = say('got {got}, which is not in {place}; expected a {name} that begins with {ranges}', {
    got: quoted(postal),
    place: area.names[0]!,
    name,
    ranges,
  })
  return problem('postal', 'postal_outside_state', detail)
}

/** Possible mistakes in an address. Only a contradiction prevents an order; a code that the tables lack does not. */
export function destinationWarnings(address: Address): Problem[] {
  const region = resolveDestination(address)
  if (region === null || address.postal === undefined) return []
  const code = postalCode(address.postal, region)
  if (!postalFormOf(region).pattern.test(code) || isWithin(areaOf(region), code) || isKnownPostal(code, region))
    return []
  const { name } = postalFormOf(region)
  const detail = say('{got} begins like no {name} that we know; please check it', { got: quoted(address.postal), name })
  return [problem('postal', 'postal_unknown', detail)]
}

/** The limits of the operator's carriers. `noBoxes`: the classes that, like freight, reach no post office box. */
export type CarrierLimits = { lineCharacters: number; noBoxes: readonly string[] }

const addressLines = ['name', 'company', 'address1', 'address2', 'city'] as const
const postOfficeBox = /\b(?:p\.? ?o\.? ?box|post office box|case postale|apartado)\b/i
const militaryStates: readonly unknown[] = ['AA', 'AE', 'AP']

/** Lines that a carrier cuts, and places without delivery. The order continues: the operator may have another way. */
export function carrierWarnings(
  address: Address,
  { shippingClass, isFreight }: { shippingClass: string; isFreight: boolean },
  { lineCharacters, noBoxes }: CarrierLimits,
): Problem[] {
  const warnings = addressLines.flatMap(field => {
    const { length } = [...(address[field] ?? '')]
    const detail = say('got {length} characters; carriers print at most {lineCharacters} in a line', {
      length,
      lineCharacters,
    })
    return length > lineCharacters ? [problem(field, 'line_too_long', detail)] : []
  })
  const street = folded(`${address.address1 ?? ''} ${address.address2 ?? ''}`).replaceAll(/\s+/g, ' ')
  const isBox = postOfficeBox.test(street) || militaryStates.includes(resolveDestination(address)?.state)
  if (isBox && (isFreight || noBoxes.includes(shippingClass))) {
    const detail = isFreight
      ? say(
          'an order of so many copies goes by freight, which carriers may not deliver to a post office box or a military address; choose a street address',
        )
      : say(
          'carriers may not deliver {shippingClass} to a post office box or a military address; choose another class, or a street address',
          { shippingClass },
        )
    warnings.push(problem('address1', 'box_not_served', detail))
  }
  return warnings
}

/** The code as people write it, in upper case and without spaces around a dash; of Canada only its six characters. */
function postalCode(postal: string, { country }: Region): string {
  const code = folded(postal)
    .trim()
    .split('-')
    .map(part => part.trim())
    .join('-')
    .toUpperCase()
  return country === 'CA' ? code.replaceAll(/[\s-]/g, '') : code
}

const areaOf = ({ country, state }: Region): State | Country =>
  state === null ? countries.get(country)! : statesByName.get(country)!.get(nameKey(state))!

/** An unknown state is a problem of its own, and has no postal codes to compare with. */
const isWithin = ({ postal }: State | Country, code: string): boolean =>
  postal.length === 0 || postal.some(range => isInRange(code, range))

/** Whether the code is in any area that has codes of this form. */
const isKnownPostal = (code: string, { country }: Region): boolean =>
  [...countries.values()]
    .filter(other => (other.code === 'CA') === (country === 'CA'))
    .flatMap(other => (other.states.length > 0 ? other.states : [other]))
    .some(area => isWithin(area, code))

const postalFormOf = ({ country }: Region) => (country === 'CA' ? canadianPostal : zip)

const zip = { name: say('ZIP code'), pattern: /^\d{5}(?:[- ]?\d{4})?$/, example: '14604 or 14604-1234' }
/** Leaves out the letters that Canada Post does not use because they resemble other letters. */
const canadianPostal = {
  name: say('Canadian postal code'),
  pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/,
  example: 'K1A 0B1',
}

function isInRange(code: string, range: string): boolean {
  const [first = '', last = first] = range.split('-')
  const prefix = code.slice(0, first.length)
  return prefix >= first && prefix <= last
}

function phoneProblem(phone: string | undefined): Problem | null {
  const fault = phone === undefined || folded(phone).trim() === '' ? null : phoneFault(phone)
  return fault === null ? null : problem('phone', 'invalid_phone', fault)
}

/** The problem with a telephone number, as a text; null for a possible number. */
export function phoneFault(phone: string): Translatable | null {
  const number =
    phone.length <= maxPhoneLength ? folded(phone).trim().replace(phoneScheme, '').replace(phoneExtension, '') : ''
  const digits = number.replaceAll(/\D/g, '').length
  if (phonePattern.test(number) && digits >= minPhoneDigits && digits <= maxPhoneDigits) return null
  return say(
    'got {got}; expected {minPhoneDigits} to {maxPhoneDigits} digits with spaces, dots, dashes, brackets or a leading +, and at most an extension such as x123',
    { got: quoted(phone), minPhoneDigits, maxPhoneDigits },
  )
}

const phoneScheme = /^tel:\s*/i
const phoneExtension = /(?<![\s,;])[\s,;]*(?:extension|ext\.?|x|#)[\s.:]*\d{1,7}$/i
const phonePattern = /^\+?[\d\s().\-/]+$/

function emailProblem(email: string | undefined): Problem | null {
  const address = folded(email ?? '').trim()
  if (email === undefined || address === '' || isEmail(address)) return null
  return problem(
    'email',
    'invalid_email',
    say('got {got}; expected an address such as name@example.com', { got: quoted(email) }),
  )
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
  const plain = folded(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll('&', ' and ')
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[\s,_-]+/g, ' ')
    .trim()
}

const statesOf = (country: CountryCode): readonly State[] => countries.get(country)!.states

/** With the code of ISO 3166-2, such as US-NY and US-PR. */
const namesOf = ({ code, names }: State | Country, country: string): string[] =>
  [code, `${country}-${code}`, ...names].map(nameKey)

const statesByName: ReadonlyMap<CountryCode, ReadonlyMap<string, State>> = new Map(
  [...countries.values()].map(({ code, states }) => [
    code,
    new Map(states.flatMap(state => namesOf(state, code).map((name): [string, State] => [name, state]))),
  ]),
)

const territoriesByName: ReadonlyMap<string, CountryCode> = new Map(
  [...countries.values()]
    .filter(({ states }) => states.length === 0)
    .flatMap(country => namesOf(country, 'US').map((name): [string, CountryCode] => [name, country.code])),
)

/** The codes of all states and territories by the keys of their names. */
export const codesByName: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...statesByName.values()].flatMap(states => [...states].map(([name, { code }]) => [name, code])),
  ...territoriesByName,
])

const countryName = (country: CountryCode): Words =>
  country === 'US'
    ? say('the United States')
    : country === 'CA'
      ? say('Canada [[country]]')
      : countries.get(country)!.names[0]!

/** A wrong state, and where a state of that name is. */
function withCountry(text: string, name: string, country: CountryCode): Words {
  const got = quoted(text)
  for (const [other, states] of statesByName) {
    if (other !== country && states.has(name))
      return say('{got}, which is in {country}', { got, country: countryName(other) })
  }
  const territory = territoriesByName.get(name)
  return territory === undefined ? got : say('{got}, which is {country}', { got, country: countryName(territory) })
}

function problem(field: string, code: string, detail: Words): Problem {
  return { pointer: `/destination/${field}`, code, detail }
}
