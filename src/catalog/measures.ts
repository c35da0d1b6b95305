// The areas of the cover and pages in the files of a book. Templates are drawn from these areas, and the API publishes
// them.
//
// All numbers of such a record have one unit: records are made in inches, and `inUnit` converts a whole record. Areas
// are measured from the lower left corner of the whole file, as in PDF.

import {
  bindingBleedInches,
  bindingEdgeOf,
  coverSize,
  flapWithFoldInches,
  gutterInches,
  hasSpineText,
  pageSize,
  spineInches,
  tidy,
} from './geometry.ts'
import type { ManufacturingSku } from './schema.ts'

export type Area = { x: number; y: number; width: number; height: number }

export type CoverMeasures = {
  /** The whole file. */
  width: number
  height: number
  wrap: number
  hinge: number
  spine: number
  /** The minimum distance of text from the edges of its panel. */
  safe: number
  /** The visible area of the open cover, between the wraps. */
  trim: Area
  back: Area
  hingeBack: Area | null
  spineArea: Area | null
  hingeFront: Area | null
  front: Area
  safeBack: Area
  /** Null when the book is too thin for text on its spine. */
  safeSpine: Area | null
  safeFront: Area
  barcode: Area
  /** Of a dust jacket; between flap and panel is the fold around the edge of the board. */
  flap: number
  flapBack: Area | null
  flapFront: Area | null
  safeFlapBack: Area | null
  safeFlapFront: Area | null
  /** Of a coil-bound book: where the holes are. */
  punch: number
  punchBack: Area | null
  punchFront: Area | null
}

export type PageMeasures = {
  /** A book that is bound at its right begins with a left-hand page. */
  bindingEdge: 'left' | 'right'
  /** The whole file. */
  width: number
  height: number
  bleed: number
  /** At the binding; the same as `bleed`, or less. */
  bindingBleed: number
  safe: number
  /** Kept free on the binding side in addition to `safe`. */
  gutter: number
  /** Of a coil-bound book: the strip at the binding in which the holes are; part of `safe` and `gutter`. */
  punch: number
  /** Of a right-hand page. */
  trim: Area
  /** A right-hand page, bound on its left: pages 1, 3, 5 and so on of a book that is bound at its left. */
  recto: PageSide
  /** A left-hand page, bound on its right. */
  verso: PageSide
}

type PageSide = { trim: Area; safe: Area; gutter: Area | null; punch: Area | null }

export function coverInches(sku: ManufacturingSku, pageCount: number): CoverMeasures {
  const measures = boundAtLeft(sku, pageCount)
  if (bindingEdgeOf(sku) === 'left') return measures
  const mirrored = Object.entries(measures).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? { ...value, x: tidy(measures.width - value.x - value.width) } : value,
  ])
  return Object.fromEntries(mirrored)
}

function boundAtLeft(sku: ManufacturingSku, pageCount: number): CoverMeasures {
  const { cover, trim, punchInches: punch = 0 } = sku.geometry
  const { widthInches: width, heightInches: height } = coverSize(sku, pageCount)
  const { wrapInches: wrap, hingeInches: hinge, safeInches: safe, spineTextClearanceInches: clearance } = cover
  const spine = spineInches(sku, pageCount)
  const panelWidth = trim.widthInches + cover.panelGrowth.widthInches
  const panel = (x: number, areaWidth: number): Area => area(x, wrap, areaWidth, height - 2 * wrap)

  const flap = cover.flapInches ?? 0
  const outer = wrap + flapWithFoldInches(cover)
  const back = panel(outer, panelWidth)
  const spineArea = panel(outer + panelWidth + hinge, spine)
  const front = panel(width - outer - panelWidth, panelWidth)
  const flapBack = flap > 0 ? panel(wrap, flap) : null
  const flapFront = flap > 0 ? panel(width - wrap - flap, flap) : null
  const { barcode } = cover
  return {
    width,
    height,
    wrap,
    hinge,
    spine,
    safe,
    trim: panel(wrap, width - 2 * wrap),
    back,
    hingeBack: hinge > 0 ? panel(back.x + back.width, hinge) : null,
    spineArea: spine > 0 ? spineArea : null,
    hingeFront: hinge > 0 ? panel(front.x - hinge, hinge) : null,
    front,
    safeBack: awayFromPunch(inset(back, safe, safe), punch - safe, 'right'),
    safeSpine: hasSpineText(sku, pageCount) && spine > 2 * clearance ? inset(spineArea, clearance, safe) : null,
    safeFront: awayFromPunch(inset(front, safe, safe), punch - safe, 'left'),
    barcode: area(
      back.x + back.width - barcode.fromSpineInches - barcode.widthInches,
      back.y + barcode.fromBottomInches,
      barcode.widthInches,
      barcode.heightInches,
    ),
    flap,
    flapBack,
    flapFront,
    safeFlapBack: flapBack && inset(flapBack, safe, safe),
    safeFlapFront: flapFront && inset(flapFront, safe, safe),
    punch,
    punchBack: punch > 0 ? panel(back.x + back.width - punch, punch) : null,
    punchFront: punch > 0 ? panel(front.x, punch) : null,
  }
}

export function pageInches(sku: ManufacturingSku, pageCount: number): PageMeasures {
  const { bleedInches: bleed, safeInches: safe } = sku.geometry.pages
  const bindingBleed = bindingBleedInches(sku)
  const { widthInches: width, heightInches: height } = pageSize(sku)
  const gutter = gutterInches(sku, pageCount)
  const { widthInches: trimWidth, heightInches: trimHeight } = sku.geometry.trim
  const { punchInches: punch = 0 } = sku.geometry
  const sideOf = (trimX: number, safeX: number, atBinding: (width: number) => number): PageSide => ({
    trim: area(trimX, bleed, trimWidth, trimHeight),
    safe: area(safeX, bleed + safe, trimWidth - 2 * safe - gutter, trimHeight - 2 * safe),
    gutter: gutter > 0 ? area(atBinding(gutter), bleed, gutter, trimHeight) : null,
    punch: punch > 0 ? area(atBinding(punch), bleed, punch, trimHeight) : null,
  })
  const recto = sideOf(bindingBleed, bindingBleed + gutter + safe, () => bindingBleed)
  const verso = sideOf(bleed, bleed + safe, stripWidth => bleed + trimWidth - stripWidth)
  return {
    bindingEdge: bindingEdgeOf(sku),
    width,
    height,
    bleed,
    bindingBleed,
    safe,
    gutter,
    punch,
    trim: recto.trim,
    recto,
    verso,
  }
}

export type Unit = 'in' | 'mm' | 'pt'

/** Units per inch, and the precision beyond which a press cannot tell two sizes apart. */
const units = {
  in: { perInch: 1, decimals: 6 },
  mm: { perInch: 25.4, decimals: 4 },
  pt: { perInch: 72, decimals: 4 },
} as const satisfies Record<Unit, unknown>

/** Converts every number of a record in inches, at any depth, to another unit. */
export function inUnit<Measures>(inches: Measures, unit: Unit): Measures {
  const { perInch, decimals } = units[unit]
  const scale = 10 ** decimals
  const convert = (value: unknown): unknown => {
    if (typeof value === 'number') return Math.round(value * perInch * scale) / scale
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, convert(entry)]))
  }
  return convert(inches) as Measures
}

const area = (x: number, y: number, width: number, height: number): Area => ({
  x: tidy(x),
  y: tidy(y),
  width: tidy(width),
  height: tidy(height),
})

/** Nothing that matters may be where the holes are. */
const awayFromPunch = ({ x, y, width, height }: Area, byInches: number, side: 'left' | 'right'): Area => {
  const by = Math.max(byInches, 0)
  return area(side === 'left' ? x + by : x, y, width - by, height)
}

const inset = ({ x, y, width, height }: Area, across: number, down: number): Area =>
  area(x + across, y + down, width - 2 * across, height - 2 * down)
