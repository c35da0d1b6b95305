// How far each character of a font moves the text on, so that the ends of lines are known. The shapes of glyphs are not
// read: a line is as tall as its font size says.

import { Damaged, type Dict, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'

const maxMapBytes = 1024 * 1024
const maxCodes = 65_536
const usualSpace = 32
/** Encodings whose characters have one byte or several. */
const mixedLengths = /RKSJ|EUC|B5|UHC|GBK|HK|UTF8|UTF32/

export type Advances = {
  bytesPerCode: 1 | 2
  /** In font sizes. */
  of(code: number): number
  /** Whether the character leaves no ink. */
  isSpace(code: number): boolean
}

/** Null for vertical text, for characters of several lengths, and for a font that does not give its widths. */
export function advancesOf(file: PdfFile, font: Dict): Advances | null {
  const kind = file.name(font.get('Subtype'))
  if (kind === 'Type0') return compositeAdvances(file, font)
  const listed = file.array(font.get('Widths'))
  const first = file.number(font.get('FirstChar'))
  if (listed === null || first === null) return null
  const perUnit = kind === 'Type3' ? (file.number(file.array(font.get('FontMatrix'))?.[0]) ?? 0.001) : 0.001
  const missing = file.number(file.dict(font.get('FontDescriptor'))?.get('MissingWidth')) ?? 0
  const widths = listed.slice(0, 256).map(width => file.number(width) ?? 0)
  return {
    bytesPerCode: 1,
    of: code => (widths[code - first] ?? missing) * perUnit,
    isSpace: code => code === usualSpace,
  }
}

function compositeAdvances(file: PdfFile, font: Dict): Advances | null {
  const encoding = file.resolve(font.get('Encoding'))
  const descendant = file.dict(file.array(font.get('DescendantFonts'))?.[0])
  if (descendant === null || typeof encoding !== 'string') return null
  if (encoding.endsWith('V') || mixedLengths.test(encoding)) return null
  const usual = file.number(descendant.get('DW')) ?? 1000
  const widths = new Map<number, number>()
  const list = file.array(descendant.get('W')) ?? []
  for (let i = 0; i + 1 < list.length && widths.size < maxCodes; ) {
    const from = file.number(list[i]) ?? 0
    const each = file.array(list[i + 1])
    if (each !== null) {
      for (const [j, width] of each.slice(0, maxCodes).entries()) widths.set(from + j, file.number(width) ?? usual)
      i += 2
      continue
    }
    const to = Math.min(file.number(list[i + 1]) ?? 0, from + maxCodes)
    const width = file.number(list[i + 2]) ?? usual
    for (let code = from; code <= to && widths.size < maxCodes; code++) widths.set(code, width)
    i += 3
  }
  const spaces = spacesOf(file, font)
  return {
    bytesPerCode: 2,
    of: code => (widths.get(code) ?? usual) / 1000,
    isSpace: code => spaces.has(code),
  }
}

/** The codes that stand for a space, by the map that programs use to copy text. */
function spacesOf(file: PdfFile, font: Dict): Set<number> {
  const stream = file.stream(font.get('ToUnicode'))
  if (stream === null) return new Set()
  try {
    const map = Buffer.from(file.decodedBytes(stream, maxMapBytes)).toString('latin1')
    const found = map.matchAll(/<([0-9a-f]{4})>\s*(?:<[0-9a-f]{4}>\s*)?<(?:0020|00a0)>/gi)
    return new Set([...found].map(([, code]) => Number.parseInt(code!, 16)))
  } catch (error) {
    if (error instanceof Damaged || error instanceof TooComplex) return new Set()
    throw error
  }
}
