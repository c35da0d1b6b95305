// The glyphs that the program of an embedded font has.

import type { GlyphNames } from './glyphNames.ts'

export type FontProgram = {
  glyphCount: number | null
  /** The glyphs by the numbers that they have in the font (CID); null where these are their order. */
  numbered: ReadonlyMap<number, number> | null
  /** Whether a glyph draws nothing. Glyph 0, which stands for what the font does not have, mostly draws a box. */
  isBlank(glyph: number): boolean
  /** The glyphs by name, with the names of the codes; null for fonts without names, and where these are unknown. */
  named: { names: ReadonlyMap<string, number>; encoding: GlyphNames } | null
  /** The maps of a TrueType font. */
  maps: CharacterMap[] | null
  /** Whether the outline of a glyph is damaged. */
  isBroken(glyph: number): boolean
}

export type CharacterMap = {
  /** Unicode, symbols of the font's own, or the codes of a Mac. */
  of: 'unicode' | 'symbols' | 'mac'
  /** 0 for a code without a glyph; null where the map is not understood. */
  glyph(code: number): number | null
}

/** Of a program that loads, and of which nothing else is known. */
export const unknownGlyphs: FontProgram = {
  glyphCount: null,
  numbered: null,
  isBlank: () => true,
  named: null,
  maps: null,
  isBroken: () => false,
}

/** Judges each glyph once. */
export function remembered(isBroken: (glyph: number) => boolean): (glyph: number) => boolean {
  const known = new Map<number, boolean>()
  return glyph => {
    const found = known.get(glyph) ?? isBroken(glyph)
    known.set(glyph, found)
    return found
  }
}
