// The facts about a page that an image, a line or a text adds, as far as it shows.

import { addBox, addPanel, isPanel, isPicture, isWithin } from '../pages/layout.ts'
import type { TextPosition } from '../text/textPosition.ts'
import {
  addBounded,
  addImage,
  type Drawn,
  type PlacedImage,
  recordBlack,
  recordLine,
  recordText,
  scaleOf,
} from './drawn.ts'
import type { State } from './graphicsState.ts'
import { type Ink, isWhite, recordInk, textKindOf, unknownInk } from './inks.ts'
import type { Path } from './path.ts'
import { addPlace, addSigns, visibleBox } from './places.ts'
import { type Area, overlap, transformBox } from './plane.ts'
import { addShape, isRule } from './shapes.ts'

const minSliver = 9
/** A shape as large as half a page. */
const minFrame = 200
/** Half a point: a box around a line shows. */
const minWidth = 0.5

type ImageToPlace = Pick<PlacedImage, 'width' | 'height' | 'isBitonal' | 'object'>

export function placeImage(image: ImageToPlace, { matrix, clip, overprintsFill }: State, drawn: Drawn): void {
  const seen = overlap(transformBox([0, 0, 1, 1], matrix), clip)
  if (seen === null) return
  addImage(drawn.images, { ...image, matrix, seen })
  drawn.needsRenderer = true
  drawn.mayOverprintColor ||= overprintsFill
  if (isPicture(seen)) recordPicture(seen, null, drawn)
}

/** Long enough to be a line, and not a part of a letter; thin ones are compared with the limit of the book. */
const isSliver = ([left, bottom, right, top]: Area) => Math.max(right - left, top - bottom) >= minSliver

/** Also for a line that has no height or width of its own. */
const canShow = ([left, bottom, right, top]: Area, clip: Area | null): boolean =>
  clip === null || (left < clip[2] && right > clip[0] && bottom < clip[3] && top > clip[1])

export function recordFilledPath(path: Path, state: State, drawn: Drawn): void {
  path.fill(state.matrix, drawn.marks)
  const around = path.around(state.matrix)
  if (around === null || !canShow(around, state.clip)) return
  recordFill(overlap(around, state.clip) ?? around, state, drawn)
  const frames = path.rectangles(state.matrix).filter(isFrame).flatMap(sidesOf)
  for (const area of [...path.areas(state.matrix), ...frames]) recordShape(area, isWhite(state.fill), state, drawn)
  const isPaper = isWhite(state.fill)
  for (const box of path.boxes(state.matrix)) {
    const shows = canShow(box, state.clip) && (!isPaper || isOnPicture(box, drawn))
    if (shows && isSliver(box)) recordSliver(box, state.clip, drawn)
    if (isPaper) continue
    const seen = overlap(box, state.clip)
    if (seen !== null) recordPicture(seen, JSON.stringify(state.fillColor), drawn)
  }
}

function recordPicture(box: Area, color: string | null, { pictures, panels }: Drawn): void {
  if (isPicture(box)) addBox(pictures, box)
  if (isPicture(box) || isPanel(box)) addPanel(panels, { box, color })
}

/** The shapes of a path that is filled too are already recorded. */
export function recordStrokedPath(path: Path, state: State, drawn: Drawn, { isFilled = false } = {}): void {
  path.stroke(state.matrix, drawn.marks)
  const box = path.around(state.matrix)
  if (box === null || !canShow(box, state.clip)) return
  const width = state.lineWidth * scaleOf(state.matrix)
  recordStroke(box, width, state, drawn)
  const isPaper = isWhite(state.stroke)
  const shapes = isFilled && !isWhite(state.fill) ? [] : path.areas(state.matrix)
  for (const area of [...shapes, ...path.rectangles(state.matrix).filter(isFrame).flatMap(sidesOf)])
    recordShape(visibleBox(area, width / 2), isPaper, state, drawn)
}

const isFrame = ([left, bottom, right, top]: Area): boolean => Math.min(right - left, top - bottom) >= minFrame

function sidesOf([left, bottom, right, top]: Area): Area[] {
  return [
    [left, bottom, left, top],
    [right, bottom, right, top],
    [left, bottom, right, bottom],
    [left, top, right, top],
  ]
}

function recordShape(area: Area, isPaper: boolean, { clip }: State, drawn: Drawn): void {
  const seen = canShow(area, clip) ? (overlap(area, clip) ?? area) : null
  if (seen === null || !seen.every(Number.isFinite)) return
  if (isRule(seen) && !isPaper) addBounded(drawn.rules, seen)
  else if (!addShape(drawn.shapes, seen, isPaper)) drawn.limited = true
}

export function recordFill(box: Area, state: State, drawn: Drawn): void {
  recordInk(state.fill, overprints(state.fill, state.overprintsFill, state), drawn, box)
  addSigns(drawn.places, state.fillSigns, box)
  addSigns(drawn.places, state.effects, box)
}

/** Zero of a named ink leaves what is below in any mode. */
const overprints = (ink: Ink, isOn: boolean, { keepsUnderZero }: State): boolean =>
  isOn && (ink === unknownInk || keepsUnderZero)

function recordStroke(path: Area, width: number, state: State, drawn: Drawn): void {
  const seen = overlap(visibleBox(path, Math.max(width / 2, minWidth)), state.clip)
  if (seen === null) return
  recordInk(state.stroke, overprints(state.stroke, state.overprintsStroke, state), drawn, seen)
  addSigns(drawn.places, state.strokeSigns, seen)
  addSigns(drawn.places, state.effects, seen)
  if (isWhite(state.stroke) && !isOnPicture(path, drawn)) return
  recordLine(drawn, width)
  addPlace(drawn.places, { kind: 'line_too_thin', value: width }, seen)
}

/** White shows on a picture or color, which was drawn before. */
const isOnPicture = (line: Area, { pictures }: Drawn): boolean => pictures.some(box => isWithin(line, box))

/** A filled shape that is as thin as a line. */
function recordSliver(box: Area, clip: Area | null, drawn: Drawn): void {
  const width = Math.min(box[2] - box[0], box[3] - box[1])
  recordLine(drawn, width)
  addPlace(drawn.places, { kind: 'line_too_thin', value: width }, overlap(visibleBox(box), clip) ?? box)
}

const placeOfText = {
  smallestText: 'text_small',
  smallestReversed: 'reversed_text_small',
  smallestRich: 'rich_text_small',
} as const

export function recordTextBox(box: Area, text: TextPosition, state: State, drawn: Drawn): void {
  const seen = overlap(box, state.clip)
  if (seen === null) return
  // Lines around letters, and nothing within them.
  const isOutlined = state.textMode % 4 === 1
  if (isOutlined) recordStroke(box, state.lineWidth * scaleOf(state.matrix), state, drawn)
  else recordFill(seen, state, drawn)
  const ink = isOutlined ? state.stroke : state.fill
  if (isWhite(ink) && overprints(ink, isOutlined ? state.overprintsStroke : state.overprintsFill, state)) return
  addBox(drawn.lines, seen)
  const matrix = text.textMatrix(state.matrix)
  const kind = textKindOf(ink)
  const size = Math.abs(state.size) * Math.hypot(matrix[2], matrix[3])
  recordText(drawn, kind, size)
  recordBlack(drawn, visibleBox(seen, size))
  if (size > 0) addPlace(drawn.places, { kind: placeOfText[kind], value: size }, seen)
  const isAcross = Math.abs(matrix[0]) > Math.abs(matrix[1])
  if (isAcross && matrix[0] * state.size > 0) drawn.upright++
  if (isAcross && matrix[0] * state.size < 0) drawn.upsideDown++
}
