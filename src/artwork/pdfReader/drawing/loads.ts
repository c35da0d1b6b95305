// Profiles, functions, tables and meshes that a color space or shading brings: whether they are in the file, complete,
// and within the limits.

import { type Fault, millions, missingObject, numberOf, tooComplex } from '../file/faults.ts'
import { Damaged, type Dict, type Obj, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { componentsOf, isKnownSpace, tableOf } from './colors.ts'

/** The largest profiles in use have 3 MB. */
const maxProfileBytes = 16 * 1024 * 1024
const maxGlobalsBytes = 16 * 1024 * 1024
const maxSamples = 16_000_000
const maxMeshBytes = 16 * 1024 * 1024
/** The end of a line, or what a program fills up with. */
const maxBytesAfterMesh = 2

export class Loads {
  readonly #file: PdfFile
  readonly #faults = new Map<number, Fault | null>()
  readonly #spaces = new WeakMap<Obj[], Fault | null>()

  constructor(file: PdfFile) {
    this.#file = file
  }

  /** The fault of a color space; `depth` bounds spaces that contain spaces. */
  ofSpace(space: Obj | undefined, depth = 0): Fault | null {
    if (space === undefined || space === null || depth > 4) return null
    const found = this.#file.resolve(space)
    if (!Array.isArray(found)) return this.#ofParts([found], space, depth)
    if (!this.#spaces.has(found)) this.#spaces.set(found, this.#ofParts(found, space, depth))
    return this.#spaces.get(found)!
  }

  /** Of a space that is not there, engines take the numbers for gray, RGB or CMYK, and draw no image. */
  #ofParts(parts: Obj[], space: Obj, depth: number): Fault | null {
    const file = this.#file
    const kind = file.name(parts[0])
    if (!isKnownSpace(kind)) return missingObject(kind ?? 'ColorSpace', space)
    switch (kind) {
      case 'ICCBased':
        if (file.lacks(parts[1])) return missingObject('ICCBased', parts[1])
        return this.#ofStream(parts[1], maxProfileBytes, 'a color profile')
      case 'Indexed':
      case 'I':
        return this.ofSpace(parts[1], depth + 1) ?? this.#ofTable(parts)
      case 'Pattern':
        return this.ofSpace(parts[1], depth + 1)
      case 'Separation':
      case 'DeviceN':
        if (file.resolve(parts[3]) === null) return missingObject('Function', parts[3])
        return this.ofSpace(parts[2], depth + 1) ?? this.#ofFunction(parts[3])
      default:
        return null
    }
  }

  /** Ghostscript and poppler draw nothing with a table that lacks colors, also when no pixel has these. */
  #ofTable([, base, max, table]: Obj[]): Fault | null {
    const file = this.#file
    if (file.resolve(table) === null) return missingObject('Indexed', table)
    const expected = ((file.number(max) ?? Number.NaN) + 1) * (componentsOf(file, base) ?? Number.NaN)
    const got = tableOf(file, table).length
    if (!(got < expected)) return null
    const share = `${got} of its ${expected} bytes`
    return { kind: 'image_damaged', object: numberOf(table), got: `a table of colors with ${share}` }
  }

  ofShading(value: Obj | undefined): Fault | null {
    const file = this.#file
    const dict = file.dict(value)
    if (dict === null) return null
    if (file.resolve(dict.get('ColorSpace')) === null) return missingObject('ColorSpace', dict.get('ColorSpace'))
    const functions = file.array(dict.get('Function')) ?? [dict.get('Function')]
    const missing = functions.find(item => file.lacks(item))
    if (missing !== undefined) return missingObject('Function', missing)
    const isMesh = (file.number(dict.get('ShadingType')) ?? 0) >= 4
    return (
      this.ofSpace(dict.get('ColorSpace')) ??
      (isMesh ? this.#ofStream(value, maxMeshBytes, 'a mesh', bytes => faultOfMesh(file, dict, bytes)) : null) ??
      functions.slice(0, 32).reduce<Fault | null>((fault, item) => fault ?? this.#ofFunction(item), null)
    )
  }

  ofGlobals(value: Obj | undefined): Fault | null {
    return this.#ofStream(value, maxGlobalsBytes, 'symbols of a JBIG2 image')
  }

  #ofFunction(value: Obj | undefined): Fault | null {
    const file = this.#file
    const dict = file.dict(value)
    if (dict === null || file.number(dict.get('FunctionType')) !== 0) return null
    const sizes = (file.array(dict.get('Size')) ?? []).map(size => file.number(size) ?? 1)
    const samples = sizes.reduce((product, size) => product * size, 1)
    if (!(samples > maxSamples)) return null
    const limit = `at most ${millions(maxSamples)} are drawn`
    return tooComplex(numberOf(value), `a function of ${millions(samples)} samples; ${limit}`)
  }

  #ofStream(
    value: Obj | undefined,
    maxBytes: number,
    what: string,
    faultOf?: (bytes: Uint8Array) => string | null,
  ): Fault | null {
    const object = numberOf(value)
    const known = object === null ? undefined : this.#faults.get(object)
    if (known !== undefined) return known
    const stream = this.#file.stream(value)
    let fault: Fault | null = null
    try {
      const bytes = stream === null ? null : this.#file.decodedBytes(stream, maxBytes)
      const got = bytes === null ? null : (faultOf?.(bytes) ?? null)
      if (got !== null) fault = { kind: 'image_damaged', object, got }
    } catch (error) {
      const limit = `${maxBytes / 1024 / 1024} MB`
      if (error instanceof TooComplex)
        fault = tooComplex(object, `${what} of more than ${limit}; at most ${limit} are drawn`)
      else if (!(error instanceof Damaged)) throw error
    }
    if (object !== null) this.#faults.set(object, fault)
    return fault
  }
}

/** MuPDF draws a part of a triangle or patch to wherever the missing bits lead; others leave it out. */
function faultOfMesh(file: PdfFile, dict: Dict, bytes: Uint8Array): string | null {
  const number = (key: string) => file.number(dict.get(key)) ?? Number.NaN
  const [kind, flag] = [number('ShadingType'), number('BitsPerFlag')]
  const colors = dict.has('Function') ? 1 : (componentsOf(file, dict.get('ColorSpace')) ?? Number.NaN)
  const [point, color] = [2 * number('BitsPerCoordinate'), colors * number('BitsPerComponent')]
  const bytesOf = (points: number, colors: number, flags = flag) => (flags + points * point + colors * color) / 8
  const points = kind === 7 ? 16 : 12
  const nextAt = (at: number) => {
    if (kind === 4) return Math.ceil(bytesOf(1, 1))
    if (kind === 5) return number('VerticesPerRow') * Math.ceil(bytesOf(1, 1, 0))
    // A patch beside another takes four points and two colors from it.
    return ((bytes[at]! >> Math.max(8 - flag, 0)) & 3) === 0 ? bytesOf(points, 4) : bytesOf(points - 4, 2)
  }
  let at = 0
  while (bytes.length - at > maxBytesAfterMesh) {
    const next = nextAt(at)
    if (!(next > 0 && Number.isInteger(next))) return null
    if (at + next > bytes.length) return 'a mesh whose data break off'
    at += next
  }
  return null
}
