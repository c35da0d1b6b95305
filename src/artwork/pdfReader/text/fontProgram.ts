// The program of an embedded font: whether it can be loaded, and which glyphs it has.

import { readCompact } from './compactFont.ts'
import { type CharacterMap, type FontProgram, remembered, unknownGlyphs } from './fontGlyphs.ts'
import { canLoad, type PlaceOf } from './outlines.ts'
import { readType1 } from './type1.ts'

const maxMaps = 50
/** Of the table `head`, with the place of its unit, which is what a length is divided by. */
const headBytes = 54
const unitsPerEm = 18

/** Null for bytes that are not a font. */
export function readFontProgram(program: Uint8Array): FontProgram | null {
  const bytes = Buffer.from(program.buffer, program.byteOffset, program.length)
  try {
    const head = bytes.subarray(0, 4).toString('latin1')
    if (head === '\x00\x01\x00\x00' || head === 'true' || head === 'OTTO') return readTables(bytes)
    if (head === 'ttcf') return unknownGlyphs
    // The second is Type 1 in segments, which begin with bytes of their own.
    if (/^\s*%!/.test(bytes.subarray(0, 16).toString('latin1')) || bytes.readUInt16BE(0) === 0x8001)
      return readType1(bytes)
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
    // Widths may break off.
    if (end <= bytes.length || (name === 'hmtx' && offset < bytes.length)) tables.set(name, bytes.subarray(offset, end))
  }
  const compact = tables.get('CFF ')
  if (compact !== undefined) return readCompact(compact)
  const [maxima, head, places] = ['maxp', 'head', 'loca'].map(name => tables.get(name))
  if (!maxima || !head || !places) return null
  const hasLengths = tables.has('hmtx') && (tables.has('hhea') || bytes.toString('latin1', 0, 4) === 'true')
  if (head.length < headBytes || head.readUInt16BE(unitsPerEm) === 0 || !hasLengths) return null
  const width = head.readInt16BE(50) === 0 ? 2 : 4
  const end = places.readUIntBE(places.length - width, width)
  // A font of one space has no outlines.
  if (end > 0 && !tables.has('glyf')) return null
  const glyphCount = maxima.readUInt16BE(4)
  const outlines = tables.get('glyf') ?? Buffer.alloc(0)
  const inBytes = width === 2 ? 2 : 1
  const placeOf: PlaceOf = glyph => {
    const at = glyph * width
    if (glyph >= glyphCount || at + 2 * width > places.length) return null
    return [inBytes * places.readUIntBE(at, width), inBytes * places.readUIntBE(at + width, width)]
  }
  // Some programs write a glyph without contours where others write nothing.
  const isBlank = (glyph: number) => {
    const [from, to] = placeOf(glyph) ?? [0, 0]
    return from >= to || (from + 2 <= outlines.length && outlines.readInt16BE(from) === 0)
  }
  const map = tables.get('cmap')
  const maps = map === undefined ? [] : readMaps(map)
  const isBroken = remembered(glyph => !canLoad(outlines, placeOf, glyph))
  return { ...unknownGlyphs, glyphCount, isBlank, maps, isBroken }
}

function readMaps(table: Buffer): CharacterMap[] {
  const maps: CharacterMap[] = []
  for (let i = 0; i < Math.min(table.readUInt16BE(2), maxMaps); i++) {
    const [platform, kind] = [table.readUInt16BE(4 + 8 * i), table.readUInt16BE(6 + 8 * i)]
    const map = table.subarray(table.readUInt32BE(8 + 8 * i))
    const of = platform === 1 ? 'mac' : platform === 3 && kind === 0 ? 'symbols' : 'unicode'
    maps.push({ of, glyph: code => glyphIn(map, code) })
  }
  return maps
}

function glyphIn(map: Buffer, code: number): number | null {
  try {
    const format = map.readUInt16BE(0)
    if (format === 0) return code < 256 ? map.readUInt8(6 + code) : 0
    if (format === 6) {
      const index = code - map.readUInt16BE(6)
      return index >= 0 && index < map.readUInt16BE(8) ? map.readUInt16BE(10 + 2 * index) : 0
    }
    return format === 4 ? glyphInSegments(map, code) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function glyphInSegments(map: Buffer, code: number): number {
  const size = map.readUInt16BE(6)
  for (let at = 14; at < 14 + size; at += 2) {
    if (map.readUInt16BE(at) < code) continue
    const start = map.readUInt16BE(at + size + 2)
    if (start > code) return 0
    const delta = map.readUInt16BE(at + 2 * size + 2)
    const offsetAt = at + 3 * size + 2
    const offset = map.readUInt16BE(offsetAt)
    if (offset === 0) return (code + delta) & 0xffff
    const glyph = map.readUInt16BE(offsetAt + offset + 2 * (code - start))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}
