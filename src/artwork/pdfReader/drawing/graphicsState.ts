// The graphics state of content, as far as it matters for printing.

import type { Dict, Obj } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { black, type Ink } from './inks.ts'
import { type Area, identity, type Matrix } from './plane.ts'

export type State = {
  matrix: Matrix
  /** Everything outside this area is cut off; null when the area is unknown. */
  clip: Area | null
  /** Undefined when no font was set; null for a name that refers to no font. */
  font: Obj | undefined
  /** Whether the font was set in this content, and not by the content that draws this form. */
  isOwnFont: boolean
  /** The font size in the coordinates of the text. */
  size: number
  rise: number
  leading: number
  textMode: number
  charSpace: number
  wordSpace: number
  /** The horizontal scale of text. */
  scale: number
  lineWidth: number
  fill: Ink
  stroke: Ink
  /** The number of components of the color spaces; null where its numbers do not say the inks. */
  fillComponents: number | null
  strokeComponents: number | null
  /** Of fills, of strokes, and whether zero in a component leaves what is below (OPM 1). */
  overprintsFill: boolean
  overprintsStroke: boolean
  keepsUnderZero: boolean
}

export const initialState: State = {
  matrix: identity,
  clip: null,
  font: undefined,
  isOwnFont: false,
  size: 0,
  rise: 0,
  leading: 0,
  textMode: 0,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  lineWidth: 1,
  fill: black,
  stroke: black,
  fillComponents: 1,
  strokeComponents: 1,
  overprintsFill: false,
  overprintsStroke: false,
  keepsUnderZero: false,
}

export function withGraphics(file: PdfFile, dict: Dict, state: State): State {
  const [fills, strokes] = ['op', 'OP'].map(key => file.resolve(dict.get(key)))
  const mode = file.number(dict.get('OPM'))
  const first = (...values: unknown[]) => values.find(value => typeof value === 'boolean') === true
  return {
    ...state,
    lineWidth: file.number(dict.get('LW')) ?? state.lineWidth,
    overprintsFill: first(fills, strokes, state.overprintsFill),
    overprintsStroke: first(strokes, state.overprintsStroke),
    keepsUnderZero: mode === null ? state.keepsUnderZero : mode === 1,
  }
}

export function hasTransferCurve(file: PdfFile, dict: Dict): boolean {
  const curve = file.resolve(dict.get('TR2') ?? dict.get('TR') ?? null)
  return curve !== null && curve !== 'Identity' && curve !== 'Default'
}

export function recordTransparency(file: PdfFile, dict: Dict, found: Set<string>): void {
  for (const key of ['ca', 'CA']) if ((file.number(dict.get(key)) ?? 1) < 1) found.add('opacity')
  const mask = file.resolve(dict.get('SMask'))
  if (mask !== null && mask !== 'None') found.add('soft mask')
  const mode = file.resolve(dict.get('BM'))
  const first = Array.isArray(mode) ? file.name(mode[0]) : mode
  if (typeof first === 'string' && first !== 'Normal' && first !== 'Compatible') found.add('blend mode')
}
