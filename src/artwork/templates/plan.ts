// The plan of a template. Every length is in points (1/72 inch); areas are measured from the lower left corner
// of the file.

import type { BarcodeBook } from '../barcode/isbnBarcode.ts'
import { isRecto } from '../preflight/expectedFiles.ts'

export type Area = { x: number; y: number; width: number; height: number }

type File = { manufacturingSku: string; pageCount: number }

export type CoverPlan = File & {
  /** Whether the wrap is cut off, like bleed, or folded around boards. */
  edge: 'cut' | 'folded'
  withBarcode: boolean
  /** Drawn in the barcode area; `addOn` is the EAN-5. */
  isbn: BarcodeBook | null
  measures: {
    width: number
    height: number
    wrap: number
    hinge: number
    spine: number
    safe: number
    trim: Area
    back: Area
    hingeBack: Area | null
    spineArea: Area | null
    hingeFront: Area | null
    front: Area
    safeBack: Area
    safeSpine: Area | null
    safeFront: Area
    barcode: Area
    flap: number
    flapBack: Area | null
    flapFront: Area | null
    safeFlapBack: Area | null
    safeFlapFront: Area | null
    punch: number
    punchBack: Area | null
    punchFront: Area | null
  }
}

/** From left to right. The back of a book that is bound at its right lies at the right of its front. */
export const fromLeft = (back: Area, front: Area): [Area, Area] => (back.x < front.x ? [back, front] : [front, back])

/** A side of a leaf: `recto` is a right-hand page, bound on its left. */
export type Side = 'recto' | 'verso'

export const sideOf = ({ measures }: PagesPlan, page: number): Side => (isRecto(measures, page) ? 'recto' : 'verso')

export type PagesPlan = File & {
  measures: Record<Side, { trim: Area; safe: Area; gutter: Area | null; punch: Area | null }> & {
    bindingEdge: 'left' | 'right'
    width: number
    height: number
    bleed: number
    bindingBleed: number
    safe: number
    gutter: number
    punch: number
    trim: Area
  }
}
