// Where the text and the pictures of all pages are, in points of the pages as shown. Books have thousands of lines, so
// of a file of more than one page only a box around all text of a page is kept, and the pictures and drawings nearest
// to its edges. Each page has its share of all boxes.

import type { Drawn } from '../drawing/drawn.ts'
import { type Area, overlap } from '../drawing/plane.ts'
import { isDrawing, isText, mergedShapes } from '../drawing/shapes.ts'
import type { Box, PdfFacts, PlacedBoxes } from '../pdfFacts.ts'
import { type Boxes, inShownPage } from './boxes.ts'
import { around } from './layout.ts'
import { runsOf } from './pageRuns.ts'

const maxBoxes = 2_000
const maxLinesOfOnePage = 400
const maxPictures = 4
const maxPicturesOfOnePage = 100
const maxPanels = 400
/** Points. No book has a wider bleed or wrap. */
const edge = 72
const edgeTolerance = 1
const maxShapes = 20
/** Smaller shapes are dust. */
const minShape = 6
const perPoint = 10

/** `pageCount` counts the pages of the file. */
export function createPageLayouts(pageCount: number) {
  const texts = createPlaced()
  const pictures = createPlaced()
  const panels = createPlaced()
  const outlines = createPlaced()
  const drawings = createPlaced()
  const rules = createPlaced()
  const isOnePage = pageCount === 1
  const maxOfPage = (max: number) => Math.min(max, Math.max(1, Math.floor(maxBoxes / pageCount)))
  const addTexts = (to: typeof texts, lines: Box[], page: number) => {
    if (isOnePage) for (const box of lines.slice(0, maxLinesOfOnePage)) to.add(box, page)
    else if (lines.length > 0) to.add([...lines.reduce<Area>(around, lines[0]!)] as Box, page)
  }
  return {
    add(page: number, drawn: Drawn, { shape, visible, userUnit }: Boxes) {
      const { shown, trim, rotate } = shape
      if (visible === null || shown === null) return
      const place = (area: Area): Box => inShownPage([...area], visible, rotate, userUnit)
      // Text beyond the trim is a label, which is reported with the marks.
      const lines = drawn.lines.map(place).filter(box => trim === null || touches(box, trim))
      addTexts(texts, lines, page)
      const isOnPicture = (box: Area) => drawn.pictures.some(picture => overlap(picture, box) !== null)
      // White on white paper does not show.
      const groups = mergedShapes(drawn.shapes)
        .filter(({ isPaper, box }) => !isPaper || isOnPicture(box))
        .map(group => ({ ...group, box: place(group.box) }))
        .filter(({ box }) => trim === null || touches(box, trim))
      const distance = ([left, bottom, right, top]: Box) =>
        Math.min(left, bottom, shown.width - right, shown.height - top)
      const reachesEdge = (box: Box) => distance(box) < edgeTolerance
      // A drawing of many parts that extends beyond the trim is no text.
      const isBled = groups.some(({ box, isLarge }) => !isLarge && reachesEdge(box))
      const isNearEdge = (box: Box) => distance(box) < edge
      const largest = drawn.pictures
        .map(place)
        .filter(box => isOnePage || isNearEdge(box))
        .sort((a, b) => areaOf(b) - areaOf(a))
      const near = ({ box }: { box: Box }) => !reachesEdge(box) && (isOnePage || isNearEdge(box))
      addTexts(
        outlines,
        groups.filter(group => near(group) && isText(group)).map(({ box }) => box),
        page,
      )
      const small = isBled ? [] : groups.filter(group => near(group) && isDrawing(group) && isSeen(group.box))
      for (const { box } of small
        .sort((a, b) => distance(a.box) - distance(b.box))
        .slice(0, isOnePage ? maxLinesOfOnePage : maxOfPage(maxShapes)))
        drawings.add(box, page)
      // The ends of a line do not count: they may be beyond the trim.
      const distanceAlong = ([left, bottom, right, top]: Box) =>
        top - bottom > right - left ? Math.min(left, shown.width - right) : Math.min(bottom, shown.height - top)
      for (const box of drawn.rules
        .map(place)
        .filter(isNearEdge)
        .sort((a, b) => distanceAlong(a) - distanceAlong(b))
        .slice(0, maxOfPage(maxShapes)))
        rules.add(box, page)
      for (const box of largest.slice(0, isOnePage ? maxPicturesOfOnePage : maxOfPage(maxPictures)))
        pictures.add(box, page)
      // A cover has one page.
      if (!isOnePage) return
      const largestPanels = drawn.panels
        .map(({ box }, order) => ({ box: place(box), order }))
        .sort((a, b) => areaOf(b.box) - areaOf(a.box))
        .slice(0, maxPanels)
      // As they are drawn, since a later one hides an earlier one.
      for (const { box } of largestPanels.sort((a, b) => a.order - b.order)) panels.add(box, page)
    },
    facts: (): Pick<PdfFacts, 'texts' | 'pictures' | 'panels' | 'outlines' | 'drawings' | 'rules'> => ({
      texts: texts.facts(),
      pictures: pictures.facts(),
      panels: panels.facts(),
      outlines: outlines.facts(),
      drawings: drawings.facts(),
      rules: rules.facts(),
    }),
  }
}

const touches = (a: Box, b: Box): boolean => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]
const isSeen = ([left, bottom, right, top]: Box): boolean => Math.max(right - left, top - bottom) >= minShape
const areaOf = ([left, bottom, right, top]: Box): number => (right - left) * (top - bottom)

function createPlaced() {
  const found = new Map<string, { box: Box; pages: number[] }>()
  return {
    add(exact: Box, page: number) {
      const box = exact.map(side => Math.round(side * perPoint) / perPoint) as Box
      const key = box.join(' ')
      const known = found.get(key)
      if (known !== undefined) known.pages.push(page)
      else if (found.size < maxBoxes) found.set(key, { box, pages: [page] })
    },
    facts: (): PlacedBoxes => [...found.values()].map(({ box, pages }) => ({ box, pages: runsOf(pages) })),
  }
}
