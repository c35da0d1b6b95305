// Fonts of a few squares, as programs embed them.

/** 500 units wide: nothing, or a square. */
const blankGlyph = [139, 248, 136, 13, 14]
const squareGlyph = [139, 248, 136, 13, 239, 239, 21, 239, 6, 239, 7, 39, 6, 9, 14]

/** A Type 1 font of one letter; only a share of its encrypted part. */
export function smallType1({
  share = 1,
  missing = 'square',
}: {
  share?: number
  missing?: 'square' | 'blank'
}): Buffer {
  const glyph = (name: string, code: number[]) =>
    Buffer.concat([
      Buffer.from(`/${name} ${code.length + 4} RD `),
      encrypt(Buffer.from([0, 0, 0, 0, ...code]), 4_330),
      Buffer.from(' ND\n'),
    ])
  const secret = Buffer.concat([
    Buffer.from('0000dup /Private 8 dict dup begin\n2 index /CharStrings 2 dict dup begin\n'),
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

/** A compact font (CFF) of the letters A and fi; its codes are the standard ones. */
export function smallCompactFont(missing: 'square' | 'blank'): Buffer {
  const index = (...items: number[][]) => [
    ...[0, items.length, 1],
    ...[1, ...items.map((_, i) => 1 + items.slice(0, i + 1).flat().length)],
    ...items.flat(),
  ]
  const square = [239, 239, 21, 239, 6, 239, 7, 39, 6, 14]
  const head = [1, 0, 4, 1, ...index([...Buffer.from('Small')])]
  const glyphs = index(missing === 'blank' ? [14] : square, square, square)
  const number = (value: number) => [28, value >> 8, value & 255]
  const widths = [239, 20]
  const dict = (start: number) => [
    ...[...number(start), 15, ...number(start + 5), 17],
    ...[...number(widths.length), ...number(start + 5 + glyphs.length), 18],
  ]
  const start = head.length + index(dict(0)).length + 4
  const charset = [0, 0, 34, 0, 109]
  return Buffer.from([...head, ...index(dict(start)), 0, 0, 0, 0, ...charset, ...glyphs, ...widths])
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
