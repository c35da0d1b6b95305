import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Code, codes } from './codes.ts'
import type { Expected } from './expected.ts'
import type { PageShape, PdfFacts } from './facts.ts'
import { type Finding, refusal } from './finding.ts'
import { judge } from './judge.ts'
import { factsVersion } from './version.ts'

const area = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

/** 6 by 9 inches, 24 to 96 pages in steps of 4; the spine is as thick as at 500 pages per inch. */
const expected = (pageCount: number): Expected => {
  const spine = pageCount / 500
  return {
    pages: { min: 24, max: 96, step: 4 },
    toleranceInches: 0.02,
    guts: {
      width: 6.25,
      height: 9.25,
      trim: area(0.125, 0.125, 6, 9),
    },
    cover: {
      width: 12.25 + spine,
      height: 9.25,
      trim: area(0.125, 0.125, 12 + spine, 9),
      spine,
    },
  }
}

const nowhere = { names: [], pages: [] }

function shape(width: number, height: number, from: number, to: number, more: Partial<PageShape> = {}): PageShape {
  const size = { width: width * 72, height: height * 72 }
  const trim: PageShape['trim'] = [9, 9, size.width - 9, size.height - 9]
  return {
    pages: [[from, to]],
    shown: size,
    fault: null,
    cropped: false,
    trim,
    bleed: [0, 0, size.width, size.height],
    rotate: 0,
    userUnit: 1,
    ...more,
  }
}

function facts(pageCount: number, more: Partial<PdfFacts> = {}): PdfFacts {
  return {
    factsVersion,
    sizeBytes: 1000,
    pdfVersion: '1.7',
    producer: null,
    pageCount,
    shapes: [shape(6.25, 9.25, 1, pageCount)],
    unlistedShapes: [],
    lookedUntilPage: pageCount,
    rebuilt: false,
    missingFonts: [],
    unlistedFonts: { count: 0, pages: [] },
    images: [],
    rgb: [],
    spots: nowhere,
    transparency: nowhere,
    annotations: nowhere,
    damaged: [],
    limited: [],
    marks: [],
    registration: [],
    formFields: 0,
    xfa: false,
    scripts: [],
    launches: [],
    attachments: 0,
    pdfx: { claim: null, condition: null },
    ...more,
  }
}

const coverFacts = (width: number, height = 9.25, more: Partial<PdfFacts> = {}) =>
  facts(1, { shapes: [shape(width, height, 1, 1)], ...more })

const unsized: PageShape = { ...shape(1, 1, 1, 1), shown: null, fault: 'missing' }

const image = (page: number, ppi: number) => ({ page, ppi, width: 640, height: 480 })

type Row = [name: string, facts: PdfFacts, told: Partial<Finding>[]]

const interiors: Row[] = [
  ['an interior that meets the requirements', facts(48), []],
  ['a size within the tolerance', facts(48, { shapes: [shape(6.27, 9.23, 1, 48)] }), []],
  [
    'a size beyond the tolerance',
    facts(48, { shapes: [shape(6.271, 9.25, 1, 48)] }),
    [
      {
        code: 'page_size_wrong',
        severity: 'error',
        pages: '1-48',
        got: '6.271 × 9.25 in',
        expected: '6.25 × 9.25 in',
        tolerance: '± 0.02 in',
        message: 'Pages 1-48 are 6.271 × 9.25 in; this product needs 6.25 × 9.25 in, including bleed.',
      },
    ],
  ],
  [
    'the size of the trimmed page',
    facts(48, { shapes: [shape(6, 9, 1, 48)] }),
    [
      {
        code: 'page_size_wrong',
        fix: 'The file has the size of the trimmed book. Extend pictures and colours beyond the edge, and export it with bleed: 6.25 × 9.25 in.',
      },
    ],
  ],
  [
    'several wrong sizes, each with its pages',
    facts(48, {
      shapes: [shape(6.25, 9.25, 1, 10), shape(8.5, 11, 11, 11), shape(5, 8, 12, 47), shape(8.5, 11, 48, 48)],
    }),
    [
      { code: 'page_size_wrong', pages: '11, 48', got: '8.5 × 11 in' },
      { code: 'page_size_wrong', pages: '12-47', got: '5 × 8 in' },
    ],
  ],
  [
    'a page without a size',
    facts(48, { shapes: [shape(6.25, 9.25, 2, 48), shape(1, 1, 1, 1, { shown: null, fault: 'missing' })] }),
    [{ code: 'page_size_missing', pages: '1', message: 'Page 1 has no size (MediaBox); expected is 6.25 × 9.25 in.' }],
  ],
  [
    'pages that lie on their side',
    facts(48, { shapes: [shape(9.25, 6.25, 3, 4), shape(6.25, 9.25, 1, 2), shape(6.25, 9.25, 5, 48)] }),
    [
      {
        code: 'page_turned',
        severity: 'warning',
        pages: '3-4',
        message: 'Pages 3-4 are lying on the side and are turned upright.',
      },
      { code: 'orientation_mixed', pages: '3-4', got: '46 upright, 2 lying' },
    ],
  ],
  [
    'an odd page count',
    facts(45),
    [
      {
        code: 'pages_padded',
        pages: '46-48',
        got: '45 pages',
        message: 'The pages file has 45 pages, but the binding needs 48: 3 blank pages are added at the end.',
      },
    ],
  ],
  [
    'too few pages',
    facts(20),
    [{ code: 'page_count_out_of_range', got: '20 pages', expected: '24 to 96 pages, in steps of 4' }],
  ],
  ['too many pages', facts(97), [{ code: 'page_count_out_of_range', got: '97 pages' }]],
  [
    'a crop box and a unit',
    facts(48, { shapes: [shape(6.25, 9.25, 1, 48, { cropped: true, userUnit: 2 })] }),
    [
      { code: 'crop_box_used', pages: '1-48', got: 'a CropBox of 6.25 × 9.25 in' },
      { code: 'user_unit_used', got: 'UserUnit 2', expected: 'UserUnit 1' },
    ],
  ],
  [
    'no trim and no bleed box',
    facts(48, { shapes: [shape(6.25, 9.25, 1, 48, { trim: null, bleed: null })] }),
    [
      {
        code: 'trim_box_missing',
        severity: 'warning',
        got: 'no TrimBox',
        expected: '6 × 9 in, 0.125 in from the left and 0.125 in from the bottom',
      },
      {
        code: 'bleed_box_missing',
        got: 'no BleedBox',
        expected: '6.25 × 9.25 in, 0 in from the left and 0 in from the bottom',
      },
    ],
  ],
  [
    'a trim box at the edge of the file',
    facts(48, { shapes: [shape(6.25, 9.25, 1, 48, { trim: [0, 0, 450, 666] })] }),
    [
      {
        code: 'trim_box_wrong',
        got: '6.25 × 9.25 in, 0 in from the left and 0 in from the bottom',
        expected: '6 × 9 in, 0.125 in from the left and 0.125 in from the bottom',
        tolerance: '± 0.02 in',
      },
    ],
  ],
  [
    'a bleed box without bleed',
    facts(48, { shapes: [shape(6.25, 9.25, 1, 48, { bleed: [9, 9, 441, 657] })] }),
    [
      {
        code: 'bleed_box_wrong',
        severity: 'warning',
        got: '6 × 9 in, 0.125 in from the left and 0.125 in from the bottom',
      },
    ],
  ],
  [
    'a trim box that is another on each page',
    facts(48, {
      shapes: Array.from({ length: 48 }, (_, i) =>
        shape(6.25, 9.25, i + 1, i + 1, { trim: [20 + i, 9, 441 + i, 657] }),
      ),
    }),
    [
      ...Array.from({ length: 5 }, (_, i) => ({ code: 'trim_box_wrong' as const, pages: `${i + 1}` })),
      { code: 'trim_box_wrong', pages: '6-48', got: 'further ones' },
    ],
  ],
  [
    'a font that is missing',
    facts(48, {
      missingFonts: [
        {
          name: 'Helvetica',
          pages: [
            [2, 2],
            [5, 9],
          ],
        },
      ],
    }),
    [
      {
        code: 'font_not_embedded',
        severity: 'error',
        pages: '2, 5-9',
        got: 'Helvetica',
        expected: 'an embedded font',
      },
    ],
  ],
  [
    'more fonts that are missing than are listed',
    facts(48, {
      missingFonts: [{ name: 'Helvetica', pages: [[2, 2]] }],
      unlistedFonts: { count: 784, pages: [[3, 48]] },
    }),
    [
      { code: 'font_not_embedded', got: 'Helvetica' },
      { code: 'font_not_embedded', pages: '3-48', got: '784 more fonts' },
    ],
  ],
  ['an image of 300 ppi', facts(48, { images: [image(3, 300)] }), []],
  [
    'images of 299.9 and 100 ppi',
    facts(48, { images: [image(3, 299.9), image(4, 100)] }),
    [
      {
        code: 'image_resolution_low',
        severity: 'warning',
        pages: '3-4',
        got: '100 ppi',
        expected: 'at least 300 ppi',
      },
    ],
  ],
  [
    'an image of 99.9 ppi',
    facts(48, { images: [image(3, 99.9)] }),
    [
      {
        code: 'image_resolution_too_low',
        severity: 'error',
        message:
          'The image with the lowest resolution, on page 3, has 640 × 480 pixels and is placed so large that it has only 99 ppi; at least 100 ppi is needed.',
      },
    ],
  ],
  ['marks outside the trim', facts(48, { marks: [{ page: 7, reach: 9 }] }), [{ code: 'marks_in_bleed', pages: '7' }]],
  ['strokes that reach into the page', facts(48, { marks: [{ page: 7, reach: 20 }] }), []],
  [
    'everything else that is warned of',
    facts(48, {
      rebuilt: true,
      damaged: [[8, 8]],
      limited: [[9, 9]],
      rgb: [[1, 48]],
      spots: { names: ['Gold'], pages: [[1, 1]] },
      transparency: { names: ['opacity'], pages: [[1, 1]] },
      annotations: { names: ['Link'], pages: [[1, 1]] },
      formFields: 2,
      xfa: true,
      scripts: ['document'],
      launches: ['Launch'],
      attachments: 1,
      registration: [[1, 1]],
      pdfx: { claim: 'PDF/X-4', condition: 'FOGRA39' },
      lookedUntilPage: 40,
    }),
    [
      { code: 'index_rebuilt' },
      { code: 'drawing_damaged', severity: 'error', pages: '8' },
      { code: 'colour_rgb' },
      { code: 'colour_spot', severity: 'info', got: 'Gold' },
      { code: 'transparency', got: 'opacity' },
      { code: 'annotations', got: 'Link' },
      { code: 'form_fields', got: '2 fields' },
      { code: 'form_xfa' },
      { code: 'scripts', got: 'in document' },
      { code: 'actions', got: 'Launch' },
      { code: 'attachments' },
      { code: 'marks_in_bleed' },
      { code: 'pdfx_claimed', severity: 'info', got: 'PDF/X-4, for FOGRA39' },
      {
        code: 'check_limited',
        pages: '9',
        message: 'Page 9 has drawings that are nested deeper, or have more parts, than is looked at.',
      },
      { code: 'check_limited', severity: 'warning', pages: '41-48' },
    ],
  ],
]

const covers: Row[] = [
  ['a cover for 48 pages', coverFacts(12.346), []],
  [
    'a cover for 96 pages',
    coverFacts(12.442),
    [
      {
        code: 'cover_size_wrong',
        got: '12.442 × 9.25 in',
        expected: '12.346 × 9.25 in',
        tolerance: '± 0.02 in',
        message:
          'The cover is 12.442 × 9.25 in; for 48 pages it must be 12.346 × 9.25 in, with a spine of 0.096 in. It is 0.096 in too wide. It would fit a book of 96 pages.',
      },
    ],
  ],
  [
    'a cover that is too short',
    coverFacts(12.346, 9),
    [
      {
        code: 'cover_size_wrong',
        message:
          'The cover is 12.346 × 9 in; for 48 pages it must be 12.346 × 9.25 in, with a spine of 0.096 in. It is 0.25 in too short.',
      },
    ],
  ],
  ['a cover that lies on its side', coverFacts(9.25, 12.346), [{ code: 'page_turned', file: 'cover' }]],
  ['a cover of two pages', facts(2), [{ code: 'cover_not_one_page', got: '2 pages', expected: '1 page' }]],
]

function assertTold(findings: Finding[], told: Partial<Finding>[]): void {
  const asked = findings.map((finding, i) => {
    const keys = Object.keys(told[i] ?? { code: '' }) as (keyof Finding)[]
    return Object.fromEntries(keys.map(key => [key, finding[key]]))
  })
  assert.deepEqual(asked, told)
}

describe('an interior has these findings:', () => {
  for (const [name, guts, told] of interiors) {
    it(name, () => assertTold(judge({ cover: null, guts }, expected, null).findings, told))
  }
})

describe('a cover has these findings:', () => {
  for (const [name, cover, told] of covers) {
    it(name, () => assertTold(judge({ cover, guts: facts(48) }, expected, null).findings, told))
  }
})

describe('of a cover without a page count it is told:', () => {
  const rows: Row[] = [
    [
      'that it fits some book, and that nobody knows whether this one',
      coverFacts(12.346, 9.25, { rgb: [[1, 1]] }),
      [
        {
          code: 'cover_width_unchecked',
          severity: 'warning',
          file: 'cover',
          got: 'a cover for 48 pages',
          expected: 'a page count',
          message: 'The cover is as wide as that of a book of 48 pages. Whether this book has as many is not known.',
        },
        { code: 'colour_rgb' },
      ],
    ],
    [
      'that it fits no book',
      coverFacts(1, 1),
      [
        {
          code: 'cover_size_wrong',
          severity: 'error',
          got: '1 × 1 in',
          expected: '12.298 × 9.25 in to 12.442 × 9.25 in',
          message:
            'The cover is 1 × 1 in; covers of this product are 12.298 × 9.25 in to 12.442 × 9.25 in, by their page count.',
        },
      ],
    ],
    ['that it is too wide for the thickest', coverFacts(12.47), [{ code: 'cover_size_wrong' }]],
    [
      'that it is between two books, within the tolerance of one',
      coverFacts(12.31),
      [{ code: 'cover_width_unchecked' }],
    ],
    [
      'that it lies on its side',
      coverFacts(9.25, 12.346),
      [{ code: 'cover_width_unchecked', got: 'a cover for 48 pages' }, { code: 'page_turned' }],
    ],
    ['that it has no size', facts(1, { shapes: [unsized] }), [{ code: 'page_size_missing' }]],
    ['that it has two pages', facts(2), [{ code: 'cover_not_one_page' }]],
  ]
  for (const [name, cover, told] of rows) {
    it(name, () => {
      const { findings, pageCount } = judge({ cover, guts: null }, expected, null)
      assertTold(findings, told)
      assert.equal(pageCount, null)
    })
  }

  it('whether it fits, where all books of the product have the same spine', () => {
    const stapled = (pageCount: number): Expected => ({ ...expected(pageCount), cover: expected(24).cover })
    const told = (cover: PdfFacts) => judge({ cover, guts: null }, stapled, null).findings
    assertTold(told(coverFacts(12.298)), [])
    assertTold(told(coverFacts(12.346)), [{ code: 'cover_size_wrong', expected: '12.298 × 9.25 in' }])
    assertTold(told(coverFacts(9.25, 12.298)), [{ code: 'page_turned' }])
  })

  it('the same, where the interior has a page count that no book has', () => {
    const { findings } = judge({ cover: coverFacts(99), guts: facts(20) }, expected, null)
    assertTold(findings, [{ code: 'page_count_out_of_range' }, { code: 'cover_size_wrong' }])
  })
})

describe('the page count', () => {
  it('of the cover is that of the book after repairs', () => {
    const { findings, pageCount, repairs } = judge({ cover: coverFacts(12.346), guts: facts(45) }, expected, null)
    assertTold(findings, [{ code: 'pages_padded' }])
    assert.equal(pageCount, 48)
    assert.deepEqual(repairs, { cover: [], guts: [{ kind: 'pad', pages: 3 }] })
  })

  it('is the declared one when there is no interior to count', () => {
    const { findings, pageCount } = judge({ cover: coverFacts(12.346), guts: null }, expected, 48)
    assert.deepEqual([findings, pageCount], [[], 48])
  })

  it('that is declared has to be one that the product comes in, also where there is no interior to count', () => {
    const told = (declared: number) => judge({ cover: coverFacts(12.298), guts: null }, expected, declared).findings
    assertTold(told(20), [
      {
        code: 'page_count_out_of_range',
        file: 'guts',
        got: '20 pages declared',
        expected: '24 to 96 pages, in steps of 4',
      },
      { code: 'cover_width_unchecked' },
    ])
    assertTold(told(25), [
      {
        code: 'page_count_not_in_step',
        message: '25 pages are declared; this product has 24 to 96 pages, in steps of 4.',
        fix: 'Declare a page count that the product has.',
      },
    ])
  })

  it('must be the declared one', () => {
    const { findings } = judge({ cover: null, guts: facts(48) }, expected, 52)
    assertTold(findings, [{ code: 'page_count_not_declared', got: '48 pages', expected: '52 pages' }])
  })

  it('is not repaired by more than three pages', () => {
    const inEights = (pageCount: number): Expected => ({ ...expected(pageCount), pages: { min: 24, max: 96, step: 8 } })
    const { findings, repairs } = judge({ cover: null, guts: facts(42) }, inEights, null)
    assertTold(findings, [{ code: 'page_count_not_in_step' }])
    assert.deepEqual(repairs.guts, [])
  })
})

it('a page is turned back to its unrotated position', () => {
  const lying = (rotate: PageShape['rotate']) => facts(48, { shapes: [shape(9.25, 6.25, 1, 48, { rotate })] })
  const degreesFor = (rotate: PageShape['rotate']) =>
    judge({ cover: null, guts: lying(rotate) }, expected, null).repairs.guts.map(
      one => one.kind === 'turn' && one.degrees,
    )
  assert.deepEqual(
    [0, 90, 180, 270].map(rotate => degreesFor(rotate as PageShape['rotate'])),
    [[90], [270], [90], [90]],
  )
})

it('long lists of pages are shortened, and say so', () => {
  const odd = Array.from({ length: 48 }, (_, i): [number, number] => [2 * i + 1, 2 * i + 1])
  const [finding] = judge({ cover: null, guts: facts(96, { rgb: odd }) }, expected, null).findings
  assert.match(finding!.pages!, /^1, 3, 5, .* 39 and 28 more$/)
})

it('every code is in one of these tables, or refuses a file for any purpose', () => {
  const told = new Set<Code>([...interiors, ...covers].flatMap(([, , rows]) => rows.map(({ code }) => code!)))
  const elsewhere: Code[] = ['page_count_not_declared', 'page_count_not_in_step', 'cover_width_unchecked', 'not_mended']
  const untold = (Object.keys(codes) as Code[]).filter(code => !told.has(code) && !elsewhere.includes(code))
  assert.deepEqual(
    untold.filter(code => !code.startsWith('file_')),
    [],
  )
  for (const code of untold) assert.equal(refusal({ code, got: null, expected: null }).severity, 'error')
})

it('every finding says what was found and, where possible, what is expected', () => {
  const findings = [
    ...interiors.flatMap(([, guts]) => judge({ cover: null, guts }, expected, null).findings),
    ...covers.flatMap(([, cover]) => judge({ cover, guts: facts(48) }, expected, null).findings),
  ]
  const silent = (key: 'got' | 'expected') => [
    ...new Set(findings.filter(one => one[key] === null).map(({ code }) => code)),
  ]
  assert.deepEqual(silent('got'), [])
  assert.deepEqual(silent('expected'), ['pdfx_claimed'])
})
