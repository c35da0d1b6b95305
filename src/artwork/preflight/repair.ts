// The two repairs that are made without asking: blank pages at the end, and turning pages that lie on their side.

import { degrees, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { type PageRuns, pagesOf } from './pages.ts'
import type { Source } from './reader/source.ts'

const userUnit = PDFName.of('UserUnit')

/** `turn` adds to the existing rotation of the pages, clockwise. */
export type Repair = { kind: 'pad'; pages: number } | { kind: 'turn'; pages: PageRuns; degrees: 90 | 270 }

/** The whole file, repaired. It is held in memory, so very large files exceed the limits of the child. */
export async function repairFile(source: Source, repairs: Repair[]): Promise<Uint8Array> {
  const document = await PDFDocument.load(source.read(0, source.size), { updateMetadata: false })
  const pages = document.getPages()
  for (const repair of repairs) {
    if (repair.kind === 'turn') for (const number of pagesOf(repair.pages)) turn(pages[number - 1]!, repair.degrees)
  }
  for (const repair of repairs) {
    if (repair.kind === 'pad') for (let i = 0; i < repair.pages; i++) addLike(document, pages.at(-1)!)
  }
  return document.save({ addDefaultPage: false, updateFieldAppearances: false })
}

function turn(page: PDFPage, by: number): void {
  page.setRotation(degrees((page.getRotation().angle + by) % 360))
}

/** A blank page with the same boxes as another. */
function addLike(document: PDFDocument, like: PDFPage): void {
  const { width, height } = like.getMediaBox()
  const page = document.addPage([width, height])
  for (const name of ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox'] as const) {
    const box = like[`get${name}`]()
    page[`set${name}`](box.x, box.y, box.width, box.height)
  }
  page.setRotation(like.getRotation())
  const unit = like.node.get(userUnit)
  if (unit !== undefined) page.node.set(userUnit, unit)
}
