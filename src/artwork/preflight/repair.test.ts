// Files that are mended by what is appended to them, as our own reader and two others see them afterwards.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { expectedOf, paperback } from '../../../test/corpus/products.ts'
import { replaced } from '../../../test/corpus/specimen.ts'
import { boxesFor, plainContent, writeBook, writeFile } from '../../../test/corpus/write.ts'
import { readPdf } from '../../../test/pdf.ts'
import type { PdfFacts } from './facts.ts'
import { judge } from './judge.ts'
import { pagesOf } from './pages.ts'
import { readAlone } from './reader/read.ts'
import { sourceOf } from './reader/source.ts'
import { updateFor } from './repair.ts'

const mostPages = 2_000
const lying = boxesFor(666, 450)
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => `${from + i} 0 R`).join(' ')
const misplaced = (bytes: Uint8Array) => replaced(Buffer.from(bytes), /startxref\n\d+/, 'startxref\n17')

type Row = [name: string, make: () => Uint8Array | Promise<Uint8Array>]

const padded: Row[] = [
  ['whose index is a table', () => writeBook({ pages: 33 })],
  ['whose index is a stream', () => packed({ pages: 33 })],
  ['whose index is wrong', () => misplaced(writeBook({ pages: 33 }))],
  ['whose index is wrong, with packed objects', async () => misplaced(await packed({ pages: 33 }))],
  ['with lines before its header', () => Buffer.concat([Buffer.from('\n\n'), writeBook({ pages: 33 })])],
  ['whose pages do not say that they are pages', () => writeBook({ pages: 33, page: () => '/Type 7' })],
  [
    'whose catalogue does not say what it is',
    () => replaced(writeBook({ pages: 33 }), '/Type /Catalog', '/Tipe /Catalog'),
  ],
  ['whose page tree does not say what it is', () => replaced(writeBook({ pages: 33 }), '/Type /Pages', '/Tipe /Pages')],
  ['with a BleedBox of three numbers', () => writeBook({ pages: 33, boxes: () => lopsided })],
  ['with boxes that are inherited', () => writeBook({ pages: 33, boxes: () => '', tree: boxesFor(450, 666) })],
  ['with a UserUnit', () => writeBook({ pages: 33, boxes: () => boxesFor(225, 333, 4.5), page: () => '/UserUnit 2' })],
  ['with lying boxes that Rotate sets upright', () => writeBook({ pages: 33, boxes: () => `${lying} /Rotate 90` })],
  ['with lying pages', () => writeBook({ pages: 33, boxes: () => lying })],
  ['whose first drawing comes again, empty, after the end', () => Buffer.concat([writeBook({ pages: 33 }), orphan])],
  [
    'whose drawings have a length that stands apart, and the word for their end in them',
    () =>
      writeBook({
        pages: 33,
        objects: [String(wordy.length)],
        content: { dict: '/Length 4 0 R', bytes: wordy },
      }),
  ],
]

const turned: Row[] = [
  ['that lie', () => writeBook({ boxes: () => lying })],
  ['that are turned by 45 degrees', () => writeBook({ boxes: () => lying, page: () => '/Rotate 45' })],
  ['that are turned as all are', () => writeBook({ tree: '/Rotate -90' })],
  [
    'of which one comes again and again',
    () => writeBook({ boxes: () => lying, kids: '4 0 R '.repeat(30) + numbers(5, 2) }),
  ],
  ['of which one lies, in packed objects', () => packed({ lyingPage: 3 })],
]

const lopsided = '/MediaBox [0 0 450 666] /BleedBox [0 0 450] /TrimBox [9 9 441 657]'
const orphan = Buffer.from('3 0 obj\n<< /Length 1 >>\nstream\n \nendstream\nendobj\n')
const wordy = `${plainContent} /Span << /ActualText (endstream) >> BDC EMC`

async function packed({ pages = 32, lyingPage = 0 }): Promise<Uint8Array> {
  const document = await PDFDocument.load(writeBook({ pages }))
  if (lyingPage > 0) document.getPage(lyingPage - 1).setRotation(degrees(90))
  return document.save({ useObjectStreams: true })
}

function factsOf(bytes: Buffer): PdfFacts {
  const report = readAlone(sourceOf(bytes), mostPages)
  assert.equal(report.kind, 'read', JSON.stringify(report))
  return report.facts
}

async function assertMended(sent: Buffer): Promise<void> {
  const before = judge({ cover: null, guts: factsOf(sent) }, expectedOf(paperback), null)
  const copy = Buffer.concat([sent, updateFor(sourceOf(sent), before.repairs.guts)])
  const facts = factsOf(copy)
  assert.equal(facts.rebuilt, false)
  const after = judge({ cover: null, guts: facts }, expectedOf(paperback), before.pageCount)
  assert.deepEqual(after.repairs, { cover: [], guts: [] })
  assert.deepEqual(
    after.findings.filter(({ severity }) => severity === 'error'),
    [],
  )
  const [seenBefore, seenAfter] = [await readPdf(sent), await readPdf(copy)]
  assert.equal(seenAfter.pageCount, after.pageCount)
  for (const page of [1, 2, seenBefore.pageCount]) {
    assert.ok((await seenAfter.marks(page)) > 0, `page ${page} is not empty`)
    assert.equal(await seenAfter.marks(page), await seenBefore.marks(page), `page ${page} shows what it showed`)
  }
  const last = seenBefore.pageCount
  const shapeOf = (page: number) => facts.shapes.find(({ pages }) => pagesOf(pages).includes(page))
  for (let page = last + 1; page <= seenAfter.pageCount; page++) {
    assert.equal(await seenAfter.marks(page), 0, `page ${page} is blank`)
    assert.equal(shapeOf(page), shapeOf(last), `page ${page} has the boxes of the last one`)
  }
  await Promise.all([seenBefore.close(), seenAfter.close()])
}

describe('a blank page is added to a book', () => {
  for (const [name, make] of padded) it(name, async () => assertMended(Buffer.from(await make())))
})

describe('pages are turned upright', () => {
  for (const [name, make] of turned) it(name, async () => assertMended(Buffer.from(await make())))
})

it('what is appended is the same each time, and names the file anew', () => {
  const sent = writeBook({ pages: 33, trailer: '/ID [<00> <01>]' })
  const update = updateFor(sourceOf(sent), [{ kind: 'pad', pages: 1 }])
  assert.deepEqual(update, updateFor(sourceOf(sent), [{ kind: 'pad', pages: 1 }]))
  assert.match(update.toString('latin1'), /\/ID \[<00> <[0-9a-f]{32}>\]/)
})

it('a file whose pages are no objects of their own is not mended', () => {
  const page = `<< /Type /Page /Parent 2 0 R ${lying} >>`
  const sent = writeFile(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${page}] /Count 1 >>`])
  assert.throws(
    () => updateFor(sourceOf(sent), [{ kind: 'turn', pages: [[1, 1]], degrees: 90 }]),
    /no object of its own/,
  )
})
