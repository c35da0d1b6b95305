import assert from 'node:assert/strict'
import { it } from 'node:test'
import { writeBook } from '../../../test/corpus/write.ts'
import { bufferSource, readFacts } from '../pdfReader/pdfReader.ts'
import { loadPdfium, openWithPdfium } from './pdfium.ts'
import { renderPages } from './rendering.ts'

const pages = 12
const side = 4_000
/** A grayscale picture without compression, as large as a photograph of 300 ppi that fills a page. */
const picture = {
  dict: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`,
  bytes: Buffer.alloc(side * side, 0x80),
}

it('a book of photographs is drawn with the memory of a few of its pages', async () => {
  const source = bufferSource(
    writeBook({
      pages,
      content: 'q 450 0 0 666 0 0 cm /Photo Do Q',
      draws: page => `/Resources << /XObject << /Photo ${page + 3} 0 R >> >> /Contents 3 0 R`,
      objects: Array.from({ length: pages }, () => picture),
    }),
  )
  const read = readFacts(source, pages)
  assert(read.kind === 'read')
  const pdfium = await loadPdfium()
  const { inks, undrawn, skipped } = renderPages(pdfium, openWithPdfium(pdfium, source)!, read, () => {})
  assert.deepEqual(
    { inks, undrawn, skipped },
    {
      inks: [{ pages: [[1, pages]], box: [0, 0, 450, 666] }],
      undrawn: [],
      skipped: [],
    },
  )
  assert(pdfium.HEAPU8.length < 0.8 * source.size, `${pdfium.HEAPU8.length} of ${source.size} bytes`)
})
