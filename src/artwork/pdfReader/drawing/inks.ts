// The inks of a color, as far as a file says it without a profile: gray and CMYK. Images are not looked into.

import type { Obj } from '../file/lexer.ts'
import type { Drawn, TextKind } from './drawn.ts'

/** Shares of cyan, magenta, yellow and black from 0 to 1; null for a color in another space. */
export type Ink = readonly number[] | null

export const black: Ink = [0, 0, 0, 1]
export const unknownInk: Ink = null

const roundingOfGray = 0.005

/** `operands` belong to `g`, `rg` or `k`, or to `sc` in the same color spaces. */
export function inkOf(operands: Obj[]): Ink {
  const shares = operands.map(share => (typeof share === 'number' ? Math.min(Math.max(share, 0), 1) : 0))
  if (shares.length === 1) return [0, 0, 0, 1 - shares[0]!]
  if (shares.length === 3) return isGray(shares) ? [0, 0, 0, 1 - shares[0]!] : unknownInk
  return shares.length === 4 ? shares : unknownInk
}

const isGray = ([red, green, blue]: number[]): boolean =>
  Math.abs(red! - green!) < roundingOfGray && Math.abs(red! - blue!) < roundingOfGray

/** White leaves no ink in any color space. */
export function recordRgb(ink: Ink, drawn: Drawn, black: 'rgbBlack' | 'setsRgbBlack'): void {
  if (ink === unknownInk) drawn.rgb = true
  else if (!isWhite(ink)) drawn[black] = true
}

export const isWhite = (ink: Ink): boolean => ink?.every(share => share === 0) ?? false

export function recordInk(ink: Ink, overprints: boolean, drawn: Drawn): void {
  if (ink === null) return
  const percent = 100 * ink.reduce((sum, share) => sum + share, 0)
  drawn.extremes.maxInk = Math.max(drawn.extremes.maxInk, percent)
  if (isWhite(ink)) drawn.hasWhiteOverprint ||= overprints
  else drawn.extremes.faintestTint = Math.min(drawn.extremes.faintestTint, 100 * Math.max(...ink))
}

/** White text is taken for text on a color. A color without known inks counts as one ink. */
export function textKindOf(ink: Ink): TextKind {
  if (isWhite(ink)) return 'smallestReversed'
  return ink !== null && ink.filter(share => share > 0).length > 1 ? 'smallestRich' : 'smallestText'
}
