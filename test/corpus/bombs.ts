// Bombs, and files that are only meant to confuse.

import { specimensOf } from './specimen.ts'
import { type Body, flate, flateBomb, plainContent, writeBook } from './write.ts'

const bomb = flateBomb.bind(null, 1024)

export const bombs = specimensOf(add => {
  add('1 GB of packed objects', () => packedBomb(), ['file_too_complex'])
  add('1 GB to draw', () => writeBook({ content: { dict: '/Filter /FlateDecode', bytes: bomb() } }), [
    'file_too_complex',
  ])
  add('1 GB of an index', () => indexBomb(), ['file_too_complex'])
  add(
    '1 GB of metadata',
    () => writeBook({ catalog: '/Metadata 4 0 R', objects: [{ dict: '/Filter /FlateDecode', bytes: bomb() }] }),
    ['file_too_complex'],
  )
  add(
    'compressed three times',
    () => writeBook({ content: { dict: '/Filter [/FlateDecode /FlateDecode /FlateDecode]', bytes: threeTimes() } }),
    ['file_too_complex'],
  )
  add('99 filters', () => writeBook({ content: { dict: `/Filter [${'/FlateDecode '.repeat(99)}]`, bytes: 'x' } }), [
    'file_too_complex',
  ])
  add('1,000,001 objects', () => millionObjects(), ['file_too_complex'])
  add('100 MB on every page', () => writeBook({ content: flate(Buffer.alloc(90_000_000, '0 0 m ')) }), [
    'check_limited',
    'page_too_complex',
  ])
  add(
    'forms that draw ten forms, ten deep',
    () => writeBook({ objects: laughs(10), resources: '/XObject << /X 4 0 R >>', content: '/X Do' }),
    ['image_resolution_low', 'page_too_complex'],
  )
  add(
    'form that draws itself',
    () =>
      writeBook({
        objects: [
          {
            dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>',
            bytes: '/X Do',
          },
        ],
        resources: '/XObject << /X 4 0 R >>',
        content: '/X Do',
      }),
    ['pages_blank'],
  )
  add('100,000 brackets', () => writeBook({ content: '['.repeat(100_000) }), ['file_too_complex'])
  add(
    '100,000 brackets around a box',
    () => writeBook({ boxes: () => '/MediaBox 4 0 R', objects: ['['.repeat(100_000)] }),
    ['file_too_complex'],
  )
  add('string without an end', () => writeBook({ content: `${plainContent} (${'x'.repeat(1000)}` }), [
    'drawing_damaged',
  ])
  add(
    'drawing that is no deflate',
    () => writeBook({ content: { dict: '/Filter /FlateDecode', bytes: 'this is not it' } }),
    ['drawing_damaged', 'pages_blank'],
  )
  add('length that lies', () => writeBook({ content: { dict: '/Length 999999', bytes: plainContent } }), [])
  add('length that is its own stream', () => writeBook({ content: { dict: '/Length 3 0 R', bytes: plainContent } }), [])
  add(
    'wrong kinds everywhere',
    () =>
      writeBook({
        catalog: '/Names 7 /AcroForm (x) /OpenAction [1 2] /OCProperties /X /OutputIntents 3 /Metadata 1 0 R',
        page: () => '/Annots 8 /AA 9 /Rotate /Up /UserUnit (a) /Group 3',
      }),
    [],
  )
})

/** Object 4 is packed into object 5, which is a gigabyte. */
function packedBomb(): Buffer {
  const file = writeBook({
    boxes: () => '/MediaBox 900 0 R',
    objects: [{ dict: '/Type /ObjStm /N 1 /First 6 /Filter /FlateDecode', bytes: flateBomb(1024, ' ', '900 0 ') }],
  })
  const at = file.indexOf('4 0 obj')
  const row = Buffer.from([1, ...bytesOf(at), 0, 2, 0, 0, 0, 4, 0])
  const dict = `<< /Type /XRef /Size 901 /Index [4 1 900 1] /W [1 4 1] /Root 1 0 R /Prev ${/startxref\n(\d+)/.exec(file.toString('latin1'))![1]} /Length ${row.length} >>`
  const index = Buffer.concat([Buffer.from(`901 0 obj\n${dict}\nstream\n`), row, Buffer.from('\nendstream\nendobj\n')])
  return Buffer.concat([file, index, Buffer.from(`startxref\n${file.length}\n%%EOF\n`)])
}

const bytesOf = (number: number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]

function indexBomb(): Buffer {
  const bytes = flateBomb(1024, '\x01')
  const head = Buffer.from('%PDF-1.7\n')
  const dict = `<< /Type /XRef /Size 100000000 /W [1 4 1] /Root 1 0 R /Filter /FlateDecode /Length ${bytes.length} >>`
  const start = head.length
  return Buffer.concat([
    head,
    Buffer.from(`9 0 obj\n${dict}\nstream\n`),
    bytes,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ])
}

function threeTimes(): Uint8Array {
  const once = flateBomb(4096)
  const twice = flate(once) as { bytes: Uint8Array }
  return (flate(twice.bytes) as { bytes: Uint8Array }).bytes
}

/** Without an index, so that all of them have to be looked for. */
function millionObjects(): Buffer {
  const parts: string[] = ['%PDF-1.7\n']
  for (let number = 1; number <= 1_000_001; number++) parts.push(`${number} 0 obj 0 endobj\n`)
  return Buffer.from(`${parts.join('')}trailer << /Root 1 0 R >>\n%%EOF\n`)
}

/** Each form draws the next one ten times; the last one draws an image of 3 ppi. */
function laughs(depth: number): Body[] {
  const forms = Array.from(
    { length: depth },
    (_, i): Body => ({
      dict: `/Type /XObject /Subtype /Form /BBox [0 0 450 666] /Resources << /XObject << /X ${i + 5} 0 R >> >>`,
      bytes: '/X Do '.repeat(10),
    }),
  )
  const image = flate(
    Buffer.alloc(16),
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceCMYK',
  )
  const last: Body = {
    dict: `/Type /XObject /Subtype /Form /BBox [0 0 450 666] /Resources << /XObject << /X ${depth + 5} 0 R >> >>`,
    bytes: '50 0 0 50 0 0 cm /X Do',
  }
  return [...forms, last, image]
}
