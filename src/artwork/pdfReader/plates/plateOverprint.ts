// Which drawing operators overprint, by the graphics state (ISO 32000-1, 8.6.7). On plates, they darken what is below:
// each ink of a color in CMYK that is not zero (OPM 1), and the inks that a Separation or DeviceN space names.

import { isBlack } from '../drawing/colors.ts'
import { isBlackOrWhite, minBlack } from '../drawing/inks.ts'
import { type Dict, type Obj, Stream } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'

/** The resource that an operator names. */
export type Lookup = (kind: string, name: string) => Obj | undefined
type Space = 'cmyk' | 'inks' | 'black' | 'other'
type Paint = { space: Space; shares: readonly Obj[] }
type State = {
  fills: boolean
  strokes: boolean
  keepsUnderZero: boolean
  /** Content has a blend mode of its own, which stays. */
  isBlended: boolean
  fill: Paint
  stroke: Paint
  textMode: number
  mode: Mode
}
type Mode = 'PlateNormal' | 'PlateDarken'
/** The state that a form inherits; null for content that begins anew, such as a page. */
export type Inherited = State | null

export const modes: Record<Mode, Dict> = {
  PlateNormal: new Map([['BM', 'Normal']]),
  PlateDarken: new Map([['BM', 'Darken']]),
}
const other: Paint = { space: 'other', shares: [] }
const start: State = {
  fills: false,
  strokes: false,
  keepsUnderZero: false,
  isBlended: false,
  fill: other,
  stroke: other,
  textMode: 0,
  mode: 'PlateNormal',
}
const fillers = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const strokers = new Set(['S', 's'])
const grays = new Set(['g', 'G', 'rg', 'RG'])
const colors = new Set(['sc', 'SC', 'scn', 'SCN'])
const texts = new Set(['Tj', 'TJ', "'", '"'])
const maxOpen = 10_000

/** `usual` leaves out what changes a color: only black alone and white in CMYK overprint. */
export type Overprint = 'all' | 'usual'
export type Surroundings = { lookup: Lookup; inherited: Inherited; overprint: Overprint }

export function createOverprint(file: PdfFile, { lookup, inherited, overprint }: Surroundings) {
  let state = inherited ?? start
  const states: State[] = []
  const spaceOf = (value: Obj | undefined): Space => {
    const found = file.resolve(value)
    const [kind, more] = Array.isArray(found) ? found : [found]
    switch (file.name(kind)) {
      case 'Separation':
      case 'DeviceN':
        return isBlack(file, more) ? 'black' : 'inks'
      case 'DeviceCMYK':
      case 'CMYK':
        return 'cmyk'
      case 'ICCBased':
        return file.number(file.dict(more)?.get('N')) === 4 ? 'cmyk' : 'other'
      default:
        return 'other'
    }
  }
  const setPaint = (isStroke: boolean, paint: Paint) => {
    state = isStroke ? { ...state, stroke: paint } : { ...state, fill: paint }
  }
  const isUsual = ({ space, shares }: Paint) =>
    space === 'cmyk' ? isBlackOrWhite(shares) : space === 'black' && Number(shares.at(-1)) >= minBlack
  /** A color of four inks replaces all that is below. */
  const overprints = (isOn: boolean, paint: Paint) =>
    isOn &&
    (paint.space === 'cmyk' ? state.keepsUnderZero && paint.shares.includes(0) : paint.space !== 'other') &&
    (overprint === 'all' || isUsual(paint))
  const fillOverprints = () => overprints(state.fills, state.fill)
  const strokeOverprints = () => overprints(state.strokes, state.stroke)
  const imageOf = (name: Obj | undefined): Dict | null => {
    const stream = typeof name === 'string' ? file.resolve(lookup('XObject', name)) : null
    return stream instanceof Stream && file.name(stream.dict.get('Subtype')) === 'Image' ? stream.dict : null
  }
  const imageOverprints = (dict: Dict | null) => {
    if (dict === null) return false
    if (file.resolve(dict.get('ImageMask')) === true) return fillOverprints()
    const named = dict.get('ColorSpace')
    const space = spaceOf((typeof named === 'string' ? lookup('ColorSpace', named) : null) ?? named)
    return space !== 'cmyk' && overprints(state.fills, { space, shares: [0] })
  }
  const isDarkened = (operator: string, name: Obj | undefined, inline: Dict | undefined): boolean | null => {
    if (fillers.has(operator)) return fillOverprints()
    if (strokers.has(operator)) return strokeOverprints()
    if (texts.has(operator)) return state.textMode % 4 === 1 ? strokeOverprints() : fillOverprints()
    if (operator === 'Do') return imageOverprints(imageOf(name))
    if (inline !== undefined) return imageOverprints(inline)
    return operator === 'sh' ? false : null
  }
  const setGraphics = (dict: Dict) => {
    const [fills, strokes, mode, blend] = ['op', 'OP', 'OPM', 'BM'].map(key => file.resolve(dict.get(key)))
    const isOn = (...values: unknown[]) => values.find(value => typeof value === 'boolean') === true
    const name = Array.isArray(blend) ? file.name(blend[0]) : blend
    const isBlended = typeof name === 'string' && name !== 'Normal' && name !== 'Compatible'
    state = {
      ...state,
      fills: isOn(fills, strokes, state.fills),
      strokes: isOn(strokes, state.strokes),
      keepsUnderZero: typeof mode === 'number' ? mode === 1 : state.keepsUnderZero,
      ...(typeof name === 'string' ? { isBlended, mode: 'PlateNormal' } : {}),
    }
  }

  return {
    inherited: (): Inherited => state,
    /** The mode that is to be set before the operator, or before an inline image; null where it is already set. */
    follow(operator: string, operands: readonly Obj[], inline?: Dict): Mode | null {
      const name = operands.at(-1)
      const isStroke = operator.toUpperCase() === operator
      if (operator === 'q' && states.length < maxOpen) states.push(state)
      else if (operator === 'Q') state = states.pop() ?? state
      else if (grays.has(operator)) setPaint(isStroke, other)
      else if (operator === 'k' || operator === 'K') setPaint(isStroke, { space: 'cmyk', shares: operands })
      else if (colors.has(operator))
        setPaint(isStroke, { space: (isStroke ? state.stroke : state.fill).space, shares: operands })
      else if (operator === 'Tr') state = { ...state, textMode: typeof name === 'number' ? name : 0 }
      else if ((operator === 'cs' || operator === 'CS') && typeof name === 'string')
        setPaint(isStroke, { space: spaceOf(lookup('ColorSpace', name) ?? name), shares: [0, 0, 0, 1] })
      else if (operator === 'gs' && typeof name === 'string') {
        const dict = file.dict(lookup('ExtGState', name))
        if (dict !== null) setGraphics(dict)
      }
      const darkens = isDarkened(operator, name, inline)
      if (darkens === null || state.isBlended) return null
      const mode = darkens ? 'PlateDarken' : 'PlateNormal'
      if (mode === state.mode) return null
      state = { ...state, mode }
      return mode
    },
  }
}
