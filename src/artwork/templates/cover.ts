// The template of a cover, opened flat: the back on the left, the spine, and the front on the right with the legend.

import { type Canvas, createCanvas } from './canvas.ts'
import type { Face } from './face.ts'
import {
  cornerInset,
  dimensionDrop,
  dimensionInset,
  drawDimension,
  drawPointer,
  guidesLayer,
  inks,
  labelStrip,
  legendHeight,
  length,
  middleOf,
  nameCorner,
  size,
  strokes,
} from './guides.ts'
import { drawHeading, drawLegend, type Legend } from './legend.ts'
import type { Drawing } from './pdf.ts'
import type { Area, CoverPlan } from './plan.ts'

const backSize = 14

export function drawCover(plan: CoverPlan, face: Face): Drawing {
  const { width, height, trim } = plan.measures
  const canvas = createCanvas(face)
  drawAreas(canvas, plan)
  drawLines(canvas, plan)
  drawNames(canvas, plan)
  drawDimensions(canvas, plan)
  const place = drawLegend(canvas, legendHeight(plan.measures.safeFront), legendOf(plan))
  drawHeading(canvas, heading, place)
  if (plan.withBarcode) drawBarcode(canvas, plan.measures.barcode)
  return {
    title: `Cover template: ${plan.manufacturingSku}, ${plan.pageCount} pages`,
    layer: guidesLayer,
    width,
    height,
    shared: {},
    pages: [{ trim, shows: null, operators: canvas.operators() }],
  }
}

const heading = 'Front cover'

function drawAreas(canvas: Canvas, { measures }: CoverPlan): void {
  const { width, height, trim, spineArea, hingeBack, hingeFront } = measures
  canvas.fillBetween({ x: 0, y: 0, width, height }, trim, inks.beyondTrim)
  if (spineArea !== null) canvas.fill(spineArea, inks.spine)
  for (const hinge of [hingeBack, hingeFront]) if (hinge !== null) canvas.fill(hinge, inks.hinge)
}

function drawLines(canvas: Canvas, { measures }: CoverPlan): void {
  const { height, trim, back, front, spineArea, safeBack, safeSpine, safeFront } = measures
  // Without a hinge or spine, some of these coincide.
  const folds = [back.x + back.width, ...(spineArea === null ? [] : sidesOf(spineArea)), front.x]
  for (const x of folds) canvas.line([x, 0], [x, height], strokes.fold)
  canvas.outline(trim, strokes.trim)
  for (const safe of [safeBack, safeSpine, safeFront]) if (safe !== null) canvas.outline(safe, strokes.safe)
}

const sidesOf = ({ x, width }: Area) => [x, x + width]

function drawNames(canvas: Canvas, { edge, measures }: CoverPlan): void {
  const { width, height, wrap, back, front, spine, spineArea, safeSpine, hinge, hingeBack, hingeFront, safeBack } =
    measures
  const beyond = `${words[edge].beyond} ${length(wrap)}`
  for (const panel of [back, front]) {
    labelStrip(canvas, beyond, { ...panel, y: 0, height: wrap }, 'across')
    labelStrip(canvas, beyond, { ...panel, y: height - wrap, height: wrap }, 'across')
  }
  labelStrip(canvas, beyond, { ...back, x: 0, width: wrap }, 'upwards')
  labelStrip(canvas, beyond, { ...front, x: width - wrap, width: wrap }, 'downwards')
  if (spineArea !== null) labelStrip(canvas, `Spine ${length(spine)}`, safeSpine ?? spineArea, 'downwards')
  for (const strip of [hingeBack, hingeFront]) {
    if (strip !== null) labelStrip(canvas, `Hinge ${length(hinge)}`, strip, 'downwards')
  }

  nameCorner(canvas, { edge: words[edge].trim, trim: back, safe: safeBack, align: 'left' })
  canvas.label('Back cover', { at: middleOf(safeBack), size: backSize, ink: inks.quiet, align: 'center' })
}

function drawDimensions(canvas: Canvas, { measures }: CoverPlan): void {
  const { back, front, spine, spineArea, safeFront } = measures
  const y = safeFront.y + safeFront.height - dimensionDrop
  drawDimension(canvas, length(back.width), [back.x, y], [back.x + back.width, y])
  if (spineArea === null) drawPointer(canvas, 'Fold, no spine', [front.x, y], safeFront.x + cornerInset * 2)
  else drawPointer(canvas, `Spine ${length(spine)}`, [sidesOf(spineArea)[1]!, y], safeFront.x + cornerInset * 2)
  const x = safeFront.x + safeFront.width - dimensionInset
  drawDimension(canvas, length(front.height), [x, front.y], [x, front.y + front.height])
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

function legendOf({ edge, withBarcode, manufacturingSku, pageCount, measures }: CoverPlan): Legend {
  const { trim, front, wrap, hinge, spine, safe, safeSpine, barcode } = measures
  const own = words[edge]
  const spineHint = safeSpine === null ? 'No text: the spine is too thin' : 'Text within the dashed lines only'
  return {
    heading,
    lines: [
      `${manufacturingSku}, ${pageCount} pages`,
      `File ${size(measures)}`,
      `Each panel ${size(front)}`,
      'These guides are on a layer that does not print.',
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
        : [{ mark: { stroke: strokes.fold }, name: 'Fold', measure: 'no spine', hint: 'The cover is stapled here' }]),
      ...(hinge > 0
        ? [{ mark: { fill: inks.hinge }, name: 'Hinge', measure: length(hinge), hint: 'A groove: no text here' }]
        : []),
      ...(withBarcode
        ? [{ mark: { stroke: strokes.barcode }, name: 'Barcode', measure: size(barcode), hint: 'Leave this area free' }]
        : []),
    ],
  }
}

function drawBarcode(canvas: Canvas, area: Area): void {
  canvas.fill(area, inks.paper)
  canvas.outline(area, strokes.barcode)
  const [x, y] = middleOf(area)
  const centered = { align: 'center', ink: inks.text } as const
  canvas.label('Barcode', { ...centered, at: [x, y + 8], size: 10 })
  canvas.label(size(area), { ...centered, at: [x, y - 8], size: 6.5 })
}
