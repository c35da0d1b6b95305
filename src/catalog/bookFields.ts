// THE TABLE of what a book has: each field with its bounds, its unit and its words. The schema of catalog.json and its
// types, the spreadsheet of books, the editor of the console, the words of differences and the table in
// docs/operator-data.md follow from it, so a new field is a line here. Labels are messages of the browser.
//
// Geometry differs between printers by hundredths of an inch, so all of it is given for each manufacturing SKU. What
// contradicts another value is in catalogProblems.ts.

import { choice, field, fieldsIn, optional, valueIn, variants } from './bookField.ts'

// Bounds that catch a slipped decimal point and keep every product of prices and quantities an exact integer.
const maxInches = 40
const maxPages = 2_000
const maxBaseCents = 1_000_00
const maxPerPageMillicents = 100_000

const number = (minimum: number, maximum: number) => ({ type: 'number', minimum, maximum })
const integer = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum })
const positiveInches = { type: 'number', exclusiveMinimum: 0, maximum: maxInches }
const strict = { additionalProperties: false }

const words = field<string>('words', { type: 'string', minLength: 1, maxLength: 100 })
const yesOrNo = field<boolean>('yesOrNo', { type: 'boolean' })
const inches = field<number>('inches', number(0, maxInches))
const size = field<number>('inches', positiveInches)
const pages = field<number>('pages', integer(1, maxPages))
export const centsSchema = integer(0, maxBaseCents)
const cents = field<number>('cents', centsSchema)
const millicents = field<number>('millicents', integer(0, maxPerPageMillicents))
const points = field<number>('points', number(0, 12))
const ppi = field<number>('ppi', integer(1, 600))

/** A value per range of page counts: each band begins at its `fromPages` and ends where the next one begins. */
const bands = field<{ fromPages: number; inches: number }[]>('bands', {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['fromPages', 'inches'],
    properties: { fromPages: integer(1, maxPages), inches: number(0, maxInches) },
    ...strict,
  },
})

const breaks = field<{ fromCopies: number; offBasisPoints: number }[]>('breaks', {
  type: 'array',
  items: {
    type: 'object',
    required: ['fromCopies', 'offBasisPoints'],
    properties: { fromCopies: integer(2, 10_000), offBasisPoints: integer(1, 9_999) },
    ...strict,
  },
})

const isFolded = (book: unknown) => valueIn(book, 'geometry.cover.edge') === 'folded'
const isCut = (book: unknown) => valueIn(book, 'geometry.cover.edge') === 'cut'
const hasJacket = (book: unknown) => valueIn(book, 'geometry.cover.flapInches') !== undefined
const hasBoards = (book: unknown) => isFolded(book) || hasJacket(book)

/** A paper and how it is printed; printers read it on job tickets and in their systems. */
const paper = (whose: 'Page' | 'Cover') => ({
  stock: words('Stock', { column: `${whose} paper`, help: 'as the printer orders it, such as `10 pt C1S`' }),
  weightGsm: field<number>('gsm', number(20, 1_000))('Weight', {
    column: `${whose} paper weight`,
    decimals: 1,
    help: 'grams per square meter',
  }),
  thicknessInches: optional(size('Thickness', { column: `${whose} paper thickness` })),
  coating: choice(
    'Coating',
    { none: 'None [[coating]]', coated: 'Coated', gloss: 'Gloss', matte: 'Matte', satin: 'Satin' },
    { column: `${whose} paper coating` },
  ),
  backCoating: optional(
    choice(
      'Coating of the back',
      { none: 'None [[coating]]', coated: 'Coated', gloss: 'Gloss', matte: 'Matte', satin: 'Satin' },
      {
        column: `${whose} paper coating of the back`,
        help: 'where it differs, as of a stock that is coated on one side',
      },
    ),
  ),
  color: optional(choice('Color [[paper]]', { white: 'White', cream: 'Cream' }, { column: `${whose} paper color` })),
  isoSubstrate: optional(
    field<string>('paperKind', { type: 'string', pattern: '^PS[1-8]$' })('ISO 12647-2 paper', {
      column: `${whose} ISO paper`,
      help: '`PS1` to `PS8` of ISO 12647-2',
    }),
  ),
  colors: optional(
    field<string>('colors', { type: 'string', pattern: '^[14]/[014]$' })('Colors, front/back', {
      column: `${whose} colors`,
      help: `such as \`4/0\`; without it, ${whose === 'Cover' ? '4/0' : '1/1 if `textColor` says black, otherwise 4/4'}`,
    }),
  ),
  printStandard: optional(
    field<string>('printStandard', { type: 'string', pattern: '^[\\w.:-]{1,60}$' })('Printing condition', {
      column: `${whose} printing condition`,
      help: 'the condition to match, such as `GRACoL2006_Coated1`',
    }),
  ),
})

/** The findings whose severity is the operator's to decide, and their usual one. */
export const adjustableFindings = {
  pages_blank: { label: 'Blank pages', usual: 'warning' },
  ink_coverage_high: { label: 'Too much ink', usual: 'warning' },
  colour_not_printed: { label: 'Color on pages printed in black', usual: 'warning' },
  colour_rgb: { label: 'RGB colors', usual: 'warning' },
  colour_rgb_black: { label: 'Black or gray in RGB', usual: 'info' },
  colour_lab: { label: 'Lab colors', usual: 'warning' },
  colour_spot: { label: 'Spot colors', usual: 'info' },
  white_overprint: { label: 'White that overprints', usual: 'warning' },
  colour_overprint: { label: 'Colors that overprint', usual: 'warning' },
  tint_faint: { label: 'Faint tints', usual: 'warning' },
  line_too_thin: { label: 'Thin lines', usual: 'warning' },
  text_small: { label: 'Small text', usual: 'warning' },
  reversed_text_small: { label: 'Small white text', usual: 'warning' },
  rich_text_small: { label: 'Small text in several inks', usual: 'warning' },
  image_resolution_low: { label: 'Low image resolution', usual: 'warning' },
  image_resolution_high: { label: 'Needlessly high image resolution', usual: 'info' },
  bitonal_resolution_low: { label: 'Low resolution without gray', usual: 'warning' },
  transparency: { label: 'Transparency', usual: 'warning' },
  font_drawn: { label: 'Type 3 fonts', usual: 'warning' },
  layer_prints_hidden: { label: 'Layers that only print', usual: 'warning' },
  transfer_curve: { label: 'Transfer curves', usual: 'warning' },
  page_upside_down: { label: 'Pages upside down', usual: 'warning' },
  pdfx_required: { label: 'Not the required PDF/X', usual: 'error' },
  pdfx_false: { label: 'False claim of PDF/X', usual: 'warning' },
  isbn_barcode_wrong: { label: 'Another ISBN in the barcode', usual: 'warning' },
  isbn_on_front: { label: 'ISBN on the front cover', usual: 'warning' },
  isbn_price_wrong: { label: 'Another price beside the barcode', usual: 'warning' },
  isbn_text_wrong: { label: 'Another ISBN in the text', usual: 'warning' },
  isbn_barcode_missing: { label: 'No barcode of the ISBN', usual: 'info' },
} as const

export const severities = ['error', 'warning', 'info', 'off'] as const
type Severities = Partial<Record<keyof typeof adjustableFindings, (typeof severities)[number]>>

type PdfVersion = 'PDF/X-1a' | 'PDF/X-3' | 'PDF/X-4'
export const pdfVersions: PdfVersion[] = ['PDF/X-1a', 'PDF/X-3', 'PDF/X-4']

export const bookFields = {
  name: words('Name'),
  /** Part of template addresses, so it uses only characters that need no escaping. */
  manufacturingSku: field<string>('sku', { type: 'string', pattern: '^[A-Z0-9][A-Z0-9-]{2,63}$' })(
    'Manufacturing SKU',
    {
      column: 'SKU',
      help: 'capitals, digits and hyphens',
      empty: 'Capitals, digits and hyphens. Customers’ products refer to it.',
    },
  ),
  retired: optional(
    yesOrNo('Retired', {
      help: 'no new products and orders; accepted orders continue',
      states: { on: 'No new products or orders. Accepted orders go on.', off: 'Turn on to stop new orders.' },
    }),
  ),
  attributes: {
    size: words('Size, as customers read it', { column: 'Size' }),
    cover: words('Cover'),
    paperType: words('Paper'),
    textColor: words('Ink'),
    bleed: yesOrNo('Pages have bleed', { column: 'Bleed', help: 'agrees with `geometry.pages.bleedInches`' }),
  },
  pages: {
    min: pages('Fewest pages'),
    max: pages('Most pages'),
    step: pages('In steps of', { column: 'Pages in steps of', help: '24 to 800 by 2 allows 24, 26, ... 800' }),
    perSignature: optional(
      pages('Pages per signature', { help: 'pages of a folded sheet as the printer imposes it, for job tickets' }),
    ),
  },
  /** A copy costs baseCents + pages * perPageMillicents / 1000, less the discount of its quantity break. */
  price: {
    baseCents: cents('Base price'),
    perPageMillicents: millicents('Price per page', { help: 'thousandths of a cent' }),
    breaks: breaks('Quantity discounts', {
      column: 'Discount from',
      help: '`offBasisPoints` (hundredths of a percent) off for `fromCopies` or more copies',
    }),
  },
  /** Only the staff see it. */
  cost: optional({
    baseCents: cents('Base cost', { help: '`cost`, optional, is what a copy [costs you](#costs-and-margins)' }),
    perPageMillicents: millicents('Cost per page'),
    breaks: breaks('Quantity discounts', { column: 'Cost reduction from' }),
  }),
  weight: {
    coverGrams: field<number>('grams', integer(1, 10_000))('Cover', { column: 'Cover weight', help: 'for shipping' }),
    perPageMilligrams: field<number>('milligrams', integer(1, 100_000))('Per page', { column: 'Weight per page' }),
  },
  hsCode: optional(
    field<string>('hsCode', { type: 'string', pattern: '^\\d{4}(?:\\.\\d{2}){0,3}$' })('HS code', {
      empty: '4901.99 if empty',
      help: 'of the Harmonized System, for customs; 4901.99 (printed books) by default. Magazines may need 4902.90, and children’s picture books 4903.00',
    }),
  ),
  /** The paper and the boards, as a printer needs to know them. Sizes are in `geometry`. */
  materials: optional({
    pages: paper('Page'),
    cover: {
      ...paper('Cover'),
      lamination: choice('Lamination', {
        none: 'None [[lamination]]',
        gloss: 'Gloss',
        matte: 'Matte',
        'soft touch': 'Soft touch',
      }),
    },
    boardThicknessInches: optional(
      size('Board thickness', { when: hasBoards, help: 'of each of the two boards of a hard cover' }),
    ),
    endpapers: optional(
      words('Endpapers', { when: hasBoards, help: 'of a hard cover: the paper that joins block and boards' }),
    ),
    spineShape: optional(
      choice(
        'Shape of the spine',
        { flat: 'Flat [[spine]]', round: 'Round [[spine]]' },
        { column: 'Spine shape', when: hasBoards, help: 'of a hard cover' },
      ),
    ),
  }),
  geometry: {
    trim: { widthInches: size('Trim width'), heightInches: size('Trim height') },
    bindingEdge: optional(
      choice(
        'Binding edge',
        { left: 'Left [[edge]]', right: 'Right [[edge]]' },
        { usual: 'left', help: '`right` for books that are read from right to left' },
      ),
    ),
    pages: {
      bleedInches: inches('Bleed', { column: 'Page bleed', help: 'on every side' }),
      bindingBleedInches: optional(
        inches('Bleed at the binding', {
          empty: 'The same',
          help: '0 for printers that take bleed only on the three sides that are cut, such as KDP and Ingram (6.125 × 9.25 inches for a book of 6 × 9)',
        }),
      ),
      safeInches: inches('Safe margin', { column: 'Page safe margin' }),
      gutter: bands('Gutter', {
        help: 'added to the safe margin on the binding side, by page count: thick books do not open flat',
      }),
    },
    cover: {
      edge: choice(
        'Edge',
        { cut: 'Cut with the trim (soft cover)', folded: 'Folded around boards (hard cover)' },
        { column: 'Cover edge', help: 'what happens to the wrap' },
      ),
      wrapInches: inches('Bleed of the cover', {
        column: 'Cover wrap',
        otherLabel: { when: isFolded, label: 'Wrap around the boards' },
        help: 'how far the artwork extends beyond the panels on each outer side',
      }),
      hingeInches: inches('Hinge', { help: 'the groove between spine and board, on both sides of the spine' }),
      panelGrowth: {
        widthInches: inches('Boards wider than the page'),
        heightInches: inches('Boards taller than the page'),
      },
      flapInches: optional(
        size('Flaps of a dust jacket', {
          column: 'Jacket flaps',
          when: isCut,
          empty: 'No jacket',
          help: 'on both sides',
        }),
      ),
      flapFoldInches: optional(
        inches('Fold of the flaps around the boards', {
          column: 'Jacket flap folds',
          when: book => isCut(book) && hasJacket(book),
          help: 'what goes around the edge of a board, between panel and flap',
        }),
      ),
      safeInches: inches('Safe margin of the cover', { column: 'Cover safe margin' }),
      spineTextFromPages: field<number | null>('pagesOrNever', { ...integer(1, maxPages), type: ['integer', 'null'] })(
        'Text on the spine from pages',
        { help: 'the lowest page count at which text fits on the spine; null if it never does' },
      ),
      spineTextClearanceInches: inches('Clearance of the spine’s text'),
      barcode: {
        widthInches: size('Barcode width', { help: 'of an area at the bottom of the back cover, beside the spine' }),
        heightInches: size('Barcode height'),
        fromSpineInches: inches('Barcode from the spine'),
        fromBottomInches: inches('Barcode from the bottom'),
      },
    },
    spine: variants(
      choice(
        'Spine',
        { none: 'None (stapled or coil bound)', formula: 'By paper thickness', banded: 'By ranges of page counts' },
        { words: { none: 'none', formula: 'by paper thickness', banded: 'by page count' } },
      ),
      {
        none: {},
        formula: {
          pagesPerInch: field<number>('pagesPerInch', number(50, 2_000))('Pages per inch', {
            column: 'Spine pages per inch',
            decimals: 2,
          }),
          baseInches: inches('Added for the cover', { column: 'Spine added for the cover' }),
          roundUpToInches: optional(
            size('Rounded up to steps of', {
              column: 'Spine rounded up to',
              empty: 'Not rounded',
              help: 'where the printer stocks boards or glue strips in steps',
            }),
          ),
        },
        banded: { bands: bands('By ranges of page counts', { column: 'Spine widths' }) },
      },
    ),
    punchInches: optional(
      size('Punch margin of a coil', {
        column: 'Punch margin',
        when: book => valueIn(book, 'geometry.spine.kind') === 'none',
        empty: 'Stapled',
        help: 'the strip along the binding, on pages and cover, in which the holes are',
      }),
    ),
    sizeToleranceInches: size('Size tolerance', { help: 'for the size of a page or cover in a file' }),
  },
  /** The limits of the press of a book. Printers disagree; where none is named, the default is our own choice. */
  press: optional({
    pageInks: optional(
      choice(
        'Pages are printed in',
        { black: 'Black', color: 'Color' },
        { column: 'Pages printed in', help: 'black by default if `textColor` has the word' },
      ),
    ),
    maxInkPercent: optional(
      field<number>('percent', number(0, 400))('Most ink', {
        usual: 270,
        help: 'the sum of all inks on at least 0.1 square inches of a page; Lulu 270, Ingram 240',
      }),
    ),
    minTintPercent: optional(
      field<number>('percent', number(0, 20))('Lightest tint', {
        usual: 5,
        decimals: 1,
        help: 'Lulu advises against tints below 20',
      }),
    ),
    minLinePoints: optional(field<number>('points', number(0, 0.5))('Thinnest line', { usual: 0.25, decimals: 2 })),
    /** Notes and raised figures of good books are small. */
    minTextPoints: optional(points('Smallest text', { usual: 5, decimals: 1 })),
    /** White text on a color, and text in several inks: small letters fill up, or their inks do not meet. */
    minReversedTextPoints: optional(points('Smallest white text', { usual: 7, decimals: 1 })),
    minRichTextPoints: optional(points('Smallest text in several inks', { usual: 9, decimals: 1 })),
    minPpi: optional(ppi('Lowest resolution', { usual: 100, help: 'an error below it' })),
    goodPpi: optional(ppi('Good resolution', { usual: 300, help: 'a warning below it; KDP and Lulu 300' })),
    maxPpi: optional(
      field<number>('ppi', integer(600, 100_000))('Highest useful resolution', {
        usual: 600,
        help: 'beyond it, an image only makes the file larger; Lulu 600',
      }),
    ),
    minBitonalPpi: optional(
      field<number>('ppi', integer(1, 1_200))('Lowest resolution without gray', {
        usual: 600,
        help: 'for images in black and white without gray',
      }),
    ),
    maxBlankPages: optional(field<number>('pages', integer(0, maxPages))('Most blank pages in a row', { usual: 4 })),
    pdfx: optional(
      field<PdfVersion[]>('pdfx', { type: 'array', maxItems: 3, items: { type: 'string', enum: pdfVersions } })(
        'Files must be',
        {
          column: 'PDF/X',
          usual: [],
          help: 'versions of which a file must be one: `PDF/X-1a`, `PDF/X-3`, `PDF/X-4`; Ingram’s default is PDF/X-1a',
        },
      ),
    ),
    severities: optional(
      field<Severities>('severities', {
        type: 'object',
        properties: Object.fromEntries(
          Object.keys(adjustableFindings).map(code => [code, { type: 'string', enum: severities }]),
        ),
        ...strict,
      })('Severities', {
        usual: {},
        help: 'by code: `error`, `warning`, `info` or `off`, such as `{"ink_coverage_high": "error", "isbn_barcode_wrong": "error"}`',
      }),
    ),
  }),
}

/** All fields with their places, in the sequence of the table. */
export const allBookFields = fieldsIn(bookFields)
