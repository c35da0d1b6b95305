// However a good file is changed, it is read or refused: no crash, no hang, and nothing is reported except about the
// file. PREFLIGHT_RUNS and PREFLIGHT_SEED make it longer, or repeat a run.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { bufferSource, readFacts } from '../src/artwork/pdfReader/pdfReader.ts'
import { evaluateBook } from '../src/artwork/preflight/evaluateBook.ts'
import { parseReport } from '../src/artwork/preflight/fileReport.ts'
import { openPreflight } from '../src/artwork/preflight/preflight.ts'
import { corpus } from './corpus/corpus.ts'
import { expectedOf, paperback, templatesOf } from './corpus/products.ts'

const usualRuns = 400
const runs = Number(process.env.PREFLIGHT_RUNS ?? usualRuns)
const seed = Number(process.env.PREFLIGHT_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** A run in a process of its own takes a hundred times as long as one here. */
const runsPerProcess = 25
const maxPages = 2_000
/** A good file of this size takes some milliseconds; more than that is a way to keep us busy. */
const maxCpuMs = 3_000

const folder = mkdtempSync(join(tmpdir(), 'octavo-property-'))
const preflight = openPreflight()
after(async () => {
  await preflight.close()
  rmSync(folder, { recursive: true, force: true })
})

const named = [
  'good',
  'soft mask',
  'font in a form within a form',
  'font in a mask',
  'font in a letter that is drawn',
  'form that is drawn in two fonts',
  'hidden layer in RGB',
  'spot color',
  'form field',
  'image within the page, packed, with its end right after it',
]
const goodFiles = [
  ...(await Promise.all(corpus.filter(({ name }) => named.includes(name)).map(({ make }) => make()))),
  (await templatesOf(paperback, 32)).guts,
  await packed(),
].map(bytes => Buffer.from(bytes))

/** All but the catalog in compressed streams, the index too. */
async function packed(): Promise<Uint8Array> {
  const document = await PDFDocument.load((await templatesOf(paperback, 32)).guts)
  document.getPage(1).setRotation(degrees(180))
  return document.save({ useObjectStreams: true })
}

type Change =
  | { kind: 'flip'; at: number; by: number }
  | { kind: 'cut'; at: number; length: number }
  | { kind: 'repeat'; at: number; length: number }
  | { kind: 'write'; at: number; text: string }

/** A place in the file, as a share of its length. All are as likely: else most would be in its first bytes. */
const place = fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map(millionths => millionths / 1_000_000)
const length = fc.integer({ min: 1, max: 200 })
const texts = fc.constantFrom(
  '999999999',
  '-1',
  '0',
  '/',
  '<<',
  '>>',
  '[',
  '(',
  'endobj',
  'stream',
  ' R',
  '1e99',
  '/Kids',
  'null',
)
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('flip' as const), at: place, by: fc.integer({ min: 1, max: 255 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: place, length }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const), at: place, length }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write' as const), at: place, text: texts }) },
)
const changed = fc
  .tuple(fc.constantFrom(...goodFiles), fc.array(change, { minLength: 1, maxLength: 12 }))
  .map(([file, changes]) => changes.reduce(apply, file))

function apply(file: Buffer, one: Change): Buffer {
  const at = Math.floor(one.at * (file.length - 1))
  const [before, rest] = [file.subarray(0, at), file.subarray(at)]
  switch (one.kind) {
    case 'flip': {
      const copy = Buffer.from(file)
      copy[at] = copy[at]! ^ one.by
      return copy
    }
    case 'cut':
      return Buffer.concat([before, rest.subarray(one.length)])
    case 'repeat':
      return Buffer.concat([before, rest.subarray(0, one.length), rest])
    case 'write':
      return Buffer.concat([before, Buffer.from(one.text), rest.subarray(one.text.length)])
    default:
      return one satisfies never
  }
}

/** Findings are for customers: no place of ours, no word of a library or of the language. */
const ours = /node_modules|file:\/\/|\/tmp\/|\bat \w+ \(|undefined|TypeError|RangeError|NaN|object Object/

/** Our own reader draws no pages, measures no ink on plates, and reads no barcodes. */
const unread = {
  rendering: { inks: [], colored: [], places: [], undrawn: [], skipped: [] },
  colorOverprints: [],
  unmeasuredInks: [],
  isbns: null,
}

function assertTold(text: string): void {
  assert.doesNotMatch(text, ours)
}

describe(`a good file in which something is changed (seed ${seed})`, () => {
  it(`a good file in which something is changed (seed ${seed}) is read or refused by our own reader, in little time`, () => {
    const property = fc.property(changed, file => {
      const before = process.threadCpuUsage()
      const result = readFacts(bufferSource(file), maxPages)
      const { user, system } = process.threadCpuUsage(before)
      assert.ok((user + system) / 1000 < maxCpuMs, `${(user + system) / 1000} ms`)
      const text = JSON.stringify(
        result.kind === 'read' ? { kind: 'read', facts: { ...result.facts, ...unread } } : result,
      )
      const report = parseReport(text)
      assert.ok(report !== null && report.kind !== 'unavailable', text)
      if (report.kind === 'read') {
        assertTold(JSON.stringify(evaluateBook({ cover: null, guts: report.facts }, expectedOf(paperback), null)))
        assertTold(JSON.stringify(evaluateBook({ cover: report.facts, guts: null }, expectedOf(paperback), 200)))
      } else assertTold(text)
    })
    fc.assert(property, { numRuns: runs, seed })
  })

  it(`a good file in which something is changed (seed ${seed}) is read or refused by the whole check`, async () => {
    const files = fc.sample(changed, { numRuns: Math.ceil(runs / runsPerProcess), seed })
    await Promise.all(
      files.map(async (file, i) => {
        const path = join(folder, `${i}.pdf`)
        writeFileSync(path, file)
        const reading = await preflight.read('acc_1', path, { maxPages })
        assert.notEqual(reading.kind, 'unavailable', `number ${i} of seed ${seed}`)
        assertTold(JSON.stringify(reading))
        if (reading.kind !== 'refused') return
        const codes = reading.findings.map(({ code }) => code)
        assert.ok(!codes.includes('file_unreadable'), `number ${i} of seed ${seed} broke its reader`)
      }),
    )
  })
})
