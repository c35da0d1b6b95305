// Names and references that lead to nothing, and data that end too early. The cases were drawn with Ghostscript, MuPDF
// and poppler: a case is silent only where the three draw the same without an error.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Body, flate, writeBook } from '../../../test/corpus/write.ts'
import { bufferSource, readFacts } from '../pdfReader/pdfReader.ts'

/** The faults of a book of which page 1 alone has the content. Object 4 is the content, `objects` begin at 5. */
function faultsOf(content: string, resources: string, objects: Body[]): string[] {
  const read = readFacts(
    bufferSource(
      writeBook({
        pages: 2,
        objects: [{ dict: '', bytes: content }, ...objects],
        draws: page => `/Resources << ${resources} >> /Contents ${page === 1 ? 4 : 3} 0 R`,
      }),
    ),
    2,
  )
  assert(read.kind === 'read')
  assert.deepEqual([read.facts.damaged, read.facts.limited], [[], []])
  return read.facts.faults.map(({ kind, object, got, pages }) => {
    assert.deepEqual(pages, [[1, 1]])
    return `${kind} ${object}: ${got}`
  })
}

const square = '100 300 200 200 re f'
const placed = 'q 200 0 0 200 100 300 cm /I Do Q'
const form = (dict: string, content = square): Body => ({
  dict: `/Subtype /Form ${dict} /Resources << >>`,
  bytes: content,
})
const pixels = Buffer.from(Array.from({ length: 100 }, (_, i) => i % 4))
const image = (entries: string) => flate(pixels, `/Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 ${entries}`)
const indexed = (table: string) => image(`/ColorSpace [/Indexed /DeviceGray 3 ${table}]`)
const inline = (space: string) =>
  `q 200 0 0 200 100 300 cm BI /W 10 /H 10 /BPC 8 ${space} ID ${pixels.toString('latin1')} EI Q`
const mesh = (kind: number, bytes: number[], more = '') =>
  flate(
    Buffer.from(bytes),
    `/ShadingType ${kind} /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8
    /Decode [0 450 0 666 0 1] ${more}`,
  )
const triangle = [0, 9, 9, 50, 0, 99, 9, 50, 0, 50, 99, 50]
const lattice = [9, 9, 99, 99, 9, 99, 9, 99, 99, 99, 99, 99]
const edge = (x: number, y: number) => [0, 1, 2, 3].flatMap(i => [x + 20 * i, y])
const patch = [0, ...edge(10, 10), ...edge(10, 60), ...edge(10, 110), 50, 50, 50, 50]
/** It takes four points and two colors from the patch before. */
const nextPatch = [2, ...edge(90, 60), ...edge(90, 110), 50, 50]
const masked = '/ExtGState << /G << /SMask << /S /Luminosity /G'

type Case = [name: string, faults: string[], content: string, resources?: string, ...objects: Body[]]
const absent = (name: string, object: number | null = null) => [
  `object_missing ${object}: /${name}, which is not in the file`,
]
const shape = (name: string) => `image_damaged 5: ${name}`
const meshFault = [shape('a mesh whose data break off')]
const image5 = '/XObject << /I 5 0 R >>'
const shading5 = '/Shading << /S 5 0 R >>'
const shaded = (space: string) =>
  `/Shading << /S << /ShadingType 2 ${space} /Coords [0 0 450 0]
  /Function << /FunctionType 2 /Domain [0 1] /C0 [0.2] /C1 [0.8] /N 1 >> >> >>`

const cases: Record<string, Case[]> = {
  'a color space': [
    ['that no resource has is missing', absent('No'), `/No cs 0.5 sc ${square}`],
    [
      'that a form does not have is missing',
      absent('C'),
      '/X Do',
      '/ColorSpace << /C /DeviceGray >> /XObject << /X 5 0 R >>',
      form('/BBox [0 0 450 666]', `/C cs 0.5 sc ${square}`),
    ],
    [
      'that refers to nothing is missing',
      absent('ColorSpace', 999),
      `/C cs 0.5 sc ${square}`,
      '/ColorSpace << /C 999 0 R >>',
    ],
    [
      'of a spot color without a function lacks it',
      absent('Function'),
      `/C cs 1 sc ${square}`,
      '/ColorSpace << /C [/Separation /Spot /DeviceGray] >>',
    ],
    ['of an image that has another name is missing', absent('No'), placed, image5, image('/ColorSpace /No')],
    ['of an image is needed', absent('ColorSpace'), placed, image5, image('')],
    ['of an image within the content is missing', absent('No'), inline('/CS /No')],
    ['of an image within the content is needed', absent('ColorSpace'), inline('')],
    ['of a shading is needed', absent('ColorSpace'), '/S sh', shaded('')],
    ['of a shading is missing', absent('No'), '/S sh', shaded('/ColorSpace /No')],
    ['that a device has is there', [], `/DeviceGray cs 0.5 sc ${square}`],
    ['of a shading is there', [], '/S sh', shaded('/ColorSpace /DeviceGray')],
    ['of an image is there', [], placed, image5, image('/ColorSpace /DeviceGray')],
    [
      'of a stencil is not needed',
      [],
      placed,
      image5,
      flate(Buffer.alloc(20, 0x55), '/Subtype /Image /Width 10 /Height 10 /ImageMask true'),
    ],
    ['by its short name within the content is there', [], inline('/CS /G')],
  ],
  'a table of colors': [
    [
      'with half of its colors is damaged',
      [shape('a table of colors with 2 of its 4 bytes').replace('5', 'null')],
      placed,
      image5,
      indexed('<0055>'),
    ],
    [
      'that is a short stream is damaged',
      ['image_damaged 6: a table of colors with 3 of its 4 bytes'],
      placed,
      image5,
      indexed('6 0 R'),
      flate('abc'),
    ],
    ['that is not in the file is missing', absent('Indexed', 999), placed, image5, indexed('999 0 R')],
    [
      'of an image within the content is damaged',
      ['image_damaged null: a table of colors with 1 of its 4 bytes'],
      inline('/CS [/I /G 3 <00>]'),
    ],
    ['with all colors is whole', [], placed, image5, indexed('<0055AAFF>')],
    ['with more colors is whole', [], placed, image5, indexed('<0055AAFF00>')],
  ],
  'a graphics state': [
    ['that no resource has changes nothing in any engine', [], `/No gs ${square}`],
    ['whose mask refers to nothing lacks it', absent('SMask', 999), `/G gs ${square}`, `${masked} 999 0 R >> >> >>`],
    ['that refers to nothing changes nothing in any engine', [], `/G gs ${square}`, '/ExtGState << /G 999 0 R >>'],
    [
      'with a mask is whole',
      [],
      `/G gs ${square}`,
      `${masked} 5 0 R >> >> >>`,
      form('/BBox [0 0 450 666] /Group << /S /Transparency /CS /DeviceGray >>', '1 g 0 0 450 666 re f'),
    ],
  ],
  'a form': [
    [
      'without a box shows in one engine only',
      ['object_missing 5: the BBox of a form'],
      '/X Do',
      '/XObject << /X 5 0 R >>',
      form(''),
    ],
    [
      'whose box refers to nothing does so too',
      ['object_missing 5: the BBox of a form'],
      '/X Do',
      '/XObject << /X 5 0 R >>',
      form('/BBox 999 0 R'),
    ],
    [
      'that is a mask does so too',
      ['object_missing 5: the BBox of a form'],
      `/G gs ${square}`,
      `${masked} 5 0 R >> >> >>`,
      form('/Group << /S /Transparency /CS /DeviceGray >>'),
    ],
    ['with a box is whole', [], '/X Do', '/XObject << /X 5 0 R >>', form('/BBox [0 0 450 666]')],
    ['with an empty box shows in no engine', [], '/X Do', '/XObject << /X 5 0 R >>', form('/BBox [0 0 0 0]')],
  ],
  'a text without a font': [['shows in no engine', [], 'BT 72 400 Td (ABC) Tj ET']],
  'a mesh': [
    ['of triangles breaks off', meshFault, '/S sh', shading5, mesh(4, triangle.slice(0, -1))],
    ['of rows breaks off', meshFault, '/S sh', shading5, mesh(5, lattice.slice(0, -3), '/VerticesPerRow 2')],
    ['of patches breaks off', meshFault, '/S sh', shading5, mesh(6, [...patch, ...nextPatch.slice(0, -2)])],
    ['of triangles is whole', [], '/S sh', shading5, mesh(4, triangle)],
    ['of triangles with a line end is whole', [], '/S sh', shading5, mesh(4, [...triangle, 13, 10])],
    ['of rows is whole', [], '/S sh', shading5, mesh(5, lattice, '/VerticesPerRow 2')],
    ['of patches beside each other is whole', [], '/S sh', shading5, mesh(6, [...patch, ...nextPatch])],
  ],
}

for (const [thing, all] of Object.entries(cases))
  describe(thing, () => {
    for (const [name, faults, content, resources = '', ...objects] of all)
      it(name, () => assert.deepEqual(faultsOf(content, resources, objects), faults))
  })
