// The limits of the press of this book: inks, lines, small text, resolution, and what a press does otherwise than a
// screen. Each kind of problem is one finding with all its pages and the worst value.

import { say, type Translatable, type Words } from '../../../../languages/texts.ts'
import type { Measured, PageRuns } from '../../pdfReader/pdfReader.ts'
import type { Code } from '../codes.ts'
import type { Press } from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import { type Details, type FileName, type Finding, finding } from '../finding.ts'
import { namesText, pagesAre, pagesHave } from '../findingText.ts'
import { countOf, pagesIn, runsOf, union } from '../pages.ts'
import { checkPdfx } from './pdfx.ts'

const units = {
  '%': (value: number) => say('{value} %', { value }),
  pt: (value: number) => say('{value} pt', { value }),
  ppi: (value: number) => say('{ppi} ppi', { ppi: value }),
}
type Unit = keyof typeof units
type Write = (value: Translatable) => Translatable

export function checkPress(file: FileName, facts: PrintFacts, press: Press): Finding[] {
  const found: Finding[] = []
  const add = (code: Code, details: Details) => found.push(finding(file, code, details))
  const onPages = (code: Code, pages: PageRuns, got: Words) => {
    if (pages.length > 0) add(code, { pages, got })
  }
  const measured = (code: Code, beyond: Beyond | null, write: (value: number) => Translatable, limit: Translatable) => {
    if (beyond === null) return
    const got = write(beyond.worst)
    const { worstPage: page } = beyond
    const shown = page === null ? got : say('{got} (the worst is on page {page})', { got, page })
    const message = say('{pages} {got}; this book needs {limit}.', {
      pages: pagesHave(beyond.pages),
      got: shown,
      limit,
    })
    add(code, { pages: beyond.pages, got, expected: limit, message })
  }
  const atMost = (code: Code, values: Measured, max: number, unit: Unit, write: Write) =>
    measured(
      code,
      above(values, max),
      value => write(units[unit](value)),
      say('at most {limit}', { limit: units[unit](max) }),
    )
  const atLeast = (code: Code, values: Measured, min: number, unit: Unit, write: Write) =>
    measured(
      code,
      below(values, min),
      value => write(units[unit](value)),
      say('at least {limit}', { limit: units[unit](min) }),
    )

  for (const finding of checkBlankPages(file, facts, press)) found.push(finding)
  if (file === 'guts' && press.pageInks === 'black')
    onPages('colour_not_printed', facts.rendering.colored, say('color on the page'))
  atMost('ink_coverage_high', facts.inks, press.maxInkPercent, '%', percent => say('ink of {percent}', { percent }))
  atLeast('tint_faint', facts.faintTints, press.minTintPercent, '%', percent => say('a tint of {percent}', { percent }))
  onPages('white_overprint', facts.whiteOverprints, say('white that overprints'))
  onPages('colour_overprint', facts.colorOverprints, say('a color that overprints another'))
  atLeast('line_too_thin', facts.thinLines, press.minLinePoints, 'pt', points => say('a line of {points}', { points }))
  atLeast('text_small', facts.smallTexts, press.minTextPoints, 'pt', points => say('text of {points}', { points }))
  const reversed = facts.smallReversedTexts
  atLeast('reversed_text_small', reversed, press.minReversedTextPoints, 'pt', points =>
    say('white text of {points}', { points }),
  )
  const rich = facts.smallRichTexts
  atLeast('rich_text_small', rich, press.minRichTextPoints, 'pt', points =>
    say('text of {points} in several inks', { points }),
  )
  atMost('image_resolution_high', facts.fineImages, press.maxPpi, 'ppi', ppi => say('an image of {ppi}', { ppi }))
  // Below what is good for any image, it is reported as an image like all others.
  const coarse = facts.bitonalImages.filter(({ value }) => Math.round(value) >= press.goodPpi)
  atLeast('bitonal_resolution_low', coarse, press.minBitonalPpi, 'ppi', ppi =>
    say('an image of {ppi} without gray', { ppi }),
  )
  const rgbOnlyBlack = without(facts.rgbBlack, facts.rgb)
  onPages('colour_rgb_black', rgbOnlyBlack, say('black or gray in RGB'))
  onPages('black_text_converted', facts.rgbBlackText, say('black text in RGB'))
  onPages('colour_lab', facts.lab, 'Lab')
  onPages('font_drawn', facts.drawnFonts, say('text in a Type 3 font'))
  onPages('transfer_curve', facts.transferCurves, say('a transfer curve'))
  onPages('page_upside_down', facts.upsideDown, say('text that is upside down'))
  if (facts.printOnlyLayers.length > 0)
    add('layer_prints_hidden', { got: say('the layer {names}', { names: namesText(facts.printOnlyLayers) }) })
  return [...found, ...checkPdfx(file, facts, press.pdfx)]
}

/** The operator decides how severe a finding is for a book. */
export const withSeverities = (findings: Finding[], { severities }: Press): Finding[] =>
  findings.flatMap(one => {
    const severity = severities[one.code] ?? one.severity
    return severity === 'off' ? [] : [{ ...one, severity }]
  })

type Beyond = { worst: number; worstPage: number | null; pages: PageRuns }

const below = (values: Measured, min: number): Beyond | null =>
  beyondOf(
    values.filter(({ value }) => value < min),
    (a, b) => a < b,
  )

const above = (values: Measured, max: number): Beyond | null =>
  beyondOf(
    values.filter(({ value }) => value > max),
    (a, b) => a > b,
  )

/** The worst page is named where pages differ. */
function beyondOf(values: Measured, isWorse: (a: number, b: number) => boolean): Beyond | null {
  if (values.length === 0) return null
  const worst = values.reduce((a, b) => (isWorse(b.value, a.value) ? b : a))
  const worstPage = values.length === 1 ? null : worst.pages[0]![0]
  return { worst: worst.value, worstPage, pages: union(...values.map(({ pages }) => pages)) }
}

const without = (pages: PageRuns, excluded: PageRuns): PageRuns => {
  const others = new Set(pagesIn(excluded))
  return runsOf(pagesIn(pages).filter(page => !others.has(page)))
}

/** Blank pages between chapters and at the end are usual; a long run of them is a mistake more often than not. */
function checkBlankPages(file: FileName, { rendering, pageCount }: PrintFacts, { maxBlankPages }: Press): Finding[] {
  const blank = union(...rendering.inks.flatMap(({ box, pages }) => (box === null ? [pages] : [])))
  const isAll = countOf(blank) === pageCount
  const runs = isAll ? blank : blank.filter(([from, to]) => to - from + 1 > maxBlankPages)
  if (runs.length === 0) return []
  const longest = Math.max(...runs.map(([from, to]) => to - from + 1))
  const got = isAll ? say('nothing that prints') : say('{longest} blank pages in a row', { longest })
  return [
    finding(file, 'pages_blank', {
      pages: runs,
      got,
      expected: isAll
        ? say('something that prints')
        : say('at most {maxBlankPages} blank pages in a row', { maxBlankPages }),
      message: isAll
        ? say('The file is blank: nothing on it would print.')
        : say('{pages} blank: nothing on them would print.', { pages: pagesAre(runs) }),
    }),
  ]
}
