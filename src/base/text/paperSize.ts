// The sheets of the documents that we draw, in points.

export const paperSizes = ['letter', 'a4'] as const
export type PaperSize = (typeof paperSizes)[number]

export const sheets: Record<PaperSize, { width: number; height: number }> = {
  letter: { width: 612, height: 792 },
  a4: { width: 595.28, height: 841.89 },
}

const letterCountries = new Set('US CA MX PR GU VI AS MP BZ CL CO CR GT NI PA PH SV VE'.split(' '))

/** The sheet that offices in that country use. */
export const paperSizeIn = (country: string): PaperSize =>
  letterCountries.has(country.toUpperCase()) ? 'letter' : 'a4'
