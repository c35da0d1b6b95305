// The content of pages, and everything else that a file contains. The rules are the same for covers and interiors; only
// the rule for marks depends on a measure, the bleed.

import type { FaultKind, PageRuns, PdfFacts } from '../../pdfReader/pdfReader.ts'
import { type Code, codes } from '../codes.ts'
import type { ExpectedFile, Press } from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import { type Details, type FileName, type Finding, finding } from '../finding.ts'
import { namesText, pagesAre, pagesHave, pagesText } from '../findingText.ts'
import { countOf, runsOf, union } from '../pages.ts'
import { checkPress } from './press.ts'

const pointsPerInch = 72
/** A QR code or a logo with visible pixels spoils no book. */
const maxSmallInches = 2

export function checkDrawing(file: FileName, facts: PrintFacts, expected: ExpectedFile, press: Press): Finding[] {
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
    `${pagesAre(facts.damaged)} damaged: the content cannot be read to its end.`,
  )
  for (const finding of checkFaults(file, facts)) found.push(finding)
  onPages('page_not_drawn', facts.rendering.undrawn, 'a page that does not open', 'The page cannot be drawn.')
  for (const finding of [...checkFonts(file, facts), ...checkImages(file, facts, press)]) found.push(finding)
  onPages('colour_rgb', facts.rgb, 'RGB', 'Colors are defined in RGB and are converted for the press.')
  const named = (code: Code, { pages, names }: PdfFacts['spots'], statement: string) =>
    onPages(code, pages, namesText(names), `${statement}: ${namesText(names)}.`)
  named('colour_spot', facts.spots, 'Spot colors are printed as process colors')
  named('transparency', facts.transparency, 'Transparent objects are flattened for the press')
  named('annotations', facts.annotations, 'Annotations are not printed')
  if (facts.formFields > 0) add('form_fields', { got: countText(facts.formFields, 'field') })
  if (facts.xfa) add('form_xfa', { got: 'an XFA form' })
  if (facts.scripts.length > 0) add('scripts', { got: `in ${namesText(facts.scripts)}` })
  if (facts.launches.length > 0) add('actions', { got: namesText(facts.launches) })
  if (facts.hasLockedAttachments) add('attachments_unlocked', { got: 'attachments with a password' })
  if (facts.attachments > 0) add('attachments', { got: countText(facts.attachments, 'file') })
  for (const finding of checkMarks(file, facts, expected)) found.push(finding)
  for (const finding of checkPress(file, facts, press)) found.push(finding)
  if (facts.limited.length > 0) {
    add('check_limited', {
      pages: facts.limited,
      got: 'more on the page than the check examines',
      expected: 'as much as the check examines',
      message: `${pagesHave(facts.limited)} drawings that are nested deeper, or have more parts, than the check examines.`,
    })
  }
  const { skipped } = facts.rendering
  if (skipped.length > 0) {
    add('check_limited', {
      pages: skipped,
      got: 'more to draw than the check draws',
      expected: 'as much as the check draws',
      message: `${pagesAre(skipped)} not drawn, because the earlier pages took all the time of the check.`,
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

const faultCodes: Record<FaultKind, Code> = {
  object_missing: 'object_missing',
  image_damaged: 'image_damaged',
  font_damaged: 'font_damaged',
  glyph_missing: 'glyph_missing',
  too_complex: 'page_too_complex',
}

function checkFaults(file: FileName, { faults }: PdfFacts): Finding[] {
  return faults.map(({ kind, object, got: found, pages }) => {
    const code = faultCodes[kind]
    const got = object === null ? found : `${found} (object ${object})`
    return finding(file, code, { pages, got, message: `${codes[code].when} ${pagesHave(pages)} ${got}.` })
  })
}

const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function checkFonts(file: FileName, { missingFonts, unlistedFonts }: PdfFacts): Finding[] {
  const listed = missingFonts.map(({ name, pages }) =>
    finding(file, 'font_not_embedded', {
      pages,
      got: name,
      message: `The font ${name} is not embedded. It would be replaced by another font.`,
    }),
  )
  const { count, pages } = unlistedFonts
  if (count === 0) return listed
  const message = `And ${count} more fonts are not embedded. They would be replaced by other fonts.`
  return [...listed, finding(file, 'font_not_embedded', { pages, got: `${count} more fonts`, message })]
}

/** The finding has the figures of the worst image, and lists all pages with such images. */
function checkImages(file: FileName, { images }: PdfFacts, { minPpi, goodPpi }: Press): Finding[] {
  const isTooLow = ({ ppi, inches }: PdfFacts['images'][number]) => Math.round(ppi) < minPpi && inches > maxSmallInches
  const low = images.filter(({ ppi }) => Math.round(ppi) < goodPpi)
  const kinds: { code: Code; found: PdfFacts['images']; below: number }[] = [
    { code: 'image_resolution_too_low', found: low.filter(isTooLow), below: minPpi },
    { code: 'image_resolution_low', found: low.filter(image => !isTooLow(image)), below: goodPpi },
  ]
  return kinds.flatMap(({ code, found, below }) => {
    if (found.length === 0) return []
    const worst = found.reduce((a, b) => (b.ppi < a.ppi ? b : a))
    const got = `${Math.round(worst.ppi)} ppi`
    const across = `${worst.width} × ${worst.height} pixels`
    return [
      finding(file, code, {
        pages: runsOf(found.map(({ page }) => page)),
        got,
        expected: `at least ${below} ppi`,
        message: `The image with the lowest resolution, on page ${worst.page}, has ${across} and is printed ${worst.inches} in large, with only ${got}; at least ${below} ppi is needed.`,
      }),
    ]
  })
}

/**
 * Lines and small text that lie wholly between the trim and the edge of the file, and marks that identify themselves.
 */
function checkMarks(file: FileName, { marks, registration }: PdfFacts, expected: ExpectedFile): Finding[] {
  const { trim, width, height } = expected
  const bleeds = [trim.x, trim.y, width - trim.x - trim.width, height - trim.y - trim.height]
  const bleedPoints = Math.max(...bleeds) * pointsPerInch
  const drawn = runsOf(marks.filter(({ reach }) => reach <= bleedPoints + 0.5).map(({ page }) => page))
  const pages = union(registration, drawn)
  if (pages.length === 0) return []
  const got = [
    ...(countOf(registration) > 0 ? ['the registration color, or annotations for marks'] : []),
    ...(countOf(drawn) > 0 ? ['lines or small text outside the trim'] : []),
  ]
  return [
    finding(file, 'marks_in_bleed', {
      pages,
      got: got.join('; '),
      message: `${pagesHave(pages)} printer's marks, which would be printed.`,
    }),
  ]
}
