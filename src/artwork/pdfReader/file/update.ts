// Writes an incremental update: bytes appended to a PDF that replace some of its objects (ISO 32000-1, 7.5.6). All
// bytes before the update stay unchanged.

import { createHash } from 'node:crypto'
import { type Dict, type Obj, Ref, TooComplex } from './lexer.ts'
import type { PdfFile, Row } from './pdfFile.ts'

const maxBytes = 64 * 1024 * 1024
/** Bytes per field of an index stream: kind; offset or container; generation or index in the container. */
const widths = [1, 5, 2] as const
const idBytes = 16
/** PDF has no exponents. */
const decimals = 10
/** Keys that belong to a section of the index, and not to the file. */
const sectionKeys = new Set(
  'Size Prev XRefStm Type W Index Length Filter DecodeParms DL F FFilter FDecodeParms'.split(' '),
)

/** `content` makes the object a stream. */
export type Change = { ref: Ref; dict: Dict; content?: string | Uint8Array }

/** An object whose data are `content` as it is. */
export function changedStream(ref: Ref, content: Uint8Array, dict: Dict): Change {
  const own: Dict = new Map(dict).set('Length', content.length)
  for (const key of ['Filter', 'DecodeParms', 'DL']) own.delete(key)
  return { ref, dict: own, content }
}

export function updateOf(file: PdfFile, changes: Change[]): Buffer {
  const tail = createTail(file.source.size)
  const { newestIndex } = file
  // A rebuilt index is written again for all objects.
  const rows = new Map<number, Row>(newestIndex === null ? file.rows() : [])
  for (const { ref, dict, content } of changes) {
    rows.set(ref.number, { at: tail.at(), generation: ref.generation })
    tail.push(`${ref.number} ${ref.generation} obj\n${textOf(dict)}\n`)
    if (content !== undefined) for (const part of ['stream\n', content, '\nendstream\n']) tail.push(part)
    tail.push('endobj\n')
  }
  const trailer = trailerOf(file, tail.digest())
  if (newestIndex !== null) trailer.set('Prev', newestIndex.at)
  const isStream = newestIndex === null ? [...rows.values()].some(row => 'container' in row) : newestIndex.isStream
  const nextNumber = Math.max(file.nextNumber, ...changes.map(({ ref }) => ref.number + 1))
  const start = tail.at()
  if (isStream) pushStream(tail, rows, trailer, nextNumber)
  else pushTable(tail, rows, trailer.set('Size', nextNumber))
  tail.push(`startxref\n${start}\n%%EOF\n`)
  return tail.bytes()
}

function pushTable(tail: Tail, rows: Map<number, Row>, trailer: Dict): void {
  tail.push('xref\n0 1\n0000000000 65535 f \n')
  for (const [first, count] of spansOf(rows)) {
    const own = Array.from({ length: count }, (_, i) => tableRow(rows.get(first + i)!))
    tail.push(`${first} ${count}\n${own.join('')}`)
  }
  tail.push(`trailer\n${textOf(trailer)}\n`)
}

/** The index stream is an object too, with a row in itself. */
function pushStream(tail: Tail, rows: Map<number, Row>, trailer: Dict, number: number): void {
  rows.set(number, { at: tail.at(), generation: 0 })
  const spans = spansOf(rows)
  const bytes = Buffer.concat(
    spans.flatMap(([first, count]) => Array.from({ length: count }, (_, i) => streamRow(rows.get(first + i)!))),
  )
  const entries = { Type: 'XRef', Size: number + 1, W: [...widths], Index: spans.flat(), Length: bytes.length }
  tail.push(`${number} 0 obj\n${textOf(new Map<string, Obj>([...Object.entries(entries), ...trailer]))}\nstream\n`)
  tail.push(bytes)
  tail.push('\nendstream\nendobj\n')
}

type Tail = ReturnType<typeof createTail>

function createTail(from: number) {
  const parts: Uint8Array[] = [Buffer.from('\n')]
  let length = 1
  return {
    at: () => from + length,
    push(part: string | Uint8Array) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
      length += bytes.length
      if (length > maxBytes) throw new TooComplex('an update that is too long')
      parts.push(bytes)
    },
    digest: () =>
      parts
        .reduce((hash, part) => hash.update(part), createHash('sha256'))
        .digest()
        .subarray(0, idBytes),
    bytes: () => Buffer.concat(parts),
  }
}

/** Changes the second half of the file's identifier: the first half names the original, the second half the version. */
function trailerOf(file: PdfFile, digest: Uint8Array): Dict {
  const trailer: Dict = new Map([...file.trailer].filter(([key]) => !sectionKeys.has(key)))
  // Readers merge trailers, so that an encryption ends only where it is null.
  if (trailer.has('Encrypt')) trailer.set('Encrypt', null)
  const [first] = file.array(trailer.get('ID')) ?? []
  if (first !== undefined) trailer.set('ID', [first, digest])
  return trailer
}

/** Consecutive numbers as spans, in ascending order. */
function spansOf(rows: Map<number, Row>): [first: number, count: number][] {
  const spans: [number, number][] = []
  for (const number of [...rows.keys()].sort((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last !== undefined && last[0] + last[1] === number) last[1]++
    else if (number > 0) spans.push([number, 1])
  }
  return spans
}

function tableRow(row: Row): string {
  if ('container' in row) throw new TooComplex('a packed object in an index that has no place for it')
  return `${String(row.at).padStart(10, '0')} ${String(row.generation).padStart(5, '0')} n \n`
}

function streamRow(row: Row): Buffer {
  const fields = 'container' in row ? [2, row.container, row.place] : [1, row.at, row.generation]
  const bytes = Buffer.alloc(widths.reduce((sum, width) => sum + width, 0))
  let at = 0
  for (const [i, width] of widths.entries()) at = bytes.writeUIntBE(fields[i]!, at, width)
  return bytes
}

/** The text of an object. Objects come from our own reader, which limits their depth. */
function textOf(value: Obj): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(decimals)
  if (typeof value === 'string') return nameOf(value)
  if (value instanceof Uint8Array) return `<${Buffer.from(value).toString('hex')}>`
  if (value instanceof Ref) return `${value.number} ${value.generation} R`
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`
  if (value instanceof Map) {
    return `<<${[...value].map(([key, entry]) => ` ${nameOf(key)} ${textOf(entry)}`).join('')} >>`
  }
  throw new TooComplex('an object that cannot be nested')
}

/** Bytes that would end a name are written as their numbers. */
function nameOf(name: string): string {
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, sign => `#${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}
