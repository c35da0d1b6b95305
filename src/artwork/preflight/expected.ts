// What a product of a given page count requires of its files; lengths in inches. `coverInches` and `pageInches` of the
// catalogue fit as they are.

/** Measured from the lower left corner of the whole file. */
export type Area = { x: number; y: number; width: number; height: number }

export type Size = { width: number; height: number }

export type ExpectedFile = Size & { trim: Area }

export type Expected = {
  pages: { min: number; max: number; step: number }
  toleranceInches: number
  cover: ExpectedFile & { spine: number }
  guts: ExpectedFile
}

/** More than the error of rounding to thousandths of a point. */
const roundingInches = 0.0001

export const isNear = (got: number, expected: number, toleranceInches: number): boolean =>
  Math.abs(got - expected) <= toleranceInches + roundingInches

/** Whether more than the trimmed book is printed, so that a file must define what is cut off. */
export const hasBleed = ({ width, height, trim }: ExpectedFile): boolean => trim.width < width || trim.height < height
