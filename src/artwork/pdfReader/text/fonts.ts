// Decides whether a font is in the file, whether it can be loaded, and which glyphs it has.

import { type Fault, numberOf } from '../file/faults.ts'
import { Damaged, type Dict, type Obj, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import type { FontProgram } from './fontGlyphs.ts'
import { readFontProgram } from './fontProgram.ts'
import { type Advances, advancesOf } from './fontWidths.ts'
import { characterOf, codeCount } from './glyphNames.ts'
import { readableName } from './readableText.ts'
import { brokenGlyph, lacksGlyph, namesOf } from './simpleEncoding.ts'

const maxNameLength = 100
/** Fonts with all Chinese characters have 30 MB. */
const maxProgramBytes = 64 * 1024 * 1024
const maxMapBytes = 128 * 1024
const maxUnicodeBytes = 4 * 1024 * 1024
const usualUnit = 0.001
/** In place of a character that is unknown. */
const replacement = 0xfffd
const programKeys = ['FontFile', 'FontFile2', 'FontFile3']

export type Font = {
  /** The name of a font that is not in the file; null for an embedded font. */
  missing: string | null
  /** A composite font may be set vertically. */
  isComposite: boolean
  /** The dictionary of a Type 3 font, whose glyphs are drawings. */
  letters: Dict | null
  /** Why the font cannot be loaded. */
  fault: Fault | null
  /** The fault of a text; null when all its glyphs are in the font. */
  glyphFault: ((text: Uint8Array) => Fault | null) | null
  /** How many times larger text is than its font size says; Type 3 fonts may have any unit. */
  magnification: number
  /** Null when the lengths of texts are unknown. */
  advances: Advances | null
}

const plain: Font = {
  missing: null,
  isComposite: false,
  letters: null,
  fault: null,
  glyphFault: null,
  magnification: 1,
  advances: null,
}

export function fontOf(file: PdfFile, font: Obj): Font {
  const dict = file.dict(font)
  if (dict === null) return { ...plain, missing: 'a font that the file does not have' }
  return { ...loaded(file, dict), advances: advancesOf(file, dict) }
}

function loaded(file: PdfFile, dict: Dict): Font {
  const kind = file.name(dict.get('Subtype'))
  const isComposite = kind === 'Type0'
  if (kind === 'Type3') {
    const unit = file.number(file.array(dict.get('FontMatrix'))?.[3]) ?? usualUnit
    return {
      ...plain,
      letters: dict,
      glyphFault: drawnGlyphFaults(file, dict),
      magnification: Math.abs(unit) / usualUnit,
    }
  }
  const descendant = file.dict(file.array(dict.get('DescendantFonts'))?.[0]) ?? dict
  const descriptor = file.dict(descendant.get('FontDescriptor'))
  const program = programKeys.map(key => descriptor?.get(key)).find(value => file.stream(value) !== null)
  const name = readableName(file.name(dict.get('BaseFont')) ?? 'a font without a name', maxNameLength)
  if (program === undefined) return { ...plain, missing: name, isComposite }
  const object = numberOf(program)
  const damaged: Fault = { kind: 'font_damaged', object, got: `the font ${name}, which cannot be loaded` }
  try {
    const read = readFontProgram(file.decodedBytes(file.stream(program)!, maxProgramBytes))
    if (read === null) return { ...plain, isComposite, fault: damaged }
    const glyphs = { name, object, characterOf: charactersOf(file, dict) }
    if (!isComposite) return { ...plain, glyphFault: simpleGlyphFaults(read, file, dict, glyphs) }
    // A font without a map uses the numbers of its characters (ISO 32000-1, 9.7.4.3). A map that is lost leaves others.
    if (file.lacks(descendant.get('CIDToGIDMap')))
      return { ...plain, isComposite, fault: { ...damaged, got: `the font ${name}, ${withoutMap}` } }
    if (file.lacks(dict.get('Encoding')))
      return { ...plain, isComposite, fault: { ...damaged, got: `the font ${name}, ${withoutEncoding}` } }
    if (read.glyphCount === null || !hasIdentityEncoding(file, dict)) return { ...plain, isComposite }
    return {
      ...plain,
      isComposite,
      glyphFault: glyphFaults(file, descendant, { ...read, ...glyphs, glyphCount: read.glyphCount }),
    }
  } catch (error) {
    if (error instanceof Damaged) return { ...plain, isComposite, fault: damaged }
    if (!(error instanceof TooComplex)) throw error
    const got = `the font ${name} of more than ${maxProgramBytes / 1024 / 1024} MB`
    return { ...plain, isComposite, fault: { kind: 'too_complex', object, got } }
  }
}

const withoutEncoding = 'which does not say which characters its codes are'
const withoutMap = 'which does not say which glyphs its characters have'

function hasIdentityEncoding(file: PdfFile, dict: Dict): boolean {
  const encoding = file.resolve(dict.get('Encoding'))
  return encoding === 'Identity-H' || encoding === 'Identity-V'
}

type Characters = { from: number; to: number; characters: number[] }[]

/** The character of a code in the map that programs use to copy text: several count as one, and none is null. */
function charactersOf(file: PdfFile, font: Dict): (code: number) => number | null {
  let spans: Characters | null = null
  return code => {
    spans ??= readCharacters(file, font)
    for (const { from, to, characters } of spans) {
      if (code < from || code > to) continue
      const character = characters[code - from] ?? characters[0]! + code - from
      if (character !== 0 && character !== replacement) return character
    }
    return null
  }
}

/** Text prints without this map, so one that is damaged is as good as none. */
function readCharacters(file: PdfFile, font: Dict): Characters {
  const stream = file.stream(font.get('ToUnicode'))
  const spans: Characters = []
  try {
    const map = stream === null ? '' : Buffer.from(file.decodedBytes(stream, maxUnicodeBytes)).toString('latin1')
    for (const part of map.split('begin')) {
      if (!/^bf(?:char|range)/.test(part)) continue
      const [rows] = part.split('end', 1)
      const row = part.startsWith('bfchar') ? /<(\w+)>()\s*(<\w+>)/g : /<(\w+)>\s*<(\w+)>\s*(<\w+>|\[[^[\]]+\])/g
      for (const [, from, to, texts] of rows!.matchAll(row)) {
        const characters = [...texts!.matchAll(/\w+/g)].map(([hex]) => Number.parseInt(hex, 16))
        spans.push({ from: Number.parseInt(from!, 16), to: Number.parseInt(to || from!, 16), characters })
      }
    }
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof TooComplex)) throw error
  }
  return spans
}

const isWhite = (character: number | null): boolean =>
  character !== null && character < replacement && /\s/.test(String.fromCharCode(character))

type Glyphs = {
  name: string
  object: number | null
  characterOf(code: number): number | null
}

const missingFault = ({ object }: Glyphs, got: string): Fault => ({ kind: 'glyph_missing', object, got })

const boxFault = (glyphs: Glyphs): Fault =>
  missingFault(glyphs, `a box for a character that the font ${glyphs.name} does not have`)

const brokenFault = ({ name, object }: Glyphs): Fault => ({
  kind: 'font_damaged',
  object,
  got: `the font ${name}, of which a letter cannot be loaded`,
})

/** For the letters that a Type 3 font names and does not draw. Some programs leave out blank ones. */
function drawnGlyphFaults(file: PdfFile, font: Dict): Font['glyphFault'] {
  const names = namesOf(file, font, [])
  const drawings = file.dict(font.get('CharProcs'))
  const characterIn = charactersOf(file, font)
  const lacks = (code: number) => {
    const name = names[code]
    if (typeof name !== 'string' || file.stream(drawings?.get(name)) !== null) return false
    const character = characterIn(code) ?? characterOf(name)?.point ?? null
    return character !== null && !isWhite(character)
  }
  return text => {
    const code = text.find(lacks)
    if (code === undefined) return null
    return {
      kind: 'glyph_missing',
      object: null,
      got: `a letter that a font of drawings lacks: ${readableName(names[code]!, maxNameLength)}`,
    }
  }
}

/** For text whose every byte is a character. */
function simpleGlyphFaults(program: FontProgram, file: PdfFile, font: Dict, glyphs: Glyphs): Font['glyphFault'] {
  const isReal = (code: number) => glyphs.characterOf(code) !== null
  const lacks = program.isBlank(0) ? () => false : lacksGlyph(file, font, program, isReal)
  const isBroken = brokenGlyph(file, font, program)
  const faultOf = (code: number) => (isBroken(code) ? brokenFault(glyphs) : lacks(code) ? boxFault(glyphs) : null)
  const faults = Array.from({ length: codeCount }, (_, code) => faultOf(code))
  if (faults.every(fault => fault === null)) return null
  return text => faults[text.find(code => faults[code] !== null) ?? -1] ?? null
}

/** For text whose every two bytes are the number of a character. */
function glyphFaults(
  file: PdfFile,
  descendant: Dict,
  glyphs: Glyphs & FontProgram & { glyphCount: number },
): Font['glyphFault'] {
  const { name, glyphCount, numbered, characterOf, isBlank, isBroken } = glyphs
  const stream = file.stream(descendant.get('CIDToGIDMap'))
  const map = stream && file.decodedBytes(stream, maxMapBytes)
  const glyphOf = (code: number): number | undefined => {
    if (map === null) return numbered === null ? code : numbered.get(code)
    return 2 * code < map.length ? (map[2 * code]! << 8) | (map[2 * code + 1] ?? 0) : undefined
  }
  const isSpace = (code: number) => isWhite(characterOf(code))
  const faultOf = (code: number): Fault | null => {
    const glyph = glyphOf(code)
    // Engines draw nothing for a character beyond the map, or the glyph that has its number.
    if (glyph === undefined && map !== null)
      return isSpace(code) && (code >= glyphCount || isBlank(code))
        ? null
        : missingFault(glyphs, `a character beyond the map of the font ${name}`)
    if (glyph === undefined || glyph === 0) {
      // Some fonts have a real character as their first glyph.
      const isReal = glyph === 0 && characterOf(code) !== null && !isSpace(code)
      return isReal || isBlank(0) ? null : boxFault(glyphs)
    }
    if (glyph < glyphCount) return isBroken(glyph) && !isSpace(code) ? brokenFault(glyphs) : null
    if (isSpace(code)) return null
    return missingFault(glyphs, `glyph ${glyph} of the font ${name}, which has ${glyphCount}`)
  }
  const known = new Map<number, Fault | null>()
  return text => {
    for (let i = 0; i + 1 < text.length; i += 2) {
      const code = (text[i]! << 8) | text[i + 1]!
      if (!known.has(code)) known.set(code, faultOf(code))
      const fault = known.get(code)!
      if (fault !== null) return fault
    }
    return null
  }
}
