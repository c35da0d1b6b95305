// The program of an embedded font: whether it can be loaded, and how many glyphs it has. Glyphs are not interpreted.

export type FontProgram = {
  glyphCount: number | null
  /** The glyphs have numbers of their own (CID), and not those of their order. */
  hasOwnNumbers: boolean
  /** Glyph 0, which stands for what the font does not have, draws something: mostly a box. */
  drawsMissing: boolean
}

const unknown: FontProgram = { glyphCount: null, hasOwnNumbers: false, drawsMissing: false }
const charStringsKey = 17
const numberingKey = 1230
/** A glyph that only has a width. */
const maxBlankBytes = 6

/** Null for bytes that are not a font. */
export function readFontProgram(program: Uint8Array): FontProgram | null {
  const bytes = Buffer.from(program.buffer, program.byteOffset, program.length)
  try {
    const head = bytes.subarray(0, 4).toString('latin1')
    if (head === '\x00\x01\x00\x00' || head === 'true' || head === 'OTTO') return readTables(bytes)
    if (head === 'ttcf') return unknown
    // The second is Type 1 in segments, which begin with bytes of their own.
    if (/^\s*%!/.test(bytes.subarray(0, 16).toString('latin1')) || bytes.readUInt16BE(0) === 0x8001)
      return isWholeType1(bytes) ? unknown : null
    return bytes[0] === 1 ? readCompact(bytes) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** TrueType and OpenType. */
function readTables(bytes: Buffer): FontProgram | null {
  const tables = new Map<string, Buffer>()
  for (let i = 0; i < bytes.readUInt16BE(4); i++) {
    const row = 12 + 16 * i
    const offset = bytes.readUInt32BE(row + 8)
    const name = bytes.subarray(row, row + 4).toString('latin1')
    const end = offset + bytes.readUInt32BE(row + 12)
    if (end <= bytes.length) tables.set(name, bytes.subarray(offset, end))
  }
  const compact = tables.get('CFF ')
  if (compact !== undefined) return readCompact(compact)
  const [maxima, head, places] = ['maxp', 'head', 'loca'].map(name => tables.get(name))
  if (!maxima || !head || !places) return null
  const width = head.readInt16BE(50) === 0 ? 2 : 4
  const end = places.readUIntBE(places.length - width, width)
  // A font of one space has no outlines.
  if (end > 0 && !tables.has('glyf')) return null
  const drawsMissing = places.readUIntBE(0, width) !== places.readUIntBE(width, width)
  return { glyphCount: maxima.readUInt16BE(4), hasOwnNumbers: false, drawsMissing }
}

/**
 * Whether the encrypted part of a Type 1 font goes to the end of its glyphs. A font that is cut off loads, but some of
 * its glyphs are missing.
 */
function isWholeType1(bytes: Buffer): boolean {
  const start = bytes.indexOf('eexec') + 'eexec'.length
  if (start < 'eexec'.length) return false
  // In segments, the lengths of the parts are given.
  if (bytes[0] === 0x80) return true
  const white = /^\s*/.exec(bytes.subarray(start, start + 9).toString('latin1'))![0].length
  const part = bytes.subarray(start + white)
  const isHex = /^[0-9a-f]{4}/i.test(part.subarray(0, 4).toString('latin1'))
  const text = decrypted(isHex ? Buffer.from(part.toString('latin1').replace(/\s/g, ''), 'hex') : part)
  const item = /\bend\b|\/[^\s/]{0,127}\s{1,9}(\d{1,9})\s{1,9}\S{1,9}\s/g
  item.lastIndex = text.indexOf('/CharStrings') + '/CharStrings'.length
  if (item.lastIndex < '/CharStrings'.length) return false
  for (let found = item.exec(text); found !== null; found = item.exec(text)) {
    if (found[1] === undefined) return true
    item.lastIndex += Number(found[1])
  }
  return false
}

function decrypted(bytes: Buffer): string {
  const plain = Buffer.alloc(bytes.length)
  let key = 55_665
  for (const [i, byte] of bytes.entries()) {
    plain[i] = byte ^ (key >> 8)
    key = ((byte + key) * 52_845 + 22_719) & 0xffff
  }
  return plain.toString('latin1')
}

/** Compact Font Format. */
function readCompact(bytes: Buffer): FontProgram | null {
  const names = readIndex(bytes, bytes.readUInt8(2))
  const dicts = readIndex(bytes, names.end)
  if (names.count === 0 || dicts.count === 0) return null
  const top = readTopDict(bytes.subarray(dicts.start, dicts.end))
  const charStrings = top.get(charStringsKey)
  if (charStrings === undefined) return null
  const { count, firstLength } = readIndex(bytes, charStrings)
  return { glyphCount: count, hasOwnNumbers: top.has(numberingKey), drawsMissing: firstLength > maxBlankBytes }
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

/** The first operand of each operator; operators of two bytes are 1200 and more. */
function readTopDict(bytes: Buffer): Map<number, number> {
  const entries = new Map<number, number>()
  let operand: number | null = null
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes.readUInt8(at++)
    if (byte <= 21) {
      const key = byte === 12 ? 1200 + bytes.readUInt8(at++) : byte
      entries.set(key, operand ?? 0)
      operand = null
    } else if (byte === 30) {
      while ((bytes.readUInt8(at++) & 15) !== 15);
      operand ??= 0
    } else {
      const [value, length] = readNumber(bytes, at, byte)
      at += length
      operand ??= value
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
