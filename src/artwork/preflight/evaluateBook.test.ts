import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageShape } from '../pdfReader/pdfReader.ts'
import { type Code, codes } from './codes.ts'
import { evaluateBook } from './evaluateBook.ts'
import type { Expected, Press } from './expectedFiles.ts'
import type { PrintFacts } from './fileReport.ts'
import { type Finding, refusal } from './finding.ts'

const area = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

const press: Press = {
  pageInks: 'black',
  maxInkPercent: 270,
  minTintPercent: 5,
  minLinePoints: 0.25,
  minTextPoints: 5,
  minReversedTextPoints: 7,
  minRichTextPoints: 9,
  minPpi: 100,
  goodPpi: 300,
  maxPpi: 600,
  minBitonalPpi: 600,
  maxBlankPages: 4,
  pdfx: [],
  severities: {},
}

/** 6 by 9 inches, 24 to 96 pages in steps of 4; the spine is as thick as at 500 pages per inch. */
const expected = (pageCount: number): Expected => {
  const spine = pageCount / 500
  return {
    pages: { min: 24, max: 96, step: 4 },
    toleranceInches: 0.02,
    press,
    guts: {
      width: 6.25,
      height: 9.25,
      trim: area(0.125, 0.125, 6, 9),
      gutter: 0.25,
      punch: 0,
      recto: { safe: area(0.625, 0.375, 5.25, 8.5) },
      verso: { trim: area(0.125, 0.125, 6, 9), safe: area(0.375, 0.375, 5.25, 8.5) },
    },
    cover: {
      width: 12.25 + spine,
      height: 9.25,
      trim: area(0.125, 0.125, 12 + spine, 9),
      spine,
      back: area(0.125, 0.125, 6, 9),
      spineArea: area(6.125, 0.125, spine, 9),
      front: area(6.125 + spine, 0.125, 6, 9),
      safeBack: area(0.375, 0.375, 5.5, 8.5),
      safeSpine: null,
      safeFront: area(6.375 + spine, 0.375, 5.5, 8.5),
      barcode: area(3.875, 0.375, 2, 1.2),
      flapBack: null,
      flapFront: null,
      safeFlapBack: null,
      safeFlapFront: null,
      punch: 0,
    },
  }
}

const noNames = { names: [], pages: [] }

function shape(width: number, height: number, from: number, to: number, more: Partial<PageShape> = {}): PageShape {
  const size = { width: width * 72, height: height * 72 }
  const trim: PageShape['trim'] = [9, 9, size.width - 9, size.height - 9]
  return {
    pages: [[from, to]],
    shown: size,
    fault: null,
    media: null,
    trim,
    bleed: [0, 0, size.width, size.height],
    rotate: 0,
    userUnit: 1,
    ...more,
  }
}

function facts(pageCount: number, more: Partial<PrintFacts> = {}): PrintFacts {
  return {
    sizeBytes: 1000,
    pdfVersion: '1.7',
    producer: null,
    title: null,
    pageCount,
    shapes: [shape(6.25, 9.25, 1, pageCount)],
    unlistedShapes: [],
    lookedUntilPage: pageCount,
    rebuilt: false,
    missingFonts: [],
    unlistedFonts: { count: 0, pages: [] },
    images: [],
    bitonalImages: [],
    fineImages: [],
    places: [],
    texts: [],
    pictures: [],
    panels: [],
    outlines: [],
    drawings: [],
    rules: [],
    smallTexts: [],
    smallReversedTexts: [],
    smallRichTexts: [],
    thinLines: [],
    inks: [],
    faintTints: [],
    whiteOverprints: [],
    transferCurves: [],
    upsideDown: [],
    printOnlyLayers: [],
    rgb: [],
    rgbBlack: [],
    rgbBlackText: [],
    lab: [],
    drawnFonts: [],
    hasLayers: false,
    spots: noNames,
    transparency: noNames,
    annotations: noNames,
    faults: [],
    damaged: [],
    limited: [],
    marks: [],
    registration: [],
    formFields: 0,
    xfa: false,
    scripts: [],
    launches: [],
    attachments: 0,
    hasLockedAttachments: false,
    pdfx: { claim: null, condition: null, lacksTrim: false, isAnnotated: false },
    rendering: { inks: [], colored: [], places: [], undrawn: [], skipped: [] },
    isbns: null,
    colorOverprints: [],
    unmeasuredInks: [],
    ...more,
  }
}

const coverFacts = (width: number, height = 9.25, more: Partial<PrintFacts> = {}) =>
  facts(1, { shapes: [shape(width, height, 1, 1)], ...more })

const unsized: PageShape = { ...shape(1, 1, 1, 1), shown: null, fault: 'missing' }

const image = (page: number, ppi: number, inches = 5) => ({ page, ppi, width: 640, height: 480, inches })

type Row = [name: string, facts: PrintFacts, expectedFindings: Partial<Finding>[]]

const interiors: Row[] = [
  ['no faults', facts(48), []],
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
        fix: 'The page has the size of the trimmed book, and something on it reaches the edge. Extend pictures and colors beyond the edge, and export with bleed: 6.25 × 9.25 in.',
      },
    ],
  ],
  [
    'the size of the trimmed page, with nothing near the edge',
    facts(48, {
      shapes: [shape(6, 9, 1, 48)],
      rendering: {
        inks: [{ pages: [[1, 48]], box: [5, 5, 427, 643] }],
        colored: [],
        places: [],
        undrawn: [],
        skipped: [],
      },
    }),
    [{ code: 'bleed_added', severity: 'info', pages: '1-48', got: '6 × 9 in', expected: '6.25 × 9.25 in' }],
  ],
  [
    'bleed on three sides',
    facts(48, { shapes: [shape(6.125, 9.25, 1, 48)] }),
    [{ code: 'bleed_added', pages: '1-48' }],
  ],
  [
    'a BleedBox of the right size in a larger page',
    facts(48, { shapes: [shape(7, 10, 1, 48, { bleed: [27, 27, 477, 693] })] }),
    [{ code: 'page_cropped', pages: '1-48', got: '7 × 10 in' }],
  ],
  [
    'a CropBox at the trim',
    facts(48, { shapes: [shape(6, 9, 1, 48, { media: [-9, -9, 441, 657] })] }),
    [{ code: 'crop_box_reset', pages: '1-48' }],
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
    ],
  ],
  [
    'pages of another size that lie on their side',
    facts(48, { shapes: [shape(8, 5, 3, 4), shape(6.25, 9.25, 1, 2), shape(6.25, 9.25, 5, 48)] }),
    [
      { code: 'page_size_wrong', pages: '3-4' },
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
    facts(48, { shapes: [shape(6.25, 9.25, 1, 48, { media: [-9, -9, 459, 675], userUnit: 2 })] }),
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
        code: 'trim_box_set',
        severity: 'info',
        got: 'no TrimBox',
        expected: '6 × 9 in, 0.125 in from the left and 0.125 in from the bottom',
      },
    ],
  ],
  [
    'no bleed box',
    facts(48, { shapes: [shape(6.25, 9.25, 1, 48, { bleed: null })] }),
    [
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
    'a different trim box on each page',
    facts(48, {
      shapes: Array.from({ length: 48 }, (_, i) =>
        shape(6.25, 9.25, i + 1, i + 1, { trim: [20 + i, 9, 441 + i, 657] }),
      ),
    }),
    [
      ...Array.from({ length: 5 }, (_, i) => ({ code: 'trim_box_wrong' as const, pages: `${i + 1}` })),
      { code: 'trim_box_wrong', pages: '6-48', got: 'further values' },
    ],
  ],
  [
    'a missing font',
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
    'more missing fonts than a finding lists',
    facts(48, {
      missingFonts: [{ name: 'Helvetica', pages: [[2, 2]] }],
      unlistedFonts: { count: 784, pages: [[3, 48]] },
    }),
    [
      { code: 'font_not_embedded', got: 'Helvetica' },
      { code: 'font_not_embedded', pages: '3-48', got: '784 more fonts' },
    ],
  ],
  ['images of 300 and 299.6 ppi', facts(48, { images: [image(3, 300), image(4, 299.6)] }), []],
  [
    'a QR code of 33 ppi',
    facts(48, { images: [image(3, 33, 1)] }),
    [{ code: 'image_resolution_low', severity: 'warning', got: '33 ppi' }],
  ],
  [
    'images of 299.4 and 99.5 ppi',
    facts(48, { images: [image(3, 299.4), image(4, 99.5)] }),
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
    'an image of 99.4 ppi',
    facts(48, { images: [image(3, 99.4)] }),
    [
      {
        code: 'image_resolution_too_low',
        severity: 'error',
        message:
          'The image with the lowest resolution, on page 3, has 640 × 480 pixels and is printed 5 in large, with only 99 ppi; at least 100 ppi is needed.',
      },
    ],
  ],
  [
    'text in the gutter of one page and near the trim of another',
    facts(48, {
      texts: [
        { box: [36, 72, 396, 576], pages: [[5, 5]] },
        { box: [40, 20, 396, 576], pages: [[4, 4]] },
        { box: [50, 72, 445, 576], pages: [[7, 7]] },
      ],
    }),
    [
      {
        code: 'text_in_gutter',
        severity: 'warning',
        pages: '5',
        got: '0.125 in inside the gutter',
        expected: 'at least 0.5 in from the binding of a book of 48 pages',
        place: { page: 5, x: 0.5, y: 1, width: 0.125, height: 7 },
      },
      { code: 'text_near_trim', pages: '4', got: '0.097 in outside the safe area' },
      { code: 'text_across_trim', pages: '7', got: '0.056 in beyond the trim' },
    ],
  ],
  [
    'letters as outlines and a small drawing near the trim, a frame along it, and a line that ends far from it',
    facts(48, {
      outlines: [{ box: [40, 20, 396, 32], pages: [[4, 4]] }],
      drawings: [
        { box: [400, 72, 425, 80], pages: [[7, 7]] },
        { box: [400, 600, 445, 640], pages: [[9, 9]] },
      ],
      rules: [
        { box: [14, 14, 15, 652], pages: [[6, 6]] },
        { box: [46, 46, 47, 620], pages: [[8, 8]] },
      ],
    }),
    [
      {
        code: 'text_near_trim',
        pages: '4, 7',
        message:
          'Pages 4, 7 have shapes in a row, such as letters, 0.097 in outside the safe area; expected is at least 0.25 in from the trim. The worst is on page 4. Move it 0.097 in inward.',
      },
      {
        code: 'line_near_trim',
        severity: 'warning',
        pages: '6',
        got: '0.056 in outside the safe area',
        expected: 'at least 0.125 in from the trim',
      },
    ],
  ],
  [
    'a picture that ends at the trim of two pages',
    facts(48, {
      pictures: [
        {
          box: [9, 9, 441, 657],
          pages: [
            [3, 3],
            [8, 8],
          ],
        },
      ],
    }),
    [
      {
        code: 'picture_short_of_bleed',
        pages: '3, 8',
        got: '0.125 in short of the end of the bleed',
        expected: '0.125 in beyond the trim',
      },
    ],
  ],
  [
    'marks outside the trim of one page, and lines further in and on other pages that are none',
    facts(48, {
      marks: [
        { page: 7, reach: 9 },
        { page: 9, reach: 20 },
      ],
      places: [
        { kind: 'marks', value: 8, page: 8, box: [0, 0, 8, 8] },
        { kind: 'marks', value: 20, page: 7, box: [0, 0, 20, 20] },
      ],
    }),
    [{ code: 'marks_in_bleed', pages: '7', place: { page: 7, x: 0, y: 0, width: 6.25, height: 9.25 } }],
  ],
  [
    'a large and a small image of low resolution, of which the worst gives the place',
    facts(48, {
      images: [
        { page: 3, ppi: 150, width: 640, height: 480, inches: 5 },
        { page: 4, ppi: 110, width: 110, height: 110, inches: 1 },
      ],
      places: [
        { kind: 'large_image', value: 150, page: 3, box: [72, 72, 432, 342] },
        { kind: 'small_image', value: 110, page: 4, box: [72, 72, 144, 144] },
      ],
    }),
    [{ code: 'image_resolution_low', pages: '3-4', place: { page: 4, x: 1, y: 1, width: 1, height: 1 } }],
  ],
  ['marks outside the trim', facts(48, { marks: [{ page: 7, reach: 9 }] }), [{ code: 'marks_in_bleed', pages: '7' }]],
  ['strokes that reach into the page', facts(48, { marks: [{ page: 7, reach: 20 }] }), []],
  [
    'two pages side by side',
    facts(48, { shapes: [shape(12, 9, 1, 48)] }),
    [{ code: 'pages_are_spreads', severity: 'error', pages: '1-48', got: '12 × 9 in', expected: '6.25 × 9.25 in' }],
  ],
  [
    'more than the press can print',
    facts(48, {
      rendering: {
        inks: [
          {
            pages: [
              [2, 2],
              [9, 13],
            ],
            box: null,
          },
        ],
        colored: [[4, 4]],
        places: [],
        undrawn: [],
        skipped: [],
      },
      inks: [
        { value: 280, pages: [[1, 2]] },
        { value: 310, pages: [[5, 5]] },
        { value: 270, pages: [[6, 6]] },
      ],
      faintTints: [
        { value: 3, pages: [[7, 7]] },
        { value: 5, pages: [[8, 8]] },
      ],
      whiteOverprints: [[1, 1]],
      colorOverprints: [[2, 2]],
      thinLines: [
        { value: 0.1, pages: [[1, 1]] },
        { value: 0.25, pages: [[2, 2]] },
      ],
      smallTexts: [
        { value: 4.9, pages: [[1, 1]] },
        { value: 5, pages: [[2, 2]] },
      ],
      smallReversedTexts: [
        { value: 6.9, pages: [[1, 1]] },
        { value: 7, pages: [[2, 2]] },
      ],
      smallRichTexts: [
        { value: 8.9, pages: [[1, 1]] },
        { value: 9, pages: [[2, 2]] },
      ],
      fineImages: [{ value: 700, pages: [[1, 1]] }],
      bitonalImages: [
        { value: 400, pages: [[1, 1]] },
        { value: 200, pages: [[2, 2]] },
        { value: 600, pages: [[3, 3]] },
      ],
      rgb: [[4, 4]],
      rgbBlack: [[1, 48]],
      rgbBlackText: [[2, 5]],
      lab: [[4, 4]],
      drawnFonts: [[1, 1]],
      transferCurves: [[1, 1]],
      upsideDown: [[3, 3]],
      printOnlyLayers: ['Notes'],
      pdfx: { claim: 'PDF/X-1:2001', condition: null, lacksTrim: false, isAnnotated: false },
    }),
    [
      { code: 'colour_rgb' },
      { code: 'pages_blank', severity: 'warning', pages: '9-13', expected: 'at most 4 blank pages in a row' },
      { code: 'colour_not_printed', pages: '4' },
      { code: 'ink_coverage_high', pages: '1-2, 5', got: 'ink of 310 %', expected: 'at most 270 %' },
      { code: 'tint_faint', pages: '7', got: 'a tint of 3 %' },
      { code: 'white_overprint', pages: '1' },
      { code: 'colour_overprint', pages: '2' },
      { code: 'line_too_thin', pages: '1', got: 'a line of 0.1 pt' },
      { code: 'text_small', pages: '1', got: 'text of 4.9 pt' },
      { code: 'reversed_text_small', pages: '1' },
      { code: 'rich_text_small', pages: '1' },
      { code: 'image_resolution_high', severity: 'info', got: 'an image of 700 ppi' },
      { code: 'bitonal_resolution_low', pages: '1', got: 'an image of 400 ppi without gray' },
      { code: 'colour_rgb_black', severity: 'info', pages: '1-3, 5-48' },
      { code: 'black_text_converted', severity: 'info', pages: '2-5' },
      { code: 'colour_lab', pages: '4' },
      { code: 'font_drawn', pages: '1' },
      { code: 'transfer_curve', pages: '1' },
      { code: 'page_upside_down', pages: '3' },
      { code: 'layer_prints_hidden', got: 'the layer Notes' },
      { code: 'pdfx_false', got: 'PDF/X-1:2001, with no output condition, RGB, Lab, transfer curves' },
    ],
  ],
  [
    'every other fault',
    facts(48, {
      rebuilt: true,
      damaged: [[8, 8]],
      faults: [
        { kind: 'object_missing', object: null, got: '/Nope, which is not in the file', pages: [[2, 2]] },
        { kind: 'image_damaged', object: 5, got: 'a JPEG whose data break off', pages: [[3, 3]] },
        { kind: 'font_damaged', object: 6, got: 'the font Inter, which cannot be loaded', pages: [[4, 4]] },
        { kind: 'glyph_missing', object: 6, got: 'glyph 9 of the font Inter, which has 7', pages: [[4, 4]] },
        { kind: 'too_complex', object: null, got: '5 million drawing operators', pages: [[5, 5]] },
      ],
      rendering: { inks: [], colored: [], places: [], undrawn: [[6, 6]], skipped: [[7, 7]] },
      limited: [[9, 9]],
      unmeasuredInks: [[10, 11]],
      rgb: [[1, 48]],
      spots: { names: ['Gold'], pages: [[1, 1]] },
      transparency: { names: ['opacity'], pages: [[1, 1]] },
      annotations: { names: ['Link'], pages: [[1, 1]] },
      formFields: 2,
      xfa: true,
      scripts: ['document'],
      launches: ['Launch'],
      attachments: 1,
      hasLockedAttachments: true,
      registration: [[1, 1]],
      pdfx: { claim: null, condition: 'FOGRA39', lacksTrim: false, isAnnotated: false },
      lookedUntilPage: 40,
    }),
    [
      { code: 'index_rebuilt' },
      { code: 'drawing_damaged', severity: 'error', pages: '8' },
      { code: 'object_missing', severity: 'error', pages: '2', got: '/Nope, which is not in the file' },
      { code: 'image_damaged', severity: 'error', got: 'a JPEG whose data break off (object 5)' },
      { code: 'font_damaged', severity: 'error', pages: '4' },
      { code: 'glyph_missing', severity: 'error', pages: '4' },
      { code: 'page_too_complex', severity: 'error', pages: '5' },
      { code: 'page_not_drawn', severity: 'error', pages: '6' },
      { code: 'colour_rgb' },
      { code: 'colour_spot', severity: 'info', got: 'Gold' },
      { code: 'transparency', got: 'opacity' },
      { code: 'annotations', got: 'Link' },
      { code: 'form_fields', got: '2 fields' },
      { code: 'form_xfa' },
      { code: 'scripts', got: 'in document' },
      { code: 'actions', got: 'Launch' },
      { code: 'attachments_unlocked' },
      { code: 'attachments' },
      { code: 'marks_in_bleed' },
      { code: 'pdfx_claimed', severity: 'info', got: 'no version, for FOGRA39' },
      {
        code: 'check_limited',
        pages: '9',
        message: 'Page 9 has drawings that are nested deeper, or have more parts, than the check examines.',
      },
      { code: 'check_limited', severity: 'warning', pages: '7' },
      {
        code: 'check_limited',
        pages: '10-11',
        message: 'Pages 10-11 have images or gradients whose ink the check could not measure.',
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
  [
    'a cover with text on a thin spine and over its fold, and a picture in the area of the barcode',
    coverFacts(12.346, 9.25, {
      texts: [
        { box: [442, 300, 447, 400], pages: [[1, 1]] },
        { box: [430, 500, 500, 512], pages: [[1, 1]] },
      ],
      pictures: [{ box: [260, 60, 300, 160], pages: [[1, 1]] }],
    }),
    [
      { code: 'spine_too_thin_for_text', got: '0.069 in wide' },
      {
        code: 'text_over_fold',
        got: '0.249 in over a fold or hinge',
        expected: 'no text or small drawing over a fold or hinge',
      },
      { code: 'barcode_area_used', place: { page: 1, x: 3.875, y: 0.833, width: 0.292, height: 0.742 } },
    ],
  ],
  [
    'a cover with a small drawing on a thin spine',
    coverFacts(12.346, 9.25, { drawings: [{ box: [442, 300, 447, 305], pages: [[1, 1]] }] }),
    [
      {
        code: 'spine_too_thin_for_text',
        message:
          'Page 1 has a small drawing 0.069 in wide; expected is no text or small drawing on a spine of this thickness. This spine is too thin for text and small drawings.',
      },
    ],
  ],
  ['a cover of two pages', facts(2), [{ code: 'cover_not_one_page', got: '2 pages', expected: '1 page' }]],
]

function assertFindings(findings: Finding[], expectedFindings: Partial<Finding>[]): void {
  const actual = findings.map((finding, i) => {
    const keys = Object.keys(expectedFindings[i] ?? { code: '' }) as (keyof Finding)[]
    return Object.fromEntries(keys.map(key => [key, finding[key]]))
  })
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), expectedFindings)
}

describe('the findings about interiors', () => {
  for (const [name, guts, expectedFindings] of interiors) {
    it(`an interior with ${name} has its findings`, () =>
      assertFindings(evaluateBook({ cover: null, guts }, expected, null).findings, expectedFindings))
  }
})

describe('the findings about covers', () => {
  for (const [name, cover, expectedFindings] of covers) {
    it(`${name} has its findings`, () =>
      assertFindings(evaluateBook({ cover, guts: facts(48) }, expected, null).findings, expectedFindings))
  }
})

describe('covers without a page count', () => {
  const rows: Row[] = [
    [
      'a cover that fits a book of the product',
      coverFacts(12.346, 9.25, { rgb: [[1, 1]] }),
      [
        {
          code: 'cover_width_unchecked',
          severity: 'warning',
          file: 'cover',
          got: 'a cover for 48 pages',
          expected: 'a page count',
          message: 'The cover is as wide as that of a book of 48 pages. The page count of this book is unknown.',
        },
        { code: 'colour_rgb' },
      ],
    ],
    [
      'a cover that fits no book of the product',
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
    ['a cover that is too wide for the thickest book', coverFacts(12.47), [{ code: 'cover_size_wrong' }]],
    [
      'a cover between two books, within the tolerance of one of them',
      coverFacts(12.31),
      [{ code: 'cover_width_unchecked' }],
    ],
    [
      'a cover on its side',
      coverFacts(9.25, 12.346),
      [{ code: 'cover_width_unchecked', got: 'a cover for 48 pages' }, { code: 'page_turned' }],
    ],
    ['a cover without a size', facts(1, { shapes: [unsized] }), [{ code: 'page_size_missing' }]],
    ['a cover with two pages', facts(2), [{ code: 'cover_not_one_page' }]],
  ]
  for (const [name, cover, expectedFindings] of rows) {
    it(`${name} is evaluated without a page count`, () => {
      const { findings, pageCount } = evaluateBook({ cover, guts: null }, expected, null)
      assertFindings(findings, expectedFindings)
      assert.equal(pageCount, null)
    })
  }

  it('text where the holes of a coil are is named with the width of the strip, on either side of a leaf', () => {
    const coil = (pageCount: number): Expected => {
      const usual = expected(pageCount)
      return { ...usual, guts: { ...usual.guts, punch: 0.375 } }
    }
    const texts: PrintFacts['texts'] = [
      { box: [18, 72, 396, 576], pages: [[5, 5]] },
      { box: [54, 72, 432, 576], pages: [[6, 6]] },
    ]
    assertFindings(evaluateBook({ cover: null, guts: facts(48, { texts }) }, coil, null).findings, [
      {
        code: 'text_in_punch',
        severity: 'warning',
        pages: '5-6',
        got: '0.25 in inside the punch margin',
        expected: 'at least 0.375 in from the binding, where the holes are',
      },
    ])
  })

  it('a cover needs no page count when all books of the product have the same spine', () => {
    const stapled = (pageCount: number): Expected => ({ ...expected(pageCount), cover: expected(24).cover })
    const findingsOf = (cover: PrintFacts) => evaluateBook({ cover, guts: null }, stapled, null).findings
    assertFindings(findingsOf(coverFacts(12.298)), [])
    assertFindings(findingsOf(coverFacts(12.346)), [{ code: 'cover_size_wrong', expected: '12.298 × 9.25 in' }])
    assertFindings(findingsOf(coverFacts(9.25, 12.298)), [{ code: 'page_turned' }])
  })

  it('a cover is evaluated for any book when no book has the page count of the interior', () => {
    const { findings } = evaluateBook({ cover: coverFacts(99), guts: facts(20) }, expected, null)
    assertFindings(findings, [{ code: 'page_count_out_of_range' }, { code: 'cover_size_wrong' }])
  })
})

describe('the page count', () => {
  it('the cover must fit the page count of the book after repairs', () => {
    const { findings, pageCount, repairs } = evaluateBook(
      { cover: coverFacts(12.346), guts: facts(45) },
      expected,
      null,
    )
    assertFindings(findings, [{ code: 'pages_padded' }])
    assert.equal(pageCount, 48)
    assert.deepEqual(repairs, { cover: [], guts: [{ kind: 'pad', pages: 3 }] })
  })

  it('the page count is the declared count without an interior', () => {
    const { findings, pageCount } = evaluateBook({ cover: coverFacts(12.346), guts: null }, expected, 48)
    assert.deepEqual([findings, pageCount], [[], 48])
  })

  it('a declared page count must be allowed for the product, even without an interior', () => {
    const findingsOf = (declared: number) =>
      evaluateBook({ cover: coverFacts(12.298), guts: null }, expected, declared).findings
    assertFindings(findingsOf(20), [
      {
        code: 'page_count_out_of_range',
        file: 'guts',
        got: '20 pages declared',
        expected: '24 to 96 pages, in steps of 4',
      },
      { code: 'cover_width_unchecked' },
    ])
    assertFindings(findingsOf(25), [
      {
        code: 'page_count_not_in_step',
        message: '25 pages are declared; this product has 24 to 96 pages, in steps of 4.',
        fix: 'Declare a page count that the product has.',
      },
    ])
  })

  it('the page count of the interior must be the declared count', () => {
    const { findings } = evaluateBook({ cover: null, guts: facts(48) }, expected, 52)
    assertFindings(findings, [{ code: 'page_count_not_declared', got: '48 pages', expected: '52 pages' }])
  })

  it('at most three blank pages are added to an interior', () => {
    const inEights = (pageCount: number): Expected => ({ ...expected(pageCount), pages: { min: 24, max: 96, step: 8 } })
    const { findings, repairs } = evaluateBook({ cover: null, guts: facts(42) }, inEights, null)
    assertFindings(findings, [{ code: 'page_count_not_in_step' }])
    assert.deepEqual(repairs.guts, [])
  })
})

it('the gutter of a book that is bound at its right is at the right of odd pages, and its front at the left', () => {
  const fromRight = (pageCount: number): Expected => {
    const { cover, guts, ...other } = expected(pageCount)
    return {
      ...other,
      guts: { ...guts, bindingEdge: 'right' },
      cover: { ...cover, back: cover.front, front: cover.back, barcode: area(cover.front.x + 0.25, 0.375, 2, 1.2) },
    }
  }
  const guts = facts(48, {
    texts: [
      { box: [36, 72, 396, 576], pages: [[4, 5]] },
      { box: [54, 72, 414, 576], pages: [[6, 7]] },
    ],
  })
  const inGutter = (book: (pageCount: number) => Expected) =>
    evaluateBook({ cover: null, guts }, book, null)
      .findings.filter(({ code }) => code === 'text_in_gutter')
      .map(({ pages, place }) => [pages, place?.x])
  assert.deepEqual(inGutter(expected), [['5-6', 0.5]])
  assert.deepEqual(inGutter(fromRight), [['4, 7', 0.5]])
})

it('a page is turned back to its unrotated position', () => {
  const lying = (rotate: PageShape['rotate']) => facts(48, { shapes: [shape(9.25, 6.25, 1, 48, { rotate })] })
  const degreesFor = (rotate: PageShape['rotate']) =>
    evaluateBook({ cover: null, guts: lying(rotate) }, expected, null).repairs.guts.map(
      repair => repair.kind === 'turn' && repair.degrees,
    )
  assert.deepEqual(
    [0, 90, 180, 270].map(rotate => degreesFor(rotate as PageShape['rotate'])),
    [[90], [270], [90], [90]],
  )
})

it('a long list of pages is shortened and names the number of further pages', () => {
  const odd = Array.from({ length: 48 }, (_, i): [number, number] => [2 * i + 1, 2 * i + 1])
  const [finding] = evaluateBook({ cover: null, guts: facts(96, { rgb: odd }) }, expected, null).findings
  assert.match(finding!.pages!, /^1, 3, 5, .* 39 and 28 more$/)
})

describe('severities of a book', () => {
  const evaluate = (changes: Partial<Press>) => {
    const file = facts(48, { rgb: [[1, 1]], inks: [{ value: 250, pages: [[3, 3]] }] })
    const book = (pageCount: number): Expected => ({ ...expected(pageCount), press: { ...press, ...changes } })
    return evaluateBook({ cover: null, guts: file }, book, null).findings.map(({ code, severity }) => [code, severity])
  }

  it('a book may have limits of its own', () =>
    assert.deepEqual(evaluate({ maxInkPercent: 240 }), [
      ['colour_rgb', 'warning'],
      ['ink_coverage_high', 'warning'],
    ]))
  it('a book may find worse what others only warn of, or leave it out', () =>
    assert.deepEqual(evaluate({ maxInkPercent: 240, severities: { colour_rgb: 'off', ink_coverage_high: 'error' } }), [
      ['ink_coverage_high', 'error'],
    ]))
  it('a book that needs PDF/X refuses other files', () =>
    assert.deepEqual(evaluate({ pdfx: ['PDF/X-4'] }), [
      ['colour_rgb', 'warning'],
      ['pdfx_required', 'error'],
    ]))
})

it('every code is tested here, or refuses a file for any purpose', () => {
  const tested = new Set<Code>([...interiors, ...covers].flatMap(([, , rows]) => rows.map(({ code }) => code!)))
  const testedElsewhere: Code[] = [
    'page_count_not_declared',
    'page_count_not_in_step',
    'cover_width_unchecked',
    'not_mended',
    'pdfx_required',
    'repair_refused',
    'trim_box_missing',
    'text_near_fold',
    'text_in_punch',
    'color_edge_at_fold',
    // In the corpus and in repairBook.test.ts.
    'isbn_barcode_wrong',
    'isbn_barcode_faint',
    'isbn_on_front',
    'isbn_price_wrong',
    'isbn_text_wrong',
    'isbn_barcode_missing',
    'isbn_barcode_drawn',
    'isbn_barcode_not_drawn',
  ]
  const untested = (Object.keys(codes) as Code[]).filter(code => !tested.has(code) && !testedElsewhere.includes(code))
  assert.deepEqual(
    untested.filter(code => !code.startsWith('file_')),
    [],
  )
  for (const code of untested) assert.equal(refusal({ code, got: null, expected: null }).severity, 'error')
})

it('every finding names the value in the file and, where possible, the expected value', () => {
  const findings = [
    ...interiors.flatMap(([, guts]) => evaluateBook({ cover: null, guts }, expected, null).findings),
    ...covers.flatMap(([, cover]) => evaluateBook({ cover, guts: facts(48) }, expected, null).findings),
  ]
  const codesWithout = (key: 'got' | 'expected') => [
    ...new Set(findings.filter(finding => finding[key] === null).map(({ code }) => code)),
  ]
  assert.deepEqual(codesWithout('got'), [])
  assert.deepEqual(codesWithout('expected'), ['pdfx_claimed'])
})
