// The inks of a color, as far as a file says it without a profile: gray and CMYK. Images are not looked into.

import type { Obj } from '../file/lexer.ts'
import { type Drawn, recordBlack, recordInks, type TextKind } from './drawn.ts'
import { addPlace, type Sign } from './places.ts'
import type { Area } from './plane.ts'

/** Shares of cyan, magenta, yellow and black from 0 to 1; null for a color in another space. */
export type Ink = readonly number[] | null

export const black: NonNullable<Ink> = [0, 0, 0, 1]
export const unknownInk: Ink = null

/** Less ink, and a stronger tint, are no matter of any press. */
export const muchInkPercent = 200
export const faintTintPercent = 20

/** A lighter black is gray, which takes the color of what is below. */
export const minBlack = 0.95
const roundingOfGray = 0.005
/** A renderer may draw a lighter gray as paper. */
const minGray = 0.1

/** `operands` belong to `g`, `rg` or `k`, or to `sc` in the same color spaces. */
export function inkOf(operands: Obj[]): Ink {
  const shares = operands.map(share => (typeof share === 'number' ? Math.min(Math.max(share, 0), 1) : 0))
  if (shares.length === 1) return [0, 0, 0, 1 - shares[0]!]
  if (shares.length === 3) return isGray(shares) ? [0, 0, 0, 1 - shares[0]!] : unknownInk
  return shares.length === 4 ? shares : unknownInk
}

const isGray = ([red, green, blue]: number[]): boolean =>
  Math.abs(red! - green!) < roundingOfGray && Math.abs(red! - blue!) < roundingOfGray

/** The signs of a color in RGB. */
export function signsOfRgb(ink: Ink): Sign[] {
  if (ink === unknownInk) return [{ kind: 'colour_rgb', value: 0 }]
  return isWhite(ink) ? [] : [{ kind: 'black_in_rgb', value: 0 }]
}

export function recordRgb(ink: Ink, drawn: Drawn, black: 'rgbBlack' | 'setsRgbBlack'): void {
  if (ink === unknownInk) drawn.rgb = true
  else if (!isWhite(ink)) drawn[black] = true
}

/** White leaves no ink in any color space. */
export const isWhite = (ink: Ink): boolean => ink?.every(share => share === 0) ?? false

/** Shares of CMYK. Black that overprints is usual, and white has a finding of its own. */
export const isBlackOrWhite = ([cyan, magenta, yellow, black]: readonly unknown[]): boolean =>
  cyan === 0 && magenta === 0 && yellow === 0 && (black === 0 || Number(black) >= minBlack)

const isBlackAlone = (ink: Ink): boolean =>
  ink !== null && ink[0] === 0 && ink[1] === 0 && ink[2] === 0 && ink[3]! >= minGray

/** A color with which something is drawn in a box. */
export function recordInk(ink: Ink, overprints: boolean, drawn: Drawn, box: Area): void {
  drawn.hasShapes ||= !isWhite(ink)
  if (isBlackAlone(ink)) recordBlack(drawn, box)
  else drawn.needsRenderer = true
  drawn.mayOverprintColor ||= overprints && !isBlackOrWhite(ink ?? [])
  if (ink === null) return
  const percent = 100 * ink.reduce((sum, share) => sum + share, 0)
  recordInks(drawn, ink, percent)
  if (percent > muchInkPercent) addPlace(drawn.places, { kind: 'ink_coverage_high', value: -percent }, box)
  if (isWhite(ink)) {
    if (!overprints) return
    drawn.hasWhiteOverprint = true
    addPlace(drawn.places, { kind: 'white_overprint', value: 0 }, box)
    return
  }
  const tint = 100 * Math.max(...ink)
  drawn.extremes.faintestTint = Math.min(drawn.extremes.faintestTint, tint)
  if (tint < faintTintPercent) addPlace(drawn.places, { kind: 'tint_faint', value: tint }, box)
}

/** White text is taken for text on a color. A color without known inks counts as one ink. */
export function textKindOf(ink: Ink): TextKind {
  if (isWhite(ink)) return 'smallestReversed'
  return ink !== null && ink.filter(share => share > 0).length > 1 ? 'smallestRich' : 'smallestText'
}
