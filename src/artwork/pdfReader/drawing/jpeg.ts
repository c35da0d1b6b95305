// Decodes a JPEG as far as needed to know that every block of it is there, and its mean color: Huffman codes, and no
// pixels. A renderer fills what is missing with gray, without a word.

type JpegSize = { width: number; height: number; components: number }
/** An eighth as large as the image, with all components of a pixel side by side. */
export type Raster = { width: number; height: number; values: Uint8Array }

/** By object number, the means of images in CMYK. */
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

class BreaksOff extends Error {}

const breaksOff = 'a JPEG whose data break off'
const maxProgressivePixels = 100_000_000
/** The last bytes of a scan may be missing: they change a part of the last block. */
const maxMissingBits = 16

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
  /** The inks are stored as luminance and chrominance, as Adobe's programs mark it. */
  #isLuminance = false
  /** By class and number; a row for each 16 bits: the length of the code in the upper byte, the value in the lower. */
  readonly #tables: Uint16Array[] = []
  #bits = 0
  #count = 0
  #missing = 0

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
      else if (marker === 0xee)
        this.#isLuminance = data.toString('latin1', start, start + 5) === 'Adobe' && data[end - 1] === 2
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

  /** Of images with four components, luminance and chrominance become inks. */
  means(): Raster {
    const [width, height] = [Math.ceil(this.size.width / 8), Math.ceil(this.size.height / 8)]
    const parts = this.#components
    const [maxH, maxV] = [Math.max(...parts.map(({ h }) => h)), Math.max(...parts.map(({ v }) => v))]
    const values = new Uint8ClampedArray(width * height * parts.length)
    for (const [i, { h, v, across, table, means }] of parts.entries()) {
      const step = (this.#steps[table] ?? 0) / 8
      for (let y = 0; y < height; y++) {
        const row = Math.floor((y * v) / maxV) * across
        for (let x = 0; x < width; x++)
          values[(y * width + x) * parts.length + i] = 128 + means[row + Math.floor((x * h) / maxH)]! * step
      }
    }
    if (this.#isLuminance && parts.length === 4) {
      for (let at = 0; at < values.length; at += 4) {
        const [luminance, blue, red] = [values[at]!, values[at + 1]! - 128, values[at + 2]! - 128]
        values[at] = 255 - luminance - 1.402 * red
        values[at + 1] = 255 - luminance + 0.344136 * blue + 0.714136 * red
        values[at + 2] = 255 - luminance - 1.772 * blue
      }
    }
    return { width, height, values: new Uint8Array(values.buffer) }
  }

  #readTables(start: number, end: number): void {
    const data = this.#data
    for (let at = start; at < end; ) {
      const key = data.readUInt8(at++)
      const table = new Uint16Array(65_536)
      let symbol = at + 16
      let code = 0
      for (let length = 1; length <= 16; length++) {
        for (let i = data.readUInt8(at++); i > 0; i--) {
          const span = 1 << (16 - length)
          table.fill((length << 8) | data.readUInt8(symbol++), code, code + span)
          code += span
        }
      }
      this.#tables[((key >> 4) << 2) | (key & 3)] = table
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
      return { component, dc: this.#tables[tables >> 4]!, ac: this.#tables[4 | (tables & 3)]! }
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
    let units: number
    let block: (unit: number) => void
    this.#eobRun = 0
    if (count === 1) {
      const { component, dc, ac } = parts[0]!
      const across = Math.ceil((width * component.h) / maxH / 8)
      units = across * Math.ceil((height * component.v) / maxV / 8)
      block = unit =>
        this.#block(component, Math.floor(unit / across) * component.across + (unit % across), dc, ac, scan)
    } else {
      const across = Math.ceil(width / (8 * maxH))
      units = across * Math.ceil(height / (8 * maxV))
      block = unit => {
        const [row, column] = [Math.floor(unit / across), unit % across]
        for (const { component, dc, ac } of parts) {
          const { h, v } = component
          for (let y = 0; y < v; y++)
            for (let x = 0; x < h; x++)
              this.#block(component, (row * v + y) * component.across + column * h + x, dc, ac, scan)
        }
      }
    }
    this.#bits = this.#count = this.#missing = 0
    for (const { component } of parts) component.lastMean = 0
    for (let unit = 0; unit < units; unit++) {
      if (this.#restart > 0 && unit > 0 && unit % this.#restart === 0) {
        this.#nextInterval()
        for (const { component } of parts) component.lastMean = 0
      }
      block(unit)
      const missing = this.#missing - this.#count
      if (missing > (unit === units - 1 ? maxMissingBits : 0)) throw new BreaksOff()
    }
    for (const { component } of parts) component.lowestBit.fill(scan.low, scan.first, scan.last + 1)
  }

  /** Intervals are decoded apart from each other, each behind its own marker. */
  #nextInterval(): void {
    const data = this.#data
    while (
      this.#at + 1 < data.length &&
      !(data[this.#at] === 0xff && data[this.#at + 1]! > 0 && data[this.#at + 1] !== 0xff)
    )
      this.#at++
    const marker = data[this.#at + 1] ?? 0
    if (!(marker >= 0xd0 && marker <= 0xd7)) throw new BreaksOff()
    this.#at += 2
    this.#eobRun = this.#bits = this.#count = this.#missing = 0
  }

  #eobRun = 0

  #block(component: Component, index: number, dc: Uint16Array, ac: Uint16Array, scan: Scan): void {
    const { first, last, high, low } = scan
    if (first === 0) {
      if (high > 0) component.means[index]! |= this.#take(1) << low
      else {
        const size = this.#symbol(dc) & 15
        const bits = this.#take(size)
        component.lastMean += bits < (1 << size) >> 1 ? bits - (1 << size) + 1 : bits
        component.means[index] = component.lastMean << low
      }
    }
    const from = Math.max(first, 1)
    if (last < from) return
    if (high > 0) {
      this.#refine(component.nonzero, index * 64, ac, from, last)
      return
    }
    if (this.#eobRun > 0) {
      this.#eobRun--
      return
    }
    const marks = this.#isProgressive ? component.nonzero : null
    for (let k = from; k <= last; k++) {
      const symbol = this.#symbol(ac)
      const run = symbol >> 4
      const size = symbol & 15
      if (size === 0) {
        if (run < 15) {
          if (marks !== null) this.#eobRun = (1 << run) - 1 + this.#take(run)
          break
        }
        k += 15
        continue
      }
      k += run
      this.#skip(size)
      if (marks !== null && k <= last) marks[index * 64 + k] = 1
    }
    if (low > 13) throw new BreaksOff()
  }

  /** Each coefficient that is known has one more bit; between them are new ones. */
  #refine(nonzero: Uint8Array, at: number, ac: Uint16Array, from: number, last: number): void {
    let k = from
    while (k <= last && this.#eobRun === 0) {
      const symbol = this.#symbol(ac)
      const run = symbol >> 4
      const isNew = (symbol & 15) !== 0
      if (isNew) this.#skip(1)
      else if (run < 15) {
        this.#eobRun = (1 << run) + this.#take(run)
        break
      }
      let zeros = run
      for (; k <= last; k++) {
        if (nonzero[at + k] === 1) this.#skip(1)
        else if (zeros-- === 0) break
      }
      if (isNew && k <= last) nonzero[at + k] = 1
      k++
    }
    if (this.#eobRun === 0) return
    for (; k <= last; k++) if (nonzero[at + k] === 1) this.#skip(1)
    this.#eobRun--
  }

  #symbol(table: Uint16Array): number {
    if (this.#count < 16) this.#fill()
    const entry = table[(this.#bits >>> (this.#count - 16)) & 0xffff]!
    if (entry === 0) throw new BreaksOff()
    this.#count -= entry >> 8
    return entry & 255
  }

  #skip(size: number): void {
    if (this.#count < size) this.#fill()
    this.#count -= size
  }

  #take(size: number): number {
    if (this.#count < size) this.#fill()
    this.#count -= size
    return (this.#bits >>> this.#count) & ((1 << size) - 1)
  }

  /** To at least 17 bits. Behind the end, which is a marker, come zeros. */
  #fill(): void {
    const data = this.#data
    while (this.#count <= 24) {
      const byte = data[this.#at]
      const isEnd = byte === undefined || (byte === 0xff && data[this.#at + 1] !== 0)
      if (isEnd) this.#missing += 8
      else this.#at += byte === 0xff ? 2 : 1
      this.#bits = (this.#bits << 8) | (isEnd ? 0 : byte)
      this.#count += 8
    }
  }
}
