// A picture that a program has cut into strips or tiles is judged as one picture: images of the same resolution that
// touch each other, side by side or one above the other.

import type { PlacedImage } from '../drawing/drawn.ts'
import { type Area, transformBox } from '../drawing/plane.ts'
import { around } from './layout.ts'

/** Resolutions of tiles differ, as their sizes are rounded to pixels. */
const maxDifference = 0.1
/** Points by which the edges of tiles may differ: the size of a pixel, within limits. */
const minTolerance = 0.5
const maxTolerance = 2
/** Images that are drawn over each other, such as a picture and its shadow, are neighbors in order. */
const maxLookback = 8

type Axis = 0 | 1
type Tile = { image: PlacedImage; box: Area; seen: Area; pixels: [across: number, up: number] }

export function joinTiles(images: PlacedImage[]): PlacedImage[] {
  const tiles: Tile[] = []
  const others: PlacedImage[] = []
  for (const image of images) {
    const tile = tileOf(image)
    if (tile === null) others.push(image)
    else tiles.push(tile)
  }
  const joined = [true, false].flatMap(isBitonal => {
    const ofKind = tiles.filter(({ image }) => image.isBitonal === isBitonal)
    return joinAlong(joinAlong(joinAlong(ofKind, 0), 1), 0)
  })
  return [...joined.map(({ image }) => image), ...others]
}

/** Null for an image that is turned by less than a right angle, and for one whose place is unknown. */
function tileOf(image: PlacedImage): Tile | null {
  const { matrix, width, height, seen } = image
  const isUpright = matrix[1] === 0 && matrix[2] === 0
  const isTurned = matrix[0] === 0 && matrix[3] === 0
  if (seen === null || !(isUpright || isTurned)) return null
  return { image, box: transformBox([0, 0, 1, 1], matrix), seen, pixels: isUpright ? [width, height] : [height, width] }
}

function joinAlong(tiles: Tile[], axis: Axis): Tile[] {
  const across = axis === 0 ? 1 : 0
  const row = ({ box }: Tile) => Math.round(box[across])
  const joined: Tile[] = []
  for (const tile of tiles.toSorted((a, b) => row(a) - row(b) || a.box[axis] - b.box[axis])) {
    const first = Math.max(0, joined.length - maxLookback)
    const i = joined.findLastIndex((earlier, i) => i >= first && isNext(earlier, tile, axis))
    if (i < 0) joined.push(tile)
    else joined[i] = join(joined[i]!, tile, axis)
  }
  return joined
}

const pixelSize = ({ box, pixels }: Tile, axis: Axis) => (box[axis === 0 ? 2 : 3] - box[axis]) / pixels[axis]

function isNext(earlier: Tile, tile: Tile, axis: Axis): boolean {
  const across = axis === 0 ? 1 : 0
  const isAlike = ([0, 1] as const).every(
    one => Math.abs(pixelSize(earlier, one) / pixelSize(tile, one) - 1) < maxDifference,
  )
  if (!isAlike) return false
  const tolerance = Math.min(maxTolerance, Math.max(minTolerance, pixelSize(tile, axis)))
  const isNear = (a: number, b: number) => Math.abs(a - b) <= tolerance
  const end = axis === 0 ? 2 : 3
  const endAcross = axis === 0 ? 3 : 2
  return (
    isNear(earlier.box[across], tile.box[across]) &&
    isNear(earlier.box[endAcross], tile.box[endAcross]) &&
    isNear(earlier.box[end], tile.box[axis])
  )
}

function join(a: Tile, b: Tile, axis: Axis): Tile {
  const box = around(a.box, b.box)
  const seen = around(a.seen, b.seen)
  const width = axis === 0 ? a.pixels[0] + b.pixels[0] : Math.max(a.pixels[0], b.pixels[0])
  const height = axis === 1 ? a.pixels[1] + b.pixels[1] : Math.max(a.pixels[1], b.pixels[1])
  const [left, bottom, right, top] = box
  const image: PlacedImage = {
    width,
    height,
    isBitonal: a.image.isBitonal,
    object: null,
    matrix: [right - left, 0, 0, top - bottom, left, bottom],
    seen,
  }
  return { image, box, seen, pixels: [width, height] }
}
