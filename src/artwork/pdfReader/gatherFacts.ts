// Reads all facts of a PDF: its boxes and content page by page, and then the rest of the file.

import { Content, WorkLimitReached } from './drawing/content.ts'
import { type Drawn, type PlacedImage, resolutionOf } from './drawing/drawn.ts'
import { faintTintPercent, muchInkPercent } from './drawing/inks.ts'
import { addPlace } from './drawing/places.ts'
import type { Area, Matrix } from './drawing/plane.ts'
import { scanDocument } from './file/document.ts'
import type { Fault, FaultKind } from './file/faults.ts'
import type { Dict, Obj, Ref } from './file/lexer.ts'
import type { PdfFile } from './file/pdfFile.ts'
import { type Boxes, boxesOf } from './pages/boxes.ts'
import { createPageLayouts } from './pages/pageLayouts.ts'
import { boxIn, createPagePlaces, thinLinePoints } from './pages/pagePlaces.ts'
import { createMeasured, createNamesOnPages, runsOf } from './pages/pageRuns.ts'
import { reachOfMarks } from './pages/printerMarks.ts'
import { joinTiles } from './pages/tiles.ts'
import type { Box, DrawingNeeds, PdfFacts } from './pdfFacts.ts'

const headBytes = 1024
/** As many as a book can have pages, so that a matching size is never among the unlisted sizes. */
const maxShapes = 2_000
const maxFonts = 20
const maxFaultsOfKind = 20
const maxPpi = 600
const maxBitonalPpi = 1_200
const smallTextPoints = 12
/** A QR code or the logo of a publisher, so that a coarse one does not hide a coarse photograph. */
const maxSmallPoints = 144
/** Points. An image that is cut to less than this, horizontally or vertically, shows no pixels. */
const minVisible = 0.5

/** Of a page that is not drawn by the renderer: fewer may be spaces that are not known as such. */
const minLetters = 20
/** Of such a page, in points: more than lines and letters may reach beyond their boxes. */
const minToEdge = 9
/** Pixels per inch of pictures that a renderer may be given an eighth as large. It draws pages with 36. */
const minFinePpi = 8 * 36

export function gatherFacts(file: PdfFile, pages: Dict[], sizeBytes: number): { facts: PdfFacts; needs: DrawingNeeds } {
  const extras = scanDocument(file, pages)
  const annotationsOf = Map.groupBy(extras.placedAnnotations, ({ page }) => page)
  const markPages = extras.placedAnnotations.filter(({ isMark }) => isMark).map(({ page }) => page)
  const shapes = new Map<string, { shape: Boxes['shape']; pages: number[] }>()
  const unlisted: number[] = []
  const content = new Content(file, extras.hiddenLayers)
  const pagesWith = {
    rgb: [] as number[],
    damaged: [] as number[],
    limited: [] as number[],
    registration: [] as number[],
    rgbBlack: [] as number[],
    rgbBlackText: [] as number[],
    lab: [] as number[],
    hasDrawnFont: [] as number[],
    hasWhiteOverprint: [] as number[],
    hasTransferCurve: [] as number[],
  }
  const upsideDown: number[] = []
  const inks = createMeasured(1)
  const inkPages = new Map<number, 'shapes' | 'images'>()
  const overprints = new Set<number>()
  const knownInks = new Map<number, Box>()
  const drawnFonts = new Set<Obj | undefined>()
  const fineObjects = new Map<number, Ref>()
  const coarseObjects = new Set<number>()
  const smallTexts = createMeasured(0.1)
  const smallReversedTexts = createMeasured(0.1)
  const smallRichTexts = createMeasured(0.1)
  const thinLines = createMeasured(0.01)
  const faintTints = createMeasured(0.5)
  const bitonalImages = createMeasured(1)
  const fineImages = createMeasured(100)
  const layouts = createPageLayouts(pages.length)
  const places = createPagePlaces()
  const spots = createNamesOnPages()
  const transparency = createNamesOnPages()
  const fonts = new Map<string, number[]>()
  const allFonts = new Set<string>()
  const unlistedFonts: number[] = []
  const images: PdfFacts['images'] = []
  const marks: PdfFacts['marks'] = []
  const faults = createFaults()
  let lookedUntilPage = pages.length

  for (const [i, page] of pages.entries()) {
    const number = i + 1
    const boxes = boxesOf(file, page)
    const { shape, visible, userUnit } = boxes
    const key = JSON.stringify(shape)
    const existing = shapes.get(key)
    if (existing !== undefined) existing.pages.push(number)
    else if (shapes.size < maxShapes) shapes.set(key, { shape, pages: [number] })
    else unlisted.push(number)

    if (lookedUntilPage < number) continue
    const drawn = drawnBy(content, page, visible)
    if (drawn === null) {
      lookedUntilPage = i
      continue
    }
    for (const key of Object.keys(pagesWith) as (keyof typeof pagesWith)[]) if (drawn[key]) pagesWith[key].push(number)
    const { smallestText, smallestReversed, smallestRich, thinnestLine, maxInk, faintestTint } = drawn.extremes
    const addText = (texts: typeof smallTexts, size: number) => {
      if (size * userUnit < smallTextPoints) texts.add(size * userUnit, number)
    }
    addText(smallTexts, smallestText)
    addText(smallReversedTexts, smallestReversed)
    addText(smallRichTexts, smallestRich)
    if (faintestTint < faintTintPercent) faintTints.add(faintestTint, number)
    if (thinnestLine * userUnit < thinLinePoints) thinLines.add(thinnestLine * userUnit, number)
    if (maxInk > muchInkPercent) inks.add(maxInk, number)
    if (drawn.mayOverprintColor) overprints.add(number)
    if (mayHaveMuchInk(drawn) || drawn.mayOverprintColor) inkPages.set(number, drawn.hasShapes ? 'shapes' : 'images')
    const [upright, turned] =
      shape.rotate === 180 ? [drawn.upsideDown, drawn.upright] : [drawn.upright, drawn.upsideDown]
    if (upright === 0 && turned > 0) upsideDown.push(number)
    const known = knownInkOf(drawn, boxes)
    if (known !== null && drawn.fonts.isSubsetOf(drawnFonts)) knownInks.set(number, known)
    else for (const font of drawn.fonts) drawnFonts.add(font)
    for (const image of drawn.images) {
      if (image.object === null) continue
      const isFine = image.seen !== null && (resolutionOf(image) / userUnit) * 72 >= minFinePpi
      if (isFine) fineObjects.set(image.object.number, image.object)
      else coarseObjects.add(image.object.number)
    }
    layouts.add(number, drawn, boxes)
    const pictures = joinTiles(drawn.images)
    const { bitonal, fine } = extremePpi(pictures, userUnit)
    if (bitonal.ppi < maxBitonalPpi) {
      bitonalImages.add(bitonal.ppi, number)
      addPlace(drawn.places, { kind: 'bitonal_resolution_low', value: bitonal.ppi }, bitonal.seen)
    }
    if (fine.ppi > maxPpi) {
      fineImages.add(fine.ppi, number)
      addPlace(drawn.places, { kind: 'image_resolution_high', value: -fine.ppi }, fine.seen)
    }
    spots.add(drawn.spots, number)
    transparency.add(drawn.transparency, number)
    for (const name of drawn.missingFonts.keys()) {
      allFonts.add(name)
      const fontPages = fonts.get(name)
      if (fontPages !== undefined) fontPages.push(number)
      else if (fonts.size < maxFonts) fonts.set(name, [number])
      else if (unlistedFonts.at(-1) !== number) unlistedFonts.push(number)
    }
    for (const fault of drawn.faults.values()) faults.add(fault, number)
    for (const { seen, ...coarsest } of coarsestOf(pictures, userUnit)) {
      images.push({ page: number, ...coarsest })
      const kind = coarsest.inches * 72 > maxSmallPoints ? 'large_image' : 'small_image'
      addPlace(drawn.places, { kind, value: coarsest.ppi }, seen)
    }
    const reach = reachOfMarks(drawn, visible, userUnit)
    if (reach !== null) marks.push({ page: number, reach })
    for (const { isMark, box } of annotationsOf.get(number) ?? [])
      addPlace(drawn.places, { kind: isMark ? 'marks_in_bleed' : 'annotations', value: 0 }, box)
    places.add(number, drawn.places, boxes)
  }

  const { hiddenLayers: _, placedAnnotations: __, ...rest } = extras
  const facts: PdfFacts = {
    sizeBytes,
    pdfVersion: /%PDF-(\d\.\d)/.exec(file.source.read(0, headBytes).toString('latin1'))?.[1] ?? null,
    pageCount: pages.length,
    shapes: [...shapes.values()].map(({ shape, pages }) => ({ pages: runsOf(pages), ...shape })),
    unlistedShapes: runsOf(unlisted),
    lookedUntilPage,
    rebuilt: file.rebuilt,
    hasLockedAttachments: file.hasLockedAttachments,
    missingFonts: [...fonts].map(([name, pages]) => ({ name, pages: runsOf(pages) })),
    unlistedFonts: { count: allFonts.size - fonts.size, pages: runsOf(unlistedFonts) },
    images,
    bitonalImages: bitonalImages.facts(),
    fineImages: fineImages.facts(),
    ...layouts.facts(),
    places: places.facts(),
    smallTexts: smallTexts.facts(),
    smallReversedTexts: smallReversedTexts.facts(),
    smallRichTexts: smallRichTexts.facts(),
    thinLines: thinLines.facts(),
    inks: inks.facts(),
    faintTints: faintTints.facts(),
    whiteOverprints: runsOf(pagesWith.hasWhiteOverprint),
    transferCurves: runsOf(pagesWith.hasTransferCurve),
    upsideDown: runsOf(upsideDown),
    rgb: runsOf(pagesWith.rgb),
    rgbBlack: runsOf(pagesWith.rgbBlack),
    rgbBlackText: runsOf(pagesWith.rgbBlackText),
    lab: runsOf(pagesWith.lab),
    drawnFonts: runsOf(pagesWith.hasDrawnFont),
    spots: spots.facts(),
    transparency: transparency.facts(),
    faults: faults.facts(),
    damaged: runsOf(pagesWith.damaged),
    limited: runsOf(pagesWith.limited),
    marks,
    registration: runsOf([...pagesWith.registration, ...markPages].toSorted((a, b) => a - b)),
    ...rest,
  }
  const { means } = content.images
  const fineJpegs = [...fineObjects.values()].filter(({ number }) => means.has(number) && !coarseObjects.has(number))
  return { facts, needs: { pages: inkPages, overprints, knownInks, fineJpegs, means } }
}

/** The box around all ink of a page of text and lines in black alone, away from its edges; null for any other page. */
function knownInkOf(drawn: Drawn, boxes: Boxes): Box | null {
  const { needsRenderer, damaged, limited, hasTransferCurve, transparency, blackInk, letters } = drawn
  if (needsRenderer || damaged || limited || hasTransferCurve || transparency.size > 0 || letters < minLetters)
    return null
  const { shown } = boxes.shape
  const box = blackInk && boxIn(blackInk, boxes)
  if (box === null || shown === null) return null
  const toEdge = Math.min(box[0], box[1], shown.width - box[2], shown.height - box[3])
  return toEdge >= minToEdge ? (box.map(side => Math.round(side)) as Box) : null
}

/** Colors that lie over each other have at most the largest share of each ink, unless a blend mode adds them up. */
function mayHaveMuchInk({ mayMixInks, transparency, extremes: { maxInks } }: Drawn): boolean {
  const sum = maxInks.reduce((total, share) => total + (transparency.has('blend mode') ? Math.ceil(share) : share), 0)
  return mayMixInks || 100 * sum > muchInkPercent
}

/** Faults with their pages. Those of a kind beyond the first twenty are one. */
function createFaults() {
  const found = new Map<string, { fault: Fault; pages: number[] }>()
  const counts = new Map<FaultKind, number>()
  return {
    add(fault: Fault, page: number) {
      const { kind } = fault
      let key = `${kind} ${fault.object} ${fault.got}`
      if (!found.has(key)) {
        const count = counts.get(kind) ?? 0
        counts.set(kind, count + 1)
        if (count >= maxFaultsOfKind) key = kind
      }
      const known = found.get(key)
      if (known !== undefined) known.pages.push(page)
      else
        found.set(key, { fault: key === kind ? { kind, object: null, got: 'further objects' } : fault, pages: [page] })
    },
    facts: (): PdfFacts['faults'] =>
      [...found.values()].map(({ fault, pages }) => ({ ...fault, pages: runsOf(pages) })),
  }
}

/** Null when the work allowed for the file is used up. */
function drawnBy(content: Content, page: Dict, visible: Box | null): Drawn | null {
  try {
    return content.page(page, visible)
  } catch (error) {
    if (error instanceof WorkLimitReached) return null
    throw error
  }
}

type CoarseImage = Omit<PdfFacts['images'][number], 'page'> & Pick<PlacedImage, 'seen'>

/**
 * The large and the small image with the lowest resolution in pixels per inch, as placed; the lower value of both
 * directions counts.
 */
function coarsestOf(images: PlacedImage[], userUnit: number): CoarseImage[] {
  const coarsest = new Map<boolean, CoarseImage>()
  for (const image of images) {
    const { width, height, matrix, seen } = image
    const ppi = (resolutionOf(image) / userUnit) * 72
    if (seen !== null && isSliver(seen, userUnit)) continue
    const points = longerSide(matrix) * userUnit
    const isSmall = points <= maxSmallPoints
    if (!(ppi < (coarsest.get(isSmall)?.ppi ?? maxPpi))) continue
    const rounded = (value: number) => Math.round(value * 10) / 10
    coarsest.set(isSmall, { ppi: rounded(ppi), width, height, inches: rounded(points / 72), seen })
  }
  return [...coarsest.values()]
}

type SeenPpi = { ppi: number } & Pick<PlacedImage, 'seen'>

/** Of the large images, the coarsest of one bit and the finest of all others, in pixels per inch. */
function extremePpi(images: PlacedImage[], userUnit: number): { bitonal: SeenPpi; fine: SeenPpi } {
  let bitonal: SeenPpi = { ppi: Infinity, seen: null }
  let fine: SeenPpi = { ppi: 0, seen: null }
  for (const image of images) {
    if (image.seen === null || isSliver(image.seen, userUnit)) continue
    const ppi = (resolutionOf(image) / userUnit) * 72
    if (longerSide(image.matrix) * userUnit <= maxSmallPoints) continue
    const { seen } = image
    if (image.isBitonal && ppi < bitonal.ppi) bitonal = { ppi, seen }
    if (!image.isBitonal && ppi > fine.ppi) fine = { ppi, seen }
  }
  return { bitonal, fine }
}

const longerSide = (matrix: Matrix): number =>
  Math.max(Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3]))

const isSliver = ([left, bottom, right, top]: Area, userUnit: number): boolean =>
  Math.min(right - left, top - bottom) * userUnit < minVisible
