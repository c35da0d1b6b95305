// The drawing that covers and pages share: the colors of the guides, labels with measures, and dimension lines.

import type { Canvas, Ink, Point, Stroke } from './canvas.ts'
import type { Area } from './plan.ts'
import { pixelSize, pixelsPerInch } from './svg.ts'

/** From the top of a safe area down to its name, and from there to the dimension line of the width. */
const nameDrop = 8
export const dimensionDrop = 26
/** From the outer side of a safe area to the dimension line of the height. */
export const dimensionInset = 12
/** From the side of a safe area to its name. */
export const cornerInset = 4

const pointsPerInch = 72
const millimetresPerInch = 25.4
/** Smaller labels are left out: the legend has the measure too. */
const minLabelSize = 3.5
const stripLabelSize = 7
/** Share of a strip's width; the rest keeps the letters off its edges. */
const labelShare = 0.6

export const inks = {
  text: [0, 0, 0, 0.85],
  quiet: [0, 0, 0, 0.6],
  paper: [0, 0, 0, 0],
  black: [0, 0, 0, 1],
  beyondTrim: [0, 0.16, 0.1, 0],
  spine: [0.2, 0.04, 0, 0],
  hinge: [0.12, 0.18, 0, 0],
  flap: [0.12, 0, 0.16, 0],
  gutter: [0, 0.07, 0.32, 0],
  punch: [0, 0.2, 0.4, 0],
} as const satisfies Record<string, Ink>

export const strokes = {
  trim: { ink: [0, 0.95, 0.85, 0.05], width: 0.75 },
  safe: { ink: [0.85, 0.35, 0, 0.05], width: 0.75, dash: [5, 3] },
  fold: { ink: [0.6, 0.85, 0, 0.05], width: 0.75, dash: [9, 3, 1.5, 3] },
  binding: { ink: [0.6, 0.85, 0, 0.05], width: 1.5 },
  barcode: { ink: [0, 0, 0, 0.85], width: 0.75 },
  dimension: { ink: [0, 0, 0, 0.6], width: 0.5 },
} as const satisfies Record<string, Stroke>

/** `0.125 in · 3.18 mm` */
export const length = (points: number): string => `${inInches(points)} in · ${inMillimetres(points)} mm`

/** `6 × 9 in · 152.4 × 228.6 mm` */
export const size = ({ width, height }: { width: number; height: number }): string =>
  `${inInches(width)} × ${inInches(height)} in · ${inMillimetres(width)} × ${inMillimetres(height)} mm`

/** `3828 × 2775 pixels at 300 ppi` */
export function pixelsOf(points: { width: number; height: number }): string {
  const { width, height } = pixelSize(points)
  return `${width} × ${height} pixels at ${pixelsPerInch} ppi`
}

const inInches = (points: number) => rounded(points / pointsPerInch, 4)
const inMillimetres = (points: number) => rounded((points / pointsPerInch) * millimetresPerInch, 2)
/** Rounds half up, even where binary fractions fall just short: 3.175 becomes 3.18. */
const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals + 1e-6) / 10 ** decimals

/** A label along the middle of a narrow strip, as large as fits, or none. */
export function labelStrip(canvas: Canvas, text: string, strip: Area, runs: 'across' | 'upwards' | 'downwards'): void {
  const [long, wide] = runs === 'across' ? [strip.width, strip.height] : [strip.height, strip.width]
  const fits = Math.min(stripLabelSize, wide * labelShare, (long * 0.9) / canvas.widthOf(text, 1))
  if (fits < minLabelSize) return
  canvas.label(text, { at: middleOf(strip), size: fits, ink: inks.text, align: 'center', runs })
}

const cornerLabelSize = 6.5
/** With a smaller margin, the name would touch the trim or the safe area. */
const minMargin = 9

/** Names the edge of a panel or page and its safe area, in an upper corner of the safe area. */
export function nameCorner(
  canvas: Canvas,
  { edge, trim, safe, align }: { edge: string; trim: Area; safe: Area; align: 'left' | 'right' },
): void {
  const x = align === 'left' ? safe.x + cornerInset : safe.x + safe.width - cornerInset
  const top = safe.y + safe.height
  const trimTop = trim.y + trim.height
  const margin = trimTop - top
  const label = { size: cornerLabelSize, align }
  const drop = Math.min(nameDrop, margin / 2)
  if (margin >= minMargin) canvas.label(edge, { ...label, at: [x, trimTop - drop], ink: strokes.trim.ink })
  canvas.label('Safe area', { ...label, at: [x, top - nameDrop], ink: strokes.safe.ink })
}

/** Where a legend has room: in the safe area, under the dimension line of the width and beside that of the height. */
export const legendHeight = ({ x, y, width, height }: Area): Area => ({
  x: x + 2 * dimensionInset,
  y: y + nameDrop,
  width: width - 4 * dimensionInset,
  height: height - 2 * dimensionDrop - nameDrop,
})

export const middleOf = ({ x, y, width, height }: Area): Point => [x + width / 2, y + height / 2]

const dimensionLabelSize = 8
const arrow = { length: 6, halfWidth: 1.8 }
const room = 5

/** A line with an arrow at each end and its label in a gap in the middle. It runs across or upwards. */
export function drawDimension(canvas: Canvas, text: string, from: Point, to: Point): void {
  const upwards = from[0] === to[0]
  const along = upwards ? to[1] - from[1] : to[0] - from[0]
  const gap = canvas.widthOf(text, dimensionLabelSize) + 2 * room
  const at = (distance: number): Point => (upwards ? [from[0], from[1] + distance] : [from[0] + distance, from[1]])
  canvas.line(from, at((along - gap) / 2), strokes.dimension)
  canvas.line(at((along + gap) / 2), to, strokes.dimension)
  drawArrow(canvas, from, at(arrow.length))
  drawArrow(canvas, to, at(along - arrow.length))
  const runs = upwards ? 'upwards' : 'across'
  canvas.label(text, { at: at(along / 2), size: dimensionLabelSize, ink: inks.text, align: 'center', runs })
}

/** A label to the right of something, with an arrow pointing at it. */
export function drawPointer(canvas: Canvas, text: string, target: Point, labelX: number): void {
  const [x, y] = target
  canvas.line(target, [labelX - room, y], strokes.dimension)
  drawArrow(canvas, target, [x + arrow.length, y])
  canvas.label(text, { at: [labelX, y], size: dimensionLabelSize, ink: inks.text, align: 'left' })
}

function drawArrow(canvas: Canvas, tip: Point, tail: Point): void {
  const [acrossX, acrossY] = tip[0] === tail[0] ? [arrow.halfWidth, 0] : [0, arrow.halfWidth]
  canvas.fillShape(
    [tip, [tail[0] + acrossX, tail[1] + acrossY], [tail[0] - acrossX, tail[1] - acrossY]],
    strokes.dimension.ink,
  )
}
