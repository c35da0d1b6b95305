// Recognizes carriers by the form of their tracking numbers and by published check digits, and makes links to their
// tracking pages. A number that fits no form, or forms of two carriers, has no carrier: a wrong link is worse than no
// link. Barcodes of labels may hold more than the number.
//
// UPS 1Z: 16 letters and digits after 1Z, the last one a check digit (letters count as (code - 63) mod 10; even places
// double). USPS 20, 22 or 26 digits, also with 420 and the ZIP code before them: modulo 10 with weights 3, 1 from the
// right. Foreign posts, S10 of the UPU: two letters, nine digits, country; modulo 11 with weights 8 6 4 2 3 5 9 7.
// FedEx 12 digits: weights 3 1 7 modulo 11, then 10; 15 digits, also at the end of 96 and 20 digits: modulo 10. DHL
// Express 10 digits: the last one is the remainder of the first nine modulo 7; its pieces begin with J and letters.
// FedEx barcodes of 34 digits end with the number in 14, barcodes of 32 have it in the 17th to 28th. 92612 is FedEx
// SmartPost, which the USPS delivered and both tracked. Canada Post 16 digits: modulo 10 with weights 3, 1; S10 of
// country CA. The MaxiCode of a UPS label has the number in pieces: 1Z with its last eight digits, the class of
// service, whose last two digits are in the number, and the number of the shipper.

/** A new carrier needs its name, its forms and its page in this file only. */
export const carriers = ['USPS', 'UPS', 'FedEx', 'DHL', 'Canada Post'] as const
export type Carrier = (typeof carriers)[number]

/** The first group of `pattern` is the tracking number, if a barcode holds more than it. */
type Form = { carrier: Carrier; pattern: RegExp; checks(number: string): boolean }

const always = () => true

const forms: readonly Form[] = [
  { carrier: 'UPS', pattern: /^1Z[0-9A-Z]{16}$/, checks: checksUps },
  { carrier: 'Canada Post', pattern: /^[A-Z]{2}\d{9}CA$/, checks: checksS10 },
  { carrier: 'USPS', pattern: /^[A-Z]{2}\d{9}US$/, checks: checksS10 },
  { carrier: 'DHL', pattern: /^J(?:J?D|VGL)\d{10,20}$/, checks: always },
  { carrier: 'USPS', pattern: /^420\d{5}(?:\d{4})?(9[1-5]\d{20})$/, checks: checksMod10 },
  { carrier: 'USPS', pattern: /^420\d{5}(9[1-5]\d{24})$/, checks: checksMod10 },
  { carrier: 'USPS', pattern: /^9[1-5]\d{18}(?:\d{2}|\d{6})?$/, checks: checksMod10 },
  { carrier: 'USPS', pattern: /^(?:03|23|70|71|73|77|81)\d{18}$/, checks: checksMod10 },
  {
    carrier: 'FedEx',
    pattern: /^(?:420\d{5}(?:\d{4})?)?92612\d{17}$/,
    checks: number => checksMod10(number.slice(-22)),
  },
  { carrier: 'FedEx', pattern: /^96\d{5}(\d{15})$/, checks: checksMod10 },
  { carrier: 'FedEx', pattern: /^(?:100|96\d)\d{17}(?:00(\d{12})|(?!00)(\d{14}))$/, checks: checksFedex },
  { carrier: 'FedEx', pattern: /^1\d{15}(\d{12})\d{4}$/, checks: checksFedex },
  { carrier: 'Canada Post', pattern: /^\d{16}$/, checks: checksMod10 },
  { carrier: 'FedEx', pattern: /^\d{15}$/, checks: checksMod10 },
  { carrier: 'FedEx', pattern: /^\d{12}$/, checks: checksFedex },
  { carrier: 'DHL', pattern: /^\d{10}$/, checks: checksDhl },
]

const pages: Readonly<Record<Carrier, (number: string) => string>> = {
  USPS: number => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  UPS: number => `https://www.ups.com/track?tracknum=${number}`,
  FedEx: number => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  DHL: number => `https://www.dhl.com/en/express/tracking.html?brand=DHL&AWB=${number}`,
  'Canada Post': number => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
}

/**
 * The carrier of a number or of the barcode of a label; '' when it cannot be determined. Spaces and hyphens are
 * ignored.
 */
export const carrierOf = (text: string): Carrier | '' => readNumber(text).carrier

/**
 * The tracking number that the barcode of a label holds; the text itself when it is no barcode that holds more, and ''
 * for a code of several fields without a number that is known.
 */
export const trackingNumberIn = (text: string): string => readNumber(text).number

/** Without the control characters between its fields, which many scanners leave out. */
const maxiCode = /^\[\)>0196[0-9A-Z]{5,9}\d{4}(\d\d)1Z(\d{8})UPSN([0-9A-Z]{6})/

/** GS, RS and EOT: scanners send them for FNC1 in a barcode, and between the fields of a two-dimensional code. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send these
const separator = /[\u0004\u001d\u001e]/

function readNumber(scanned: string): { carrier: Carrier | ''; number: string } {
  const fields = scanned.split(separator).filter(field => field !== '')
  const plain = plainNumber(fields.join(''))
  /** A code of several fields is no number. */
  const text = fields.length === 1 ? fields[0]! : ''
  const unknown = { carrier: '', number: text } as const
  const [isMaxiCode, service, digits, shipper] = maxiCode.exec(plain) ?? []
  if (isMaxiCode !== undefined) {
    const number = `1Z${shipper}${service}${digits}`
    return checksUps(number) ? { carrier: 'UPS', number } : unknown
  }
  const found = forms.flatMap(({ carrier, pattern, checks }) => {
    const [whole, ...groups] = pattern.exec(plain) ?? []
    const number = groups.find(group => group !== undefined) ?? whole
    return number !== undefined && checks(number) ? [{ carrier, number }] : []
  })
  const [first] = found
  if (first === undefined || found.some(({ carrier }) => carrier !== first.carrier)) return unknown
  return first.number === plain && text !== '' ? { carrier: first.carrier, number: text } : first
}

/** The carrier's tracking page of a parcel; '' for an unknown carrier or a missing number. */
export function trackingLink(carrier: string, number: string): string {
  const knownCarrier = carrierNamed(carrier)
  const plain = plainNumber(trackingNumberIn(number))
  return knownCarrier === undefined || !/^[0-9A-Z]{8,40}$/.test(plain) ? '' : pages[knownCarrier](plain)
}

/** Printers write carriers in many ways: "ups ground", "FEDEX", "CanadaPost". */
function carrierNamed(name: string): Carrier | undefined {
  const words = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return carriers.find(carrier => words.startsWith(carrier.toLowerCase().replaceAll(' ', '')))
}

/** As carriers store it. */
export const plainNumber = (number: string): string => number.replaceAll(/[\s-]/g, '').toUpperCase()

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

function checksFedex(number: string): boolean {
  const digits = digitsOf(number)
  const check = digits.pop()!
  const weights = [1, 3, 7]
  const sum = digits.reverse().reduce((sum, digit, i) => sum + digit * weights[i % 3]!, 0)
  return (sum % 11) % 10 === check
}

function checksDhl(number: string): boolean {
  return Number(BigInt(number.slice(0, 9)) % 7n) === Number(number[9])
}
