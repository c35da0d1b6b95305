// Which codes of a simple font have no glyph: by name in Type 1 fonts, and by the maps of TrueType fonts. A code whose
// name or map is unknown is taken to have a glyph. Which codes have a glyph that cannot be loaded.

import type { Dict } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import type { CharacterMap, FontProgram } from './fontGlyphs.ts'
import { characterOf, codeCount, encodingNamed, type GlyphNames, missingGlyph, standardEncoding } from './glyphNames.ts'

const symbolic = 4
const space = 32
/** Where fonts of symbols have their codes in Unicode. */
const symbolPages = [0, 0xf000, 0xf100, 0xf200]
const unknown: GlyphNames = Array<null>(codeCount).fill(null)
/** Programs that show TrueType fonts draw no box for these. */
const blank = new Set([missingGlyph, 'space'])

/** `isReal` says whether a code stands for a character although its glyph is the first, which is a box elsewhere. */
export function lacksGlyph(
  file: PdfFile,
  font: Dict,
  { named, maps }: FontProgram,
  isReal: (code: number) => boolean,
): (code: number) => boolean {
  if (named !== null) {
    const encoding = namesOf(file, font, named.encoding)
    return code => {
      const name = encoding[code]
      return typeof name === 'string' && (name === missingGlyph || !named.names.has(name))
    }
  }
  if (maps === null) return () => false
  const { bySymbol, byName } = glyphsOf(file, font, maps)
  if (bySymbol === null) return code => isNone(byName!(code))
  return code => code !== space && isNone(bySymbol(code)) && !isReal(code) && (byName === null || isNone(byName(code)))
}

/** Whether each glyph that a code may stand for is damaged. */
export function brokenGlyph(
  file: PdfFile,
  font: Dict,
  { named, maps, isBroken }: FontProgram,
): (code: number) => boolean {
  if (named !== null) {
    const encoding = namesOf(file, font, named.encoding)
    return code => {
      const glyph = named.names.get(encoding[code] ?? missingGlyph)
      return glyph !== undefined && glyph !== 0 && isBroken(glyph)
    }
  }
  if (maps === null) return () => false
  const { bySymbol, byName } = glyphsOf(file, font, maps)
  return code => {
    const glyphs = [...(bySymbol?.(code) ?? []), ...(byName?.(code) ?? [])].filter(glyph => glyph !== 0)
    return glyphs.length > 0 && glyphs.every(glyph => glyph !== null && isBroken(glyph))
  }
}

type GlyphsOf = (code: number) => (number | null)[]

/** The glyphs that a code may stand for; 0 for the box. A font of symbols may also have names. */
function glyphsOf(
  file: PdfFile,
  font: Dict,
  maps: CharacterMap[],
): { bySymbol: GlyphsOf | null; byName: GlyphsOf | null } {
  const flags = file.number(file.dict(font.get('FontDescriptor'))?.get('Flags')) ?? 0
  const encoding = namesOf(file, font, standardEncoding)
  const byName: GlyphsOf = code => namedGlyphs(maps, encoding[code] ?? null)
  if ((flags & symbolic) === 0 && file.resolve(font.get('Encoding')) !== null) return { bySymbol: null, byName }
  const bySymbol: GlyphsOf = code => maps.flatMap(map => symbolPages.map(page => map.glyph(page + code)))
  return { bySymbol, byName: maps.some(map => map.of === 'unicode') ? byName : null }
}

const isNone = (glyphs: (number | null)[]): boolean => glyphs.length > 0 && glyphs.every(glyph => glyph === 0)

/** The names of codes; `builtIn` are the font's own. */
export function namesOf(file: PdfFile, font: Dict, builtIn: GlyphNames): GlyphNames {
  const value = font.get('Encoding')
  const dict = file.dict(value)
  const base = file.name(dict === null ? value : dict.get('BaseEncoding'))
  const names = [...(base === null ? builtIn : (encodingNamed(base) ?? unknown))]
  let code = 0
  for (const difference of file.array(dict?.get('Differences')) ?? []) {
    const item = file.resolve(difference)
    if (typeof item === 'number') code = item
    else if (typeof item === 'string' && code >= 0 && code < codeCount) names[code++] = item
  }
  return names
}

function namedGlyphs(maps: CharacterMap[], name: string | null): (number | null)[] {
  const character = name === null || blank.has(name) ? undefined : characterOf(name)
  if (character === undefined) return []
  const { point, mac } = character
  return maps.flatMap(map => {
    if (map.of === 'mac') return mac < 0 ? [] : [map.glyph(mac)]
    return map.of === 'symbols' ? symbolPages.map(page => map.glyph(page + point)) : [map.glyph(point)]
  })
}
