// Printer's marks on a page: short lines at its edges, and small text there, such as the name of the file and the time.
// Reports their reach into the page; whether they are within the bleed depends on the product.

import type { Drawn } from '../drawing/drawn.ts'
import { addPlace, visibleBox } from '../drawing/places.ts'
import { aroundSegment, type Segment } from '../drawing/plane.ts'
import type { Box } from '../pdfFacts.ts'

/** Marks lie within an inch of the edge. */
const maxReach = 72
const minLines = 4
/** More short lines than this are a pattern or a drawing, not marks. */
const maxLines = 200
/** Marks are labeled in five to eight points; smaller text is not legible, and larger text is not a label. */
const [minLabel, maxLabel] = [3, 14]

/** The reach of the fourth line or the first text from the edges, in points; null without either. */
export function reachOfMarks({ marks, texts, places }: Drawn, visible: Box | null, userUnit: number): number | null {
  if (visible === null) return null
  const atEdge = (segments: Segment[], reachIn: (segment: Segment) => number) =>
    segments
      .map(segment => ({ segment, reach: reachIn(segment) * userUnit }))
      .filter(({ reach }) => isAtEdge(reach))
      .toSorted((a, b) => a.reach - b.reach)
  const lines = atEdge(marks, mark => reachOf(mark, visible))
  const labels = atEdge(texts, text => reachOfText(text, visible, userUnit))
  const areMarks = lines.length >= minLines && lines.length <= maxLines
  for (const { segment, reach } of [...(areMarks ? lines : []), ...labels])
    addPlace(places, { kind: 'marks', value: reach }, visibleBox(aroundSegment(segment)))
  const reaches = [...(areMarks ? [lines[minLines - 1]!] : []), ...labels.slice(0, 1)].map(({ reach }) => reach)
  return reaches.length === 0 ? null : Math.round(Math.min(...reaches) * 100) / 100
}

/** Marks with a reach of 0 or less lie outside the page. */
const isAtEdge = (reach: number) => reach > 0 && reach <= maxReach

/** The distance from the nearest edge to the far end of a line. */
const reachOf = ([x1, y1, x2, y2]: Segment, [left, bottom, right, top]: Box): number =>
  Math.min(Math.max(x1, x2) - left, right - Math.min(x1, x2), Math.max(y1, y2) - bottom, top - Math.min(y1, y2))

/** For text that runs along an edge; infinite for all other text. */
function reachOfText([x1, y1, x2, y2]: Segment, [left, bottom, right, top]: Box, userUnit: number): number {
  const height = Math.hypot(x2 - x1, y2 - y1) * userUnit
  const isUpright = Math.abs(x2 - x1) < height / 100
  const isLying = Math.abs(y2 - y1) < height / 100
  if (height < minLabel || height > maxLabel || !(isUpright || isLying)) return Infinity
  const startsOnPage = isUpright ? x1 > left && x1 < right : y1 > bottom && y1 < top
  if (!startsOnPage) return Infinity
  return isUpright
    ? Math.min(Math.max(y1, y2) - bottom, top - Math.min(y1, y2))
    : Math.min(Math.max(x1, x2) - left, right - Math.min(x1, x2))
}
