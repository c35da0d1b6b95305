// How amounts are typed: 1,250.00 in English, 1.250,00 in German. For the inputs of numbers.

import { numberLocale } from '../../language.ts'

const parts = new Intl.NumberFormat(numberLocale, { useGrouping: 'always' }).formatToParts(1234.5)
const partOf = (type: 'decimal' | 'group', otherwise: string) =>
  parts.find(part => part.type === type)?.value ?? otherwise

const decimalSeparator = partOf('decimal', '.')

/** As the language writes 3% or 3 %. */
export const percentSuffix = decimalSeparator === ',' ? ' %' : '%'

/** As the language writes $1.50 or 1,50 $. */
export const dollars = decimalSeparator === ',' ? { suffix: ' $' } : { prefix: '$' }

/** Only the language's own decimal separator is one: with both, the comma in 1,234.50 would begin the cents. */
export const separators = {
  decimalSeparator,
  allowedDecimalSeparators: [decimalSeparator],
  thousandSeparator: partOf('group', ','),
}
