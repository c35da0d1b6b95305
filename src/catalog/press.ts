// The limits of the press of a book, as far as files are held to it: every limit is data of the book, and the defaults
// are in its table, bookFields.ts.

import { allBookFields } from './bookFields.ts'
import type { ManufacturingSku, Press } from './schema.ts'

const defaults = Object.fromEntries(
  allBookFields.flatMap(({ path, usual }) =>
    path.startsWith('press.') && usual !== undefined ? [[path.slice('press.'.length), usual]] : [],
  ),
) as Omit<Press, 'pageInks'>

export const pressOf = ({ press, attributes }: ManufacturingSku): Press => ({
  ...defaults,
  pageInks: /\bblack\b/i.test(attributes.textColor) ? 'black' : 'color',
  ...press,
})
