// The small shapes of a page, such as letters as outlines, the bars of a barcode and the parts of a logo. Shapes beside
// each other, as they are drawn, are one group. Long thin lines are kept apart, since they may be the sides of a frame.

import { around } from '../pages/layout.ts'
import { type Area, type Matrix, overlap, transformBox } from './plane.ts'

/**
 * `count` has no shapes within others, such as the inside of an o; `steps` counts the shapes that follow the last shape
 * as letters do. `isPaper` is white, as on a dark cover. `isLarge` has shapes larger than the letters of a text.
 */
export type ShapeGroup = { box: Area; count: number; steps: number; last: Area; isPaper: boolean; isLarge: boolean }

/** Half an inch: larger shapes are pictures, or letters of a title. */
const maxSmall = 36
/** The bars of a barcode are long, and so are the letters of the largest titles. */
const maxLong = 144
/** Letters of a line, and its words, are nearer to each other than this share of their size. */
const maxGap = 0.6
const maxGroups = 10_000
/** Groups are looked for in so many rows and columns of a page. */
const cells = 50
/** They take a tenth of a second. A page that needs more looks has a drawing of many parts. */
const maxLooks = 1_000_000
/** A quarter of an inch: thicker lines are pictures. */
const maxRuleThickness = 18
/** Of the shapes of a text. The others begin its lines. */
const minSteps = 0.75
/** A flower has fewer parts than a paragraph. */
const minLetters = 12
/** The bars of a barcode are longer than letters of their width. */
const maxSlimness = 8

/** False when there are too many shapes. */
export function addShape(groups: ShapeGroup[], box: Area, isPaper: boolean): boolean {
  const [short, long] = sidesOf(box)
  if (!(long <= maxLong)) return true
  const isLarge = short > maxSmall
  const group = groups.at(-1)
  if (group === undefined || group.isPaper !== isPaper || !isBeside(group, box)) {
    if (groups.length < maxGroups) groups.push({ box, count: 1, steps: 0, last: box, isPaper, isLarge })
    return groups.length < maxGroups
  }
  const isInside = group.last.every((side, i) => (i < 2 ? side <= box[i]! : side >= box[i]!))
  groups[groups.length - 1] = {
    box: around(group.box, box),
    count: group.count + (isInside ? 0 : 1),
    steps: group.steps + (!isInside && isStep(group.last, box) ? 1 : 0),
    last: isInside ? group.last : box,
    isPaper,
    isLarge: group.isLarge || isLarge,
  }
  return true
}

/** The next letter is beside the last, to the right, or above or below it in a text that is turned. */
function isStep(last: Area, next: Area): boolean {
  const [short, long] = sidesOf(next)
  if (long > maxSlimness * short) return false
  return isBehind(last, next, 0) || isBehind(last, next, 1) || isBehind(next, last, 1)
}

function isBehind(last: Area, next: Area, axis: 0 | 1): boolean {
  const extent = ([left, bottom, right, top]: Area) => (axis === 0 ? top - bottom : right - left)
  const shared = Math.min(last[3 - axis]!, next[3 - axis]!) - Math.max(last[1 - axis]!, next[1 - axis]!)
  return (
    next[axis] >= (last[axis] + last[axis + 2]!) / 2 &&
    next[axis] - last[axis + 2]! < sidesOf(next)[1] &&
    2 * shared > Math.min(extent(last), extent(next))
  )
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

/** False when there are too many shapes. */
export function addPlacedShapes(from: ShapeGroup[], matrix: Matrix, clip: Area | null, to: ShapeGroup[]): boolean {
  for (const group of from) {
    const box = overlap(transformBox(group.box, matrix), clip)
    if (box !== null && to.length < maxGroups)
      to.push({ ...group, box, last: overlap(transformBox(group.last, matrix), clip) ?? box })
  }
  return to.length < maxGroups
}

/** Groups that were drawn apart and touch each other are one. Of a page with too many, only texts are left. */
export function mergedShapes(groups: ShapeGroup[]): ShapeGroup[] {
  const merged: ShapeGroup[] = []
  if (groups.length === 0) return merged
  const [left, bottom, right, top] = groups.reduce((all, { box }) => around(all, box), groups[0]!.box)
  const [across, up] = [cells / (right - left || 1), cells / (top - bottom || 1)]
  /** By cell and kind, the positions in `merged` of the groups that are there. */
  const places = new Map<number, Set<number>>()
  let looks = 0
  const cellsOf = function* ({ box, isPaper }: ShapeGroup) {
    for (let x = Math.floor((box[0] - left) * across); x <= (box[2] - left) * across; x++)
      for (let y = Math.floor((box[1] - bottom) * up); y <= (box[3] - bottom) * up; y++) {
        looks++
        yield 2 * ((cells + 1) * x + y) + Number(isPaper)
      }
  }
  const touchedBy = (group: ShapeGroup): number | undefined => {
    for (const cell of cellsOf(group))
      for (const i of places.get(cell) ?? []) {
        looks++
        if (overlap(merged[i]!.box, group.box) !== null) return i
      }
    return undefined
  }
  for (const group of groups) {
    if (looks > maxLooks) return groups.filter(isText)
    const other = touchedBy(group)
    const known = other === undefined ? null : merged[other]!
    const i = other ?? merged.length
    merged[i] =
      known === null
        ? group
        : {
            ...group,
            box: around(known.box, group.box),
            count: known.count + group.count,
            steps: known.steps + group.steps,
            isLarge: known.isLarge || group.isLarge,
          }
    if (known?.box.every((side, j) => side === merged[i]!.box[j])) continue
    for (const cell of cellsOf(merged[i])) {
      if (!places.has(cell)) places.set(cell, new Set())
      places.get(cell)!.add(i)
    }
  }
  return merged
}

/** A row or column of at least three small shapes, which is longer than a small drawing; or lines of letters. */
export function isText({ box, count, steps, isLarge }: ShapeGroup): boolean {
  const [short, long] = sidesOf(box)
  const isRow = count >= 3 && long >= 2 * short
  if (isRow && !isLarge && short <= maxSmall) return true
  return (isRow || count >= minLetters) && steps >= minSteps * (count - 1)
}

/** A group of small shapes that is no text. */
export const isDrawing = (group: ShapeGroup): boolean => !group.isPaper && !group.isLarge && !isText(group)
