// The sample cover of a book: a picture across back, spine and front, with title and author on the front, on the spine
// if it is thick enough, and some sentences on the back, above the area for the barcode.

import { type Canvas, createCanvas } from './canvas.ts'
import type { Face } from './face.ts'
import { middleOf } from './guides.ts'
import type { Drawing } from './pdf.ts'
import type { Area, CoverPlan } from './plan.ts'
import type { SampleBook } from './sampleBooks.ts'
import type { SampleFaces } from './samplePages.ts'
import { drawScene } from './sampleScene.ts'
import { linesOf } from './typeset.ts'

export type SampleCoverPlan = CoverPlan & { book: SampleBook }

/** In points. Smaller text in several inks could have colored edges. */
const minSpineText = 9
const maxSpineText = 18
const maxTitle = 54
const blurbSize = 11
const blurbLeading = 16

export function drawSampleCover(plan: SampleCoverPlan, { serif, italic, bold }: SampleFaces): Drawing {
  const { book, manufacturingSku, measures } = plan
  const { width, height, trim } = measures
  const picture = createCanvas(bold)
  const author = createCanvas(italic)
  const text = createCanvas(serif)
  const foot = { x: 0, y: 0, width, height: measures.safeBack.y }
  drawScene(picture, { x: 0, y: 0, width, height }, { book, seed: 2, free: [measures.barcode, foot] })
  drawFront(picture, author, measures.safeFront, { book, bold, italic })
  drawSpine(picture, measures.safeSpine, { book, bold })
  drawBack(text, measures, { book, serif })
  return {
    title: `${book.title}: sample cover for ${manufacturingSku}`,
    layers: [],
    width,
    height,
    shared: {},
    pages: [{ trim, shows: null, operators: [picture, author, text].map(canvas => canvas.content()).join('\n') }],
  }
}

function drawFront(
  title: Canvas,
  author: Canvas,
  safe: Area,
  { book, bold, italic }: { book: SampleBook; bold: Face; italic: Face },
): void {
  const words = linesOf(bold, book.title, { size: 1, width: bold.widthOf(book.title) * 0.6, indent: 0 })
  const longest = Math.max(...words.map(({ text }) => bold.widthOf(text)))
  const size = Math.min(maxTitle, safe.height * 0.09, (safe.width * 0.94) / longest)
  const ink = inkOn(book)
  const left = { ink, align: 'left' } as const
  let y = safe.y + safe.height - size
  for (const { text } of words) {
    title.label(text, { ...left, at: [safe.x, y], size })
    y -= size * 1.12
  }
  const authorSize = Math.min(size * 0.5, (safe.width * 0.8) / italic.widthOf(book.author))
  author.label(book.author, { ...left, at: [safe.x, y], size: authorSize })
}

function drawSpine(canvas: Canvas, safe: Area | null, { book, bold }: { book: SampleBook; bold: Face }): void {
  if (safe === null) return
  // Letters rise and fall beyond their capitals.
  const size = Math.min(maxSpineText, safe.width / 1.3)
  if (size < minSpineText) return
  const [x] = middleOf(safe)
  const ink = inkOn(book)
  const { title, author } = book
  const fits = (bold.widthOf(title) + bold.widthOf(author) + 2) * size <= safe.height
  canvas.label(title, { ink, size, runs: 'downwards', align: 'left', at: [x, safe.y + safe.height] })
  if (fits) canvas.label(author, { ink: book.paper, size, runs: 'downwards', align: 'right', at: [x, safe.y] })
}

/** As many sentences as have room above the barcode area. */
function drawBack(
  canvas: Canvas,
  { safeBack, barcode }: SampleCoverPlan['measures'],
  { book, serif }: { book: SampleBook; serif: Face },
): void {
  const width = Math.min(safeBack.width, blurbSize * 30)
  const top = safeBack.y + safeBack.height - 2 * blurbSize
  const maxLines = Math.floor((top - barcode.y - barcode.height) / blurbLeading) - 1
  const texts = book.blurb.map((_, i) =>
    linesOf(serif, book.blurb.slice(0, i + 1).join(' '), { size: blurbSize, width, indent: 0 }),
  )
  const lines = texts.findLast(({ length }) => length <= maxLines) ?? []
  for (const [i, { text }] of lines.entries()) {
    const at = [safeBack.x, top - i * blurbLeading] as const
    canvas.label(text, { at, size: blurbSize, ink: inkOn(book), align: 'left' })
  }
}

/** Light letters on a dark sky, and dark letters on a light one. */
const inkOn = ({ sky, paper }: SampleBook) =>
  sky[0]!.reduce((sum, ink) => sum + ink, 0) > 1 ? paper : ([0, 0, 0, 1] as const)
