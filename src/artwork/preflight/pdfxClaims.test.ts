// Claims of PDF/X that the pages themselves contradict. ISO 15930 wants a TrimBox or an ArtBox on each page, and no
// annotations within the bleed but those for marks and trapping.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boxesFor, writeBook } from '../../../test/corpus/write.ts'
import { bufferSource, readFacts } from '../pdfReader/pdfReader.ts'
import { checkPdfx } from './rules/pdfx.ts'

type Pages = { boxes?: string; annotation?: string; version?: string }

/** The codes of a file that claims to be PDF/X, of which page 2 alone has these boxes and this annotation. */
function claimOf({ boxes = boxesFor(450, 666), annotation = '', version = 'PDF/X-4' }: Pages) {
  const bytes = writeBook({
    pages: 2,
    catalog: '/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (CGATS TR 001) >>]',
    objects: [`<< /GTS_PDFXVersion (${version}) >>`],
    trailer: '/Info 4 0 R',
    boxes: page => (page === 2 ? boxes : boxesFor(450, 666)),
    page: page => (page === 2 && annotation !== '' ? `/Annots [<< /Type /Annot ${annotation} >>]` : ''),
  })
  const read = readFacts(bufferSource(bytes), 2)
  assert(read.kind === 'read')
  return checkPdfx('guts', read.facts, []).map(({ code, got }) => `${code}: ${got}`)
}

const media = '/MediaBox [0 0 450 666]'
const withSlug = '/MediaBox [0 0 450 666] /BleedBox [40 40 410 626] /TrimBox [49 49 401 617]'
const note = (rect: string, more = '') => `/Subtype /Text /Rect [${rect}] ${more}`
const stands = (version: string) => [`pdfx_claimed: ${version}, for CGATS TR 001`]
const isFalse = (version: string, what: string) => [`pdfx_false: ${version}, with ${what}`]

describe('a claim of PDF/X is false', () => {
  for (const version of ['PDF/X-1a:2003', 'PDF/X-3:2002', 'PDF/X-4']) {
    it(`of ${version} with a page without a TrimBox`, () =>
      assert.deepEqual(claimOf({ version, boxes: media }), isFalse(version, 'pages without a TrimBox')))
    it(`of ${version} with a note on a page`, () =>
      assert.deepEqual(
        claimOf({ version, annotation: note('100 100 120 120') }),
        isFalse(version, 'annotations on the page'),
      ))
  }
  it('with a TrimBox that is no box', () =>
    assert.deepEqual(claimOf({ boxes: `${media} /TrimBox [0 0 450]` }), isFalse('PDF/X-4', 'pages without a TrimBox')))
  it('with a note that reaches from the slug into the bleed', () =>
    assert.deepEqual(
      claimOf({ boxes: withSlug, annotation: note('30 100 45 120') }),
      isFalse('PDF/X-4', 'annotations on the page'),
    ))
})

describe('a claim of PDF/X stands', () => {
  const cases: [name: string, Pages][] = [
    ['with a TrimBox on each page', {}],
    ['with an ArtBox in place of a TrimBox', { boxes: `${media} /ArtBox [9 9 441 657]` }],
    ['with a note in the slug', { boxes: withSlug, annotation: note('5 100 25 120') }],
    ['with an annotation for marks', { annotation: '/Subtype /PrinterMark /Rect [100 100 120 120]' }],
    ['with a hidden note', { annotation: note('100 100 120 120', '/F 2') }],
    ['with a link that shows nothing', { annotation: '/Subtype /Link /Rect [100 100 120 120] /Border [0 0 0]' }],
  ]
  for (const [name, pages] of cases) it(name, () => assert.deepEqual(claimOf(pages), stands('PDF/X-4')))
})
