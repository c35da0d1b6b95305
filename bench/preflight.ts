// (p): checking the interior of a new book, against a process that only opens the same file; evaluating the book again
// from its stored facts; and the processor time of the checks of a book of text and of one of photographs.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fontkit from '@cantoo/fontkit'
import { cmyk, PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { evaluateBook } from '../src/artwork/preflight/evaluateBook.ts'
import { openPreflight } from '../src/artwork/preflight/preflight.ts'
import { createCatalog } from '../src/catalog/catalog.ts'
import { requirementsOf } from '../src/features/files/requirements.ts'
import { endedChildrenMs } from './cpu.ts'
import type { Bench } from './measurement.ts'
import type { Finding } from './report.ts'
import { compareInTurns, median, spread } from './rounds.ts'

const manufacturingSku = 'PB-0600X0900-BW-60W'
export const pageCount = 200
const picturePixels = 1500
const linesPerPage = 40
const evaluations = 1_000
/** Of 3 MB each. */
const photographs = 60
/** The most of a child, user and system, in milliseconds. */
const books: [title: string, goalMs: number, make: () => Promise<Uint8Array>][] = [
  [`processor time of a check of ${pageCount} pages of text`, 500, () => writeBook({ pictures: 0 })],
  [`processor time of a check of ${photographs} photographs in four inks`, 1_500, writePhotographs],
]
/** A complete check also runs two more readers, draws pages and applies limits. */
const maxRatio = 3
const run = promisify(execFile)

export async function checkFiles({ rounds, quick }: Bench): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
  const cores = availableParallelism()
  const preflight = openPreflight()
  try {
    const path = join(folder, 'book.pdf')
    const book = await writeBook()
    writeFileSync(path, book)
    const readFile = async (file: string) => {
      const reading = await preflight.read('acc_1', file, { maxPages: pageCount })
      if (reading.kind !== 'read') throw new Error(JSON.stringify(reading))
      return reading.facts
    }
    const read = () => readFile(path)
    const storedFacts = JSON.stringify(await read())
    const files = quick ? 4 : 12
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) {
      rates.push(files / (await secondsOf(() => Promise.all(Array.from({ length: files }, read)))))
    }
    const bare = join(import.meta.dirname, 'bare.ts')
    const { ratio, ratios, service, floor } = await compareInTurns(rounds, {
      service: async () => 1000 * (await secondsOf(read)),
      floor: async () => 1000 * (await secondsOf(() => run(process.execPath, [bare, path]))),
    })
    const catalog = createCatalog(JSON.parse(readFileSync('operator/catalog.json', 'utf8')))
    const expected = requirementsOf(catalog, manufacturingSku)!
    const evaluationsPerSecond =
      evaluations /
      (await secondsOf(async () => {
        for (let i = 0; i < evaluations; i++)
          evaluateBook({ cover: null, guts: JSON.parse(storedFacts) }, expected, null)
      }))
    const costs: Finding[] = []
    for (const [title, goalMs, make] of books) {
      const file = join(folder, 'other.pdf')
      writeFileSync(file, await make())
      const costsMs: number[] = []
      for (let round = 0; round < rounds; round++) {
        const beforeMs = endedChildrenMs()
        await readFile(file)
        costsMs.push(endedChildrenMs() - beforeMs)
      }
      const measured = `${median(costsMs).toFixed(0)} ms`
      const ratio = median(costsMs) / goalMs
      costs.push({ id: 'p', title, measured, ratio, goal: { atMost: 1 }, note: `rounds ${costsMs.join(', ')}` })
    }
    const megabytes = book.length / 1024 / 1024
    const perSecond = median(rates)
    return [
      {
        id: 'p',
        title: `check of ${pageCount} pages, ${megabytes.toFixed(0)} MB, nothing stored`,
        measured: `${perSecond.toFixed(1)} files/s, ${(perSecond * megabytes).toFixed(0)} MB/s, ${cores} at once`,
      },
      {
        id: 'p',
        title: 'the same, evaluated again from stored facts',
        measured: `${Math.round(evaluationsPerSecond).toLocaleString('en')} files/s, ${(storedFacts.length / 1024).toFixed(1)} kB stored`,
      },
      {
        id: 'p',
        title: 'one check to a bare parser opening the file',
        measured: `${service.toFixed(0)} ms to ${floor.toFixed(0)} ms`,
        ratio,
        goal: { atMost: maxRatio },
        note: `rounds ${spread(ratios)}`,
      },
      ...costs,
    ]
  } finally {
    await preflight.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return (performance.now() - before) / 1000
}

/** Each page is full of different text in an embedded font. Some pages have a picture that does not compress. */
export async function writeBook({ pictures = 20 } = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const inter = new URL(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'))
  const font = await document.embedFont(readFileSync(inter), { subset: true })
  for (let number = 1; number <= pageCount; number++) {
    const page = document.addPage([450, 666])
    page.setBleedBox(0, 0, 450, 666)
    page.setTrimBox(9, 9, 432, 648)
    if (number % (pageCount / pictures) === 0) {
      const picture = await document.embedJpg(
        await noise(picturePixels, picturePixels).jpeg({ quality: 90 }).toBuffer(),
      )
      page.drawImage(picture, { x: 45, y: 250, width: 360, height: 360 })
    }
    for (let line = 0; line < linesPerPage; line++) {
      const text = `${number}.${line} It was a dark and stormy night, ${(number * line) ** 2} times over, and so on.`
      page.drawText(text, { x: 54, y: 600 - 14 * line, size: 10, font, color: cmyk(0, 0, 0, 1) })
    }
  }
  return document.save()
}

/** Each fills its page with 300 pixels per inch, and is an object of its own. */
export async function writePhotographs(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const pixels = noise(1875, 2775, 24).blur(2.5).toColourspace('cmyk').jpeg({ quality: 90 })
  const bytes = await pixels.toBuffer()
  for (let number = 1; number <= photographs; number++) {
    const page = document.addPage([450, 666])
    page.setTrimBox(9, 9, 432, 648)
    page.drawImage(await document.embedJpg(bytes), { x: 0, y: 0, width: 450, height: 666 })
  }
  return document.save()
}

const noise = (width: number, height: number, sigma = 40) =>
  sharp({
    create: { width, height, channels: 3, background: '#888888', noise: { type: 'gaussian', mean: 128, sigma } },
  })
