// An incremental update: what is appended to a PDF so that some of its objects are others from then on (ISO 32000-1,
// 7.5.6). The bytes before stay what they are, so that whatever was read in them is there still, byte for byte.

import { createHash } from 'node:crypto'
import type { PdfFile, Row } from './reader/file.ts'
import { type Dict, type Obj, Ref, TooComplex } from './reader/lexer.ts'

const mostBytes = 64 * 1024 * 1024
/** Of a number in an index that is a stream: kind; place or container; generation or place in the container. */
const widths = [1, 5, 2] as const
const idBytes = 16
/** PDF has no exponents. */
const decimals = 10
/** What belongs to a section of the index itself, and not to the file. */
const ofSection = new Set(
  'Size Prev XRefStm Type W Index Length Filter DecodeParms DL F FFilter FDecodeParms'.split(' '),
)

export type Change = { ref: Ref; dict: Dict }

export function updateOf(file: PdfFile, changes: Change[]): Buffer {
  const tail = createTail(file.source.size)
  const { newestIndex } = file
  // Where the index was wrong it is written anew, for all objects.
  const rows = new Map<number, Row>(newestIndex === null ? file.rows() : [])
  for (const { ref, dict } of changes) {
    rows.set(ref.number, { at: tail.at(), generation: ref.generation })
    tail.push(`${ref.number} ${ref.generation} obj\n${textOf(dict)}\nendobj\n`)
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

/** The stream has a number, and a row in itself. */
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
  const parts: Buffer[] = [Buffer.from('\n')]
  let length = 1
  return {
    at: () => from + length,
    push(part: string | Buffer) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
      length += bytes.length
      if (length > mostBytes) throw new TooComplex('an update that is too long')
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

/**
 * With the second half of the file's identifier another one: the first says which file it was, the second which it is
 * now.
 */
function trailerOf(file: PdfFile, digest: Uint8Array): Dict {
  const trailer: Dict = new Map([...file.trailer].filter(([key]) => !ofSection.has(key)))
  const [first] = file.array(trailer.get('ID')) ?? []
  if (first !== undefined) trailer.set('ID', [first, digest])
  return trailer
}

/** The numbers in order, each as the first of some that follow one another, and how many they are. */
function spansOf(rows: Map<number, Row>): [first: number, count: number][] {
  const found: [number, number][] = []
  for (const number of [...rows.keys()].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last !== undefined && last[0] + last[1] === number) last[1]++
    else if (number > 0) found.push([number, 1])
  }
  return found
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

/** Objects as they stand in a file. They come from our own reader, so they are no deeper than it goes. */
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
  throw new TooComplex('an object that cannot stand within another one')
}

/** Bytes that would end a name are written as their numbers. */
function nameOf(name: string): string {
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, sign => `#${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}
