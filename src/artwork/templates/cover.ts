// The template of a cover, opened flat: back, spine, and the front with the legend; from right to left for a book that
// is bound at its right.

import type { IsbnBarcode } from '../barcode/isbnBarcode.ts'
import type { Canvas } from './canvas.ts'
import {
  cornerInset,
  dimensionDrop,
  dimensionInset,
  drawDimension,
  drawPointer,
  inks,
  labelStrip,
  legendHeight,
  length,
  middleOf,
  nameCorner,
  pixelsOf,
  size,
  strokes,
} from './guides.ts'
import type { Layers } from './layers.ts'
import { drawHeading, drawLegend, type Legend } from './legend.ts'
import { type Area, type CoverPlan, fromLeft } from './plan.ts'

const backSize = 14

export const coverTitle = ({ manufacturingSku, pageCount }: CoverPlan) =>
  `Cover template: ${manufacturingSku}, ${pageCount} pages`

/** `barcode` shows `plan.isbn`. */
export function drawCover(plan: CoverPlan, layers: Layers, barcode: IsbnBarcode | null): void {
  drawAreas(layers, plan)
  drawLines(layers, plan)
  drawNames(layers.text, plan)
  drawDimensions(layers.text, plan)
  const place = drawLegend(layers.text, legendHeight(plan.measures.safeFront), legendOf(plan))
  drawHeading(layers.text, heading, place)
  if (plan.withBarcode) drawBarcodeArea(layers, plan.measures.barcode, barcode === null)
  if (barcode === null) return
  layers.isbn.fill(barcode.panel, inks.paper)
  for (const bar of barcode.bars) layers.isbn.fill(bar, inks.black)
  layers.isbn.fillOutline(barcode.figures, inks.black)
}

const heading = 'Front cover'

function drawAreas(layers: Layers, { measures }: CoverPlan): void {
  const { width, height, trim, spineArea, hingeBack, hingeFront, flapBack, flapFront, punchBack, punchFront } = measures
  layers.bleed.fillBetween({ x: 0, y: 0, width, height }, trim, inks.beyondTrim)
  if (spineArea !== null) layers.spine.fill(spineArea, inks.spine)
  for (const hinge of [hingeBack, hingeFront]) if (hinge !== null) layers.hinge.fill(hinge, inks.hinge)
  for (const flap of [flapBack, flapFront]) if (flap !== null) layers.flap.fill(flap, inks.flap)
  for (const punch of [punchBack, punchFront]) if (punch !== null) layers.punch.fill(punch, inks.punch)
}

function drawLines(layers: Layers, { measures }: CoverPlan): void {
  const { height, trim, back, front, hinge, spineArea, safeBack, safeSpine, safeFront } = measures
  const { flapBack, flapFront, safeFlapBack, safeFlapFront, punch } = measures
  const [left, right] = fromLeft(back, front)
  const panels = [left.x + left.width, right.x]
  const spine = spineArea === null ? panels : sidesOf(spineArea)
  layers.trim.outline(trim, strokes.trim)
  // The covers of a coil-bound book are cut apart there.
  const [at, stroke] = punch > 0 ? [layers.trim, strokes.trim] : [layers.spine, strokes.fold]
  for (const x of new Set(spine)) at.line([x, 0], [x, height], stroke)
  // Without a hinge, the spine begins where the panel ends.
  if (hinge > 0) for (const x of panels) layers.hinge.line([x, 0], [x, height], strokes.fold)
  // A flap is folded at its panel, and where it ends around the board.
  if (flapBack !== null && flapFront !== null) {
    const [leftFlap, rightFlap] = fromLeft(flapBack, flapFront)
    for (const x of new Set([leftFlap.x + leftFlap.width, left.x, right.x + right.width, rightFlap.x]))
      layers.flap.line([x, 0], [x, height], strokes.fold)
  }
  for (const safe of [safeFlapBack, safeBack, safeSpine, safeFront, safeFlapFront])
    if (safe !== null) layers.safe.outline(safe, strokes.safe)
}

const sidesOf = ({ x, width }: Area) => [x, x + width]

function drawNames(canvas: Canvas, { edge, measures }: CoverPlan): void {
  const { width, height, wrap, back, front, spine, spineArea, safeSpine, hinge, hingeBack, hingeFront } = measures
  const { flap, flapBack, flapFront, punch, punchBack, punchFront, safeBack, safeFront } = measures
  const beyond = `${words[edge].beyond} ${length(wrap)}`
  for (const panel of [back, front]) {
    labelStrip(canvas, beyond, { ...panel, y: 0, height: wrap }, 'across')
    labelStrip(canvas, beyond, { ...panel, y: height - wrap, height: wrap }, 'across')
  }
  labelStrip(canvas, beyond, { ...back, x: 0, width: wrap }, 'upwards')
  labelStrip(canvas, beyond, { ...back, x: width - wrap, width: wrap }, 'downwards')
  for (const [name, area] of [
    ['Back flap', flapBack],
    ['Front flap', flapFront],
  ] as const) {
    if (area === null) continue
    const [x, y] = middleOf(area)
    canvas.label(name, { at: [x, y], size: backSize, ink: inks.quiet, align: 'center' })
    canvas.label(length(flap), { at: [x, y - backSize * 1.4], size: backSize / 2, ink: inks.quiet, align: 'center' })
  }
  if (punchBack !== null && punchFront !== null)
    for (const [i, area] of fromLeft(punchBack, punchFront).entries())
      labelStrip(canvas, `Punch margin ${length(punch)}`, area, i === 0 ? 'upwards' : 'downwards')
  if (spineArea !== null) labelStrip(canvas, `Spine ${length(spine)}`, safeSpine ?? spineArea, 'downwards')
  for (const strip of [hingeBack, hingeFront]) {
    if (strip !== null) labelStrip(canvas, `Hinge ${length(hinge)}`, strip, 'downwards')
  }

  const [left] = fromLeft(back, front)
  const [safe] = fromLeft(safeBack, safeFront)
  nameCorner(canvas, { edge: words[edge].trim, trim: left, safe, align: 'left' })
  canvas.label('Back cover', { at: middleOf(safeBack), size: backSize, ink: inks.quiet, align: 'center' })
}

function drawDimensions(canvas: Canvas, { measures }: CoverPlan): void {
  const { back, front, spine, spineArea, safeBack, safeFront } = measures
  const [left, right] = fromLeft(back, front)
  const [, safe] = fromLeft(safeBack, safeFront)
  const y = safe.y + safe.height - dimensionDrop
  drawDimension(canvas, length(left.width), [left.x, y], [left.x + left.width, y])
  if (spineArea === null)
    drawPointer(
      canvas,
      measures.punch > 0 ? 'Binding, no spine' : 'Fold, no spine',
      [right.x, y],
      safe.x + cornerInset * 2,
    )
  else drawPointer(canvas, `Spine ${length(spine)}`, [sidesOf(spineArea)[1]!, y], safe.x + cornerInset * 2)
  const x = safe.x + safe.width - dimensionInset
  drawDimension(canvas, length(right.height), [x, right.y], [x, right.y + right.height])
}

const words = {
  cut: {
    trim: 'Trim',
    trimHint: 'The open cover is cut here',
    beyond: 'Bleed',
    beyondHint: 'Fill it with background; it is cut off',
    from: 'from the trim and the fold',
  },
  folded: {
    trim: 'Edge of the boards',
    trimHint: 'The visible area of the open cover',
    beyond: 'Wrap',
    beyondHint: 'Fill it with background; it is folded inside',
    from: 'from the edges of the board',
  },
} as const

function legendOf({ edge, withBarcode, isbn, manufacturingSku, pageCount, measures }: CoverPlan): Legend {
  const { trim, front, wrap, hinge, spine, safe, safeSpine, barcode, flap, punch } = measures
  const own = words[edge]
  const spineHint = safeSpine === null ? 'No text: the spine is too thin' : 'Text within the dashed lines only'
  return {
    heading,
    lines: [
      `${manufacturingSku}, ${pageCount} pages`,
      `File ${size(measures)}`,
      `Each panel ${size(front)}`,
      pixelsOf(measures),
      'These guides are layers that do not print.',
    ],
    rows: [
      { mark: { stroke: strokes.trim }, name: own.trim, measure: size(trim), hint: own.trimHint },
      { mark: { fill: inks.beyondTrim }, name: own.beyond, measure: length(wrap), hint: own.beyondHint },
      {
        mark: { stroke: strokes.safe },
        name: 'Safe area',
        measure: length(safe),
        hint: `Keep text and logos at least this far ${own.from}`,
      },
      ...(spine > 0
        ? [{ mark: { fill: inks.spine }, name: 'Spine', measure: length(spine), hint: spineHint }]
        : [
            punch > 0
              ? {
                  mark: { stroke: strokes.trim },
                  name: 'Binding',
                  measure: 'no spine',
                  hint: 'The covers are cut apart',
                }
              : {
                  mark: { stroke: strokes.fold },
                  name: 'Fold',
                  measure: 'no spine',
                  hint: 'The cover is stapled here',
                },
          ]),
      ...(hinge > 0
        ? [{ mark: { fill: inks.hinge }, name: 'Hinge', measure: length(hinge), hint: 'A groove: no text here' }]
        : []),
      ...(flap > 0
        ? [{ mark: { fill: inks.flap }, name: 'Flaps', measure: length(flap), hint: 'Folded inside the boards' }]
        : []),
      ...(punch > 0
        ? [{ mark: { fill: inks.punch }, name: 'Punch margin', measure: length(punch), hint: 'The holes are here' }]
        : []),
      ...(withBarcode
        ? [
            {
              mark: { stroke: strokes.barcode },
              name: 'Barcode',
              measure: size(barcode),
              hint: isbn === null ? 'Leave this area free' : 'The barcode prints',
            },
          ]
        : []),
    ],
  }
}

function drawBarcodeArea({ barcode, text }: Layers, area: Area, isFree: boolean): void {
  barcode.fill(area, inks.paper)
  barcode.outline(area, strokes.barcode)
  if (!isFree) return
  const [x, y] = middleOf(area)
  const centered = { align: 'center', ink: inks.text } as const
  text.label('Barcode', { ...centered, at: [x, y + 8], size: 10 })
  text.label(size(area), { ...centered, at: [x, y - 8], size: 6.5 })
}
