// The graphics state of content, as far as it matters for printing.

import type { Dict, Obj } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { black, type Ink } from './inks.ts'
import type { Sign } from './places.ts'
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
  /** The signs of the colors of fills and strokes, and of everything that is drawn. */
  fillSigns: readonly Sign[]
  strokeSigns: readonly Sign[]
  effects: readonly Sign[]
  /** The operands of the color of fills after its operator or color space, to tell colors of any space apart. */
  fillColor: readonly Obj[]
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
  fillSigns: [],
  strokeSigns: [],
  effects: [],
  fillColor: [],
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
    effects: effectsOf(file, dict, state.effects),
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

/** The kinds of transparency that a graphics state sets. */
export function transparencyOf(file: PdfFile, dict: Dict): string[] {
  const mask = file.resolve(dict.get('SMask'))
  const mode = file.resolve(dict.get('BM'))
  const first = Array.isArray(mode) ? file.name(mode[0]) : mode
  return [
    ...(['ca', 'CA'].some(key => (file.number(dict.get(key)) ?? 1) < 1) ? ['opacity'] : []),
    ...(mask !== null && mask !== 'None' ? ['soft mask'] : []),
    ...(typeof first === 'string' && first !== 'Normal' && first !== 'Compatible' ? ['blend mode'] : []),
  ]
}

/** A state that sets opacity, mask or mode anew ends the effects before it. */
function effectsOf(file: PdfFile, dict: Dict, before: State['effects']): State['effects'] {
  const sets = (keys: string[]) => keys.some(key => dict.has(key))
  const isSet = { transparency: sets(['ca', 'CA', 'SMask', 'BM']), transfer_curve: sets(['TR', 'TR2']) }
  if (!isSet.transparency && !isSet.transfer_curve) return before
  const kinds = [
    ...(transparencyOf(file, dict).length > 0 ? ['transparency'] : []),
    ...(hasTransferCurve(file, dict) ? ['transfer_curve'] : []),
  ]
  const kept = before.filter(({ kind }) => !isSet[kind as keyof typeof isSet])
  return [...kept, ...kinds.map(kind => ({ kind, value: 0 }))]
}
