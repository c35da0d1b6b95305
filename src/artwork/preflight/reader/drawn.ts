// What is drawn on a page or in a form, and how the content of a form is merged into what draws it.

import {
  type Area,
  boxThrough,
  canTouch,
  type Line,
  lineThrough,
  type Matrix,
  moved,
  overlap,
  type Segment,
  times,
} from './plane.ts'

const mostKept = 2_000
const mostFonts = 1_000
/** Of text in one font; when there is more, it is anywhere. */
const mostLines = 100
export const mostNames = 50

/** `seen` is around all that can be seen of it; null where nobody knows where it is, as in a pattern. */
export type PlacedImage = { width: number; height: number; matrix: Matrix; seen: Area | null }

export type Drawn = {
  images: PlacedImage[]
  /** Short straight lines, wherever they are. */
  marks: Segment[]
  /** Lines of text, each as a vertical line at its start from bottom to top, since its length is not known. */
  texts: Segment[]
  /**
   * Fonts that print and are not in the file, with the lines that are set in them; null where nobody knows where they
   * are.
   */
  missingFonts: Map<string, Line[] | null>
  rgb: boolean
  spots: Set<string>
  registration: boolean
  transparency: Set<string>
  damaged: boolean
  /** Something is nested so deep, or is so much, that it was not followed. */
  limited: boolean
  /** Text is set in the font of whatever draws this form. */
  usesFont: boolean
}

export const emptyDrawn = (): Drawn => ({
  images: [],
  marks: [],
  texts: [],
  missingFonts: new Map(),
  rgb: false,
  spots: new Set(),
  registration: false,
  transparency: new Set(),
  damaged: false,
  limited: false,
  usesFont: false,
})

/** Lists are bounded: what a hostile file has beyond is not kept. */
export function keep<Item>(list: Item[], item: Item): void {
  if (list.length < mostKept) list.push(item)
}

/** Of images the coarsest are kept. A single row or column of pixels is a fill or a gradient, and no picture. */
export function keepImage(images: PlacedImage[], image: PlacedImage): void {
  if (image.width < 2 || image.height < 2) return
  images.push(image)
  if (images.length >= 2 * mostKept) keepCoarsest(images, mostKept)
}

export function keepCoarsest(images: PlacedImage[], most: number): void {
  images.sort((a, b) => finenessOf(a) - finenessOf(b))
  images.length = Math.min(images.length, most)
}

/** Pixels to a unit, the lower one of both directions. */
export function finenessOf({ width, height, matrix }: PlacedImage): number {
  return Math.min(width / Math.hypot(matrix[0], matrix[1]), height / Math.hypot(matrix[2], matrix[3]))
}

export function keepFont(fonts: Drawn['missingFonts'], name: string, lines: Line[] | null): void {
  const known = fonts.get(name)
  if (known === undefined && fonts.size >= mostFonts) return
  const all = lines === null || known === null ? null : [...(known ?? []), ...lines]
  fonts.set(name, all === null || all.length > mostLines ? null : all)
}

/** Adds what a form draws, placed by `matrix`, as far as it can be seen within `clip`. */
export function merge(inside: Drawn, matrix: Matrix, clip: Area | null, drawn: Drawn): void {
  for (const image of inside.images) {
    const seen = image.seen && overlap(boxThrough(image.seen, matrix), clip)
    if (image.seen === null || seen !== null)
      keepImage(drawn.images, { ...image, matrix: times(image.matrix, matrix), seen })
  }
  for (const mark of inside.marks) keep(drawn.marks, moved(mark, matrix))
  for (const text of inside.texts) keep(drawn.texts, moved(text, matrix))
  for (const [name, lines] of inside.missingFonts) {
    const seen =
      lines === null ? null : lines.map(line => lineThrough(line, matrix)).filter(line => canTouch(line, clip))
    if (seen?.length !== 0) keepFont(drawn.missingFonts, name, seen)
  }
  for (const key of ['spots', 'transparency'] as const) {
    for (const name of inside[key]) if (drawn[key].size < mostNames) drawn[key].add(name)
  }
  for (const key of ['rgb', 'registration', 'damaged', 'limited'] as const) drawn[key] ||= inside[key]
}

/** The same, of which nobody knows where it is. No mark is drawn so. */
export const anywhere = (drawn: Drawn): Drawn => ({
  ...drawn,
  images: drawn.images.map(image => ({ ...image, seen: null })),
  marks: [],
  texts: [],
  missingFonts: new Map([...drawn.missingFonts.keys()].map(name => [name, null])),
})
