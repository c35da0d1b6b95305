// The code by which a cover and the pages of its book find each other at binding: a Data Matrix of 8 by 32 modules,
// low enough for a bleed of an eighth of an inch. It lies outside the trim, so it is cut off or folded in.

import type { Box, PageShape } from '../pdfReader/pdfReader.ts'
import type { Area } from './isbnBarcode.ts'

/** Inches, of the page as the catalog describes it. `corner`: the side of the sheet at which the code lies. */
export type BindingSheet = {
  width: number
  height: number
  trim: Area
  corner: 'left' | 'right'
}

export type BindingPlace = {
  /** White, with the quiet zone. */
  panel: Area
  moduleSide: number
  /** The parts that stay as they are. All in points of the page as shown. */
  trim: Box
}

const columns = 32
const rows = 8
const quietModules = 1
/** 8.3 mil, five dots of a press of 600 dpi, and 17 mil. */
const minModulePoints = 0.6
const maxModulePoints = 1.2
const minToTrimPoints = 1.7
/** Cutters drift by 1/32 in, 2.25 points: nearer to the trim, a dark cover would show a white corner. */
const goodToTrimPoints = 3
const pointsPerInch = 72

/**
 * At the foot of the page, or else at its head; null where neither has room. The trim is where the trims of the file
 * and of the book overlap.
 */
export function bindingPlace(
  { shown, trim: own }: Pick<PageShape, 'shown' | 'trim'>,
  sheet: BindingSheet,
): BindingPlace | null {
  if (shown === null) return null
  const trim = trimIn(shown, own, sheet)
  const panelRows = rows + 2 * quietModules
  const panelColumns = columns + 2 * quietModules
  const [below, above] = [trim[1], shown.height - trim[3]]
  const strip = [below, above].find(height => height - minToTrimPoints >= panelRows * minModulePoints)
  if (strip === undefined) return null
  const moduleSide = Math.min(maxModulePoints, Math.max(minModulePoints, (strip - goodToTrimPoints) / panelRows))
  const [width, height] = [panelColumns * moduleSide, panelRows * moduleSide]
  if (width > shown.width) return null
  const x = sheet.corner === 'left' ? 0 : shown.width - width
  const y = strip === below ? 0 : shown.height - height
  return { panel: { x, y, width, height }, moduleSide, trim }
}

function trimIn(shown: NonNullable<PageShape['shown']>, own: Box | null, { width, height, trim }: BindingSheet): Box {
  // A page may be a little larger or smaller than the book's: it is measured from both sides.
  const alongSide = (shownLength: number, length: number, start: number, trimLength: number): [number, number] => {
    const [from, size] = [start * pointsPerInch, trimLength * pointsPerInch]
    const fromEnd = shownLength - (length - start - trimLength) * pointsPerInch
    return [Math.min(from, fromEnd - size), Math.max(from + size, fromEnd)]
  }
  const [left, right] = alongSide(shown.width, width, trim.x, trim.width)
  const [bottom, top] = alongSide(shown.height, height, trim.y, trim.height)
  if (own === null) return [left, bottom, right, top]
  return [Math.min(left, own[0]), Math.min(bottom, own[1]), Math.max(right, own[2]), Math.max(top, own[3])]
}

/** PDF operators that draw the code in black ink on white. */
export async function bindingOperators(code: string, { panel, moduleSide }: BindingPlace): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  const [symbol] = bwip.raw('datamatrixrectangular', code, `version=${rows}x${columns}`) as unknown as {
    pixs: number[]
    pixx: number
  }[]
  const { pixs, pixx } = symbol!
  const squares = pixs.flatMap((isDark, i) => {
    if (isDark === 0) return []
    const [column, row] = [i % pixx, Math.floor(i / pixx)]
    const x = panel.x + (quietModules + column) * moduleSide
    const y = panel.y + panel.height - (quietModules + row + 1) * moduleSide
    return [rectangle({ x, y, width: moduleSide, height: moduleSide })]
  })
  return ['0 0 0 0 k', rectangle(panel), 'f', '0 0 0 1 k', ...squares, 'f'].join('\n')
}

/** Short, and never with an exponent, which PDF does not allow. */
const rectangle = ({ x, y, width, height }: Area): string =>
  `${[x, y, width, height].map(value => String(Number(value.toFixed(3)))).join(' ')} re`
