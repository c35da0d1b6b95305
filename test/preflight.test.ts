// The check of print files against good files for every sample product, and broken and hostile ones.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { evaluateBook } from '../src/artwork/preflight/evaluateBook.ts'
import type { PrintFacts, ReadScope } from '../src/artwork/preflight/fileReport.ts'
import type { FileFinding, Finding } from '../src/artwork/preflight/finding.ts'
import { ChildFailed, openPreflight, type Reading } from '../src/artwork/preflight/preflight.ts'
import { isBarcodeDrawn } from '../src/artwork/preflight/rules/isbn.ts'
import { codesWithoutPlace } from '../src/artwork/preflight/rules/places.ts'
import type { BookIsbn } from '../src/base/text/isbn.ts'
import { linesOn, problemsIn, problemsOn } from '../src/features/files/requirements.ts'
import { bombs } from './corpus/bombs.ts'
import { corpus, hostile } from './corpus/corpus.ts'
import { ownIsbn } from './corpus/isbn.ts'
import { onPage } from './corpus/layout.ts'
import {
  allSkus,
  catalog,
  expectedOf,
  expectedOfBoundAtRight,
  expectedOfCoilBound,
  expectedOfJacketed,
  expectedOfThreeSided,
  filledIn,
  isFirstOfBinding,
  paperback,
  templatesOf,
} from './corpus/products.ts'
import { readHere } from './corpus/readHere.ts'
import { coverSize } from './corpus/sizes.ts'
import { coverPages, type Specimen } from './corpus/specimen.ts'
import { type Body, type Book, flateBomb, plainContent, writeBook } from './corpus/write.ts'
import { isShortForm } from './support/form.ts'
import { isLongForm } from './support/longForm.ts'

const maxPages = 2_000
/** Of one file: what goes into an order and its webhooks, and what is kept to judge it again. */
const maxToldBytes = 20_000
const maxKeptBytes = 300_000
const folder = mkdtempSync(join(tmpdir(), 'octavo-preflight-'))
const preflight = openPreflight()
after(async () => {
  await preflight.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const read = (name: string, bytes: Uint8Array): Promise<Reading> =>
  preflight.read('acc_1', write(name, bytes), { maxPages })
const readFacts = (name: string, bytes: Uint8Array) => factsOf(write(name, bytes))

async function factsOf(path: string): Promise<PrintFacts> {
  const reading = await preflight.read('acc_1', path, { maxPages })
  assert.equal(reading.kind, 'read', JSON.stringify(reading))
  return reading.facts
}

async function readFactsHere(name: string, bytes: Uint8Array): Promise<PrintFacts> {
  const reading = await readHere(write(name, bytes), { maxPages, scope: 'usual' })
  assert.equal(reading.kind, 'read', JSON.stringify(reading))
  return reading.facts
}

const toldOf = (findings: Pick<Finding, 'code' | 'got'>[]) =>
  findings.map(({ code, got }) => [code, got === null ? null : String(got)])

const ofTheFile = (error: unknown) => error instanceof ChildFailed && !error.isOurFault

describe('our own templates', { concurrency: true }, () => {
  // The templates of a binding differ in their size only.
  for (const sku of isShortForm ? allSkus.filter(isFirstOfBinding) : allSkus) {
    const { manufacturingSku: name } = sku
    const { min: pageCount } = sku.pages
    const readTemplate = isFirstOfBinding(sku) ? readFacts : readFactsHere
    const assertFound = async (kind: string, files: { cover: Uint8Array; guts: Uint8Array }, codes: string[]) => {
      const [cover, guts] = await Promise.all([
        readTemplate(`${name}-${kind}-cover.pdf`, files.cover),
        readTemplate(`${name}-${kind}-guts.pdf`, files.guts),
      ])
      const { findings, ...result } = evaluateBook({ cover, guts }, expectedOf(sku), pageCount)
      assert.deepEqual(
        findings.map(({ code }) => code),
        codes,
      )
      assert.deepEqual(result, { pageCount, repairs: { cover: [], guts: [] } })
    }

    it(`the templates of ${name} pass the check, and are found to be blank`, async () =>
      assertFound('plain', await templatesOf(sku, pageCount), ['pages_blank', 'pages_blank']))

    if (!isLongForm && !isFirstOfBinding(sku)) continue
    it(`the templates of ${name}, filled in, pass the check without a finding`, async () => {
      const { cover, guts } = await templatesOf(sku, pageCount)
      const { pageInks } = expectedOf(sku)(pageCount).press
      await assertFound('filled', { cover: await filledIn(cover), guts: await filledIn(guts, pageInks) }, [])
    })
  }
})

it('a web page is not taken for a PDF', async () => {
  const reading = await read('page.pdf', Buffer.from('<!DOCTYPE html><title>Sign in</title>'))
  assert.equal(reading.kind, 'refused')
  assert.deepEqual(toldOf(reading.findings), [['file_not_pdf', 'a web page (HTML)']])
  assert.equal(
    String(reading.findings[0]!.message),
    'The file is not a PDF. Often it is a web page that asks for a sign-in.',
  )
})

it('a file of 1.9 GB is read without being held', async () => {
  const book = writeBook()
  const path = write('large.pdf', book)
  const start = /startxref\n(\d+)/.exec(book.toString('latin1'))![1]!
  // A later index at its very end; what lies between takes no room on the disk.
  const at = 1_900_000_000
  const trailer = `trailer << /Size 36 /Root 1 0 R /Prev ${start} >>\nstartxref\n${at}\n%%EOF\n`
  const file = openSync(path, 'r+')
  writeSync(file, `xref\n0 1\n0000000000 65535 f \n${trailer}`, at)
  closeSync(file)
  assert.equal((await factsOf(path)).pageCount, 32)
})

it('a file that is not there is our own fault', async () => {
  const { kind } = await preflight.read('acc_1', join(folder, 'missing.pdf'), { maxPages })
  assert.equal(kind, 'unavailable')
})

/** One of so many files that keep no reader busy goes through a child of the check, which starts in a second. */
const harmlessPerChild = 10

describe('of a file that is wrong or hostile, what is wrong is told:', () => {
  let found: { readings: Reading[]; maxBytes: number; maxMs: number }

  before(async () => {
    const files: { path: string; scope: ReadScope }[] = []
    for (const [i, { make, isbn }] of corpus.entries())
      files.push({ path: write(`corpus-${i}.pdf`, await make()), scope: isbn === undefined ? 'usual' : 'with_isbns' })
    const isForChild = corpus.map(
      (specimen, i) => (isShortForm ? bombs : hostile).includes(specimen) || i % harmlessPerChild === 0,
    )
    const reader = new URL('corpus/reader.ts', import.meta.url).pathname
    const argument = JSON.stringify({ files: files.filter((_, i) => isForChild[i]), maxPages })
    const { stdout } = await promisify(execFile)(process.execPath, [reader, argument], { maxBuffer: 64 * 1024 * 1024 })
    const { readings: byChildren, ...measured } = JSON.parse(stdout)
    const readings: Reading[] = []
    for (const [i, { path, scope }] of files.entries())
      readings.push(isForChild[i] ? byChildren.shift() : await readHere(path, { maxPages, scope }))
    found = { readings, ...measured }
  })

  for (const [i, specimen] of corpus.entries()) {
    const { name, codes, page, object } = specimen
    it(name, () => {
      const reading = found.readings[i]!
      assert.deepEqual(codesOf(specimen, reading), codes)
      const named = findingsOf(specimen, reading).filter(
        one =>
          (page === undefined || one.pages === String(page)) &&
          (object === undefined || String(one.got).endsWith(`(object ${object})`)),
      )
      assert.ok(named.length > 0 || codes.length === 0, 'the finding names its page and object')
      if (reading.kind === 'read') for (const one of findingsOf(specimen, reading)) assertPlaced(one, reading.facts)
    })
  }

  it('findings of a wrong or hostile file, and what is stored of it, stay small', () => {
    for (const [i, specimen] of corpus.entries()) {
      const { name } = specimen
      const reading = found.readings[i]!
      const toldBytes = JSON.stringify(findingsOf(specimen, reading)).length
      assert.ok(toldBytes < maxToldBytes, `${name}: ${toldBytes} bytes told`)
      assert.ok(JSON.stringify(reading).length < maxKeptBytes, `${name}: ${JSON.stringify(reading).length} bytes kept`)
    }
  })

  it('findings show names of a hostile file in visible characters', () => {
    const i = corpus.findIndex(({ name }) => name === 'names that are not for people')
    const got = findingsOf(corpus[i]!, found.readings[i]!).map(one => String(one.got))
    assert.deepEqual(got, ['Bad\ufffd\ufffd[31m\ufffdtnoF', 'no version, for \ufffdA'])
  })

  it('findings count all fonts of a file that has 10,000', () => {
    const i = corpus.findIndex(({ name }) => name === '10,000 fonts that are not there')
    const findings = findingsOf(corpus[i]!, found.readings[i]!)
    assert.deepEqual(
      [findings.length, String(findings.at(-1)!.got), findings.at(-1)!.pages],
      [21, '9980 more fonts', '1-200'],
    )
  })

  it('the service needs less than 300 MB while it checks hostile files', () => {
    assert.ok(found.maxBytes < 300 * 1024 * 1024, `${Math.round(found.maxBytes / 1024 / 1024)} MB`)
  })

  it('the service serves other work within 100 ms while it checks hostile files', () => {
    assert.ok(found.maxMs < 100, `${found.maxMs} ms`)
  })
})

/** Unless it is about the whole file or whole pages, a finding shows where it is, on one of its pages. */
function assertPlaced({ code, pages, place }: FileFinding, { shapes }: PrintFacts): void {
  assert.equal(place === undefined, codesWithoutPlace.has(code), `${code} has a place, or none by its nature`)
  if (place === undefined) return
  const { page, x, y, width, height } = place
  const runs = (pages ?? '').split(', ').map(run => run.split('-').map(Number))
  assert.ok(pages === null || runs.some(([from, to = from]) => from! <= page && page <= to!), `${code} on page ${page}`)
  const { shown } = shapes.find(shape => shape.pages.some(([from, to]) => from <= page && page <= to))!
  const isWithin = x >= 0 && y >= 0 && width >= 0 && height >= 0 && shown !== null
  assert.ok(isWithin && x + width <= shown.width / 72 + 0.01 && y + height <= shown.height / 72 + 0.01, code)
}

function codesOf(specimen: Specimen, reading: Reading): string[] {
  if (reading.kind === 'unavailable') return [`unavailable: ${reading.cause}`]
  return [...new Set(findingsOf(specimen, reading).map(({ code }) => code))].toSorted()
}

/** Of a reading as a cover for a book of 200 pages, or as its interior. */
function findingsOf(specimen: Specimen, reading: Reading): FileFinding[] {
  const { as, declared, press, isbn: book } = specimen
  if (reading.kind === 'unavailable') return []
  if (reading.kind === 'refused') return reading.findings
  const isbn = book ?? null
  const expected = (pageCount: number) => {
    const usual = expectedFor(specimen)(pageCount)
    return { ...usual, press: { ...usual.press, ...press } }
  }
  const { findings } =
    as === 'guts'
      ? evaluateBook({ cover: null, guts: reading.facts }, expected, declared ?? null, isbn)
      : evaluateBook({ cover: reading.facts, guts: null }, expected, coverPages, isbn)
  return findings
}

function expectedFor({ bindingBleed, binding }: Specimen) {
  if (binding === 'jacket') return expectedOfJacketed
  if (binding === 'right') return expectedOfBoundAtRight
  if (binding === 'coil') return expectedOfCoilBound
  return bindingBleed === 'none' ? expectedOfThreeSided : expectedOf(paperback)
}

describe('a picture', () => {
  it('a picture of a page shows the page with its lines over it', async () => {
    const { guts } = await templatesOf(paperback, 32)
    const path = write('picture.pdf', guts)
    const of = { manufacturingSku: paperback.manufacturingSku, pageCount: 32, part: 'guts', page: 1 } as const
    const lines = linesOn(catalog, of)
    const plain = await sharp(await preflight.picture('acc_1', path, { page: 1, widthPx: 625, lines: [] }))
      .raw()
      .toBuffer()
    const { data, info } = await sharp(await preflight.picture('acc_1', path, { page: 1, widthPx: 625, lines }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.format, info.width, info.height], ['raw', 625, 925])
    assert.ok(
      plain.every(byte => byte > 250),
      'guides that do not print are not seen',
    )
    const [red, green, blue] = data.subarray((462 * 625 + 12) * info.channels)
    assert.ok(green! < 160 && red! - green! > 60, `the left line of the trim is red: ${[red, green, blue]}`)
  })

  it('a picture of a page shows the places of its findings', async () => {
    const path = write('placed.pdf', onPage(7, 'BT /L 12 Tf 395 300 Td (ten letter) Tj ET'))
    const of = { manufacturingSku: paperback.manufacturingSku, pageCount: 32, part: 'guts' } as const
    const facts = await factsOf(path)
    const lines = problemsOn(catalog, facts, { ...of, page: 7 })
    assert.deepEqual(lines, [{ kind: 'problem', area: { x: 6.125, y: 4.167, width: 0.125, height: 0.117 } }])
    assert.deepEqual(problemsOn(catalog, facts, { ...of, page: 9 }), [])
    const { data, info } = await sharp(await preflight.picture('acc_1', path, { page: 7, widthPx: 625, lines }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [red, green, blue] = data.subarray((502 * 625 + 618) * info.channels)
    assert.ok(red! - green! > 40 && blue! - green! > 20, `the place is pink: ${[red, green, blue]}`)
  })

  it('a book shows all places of what a finding is about, and the finding has the worst', async () => {
    const lines = [100, 300].map(x => `0.05 w ${x} 300 m ${x + 72} 300 l S`).join(' ')
    const facts = await readFactsHere('hairlines.pdf', onPage(7, lines))
    const { findings } = evaluateBook({ cover: null, guts: facts }, expectedOf(paperback), 32)
    const first = { x: 1.382, y: 4.16, width: 1.014, height: 0.014 }
    assert.deepEqual(
      findings.map(({ code, place }) => ({ code, place })),
      [{ code: 'line_too_thin', place: { page: 7, ...first } }],
    )
    const of = { manufacturingSku: paperback.manufacturingSku, pageCount: 32, part: 'guts' } as const
    const onPages = (pages: string) =>
      ['line_too_thin', 'bleed_added', 'file_unreachable'].map(code => ({ code, pages }))
    const places = problemsIn(catalog, facts, of, onPages('7'))
    assert.deepEqual(
      places,
      [first, { ...first, x: 4.16 }].map(place => ({ code: 'line_too_thin', page: 7, place })),
    )
    assert.deepEqual(problemsIn(catalog, facts, of, onPages('1-6, 8')), [])
    assert.deepEqual(problemsIn(catalog, facts, of, onPages('1, 3 and 9 more')), places)
  })

  it('a picture of a bomb is not drawn', async () => {
    const entries =
      '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB'
    const pixels: Body = { dict: `${entries} /Filter /FlateDecode`, bytes: flateBomb(1024) }
    const image = { objects: [pixels], resources: '/XObject << /I 4 0 R >>', content: 'q 450 0 0 666 0 0 cm /I Do Q' }
    const drawing: Body = { dict: '/Filter /FlateDecode', bytes: flateBomb(1024) }
    const ask = { page: 1, widthPx: 300, lines: [] }
    const bomb = write('bomb.pdf', writeBook({ content: drawing }))
    await assert.rejects(preflight.picture('acc_1', bomb, ask), ofTheFile)
    // An image that does not fit is left out, as viewers do, or the whole picture is: either way it ends.
    const large = await preflight.picture('acc_1', write('image.pdf', writeBook(image)), ask).catch(ofTheFile)
    assert.ok(large)
  })

  it('a picture of a page that is not there is refused', async () => {
    const path = write('short.pdf', (await templatesOf(paperback, 32)).guts)
    await assert.rejects(preflight.picture('acc_1', path, { page: 33, widthPx: 100, lines: [] }), ofTheFile)
  })
})

describe('a repair', () => {
  it('a repair of a file adds blank pages and turns pages upright, and the file passes then', async () => {
    const path = write('odd.pdf', await oddAndTurned())
    const expected = expectedOf(paperback)
    const before = evaluateBook({ cover: null, guts: await factsOf(path) }, expected, null)
    assert.deepEqual(
      toldOf(before.findings).map(([code]) => code),
      ['pages_padded', 'page_turned', 'pages_blank'],
    )
    assert.equal(before.pageCount, 34)

    const mended = join(folder, 'mended.pdf')
    assert.equal(await preflight.repair('acc_1', path, before.repairs.guts, mended), true)
    const after = evaluateBook({ cover: null, guts: await factsOf(mended) }, expected, 34)
    assert.deepEqual(
      [toldOf(after.findings), after.pageCount, after.repairs],
      [[['pages_blank', 'nothing that prints']], 34, { cover: [], guts: [] }],
    )
  })

  it('a repair of a file that cannot be mended leaves nothing behind', async () => {
    const mended = join(folder, 'never.pdf')
    const path = write('broken.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'))
    assert.equal(await preflight.repair('acc_1', path, [{ kind: 'pad', pages: 1 }], mended), false)
    assert.ok(!existsSync(mended))
  })

  it('a barcode that is drawn on a cover is read in the barcode area, however the page is turned and scaled', async () => {
    const isbn: BookIsbn = { isbn: ownIsbn, addOn: '51999', barcode: 'draw' }
    const { width, height } = coverSize
    const box = (across: number, up: number) => `[10 20 ${10 + across} ${20 + up}]`
    const boxes = (entries: string) => () => entries
    const books: [string, Book][] = [
      [
        'turned and scaled',
        { ...coverSize, boxes: boxes(`/MediaBox ${box(height / 3, width / 3)} /Rotate 90 /UserUnit 3`) },
      ],
      ['turned back', { ...coverSize, boxes: boxes(`/MediaBox ${box(height, width)} /Rotate 270`) }],
      ['without an end', { ...coverSize, content: `${plainContent} 0.5 0 0 0.5 90 90 cm` }],
    ]
    for (const [name, book] of books) {
      const path = write('unbarred.pdf', writeBook(book))
      const scope = 'with_isbns'
      const before = await preflight.read('acc_1', path, { maxPages, scope })
      assert.equal(before.kind, 'read')
      const { repairs } = evaluateBook({ cover: before.facts, guts: null }, expectedOf(paperback), coverPages, isbn)
      const barcode = repairs.cover.find(repair => repair.kind === 'barcode')
      assert.ok(barcode, name)
      const drawn = join(folder, 'barred.pdf')
      assert.equal(await preflight.repair('acc_1', path, [barcode], drawn), true, name)
      const after = await preflight.read('acc_1', drawn, { maxPages, scope })
      assert.equal(after.kind, 'read')
      assert.ok(isBarcodeDrawn(after.facts, barcode), `${name}: ${JSON.stringify(after.facts.isbns)}`)
      assert.equal(after.facts.isbns!.barcodes[0]!.addOn, '51999')
    }
  })

  it('a repair of a file changes nothing of what was sent', async () => {
    const path = write('thirty-three.pdf', writeBook({ pages: 33 }))
    const mended = join(folder, 'thirty-four.pdf')
    await preflight.repair('acc_1', path, [{ kind: 'pad', pages: 1 }], mended)
    const sent = readFileSync(path)
    assert.ok(readFileSync(mended).subarray(0, sent.length).equals(sent))
  })
})

/** 33 pages, of which the fourth lies on its side. */
async function oddAndTurned(): Promise<Uint8Array> {
  const document = await PDFDocument.load((await templatesOf(paperback, 34)).guts)
  document.removePage(33)
  document.getPage(3).setRotation(degrees(90))
  return document.save()
}
