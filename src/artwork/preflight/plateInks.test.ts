import assert from 'node:assert/strict'
import { it } from 'node:test'
import { flate, writeBook } from '../../../test/corpus/write.ts'
import { bufferSource, readFacts } from '../pdfReader/pdfReader.ts'
import { loadPdfium } from './pdfium.ts'
import { measureInks } from './plateInks.ts'
import { cpuMs } from './rendering.ts'

const block = (color: string) => `${color} k 100 300 99 99 re f`
const twoInks =
  '[/DeviceN [/Cyan /Magenta] /DeviceCMYK << /FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1] /Length 9 >>]'
const side = 2_100
/** All pages share the resources. Only page 2 draws the image, which is too large to be measured. */
const book = writeBook({
  pages: 3,
  objects: [
    { dict: '', bytes: block('1 1 1 0') },
    { dict: '', bytes: 'q 99 0 0 99 100 300 cm /I Do Q' },
    flate(
      Buffer.alloc(side * side * 2),
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace ${twoInks}`,
    ),
  ],
  draws: page => `/Resources << /XObject << /I 6 0 R >> >> /Contents ${page === 2 ? 5 : 4} 0 R`,
})

async function inksOf(startMs: number) {
  const source = bufferSource(book)
  const report = readFacts(source, 10)
  assert.ok(report.kind === 'read')
  const steps: number[] = []
  const announce = (page: number) => void steps.push(page)
  const { needs, facts } = report
  const { inks, unmeasuredInks } = measureInks(await loadPdfium(), { source, needs, startMs, announce }, facts)
  return { inks, unmeasuredInks, steps }
}

it('a page is measured although another page draws an image that is too large', async () => {
  const { inks, unmeasuredInks, steps } = await inksOf(cpuMs())
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
  assert.ok(steps.filter(page => page === 3).length >= 4, 'each plate is a step when it is made, and when it is drawn')
})

it('pages are not measured when the check has used up its processor time', async () => {
  const { inks, unmeasuredInks, steps } = await inksOf(cpuMs() - 95_001)
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
