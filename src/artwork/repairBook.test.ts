// What becomes of a book when the copy of one of its files is good, is not, or cannot be made.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownIsbn } from '../../test/corpus/isbn.ts'
import { wideLetters } from '../../test/corpus/layout.ts'
import { expectedOf, paperback } from '../../test/corpus/products.ts'
import { coverSize } from '../../test/corpus/sizes.ts'
import { coverPages } from '../../test/corpus/specimen.ts'
import { type Book, writeBook } from '../../test/corpus/write.ts'
import type { BookIsbn } from '../base/text/isbn.ts'
import type { StoredFile } from './fileStore.ts'
import type { Files } from './files.ts'
import { bufferSource, readFacts } from './pdfReader/pdfReader.ts'
import { evaluateBook } from './preflight/evaluateBook.ts'
import type { FoundIsbns } from './preflight/findIsbns.ts'
import { createBookRepairer, pdfFactsOf, withRepairsRefused } from './repairBook.ts'
import type { Storage } from './storage.ts'

const maxPages = 2_000
const noRendering = { inks: [], colored: [], places: [], undrawn: [], skipped: [] }
const expected = expectedOf(paperback)
const refused: StoredFile['reading'] = { kind: 'refused', findings: [] }
const sent = kept('sent', readingOf({ pages: 33 }))
const copyOf = (book: Book) => kept('copy', readingOf(book))

function readingOf(book: Book): StoredFile['reading'] {
  const report = readFacts(bufferSource(writeBook(book)), maxPages)
  assert.equal(report.kind, 'read')
  return {
    kind: 'read',
    facts: { ...report.facts, rendering: noRendering, isbns: null, colorOverprints: [], unmeasuredInks: [] },
  }
}

function kept(sha256: string, reading: StoredFile['reading']): StoredFile {
  return { accountId: 'a', sha256, storageKey: sha256, bytes: 1, reading, factsVersion: 1, repairedFrom: null }
}

type Made = Awaited<ReturnType<Files['create']>>

/** Mends a book of 33 pages, of which `made` is the copy. */
function mendTo(made: Made) {
  const mend = createBookRepairer({
    files: { create: async () => made, readStored: () => assert.fail() },
    storage: {} as Storage,
    preflight: { repair: () => assert.fail() },
  })
  const files = { cover: null, guts: sent }
  return mend('a', files, evaluateBook(pdfFactsOf(files), expected, null), { expected, isbn: null })
}

it('a repaired copy without errors is printed', async () => {
  const copy = copyOf({ pages: 34 })
  const mended = await mendTo({ kind: 'stored', file: copy })
  assert.equal(mended?.files.guts, copy)
  assert.deepEqual(
    mended.findings.map(({ code }) => code),
    ['pages_padded'],
  )
})

it('a book that is ordered again is printed from its first repaired copy', async () => {
  const copy = copyOf({ pages: 34 })
  let made = 0
  const mend = createBookRepairer({
    files: {
      async create() {
        made++
        return { kind: 'stored', file: copy }
      },
      readStored: async () => ({ kind: 'stored', file: copy }),
    },
    storage: {} as Storage,
    preflight: { repair: () => assert.fail() },
  })
  const files = { cover: null, guts: sent }
  const judged = evaluateBook(pdfFactsOf(files), expected, null)
  for (let times = 0; times < 2; times++) {
    const mended = await mend('a', files, judged, { expected, isbn: null })
    assert.equal(mended?.files.guts, copy)
  }
  assert.equal(made, 1)
})

it('a book that may not be repaired has an error that says what it needs', () => {
  const evaluation = evaluateBook(pdfFactsOf({ cover: null, guts: sent }), expected, null)
  const found = withRepairsRefused(evaluation.findings, evaluation)
  assert.deepEqual(
    found.map(({ code, severity, got, message }) => [code, severity, String(got), String(message)]),
    [
      [
        'repair_refused',
        'error',
        '33 pages',
        'The file needs blank pages at its end, and you asked us not to repair it.',
      ],
    ],
  )
})

describe('a book without a TrimBox', () => {
  const boxes = () => '/MediaBox [0 0 450 666] /BleedBox [0 0 450 666]'
  const untrimmed = { cover: null, guts: kept('sent', readingOf({ boxes })) }
  const evaluation = evaluateBook(pdfFactsOf(untrimmed), expected, null)
  const repairTo = async (made: Made) => {
    const repair = createBookRepairer({
      files: { create: async () => made, readStored: () => assert.fail() },
      storage: {} as Storage,
      preflight: { repair: () => assert.fail() },
    })
    const { files, findings } = (await repair('a', untrimmed, evaluation, { expected, isbn: null }))!
    return [files.guts!.sha256, ...findings.map(({ code, severity, pages }) => [code, severity, pages])]
  }

  it('a book without a TrimBox gets one', async () =>
    assert.deepEqual(await repairTo({ kind: 'stored', file: copyOf({}) }), ['copy', ['trim_box_set', 'info', '1-32']]))
  it('a book without a TrimBox is printed as it was sent where it cannot get one', async () =>
    assert.deepEqual(await repairTo({ kind: 'not_created' }), ['sent', ['trim_box_missing', 'warning', '1-32']]))
  it('a book without a TrimBox is printed as it was sent where repairs are refused', () =>
    assert.deepEqual(
      withRepairsRefused(evaluation.findings, evaluation).map(({ code }) => code),
      ['trim_box_missing'],
    ))
})

describe('a book with black text in RGB', () => {
  const content = 'BT /L 12 Tf 0 0 0 rg 1 0 0 1 150 300 Tm (ten letter) Tj ET'
  const black = { objects: [wideLetters], content, resources: '/Font << /L 4 0 R >>' }
  const inRgb = { cover: null, guts: kept('sent', readingOf(black)) }
  const evaluation = evaluateBook(pdfFactsOf(inRgb), expected, null)
  const repairTo = async (made: Made) => {
    const repair = createBookRepairer({
      files: { create: async () => made, readStored: () => assert.fail() },
      storage: {} as Storage,
      preflight: { repair: () => assert.fail() },
    })
    const { files, findings } = (await repair('a', inRgb, evaluation, { expected, isbn: null }))!
    return [files.guts!.sha256, ...findings.map(({ code, severity, pages }) => [code, severity, pages])]
  }
  const converted = ['black_text_converted', 'info', '1-32']
  const noted = ['colour_rgb_black', 'info', '1-32']

  it('a book with black text in RGB is printed in black ink alone', async () =>
    assert.deepEqual(await repairTo({ kind: 'stored', file: copyOf({}) }), ['copy', converted]))
  it('the note about black text in RGB is on the whole page where the page was turned, and where it was otherwise', async () => {
    const notePlaceOf = async (book: Book) => {
      const files = { cover: null, guts: kept('sent', readingOf(book)) }
      const repair = createBookRepairer({
        files: { create: async () => ({ kind: 'stored', file: copyOf({}) }), readStored: () => assert.fail() },
        storage: {} as Storage,
        preflight: { repair: () => assert.fail() },
      })
      const judged = evaluateBook(pdfFactsOf(files), expected, null)
      const { findings } = (await repair('a', files, judged, { expected, isbn: null }))!
      return findings.find(({ code }) => code === 'black_text_converted')?.place
    }
    assert.deepEqual(await notePlaceOf(black), { page: 1, x: 2.083, y: 4.167, width: 0.833, height: 0.117 })
    const turned = { ...black, width: 666, height: 450 }
    assert.deepEqual(await notePlaceOf(turned), { page: 1, x: 0, y: 0, width: 6.25, height: 9.25 })
  })
  it('a book with black text in RGB is printed as it was sent where its text cannot be changed', async () =>
    assert.deepEqual(await repairTo({ kind: 'not_created' }), ['sent', noted]))
  it('a book with black text in RGB has a remark where some of its text could not be changed', async () =>
    assert.deepEqual(await repairTo({ kind: 'stored', file: copyOf(black) }), ['copy', noted]))
  it('a book with black text in RGB is printed as it was sent where repairs are refused', () =>
    assert.deepEqual(
      withRepairsRefused(evaluation.findings, evaluation).map(({ code, severity, pages }) => [code, severity, pages]),
      [noted],
    ))
})

describe('a cover whose product asks for a barcode', () => {
  const isbn: BookIsbn = { isbn: ownIsbn, addOn: null, barcode: 'draw' }
  const looked = (sha256: string, barcodes: FoundIsbns['barcodes']) => {
    const reading = readingOf(coverSize)
    assert.equal(reading.kind, 'read')
    return kept(sha256, { kind: 'read', facts: { ...reading.facts, isbns: { barcodes, written: [] } } })
  }
  const inside: FoundIsbns['barcodes'][number] = {
    digits: ownIsbn,
    addOn: null,
    box: [290, 40, 410, 100],
    contrast: 0.85,
  }
  const bare = { cover: looked('sent', []), guts: null }
  const evaluation = evaluateBook(pdfFactsOf(bare), expected, coverPages, isbn)
  const repairTo = async (made: Made) => {
    const repair = createBookRepairer({
      files: { create: async () => made, readStored: () => assert.fail() },
      storage: {} as Storage,
      preflight: { repair: () => assert.fail() },
    })
    const { files, findings } = (await repair('a', bare, evaluation, { expected, isbn }))!
    return [files.cover!.sha256, ...findings.filter(({ code }) => code.startsWith('isbn_')).map(({ code }) => code)]
  }

  it('a cover whose product asks for a barcode gets it', async () =>
    assert.deepEqual(await repairTo({ kind: 'stored', file: looked('copy', [inside]) }), [
      'copy',
      'isbn_barcode_drawn',
    ]))
  it('a cover whose product asks for a barcode is printed as it was sent where the barcode cannot be drawn', async () =>
    assert.deepEqual(await repairTo({ kind: 'not_created' }), ['sent', 'isbn_barcode_not_drawn']))
  it('a cover whose product asks for a barcode is printed as it was sent where the barcode cannot be read', async () =>
    assert.deepEqual(await repairTo({ kind: 'stored', file: looked('copy', []) }), ['sent', 'isbn_barcode_not_drawn']))
  it('a cover whose product asks for a barcode is printed as it was sent where the barcode is drawn elsewhere', async () => {
    const beside = looked('copy', [{ ...inside, box: [390, 40, 510, 100] }])
    assert.deepEqual(await repairTo({ kind: 'stored', file: beside }), ['sent', 'isbn_barcode_not_drawn'])
  })
  it('a cover whose product asks for a barcode is printed as it was sent where repairs are refused', () =>
    assert.deepEqual(
      withRepairsRefused(evaluation.findings, evaluation)
        .map(({ code }) => code)
        .filter(code => code.startsWith('isbn_')),
      ['isbn_barcode_not_drawn'],
    ))
  it('a cover whose product asks for a barcode gets none where the area is too small, or the page count not known', () => {
    const small = (pageCount: number) => {
      const { cover, ...rest } = expected(pageCount)
      return { ...rest, cover: { ...cover, barcode: { ...cover.barcode, width: 1.5 } } }
    }
    for (const [requirements, pageCount] of [
      [small, coverPages],
      [expected, null],
    ] as const) {
      const { findings, repairs } = evaluateBook(pdfFactsOf(bare), requirements, pageCount, isbn)
      assert.ok(findings.some(({ code }) => code === 'isbn_barcode_not_drawn'))
      assert.ok(repairs.cover.every(({ kind }) => kind !== 'barcode'))
    }
  })
})

describe('copies that are not good', () => {
  const rows: [name: string, made: Made][] = [
    ['cannot be made', { kind: 'not_created' }],
    ['cannot be read', { kind: 'stored', file: kept('copy', refused) }],
    ['has as few pages as before', { kind: 'stored', file: copyOf({ pages: 33 }) }],
    ['has too many pages', { kind: 'stored', file: copyOf({ pages: 36 }) }],
    ['has a fault that was not there', { kind: 'stored', file: copyOf({ pages: 34, content: '(' }) }],
  ]
  for (const [name, made] of rows)
    it(`the original fails with a finding when the copy ${name}`, async () => {
      const mended = await mendTo(made)
      assert.equal(mended?.files.guts, sent)
      const [{ code, severity, message }, ...more] = mended.findings as [(typeof mended.findings)[number]]
      assert.deepEqual([code, severity, more], ['not_mended', 'error', []])
      assert.equal(
        String(message),
        'The file needs blank pages at its end, but its structure does not allow us to do this for you.',
      )
    })
})

it('a repair that fails by our own fault causes no finding about the file', async () => {
  assert.equal(await mendTo({ kind: 'unavailable', cause: 'the disk is full' }), null)
})
