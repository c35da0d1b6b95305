// Whether a JPEG 2000 image has all its data. The decoder of pdf.js (OpenJPEG) reads them all, and decodes only the
// smallest picture that they hold, which takes a millisecond. It is WebAssembly, and reaches nothing outside itself.

import { readFileSync } from 'node:fs'
import { Damaged, type Stream, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'

/** TypeScript has types for WebAssembly only in its browser library. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: { a: Record<string, unknown> }) => { exports: Decoder }
}
/** By the names in its build: i is the memory, j starts it, k allocates, l frees, and m decodes. */
type Decoder = {
  i: { buffer: ArrayBuffer; grow(pages: number): number }
  j(): void
  k(bytes: number): number
  l(address: number): void
  m(...values: number[]): number
}

let decoder: Decoder | null = null
let hasWarned = false

const endOfImage = Buffer.from([0xff, 0xd9])
const startOfImage = Buffer.from([0xff, 0x4f, 0xff, 0x51])
const codingStyle = Buffer.from([0xff, 0x52])

/** The size, or what is wrong. */
export function readJpx(data: Buffer): { width: number; height: number } | string {
  const start = data.indexOf(startOfImage)
  const style = data.indexOf(codingStyle, start)
  if (start < 0 || style < 0 || data.length < start + 24) return 'data that are not JPEG 2000'
  const [right, bottom, left, top] = [8, 12, 16, 20].map(at => data.readUInt32BE(start + at)) as [
    number,
    number,
    number,
    number,
  ]
  const halvings = data[style + 9] ?? 0
  return canDecode(Buffer.concat([data, endOfImage]), halvings)
    ? { width: right - left, height: bottom - top }
    : 'a JPEG 2000 image whose data break off'
}

/** By the numbers of its box `colr`: CMYK, sRGB, gray, and sYCC. */
const numberedSpaces = new Map<number, 1 | 3 | 4>([
  [12, 4],
  [16, 3],
  [17, 1],
  [18, 3],
])
const maxBytes = 128 * 1024 * 1024

/**
 * The components of a color of the image, by its own data; null for another image. A fourth component may also be its
 * opacity.
 */
export function componentsOfJpx(file: PdfFile, stream: Stream): 1 | 3 | 4 | null {
  if (file.filtersOf(stream.dict).at(-1)?.name !== 'JPXDecode') return null
  const bytes = dataOf(file, stream)
  if (bytes === null) return null
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = data.indexOf(startOfImage)
  if (start < 0 || data.length < start + 42) return null
  const box = data.subarray(0, start).indexOf('colr')
  const isNumbered = box >= 0 && data[box + 4] === 1
  const count = data.readUInt16BE(start + 40)
  return (
    (isNumbered ? numberedSpaces.get(data.readUInt32BE(box + 7)) : undefined) ?? (count < 3 ? 1 : count < 4 ? 3 : 4)
  )
}

/** Null for data that cannot be read, which is a fault of the image. */
function dataOf(file: PdfFile, stream: Stream): Uint8Array | null {
  try {
    return file.imageBytes(stream, maxBytes).bytes
  } catch (error) {
    if (error instanceof Damaged || error instanceof TooComplex) return null
    throw error
  }
}

function canDecode(bytes: Uint8Array, halvings: number): boolean {
  decoder ??= loadDecoder()
  hasWarned = false
  const address = decoder.k(bytes.length)
  new Uint8Array(decoder.i.buffer).set(bytes, address)
  try {
    return decoder.m(address, bytes.length, 0, 0, 0, halvings, 0) === 0 && !hasWarned
  } finally {
    decoder.l(address)
  }
}

function loadDecoder(): Decoder {
  const module = new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('pdfjs-dist/wasm/openjpeg.wasm'))))
  const grow = (size: number) => {
    const { i: memory } = exports
    return memory.grow(Math.ceil(((size >>> 0) - memory.buffer.byteLength) / 65_536)) >= 0 ? 1 : 0
  }
  const nothing = () => 0
  const imports = {
    ...Object.fromEntries([...'abdfgh'].map(name => [name, nothing])),
    c: grow,
    e: () => (hasWarned = true),
  }
  const { exports } = new WebAssembly.Instance(module, { a: imports })
  exports.j()
  return exports
}
