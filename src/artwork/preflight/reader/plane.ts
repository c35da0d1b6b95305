// Places on a page: matrices, boxes around things, and lines of text.

/** The matrix of PDF: a b c d e f. */
export type Matrix = readonly [number, number, number, number, number, number]
export const unmoved: Matrix = [1, 0, 0, 1, 0, 0]
/** From x, y to x, y. */
export type Segment = readonly [number, number, number, number]
/** Left, bottom, right, top. */
export type Area = readonly [number, number, number, number]

/** A line of text: across where it begins, from below to above, and the way that it runs, nobody knows how far. */
export type Line = { across: Segment; along: readonly [x: number, y: number] }

/** Of a way that is meant to run straight. */
const hardly = 1e-6

/** The matrix that applies `inner` first. */
export const times = (inner: Matrix, outer: Matrix): Matrix => [
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

export function moved([x1, y1, x2, y2]: Segment, matrix: Matrix): Segment {
  return [...apply(matrix, x1, y1), ...apply(matrix, x2, y2)]
}

/** Around what becomes of a box. */
export function boxThrough([left, bottom, right, top]: Area, matrix: Matrix): Area {
  const [x1, y1] = apply(matrix, left, bottom)
  const [x2, y2] = apply(matrix, right, bottom)
  const [x3, y3] = apply(matrix, left, top)
  const [x4, y4] = apply(matrix, right, top)
  return [Math.min(x1, x2, x3, x4), Math.min(y1, y2, y3, y4), Math.max(x1, x2, x3, x4), Math.max(y1, y2, y3, y4)]
}

/** What both have; null where that is nothing. With null for `clip` there is no limit. */
export function overlap(box: Area, clip: Area | null): Area | null {
  if (clip === null) return box
  const both: Area = [
    Math.max(box[0], clip[0]),
    Math.max(box[1], clip[1]),
    Math.min(box[2], clip[2]),
    Math.min(box[3], clip[3]),
  ]
  return both[0] < both[2] && both[1] < both[3] ? both : null
}

export const lineThrough = ({ across, along: [x, y] }: Line, matrix: Matrix): Line => ({
  across: moved(across, matrix),
  along: [x * matrix[0] + y * matrix[2], x * matrix[1] + y * matrix[3]],
})

/** Whether a line of text may come into the box, however long it is. */
export function canTouch({ across: [x1, y1, x2, y2], along: [x, y] }: Line, clip: Area | null): boolean {
  if (clip === null) return true
  const far = hardly * Math.hypot(x, y)
  return (
    (x < -far || Math.min(x1, x2) < clip[2]) &&
    (x > far || Math.max(x1, x2) > clip[0]) &&
    (y < -far || Math.min(y1, y2) < clip[3]) &&
    (y > far || Math.max(y1, y2) > clip[1])
  )
}
