// Parses PDF objects from bytes. Names are strings, strings are bytes, keywords (`obj`, `endstream`, operators) are
// Words.

/** An object continues beyond the given bytes: the caller retries with more bytes, if there are any. */
export class Incomplete extends Error {}
/** Bytes that are not a PDF. */
export class Damaged extends Error {}
/** A file that exceeds the limits of a check. */
export class TooComplex extends Error {}

export class Ref {
  readonly number: number
  readonly generation: number
  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

export class Word {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Dict = Map<string, Obj>
export class Stream {
  readonly dict: Dict
  /** The offset of its bytes in the file. */
  readonly start: number
  constructor(dict: Dict, start: number) {
    this.dict = dict
    this.start = start
  }
}
export type Obj = null | boolean | number | string | Uint8Array | Ref | Word | Obj[] | Dict | Stream

/** Deeper than any program nests objects, and shallow enough for the stack. */
const maxDepth = 100
const maxNameLength = 1_000

const white = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) white[byte] = 1
const delimiter = new Uint8Array(256)
for (const sign of '()<>[]{}/%') delimiter[sign.charCodeAt(0)] = 1
const digitsOf = new Int8Array(256).fill(-1)
for (let i = 0; i < 10; i++) digitsOf[48 + i] = i
for (let i = 0; i < 6; i++) digitsOf[65 + i] = digitsOf[97 + i] = 10 + i

export const isWhite = (byte: number | undefined): boolean => byte !== undefined && white[byte] === 1

export const isDelimiter = (byte: number | undefined): boolean => byte !== undefined && delimiter[byte] === 1

export class Lexer {
  readonly bytes: Uint8Array
  position: number

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes
    this.position = position
  }

  skipWhite(): void {
    const { bytes } = this
    let at = this.position
    for (;;) {
      const byte = bytes[at]
      if (byte === undefined) break
      if (white[byte] === 1) at++
      else if (byte === 37) {
        while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++
      } else break
    }
    this.position = at
  }

  /** The next object or word; undefined at the end. */
  next(depth = 0): Obj | undefined {
    this.skipWhite()
    const { bytes } = this
    const byte = bytes[this.position]
    if (byte === undefined) return undefined
    if ((byte >= 48 && byte <= 57) || byte === 45 || byte === 43 || byte === 46) return this.#number()
    switch (byte) {
      case 47:
        return this.#name()
      case 40:
        return this.#string()
      case 60:
        return bytes[this.position + 1] === 60 ? this.#dict(depth) : this.#hex()
      case 91:
        return this.#array(depth)
      case 93: // ]
      case 123: // {
      case 125: // }
      case 41: // )
        this.position++
        return new Word(String.fromCharCode(byte))
      case 62: // >
        this.position += bytes[this.position + 1] === 62 ? 2 : 1
        return new Word('>>')
      default:
        return this.#word()
    }
  }

  #number(): number | Word {
    const { bytes } = this
    const start = this.position
    let at = start
    let sign = 1
    while (bytes[at] === 45 || bytes[at] === 43) {
      if (bytes[at] === 45) sign = -1
      at++
    }
    let value = 0
    let digits = 0
    for (let digit = digitAt(bytes, at); digit >= 0; digit = digitAt(bytes, ++at)) {
      value = value * 10 + digit
      digits++
    }
    if (bytes[at] === 46) {
      let scale = 0.1
      for (let digit = digitAt(bytes, ++at); digit >= 0; digit = digitAt(bytes, ++at)) {
        value += digit * scale
        scale /= 10
        digits++
      }
    }
    const end = bytes[at]
    if (digits === 0 || (end !== undefined && white[end] === 0 && delimiter[end] === 0)) {
      // For text such as 1.2.3, 5-3 or 1e15, the valid beginning is the number and the rest is dropped, as other
      // readers do.
      while (at < bytes.length && white[bytes[at]!] === 0 && delimiter[bytes[at]!] === 0) at++
      if (at === start) at++
      const text = latin(bytes, start, at)
      this.position = at
      const parsed = Number(text)
      if (digits === 0 || !Number.isNaN(parsed)) return Number.isNaN(parsed) ? new Word(text) : parsed
      return sign * value
    }
    this.position = at
    return sign * value
  }

  #name(): string {
    const { bytes } = this
    const start = ++this.position
    let at = start
    let escaped = false
    while (at < bytes.length && white[bytes[at]!] === 0 && delimiter[bytes[at]!] === 0) {
      if (bytes[at] === 35) escaped = true
      at++
    }
    this.position = at
    const text = latin(bytes, start, Math.min(at, start + maxNameLength))
    if (!escaped) return text
    return text.replace(/#([0-9a-fA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  }

  /** Most strings have neither escapes nor brackets within, and are a part of the bytes. */
  #string(): Uint8Array {
    const { bytes } = this
    const start = this.position + 1
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === 40 || byte === 92) return this.#readString()
      if (byte !== 41) continue
      this.position = at + 1
      return bytes.subarray(start, at)
    }
    throw new Incomplete('a string without an end')
  }

  #readString(): Uint8Array {
    const { bytes } = this
    const out: number[] = []
    let open = 1
    let at = this.position + 1
    for (; ; at++) {
      const byte = bytes[at]
      if (byte === undefined) throw new Incomplete('a string without an end')
      if (byte === 40) open++
      else if (byte === 41 && --open === 0) break
      else if (byte === 92) {
        const next = bytes[++at]
        if (next === undefined) throw new Incomplete('a string without an end')
        const control = '\n\r\t\b\f'['nrtbf'.indexOf(String.fromCharCode(next))]
        if (next >= 48 && next <= 55) {
          let code = 0
          for (let i = 0; i < 3 && bytes[at]! >= 48 && bytes[at]! <= 55; i++) code = code * 8 + bytes[at++]! - 48
          at--
          out.push(code & 255)
        } else if (control !== undefined && control !== '') out.push(control.charCodeAt(0))
        else if (next === 13) {
          if (bytes[at + 1] === 10) at++
        } else if (next !== 10) out.push(next)
        continue
      }
      out.push(byte)
    }
    this.position = at + 1
    return Uint8Array.from(out)
  }

  #hex(): Uint8Array {
    const { bytes } = this
    const end = bytes.indexOf(62, this.position)
    if (end < 0) throw new Incomplete('a string without an end')
    const out = new Uint8Array((end - this.position) >> 1)
    let digits = 0
    for (let at = this.position + 1; at < end; at++) {
      const digit = digitsOf[bytes[at]!]!
      if (digit < 0) continue
      out[digits >> 1]! |= digits % 2 === 0 ? digit << 4 : digit
      digits++
    }
    this.position = end + 1
    return out.subarray(0, (digits + 1) >> 1)
  }

  #array(depth: number): Obj[] {
    if (depth > maxDepth) throw new TooComplex('objects nested too deep')
    this.position++
    const items: Obj[] = []
    for (;;) {
      const item = this.next(depth + 1)
      if (item === undefined) throw new Incomplete('an array without an end')
      if (item instanceof Word) {
        if (item.text === ']') return items
        if (item.text === 'R') join(items)
        else if (item.text === '>>' || item.text === 'endobj') throw new Damaged('an array without an end')
        continue
      }
      items.push(item)
    }
  }

  #dict(depth: number): Dict {
    if (depth > maxDepth) throw new TooComplex('objects nested too deep')
    this.position += 2
    const flat: Obj[] = []
    for (;;) {
      const item = this.next(depth + 1)
      if (item === undefined) throw new Incomplete('a dictionary without an end')
      if (item instanceof Word) {
        if (item.text === '>>') break
        if (item.text === 'R') join(flat)
        else if (item.text === 'endobj' || item.text === 'stream') throw new Damaged('a dictionary without an end')
        continue
      }
      flat.push(item)
    }
    const dict: Dict = new Map()
    for (let i = 0; i + 1 < flat.length; ) {
      const key = flat[i]
      // When a value is missing, two names follow each other; readers skip keys that are not names.
      if (typeof key !== 'string') i++
      else {
        if (!dict.has(key)) dict.set(key, flat[i + 1]!)
        i += 2
      }
    }
    return dict
  }

  #word(): Obj {
    const { bytes } = this
    const start = this.position
    let at = start + 1
    while (at < bytes.length && white[bytes[at]!] === 0 && delimiter[bytes[at]!] === 0) at++
    this.position = at
    const text = latin(bytes, start, Math.min(at, start + maxNameLength))
    if (text === 'true') return true
    if (text === 'false') return false
    if (text === 'null') return null
    return new Word(text)
  }
}

function digitAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  return byte !== undefined && byte >= 48 && byte <= 57 ? byte - 48 : -1
}

function join(items: Obj[]): void {
  const generation = items.pop()
  const number = items.pop()
  if (typeof number !== 'number' || typeof generation !== 'number') return
  items.push(new Ref(number, generation))
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!)
  return text
}
