// Finds the operators of one content that set black in RGB for text and lines, as office programs do. In their place,
// black can be set in gray, which a press prints in black ink alone. An operator that also colors a large area stays:
// such an area may be meant to be darker than one ink.

import { componentsOf } from '../drawing/colors.ts'
import { scaleOf } from '../drawing/drawn.ts'
import { inlineImage } from '../drawing/inlineImage.ts'
import { Path } from '../drawing/path.ts'
import { identity, type Matrix, multiply } from '../drawing/plane.ts'
import { Damaged, type Dict, Incomplete, Lexer, type Obj, Word } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { isPicture, minPicture } from '../pages/layout.ts'

/** Longer content is left as it is. */
const maxBytes = 16 * 1024 * 1024
const maxOpen = 10_000
const maxOperands = 10_000
const fillingModes = new Set([0, 2, 4, 6])
const strokingModes = new Set([1, 2, 5, 6])
/** In which black in one ink looks like black in RGB. Screen and Exclusion leave holes where it is set in gray. */
const plainModes = new Set(['Normal', 'Compatible', 'Multiply', 'Darken'])

/** An operator from its first operand to its end. */
type Setting = { from: number; to: number; by: string; colorsText: boolean; colorsArea: boolean }

export type BlackText = {
  settings: Setting[]
  /** Whether black or gray in RGB remains when these are replaced. */
  hasOther: boolean
}

type State = {
  fill: Setting | null
  stroke: Setting | null
  matrix: Matrix
  lineWidth: number
  textMode: number
}

/** Null when there is no such text, or the content cannot be changed without a risk. */
export function findBlackText(file: PdfFile, bytes: Uint8Array, resources: Dict): BlackText | null {
  if (bytes.length > maxBytes || hasSubstitutes(file, resources) || blendsBlack(file, resources)) return null
  try {
    const found = settingsIn(file, bytes, resources)
    return found?.settings.some(({ colorsText }) => colorsText) ? found : null
  } catch (error) {
    if (error instanceof Damaged || error instanceof Incomplete) return null
    throw error
  }
}

/** The content with these settings in gray. */
export function withBlackInGray(bytes: Uint8Array, { settings }: BlackText): Uint8Array {
  const parts: Uint8Array[] = []
  let at = 0
  for (const { from, to, by } of settings) {
    parts.push(bytes.subarray(at, from), Buffer.from(by))
    at = to
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

/** Another color space stands in for gray or RGB. */
function hasSubstitutes(file: PdfFile, resources: Dict): boolean {
  const spaces = file.dict(resources.get('ColorSpace'))
  return spaces !== null && (spaces.has('DefaultGray') || spaces.has('DefaultRGB'))
}

/** A form keeps its black wherever the content that draws it, or content around that, may blend it. */
export function blendsBlack(file: PdfFile, resources: Dict): boolean {
  const states = file.dict(resources.get('ExtGState')) ?? new Map<string, Obj>()
  return [...states.values()].some(value => {
    const mode = file.resolve(file.dict(value)?.get('BM'))
    const name = Array.isArray(mode) ? file.name(mode[0]) : mode
    return typeof name === 'string' && !plainModes.has(name)
  })
}

function settingsIn(file: PdfFile, bytes: Uint8Array, resources: Dict): BlackText | null {
  const spaces = file.dict(resources.get('ColorSpace'))
  const image = {
    filters: (dict: Dict) => file.filtersOf(dict).map(({ name }) => name),
    colors: (space: Obj | undefined) =>
      componentsOf(file, (typeof space === 'string' ? spaces?.get(space) : undefined) ?? space),
  }
  const lexer = new Lexer(bytes)
  const settings: Setting[] = []
  let hasOther = false
  let state: State = { fill: null, stroke: null, matrix: identity, lineWidth: 1, textMode: 0 }
  const states: State[] = []
  const path = new Path()
  const operands: Obj[] = []
  let start = 0
  const number = (i: number) => {
    const value = operands[i]
    return typeof value === 'number' ? value : 0
  }
  const set = (by: string): Setting | null => {
    const [red, green, blue] = operands
    if (operands.length !== 3 || red !== 0 || green !== 0 || blue !== 0) {
      if (red === green && green === blue && red !== 1) hasOther = true
      return null
    }
    const setting = { from: start, to: lexer.position, by, colorsText: false, colorsArea: false }
    settings.push(setting)
    return setting
  }
  const fillPath = () => {
    const around = path.around(state.matrix)
    if (state.fill === null || around === null) return
    const isArea = isPicture(around)
    state.fill[isArea ? 'colorsArea' : 'colorsText'] = true
  }
  const strokePath = () => {
    if (state.stroke === null) return
    const isArea = state.lineWidth * scaleOf(state.matrix) >= minPicture
    state.stroke[isArea ? 'colorsArea' : 'colorsText'] = true
  }

  for (;;) {
    lexer.skipWhite()
    if (operands.length === 0) start = lexer.position
    const item = lexer.next()
    if (item === undefined) break
    if (!(item instanceof Word)) {
      operands.push(item)
      if (operands.length > maxOperands) return null
      continue
    }
    switch (item.text) {
      case 'q':
        if (states.length >= maxOpen) return null
        states.push(state)
        break
      case 'Q':
        state = states.pop() ?? state
        break
      case 'cm': {
        const matrix: Matrix = [number(0), number(1), number(2), number(3), number(4), number(5)]
        state = { ...state, matrix: multiply(matrix, state.matrix) }
        break
      }
      case 'rg':
        state = { ...state, fill: set('0 g') }
        break
      case 'RG':
        state = { ...state, stroke: set('0 G') }
        break
      case 'g':
      case 'k':
      case 'cs':
      case 'sc':
      case 'scn':
        state = { ...state, fill: null }
        break
      case 'G':
      case 'K':
      case 'CS':
      case 'SC':
      case 'SCN':
        state = { ...state, stroke: null }
        break
      case 'w':
        state = { ...state, lineWidth: Math.abs(number(0)) }
        break
      case 'Tr':
        state = { ...state, textMode: number(0) }
        break
      case 'm':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
      case 're':
        path.construct(item.text, operands)
        break
      case 'f':
      case 'F':
      case 'f*':
        fillPath()
        path.clear()
        break
      case 'S':
      case 's':
        strokePath()
        path.clear()
        break
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        fillPath()
        strokePath()
        path.clear()
        break
      case 'n':
        path.clear()
        break
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        if (state.fill !== null && fillingModes.has(state.textMode)) state.fill.colorsText = true
        if (state.stroke !== null && strokingModes.has(state.textMode)) state.stroke.colorsText = true
        break
      case 'BI':
        inlineImage(lexer, image)
        break
      default:
    }
    operands.length = 0
  }
  const kept = settings.filter(({ colorsArea }) => !colorsArea)
  return { settings: kept, hasOther: hasOther || kept.length < settings.length }
}
