// The child's report about a file. The facts are stored by the SHA-256 of the file, so that the same bytes are
// read once. A report is used only after it has passed the schema below.

import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parseWithWords, Translatable, type Words } from '../../../languages/texts.ts'
import { lazy } from '../../base/running/lazy.ts'
import type {
  Box,
  BoxFault,
  FaultKind,
  Measured,
  PageRuns,
  PageShape,
  PdfFacts,
  PlacedBoxes,
  PlaceOnPage,
} from '../pdfReader/pdfReader.ts'
import { type Code, codes } from './codes.ts'
import type { FoundIsbns } from './findIsbns.ts'
import type { PlateFacts } from './plateInks.ts'
import type { Rendering } from './rendering.ts'

/** Raised whenever the meaning of stored facts changes, so that files are read again. */
export const factsVersion = 24

/** `with_isbns` also looks for barcodes and for ISBNs in the text, which takes time: only for a book with an ISBN. */
export type ReadScope = 'usual' | 'with_isbns'

/** A fault that makes a file unusable for any purpose; on `page`, if given. The caller adds the name of the file. */
export type Refused = { code: Code; got: Words | null; expected: Words | null; page?: number }

/**
 * The facts of a file that could be read and drawn. `isbns` is null where they were not looked for. `inks` have the ink
 * that at least a tenth of a square inch of a page has, except on pages that could not be measured.
 */
export type PrintFacts = PdfFacts & PlateFacts & { rendering: Rendering; isbns: FoundIsbns | null }

export type Report =
  | { kind: 'read'; facts: PrintFacts }
  | { kind: 'refused'; reason: Refused }
  | { kind: 'unavailable'; cause: string }

const strict = { additionalProperties: false }
const shortText = Type.String({ maxLength: 200 })
const textOrNull = (maxLength: number) => Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength })
const count = Type.Integer({ minimum: 0, maximum: 2 ** 40 })
const positive = Type.Number({ exclusiveMinimum: 0 })
const inches = Type.Number({ minimum: 0 })
const pageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const runs = Type.Unsafe<PageRuns>(
  Type.Array(Type.Array(pageNumber, { minItems: 2, maxItems: 2 }), { maxItems: 100_000 }),
)
const box = Type.Unsafe<Box>(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }))
const placed = Type.Unsafe<PlacedBoxes>(Type.Array(Type.Object({ box, pages: runs }, strict), { maxItems: 2_000 }))
const measured = Type.Unsafe<Measured>(
  Type.Array(Type.Object({ value: Type.Number({ minimum: 0 }), pages: runs }, strict), { maxItems: 500 }),
)
const placesOnPages = Type.Unsafe<PlaceOnPage[]>(
  Type.Array(
    Type.Object({ kind: Type.String({ maxLength: 300 }), value: Type.Number(), page: pageNumber, box }, strict),
    { maxItems: 2_000 },
  ),
)
const boxOrNull = Type.Unsafe<Box | null>({
  anyOf: [Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }), { type: 'null' }],
})

const shape = Type.Object(
  {
    pages: runs,
    shown: Type.Unsafe<PageShape['shown']>({
      anyOf: [Type.Object({ width: positive, height: positive }, strict), { type: 'null' }],
    }),
    fault: Type.Unsafe<BoxFault | null>({ enum: ['missing', 'malformed', 'empty', 'huge', null] }),
    media: boxOrNull,
    trim: boxOrNull,
    bleed: boxOrNull,
    rotate: Type.Unsafe<0 | 90 | 180 | 270>({ enum: [0, 90, 180, 270] }),
    userUnit: positive,
  } satisfies Record<keyof PageShape, TSchema>,
  strict,
)

const namesOnPages = Type.Object({ names: Type.Array(shortText, { maxItems: 50 }), pages: runs }, strict)

const faultKinds = ['object_missing', 'image_damaged', 'font_damaged', 'glyph_missing', 'too_complex']
const fault = Type.Object(
  {
    kind: Type.Unsafe<FaultKind>({ enum: faultKinds }),
    object: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    got: Type.String({ maxLength: 300 }),
    pages: runs,
  },
  strict,
)

const rendering = Type.Object(
  {
    inks: Type.Array(Type.Object({ pages: runs, box: boxOrNull }, strict), { maxItems: 3_000 }),
    colored: runs,
    places: placesOnPages,
    undrawn: runs,
    skipped: runs,
  } satisfies Record<keyof Rendering, TSchema>,
  strict,
)

const digits = (maxLength: number) => Type.String({ pattern: '^[0-9X]*$', maxLength })
const foundIsbns = Type.Object(
  {
    barcodes: Type.Array(
      Type.Object(
        {
          ...{ digits: digits(13), addOn: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 5 }), box },
          contrast: Type.Number({ minimum: 0, maximum: 1 }),
        },
        strict,
      ),
      { maxItems: 20 },
    ),
    written: Type.Array(Type.Object({ digits: digits(13), page: pageNumber, box }, strict), { maxItems: 20 }),
  } satisfies Record<keyof FoundIsbns, TSchema>,
  strict,
)
const isbns = Type.Unsafe<FoundIsbns | null>({ anyOf: [foundIsbns, { type: 'null' }] })

const facts = Type.Object(
  {
    sizeBytes: count,
    pdfVersion: textOrNull(20),
    producer: textOrNull(200),
    title: textOrNull(200),
    pageCount: count,
    shapes: Type.Array(shape, { maxItems: 2_000 }),
    unlistedShapes: runs,
    lookedUntilPage: count,
    rebuilt: Type.Boolean(),
    missingFonts: Type.Array(Type.Object({ name: shortText, pages: runs }, strict), { maxItems: 20 }),
    unlistedFonts: Type.Object({ count, pages: runs }, strict),
    images: Type.Array(
      Type.Object({ page: pageNumber, ppi: Type.Number({ minimum: 0 }), width: count, height: count, inches }, strict),
      { maxItems: 6_000 },
    ),
    bitonalImages: measured,
    fineImages: measured,
    places: placesOnPages,
    texts: placed,
    pictures: placed,
    panels: placed,
    outlines: placed,
    drawings: placed,
    rules: placed,
    smallTexts: measured,
    smallReversedTexts: measured,
    smallRichTexts: measured,
    thinLines: measured,
    inks: measured,
    faintTints: measured,
    whiteOverprints: runs,
    transferCurves: runs,
    upsideDown: runs,
    printOnlyLayers: Type.Array(shortText, { maxItems: 20 }),
    rgb: runs,
    rgbBlack: runs,
    rgbBlackText: runs,
    lab: runs,
    drawnFonts: runs,
    hasLayers: Type.Boolean(),
    spots: namesOnPages,
    transparency: namesOnPages,
    annotations: namesOnPages,
    faults: Type.Array(fault, { maxItems: 200 }),
    damaged: runs,
    limited: runs,
    marks: Type.Array(Type.Object({ page: pageNumber, reach: Type.Number({ minimum: 0 }) }, strict), {
      maxItems: 3_000,
    }),
    registration: runs,
    formFields: count,
    xfa: Type.Boolean(),
    scripts: Type.Array(shortText, { maxItems: 20 }),
    launches: Type.Array(shortText, { maxItems: 20 }),
    attachments: count,
    hasLockedAttachments: Type.Boolean(),
    pdfx: Type.Object(
      {
        claim: textOrNull(200),
        condition: textOrNull(200),
        lacksTrim: Type.Boolean(),
        isAnnotated: Type.Boolean(),
      },
      strict,
    ),
    rendering,
    isbns,
    colorOverprints: runs,
    unmeasuredInks: runs,
  } satisfies Record<keyof PrintFacts, TSchema>,
  strict,
)

/** Of our own reader, or of an error. The values are not nested. */
const wordsOrNull = Type.Unsafe<Words | null>({
  anyOf: [
    { type: ['string', 'null'], maxLength: 300 },
    Type.Object({
      english: Type.String({ maxLength: 300 }),
      values: Type.Record(Type.String(), Type.Unsafe<string | number>({ type: ['string', 'number'], maxLength: 300 })),
    }),
  ],
})
const refused = Type.Object({
  code: Type.Unsafe<Code>({ type: 'string', enum: Object.keys(codes) }),
  got: wordsOrNull,
  expected: wordsOrNull,
  page: Type.Optional(pageNumber),
})

const report = Type.Union([
  Type.Object({ kind: Type.Literal('read'), facts }, strict),
  Type.Object({ kind: Type.Literal('refused'), reason: refused }, strict),
  Type.Object({ kind: Type.Literal('unavailable'), cause: shortText }, strict),
])

const reportShape = lazy(() => Compile(report))

/** A message that cannot be formatted throws. */
const isReadable = (words: unknown): boolean =>
  words === null || typeof words === 'string' || (words instanceof Translatable && String(words) !== '')

/** Null when the text is not a valid report. */
export function parseReport(text: string): Report | null {
  try {
    const parsed: unknown = parseWithWords(text)
    if (!reportShape().Check(parsed)) return null
    return parsed.kind !== 'refused' || [parsed.reason.got, parsed.reason.expected].every(isReadable) ? parsed : null
  } catch {
    return null
  }
}
