// ISBNs, and the five digits beside their barcode that give the retail price (EAN-5). An ISBN is kept as the 13 digits
// of its barcode.

import isbn3 from 'isbn3'
import { say, type Translatable } from '../../../languages/texts.ts'
import { folded } from './foldText.ts'

/** By currency, the first digit of the EAN-5. */
const currencyDigits = { USD: '5', CAD: '6', GBP: '0', AUD: '3', NZD: '4' } as const
export type PriceCurrency = keyof typeof currencyDigits
export const priceCurrencies = Object.keys(currencyDigits) as PriceCurrency[]
/** 59999 stands for a hundred dollars and more. */
export const maxPriceCents = 99_98
/** Means that there is no price. Shops in the US expect five digits beside every ISBN. */
export const noPrice = '90000'

/** The ISBN of a book. `addOn` is an EAN-5, null without a price; `draw` asks for the barcode. */
export type BookIsbn = { isbn: string; addOn: string | null; barcode: 'none' | 'draw' }

/** `amount` has two decimals. */
export type RetailPrice = { currency: PriceCurrency; amount: string }

/** The 13 digits of an ISBN in any spelling, or why the text is not an ISBN. */
export function parseIsbn(text: string): { isbn: string } | { problem: Translatable } {
  const characters = folded(text)
    .replace(/^\s*isbn(?:-?1[03])?[\s:]*/i, '')
    .replace(/[\s-]/g, '')
  if (!/^\d*[\dXx]$/.test(characters))
    return { problem: say('An ISBN has digits and hyphens only; the last of 10 digits can be an X.') }
  if (characters.length === 10) {
    const expected = checkDigit10(characters)
    return characters[9]!.toUpperCase() === expected
      ? { isbn: isbn13Of(characters) }
      : { problem: wrongDigit(characters, expected) }
  }
  if (characters.length !== 13 || !/^\d{13}$/.test(characters))
    return { problem: say('An ISBN has 13 digits, or 10; got {length}.', { length: characters.length }) }
  if (!/^97(?:8|9[1-9])/.test(characters))
    return { problem: say('An ISBN of 13 digits begins with 978 or 979; 979-0 is for printed music.') }
  const expected = checkDigit13(characters)
  return characters[12] === expected ? { isbn: characters } : { problem: wrongDigit(characters, expected) }
}

const wrongDigit = (isbn: string, digit: string) =>
  say(
    'The check digit of the ISBN {isbn} is wrong: with the other digits, the last would be {digit}. Check each digit.',
    { isbn, digit },
  )

/** The ISBN with its hyphens; in a range that is not known yet, only the hyphen after 978 or 979. */
export const hyphenatedIsbn = (isbn: string): string =>
  isbn3.asIsbn13(isbn, true) ?? `${isbn.slice(0, 3)}-${isbn.slice(3)}`

/** The digits of part of an ISBN, as stored ISBNs have them; null when the text cannot be part of an ISBN. */
export function isbnDigits(text: string): string | null {
  const parsed = parseIsbn(text)
  if ('isbn' in parsed) return parsed.isbn
  const digits = folded(text).replace(/[\s-]/g, '')
  return /^\d{4,13}$/.test(digits) ? digits : null
}

/** The EAN-5 of a price of at most 99.98: 51999 is US$ 19.99. */
export const addOnOf = ({ currency, amount }: RetailPrice): string =>
  `${currencyDigits[currency]}${amount.replace('.', '').padStart(4, '0')}`

/** Null when the digits give no price. */
export function priceOf(addOn: string): RetailPrice | null {
  const currency = priceCurrencies.find(name => currencyDigits[name] === addOn[0])
  return currency === undefined ? null : { currency, amount: `${Number(addOn.slice(1, 3))}.${addOn.slice(3)}` }
}

const isbn13Of = (isbn10: string): string => {
  const digits = `978${isbn10.slice(0, 9)}`
  return `${digits}${checkDigit13(digits)}`
}

const weightedSum = (digits: string, weightAt: (i: number) => number) =>
  [...digits].reduce((sum, digit, i) => sum + Number(digit) * weightAt(i), 0)

const checkDigit13 = (digits: string) =>
  String((10 - (weightedSum(digits.slice(0, 12), i => (i % 2 === 0 ? 1 : 3)) % 10)) % 10)

function checkDigit10(digits: string): string {
  const rest = (11 - (weightedSum(digits.slice(0, 9), i => 10 - i) % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}
