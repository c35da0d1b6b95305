import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { bufferSource, pageSize, type Repair, readFacts, repairUpdate } from './pdfReader.ts'

type Parts = { objects?: string[]; trailer?: string }

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 432 648] /Contents 4 0 R >>'
const streamOf = (content: string, dict = '') =>
  `<< /Length ${content.length} ${dict} >>\nstream\n${content}\nendstream`
const onePage = (content: string) => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  page,
  streamOf(content),
]

function writePdf({ objects = onePage(''), trailer = '' }: Parts = {}): Buffer {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const offset = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  const index = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  text += `${index}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

function factsOf(file: Buffer) {
  const result = readFacts(bufferSource(file), 100)
  assert.equal(result.kind, 'read', JSON.stringify(result))
  return result.facts
}

function refusalOf(file: Buffer, maxPages = 100): string | null {
  const result = readFacts(bufferSource(file), maxPages)
  return result.kind === 'refused' ? result.reason.code : null
}

describe('reading PDF files', () => {
  it('the PDF reader reports the pages of a file with their size as shown', () => {
    const facts = factsOf(writePdf())
    assert.equal(facts.pageCount, 1)
    assert.equal(facts.rebuilt, false)
    assert.deepEqual(facts.shapes[0]!.shown, { width: 432, height: 648 })
    assert.deepEqual(pageSize(bufferSource(writePdf()), 1), { width: 432, height: 648 })
    assert.equal(pageSize(bufferSource(writePdf()), 2), null)
  })

  it('the PDF reader reports the title of the metadata, or else that of the dictionary', () => {
    const [, ...others] = onePage('')
    const titled = (inMetadata: string) => {
      const xmp = `<dc:title> <rdf:Alt><rdf:li xml:lang="x-default">${inMetadata}</rdf:li></rdf:Alt></dc:title>`
      const text = Buffer.from(xmp).toString('latin1')
      return writePdf({
        objects: [
          '<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>',
          ...others,
          streamOf(text),
          '<< /Title (x.docx) >>',
        ],
        trailer: '/Info 6 0 R',
      })
    }
    assert.equal(factsOf(titled('Grün &amp; Söhne &#8211; &#x41;')).title, 'Grün & Söhne – A')
    assert.equal(factsOf(titled(' ')).title, 'x.docx')
    assert.equal(factsOf(writePdf()).title, null)
  })

  it('the PDF reader reports no size for a page without a size', () => {
    const [catalog, tree] = onePage('')
    const [shape] = factsOf(writePdf({ objects: [catalog!, tree!, '<< /Type /Page /Parent 2 0 R >>'] })).shapes
    assert.equal(shape!.shown, null)
    assert.equal(shape!.fault, 'missing')
  })

  it('the PDF reader rebuilds a wrong index by searching for the objects', () => {
    const file = Buffer.from(
      writePdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    )
    const facts = factsOf(file)
    assert.equal(facts.rebuilt, true)
    assert.equal(facts.pageCount, 1)
  })

  it('the PDF reader follows compressed content', () => {
    const content = deflateSync('1 0 0 rg 0 0 10 10 re f').toString('latin1')
    const objects = [...onePage('').slice(0, 3), streamOf(content, '/Filter /FlateDecode')]
    assert.deepEqual(factsOf(writePdf({ objects })).rgb, [[1, 1]])
  })

  it('the PDF reader reports the images of a page by the resolution at which they are placed', () => {
    const [catalog, tree, , drawing] = onePage('q 72 0 0 72 0 0 cm /I Do Q')
    const withImage = page.replace('>>', '/Resources << /XObject << /I 5 0 R >> >> >>')
    const image = streamOf('', '/Type /XObject /Subtype /Image /Width 90 /Height 120 /ColorSpace /DeviceGray')
    const facts = factsOf(writePdf({ objects: [catalog!, tree!, withImage, drawing!, image] }))
    assert.deepEqual(facts.images, [{ page: 1, ppi: 90, width: 90, height: 120, inches: 1 }])
  })

  it('the PDF reader reports finite numbers of content with infinite ones', () => {
    const large = '1e200 0 0 1e200 0 0 cm'
    const image = streamOf('', '/Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray')
    const cell = '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9'
    const letters =
      '<< /Type /Font /Subtype /Type1 /BaseFont /L /FirstChar 97 /LastChar 97 /Widths [500] /FontDescriptor << /FontFile 5 0 R >> >>'
    const resources = '/XObject << /I 5 0 R >> /Pattern << /P 6 0 R >> /Font << /L 7 0 R >>'
    const withAll = page.replace('>>', `/Resources << ${resources} >> >>`)
    for (const content of [
      '1e999 w 10 10 m 200 200 l S',
      `${large} ${large} 0 0 m 1 1 l S`,
      `${large} ${large} 0 0 1 1 re f`,
      `${large} ${large} /I Do`,
      '/Pattern cs /P scn 0 0 99 99 re f',
      '1e999 0 0 1e999 0 0 cm 0 0 1 1 re W n /I Do 0 0 9 9 re B',
      ...['1 g', '0.6 0.4 0.4 1 k'].map(color => `BT ${color} /L 1e999 Tf 72 72 Td (aa) Tj ET`),
    ]) {
      const [catalog, tree, , drawing] = onePage(content)
      const pattern = streamOf(`${large} ${large} /I Do 1e999 w 0 0 m 1 1 l S`, `${cell} /Resources << ${resources} >>`)
      const facts = factsOf(writePdf({ objects: [catalog!, tree!, withAll, drawing!, image, pattern, letters] }))
      assert.deepEqual(JSON.parse(JSON.stringify(facts)), facts, content)
    }
  })

  it('the PDF reader reports no place for what an empty clip hides', () => {
    const [catalog, tree, , drawing] = onePage('q 700 0 10 10 re W n /S sh /N sh Q')
    const shading = '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 9 9] /Function 6 0 R >>'
    const blend = '<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 1 0] /N 1 >>'
    const shaded = page.replace('>>', '/Resources << /Shading << /S 5 0 R >> >> >>')
    const facts = factsOf(writePdf({ objects: [catalog!, tree!, shaded, drawing!, shading, blend] }))
    assert.deepEqual([facts.places, facts.faults, facts.rgb], [[], [], []])
  })

  it('the PDF reader names no place for lengths in the cells of a pattern, whose size it does not know', () => {
    const [catalog, tree, , drawing] = onePage('/Pattern cs /P scn 0 0 99 99 re f')
    const patterned = page.replace('>>', '/Resources << /Pattern << /P 5 0 R >> >> >>')
    const cell = streamOf(
      '0.1 w 1 0 0 RG 0 25 m 50 25 l S',
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 50 50] /XStep 50 /YStep 50 /Resources << >>',
    )
    const facts = factsOf(writePdf({ objects: [catalog!, tree!, patterned, drawing!, cell] }))
    assert.deepEqual([facts.places.map(({ kind }) => kind), facts.thinLines], [['colour_rgb'], []])
  })

  it('the PDF reader names no lines as marks on a page with fewer than a set of marks', () => {
    const facts = factsOf(writePdf({ objects: onePage('0 9 m 6 9 l S 0 639 m 6 639 l S') }))
    assert.deepEqual([facts.places, facts.marks], [[], []])
  })

  it('the PDF reader refuses a file that is empty, incomplete, not a PDF, encrypted, or without pages', () => {
    const whole = writePdf()
    assert.equal(refusalOf(Buffer.alloc(0)), 'file_empty')
    assert.equal(refusalOf(whole.subarray(0, 200)), 'file_incomplete')
    assert.equal(refusalOf(Buffer.from('<html>')), 'file_not_pdf')
    assert.equal(refusalOf(writePdf({ trailer: '/Encrypt << /Filter /Standard >>' })), 'file_encrypted')
    const [catalog] = onePage('')
    const empty = [catalog!, '<< /Type /Pages /Kids [] /Count 0 >>']
    assert.equal(refusalOf(writePdf({ objects: empty })), 'file_without_pages')
  })

  it('the PDF reader refuses a page tree that claims too many pages, contains itself, or has another number of pages than it claims', () => {
    const withTree = (tree: string) => writePdf({ objects: [onePage('')[0]!, tree, page, streamOf('')] })
    const kids = '3 0 R '.repeat(5)
    assert.equal(refusalOf(withTree(`<< /Type /Pages /Kids [${kids}] /Count 5 >>`), 4), 'file_too_many_pages')
    assert.equal(refusalOf(withTree('<< /Type /Pages /Kids [2 0 R] /Count 1 >>')), 'file_damaged')
    assert.equal(refusalOf(withTree('<< /Type /Pages /Kids [3 0 R] /Count 2 >>')), 'file_page_counts_differ')
  })

  it('the PDF reader refuses a stream that inflates beyond the limit without inflating it', () => {
    const bomb = deflateSync(Buffer.alloc(101 * 1024 * 1024), { level: 9 }).toString('latin1')
    const objects = [...onePage('').slice(0, 3), streamOf(bomb, '/Filter /FlateDecode')]
    assert.equal(refusalOf(writePdf({ objects })), 'file_too_complex')
  })

  it('the PDF reader appends an update that pads and turns pages, and leaves the original bytes unchanged', () => {
    const file = writePdf()
    const repairs: Repair[] = [
      { kind: 'turn', pages: [[1, 1]], degrees: 90 },
      { kind: 'pad', pages: 3 },
    ]
    const facts = factsOf(Buffer.concat([file, repairUpdate(bufferSource(file), repairs)]))
    assert.equal(facts.pageCount, 4)
    assert.equal(facts.rebuilt, false)
    assert.deepEqual(
      facts.shapes.map(({ shown, pages }) => ({ shown, pages })),
      [{ shown: { width: 648, height: 432 }, pages: [[1, 4]] }],
    )
  })

  it('the PDF reader leaves the black of a form in RGB where one page draws it plainly, and another blends it', () => {
    const blackLine = '0 0 0 rg 90 90 200 1 re f'
    const form = (content: string, resources = '') =>
      streamOf(content, `/Type /XObject /Subtype /Form /BBox [0 0 432 648] /Resources << ${resources} >>`)
    const drawsForm = (mode: string) =>
      page.replace('>>', `/Resources << /XObject << /X 5 0 R >> /ExtGState << /G << /BM /${mode} >> >> >> >>`)
    const blackened = (mode: string) => {
      const file = writePdf({
        objects: [
          onePage('')[0]!,
          '<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 >>',
          drawsForm('Normal'),
          streamOf(`${blackLine} /G gs /X Do`),
          form('/Y Do', '/XObject << /Y 6 0 R >>'),
          form(blackLine),
          drawsForm(mode),
        ],
      })
      const { rgbBlackText: pages } = factsOf(file)
      const after = factsOf(Buffer.concat([file, repairUpdate(bufferSource(file), [{ kind: 'blacken', pages }])]))
      return [pages, after.rgbBlackText, after.rgbBlack]
    }
    assert.deepEqual(blackened('Multiply'), [[[1, 2]], [], []])
    assert.deepEqual(blackened('Screen'), [[[1, 1]], [[1, 1]], [[2, 2]]])
  })
})
