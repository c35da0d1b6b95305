import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Body, flate, writeBook } from '../../../test/corpus/write.ts'
import { bufferSource, Damaged, readFacts } from '../pdfReader/pdfReader.ts'
import { loadPdfium } from './pdfium.ts'
import { measureInks } from './plateInks.ts'
import { cpuMs } from './rendering.ts'

const block = (color: string) => `${color} k 100 300 99 99 re f`
const twoInks =
  '[/DeviceN [/Cyan /Magenta] /DeviceCMYK << /FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1] /Length 9 >>]'
const imageOf = (side: number) =>
  flate(
    Buffer.alloc(side * side * 2),
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace ${twoInks}`,
  )
/** All pages share the resources. Only page 2 draws what is too much to be measured. */
const bookOf = (content: string, images: Body[] = []) =>
  writeBook({
    pages: 3,
    objects: [{ dict: '', bytes: block('1 1 1 0') }, flate(Buffer.from(content)), ...images],
    draws: page =>
      `/Resources << /XObject << ${images.map((_, i) => `/I${i} ${6 + i} 0 R`).join(' ')} >> >> /Contents ${page === 2 ? 5 : 4} 0 R`,
  })
const drawing = (count: number) =>
  Array.from({ length: count }, (_, i) => `q 99 0 0 99 ${100 + i} 300 cm /I${i} Do Q`).join(' ')
const largeImage = bookOf(drawing(1), [imageOf(2_100)])
const books: [what: string, book: Buffer][] = [
  ['an image that is too large', largeImage],
  ['several images that together are too large', bookOf(drawing(2), [imageOf(1_500), imageOf(1_500)])],
  ['too many bytes of content', bookOf(drawing(1) + ' '.repeat(4_200_000), [imageOf(10)])],
  ['too many colors', bookOf(drawing(1) + ' 0 g'.repeat(200_001), [imageOf(10)])],
]

/** `maxSteps`: the file seems damaged after so many. */
async function inksOf(book: Buffer, startMs: number, maxSteps = Infinity) {
  const source = bufferSource(book)
  const report = readFacts(source, 10)
  assert.ok(report.kind === 'read')
  const steps: number[] = []
  const announce = (page: number) => {
    if (steps.length === maxSteps) throw new Damaged()
    steps.push(page)
  }
  const { needs, facts } = report
  const measuring = { source, needs, startMs, announce }
  const { inks, unmeasuredInks, colorOverprints } = measureInks(await loadPdfium(), measuring, facts)
  return { inks, unmeasuredInks, colorOverprints, steps }
}

for (const [what, book] of books)
  it(`a page is measured although another page draws ${what}`, async () => {
    const { inks, unmeasuredInks, steps } = await inksOf(book, cpuMs())
    assert.deepEqual(
      inks.map(({ value, pages }) => [Math.round(value), pages]),
      [
        [
          300,
          [
            [1, 1],
            [3, 3],
          ],
        ],
      ],
    )
    assert.deepEqual(unmeasuredInks, [[2, 2]])
    assert.ok(
      steps.filter(page => page === 3).length >= 4,
      'each plate is a step when it is made, and when it is drawn',
    )
  })

it('pages are not measured when the check has used up its processor time', async () => {
  const { inks, unmeasuredInks, steps } = await inksOf(largeImage, cpuMs() - 95_001)
  assert.deepEqual(
    inks.map(({ value, pages }) => [Math.round(value), pages]),
    [
      [
        300,
        [
          [1, 1],
          [3, 3],
        ],
      ],
    ],
  )
  assert.deepEqual([unmeasuredInks, steps], [[[1, 3]], []])
})

it('ink beyond the bleed does not count, since it is cut off', async () => {
  const strip = '1 1 1 1 k 60 4 300 20 re f 0.9 0.8 0.6 0 k 100 300 99 99 re f'
  const book = (bleed: string) =>
    writeBook({
      pages: 1,
      boxes: () => `/MediaBox [0 0 500 716] /TrimBox [34 34 466 682] ${bleed}`,
      objects: [flate(Buffer.from(strip))],
      draws: () => '/Contents 4 0 R',
    })
  const percentOf = async (bleed: string) =>
    (await inksOf(book(bleed), cpuMs())).inks.map(({ value }) => Math.round(value))
  assert.deepEqual(await percentOf('/BleedBox [25 25 475 691]'), [230])
  assert.deepEqual(await percentOf(''), [400])
})

it('a page keeps its measured ink although its overprint over RGB cannot be drawn', async () => {
  const overRgb = `${block('1 1 1 0')} 1 0 0 rg 250 300 99 99 re f /O gs 0 0 1 0 k 280 300 30 99 re f`
  const book = writeBook({
    pages: 1,
    objects: [flate(Buffer.from(overRgb))],
    draws: () => '/Resources << /ExtGState << /O << /OP true /op true /OPM 1 >> >> >> /Contents 4 0 R',
  })
  const whole = await inksOf(book, cpuMs())
  assert.deepEqual(whole.colorOverprints, [[1, 1]])
  const broken = await inksOf(book, cpuMs(), whole.steps.length - 1)
  assert.deepEqual([broken.inks, broken.unmeasuredInks, broken.colorOverprints], [whole.inks, [], []])
  assert.deepEqual(
    broken.inks.map(({ value }) => Math.round(value)),
    [300],
  )
})

it('what overprints translucently keeps the inks below, and counts no less ink than prints', async () => {
  const percentOf = async (state: string) => {
    const book = writeBook({
      pages: 1,
      objects: [flate(Buffer.from('1 0.9 0.8 0.7 k 100 300 99 99 re f /O gs 0.3 0 0 0 k 100 300 99 99 re f'))],
      draws: () => `/Resources << /ExtGState << /O << /OP true /op true /OPM 1 ${state} >> >> >> /Contents 4 0 R`,
    })
    return (await inksOf(book, cpuMs())).inks.map(({ value }) => Math.round(value))
  }
  assert.deepEqual(await percentOf('/CA 0.5'), [269])
  // It prints with 305 percent: a lighter tint is taken for as dark as the ink that it replaces.
  assert.deepEqual(await percentOf('/ca 0.5'), [339])
})
