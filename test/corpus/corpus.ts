// Files that are wrong or hostile, each with what has to be said of it as a paperback of 6 by 9 inches: the interior in 32
// to 800 pages, or the cover for 200 pages. Made when asked for; none takes more than a second to make.

import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { Code } from '../../src/artwork/preflight/codes.ts'
import { coverInches } from '../../src/catalog/measures.ts'
import { paperback } from './products.ts'
import { type Body, boxesFor, flate, flateBomb, plainContent, writeBook, writeFile } from './write.ts'

export type Specimen = {
  name: string
  as: 'cover' | 'guts'
  make: () => Uint8Array | Promise<Uint8Array>
  /** In the order of the alphabet. */
  codes: Code[]
  declared?: number
}

const specimens: Specimen[] = []

type Make = Specimen['make']

/** An interior, unless `as` says otherwise. */
function add(name: string, make: Make, codes: Code[], more: Partial<Specimen> = {}): void {
  specimens.push({ name, as: 'guts', make, codes: codes.toSorted(), ...more })
}

export const coverPages = 200
const cover = coverInches(paperback, coverPages)
const coverSize = { pages: 1, width: cover.width * 72, height: cover.height * 72 }

// Good ones that look odd.
add('good', () => writeBook(), [])
add('good cover', () => writeBook(coverSize), [], { as: 'cover' })
add('0.015 inches off', () => writeBook({ width: 451, height: 667 }), [])
add(
  'reversed boxes',
  () => writeBook({ boxes: () => '/MediaBox [450 666 0 0] /BleedBox [450 666 0 0] /TrimBox [441 657 9 9]' }),
  [],
)
add(
  'negative boxes',
  () => writeBook({ boxes: () => '/MediaBox [-9 -9 441 657] /BleedBox [-9 -9 441 657] /TrimBox [0 0 432 648]' }),
  [],
)
add('boxes that are inherited', () => writeBook({ boxes: () => '', tree: boxesFor(450, 666) }), [
  'bleed_box_missing',
  'trim_box_missing',
])
add('lying boxes that Rotate sets upright', () => writeBook({ boxes: () => `${boxesFor(666, 450)} /Rotate 90` }), [])
add('Rotate of -270', () => writeBook({ boxes: () => `${boxesFor(666, 450)} /Rotate -270` }), [])
add(
  'hidden layer in RGB',
  () =>
    writeBook({
      catalog: '/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>',
      objects: ['<< /Type /OCG /Name (proof) >>'],
      resources: '/Properties << /L 4 0 R >>',
      content: `${plainContent} /OC /L BDC 1 0 0 rg 0 0 9 9 re f EMC`,
    }),
  [],
)
add(
  'text that is not seen in a font that is not there',
  () =>
    writeBook({ objects: [helvetica], resources: '/Font << /F 4 0 R >>', content: 'BT 3 Tr /F 12 Tf (scan) Tj ET' }),
  [],
)
add(
  'font of drawn letters',
  () =>
    writeBook({
      objects: [
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding << >> /FirstChar 0 /LastChar 0 /Widths [1] >>',
      ],
      resources: '/Font << /F 4 0 R >>',
      content: 'BT /F 12 Tf (a) Tj ET',
    }),
  [],
)
add('a fill of one pixel', () => withImage({ width: 1, height: 1, colours: 4, inches: 5 }), [])
add('index as a stream', async () => (await PDFDocument.load(writeBook())).save({ useObjectStreams: true }), [])
add(
  'claims PDF/X',
  () =>
    writeBook({
      catalog: '/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (CGATS TR 001) >>]',
      objects: ['<< /GTS_PDFXVersion (PDF/X-1a:2001) >>'],
      trailer: '/Info 4 0 R',
    }),
  ['pdfx_claimed'],
)
add(
  'claims PDF/X-4 in its metadata',
  () =>
    writeBook({
      catalog: '/Metadata 4 0 R',
      objects: [
        {
          dict: '/Type /Metadata /Subtype /XML',
          bytes: '<x><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion></x>',
        },
      ],
    }),
  ['pdfx_claimed'],
)

// Not a PDF, or not all of one.
add('empty', () => Buffer.alloc(0), ['file_empty'])
add('web page', () => Buffer.from('<!DOCTYPE html><html><title>Sign in</title></html>'), ['file_not_pdf'])
add('ZIP', () => Buffer.from('PK\x03\x04 and so on'), ['file_not_pdf'])
add('only a header', () => Buffer.from('%PDF-1.7\n'), ['file_incomplete'])
add('header and end', () => Buffer.from('%PDF-1.7\n%%EOF\n'), ['file_damaged'])
add('noise', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(100_000), Buffer.from('\n%%EOF\n')]), [
  'file_damaged',
])
add('first half', () => half(writeBook()), ['file_incomplete'])
add('5 MB of something after the end', () => Buffer.concat([writeBook(), Buffer.alloc(5_000_000, 'x')]), [
  'file_incomplete',
])
add('a few lines after the end', () => Buffer.concat([writeBook(), Buffer.from('\n<!-- sent by proxy -->\n')]), [])
add('something before the header', () => Buffer.concat([Buffer.from('\n\n'), writeBook()]), ['index_rebuilt'])
add('index elsewhere', () => replaced(writeBook(), /startxref\n\d+/, 'startxref\n17'), ['index_rebuilt'])
add('index that lies', () => replaced(writeBook(), /\n00000000\d\d 00000 n/g, '\n0000000099 00000 n'), [
  'index_rebuilt',
])
add('index that is before itself', () => replaced(writeBook(), /\/Root/, '/Prev 10 /Root'), ['index_rebuilt'])
add('indexes in a circle', () => inCircle(writeBook()), [])
add('password', () => encrypted({ userPassword: 'u', ownerPassword: 'o' }), ['file_encrypted'])
add('restrictions', () => encrypted({ ownerPassword: 'o', permissions: { printing: false } }), ['file_encrypted'])

// Page trees.
add('no pages', () => writeBook({ pages: 0 }), ['file_without_pages'])
add('no page tree', () => writeFile(['<< /Type /Catalog >>']), ['file_damaged'])
add('tree that is a number', () => writeFile(['<< /Type /Catalog /Pages 7 >>']), ['file_damaged'])
add(
  'tree in a loop',
  () =>
    writeFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>',
    ]),
  ['file_damaged'],
)
add('8,000,000 pages in 4 kB', () => eightMillion(), ['file_too_many_pages'])
add('8,000,000 nodes without a page', () => eightMillion('[]'), ['file_too_complex'])
add('200,000 pages', () => writeBook({ pages: 1, kids: '4 0 R '.repeat(200_000), count: 200_000 }), [
  'file_too_many_pages',
])
add('tree 50,000 deep', () => deepTree(50_000), ['file_too_complex'])
add('count of 2,000,000,000', () => writeBook({ count: 2_000_000_000 }), ['file_page_counts_differ'])
add('count of -1', () => writeBook({ count: -1 }), ['file_page_counts_differ'])
add('count of too few', () => writeBook({ count: 30 }), ['file_page_counts_differ'])
add('count that is text', () => writeBook({ count: '(many)' }), ['file_page_counts_differ'])

// Boxes.
const box = (media: string) => () => writeBook({ boxes: () => media })
add('no box', box(''), ['page_size_missing'])
add('short box', box('/MediaBox [0 0 450]'), ['page_size_missing'])
add('box of zeros', box('/MediaBox [0 0 0 0]'), ['page_size_missing'])
add('box of strings', box('/MediaBox [(0) (0) (450) (666)]'), ['page_size_missing'])
add('box of 1e15', box('/MediaBox [0 0 1e15 1e15]'), ['page_size_missing'])
add('box that leads to itself', () => writeBook({ boxes: () => '/MediaBox 4 0 R', objects: ['4 0 R'] }), [
  'page_size_missing',
])
add('box of names', box('/MediaBox /Letter'), ['page_size_missing'])
add('no box on one page', () => writeBook({ boxes: page => (page === 7 ? '' : boxesFor(450, 666)) }), [
  'page_size_missing',
])
add('200 by 200 inches', () => writeBook({ width: 14_400, height: 14_400 }), ['page_size_wrong'])
add('UserUnit of 10', () => writeBook({ page: () => '/UserUnit 10' }), ['page_size_wrong', 'user_unit_used'])
add(
  'UserUnit that makes it right',
  () => writeBook({ boxes: () => boxesFor(225, 333, 4.5), page: () => '/UserUnit 2' }),
  ['user_unit_used'],
)
add('Letter', () => writeBook({ width: 612, height: 792 }), ['page_size_wrong'])
add('without bleed', () => writeBook({ width: 432, height: 648 }), ['page_size_wrong'])
add('0.04 inches off', () => writeBook({ width: 453, height: 666 }), ['page_size_wrong'])
add(
  'one page of another size',
  () => writeBook({ boxes: page => (page === 9 ? boxesFor(612, 792) : boxesFor(450, 666)) }),
  ['page_size_wrong'],
)
add('each page of another size', () => writeBook({ pages: 300, boxes: page => boxesFor(400 + page, 800) }), [
  'page_size_wrong',
])
add('all pages turned', () => writeBook({ page: () => '/Rotate 90' }), ['page_turned'])
add('one page turned', () => writeBook({ page: page => (page === 3 ? '/Rotate 270' : '') }), [
  'orientation_mixed',
  'page_turned',
])
add(
  'cropped',
  () =>
    writeBook({
      boxes: () =>
        '/MediaBox [0 0 612 792] /CropBox [81 63 531 729] /BleedBox [81 63 531 729] /TrimBox [90 72 522 720]',
    }),
  ['crop_box_used'],
)
add('cropped too far', () => writeBook({ page: () => '/CropBox [9 9 441 657]' }), ['crop_box_used', 'page_size_wrong'])
add('no trim box', () => writeBook({ boxes: () => '/MediaBox [0 0 450 666] /BleedBox [0 0 450 666]' }), [
  'trim_box_missing',
])
add('no bleed box', () => writeBook({ boxes: () => '/MediaBox [0 0 450 666] /TrimBox [9 9 441 657]' }), [
  'bleed_box_missing',
])
add(
  'trim box elsewhere',
  () => writeBook({ boxes: () => '/MediaBox [0 0 450 666] /BleedBox [0 0 450 666] /TrimBox [0 0 432 648]' }),
  ['trim_box_wrong'],
)

// Page counts.
add('33 pages', () => writeBook({ pages: 33 }), ['pages_padded'])
add('31 pages', () => writeBook({ pages: 31 }), ['page_count_out_of_range'])
add('1 page', () => writeBook({ pages: 1 }), ['page_count_out_of_range'])
add('802 pages', () => writeBook({ pages: 802 }), ['page_count_out_of_range'])
add('3,000 pages', () => writeBook({ pages: 3_000 }), ['file_too_many_pages'])
add('not as many as declared', () => writeBook({ pages: 40 }), ['page_count_not_declared'], { declared: 42 })

// Covers.
add('cover of two pages', () => writeBook({ ...coverSize, pages: 2 }), ['cover_not_one_page'], { as: 'cover' })
add(
  'cover for 100 pages',
  () => writeBook({ ...coverSize, width: coverInches(paperback, 100).width * 72 }),
  ['cover_size_wrong'],
  { as: 'cover' },
)
add(
  'cover 0.03 inches too narrow',
  () => writeBook({ ...coverSize, width: coverSize.width - 2.16 }),
  ['cover_size_wrong'],
  { as: 'cover' },
)
add(
  'cover without bleed',
  () => writeBook({ ...coverSize, width: coverSize.width - 18, height: coverSize.height - 18 }),
  ['cover_size_wrong'],
  { as: 'cover' },
)
add('only the front cover', () => writeBook({ ...coverSize, width: 450, height: 666 }), ['cover_size_wrong'], {
  as: 'cover',
})
add('cover turned', () => writeBook({ ...coverSize, page: () => '/Rotate 90' }), ['page_turned'], { as: 'cover' })

// Fonts.
const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const text = 'BT /F 12 Tf 72 72 Td (Hello) Tj ET'
const withFont = (...objects: Body[]) => writeBook({ objects, resources: '/Font << /F 4 0 R >>', content: text })
add('standard font', () => withFont(helvetica), ['font_not_embedded'])
add(
  'TrueType font without its file',
  () =>
    withFont(
      '<< /Type /Font /Subtype /TrueType /BaseFont /Garamond /FontDescriptor 5 0 R >>',
      '<< /Type /FontDescriptor /FontName /Garamond /Flags 4 >>',
    ),
  ['font_not_embedded'],
)
add(
  'composite font without its file',
  () =>
    withFont(
      '<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H /DescendantFonts [5 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song >>',
    ),
  ['font_not_embedded'],
)
add(
  'font in a form within a form',
  () =>
    writeBook({
      objects: [
        {
          dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /B 5 0 R >> >>',
          bytes: '/B Do',
        },
        { dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F 6 0 R >> >>', bytes: text },
        helvetica,
      ],
      resources: '/XObject << /A 4 0 R >>',
      content: '/A Do',
    }),
  ['font_not_embedded'],
)

// Images and colours.
add('JPEG of 50 ppi in RGB', () => withJpeg(50), ['colour_rgb', 'image_resolution_too_low'])
add('image of 99 ppi', () => withImage({ width: 495, height: 495, colours: 4, inches: 5 }), [
  'image_resolution_too_low',
])
add('image of 200 ppi', () => withImage({ width: 1000, height: 1000, colours: 4, inches: 5 }), ['image_resolution_low'])
add('image of 300 ppi', () => withImage({ width: 1500, height: 1500, colours: 4, inches: 5 }), [])
add('image that is stretched', () => withImage({ width: 1500, height: 400, colours: 4, inches: 5 }), [
  'image_resolution_too_low',
])
add('image outside the page', () => withImage({ width: 50, height: 50, colours: 4, inches: 5, at: 5_000 }), [])
add(
  'image within the page',
  () => writeBook({ content: 'q 360 0 0 360 40 40 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x01EI\x02 EI Q' }),
  ['image_resolution_too_low'],
)
add('RGB', () => writeBook({ content: '1 0 0 rg 0 0 100 100 re f' }), ['colour_rgb'])
add(
  'RGB by profile',
  () =>
    writeBook({
      objects: [{ dict: '/N 3 /Alternate /DeviceRGB', bytes: 'x' }],
      resources: '/ColorSpace << /C [/ICCBased 4 0 R] >>',
      content: '/C cs 1 0 0 sc 0 0 100 100 re f',
    }),
  ['colour_rgb'],
)
add(
  'spot colour',
  () =>
    writeBook({
      objects: ['<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 1 0] /N 1 >>'],
      resources: '/ColorSpace << /C [/Separation /Gold /DeviceCMYK 4 0 R] >>',
      content: '/C cs 1 scn 0 0 100 100 re f',
    }),
  ['colour_spot'],
)
const state = (entries: string) => () =>
  writeBook({ resources: `/ExtGState << /G << ${entries} >> >>`, content: `/G gs ${plainContent}` })
add('opacity', state('/ca 0.5'), ['transparency'])
add('blend mode', state('/BM /Multiply'), ['transparency'])
add('opacity of 1', state('/ca 1 /CA 1 /BM /Normal /SMask /None'), [])
add('soft mask', () => withImage({ width: 1500, height: 1500, colours: 4, inches: 5, more: '/SMask 4 0 R' }), [
  'transparency',
])

// What is in a file beside its pages.
add(
  'link',
  () =>
    writeBook({
      objects: ['<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>'],
      page: page => (page === 2 ? '/Annots [4 0 R]' : ''),
    }),
  ['annotations'],
)
add(
  'form field',
  () => writeBook({ catalog: '/AcroForm << /Fields [4 0 R] >>', objects: ['<< /FT /Tx /T (name) >>'] }),
  ['form_fields'],
)
add('XFA', () => writeBook({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' }), ['form_xfa'])
add('script at opening', () => writeBook({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), [
  'scripts',
])
add(
  'script by name',
  () =>
    writeBook({
      catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>',
      objects: ['<< /S /JavaScript /JS (x) >>'],
    }),
  ['scripts'],
)
add('script of a page', () => writeBook({ page: () => '/AA << /O << /S /JavaScript /JS (x) >> >>' }), ['scripts'])
add('program that is started', () => writeBook({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), ['actions'])
add(
  'attachment',
  () =>
    writeBook({
      catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
      objects: ['<< /Type /Filespec /F (a.exe) >>'],
    }),
  ['attachments'],
)
add(
  "printer's mark",
  () =>
    writeBook({ objects: ['<< /Type /Annot /Subtype /PrinterMark /Rect [0 0 9 9] >>'], page: () => '/Annots [4 0 R]' }),
  ['marks_in_bleed'],
)
add(
  'crop marks',
  () =>
    writeBook({ content: `${plainContent} 0.25 w 0 9 m 6 9 l S 0 657 m 6 657 l S 9 0 m 9 6 l S 441 0 m 441 6 l S` }),
  ['marks_in_bleed'],
)
add(
  'registration colour',
  () =>
    writeBook({
      objects: ['<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 1 1 1] /N 1 >>'],
      resources: '/ColorSpace << /C [/Separation /All /DeviceCMYK 4 0 R] >>',
      content: '/C cs 1 scn 0 0 9 9 re f',
    }),
  ['marks_in_bleed'],
)

// Bombs, and what is only meant to confuse.
const bomb = flateBomb.bind(null, 1024)
add('1 GB of packed objects', () => packedBomb(), ['file_too_complex'])
add('1 GB to draw', () => writeBook({ content: { dict: '/Filter /FlateDecode', bytes: bomb() } }), ['file_too_complex'])
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
add('100 MB on every page', () => writeBook({ content: flate(Buffer.alloc(90_000_000, '0 0 m ')) }), ['check_limited'])
add(
  'forms that draw ten forms, ten deep',
  () => writeBook({ objects: laughs(10), resources: '/XObject << /X 4 0 R >>', content: '/X Do' }),
  ['image_resolution_too_low'],
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
  [],
)
add('100,000 brackets', () => writeBook({ content: '['.repeat(100_000) }), ['file_too_complex'])
add(
  '100,000 brackets around a box',
  () => writeBook({ boxes: () => '/MediaBox 4 0 R', objects: ['['.repeat(100_000)] }),
  ['file_too_complex'],
)
add('string without an end', () => writeBook({ content: `${plainContent} (${'x'.repeat(1000)}` }), ['drawing_damaged'])
add(
  'drawing that is no deflate',
  () => writeBook({ content: { dict: '/Filter /FlateDecode', bytes: 'this is not it' } }),
  ['drawing_damaged'],
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

export const corpus: readonly Specimen[] = specimens

function replaced(bytes: Buffer, what: RegExp, by: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(what, by), 'latin1')
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)

/** The same each time. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let seed = 1
  for (let i = 0; i < length; i++) {
    seed = (seed * 48_271) % 0x7fffffff
    bytes[i] = seed & 255
  }
  return bytes
}

function inCircle(bytes: Buffer): Buffer {
  const start = /startxref\n(\d+)/.exec(bytes.toString('latin1'))![1]!
  return replaced(bytes, /\/Root/, `/Prev ${start} /Root`)
}

async function encrypted(options: Parameters<PDFDocument['encrypt']>[0]): Promise<Uint8Array> {
  const document = await PDFDocument.load(writeBook())
  document.getPage(0).setRotation(degrees(0))
  await document.encrypt(options)
  return document.save()
}

function eightMillion(leaf = ''): Buffer {
  const kids = (number: number) => `[${`${number} 0 R `.repeat(200)}]`
  return writeFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids ${kids(3)} /Count 8000000 >>`,
    `<< /Type /Pages /Kids ${kids(4)} /Count 40000 >>`,
    `<< /Type /Pages /Kids ${kids(5)} /Count 200 >>`,
    leaf === '' ? `<< /Type /Page ${boxesFor(450, 666)} >>` : `<< /Type /Pages /Kids ${leaf} /Count 1 >>`,
  ])
}

function deepTree(depth: number): Buffer {
  const nodes = Array.from({ length: depth }, (_, i) => `<< /Type /Pages /Kids [${i + 3} 0 R] /Count 1 >>`)
  return writeFile(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, `<< /Type /Page ${boxesFor(450, 666)} >>`])
}

type Image = { width: number; height: number; colours: 3 | 4; inches: number; at?: number; more?: string }

function withImage({ width, height, colours, inches, at = 40, more = '' }: Image): Buffer {
  const space = colours === 3 ? '/DeviceRGB' : '/DeviceCMYK'
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`
  return writeBook({
    objects: [
      flate(Buffer.alloc(4), `${entries} /ColorSpace /DeviceGray`),
      flate(Buffer.alloc(width * height * colours), `${entries} /ColorSpace ${space} ${more}`),
    ],
    resources: '/XObject << /I 5 0 R >>',
    content: `q ${inches * 72} 0 0 ${inches * 72} ${at} 40 cm /I Do Q`,
  })
}

async function withJpeg(ppi: number): Promise<Buffer> {
  const width = 5 * ppi
  const jpeg = await sharp({ create: { width, height: width, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
  const dict = `/Type /XObject /Subtype /Image /Width ${width} /Height ${width} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode`
  return writeBook({
    objects: [{ dict, bytes: jpeg }],
    resources: '/XObject << /I 4 0 R >>',
    content: 'q 360 0 0 360 40 40 cm /I Do Q',
  })
}

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
