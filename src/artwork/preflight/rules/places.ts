// Where findings are: each has a place, unless it is about the whole file or about whole pages.

import type { PlaceOnPage } from '../../pdfReader/pdfReader.ts'
import { type Code, codes } from '../codes.ts'
import { type Area, type ExpectedFile, type Press, reachOfBleed } from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import type { FileName, Finding } from '../finding.ts'

const pointsPerInch = 72

/** Findings about the file, or about something in it that is on no page. */
const aboutFile = [
  ...([
    'file_empty',
    'file_not_pdf',
    'file_incomplete',
    'file_damaged',
    'file_encrypted',
    'file_without_pages',
  ] as const),
  ...(['file_too_many_pages', 'file_page_counts_differ', 'file_too_complex', 'file_unreadable'] as const),
  ...(['index_rebuilt', 'page_count_out_of_range', 'page_count_not_in_step', 'page_count_not_declared'] as const),
  ...(['pages_padded', 'not_mended', 'repair_refused', 'cover_not_one_page', 'cover_width_unchecked'] as const),
  ...(['isbn_barcode_missing', 'isbn_barcode_drawn', 'isbn_barcode_not_drawn', 'layer_prints_hidden'] as const),
  ...(['form_fields', 'form_xfa', 'scripts', 'actions', 'attachments', 'attachments_unlocked'] as const),
  ...(['pdfx_required', 'pdfx_false', 'pdfx_claimed'] as const),
]
/** Findings about all that is on their pages, or about the size, boxes and direction of these pages. */
const aboutPages = [
  ...(['drawing_damaged', 'page_not_drawn', 'page_too_complex', 'check_limited', 'pages_blank'] as const),
  ...([
    'page_size_missing',
    'page_size_wrong',
    'page_turned',
    'bleed_added',
    'page_cropped',
    'crop_box_reset',
  ] as const),
  ...(['trim_box_set', 'trim_box_missing', 'trim_box_wrong', 'bleed_box_missing', 'bleed_box_wrong'] as const),
  ...(['pages_are_spreads', 'orientation_mixed', 'page_upside_down', 'cover_size_wrong'] as const),
  ...(['crop_box_used', 'user_unit_used'] as const),
]
export const codesWithoutPlace: ReadonlySet<Code> = new Set<Code>([...aboutFile, ...aboutPages])

/** Not for the codes of problems with fetching a file. */
export const isLocated = (code: string): code is Code => code in codes && !codesWithoutPlace.has(code as Code)

/** The limits of this book. */
type Limits = { press: Press; file: ExpectedFile }
type Holds = (value: number, press: Press, file: ExpectedFile) => boolean

/** The places of a finding, by their kind: all of them, or those whose value the book does not allow. */
const kindsOf: Partial<Record<Code, Record<string, Holds>>> = {
  ink_coverage_high: { ink_coverage_high: (value, press) => -value > press.maxInkPercent },
  tint_faint: { tint_faint: (value, press) => value < press.minTintPercent },
  line_too_thin: { line_too_thin: (value, press) => value < press.minLinePoints },
  text_small: { text_small: (value, press) => value < press.minTextPoints },
  reversed_text_small: { reversed_text_small: (value, press) => value < press.minReversedTextPoints },
  rich_text_small: { rich_text_small: (value, press) => value < press.minRichTextPoints },
  bitonal_resolution_low: { bitonal_resolution_low: (value, press) => value < press.minBitonalPpi },
  image_resolution_high: { image_resolution_high: (value, press) => -value > press.maxPpi },
  image_resolution_too_low: { large_image: (value, press) => Math.round(value) < press.minPpi },
  image_resolution_low: {
    large_image: (value, press) => Math.round(value) >= press.minPpi && Math.round(value) < press.goodPpi,
    small_image: (value, press) => Math.round(value) < press.goodPpi,
  },
  colour_rgb_black: { black_in_rgb: () => true },
  black_text_converted: { black_in_rgb: () => true },
  marks_in_bleed: { marks_in_bleed: () => true, marks: (value, _, file) => value <= reachOfBleed(file) },
}

export type PlacedFinding = { code: Code; page: number; place: Area }

/** All places of findings of one code, on their pages, in inches, the worst first: values of a code have one unit. */
export function placesOf(
  code: Code,
  findings: Pick<Finding, 'pages'>[],
  { places, rendering }: PrintFacts,
  { press, file }: Limits,
): PlacedFinding[] {
  const kinds = kindsOf[code]
  const isOf = ({ kind, value }: PlaceOnPage) =>
    kinds === undefined ? kind === code || kind.startsWith(`${code} `) : (kinds[kind]?.(value, press, file) ?? false)
  const areOn = findings.map(({ pages }) => (pages === null ? () => true : pagesIn(pages)))
  return [...places, ...rendering.places]
    .filter(one => isOf(one) && areOn.some(isOn => isOn(one.page)))
    .toSorted((a, b) => a.value - b.value)
    .map(({ page, box }) => ({ code, page, place: inInches(box) }))
}

/** The place of an object or font at fault; nothing where it is not known. */
export function placeOf({ places }: PrintFacts, ...subject: string[]): { place?: NonNullable<Finding['place']> } {
  const kind = subject.join(' ')
  const found = places.find(place => place.kind === kind)
  return found === undefined ? {} : { place: { page: found.page, ...inInches(found.box) } }
}

/** Findings that are about something on a page say where it is. Beyond what is recorded, that is the whole page. */
export const withPlaces = (file: FileName, facts: PrintFacts, findings: Finding[], limits: Limits): Finding[] =>
  findings.map(finding => {
    if (finding.file !== file || finding.place !== undefined || codesWithoutPlace.has(finding.code)) return finding
    const [found] = placesOf(finding.code, [finding], facts, limits)
    return found === undefined
      ? onWholePage(facts, finding)
      : { ...finding, place: { page: found.page, ...found.place } }
  })

/** With the first page of a finding for its place; without a place where the size of that page is not known. */
export function onWholePage({ shapes }: PrintFacts, { place: _, ...finding }: Finding): Finding {
  const first = finding.pages === null ? 1 : Number.parseInt(finding.pages, 10)
  const shown = shapes.find(shape => shape.pages.some(([from, to]) => from <= first && first <= to))?.shown
  if (shown === null || shown === undefined) return finding
  return { ...finding, place: { page: first, ...inInches([0, 0, shown.width, shown.height]) } }
}

/** `pages` looks like "1-4, 9", or "1-4, 9 and 12 more", which may be any later ones. */
function pagesIn(pages: string): (page: number) => boolean {
  const listed = /^[\d, -]*/.exec(pages)![0]
  const runs = listed.split(', ').map(run => run.split('-').map(Number))
  const lastListed = listed === pages ? Infinity : runs.at(-1)!.at(-1)!
  return page => page > lastListed || runs.some(([from, to = from]) => from! <= page && page <= to!)
}

const inches = (points: number) => Math.round((points / pointsPerInch) * 1000) / 1000
const inInches = ([left, bottom, right, top]: PlaceOnPage['box']): Area => ({
  x: inches(left),
  y: inches(bottom),
  width: inches(right - left),
  height: inches(top - bottom),
})
