// The sample pages of a book: titles, contents and chapters of set text, in black ink alone. A book of color pages has
// a picture above each chapter. The running text repeats after some pages, which share their content in the file.

import { createCanvas } from './canvas.ts'
import type { Face } from './face.ts'
import { middleOf } from './guides.ts'
import type { Drawing } from './pdf.ts'
import { type Area, type PagesPlan, type Side, sideOf } from './plan.ts'
import { chapterTitles, type SampleBook, sentences } from './sampleBooks.ts'
import { drawScene } from './sampleScene.ts'
import { type Line, linesOf, setLine } from './typeset.ts'

export type SampleFaces = { serif: Face; italic: Face; bold: Face }
export type SamplePagesPlan = PagesPlan & { book: SampleBook; hasColor: boolean }

/** Even, so that a page of running text is always on the same side. */
const differentPages = 24
const minChapterPages = 12
/** Thinner books have no half title and no contents. */
const minPagesWithContents = 24
const inks = { black: [0, 0, 0, 1] } as const
const leadingShare = 1.4
/** The longest comfortable line, in units of the size. */
const maxMeasure = 34
/** How much of a text block is above the first line of a chapter. */
const openingShare = 0.36
const pictureShare = 0.34
/** So that chapters do not begin alike. */
const sentencesPerSeed = 47
/** Without a factor in common with the number of sentences. */
const steps = [7, 11, 13, 17, 19, 23]

type Block = Area & { size: number; leading: number; lines: number }

export function drawSamplePages(plan: SamplePagesPlan, faces: SampleFaces): Drawing {
  const { width, height } = plan.measures
  const blocks = { recto: blockOf(plan, 'recto'), verso: blockOf(plan, 'verso') }
  const texts = runningText(plan, blocks, faces.serif)
  const shared = Object.fromEntries(texts.map((operators, i) => [`Text${i}`, operators]))
  const chapters = chaptersOf(plan.pageCount)
  const pages = Array.from({ length: plan.pageCount }, (_, i) => {
    const page = i + 1
    const side = sideOf(plan, page)
    const block = blocks[side]
    const { trim } = plan.measures[side]
    const front = drawFront(plan, { page, block, faces, chapters })
    if (front !== null) return { trim, shows: null, operators: front }
    const index = chapters.findLastIndex(({ start }) => start <= page)
    const chapter = chapters[index]!
    const folio = drawFolio(page, block, faces)
    if (chapter.start === page)
      return { trim, shows: null, operators: [drawOpening(plan, { chapter, index, block, faces }), folio].join('\n') }
    const head = page % 2 === 0 ? plan.book.title : chapter.title
    return {
      trim,
      shows: `Text${i % differentPages}`,
      operators: [drawHead(head, side, block, faces), folio].join('\n'),
    }
  })
  const title = `${plan.book.title}: sample pages`
  return { title, bindingEdge: plan.measures.bindingEdge, layers: [], width, height, shared, pages }
}

function blockOf({ measures }: SamplePagesPlan, side: Side): Block {
  const { safe } = measures[side]
  const size = measures.trim.width < 360 ? 9.5 : measures.trim.width < 500 ? 10.5 : 12
  const leading = size * leadingShare
  const width = Math.min(safe.width, maxMeasure * size)
  const top = safe.y + safe.height - 2.5 * leading
  const bottom = safe.y + 2.5 * leading
  const lines = Math.floor((top - bottom) / leading)
  return { x: safe.x + (safe.width - width) / 2, y: bottom, width, height: top - bottom, size, leading, lines }
}

type Chapter = { title: string; start: number }

function chaptersOf(pageCount: number): Chapter[] {
  const first = pageCount < minPagesWithContents ? 3 : 7
  const even = 2 * Math.ceil((pageCount - first + 1) / chapterTitles.length / 2)
  const length = Math.max(minChapterPages, even)
  return chapterTitles
    .map((title, i) => ({ title, start: first + i * length }))
    .filter(({ start }, i) => i === 0 || start + minChapterPages / 2 <= pageCount)
}

type Place = { page: number; block: Block; faces: SampleFaces; chapters: Chapter[] }

/** The text in front of the first chapter; null from there on. */
function drawFront({ book, pageCount, manufacturingSku }: SamplePagesPlan, place: Place): string | null {
  const { page, block, faces, chapters } = place
  if (page >= chapters[0]!.start) return null
  const kind = (pageCount < minPagesWithContents ? ['title', 'imprint'] : ['half', '', 'title', 'imprint', 'contents'])[
    page - 1
  ]
  const [center] = middleOf(block)
  const bold = createCanvas(faces.bold)
  const italic = createCanvas(faces.italic)
  const serif = createCanvas(faces.serif)
  const centered = { align: 'center', ink: inks.black } as const
  const high = block.y + block.height * 0.72
  const titleSize = Math.min(block.size * 2.6, (block.width * 0.96) / faces.bold.widthOf(book.title))
  if (kind === 'half') serif.label(book.title, { ...centered, at: [center, high], size: block.size * 1.3 })
  if (kind === 'title') {
    bold.label(book.title, { ...centered, at: [center, high], size: titleSize })
    italic.label(book.author, { ...centered, at: [center, high - titleSize * 1.6], size: block.size * 1.4 })
    serif.label('Octavo', { ...centered, at: [center, block.y], size: block.size })
  }
  if (kind === 'imprint') {
    const lines = [
      `${book.title}, by ${book.author}`,
      'An invented book, to try orders with.',
      `${manufacturingSku}, ${pageCount} pages`,
      'Set in Source Serif 4.',
    ]
    for (const [i, text] of lines.entries()) {
      const y = block.y + (lines.length - i) * block.leading
      serif.label(text, { at: [block.x, y], size: block.size * 0.85, ink: inks.black, align: 'left' })
    }
  }
  if (kind === 'contents') {
    const top = block.y + block.height
    bold.label('Contents', { at: [block.x, top - block.size], size: block.size * 1.5, ink: inks.black, align: 'left' })
    for (const [i, { title, start }] of chapters.entries()) {
      const y = top - (i + 3) * block.leading * 1.25
      const line = { size: block.size, ink: inks.black }
      serif.label(title, { ...line, at: [block.x, y], align: 'left' })
      serif.label(String(start), { ...line, at: [block.x + block.width, y], align: 'right' })
    }
  }
  return [bold, italic, serif].map(canvas => canvas.content()).join('\n')
}

function drawOpening(
  { measures, book, hasColor }: SamplePagesPlan,
  { chapter, index, block, faces }: { chapter: Chapter; index: number; block: Block; faces: SampleFaces },
): string {
  const bold = createCanvas(faces.bold)
  const italic = createCanvas(faces.italic)
  const share = hasColor ? openingShare + 0.17 : openingShare
  const above = Math.ceil(block.lines * share)
  const top = block.y + block.height
  const left = { ink: inks.black, align: 'left' } as const
  const y = top - (above - 2.6) * block.leading
  if (hasColor) {
    const height = measures.height * pictureShare
    drawScene(
      bold,
      { x: 0, y: measures.height - height, width: measures.width, height },
      { book, seed: index, free: [] },
    )
  }
  italic.label(`Chapter ${index + 1}`, { ...left, at: [block.x, y + block.size * 2.2], size: block.size * 1.1 })
  const titleSize = Math.min(block.size * 1.9, block.width / faces.bold.widthOf(chapter.title))
  bold.label(chapter.title, { ...left, at: [block.x, y], size: titleSize })
  const text = linesFor(faces.serif, block, block.lines - above, index + 1)
  const lines = text.map((line, i) => setAt(faces.serif, line, block, above + i))
  return [bold.content(), italic.content(), ...lines].join('\n')
}

function drawHead(text: string, side: Side, block: Block, { italic }: SampleFaces): string {
  const canvas = createCanvas(italic)
  const y = block.y + block.height + 1.6 * block.leading
  const isRecto = side === 'recto'
  canvas.label(text, {
    at: [isRecto ? block.x + block.width : block.x, y],
    size: block.size * 0.9,
    ink: inks.black,
    align: isRecto ? 'right' : 'left',
  })
  return canvas.content()
}

function drawFolio(page: number, block: Block, { serif }: SampleFaces): string {
  const canvas = createCanvas(serif)
  const [center] = middleOf(block)
  const at = [center, block.y - 1.6 * block.leading] as const
  canvas.label(String(page), { at, size: block.size * 0.9, ink: inks.black, align: 'center' })
  return canvas.content()
}

/** The content of the pages that repeat, beginning with page 1. */
function runningText(plan: PagesPlan, blocks: Record<Side, Block>, face: Face): string[] {
  const { recto } = blocks
  const lines = linesFor(face, recto, recto.lines * differentPages, 0)
  return Array.from({ length: differentPages }, (_, i) => {
    const block = blocks[sideOf(plan, i + 1)]
    return lines
      .slice(i * recto.lines, (i + 1) * recto.lines)
      .map((line, row) => setAt(face, line, block, row))
      .join('\n')
  })
}

const setAt = (face: Face, line: Line, { x, y, width, height, size, leading }: Block, row: number): string =>
  setLine(face, line, { x, y: y + height - size - row * leading, size, width })

/** As many lines of paragraphs; another `seed` gives another text. */
function linesFor(face: Face, { size, width }: Block, count: number, seed: number): Line[] {
  const lines: Line[] = []
  let used = seed * sentencesPerSeed
  while (lines.length < count) {
    const length = 3 + ((used * 5) % 4)
    const text = Array.from({ length }, () => sentenceAt(used++)).join(' ')
    for (const line of linesOf(face, text, { size, width, indent: lines.length === 0 ? 0 : size * 1.5 }))
      lines.push(line)
  }
  return lines.slice(0, count)
}

/** Each sentence once, in an order of its own, before any is repeated. */
function sentenceAt(number: number): string {
  const round = Math.floor(number / sentences.length)
  const step = steps[round % steps.length]!
  return sentences[((number % sentences.length) * step + round * 9) % sentences.length]!
}
