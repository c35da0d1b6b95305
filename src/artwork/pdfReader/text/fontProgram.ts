// The program of an embedded font: whether it can be loaded, and how many glyphs it has. Glyphs are not interpreted.

export type FontProgram = {
  glyphCount: number | null
  /** The glyphs have numbers of their own (CID), and not those of their order. */
  hasOwnNumbers: boolean
}

const unknown: FontProgram = { glyphCount: null, hasOwnNumbers: false }
const charStringsKey = 17
const numberingKey = 1230

/** Null for bytes that are not a font. */
export function readFontProgram(program: Uint8Array): FontProgram | null {
  const bytes = Buffer.from(program.buffer, program.byteOffset, program.length)
  try {
    const head = bytes.subarray(0, 4).toString('latin1')
    if (head === '\x00\x01\x00\x00' || head === 'true' || head === 'OTTO') return readTables(bytes)
    if (head === 'ttcf') return unknown
    // The second is Type 1 in segments, which begin with bytes of their own.
    if (/^\s*%!/.test(bytes.subarray(0, 16).toString('latin1')) || bytes.readUInt16BE(0) === 0x8001)
      return bytes.includes('eexec') ? unknown : null
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
    if (offset < bytes.length) tables.set(name, bytes.subarray(offset, offset + bytes.readUInt32BE(row + 12)))
  }
  const compact = tables.get('CFF ')
  if (compact !== undefined) return readCompact(compact)
  const maxima = tables.get('maxp')
  const hasOutlines = ['glyf', 'loca', 'head'].every(name => tables.has(name))
  return maxima === undefined || !hasOutlines ? null : { glyphCount: maxima.readUInt16BE(4), hasOwnNumbers: false }
}

/** Compact Font Format. */
function readCompact(bytes: Buffer): FontProgram | null {
  const names = readIndex(bytes, bytes.readUInt8(2))
  const dicts = readIndex(bytes, names.end)
  if (names.count === 0 || dicts.count === 0) return null
  const top = readTopDict(bytes.subarray(dicts.start, dicts.end))
  const charStrings = top.get(charStringsKey)
  if (charStrings === undefined) return null
  return { glyphCount: readIndex(bytes, charStrings).count, hasOwnNumbers: top.has(numberingKey) }
}

function readIndex(bytes: Buffer, at: number): { count: number; start: number; end: number } {
  const count = bytes.readUInt16BE(at)
  if (count === 0) return { count, start: at + 2, end: at + 2 }
  const size = bytes.readUInt8(at + 2)
  if (size < 1 || size > 4) throw new RangeError('an index with offsets of a wrong size')
  const data = at + 3 + (count + 1) * size - 1
  const end = data + bytes.readUIntBE(data + 1 - size, size)
  if (end > bytes.length) throw new RangeError('an index beyond the font')
  return { count, start: data + 1, end }
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
