// Files that are not a PDF or are incomplete, and those whose index or page tree is wrong.

import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { replaced, specimensOf } from './specimen.ts'
import { boxesFor, writeBook, writeFile } from './write.ts'

export const structure = specimensOf(add => {
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
  add('lines before the header', () => Buffer.concat([Buffer.from('\n\n'), writeBook()]), [])
  add('byte order mark before the header', () => Buffer.concat([Buffer.from('\ufeff'), writeBook()]), [])
  add('500 bytes before the header', () => Buffer.concat([Buffer.alloc(500, 'x'), writeBook()]), [])
  add('objects that only newer readers find', () => hybrid(writeBook({ boxes: () => '/MediaBox 900 0 R' })), [
    'trim_box_set',
  ])
  add('index elsewhere', () => replaced(writeBook(), /startxref\n\d+/, 'startxref\n17'), ['index_rebuilt'])
  add('index that lies', () => replaced(writeBook(), /\n00000000\d\d 00000 n/g, '\n0000000099 00000 n'), [
    'index_rebuilt',
  ])
  add('index that is before itself', () => replaced(writeBook(), /\/Root/, '/Prev 10 /Root'), ['index_rebuilt'])
  add('indexes in a circle', () => inCircle(writeBook()), [])
  const locked = (filter: string) =>
    writeBook({
      catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
      objects: ['<< /Type /Filespec /F (a.exe) >>'],
      trailer: `/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]
      /Encrypt << /Filter /Standard /V 4 /R 4 /Length 128 /P -4 /EFF /StdCF /StmF /${filter} /StrF /${filter}
      /CF << /StdCF << /CFM /AESV2 /AuthEvent /EFOpen /Length 16 >> >> /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >>`,
    })
  add('password for attachments only', () => locked('Identity'), ['attachments', 'attachments_unlocked'])
  add('password for pages and attachments', () => locked('StdCF'), ['file_encrypted'])
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
})

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

/** Adds the size of the pages as packed object 900, which the table says is free and the stream beside it has. */
function hybrid(file: Buffer): Buffer {
  const prev = /startxref\n(\d+)/.exec(file.toString('latin1'))![1]!
  const size = '900 0 [0 0 450 666]'
  const packed = `901 0 obj\n<< /Type /ObjStm /N 1 /First 6 /Length ${size.length} >>\nstream\n${size}\nendstream\nendobj\n`
  const rows = Buffer.from([2, 0, 0, 3, 133, 0, 1, ...[24, 16, 8, 0].map(bits => (file.length >> bits) & 255), 0])
  const dict = `<< /Type /XRef /Size 903 /Index [900 2] /W [1 4 1] /Root 1 0 R /Length ${rows.length} >>`
  const beside = file.length + packed.length
  const head = Buffer.from(`902 0 obj\n${dict}\nstream\n`)
  const end = Buffer.from('\nendstream\nendobj\n')
  const table = beside + head.length + rows.length + end.length
  const trailer = `trailer << /Size 903 /Root 1 0 R /Prev ${prev} /XRefStm ${beside} >>`
  const index = `xref\n900 1\n0000000000 00000 f \n${trailer}\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(packed), head, rows, end, Buffer.from(index)])
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
