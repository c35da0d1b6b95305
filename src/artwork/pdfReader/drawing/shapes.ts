// The small shapes of a page, such as letters as outlines, the bars of a barcode and the parts of a logo. Shapes beside
// each other, as they are drawn, are one group. Long thin lines are kept apart, since they may be the sides of a frame.

import { around } from '../pages/layout.ts'
import { type Area, type Matrix, overlap, transformBox } from './plane.ts'

/** `count` has no shapes within others, such as the inside of an o. `isPaper` is white, as on a dark cover. */
export type ShapeGroup = { box: Area; count: number; last: Area; isPaper: boolean }

/** Half an inch: larger shapes are pictures. */
const maxSmall = 36
/** The bars of a barcode are long. */
const maxLong = 144
/** Letters of a line, and its words, are nearer to each other than this share of their size. */
const maxGap = 0.6
const maxGroups = 1_000
/** A page with more groups has a drawing of many parts. */
const maxMerged = 200
const maxRuleThickness = 4

export function addShape(groups: ShapeGroup[], box: Area, isPaper: boolean): void {
  const [short, long] = sidesOf(box)
  if (!(short <= maxSmall && long <= maxLong)) return
  const group = groups.at(-1)
  if (group === undefined || group.isPaper !== isPaper || !isBeside(group, box)) {
    if (groups.length < maxGroups) groups.push({ box, count: 1, last: box, isPaper })
    return
  }
  const isInside = group.last.every((side, i) => (i < 2 ? side <= box[i]! : side >= box[i]!))
  groups[groups.length - 1] = {
    box: around(group.box, box),
    count: group.count + (isInside ? 0 : 1),
    last: isInside ? group.last : box,
    isPaper,
  }
}

function isBeside({ box, last }: ShapeGroup, shape: Area): boolean {
  const reach = maxGap * Math.min(Math.max(sidesOf(last)[1], sidesOf(shape)[1]), maxSmall)
  return (
    shape[0] <= box[2] + reach && shape[2] >= box[0] - reach && shape[1] <= box[3] + reach && shape[3] >= box[1] - reach
  )
}

const sidesOf = ([left, bottom, right, top]: Area): [short: number, long: number] => [
  Math.min(right - left, top - bottom),
  Math.max(right - left, top - bottom),
]

/** A line that is longer than any letter. */
export function isRule(box: Area): boolean {
  const [short, long] = sidesOf(box)
  return short <= maxRuleThickness && long > maxLong
}

export function addPlacedShapes(from: ShapeGroup[], matrix: Matrix, clip: Area | null, to: ShapeGroup[]): void {
  for (const group of from) {
    const box = overlap(transformBox(group.box, matrix), clip)
    if (box !== null && to.length < maxGroups)
      to.push({ ...group, box, last: overlap(transformBox(group.last, matrix), clip) ?? box })
  }
}

/** Groups that were drawn apart and touch each other are one; none of a page that has a large drawing of them. */
export function mergedShapes(groups: ShapeGroup[]): ShapeGroup[] {
  const merged: ShapeGroup[] = []
  if (groups.length >= maxGroups) return []
  for (const group of groups) {
    const other = merged.findIndex(({ box, isPaper }) => isPaper === group.isPaper && overlap(box, group.box) !== null)
    if (other < 0) merged.push(group)
    else {
      const { box, count } = merged[other]!
      merged[other] = { ...group, box: around(box, group.box), count: count + group.count }
    }
    if (merged.length > maxMerged) return []
  }
  return merged
}

/** A row or column of at least three shapes, none of them larger than letters. A small drawing is not as long. */
export function isRow({ box, count }: ShapeGroup): boolean {
  const [short, long] = sidesOf(box)
  return count >= 3 && short <= maxSmall && long >= 2 * short
}
