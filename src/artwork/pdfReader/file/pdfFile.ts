// The objects of a PDF file, found through its index (cross-reference tables and streams) and read when needed. If the
// index is wrong, it is rebuilt once by searching the file for all `1 0 obj`.

import { decode, decodeImage, type Filter } from './filters.ts'
import { Damaged, type Dict, Incomplete, isWhite, Lexer, type Obj, Ref, Stream, TooComplex, Word } from './lexer.ts'
import { type Source, sourceFromOffset } from './source.ts'

/** A tagged book of 800 pages may have 300,000. */
const maxObjects = 1_000_000
const maxSections = 1_000
const maxObjectBytes = 16 * 1024 * 1024
/** For objects in object streams, and for the index. */
const maxPackedBytes = 64 * 1024 * 1024
const maxCached = 20_000
const maxPackedCached = 8
const maxRebuiltBytes = 1024 * 1024 * 1024
const maxChain = 20
const maxBeforeHeader = 1024
/** Spaces allowed between the word `stream` and the end of its line. */
const maxSpaces = 16
const firstWindowBytes = 4 * 1024

type Packed = { bytes: Uint8Array; offsets: Map<number, number> }

/**
 * Where an object is, in one number, since there may be a million: its offset in the file; -1 minus the number of the
 * object stream that holds it; or NaN for a free entry, which hides those of older sections.
 */
type Entry = number
const free: Entry = Number.NaN
const packedIn = (container: number): Entry => -1 - container

/** The location of an object: an offset in the file, or an index in an object stream. */
export type Row = { at: number; generation: number } | { container: number; place: number }

export class PdfFile {
  /** Begins at the header of the file if the offsets of the index do. */
  readonly source: Source
  rebuilt = false
  trailer: Dict = new Map()
  encrypted = false
  /** Only the attachments are encrypted, which are never opened. */
  hasLockedAttachments = false
  /** The section of the index that readers begin with; null when the index was rebuilt. */
  newestIndex: { at: number; isStream: boolean } | null = null
  readonly #entries = new Map<number, Entry>()
  readonly #sections = new Set<number>()
  readonly #cache = new Map<number, Obj>()
  readonly #packed = new Map<number, Packed>()
  readonly #inProgress = new Set<number>()

  /** Throws Damaged or TooComplex. */
  constructor(source: Source) {
    this.source = source
    if (this.#canOpen()) return
    const header = source.read(0, maxBeforeHeader).indexOf('%PDF-')
    if (header > 0) {
      this.source = sourceFromOffset(source, header)
      this.#reset()
      if (this.#canOpen()) return
    }
    this.#rebuild()
    this.#detectEncryption()
  }

  /** Whether the index leads to a document catalog. */
  #canOpen(): boolean {
    try {
      this.#readIndex()
      this.#detectEncryption()
      return this.encrypted || (this.dict(this.trailer.get('Root'))?.has('Pages') ?? false)
    } catch (error) {
      if (error instanceof TooComplex) throw error
      return false
    }
  }

  #reset(): void {
    this.newestIndex = null
    this.trailer = new Map()
    this.#sections.clear()
    this.#entries.clear()
    this.#cache.clear()
    this.#packed.clear()
    this.#inProgress.clear() // otherwise an object requested when the index proved wrong would not be found
  }

  get objectCount(): number {
    return this.#entries.size
  }

  /** The first object number that is free. */
  get nextNumber(): number {
    let highest = 0
    for (const number of this.#entries.keys()) highest = Math.max(highest, number)
    return highest + 1
  }

  /** The location of each object. A rebuilt index has only generation 0. */
  *rows(): Iterable<[number, Row]> {
    for (const [number, entry] of this.#entries) {
      if (entry >= 0) yield [number, { at: entry, generation: 0 }]
    }
    const containers = new Set([...this.#entries.values()].filter(entry => entry < 0))
    for (const entry of containers) {
      const container = -1 - entry
      const numbers = [...(this.#unpack(container)?.offsets.keys() ?? [])]
      for (const [place, number] of numbers.entries()) {
        if (this.#entries.get(number) === entry) yield [number, { container, place }]
      }
    }
  }

  #detectEncryption() {
    const encryption = this.trailer.get('Encrypt') ?? null
    const dict = this.dict(encryption)
    const isPlain = (key: string) => (this.resolve(dict?.get(key)) ?? 'Identity') === 'Identity'
    this.hasLockedAttachments = (this.number(dict?.get('V')) ?? 0) >= 4 && isPlain('StmF') && isPlain('StrF')
    this.encrypted = encryption !== null && !this.hasLockedAttachments
  }

  /** The object that a reference leads to; null when there is none. */
  resolve(value: Obj | undefined): Obj {
    let found = value ?? null
    for (let steps = 0; found instanceof Ref; steps++) {
      if (steps > maxChain) return null
      found = this.#object(found.number)
    }
    return found instanceof Word ? null : found
  }

  dict(value: Obj | undefined): Dict | null {
    const found = this.resolve(value)
    return found instanceof Map ? found : found instanceof Stream ? found.dict : null
  }

  array(value: Obj | undefined): Obj[] | null {
    const found = this.resolve(value)
    return Array.isArray(found) ? found : null
  }

  name(value: Obj | undefined): string | null {
    const found = this.resolve(value)
    return typeof found === 'string' ? found : null
  }

  number(value: Obj | undefined): number | null {
    const found = this.resolve(value)
    return typeof found === 'number' && Number.isFinite(found) ? found : null
  }

  text(value: Obj | undefined): string | null {
    const found = this.resolve(value)
    return found instanceof Uint8Array ? textOf(found) : null
  }

  stream(value: Obj | undefined): Stream | null {
    const found = this.resolve(value)
    return found instanceof Stream ? found : null
  }

  /** A reference to an object that is not in the file. */
  lacks(value: Obj | undefined): boolean {
    return value instanceof Ref && this.resolve(value) === null
  }

  /** The decoded bytes of a stream. Throws TooComplex when they exceed the limit. */
  decodedBytes(stream: Stream, maxBytes: number): Uint8Array {
    return decode(this.#raw(stream, maxBytes), this.filtersOf(stream.dict), maxBytes)
  }

  /** As decodedBytes, up to the data of an image format such as JPEG. */
  imageBytes(stream: Stream, maxBytes: number): { bytes: Uint8Array; format: string | null } {
    return decodeImage(this.#raw(stream, maxBytes), this.filtersOf(stream.dict), maxBytes)
  }

  filtersOf(dict: Dict): Filter[] {
    const list = (value: Obj | undefined) => {
      const found = this.resolve(value)
      return Array.isArray(found) ? found : found === null ? [] : [found]
    }
    const parameters = list(dict.get('DecodeParms') ?? dict.get('DP'))
    return list(dict.get('Filter') ?? dict.get('F')).map((filter, i) => ({
      name: this.name(filter) ?? '',
      parameters: this.#resolved(this.dict(parameters[i])),
    }))
  }

  #resolved(dict: Dict | null): Dict | null {
    return dict === null ? null : new Map([...dict].map(([key, value]) => [key, this.resolve(value)]))
  }

  #raw({ dict, start }: Stream, maxBytes: number): Uint8Array {
    const declared = this.number(dict.get('Length'))
    if (declared !== null && declared >= 0 && start + declared <= this.source.size) {
      if (declared > maxBytes) throw new TooComplex('a stream that is too long')
      if (/^\s*endstream/.test(this.source.read(start + declared, 20).toString('latin1')))
        return this.source.read(start, declared)
    }
    const bytes = this.source.read(start, maxBytes)
    const end = bytes.indexOf('endstream')
    if (end < 0 && bytes.length === maxBytes) throw new TooComplex('a stream that is too long')
    return end < 0 ? bytes : bytes.subarray(0, end)
  }

  #object(number: number): Obj {
    const cached = this.#cache.get(number)
    if (cached !== undefined) return cached
    const entry = this.#entries.get(number)
    if (entry === undefined || Number.isNaN(entry) || this.#inProgress.has(number)) return null
    this.#inProgress.add(number)
    try {
      const found = entry >= 0 ? this.#objectAt(entry, number) : this.#packedObject(-1 - entry, number)
      if (this.#cache.size >= maxCached) this.#cache.clear()
      this.#cache.set(number, found)
      return found
    } finally {
      this.#inProgress.delete(number)
    }
  }

  #objectAt(at: number, number: number): Obj {
    try {
      const found = this.#parseAt(at)
      if (found !== null && found.number === number) return found.value
    } catch (error) {
      if (!(error instanceof Damaged || error instanceof Incomplete)) throw error
    }
    if (this.rebuilt) return null
    this.#rebuild()
    const entry = this.#entries.get(number)
    return entry !== undefined && entry >= 0 ? this.#objectAt(entry, number) : null
  }

  /** Null when no object begins there. */
  #parseAt(at: number): { number: number; value: Obj } | null {
    for (let size = firstWindowBytes; ; size *= 8) {
      const bytes = this.source.read(at, size)
      const whole = at + bytes.length >= this.source.size || size >= maxObjectBytes
      try {
        const lexer = new Lexer(bytes)
        const number = lexer.next()
        const generation = lexer.next()
        const word = lexer.next()
        if (typeof number !== 'number' || typeof generation !== 'number') return null
        if (!(word instanceof Word) || word.text !== 'obj') return null
        const first = lexer.next()
        if (first === undefined) throw new Incomplete()
        const endOfFirst = lexer.position
        const second = lexer.next()
        if (second === undefined && !whole) throw new Incomplete()
        if (first instanceof Map && second instanceof Word && second.text === 'stream') {
          if (lexer.position + maxSpaces + 2 > bytes.length && !whole) throw new Incomplete()
          return { number, value: new Stream(first, at + afterLineEnd(bytes, lexer.position)) }
        }
        if (typeof first === 'number' && typeof second === 'number') {
          const third = lexer.next()
          if (third === undefined && !whole) throw new Incomplete()
          if (third instanceof Word && third.text === 'R') return { number, value: new Ref(first, second) }
        }
        if (endOfFirst >= bytes.length && !whole) throw new Incomplete()
        return { number, value: first instanceof Word ? null : first }
      } catch (error) {
        if (!(error instanceof Incomplete) || whole) throw error
      }
    }
  }

  #packedObject(container: number, number: number): Obj {
    const packed = this.#packed.get(container) ?? this.#unpack(container)
    const at = packed?.offsets.get(number)
    if (packed === null || at === undefined) return null
    try {
      const lexer = new Lexer(packed.bytes, at)
      const first = lexer.next()
      return first === undefined || first instanceof Word ? null : first
    } catch (error) {
      if (error instanceof Damaged || error instanceof Incomplete) return null
      throw error
    }
  }

  #unpack(container: number): Packed | null {
    const entry = this.#entries.get(container)
    if (entry === undefined || !(entry >= 0)) return null
    const stream = this.#object(container)
    if (!(stream instanceof Stream)) return null
    const first = this.number(stream.dict.get('First'))
    const count = this.number(stream.dict.get('N'))
    if (first === null || count === null) return null
    const bytes = this.decodedBytes(stream, maxPackedBytes)
    const lexer = new Lexer(bytes)
    const offsets = new Map<number, number>()
    for (let i = 0; i < count && lexer.position < first; i++) {
      const number = lexer.next()
      const offset = lexer.next()
      if (typeof number !== 'number' || typeof offset !== 'number') break
      if (!offsets.has(number)) offsets.set(number, first + offset)
    }
    const packed = { bytes, offsets }
    if (this.#packed.size >= maxPackedCached) this.#packed.delete(this.#packed.keys().next().value!)
    this.#packed.set(container, packed)
    return packed
  }

  #enter(number: number, entry: Entry): void {
    if (this.#entries.has(number) || number < 0 || !Number.isInteger(number)) return
    if (this.#entries.size >= maxObjects) throw new TooComplex(`more than ${maxObjects} objects`)
    this.#entries.set(number, entry)
  }

  #readIndex(): void {
    const tail = this.source.read(this.source.size - 64 * 1024, 64 * 1024)
    const word = tail.lastIndexOf('startxref')
    const start = word < 0 ? undefined : new Lexer(tail, word + 9).next()
    if (typeof start !== 'number') throw new Damaged('no startxref')
    const pending = [start]
    for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
      if (!this.#isNew(at)) continue
      const { trailer, isStream } = this.#section(at)
      this.newestIndex ??= { at, isStream }
      for (const [key, value] of trailer) if (!this.trailer.has(key)) this.trailer.set(key, value)
      const next = trailer.get('Prev')
      if (typeof next === 'number') pending.push(next)
    }
  }

  /** Each section is read once, even if several sections refer to it. */
  #isNew(at: number): boolean {
    if (this.#sections.has(at)) return false
    if (this.#sections.size >= maxSections) throw new TooComplex('too many sections of the index')
    this.#sections.add(at)
    return true
  }

  #section(at: number): { trailer: Dict; isStream: boolean } {
    if (!Number.isInteger(at) || at < 0 || at >= this.source.size) throw new Damaged('an index beyond the file')
    const lexer = new Lexer(this.source.read(at, 64))
    const word = lexer.next()
    if (word instanceof Word && word.text === 'xref')
      return { trailer: this.#table(at + lexer.position), isStream: false }
    return { trailer: this.#indexStream(at), isStream: true }
  }

  /** Rows of twenty bytes: offset, generation, n or f. */
  #table(start: number): Dict {
    const freeNumbers: number[] = []
    let at = start
    for (;;) {
      const head = new Lexer(this.source.read(at, 1024))
      const first = head.next()
      if (first instanceof Word && first.text === 'trailer') {
        const trailer = this.#trailerAt(at + head.position)
        // Objects that the table marks as free for older readers may be in a hybrid stream (ISO 32000-1, 7.5.8.4).
        const hybridStream = trailer.get('XRefStm')
        if (typeof hybridStream === 'number' && this.#isNew(hybridStream)) this.#indexStream(hybridStream)
        for (const number of freeNumbers) this.#enter(number, free)
        return trailer
      }
      const count = head.next()
      if (typeof first !== 'number' || typeof count !== 'number') throw new Damaged('a broken index')
      if (count > maxObjects) throw new TooComplex(`more than ${maxObjects} objects`)
      head.skipWhite()
      at += head.position
      const rows = this.source.read(at, count * 20)
      if (rows.length < count * 20) throw new Damaged('an index without an end')
      for (let i = 0; i < count; i++) {
        const row = i * 20
        const kind = rows[row + 17]
        if (kind !== 110 && kind !== 102) throw new Damaged('a broken index')
        let offset = 0
        for (let k = 0; k < 10; k++) {
          const digit = rows[row + k]! - 48
          if (digit < 0 || digit > 9) throw new Damaged('a broken index')
          offset = offset * 10 + digit
        }
        if (kind === 110) this.#enter(first + i, offset)
        else freeNumbers.push(first + i)
      }
      if (freeNumbers.length > maxObjects) throw new TooComplex(`more than ${maxObjects} objects`)
      at += count * 20
    }
  }

  #trailerAt(at: number): Dict {
    for (let size = firstWindowBytes; ; size *= 8) {
      const bytes = this.source.read(at, size)
      try {
        const dict = new Lexer(bytes).next()
        if (dict instanceof Map) return dict
        throw new Damaged('no trailer')
      } catch (error) {
        if (!(error instanceof Incomplete) || at + bytes.length >= this.source.size || size >= maxObjectBytes)
          throw error
      }
    }
  }

  #indexStream(at: number): Dict {
    const stream = this.#parseAt(at)?.value
    if (!(stream instanceof Stream)) throw new Damaged('no index where one should be')
    const { dict } = stream
    const widths = (this.array(dict.get('W')) ?? []).map(width => (typeof width === 'number' ? width : -1))
    if (widths.length < 3 || widths.some(width => width < 0 || width > 8)) throw new Damaged('a broken index')
    const [kindWidth, secondWidth] = widths as [number, number]
    const rowBytes = widths.reduce((sum, width) => sum + width, 0)
    const size = this.number(dict.get('Size')) ?? 0
    const index = (this.array(dict.get('Index')) ?? [0, size]) as number[]
    const bytes = this.decodedBytes(stream, maxPackedBytes)
    let row = 0
    const field = (from: number, width: number) => {
      let value = 0
      for (let i = 0; i < width; i++) value = value * 256 + bytes[from + i]!
      return value
    }
    for (let pair = 0; pair + 1 < index.length; pair += 2) {
      const first = Number(index[pair])
      const count = Number(index[pair + 1])
      for (let i = 0; i < count && row + rowBytes <= bytes.length; i++, row += rowBytes) {
        const kind = kindWidth === 0 ? 1 : field(row, kindWidth)
        const second = field(row + kindWidth, secondWidth)
        this.#enter(first + i, kind === 0 ? free : kind === 2 ? packedIn(second) : second)
      }
    }
    return dict
  }

  #rebuild(): void {
    if (this.rebuilt) throw new Damaged('no catalog')
    if (this.source.size > maxRebuiltBytes) throw new Damaged('an index that is wrong')
    this.rebuilt = true
    const old = this.trailer
    this.#reset()
    const containers: number[] = []
    const found = new Map<number, number>()
    for (const { at, number } of this.#objectsInFile()) {
      if (found.size >= maxObjects) throw new TooComplex(`more than ${maxObjects} objects`)
      found.set(number, at) // the last definition wins
    }
    for (const [number, at] of found) this.#entries.set(number, at)
    let catalog: number | null = null
    for (const [number, at] of found) {
      const head = this.source.read(at, 600).toString('latin1')
      if (head.includes('/ObjStm')) containers.push(number)
      if (/\/Type\s*\/Catalog\b/.test(head)) catalog = number
      if (/\/Type\s*\/XRef\b/.test(head)) this.#adoptTrailer(this.dict(new Ref(number, 0)))
    }
    for (const container of containers) {
      for (const number of this.#unpack(container)?.offsets.keys() ?? []) {
        if (this.#entries.has(number)) continue
        this.#enter(number, packedIn(container))
        if (catalog === null && this.name(this.dict(new Ref(number, 0))?.get('Type')) === 'Catalog') catalog = number
      }
    }
    this.#adoptTrailer(old)
    for (const at of this.#trailersInFile()) {
      try {
        this.#adoptTrailer(this.#trailerAt(at))
      } catch (error) {
        if (!(error instanceof Damaged || error instanceof Incomplete)) throw error
      }
    }
    if (!(this.dict(this.trailer.get('Root'))?.has('Pages') ?? false) && catalog !== null) {
      this.trailer.set('Root', new Ref(catalog, 0))
    }
    if (!this.trailer.has('Encrypt') && !(this.dict(this.trailer.get('Root'))?.has('Pages') ?? false)) {
      throw new Damaged('no catalog')
    }
  }

  #adoptTrailer(dict: Dict | null): void {
    for (const key of ['Root', 'Info', 'Encrypt']) {
      const value = dict?.get(key)
      if (value !== undefined && !(key === 'Root' && this.dict(value) === null)) this.trailer.set(key, value)
    }
  }

  *#objectsInFile(): Iterable<{ at: number; number: number }> {
    for (const { at, text } of this.#found(/\d{1,10}\s{1,10}\d{1,5}\s{1,10}obj\b/g))
      yield { at, number: Number.parseInt(text, 10) }
  }

  *#trailersInFile(): Iterable<number> {
    for (const { at } of this.#found(/trailer(?=\s*<<)/g)) yield at + 'trailer'.length
  }

  /** Reads in chunks that overlap by more than the longest match. */
  *#found(pattern: RegExp): Iterable<{ at: number; text: string }> {
    const chunkBytes = 1024 * 1024
    const overlap = 64
    let from = 0
    for (let at = 0; at < this.source.size; at += chunkBytes - overlap) {
      const text = this.source.read(at, chunkBytes).toString('latin1')
      for (const match of text.matchAll(pattern)) {
        const here = at + match.index
        if (here < from) continue
        from = here + match[0].length
        yield { at: here, text: match[0] }
      }
    }
  }
}

/** The start of a stream's bytes: the line after `stream`. Some programs put spaces before the line end. */
function afterLineEnd(bytes: Uint8Array, position: number): number {
  let at = position
  while (at < position + maxSpaces && (bytes[at] === 32 || bytes[at] === 9)) at++
  if (bytes[at] === 13 && bytes[at + 1] === 10) return at + 2
  if (bytes[at] === 13 || bytes[at] === 10) return at + 1
  return isWhite(bytes[position]) ? position + 1 : position
}

/** PDF's text strings are UTF-16 with a byte order mark, UTF-8 with one, or roughly Latin-1. */
function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return buffer
      .subarray(2, 2 + ((bytes.length - 2) & ~1))
      .swap16()
      .toString('utf16le')
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return buffer.subarray(3).toString('utf8')
  return buffer.toString('latin1')
}
