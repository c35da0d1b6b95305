// Which of the operator's boxes hold the books of an order. Books lie flat in stacks, each in a cell as large as the
// largest book of the parcel, so an answer never needs a clever packer: what is said to fit does fit. The smallest box
// that holds everything is taken; without one, the box that takes the most is filled again and again.

export type Measures = { lengthInches: number; widthInches: number; heightInches: number }

/** A box or carton of the operator. `wallInches` is what each wall adds to its outside. */
export type Box = { name: string; inside: Measures; emptyOunces: number; maxPounds: number; wallInches: number }

/** Copies of one book. The height of a copy is its thickness. */
export type BookStack = { quantity: number; copy: Measures; copyOunces: number }

/** `copies` of each book, in their order; `ounces` with the box. */
export type PackedParcel = { box: Box; copies: number[]; ounces: number }

/** An order that needs more parcels is no matter of boxes: it goes by pallet. */
const maxParcels = 50
const ouncesPerPound = 16
export const gramsPerOunce = 28.349523125

/** Null when no box holds one of the books, or the books need too many parcels. */
export function packBooks(books: readonly BookStack[], boxes: readonly Box[]): PackedParcel[] | null {
  const bySize = boxes.toSorted((a, b) => volumeOf(a.inside) - volumeOf(b.inside) || a.emptyOunces - b.emptyOunces)
  let rest = books.map(({ quantity }) => quantity)
  const parcels: PackedParcel[] = []
  while (countOf(rest) > 0) {
    if (parcels.length === maxParcels) return null
    const wanted = books.map((book, i) => ({ ...book, quantity: rest[i]! }))
    const filled = bySize.map(box => ({ box, copies: fill(box, wanted) }))
    const whole = filled.find(({ copies }) => countOf(copies) === countOf(rest))
    const fullest = whole ?? filled.toSorted((a, b) => countOf(b.copies) - countOf(a.copies))[0]
    if (fullest === undefined || countOf(fullest.copies) === 0) return null
    parcels.push({ ...fullest, ounces: ouncesOf(fullest.box, books, fullest.copies) })
    rest = rest.map((quantity, i) => quantity - fullest.copies[i]!)
  }
  return parcels
}

/** The books in a box that a person chose, whether they seem to fit or not. */
export function packInto(box: Box, books: readonly BookStack[]): PackedParcel {
  const copies = books.map(({ quantity }) => quantity)
  return { box, copies, ounces: ouncesOf(box, books, copies) }
}

/** The measures of a box as the carrier sees them. */
export const outsideOf = ({ inside, wallInches }: Box): Measures => ({
  lengthInches: inside.lengthInches + 2 * wallInches,
  widthInches: inside.widthInches + 2 * wallInches,
  heightInches: inside.heightInches + 2 * wallInches,
})

const countOf = (copies: readonly number[]): number => copies.reduce((sum, count) => sum + count, 0)
const volumeOf = ({ lengthInches, widthInches, heightInches }: Measures): number =>
  lengthInches * widthInches * heightInches

const ouncesOf = (box: Box, books: readonly BookStack[], copies: readonly number[]): number =>
  books.reduce((sum, { copyOunces }, i) => sum + copyOunces * copies[i]!, box.emptyOunces)

/** How many copies of each book go into a box, the thickest first, in the best of its three positions. */
function fill(box: Box, books: readonly BookStack[]): number[] {
  const { lengthInches: l, widthInches: w, heightInches: h } = box.inside
  const positions: [number, number, number][] = [
    [l, w, h],
    [l, h, w],
    [w, h, l],
  ]
  const fillings = positions.map(([long, wide, high]) => stack(box, books, { long, wide, high }))
  return fillings.reduce((most, next) => (countOf(next) > countOf(most) ? next : most))
}

function stack(
  { emptyOunces, maxPounds }: Box,
  books: readonly BookStack[],
  { long, wide, high }: { long: number; wide: number; high: number },
): number[] {
  const copies = books.map(() => 0)
  const fitting = books
    .map((book, i) => ({ ...book, i }))
    .filter(({ quantity, copy }) => quantity > 0 && copy.heightInches <= high && cellsOf(copy, long, wide) > 0)
    .sort((a, b) => b.copy.heightInches - a.copy.heightInches)
  const cell = {
    lengthInches: Math.max(...fitting.map(({ copy }) => Math.max(copy.lengthInches, copy.widthInches))),
    widthInches: Math.max(...fitting.map(({ copy }) => Math.min(copy.lengthInches, copy.widthInches))),
  }
  const stacks = Array.from({ length: fitting.length === 0 ? 0 : cellsOf(cell, long, wide) }, () => high)
  let ounces = maxPounds * ouncesPerPound - emptyOunces
  for (const { quantity, copy, copyOunces, i } of fitting)
    for (; copies[i]! < quantity && copyOunces <= ounces; copies[i]!++) {
      const place = stacks.findIndex(room => room >= copy.heightInches)
      if (place === -1) break
      stacks[place]! -= copy.heightInches
      ounces -= copyOunces
    }
  return copies
}

/** How many books lie side by side, all in the same direction. */
function cellsOf({ lengthInches, widthInches }: Omit<Measures, 'heightInches'>, long: number, wide: number): number {
  const along = Math.floor(long / lengthInches) * Math.floor(wide / widthInches)
  const across = Math.floor(long / widthInches) * Math.floor(wide / lengthInches)
  return Math.max(along, across)
}

/** Scales of packing tables show half ounces, and packing paper weighs something. */
const minToleranceOunces = 0.5
const toleranceShare = 0.05

/**
 * The weights that a scale may show for a parcel. The tolerance is never half of the lightest copy, so that a missing
 * or additional book is found.
 */
export function weightRange({ copies, ounces }: PackedParcel, books: readonly BookStack[]) {
  const lightest = Math.min(...books.filter((_, i) => copies[i]! > 0).map(({ copyOunces }) => copyOunces))
  const tolerance = Math.min(Math.max(minToleranceOunces, toleranceShare * ounces), 0.49 * lightest)
  return { min: ounces - tolerance, max: ounces + tolerance }
}
