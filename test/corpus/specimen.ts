// One file of the corpus: how it is made, and its expected findings as a paperback of 6 by 9 inches, an interior of 32
// to 800 pages, or the cover for 200 pages. Made on demand, in less than a second.

import type { Code } from '../../src/artwork/preflight/codes.ts'
import type { Press } from '../../src/artwork/preflight/expectedFiles.ts'
import type { BookIsbn } from '../../src/base/text/isbn.ts'

export type Specimen = {
  name: string
  as: 'cover' | 'guts'
  make: () => Uint8Array | Promise<Uint8Array>
  /** In the order of the alphabet. */
  codes: Code[]
  declared?: number
  /** The page and the number of the object that the finding names. */
  page?: number
  object?: number
  /** What the press of this book can print otherwise. */
  press?: Partial<Press>
  /** The bleed of this book at the binding. */
  bindingBleed?: 'none'
  /** This book has a dust jacket, or a coil. */
  binding?: 'jacket' | 'coil' | 'right'
  /** The ISBN of the product. */
  isbn?: BookIsbn
}

type Add = (name: string, make: Specimen['make'], codes: Code[], more?: Partial<Specimen>) => void

export const coverPages = 200

/** Those that `write` adds: each an interior, unless `as` says otherwise. */
export function specimensOf(write: (add: Add) => void): Specimen[] {
  const specimens: Specimen[] = []
  write((name, make, codes, more = {}) => specimens.push({ name, as: 'guts', make, codes: codes.toSorted(), ...more }))
  return specimens
}

/** A font that every program has and this file does not bring. */
export const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

export const replaced = (bytes: Buffer, what: RegExp | string, by: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(what, by), 'latin1')
