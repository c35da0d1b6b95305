// Color spaces, as far as they matter to a press with four inks.

import type { Obj } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { readableName } from '../text/readableText.ts'
import { type Drawn, maxNames } from './drawn.ts'

const maxDepth = 5
const rgbSpaces = new Set(['DeviceRGB', 'RGB', 'CalRGB'])
const plainSpaces = new Set([...rgbSpaces, 'DeviceGray', 'G', 'CalGray', 'DeviceCMYK', 'CMYK', 'ICCBased'])
const processInks = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'None'])
const counts = new Map([
  ...['G', 'DeviceGray', 'CalGray', 'I', 'Indexed', 'Separation'].map(name => [name, 1] as const),
  ...['RGB', 'DeviceRGB', 'CalRGB', 'Lab'].map(name => [name, 3] as const),
  ...['CMYK', 'DeviceCMYK'].map(name => [name, 4] as const),
])

export function recordColor(file: PdfFile, space: Obj | undefined, drawn: Drawn, depth = 0): void {
  const found = file.resolve(space)
  if (depth > maxDepth) return
  if (typeof found === 'string' && rgbSpaces.has(found)) drawn.rgb = true
  if (!Array.isArray(found)) return
  switch (file.name(found[0])) {
    case 'DeviceRGB':
    case 'RGB':
    case 'CalRGB':
      drawn.rgb = true
      break
    case 'Lab':
      drawn.lab = true
      break
    case 'ICCBased':
      if (file.number(file.dict(found[1])?.get('N')) === 3) drawn.rgb = true
      break
    case 'Indexed':
    case 'I':
    case 'Pattern':
      recordColor(file, found[1], drawn, depth + 1)
      break
    case 'Separation':
    case 'DeviceN':
      for (const ink of file.array(found[1]) ?? [found[1]]) recordInk(file.name(ink), drawn)
      break
    default:
  }
}

function recordInk(name: string | null, drawn: Drawn): void {
  if (name === 'All') drawn.registration = true
  else if (name !== null && !processInks.has(name) && drawn.spots.size < maxNames)
    drawn.spots.add(readableName(name, 100))
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
