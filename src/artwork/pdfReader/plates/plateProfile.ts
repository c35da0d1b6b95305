// Color profiles that turn inks into what a renderer in RGB can tell apart. They are as small as a profile can be, and
// exact: from corner to corner of the color space, everything is linear in the values of sRGB.

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number]

const headerBytes = 128
const tableBytes = 16
const identityCurve = [...ascii('curv'), ...u32(0), ...u32(0)]
/** The curve of sRGB, as numbers of 16 and 16 bits. */
const curve = [
  ...ascii('para'),
  ...u32(0),
  0,
  3,
  0,
  0,
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed),
]
/** From linear sRGB to XYZ by the white of profiles, D50. */
const toXyz = [0.4360747, 0.3850649, 0.1430804, 0.2225045, 0.7168786, 0.0606169, 0.0139322, 0.0971045, 0.7141733]
/** A profile says 1.0 as 32,768 of 65,535. */
const xyzUnit = 32_768 / 65_535
const spaces = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' } as const

/** `colorOf` is asked for each corner of the color space: for each combination of 0 and 1. */
export function plateProfile(components: 1 | 3 | 4, colorOf: (corner: number[]) => Rgb): Buffer {
  const corners = Array.from({ length: 2 ** components }, (_, i) =>
    colorOf(Array.from({ length: components }, (_, j) => (i >> (components - 1 - j)) & 1)),
  )
  const table = [
    ...Array.from({ length: 16 }, (_, i) => (i < components ? 2 : 0)),
    ...[2, 0, 0, 0],
    ...corners.flat().flatMap(value => u16(Math.round(value * 65_535))),
  ]
  const parts = [
    Array(3).fill(identityCurve).flat(),
    [...toXyz.map(value => value * xyzUnit), 0, 0, 0].flatMap(fixed),
    Array(3).fill(curve).flat(),
    table,
    Array(components).fill(identityCurve).flat(),
  ]
  const offsets = parts.map((_, i) => 32 + parts.slice(0, i).reduce((sum, part) => sum + part.length, 0))
  const tag = [...ascii('mAB '), ...u32(0), components, 3, 0, 0, ...offsets.flatMap(u32), ...parts.flat()]
  const size = headerBytes + tableBytes + tag.length
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(0x02_40_00_00, 8)
  header.write(`prtr${spaces[components]}XYZ `, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  for (const [i, value] of [0.9642, 1, 0.8249].entries()) header.set(fixed(value), 68 + 4 * i)
  return Buffer.from([
    ...header,
    ...u32(1),
    ...ascii('A2B0'),
    ...u32(headerBytes + tableBytes),
    ...u32(tag.length),
    ...tag,
  ])
}

function ascii(text: string): number[] {
  return [...Buffer.from(text, 'latin1')]
}
function u16(value: number): number[] {
  return [value >> 8, value & 255]
}
function u32(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
}
function fixed(value: number): number[] {
  return u32(Math.round(value * 65_536))
}
