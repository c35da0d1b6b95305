// What the press of this book can print: inks, lines, small text, resolution, and what a press does otherwise than a
// screen. Each kind of problem is one finding with all its pages and the worst value.

import type { Measured, PageRuns } from '../../pdfReader/pdfReader.ts'
import type { Code } from '../codes.ts'
import type { Press } from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import { type Details, type FileName, type Finding, finding } from '../finding.ts'
import { namesText, pagesAre, pagesHave } from '../findingText.ts'
import { countOf, pagesIn, runsOf, union } from '../pages.ts'
import { checkPdfx } from './pdfx.ts'

export function checkPress(file: FileName, facts: PrintFacts, press: Press): Finding[] {
  const found: Finding[] = []
  const add = (code: Code, details: Details) => found.push(finding(file, code, details))
  const onPages = (code: Code, pages: PageRuns, got: string) => {
    if (pages.length > 0) add(code, { pages, got })
  }
  const measured = (code: Code, beyond: Beyond | null, write: (value: number) => string, limit: string) => {
    if (beyond === null) return
    const got = write(beyond.worst)
    const message = `${pagesHave(beyond.pages)} ${got}${worstText(beyond)}; this book needs ${limit}.`
    add(code, { pages: beyond.pages, got, expected: limit, message })
  }
  const atMost = (code: Code, values: Measured, max: number, unit: string, write: (value: string) => string) =>
    measured(code, above(values, max), value => write(`${value} ${unit}`), `at most ${max} ${unit}`)
  const atLeast = (code: Code, values: Measured, min: number, unit: string, write: (value: string) => string) =>
    measured(code, below(values, min), value => write(`${value} ${unit}`), `at least ${min} ${unit}`)

  for (const finding of checkBlankPages(file, facts, press)) found.push(finding)
  if (file === 'guts' && press.pageInks === 'black')
    onPages('colour_not_printed', facts.rendering.colored, 'color on the page')
  atMost('ink_coverage_high', facts.inks, press.maxInkPercent, '%', percent => `ink of ${percent}`)
  atLeast('tint_faint', facts.faintTints, press.minTintPercent, '%', percent => `a tint of ${percent}`)
  onPages('white_overprint', facts.whiteOverprints, 'white that overprints')
  atLeast('line_too_thin', facts.thinLines, press.minLinePoints, 'pt', points => `a line of ${points}`)
  atLeast('text_small', facts.smallTexts, press.minTextPoints, 'pt', points => `text of ${points}`)
  const reversed = facts.smallReversedTexts
  atLeast('reversed_text_small', reversed, press.minReversedTextPoints, 'pt', points => `white text of ${points}`)
  const rich = facts.smallRichTexts
  atLeast('rich_text_small', rich, press.minRichTextPoints, 'pt', points => `text of ${points} in several inks`)
  atMost('image_resolution_high', facts.fineImages, press.maxPpi, 'ppi', ppi => `an image of ${ppi}`)
  // Below what is good for any image, it is reported as an image like all others.
  const coarse = facts.bitonalImages.filter(({ value }) => Math.round(value) >= press.goodPpi)
  atLeast('bitonal_resolution_low', coarse, press.minBitonalPpi, 'ppi', ppi => `an image of ${ppi} without gray`)
  const rgbOnlyBlack = without(facts.rgbBlack, facts.rgb)
  onPages('colour_rgb_black', rgbOnlyBlack, 'black or gray in RGB')
  onPages('black_text_converted', facts.rgbBlackText, 'black text in RGB')
  onPages('colour_lab', facts.lab, 'Lab')
  onPages('font_drawn', facts.drawnFonts, 'text in a Type 3 font')
  onPages('transfer_curve', facts.transferCurves, 'a transfer curve')
  onPages('page_upside_down', facts.upsideDown, 'text that is upside down')
  if (facts.printOnlyLayers.length > 0)
    add('layer_prints_hidden', { got: `the layer ${namesText(facts.printOnlyLayers)}` })
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

const worstText = ({ worstPage }: Beyond): string => (worstPage === null ? '' : ` (the worst is on page ${worstPage})`)

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
  const got = isAll ? 'nothing that prints' : `${longest} blank pages in a row`
  return [
    finding(file, 'pages_blank', {
      pages: runs,
      got,
      expected: isAll ? 'something that prints' : `at most ${maxBlankPages} blank pages in a row`,
      message: isAll
        ? 'The file is blank: nothing on it would print.'
        : `${pagesAre(runs)} blank: nothing on them would print.`,
    }),
  ]
}
