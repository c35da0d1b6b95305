// The repairs of print files: those of the PDF reader, and the barcode, which is drawn before the reader adds it.

import type { Area } from '../barcode/isbnBarcode.ts'
import type { Repair } from '../pdfReader/pdfReader.ts'

/** `barcode` draws the ISBN with its add-on into an area of page 1, in points of the page as shown. */
export type BookRepair = Repair | { kind: 'barcode'; isbn: string; addOn: string; area: Area }

/** The drawing needs a library, which only this repair loads. */
export const pdfRepairs = (repairs: BookRepair[]): Promise<Repair[]> =>
  Promise.all(
    repairs.map(async repair => {
      if (repair.kind !== 'barcode') return repair
      const { barcodeOperators } = await import('../barcode/isbnBarcode.ts')
      return { kind: 'draw', page: 1, content: await barcodeOperators(repair, repair.area) } as const
    }),
  )
