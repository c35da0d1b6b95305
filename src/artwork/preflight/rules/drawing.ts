// The content of pages, and everything else that a file contains. The rules are the same for covers and interiors; only
// the rule for marks depends on a measure, the bleed.

import { say, type Words } from '../../../../languages/texts.ts'
import type { FaultKind, PageRuns, PdfFacts } from '../../pdfReader/pdfReader.ts'
import { type Code, codes } from '../codes.ts'
import { type ExpectedFile, type Press, reachOfBleed } from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import { type Details, type FileName, type Finding, finding } from '../finding.ts'
import { listOf, namesText, pagesAre, pagesHave, pagesText } from '../findingText.ts'
import { countOf, runsOf, union } from '../pages.ts'
import { isLocated, placeOf } from './places.ts'
import { checkPress } from './press.ts'

/** A QR code or a logo with visible pixels spoils no book. */
const maxSmallInches = 2

export function checkDrawing(file: FileName, facts: PrintFacts, expected: ExpectedFile, press: Press): Finding[] {
  const found: Finding[] = []
  const add = (code: Code, details: Details) => found.push(finding(file, code, details))
  const onPages = (code: Code, pages: PageRuns, got: Words, message: Words) => {
    if (pages.length > 0) add(code, { pages, got, message })
  }
  if (facts.rebuilt) add('index_rebuilt', { got: say('an index that is wrong') })
  onPages(
    'drawing_damaged',
    facts.damaged,
    say('page content that breaks off'),
    say('{pages} damaged: the content cannot be read to its end.', { pages: pagesAre(facts.damaged) }),
  )
  for (const finding of checkFaults(file, facts)) found.push(finding)
  onPages('page_not_drawn', facts.rendering.undrawn, say('a page that does not open'), say('The page cannot be drawn.'))
  for (const finding of [...checkFonts(file, facts), ...checkImages(file, facts, press)]) found.push(finding)
  onPages('colour_rgb', facts.rgb, 'RGB', say('Colors are defined in RGB and are converted for the press.'))
  const named = (code: Code, { pages, names }: PdfFacts['spots'], statement: (names: Words) => Words) =>
    onPages(code, pages, namesText(names), statement(namesText(names)))
  named('colour_spot', facts.spots, names => say('Spot colors are printed as process colors: {names}.', { names }))
  named('transparency', facts.transparency, names =>
    say('Transparent objects are flattened for the press: {names}.', { names }),
  )
  named('annotations', facts.annotations, names => say('Annotations are not printed: {names}.', { names }))
  if (facts.formFields > 0)
    add('form_fields', {
      got: say('{count, plural, one {{count} field} other {{count} fields}}', { count: facts.formFields }),
    })
  if (facts.xfa) add('form_xfa', { got: say('an XFA form') })
  if (facts.scripts.length > 0) add('scripts', { got: say('in {names}', { names: namesText(facts.scripts) }) })
  if (facts.launches.length > 0) add('actions', { got: namesText(facts.launches) })
  if (facts.hasLockedAttachments) add('attachments_unlocked', { got: say('attachments with a password') })
  if (facts.attachments > 0)
    add('attachments', {
      got: say('{count, plural, one {{count} file} other {{count} files}}', { count: facts.attachments }),
    })
  for (const finding of checkMarks(file, facts, expected)) found.push(finding)
  for (const finding of checkPress(file, facts, press)) found.push(finding)
  if (facts.limited.length > 0) {
    add('check_limited', {
      pages: facts.limited,
      got: say('more on the page than the check examines'),
      expected: say('as much as the check examines'),
      message: say('{pages} drawings that are nested deeper, or have more parts, than the check examines.', {
        pages: pagesHave(facts.limited),
      }),
    })
  }
  const { skipped } = facts.rendering
  if (skipped.length > 0) {
    add('check_limited', {
      pages: skipped,
      got: say('more to draw than the check draws'),
      expected: say('as much as the check draws'),
      message: say('{pages} not drawn, because the earlier pages took all the time of the check.', {
        pages: pagesAre(skipped),
      }),
    })
  }
  if (facts.unmeasuredInks.length > 0) {
    add('check_limited', {
      pages: facts.unmeasuredInks,
      got: say('more to draw than the check draws'),
      expected: say('as much as the check draws'),
      message: say('{pages} images or gradients whose ink the check could not measure.', {
        pages: pagesHave(facts.unmeasuredInks),
      }),
    })
  }
  if (facts.lookedUntilPage < facts.pageCount) {
    add('check_limited', {
      pages: [[facts.lookedUntilPage + 1, facts.pageCount]],
      got:
        facts.lookedUntilPage === 0
          ? say('no page checked')
          : say('pages 1-{lookedUntilPage} checked', { lookedUntilPage: facts.lookedUntilPage }),
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

function checkFaults(file: FileName, facts: PrintFacts): Finding[] {
  return facts.faults.map(({ kind, object, got: found, pages }) => {
    const code = faultCodes[kind]
    const got = object === null ? found : say('{found} (object {object})', { found, object })
    return finding(file, code, {
      pages,
      got,
      message: say('{when} {pages} {got}.', { when: codes[code].when, pages: pagesHave(pages), got }),
      ...(isLocated(code) ? placeOf(facts, kind, String(object)) : {}),
    })
  })
}

function checkFonts(file: FileName, facts: PrintFacts): Finding[] {
  const { missingFonts, unlistedFonts } = facts
  const listed = missingFonts.map(({ name, pages }) =>
    finding(file, 'font_not_embedded', {
      pages,
      got: name,
      message: say('The font {name} is not embedded. It would be replaced by another font.', { name }),
      ...placeOf(facts, 'font_not_embedded', name),
    }),
  )
  const { count, pages } = unlistedFonts
  if (count === 0) return listed
  const message = say('And {count} more fonts are not embedded. They would be replaced by other fonts.', { count })
  return [...listed, finding(file, 'font_not_embedded', { pages, got: say('{count} more fonts', { count }), message })]
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
    const got = say('{ppi} ppi', { ppi: Math.round(worst.ppi) })
    const across = say('{width} × {height} pixels', { width: worst.width, height: worst.height })
    return [
      finding(file, code, {
        pages: runsOf(found.map(({ page }) => page)),
        got,
        expected: say('at least {limit}', { limit: say('{ppi} ppi', { ppi: below }) }),
        message: say(
          'The image with the lowest resolution, on page {page}, has {across} and is printed {inches} in large, with only {got}; at least {below} ppi is needed.',
          { page: worst.page, across, inches: worst.inches, got, below },
        ),
      }),
    ]
  })
}

/**
 * Lines and small text that lie wholly between the trim and the edge of the file, and marks that identify themselves.
 */
function checkMarks(file: FileName, { marks, registration }: PdfFacts, expected: ExpectedFile): Finding[] {
  const maxReach = reachOfBleed(expected)
  const drawn = runsOf(marks.filter(({ reach }) => reach <= maxReach).map(({ page }) => page))
  const pages = union(registration, drawn)
  if (pages.length === 0) return []
  const got = [
    ...(countOf(registration) > 0 ? [say('the registration color, or annotations for marks')] : []),
    ...(countOf(drawn) > 0 ? [say('lines or small text outside the trim')] : []),
  ]
  return [
    finding(file, 'marks_in_bleed', {
      pages,
      got: listOf(got, '; '),
      message: say("{pages} printer's marks, which would be printed.", { pages: pagesHave(pages) }),
    }),
  ]
}
