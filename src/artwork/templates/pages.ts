// The template of the pages: one for each page of the book. All right-hand pages look alike, and so do all left-hand
// pages; each side is drawn once, and a page adds only its number.

import type { Canvas } from './canvas.ts'
import {
  dimensionDrop,
  dimensionInset,
  drawDimension,
  inks,
  labelStrip,
  legendHeight,
  length,
  nameCorner,
  pixelsOf,
  size,
  strokes,
} from './guides.ts'
import type { Layers } from './layers.ts'
import { drawLegend, type HeadingPlace, type Legend } from './legend.ts'
import type { Area, PagesPlan, Side } from './plan.ts'

export const pagesTitle = ({ manufacturingSku, pageCount }: PagesPlan) =>
  `Pages template: ${manufacturingSku}, ${pageCount} pages`

export const headingOf = (page: number, { pageCount }: PagesPlan) => `Page ${page} of ${pageCount}`

/** Returns the place of the heading, which names the page. */
export function drawSide(plan: PagesPlan, side: Side, layers: Layers): HeadingPlace {
  drawAreas(layers, plan, side)
  drawNames(layers.text, plan, side)
  drawDimensions(layers.text, plan, side)
  return drawLegend(layers.text, legendHeight(plan.measures[side].safe), legendOf(plan, side))
}

function drawAreas(layers: Layers, { measures }: PagesPlan, side: Side): void {
  const { width, height } = measures
  const { trim, safe, gutter, punch } = measures[side]
  layers.bleed.fillBetween({ x: 0, y: 0, width, height }, trim, inks.beyondTrim)
  if (gutter !== null) layers.gutter.fill(gutter, inks.gutter)
  if (punch !== null) layers.punch.fill(punch, inks.punch)
  layers.trim.outline(trim, strokes.trim)
  const bindingX = side === 'recto' ? trim.x : trim.x + trim.width
  layers.trim.line([bindingX, trim.y], [bindingX, trim.y + trim.height], strokes.binding)
  layers.safe.outline(safe, strokes.safe)
}

function drawNames(canvas: Canvas, { measures }: PagesPlan, side: Side): void {
  const { width, height, bleed, bindingBleed, gutter: gutterWidth, punch: punchWidth } = measures
  const { trim, safe, gutter, punch } = measures[side]
  const [left, right] = side === 'recto' ? [bindingBleed, bleed] : [bleed, bindingBleed]
  const beyond = `Bleed ${length(bleed)}`
  labelStrip(canvas, beyond, { ...trim, y: 0, height: bleed }, 'across')
  labelStrip(canvas, beyond, { ...trim, y: height - bleed, height: bleed }, 'across')
  labelStrip(canvas, `Bleed ${length(left)}`, { ...trim, x: 0, width: left }, 'upwards')
  labelStrip(canvas, `Bleed ${length(right)}`, { ...trim, x: width - right, width: right }, 'downwards')
  if (punch !== null) labelStrip(canvas, `Punch margin ${length(punchWidth)}`, punch, inward[side])
  else if (gutter !== null) labelStrip(canvas, `Gutter ${length(gutterWidth)}`, gutter, inward[side])
  if (punch === null) labelStrip(canvas, 'Binding side', besideBinding(measures, side), inward[side])

  // At the binding, since the dimension line of the height is on the other side.
  nameCorner(canvas, { edge: 'Trim', trim, safe, align: side === 'recto' ? 'left' : 'right' })
}

/** So that labels along the fold have their base line towards it. */
const inward = { recto: 'downwards', verso: 'upwards' } as const

/** The strip between the fold or gutter and the safe area. */
function besideBinding({ safe: width, ...sides }: PagesPlan['measures'], side: Side): Area {
  const { trim, safe } = sides[side]
  return { ...trim, x: side === 'recto' ? safe.x - width : safe.x + safe.width, width }
}

function drawDimensions(canvas: Canvas, { measures }: PagesPlan, side: Side): void {
  const { trim, safe } = measures[side]
  const y = safe.y + safe.height - dimensionDrop
  drawDimension(canvas, length(trim.width), [trim.x, y], [trim.x + trim.width, y])
  const x = side === 'recto' ? safe.x + safe.width - dimensionInset : safe.x + dimensionInset
  drawDimension(canvas, length(trim.height), [x, trim.y], [x, trim.y + trim.height])
}

function legendOf(plan: PagesPlan, side: Side): Legend {
  const { trim, bleed, bindingBleed, safe, gutter, punch } = plan.measures
  return {
    heading: headingOf(plan.pageCount, plan),
    lines: [
      side === 'recto' ? 'Right-hand page, bound at its left' : 'Left-hand page, bound at its right',
      plan.manufacturingSku,
      `File ${size(plan.measures)}`,
      pixelsOf(plan.measures),
      'These guides are layers that do not print.',
    ],
    rows: [
      { mark: { stroke: strokes.trim }, name: 'Trim', measure: size(trim), hint: 'The page is cut here' },
      ...(bleed > 0
        ? [
            {
              mark: { fill: inks.beyondTrim },
              name: 'Bleed',
              measure:
                bindingBleed === bleed ? length(bleed) : `${length(bleed)}, ${length(bindingBleed)} at the binding`,
              hint: 'Pictures at the edge of the page extend to here',
            },
          ]
        : []),
      {
        mark: { stroke: strokes.safe },
        name: 'Safe area',
        measure: length(safe),
        hint: 'Keep text at least this far inside',
      },
      ...(gutter > 0
        ? [
            {
              mark: { fill: inks.gutter },
              name: 'Gutter',
              measure: length(gutter),
              hint: 'And this much more on the binding side',
            },
          ]
        : []),
      ...(punch > 0
        ? [{ mark: { fill: inks.punch }, name: 'Punch margin', measure: length(punch), hint: 'The holes are here' }]
        : []),
    ],
  }
}
