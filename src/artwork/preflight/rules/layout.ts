// Text and pictures against the geometry of this book: its trim, gutter, folds, spine and barcode. Each kind of problem
// is one finding, with its worst place.

import { say, type Translatable } from '../../../../languages/texts.ts'
import type { Box, PageShape, PlacedBoxes } from '../../pdfReader/pdfReader.ts'
import type { Code } from '../codes.ts'
import {
  type Area,
  beyondBleed,
  type Expected,
  type ExpectedFile,
  isNear,
  isOfSize,
  isRecto,
  trimOf,
} from '../expectedFiles.ts'
import type { PrintFacts } from '../fileReport.ts'
import { type FileName, type Finding, finding } from '../finding.ts'
import { inchesOf, listOf, pagesHave, toleranceText } from '../findingText.ts'
import { countOf, pagesIn, runsOf } from '../pages.ts'

const pointsPerInch = 72
/** Nearer to the trim, a line shows how far off the cut is. */
const minRuleInches = 0.125
/** Covers are folded as far off. */
const minEdgeToFoldInches = 0.0625
/** Edges nearer to each other, where strips overlap or leave a gap, are one edge. */
const minStepInches = 0.03
/** Fewer colors side by side are a design of stripes, and no gradient. */
const minSteps = 8
/** A background of a panel may leave so much of it to that beside it. */
const backgroundInches = 0.25
/** A picture that ends this far inside the trim is meant to end at it. */
const meantForTrimInches = 0.0625

/**
 * `offInches` says how far something has to move or grow; `limit` what is expected. It is a function, because only the
 * worst of many problems is described.
 */
export type LayoutProblem = {
  code: Code
  page: number
  place: Area
  offInches: number
  limit: () => Translatable
  subject?: Subject
}
/** Letters as outlines are rows of small shapes. A drawing is any other small shape. */
type Subject = 'text' | 'outlines' | 'drawing'

export function layoutProblems(
  file: FileName,
  facts: PrintFacts,
  { cover, guts, toleranceInches }: Expected,
  pageCount: number,
): LayoutProblem[] {
  const expected = file === 'cover' ? cover : guts
  const fitting = new Map(
    facts.shapes.flatMap(shape =>
      pagesIn(shape.pages)
        .filter(page => isOfSize(shape, expected, page, toleranceInches))
        .map(page => [page, sheetOf(shape, expected, page, toleranceInches)]),
    ),
  )
  const texts = onPages(facts.texts, fitting)
  const pictures = onPages(facts.pictures, fitting)
  const outlines = onPages(facts.outlines, fitting)
  const drawings = onPages(facts.drawings, fitting)
  const backgrounds = file === 'cover' ? backgroundsOf(cover) : null
  const picturesOf = Map.groupBy(pictures, ({ page }) => page)
  const rule =
    file === 'cover'
      ? (text: Placed) => coverText(text, cover, toleranceInches)
      : pageTextRule(guts, pageCount, toleranceInches)
  const found = [
    ...texts.flatMap(rule),
    ...outlines.flatMap(rule).map(about('outlines')),
    ...drawings
      .filter(isAlone(picturesOf, page => backgrounds ?? [trimOf(expected, page)]))
      .flatMap(rule)
      .filter(isAboutDrawing)
      .map(about('drawing')),
    ...(file === 'cover' ? inBarcode(facts, { texts, pictures, outlines, drawings }, cover) : []),
    ...(file === 'cover' ? edgesAtFolds(onPages(facts.panels, fitting), cover) : []),
    ...nearRules(file, onPages(facts.rules, fitting), expected, toleranceInches),
  ]
  return [...found, ...shortPictures(file, pictures, { expected, toleranceInches, fitting })]
    .filter(({ offInches }) => offInches > toleranceInches)
    .map(found => ({ ...found, place: moved(found.place, fitting.get(found.page)!) }))
}

/** How far a page is moved, so that its trim lies on that of the book, and where it then ends; in inches. */
type Sheet = { across: number; up: number; ends: Box }

function sheetOf(shape: PageShape, expected: ExpectedFile, page: number, toleranceInches: number): Sheet {
  const whole: Box = [0, 0, expected.width, expected.height]
  const off = beyondBleed(shape, expected, page, toleranceInches)
  if (!off?.every(inches => isNear(inches, 0, toleranceInches))) return { across: 0, up: 0, ends: whole }
  const [width, height] = [shape.shown!.width / pointsPerInch, shape.shown!.height / pointsPerInch]
  const [across, up] = [
    (expected.width - width + off[2] - off[0]) / 2,
    (expected.height - height + off[3] - off[1]) / 2,
  ]
  const ends: Box = [
    Math.max(across, 0),
    Math.max(up, 0),
    Math.min(width + across, whole[2]),
    Math.min(height + up, whole[3]),
  ]
  return { across, up, ends }
}

/** Back to where it is on its page. */
const moved = (place: Area, { across, up }: Sheet): Area =>
  across === 0 && up === 0 ? place : { ...place, x: inches(place.x - across), y: inches(place.y - up) }

export function checkLayout(file: FileName, facts: PrintFacts, expected: Expected, pageCount: number): Finding[] {
  const problems = layoutProblems(file, facts, expected, pageCount)
  const codes = [...new Set(problems.map(({ code }) => code))]
  return codes.map(code => {
    const all = problems.filter(problem => problem.code === code)
    const worst = all.reduce((a, b) => (b.offInches > a.offInches ? b : a))
    const pages = runsOf(all.map(({ page }) => page))
    const off = inchesOf(worst.offInches)
    const limit = worst.limit()
    return finding(file, code, {
      pages,
      got: say('{off} in {got}', { off, got: wordsOf[code]!.got }),
      expected: limit,
      tolerance: toleranceText(expected.toleranceInches),
      message: listOf(
        [
          say('{pages} {what} {off} in {got}; expected is {limit}.', {
            pages: pagesHave(pages),
            what: whatOf(worst),
            off,
            got: wordsOf[code]!.got,
            limit,
          }),
          ...(countOf(pages) === 1 ? [] : [say('The worst is on page {page}.', { page: worst.page })]),
          wordsOf[code]!.act(off),
        ],
        ' ',
      ),
      place: { page: worst.page, ...worst.place },
    })
  })
}

type Texts = { what: Translatable; got: Translatable; act(off: number): Translatable }
const moveBy = (where: Translatable) => (off: number) => say('Move it {off} in {where}.', { off, where })

const wordsOf: Partial<Record<Code, Texts>> = {
  text_across_trim: {
    what: say('text'),
    got: say('beyond the trim'),
    act: off => say('Move it inward by {off} in at the least.', { off }),
  },
  text_near_trim: { what: say('text'), got: say('outside the safe area'), act: moveBy(say('inward')) },
  text_in_gutter: { what: say('text'), got: say('inside the gutter'), act: moveBy(say('away from the binding')) },
  text_in_punch: { what: say('text'), got: say('inside the punch margin'), act: moveBy(say('away from the binding')) },
  text_over_fold: { what: say('text'), got: say('over a fold or hinge'), act: moveBy(say('away from the fold')) },
  text_near_fold: {
    what: say('text on the spine'),
    got: say('too near to a fold'),
    act: moveBy(say('away from the fold')),
  },
  spine_too_thin_for_text: {
    what: say('text on the spine,'),
    got: say('wide'),
    act: () => say('This spine is too thin for text and small drawings.'),
  },
  barcode_area_used: {
    what: say('text or a picture'),
    got: say('inside the barcode area'),
    act: moveBy(say('out of it')),
  },
  color_edge_at_fold: {
    what: say('a picture or color that ends'),
    got: say('too near to a fold'),
    act: off => say('Extend it beyond the fold, or let it end {off} in further away.', { off }),
  },
  line_near_trim: { what: say('a line along the trim'), got: say('outside the safe area'), act: moveBy(say('inward')) },
  picture_short_of_bleed: {
    what: say('a picture or color that ends'),
    got: say('short of the end of the bleed'),
    act: off => say('Extend it by {off} in.', { off }),
  },
}

/** A drawing may extend beyond the trim, such as an ornament that is cut. Elsewhere it keeps its distance. */
const codesOfDrawings = new Set<Code>([
  ...(['text_near_trim', 'text_in_gutter', 'text_in_punch'] as const),
  ...(['text_over_fold', 'text_near_fold', 'spine_too_thin_for_text'] as const),
])
const isAboutDrawing = ({ code }: LayoutProblem): boolean => codesOfDrawings.has(code)
const about =
  (subject: Subject) =>
  (found: LayoutProblem): LayoutProblem => ({ ...found, subject })

/** The areas of a cover that may have a color or picture of their own. */
const backgroundsOf = ({ trim, front, back, spineArea, flapFront, flapBack }: Expected['cover']): Area[] =>
  [trim, front, back, spineArea, flapFront, flapBack].filter(area => area !== null)

/** A drawing over a picture is a part of it, unless the picture is the background of a page or a panel. */
const isAlone =
  (pictures: Map<number, Placed[]>, areasOn: (page: number) => Area[]) =>
  ({ page, box }: Placed): boolean =>
    !pictures
      .get(page)
      ?.some(
        picture =>
          common(picture.box, box) !== null &&
          !areasOn(page).some(area => contains(picture.box, boxOf(area), backgroundInches)),
      )

function whatOf({ code, subject = 'text' }: LayoutProblem): Translatable {
  if (subject === 'outlines') return say('shapes in a row, such as letters,')
  return subject === 'drawing' ? say('a small drawing') : wordsOf[code]!.what
}

type Placed = { page: number; box: Box }

/** In inches. */
const onPages = (boxes: PlacedBoxes, fitting: Map<number, Sheet>): Placed[] =>
  boxes.flatMap(({ box, pages }) =>
    pagesIn(pages).flatMap(page => {
      const sheet = fitting.get(page)
      if (sheet === undefined) return []
      return [
        { page, box: box.map((side, i) => side / pointsPerInch + (i % 2 === 0 ? sheet.across : sheet.up)) as Box },
      ]
    }),
  )

const boxOf = ({ x, y, width, height }: Area): Box => [x, y, x + width, y + height]
const inches = (value: number) => Math.round(value * 1000) / 1000
const areaOf = ([left, bottom, right, top]: Box): Area => ({
  x: inches(left),
  y: inches(bottom),
  width: inches(right - left),
  height: inches(top - bottom),
})
const common = (a: Box, b: Box): Box | null => {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return box[0] < box[2] && box[1] < box[3] ? box : null
}
const contains = (outer: Box, inner: Box, by: number): boolean =>
  inner[0] >= outer[0] - by && inner[1] >= outer[1] - by && inner[2] <= outer[2] + by && inner[3] <= outer[3] + by

const sides = [0, 1, 2, 3] as const
type Side = (typeof sides)[number]
const bindingSide = (guts: Pick<ExpectedFile, 'bindingEdge'>, page: number): Side => (isRecto(guts, page) ? 0 : 2)
/** How far a box reaches beyond a side of another; negative when it stays inside. */
const beyond = (box: Box, limit: Box, side: Side): number =>
  side < 2 ? limit[side] - box[side] : box[side] - limit[side]
/** The part of a box beyond a side of another. */
const partBeyond = (box: Box, limit: Box, side: Side): Area => {
  const part: Box = [...box]
  part[(side + 2) % 4] = side < 2 ? Math.min(limit[side], box[side + 2]!) : Math.max(limit[side], box[side - 2]!)
  return areaOf(part)
}

function pageTextRule(guts: Expected['guts'], pageCount: number, toleranceInches: number) {
  const recto = { safe: boxOf(guts.recto.safe), trim: boxOf(guts.trim) }
  const verso = { safe: boxOf(guts.verso.safe), trim: boxOf(guts.verso.trim) }
  return (text: Placed): LayoutProblem[] => {
    const { safe, trim } = isRecto(guts, text.page) ? recto : verso
    const binding = bindingSide(guts, text.page)
    if (sides.every(side => beyond(text.box, safe, side) <= toleranceInches)) return []
    return sides.flatMap(side => {
      const { punch } = guts
      const inPunch = side === binding ? punchProblem(text, { area: trim, side, punch, toleranceInches }) : []
      if (inPunch.length > 0) return inPunch
      if (side !== binding || guts.gutter === 0) return edgeProblem(text, { safe, trim, side, toleranceInches })
      const limit = () =>
        say('at least {inches} in from the binding of a book of {pageCount} pages', {
          inches: inchesOf(Math.abs(safe[side] - trim[side])),
          pageCount,
        })
      return problem('text_in_gutter', text, { area: safe, side, toleranceInches, limit })
    })
  }
}

/** Text where the holes are. `area` is the page, or a panel of the cover. */
function punchProblem(
  text: Placed,
  { area, side, punch, toleranceInches }: Omit<Reach, 'limit'> & { punch: number },
): LayoutProblem[] {
  if (punch === 0) return []
  const free: Box = [...area]
  free[side] += side === 0 ? punch : -punch
  const limit = () => say('at least {punch} in from the binding, where the holes are', { punch: inchesOf(punch) })
  return problem('text_in_punch', text, { area: free, side, toleranceInches, limit })
}

type Edge = { safe: Box; trim: Box; side: Side; toleranceInches: number }

function edgeProblem(text: Placed, { safe, trim, side, toleranceInches }: Edge): LayoutProblem[] {
  if (beyond(text.box, trim, side) > toleranceInches) {
    const limit = () => say('no text beyond the trim')
    return problem('text_across_trim', text, { area: trim, side, toleranceInches, limit })
  }
  const limit = () => say('at least {inches} in from the trim', { inches: inchesOf(Math.abs(safe[side] - trim[side])) })
  return problem('text_near_trim', text, { area: safe, side, toleranceInches, limit })
}

type Reach = { area: Box; side: Side; toleranceInches: number; limit: () => Translatable }

/** Empty for a box that stays inside the area. */
function problem(code: Code, { page, box }: Placed, { area, side, toleranceInches, limit }: Reach): LayoutProblem[] {
  const offInches = beyond(box, area, side)
  return offInches > toleranceInches ? [{ code, page, place: partBeyond(box, area, side), offInches, limit }] : []
}

function coverText(text: Placed, cover: Expected['cover'], toleranceInches: number): LayoutProblem[] {
  const { page, box } = text
  const trim = boxOf(cover.trim)
  const spine = cover.spineArea && boxOf(cover.spineArea)
  const onSpine = spine && common(box, spine)
  if (spine !== null && onSpine !== null && (onSpine[2] - onSpine[0]) * 2 >= box[2] - box[0]) {
    if (cover.safeSpine === null) {
      const place = areaOf(box)
      const limit = () => say('no text or small drawing on a spine of this thickness')
      return [{ code: 'spine_too_thin_for_text', page, place, offInches: place.width, limit }]
    }
    const safe = boxOf(cover.safeSpine)
    const limit = () => say('at least {inches} in from the folds', { inches: inchesOf(safe[0] - spine[0]) })
    return sides.flatMap(side =>
      side === 0 || side === 2
        ? problem('text_near_fold', text, { area: safe, side, toleranceInches, limit })
        : edgeProblem(text, { safe, trim, side, toleranceInches }),
    )
  }
  const { panel, safe, folds, binding } = panelAt((box[0] + box[2]) / 2, cover)
  const inPunch =
    binding === null
      ? []
      : punchProblem(text, { area: boxOf(panel), side: binding, punch: cover.punch, toleranceInches })
  const limit = () => say('no text or small drawing over a fold or hinge')
  const others = sides.flatMap(side =>
    folds.includes(side)
      ? problem('text_over_fold', text, { area: boxOf(panel), side, toleranceInches, limit })
      : edgeProblem(text, { safe: boxOf(safe), trim, side, toleranceInches }),
  )
  return [...inPunch, ...others]
}

type Panel = { panel: Area; safe: Area; folds: Side[]; binding: Side | null }

/** The front, the back or a flap. Text is where its middle is. */
function panelAt(x: number, cover: Expected['cover']): Panel {
  const back = { panel: cover.back, safe: cover.safeBack, flap: cover.flapBack, safeFlap: cover.safeFlapBack }
  const front = { panel: cover.front, safe: cover.safeFront, flap: cover.flapFront, safeFlap: cover.safeFlapFront }
  const isAtLeft = x < cover.width / 2
  const { panel, safe, flap, safeFlap } = isAtLeft === cover.back.x < cover.front.x ? back : front
  const binding: Side = isAtLeft ? 2 : 0
  const isOnFlap = flap !== null && (isAtLeft ? x < flap.x + flap.width : x > flap.x)
  if (isOnFlap && safeFlap !== null) return { panel: flap, safe: safeFlap, folds: [binding], binding: null }
  return { panel, safe, folds: flap === null ? [binding] : [0, 2], binding }
}

/** A barcode of the customer lies completely in the area, with its figures; a background covers all of it. */
function inBarcode(
  { isbns }: PrintFacts,
  { texts, pictures, outlines, drawings }: Record<'texts' | 'pictures' | 'outlines' | 'drawings', Placed[]>,
  cover: Expected['cover'],
): LayoutProblem[] {
  const area = boxOf(cover.barcode)
  const isInside = ({ box }: Placed) => contains(area, box, 0.01)
  const found = (isbns?.barcodes ?? []).map(({ box }) => ({
    page: 1,
    box: box.map(side => side / pointsPerInch) as Box,
  }))
  const hasOwn = [...pictures, ...[...drawings, ...outlines].filter(isBars), ...found].some(isInside)
  return [...texts, ...pictures, ...outlines].flatMap(placed => {
    const { page, box } = placed
    const reached = common(box, area)
    if (reached === null || contains(box, area, 0.01) || (hasOwn && isInside(placed))) return []
    const offInches = Math.min(reached[2] - reached[0], reached[3] - reached[1])
    return [
      { code: 'barcode_area_used' as const, page, place: areaOf(reached), offInches, limit: () => say('a free area') },
    ]
  })
}

/** As large as the bars of an EAN at 80 percent, which may be cut low. */
const isBars = ({ box: [left, bottom, right, top] }: Placed): boolean =>
  Math.max(right - left, top - bottom) > 0.8 && Math.min(right - left, top - bottom) > 0.25

/** A line along the trim shows how far off the cut is. The sides of a frame are such lines. The binding is not cut. */
function nearRules(file: FileName, rules: Placed[], expected: ExpectedFile, toleranceInches: number): LayoutProblem[] {
  return rules.flatMap(rule => {
    const trim = boxOf(trimOf(expected, rule.page))
    const isUpright = rule.box[3] - rule.box[1] > rule.box[2] - rule.box[0]
    const along = sides.filter(side => side % 2 === (isUpright ? 0 : 1))
    // A stripe that extends beyond the trim is a picture.
    if (sides.every(side => along.includes(side) || beyond(rule.box, trim, side) > toleranceInches)) return []
    return along.flatMap((side): LayoutProblem[] => {
      if (file === 'guts' && side === bindingSide(expected, rule.page)) return []
      const distance = -beyond(rule.box, trim, side)
      if (distance <= toleranceInches || distance >= minRuleInches) return []
      const limit = () => say('at least {inches} in from the trim', { inches: inchesOf(minRuleInches) })
      const [page, place] = [rule.page, areaOf(rule.box)]
      return [{ code: 'line_near_trim', page, place, offInches: minRuleInches - distance, limit }]
    })
  })
}

/**
 * The fold of a cover drifts: an edge of color at it shows on the front, the back or the spine. Later pictures may hide
 * an edge. Earlier ones do not hide that of a color from head to foot, such as that of the spine.
 */
function edgesAtFolds(panels: Placed[], { spineArea }: Expected['cover']): LayoutProblem[] {
  if (spineArea === null) return []
  const [spine, by] = [boxOf(spineArea), minEdgeToFoldInches]
  const limit = () => say('at least {inches} in from a fold', { inches: inchesOf(by) })
  const isSpine = ({ box }: Placed) => Math.abs(box[0] - spine[0]) < 0.01 && Math.abs(box[2] - spine[2]) < 0.01
  const isFromHeadToFoot = ({ box }: Placed) => contains(box, [box[0], spine[1], box[2], spine[3]], by)
  return panels.flatMap((placed, i) =>
    [spine[0], spine[2]].flatMap(fold =>
      ([0, 2] as const).flatMap((side): LayoutProblem[] => {
        const { page, box } = placed
        const offInches = by - Math.abs(box[side] - fold)
        const strip: Box = [fold - by, box[1], fold + by, box[3]]
        if (offInches <= 0) return []
        const others = isFromHeadToFoot(placed) ? panels.slice(i + 1) : panels
        if (others.some(other => contains(other.box, strip, 0.001))) return []
        if (!isSpine(placed) && isStep(box, side, panels)) return []
        return [{ code: 'color_edge_at_fold', page, place: areaOf(strip), offInches, limit }]
      }),
    ),
  )
}

/**
 * A step of a gradient that is drawn as many colors, side by side or each over the one before: its edges are about as
 * far apart on both sides.
 */
function isStep(box: Box, side: 0 | 2, panels: Placed[]): boolean {
  const boxes = panels
    .map(panel => panel.box)
    .filter(other => ([1, 3] as const).every(i => Math.abs(other[i] - box[i]) < minStepInches))
  const widthOf = ([left, , right]: Box) => right - left
  const isAsWide = (other: Box) => widthOf(other) <= 2 * widthOf(box) && widthOf(box) <= 2 * widthOf(other)
  const strips = boxes.filter(isAsWide).flatMap(other => [other[0], other[2]])
  const nested = boxes
    .filter(other => contains(other, box, 0.01) || contains(box, other, 0.01))
    .map(other => other[side])
  return [strips, nested].some(edges => isAmongSteps(box[side], edges))
}

function isAmongSteps(edge: number, edges: number[]): boolean {
  const apart = edges.toSorted((a, b) => a - b).filter((x, i, all) => i === 0 || x - all[i - 1]! > minStepInches)
  const gaps = apart.slice(1).map((x, i) => x - apart[i]!)
  const at = apart.findLastIndex(x => x <= edge)
  return gaps.some((_, from) => {
    const steps = gaps.slice(from, from + minSteps)
    const isInside = from < at && at < from + minSteps
    return isInside && steps.length === minSteps && Math.max(...steps) <= 2 * Math.min(...steps)
  })
}

function shortPictures(
  file: FileName,
  pictures: Placed[],
  {
    expected,
    toleranceInches,
    fitting,
  }: { expected: ExpectedFile; toleranceInches: number; fitting: Map<number, Sheet> },
): LayoutProblem[] {
  const ofPage = new Map<number, Box[]>()
  for (const { page, box } of pictures) ofPage.set(page, [...(ofPage.get(page) ?? []), box])
  return pictures.flatMap(({ page, box }) => {
    const trim = boxOf(trimOf(expected, page))
    const whole = fitting.get(page)!.ends
    return sides.flatMap((side): LayoutProblem[] => {
      if (file === 'guts' && side === bindingSide(expected, page)) return []
      const bleed = Math.abs(trim[side] - whole[side])
      const missing = -beyond(box, whole, side)
      if (bleed <= toleranceInches || missing <= toleranceInches) return []
      if (missing > bleed + meantForTrimInches) return []
      const across = side % 2 === 0 ? 1 : 0
      const isBehind = ofPage
        .get(page)!
        .some(
          other =>
            -beyond(other, whole, side) <= toleranceInches &&
            other[across] <= box[across] + toleranceInches &&
            other[across + 2]! >= box[across + 2]! - toleranceInches,
        )
      if (isBehind) return []
      const gap: Box = [...box]
      gap[side] = whole[side]
      gap[(side + 2) % 4] = box[side]
      return [
        {
          code: 'picture_short_of_bleed',
          page,
          place: areaOf(gap),
          offInches: missing,
          limit: () => say('{bleed} in beyond the trim', { bleed: inchesOf(bleed) }),
        },
      ]
    })
  })
}
