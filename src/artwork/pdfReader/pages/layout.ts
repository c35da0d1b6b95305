// Where text and pictures are on a page, as few boxes as possible: parts of a line, or strips of a picture, that lie
// side by side are one box.

import { type Area, type Matrix, overlap, transformBox } from '../drawing/plane.ts'

const maxBoxes = 1_000
/** Points by which the sides of parts of one line may differ. */
const alignedTolerance = 0.5
/** A picture smaller than a quarter of an inch matters to no edge. */
export const minPicture = 18

/** Adds a box, or enlarges the last box if both are parts of one line or row. */
export function addBox(boxes: Area[], box: Area): void {
  const last = boxes.at(-1)
  if (last !== undefined && (boxes.length >= maxBoxes || isBeside(last, box)))
    boxes[boxes.length - 1] = around(last, box)
  else boxes.push(box)
}

export function addPlaced(from: Area[], matrix: Matrix, clip: Area | null, to: Area[]): void {
  for (const box of from) {
    const seen = overlap(transformBox(box, matrix), clip)
    if (seen !== null) addBox(to, seen)
  }
}

export const around = (a: Area, b: Area): Area => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

export function isBeside(a: Area, b: Area): boolean {
  const isAligned = (i: 0 | 1) =>
    Math.abs(a[i] - b[i]) < alignedTolerance && Math.abs(a[i + 2]! - b[i + 2]!) < alignedTolerance
  const gap = (i: 0 | 1) => Math.max(a[i], b[i]) - Math.min(a[i + 2]!, b[i + 2]!)
  return (isAligned(1) && gap(0) < a[3] - a[1]) || (isAligned(0) && gap(1) < a[2] - a[0])
}
