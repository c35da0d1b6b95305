// What a product of a page count needs of its files; lengths in inches. `coverInches` and `pageInches` of the catalogue fit
// as they are.

/** From the lower left corner of the whole file. */
export type Area = { x: number; y: number; width: number; height: number }

export type Size = { width: number; height: number }

export type ExpectedFile = Size & { trim: Area }

export type Expected = {
  pages: { min: number; max: number; step: number }
  toleranceInches: number
  cover: ExpectedFile & { spine: number }
  guts: ExpectedFile
}

/** Above what a file's rounding to thousandths of a point can do. */
const roundingInches = 0.0001

export const isNear = (got: number, expected: number, toleranceInches: number): boolean =>
  Math.abs(got - expected) <= toleranceInches + roundingInches

/** Where something else than the trimmed book is printed, so that a file has to say what is cut off. */
export const hasBleed = ({ width, height, trim }: ExpectedFile): boolean => trim.width < width || trim.height < height
