// Where on a page, or in a form, something is drawn that a finding may name. A color, font or effect has a place where
// something is drawn with it, not where it is set.

import { around, isBeside } from '../pages/layout.ts'
import { type Area, type Matrix, overlap, transformBox } from './plane.ts'

/**
 * The subject of a finding: its code, or a name that several codes share, such as `black_in_rgb`; and after a space,
 * the number of an object or the name of a font. `value` is what is measured there: the least is the worst.
 */
export type Sign = { kind: string; value: number }

/** A box of null is unknown: in the cells of a pattern, or in the glyphs of a drawn font. */
export type Places = Map<string, readonly { value: number; box: Area | null }[]>

const maxKinds = 100
const maxOfKind = 4
/** Values that are lengths grow with the matrix of a form. */
export const lengthKinds = new Set(['text_small', 'reversed_text_small', 'rich_text_small', 'line_too_thin'])
/** A line without a height of its own is seen in a box of a point. */
const minPoints = 0.5

/**
 * Of each kind, the worst places are kept. Equal ones beside each other are one, and so are all equal ones that do not
 * fit. Numbers of a file may be infinite, and the clip that limits a box may be empty: such places are none.
 */
export function addPlace(places: Places, { kind, value }: Sign, box: Area | null): void {
  if (!Number.isFinite(value) || (box !== null && !hasPlace(box))) return
  const known = places.get(kind)
  if (known === undefined) {
    if (places.size < maxKinds) places.set(kind, [{ value, box }])
    return
  }
  const last = known.at(-1)!
  const isEqual = value === last.value && box !== null && last.box !== null
  if (isEqual && (known.length >= maxOfKind || isBeside(last.box!, box)))
    places.set(kind, [...known.slice(0, -1), { value, box: around(last.box!, box) }])
  else if (known.length < maxOfKind) places.set(kind, [...known, { value, box }])
  else if (known.some(place => value < place.value))
    places.set(kind, [...known, { value, box }].sort((a, b) => a.value - b.value).slice(0, maxOfKind))
}

const hasPlace = (box: Area) => box.every(Number.isFinite) && box[0] <= box[2] && box[1] <= box[3]

export function addSigns(places: Places, signs: readonly Sign[], box: Area | null): void {
  for (const sign of signs) addPlace(places, sign, box)
}

/** Adds the places of a form, placed by `matrix`, as far as they show within `clip`. */
export function mergePlaces(from: Places, matrix: Matrix, scale: number, clip: Area | null, to: Places): void {
  for (const [kind, found] of from)
    for (const { value, box } of found) {
      const seen = box === null ? clip : overlap(transformBox(box, matrix), clip)
      if (box === null || seen !== null)
        addPlace(to, { kind, value: lengthKinds.has(kind) ? value * scale : value }, seen)
    }
}

/** Of places whose size is not known either: lengths are left out, as they are among the extremes. */
export const withoutBoxes = (places: Places): Places =>
  new Map(
    [...places]
      .filter(([kind]) => !lengthKinds.has(kind))
      .map(([kind, found]) => [kind, found.map(({ value }) => ({ value, box: null }))]),
  )

/** The signs of a pattern, which hold wherever it is painted. */
export const signsOf = (places: Places): Sign[] =>
  [...withoutBoxes(places)].map(([kind, found]) => ({ kind, value: Math.min(...found.map(({ value }) => value)) }))

/** A box that shows, also around a line that has no height or width of its own. */
export const visibleBox = ([left, bottom, right, top]: Area, by = minPoints): Area => [
  left - by,
  bottom - by,
  right + by,
  top + by,
]
