// How amounts are typed: 1,250.00 in English, 1.250,00 in German. For the inputs of numbers.

import { numberLocale } from '../../language.ts'

const parts = new Intl.NumberFormat(numberLocale, { useGrouping: 'always' }).formatToParts(1234.5)
const partOf = (type: 'decimal' | 'group', otherwise: string) =>
  parts.find(part => part.type === type)?.value ?? otherwise

export const separators = { decimalSeparator: partOf('decimal', '.'), thousandSeparator: partOf('group', ',') }
