// The Compact Font Format: the glyphs, their names, and whether they can be loaded.

import { canDraw, type Items, type Outlines } from './charStrings.ts'
import { type FontProgram, remembered, unknownGlyphs } from './fontGlyphs.ts'
import { codeCount, type GlyphNames, missingGlyph, standardEncoding, standardNames } from './glyphNames.ts'

const charsetKey = 15
const encodingKey = 16
const charStringsKey = 17
/** The length and the place of the part that glyphs share. A font that is cut off ends within it, and does not load. */
const privateKey = 18
const numberingKey = 1230
const partsKey = 1236
const partOfGlyphKey = 1237
const kindKey = 1206
const ownPartsKey = 19
/** Charstrings of Type 2, which are the usual ones. */
const usualKind = 2
/** A glyph that only has a width. */
const maxBlankBytes = 6
/** In place of a glyph whose name cannot be read. */
const wholeGlyph = Buffer.from([14])
/** The number of the first name that is in the font itself. */
const firstOwnName = 391

export function readCompact(bytes: Buffer): FontProgram | null {
  const names = readIndex(bytes, bytes.readUInt8(2))
  const dicts = readIndex(bytes, names.end)
  if (names.count === 0 || dicts.count === 0) return null
  const top = readTopDict(bytes.subarray(dicts.start, dicts.end))
  const first = (key: number) => top.get(key)?.[0]
  const charStrings = first(charStringsKey)
  if (charStrings === undefined) return null
  const glyphs = readIndex(bytes, charStrings)
  const { count } = glyphs
  const hasOwnNumbers = top.has(numberingKey)
  const places = { charset: first(charsetKey) ?? 0, encoding: first(encodingKey) ?? 0, strings: dicts.end }
  const named = hasOwnNumbers ? null : readNames(bytes, count, places)
  const isBroken = brokenIn(bytes, top, { glyphs, shared: readIndex(bytes, readIndex(bytes, dicts.end).end), named })
  const isBlank = (glyph: number) => (glyphs.item(glyph)?.length ?? 0) <= maxBlankBytes
  const numbered = hasOwnNumbers ? readNumbers(bytes, count, places.charset) : null
  return { ...unknownGlyphs, glyphCount: count, numbered, isBlank, named, isBroken }
}

type Parts = { glyphs: Items; shared: Items; named: FontProgram['named'] }

/** A font whose glyphs have numbers of their own has several groups of parts. */
function brokenIn(
  bytes: Buffer,
  top: Map<number, number[]>,
  { glyphs, shared, named }: Parts,
): FontProgram['isBroken'] {
  const [groups, places] = [top.get(partsKey)?.[0], top.get(partOfGlyphKey)?.[0]]
  const dicts = groups === undefined ? null : readIndex(bytes, groups)
  const own = Array.from({ length: dicts?.count ?? 1 }, (_, i) =>
    ownParts(bytes, dicts === null ? top : readTopDict(dicts.item(i) ?? Buffer.alloc(0))),
  )
  if ((top.get(kindKey)?.[0] ?? usualKind) !== usualKind) return () => false
  const groupOf = dicts === null || places === undefined ? () => 0 : readGroups(bytes, places, glyphs.count)
  const component: Outlines['component'] = code => {
    if (named === null && dicts === null) return wholeGlyph
    const glyph = named?.names.get(standardEncoding[code] ?? missingGlyph)
    return glyph === undefined ? undefined : glyphs.item(glyph)
  }
  return remembered(glyph => {
    const ownOfGlyph = own[groupOf(glyph)]
    return ownOfGlyph === undefined || !canDraw(glyphs.item(glyph), { shared, own: ownOfGlyph, component })
  })
}

/** A font that is cut off within what glyphs share does not load. */
function ownParts(bytes: Buffer, dict: Map<number, number[]>): Items {
  const [length = 0, place = 0] = dict.get(privateKey) ?? []
  if (length > 0 && place + length > bytes.length) throw new RangeError('a font that is cut off')
  const [offset] = readTopDict(bytes.subarray(place, place + length)).get(ownPartsKey) ?? []
  return offset ? readIndex(bytes, place + offset) : none
}

/** The group of each glyph, from a list or from spans. */
function readGroups(bytes: Buffer, at: number, count: number): (glyph: number) => number {
  if (bytes.readUInt8(at) === 0) {
    if (at + 1 + count > bytes.length) throw new RangeError('a font that is cut off')
    return glyph => bytes.readUInt8(at + 1 + glyph)
  }
  const groups = new Uint8Array(count)
  const spans = bytes.readUInt16BE(at + 1)
  for (let i = 0; i < spans; i++) {
    const span = at + 3 + 3 * i
    groups.fill(bytes.readUInt8(span + 2), bytes.readUInt16BE(span), bytes.readUInt16BE(span + 3))
  }
  return glyph => groups[glyph] ?? 0
}

type Places = { charset: number; encoding: number; strings: number }

/** Null for fonts with the names of expert fonts, and for names that cannot be read. */
function readNames(bytes: Buffer, count: number, { charset, encoding, strings }: Places): FontProgram['named'] {
  try {
    const own = readStrings(bytes, strings)
    const names = readCharset(bytes, count, charset).map(number => standardNames[number] ?? own[number - firstOwnName])
    if (names.includes(undefined)) return null
    const known = names as string[]
    const glyphs = firstOf(known)
    return { names: glyphs, encoding: readEncoding(bytes, encoding, known) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const readNumbers = (bytes: Buffer, count: number, charset: number): FontProgram['numbered'] =>
  firstOf(readCharset(bytes, count, charset))

/** The first glyph of each name or number: engines do not draw another of the same. */
const firstOf = <Key>(keys: Key[]): Map<Key, number> =>
  new Map(keys.map((key, glyph) => [key, glyph] as const).reverse())

function readStrings(bytes: Buffer, at: number): string[] {
  const index = readIndex(bytes, at)
  return Array.from({ length: index.count }, (_, i) => index.item(i)?.toString('latin1') ?? '')
}

/** The number of the name of each glyph, or of the glyph itself. */
function readCharset(bytes: Buffer, count: number, offset: number): number[] {
  if (offset === 0) return Array.from({ length: count }, (_, i) => i)
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

type Index = Items & { start: number; end: number }

const none: Items = { count: 0, item: () => undefined }

function readIndex(bytes: Buffer, at: number): Index {
  const count = bytes.readUInt16BE(at)
  if (count === 0) return { ...none, start: at + 2, end: at + 2 }
  const size = bytes.readUInt8(at + 2)
  if (size < 1 || size > 4) throw new RangeError('an index with offsets of a wrong size')
  const data = at + 3 + (count + 1) * size - 1
  const end = data + bytes.readUIntBE(data + 1 - size, size)
  if (end > bytes.length) throw new RangeError('an index beyond the font')
  const item = (i: number) => {
    if (!(i >= 0 && i < count)) return undefined
    const [from, to] = [0, 1].map(next => data + bytes.readUIntBE(at + 3 + (i + next) * size, size)) as [number, number]
    return from > data && from <= to && to <= end ? bytes.subarray(from, to) : undefined
  }
  return { count, item, start: data + 1, end }
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
      // Its end is half a byte, behind which some programs leave the other half empty.
      for (let byte = 0; byte >> 4 !== 15 && (byte & 15) !== 15; ) byte = bytes.readUInt8(at++)
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
