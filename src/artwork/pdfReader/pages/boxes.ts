// The size of a page according to the file itself. When it is missing or invalid, libraries assume Letter; for print
// that would be wrong, so it is reported as a fault of the page.

import type { Matrix } from '../drawing/plane.ts'
import type { Dict } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import type { Box, BoxFault, PageShape } from '../pdfFacts.ts'

/** The largest page that PDF allows, in its own units. */
const maxUnits = 14_400
const perPoint = 1_000

/** The shape of a page, without the list of pages, and its visible area in the coordinates of its content. */
export type Boxes = { shape: Omit<PageShape, 'pages'>; visible: Box | null; userUnit: number }

export function boxesOf(file: PdfFile, page: Dict): Boxes {
  const media = namedBox(file, page, 'MediaBox')
  const rotate = rotationOf(file, page)
  const unit = file.number(page.get('UserUnit')) ?? 1
  const userUnit = unit > 0 && unit <= maxUnits ? unit : 1
  const shape = { rotate, userUnit, media: null, trim: null, bleed: null }
  if (typeof media === 'string') return { shape: { ...shape, shown: null, fault: media }, visible: null, userUnit }
  const crop = namedBox(file, page, 'CropBox')
  const common = typeof crop === 'string' ? media : overlap(media, crop)
  const visible = common ?? media
  const within = (name: string): Box | null => {
    const box = namedBox(file, page, name)
    return typeof box === 'string' ? null : inShownPage(box, visible, rotate, userUnit)
  }
  const isCropped = visible.some((side, i) => Math.abs(side - media[i]!) > 1 / perPoint)
  const [, , width, height] = inShownPage(visible, visible, rotate, userUnit)
  return {
    shape: {
      ...shape,
      shown: { width, height },
      fault: null,
      media: isCropped ? inShownPage(media, visible, rotate, userUnit) : null,
      trim: within('TrimBox'),
      bleed: within('BleedBox'),
    },
    visible,
    userUnit,
  }
}

/** A box of a page by its name, its corners in order. */
export function namedBox(file: PdfFile, page: Dict, name: string): Box | BoxFault {
  const value = file.resolve(page.get(name))
  if (value === null) return 'missing'
  if (!Array.isArray(value)) return 'malformed'
  const sides = value.map(side => file.resolve(side))
  if (sides.length !== 4 || !sides.every(side => typeof side === 'number' && Number.isFinite(side))) return 'malformed'
  const [x1, y1, x2, y2] = sides as [number, number, number, number]
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  const width = box[2] - box[0]
  const height = box[3] - box[1]
  if (width > maxUnits || height > maxUnits) return 'huge'
  return width >= 1 && height >= 1 ? box : 'empty'
}

function rotationOf(file: PdfFile, page: Dict): 0 | 90 | 180 | 270 {
  const turns = (file.number(page.get('Rotate')) ?? 0) / 90
  return Number.isInteger(turns) ? (((((turns % 4) + 4) % 4) * 90) as 0 | 90 | 180 | 270) : 0
}

function overlap(a: Box, b: Box): Box | null {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return box[2] - box[0] >= 1 && box[3] - box[1] >= 1 ? box : null
}

/** Converts from the page's own coordinates to those of the page as shown, measured from its lower left corner. */
export function inShownPage(box: Box, visible: Box, rotate: 0 | 90 | 180 | 270, userUnit: number): Box {
  const [width, height] = [visible[2] - visible[0], visible[3] - visible[1]]
  const [left, bottom, right, top] = [
    box[0] - visible[0],
    box[1] - visible[1],
    box[2] - visible[0],
    box[3] - visible[1],
  ]
  const units = (side: number) => Math.round(side * userUnit * perPoint) / perPoint
  // Each line of a book is turned so: a table of all four would be made each time.
  switch (rotate) {
    case 0:
      return [units(left), units(bottom), units(right), units(top)]
    case 90:
      return [units(bottom), units(width - right), units(top), units(width - left)]
    case 180:
      return [units(width - right), units(height - top), units(width - left), units(height - bottom)]
    case 270:
      return [units(height - top), units(left), units(height - bottom), units(right)]
    default:
      return rotate satisfies never
  }
}

/** The reverse: a box of the page as shown, in the coordinates of the page itself. */
export function inPage(file: PdfFile, page: Dict, box: Box): Box | null {
  const { shape, visible } = boxesOf(file, page)
  if (visible === null) return null
  const [left, bottom, right, top] = box.map(side => side / shape.userUnit) as Box
  const [width, height] = [visible[2] - visible[0], visible[3] - visible[1]]
  const [x1, y1, x2, y2] = {
    0: [left, bottom, right, top],
    90: [width - top, left, width - bottom, right],
    180: [width - right, height - top, width - left, height - bottom],
    270: [bottom, height - right, top, height - left],
  }[shape.rotate] as Box
  return [visible[0] + x1, visible[1] + y1, visible[0] + x2, visible[1] + y2]
}

/** The matrix from points of the page as shown to the coordinates of the page itself; null without a size. */
export function fromShown(file: PdfFile, page: Dict): Matrix | null {
  const { shape, visible } = boxesOf(file, page)
  if (visible === null) return null
  const unit = 1 / shape.userUnit
  const [left, bottom, right, top] = visible
  return (
    {
      0: [unit, 0, 0, unit, left, bottom],
      90: [0, unit, -unit, 0, right, bottom],
      180: [-unit, 0, 0, -unit, right, top],
      270: [0, -unit, unit, 0, left, top],
    } satisfies Record<typeof shape.rotate, Matrix>
  )[shape.rotate]
}
