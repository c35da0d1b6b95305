// The Compact Font Format: the number of glyphs, and their names.

import { type FontProgram, unknownGlyphs } from './fontGlyphs.ts'
import { codeCount, type GlyphNames, missingGlyph, standardEncoding, standardNames } from './glyphNames.ts'

const charsetKey = 15
const encodingKey = 16
const charStringsKey = 17
/** The length and the place of the part that glyphs share. A font that is cut off ends within it, and does not load. */
const privateKey = 18
const numberingKey = 1230
/** A glyph that only has a width. */
const maxBlankBytes = 6
/** The number of the first name that is in the font itself. */
const firstOwnName = 391

export function readCompact(bytes: Buffer): FontProgram | null {
  const names = readIndex(bytes, bytes.readUInt8(2))
  const dicts = readIndex(bytes, names.end)
  if (names.count === 0 || dicts.count === 0) return null
  const top = readTopDict(bytes.subarray(dicts.start, dicts.end))
  const first = (key: number) => top.get(key)?.[0]
  const charStrings = first(charStringsKey)
  const [length = 0, place = 0] = top.get(privateKey) ?? []
  if (charStrings === undefined || (length > 0 && place + length > bytes.length)) return null
  const { count, firstLength } = readIndex(bytes, charStrings)
  const hasOwnNumbers = top.has(numberingKey)
  const places = { charset: first(charsetKey) ?? 0, encoding: first(encodingKey) ?? 0, strings: dicts.end }
  const named = hasOwnNumbers ? null : readNames(bytes, count, places)
  return { ...unknownGlyphs, glyphCount: count, hasOwnNumbers, drawsMissing: firstLength > maxBlankBytes, named }
}

type Places = { charset: number; encoding: number; strings: number }

/** Null for fonts with the names of expert fonts, and for names that cannot be read. */
function readNames(bytes: Buffer, count: number, { charset, encoding, strings }: Places): FontProgram['named'] {
  try {
    const own = readStrings(bytes, strings)
    const numbers = charset === 0 ? Array.from({ length: count }, (_, i) => i) : readCharset(bytes, count, charset)
    const names = numbers.map(number => standardNames[number] ?? own[number - firstOwnName])
    if (names.includes(undefined)) return null
    const known = names as string[]
    return { names: new Set(known), encoding: readEncoding(bytes, encoding, known) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function readStrings(bytes: Buffer, at: number): string[] {
  const { count, start } = readIndex(bytes, at)
  if (count === 0) return []
  const size = bytes.readUInt8(at + 2)
  const placeOf = (i: number) => start - 1 + bytes.readUIntBE(at + 3 + i * size, size)
  return Array.from({ length: count }, (_, i) => bytes.toString('latin1', placeOf(i), placeOf(i + 1)))
}

/** The number of the name of each glyph. */
function readCharset(bytes: Buffer, count: number, offset: number): number[] {
  const format = bytes.readUInt8(offset)
  if (offset <= 2 || format > 2) throw new RangeError('a charset of an unknown kind')
  const numbers = [0]
  for (let at = offset + 1; numbers.length < count; ) {
    const first = bytes.readUInt16BE(at)
    const more = format === 0 ? 0 : bytes.readUIntBE(at + 2, format)
    for (let i = 0; i <= more && numbers.length < count; i++) numbers.push(first + i)
    at += 2 + format
  }
  return numbers
}

function readEncoding(bytes: Buffer, offset: number, names: string[]): GlyphNames {
  if (offset === 0) return standardEncoding
  const encoding: (string | null)[] = Array(codeCount).fill(null)
  const format = bytes.readUInt8(offset)
  // Expert fonts, and codes that have a second list.
  if (offset === 1 || format > 1) return encoding
  encoding.fill(missingGlyph)
  const count = bytes.readUInt8(offset + 1)
  let glyph = 1
  for (let i = 0, at = offset + 2; i < count; i++, at += 1 + format) {
    const first = bytes.readUInt8(at)
    const more = format === 0 ? 0 : bytes.readUInt8(at + 1)
    for (let code = first; code <= first + more; code++) encoding[code] = names[glyph++] ?? null
  }
  return encoding.slice(0, codeCount)
}

type Index = { count: number; start: number; end: number; firstLength: number }

function readIndex(bytes: Buffer, at: number): Index {
  const count = bytes.readUInt16BE(at)
  if (count === 0) return { count, start: at + 2, end: at + 2, firstLength: 0 }
  const size = bytes.readUInt8(at + 2)
  if (size < 1 || size > 4) throw new RangeError('an index with offsets of a wrong size')
  const data = at + 3 + (count + 1) * size - 1
  const end = data + bytes.readUIntBE(data + 1 - size, size)
  if (end > bytes.length) throw new RangeError('an index beyond the font')
  return { count, start: data + 1, end, firstLength: bytes.readUIntBE(at + 3 + size, size) - 1 }
}

/** The operands of each operator; operators of two bytes are 1200 and more. A fraction counts as 0. */
function readTopDict(bytes: Buffer): Map<number, number[]> {
  const entries = new Map<number, number[]>()
  let operands: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes.readUInt8(at++)
    if (byte <= 21) {
      const key = byte === 12 ? 1200 + bytes.readUInt8(at++) : byte
      entries.set(key, operands)
      operands = []
    } else if (byte === 30) {
      while ((bytes.readUInt8(at++) & 15) !== 15);
      operands.push(0)
    } else {
      const [value, length] = readNumber(bytes, at, byte)
      at += length
      operands.push(value)
    }
  }
  return entries
}

function readNumber(bytes: Buffer, at: number, byte: number): [value: number, length: number] {
  if (byte === 28) return [bytes.readInt16BE(at), 2]
  if (byte === 29) return [bytes.readInt32BE(at), 4]
  if (byte >= 32 && byte <= 246) return [byte - 139, 0]
  if (byte >= 247 && byte <= 250) return [(byte - 247) * 256 + bytes.readUInt8(at) + 108, 1]
  if (byte >= 251 && byte <= 254) return [-(byte - 251) * 256 - bytes.readUInt8(at) - 108, 1]
  throw new RangeError('a number of an unknown kind')
}
