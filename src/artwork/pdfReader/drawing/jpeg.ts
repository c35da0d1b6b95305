// Decodes a JPEG as far as needed to know that every block of it is there, and its mean color: Huffman codes, and no
// pixels. A renderer fills what is missing with gray, without a word.

type JpegSize = { width: number; height: number; components: number }
/** An eighth as large as the image, with all components of a pixel side by side. */
export type Raster = { width: number; height: number; components: number; values: Uint8Array }

/** By object number. */
export type ImageMeans = ReadonlyMap<number, Raster>

/** `across` and `down` are the blocks of 8 by 8 pixels, with the blocks that fill up the last unit of a scan. */
type Component = {
  id: number
  h: number
  v: number
  across: number
  down: number
  /** The number of its table of quantization. */
  table: number
  /** For each block eight times its mean, before quantization is undone; and that of the block before. */
  means: Int16Array
  lastMean: number
  /** Where coefficients are not zero, for scans that refine them. */
  nonzero: Uint8Array
  /** For each coefficient the lowest bit that a scan has brought; 255 for none. */
  lowestBit: Uint8Array
}
type Scan = { first: number; last: number; high: number; low: number }
/**
 * Of a Huffman code. `codes` has a row for each 16 bits: the length of the code in the upper byte, the value in the
 * lower. `steps` has a row for each `stepBits` bits, for several values at once: from the lowest bit up, whether the
 * block ends, the number of bits, and the number of coefficients; 0 where no value ends within these bits.
 */
type Table = { codes: Uint16Array; steps: Int32Array }

class BreaksOff extends Error {}

const breaksOff = 'a JPEG whose data break off'
const maxProgressivePixels = 100_000_000
/** The last bytes of a scan may be missing: they change a part of the last block. */
const maxMissingBits = 16
/** So that the table is small enough to stay near the processor. */
const stepBits = 13
const noSteps = new Int32Array(0)
/** A file may have no table of the name that it uses. */
const noTable: Table = { codes: new Uint16Array(65_536), steps: new Int32Array(1 << stepBits) }
const coefficients = 64
const lastCoefficient = 63
/** Behind the end of a scan come zeros. */
const paddingBytes = 16

/** The image, or what is wrong. */
export function readJpeg(data: Buffer): Jpeg | string {
  const start = data.indexOf(Buffer.from([0xff, 0xd8, 0xff]))
  if (start < 0) return 'data that are not a JPEG'
  const jpeg = new Jpeg(data, start + 2)
  try {
    jpeg.read()
  } catch (error) {
    if (error instanceof RangeError || error instanceof BreaksOff) return breaksOff
    throw error
  }
  return jpeg.fault ?? jpeg
}

export class Jpeg {
  fault: string | null = null
  readonly size: JpegSize = { width: 0, height: 0, components: 0 }
  readonly #data: Buffer
  #at: number
  #components: Component[] = []
  #isProgressive = false
  #restart = 0
  /** By number, the first value of each table of quantization. */
  readonly #steps: number[] = []
  /** As Adobe's programs mark how colors are stored. */
  #transform: number | null = null
  #isJfif = false
  /** By class and number. */
  readonly #tables: Table[] = []
  #bits: DataView = new DataView(new ArrayBuffer(0))
  /** Of the next bit. */
  #position = 0

  constructor(data: Buffer, at: number) {
    this.#data = data
    this.#at = at
  }

  read(): void {
    const data = this.#data
    while (this.fault === null && this.#at + 1 < data.length) {
      const marker = data[this.#at] === 0xff ? data[this.#at + 1]! : 0
      if (marker === 0 || marker === 0xff || marker === 1 || (marker >= 0xd0 && marker <= 0xd7)) {
        this.#at += marker === 0xff || marker === 0 ? 1 : 2
        continue
      }
      if (marker === 0xd9) break
      const start = this.#at + 4
      const end = this.#at + 2 + data.readUInt16BE(this.#at + 2)
      this.#at = end
      if (end > data.length) throw new BreaksOff()
      if (marker === 0xc4) this.#readTables(start, end)
      else if (marker === 0xdb) this.#readSteps(start, end)
      else if (marker === 0xe0) this.#isJfif ||= data.toString('latin1', start, start + 4) === 'JFIF'
      else if (marker === 0xee && data.toString('latin1', start, start + 5) === 'Adobe')
        this.#transform = data[end - 1]!
      else if (marker === 0xdd) this.#restart = data.readUInt16BE(start)
      else if (marker >= 0xc0 && marker <= 0xc2) this.#readFrame(start, marker === 0xc2)
      else if (marker > 0xc2 && marker <= 0xcf && marker !== 0xcc)
        this.fault = 'a JPEG of a kind that presses do not print'
      else if (marker === 0xda) this.#readScan(start)
    }
    const isComplete =
      this.#components.length > 0 && this.#components.every(({ lowestBit }) => lowestBit.every(bit => bit === 0))
    if (!isComplete) this.fault ??= breaksOff
  }

  #readFrame(start: number, isProgressive: boolean): void {
    const data = this.#data
    const [height, width, count] = [
      data.readUInt16BE(start + 1),
      data.readUInt16BE(start + 3),
      data.readUInt8(start + 5),
    ]
    Object.assign(this.size, { width, height, components: count })
    const bits = data.readUInt8(start)
    if (bits !== 8) this.fault = `a JPEG of ${bits} bits a color, which presses do not print`
    this.#isProgressive = isProgressive
    const factors = Array.from({ length: count }, (_, i) => {
      const both = data.readUInt8(start + 7 + 3 * i)
      const table = data.readUInt8(start + 8 + 3 * i)
      return { id: data.readUInt8(start + 6 + 3 * i), h: both >> 4, v: both & 15, table }
    })
    const [maxH, maxV] = [Math.max(...factors.map(({ h }) => h)), Math.max(...factors.map(({ v }) => v))]
    if (!(maxH >= 1 && maxH <= 4 && maxV >= 1 && maxV <= 4) || width * height === 0) throw new BreaksOff()
    const [units, rows] = [Math.ceil(width / (8 * maxH)), Math.ceil(height / (8 * maxV))]
    const isLarge = isProgressive && width * height > maxProgressivePixels
    if (isLarge) this.fault = 'a progressive JPEG of more than 100 million pixels'
    this.#components = factors.map(({ id, h, v, table }) => {
      const [across, down] = [units * h, rows * v]
      const nonzero = new Uint8Array(isProgressive && !isLarge ? across * down * 64 : 0)
      const means = new Int16Array(isLarge ? 0 : across * down)
      const lowestBit = new Uint8Array(64).fill(255)
      return { id, h, v, across, down, table, means, lastMean: 0, nonzero, lowestBit }
    })
  }

  #readSteps(start: number, end: number): void {
    for (let at = start; at < end; ) {
      const key = this.#data.readUInt8(at++)
      const isWide = key >> 4 > 0
      this.#steps[key & 15] = isWide ? this.#data.readUInt16BE(at) : this.#data.readUInt8(at)
      at += isWide ? 128 : 64
    }
  }

  get meansBytes(): number {
    const { width, height, components } = this.size
    return Math.ceil(width / 8) * Math.ceil(height / 8) * components
  }

  /** Luminance and chrominance become red, green and blue, or inks. */
  means(): Raster {
    const [width, height] = [Math.ceil(this.size.width / 8), Math.ceil(this.size.height / 8)]
    const parts = this.#components
    const components = parts.length
    const [maxH, maxV] = [Math.max(...parts.map(({ h }) => h)), Math.max(...parts.map(({ v }) => v))]
    const values = new Uint8ClampedArray(width * height * components)
    for (const [i, { h, v, across, table, means }] of parts.entries()) {
      const step = (this.#steps[table] ?? 0) / 8
      for (let y = 0; y < height; y++) {
        const row = Math.floor((y * v) / maxV) * across
        for (let x = 0; x < width; x++)
          values[(y * width + x) * components + i] = 128 + means[row + Math.floor((x * h) / maxH)]! * step
      }
    }
    if (this.#isLuminance()) {
      for (let at = 0; at < values.length; at += components) {
        const [luminance, blue, red] = [values[at]!, values[at + 1]! - 128, values[at + 2]! - 128]
        values[at] = luminance + 1.402 * red
        values[at + 1] = luminance - 0.344136 * blue - 0.714136 * red
        values[at + 2] = luminance + 1.772 * blue
        if (components === 4) for (let i = at; i < at + 3; i++) values[i] = 255 - values[i]!
      }
    }
    return { width, height, components, values: new Uint8Array(values.buffer) }
  }

  /** As libjpeg takes it. */
  #isLuminance(): boolean {
    if (this.#components.length === 4) return this.#transform === 2
    if (this.#components.length !== 3) return false
    if (this.#isJfif) return true
    if (this.#transform !== null) return this.#transform !== 0
    return String.fromCharCode(...this.#components.map(({ id }) => id)) !== 'RGB'
  }

  #readTables(start: number, end: number): void {
    const data = this.#data
    for (let at = start; at < end; ) {
      const key = data.readUInt8(at++)
      const codes = new Uint16Array(65_536)
      let symbol = at + 16
      let code = 0
      for (let length = 1; length <= 16; length++) {
        for (let i = data.readUInt8(at++); i > 0; i--) {
          const span = 1 << (16 - length)
          codes.fill((length << 8) | data.readUInt8(symbol++), code, code + span)
          code += span
        }
      }
      const isOfMeans = key >> 4 === 0
      this.#tables[((key >> 4) << 2) | (key & 3)] = { codes, steps: isOfMeans ? noSteps : stepsOf(codes) }
      at = symbol
    }
  }

  #readScan(start: number): void {
    const data = this.#data
    const count = data.readUInt8(start)
    const parts = Array.from({ length: count }, (_, i) => {
      const component = this.#components.find(({ id }) => id === data.readUInt8(start + 1 + 2 * i))
      if (component === undefined) throw new BreaksOff()
      const tables = data.readUInt8(start + 2 + 2 * i)
      const [dc, ac] = [this.#tables[(tables >> 4) & 3] ?? noTable, this.#tables[4 | (tables & 3)] ?? noTable]
      return { component, dc, ac }
    })
    const [first, last, both] = [0, 1, 2].map(i => data.readUInt8(start + 1 + 2 * count + i)) as [
      number,
      number,
      number,
    ]
    const scan: Scan = this.#isProgressive
      ? { first, last: Math.min(last, 63), high: both >> 4, low: both & 15 }
      : { first: 0, last: 63, high: 0, low: 0 }
    const { width, height } = this.size
    const [maxH, maxV] = [
      Math.max(...this.#components.map(({ h }) => h)),
      Math.max(...this.#components.map(({ v }) => v)),
    ]
    const block = (component: Component, index: number, dc: Table, ac: Table) => {
      if (this.#isProgressive) this.#progressiveBlock(component, index, dc, ac, scan)
      else this.#block(component, index, dc, ac)
    }
    let units: number
    let unitAt: (unit: number) => void
    if (count === 1) {
      const { component, dc, ac } = parts[0]!
      const across = Math.ceil((width * component.h) / maxH / 8)
      units = across * Math.ceil((height * component.v) / maxV / 8)
      unitAt = unit => block(component, Math.floor(unit / across) * component.across + (unit % across), dc, ac)
    } else {
      const across = Math.ceil(width / (8 * maxH))
      units = across * Math.ceil(height / (8 * maxV))
      unitAt = unit => {
        const [row, column] = [Math.floor(unit / across), unit % across]
        for (const { component, dc, ac } of parts) {
          const { h, v } = component
          for (let y = 0; y < v; y++)
            for (let x = 0; x < h; x++) block(component, (row * v + y) * component.across + column * h + x, dc, ac)
        }
      }
    }
    const { bits, ends, at } = bitsOf(data, this.#at)
    this.#bits = bits
    this.#at = at
    this.#eobRun = this.#position = 0
    for (const { component } of parts) component.lastMean = 0
    for (let unit = 0, interval = 0; unit < units; unit++) {
      if (this.#restart > 0 && unit > 0 && unit % this.#restart === 0) {
        this.#position = 8 * ends[interval++]!
        if (interval === ends.length) throw new BreaksOff()
        this.#eobRun = 0
        for (const { component } of parts) component.lastMean = 0
      }
      unitAt(unit)
      const missing = this.#position - 8 * ends[interval]!
      if (missing > (unit === units - 1 ? maxMissingBits : 0)) throw new BreaksOff()
    }
    for (const { component } of parts) component.lowestBit.fill(scan.low, scan.first, scan.last + 1)
  }

  #block(component: Component, index: number, dc: Table, { codes, steps }: Table): void {
    this.#readMean(component, index, dc, 0)
    const bits = this.#bits
    let position = this.#position
    for (let k = 1; k <= lastCoefficient; ) {
      const next = bits.getUint32(position >> 3) << (position & 7)
      const step = steps[next >>> (32 - stepBits)]!
      const isEnd = step & 1
      const behind = k + (step >> 7)
      if (step !== 0 && behind <= coefficients - isEnd) {
        position += (step >> 1) & 63
        if (isEnd === 1) break
        k = behind
        continue
      }
      const entry = codes[next >>> 16]!
      if (entry === 0) throw new BreaksOff()
      const [run, size] = [(entry >> 4) & 15, entry & 15]
      position += (entry >> 8) + size
      if (size === 0 && run < 15) break
      k += run + 1
    }
    this.#position = position
  }

  #readMean(component: Component, index: number, dc: Table, low: number): void {
    const size = this.#symbol(dc) & 15
    const bits = this.#take(size)
    component.lastMean += bits < (1 << size) >> 1 ? bits - (1 << size) + 1 : bits
    component.means[index] = component.lastMean << low
  }

  #eobRun = 0

  #progressiveBlock(component: Component, index: number, dc: Table, ac: Table, scan: Scan): void {
    const { first, last, high, low } = scan
    if (first === 0) {
      if (high > 0) component.means[index]! |= this.#take(1) << low
      else this.#readMean(component, index, dc, low)
    }
    const from = Math.max(first, 1)
    if (last < from) return
    if (high > 0) {
      this.#refine(component.nonzero, index * coefficients, ac, from, last)
      return
    }
    if (this.#eobRun > 0) {
      this.#eobRun--
      return
    }
    for (let k = from; k <= last; k++) {
      const symbol = this.#symbol(ac)
      const run = symbol >> 4
      const size = symbol & 15
      if (size === 0) {
        if (run < 15) {
          this.#eobRun = (1 << run) - 1 + this.#take(run)
          break
        }
        k += 15
        continue
      }
      k += run
      this.#position += size
      if (k <= last) component.nonzero[index * coefficients + k] = 1
    }
    if (low > 13) throw new BreaksOff()
  }

  /** Each coefficient that is known has one more bit; between them are new ones. */
  #refine(nonzero: Uint8Array, at: number, ac: Table, from: number, last: number): void {
    let k = from
    while (k <= last && this.#eobRun === 0) {
      const symbol = this.#symbol(ac)
      const run = symbol >> 4
      const isNew = (symbol & 15) !== 0
      if (isNew) this.#position++
      else if (run < 15) {
        this.#eobRun = (1 << run) + this.#take(run)
        break
      }
      let zeros = run
      for (; k <= last; k++) {
        if (nonzero[at + k] === 1) this.#position++
        else if (zeros-- === 0) break
      }
      if (isNew && k <= last) nonzero[at + k] = 1
      k++
    }
    if (this.#eobRun === 0) return
    for (; k <= last; k++) if (nonzero[at + k] === 1) this.#position++
    this.#eobRun--
  }

  /** At most 16 bits. */
  #next(count: number): number {
    const position = this.#position
    return (this.#bits.getUint32(position >> 3) << (position & 7)) >>> (32 - count)
  }

  #symbol({ codes }: Table): number {
    const entry = codes[this.#next(16)]!
    if (entry === 0) throw new BreaksOff()
    this.#position += entry >> 8
    return entry & 255
  }

  #take(size: number): number {
    if (size === 0) return 0
    const bits = this.#next(size)
    this.#position += size
    return bits
  }
}

/** Kept, since a new one of megabytes for each image takes as long as what is done with it. */
let scratch = new Uint8Array(0)

/**
 * The bits of a scan until the next is read, without the zeros that stand behind bytes of 255; where each of its
 * intervals ends in them; and where the marker behind the scan is.
 */
function bitsOf(data: Buffer, start: number): { bits: DataView; ends: number[]; at: number } {
  const maxLength = data.length - start + paddingBytes
  if (scratch.length < maxLength) scratch = new Uint8Array(maxLength)
  const bytes = scratch
  const ends: number[] = []
  let [at, length] = [start, 0]
  for (; at < data.length; at++) {
    const byte = data[at]!
    if (byte !== 255) {
      bytes[length++] = byte
      continue
    }
    const marker = data[at + 1]
    if (marker === 255) continue
    if (marker === 0) bytes[length++] = byte
    else if (marker !== undefined && marker >= 0xd0 && marker <= 0xd7) ends.push(length)
    else break
    at++
  }
  bytes.fill(0, length, length + paddingBytes)
  ends.push(length)
  return { bits: new DataView(bytes.buffer, 0, length + paddingBytes), ends, at }
}

/** For each value of the next bits, as many codes as end within them, with the bits of their values. */
function stepsOf(codes: Uint16Array): Int32Array {
  const steps = new Int32Array(1 << stepBits)
  for (let next = 0; next < steps.length; next++) {
    let [behind, length, isEnd] = [0, 0, 0]
    while (isEnd === 0 && length < stepBits) {
      const entry = codes[(next << (16 - stepBits + length)) & 0xffff]!
      const codeBits = entry >> 8
      if (codeBits === 0 || length + codeBits > stepBits) break
      const [run, size] = [(entry >> 4) & 15, entry & 15]
      length += codeBits + size
      if (size === 0 && run < 15) isEnd = 1
      else behind += run + 1
    }
    steps[next] = (behind << 7) | (length << 1) | isEnd
  }
  return steps
}
