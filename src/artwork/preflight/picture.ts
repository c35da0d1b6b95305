// A picture of one page as it would be printed, with lines that show where the book is trimmed and where text is safe,
// and the places of findings. Annotations and layers that do not print are left out.

import sharp from 'sharp'
import { pageSize, type Source, unlocked } from '../pdfReader/pdfReader.ts'
import { loadPdfium, openWithPdfium } from './pdfium.ts'
import { drawPixels, type PixelSize } from './pixels.ts'

const maxWidthPx = 4_000
/** A page of 200 inches by a tenth of an inch would need a very long picture. */
const maxPixels = 12_000_000
const maxLines = 100
const webpQuality = 82
/** An open cover has two fronts beside each other. */
const minOpenCover = 1.8

/** A rectangle in inches, measured from the lower left corner of the file. */
export type PictureLine = {
  kind: 'trim' | 'bleed' | 'safe' | 'fold' | 'problem'
  area: { x: number; y: number; width: number; height: number }
}

/**
 * Of a cover, opened flat: its part at that side, without the wrap. `beside` is what the file has between it and the
 * edge: the wrap, and the flap of a jacket. In inches.
 */
export type FrontOfCover = { width: number; wrap: number; beside: number; side: 'left' | 'right' }

/**
 * `page` counts from 1. A page that would be too tall at that width is drawn narrower. With `front`, only the front of
 * a cover is drawn; a page that is too narrow for an open cover is drawn whole.
 */
export type PictureRequest = { page: number; widthPx: number; lines: PictureLine[]; front?: FrontOfCover }

/** Half the width of a line. Each has a thin light border, so that it shows on artwork of any color. */
const halfLinePx = 1
const border = `stroke="#ffffff" stroke-opacity="0.7" stroke-width="${2 * halfLinePx + 2}"`

/** The colors of the guides in the templates, and the places of findings. */
const strokes: Record<PictureLine['kind'], string> = {
  trim: 'stroke="#e3061a"',
  bleed: 'stroke="#f39200"',
  safe: 'stroke="#0072bc" stroke-dasharray="6 4"',
  fold: 'stroke="#7b2cbf" stroke-dasharray="9 3 2 3"',
  problem: 'stroke="#d6006c" fill="#d6006c" fill-opacity="0.25"',
}

/** A WebP image. Throws when there is no such page, or it cannot be drawn. */
export async function drawPicture(
  source: Source,
  { page, widthPx, lines, front }: PictureRequest,
): Promise<Uint8Array> {
  const shown = pageSize(source, page)
  if (shown === null) throw new Error('the page does not exist or has no size')
  const part = front === undefined ? { x: 0, y: 0, ...shown } : frontOf(shown, front)
  const width = Math.min(widthPx, maxWidthPx, Math.sqrt((maxPixels * part.width) / part.height))
  const size = { width: atLeastOne(width), height: atLeastOne((width * part.height) / part.width) }
  const pxPerPoint = size.width / part.width
  const whole = { width: atLeastOne(shown.width * pxPerPoint), height: atLeastOne(shown.height * pxPerPoint) }
  const start = { x: -Math.round(part.x * pxPerPoint), y: -Math.round(part.y * pxPerPoint) }
  const pdfium = await loadPdfium()
  const pixels = drawPixels(pdfium, openWithPdfium(pdfium, unlocked(source)), page - 1, { size, whole, start })
  const overlay = Buffer.from(svgOf(lines.slice(0, maxLines), size, 72 * pxPerPoint))
  return sharp(pixels, { raw: { ...size, channels: 4 } })
    .composite([{ input: overlay }])
    .webp({ quality: webpQuality })
    .toBuffer()
}

/** In points, measured from the upper left corner. */
function frontOf({ width, height }: PixelSize, front: FrontOfCover): PixelSize & { x: number; y: number } {
  const [frontWidth, wrap, beside] = [72 * front.width, 72 * front.wrap, 72 * front.beside]
  const isOpenCover = width >= minOpenCover * frontWidth && height > 2 * wrap
  if (!isOpenCover) return { x: 0, y: 0, width, height }
  const x = front.side === 'left' ? beside : width - beside - frontWidth
  return { x, y: wrap, width: frontWidth, height: height - 2 * wrap }
}

const atLeastOne = (length: number) => Math.max(1, Math.round(length))

/** Numbers only, so that nothing from a file or a request gets into the SVG. */
function svgOf(lines: PictureLine[], { width, height }: PixelSize, perInch: number): string {
  const shapes = lines.map(({ kind, area }) => {
    const [x, y] = [area.x * perInch, height - (area.y + area.height) * perInch]
    // Lines at the very edge are moved in by halfLinePx their width, so that they stay visible.
    const [left, top] = [Math.max(x, halfLinePx), Math.max(y, halfLinePx)]
    const right = Math.min(x + area.width * perInch, width - halfLinePx)
    const bottom = Math.min(y + area.height * perInch, height - halfLinePx)
    const sides = [left, top, right - left, bottom - top].map(side => Math.max(0, side).toFixed(1))
    const position = `x="${sides[0]}" y="${sides[1]}" width="${sides[2]}" height="${sides[3]}"`
    return `<rect ${position} ${border}/><rect ${position} ${strokes[kind]}/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g fill="none" stroke-width="${2 * halfLinePx}">${shapes.join('')}</g></svg>`
}
