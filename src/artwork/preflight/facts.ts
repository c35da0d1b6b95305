// What stands in a PDF, independent of any product: kept by the SHA-256 of the file, so that the same bytes are read once.
// The child process writes it, and nothing of it is believed before it has passed the schema below.
//
// Lengths are points (1/72 inch) as the page is shown: UserUnit and Rotate are applied. Lists are bounded; what is left out
// is said.

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
/** Left, bottom, right, top, as the page stands upright. */
const box = Type.Unsafe<Box>(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }))

export type Box = [left: number, bottom: number, right: number, top: number]

/** What is wrong with a MediaBox: nowhere, not four numbers, without an area, or beyond what PDF allows (14,400 units). */
const boxFaults = ['missing', 'malformed', 'empty', 'huge'] as const
export type BoxFault = (typeof boxFaults)[number]

const shape = Type.Object(
  {
    pages: runs,
    /** Null when the file does not say how large the page is; nobody may guess it. */
    shown: Type.Unsafe<{ width: number; height: number } | null>({
      anyOf: [Type.Object({ width: positive, height: positive }, strict), { type: 'null' }],
    }),
    fault: Type.Unsafe<BoxFault | null>({ enum: [...boxFaults, null] }),
    /** A CropBox hides a part of the page. The size is that of what it shows. */
    cropped: Type.Boolean(),
    /** Both within what is shown; null for a box that the page does not say. */
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
    /** As the header says it: 1.7. */
    pdfVersion: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 20 }),
    producer: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 }),
    pageCount: count,
    shapes: Type.Array(shape, { maxItems: 2_000 }),
    /** Pages of still other shapes than those listed. */
    unlistedShapes: runs,
    /** What is drawn was looked at up to here; a file with more work in it than is bearable is not looked at to its end. */
    lookedUntilPage: count,
    /** The index of the file was wrong and had to be made again. */
    rebuilt: Type.Boolean(),
    /** Fonts that print and are not in the file. */
    missingFonts: Type.Array(Type.Object({ name: words, pages: runs }, strict), { maxItems: 20 }),
    /** How many more of them there are, and the pages that have any of these. */
    unlistedFonts: Type.Object({ count, pages: runs }, strict),
    /** The coarsest image of each page that has one below 600 pixels an inch, as it is placed. */
    images: Type.Array(
      Type.Object({ page: pageNumber, ppi: Type.Number({ minimum: 0 }), width: count, height: count }, strict),
      { maxItems: 3_000 },
    ),
    rgb: runs,
    /** Named inks beyond the process colours. */
    spots: onPages,
    /** `names` are the ways: opacity, blend mode, soft mask. */
    transparency: onPages,
    /** `names` are the subtypes: Link, Text. */
    annotations: onPages,
    /** Pages whose drawing could not be read to its end. */
    damaged: runs,
    /** For each page with four or more lines like crop marks at its edges, or with small text: how far from the edge they reach. */
    marks: Type.Array(Type.Object({ page: pageNumber, reach: Type.Number({ minimum: 0 }) }, strict), {
      maxItems: 3_000,
    }),
    /** Pages with printer's marks in the registration colour, or as annotations. */
    registration: runs,
    formFields: count,
    xfa: Type.Boolean(),
    /** Where scripts and actions stand that run by themselves: document, page, form, annotation. */
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

/** A thing that makes a file unusable whatever it is for. The caller adds which file it was. */
export type Refused = { code: Code; got: string | null; expected: string | null }

/** What the child says of a file. */
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

/** Null when it is not what a child would say. */
export function parseReport(text: string): Report | null {
  try {
    const report = JSON.parse(text)
    return mistakesOfReport(report).length === 0 ? report : null
  } catch {
    return null
  }
}
