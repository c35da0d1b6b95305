// The places of a file that findings may name, in points of the pages as shown. Books have thousands of pages, so of
// each kind, the worst are kept.

import { lengthKinds, type Places } from '../drawing/places.ts'
import type { Area } from '../drawing/plane.ts'
import type { Box, PlaceOnPage } from '../pdfFacts.ts'
import { type Boxes, inShownPage } from './boxes.ts'

const maxPlaces = 1_000
const maxOfKind = 200
const fairShare = 20
const perPoint = 10
/** The text of most books is larger. Text between this and the smallest of a book is somewhere in its page's text. */
const maxTextPoints = 8
/** Thicker lines are no matter of any press. */
export const thinLinePoints = 0.5

export function createPagePlaces() {
  const found = new Map<string, PlaceOnPage[]>()
  const worst = (places: PlaceOnPage[]) => places.sort((a, b) => a.value - b.value).slice(0, maxOfKind)
  return {
    add(page: number, places: Places, boxes: Boxes) {
      const { shown } = boxes.shape
      if (shown === null) return
      const whole: Box = [0, 0, shown.width, shown.height]
      for (const [kind, ofKind] of places)
        for (const { value: own, box } of ofKind) {
          const value = Math.round((lengthKinds.has(kind) ? own * boxes.userUnit : own) * 1000) / 1000
          if (kind === 'text_small' && value >= maxTextPoints) continue
          if (kind === 'line_too_thin' && value >= thinLinePoints) continue
          const placed = box === null ? whole : boxIn(box, boxes)!
          if (![value, ...placed].every(Number.isFinite)) continue
          const list = found.get(kind) ?? []
          list.push({ kind, value, page, box: placed })
          found.set(kind, list.length < 2 * maxOfKind ? list : worst(list))
        }
    },
    /** No kind with many places leaves the others without. */
    facts(): PlaceOnPage[] {
      const kinds = [...found.values()].map(worst)
      const first = kinds.flatMap(places => places.slice(0, fairShare))
      return [...first, ...kinds.flatMap(places => places.slice(fairShare))].slice(0, maxPlaces)
    },
  }
}

/** Within the page as shown; null for a page without a size. */
export function boxIn(box: Area, { shape: { shown, rotate }, visible, userUnit }: Boxes): Box | null {
  if (visible === null || shown === null) return null
  const limited = (side: number, i: number) => Math.min(Math.max(side, 0), i % 2 === 0 ? shown.width : shown.height)
  return inShownPage([...box], visible, rotate, userUnit).map(
    (side, i) => Math.round(limited(side, i) * perPoint) / perPoint,
  ) as Box
}
