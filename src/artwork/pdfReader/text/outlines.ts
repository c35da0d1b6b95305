// Whether the outline of a TrueType glyph can be loaded, by the rules of FreeType, with which most programs draw fonts.
// They leave out a glyph that cannot be loaded, without a word.

const headerBytes = 10
/** Of a composite glyph: a flag for each thing that follows a component. */
const flagBytes: [flag: number, bytes: number][] = [
  [0x0008, 2],
  [0x0040, 4],
  [0x0080, 8],
]
const hasWords = 0x0001
const hasMore = 0x0020
const maxDepth = 20

/** `from` and `to` are the place of a glyph in the table; null for a glyph that the font does not have. */
export type PlaceOf = (glyph: number) => [from: number, to: number] | null

export function canLoad(outlines: Buffer, placeOf: PlaceOf, glyph: number, depth = 0): boolean {
  const place = placeOf(glyph)
  if (place === null || depth > maxDepth) return false
  const [from, to] = place
  // A glyph without an outline, such as a space.
  if (from >= to) return from <= outlines.length
  try {
    const bytes = outlines.subarray(from, to)
    const contours = bytes.readInt16BE(0)
    if (contours === 0) return true
    if (contours > 0) return isWhole(bytes, contours)
    return componentsOf(bytes).every(part => canLoad(outlines, placeOf, part, depth + 1))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function isWhole(bytes: Buffer, contours: number): boolean {
  let points = 0
  for (let i = 0; i < contours; i++) {
    const end = bytes.readUInt16BE(headerBytes + 2 * i) + 1
    if (end < points) return false
    points = end
  }
  const instructions = headerBytes + 2 * contours
  let at = instructions + 2 + bytes.readUInt16BE(instructions)
  let coordinates = 0
  for (let point = 0; point < points; ) {
    const flags = bytes.readUInt8(at++)
    const count = flags & 8 ? 1 + bytes.readUInt8(at++) : 1
    const across = flags & 2 ? 1 : flags & 16 ? 0 : 2
    const up = flags & 4 ? 1 : flags & 32 ? 0 : 2
    coordinates += Math.min(count, points - point) * (across + up)
    point += count
  }
  return at + coordinates <= bytes.length
}

function componentsOf(bytes: Buffer): number[] {
  const components: number[] = []
  for (let at = headerBytes, flags = hasMore; flags & hasMore; ) {
    flags = bytes.readUInt16BE(at)
    components.push(bytes.readUInt16BE(at + 2))
    at += 4 + (flags & hasWords ? 4 : 2)
    for (const [flag, length] of flagBytes) if (flags & flag) at += length
    if (at > bytes.length) throw new RangeError('a component that breaks off')
  }
  return components
}
