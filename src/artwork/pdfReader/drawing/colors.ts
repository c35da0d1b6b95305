// Color spaces, as far as they matter to a press with four inks.

import { Damaged, type Obj, TooComplex } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { readableName } from '../text/readableText.ts'
import { type Drawn, maxNames, recordInks } from './drawn.ts'
import { black } from './inks.ts'
import { addPlace, type Sign } from './places.ts'
import type { Area } from './plane.ts'

const maxDepth = 5
const rgbSpaces = new Set(['DeviceRGB', 'RGB', 'CalRGB'])
const graySpaces = new Set(['DeviceGray', 'G', 'CalGray'])
const plainSpaces = new Set([...rgbSpaces, ...graySpaces, 'DeviceCMYK', 'CMYK', 'ICCBased'])
const otherSpaces = ['ICCBased', 'DeviceN', 'Pattern', 'CalCMYK']
const processInks = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'None'])
const counts = new Map([
  ...['G', 'DeviceGray', 'CalGray', 'I', 'Indexed', 'Separation'].map(name => [name, 1] as const),
  ...['RGB', 'DeviceRGB', 'CalRGB', 'Lab'].map(name => [name, 3] as const),
  ...['CMYK', 'DeviceCMYK'].map(name => [name, 4] as const),
])

/** Returns the signs of everything that is drawn in the space. */
export function recordColor(file: PdfFile, space: Obj | undefined, drawn: Drawn, depth = 0): Sign[] {
  const found = file.resolve(space)
  if (depth > maxDepth) return []
  const isRgb = () => {
    drawn.rgb = true
    return [{ kind: 'colour_rgb', value: 0 }]
  }
  const mixesInks = () => {
    drawn.mayMixInks = true
    return []
  }
  const hasBlack = () => {
    recordInks(drawn, black, 0)
    return []
  }
  const parts = Array.isArray(found) ? found : [found]
  const kind = file.name(parts[0]) ?? ''
  if (rgbSpaces.has(kind)) return isRgb()
  if (graySpaces.has(kind)) return hasBlack()
  switch (kind) {
    case 'DeviceCMYK':
    case 'CMYK':
      return mixesInks()
    case 'Lab':
      drawn.lab = true
      return [{ kind: 'colour_lab', value: 0 }]
    case 'ICCBased': {
      const count = file.number(file.dict(parts[1])?.get('N'))
      return count === 3 ? isRgb() : count === 4 ? mixesInks() : hasBlack()
    }
    case 'Indexed':
    case 'I':
      if (componentsOf(file, parts[1]) === 3 && isPlainSpace(file, parts[1]) && isGrayTable(file, parts[3])) {
        drawn.rgbBlack = true
        return [{ kind: 'black_in_rgb', value: 0 }]
      }
      return recordColor(file, parts[1], drawn, depth + 1)
    case 'Pattern':
      return recordColor(file, parts[1], drawn, depth + 1)
    case 'Separation':
    case 'DeviceN':
      if (isBlack(file, parts[1])) return hasBlack()
      drawn.mayMixInks = true
      return (file.array(parts[1]) ?? [parts[1]]).flatMap(ink => recordInk(file.name(ink), drawn))
    default:
      return []
  }
}

/** Of 256 colors in four inks. */
const maxTableBytes = 1024

/** Whether a table of colors in RGB has only grays, as of scans. */
function isGrayTable(file: PdfFile, value: Obj | undefined): boolean {
  const bytes = tableOf(file, value)
  return bytes.length > 2 && bytes.every((byte, i) => i % 3 === 0 || byte === bytes[i - 1])
}

/** As much of the table of an Indexed space as can be read. */
export function tableOf(file: PdfFile, value: Obj | undefined): Uint8Array {
  const found = file.resolve(value)
  if (found instanceof Uint8Array) return found
  const stream = file.stream(value)
  try {
    return stream === null ? new Uint8Array(0) : file.decodedBytes(stream, maxTableBytes)
  } catch (error) {
    if (error instanceof Damaged || error instanceof TooComplex) return new Uint8Array(0)
    throw error
  }
}

/** Colors that a group in RGB blends become RGB, even if they are defined in inks: black becomes four inks. */
export function recordGroup(file: PdfFile, group: Obj | undefined, box: Area | null, drawn: Drawn): void {
  const space = file.dict(group)?.get('CS')
  if (!isPlainSpace(file, space) || componentsOf(file, space) !== 3 || !(drawn.hasShapes || drawn.mayMixInks)) return
  const [cyan, magenta, yellow] = drawn.extremes.maxInks
  const hasColor = drawn.mayMixInks || Math.max(cyan!, magenta!, yellow!) > 0
  if (hasColor) drawn.rgb = true
  else drawn.rgbBlack = true
  addPlace(drawn.places, { kind: hasColor ? 'colour_rgb' : 'black_in_rgb', value: 0 }, box)
}

/** Black alone, as a Separation or DeviceN space. */
export const isBlack = (file: PdfFile, inks: Obj | undefined): boolean =>
  (file.array(inks) ?? [inks]).every(ink => file.name(ink) === 'Black' || file.name(ink) === 'None')

function recordInk(name: string | null, drawn: Drawn): Sign[] {
  if (name === null || processInks.has(name)) return []
  if (name === 'All') drawn.registration = true
  else if (drawn.spots.size < maxNames) drawn.spots.add(readableName(name, 100))
  return [{ kind: name === 'All' ? 'marks_in_bleed' : 'colour_spot', value: 0 }]
}

/** Whether numbers in the space are shares of gray, RGB or CMYK, as far as their inks matter here. */
export function isPlainSpace(file: PdfFile, space: Obj | undefined): boolean {
  const found = file.resolve(space)
  const kind = Array.isArray(found) ? file.name(found[0]) : found
  return typeof kind === 'string' && plainSpaces.has(kind)
}

export const isKnownSpace = (kind: string | null): boolean =>
  kind !== null && (counts.has(kind) || otherSpaces.includes(kind))

/** The number of components of a color in the space; null when it is unknown. */
export function componentsOf(file: PdfFile, space: Obj | undefined): number | null {
  const found = file.resolve(space)
  const [kind, more] = Array.isArray(found) ? [file.name(found[0]), found[1]] : [found, undefined]
  if (kind === 'ICCBased') return file.number(file.dict(more)?.get('N'))
  if (kind === 'DeviceN') return file.array(more)?.length ?? null
  return typeof kind === 'string' ? (counts.get(kind) ?? null) : null
}
