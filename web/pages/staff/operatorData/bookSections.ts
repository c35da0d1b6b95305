// Where the fields of a book stand in its editor: each section has the fields at these places, and below them. A field
// with its own section is in no other.

import type { PlacedField } from '../../../../src/catalog/bookField.ts'
import { allBookFields } from '../../../../src/catalog/bookFields.ts'

export const bookSections = {
  book: ['name', 'manufacturingSku', 'retired'],
  price: ['price'],
  discounts: ['price.breaks'],
  cost: ['cost'],
  costDiscounts: ['cost.breaks'],
  pagesAndPaper: ['pages', 'attributes'],
  weight: ['weight'],
  pagePaper: ['materials.pages'],
  coverPaper: ['materials.cover'],
  boards: ['materials'],
  customs: ['hsCode'],
  page: ['geometry.trim', 'geometry.pages', 'geometry'],
  gutter: ['geometry.pages.gutter'],
  press: ['press'],
  severities: ['press.severities'],
  cover: ['geometry.cover'],
  spine: ['geometry.spine', 'geometry.punchInches'],
} as const satisfies Record<string, string[]>

export type BookSection = keyof typeof bookSections

const sectionOf = ({ path }: PlacedField): { section: BookSection; at: string } | undefined => {
  const places = Object.entries(bookSections).flatMap(([section, all]) =>
    all.map(at => ({ section: section as BookSection, at })),
  )
  return places
    .filter(({ at }) => path === at || path.startsWith(`${at}.`))
    .toSorted((a, b) => b.at.length - a.at.length)[0]
}

/** In the sequence of the section's places. */
export const fieldsOf = (section: BookSection): PlacedField[] =>
  bookSections[section].flatMap(place =>
    allBookFields.filter(field => {
      const found = sectionOf(field)
      return found?.section === section && found.at === place
    }),
  )
