// The mistakes that keep an owner at a step of the guide: those at fields of the step. Others are for the editor, which
// has all fields.

import { type BookSection, fieldsOf } from './bookSections.ts'

type Path = readonly (string | number)[]
type Mistake = { part: string | null; path: string }

export function isBelow(paths: readonly Path[]): (mistake: Mistake) => boolean {
  const places = paths.map(path => `${path.join('/')}/`)
  return ({ part, path }) => places.some(place => `${part}${path}/`.startsWith(place))
}

/** The paths of a section's fields, for the books at these places. */
export function bookPaths(books: readonly number[], section: BookSection): Path[] {
  const fields = fieldsOf(section).map(({ path }) => path.split('.'))
  return books.flatMap(book => fields.map(field => ['catalog', 'skus', book, ...field]))
}
