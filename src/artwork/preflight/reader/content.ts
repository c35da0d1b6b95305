// What a page draws, as far as it matters for printing: the resolution of placed images, fonts, colours, transparency,
// strokes. The operators are interpreted with their graphics state, but nothing is painted. A form that many pages draw
// is interpreted once.

import { type Drawn, emptyDrawn, keep, type Matrix, merge, mostNames, times, unmoved } from './drawn.ts'
import type { PdfFile } from './file.ts'
import { inlineImage } from './inlineImage.ts'
import { Damaged, type Dict, Lexer, type Obj, Ref, Short, Stream, TooComplex, Word } from './lexer.ts'
import { Path } from './path.ts'
import { readableName } from './readable.ts'
import { TextPlace } from './textPlace.ts'

/** Per page or form. More than any printer's software would accept. */
const mostContentBytes = 100 * 1024 * 1024
/** Per file: about ten seconds of work. The rest is not examined, and the facts say so. */
const mostFileBytes = 400 * 1024 * 1024
const mostForms = 20
const mostStates = 500
/** Text with these rendering modes does not print: it lies behind scans, for searching. */
const unseenText = new Set([3, 7])

/** Thrown when the work allowed for the whole file is used up. */
export class WorkDone extends Error {}

type State = {
  matrix: Matrix
  font: Obj | undefined
  /** The font size, in the coordinates of the text. */
  size: number
  rise: number
  leading: number
  textMode: number
}

type Colour = 'process' | 'rgb' | 'other'

export class Content {
  readonly #file: PdfFile
  readonly #forms = new Map<number, Drawn>()
  readonly #fonts = new Map<Obj, string | null>()
  readonly #hidden: Set<number>
  readonly #allMissing = new Set<string>()
  #bytesLeft = mostFileBytes

  /** `hidden` are the object numbers of layers that do not print. */
  constructor(file: PdfFile, hidden: Set<number>) {
    this.#file = file
    this.#hidden = hidden
  }

  /** The number of fonts that print and are not embedded, on the pages interpreted so far. */
  get missingFonts(): number {
    return this.#allMissing.size
  }

  page(page: Dict): Drawn {
    const found = this.#file.resolve(page.get('Contents'))
    const streams = (Array.isArray(found) ? found : [found]).map(one => this.#file.resolve(one))
    const parts: Uint8Array[] = []
    let length = 0
    let damaged = false
    for (const stream of streams) {
      if (!(stream instanceof Stream)) continue
      try {
        const bytes = this.#read(stream)
        parts.push(bytes, newLine)
        length += bytes.length
        if (length > mostContentBytes) throw new TooComplex('a page with too much content')
      } catch (error) {
        if (!(error instanceof Damaged)) throw error
        damaged = true
      }
    }
    const bytes = parts.length === 2 ? parts[0]! : Buffer.concat(parts)
    const drawn = this.#follow(bytes, this.#file.dict(page.get('Resources')) ?? new Map(), 0)
    return damaged ? { ...drawn, damaged } : drawn
  }

  #read(stream: Stream): Uint8Array {
    const bytes = this.#file.bytesOf(stream, mostContentBytes)
    this.#bytesLeft -= bytes.length + 100
    if (this.#bytesLeft < 0) throw new WorkDone()
    return bytes
  }

  #follow(bytes: Uint8Array, resources: Dict, depth: number): Drawn {
    const drawn = emptyDrawn()
    try {
      this.#operators(new Lexer(bytes, 0, 'skipped'), resources, drawn, depth)
    } catch (error) {
      if (!(error instanceof Damaged || error instanceof Short)) throw error
      drawn.damaged = true
    }
    return drawn
  }

  #operators(lexer: Lexer, resources: Dict, drawn: Drawn, depth: number): void {
    const file = this.#file
    const kinds = new Map<string, Dict | null>()
    const resource = (kind: string, name: Obj | undefined): Obj | undefined => {
      if (typeof name !== 'string') return undefined
      if (!kinds.has(kind)) kinds.set(kind, file.dict(resources.get(kind)))
      return kinds.get(kind)?.get(name)
    }
    let state: State = { matrix: unmoved, font: undefined, size: 0, rise: 0, leading: 0, textMode: 0 }
    const states: State[] = []
    /** For each open marked-content sequence: whether it hides its content. */
    const marked: boolean[] = []
    let hiding = 0
    const path = new Path()
    const text = new TextPlace()
    const operands: Obj[] = []
    const number = (i: number) => {
      const value = operands[i]
      return typeof value === 'number' ? value : 0
    }
    const sixNumbers = (): Matrix => [number(0), number(1), number(2), number(3), number(4), number(5)]
    for (let item = lexer.next(); item !== undefined; item = lexer.next()) {
      if (!(item instanceof Word)) {
        operands.push(item)
        if (operands.length > 10_000) throw new Damaged('operands without an operator')
        continue
      }
      switch (item.text) {
        case 'q':
          if (states.length < mostStates) states.push(state)
          break
        case 'Q':
          state = states.pop() ?? state
          break
        case 'cm':
          state = { ...state, matrix: times(sixNumbers(), state.matrix) }
          break
        case 'm':
          path.move(number(0), number(1))
          break
        case 'l':
          path.line(number(0), number(1))
          break
        case 'c':
        case 'v':
        case 'y':
          path.bend()
          break
        case 're':
          path.rectangle(number(0), number(1), number(2), number(3))
          break
        case 'S':
        case 's':
          if (hiding === 0) path.stroke(state.matrix, drawn.marks)
          path.clear()
          break
        case 'f':
        case 'F':
        case 'f*':
          if (hiding === 0) path.fill(state.matrix, drawn.marks)
          path.clear()
          break
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
          if (hiding === 0) {
            path.fill(state.matrix, drawn.marks)
            path.stroke(state.matrix, drawn.marks)
          }
          path.clear()
          break
        case 'n':
          path.clear()
          break
        case 'rg':
        case 'RG':
          if (hiding === 0) drawn.rgb = true
          break
        case 'cs':
        case 'CS':
          if (hiding === 0) this.#noteColour(resource('ColorSpace', operands[0]) ?? operands[0], drawn)
          break
        case 'scn':
        case 'SCN': {
          const name = operands.at(-1)
          if (hiding === 0 && typeof name === 'string')
            this.#pattern(resource('Pattern', name), resources, drawn, depth)
          break
        }
        case 'sh':
          if (hiding === 0) this.#noteColour(file.dict(resource('Shading', operands[0]))?.get('ColorSpace'), drawn)
          break
        case 'gs': {
          const dict = file.dict(resource('ExtGState', operands[0]))
          if (dict === null) break
          const font = file.array(dict.get('Font'))
          if (font !== null) state = { ...state, font: font[0], size: file.number(font[1]) ?? 0 }
          if (hiding === 0) noteTransparency(file, dict, drawn.transparency)
          break
        }
        case 'Tf':
          state = { ...state, font: resource('Font', operands[0]), size: number(1) }
          break
        case 'Ts':
          state = { ...state, rise: number(0) }
          break
        case 'TL':
          state = { ...state, leading: number(0) }
          break
        case 'BT':
          text.begin()
          break
        case 'Tm':
          text.set(sixNumbers())
          break
        case 'TD':
          state = { ...state, leading: -number(1) }
          text.move(number(0), number(1))
          break
        case 'Td':
          text.move(number(0), number(1))
          break
        case 'T*':
          text.move(0, -state.leading)
          break
        case 'Tr':
          state = { ...state, textMode: number(0) }
          break
        case 'Tj':
        case 'TJ':
        case "'":
        case '"':
          if (item.text === "'" || item.text === '"') text.move(0, -state.leading)
          if (hiding === 0 && !unseenText.has(state.textMode)) {
            this.#noteFont(state.font, drawn)
            keep(drawn.texts, text.across(state))
          }
          break
        case 'Do':
          if (hiding === 0) this.#object(resource('XObject', operands[0]), resources, state.matrix, drawn, depth)
          break
        case 'BI': {
          const spaceOf = (name: Obj | undefined) => resource('ColorSpace', name) ?? name
          const dict = inlineImage(lexer, {
            filters: image => file.filtersOf(image).map(({ name }) => name),
            colours: space => this.#coloursOf(spaceOf(space)),
          })
          if (hiding === 0) this.#inline(dict, spaceOf, state.matrix, drawn)
          break
        }
        case 'BDC': {
          const properties = operands[1]
          const layer = typeof properties === 'string' ? resource('Properties', properties) : properties
          const hides = operands[0] === 'OC' && this.#isHidden(layer)
          if (marked.length < 10_000) {
            marked.push(hides)
            if (hides) hiding++
          }
          break
        }
        case 'BMC':
          if (marked.length < 10_000) marked.push(false)
          break
        case 'EMC':
          if (marked.pop() === true) hiding--
          break
        default:
      }
      operands.length = 0
    }
  }

  #isHidden(layer: Obj | undefined): boolean {
    if (layer instanceof Ref && this.#hidden.has(layer.number)) return true
    const dict = this.#file.dict(layer)
    if (dict === null || this.#file.name(dict.get('Type')) !== 'OCMD') return false
    const groups = dict.get('OCGs')
    const list =
      groups instanceof Ref && this.#file.array(groups) === null ? [groups] : (this.#file.array(groups) ?? [])
    return list.length > 0 && list.every(one => one instanceof Ref && this.#hidden.has(one.number))
  }

  #object(value: Obj | undefined, resources: Dict, matrix: Matrix, drawn: Drawn, depth: number): void {
    const stream = this.#file.stream(value)
    if (stream === null || this.#isHidden(stream.dict.get('OC'))) return
    const kind = this.#file.name(stream.dict.get('Subtype'))
    if (kind === 'Image') this.#image(stream.dict, matrix, drawn)
    else if (kind === 'Form') this.#form(stream, value, resources, matrix, drawn, depth)
  }

  #image(dict: Dict, matrix: Matrix, drawn: Drawn): void {
    const file = this.#file
    const width = file.number(dict.get('Width')) ?? 0
    const height = file.number(dict.get('Height')) ?? 0
    if (file.resolve(dict.get('SMask')) !== null || (file.number(dict.get('SMaskInData')) ?? 0) > 0) {
      drawn.transparency.add('soft mask')
    }
    if (file.resolve(dict.get('ImageMask')) !== true) this.#noteColour(dict.get('ColorSpace'), drawn)
    keep(drawn.images, { width, height, matrix })
  }

  #inline(dict: Dict, spaceOf: (name: Obj | undefined) => Obj | undefined, matrix: Matrix, drawn: Drawn): void {
    const width = this.#file.number(dict.get('W') ?? dict.get('Width')) ?? 0
    const height = this.#file.number(dict.get('H') ?? dict.get('Height')) ?? 0
    this.#noteColour(spaceOf(dict.get('CS') ?? dict.get('ColorSpace')), drawn)
    keep(drawn.images, { width, height, matrix })
  }

  #form(stream: Stream, value: Obj | undefined, resources: Dict, matrix: Matrix, drawn: Drawn, depth: number): void {
    if (depth >= mostForms) return
    const own = this.#file.dict(stream.dict.get('Resources'))
    // A form without its own resources uses those of whatever draws it, so each use may differ.
    const number = value instanceof Ref && own !== null ? value.number : null
    let inside = number === null ? undefined : this.#forms.get(number)
    if (inside === undefined) {
      // Set first, so that a form that draws itself finds itself empty.
      if (number !== null) this.#forms.set(number, emptyDrawn())
      try {
        inside = this.#follow(this.#read(stream), own ?? resources, depth + 1)
      } catch (error) {
        if (!(error instanceof Damaged)) throw error
        inside = { ...emptyDrawn(), damaged: true }
      }
      if (number !== null) this.#forms.set(number, inside)
    }
    merge(inside, times(matrixOf(this.#file, stream.dict.get('Matrix')), matrix), drawn)
  }

  /** A pattern is placed by the page's own matrix, not by the current one. */
  #pattern(value: Obj | undefined, resources: Dict, drawn: Drawn, depth: number): void {
    const dict = this.#file.dict(value)
    const stream = this.#file.stream(value)
    if (stream !== null) this.#form(stream, value, resources, unmoved, drawn, depth)
    else if (dict !== null) this.#noteColour(this.#file.dict(dict.get('Shading'))?.get('ColorSpace'), drawn)
  }

  #noteColour(space: Obj | undefined, drawn: Drawn): void {
    if (this.#colourOf(space, drawn, 0) === 'rgb') drawn.rgb = true
  }

  #colourOf(space: Obj | undefined, drawn: Drawn, depth: number): Colour {
    const file = this.#file
    const found = file.resolve(space)
    if (depth > 5) return 'other'
    if (typeof found === 'string') return found === 'DeviceRGB' || found === 'RGB' ? 'rgb' : 'process'
    if (!Array.isArray(found)) return 'other'
    switch (file.name(found[0])) {
      case 'DeviceRGB':
      case 'RGB':
      case 'CalRGB':
        return 'rgb'
      case 'ICCBased':
        return file.number(file.dict(found[1])?.get('N')) === 3 ? 'rgb' : 'process'
      case 'Indexed':
      case 'I':
      case 'Pattern':
        return this.#colourOf(found[1], drawn, depth + 1)
      case 'Separation':
      case 'DeviceN': {
        const names = file.array(found[1]) ?? [found[1]]
        for (const one of names) {
          const name = file.name(one)
          if (name === 'All') drawn.registration = true
          else if (name !== null && !processInks.has(name) && drawn.spots.size < mostNames)
            drawn.spots.add(readableName(name, 100))
        }
        return 'other'
      }
      default:
        return 'other'
    }
  }

  /** How many numbers a colour of the space has; null where nobody knows. */
  #coloursOf(space: Obj | undefined): number | null {
    const file = this.#file
    const found = file.resolve(space)
    const [kind, more] = Array.isArray(found) ? [file.name(found[0]), found[1]] : [found, undefined]
    if (kind === 'ICCBased') return file.number(file.dict(more)?.get('N'))
    if (kind === 'DeviceN') return file.array(more)?.length ?? null
    return typeof kind === 'string' ? (colours.get(kind) ?? null) : null
  }

  #noteFont(font: Obj | undefined, drawn: Drawn): void {
    if (font === undefined) return
    const key = font instanceof Ref ? font.number : font
    if (!this.#fonts.has(key)) this.#fonts.set(key, this.#missing(font))
    const name = this.#fonts.get(key)
    if (name === null || name === undefined) return
    this.#allMissing.add(name)
    if (drawn.missingFonts.size < mostNames) drawn.missingFonts.add(name)
  }

  /** The name of a font that is not embedded; null for one that is. */
  #missing(font: Obj): string | null {
    const file = this.#file
    const dict = file.dict(font)
    if (dict === null) return 'a font that is not in the file'
    if (file.name(dict.get('Subtype')) === 'Type3') return null
    const real = file.dict(file.array(dict.get('DescendantFonts'))?.[0]) ?? dict
    const descriptor = file.dict(real.get('FontDescriptor'))
    const embedded = ['FontFile', 'FontFile2', 'FontFile3'].some(key => file.stream(descriptor?.get(key)) !== null)
    return embedded ? null : readableName(file.name(dict.get('BaseFont')) ?? 'a font without a name', 100)
  }
}

const newLine = Buffer.from('\n')
const colours = new Map([
  ...['G', 'DeviceGray', 'CalGray', 'I', 'Indexed', 'Separation'].map(name => [name, 1] as const),
  ...['RGB', 'DeviceRGB', 'CalRGB', 'Lab'].map(name => [name, 3] as const),
  ...['CMYK', 'DeviceCMYK'].map(name => [name, 4] as const),
])
const processInks = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'None'])

function noteTransparency(file: PdfFile, dict: Dict, found: Set<string>): void {
  for (const key of ['ca', 'CA']) if ((file.number(dict.get(key)) ?? 1) < 1) found.add('opacity')
  const mask = file.resolve(dict.get('SMask'))
  if (mask !== null && mask !== 'None') found.add('soft mask')
  const mode = file.resolve(dict.get('BM'))
  const first = Array.isArray(mode) ? file.name(mode[0]) : mode
  if (typeof first === 'string' && first !== 'Normal' && first !== 'Compatible') found.add('blend mode')
}

function matrixOf(file: PdfFile, value: Obj | undefined): Matrix {
  const numbers = file.array(value)?.map(one => file.number(one))
  if (numbers?.length !== 6 || numbers.some(one => one === null)) return unmoved
  return numbers as unknown as Matrix
}
