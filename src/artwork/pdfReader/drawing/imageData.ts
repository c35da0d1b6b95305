// Whether the data of an image are complete. A renderer fills what is missing with white or gray, without a word.

import { type Fault, tooManyPixels } from '../file/faults.ts'
import { Damaged, type Dict, type Stream, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'

/** Larger images are left to the renderer, which reads them row by row. */
const maxDecodedBytes = 128 * 1024 * 1024

/** `components` is null for an unknown color space. */
export function imageFault(
  file: PdfFile,
  stream: Stream,
  { object, components }: { object: number | null; components: number | null },
): Fault | null {
  const { dict } = stream
  const width = file.number(dict.get('Width')) ?? 0
  const height = file.number(dict.get('Height')) ?? 0
  const tooMany = tooManyPixels(width, height, object)
  if (tooMany !== null) return tooMany
  const damaged = (got: string): Fault => ({ kind: 'image_damaged', object, got })
  if (!(width >= 1 && height >= 1)) return damaged(`an image of ${width} × ${height} pixels`)
  const expectedBytes = Math.ceil((width * bitsOf(file, dict, components)) / 8) * height
  try {
    const { bytes, format } = file.imageBytes(stream, maxDecodedBytes)
    if (bytes.length === 0) return damaged('an image without data')
    if (format !== null) {
      const got = faultOfFormat(format, bytes)
      return got === null ? null : damaged(got)
    }
    if (!(bytes.length < expectedBytes)) return null
    const share = Math.floor((bytes.length / expectedBytes) * 100)
    return damaged(`an image of ${width} × ${height} pixels with ${share} % of its data`)
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

function faultOfFormat(format: string, bytes: Uint8Array): string | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (format === 'DCTDecode' || format === 'DCT') return faultOfJpeg(data)
  if (format !== 'JPXDecode') return null
  const start = data.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]))
  if (start < 0) return 'data that are not JPEG 2000'
  return data.lastIndexOf(endOfImage) > start ? null : 'a JPEG 2000 image whose data break off'
}

const endOfImage = Buffer.from([0xff, 0xd9])
const startOfScan = 0xda

/** Walks the segments to the first scan: a preview within them has an end of its own. */
function faultOfJpeg(data: Buffer): string | null {
  const start = data.indexOf(Buffer.from([0xff, 0xd8, 0xff]))
  if (start < 0) return 'data that are not a JPEG'
  let at = start + 2
  while (at + 4 <= data.length) {
    if (data[at] !== 0xff) return 'a JPEG with a broken header'
    const marker = data[at + 1]!
    if (marker === startOfScan) return data.indexOf(endOfImage, at) < 0 ? 'a JPEG whose data break off' : null
    const hasNoLength = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    at += marker === 0xff ? 1 : hasNoLength ? 2 : 2 + data.readUInt16BE(at + 2)
  }
  return 'a JPEG whose data break off'
}
