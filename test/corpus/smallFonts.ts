// Fonts of a few squares, as programs embed them.

/** 500 units wide: nothing, or a square. */
const blankGlyph = [139, 248, 136, 13, 14]
const squareGlyph = [139, 248, 136, 13, 239, 239, 21, 239, 6, 239, 7, 39, 6, 9, 14]

/** A Type 1 font of one letter; only a share of its encrypted part. */
export function smallType1({
  share = 1,
  missing = 'square',
  first = '0',
}: {
  share?: number
  missing?: 'square' | 'blank'
  /** The first of four bytes that say nothing: y becomes a byte that JavaScript takes for white space. */
  first?: '0' | 'y'
}): Buffer {
  const glyph = (name: string, code: number[]) =>
    Buffer.concat([
      Buffer.from(`/${name} ${code.length + 4} RD `),
      encrypt(Buffer.from([0, 0, 0, 0, ...code]), 4_330),
      Buffer.from(' ND\n'),
    ])
  const secret = Buffer.concat([
    Buffer.from(`${first}000dup /Private 8 dict dup begin\n2 index /CharStrings 2 dict dup begin\n`),
    glyph('.notdef', missing === 'blank' ? blankGlyph : squareGlyph),
    glyph('A', squareGlyph),
    Buffer.from('end end\n'),
  ])
  const encrypted = encrypt(secret, 55_665)
  const end = Math.floor(encrypted.length * share)
  const head =
    '%!PS-AdobeFont-1.0: Small\n/FontName /Small def /FontMatrix [0.001 0 0 0.001 0 0] def\ncurrentfile eexec\n'
  return Buffer.concat([
    Buffer.from(head),
    encrypted.subarray(0, end),
    Buffer.from(`\n${'0'.repeat(512)}\ncleartomark\n`),
  ])
}

function encrypt(bytes: Buffer, firstKey: number): Buffer {
  let key = firstKey
  return bytes.map(byte => {
    const cipher = byte ^ (key >> 8)
    key = ((cipher + key) * 52_845 + 22_719) & 0xffff
    return cipher
  }) as Buffer
}

/** The outline of the letter A in a compact font. */
export const compactSquare: readonly number[] = [239, 239, 21, 239, 6, 239, 7, 39, 6, 14]

export type Compact = {
  missing?: 'square' | 'blank'
  letter?: readonly number[]
  /** The part that letters may call by the number 32 for `callsubr`, which is the first. */
  part?: readonly number[]
  /** The place of the parts is given as 0, which means that there are none. */
  hasPartsAt0?: boolean
  /** A number that is not whole, which says how far letters lean. */
  angle?: readonly number[]
  /** The numbers of the letters, for a font whose glyphs have numbers of their own. */
  numbers?: [number, number]
}

/** A compact font (CFF) of the letters A and fi; its codes are the standard ones. */
export function smallCompactFont({
  missing = 'square',
  letter = compactSquare,
  part,
  hasPartsAt0 = false,
  angle,
  numbers,
}: Compact = {}): Buffer {
  const index = (...items: (readonly number[])[]) => [
    ...[0, items.length, 1],
    ...[1, ...items.map((_, i) => 1 + items.slice(0, i + 1).flat().length)],
    ...items.flat(),
  ]
  const number = (value: number) => [28, value >> 8, value & 255]
  const head = [1, 0, 4, 1, ...index([...Buffer.from('Small')])]
  const glyphs = index(missing === 'blank' ? [14] : compactSquare, letter, compactSquare)
  const place = part === undefined ? (hasPartsAt0 ? [139, 19] : []) : [...number(6), 19]
  const widths = [239, 20, ...place]
  const shared = [...widths, ...(part === undefined ? [] : index(part))]
  const charset = [0, 0, numbers?.[0] ?? 34, 0, numbers?.[1] ?? 109]
  const ofPrivate = (start: number) => [...number(widths.length), ...number(start), 18]
  const afterDict = (start: number) => start + charset.length + glyphs.length
  const dict = (start: number) => [
    ...(numbers === undefined ? [] : [139, 139, 139, 12, 30]),
    ...(angle === undefined ? [] : [...angle, 12, 2]),
    ...[...number(start), 15, ...number(start + charset.length), 17],
    ...(numbers === undefined
      ? ofPrivate(afterDict(start))
      : [...number(afterDict(start) + shared.length), 12, 37, ...number(afterDict(start) + shared.length + 4), 12, 36]),
  ]
  const start = head.length + index(dict(0)).length + 4
  const groups = numbers === undefined ? [] : [0, 0, 0, 0, ...index(ofPrivate(afterDict(start)))]
  return Buffer.from([...head, ...index(dict(start)), 0, 0, 0, 0, ...charset, ...glyphs, ...shared, ...groups])
}

/** An OpenType font that has a compact one. */
export function inOpenType(compact: Buffer): Buffer {
  const head = Buffer.alloc(28)
  head.write('OTTO', 'latin1')
  head.writeUInt16BE(1, 4)
  head.write('CFF ', 12, 'latin1')
  head.writeUInt32BE(head.length, 20)
  head.writeUInt32BE(compact.length, 24)
  return Buffer.concat([head, compact])
}

/** The glyphs of the codes from `first` on, in Unicode or as symbols. */
type Codes = { kind: 'unicode' | 'symbols'; first: number; glyphs: number[] }

/** A font in which something of a table is another number. */
export function withNumber(font: Buffer, table: string, at: number, value: number): Buffer {
  const changed = Buffer.from(font)
  const row = changed.indexOf(table, 12, 'latin1')
  changed.writeUInt16BE(value, changed.readUInt32BE(row + 8) + at)
  return changed
}

/** Where glyph 2 of a font of squares says how many bytes of instructions follow. */
export const instructionsOfGlyph2 = 2 * 34 + 12

/** A TrueType font whose glyphs are squares. */
export function smallFont(
  glyphCount: number,
  { hasOutlines = true, codes }: { hasOutlines?: boolean; codes?: Codes } = {},
): Buffer {
  const u16 = (...values: number[]) => Buffer.from(values.flatMap(value => [(value >> 8) & 255, value & 255]))
  const square = Buffer.concat([
    u16(1, 0, 0, 500, 500, 3, 0),
    Buffer.from([1, 1, 1, 1]),
    u16(0, 500, 0, -500, 0, 0, 500, 0),
  ])
  const map = codes && [0, 1, 3, codes.kind === 'unicode' ? 1 : 0, 0, 12, 6, 10 + 2 * codes.glyphs.length, 0]
  const tables: [string, Buffer][] = [
    ...(map ? [['cmap', u16(...map, codes.first, codes.glyphs.length, ...codes.glyphs)] as [string, Buffer]] : []),
    ...(hasOutlines ? [['glyf', Buffer.concat(Array<Buffer>(glyphCount).fill(square))] as [string, Buffer]] : []),
    ['head', u16(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 500, 500, 0, 8, 2, 0, 0)],
    ['hhea', u16(1, 0, 500, 0, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, glyphCount)],
    ['hmtx', u16(...Array.from({ length: glyphCount }, () => [500, 0]).flat())],
    ['loca', u16(...Array.from({ length: glyphCount + 1 }, (_, i) => (hasOutlines ? (i * square.length) / 2 : 0)))],
    ['maxp', u16(1, 0, glyphCount, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
  ]
  const head = [Buffer.from([0, 1, 0, 0]), u16(tables.length, 64, 2, 32)]
  let offset = 12 + 16 * tables.length
  for (const [name, bytes] of tables) {
    const row = Buffer.alloc(16)
    row.write(name, 'latin1')
    row.writeUInt32BE(offset, 8)
    row.writeUInt32BE(bytes.length, 12)
    head.push(row)
    offset += bytes.length
  }
  return Buffer.concat([...head, ...tables.map(([, bytes]) => bytes)])
}
