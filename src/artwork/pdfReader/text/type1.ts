// Type 1 programs: whether they are whole, and the names of their glyphs.

import { type FontProgram, unknownGlyphs } from './fontGlyphs.ts'
import { codeCount, type GlyphNames, missingGlyph, standardEncoding } from './glyphNames.ts'

const programKey = 55_665
const glyphKey = 4_330
const usualPadding = 4
/** The operators that draw: lines and curves. */
const drawing = new Set([5, 6, 7, 8, 30, 31])
const longOperator = 12
const endOfGlyph = 14

/** Null for a program that is cut off before the end of its glyphs. It loads, but some of its glyphs are missing. */
export function readType1(bytes: Buffer): FontProgram | null {
  const start = bytes.indexOf('eexec') + 'eexec'.length
  if (start < 'eexec'.length) return null
  // In segments, the lengths of the parts are given.
  if (bytes[0] === 0x80) return unknownGlyphs
  // Not all that JavaScript takes for white space: encrypted bytes may begin with the others.
  const white = /^[ \t\r\n]*/.exec(bytes.subarray(start, start + 9).toString('latin1'))![0].length
  const part = bytes.subarray(start + white)
  const isHex = /^[0-9a-f]{4}/i.test(part.subarray(0, 4).toString('latin1'))
  const binary = isHex ? Buffer.from(part.toString('latin1').replace(/\s/g, ''), 'hex') : part
  const plain = decrypted(binary, programKey)
  const text = plain.toString('latin1')
  const padding = Number(/\/lenIV\s{1,9}(-?\d{1,3})/.exec(text)?.[1] ?? usualPadding)
  const item = /\bend\b|\/([^\s/]{0,127})\s{1,9}(\d{1,9})\s{1,9}\S{1,9}\s/g
  item.lastIndex = text.indexOf('/CharStrings') + '/CharStrings'.length
  if (item.lastIndex < '/CharStrings'.length) return null
  const names = new Map<string, number>()
  let drawsMissing = false
  for (let found = item.exec(text); found !== null; found = item.exec(text)) {
    const [, name, length] = found
    if (name === undefined || length === undefined)
      return {
        ...unknownGlyphs,
        isBlank: () => !drawsMissing,
        named: { names, encoding: encodingOf(bytes.subarray(0, start)) },
      }
    names.set(name, names.size)
    const end = item.lastIndex + Number(length)
    if (name === missingGlyph) drawsMissing = draws(plain.subarray(item.lastIndex, end), padding)
    item.lastIndex = end
  }
  return null
}

function decrypted(bytes: Buffer, firstKey: number): Buffer {
  const plain = Buffer.alloc(bytes.length)
  let key = firstKey
  for (const [i, byte] of bytes.entries()) {
    plain[i] = byte ^ (key >> 8)
    key = ((byte + key) * 52_845 + 22_719) & 0xffff
  }
  return plain
}

/** `padding` is less than zero for glyphs that are not encrypted. */
function draws(glyph: Buffer, padding: number): boolean {
  const code = padding < 0 ? glyph : decrypted(glyph, glyphKey).subarray(padding)
  for (let at = 0; at < code.length; ) {
    const byte = code[at++]!
    if (drawing.has(byte)) return true
    if (byte === endOfGlyph) return false
    if (byte === 255) at += 4
    else if (byte === longOperator || byte >= 247) at++
  }
  return false
}

function encodingOf(head: Buffer): GlyphNames {
  const text = head.toString('latin1')
  if (/\/Encoding\s{1,9}StandardEncoding/.test(text)) return standardEncoding
  const rows = [...text.matchAll(/\bdup\s{1,9}(\d{1,3})\s{0,9}\/(\S{1,127})\s{1,9}put\b/g)]
  const names: (string | null)[] = Array(codeCount).fill(rows.length === 0 ? null : missingGlyph)
  for (const [, code, name] of rows) if (Number(code) < codeCount) names[Number(code)] = name!
  return names
}
