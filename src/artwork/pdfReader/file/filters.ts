// Decodes the bytes of a stream. The result never exceeds `maxBytes`.

import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib'
import { readableName } from '../text/readableText.ts'
import { Damaged, type Dict, type Obj, TooComplex } from './lexer.ts'

const maxFilters = 8
/** Filters whose result is pixels. */
const pixelFormats = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode'])

export type Filter = { name: string; parameters: Dict | null }

export function decode(raw: Uint8Array, filters: Filter[], maxBytes: number): Uint8Array {
  if (filters.length > maxFilters) throw new TooComplex('a stream with too many filters')
  let bytes = raw
  for (const { name, parameters } of filters) {
    bytes = decodeOnce(bytes, name, parameters, maxBytes)
    if (bytes.length > maxBytes) throw new TooComplex('a stream that is too long')
  }
  return bytes
}

/**
 * The data of an image, as far as its filters are not those of an image format, which is then `format`. Prediction is
 * not undone: it does not change how much data there is.
 */
export function decodeImage(
  raw: Uint8Array,
  filters: Filter[],
  maxBytes: number,
): { bytes: Uint8Array; format: string | null } {
  if (filters.length > maxFilters) throw new TooComplex('a stream with too many filters')
  let bytes = raw
  for (const { name, parameters } of filters) {
    if (pixelFormats.has(name)) return { bytes, format: name }
    const early: Dict = new Map([['EarlyChange', parameters?.get('EarlyChange') ?? 1]])
    bytes = decodeOnce(bytes, name, name === 'Crypt' ? parameters : early, maxBytes)
  }
  return { bytes, format: null }
}

function decodeOnce(bytes: Uint8Array, name: string, parameters: Dict | null, maxBytes: number): Uint8Array {
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return unpredict(inflate(bytes, maxBytes), parameters)
    case 'LZWDecode':
    case 'LZW':
      return unpredict(unpackLzw(bytes, parameters?.get('EarlyChange') === 0 ? 0 : 1, maxBytes), parameters)
    case 'ASCIIHexDecode':
    case 'AHx':
      return fromHex(bytes)
    case 'ASCII85Decode':
    case 'A85':
      return fromAscii85(bytes)
    case 'RunLengthDecode':
    case 'RL':
      return unpackRuns(bytes, maxBytes)
    case 'Crypt': {
      const name = parameters?.get('Name') ?? 'Identity'
      if (name !== 'Identity') throw new Damaged('a stream with its own encryption')
      return bytes
    }
    default:
      throw new Damaged(`a filter that is not for text: ${readableName(name, 40)}`)
  }
}

/**
 * Accepts as much as can be decoded of data that is cut off or has a wrong checksum at its end, as other readers do.
 */
function inflate(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const options = { maxOutputLength: maxBytes, finishFlush: zlib.Z_SYNC_FLUSH }
  try {
    return inflateSync(bytes, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooComplex('a stream that is too long')
  }
  try {
    return inflateRawSync(bytes.subarray(2), options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooComplex('a stream that is too long')
    throw new Damaged('a stream that cannot be decompressed')
  }
}

const positive = (value: Obj | undefined, fallback: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e6 ? value : fallback

/** Undoes the prediction of PNG and TIFF, which stores differences from neighboring bytes. */
function unpredict(bytes: Uint8Array, parameters: Dict | null): Uint8Array {
  const predictor = positive(parameters?.get('Predictor'), 1)
  if (predictor === 1) return bytes
  const colors = positive(parameters?.get('Colors'), 1)
  const bits = positive(parameters?.get('BitsPerComponent'), 8)
  const pixelBytes = Math.max(1, (colors * bits) >> 3)
  const rowBytes = (positive(parameters?.get('Columns'), 1) * colors * bits + 7) >> 3
  if (predictor === 2) {
    if (bits !== 8) return bytes
    const out = Uint8Array.from(bytes)
    for (let i = 0; i < out.length; i++) if (i % rowBytes >= pixelBytes) out[i] = out[i]! + out[i - pixelBytes]!
    return out
  }
  const rows = Math.ceil(bytes.length / (rowBytes + 1))
  const out = new Uint8Array(rows * rowBytes)
  let length = 0
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1)
    const kind = bytes[from]
    const here = row * rowBytes
    for (let i = 0; i < rowBytes && from + 1 + i < bytes.length; i++) {
      const left = i >= pixelBytes ? out[here + i - pixelBytes]! : 0
      const up = row > 0 ? out[here + i - rowBytes]! : 0
      const corner = row > 0 && i >= pixelBytes ? out[here + i - rowBytes - pixelBytes]! : 0
      const guess =
        kind === 1 ? left : kind === 2 ? up : kind === 3 ? (left + up) >> 1 : kind === 4 ? paeth(left, up, corner) : 0
      out[here + i] = bytes[from + 1 + i]! + guess
      length = here + i + 1
    }
  }
  return out.subarray(0, length)
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const toLeft = Math.abs(guess - left)
  const toUp = Math.abs(guess - up)
  const toCorner = Math.abs(guess - corner)
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
}

function unpackLzw(bytes: Uint8Array, early: 0 | 1, maxBytes: number): Uint8Array {
  const clear = 256
  const end = 257
  const prefix = new Uint16Array(4096)
  const suffix = new Uint8Array(4096)
  const lengths = new Uint16Array(4096)
  const out = new GrowingBuffer(maxBytes)
  let next = 258
  let width = 9
  let pending = 0
  let bits = 0
  let previous = -1
  for (let i = 0; i < bytes.length; ) {
    while (bits < width && i < bytes.length) {
      pending = ((pending << 8) | bytes[i++]!) & 0xffffff
      bits += 8
    }
    if (bits < width) break
    const code = (pending >> (bits - width)) & ((1 << width) - 1)
    bits -= width
    if (code === end) break
    if (code === clear) {
      next = 258
      width = 9
      previous = -1
      continue
    }
    if (code > next || (code >= next && previous < 0)) throw new Damaged('LZW data with a wrong code')
    const known = code < next ? code : previous
    const size = (known < 256 ? 1 : lengths[known]!) + (code < next ? 0 : 1)
    const at = out.extend(size)
    let write = at + size - 1 - (code < next ? 0 : 1)
    let walk = known
    for (; walk >= 258; walk = prefix[walk]!) out.bytes[write--] = suffix[walk]!
    out.bytes[write] = walk
    if (code >= next) out.bytes[at + size - 1] = out.bytes[at]!
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous
      suffix[next] = out.bytes[at]!
      lengths[next] = (previous < 256 ? 1 : lengths[previous]!) + 1
      next++
    }
    previous = code
    width = next + early >= 2048 ? 12 : next + early >= 1024 ? 11 : next + early >= 512 ? 10 : 9
  }
  return out.result()
}

class GrowingBuffer {
  bytes = new Uint8Array(64 * 1024)
  length = 0
  readonly maxBytes: number
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }
  /** Adds `size` bytes, and returns their offset. */
  extend(size: number): number {
    const at = this.length
    this.length += size
    if (this.length > this.maxBytes) throw new TooComplex('a stream that is too long')
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, this.bytes.length * 2))
      larger.set(this.bytes)
      this.bytes = larger
    }
    return at
  }
  result(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}

function fromHex(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(62)
  const digits = Buffer.from(end < 0 ? bytes : bytes.subarray(0, end))
    .toString('latin1')
    .replace(/[^0-9a-fA-F]/g, '')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

function fromAscii85(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length * 4))
  let length = 0
  let group = 0
  let digits = 0
  const flush = (count: number) => {
    for (let i = 0; i < count; i++) out[length++] = Math.floor(group / 256 ** (3 - i)) & 255
    group = 0
    digits = 0
  }
  for (const byte of bytes) {
    if (byte === 126) break
    if (byte === 122 && digits === 0) flush(4)
    else if (byte >= 33 && byte <= 117) {
      group = group * 85 + byte - 33
      if (++digits === 5) flush(4)
    }
  }
  if (digits > 1) {
    const count = digits - 1
    for (; digits < 5; digits++) group = group * 85 + 84
    flush(count)
  }
  return out.subarray(0, length)
}

function unpackRuns(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const out = new GrowingBuffer(maxBytes)
  for (let i = 0; i < bytes.length; ) {
    const length = bytes[i++]!
    if (length === 128) break
    if (length < 128) {
      const part = bytes.subarray(i, i + length + 1)
      const at = out.extend(part.length)
      out.bytes.set(part, at)
      i += length + 1
    } else {
      const at = out.extend(257 - length)
      out.bytes.fill(bytes[i++] ?? 0, at, at + 257 - length)
    }
  }
  return out.result()
}
