// Binding codes on real files: each is read back from a rendering, lies outside the trim, and leaves the page within
// the trim as it was.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allSkus, expectedOf, isFirstOfBinding, templatesOf } from '../../../test/corpus/products.ts'
import { boxesFor, writeBook } from '../../../test/corpus/write.ts'
import { isShortForm } from '../../../test/support/form.ts'
import { type BindingSheet, bindingPlace } from '../barcode/bindingCode.ts'
import { type Box, bufferSource, pageShape } from '../pdfReader/pdfReader.ts'
import { loadBarcodeReader } from './barcodeReader.ts'
import { bindingUpdate } from './bindingUpdate.ts'
import type { ExpectedFile } from './expectedFiles.ts'
import { loadPdfium, openWithPdfium } from './pdfium.ts'
import { drawPixels } from './pixels.ts'

const pdfium = await loadPdfium()
const code = 'B7Q2M9X4TCK3P'
const perPoint = 4

const sheetOf = ({ width, height, trim }: ExpectedFile, corner: BindingSheet['corner'] = 'right'): BindingSheet => ({
  ...{ width, height, trim, corner },
})
const paper: BindingSheet = {
  width: 6.25,
  height: 9.25,
  trim: { x: 0.125, y: 0.125, width: 6, height: 9 },
  corner: 'right',
}

async function coded(file: Uint8Array, sheet: BindingSheet): Promise<Buffer | null> {
  const update = await bindingUpdate(pdfium, bufferSource(Buffer.from(file)), { code, sheet })
  return update.length === 0 ? null : Buffer.concat([file, update])
}

/** The first page of a file, and what a barcode reader finds on all of it: its text and its box in points. */
async function readPage(bytes: Buffer) {
  const shape = pageShape(bufferSource(bytes), 1)!
  const { width, height } = shape.shown!
  const size = { width: Math.round(width * perPoint), height: Math.round(height * perPoint) }
  const document = openWithPdfium(pdfium, bufferSource(bytes))
  const pixels = drawPixels(pdfium, document, 0, { size, whole: size, start: { x: 0, y: 0 } })
  const readBarcodes = await loadBarcodeReader()
  const found = await readBarcodes(
    { data: new Uint8ClampedArray(pixels), ...size, colorSpace: 'srgb' },
    { formats: ['DataMatrix'], tryHarder: true, maxNumberOfSymbols: 5 },
  )
  return {
    ...{ size, pixels },
    codes: found.map(({ text, position }) => {
      const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
      const [xs, ys] = [corners.map(({ x }) => x / perPoint), corners.map(({ y }) => height - y / perPoint)]
      return { text, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as Box }
    }),
  }
}

type Read = Awaited<ReturnType<typeof readPage>>

/** The pixels that differ, as a box in points. */
function changedBox(before: Read, after: Read): Box {
  assert.deepEqual(before.size, after.size)
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  const { width, height } = before.size
  for (let i = 0; i < before.pixels.length; i++) {
    if (before.pixels[i] === after.pixels[i]) continue
    const [x, y] = [Math.floor(i / 4) % width, height - 1 - Math.floor(i / 4 / width)]
    box[0] = Math.min(box[0], x / perPoint)
    box[1] = Math.min(box[1], y / perPoint)
    box[2] = Math.max(box[2], (x + 1) / perPoint)
    box[3] = Math.max(box[3], (y + 1) / perPoint)
  }
  return box
}

async function assertCoded(file: Uint8Array, sheet: BindingSheet): Promise<void> {
  const result = await coded(file, sheet)
  assert(result !== null, 'there is room')
  assert(result.subarray(0, file.length).equals(file), 'the file itself is unchanged')
  const [before, after] = [await readPage(Buffer.from(file)), await readPage(result)]
  assert.deepEqual(
    after.codes.map(({ text }) => text),
    [code],
  )
  const { x, y, width, height } = sheet.trim
  const trim: Box = [72 * x, 72 * y, 72 * (x + width), 72 * (y + height)]
  const isOutside = ([, bottom, , top]: Box) => top <= trim[1] || bottom >= trim[3]
  assert(isOutside(after.codes[0]!.box), `${after.codes[0]!.box} is outside of ${trim}`)
  assert(isOutside(changedBox(before, after)), `${changedBox(before, after)} is outside of ${trim}`)
}

describe('binding codes of the sample books', () => {
  // The books of a binding differ in their size only.
  for (const sku of isShortForm ? allSkus.filter(isFirstOfBinding) : allSkus) {
    it(`cover and pages of ${sku.manufacturingSku} have codes outside the trim, where they have bleed`, async () => {
      const { pages, cover, guts } = expectedOf(sku)(sku.pages.min)
      const files = await templatesOf(sku, pages.min)
      await assertCoded(files.cover, sheetOf(cover, 'left'))
      if (guts.trim.y > 0) await assertCoded(files.guts, sheetOf(guts))
      else assert.equal(await coded(files.guts, sheetOf(guts)), null)
    })
  }
})

describe('binding codes', () => {
  const rows: [name: string, file: Buffer][] = [
    ['a plain page', writeBook({ pages: 2 })],
    ['a page that Rotate sets upright', writeBook({ pages: 2, boxes: () => `${boxesFor(666, 450)} /Rotate 90` })],
    ['a page that Rotate turns the other way', writeBook({ boxes: () => `${boxesFor(666, 450)} /Rotate 270` })],
    ['a page with a UserUnit', writeBook({ boxes: () => boxesFor(225, 333, 4.5), page: () => '/UserUnit 2' })],
    ['a page without a TrimBox', writeBook({ boxes: () => '/MediaBox [0 0 450 666]' })],
    ['a page that does not begin at zero', writeBook({ boxes: () => '/MediaBox [-20 30 430 696]' })],
    ['a page of black', writeBook({ content: '0 0 0 1 k 0 0 450 666 re f' })],
    ['a page that ends a graphics state too often', writeBook({ content: 'Q Q 0 0 0 0.8 k 0 0 200 300 re f' })],
    [
      'a file whose index is wrong',
      Buffer.from(
        writeBook()
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n17'),
        'latin1',
      ),
    ],
  ]
  for (const [name, file] of rows) {
    it(`${name} gets a code`, () => assertCoded(file, paper))
  }

  it('a page that leaves its coordinates changed gets no code, as it would lie elsewhere', async () => {
    const file = writeBook({ content: 'q 0.5 0 0 0.5 100 300 cm q 0 0 0 0.8 k 0 0 200 300 re f' })
    await assert.rejects(coded(file, paper), /within the trim|cannot be read/)
  })

  it('a page without bleed, or with too little, gets no code', async () => {
    const trim = { x: 0, y: 0, width: 6, height: 9 }
    assert.equal(
      await coded(writeBook({ width: 432, height: 648, boxes: () => '/MediaBox [0 0 432 648]' }), {
        ...paper,
        width: 6,
        height: 9,
        trim,
      }),
      null,
    )
    const little = { ...paper, trim: { x: 0.1, y: 0.1, width: 6.05, height: 9.05 } }
    assert.equal(await coded(writeBook(), little), null)
  })

  it('the trim of the file counts where it is larger than that of the book', async () => {
    assert.equal(await coded(writeBook({ boxes: () => boxesFor(450, 666, 4) }), paper), null)
  })

  it('a code keeps its distance from the trim where there is room, and grows with it', () => {
    const place = (bleed: number) =>
      bindingPlace(
        { shown: { width: 432 + 144 * bleed, height: 648 + 144 * bleed }, trim: null },
        {
          width: 6 + 2 * bleed,
          height: 9 + 2 * bleed,
          trim: { x: bleed, y: bleed, width: 6, height: 9 },
          corner: 'left',
        },
      )!
    for (const [bleed, side, distance] of [
      [0.125, 0.6, 3],
      [3 / 25.4, 0.6, 2.504],
      [0.75, 1.2, 42],
    ] as const) {
      const { panel, moduleSide } = place(bleed)
      assert.equal(moduleSide, side)
      const toTrim = 72 * bleed - panel.y - panel.height
      assert.ok(Math.abs(toTrim - distance) < 0.001)
      assert.ok(toTrim > 72 / 32, 'a cut that is off by 1/32 in shows no white')
    }
  })
})
