// Our own reader and two other readers read files that were repaired by appended bytes.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { wideLetters } from '../../../test/corpus/layout.ts'
import { expectedOf, expectedOfThreeSided, paperback } from '../../../test/corpus/products.ts'
import { replaced } from '../../../test/corpus/specimen.ts'
import { boxesFor, flate, plainContent, writeBook, writeFile } from '../../../test/corpus/write.ts'
import { readPdf } from '../../../test/support/pdf.ts'
import { bufferSource, type Repair, readFacts, repairUpdate } from '../pdfReader/pdfReader.ts'
import { evaluateBook } from './evaluateBook.ts'
import type { PrintFacts } from './fileReport.ts'
import { countOf, union } from './pages.ts'

const maxPages = 2_000
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
  ['whose pages have another type', () => writeBook({ pages: 33, page: () => '/Type 7' })],
  ['whose catalog has no type', () => replaced(writeBook({ pages: 33 }), '/Type /Catalog', '/Tipe /Catalog')],
  ['whose page tree has no type', () => replaced(writeBook({ pages: 33 }), '/Type /Pages', '/Tipe /Pages')],
  ['with a BleedBox of three numbers', () => writeBook({ pages: 33, boxes: () => lopsided })],
  ['with boxes that are inherited', () => writeBook({ pages: 33, boxes: () => '', tree: boxesFor(450, 666) })],
  ['with a UserUnit', () => writeBook({ pages: 33, boxes: () => boxesFor(225, 333, 4.5), page: () => '/UserUnit 2' })],
  [
    'with boxes on their side that Rotate sets upright',
    () => writeBook({ pages: 33, boxes: () => `${lying} /Rotate 90` }),
  ],
  ['with all pages on their side', () => writeBook({ pages: 33, boxes: () => lying })],
  [
    'whose first content stream is repeated, empty, after the end',
    () => Buffer.concat([writeBook({ pages: 33 }), orphan]),
  ],
  [
    'whose content streams contain `endstream` and have their length in another object',
    () =>
      writeBook({
        pages: 33,
        objects: [String(wordy.length)],
        content: { dict: '/Length 4 0 R', bytes: wordy },
      }),
  ],
]

const turned: Row[] = [
  ['with pages on their side', () => writeBook({ boxes: () => lying })],
  ['with pages that are turned by 45 degrees', () => writeBook({ boxes: () => lying, page: () => '/Rotate 45' })],
  ['with pages that inherit their rotation', () => writeBook({ tree: '/Rotate -90' })],
  [
    'with one page that is repeated many times',
    () => writeBook({ boxes: () => lying, kids: '4 0 R '.repeat(30) + numbers(5, 2) }),
  ],
  ['with one page on its side, in packed objects', () => packed({ lyingPage: 3 })],
]

const lopsided = '/MediaBox [0 0 450 666] /BleedBox [0 0 450] /TrimBox [9 9 441 657]'
const orphan = Buffer.from('3 0 obj\n<< /Length 1 >>\nstream\n \nendstream\nendobj\n')
const wordy = `${plainContent} /Span << /ActualText (endstream) >> BDC EMC`

async function packed({ pages = 32, lyingPage = 0 }): Promise<Uint8Array> {
  const document = await PDFDocument.load(writeBook({ pages }))
  if (lyingPage > 0) document.getPage(lyingPage - 1).setRotation(degrees(90))
  return document.save({ useObjectStreams: true })
}

/** All pages count as blank. */
function factsOf(bytes: Buffer): PrintFacts {
  const report = readFacts(bufferSource(bytes), maxPages)
  assert.equal(report.kind, 'read', JSON.stringify(report))
  return {
    ...report.facts,
    rendering: { inks: [{ pages: [[1, maxPages]], box: null }], colored: [], places: [], undrawn: [], skipped: [] },
    isbns: null,
    colorOverprints: [],
    unmeasuredInks: [],
  }
}

const framed: Row[] = [
  ['of the trimmed size', () => writeBook({ boxes: () => '/MediaBox [0 0 432 648]' })],
  [
    'of the trimmed size that also needs a blank page',
    () => writeBook({ pages: 33, boxes: () => '/MediaBox [9 9 441 657]' }),
  ],
  [
    'of the trimmed size that Rotate sets upright',
    () => writeBook({ boxes: () => '/MediaBox [0 0 648 432] /Rotate 90' }),
  ],
  [
    'of the trimmed size whose pages are upside down',
    () => writeBook({ boxes: () => '/MediaBox [0 0 432 648] /Rotate 180' }),
  ],
  [
    'of the trimmed size that Rotate turns the other way',
    () => writeBook({ boxes: () => '/MediaBox [5 0 653 432] /Rotate 270' }),
  ],
  ['of the trimmed size with a UserUnit', () => writeBook({ boxes: () => '/MediaBox [0 0 216 324] /UserUnit 2' })],
  ['without bleed at the binding', () => writeBook({ boxes: () => '/MediaBox [0 0 441 666]' })],
  ['with a CropBox at the trim', () => writeBook({ page: () => '/CropBox [9 9 441 657]' })],
  ['with an inherited CropBox at the trim', () => writeBook({ tree: '/CropBox [9 9 441 657]' })],
  [
    'with a slug around the bleed',
    () => writeBook({ boxes: () => '/MediaBox [0 0 500 716] /BleedBox [25 25 475 691]' }),
  ],
]

async function assertRepaired(sent: Buffer): Promise<void> {
  const before = evaluateBook({ cover: null, guts: factsOf(sent) }, expectedOf(paperback), null)
  const copy = Buffer.concat([sent, repairUpdate(bufferSource(sent), before.repairs.guts)])
  const facts = factsOf(copy)
  assert.equal(facts.rebuilt, false)
  const after = evaluateBook({ cover: null, guts: facts }, expectedOf(paperback), before.pageCount)
  assert.deepEqual(after.repairs, { cover: [], guts: [] })
  assert.deepEqual(
    after.findings.filter(({ severity }) => severity === 'error'),
    [],
  )
  const [originalPdf, repairedPdf] = [await readPdf(sent), await readPdf(copy)]
  assert.equal(repairedPdf.pageCount, after.pageCount)
  for (const page of [1, 2, originalPdf.pageCount]) {
    assert.ok((await repairedPdf.marks(page)) > 0, `page ${page} is not empty`)
    // A page with a new frame may show more of its bleed, or no marks around the bleed.
    if (!before.repairs.guts.some(({ kind }) => kind === 'frame'))
      assert.equal(await repairedPdf.marks(page), await originalPdf.marks(page), `page ${page} is unchanged`)
  }
  const last = originalPdf.pageCount
  const shapeOf = (page: number) =>
    facts.shapes.find(({ pages }) => countOf(union(pages, [[page, page]])) === countOf(pages))
  for (let page = last + 1; page <= repairedPdf.pageCount; page++) {
    assert.equal(await repairedPdf.marks(page), 0, `page ${page} is blank`)
    assert.equal(shapeOf(page), shapeOf(last), `page ${page} has the boxes of the last page`)
  }
  await Promise.all([originalPdf.close(), repairedPdf.close()])
}

describe('blank pages', () => {
  for (const [name, make] of padded)
    it(`a blank page is added to a book ${name}`, async () => assertRepaired(Buffer.from(await make())))
})

describe('turned pages', () => {
  for (const [name, make] of turned)
    it(`pages are turned upright in a book ${name}`, async () => assertRepaired(Buffer.from(await make())))
})

describe('the boxes of pages', () => {
  for (const [name, make] of framed)
    it(`the boxes are corrected in a book ${name}`, async () => assertRepaired(Buffer.from(await make())))

  for (const [name, boxes] of [
    ['that starts elsewhere', '/MediaBox [100 50 550 716]'],
    ['that Rotate turns', '/MediaBox [0 0 666 450] /Rotate 90'],
    ['with a CropBox', '/MediaBox [0 0 612 792] /CropBox [81 63 531 729]'],
    ['with a UserUnit', '/MediaBox [0 0 225 333] /UserUnit 2'],
  ] as const)
    it(`a page ${name} gets the TrimBox and BleedBox that it does not have`, async () => {
      const sent = Buffer.from(writeBook({ boxes: () => boxes }))
      const { repairs } = evaluateBook({ cover: null, guts: factsOf(sent) }, expectedOf(paperback), null)
      const [shape] = factsOf(Buffer.concat([sent, repairUpdate(bufferSource(sent), repairs.guts)])).shapes
      assert.deepEqual(
        [shape!.trim, shape!.bleed],
        [
          [9, 9, 441, 657],
          [0, 0, 450, 666],
        ],
      )
      await assertRepaired(sent)
    })

  it('a corrected page has the TrimBox and BleedBox of the product', () => {
    const sent = Buffer.from(writeBook({ boxes: () => '/MediaBox [0 0 648 432] /Rotate 90' }))
    const { repairs } = evaluateBook({ cover: null, guts: factsOf(sent) }, expectedOf(paperback), null)
    const [shape] = factsOf(Buffer.concat([sent, repairUpdate(bufferSource(sent), repairs.guts)])).shapes
    assert.deepEqual(shape!.trim, [9, 9, 441, 657])
    assert.deepEqual(shape!.bleed, [0, 0, 450, 666])
  })

  it('drawing outside a page of the trimmed size stays invisible after bleed is added', () => {
    const sent = Buffer.from(writeBook({ boxes: () => '/MediaBox [0 0 432 648]' }))
    const { repairs } = evaluateBook({ cover: null, guts: factsOf(sent) }, expectedOf(paperback), null)
    const update = repairUpdate(bufferSource(sent), repairs.guts).toString('latin1')
    assert.match(update, /q 0\.0000 0\.0000 432\.0000 648\.0000 re W n/)
  })

  it('boxes cannot be corrected when one page object is both a right-hand and a left-hand page', () => {
    const sent = Buffer.from(
      writeBook({ boxes: () => '/MediaBox [0 0 441 666]', kids: '4 0 R '.repeat(32), count: 32 }),
    )
    const { repairs } = evaluateBook({ cover: null, guts: factsOf(sent) }, expectedOf(paperback), null)
    assert.throws(() => repairUpdate(bufferSource(sent), repairs.guts), /more than once/)
  })
})

it('pages that are added to a book without bleed at the binding, and TrimBoxes that are set, fit their side', () => {
  const sent = Buffer.from(writeBook({ pages: 33, boxes: () => '/MediaBox [0 0 441 666]' }))
  const { repairs } = evaluateBook({ cover: null, guts: factsOf(sent) }, expectedOfThreeSided, null)
  const padding = repairs.guts.map(repair => (repair.kind === 'pad' ? { ...repair, pages: 3 } : repair))
  const facts = factsOf(Buffer.concat([sent, repairUpdate(bufferSource(sent), padding)]))
  assert.deepEqual(
    facts.shapes.map(({ pages, trim }) => [trim, countOf(pages), pages.at(-1)]),
    [
      [[0, 9, 432, 657], 18, [35, 35]],
      [[9, 9, 441, 657], 18, [36, 36]],
    ],
  )
  const after = evaluateBook({ cover: null, guts: facts }, expectedOfThreeSided, null)
  assert.deepEqual(after.repairs, { cover: [], guts: [] })
  assert.ok(!after.findings.some(({ code }) => code.startsWith('trim_box')))
})

describe('black text in RGB', () => {
  const text = 'BT /L 12 Tf 0 0 0 rg 1 0 0 1 150 300 Tm (ten letter) Tj ET 0 0 1 rg 90 90 99 99 re f'
  const resources = '/Font << /L 4 0 R >>'
  const form = {
    dict: '/Type /XObject /Subtype /Form /BBox [0 0 450 666] /Resources << /Font << /L 4 0 R >> >>',
    bytes: text,
  }
  const books: Row[] = [
    ['in content that all pages share', () => writeBook({ objects: [wideLetters], content: text, resources })],
    [
      'in content of several parts',
      () =>
        writeBook({
          objects: [wideLetters, { dict: '', bytes: 'BT /L 12 Tf 0 0' }, { dict: '', bytes: text.slice(15) }],
          draws: () => `/Resources << ${resources} >> /Contents [5 0 R 6 0 R]`,
        }),
    ],
    ['in compressed content', () => writeBook({ objects: [wideLetters], content: flate(text), resources })],
    [
      'in a form',
      () =>
        writeBook({
          objects: [wideLetters, form],
          content: '/X Do',
          resources: `${resources} /XObject << /X 5 0 R >>`,
        }),
    ],
    [
      'on pages of the trimmed size',
      () =>
        writeBook({
          objects: [wideLetters],
          content: text,
          resources,
          boxes: () => '/MediaBox [0 0 432 648]',
          pages: 33,
        }),
    ],
  ]
  for (const [name, make] of books)
    it(`black text in RGB ${name} is set in black ink, and nothing else is changed`, async () => {
      const sent = Buffer.from(await make())
      const before = factsOf(sent)
      assert.deepEqual([countOf(before.rgbBlackText), before.rgbBlack], [before.pageCount, []])
      const { repairs } = evaluateBook({ cover: null, guts: before }, expectedOf(paperback), null)
      const after = factsOf(Buffer.concat([sent, repairUpdate(bufferSource(sent), repairs.guts)]))
      assert.deepEqual([after.rgbBlackText, after.rgbBlack, after.rgb], [[], [], before.rgb])
      await assertRepaired(sent)
    })

  it('a file whose black text cannot be changed is left alone, and its other repairs are made', async () => {
    const sent = writeBook({
      pages: 33,
      objects: [wideLetters, { ...form, dict: `${form.dict} /Filter /Unknown` }],
      content: text,
      resources: `${resources} /XObject << /X 5 0 R >>`,
    })
    const blacken: Repair = { kind: 'blacken', pages: [[1, 33]] }
    assert.throws(() => repairUpdate(bufferSource(sent), [blacken]), /no text to change/)
    const update = repairUpdate(bufferSource(sent), [blacken, { kind: 'pad', pages: 1 }])
    const after = factsOf(Buffer.concat([sent, update]))
    assert.equal(after.pageCount, 34)
    assert.ok(countOf(after.rgbBlackText) > 0)
  })
})

it('a repair appends the same bytes each time, with a new file identifier', () => {
  const sent = writeBook({ pages: 33, trailer: '/ID [<00> <01>]' })
  const update = repairUpdate(bufferSource(sent), [{ kind: 'pad', pages: 1 }])
  assert.deepEqual(update, repairUpdate(bufferSource(sent), [{ kind: 'pad', pages: 1 }]))
  assert.match(update.toString('latin1'), /\/ID \[<00> <[0-9a-f]{32}>\]/)
})

it('a file whose pages are not objects of their own is not repaired', () => {
  const page = `<< /Type /Page /Parent 2 0 R ${lying} >>`
  const sent = writeFile(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${page}] /Count 1 >>`])
  assert.throws(
    () => repairUpdate(bufferSource(sent), [{ kind: 'turn', pages: [[1, 1]], degrees: 90 }]),
    /without an object of its own/,
  )
})
