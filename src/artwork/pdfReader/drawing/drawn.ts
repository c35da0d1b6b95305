// The record of what a page or form draws, and how the record of a form is merged into that of its surroundings.

import { addFault, type Fault } from '../file/faults.ts'
import type { Obj, Ref } from '../file/lexer.ts'
import { addPanel, addPlaced, around, type Panel } from '../pages/layout.ts'
import { addPlace, mergePlaces, type Places, withoutBoxes } from './places.ts'
import {
  type Area,
  canTouch,
  type Line,
  type Matrix,
  multiply,
  overlap,
  type Segment,
  transformBox,
  transformLine,
  transformSegment,
} from './plane.ts'
import { addPlacedShapes, type ShapeGroup } from './shapes.ts'

const maxListed = 2_000
const maxFonts = 1_000
/** Lines of text per font; beyond this number, positions are dropped. */
const maxLines = 100
export const maxNames = 50

/**
 * `seen` is the box around the visible part of the image; null when its position is unknown, as in a pattern. `object`
 * is null for an image that several objects are, or none.
 */
export type PlacedImage = {
  width: number
  height: number
  isBitonal: boolean
  object: Ref | null
  matrix: Matrix
  seen: Area | null
}

/** The features that a press renders badly, each as its worst value; lengths in the units of the page or form. */
type Extremes = {
  /** The smallest font sizes: of text in one ink, of white text, and of text in several inks. */
  smallestText: number
  smallestReversed: number
  smallestRich: number
  /** The thickness of the thinnest line or filled sliver; 0 is the thinnest that a device can draw. */
  thinnestLine: number
  /** The sum of the inks of a color, in percent; and the largest share of each ink in any color. */
  maxInk: number
  maxInks: readonly number[]
  /** The largest share of an ink in the faintest color other than white, in percent. */
  faintestTint: number
}

const noExtremes: Extremes = {
  smallestText: Infinity,
  smallestReversed: Infinity,
  smallestRich: Infinity,
  thinnestLine: Infinity,
  maxInk: 0,
  maxInks: [0, 0, 0, 0],
  faintestTint: Infinity,
}

export type Drawn = {
  images: PlacedImage[]
  /** Short straight lines anywhere on the page. */
  marks: Segment[]
  /** Lines of text, each as a vertical line at its start from bottom to top, since its length is not known. */
  texts: Segment[]
  /** Boxes around the visible lines of text whose length is known, and around images and large fills. */
  lines: Area[]
  pictures: Area[]
  /** The same, each color apart, and narrow fills: for the folds of a cover. */
  panels: Panel[]
  /** Small shapes, and long thin lines. */
  shapes: ShapeGroup[]
  rules: Area[]
  extremes: Extremes
  /** Where something is drawn that a finding may name. */
  places: Places
  /** The texts that run to the right, and those that run to the left, upside down. */
  upright: number
  upsideDown: number
  /** White that overprints, and so does not print. */
  hasWhiteOverprint: boolean
  /** Something other than black text overprints, so that plates show whether it changes a color. */
  mayOverprintColor: boolean
  hasTransferCurve: boolean
  /**
   * Fonts that print and are not in the file, with the lines of text that use them; null when the positions are
   * unknown.
   */
  missingFonts: Map<string, Line[] | null>
  /** Images, gradients or spot colors whose inks only their plates show. */
  mayMixInks: boolean
  /** Text, lines or fills that are not white. */
  hasShapes: boolean
  /** Only a renderer shows where it has ink, and in which color: all but text, lines and fills in black alone. */
  needsRenderer: boolean
  /** The box around text, lines and fills in black alone. Text reaches by its size beyond its own box. */
  blackInk: Area | null
  /** The characters that are drawn, spaces included, and the fonts of them. */
  letters: number
  fonts: Set<Obj | undefined>
  rgb: boolean
  /** Black or gray defined in RGB that stays as it is. */
  rgbBlack: boolean
  /** Text or lines in black defined in RGB that can be set in black ink. */
  rgbBlackText: boolean
  /** Operators of this content, and not only of its forms, set black or gray in RGB. */
  setsRgbBlack: boolean
  lab: boolean
  /** Glyphs that are drawings (Type 3). */
  hasDrawnFont: boolean
  spots: Set<string>
  registration: boolean
  transparency: Set<string>
  damaged: boolean
  /** Some content was not followed, because it is nested too deep or there is too much. */
  limited: boolean
  faults: Map<string, Fault>
  /** The number of operators; a form counts each time that it is drawn. */
  operators: number
  /** Text uses the font of the content that draws this form. */
  usesOuterFont: boolean
}

export const emptyDrawn = (): Drawn => ({
  images: [],
  marks: [],
  texts: [],
  lines: [],
  pictures: [],
  panels: [],
  shapes: [],
  rules: [],
  extremes: { ...noExtremes },
  places: new Map(),
  upright: 0,
  upsideDown: 0,
  hasWhiteOverprint: false,
  mayOverprintColor: false,
  hasTransferCurve: false,
  missingFonts: new Map(),
  mayMixInks: false,
  hasShapes: false,
  needsRenderer: false,
  blackInk: null,
  letters: 0,
  fonts: new Set(),
  rgb: false,
  rgbBlack: false,
  rgbBlackText: false,
  setsRgbBlack: false,
  lab: false,
  hasDrawnFont: false,
  spots: new Set(),
  registration: false,
  transparency: new Set(),
  damaged: false,
  limited: false,
  faults: new Map(),
  operators: 0,
  usesOuterFont: false,
})

/** Lists are bounded, so that a hostile file cannot fill the memory. */
export function addBounded<Item>(list: Item[], item: Item): void {
  if (list.length < maxListed) list.push(item)
}

/** Only the images with the lowest resolution are kept. A single row or column of pixels is a fill or a gradient. */
export function addImage(images: PlacedImage[], image: PlacedImage): void {
  if (image.width < 2 || image.height < 2) return
  images.push(image)
  if (images.length >= 2 * maxListed) trimToLowestResolution(images, maxListed)
}

export function trimToLowestResolution(images: PlacedImage[], max: number): void {
  images.sort((a, b) => resolutionOf(a) - resolutionOf(b))
  images.length = Math.min(images.length, max)
}

/** Pixels per unit, the lower value of both directions. */
export function resolutionOf({ width, height, matrix }: PlacedImage): number {
  return Math.min(width / Math.hypot(matrix[0], matrix[1]), height / Math.hypot(matrix[2], matrix[3]))
}

export function addMissingFont(fonts: Drawn['missingFonts'], name: string, lines: Line[] | null): void {
  const known = fonts.get(name)
  if (known === undefined && fonts.size >= maxFonts) return
  const all = lines === null || known === null ? null : [...(known ?? []), ...lines]
  fonts.set(name, all === null || all.length > maxLines ? null : all)
}

const flags = [
  'mayMixInks',
  'hasShapes',
  'needsRenderer',
  'rgb',
  'rgbBlack',
  'rgbBlackText',
  'lab',
  'hasDrawnFont',
  'registration',
  'damaged',
  'limited',
  'hasWhiteOverprint',
  'mayOverprintColor',
  'hasTransferCurve',
] as const

/** How many times larger lengths become. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c))

export type TextKind = 'smallestText' | 'smallestReversed' | 'smallestRich'
const textKinds = ['smallestText', 'smallestReversed', 'smallestRich'] as const

/** A fault that shows in a box, or anywhere on the page. */
export function recordFault(drawn: Drawn, fault: Fault, box: Area | null): void {
  drawn.needsRenderer = true
  addFault(drawn.faults, fault)
  addPlace(drawn.places, { kind: `${fault.kind} ${fault.object}`, value: 0 }, box)
}

export function recordBlack(drawn: Drawn, box: Area): void {
  drawn.blackInk = drawn.blackInk === null ? box : around(drawn.blackInk, box)
}

export function recordText({ extremes }: Drawn, kind: TextKind, size: number): void {
  if (size > 0 && size < extremes[kind]) extremes[kind] = size
}

export function recordLine({ extremes }: Drawn, width: number): void {
  if (width < extremes.thinnestLine) extremes.thinnestLine = width
}

export function recordInks({ extremes }: Drawn, shares: readonly number[], percent: number): void {
  extremes.maxInk = Math.max(extremes.maxInk, percent)
  extremes.maxInks = extremes.maxInks.map((share, i) => Math.max(share, shares[i]!))
}

/** Adds the content of a form, placed by `matrix`, as far as it is visible within `clip`. */
export function merge(form: Drawn, matrix: Matrix, clip: Area | null, drawn: Drawn): void {
  for (const image of form.images) {
    const seen = image.seen && overlap(transformBox(image.seen, matrix), clip)
    if (image.seen === null || seen !== null)
      addImage(drawn.images, { ...image, matrix: multiply(image.matrix, matrix), seen })
  }
  for (const mark of form.marks) addBounded(drawn.marks, transformSegment(mark, matrix))
  for (const text of form.texts) addBounded(drawn.texts, transformSegment(text, matrix))
  addPlaced(form.lines, matrix, clip, drawn.lines)
  addPlaced(form.pictures, matrix, clip, drawn.pictures)
  for (const { box, color } of form.panels) {
    const seen = overlap(transformBox(box, matrix), clip)
    if (seen !== null) addPanel(drawn.panels, { box: seen, color })
  }
  if (!addPlacedShapes(form.shapes, matrix, clip, drawn.shapes)) drawn.limited = true
  addPlaced(form.rules, matrix, clip, drawn.rules)
  const black = form.blackInk && overlap(transformBox(form.blackInk, matrix), clip)
  if (black !== null) recordBlack(drawn, black)
  drawn.letters += form.letters
  for (const font of form.fonts) drawn.fonts.add(font)
  const scale = scaleOf(matrix)
  for (const kind of textKinds) recordText(drawn, kind, form.extremes[kind] * scale)
  recordLine(drawn, form.extremes.thinnestLine * scale)
  mergePlaces(form.places, matrix, scale, clip, drawn.places)
  const { extremes } = drawn
  recordInks(drawn, form.extremes.maxInks, form.extremes.maxInk)
  extremes.faintestTint = Math.min(extremes.faintestTint, form.extremes.faintestTint)
  const isTurned = matrix[0] < 0
  drawn.upright += isTurned ? form.upsideDown : form.upright
  drawn.upsideDown += isTurned ? form.upright : form.upsideDown
  for (const [name, lines] of form.missingFonts) {
    const seen =
      lines === null ? null : lines.map(line => transformLine(line, matrix)).filter(line => canTouch(line, clip))
    if (seen?.length !== 0) addMissingFont(drawn.missingFonts, name, seen)
  }
  for (const key of ['spots', 'transparency'] as const) {
    for (const name of form[key]) if (drawn[key].size < maxNames) drawn[key].add(name)
  }
  for (const fault of form.faults.values()) addFault(drawn.faults, fault)
  drawn.operators += form.operators
  for (const key of flags) drawn[key] ||= form[key]
}

/** The same content with unknown positions. It has no printer's marks. */
export const withoutPositions = (drawn: Drawn): Drawn => ({
  ...drawn,
  images: drawn.images.map(image => ({ ...image, seen: null })),
  marks: [],
  texts: [],
  lines: [],
  pictures: [],
  panels: [],
  shapes: [],
  rules: [],
  extremes: {
    ...noExtremes,
    maxInk: drawn.extremes.maxInk,
    maxInks: drawn.extremes.maxInks,
    faintestTint: drawn.extremes.faintestTint,
  },
  places: withoutBoxes(drawn.places),
  upright: 0,
  upsideDown: 0,
  missingFonts: new Map([...drawn.missingFonts.keys()].map(name => [name, null])),
})
