// The texts of content: their fonts, what is wrong with these, and where each text shows.

import type { Fault } from '../file/faults.ts'
import { type Dict, type Obj, Ref } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { type Font, fontOf } from '../text/fonts.ts'
import { extentOf } from '../text/textExtent.ts'
import type { TextPosition } from '../text/textPosition.ts'
import { addBounded, addMissingFont, type Drawn, merge, recordFault } from './drawn.ts'
import type { State } from './graphicsState.ts'
import { recordTextBox } from './marks.ts'
import { addPlace, visibleBox } from './places.ts'
import { type Area, aroundSegment, canTouch, overlap } from './plane.ts'

/** The rendering mode of text that does not print: text for searching, behind scans. */
const invisibleTextMode = 3

/** Where a text is drawn, and what the glyphs of a drawn font draw. */
type Surroundings = { state: State; drawn: Drawn; lettersOf(font: Dict): Drawn }

export class Texts {
  readonly #file: PdfFile
  readonly #fonts = new Map<Obj | undefined, Font>()

  constructor(file: PdfFile) {
    this.#file = file
  }

  /** Moves on to the end of the text, also where it does not print. */
  show(operands: Obj[], text: TextPosition, isHidden: boolean, surroundings: Surroundings): void {
    const { state, drawn } = surroundings
    text.goBack(backwardShift(operands[0]) * Math.abs(state.size))
    if (!operands.some(isText)) return
    const box = this.#extent(operands, text, state)
    if (isHidden || state.textMode === invisibleTextMode) return
    const { magnification = 1, advances = null } = this.#fontOf(state.font) ?? {}
    if (advances === null || state.textMode !== 0) drawn.needsRenderer = true
    if (box !== null) {
      drawn.letters += lengthOf(operands)
      drawn.fonts.add(keyOf(state.font))
      recordTextBox(box, text, { ...state, size: state.size * magnification }, drawn)
    }
    this.#text(operands, text, box, surroundings)
  }

  /** The box around a text; null when its length is unknown. Moves on to its end. */
  #extent(operands: Obj[], text: TextPosition, state: State): Area | null {
    const advances = this.#fontOf(state.font)?.advances ?? null
    return advances === null ? null : text.show(extentOf(operands, advances, state), state)
  }

  /** `box` is around the text; null when its length is unknown. */
  #text(operands: Obj[], text: TextPosition, box: Area | null, { state, drawn, lettersOf }: Surroundings): void {
    if (!state.isOwnFont) drawn.usesOuterFont = true
    const across = text.across(state)
    addBounded(drawn.texts, across)
    const font = this.#fontOf(state.font)
    if (font === null) return
    const line = text.lineOf(state)
    const canBeSeen = canTouch(line, state.clip)
    const seen = overlap(box ?? visibleBox(aroundSegment(across)), state.clip) ?? state.clip
    if (font.letters !== null && hasGlyphs(this.#file, font.letters) && canBeSeen) {
      drawn.hasDrawnFont = true
      addPlace(drawn.places, { kind: 'font_drawn', value: 0 }, seen)
    }
    const fault = font.fault ?? firstFault(operands, font.glyphFault)
    if (fault !== null && canBeSeen) recordFault(drawn, fault, seen)
    if (font.missing === null && font.letters === null) return
    drawn.needsRenderer = true
    if (!font.isComposite && !canBeSeen) return
    if (font.missing !== null) {
      addMissingFont(drawn.missingFonts, font.missing, font.isComposite ? null : [line])
      addPlace(drawn.places, { kind: `font_not_embedded ${font.missing}`, value: 0 }, seen)
    }
    if (font.letters !== null) merge(lettersOf(font.letters), text.letterMatrix(state), seen, drawn)
  }

  #fontOf(value: Obj | undefined): Font | null {
    if (value === undefined) return null
    const key = keyOf(value)
    if (!this.#fonts.has(key)) this.#fonts.set(key, fontOf(this.#file, value))
    return this.#fonts.get(key)!
  }
}

const keyOf = (font: Obj | undefined): Obj | undefined => (font instanceof Ref ? font.number : font)

const lengthOf = (operands: Obj[]): number =>
  operands.flat().reduce<number>((sum, operand) => sum + (operand instanceof Uint8Array ? operand.length : 0), 0)

const hasGlyphs = (file: PdfFile, font: Dict): boolean => (file.dict(font.get('CharProcs'))?.size ?? 0) > 0

/** The first fault of the strings of a text. */
function firstFault(operands: Obj[], faultOf: Font['glyphFault']): Fault | null {
  if (faultOf === null) return null
  for (const operand of operands.flat()) {
    const fault = operand instanceof Uint8Array ? faultOf(operand) : null
    if (fault !== null) return fault
  }
  return null
}

const isText = (operand: Obj): boolean =>
  operand instanceof Uint8Array ? operand.length > 0 : Array.isArray(operand) && operand.some(isText)

/** How far an array of text moves back, in font sizes. */
function backwardShift(operand: Obj | undefined): number {
  if (!Array.isArray(operand)) return 0
  let thousandths = 0
  for (const item of operand) if (typeof item === 'number' && item > 0) thousandths += item
  return thousandths / 1000
}
