// Pages as plates: the same file with an update that makes a renderer in RGB draw inks. On the plates of cyan, magenta
// and yellow, red is what the page leaves free of cyan, green of magenta, and blue of yellow. On the plate of black,
// gray is what the page leaves free of black. Images, gradients, masks and blend modes stay as they are. Colors in RGB
// and Lab have no known inks, and draw none.

import { componentsOf } from '../drawing/colors.ts'
import type { ImageMeans, Raster } from '../drawing/jpeg.ts'
import { type Dict, type Obj, Ref, Stream, TooComplex } from '../file/lexer.ts'
import { readPages } from '../file/pageTree.ts'
import { PdfFile } from '../file/pdfFile.ts'
import { joinedSource, type Source } from '../file/source.ts'
import { type Change, updateOf } from '../file/update.ts'
import { paperRaster, pictureOn, rasterOf } from './platePicture.ts'
import { plateProfile, type Rgb } from './plateProfile.ts'
import { inStandIns, named, standIns } from './standIns.ts'

export type Plate = 'cmy' | 'black'

const maxPages = 5_000
const maxContentBytes = 100 * 1024 * 1024
/** Of images that are written anew, since their dictionary names a color space of its own. */
const maxImageBytes = 48 * 1024 * 1024
const maxDepth = 20
/** The renderer takes a second for a million pixels of several inks. A page with a larger image is not measured. */
const maxConvertedPixels = 4_000_000

const paper: Rgb = [1, 1, 1]
const profiles: Record<Plate, Record<1 | 3 | 4, (corner: number[]) => Rgb>> = {
  cmy: { 1: () => paper, 3: () => paper, 4: ([c, m, y]) => [1 - c!, 1 - m!, 1 - y!] },
  black: { 1: ([white]) => [white!, white!, white!], 3: () => paper, 4: ([, , , k]) => [1 - k!, 1 - k!, 1 - k!] },
}
const blackInGray = Buffer.from('/DefaultGray cs 0 sc /DefaultGray CS 0 SC ')

/** Both plates of the pages that are asked for, as files. Throws TooComplex where a page cannot be made. */
export function openPlates(source: Source, means: ImageMeans): (numbers: number[]) => Record<Plate, Source> {
  const file = new PdfFile(source)
  const { pages, refs } = readPages(file, maxPages)
  const rasters = new Map<number, Raster | null>()
  const fileOf = (numbers: number[], plate: Plate) => {
    const writer = new PlateWriter(file, plate, { means, rasters })
    for (const number of numbers) {
      const [page, ref] = [pages[number - 1], refs[number - 1]]
      if (page === undefined || !(ref instanceof Ref)) throw new TooComplex('a page without a number')
      writer.addPage(ref, page)
    }
    return joinedSource(source, updateOf(file, writer.changes()))
  }
  return numbers => ({ cmy: fileOf(numbers, 'cmy'), black: fileOf(numbers, 'black') })
}

type Pictures = { means: ImageMeans; rasters: Map<number, Raster | null> }

/** Each object is changed in its place, once. */
class PlateWriter {
  readonly #file: PdfFile
  readonly #plate: Plate
  readonly #pictures: Pictures
  readonly #changes = new Map<number, Change>()
  readonly #spaces: Record<1 | 3 | 4, Obj>
  #nextNumber: number

  constructor(file: PdfFile, plate: Plate, pictures: Pictures) {
    this.#file = file
    this.#plate = plate
    this.#pictures = pictures
    this.#nextNumber = file.nextNumber
    this.#spaces = { 1: this.#profileOf(1), 3: this.#profileOf(3), 4: this.#profileOf(4) }
  }

  addPage(ref: Ref, page: Dict): void {
    if (this.#changes.has(ref.number)) return
    const file = this.#file
    const contents = file.array(page.get('Contents')) ?? [page.get('Contents')]
    const parts = contents.flatMap(value => {
      const stream = file.stream(value)
      return stream === null ? [] : [file.decodedBytes(stream, maxContentBytes), Buffer.from('\n')]
    })
    const content = this.#addStream(Buffer.concat([blackInGray, inStandIns(file, Buffer.concat(parts))]))
    const own = file.dict(ref) ?? page
    const resources = this.#resourcesOf(page.get('Resources'), 0)
    this.#changes.set(ref.number, { ref, dict: new Map(own).set('Contents', content).set('Resources', resources) })
  }

  changes(): Change[] {
    return [...this.#changes.values()]
  }

  #addStream(content: Uint8Array, dict: Dict = new Map()): Ref {
    const ref = new Ref(this.#nextNumber++, 0)
    this.#changes.set(ref.number, changedStream(ref, content, dict))
    return ref
  }

  #profileOf(components: 1 | 3 | 4): Obj {
    const profile = plateProfile(components, profiles[this.#plate][components])
    return ['ICCBased', this.#addStream(profile, new Map([['N', components]]))]
  }

  #spaceOf(space: Obj | undefined, depth = 0): Obj {
    const file = this.#file
    const found = file.resolve(space)
    const [kind, ...parts] = Array.isArray(found) ? found : [found]
    const name = file.name(kind)
    const components = named.get(name ?? '')
    if (components !== undefined) return this.#spaces[components]
    if (depth > maxDepth) throw new TooComplex('color spaces that are nested too deep')
    switch (name) {
      case 'ICCBased': {
        const count = file.number(file.dict(parts[0])?.get('N'))
        return count === 1 || count === 4 ? this.#spaces[count] : this.#spaces[3]
      }
      case 'Indexed':
      case 'I':
        return ['Indexed', this.#spaceOf(parts[0], depth + 1), ...parts.slice(1)]
      case 'Separation':
      case 'DeviceN':
        return [name, parts[0] ?? null, this.#spaceOf(parts[1], depth + 1), parts[2] ?? null]
      case 'Pattern':
        return parts.length === 0 ? 'Pattern' : ['Pattern', this.#spaceOf(parts[0], depth + 1)]
      default:
        return space ?? null
    }
  }

  #resourcesOf(value: Obj | undefined, depth: number): Dict {
    if (depth > maxDepth) throw new TooComplex('content that is nested too deep')
    const file = this.#file
    const own: Dict = new Map(file.dict(value))
    const kinds: Record<string, (value: Obj) => Obj> = {
      ColorSpace: space => this.#spaceOf(space),
      Shading: shading => this.#shadingOf(shading),
      ExtGState: graphics => this.#graphicsOf(graphics),
      XObject: object => this.#objectOf(object, depth),
      Pattern: pattern => this.#patternOf(pattern, depth),
      Font: font => this.#fontOf(font, depth),
    }
    for (const [kind, change] of Object.entries(kinds)) {
      const entries = file.dict(own.get(kind)) ?? new Map<string, Obj>()
      if (own.has(kind)) own.set(kind, new Map([...entries].map(([key, entry]) => [key, change(entry)])))
    }
    const spaces = file.dict(own.get('ColorSpace')) ?? new Map<string, Obj>()
    for (const components of [1, 3, 4] as const) spaces.set(standIns[components], this.#spaces[components])
    return own.set('ColorSpace', spaces)
  }

  /** The reference of an object that is changed in its place; what is already changed is not changed again. */
  #inPlace(value: Obj, change: (ref: Ref) => Change | null): Obj {
    if (!(value instanceof Ref) || this.#changes.has(value.number)) return value
    // Set first, for an object that contains itself.
    this.#changes.set(value.number, { ref: value, dict: new Map() })
    const changed = change(value)
    if (changed === null) this.#changes.delete(value.number)
    else this.#changes.set(value.number, changed)
    return value
  }

  #shadingOf(value: Obj): Obj {
    const change = (dict: Dict): Dict => new Map(dict).set('ColorSpace', this.#spaceOf(dict.get('ColorSpace')))
    const found = this.#file.resolve(value)
    if (found instanceof Map) return change(found)
    return this.#inPlace(value, ref =>
      found instanceof Stream ? this.#rewritten(ref, found, change(found.dict)) : null,
    )
  }

  #rewritten(ref: Ref, stream: Stream, dict: Dict): Change {
    const length = this.#file.number(stream.dict.get('Length')) ?? 0
    if (length > maxImageBytes) throw new TooComplex('an image that is too long')
    const content = this.#file.source.read(stream.start, length)
    return { ref, dict: new Map(dict).set('Length', content.length), content: content.toString('latin1') }
  }

  #objectOf(value: Obj, depth: number): Obj {
    const file = this.#file
    return this.#inPlace(value, ref => {
      const stream = file.stream(ref)
      if (stream === null) return null
      const { dict } = stream
      if (file.name(dict.get('Subtype')) === 'Form') return this.#withContent(ref, stream, depth)
      const space = dict.get('ColorSpace')
      const raster = this.#rasterOf(ref, stream, this.#spaceOf(space))
      if (raster !== null) {
        const picture = pictureOn(this.#plate, dict, raster)
        return changedStream(ref, picture.bytes, picture.dict)
      }
      const isNamed = space === undefined || typeof file.resolve(space) === 'string'
      return isNamed ? null : this.#rewritten(ref, stream, new Map(dict).set('ColorSpace', this.#spaceOf(space)))
    })
  }

  /** Null for an image that the renderer converts itself. */
  #rasterOf(ref: Ref, stream: Stream, space: Obj): Raster | null {
    const file = this.#file
    const { means, rasters } = this.#pictures
    if (space === this.#spaces[3]) return paperRaster
    if (!rasters.has(ref.number))
      rasters.set(ref.number, space === this.#spaces[4] ? rasterOf(file, stream, means.get(ref.number)) : null)
    const raster = rasters.get(ref.number)!
    const [width, height] = ['Width', 'Height'].map(key => file.number(stream.dict.get(key)) ?? 0) as [number, number]
    const isLarge = width * height > maxConvertedPixels
    if (raster === null && isLarge && (componentsOf(file, stream.dict.get('ColorSpace')) ?? 1) > 1)
      throw new TooComplex('an image that is too large')
    return raster
  }

  /** Inks that overprint darken what is below, each on its own plate. */
  #graphicsOf(value: Obj): Obj {
    const file = this.#file
    const dict = file.dict(value)
    const overprints = file.resolve(dict?.get('op') ?? dict?.get('OP'))
    if (dict === null || typeof overprints !== 'boolean') return value
    const isBlended = !['Normal', 'Compatible', null].includes(file.name(dict.get('BM')))
    const mode = overprints && file.number(dict.get('OPM')) === 1 ? 'Darken' : 'Normal'
    return isBlended ? value : new Map(dict).set('BM', mode)
  }

  #withContent(ref: Ref, stream: Stream, depth: number, start: Uint8Array = new Uint8Array()): Change {
    const { dict } = stream
    const resources = dict.get('Resources')
    const own: Dict = new Map(dict)
    if (resources !== undefined) own.set('Resources', this.#resourcesOf(resources, depth + 1))
    const bytes = inStandIns(this.#file, this.#file.decodedBytes(stream, maxContentBytes))
    return changedStream(ref, Buffer.concat([start, bytes]), own)
  }

  #patternOf(value: Obj, depth: number): Obj {
    const file = this.#file
    const found = file.resolve(value)
    if (found instanceof Map) return new Map(found).set('Shading', this.#shadingOf(found.get('Shading') ?? null))
    if (!(found instanceof Stream)) return value
    const hasOwnColors = file.number(found.dict.get('PaintType')) !== 2
    return this.#inPlace(value, ref => this.#withContent(ref, found, depth, hasOwnColors ? blackInGray : undefined))
  }

  /** The glyphs of a Type 3 font may have colors of their own. */
  #fontOf(value: Obj, depth: number): Obj {
    const file = this.#file
    const dict = file.dict(value)
    if (dict === null || file.name(dict.get('Subtype')) !== 'Type3') return value
    return this.#inPlace(value, ref => {
      for (const letter of file.dict(dict.get('CharProcs'))?.values() ?? []) {
        this.#inPlace(letter, own => {
          const stream = file.stream(own)
          return stream === null ? null : this.#withContent(own, stream, depth)
        })
      }
      if (!dict.has('Resources')) return null
      return { ref, dict: new Map(dict).set('Resources', this.#resourcesOf(dict.get('Resources'), depth + 1)) }
    })
  }
}

function changedStream(ref: Ref, content: Uint8Array, dict: Dict): Change {
  const own: Dict = new Map(dict).set('Length', content.length)
  for (const key of ['Filter', 'DecodeParms', 'DL']) own.delete(key)
  return { ref, dict: own, content: Buffer.from(content).toString('latin1') }
}
