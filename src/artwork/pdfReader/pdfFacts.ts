// The facts that the reader reports about a file. Lengths are points (1/72 inch) of the page as shown: UserUnit and
// Rotate are applied. Lists are bounded, and say how much they omit.

import type { Words } from '../../../languages/texts.ts'
import type { ImageMeans } from './drawing/jpeg.ts'
import type { Fault } from './file/faults.ts'
import type { Ref } from './file/lexer.ts'

/** Page numbers from 1 as runs: both ends inclusive, ascending, with gaps between runs. */
export type PageRuns = [from: number, to: number][]

/** Left, bottom, right, top of the upright page. */
export type Box = [left: number, bottom: number, right: number, top: number]

/**
 * The fault of a MediaBox: missing, not four numbers, without an area, or beyond what PDF allows (14,400 units).
 */
export type BoxFault = 'missing' | 'malformed' | 'empty' | 'huge'

export type PageShape = {
  pages: PageRuns
  /** Null when the file does not give the size of the page; it must not be guessed. */
  shown: { width: number; height: number } | null
  fault: BoxFault | null
  /** The whole page where a CropBox hides part of it; the size measures the visible part. */
  media: Box | null
  /** `media`, `trim` and `bleed` are relative to the visible part; null for a box that the page does not define. */
  trim: Box | null
  bleed: Box | null
  rotate: 0 | 90 | 180 | 270
  userUnit: number
}

/** A value with the pages that have it. */
export type Measured = { value: number; pages: PageRuns }[]
export type PlacedBoxes = { box: Box; pages: PageRuns }[]

/** `value` is what is measured there: the least is the worst. */
export type PlaceOnPage = { kind: string; value: number; page: number; box: Box }

type NamesOnPages = { names: string[]; pages: PageRuns }

export type PdfFacts = {
  sizeBytes: number
  /** As in the header: 1.7. */
  pdfVersion: string | null
  producer: string | null
  /** As the file says. Programs often write another text there. */
  title: string | null
  pageCount: number
  shapes: PageShape[]
  /** Pages of further shapes, beyond the listed shapes. */
  unlistedShapes: PageRuns
  /** The last page whose content was examined; the pages of a very large file are not all examined. */
  lookedUntilPage: number
  /** The index of the file was wrong and had to be rebuilt. */
  rebuilt: boolean
  /** Fonts that print and are not embedded. */
  missingFonts: { name: string; pages: PageRuns }[]
  /** The number of further missing fonts, and the pages that use them. */
  unlistedFonts: { count: number; pages: PageRuns }
  /**
   * For each page with images below 600 ppi as placed: the image with the lowest resolution, of the large images and of
   * the small images. `inches` is the longer side as placed.
   */
  images: { page: number; ppi: number; width: number; height: number; inches: number }[]
  /** The lowest resolution of the large images in black and white without gray, below 1,200 ppi. */
  bitonalImages: Measured
  /** The highest resolution of all other large images, above 600 ppi, in hundreds. */
  fineImages: Measured
  /**
   * Where the file draws what findings may name (src/artwork/pdfReader/drawing/places.ts), the worst places of each
   * kind.
   */
  places: PlaceOnPage[]
  /** Of a file of one page, the lines of text; of all others, a box around all text of a page. */
  texts: PlacedBoxes
  /** Images and large fills near the edges of a page; of a file of one page, all of them. */
  pictures: PlacedBoxes
  /** Of a file of one page: images and fills in the order of drawing, each color apart, and long narrow fills. */
  panels: PlacedBoxes
  /** Letters as outlines, kept as `texts` are; other small shapes that end within the page; and long lines. */
  outlines: PlacedBoxes
  drawings: PlacedBoxes
  rules: PlacedBoxes
  /** Font sizes below 12 points, in points: of text in one ink, of white text, and of text in several inks. */
  smallTexts: Measured
  smallReversedTexts: Measured
  smallRichTexts: Measured
  /** Lines and filled slivers thinner than half a point, in points. */
  thinLines: Measured
  /** The most ink of a fill or stroke above 200 percent, in percent. */
  inks: Measured
  /** The faintest color with less than 20 percent of each ink, in percent. */
  faintTints: Measured
  whiteOverprints: PageRuns
  transferCurves: PageRuns
  /** Pages whose text is upside down. */
  upsideDown: PageRuns
  /** Layers that print although a screen hides them. */
  printOnlyLayers: string[]
  rgb: PageRuns
  /** Black or gray defined in RGB that stays as it is. */
  rgbBlack: PageRuns
  /** Text or lines in black defined in RGB that can be set in black ink. */
  rgbBlackText: PageRuns
  lab: PageRuns
  /** Pages with text in glyphs that are drawings (Type 3). */
  drawnFonts: PageRuns
  /** The file has layers, printed or not. */
  hasLayers: boolean
  /** Spot colors. */
  spots: NamesOnPages
  /** `names` are the kinds: opacity, blend mode, soft mask. */
  transparency: NamesOnPages
  /** `names` are the subtypes: Link, Text. */
  annotations: NamesOnPages
  /** The objects that cannot be drawn as the author saw them. */
  faults: (Fault & { pages: PageRuns })[]
  /** Pages whose content could not be read to its end. */
  damaged: PageRuns
  /** Pages that were only partly examined, for example because forms are nested too deep. */
  limited: PageRuns
  /** For each page with four or more lines like crop marks at its edges, or small text there: their reach inward. */
  marks: { page: number; reach: number }[]
  /** Pages with printer's marks in the registration color, or as annotations. */
  registration: PageRuns
  formFields: number
  xfa: boolean
  /** Where scripts and automatic actions are: document, page, form, annotation. */
  scripts: string[]
  /** Actions that start programs, open other files, or send data. */
  launches: string[]
  attachments: number
  /** Only the attachments are encrypted. */
  hasLockedAttachments: boolean
  /**
   * `lacksTrim`: a page has neither TrimBox nor ArtBox. `isAnnotated`: annotations that may show reach into the bleed.
   */
  pdfx: { claim: string | null; condition: string | null; lacksTrim: boolean; isAnnotated: boolean }
}

/** Why a file is unusable for any purpose. */
export type Refusal = {
  code:
    | 'file_empty'
    | 'file_not_pdf'
    | 'file_incomplete'
    | 'file_damaged'
    | 'file_encrypted'
    | 'file_without_pages'
    | 'file_too_many_pages'
    | 'file_page_counts_differ'
    | 'file_too_complex'
  got: Words | null
  expected: Words | null
}

/**
 * For a renderer. `pages` are measured on plates; they draw shapes, which may be thin, or images alone. On
 * `overprints`, overprint may change a color. `knownInks` are the boxes around all ink of pages whose text and lines
 * are black alone, in fonts that other pages show. `means` are of JPEGs, by object number; of `fineJpegs`, they are as
 * fine as the drawing.
 */
export type DrawingNeeds = {
  pages: ReadonlyMap<number, 'shapes' | 'images'>
  overprints: ReadonlySet<number>
  knownInks: ReadonlyMap<number, Box>
  fineJpegs: readonly Ref[]
  means: ImageMeans
}

export type ReadResult = { kind: 'read'; facts: PdfFacts; needs: DrawingNeeds } | { kind: 'refused'; reason: Refusal }
