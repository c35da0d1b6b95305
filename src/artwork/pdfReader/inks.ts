// The inks of a color, as far as a file says it without a profile: gray and CMYK. Images are not looked into.

import type { Drawn } from './drawn.ts'
import type { Obj } from './lexer.ts'

/** Shares of cyan, magenta, yellow and black from 0 to 1; null for a color in another space. */
export type Ink = readonly number[] | null

export const black: Ink = [0, 0, 0, 1]
export const unknownInk: Ink = null

/** Presses do not hold a dot of less than five percent. */
const minDot = 0.05

/** The operands are those of `g`, `rg` or `k`. */
export function inkOf(operands: Obj[]): Ink {
  const shares = operands.map(share => (typeof share === 'number' ? Math.min(Math.max(share, 0), 1) : 0))
  if (shares.length === 1) return [0, 0, 0, 1 - shares[0]!]
  if (shares.length === 3 && shares.every(share => share === 1)) return [0, 0, 0, 0]
  return shares.length === 4 ? shares : unknownInk
}

export const isWhite = (ink: Ink): boolean => ink?.every(share => share === 0) ?? false

export function recordInk(ink: Ink, overprints: boolean, drawn: Drawn): void {
  if (ink === null) return
  const percent = 100 * ink.reduce((sum, share) => sum + share, 0)
  drawn.extremes.maxInk = Math.max(drawn.extremes.maxInk, percent)
  if (isWhite(ink)) drawn.hasWhiteOverprint ||= overprints
  else if (Math.max(...ink) < minDot) drawn.hasFaintTint = true
}
