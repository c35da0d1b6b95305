// Color spaces, as far as they matter to a press with four inks.

import type { Obj } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { readableName } from '../text/readableText.ts'
import { type Drawn, maxNames, recordInks } from './drawn.ts'
import { black } from './inks.ts'
import type { Sign } from './places.ts'

const maxDepth = 5
const rgbSpaces = new Set(['DeviceRGB', 'RGB', 'CalRGB'])
const graySpaces = new Set(['DeviceGray', 'G', 'CalGray'])
const plainSpaces = new Set([...rgbSpaces, ...graySpaces, 'DeviceCMYK', 'CMYK', 'ICCBased'])
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

/** The number of components of a color in the space; null when it is unknown. */
export function componentsOf(file: PdfFile, space: Obj | undefined): number | null {
  const found = file.resolve(space)
  const [kind, more] = Array.isArray(found) ? [file.name(found[0]), found[1]] : [found, undefined]
  if (kind === 'ICCBased') return file.number(file.dict(more)?.get('N'))
  if (kind === 'DeviceN') return file.array(more)?.length ?? null
  return typeof kind === 'string' ? (counts.get(kind) ?? null) : null
}
