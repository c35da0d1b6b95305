// What a page draws, as far as it matters for printing: the resolution of placed images, fonts, colours, transparency,
// strokes. The operators are interpreted with their graphics state, but nothing is painted. A form that many pages draw
// is interpreted once.

import { noteColour, numbersOf } from './colours.ts'
import { anywhere, type Drawn, emptyDrawn, keep, keepCoarsest, keepFont, keepImage, merge } from './drawn.ts'
import type { PdfFile } from './file.ts'
import { type Font, fontOf } from './fonts.ts'
import { inlineImage } from './inlineImage.ts'
import { createLayers } from './layers.ts'
import { Damaged, type Dict, Lexer, type Obj, Ref, Short, Stream, TooComplex, Word } from './lexer.ts'
import { Path } from './path.ts'
import { type Area, boxThrough, canTouch, type Matrix, overlap, times, unmoved } from './plane.ts'
import { TextPlace } from './textPlace.ts'

/** Per page or form. More than any printer's software would accept. */
const mostContentBytes = 100 * 1024 * 1024
/** Per file: about ten seconds of work. The rest is not examined, and the facts say so. */
const mostFileBytes = 400 * 1024 * 1024
const mostForms = 20
/** Of saved states, and of open pieces of marked content. */
const mostOpen = 10_000
/** Of a font whose letters are drawn; more than the codes that text can have. */
const mostLetters = 256
/** Text that is drawn so does not print: it lies behind scans, for searching. */
const unseenText = new Set([3, 7])

/** Thrown when the work allowed for the whole file is used up. */
export class WorkDone extends Error {}

type State = {
  matrix: Matrix
  /** What is drawn outside of this is cut off; null where nobody knows. */
  clip: Area | null
  /** Undefined where none was set; null for a name that leads to none. */
  font: Obj | undefined
  /** Set here, and not by whatever draws this form. */
  isOwnFont: boolean
  /** Of the font, in the coordinates of the text. */
  size: number
  rise: number
  leading: number
  textMode: number
}

const usualState: State = {
  matrix: unmoved,
  clip: null,
  font: undefined,
  isOwnFont: false,
  size: 0,
  rise: 0,
  leading: 0,
  textMode: 0,
}

/** Where operators stand: `depth` counts the forms around them. */
type Place = { resources: Dict; depth: number; state: State }

export class Content {
  readonly #file: PdfFile
  /** By their numbers, and what they take over from whatever draws them. */
  readonly #forms = new Map<string, Drawn>()
  readonly #fonts = new Map<Obj, Font>()
  readonly #letters = new Map<Dict, Drawn>()
  readonly #fontNumbers = new Map<Obj | undefined, number>()
  readonly #layers: ReturnType<typeof createLayers>
  #bytesLeft = mostFileBytes

  /** `hidden` are the object numbers of layers that do not print. */
  constructor(file: PdfFile, hidden: Set<number>) {
    this.#file = file
    this.#layers = createLayers(file, hidden)
  }

  /** `visible` is what is shown of the page; null where nobody knows. */
  page(page: Dict, visible: Area | null): Drawn {
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
    const resources = this.#file.dict(page.get('Resources')) ?? new Map()
    const drawn = this.#follow(bytes, { resources, depth: 0, state: { ...usualState, clip: visible } })
    return damaged ? { ...drawn, damaged } : drawn
  }

  #read(stream: Stream): Uint8Array {
    const bytes = this.#file.bytesOf(stream, mostContentBytes)
    this.#bytesLeft -= bytes.length + 100
    if (this.#bytesLeft < 0) throw new WorkDone()
    return bytes
  }

  #follow(bytes: Uint8Array, place: Place): Drawn {
    const drawn = emptyDrawn()
    try {
      this.#operators(new Lexer(bytes, 0, 'skipped'), place, drawn)
    } catch (error) {
      if (!(error instanceof Damaged || error instanceof Short)) throw error
      drawn.damaged = true
    }
    return drawn
  }

  /** What a stream draws; one that cannot be read is damaged. */
  #drawnBy(stream: Stream, place: Place): Drawn {
    try {
      return this.#follow(this.#read(stream), place)
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      return { ...emptyDrawn(), damaged: true }
    }
  }

  #operators(lexer: Lexer, place: Place, drawn: Drawn): void {
    const file = this.#file
    const { resources } = place
    const kinds = new Map<string, Dict | null>()
    const resource = (kind: string, name: Obj | undefined): Obj | undefined => {
      if (typeof name !== 'string') return undefined
      if (!kinds.has(kind)) kinds.set(kind, file.dict(resources.get(kind)))
      return kinds.get(kind)?.get(name)
    }
    const spaceOf = (name: Obj | undefined) => resource('ColorSpace', name) ?? name
    let { state } = place
    const states: State[] = []
    /** For each open marked-content sequence: whether it hides its content. */
    const marked: boolean[] = []
    let hiding = 0
    /** A letter that is only a shape takes the colour of its text. */
    let isShape = false
    const path = new Path()
    let isClip = false
    const text = new TextPlace()
    const operands: Obj[] = []
    const number = (i: number) => {
      const value = operands[i]
      return typeof value === 'number' ? value : 0
    }
    const sixNumbers = (): Matrix => [number(0), number(1), number(2), number(3), number(4), number(5)]
    const endPath = () => {
      const around = isClip ? path.around(state.matrix) : null
      if (around !== null) state = { ...state, clip: overlap(around, state.clip) ?? nowhere }
      isClip = false
      path.clear()
    }
    for (let item = lexer.next(); item !== undefined; item = lexer.next()) {
      if (!(item instanceof Word)) {
        operands.push(item)
        if (operands.length > 10_000) throw new Damaged('operands without an operator')
        continue
      }
      switch (item.text) {
        case 'q':
          if (states.length < mostOpen) states.push(state)
          else drawn.limited = true
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
          for (let i = 0; i + 1 < operands.length && i < 6; i += 2) path.reach(number(i), number(i + 1))
          break
        case 're':
          path.rectangle(number(0), number(1), number(2), number(3))
          break
        case 'W':
        case 'W*':
          isClip = true
          break
        case 'S':
        case 's':
          if (hiding === 0) path.stroke(state.matrix, drawn.marks)
          endPath()
          break
        case 'f':
        case 'F':
        case 'f*':
          if (hiding === 0) path.fill(state.matrix, drawn.marks)
          endPath()
          break
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
          if (hiding === 0) {
            path.fill(state.matrix, drawn.marks)
            path.stroke(state.matrix, drawn.marks)
          }
          endPath()
          break
        case 'n':
          endPath()
          break
        case 'd1':
          isShape = true
          break
        case 'rg':
        case 'RG':
          if (hiding === 0 && !isShape) drawn.rgb = true
          break
        case 'cs':
        case 'CS':
          if (hiding === 0 && !isShape) noteColour(file, spaceOf(operands[0]), drawn)
          break
        case 'scn':
        case 'SCN': {
          const name = operands.at(-1)
          if (hiding === 0 && typeof name === 'string') this.#pattern(resource('Pattern', name), place, drawn)
          break
        }
        case 'sh':
          if (hiding === 0) noteColour(file, file.dict(resource('Shading', operands[0]))?.get('ColorSpace'), drawn)
          break
        case 'gs': {
          const dict = file.dict(resource('ExtGState', operands[0]))
          if (dict === null) break
          const font = file.array(dict.get('Font'))
          if (font !== null) state = { ...state, font: font[0], isOwnFont: true, size: file.number(font[1]) ?? 0 }
          if (hiding > 0) break
          noteTransparency(file, dict, drawn.transparency)
          this.#mask(file.dict(dict.get('SMask')), place, state, drawn)
          break
        }
        case 'Tf':
          state = { ...state, font: resource('Font', operands[0]) ?? null, isOwnFont: true, size: number(1) }
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
          text.goBack(backIn(operands[0]) * Math.abs(state.size))
          if (hiding === 0 && !unseenText.has(state.textMode) && operands.some(isText))
            this.#text(text, state, place, drawn)
          break
        case 'Do':
          if (hiding === 0) this.#object(resource('XObject', operands[0]), place, state, drawn)
          break
        case 'BI': {
          const dict = inlineImage(lexer, {
            filters: image => file.filtersOf(image).map(({ name }) => name),
            colours: space => numbersOf(file, spaceOf(space)),
          })
          if (hiding === 0) this.#inline(dict, spaceOf, state, drawn)
          break
        }
        case 'BDC': {
          const properties = operands[1]
          const layer = typeof properties === 'string' ? resource('Properties', properties) : properties
          const hides = operands[0] === 'OC' && this.#layers.isHidden(layer)
          if (marked.length < mostOpen) {
            marked.push(hides)
            if (hides) hiding++
          } else drawn.limited = true
          break
        }
        case 'BMC':
          if (marked.length < mostOpen) marked.push(false)
          else drawn.limited = true
          break
        case 'EMC':
          if (marked.pop() === true) hiding--
          break
        default:
      }
      operands.length = 0
    }
  }

  #text(text: TextPlace, state: State, place: Place, drawn: Drawn): void {
    if (!state.isOwnFont) drawn.usesFont = true
    keep(drawn.texts, text.across(state))
    const font = this.#fontOf(state.font)
    if (font === null || (font.missing === null && font.letters === null)) return
    const line = text.lineOf(state)
    if (!font.isComposite && !canTouch(line, state.clip)) return
    if (font.missing !== null) keepFont(drawn.missingFonts, font.missing, font.isComposite ? null : [line])
    if (font.letters !== null) merge(this.#lettersOf(font.letters, place), text.letterMatrix(state), state.clip, drawn)
  }

  #fontOf(value: Obj | undefined): Font | null {
    if (value === undefined) return null
    const key = value instanceof Ref ? value.number : value
    if (!this.#fonts.has(key)) this.#fonts.set(key, fontOf(this.#file, value))
    return this.#fonts.get(key)!
  }

  /** What all letters of a font draw together; where on the page each of them is used, nobody knows. */
  #lettersOf(font: Dict, { resources, depth }: Place): Drawn {
    const known = this.#letters.get(font)
    if (known !== undefined) return known
    const drawn = emptyDrawn()
    // Set before, so that a letter that is set in its own font finds it empty.
    this.#letters.set(font, drawn)
    if (depth >= mostForms) return Object.assign(drawn, { limited: true })
    const file = this.#file
    const place = { resources: file.dict(font.get('Resources')) ?? resources, depth: depth + 1, state: usualState }
    const matrix = matrixOf(file, font.get('FontMatrix'))
    const letters = [...(file.dict(font.get('CharProcs'))?.values() ?? [])]
    for (const letter of letters.slice(0, mostLetters)) {
      const stream = file.stream(letter)
      if (stream !== null) merge(this.#drawnBy(stream, place), matrix, null, drawn)
    }
    if (letters.length > mostLetters) drawn.limited = true
    // A page has thousands of lines, and one letter to be told of.
    keepCoarsest(drawn.images, 1)
    return Object.assign(drawn, anywhere(drawn))
  }

  #object(value: Obj | undefined, place: Place, state: State, drawn: Drawn): void {
    const stream = this.#file.stream(value)
    if (stream === null || this.#layers.isHidden(stream.dict.get('OC'))) return
    const kind = this.#file.name(stream.dict.get('Subtype'))
    if (kind === 'Image') this.#image(stream.dict, state, drawn)
    else if (kind === 'Form') this.#form(stream, value, place, state, drawn)
  }

  #image(dict: Dict, state: State, drawn: Drawn): void {
    const file = this.#file
    const width = file.number(dict.get('Width')) ?? 0
    const height = file.number(dict.get('Height')) ?? 0
    if (file.resolve(dict.get('SMask')) !== null || (file.number(dict.get('SMaskInData')) ?? 0) > 0) {
      drawn.transparency.add('soft mask')
    }
    if (file.resolve(dict.get('ImageMask')) !== true) noteColour(file, dict.get('ColorSpace'), drawn)
    placeImage(width, height, state, drawn)
  }

  #inline(dict: Dict, spaceOf: (name: Obj | undefined) => Obj | undefined, state: State, drawn: Drawn): void {
    const width = this.#file.number(dict.get('W') ?? dict.get('Width')) ?? 0
    const height = this.#file.number(dict.get('H') ?? dict.get('Height')) ?? 0
    noteColour(this.#file, spaceOf(dict.get('CS') ?? dict.get('ColorSpace')), drawn)
    placeImage(width, height, state, drawn)
  }

  #form(stream: Stream, value: Obj | undefined, place: Place, state: State, drawn: Drawn): void {
    if (place.depth >= mostForms) {
      drawn.limited = true
      return
    }
    const inside = this.#insideOf(stream, value, place, state)
    if (inside.usesFont && !state.isOwnFont) drawn.usesFont = true
    merge(inside, times(matrixOf(this.#file, stream.dict.get('Matrix')), state.matrix), state.clip, drawn)
  }

  /** A form takes over the font and the mode of text of whatever draws it, so it is followed once for each of them. */
  #insideOf(stream: Stream, value: Obj | undefined, place: Place, { font, size, textMode }: State): Drawn {
    const own = this.#file.dict(stream.dict.get('Resources'))
    const inside: Place = {
      resources: own ?? place.resources,
      depth: place.depth + 1,
      state: { ...usualState, clip: boxOf(this.#file, stream.dict.get('BBox')), font, size, textMode },
    }
    // One without resources of its own takes those of whatever draws it, so it may differ each time.
    if (!(value instanceof Ref) || own === null) return this.#drawnBy(stream, inside)
    const usual = `${value.number} ${unseenText.has(textMode) ? 'unseen' : 'seen'}`
    const known = this.#forms.get(usual)
    const key = known?.usesFont === true ? `${usual} ${this.#fontNumber(font)} ${size}` : usual
    const same = this.#forms.get(key)
    if (same !== undefined) return same
    // Set before, so that a form that draws itself finds itself empty.
    this.#forms.set(key, emptyDrawn())
    const drawn = this.#drawnBy(stream, inside)
    this.#forms.set(key, drawn)
    return drawn
  }

  #fontNumber(font: Obj | undefined): number {
    const key = font instanceof Ref ? font.number : font
    if (!this.#fontNumbers.has(key)) this.#fontNumbers.set(key, this.#fontNumbers.size)
    return this.#fontNumbers.get(key)!
  }

  /** A pattern's cells are laid by the page's own matrix, whatever is drawn at the moment, and again and again. */
  #pattern(value: Obj | undefined, place: Place, drawn: Drawn): void {
    const dict = this.#file.dict(value)
    const stream = this.#file.stream(value)
    if (stream === null) {
      noteColour(this.#file, this.#file.dict(dict?.get('Shading'))?.get('ColorSpace'), drawn)
      return
    }
    const cell = emptyDrawn()
    this.#form(stream, value, place, usualState, cell)
    merge(anywhere(cell), unmoved, null, drawn)
  }

  /** Of a mask only its darkness is seen: its letters count, its colours do not print, and its images may be coarse. */
  #mask(mask: Dict | null, place: Place, state: State, drawn: Drawn): void {
    const group = mask?.get('G')
    const stream = this.#file.stream(group)
    if (stream === null) return
    const inside = emptyDrawn()
    this.#form(stream, group, place, { ...usualState, matrix: state.matrix }, inside)
    const { missingFonts, damaged, limited } = inside
    merge({ ...emptyDrawn(), missingFonts, damaged, limited }, unmoved, state.clip, drawn)
  }
}

const newLine = Buffer.from('\n')
/** Of a clip that nothing is left of. */
const nowhere: Area = [Infinity, Infinity, -Infinity, -Infinity]

const isText = (operand: Obj): boolean =>
  operand instanceof Uint8Array ? operand.length > 0 : Array.isArray(operand) && operand.some(isText)

/** How far an array of text goes back, in sizes of its font. */
function backIn(operand: Obj | undefined): number {
  if (!Array.isArray(operand)) return 0
  let thousandths = 0
  for (const one of operand) if (typeof one === 'number' && one > 0) thousandths += one
  return thousandths / 1000
}

function placeImage(width: number, height: number, { matrix, clip }: State, drawn: Drawn): void {
  const seen = overlap(boxThrough([0, 0, 1, 1], matrix), clip)
  if (seen !== null) keepImage(drawn.images, { width, height, matrix, seen })
}

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

/** Null for what is no box, or has no area. */
function boxOf(file: PdfFile, value: Obj | undefined): Area | null {
  const numbers = file.array(value)?.map(one => file.number(one))
  if (numbers?.length !== 4 || numbers.some(one => one === null)) return null
  const [x1, y1, x2, y2] = numbers as [number, number, number, number]
  return x1 === x2 || y1 === y2 ? null : [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}
