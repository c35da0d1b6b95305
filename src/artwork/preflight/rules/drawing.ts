// The content of pages, and what else a file contains: the same rules for covers and interiors, without measures except
// the bleed for marks.

import type { Code } from '../codes.ts'
import type { ExpectedFile } from '../expected.ts'
import type { PdfFacts } from '../facts.ts'
import { type Details, type FileName, type Finding, finding } from '../finding.ts'
import { countOf, type PageRuns, runsOf, union } from '../pages.ts'
import { namesText, pagesText, pagesWord, startOf } from '../words.ts'

const pointsPerInch = 72
const leastPpi = 100
const goodPpi = 300

export function judgeDrawing(file: FileName, facts: PdfFacts, expected: ExpectedFile): Finding[] {
  const found: Finding[] = []
  const add = (code: Code, details: Details) => found.push(finding(file, code, details))
  const onPages = (code: Code, pages: PageRuns, got: string, message: string) => {
    if (pages.length > 0) add(code, { pages, got, message })
  }
  if (facts.rebuilt) add('index_rebuilt', { got: 'an index that is wrong' })
  onPages(
    'drawing_damaged',
    facts.damaged,
    'page content that breaks off',
    `${startOf(facts.damaged)} damaged: the content cannot be read to its end.`,
  )
  found.push(...judgeFonts(file, facts), ...judgeImages(file, facts))
  onPages('colour_rgb', facts.rgb, 'RGB', 'Colours are defined in RGB and are converted for the press.')
  const named = (code: Code, { pages, names }: PdfFacts['spots'], says: string) =>
    onPages(code, pages, namesText(names), `${says}: ${namesText(names)}.`)
  named('colour_spot', facts.spots, 'Spot colours are printed as process colours')
  named('transparency', facts.transparency, 'Transparent objects are flattened for the press')
  named('annotations', facts.annotations, 'Annotations are not printed')
  if (facts.formFields > 0) add('form_fields', { got: counted(facts.formFields, 'field') })
  if (facts.xfa) add('form_xfa', { got: 'an XFA form' })
  if (facts.scripts.length > 0) add('scripts', { got: `in ${namesText(facts.scripts)}` })
  if (facts.launches.length > 0) add('actions', { got: namesText(facts.launches) })
  if (facts.attachments > 0) add('attachments', { got: counted(facts.attachments, 'file') })
  found.push(...judgeMarks(file, facts, expected))
  const { claim, condition } = facts.pdfx
  if (claim !== null || condition !== null) {
    const got = [claim ?? 'no version', ...(condition === null ? [] : [`for ${condition}`])].join(', ')
    add('pdfx_claimed', { got, message: `The file claims: ${got}.` })
  }
  if (facts.limited.length > 0) {
    add('check_limited', {
      pages: facts.limited,
      got: 'more on the page than is looked at',
      expected: 'as much as is looked at',
      message: `${pagesWord(facts.limited)} drawings that are nested deeper, or have more parts, than is looked at.`,
    })
  }
  if (facts.lookedUntilPage < facts.pageCount) {
    add('check_limited', {
      pages: [[facts.lookedUntilPage + 1, facts.pageCount]],
      got: facts.lookedUntilPage === 0 ? 'no page checked' : `pages 1-${facts.lookedUntilPage} checked`,
      expected: pagesText(facts.pageCount),
    })
  }
  return found
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

function judgeFonts(file: FileName, { missingFonts, unlistedFonts }: PdfFacts): Finding[] {
  const listed = missingFonts.map(({ name, pages }) =>
    finding(file, 'font_not_embedded', {
      pages,
      got: name,
      message: `The font ${name} is not embedded. It would be replaced by another font.`,
    }),
  )
  const { count, pages } = unlistedFonts
  if (count === 0) return listed
  const message = `And ${count} more fonts are not embedded. They would be replaced by others.`
  return [...listed, finding(file, 'font_not_embedded', { pages, got: `${count} more fonts`, message })]
}

/** The worst page is described with figures; the others are listed with it. */
function judgeImages(file: FileName, { images }: PdfFacts): Finding[] {
  const kinds: { code: Code; from: number; below: number }[] = [
    { code: 'image_resolution_too_low', from: 0, below: leastPpi },
    { code: 'image_resolution_low', from: leastPpi, below: goodPpi },
  ]
  return kinds.flatMap(({ code, from, below }) => {
    const low = images.filter(({ ppi }) => ppi >= from && ppi < below)
    if (low.length === 0) return []
    const worst = low.reduce((a, b) => (b.ppi < a.ppi ? b : a))
    const got = `${Math.floor(worst.ppi)} ppi`
    const across = `${worst.width} × ${worst.height} pixels`
    return [
      finding(file, code, {
        pages: runsOf(low.map(({ page }) => page)),
        got,
        message: `The image with the lowest resolution, on page ${worst.page}, has ${across} and is placed so large that it has only ${got}; at least ${below} ppi is needed.`,
      }),
    ]
  })
}

/**
 * Lines and small text that lie wholly between the trim and the edge of the file, and marks that identify themselves.
 */
function judgeMarks(file: FileName, { marks, registration }: PdfFacts, expected: ExpectedFile): Finding[] {
  const { trim, width, height } = expected
  const bleeds = [trim.x, trim.y, width - trim.x - trim.width, height - trim.y - trim.height]
  const bleedPoints = Math.max(...bleeds) * pointsPerInch
  const drawn = runsOf(marks.filter(({ reach }) => reach <= bleedPoints + 0.5).map(({ page }) => page))
  const pages = union(registration, drawn)
  if (pages.length === 0) return []
  const got = [
    ...(countOf(registration) > 0 ? ['the registration colour, or annotations for marks'] : []),
    ...(countOf(drawn) > 0 ? ['lines or small text outside the trim'] : []),
  ]
  return [
    finding(file, 'marks_in_bleed', {
      pages,
      got: got.join('; '),
      message: `${pagesWord(pages)} printer's marks, which would be printed.`,
    }),
  ]
}
