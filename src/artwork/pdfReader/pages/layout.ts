// Where text and pictures are on a page, as few boxes as possible: parts of a line, or strips of a picture, that lie
// side by side are one box. For the folds of a cover, panels of two colors are two, since the edge between them shows.

import { type Area, type Matrix, overlap, transformBox } from '../drawing/plane.ts'

const maxBoxes = 1_000
/** Points by which the sides of parts of one line may differ. */
const alignedTolerance = 0.5
/** Points between strips of one picture, which are rounded to pixels. */
const adjoiningTolerance = 2
/** A picture smaller than a quarter of an inch matters to no edge. */
export const minPicture = 18

/** Adds a box, or enlarges the last box if both are parts of one line or row. */
export function addBox(boxes: Area[], box: Area): void {
  const last = boxes.at(-1)
  if (last !== undefined && (boxes.length >= maxBoxes || isBeside(last, box)))
    boxes[boxes.length - 1] = around(last, box)
  else boxes.push(box)
}

const sidesOf = ([left, bottom, right, top]: Area) => [right - left, top - bottom] as const
export const isPicture = (box: Area): boolean => Math.min(...sidesOf(box)) >= minPicture
/** The color of a thin spine, as narrow as a fold drifts: two inches long, and more than a line. */
export const isPanel = (box: Area): boolean => Math.min(...sidesOf(box)) >= 4.5 && Math.max(...sidesOf(box)) > 144

/** Strips of a picture may be drawn with others between them. */
const maxLookback = 50

/** `color` tells the colors of fills apart; of an image it is null. */
export type Panel = { box: Area; color: string | null }

/** Adds a picture or color, or enlarges one of the same color that it adjoins, where no later one has hidden that. */
export function addPanel(panels: Panel[], { box, color }: Panel): void {
  const grown: Area = [
    box[0] - adjoiningTolerance,
    box[1] - adjoiningTolerance,
    box[2] + adjoiningTolerance,
    box[3] + adjoiningTolerance,
  ]
  const isHidden = (other: Panel, i: number) => {
    const later = panels.slice(i + 1)
    if (color !== null && isWithin(box, other.box)) return later.some(panel => overlap(panel.box, box) !== null)
    const seam = overlap(other.box, grown)
    return seam !== null && later.some(panel => isWithin(seam, panel.box))
  }
  const isAlike = (other: Panel, i: number) =>
    i >= panels.length - maxLookback &&
    other.color === color &&
    (adjoins(other.box, box) || (color !== null && isWithin(box, other.box))) &&
    !isHidden(other, i)
  const at = panels.length >= maxBoxes ? maxBoxes - 1 : panels.findLastIndex(isAlike)
  if (at < 0) panels.push({ box, color })
  else panels[at] = { color, box: around(panels[at]!.box, box) }
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
  return (isAligned(a, b, 1) && gap(a, b, 0) < a[3] - a[1]) || (isAligned(a, b, 0) && gap(a, b, 1) < a[2] - a[0])
}

const adjoins = (a: Area, b: Area): boolean =>
  (isAligned(a, b, 1) && gap(a, b, 0) < adjoiningTolerance) || (isAligned(a, b, 0) && gap(a, b, 1) < adjoiningTolerance)

const isAligned = (a: Area, b: Area, i: 0 | 1): boolean =>
  Math.abs(a[i] - b[i]) < alignedTolerance && Math.abs(a[i + 2]! - b[i + 2]!) < alignedTolerance
const gap = (a: Area, b: Area, i: 0 | 1): number => Math.max(a[i], b[i]) - Math.min(a[i + 2]!, b[i + 2]!)
export const isWithin = (inner: Area, outer: Area): boolean =>
  inner.every((side, i) => (i < 2 ? side >= outer[i]! : side <= outer[i]!))
