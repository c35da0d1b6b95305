// Pages as plates: the same file with an update that makes a renderer in RGB draw inks. On the plates of cyan, magenta
// and yellow, red is what the page leaves free of cyan, green of magenta, and blue of yellow. On the plate of black,
// gray is what the page leaves free of black. Images, gradients, masks and blend modes stay as they are. Colors in RGB
// and Lab have no known inks, and draw none, unless plates shall show what lies under overprint. Pages draw
// changed copies of forms and images, because a mask may draw the same form, and draws it as it is.

import { componentsOf } from '../drawing/colors.ts'
import type { ImageMeans, Raster } from '../drawing/jpeg.ts'
import { componentsOfJpx } from '../drawing/jpx.ts'
import { type Dict, type Obj, Ref, Stream, TooComplex } from '../file/lexer.ts'
import { readPages } from '../file/pageTree.ts'
import { PdfFile } from '../file/pdfFile.ts'
import { joinedSource, type Source } from '../file/source.ts'
import { type Change, changedStream, updateOf } from '../file/update.ts'
import { addNames, contentOnPlate, type Names, standIns } from './plateContent.ts'
import { apart, type Inherited, type Lookup, modes, type Overprint } from './plateOverprint.ts'
import { paperRaster, pictureOn, plainRgb, rasterOf } from './platePicture.ts'
import { plateProfile, type Rgb } from './plateProfile.ts'

export type Plate = 'cmy' | 'black'
/** `inks` takes red, green and blue for what is left free of cyan, magenta and yellow. */
export type PlateKind = { overprint: Overprint; rgb: 'paper' | 'inks' }

const maxPages = 5_000
/** Of one page or form, and of all that one file of plates rewrites. A page has kilobytes, a map megabytes. */
const maxContentBytes = 4 * 1024 * 1024
const maxRewrittenBytes = 16 * 1024 * 1024
/** Of images that are written anew, since their dictionary names a color space of its own. */
const maxImageBytes = 48 * 1024 * 1024
const maxDepth = 20
/** The renderer takes a second for a million pixels of several inks. A page with more is not measured. */
const maxConvertedPixels = 4_000_000

/** The number of components of the spaces that dictionaries name. */
const named = new Map<string, 1 | 3 | 4>([
  ...['DeviceGray', 'CalGray', 'G'].map(name => [name, 1] as const),
  ...['DeviceRGB', 'CalRGB', 'RGB'].map(name => [name, 3] as const),
  ...['DeviceCMYK', 'CMYK'].map(name => [name, 4] as const),
])

const paper: Rgb = [1, 1, 1]
const profiles: Record<Plate, Record<1 | 3 | 4, (corner: number[]) => Rgb>> = {
  cmy: { 1: () => paper, 3: ([red, green, blue]) => [red!, green!, blue!], 4: ([c, m, y]) => [1 - c!, 1 - m!, 1 - y!] },
  black: { 1: ([white]) => [white!, white!, white!], 3: () => paper, 4: ([, , , k]) => [1 - k!, 1 - k!, 1 - k!] },
}
const blackInGray = Buffer.from('/DefaultGray cs 0 sc /DefaultGray CS 0 SC ')

/**
 * Both plates of the given pages, as files. Calls `announce` before each page. Throws TooComplex where a page cannot be
 * made.
 */
export function openPlates(
  source: Source,
  means: ImageMeans,
  announce: (page: number) => void,
): (numbers: number[], kind: PlateKind) => Record<Plate, Source> {
  const file = new PdfFile(source)
  const { pages, refs } = readPages(file, maxPages)
  const rasters = new Map<number, Raster | null>()
  const tooComplex = new Set<number>()
  const fileOf = (numbers: number[], plate: Plate, kind: PlateKind) => {
    if (numbers.some(number => tooComplex.has(number))) throw new TooComplex('a page that alone is too much')
    const writer = new PlateWriter(file, plate, { means, rasters, ...kind })
    for (const [i, number] of numbers.entries()) {
      const [page, ref] = [pages[number - 1], refs[number - 1]]
      if (page === undefined || !(ref instanceof Ref)) throw new TooComplex('a page without a number')
      announce(number)
      if (i === 0) tooComplex.add(number)
      writer.addPage(ref, page)
      tooComplex.delete(number)
    }
    return joinedSource(source, updateOf(file, writer.changes()))
  }
  return (numbers, kind) => ({ cmy: fileOf(numbers, 'cmy', kind), black: fileOf(numbers, 'black', kind) })
}

type Means = PlateKind & { means: ImageMeans; rasters: Map<number, Raster | null> }

/** Each object is changed once. */
class PlateWriter {
  readonly #file: PdfFile
  readonly #plate: Plate
  readonly #means: Means
  readonly #changes = new Map<number, Change>()
  /** By object number, what content refers to in the place of the object. */
  readonly #copies = new Map<number, Ref>()
  /** By object number, the names in content without resources of its own, which uses those of its surroundings. */
  readonly #outerNames = new Map<number, Names>()
  readonly #spaces: Record<1 | 3 | 4, Obj>
  /** Stands for colors without known inks. */
  readonly #paper: Obj
  #nextNumber: number
  #rewrittenBytes = 0
  #convertedPixels = 0

  constructor(file: PdfFile, plate: Plate, means: Means) {
    this.#file = file
    this.#plate = plate
    this.#means = means
    this.#nextNumber = file.nextNumber
    this.#paper = this.#profileOf(3, () => paper)
    const of = (components: 1 | 3 | 4) => this.#profileOf(components, profiles[plate][components])
    this.#spaces = { 1: of(1), 3: means.rgb === 'paper' ? this.#paper : of(3), 4: of(4) }
  }

  addPage(ref: Ref, page: Dict): void {
    if (this.#changes.has(ref.number)) return
    const file = this.#file
    const contents = file.array(page.get('Contents')) ?? [page.get('Contents')]
    const parts = contents.flatMap(value => {
      const stream = file.stream(value)
      return stream === null ? [] : [file.decodedBytes(stream, maxContentBytes), Buffer.from('\n')]
    })
    const resources = file.dict(page.get('Resources')) ?? new Map()
    const { bytes, names } = this.#contentOf(Buffer.concat(parts), resources, null)
    const content = this.#addStream(Buffer.concat([blackInGray, bytes]))
    const own = file.dict(ref) ?? page
    const changed = this.#resourcesOf(resources, names, 0)
    this.#changes.set(ref.number, { ref, dict: new Map(own).set('Contents', content).set('Resources', changed) })
  }

  #contentOf(content: Uint8Array, resources: Dict, inherited: Inherited): ReturnType<typeof contentOnPlate> {
    if (content.length > maxContentBytes) throw new TooComplex('content that is too long')
    const found = contentOnPlate(this.#file, content, {
      lookup: this.#lookupIn(resources),
      inherited,
      overprint: this.#means.overprint,
    })
    this.#rewrittenBytes += found.bytes.length
    if (this.#rewrittenBytes > maxRewrittenBytes) throw new TooComplex('content that is too long')
    return found
  }

  #lookupIn(resources: Dict): Lookup {
    const kinds = new Map<string, Dict | null>()
    return (kind, name) => {
      if (!kinds.has(kind)) kinds.set(kind, this.#file.dict(resources.get(kind)))
      return kinds.get(kind)?.get(name)
    }
  }

  changes(): Change[] {
    return [...this.#changes.values()]
  }

  #addStream(content: Uint8Array, dict: Dict = new Map()): Ref {
    const ref = new Ref(this.#nextNumber++, 0)
    this.#changes.set(ref.number, changedStream(ref, content, dict))
    return ref
  }

  #profileOf(components: 1 | 3 | 4, colorOf: (corner: number[]) => Rgb): Obj {
    const profile = plateProfile(components, colorOf)
    return ['ICCBased', this.#addStream(profile, new Map([['N', components]]))]
  }

  #spaceOf(space: Obj | undefined, depth = 0): Obj {
    const file = this.#file
    const found = file.resolve(space)
    const [kind, ...parts] = Array.isArray(found) ? found : [found]
    const name = file.name(kind)
    if (name === 'Lab') return this.#paper
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

  /** Only the resources that content names: programs let all pages of a book share one list of all its images. */
  #resourcesOf(resources: Dict, names: Names, depth: number): Dict {
    if (depth > maxDepth) throw new TooComplex('content that is nested too deep')
    const lookup = this.#lookupIn(resources)
    const scope: Scope = { resources, names, depth }
    const kinds: Record<string, (value: Obj, inherited: Inherited) => Obj> = {
      ColorSpace: space => this.#spaceOf(space),
      Shading: shading => this.#shadingOf(shading),
      ExtGState: graphics => this.#graphicsOf(graphics, scope),
      XObject: (object, inherited) => this.#objectOf(object, inherited, scope),
      Pattern: pattern => this.#patternOf(pattern, scope),
      Font: font => this.#fontOf(font, scope),
    }
    const own: Dict = new Map([...resources].filter(([kind]) => !(kind in kinds)))
    const changed = new Map(Object.keys(kinds).map(kind => [kind, new Map<string, Obj>()]))
    // A form without resources may name further ones, also of kinds that are already done.
    for (let isDone = false; !isDone; ) {
      isDone = true
      for (const [kind, change] of Object.entries(kinds)) {
        for (const [name, inherited] of names.get(kind) ?? []) {
          const value = lookup(kind, name)
          if (value === undefined || changed.get(kind)!.has(name)) continue
          isDone = false
          changed.get(kind)!.set(name, change(value, inherited))
        }
      }
    }
    for (const components of [1, 3, 4] as const)
      changed.get('ColorSpace')!.set(standIns[components], this.#spaces[components])
    for (const [name, dict] of Object.entries(modes)) changed.get('ExtGState')!.set(name, dict)
    return new Map([...own, ...[...changed].filter(([, entries]) => entries.size > 0)])
  }

  /** The reference of the changed copy; of the object itself where nothing changes. */
  #copyOf(value: Obj, change: (copy: Ref) => Change | null): Obj {
    if (!(value instanceof Ref)) return value
    const known = this.#copies.get(value.number)
    if (known !== undefined) return known
    const copy = new Ref(this.#nextNumber++, 0)
    // Set first, for an object that contains itself.
    this.#copies.set(value.number, copy)
    const changed = change(copy)
    if (changed === null) this.#copies.set(value.number, value)
    else this.#changes.set(copy.number, changed)
    return changed === null ? value : copy
  }

  #shadingOf(value: Obj): Obj {
    const change = (dict: Dict): Dict => new Map(dict).set('ColorSpace', this.#spaceOf(dict.get('ColorSpace')))
    const found = this.#file.resolve(value)
    if (found instanceof Map) return change(found)
    return this.#copyOf(value, copy =>
      found instanceof Stream ? this.#rewritten(copy, found, change(found.dict)) : null,
    )
  }

  #rewritten(ref: Ref, stream: Stream, dict: Dict): Change {
    const length = this.#file.number(stream.dict.get('Length')) ?? 0
    if (length > maxImageBytes) throw new TooComplex('an image that is too long')
    const content = this.#file.source.read(stream.start, length)
    return { ref, dict: new Map(dict).set('Length', content.length), content }
  }

  #objectOf(value: Obj, inherited: Inherited, scope: Scope): Obj {
    const file = this.#file
    const stream = file.stream(value)
    if (stream === null || !(value instanceof Ref)) return value
    if (file.name(stream.dict.get('Subtype')) === 'Form') return this.#formOf(value, stream, scope, { inherited })
    return this.#copyOf(value, copy => this.#imageOf(copy, value.number, stream))
  }

  #imageOf(copy: Ref, number: number, stream: Stream): Change | null {
    const { dict } = stream
    const space = this.#spaceOfImage(stream)
    const raster = this.#rasterOf(number, stream, space)
    if (raster !== null) {
      const picture = pictureOn(this.#plate, dict, raster)
      return changedStream(copy, picture.bytes, picture.dict)
    }
    if (space === this.#spaces[3]) return this.#rewritten(copy, stream, new Map(dict).set('ColorSpace', plainRgb))
    const named = dict.get('ColorSpace')
    const isNamed = space === null || (named !== undefined && typeof this.#file.resolve(named) === 'string')
    return isNamed ? null : this.#rewritten(copy, stream, new Map(dict).set('ColorSpace', space))
  }

  /** A JPEG 2000 image may say its color space itself. Null for a mask. */
  #spaceOfImage(stream: Stream): Obj {
    const file = this.#file
    const space = stream.dict.get('ColorSpace')
    if (file.resolve(space) !== null) return this.#spaceOf(space)
    const components = componentsOfJpx(file, stream)
    return components === null ? null : this.#spaces[components]
  }

  /** Null for an image that the renderer converts itself. */
  #rasterOf(number: number, stream: Stream, space: Obj): Raster | null {
    const file = this.#file
    const { means, rasters } = this.#means
    const isRgb = space === this.#spaces[3]
    if (space === this.#paper || (isRgb && this.#plate === 'black')) return paperRaster
    if (!rasters.has(number))
      rasters.set(number, space === this.#spaces[4] ? rasterOf(file, stream, means.get(number)) : null)
    const raster = rasters.get(number)!
    const [width, height] = ['Width', 'Height'].map(key => file.number(stream.dict.get(key)) ?? 0) as [number, number]
    const components = componentsOf(file, stream.dict.get('ColorSpace')) ?? (space === this.#spaces[4] ? 4 : 1)
    if (raster === null && components > 1 && !isRgb) this.#convertedPixels += width * height
    if (this.#convertedPixels > maxConvertedPixels) throw new TooComplex('images that are too large')
    return raster
  }

  /** The content of a mask stays as it is, and needs the resources that it has no dictionary of its own for. */
  #graphicsOf(value: Obj, { resources, names }: Scope): Obj {
    const file = this.#file
    const stream = file.stream(file.dict(file.dict(value)?.get('SMask'))?.get('G'))
    if (stream === null || stream.dict.has('Resources')) return value
    const content = file.decodedBytes(stream, maxContentBytes)
    addNames(names, this.#contentOf(content, resources, null).names)
    return value
  }

  /** Content with resources of its own, or with those of the content that draws it. */
  #formOf(
    ref: Ref,
    stream: Stream,
    { resources, names, depth }: Scope,
    { inherited = apart(null), start }: Start,
  ): Obj {
    const file = this.#file
    const own = file.dict(stream.dict.get('Resources'))
    // The renderer takes its objects for a usual group, whose inks add up.
    const group = file.dict(stream.dict.get('Group'))
    if (file.resolve(group?.get('K')) === true) throw new TooComplex('a knockout group')
    const changed = this.#copyOf(ref, copy => {
      const content = file.decodedBytes(stream, maxContentBytes)
      const found = this.#contentOf(content, own ?? resources, group === null ? inherited : apart(inherited))
      const dict: Dict = new Map(stream.dict)
      if (own === null) this.#outerNames.set(ref.number, found.names)
      else dict.set('Resources', this.#resourcesOf(own, found.names, depth + 1))
      return changedStream(copy, start === undefined ? found.bytes : Buffer.concat([start, found.bytes]), dict)
    })
    addNames(names, this.#outerNames.get(ref.number) ?? new Map())
    return changed
  }

  #patternOf(value: Obj, scope: Scope): Obj {
    const file = this.#file
    const found = file.resolve(value)
    if (found instanceof Map) return new Map(found).set('Shading', this.#shadingOf(found.get('Shading') ?? null))
    if (!(found instanceof Stream) || !(value instanceof Ref)) return value
    const hasOwnColors = file.number(found.dict.get('PaintType')) !== 2
    return this.#formOf(value, found, scope, { start: hasOwnColors ? blackInGray : undefined })
  }

  /** The glyphs of a Type 3 font may have colors of their own. */
  #fontOf(value: Obj, scope: Scope): Obj {
    const file = this.#file
    const dict = file.dict(value)
    if (dict === null || file.name(dict.get('Subtype')) !== 'Type3') return value
    const own = file.dict(dict.get('Resources'))
    const inside: Scope = own === null ? scope : { resources: own, names: new Map(), depth: scope.depth + 1 }
    const changed = (): Dict => {
      const letters = [...(file.dict(dict.get('CharProcs')) ?? [])].map(([name, letter]): [string, Obj] => {
        const stream = file.stream(letter)
        const isDrawn = stream !== null && letter instanceof Ref
        return [name, isDrawn ? this.#formOf(letter, stream, inside, {}) : letter]
      })
      const font = new Map(dict).set('CharProcs', new Map(letters))
      return own === null ? font : font.set('Resources', this.#resourcesOf(own, inside.names, inside.depth))
    }
    // Without resources of its own, the font needs those of each content that names it.
    return own === null ? changed() : this.#copyOf(value, ref => ({ ref, dict: changed() }))
  }
}

/** The surroundings of a resource. */
type Scope = { resources: Dict; names: Names; depth: number }
type Start = { inherited?: Inherited; start?: Uint8Array | undefined }
