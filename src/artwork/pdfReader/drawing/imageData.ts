// Whether the data of an image are complete, and are what its dictionary says. A renderer fills what is missing with
// white, gray or black, without a word.

import { type Fault, tooManyPixels } from '../file/faults.ts'
import { Damaged, type Dict, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { faxRows } from './fax.ts'
import { type Jpeg, readJpeg } from './jpeg.ts'
import { readJpx } from './jpx.ts'

/** Larger images are left to the renderer, which reads them row by row. */
export const maxImageBytes = 128 * 1024 * 1024

type Size = { width: number; height: number }
export type ImageData = { bytes: Uint8Array; format: string | null }
type ImageParts = {
  object: number | null
  components: number | null
  read(): ImageData
  keep?(jpeg: Jpeg): void
}

/**
 * `dict` has the full names of its entries. `components` is null for an unknown color space. `keep` gets a JPEG without
 * fault.
 */
export function imageFault(file: PdfFile, dict: Dict, { object, components, read, keep }: ImageParts): Fault | null {
  const width = file.number(dict.get('Width')) ?? 0
  const height = file.number(dict.get('Height')) ?? 0
  const tooMany = tooManyPixels(width, height, object)
  if (tooMany !== null) return tooMany
  const damaged = (got: string): Fault => ({ kind: 'image_damaged', object, got })
  if (!(width >= 1 && height >= 1)) return damaged(`an image of ${width} × ${height} pixels`)
  const parameters = file.filtersOf(dict).at(-1)?.parameters ?? null
  try {
    const { bytes, format } = read()
    if (bytes.length === 0) return damaged('an image without data')
    const got =
      format === null
        ? (faultOfLength(bytes.length, { width, height }, bitsOf(file, dict, components), parameters) ??
          faultOfPrediction(bytes, parameters))
        : faultOfFormat(format, bytes, { width, height, components }, parameters, keep)
    return got === null ? null : damaged(got)
  } catch (error) {
    // An image that is so large is decoded by the renderer, within its own limits.
    if (error instanceof TooComplex) return null
    if (error instanceof Damaged) return damaged('an image whose data cannot be decoded')
    throw error
  }
}

/** NaN when it is unknown. */
function bitsOf(file: PdfFile, dict: Dict, components: number | null): number {
  if (file.resolve(dict.get('ImageMask')) === true) return 1
  return (file.number(dict.get('BitsPerComponent')) ?? Number.NaN) * (components ?? Number.NaN)
}

/** Rows that PNG predicts have one byte more. */
function faultOfLength(length: number, { width, height }: Size, bits: number, parameters: Dict | null): string | null {
  const expected = (Math.ceil((width * bits) / 8) + (Number(parameters?.get('Predictor')) >= 10 ? 1 : 0)) * height
  if (!(length < expected)) return null
  return `an image of ${width} × ${height} pixels with ${Math.floor((length / expected) * 100)} % of its data`
}

/** PNG has five kinds of prediction, and a byte at the start of each row says which. */
function faultOfPrediction(bytes: Uint8Array, parameters: Dict | null): string | null {
  const number = (name: string, fallback: number) => Number(parameters?.get(name) ?? fallback)
  if (!(number('Predictor', 1) >= 10)) return null
  const rowBytes = 1 + Math.ceil((number('Columns', 1) * number('Colors', 1) * number('BitsPerComponent', 8)) / 8)
  if (!(rowBytes > 1)) return null
  for (let at = 0; at < bytes.length; at += rowBytes)
    if (bytes[at]! > 4) return 'an image whose rows have another length than the file says'
  return null
}

function faultOfFormat(
  format: string,
  bytes: Uint8Array,
  { width, height, components }: Size & { components: number | null },
  parameters: Dict | null,
  keep?: ImageParts['keep'],
): string | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  switch (format) {
    case 'DCTDecode':
    case 'DCT': {
      const jpeg = readJpeg(data)
      if (typeof jpeg === 'string') return jpeg
      keep?.(jpeg)
      return faultOfContent(jpeg.size, { width, height, components })
    }
    case 'JPXDecode':
      return faultOfContent(readJpx(data), { width, height })
    case 'JBIG2Decode':
      return faultOfContent(readJbig2(data), { width, height })
    default: {
      const number = (name: string, fallback: number) => {
        const value = parameters?.get(name)
        return typeof value === 'number' ? value : fallback
      }
      const columns = number('Columns', 1728)
      if (columns !== width) return `a fax of ${columns} pixels a row, where the file says ${width}`
      const byteAlign = parameters?.get('EncodedByteAlign') === true
      const rows = faxRows(data, { k: number('K', 0), byteAlign, columns }, height)
      return rows < height ? `a fax with ${rows} of its ${height} rows` : null
    }
  }
}

type Found = Partial<Size & { components: number | null }>

function faultOfContent(found: Found | string, said: Found): string | null {
  if (typeof found === 'string') return found
  const text = ({ width, height, components }: Found) =>
    `${width} × ${height} pixels${components == null ? '' : ` in ${components} colors`}`
  const differs = (['width', 'height', 'components'] as const).some(
    key => found[key] != null && said[key] != null && found[key] !== said[key],
  )
  return differs ? `an image of ${text(found)}, where the file says ${text(said)}` : null
}

const pageSegment = 48
const unknownLength = 0xffffffff

/** Walks the segments (ITU-T T.88, 7.2), of which each says how long it is. */
function readJbig2(data: Buffer): Partial<Size> | string {
  const size: Partial<Size> = {}
  try {
    for (let at = 0; at < data.length && data.length - at > 4; ) {
      const number = data.readUInt32BE(at)
      const flags = data.readUInt8(at + 4)
      const short = data.readUInt8(at + 5) >> 5
      const count = short < 7 ? short : data.readUInt32BE(at + 5) & 0x1fffffff
      const referenceBytes = number <= 256 ? 1 : number <= 65_536 ? 2 : 4
      const page = at + (short < 7 ? 6 : 9 + Math.ceil((count + 1) / 8)) + count * referenceBytes
      const start = page + (flags & 0x40 ? 4 : 1) + 4
      const length = data.readUInt32BE(start - 4)
      if ((flags & 63) === pageSegment) {
        const [width, height] = [data.readUInt32BE(start), data.readUInt32BE(start + 4)]
        Object.assign(size, { width, ...(height === unknownLength ? {} : { height }) })
      }
      if (length === unknownLength) break
      at = start + length
      if (at > data.length) throw new RangeError()
    }
    return size
  } catch (error) {
    if (error instanceof RangeError) return 'a JBIG2 image whose data break off'
    throw error
  }
}
