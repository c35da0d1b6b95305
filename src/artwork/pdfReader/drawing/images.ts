// The images that content places: what is wrong with them, their colors, and where they show.

import { type Fault, missingObject, numberOf } from '../file/faults.ts'
import { decodeImage } from '../file/filters.ts'
import { Damaged, type Dict, type Obj, Ref, type Stream, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import type { ColorSpaces } from './colorSpaces.ts'
import { componentsOf } from './colors.ts'
import { type Drawn, recordFault, recordInks } from './drawn.ts'
import type { State } from './graphicsState.ts'
import { type ImageData, imageFault, maxImageBytes } from './imageData.ts'
import { black } from './inks.ts'
import type { InlineImage } from './inlineImage.ts'
import type { Jpeg, Raster } from './jpeg.ts'
import { componentsOfJpx } from './jpx.ts'
import type { Loads } from './loads.ts'
import { placeImage, recordFill } from './marks.ts'
import { addPlace, addSigns } from './places.ts'
import { type Area, overlap, transformBox } from './plane.ts'

/** Means of 90 photographs that fill a page. Others are decoded again, to be drawn and for their plates. */
const maxMeansBytes = 48 * 1024 * 1024

/** A mask of a page of 12 by 12 inches with 300 pixels an inch. */
const maxMaskBytes = 16 * 1024 * 1024
/** Images other than JPEG 2000 need one. Ghostscript and poppler draw nothing without it. */
const withoutSpace = missingObject('ColorSpace', undefined)
const flateFilters = new Set(['FlateDecode', 'Fl'])

export class Images {
  readonly means = new Map<number, Raster>()
  readonly #file: PdfFile
  readonly #loads: Loads
  readonly #spaces: ColorSpaces
  readonly #faults = new Map<Dict, Fault | null>()
  readonly #jpxComponents = new Map<Dict, number | null>()
  readonly #hardEdged = new Map<Dict, boolean>()
  #meansBytes = 0

  constructor(file: PdfFile, loads: Loads, spaces: ColorSpaces) {
    this.#file = file
    this.#loads = loads
    this.#spaces = spaces
  }

  place(stream: Stream, value: Obj | undefined, state: State, drawn: Drawn): void {
    const file = this.#file
    const { dict } = stream
    const seen = overlap(transformBox([0, 0, 1, 1], state.matrix), state.clip)
    const fault = seen === null ? null : this.#faultOf(stream, numberOf(value))
    if (fault !== null) recordFault(drawn, fault, seen)
    const width = file.number(dict.get('Width')) ?? 0
    const height = file.number(dict.get('Height')) ?? 0
    if (file.resolve(dict.get('SMask')) !== null || (file.number(dict.get('SMaskInData')) ?? 0) > 0) {
      drawn.transparency.add('soft mask')
      if (seen !== null) addPlace(drawn.places, { kind: 'transparency', value: 0 }, seen)
    }
    const isMask = file.resolve(dict.get('ImageMask')) === true
    if (!isMask && file.resolve(dict.get('ColorSpace')) === null) {
      const count = this.#inksOfJpx(stream)
      drawn.mayMixInks ||= count === 4
      if (count === 1) recordInks(drawn, black, 0)
      if (seen !== null && file.filtersOf(dict).at(-1)?.name !== 'JPXDecode') recordFault(drawn, withoutSpace, seen)
    }
    this.#record(isMask, dict.get('ColorSpace'), state, seen, drawn)
    const isBitonal = isMask || file.number(dict.get('BitsPerComponent')) === 1
    placeImage({ width, height, isBitonal, object: value instanceof Ref ? value : null }, state, drawn)
    const softMask = file.stream(dict.get('SMask'))
    const mask = softMask ?? file.stream(dict.get('Mask'))
    const maskWidth = file.number(mask?.dict.get('Width')) ?? width
    const maskHeight = file.number(mask?.dict.get('Height')) ?? height
    // The edges that a mask cuts are as coarse as the mask. Shadows may be coarser.
    const isCoarse = maskWidth < width || maskHeight < height
    if (isCoarse && (softMask === null || this.#isHardEdged(softMask)))
      placeImage({ width: maskWidth, height: maskHeight, isBitonal: true, object: null }, state, drawn)
  }

  /** A soft mask that is opaque or clear, with nothing between. */
  #isHardEdged(mask: Stream): boolean {
    const known = this.#hardEdged.get(mask.dict)
    if (known !== undefined) return known
    const bits = this.#file.number(mask.dict.get('BitsPerComponent'))
    const isHardEdged = bits === 1 || (bits === 8 && this.#isOfTwoValues(mask))
    this.#hardEdged.set(mask.dict, isHardEdged)
    return isHardEdged
  }

  /** Of masks with losses by JPEG, edges have values between. */
  #isOfTwoValues(mask: Stream): boolean {
    if (this.#file.filtersOf(mask.dict).some(({ name }) => !flateFilters.has(name))) return false
    try {
      const bytes = this.#file.decodedBytes(mask, maxMaskBytes)
      return bytes.includes(0) && bytes.includes(0xff) && bytes.every(byte => byte === 0 || byte === 0xff)
    } catch (error) {
      if (error instanceof TooComplex || error instanceof Damaged) return false
      throw error
    }
  }

  placeInline(
    { dict, data }: InlineImage,
    spaceOf: (name: Obj | undefined) => Obj | undefined,
    state: State,
    drawn: Drawn,
  ): void {
    const file = this.#file
    const width = file.number(dict.get('Width')) ?? 0
    const height = file.number(dict.get('Height')) ?? 0
    const space = spaceOf(dict.get('ColorSpace'))
    const seen = overlap(transformBox([0, 0, 1, 1], state.matrix), state.clip)
    const read = (): ImageData => decodeImage(data, file.filtersOf(dict), maxImageBytes)
    const fault = imageFault(file, dict, { object: null, components: componentsOf(file, space), read })
    if (fault !== null) recordFault(drawn, fault, seen ?? state.clip)
    const isMask = file.resolve(dict.get('ImageMask')) === true
    if (!isMask && file.resolve(space) === null) recordFault(drawn, withoutSpace, seen ?? state.clip)
    this.#record(isMask, space, state, seen, drawn)
    const isBitonal = isMask || file.number(dict.get('BitsPerComponent')) === 1
    placeImage({ width, height, isBitonal, object: null }, state, drawn)
  }

  /** A mask has the color of fills. */
  #record(isMask: boolean, space: Obj | undefined, state: State, seen: Area | null, drawn: Drawn): void {
    const signs = isMask ? [] : this.#spaces.color(space, seen ?? state.clip, drawn)
    if (seen === null) return
    if (isMask) recordFill(seen, state, drawn)
    else addSigns(drawn.places, [...signs, ...state.effects], seen)
  }

  /** Images are examined once; the pictures of a soft mask are examined with theirs. */
  #faultOf(stream: Stream, object: number | null): Fault | null {
    const known = this.#faults.get(stream.dict)
    if (known !== undefined) return known
    const file = this.#file
    this.#faults.set(stream.dict, null)
    const { dict } = stream
    const components = componentsOf(file, dict.get('ColorSpace'))
    const parameters = file.dict(file.array(dict.get('DecodeParms'))?.at(-1) ?? dict.get('DecodeParms'))
    const parts = ['SMask', 'Mask', 'ColorSpace', 'DecodeParms'].map(key => [key, dict.get(key)] as const)
    const missing = [...parts, ['JBIG2Globals', parameters?.get('JBIG2Globals')] as const].find(([, part]) =>
      file.lacks(part),
    )
    const read = () => file.imageBytes(stream, maxImageBytes)
    const keep = (jpeg: Jpeg) => this.#keepMeans(object, jpeg)
    let fault =
      missing === undefined
        ? (imageFault(file, dict, { object, components, read, keep }) ??
          this.#loads.ofGlobals(parameters?.get('JBIG2Globals')))
        : missingObject(...missing)
    fault ??= faultOfMatte(file, dict)
    for (const mask of [dict.get('SMask'), dict.get('Mask')]) {
      const maskStream = file.stream(mask)
      if (maskStream !== null) fault ??= this.#faultOf(maskStream, numberOf(mask))
    }
    this.#faults.set(dict, fault)
    return fault
  }

  #inksOfJpx(stream: Stream): number | null {
    const known = this.#jpxComponents.get(stream.dict)
    if (known !== undefined) return known
    const components = componentsOfJpx(this.#file, stream)
    this.#jpxComponents.set(stream.dict, components)
    return components
  }

  #keepMeans(object: number | null, jpeg: Jpeg): void {
    if (object === null || this.#meansBytes + jpeg.meansBytes > maxMeansBytes) return
    const means = jpeg.means()
    this.#meansBytes += jpeg.meansBytes
    this.means.set(object, means)
  }
}

/** Colors that are mixed with a matte can only be taken apart pixel by pixel. Programs then leave out the mask. */
function faultOfMatte(file: PdfFile, dict: Dict): Fault | null {
  const value = dict.get('SMask')
  const mask = file.dict(value)
  if (mask === null || file.array(mask.get('Matte')) === null) return null
  const sizes = [mask, dict].map(one => ['Width', 'Height'].map(key => file.number(one.get(key))).join(' × '))
  if (sizes[0] === sizes[1]) return null
  const got = `a soft mask with a matte of ${sizes[0]} pixels, for an image of ${sizes[1]}`
  return { kind: 'image_damaged', object: numberOf(value), got }
}
