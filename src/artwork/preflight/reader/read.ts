// Everything that must be known about one PDF, in the child process. The cheap questions come first: a file that its
// bytes disqualify costs nothing more, and no library sees a file that our own walk has not found bearable.

import type { Box, PdfFacts, Refused, Report } from '../facts.ts'
import { createNamed, runsOf } from '../pages.ts'
import { factsVersion } from '../version.ts'
import { type Boxes, boxesOf } from './boxes.ts'
import { Content, WorkDone } from './content.ts'
import { lookAround } from './document.ts'
import { type Drawn, finenessOf, type PlacedImage } from './drawn.ts'
import { PdfFile } from './file.ts'
import { Damaged, type Dict, Short, TooComplex } from './lexer.ts'
import { reachOfMarks } from './marks.ts'
import { countByOthers } from './others.ts'
import type { Area } from './plane.ts'
import type { Source } from './source.ts'
import { readPages, TooManyPages } from './tree.ts'

const headBytes = 1024
/** Some programs leave a few lines after the end marker; more data than this means that something else follows. */
const tailBytes = 64 * 1024
/** As many as a book can have pages, so that a matching size is never among those that are not listed. */
const mostShapes = 2_000
const mostFonts = 20
const mostPpi = 600
/** Points. What is cut to less than that, across or up, shows no pixels. */
const leastSeen = 0.5

export async function readFacts(source: Source, mostPages: number): Promise<Report> {
  const report = readAlone(source, mostPages)
  if (report.kind !== 'read') return report
  const { pageCount } = report.facts
  try {
    const others = await countByOthers(source)
    if ('unavailable' in others) return { kind: 'unavailable', cause: others.unavailable }
    const counts = [others.pdfium, others.pdfjs]
    if (counts.includes(null)) return refused('file_damaged', 'a file that does not open', null)
    if (counts.every(count => count === pageCount)) return report
    return refused(
      'file_page_counts_differ',
      `${[pageCount, ...counts].join(', ')} pages, by three readers`,
      'one count',
    )
  } catch (error) {
    // A RuntimeError comes from PDFium, when its memory cannot grow any further.
    if (error instanceof TooComplex || (error instanceof Error && error.name === 'RuntimeError'))
      return refused('file_too_complex', null, null)
    throw error
  }
}

/** What our own reader finds. It throws only through a bug of its own. */
export function readAlone(source: Source, mostPages: number): Report {
  const wrong = judgeBytes(source)
  if (wrong !== null) return { kind: 'refused', because: wrong }
  try {
    const file = new PdfFile(source)
    if (file.encrypted)
      return refused('file_encrypted', 'a file with a password or with restrictions', 'a file without')
    const { pages, claimed } = readPages(file, mostPages)
    if (pages.length === 0) return refused('file_without_pages', '0 pages', 'at least 1 page')
    if (claimed === pages.length) return { kind: 'read', facts: gather(file, pages, source.size) }
    const got = `${pages.length} pages, while the file says ${claimed ?? 'nothing'}`
    return refused('file_page_counts_differ', got, 'one count')
  } catch (error) {
    if (error instanceof TooManyPages) {
      const says = error.claimed !== null && error.claimed > mostPages
      const got = says ? `${error.claimed} pages` : `more than ${mostPages} pages`
      return refused('file_too_many_pages', got, `at most ${mostPages} pages`)
    }
    if (error instanceof TooComplex) return refused('file_too_complex', error.message, null)
    if (error instanceof Damaged) return refused('file_damaged', error.message, null)
    if (error instanceof Short) return refused('file_damaged', 'an object without an end', null)
    throw error
  }
}

const refused = (code: Refused['code'], got: string | null, expected: string | null): Report => ({
  kind: 'refused',
  because: { code, got, expected },
})

function judgeBytes(source: Source): Refused | null {
  if (source.size === 0) return { code: 'file_empty', got: '0 bytes', expected: 'a PDF' }
  const head = source.read(0, headBytes)
  if (!head.includes('%PDF-')) return { code: 'file_not_pdf', got: kindOf(head), expected: 'a PDF' }
  const tail = source.read(source.size - tailBytes, tailBytes)
  if (!tail.includes('%%EOF')) return { code: 'file_incomplete', got: 'no end mark', expected: 'a PDF with its end' }
  return null
}

const kinds: [RegExp, string][] = [
  [/^\s*(<!doctype html|<html)/i, 'a web page (HTML)'],
  [/^\s*<\?xml|^\s*<svg/i, 'an XML file'],
  [/^PK[^ -~]{2}/, 'a ZIP archive, or a document of a word processor'],
  [/^\xff\xd8\xff/, 'a JPEG image'],
  [/^\x89PNG/, 'a PNG image'],
  [/^(II\*\0|MM\0\*)/, 'a TIFF image'],
  [/^%!PS/, 'a PostScript file'],
  [/^\s*[{[]/, 'a JSON text'],
]

const kindOf = (head: Buffer): string =>
  kinds.find(([pattern]) => pattern.test(head.toString('latin1')))?.[1] ?? 'something else'

function gather(file: PdfFile, pages: Dict[], sizeBytes: number): PdfFacts {
  const around = lookAround(file, pages)
  const shapes = new Map<string, { shape: Boxes['shape']; pages: number[] }>()
  const unlisted: number[] = []
  const content = new Content(file, around.hiddenLayers)
  const on = { rgb: [] as number[], damaged: [] as number[], limited: [] as number[], registration: [] as number[] }
  const spots = createNamed()
  const transparency = createNamed()
  const fonts = new Map<string, number[]>()
  const allFonts = new Set<string>()
  const unlistedFonts: number[] = []
  const images: PdfFacts['images'] = []
  const marks: PdfFacts['marks'] = []
  let lookedUntilPage = pages.length

  for (const [i, page] of pages.entries()) {
    const number = i + 1
    const { shape, visible, userUnit } = boxesOf(file, page)
    const key = JSON.stringify(shape)
    const same = shapes.get(key)
    if (same !== undefined) same.pages.push(number)
    else if (shapes.size < mostShapes) shapes.set(key, { shape, pages: [number] })
    else unlisted.push(number)

    if (lookedUntilPage < number) continue
    const drawn = drawnBy(content, page, visible)
    if (drawn === null) {
      lookedUntilPage = i
      continue
    }
    for (const key of ['rgb', 'damaged', 'limited', 'registration'] as const) if (drawn[key]) on[key].push(number)
    spots.add(drawn.spots, number)
    transparency.add(drawn.transparency, number)
    for (const name of drawn.missingFonts.keys()) {
      allFonts.add(name)
      const known = fonts.get(name)
      if (known !== undefined) known.push(number)
      else if (fonts.size < mostFonts) fonts.set(name, [number])
      else if (unlistedFonts.at(-1) !== number) unlistedFonts.push(number)
    }
    const coarsest = coarsestOf(drawn.images, userUnit)
    if (coarsest !== null) images.push({ page: number, ...coarsest })
    const reach = reachOfMarks(drawn, visible, userUnit)
    if (reach !== null) marks.push({ page: number, reach })
  }

  const { hiddenLayers: _, markPages, ...rest } = around
  return {
    factsVersion,
    sizeBytes,
    pdfVersion: /%PDF-(\d\.\d)/.exec(file.source.read(0, headBytes).toString('latin1'))?.[1] ?? null,
    pageCount: pages.length,
    shapes: [...shapes.values()].map(one => ({ pages: runsOf(one.pages), ...one.shape })),
    unlistedShapes: runsOf(unlisted),
    lookedUntilPage,
    rebuilt: file.rebuilt,
    missingFonts: [...fonts].map(([name, on]) => ({ name, pages: runsOf(on) })),
    unlistedFonts: { count: allFonts.size - fonts.size, pages: runsOf(unlistedFonts) },
    images,
    rgb: runsOf(on.rgb),
    spots: spots.facts(),
    transparency: transparency.facts(),
    damaged: runsOf(on.damaged),
    limited: runsOf(on.limited),
    marks,
    registration: runsOf([...on.registration, ...markPages].toSorted((a, b) => a - b)),
    ...rest,
  }
}

/** Null when there is no more work to spend on this file. */
function drawnBy(content: Content, page: Dict, visible: Box | null): Drawn | null {
  try {
    return content.page(page, visible)
  } catch (error) {
    if (error instanceof WorkDone) return null
    throw error
  }
}

/** By pixels an inch, as placed; the lower one of both directions. */
function coarsestOf(images: PlacedImage[], userUnit: number): { ppi: number; width: number; height: number } | null {
  let coarsest = null
  let least = mostPpi
  for (const image of images) {
    const { width, height, seen } = image
    const ppi = (finenessOf(image) / userUnit) * 72
    if (!(ppi < least) || (seen !== null && isSliver(seen, userUnit))) continue
    least = ppi
    coarsest = { ppi: Math.round(ppi * 10) / 10, width, height }
  }
  return coarsest
}

const isSliver = ([left, bottom, right, top]: Area, userUnit: number): boolean =>
  Math.min(right - left, top - bottom) * userUnit < leastSeen
