// Faults that keep a page from being drawn as its author saw it, by object. Programs that show PDFs skip such an
// object without a word, so people notice only when the book is printed.

import type { Area, Matrix } from '../drawing/plane.ts'
import { readableName } from '../text/readableText.ts'
import { type Dict, type Obj, Ref } from './lexer.ts'
import type { PdfFile } from './pdfFile.ts'

export type FaultKind = 'object_missing' | 'image_damaged' | 'font_damaged' | 'glyph_missing' | 'too_complex'

/** `object` is null for an object without a number, such as an image within the content of a page. */
export type Fault = { kind: FaultKind; object: number | null; got: string }

const maxFaultsOfPage = 50
const maxNameLength = 100
/** A cover of 20 by 12 inches with 1,200 pixels per inch has 350 million. */
const maxPixels = 500_000_000
/** A fine screen over a whole page: a tile of a sixth of a point, to and fro. */
const maxTiles = 10_000_000
/** A detailed map has a million. */
export const maxOperators = 4_000_000

export function addFault(faults: Map<string, Fault>, fault: Fault): void {
  const key = `${fault.kind} ${fault.object} ${fault.got}`
  if (faults.size < maxFaultsOfPage) faults.set(key, fault)
}

export const numberOf = (value: Obj | undefined): number | null => (value instanceof Ref ? value.number : null)

export function missingObject(name: Obj | undefined, value: Obj | undefined): Fault {
  const readable = typeof name === 'string' ? readableName(name, maxNameLength) : 'without a name'
  return { kind: 'object_missing', object: numberOf(value), got: `/${readable}, which is not in the file` }
}

export const formWithoutBox = (value: Obj | undefined): Fault => ({
  kind: 'object_missing',
  object: numberOf(value),
  got: 'the BBox of a form',
})

/** For a form or image whose content is in another file (8.10.4, 7.3.8) or is a program (8.8.2); null for others. */
export function standInFor(file: PdfFile, name: Obj | undefined, value: Obj | undefined, dict: Dict): Fault | null {
  const { got, ...fault } = missingObject(name, value)
  const [shown] = got.split(',', 1)
  const isProgram = [dict.get('Subtype'), dict.get('Subtype2')].some(kind => file.name(kind) === 'PS')
  if (isProgram) return { ...fault, got: `${shown}, which is a program in PostScript` }
  const [page, content] = ['Ref', 'F'].map(key => file.resolve(dict.get(key)))
  const isElsewhere = page instanceof Map || content instanceof Map || content instanceof Uint8Array
  return isElsewhere ? { ...fault, got: `${shown}, which is in another file` } : null
}

export const tooComplex = (object: number | null, got: string): Fault => ({ kind: 'too_complex', object, got })
export const millions = (count: number) => `${Math.round(count / 1e6).toLocaleString('en-US')} million`

export const tooManyPixels = (width: number, height: number, object: number | null): Fault | null =>
  width * height > maxPixels
    ? tooComplex(object, `an image of ${width} × ${height} pixels; at most ${millions(maxPixels)} are drawn`)
    : null

export const tooManyOperators = (operators: number): Fault | null =>
  operators > maxOperators ? tooComplex(null, `more than ${millions(maxOperators)} drawing operators`) : null

/** A pattern whose cells are tiny next to the area that they would cover. */
export function tooManyTiles(
  file: PdfFile,
  value: Obj | undefined,
  matrix: Matrix,
  covered: Area | null,
): Fault | null {
  const dict = file.dict(value)
  const step = (name: string) => Math.abs(file.number(dict?.get(name)) ?? 0)
  const tile = step('XStep') * step('YStep') * Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])
  if (covered === null || tile === 0) return null
  const tiles = ((covered[2] - covered[0]) * (covered[3] - covered[1])) / tile
  if (!(tiles > maxTiles)) return null
  return tooComplex(numberOf(value), `a pattern of ${millions(tiles)} tiles; at most ${millions(maxTiles)} are drawn`)
}
