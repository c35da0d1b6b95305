// The facts about a page that an image, a line or a text adds, as far as it shows.

import { addBox, minPicture } from '../pages/layout.ts'
import type { TextPosition } from '../text/textPosition.ts'
import { addImage, type Drawn, type PlacedImage, recordText } from './drawn.ts'
import type { State } from './graphicsState.ts'
import { isWhite, recordInk, textKindOf } from './inks.ts'
import { type Area, overlap, transformBox } from './plane.ts'

const minSliver = 9

type ImageSize = Pick<PlacedImage, 'width' | 'height' | 'isBitonal'>

export function placeImage(image: ImageSize, { matrix, clip }: State, drawn: Drawn): void {
  const seen = overlap(transformBox([0, 0, 1, 1], matrix), clip)
  if (seen === null) return
  addImage(drawn.images, { ...image, matrix, seen })
  if (isPicture(seen)) addBox(drawn.pictures, seen)
}

export const isPicture = ([left, bottom, right, top]: Area) => right - left >= minPicture && top - bottom >= minPicture

/** Long enough to be a line, and not a part of a letter; thin ones are compared with the limit of the book. */
export const isSliver = ([left, bottom, right, top]: Area) => Math.max(right - left, top - bottom) >= minSliver

/** Also for a line that has no height or width of its own. */
export const canShow = ([left, bottom, right, top]: Area, clip: Area | null): boolean =>
  clip === null || (left < clip[2] && right > clip[0] && bottom < clip[3] && top > clip[1])

export function recordTextBox(box: Area, text: TextPosition, state: State, drawn: Drawn): void {
  const seen = overlap(box, state.clip)
  if (seen === null) return
  const overprints = state.overprintsFill && state.keepsUnderZero
  recordInk(state.fill, overprints, drawn)
  if (isWhite(state.fill) && overprints) return
  addBox(drawn.lines, seen)
  const matrix = text.textMatrix(state.matrix)
  recordText(drawn, textKindOf(state.fill), Math.abs(state.size) * Math.hypot(matrix[2], matrix[3]))
  const isAcross = Math.abs(matrix[0]) > Math.abs(matrix[1])
  if (isAcross && matrix[0] * state.size > 0) drawn.upright++
  if (isAcross && matrix[0] * state.size < 0) drawn.upsideDown++
}
