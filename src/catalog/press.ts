// What the press of a book can print, as far as files are held to it. Printers disagree, so every limit is data of the
// book, and these are the defaults. Where no printer is named, the default is our own choice. docs/operator-data.md
// lists them.

import type { ManufacturingSku, Press } from './schema.ts'

const defaults: Omit<Press, 'pageInks'> = {
  /** Lulu. Ingram allows 240. */
  maxInkPercent: 270,
  /** Lulu advises against tints below 20. */
  minTintPercent: 5,
  minLinePoints: 0.25,
  /** Notes and raised figures of good books are small. */
  minTextPoints: 5,
  minReversedTextPoints: 7,
  minRichTextPoints: 9,
  minPpi: 100,
  /** KDP and Lulu. */
  goodPpi: 300,
  /** Lulu. */
  maxPpi: 600,
  minBitonalPpi: 600,
  maxBlankPages: 4,
  pdfx: [],
  severities: {},
}

export const pressOf = ({ press, attributes }: ManufacturingSku): Press => ({
  ...defaults,
  pageInks: /\bblack\b/i.test(attributes.textColor) ? 'black' : 'color',
  ...press,
})
