// The shape of operator/catalog.json. Geometry differs between printers by hundredths of an inch, so all of it is
// given for each manufacturing SKU. Unknown keys are refused as typing errors.

import { type Static, Type } from 'typebox'

// Bounds that catch a slipped decimal point and keep every product of prices and quantities an exact integer.
const maxInches = 40
const maxPages = 2_000
const maxBaseCents = 1_000_00
const maxPerPageMillicents = 100_000

const strict = { additionalProperties: false }
const inches = Type.Number({ minimum: 0, maximum: maxInches })
const positiveInches = Type.Number({ exclusiveMinimum: 0, maximum: maxInches })
const pages = Type.Integer({ minimum: 1, maximum: maxPages })
const cents = Type.Integer({ minimum: 0, maximum: maxBaseCents })
const words = Type.String({ minLength: 1, maxLength: 100 })

/** A value per range of page counts: each band begins at its `fromPages` and ends where the next one begins. */
const bands = Type.Array(Type.Object({ fromPages: pages, inches }, strict), { minItems: 1 })

const coatings = ['none', 'coated', 'gloss', 'matte', 'satin'] as const
export type Coating = (typeof coatings)[number]
const laminations = ['none', 'gloss', 'matte', 'soft touch'] as const
export type Lamination = (typeof laminations)[number]
const spineShapes = ['flat', 'round'] as const
export type SpineShape = (typeof spineShapes)[number]

const noSpine = Type.Object({ kind: Type.Literal('none') }, strict)
const bandedSpine = Type.Object({ kind: Type.Literal('banded'), bands }, strict)
const formulaSpine = Type.Object(
  {
    kind: Type.Literal('formula'),
    pagesPerInch: Type.Number({ minimum: 50, maximum: 2_000 }),
    baseInches: inches,
    /** Rounded up to a multiple of this, where the printer stocks boards or glue strips in steps. */
    roundUpToInches: Type.Optional(positiveInches),
  },
  strict,
)

// A tagged oneOf and not a plain union, so that mistakes are reported only for the kind that is named.
const spine = Type.Unsafe<Static<typeof noSpine> | Static<typeof bandedSpine> | Static<typeof formulaSpine>>({
  type: 'object',
  discriminator: { propertyName: 'kind' },
  oneOf: [noSpine, bandedSpine, formulaSpine],
})

const geometry = Type.Object(
  {
    trim: Type.Object({ widthInches: positiveInches, heightInches: positiveInches }, strict),
    pages: Type.Object(
      {
        bleedInches: inches,
        /** At the binding, where it differs: some printers take bleed only on the three sides that are cut. */
        bindingBleedInches: Type.Optional(inches),
        safeInches: inches,
        /** Added to the safe distance on the binding side, by page count: thick books do not open flat. */
        gutter: bands,
      },
      strict,
    ),
    cover: Type.Object(
      {
        /**
         * What happens to the wrap: it is `cut` off with the trim (soft covers) or `folded` around the boards (hard
         * covers).
         */
        edge: Type.Unsafe<'cut' | 'folded'>({ type: 'string', enum: ['cut', 'folded'] }),
        /** How far the artwork extends beyond the panels on each outer side. */
        wrapInches: inches,
        /** The groove between spine and board of a hard cover, on both sides of the spine. */
        hingeInches: inches,
        /** How much larger than the trimmed page each board is. */
        panelGrowth: Type.Object({ widthInches: inches, heightInches: inches }, strict),
        /** Of a dust jacket around a hard cover, on both outer sides. The cover file is the jacket; its edge is cut. */
        flapInches: Type.Optional(positiveInches),
        /** What goes around the edge of a board, between panel and flap. */
        flapFoldInches: Type.Optional(inches),
        safeInches: inches,
        /** The lowest page count at which text fits on the spine; null when it never does. */
        spineTextFromPages: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: maxPages }),
        spineTextClearanceInches: inches,
        /** An area at the lower right of the back cover, kept free for a barcode. */
        barcode: Type.Object(
          {
            widthInches: positiveInches,
            heightInches: positiveInches,
            fromSpineInches: inches,
            fromBottomInches: inches,
          },
          strict,
        ),
      },
      strict,
    ),
    spine,
    /** Of a coil-bound book: the strip along the binding, on pages and cover, in which the holes are. */
    punchInches: Type.Optional(positiveInches),
    /** The tolerance for the size of a page or cover in a file. */
    sizeToleranceInches: positiveInches,
  },
  strict,
)

/** A paper and how it is printed; printers read it on job tickets and in their systems. */
const paper = {
  /** As the printer orders it, such as `10 pt C1S`. */
  stock: words,
  weightGsm: Type.Number({ minimum: 20, maximum: 1_000 }),
  thicknessInches: Type.Optional(positiveInches),
  coating: Type.Unsafe<Coating>({ type: 'string', enum: coatings }),
  /** The kind of paper of ISO 12647-2, PS1 to PS8. */
  isoSubstrate: Type.Optional(Type.String({ pattern: '^PS[1-8]$' })),
  /** Colors on the front and on the back. Without it, 4/0 for covers, and for pages what `textColor` says. */
  colors: Type.Optional(Type.String({ pattern: '^[14]/[014]$' })),
  /** The printing condition to match, such as `GRACoL2006_Coated1`. */
  printStandard: Type.Optional(Type.String({ pattern: '^[\\w.:-]{1,60}$' })),
}

/** What a printer needs to know about paper and boards. Sizes are in `geometry`. */
const materials = Type.Object(
  {
    pages: Type.Object(paper, strict),
    cover: Type.Object(
      { ...paper, lamination: Type.Unsafe<Lamination>({ type: 'string', enum: laminations }) },
      strict,
    ),
    /** Each of the two boards of a hard cover. */
    boardThicknessInches: Type.Optional(positiveInches),
    /** Of a hard cover: the paper that joins block and boards, as the printer orders it. */
    endpapers: Type.Optional(words),
    /** Of a hard cover. */
    spineShape: Type.Optional(Type.Unsafe<SpineShape>({ type: 'string', enum: spineShapes })),
  },
  strict,
)

const percent = (maximum: number) => Type.Number({ minimum: 0, maximum })
const fontPoints = Type.Number({ minimum: 0, maximum: 12 })
const ppi = Type.Integer({ minimum: 1, maximum: 600 })
const severities = ['error', 'warning', 'info', 'off'] as const

/** The findings whose severity is the operator's to decide. */
export const adjustableCodes = [
  'pages_blank',
  'ink_coverage_high',
  'colour_not_printed',
  'colour_rgb',
  'colour_rgb_black',
  'colour_lab',
  'colour_spot',
  'white_overprint',
  'tint_faint',
  'line_too_thin',
  'text_small',
  'reversed_text_small',
  'rich_text_small',
  'image_resolution_low',
  'image_resolution_high',
  'bitonal_resolution_low',
  'transparency',
  'font_drawn',
  'layer_prints_hidden',
  'transfer_curve',
  'page_upside_down',
  'pdfx_required',
  'pdfx_false',
  'isbn_barcode_wrong',
  'isbn_price_wrong',
  'isbn_text_wrong',
  'isbn_barcode_missing',
] as const

/** What the press of a book can print; the defaults are in press.ts. */
const press = Type.Object(
  {
    pageInks: Type.Unsafe<'black' | 'color'>({ type: 'string', enum: ['black', 'color'] }),
    /** The sum of all inks at a place: 400 is full cyan, magenta, yellow and black. */
    maxInkPercent: percent(400),
    minTintPercent: percent(20),
    minLinePoints: Type.Number({ minimum: 0, maximum: 0.5 }),
    minTextPoints: fontPoints,
    /** White text on a color, and text in several inks: small letters fill up, or their inks do not meet. */
    minReversedTextPoints: fontPoints,
    minRichTextPoints: fontPoints,
    minPpi: ppi,
    goodPpi: ppi,
    maxPpi: Type.Integer({ minimum: 600, maximum: 100_000 }),
    minBitonalPpi: Type.Integer({ minimum: 1, maximum: 1_200 }),
    maxBlankPages: Type.Integer({ minimum: 0, maximum: maxPages }),
    /** A file must have one of these versions of PDF/X. If there are none, any PDF is allowed. */
    pdfx: Type.Array(
      Type.Unsafe<'PDF/X-1a' | 'PDF/X-3' | 'PDF/X-4'>({ type: 'string', enum: ['PDF/X-1a', 'PDF/X-3', 'PDF/X-4'] }),
      { maxItems: 3 },
    ),
    severities: Type.Unsafe<Partial<Record<(typeof adjustableCodes)[number], (typeof severities)[number]>>>({
      type: 'object',
      properties: Object.fromEntries(adjustableCodes.map(code => [code, { type: 'string', enum: severities }])),
      ...strict,
    }),
  },
  strict,
)

/** Part of template addresses, so it uses only characters that need no escaping. */
export const manufacturingSkuSchema = Type.String({ pattern: '^[A-Z0-9][A-Z0-9-]{2,63}$' })

/** A copy costs baseCents + pages * perPageMillicents / 1000, less the discount of its quantity break. */
export const priceSchema = Type.Object(
  {
    baseCents: cents,
    perPageMillicents: Type.Integer({ minimum: 0, maximum: maxPerPageMillicents }),
    breaks: Type.Array(
      Type.Object(
        {
          fromCopies: Type.Integer({ minimum: 2, maximum: 10_000 }),
          offBasisPoints: Type.Integer({ minimum: 1, maximum: 9_999 }),
        },
        strict,
      ),
    ),
  },
  strict,
)

export const skuSchema = Type.Object(
  {
    manufacturingSku: manufacturingSkuSchema,
    name: words,
    /** No new products and no new orders; orders that were accepted before go on. */
    retired: Type.Optional(Type.Boolean()),
    attributes: Type.Object(
      { size: words, cover: words, paperType: words, textColor: words, bleed: Type.Boolean() },
      strict,
    ),
    /** `perSignature`: pages per folded sheet as the printer imposes it; used only on job tickets. */
    pages: Type.Object({ min: pages, max: pages, step: pages, perSignature: Type.Optional(pages) }, strict),
    geometry,
    press: Type.Optional(Type.Partial(press, strict)),
    price: priceSchema,
    /** What a copy costs the operator, worked out like a price. Only the staff see it. */
    cost: Type.Optional(priceSchema),
    weight: Type.Object(
      {
        coverGrams: Type.Integer({ minimum: 1, maximum: 10_000 }),
        perPageMilligrams: Type.Integer({ minimum: 1, maximum: 100_000 }),
      },
      strict,
    ),
    materials: Type.Optional(materials),
    /** For customs; without it 4901.99, printed books. */
    hsCode: Type.Optional(Type.String({ pattern: '^\\d{4}(?:\\.\\d{2}){0,3}$' })),
  },
  strict,
)

export const catalogSchema = Type.Object(
  {
    about: Type.Optional(Type.String()),
    /** The handling charge: a part per order and a part per item, whatever the quantity. */
    fulfillment: Type.Object(
      {
        perOrderCents: cents,
        perItemCents: cents,
        /** What handling costs the operator. */
        cost: Type.Optional(Type.Object({ perOrderCents: cents, perItemCents: cents }, strict)),
      },
      strict,
    ),
    skus: Type.Array(skuSchema, { minItems: 1 }),
  },
  strict,
)

export type Press = Static<typeof press>
export type ManufacturingSku = Static<typeof skuSchema>
export type CatalogFile = Static<typeof catalogSchema>
