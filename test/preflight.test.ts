// The check of print files against good files for every sample product, and broken and hostile ones.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { PdfFacts } from '../src/artwork/preflight/facts.ts'
import type { FileFinding, Finding } from '../src/artwork/preflight/finding.ts'
import { judge } from '../src/artwork/preflight/judge.ts'
import { ChildFailed, openPreflight, type Reading } from '../src/artwork/preflight/preflight.ts'
import { linesOn } from '../src/orders/files/expected.ts'
import { corpus } from './corpus/corpus.ts'
import { allSkus, catalog, expectedOf, filledIn, paperback, templatesOf } from './corpus/products.ts'
import { coverPages } from './corpus/specimen.ts'
import { type Body, flateBomb, writeBook } from './corpus/write.ts'

const mostPages = 2_000
/** Of one file: what goes into an order and its webhooks, and what is kept to judge it again. */
const mostToldBytes = 20_000
const mostKeptBytes = 300_000
const folder = mkdtempSync(join(tmpdir(), 'octavo-preflight-'))
const preflight = openPreflight({ processes: availableParallelism() })
after(async () => {
  await preflight.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const read = (name: string, bytes: Uint8Array): Promise<Reading> => preflight.read(write(name, bytes), { mostPages })
const readFacts = (name: string, bytes: Uint8Array) => factsOf(write(name, bytes))

async function factsOf(path: string): Promise<PdfFacts> {
  const reading = await preflight.read(path, { mostPages })
  assert.equal(reading.kind, 'read', JSON.stringify(reading))
  return reading.facts
}

const toldOf = (findings: Pick<Finding, 'code' | 'got'>[]) => findings.map(({ code, got }) => [code, got])

const ofTheFile = (error: unknown) => error instanceof ChildFailed && !error.isOurFault

describe('our own templates', { concurrency: true }, () => {
  for (const sku of allSkus) {
    const { manufacturingSku: name } = sku
    const { min: pageCount } = sku.pages
    const assertPasses = async (kind: string, files: { cover: Uint8Array; guts: Uint8Array }) => {
      const [cover, guts] = await Promise.all([
        readFacts(`${name}-${kind}-cover.pdf`, files.cover),
        readFacts(`${name}-${kind}-guts.pdf`, files.guts),
      ])
      assert.deepEqual(judge({ cover, guts }, expectedOf(sku), pageCount), {
        findings: [],
        pageCount,
        repairs: { cover: [], guts: [] },
      })
    }

    it(`pass without a word for ${name}`, async () => assertPasses('plain', await templatesOf(sku, pageCount)))

    it(`filled in, pass without a word for ${name}`, async () => {
      const { cover, guts } = await templatesOf(sku, pageCount)
      await assertPasses('filled', { cover: await filledIn(cover), guts: await filledIn(guts) })
    })
  }
})

it('a web page is not taken for a PDF', async () => {
  const reading = await read('page.pdf', Buffer.from('<!DOCTYPE html><title>Sign in</title>'))
  assert.equal(reading.kind, 'refused')
  assert.deepEqual(toldOf(reading.findings), [['file_not_pdf', 'a web page (HTML)']])
  assert.equal(
    reading.findings[0]!.message,
    'The file does not begin like a PDF: it is something else, often a web page that asks for a sign-in.',
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
  const { kind } = await preflight.read(join(folder, 'missing.pdf'), { mostPages })
  assert.equal(kind, 'unavailable')
})

describe('of a file that is wrong or hostile, what is wrong is told:', () => {
  let found: { readings: Reading[]; mostBytes: number; longestMs: number }

  before(async () => {
    const paths: string[] = []
    for (const [i, { make }] of corpus.entries()) paths.push(write(`corpus-${i}.pdf`, await make()))
    const reader = new URL('corpus/reader.ts', import.meta.url).pathname
    const { stdout } = await promisify(execFile)(process.execPath, [reader, JSON.stringify({ paths, mostPages })], {
      maxBuffer: 64 * 1024 * 1024,
    })
    found = JSON.parse(stdout)
  })

  for (const [i, { name, as, codes, declared }] of corpus.entries()) {
    it(name, () => assert.deepEqual(codesOf(as, found.readings[i]!, declared ?? null), codes))
  }

  it('and no file is told so much of that its findings, or what is kept of it, grow large', () => {
    for (const [i, { name, as, declared }] of corpus.entries()) {
      const reading = found.readings[i]!
      const toldBytes = JSON.stringify(findingsOf(as, reading, declared ?? null)).length
      assert.ok(toldBytes < mostToldBytes, `${name}: ${toldBytes} bytes told`)
      assert.ok(JSON.stringify(reading).length < mostKeptBytes, `${name}: ${JSON.stringify(reading).length} bytes kept`)
    }
  })

  it('and what the file calls things is told in characters that can be seen', () => {
    const i = corpus.findIndex(({ name }) => name === 'names that are not for people')
    const got = findingsOf('guts', found.readings[i]!, null).map(one => one.got)
    assert.deepEqual(got, ['Bad\ufffd\ufffd[31m\ufffdtnoF', 'no version, for \ufffdA'])
  })

  it('and of 10,000 fonts all are counted', () => {
    const i = corpus.findIndex(({ name }) => name === '10,000 fonts that are not there')
    const findings = findingsOf('guts', found.readings[i]!, null)
    assert.deepEqual([findings.length, findings.at(-1)!.got, findings.at(-1)!.pages], [21, '9980 more fonts', '1-200'])
  })

  it('the service keeps below 300 MB meanwhile', () => {
    assert.ok(found.mostBytes < 300 * 1024 * 1024, `${Math.round(found.mostBytes / 1024 / 1024)} MB`)
  })

  it('and lets others have their turn within 100 ms', () => {
    assert.ok(found.longestMs < 100, `${found.longestMs} ms`)
  })
})

function codesOf(as: 'cover' | 'guts', reading: Reading, declared: number | null): string[] {
  if (reading.kind === 'unavailable') return [`unavailable: ${reading.cause}`]
  return [...new Set(findingsOf(as, reading, declared).map(({ code }) => code))].toSorted()
}

/** Of a reading as a cover for a book of 200 pages, or as its interior. */
function findingsOf(as: 'cover' | 'guts', reading: Reading, declared: number | null): FileFinding[] {
  if (reading.kind === 'unavailable') return []
  if (reading.kind === 'refused') return reading.findings
  const expected = expectedOf(paperback)
  const { findings } =
    as === 'guts'
      ? judge({ cover: null, guts: reading.facts }, expected, declared)
      : judge({ cover: reading.facts, guts: null }, expected, coverPages)
  return findings
}

describe('a picture', () => {
  it('shows the page with its lines over it', async () => {
    const { guts } = await templatesOf(paperback, 32)
    const path = write('picture.pdf', guts)
    const of = { manufacturingSku: paperback.manufacturingSku, pageCount: 32, part: 'guts', page: 1 } as const
    const lines = linesOn(catalog, of)
    const plain = await sharp(await preflight.picture(path, { page: 1, widthPx: 625, lines: [] }))
      .raw()
      .toBuffer()
    const { data, info } = await sharp(await preflight.picture(path, { page: 1, widthPx: 625, lines }))
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

  it('of a bomb is not drawn', async () => {
    const entries =
      '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB'
    const pixels: Body = { dict: `${entries} /Filter /FlateDecode`, bytes: flateBomb(1024) }
    const image = { objects: [pixels], resources: '/XObject << /I 4 0 R >>', content: 'q 450 0 0 666 0 0 cm /I Do Q' }
    const drawing: Body = { dict: '/Filter /FlateDecode', bytes: flateBomb(1024) }
    const ask = { page: 1, widthPx: 300, lines: [] }
    const bomb = write('bomb.pdf', writeBook({ content: drawing }))
    await assert.rejects(preflight.picture(bomb, ask), ofTheFile)
    // An image that does not fit is left out, as viewers do, or the whole picture is: either way it ends.
    const large = await preflight.picture(write('image.pdf', writeBook(image)), ask).catch(ofTheFile)
    assert.ok(large)
  })

  it('of a page that is not there is refused', async () => {
    const path = write('short.pdf', (await templatesOf(paperback, 32)).guts)
    await assert.rejects(preflight.picture(path, { page: 33, widthPx: 100, lines: [] }), ofTheFile)
  })
})

describe('a repair', () => {
  it('adds blank pages and turns pages upright, and the file passes then', async () => {
    const path = write('odd.pdf', await oddAndTurned())
    const expected = expectedOf(paperback)
    const before = judge({ cover: null, guts: await factsOf(path) }, expected, null)
    assert.deepEqual(
      toldOf(before.findings).map(([code]) => code),
      ['pages_padded', 'page_turned', 'orientation_mixed'],
    )
    assert.equal(before.pageCount, 34)

    const mended = join(folder, 'mended.pdf')
    assert.equal(await preflight.repair(path, before.repairs.guts, mended), true)
    const after = judge({ cover: null, guts: await factsOf(mended) }, expected, 34)
    assert.deepEqual(after, { findings: [], pageCount: 34, repairs: { cover: [], guts: [] } })
  })

  it('of a file that cannot be mended leaves nothing behind', async () => {
    const mended = join(folder, 'never.pdf')
    const path = write('broken.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'))
    assert.equal(await preflight.repair(path, [{ kind: 'pad', pages: 1 }], mended), false)
    assert.ok(!existsSync(mended))
  })

  it('changes nothing of what was sent', async () => {
    const path = write('thirty-three.pdf', writeBook({ pages: 33 }))
    const mended = join(folder, 'thirty-four.pdf')
    await preflight.repair(path, [{ kind: 'pad', pages: 1 }], mended)
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
