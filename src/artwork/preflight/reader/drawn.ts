// What is drawn on a page or in a form, and how the content of a form is merged into what draws it.

const mostKept = 2_000
export const mostNames = 50

export type Matrix = readonly [number, number, number, number, number, number]
export const unmoved: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that applies `inner` first, then `outer`. */
export const times = (inner: Matrix, outer: Matrix): Matrix => [
  inner[0] * outer[0] + inner[1] * outer[2],
  inner[0] * outer[1] + inner[1] * outer[3],
  inner[2] * outer[0] + inner[3] * outer[2],
  inner[2] * outer[1] + inner[3] * outer[3],
  inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
  inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
]

export type PlacedImage = { width: number; height: number; matrix: Matrix }
/** From x, y to x, y. */
export type Segment = readonly [number, number, number, number]

export type Drawn = {
  images: PlacedImage[]
  /** Short straight lines, wherever they are. */
  marks: Segment[]
  /** Lines of text, each as a vertical line at its start from bottom to top, since its length is not known. */
  texts: Segment[]
  /** Fonts that print and are not embedded. */
  missingFonts: Set<string>
  rgb: boolean
  spots: Set<string>
  registration: boolean
  transparency: Set<string>
  damaged: boolean
}

export const emptyDrawn = (): Drawn => ({
  images: [],
  marks: [],
  texts: [],
  missingFonts: new Set(),
  rgb: false,
  spots: new Set(),
  registration: false,
  transparency: new Set(),
  damaged: false,
})

export const apply = (m: Matrix, x: number, y: number): [number, number] => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
]

/** Lists are bounded: what a hostile file has beyond that is dropped. */
export function keep<Item>(list: Item[], item: Item): void {
  if (list.length < mostKept) list.push(item)
}

/** Adds the content of a form, placed by `matrix`. */
export function merge(inside: Drawn, matrix: Matrix, drawn: Drawn): void {
  for (const image of inside.images) keep(drawn.images, { ...image, matrix: times(image.matrix, matrix) })
  for (const mark of inside.marks) keep(drawn.marks, moved(mark, matrix))
  for (const text of inside.texts) keep(drawn.texts, moved(text, matrix))
  for (const key of ['missingFonts', 'spots', 'transparency'] as const) {
    for (const name of inside[key]) if (drawn[key].size < mostNames) drawn[key].add(name)
  }
  drawn.rgb ||= inside.rgb
  drawn.registration ||= inside.registration
  drawn.damaged ||= inside.damaged
}

export function moved([x1, y1, x2, y2]: Segment, matrix: Matrix): Segment {
  return [...apply(matrix, x1, y1), ...apply(matrix, x2, y2)]
}
