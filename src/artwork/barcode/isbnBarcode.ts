// The barcode of a book: the ISBN as EAN-13, the price beside it as EAN-5, and the ISBN above it for people. All of it
// is vector, and the figures are outlines, so that it needs no font.
//
// ISO/IEC 15420 sets the sizes: at 100 percent a module is 0.33 mm wide, and the EAN-13 has 37.29 by 25.91 mm
// with its quiet zones. 80 percent is the minimum.

import { hyphenatedIsbn } from '../../base/text/isbn.ts'

export type Area = { x: number; y: number; width: number; height: number }
type Point = readonly [x: number, y: number]
export type OutlineStep =
  | { kind: 'move' | 'line'; to: Point }
  | { kind: 'curve'; control1: Point; control2: Point; to: Point }

/** `isbn` has 13 digits; `addOn` is the EAN-5. */
export type BarcodeBook = { isbn: string; addOn: string }

/** Areas and outlines are in points; the panel is white and includes the quiet zones. */
export type IsbnBarcode = { magnification: number; panel: Area; bars: Area[]; figures: OutlineStep[] }

const pointsPerMillimetre = 72 / 25.4
const minMagnification = 0.8

/** In modules of 0.33 mm. */
const moduleMillimetres = 0.33
const sizes = {
  quietLeft: 11,
  main: 95,
  /** 7 to 12. Readers, including ours, find no add-on beyond 10. */
  gap: 9,
  addOn: 47,
  quietRight: 5,
  barHeight: 22.85 / moduleMillimetres,
  /** Guard bars reach further down. */
  guard: 5,
  figureHeight: 2.75 / moduleMillimetres,
  /** From the bottom of the bars to that of the figures; 25.91 mm in all. */
  figureDrop: (25.91 - 22.85) / moduleMillimetres,
  titleGap: 3,
  titleHeight: 5,
  margin: 2,
}
const addOnStart = sizes.main + sizes.gap
const width = sizes.quietLeft + addOnStart + sizes.addOn + sizes.quietRight
const height = 2 * sizes.margin + sizes.titleHeight + sizes.titleGap + sizes.barHeight + sizes.figureDrop
/** In modules from the left bar. */
const mainFigures = [-6.5, ...[0, 1, 2, 3, 4, 5].map(i => 6.5 + 7 * i), ...[0, 1, 2, 3, 4, 5].map(i => 53.5 + 7 * i)]
const addOnFigures = [0, 1, 2, 3, 4].map(i => addOnStart + 7.5 + 9 * i)

/** 1 for the nominal size, less in a smaller area; null where it would be below 80 percent. The area is in points. */
export function magnificationIn(area: Pick<Area, 'width' | 'height'>): number | null {
  const module = moduleMillimetres * pointsPerMillimetre
  const magnification = Math.min(1, area.width / (width * module), area.height / (height * module))
  return magnification < minMagnification ? null : magnification
}

/** In the middle of the area, which must be large enough. */
export async function isbnBarcode({ isbn, addOn }: BarcodeBook, area: Area): Promise<IsbnBarcode> {
  const magnification = magnificationIn(area)
  if (magnification === null) throw new RangeError('the area is too small for a barcode')
  const { default: bwip } = await import('bwip-js/node')
  const [symbol] = bwip.raw('ean13', `${isbn} ${addOn}`, `includetext addongap=${sizes.gap}`) as {
    sbs: number[]
    bbs: number[]
  }[]
  const module = moduleMillimetres * pointsPerMillimetre * magnification
  const [left, bottom] = [area.x + (area.width - width * module) / 2, area.y + (area.height - height * module) / 2]
  const place = ([x, y]: Point): Point => [
    left + (sizes.quietLeft + x) * module,
    bottom + (sizes.margin + sizes.figureDrop + y) * module,
  ]
  const write = figureWriter(bwip.FontLib)
  const steps = [
    ...[...isbn].flatMap((digit, i) => write(digit, [mainFigures[i]!, -sizes.figureDrop], sizes.figureHeight)),
    ...[...addOn].flatMap((digit, i) =>
      write(digit, [addOnFigures[i]!, sizes.barHeight - sizes.figureHeight], sizes.figureHeight),
    ),
    ...titleSteps(write, `ISBN ${hyphenatedIsbn(isbn)}`),
  ]
  return {
    magnification,
    panel: { x: left, y: bottom, width: width * module, height: height * module },
    bars: barsOf(symbol!).map(({ x, y, width, height }) => {
      const [barLeft, barBottom] = place([x, y])
      return { x: barLeft, y: barBottom, width: width * module, height: height * module }
    }),
    figures: steps.map(step =>
      step.kind === 'curve'
        ? { ...step, control1: place(step.control1), control2: place(step.control2), to: place(step.to) }
        : { ...step, to: place(step.to) },
    ),
  }
}

/** In modules, from the lower left corner of the first bar. */
function barsOf({ sbs, bbs }: { sbs: number[]; bbs: number[] }): Area[] {
  const bars: Area[] = []
  let x = 0
  for (const [i, modules] of sbs.entries()) {
    if (i % 2 === 0) {
      const isAddOn = x >= addOnStart
      const y = bbs[i / 2]! < 0 ? -sizes.guard : 0
      const top = isAddOn ? sizes.barHeight - sizes.figureHeight - sizes.margin : sizes.barHeight
      bars.push({ x, y, width: modules, height: top - y })
    }
    x += modules
  }
  return bars
}

type Fonts = {
  lookup(font: string): number
  getpaths(font: number, code: number, width: number, height: number): Iterable<Glyph> & { advance: number }
}
type Glyph = { type: 'M' | 'L' | 'Q' | 'C'; x: number; y: number; [control: string]: number | string }
/** Draws a character with its bottom center at a point. */
type WriteFigure = (sign: string, at: Point, height: number) => OutlineStep[]

const unitsPerEm = 1000

function figureWriter(fonts: Fonts): WriteFigure {
  const font = fonts.lookup('OCR-B')
  const pathsOf = (sign: string) => fonts.getpaths(font, sign.codePointAt(0)!, unitsPerEm, unitsPerEm)
  const tallest = Math.max(...[...pathsOf('0')].map(({ y }) => y))
  return (sign, [x, y], height) => {
    const paths = pathsOf(sign)
    const scale = height / tallest
    const at = (across: number | string | undefined, up: number | string | undefined): Point => [
      x + (Number(across) - paths.advance / 2) * scale,
      y + Number(up) * scale,
    ]
    let from: Point = [0, 0]
    return [...paths].map((glyph): OutlineStep => {
      const to = at(glyph.x, glyph.y)
      const start = from
      from = to
      if (glyph.type === 'M' || glyph.type === 'L') return { kind: glyph.type === 'M' ? 'move' : 'line', to }
      if (glyph.type === 'C')
        return { kind: 'curve', control1: at(glyph.cx1, glyph.cy1), control2: at(glyph.cx2, glyph.cy2), to }
      const control = at(glyph.cx, glyph.cy)
      return { kind: 'curve', control1: towards(start, control), control2: towards(to, control), to }
    })
  }
}

/** Two thirds of the way, where a cubic curve has its control points to look like a quadratic curve. */
export const towards = ([x, y]: Point, [controlX, controlY]: Point): Point => [
  x + ((controlX - x) * 2) / 3,
  y + ((controlY - y) * 2) / 3,
]

/** Over the bars of the EAN-13, and as wide. */
function titleSteps(write: WriteFigure, title: string): OutlineStep[] {
  const step = sizes.main / title.length
  const y = sizes.barHeight + sizes.titleGap
  return [...title].flatMap((sign, i) => (sign === ' ' ? [] : write(sign, [(i + 0.5) * step, y], sizes.titleHeight)))
}

/** PDF operators that draw the barcode in black ink on white. */
export async function barcodeOperators(book: BarcodeBook, area: Area): Promise<string> {
  const { panel, bars, figures } = await isbnBarcode(book, area)
  const rectangle = ({ x, y, width, height }: Area) => `${numbers(x, y, width, height)} re`
  const steps = figures.map(step => {
    if (step.kind === 'curve') return `${numbers(...step.control1, ...step.control2, ...step.to)} c`
    return `${numbers(...step.to)} ${step.kind === 'move' ? 'm' : 'l'}`
  })
  return ['0 0 0 0 k', rectangle(panel), 'f', '0 0 0 1 k', ...bars.map(rectangle), 'f', ...steps, 'f'].join('\n')
}

/** Short, and never with an exponent, which PDF does not allow. */
const numbers = (...values: number[]) => values.map(value => String(Number(value.toFixed(3)))).join(' ')
