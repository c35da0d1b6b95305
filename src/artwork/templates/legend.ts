// The legend: what each guide is, its measure, and what to do about it.

import type { Canvas, Ink, Point, Stroke } from './canvas.ts'
import { inks } from './guides.ts'
import type { Area } from './plan.ts'

type LegendRow = { mark: { fill: Ink } | { stroke: Stroke }; name: string; measure: string; hint: string }
export type Legend = { heading: string; lines: string[]; rows: LegendRow[] }

// The size of the legend at full scale; with less room, all of it shrinks together.
const headingSize = 17
const headingHeight = 30
const lineSize = 8.5
const lineHeight = 13
const markWidth = 22
const textIndent = 32
const rowHeight = 27
const nameSize = 8.5
const hintSize = 7
const hintDrop = 11
const gapBeforeRows = 12

/** Where a heading goes when it is drawn separately for each page. */
export type HeadingPlace = { at: Point; size: number }

/** Draws the legend without its heading in the middle of an area, and returns the place of the heading. */
export function drawLegend(canvas: Canvas, area: Area, { heading, lines, rows }: Legend): HeadingPlace {
  const widths = [
    canvas.widthOf(heading, headingSize),
    ...lines.map(line => canvas.widthOf(line, lineSize)),
    ...rows.flatMap(row => [
      textIndent + canvas.widthOf(rowTitle(row), nameSize),
      textIndent + canvas.widthOf(row.hint, hintSize),
    ]),
  ]
  const width = Math.max(...widths)
  const height = headingHeight + lines.length * lineHeight + gapBeforeRows + rows.length * rowHeight
  const scale = Math.min(1, area.width / width, area.height / height)
  const left = area.x + (area.width - width * scale) / 2
  const top = area.y + (area.height + height * scale) / 2
  const at = (right: number, down: number): Point => [left + right * scale, top - down * scale]

  let down = headingHeight + lineHeight / 2
  for (const line of lines) {
    canvas.label(line, { at: at(0, down), size: lineSize * scale, ink: inks.quiet, align: 'left' })
    down += lineHeight
  }
  down += gapBeforeRows
  for (const row of rows) {
    drawMark(canvas, row.mark, at(0, down + 5), markWidth * scale, 10 * scale)
    canvas.label(rowTitle(row), { at: at(textIndent, down), size: nameSize * scale, ink: inks.text, align: 'left' })
    canvas.label(row.hint, {
      at: at(textIndent, down + hintDrop),
      size: hintSize * scale,
      ink: inks.quiet,
      align: 'left',
    })
    down += rowHeight
  }
  return { at: at(0, headingSize / 2), size: headingSize * scale }
}

export function drawHeading(canvas: Canvas, text: string, { at, size }: HeadingPlace): void {
  canvas.label(text, { at, size, ink: inks.text, align: 'left' })
}

const rowTitle = ({ name, measure }: LegendRow) => `${name}: ${measure}`

function drawMark(canvas: Canvas, mark: LegendRow['mark'], [x, y]: Point, width: number, height: number): void {
  if ('fill' in mark) canvas.fill({ x, y, width, height }, mark.fill)
  else canvas.line([x, y + height / 2], [x + width, y + height / 2], mark.stroke)
}
