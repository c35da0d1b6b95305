// Interprets the content of a page for printing: image resolution, fonts, colors, transparency and strokes. Operators
// are followed with their graphics state, but nothing is painted. A form that many pages draw is interpreted once.

import {
  formWithoutBox,
  maxOperators,
  missingObject,
  standInFor,
  tooManyOperators,
  tooManyTiles,
} from '../file/faults.ts'
import { Damaged, type Dict, Incomplete, Lexer, type Obj, Ref, type Stream, TooComplex, Word } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { blendsBlack, findBlackText } from '../text/blackText.ts'
import { TextPosition } from '../text/textPosition.ts'
import { ColorSpaces } from './colorSpaces.ts'
import { componentsOf, recordGroup } from './colors.ts'
import { type Drawn, emptyDrawn, merge, recordFault, trimToLowestResolution, withoutPositions } from './drawn.ts'
import { hasTransferCurve, initialState, type State, transparencyOf, withGraphics } from './graphicsState.ts'
import { Images } from './images.ts'
import { black, inkOf, recordRgb, signsOfRgb, unknownInk } from './inks.ts'
import { inlineImage } from './inlineImage.ts'
import { createLayers } from './layers.ts'
import { Loads } from './loads.ts'
import { recordFilledPath, recordStrokedPath } from './marks.ts'
import { Path } from './path.ts'
import { addSigns, type Sign, signsOf } from './places.ts'
import { type Area, identity, type Matrix, multiply, overlap, transformBox } from './plane.ts'
import { boxOf, matrixOf } from './planeValues.ts'
import { Texts } from './texts.ts'

/** Per page or form; more than any printer's software would accept. */
const maxContentBytes = 100 * 1024 * 1024
/** Per file: about ten seconds of work. The rest is not examined, and the facts say so. */
const maxFileBytes = 400 * 1024 * 1024
const maxForms = 20
/** Limits saved states and open marked-content sequences. */
const maxOpen = 10_000
/** Glyphs of a Type 3 font; text has at most 256 codes. */
const maxLetters = 256

/** Thrown when the work allowed for the whole file is used up. */
export class WorkLimitReached extends Error {}

/** The surroundings of operators. */
type Context = {
  resources: Dict
  /** The number of enclosing forms. */
  depth: number
  /** Content of a page, or of a form with a number and with resources of its own that nothing around it blends. */
  canChange: boolean
  state: State
}

export class Content {
  readonly #file: PdfFile
  /** By object number, and by the state that a form inherits from the content that draws it. */
  readonly #forms = new Map<string, Drawn>()
  readonly #letters = new Map<Dict, Drawn>()
  /** Whether resources have a mode that blends black. */
  readonly #blending = new WeakMap<Dict, boolean>()
  readonly #fontNumbers = new Map<Obj | undefined, number>()
  readonly images: Images
  readonly #texts: Texts
  readonly #spaces: ColorSpaces
  readonly #layers: ReturnType<typeof createLayers>
  #bytesLeft = maxFileBytes

  /** `hidden` are the object numbers of layers that do not print. */
  constructor(file: PdfFile, hidden: Set<number>) {
    this.#file = file
    const loads = new Loads(file)
    this.#texts = new Texts(file)
    this.#spaces = new ColorSpaces(file, loads)
    this.images = new Images(file, loads, this.#spaces)
    this.#layers = createLayers(file, hidden)
  }

  /** `visible` is the visible area of the page; null when it is unknown. */
  page(page: Dict, visible: Area | null): Drawn {
    const contents = page.get('Contents') ?? null
    const streams = this.#file.array(contents) ?? [contents]
    const parts: Uint8Array[] = []
    let length = 0
    let damaged = false
    for (const value of streams) {
      const stream = this.#file.stream(value)
      if (stream === null) continue
      try {
        const bytes = this.#read(stream)
        parts.push(bytes, newLine)
        length += bytes.length
        if (length > maxContentBytes) throw new TooComplex('a page with too much content')
      } catch (error) {
        if (!(error instanceof Damaged)) throw error
        damaged = true
      }
    }
    const bytes = parts.length === 2 ? parts[0]! : Buffer.concat(parts)
    const resources = this.#file.dict(page.get('Resources')) ?? new Map()
    const drawn = this.#follow(bytes, {
      resources,
      depth: 0,
      canChange: !damaged,
      state: { ...initialState, clip: visible },
    })
    if (drawn.transparency.size > 0) recordGroup(this.#file, page.get('Group'), visible, drawn)
    const missing = [...streams, page.get('Resources')].find(value => this.#file.lacks(value))
    if (missing !== undefined) recordFault(drawn, missingObject('Contents', missing), visible)
    const tooMany = tooManyOperators(drawn.operators)
    if (tooMany !== null) recordFault(drawn, tooMany, visible)
    return damaged ? { ...drawn, damaged } : drawn
  }

  #read(stream: Stream): Uint8Array {
    const bytes = this.#file.decodedBytes(stream, maxContentBytes)
    this.#use(bytes)
    return bytes
  }

  #use({ length }: Uint8Array): void {
    this.#bytesLeft -= length + 100
    if (this.#bytesLeft < 0) throw new WorkLimitReached()
  }

  #follow(bytes: Uint8Array, context: Context): Drawn {
    const drawn = emptyDrawn()
    try {
      this.#operators(new Lexer(bytes), context, drawn)
    } catch (error) {
      if (!(error instanceof Damaged || error instanceof Incomplete)) throw error
      drawn.damaged = true
    }
    if (drawn.setsRgbBlack) this.#recordBlack(bytes, context, drawn)
    return drawn
  }

  #recordBlack(bytes: Uint8Array, { resources, canChange }: Context, drawn: Drawn): void {
    const canRead = canChange && !drawn.damaged && !drawn.limited && drawn.operators <= maxOperators
    if (canRead) this.#use(bytes)
    const found = canRead ? findBlackText(this.#file, bytes, resources) : null
    if (found !== null) drawn.rgbBlackText = true
    if (found === null || found.hasOther) drawn.rgbBlack = true
  }

  /** Follows the content of a stream; a stream that cannot be read is reported as damaged. */
  #drawnBy(stream: Stream, context: Context): Drawn {
    try {
      return this.#follow(this.#read(stream), context)
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      return { ...emptyDrawn(), damaged: true }
    }
  }

  #operators(lexer: Lexer, context: Context, drawn: Drawn): void {
    const file = this.#file
    const { resources } = context
    const resourceDicts = new Map<string, Dict | null>()
    const resource = (kind: string, name: Obj | undefined): Obj | undefined => {
      if (typeof name !== 'string') return undefined
      if (!resourceDicts.has(kind)) resourceDicts.set(kind, file.dict(resources.get(kind)))
      return resourceDicts.get(kind)?.get(name)
    }
    const spaceOf = (name: Obj | undefined) => resource('ColorSpace', name) ?? name
    let { state } = context
    const states: State[] = []
    /** For each open marked-content sequence: whether it hides its content. */
    const hiddenMarks: boolean[] = []
    let hiddenDepth = 0
    /** A glyph that is only a shape takes the color of its text. */
    let isShape = false
    const path = new Path()
    let isClip = false
    const text = new TextPosition()
    const operands: Obj[] = []
    const number = (i: number) => {
      const value = operands[i]
      return typeof value === 'number' ? value : 0
    }
    const sixNumbers = (): Matrix => [number(0), number(1), number(2), number(3), number(4), number(5)]
    const endPath = () => {
      const around = isClip ? path.around(state.matrix) : null
      if (around !== null) state = { ...state, clip: overlap(around, state.clip) ?? emptyArea }
      isClip = false
      path.clear()
    }
    for (let item = lexer.next(); item !== undefined; item = lexer.next()) {
      if (!(item instanceof Word)) {
        operands.push(item)
        if (operands.length > 10_000) throw new Damaged('operands without an operator')
        continue
      }
      if (++drawn.operators > maxOperators) return
      switch (item.text) {
        case 'q':
          if (states.length < maxOpen) states.push(state)
          else drawn.limited = true
          break
        case 'Q':
          state = states.pop() ?? state
          break
        case 'cm':
          state = { ...state, matrix: multiply(sixNumbers(), state.matrix) }
          break
        case 'm':
        case 'l':
        case 'c':
        case 'v':
        case 'y':
        case 're':
          path.construct(item.text, operands)
          break
        case 'W':
        case 'W*':
          isClip = true
          break
        case 'S':
        case 's':
          if (hiddenDepth === 0) recordStrokedPath(path, state, drawn)
          endPath()
          break
        case 'f':
        case 'F':
        case 'f*':
          if (hiddenDepth === 0) recordFilledPath(path, state, drawn)
          endPath()
          break
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
          if (hiddenDepth === 0) {
            recordFilledPath(path, state, drawn)
            recordStrokedPath(path, state, drawn, { isFilled: true })
          }
          endPath()
          break
        case 'n':
          endPath()
          break
        case 'd1':
          isShape = true
          break
        case 'g':
        case 'k':
          state = { ...state, fill: inkOf(operands), fillSigns: [], fillColor: [item.text, ...operands] }
          break
        case 'G':
        case 'K':
          state = { ...state, stroke: inkOf(operands), strokeSigns: [] }
          break
        case 'rg':
          state = {
            ...state,
            fill: inkOf(operands),
            fillSigns: isShape ? [] : signsOfRgb(inkOf(operands)),
            fillColor: [item.text, ...operands],
          }
          if (hiddenDepth === 0 && !isShape) recordRgb(state.fill, drawn, 'setsRgbBlack')
          break
        case 'RG':
          state = { ...state, stroke: inkOf(operands), strokeSigns: isShape ? [] : signsOfRgb(inkOf(operands)) }
          if (hiddenDepth === 0 && !isShape) recordRgb(state.stroke, drawn, 'setsRgbBlack')
          break
        case 'cs':
        case 'CS': {
          const seen = hiddenDepth > 0 || isShape ? null : drawn
          const { components, signs } = this.#spaces.plain(spaceOf(operands[0]), state.clip, seen)
          const ink = components === null ? unknownInk : black
          state =
            item.text === 'cs'
              ? { ...state, fill: ink, fillComponents: components, fillSigns: signs, fillColor: [...operands] }
              : { ...state, stroke: ink, strokeComponents: components, strokeSigns: signs }
          break
        }
        case 'sc':
        case 'scn':
        case 'SC':
        case 'SCN': {
          const isFill = item.text === 'sc' || item.text === 'scn'
          if (isFill) state = { ...state, fillColor: [state.fillColor[0] ?? null, ...operands] }
          const components = isFill ? state.fillComponents : state.strokeComponents
          if (components !== null && components === operands.length) {
            const ink = inkOf(operands)
            const signs = components === 3 && !isShape ? signsOfRgb(ink) : []
            state = isFill ? { ...state, fill: ink, fillSigns: signs } : { ...state, stroke: ink, strokeSigns: signs }
            if (components === 3 && hiddenDepth === 0 && !isShape) recordRgb(ink, drawn, 'rgbBlack')
            break
          }
          const name = operands.at(-1)
          if (hiddenDepth > 0 || typeof name !== 'string') break
          const signs = this.#pattern(name, resource('Pattern', name), context, state, drawn)
          state = isFill ? { ...state, fillSigns: signs } : { ...state, strokeSigns: signs }
          break
        }
        case 'sh':
          if (hiddenDepth > 0 || state.clip === emptyArea) break
          drawn.needsRenderer = true
          addSigns(
            drawn.places,
            this.#spaces.shading(operands[0], resource('Shading', operands[0]), state, drawn),
            state.clip,
          )
          addSigns(drawn.places, state.effects, state.clip)
          break
        case 'gs': {
          const dict = file.dict(resource('ExtGState', operands[0]))
          if (dict === null) break
          const font = file.array(dict.get('Font'))
          if (font !== null) state = { ...state, font: font[0], isOwnFont: true, size: file.number(font[1]) ?? 0 }
          state = withGraphics(file, dict, state)
          if (hiddenDepth > 0) break
          for (const kind of transparencyOf(file, dict)) drawn.transparency.add(kind)
          if (hasTransferCurve(file, dict)) drawn.hasTransferCurve = true
          this.#mask(file.dict(dict.get('SMask')), context, state, drawn)
          break
        }
        case 'Tf':
          state = { ...state, font: resource('Font', operands[0]) ?? null, isOwnFont: true, size: number(1) }
          break
        case 'Ts':
          state = { ...state, rise: number(0) }
          break
        case 'w':
          state = { ...state, lineWidth: Math.abs(number(0)) }
          break
        case 'Tc':
          state = { ...state, charSpace: number(0) }
          break
        case 'Tw':
          state = { ...state, wordSpace: number(0) }
          break
        case 'Tz':
          state = { ...state, scale: number(0) / 100 }
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
          if (item.text === '"') state = { ...state, wordSpace: number(0), charSpace: number(1) }
          if (item.text === "'" || item.text === '"') text.move(0, -state.leading)
          this.#texts.show(operands, text, hiddenDepth > 0, {
            state,
            drawn,
            lettersOf: font => this.#lettersOf(font, context),
          })
          break
        case 'Do':
          if (hiddenDepth === 0) this.#object(operands[0], resource('XObject', operands[0]), context, state, drawn)
          break
        case 'BI': {
          const image = inlineImage(lexer, {
            filters: dict => file.filtersOf(dict).map(({ name }) => name),
            colors: space => componentsOf(file, spaceOf(space)),
          })
          if (hiddenDepth === 0) this.images.placeInline(image, spaceOf, state, drawn)
          break
        }
        case 'BDC': {
          const properties = operands[1]
          const layer = typeof properties === 'string' ? resource('Properties', properties) : properties
          const hides = operands[0] === 'OC' && this.#layers.isHidden(layer)
          if (hiddenMarks.length < maxOpen) {
            hiddenMarks.push(hides)
            if (hides) hiddenDepth++
          } else drawn.limited = true
          break
        }
        case 'BMC':
          if (hiddenMarks.length < maxOpen) hiddenMarks.push(false)
          else drawn.limited = true
          break
        case 'EMC':
          if (hiddenMarks.pop() === true) hiddenDepth--
          break
        default:
      }
      operands.length = 0
    }
  }

  /** The content of all glyphs of a font together; the position of each glyph on the page is unknown. */
  #lettersOf(font: Dict, { resources, depth }: Context): Drawn {
    const known = this.#letters.get(font)
    if (known !== undefined) return known
    const drawn = emptyDrawn()
    // Set first, so that a glyph that uses its own font finds an empty result.
    this.#letters.set(font, drawn)
    if (depth >= maxForms) return Object.assign(drawn, { limited: true })
    const file = this.#file
    const context = {
      resources: file.dict(font.get('Resources')) ?? resources,
      depth: depth + 1,
      canChange: false,
      state: initialState,
    }
    const matrix = matrixOf(file, font.get('FontMatrix'))
    const letters = [...(file.dict(font.get('CharProcs'))?.values() ?? [])]
    for (const letter of letters.slice(0, maxLetters)) {
      const stream = file.stream(letter)
      if (stream !== null) merge(this.#drawnBy(stream, context), matrix, null, drawn)
    }
    if (letters.length > maxLetters) drawn.limited = true
    // A page may have thousands of lines; one image per font is enough for a report.
    trimToLowestResolution(drawn.images, 1)
    return Object.assign(drawn, withoutPositions(drawn), { operators: 0 })
  }

  #object(name: Obj | undefined, value: Obj | undefined, context: Context, state: State, drawn: Drawn): void {
    const stream = this.#file.stream(value)
    if (stream === null) {
      const unit = overlap(transformBox([0, 0, 1, 1], state.matrix), state.clip)
      recordFault(drawn, missingObject(name, value), unit ?? state.clip)
      return
    }
    if (this.#layers.isHidden(stream.dict.get('OC'))) return
    const fault = standInFor(this.#file, name, value, stream.dict)
    if (fault !== null) {
      recordFault(drawn, fault, this.#areaOf(stream.dict, state))
      return
    }
    const kind = this.#file.name(stream.dict.get('Subtype'))
    if (kind === 'Image') this.images.place(stream, value, state, drawn)
    else if (kind === 'Form') this.#form(stream, value, context, state, drawn)
  }

  /** The part of the page that an object covers: its box, or the unit square of an image. */
  #areaOf(dict: Dict, { matrix, clip }: State): Area | null {
    const box = boxOf(this.#file, dict.get('BBox')) ?? [0, 0, 1, 1]
    return overlap(transformBox(box, multiply(matrixOf(this.#file, dict.get('Matrix')), matrix)), clip) ?? clip
  }

  #form(stream: Stream, value: Obj | undefined, context: Context, state: State, drawn: Drawn): void {
    if (context.depth >= maxForms) {
      drawn.limited = true
      return
    }
    // MuPDF then draws all of it, others nothing.
    if (this.#file.resolve(stream.dict.get('BBox')) === null) recordFault(drawn, formWithoutBox(value), state.clip)
    const inside = this.#insideOf(stream, value, context, state)
    if (inside.usesOuterFont && !state.isOwnFont) drawn.usesOuterFont = true
    merge(inside, multiply(matrixOf(this.#file, stream.dict.get('Matrix')), state.matrix), state.clip, drawn)
  }

  /** A form inherits the state of the content that draws it (8.10.1), so it is followed once for each state. */
  #insideOf(stream: Stream, value: Obj | undefined, context: Context, outer: State): Drawn {
    const own = this.#file.dict(stream.dict.get('Resources'))
    const inside: Context = {
      resources: own ?? context.resources,
      depth: context.depth + 1,
      canChange: context.canChange && own !== null && value instanceof Ref && !this.#blends(context.resources),
      state: { ...outer, matrix: identity, clip: boxOf(this.#file, stream.dict.get('BBox')), isOwnFont: false },
    }
    // A form without resources uses those of the content that draws it, so it may differ each time.
    if (!(value instanceof Ref) || own === null) return this.#drawnBy(stream, inside)
    const { matrix: _, clip: __, font, isOwnFont: ___, size, ...inherited } = outer
    const baseKey = `${value.number} ${inside.canChange} ${JSON.stringify(inherited)}`
    const known = this.#forms.get(baseKey)
    const key = known?.usesOuterFont === true ? `${baseKey} ${this.#fontNumber(font)} ${size}` : baseKey
    const cached = this.#forms.get(key)
    if (cached !== undefined) return cached
    // Set first, so that a form that draws itself finds an empty result.
    this.#forms.set(key, emptyDrawn())
    const drawn = this.#drawnBy(stream, inside)
    const group = this.#file.dict(stream.dict.get('Group'))
    if (this.#file.resolve(group?.get('I')) === true) recordGroup(this.#file, group, inside.state.clip, drawn)
    this.#forms.set(key, drawn)
    return drawn
  }

  #blends(resources: Dict): boolean {
    const known = this.#blending.get(resources)
    if (known !== undefined) return known
    const blends = blendsBlack(this.#file, resources)
    this.#blending.set(resources, blends)
    return blends
  }

  #fontNumber(font: Obj | undefined): number {
    const key = font instanceof Ref ? font.number : font
    if (!this.#fontNumbers.has(key)) this.#fontNumbers.set(key, this.#fontNumbers.size)
    return this.#fontNumbers.get(key)!
  }

  /** The cells of a pattern repeat, and are placed by the page's own matrix, not by the current matrix. */
  #pattern(name: string, value: Obj | undefined, context: Context, state: State, drawn: Drawn): Sign[] {
    const { clip } = state
    const dict = this.#file.dict(value)
    const stream = this.#file.stream(value)
    if (dict === null) {
      recordFault(drawn, missingObject(name, value), clip)
      return []
    }
    if (stream === null) return this.#spaces.shading('Shading', dict.get('Shading'), state, drawn)
    const fault = tooManyTiles(this.#file, value, matrixOf(this.#file, dict.get('Matrix')), clip)
    if (fault !== null) recordFault(drawn, fault, clip)
    const cell = emptyDrawn()
    this.#form(stream, value, { ...context, canChange: false }, initialState, cell)
    merge({ ...withoutPositions(cell), places: new Map() }, identity, null, drawn)
    return signsOf(cell.places)
  }

  /** Only the darkness of a mask prints: its fonts count, but its colors and the resolution of its images do not. */
  #mask(mask: Dict | null, context: Context, state: State, drawn: Drawn): void {
    const group = mask?.get('G')
    const stream = this.#file.stream(group)
    // MuPDF then draws nothing, others as without a mask.
    if (this.#file.lacks(group)) recordFault(drawn, missingObject('SMask', group), state.clip)
    if (stream === null) return
    const inside = emptyDrawn()
    this.#form(stream, group, context, { ...initialState, matrix: state.matrix }, inside)
    const { missingFonts, damaged, limited, faults, operators, places } = inside
    const named = [...places].filter(([kind]) => kind.includes(' '))
    merge(
      { ...emptyDrawn(), missingFonts, damaged, limited, faults, operators, places: new Map(named) },
      identity,
      state.clip,
      drawn,
    )
  }
}

const newLine = Buffer.from('\n')
/** A clip without an area. */
const emptyArea: Area = [Infinity, Infinity, -Infinity, -Infinity]
