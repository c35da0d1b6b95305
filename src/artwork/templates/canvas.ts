// A few drawing commands, in points from the lower left corner, written as PDF operators; svgCanvas.ts writes them as
// SVG, idmlCanvas.ts for InDesign. Colors are process inks (CMYK), so that a template adds no RGB to artwork placed in
// it.

import type { OutlineStep } from '../barcode/isbnBarcode.ts'
import type { Face } from './face.ts'
import type { Area } from './plan.ts'

/** Cyan, magenta, yellow, black: 0 to 1. */
export type Ink = readonly [number, number, number, number]
export type Stroke = { ink: Ink; width: number; dash?: readonly number[] }
export type Point = readonly [x: number, y: number]

export type Label = {
  at: Point
  size: number
  ink: Ink
  align: 'left' | 'center' | 'right'
  /** Upwards reads from bottom to top; downwards from top to bottom, like the spine of an English book. */
  runs?: 'across' | 'upwards' | 'downwards'
}

export type Canvas = {
  /** The width of a text in points at that size. */
  widthOf(text: string, size: number): number
  fill(area: Area, ink: Ink): void
  /** Fills the area inside `outer` and outside `inner`. */
  fillBetween(outer: Area, inner: Area, ink: Ink): void
  fillShape(points: readonly Point[], ink: Ink): void
  fillOutline(steps: readonly OutlineStep[], ink: Ink): void
  outline(area: Area, stroke: Stroke): void
  line(from: Point, to: Point, stroke: Stroke): void
  /** Draws one line of text. `at` is at half the height of its capitals. */
  label(text: string, label: Label): void
  /** Everything drawn so far. */
  content(): string
}

const directions = { across: [1, 0], upwards: [0, 1], downwards: [0, -1] } as const
const shareBefore = { left: 0, center: 0.5, right: 1 } as const

/** The start of a label's base line, and the direction in which it runs. */
export function baseLineOf(face: Face, text: string, { at: [x, y], size, align, runs = 'across' }: Label) {
  const [right, up] = directions[runs]
  const back = face.widthOf(text) * size * shareBefore[align]
  const down = (face.capHeight * size) / 2
  const start: Point = [x - right * back + up * down, y - up * back - right * down]
  return { start, right, up }
}

export function createCanvas(face: Face): Canvas {
  const lines: string[] = []
  const write = (...words: (number | string)[]) =>
    lines.push(words.map(word => (typeof word === 'number' ? decimal(word) : word)).join(' '))
  const setStroke = ({ ink, width, dash = [] }: Stroke) =>
    write(...ink, 'K', width, 'w', `[${dash.map(decimal).join(' ')}]`, 0, 'd')
  const rectangle = ({ x, y, width, height }: Area) => write(x, y, width, height, 're')

  return {
    widthOf: (text, size) => face.widthOf(text) * size,
    fill(area, ink) {
      write(...ink, 'k')
      rectangle(area)
      write('f')
    },
    fillBetween(outer, inner, ink) {
      write(...ink, 'k')
      rectangle(outer)
      rectangle(inner)
      write('f*')
    },
    fillShape(points, ink) {
      write(...ink, 'k')
      for (const [i, point] of points.entries()) write(...point, i === 0 ? 'm' : 'l')
      write('f')
    },
    fillOutline(steps, ink) {
      write(...ink, 'k')
      for (const step of steps) {
        if (step.kind === 'curve') write(...step.control1, ...step.control2, ...step.to, 'c')
        else write(...step.to, step.kind === 'move' ? 'm' : 'l')
      }
      write('f')
    },
    outline(area, stroke) {
      setStroke(stroke)
      rectangle(area)
      write('S')
    },
    line(from, to, stroke) {
      setStroke(stroke)
      write(...from, 'm', ...to, 'l', 'S')
    },
    label(text, label) {
      const { start, right, up } = baseLineOf(face, text, label)
      write(
        'BT',
        ...label.ink,
        'k',
        `/${face.resource}`,
        label.size,
        'Tf',
        right,
        up,
        -up,
        right,
        ...start,
        'Tm',
        face.encode(text),
        'Tj',
        'ET',
      )
    },
    content: () => lines.join('\n'),
  }
}

/** Short, and never with an exponent, which PDF does not allow. */
const decimal = (value: number): string => String(Number(value.toFixed(4)))
