// Whether a font is in the file.

import type { PdfFile } from './file.ts'
import type { Dict, Obj } from './lexer.ts'
import { readableName } from './readable.ts'

const mostNameLength = 100

export type Font = {
  /** What it is called, where it is not in the file. */
  missing: string | null
  /** One that may be written from above to below. */
  isComposite: boolean
  /** What it is made of, where its letters are drawn (Type 3). */
  letters: Dict | null
}

export function fontOf(file: PdfFile, font: Obj): Font {
  const dict = file.dict(font)
  if (dict === null) return { missing: 'a font that the file does not have', isComposite: false, letters: null }
  const kind = file.name(dict.get('Subtype'))
  const isComposite = kind === 'Type0'
  if (kind === 'Type3') return { missing: null, isComposite, letters: dict }
  const real = file.dict(file.array(dict.get('DescendantFonts'))?.[0]) ?? dict
  const descriptor = file.dict(real.get('FontDescriptor'))
  const isThere = ['FontFile', 'FontFile2', 'FontFile3'].some(key => file.stream(descriptor?.get(key)) !== null)
  const name = file.name(dict.get('BaseFont')) ?? 'a font without a name'
  return { missing: isThere ? null : readableName(name, mostNameLength), isComposite, letters: null }
}
