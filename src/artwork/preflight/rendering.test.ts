// Which pages the check draws, and that pictures which are drawn an eighth as large look the same.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { smallFont } from '../../../test/corpus/smallFonts.ts'
import { type Body, flate, writeBook } from '../../../test/corpus/write.ts'
import { bufferSource, readFacts, type Source, withSmallPictures } from '../pdfReader/pdfReader.ts'
import { createCanvas } from './canvas.ts'
import { loadPdfium, openWithPdfium } from './pdfium.ts'
import { renderPages } from './rendering.ts'

const letters = smallFont(27, {
  codes: { kind: 'unicode', first: 65, glyphs: Array.from({ length: 26 }, (_, i) => i + 1) },
})
const fonts: Body[] = [
  `<< /Type /Font /Subtype /TrueType /BaseFont /Small /FirstChar 65 /LastChar 90 /Widths [${'500 '.repeat(26)}] /Encoding /WinAnsiEncoding /FontDescriptor 5 0 R >>`,
  '<< /Type /FontDescriptor /FontName /Small /Flags 32 /FontBBox [0 0 500 500] /FontFile2 6 0 R >>',
  flate(letters),
]
const line = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const text = `BT /F 12 Tf 100 300 Td (${line}) Tj ET`

/** What the check finds of a book of three pages, of which the second has the content; and the pages that it drew. */
async function drawnOf(content: string, resources = '') {
  const source = bufferSource(
    writeBook({
      pages: 3,
      content: text,
      objects: [...fonts, { dict: '', bytes: content }, fonts[0]!],
      draws: page =>
        `/Resources << /Font << /F 4 0 R /Own 8 0 R >> ${resources} >> /Contents ${page === 2 ? 7 : 3} 0 R`,
    }),
  )
  const read = readFacts(source, 3)
  assert(read.kind === 'read')
  const drawn: number[] = []
  const pdfium = await loadPdfium()
  const { inks, colored } = renderPages(pdfium, openWithPdfium(pdfium, source)!, read, page => void drawn.push(page))
  return { drawn, colored, boxes: inks.flatMap(({ pages, box }) => pages.map(([from]) => [from, box])) }
}

describe('pages of text and lines in black, in a font that a page before them shows,', () => {
  it('are not drawn, and their ink is known', async () => {
    const { drawn, boxes } = await drawnOf(`${text} 0.3 g 100 100 50 10 re f 100 90 m 200 90 l S`)
    assert.deepEqual(drawn, [1])
    const known = boxes.filter(([page]) => page !== 1)
    assert.deepEqual(known, [
      [2, [88, 90, 268, 320]],
      [3, [88, 288, 268, 320]],
    ])
  })

  const others: [what: string, content: string, resources?: string][] = [
    ['of few letters', 'BT /F 12 Tf 100 300 Td (A) Tj ET'],
    ['near the edge of the page', `${text} BT /F 12 Tf 15 300 Td (A) Tj ET`],
    ['with a color', `${text} 0.2 0 0 0.5 k 100 100 50 10 re f`],
    ['with a color in RGB', `${text} 1 0 0 rg 100 100 50 10 re f`],
    ['with white', `${text} 1 g 100 100 50 10 re f`],
    ['with a faint gray', `${text} 0.95 g 100 100 50 10 re f`],
    ['with lines around letters', `1 Tr ${text}`],
    ['with an image', `${text} q 9 0 0 9 100 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI Q`],
    [
      'with a gradient',
      `${text} /S sh`,
      '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] >> >>',
    ],
    ['with opacity', `/G gs ${text}`, '/ExtGState << /G << /ca 0.5 >> >>'],
    ['in a font of its own', text.replace('/F', '/Own')],
  ]
  for (const [what, content, resources] of others)
    it(`but ${what}, are drawn`, async () => {
      assert.deepEqual((await drawnOf(content, resources)).drawn, [1, 2])
    })
})

/** Gray from left to right and color from bottom to top. */
const side = 600
function picture() {
  const pixels = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      pixels.set([(x * 255) / side, (y * 255) / side, ((x + y) * 128) / side], (y * side + x) * 3)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
}

const jpegs: [what: string, make: () => Promise<Buffer>, entries: string][] = [
  ['in gray', () => picture().toColourspace('b-w').jpeg().toBuffer(), '/ColorSpace /DeviceGray'],
  ['in RGB', () => picture().jpeg().toBuffer(), '/ColorSpace /DeviceRGB'],
  ['in RGB, progressive', () => picture().jpeg({ progressive: true }).toBuffer(), '/ColorSpace /DeviceRGB'],
  [
    'in RGB with fine color',
    () => picture().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
    '/ColorSpace [/CalRGB << /WhitePoint [0.95 1 1.09] >>]',
  ],
  [
    'in four inks, turned over',
    () => picture().toColourspace('cmyk').jpeg().toBuffer(),
    '/ColorSpace /DeviceCMYK /Decode [1 0 1 0 1 0 1 0]',
  ],
]
for (const [what, make, entries] of jpegs)
  it(`a photograph ${what} looks the same when it is drawn from a picture an eighth as large`, async () => {
    const dict = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /Filter /DCTDecode ${entries}`
    const source = bufferSource(
      writeBook({
        pages: 1,
        content: 'q 144 0 0 144 80 200 cm /I Do Q',
        resources: '/XObject << /I 4 0 R >>',
        objects: [{ dict, bytes: await make() }],
      }),
    )
    const read = readFacts(source, 1)
    assert(read.kind === 'read')
    const small = withSmallPictures(source, read.needs)
    assert.ok(small.size > source.size + (side / 8) ** 2)
    const [before, after] = [await pixelsOf(source), await pixelsOf(small)]
    const differences = before.map((value, i) => Math.abs(value - after[i]!))
    assert.deepEqual(
      differences.filter(difference => difference > 12),
      [],
    )
  })

async function pixelsOf(source: Source): Promise<number[]> {
  const pdfium = await loadPdfium()
  const document = openWithPdfium(pdfium, source)!
  const page = document.openPage(0)
  const canvas = createCanvas(pdfium)
  const { pixels } = canvas.draw(page, 450, 666)
  const values = [...pixels].flatMap(pixel => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255])
  pdfium._FPDF_ClosePage(page)
  document.close()
  return values
}
