// Which drawing operators overprint, by the graphics state (ISO 32000-1, 8.6.7), and the inks that they replace: each
// ink of a color in CMYK that is not zero (OPM 1), and the inks that a Separation or DeviceN space names. On plates,
// they darken what is below. Where a lighter tint may replace a darker one, they first wipe out the inks that they
// replace.

import { isBlack } from '../drawing/colors.ts'
import { isBlackOrWhite, minBlack } from '../drawing/inks.ts'
import { type Dict, type Obj, Stream } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'

/** The resource that an operator names. */
export type Lookup = (kind: string, name: string) => Obj | undefined
type Space = 'cmyk' | 'inks' | 'black' | 'other'
/** `names` has the inks of a Separation or DeviceN space. */
type Paint = { space: Space; names: readonly (string | null)[]; shares: readonly Obj[] }
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
  /** The entries of states that let what is below show through. */
  translucent: ReadonlySet<string>
  /** Renderers draw groups, patterns and glyphs apart from what is below. */
  isApart: boolean
}
export type Mode = 'PlateNormal' | 'PlateDarken' | 'PlateLighten'
/** Takes out the inks that the next operator replaces; `draws` is in the place of the operator. */
type Wipe = { colors: string; draws: string | null }
/** A color with which an operator draws. */
type Use = { isStroke: boolean; isOn: boolean; paint: Paint }
/** Inks are wiped out by the same drawing, by the square of an image, or not at all where its shape is not known. */
type Drawing = { uses: Use[]; wipe: 'same' | 'square' | 'none' }
/** The mode is null where it is already set, and `wipe` where it is not needed. */
export type Change = { mode: Mode | null; wipe: Wipe | null }
/** The state that a form inherits; null for content that begins anew, such as a page. */
export type Inherited = State | null

export const modes: Record<Mode, Dict> = {
  PlateNormal: new Map([['BM', 'Normal']]),
  PlateDarken: new Map([['BM', 'Darken']]),
  PlateLighten: new Map([['BM', 'Lighten']]),
}
const other: Paint = { space: 'other', names: [], shares: [] }
const processInks = ['Cyan', 'Magenta', 'Yellow', 'Black']
const start: State = {
  fills: false,
  strokes: false,
  keepsUnderZero: false,
  isBlended: false,
  fill: other,
  stroke: other,
  textMode: 0,
  mode: 'PlateNormal',
  translucent: new Set(),
  isApart: false,
}
/** The state within a group, a pattern or a glyph. */
export const apart = (inherited: Inherited): State => ({ ...(inherited ?? start), isApart: true })
const fillers = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const strokers = new Set(['S', 's'])
const grays = new Set(['g', 'G', 'rg', 'RG'])
const colors = new Set(['sc', 'SC', 'scn', 'SCN'])
const texts = new Set(['Tj', 'TJ', "'", '"'])
const maxOpen = 10_000
const unchanged: Change = { mode: null, wipe: null }

/** `usual` leaves out what changes a color: only black alone and white in CMYK overprint. */
export type Overprint = 'all' | 'usual'
export type Surroundings = { lookup: Lookup; inherited: Inherited; overprint: Overprint }

export function createOverprint(file: PdfFile, { lookup, inherited, overprint }: Surroundings) {
  let state = inherited ?? start
  const states: State[] = []
  const paintIn = (value: Obj | undefined, shares: readonly Obj[]): Paint => {
    const found = file.resolve(value)
    const [kind, more] = Array.isArray(found) ? found : [found]
    const name = file.name(kind)
    if (name === 'Separation' || name === 'DeviceN') {
      const names = (file.array(more) ?? [more]).map(ink => file.name(ink))
      return { space: isBlack(file, more) ? 'black' : 'inks', names, shares }
    }
    const isCmyk =
      name === 'ICCBased' ? file.number(file.dict(more)?.get('N')) === 4 : name === 'DeviceCMYK' || name === 'CMYK'
    return { ...other, space: isCmyk ? 'cmyk' : 'other', shares }
  }
  const setPaint = (isStroke: boolean, paint: Paint) => {
    state = isStroke ? { ...state, stroke: paint } : { ...state, fill: paint }
  }
  const isUsual = ({ space, shares }: Paint) =>
    space === 'cmyk' ? isBlackOrWhite(shares) : space === 'black' && Number(shares.at(-1)) >= minBlack
  const isTranslucent = (isStroke: boolean) => ['SMask', isStroke ? 'CA' : 'ca'].some(key => state.translucent.has(key))
  /** A color of four inks replaces all that is below. */
  const overprints = ({ isStroke, isOn, paint }: Use): boolean =>
    isOn &&
    (paint.space === 'cmyk' ? state.keepsUnderZero && paint.shares.includes(0) : paint.space !== 'other') &&
    // Without overprint, what is translucent leaves a part of each ink below, as if it replaced the ink.
    (overprint === 'all' || isTranslucent(isStroke) || isUsual(paint))
  /** In CMYK: each ink that stays. No black is darker than that which usually overprints. */
  const kept = (use: Use): (0 | 1)[] => {
    const { space, names, shares } = use.paint
    if (!overprints(use)) return [0, 0, 0, 0]
    if (isUsual(use.paint)) return [1, 1, 1, 1]
    const replaces = (ink: string, i: number) =>
      space === 'cmyk' ? shares[i] !== 0 : names.includes(ink) || names.includes('All')
    return processInks.map((ink, i) => (replaces(ink, i) ? 0 : 1))
  }
  const wipeFor = ({ uses, wipe }: Drawing): Wipe | null => {
    const inks = uses.map(use => ({ ...use, kept: kept(use) }))
    const isNeeded = inks.some(ink => ink.kept.includes(0))
    if (!isNeeded || wipe === 'none' || state.isApart || state.translucent.size > 0) return null
    const setters = inks.map(ink => {
      const [space, color] = ink.isStroke ? ['CS', 'SC'] : ['cs', 'sc']
      return `/DefaultCMYK ${space} ${ink.kept.join(' ')} ${color}`
    })
    return { colors: setters.join(' '), draws: wipe === 'square' ? '0 0 1 1 re f' : null }
  }
  const imageOf = (name: Obj | undefined): Dict | null => {
    const stream = typeof name === 'string' ? file.resolve(lookup('XObject', name)) : null
    return stream instanceof Stream && file.name(stream.dict.get('Subtype')) === 'Image' ? stream.dict : null
  }
  const drawingOf = (operator: string, name: Obj | undefined, inline: Dict | undefined): Drawing | null => {
    const fill: Use = { isStroke: false, isOn: state.fills, paint: state.fill }
    const stroke: Use = { isStroke: true, isOn: state.strokes, paint: state.stroke }
    if (fillers.has(operator)) return { uses: /b/i.test(operator) ? [fill, stroke] : [fill], wipe: 'same' }
    if (strokers.has(operator)) return { uses: [stroke], wipe: 'same' }
    if (texts.has(operator))
      return { uses: [[fill], [stroke], [fill, stroke]][state.textMode % 4] ?? [fill], wipe: 'same' }
    const image = operator === 'Do' ? imageOf(name) : inline
    if (image == null) return operator === 'Do' || operator === 'sh' ? { uses: [], wipe: 'none' } : null
    if (file.resolve(image.get('ImageMask')) === true) return { uses: [fill], wipe: 'same' }
    const named = image.get('ColorSpace')
    const paint = paintIn((typeof named === 'string' ? lookup('ColorSpace', named) : null) ?? named, [0])
    const isMasked = [image.get('SMask'), image.get('Mask')].some(mask => file.resolve(mask) !== null)
    return { uses: [{ ...fill, paint: paint.space === 'cmyk' ? other : paint }], wipe: isMasked ? 'none' : 'square' }
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
      translucent: withTranslucent(file, dict, state.translucent),
      ...(typeof name === 'string' ? { isBlended, mode: 'PlateNormal' } : {}),
    }
  }

  return {
    inherited: (): Inherited => state,
    /** For the place before the operator, or before an inline image. */
    follow(operator: string, operands: readonly Obj[], inline?: Dict): Change {
      const name = operands.at(-1)
      const isStroke = operator.toUpperCase() === operator
      if (operator === 'q' && states.length < maxOpen) states.push(state)
      else if (operator === 'Q') state = states.pop() ?? state
      else if (grays.has(operator)) setPaint(isStroke, other)
      else if (operator === 'k' || operator === 'K') setPaint(isStroke, { ...other, space: 'cmyk', shares: operands })
      else if (colors.has(operator)) setPaint(isStroke, { ...(isStroke ? state.stroke : state.fill), shares: operands })
      else if (operator === 'Tr') state = { ...state, textMode: typeof name === 'number' ? name : 0 }
      else if ((operator === 'cs' || operator === 'CS') && typeof name === 'string')
        setPaint(isStroke, paintIn(lookup('ColorSpace', name) ?? name, [0, 0, 0, 1]))
      else if (operator === 'gs' && typeof name === 'string') {
        const dict = file.dict(lookup('ExtGState', name))
        if (dict !== null) setGraphics(dict)
      }
      const drawing = drawingOf(operator, name, inline)
      if (drawing === null || state.isBlended) return unchanged
      const [first] = drawing.uses
      const darkens = first !== undefined && overprints(first)
      const mode = darkens ? 'PlateDarken' : 'PlateNormal'
      const isSet = mode === state.mode
      state = { ...state, mode }
      return { mode: isSet ? null : mode, wipe: darkens ? wipeFor(drawing) : null }
    },
  }
}

function withTranslucent(file: PdfFile, dict: Dict, known: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(known)
  for (const key of ['ca', 'CA', 'SMask']) {
    const value = file.resolve(dict.get(key))
    if (value === null) continue
    if (value instanceof Map || Number(value) < 1) found.add(key)
    else found.delete(key)
  }
  return found
}
