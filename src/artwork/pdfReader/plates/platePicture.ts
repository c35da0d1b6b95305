// A CMYK image on a plate, an eighth as large: a renderer would convert each of its pixels, which takes seconds.

import { type Raster, readJpeg } from '../drawing/jpeg.ts'
import { type Dict, type Obj, type Stream, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'

const inks = 4
const side = 8
const maxBytes = 128 * 1024 * 1024
/** Renderers pass on its numbers as they are. */
export const plainRgb: Obj = ['CalRGB', new Map([['WhitePoint', [0.9505, 1, 1.089]]])]

/** Takes the place of images without known inks. */
export const paperRaster: Raster = { width: 1, height: 1, components: inks, values: new Uint8Array(inks) }

/** The inks of the image; null where they are not stored as four times eight bits. `means` are known for many JPEGs. */
export function rasterOf(file: PdfFile, stream: Stream, means: Raster | undefined): Raster | null {
  const { dict } = stream
  if (file.array(dict.get('Mask')) !== null) return null
  const decode = file.array(dict.get('Decode'))?.map(value => file.number(value))
  const filter = file.filtersOf(dict).at(-1)?.name
  const isJpeg = filter === 'DCTDecode' || filter === 'DCT'
  const raster = isJpeg ? (means ?? ofJpeg(file, stream)) : ofBytes(file, stream)
  if (raster?.components !== inks) return null
  // A table that is not simply turned over is as rare as one that renderers agree on.
  const isTurnedOver = decode?.[0] === 1
  return isTurnedOver ? { ...raster, values: raster.values.map(value => 255 - value) } : raster
}

function ofJpeg(file: PdfFile, stream: Stream): Raster | null {
  const { bytes } = file.imageBytes(stream, maxBytes)
  const jpeg = readJpeg(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return typeof jpeg === 'string' ? null : jpeg.means()
}

function ofBytes(file: PdfFile, stream: Stream): Raster | null {
  const { dict } = stream
  const [columns, rows] = ['Width', 'Height'].map(key => file.number(dict.get(key)) ?? 0) as [number, number]
  // The data cannot have this size.
  if (columns * rows * inks > maxBytes) throw new TooComplex('an image that is too large')
  if (file.number(dict.get('BitsPerComponent')) !== 8 || file.imageBytes(stream, maxBytes).format !== null) return null
  const bytes = file.decodedBytes(stream, maxBytes)
  const [width, height] = [Math.ceil(columns / side), Math.ceil(rows / side)]
  const sums = new Uint32Array(width * height * inks)
  for (let y = 0, at = 0; y < rows; y++) {
    const row = Math.floor(y / side) * width
    for (let x = 0; x < columns; x++) {
      const to = (row + (x >> 3)) * inks
      for (let i = 0; i < inks; i++) sums[to + i]! += bytes[at++] ?? 0
    }
  }
  const values = new Uint8Array(sums.length)
  for (let i = 0; i < sums.length; i++) {
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    values[i] = sums[i]! / (Math.min(side, columns - x * side) * Math.min(side, rows - y * side))
  }
  return { width, height, components: inks, values }
}

/** The picture that replaces the image. */
export function pictureOn(
  plate: 'cmy' | 'black',
  dict: Dict,
  { width, height, values }: Raster,
): { dict: Dict; bytes: Uint8Array } {
  const bytes = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < values.length; from += inks, to += 3) {
    for (let i = 0; i < 3; i++) bytes[to + i] = 255 - values[plate === 'cmy' ? from + i : from + 3]!
  }
  const own = new Map(dict).set('ColorSpace', plainRgb).set('Width', width).set('Height', height)
  for (const key of ['Decode', ...(Array.isArray(dict.get('Mask')) ? ['Mask'] : [])]) own.delete(key)
  return { dict: own.set('BitsPerComponent', 8), bytes }
}
