// Geometry of a page: matrices, boxes, and lines of text.

/** The matrix of PDF: a b c d e f. */
export type Matrix = readonly [number, number, number, number, number, number]
export const identity: Matrix = [1, 0, 0, 1, 0, 0]
/** From x, y to x, y. */
export type Segment = readonly [number, number, number, number]
/** Left, bottom, right, top. */
export type Area = readonly [number, number, number, number]

/** A line of text of unknown length: its height as a segment across its start, and its direction. */
export type Line = { across: Segment; along: readonly [x: number, y: number] }

/** The tolerance for a direction that is meant to be horizontal or vertical. */
const straightTolerance = 1e-6

/** The matrix that applies `inner` first. */
export const multiply = (inner: Matrix, outer: Matrix): Matrix => [
  inner[0] * outer[0] + inner[1] * outer[2],
  inner[0] * outer[1] + inner[1] * outer[3],
  inner[2] * outer[0] + inner[3] * outer[2],
  inner[2] * outer[1] + inner[3] * outer[3],
  inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
  inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
]

export const apply = (m: Matrix, x: number, y: number): [number, number] => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
]

export function transformSegment([x1, y1, x2, y2]: Segment, matrix: Matrix): Segment {
  return [...apply(matrix, x1, y1), ...apply(matrix, x2, y2)]
}

export const aroundSegment = ([x1, y1, x2, y2]: Segment): Area => [
  Math.min(x1, x2),
  Math.min(y1, y2),
  Math.max(x1, x2),
  Math.max(y1, y2),
]

/** The box around a transformed box. */
export function transformBox([left, bottom, right, top]: Area, matrix: Matrix): Area {
  const [x1, y1] = apply(matrix, left, bottom)
  const [x2, y2] = apply(matrix, right, bottom)
  const [x3, y3] = apply(matrix, left, top)
  const [x4, y4] = apply(matrix, right, top)
  return [Math.min(x1, x2, x3, x4), Math.min(y1, y2, y3, y4), Math.max(x1, x2, x3, x4), Math.max(y1, y2, y3, y4)]
}

/** The common area; null when there is none. A `clip` of null has no limits. */
export function overlap(box: Area, clip: Area | null): Area | null {
  if (clip === null) return box
  const common: Area = [
    Math.max(box[0], clip[0]),
    Math.max(box[1], clip[1]),
    Math.min(box[2], clip[2]),
    Math.min(box[3], clip[3]),
  ]
  return common[0] < common[2] && common[1] < common[3] ? common : null
}

export const transformLine = ({ across, along: [x, y] }: Line, matrix: Matrix): Line => ({
  across: transformSegment(across, matrix),
  along: [x * matrix[0] + y * matrix[2], x * matrix[1] + y * matrix[3]],
})

/** Whether a line of text of any length may touch the box. */
export function canTouch({ across: [x1, y1, x2, y2], along: [x, y] }: Line, clip: Area | null): boolean {
  if (clip === null) return true
  const tolerance = straightTolerance * Math.hypot(x, y)
  return (
    (x < -tolerance || Math.min(x1, x2) < clip[2]) &&
    (x > tolerance || Math.max(x1, x2) > clip[0]) &&
    (y < -tolerance || Math.min(y1, y2) < clip[3]) &&
    (y > tolerance || Math.max(y1, y2) > clip[1])
  )
}
