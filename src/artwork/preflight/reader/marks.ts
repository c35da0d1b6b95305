// Printer's marks on a page: short lines at its edges, and small text there, such as the name of the file and the time.
// Reports how far they reach into the page; whether that is within the bleed depends on the product.

import type { Box } from '../facts.ts'
import type { Drawn } from './drawn.ts'
import type { Segment } from './plane.ts'

/** Marks lie within an inch of the edge. */
const farthestMark = 72
const linesOfMarks = 4
/** More short lines than this are a pattern or a drawing, not marks. */
const mostLines = 200
/** Marks are labelled in five to eight points; smaller text is not legible, and larger text is not a label. */
const [leastLabel, mostLabel] = [3, 14]

/** How far from the edges the fourth line, or the first text, reaches, in points; null without either. */
export function reachOfMarks({ marks, texts }: Drawn, visible: Box | null, userUnit: number): number | null {
  if (visible === null) return null
  const inches = (reach: number) => reach * userUnit
  const lines = marks.map(one => inches(reachOf(one, visible))).filter(isAtEdge)
  const labels = texts.map(one => inches(reachOfText(one, visible, userUnit))).filter(isAtEdge)
  const found = [
    ...(lines.length < linesOfMarks || lines.length > mostLines ? [] : [lines.toSorted(upwards)[linesOfMarks - 1]!]),
    ...labels.toSorted(upwards).slice(0, 1),
  ]
  return found.length === 0 ? null : Math.round(Math.min(...found) * 100) / 100
}

const upwards = (a: number, b: number) => a - b
/** Whatever does not reach the page lies outside of it. */
const isAtEdge = (reach: number) => reach > 0 && reach <= farthestMark

/** From the nearest edge to the far end. */
const reachOf = ([x1, y1, x2, y2]: Segment, [left, bottom, right, top]: Box): number =>
  Math.min(Math.max(x1, x2) - left, right - Math.min(x1, x2), Math.max(y1, y2) - bottom, top - Math.min(y1, y2))

/** For a line of text that runs along an edge; infinite for any other. */
function reachOfText([x1, y1, x2, y2]: Segment, [left, bottom, right, top]: Box, userUnit: number): number {
  const high = Math.hypot(x2 - x1, y2 - y1) * userUnit
  const isUpright = Math.abs(x2 - x1) < high / 100
  const isLying = Math.abs(y2 - y1) < high / 100
  if (high < leastLabel || high > mostLabel || !(isUpright || isLying)) return Infinity
  const begins = isUpright ? x1 > left && x1 < right : y1 > bottom && y1 < top
  if (!begins) return Infinity
  return isUpright
    ? Math.min(Math.max(y1, y2) - bottom, top - Math.min(y1, y2))
    : Math.min(Math.max(x1, x2) - left, right - Math.min(x1, x2))
}
