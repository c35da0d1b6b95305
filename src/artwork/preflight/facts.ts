// What a PDF contains, independent of any product: stored by the SHA-256 of the file, so that the same bytes are read
// once. The child process writes it, and nothing of it is trusted before it has passed the schema below.
//
// Lengths are points (1/72 inch) of the page as shown: UserUnit and Rotate are applied. Lists are bounded, and say what
// is left out.

import { type Static, Type } from 'typebox'
import { shapeCheck } from '../../base/shape.ts'
import { type Code, codes } from './codes.ts'
import type { PageRuns } from './pages.ts'
import { factsVersion } from './version.ts'

const strict = { additionalProperties: false }
const words = Type.String({ maxLength: 200 })
const count = Type.Integer({ minimum: 0, maximum: 2 ** 40 })
const positive = Type.Number({ exclusiveMinimum: 0 })
const pageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const runs = Type.Unsafe<PageRuns>(
  Type.Array(Type.Array(pageNumber, { minItems: 2, maxItems: 2 }), { maxItems: 100_000 }),
)
/** Left, bottom, right, top of the upright page. */
const box = Type.Unsafe<Box>(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }))

export type Box = [left: number, bottom: number, right: number, top: number]

/**
 * What is wrong with a MediaBox: missing, not four numbers, without an area, or beyond what PDF allows (14,400 units).
 */
const boxFaults = ['missing', 'malformed', 'empty', 'huge'] as const
export type BoxFault = (typeof boxFaults)[number]

const shape = Type.Object(
  {
    pages: runs,
    /** Null when the file does not say how large the page is; it must not be guessed. */
    shown: Type.Unsafe<{ width: number; height: number } | null>({
      anyOf: [Type.Object({ width: positive, height: positive }, strict), { type: 'null' }],
    }),
    fault: Type.Unsafe<BoxFault | null>({ enum: [...boxFaults, null] }),
    /** A CropBox hides part of the page. The size is that of the visible part. */
    cropped: Type.Boolean(),
    /** Both within the visible part; null for a box that the page does not define. */
    trim: Type.Unsafe<Box | null>({ anyOf: [box, { type: 'null' }] }),
    bleed: Type.Unsafe<Box | null>({ anyOf: [box, { type: 'null' }] }),
    rotate: Type.Unsafe<0 | 90 | 180 | 270>({ enum: [0, 90, 180, 270] }),
    userUnit: Type.Number({ exclusiveMinimum: 0 }),
  },
  strict,
)

const onPages = Type.Object({ names: Type.Array(words, { maxItems: 50 }), pages: runs }, strict)

const facts = Type.Object(
  {
    factsVersion: Type.Literal(factsVersion),
    sizeBytes: count,
    /** As in the header: 1.7. */
    pdfVersion: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 20 }),
    producer: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 }),
    pageCount: count,
    shapes: Type.Array(shape, { maxItems: 2_000 }),
    /** Pages of further shapes, beyond those listed. */
    unlistedShapes: runs,
    /** The last page whose content was examined; a file that costs too much is not examined to its end. */
    lookedUntilPage: count,
    /** The index of the file was wrong and had to be rebuilt. */
    rebuilt: Type.Boolean(),
    /** Fonts that print and are not embedded. */
    missingFonts: Type.Array(Type.Object({ name: words, pages: runs }, strict), { maxItems: 20 }),
    /** How many more such fonts there are, and the pages that use them. */
    unlistedFonts: Type.Object({ count, pages: runs }, strict),
    /** The lowest-resolution image of each page that has one below 600 ppi, as placed. */
    images: Type.Array(
      Type.Object({ page: pageNumber, ppi: Type.Number({ minimum: 0 }), width: count, height: count }, strict),
      { maxItems: 3_000 },
    ),
    rgb: runs,
    /** Spot colours. */
    spots: onPages,
    /** `names` are the kinds: opacity, blend mode, soft mask. */
    transparency: onPages,
    /** `names` are the subtypes: Link, Text. */
    annotations: onPages,
    /** Pages whose content could not be read to its end. */
    damaged: runs,
    /** Pages with more on them than was looked at, such as forms that are nested too deep. */
    limited: runs,
    /**
     * For each page with four or more lines like crop marks at its edges, or with small text: how far from the edge
     * they reach.
     */
    marks: Type.Array(Type.Object({ page: pageNumber, reach: Type.Number({ minimum: 0 }) }, strict), {
      maxItems: 3_000,
    }),
    /** Pages with printer's marks in the registration colour, or as annotations. */
    registration: runs,
    formFields: count,
    xfa: Type.Boolean(),
    /** Where there are scripts and actions that run by themselves: document, page, form, annotation. */
    scripts: Type.Array(words, { maxItems: 20 }),
    /** Actions that start programs, open other files, or send data. */
    launches: Type.Array(words, { maxItems: 20 }),
    attachments: count,
    pdfx: Type.Object(
      {
        claim: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 }),
        condition: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 }),
      },
      strict,
    ),
  },
  strict,
)

export type PdfFacts = Static<typeof facts>
export type PageShape = Static<typeof shape>

/** A fault that makes a file unusable for any purpose. The caller adds which file it was. */
export type Refused = { code: Code; got: string | null; expected: string | null }

/** What the child reports about a file. */
export type Report =
  | { kind: 'read'; facts: PdfFacts }
  | { kind: 'refused'; because: Refused }
  | { kind: 'unavailable'; cause: string }

const refused = Type.Object({
  code: Type.Unsafe<Code>({ type: 'string', enum: Object.keys(codes) }),
  got: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 300 }),
  expected: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 300 }),
})

const mistakesOfReport = shapeCheck(
  Type.Unsafe<Report>({
    oneOf: [
      Type.Object({ kind: Type.Literal('read'), facts }, strict),
      Type.Object({ kind: Type.Literal('refused'), because: refused }, strict),
      Type.Object({ kind: Type.Literal('unavailable'), cause: words }, strict),
    ],
  }),
)

/** Null when the text is not a valid report. */
export function parseReport(text: string): Report | null {
  try {
    const report = JSON.parse(text)
    return mistakesOfReport(report).length === 0 ? report : null
  } catch {
    return null
  }
}
