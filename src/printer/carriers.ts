// Recognizes carriers by the form of their tracking numbers and by published check digits, and makes links to their
// tracking pages. A number that fits no form, or fits two carriers equally well, has no carrier: a wrong link is worse
// than no link.
//
// UPS 1Z: 16 letters and digits after 1Z, the last one a check digit (letters count as (code - 63) mod 10; even places
// double). USPS 20, 22 or 26 digits, also with 420 and the ZIP code before them: modulo 10 with weights 3, 1 from the
// right. Foreign posts, S10 of the UPU: two letters, nine digits, country; modulo 11 with weights 8 6 4 2 3 5 9 7.
// FedEx 12 digits: weights 3 1 7 modulo 11, then 10; 15 digits, also at the end of 96 and 20 digits: modulo 10. DHL
// Express 10 digits: the last one is the remainder of the first nine modulo 7; its pieces begin with J and letters.
// Canada Post 16 digits: modulo 10 with weights 3, 1; S10 of country CA.

/** A new carrier needs its name, its forms and its page in this file only. */
export const carriers = ['USPS', 'UPS', 'FedEx', 'DHL', 'Canada Post'] as const
export type Carrier = (typeof carriers)[number]

type Form = { carrier: Carrier; pattern: RegExp; checks(number: string): boolean }

const always = () => true

// In the order in which they are tried: the more specific forms first.
const forms: readonly Form[] = [
  { carrier: 'UPS', pattern: /^1Z[0-9A-Z]{16}$/, checks: checksUps },
  { carrier: 'Canada Post', pattern: /^[A-Z]{2}\d{9}CA$/, checks: checksS10 },
  { carrier: 'USPS', pattern: /^[A-Z]{2}\d{9}US$/, checks: checksS10 },
  { carrier: 'DHL', pattern: /^J(?:J?D|VGL)\d{10,20}$/, checks: always },
  { carrier: 'USPS', pattern: /^420\d{5}(?:\d{4})?9[1-5]\d{20}$/, checks: number => checksMod10(number.slice(-22)) },
  { carrier: 'USPS', pattern: /^9[1-5]\d{18}(?:\d{2}|\d{6})?$/, checks: checksMod10 },
  { carrier: 'USPS', pattern: /^(?:03|23|70|71|73|77|81)\d{18}$/, checks: checksMod10 },
  { carrier: 'FedEx', pattern: /^96\d{20}$/, checks: number => checksMod10(number.slice(-15)) },
  { carrier: 'Canada Post', pattern: /^\d{16}$/, checks: checksMod10 },
  { carrier: 'FedEx', pattern: /^\d{15}$/, checks: checksMod10 },
  { carrier: 'FedEx', pattern: /^\d{12}$/, checks: checksFedex12 },
  { carrier: 'DHL', pattern: /^\d{10}$/, checks: checksDhl },
]

const pages: Readonly<Record<Carrier, (number: string) => string>> = {
  USPS: number => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  UPS: number => `https://www.ups.com/track?tracknum=${number}`,
  FedEx: number => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  DHL: number => `https://www.dhl.com/en/express/tracking.html?brand=DHL&AWB=${number}`,
  'Canada Post': number => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
}

/** The carrier of a number; '' when it cannot be determined. Spaces and hyphens are ignored. */
export function carrierOf(number: string): Carrier | '' {
  const plain = plainNumber(number)
  return forms.find(({ pattern, checks }) => pattern.test(plain) && checks(plain))?.carrier ?? ''
}

/** The carrier's tracking page of a parcel; '' for an unknown carrier or a missing number. */
export function trackingLink(carrier: string, number: string): string {
  const knownCarrier = carrierNamed(carrier)
  const plain = plainNumber(number)
  return knownCarrier === undefined || !/^[0-9A-Z]{8,40}$/.test(plain) ? '' : pages[knownCarrier](plain)
}

/** Printers write carriers in many ways: "ups ground", "FEDEX", "CanadaPost". */
function carrierNamed(name: string): Carrier | undefined {
  const words = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return carriers.find(carrier => words.startsWith(carrier.toLowerCase().replaceAll(' ', '')))
}

const plainNumber = (number: string): string => number.replaceAll(/[\s-]/g, '').toUpperCase()

const digitsOf = (number: string): number[] => Array.from(number, Number)

function checksUps(number: string): boolean {
  const values = Array.from(number.slice(2), char => (/\d/.test(char) ? Number(char) : (char.charCodeAt(0) - 63) % 10))
  const check = values.pop()!
  const sum = values.reduce((sum, value, i) => sum + (i % 2 === 0 ? value : 2 * value), 0)
  return (10 - (sum % 10)) % 10 === check
}

function checksMod10(number: string): boolean {
  const digits = digitsOf(number)
  const check = digits.pop()!
  const sum = digits.reverse().reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === check
}

function checksS10(number: string): boolean {
  const digits = digitsOf(number.slice(2, 11))
  const check = digits.pop()!
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const remainder = 11 - (digits.reduce((sum, digit, i) => sum + digit * weights[i]!, 0) % 11)
  return check === (remainder === 10 ? 0 : remainder === 11 ? 5 : remainder)
}

function checksFedex12(number: string): boolean {
  const digits = digitsOf(number)
  const check = digits.pop()!
  const weights = [3, 1, 7]
  const sum = digits.reduce((sum, digit, i) => sum + digit * weights[i % 3]!, 0)
  return (sum % 11) % 10 === check
}

function checksDhl(number: string): boolean {
  return Number(BigInt(number.slice(0, 9)) % 7n) === Number(number[9])
}
