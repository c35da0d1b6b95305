// The position of a line of text. The shapes of glyphs are not read: a line is as tall as its font size says.

import {
  type Area,
  identity,
  type Line,
  type Matrix,
  multiply,
  type Segment,
  transformBox,
  transformLine,
  transformSegment,
} from '../drawing/plane.ts'
import type { Extent } from './textExtent.ts'

/** The shares of the font size below and above the base line. */
const below = 0.2
const above = 0.7

type Setting = { matrix: Matrix; size: number; rise: number }

export class TextPosition {
  /** From the coordinates of the text to those of the page or form. */
  #line: Matrix = identity
  /** How far the text may have moved back before the start of the line. */
  #back = 0
  /** Where the next text begins, in the units of the text. */
  #next = 0

  begin(): void {
    this.set(identity)
  }
  set(matrix: Matrix): void {
    this.#line = matrix
    this.#back = 0
    this.#next = 0
  }
  move(x: number, y: number): void {
    this.set(multiply([1, 0, 0, 1, x, y], this.#line))
  }
  goBack(by: number): void {
    this.#back += by
  }

  /**
   * The box around a text, from its baseline to the height of capitals; null for a text without ink. Moves on to its
   * end.
   */
  show({ seen, end }: Extent, { matrix, size, rise }: Setting): Area | null {
    const start = this.#next
    this.#next += end
    if (seen === null) return null
    const [bottom, top] = [rise, rise + above * size]
    const box: Area = [start + seen[0], Math.min(bottom, top), start + seen[1], Math.max(bottom, top)]
    return transformBox(box, multiply(this.#line, matrix))
  }

  /** From the coordinates of the text to those of the page or form. */
  textMatrix(matrix: Matrix): Matrix {
    return multiply(this.#line, matrix)
  }

  /** A segment across the start of the line, from bottom to top. */
  across({ matrix, size, rise }: Setting): Segment {
    return transformSegment([0, rise - below * size, 0, rise + above * size], multiply(this.#line, matrix))
  }

  /** The line from the earliest point where its text may begin, in its direction. */
  lineOf({ matrix, size, rise }: Setting): Line {
    const direction = size < 0 ? -1 : 1
    const x = -direction * this.#back
    const line: Line = { across: [x, rise - below * size, x, rise + above * size], along: [direction, 0] }
    return transformLine(line, multiply(this.#line, matrix))
  }

  /** From the coordinates of a glyph, one unit high, to those of the page or form. */
  letterMatrix({ matrix, size, rise }: Setting): Matrix {
    return multiply([size, 0, 0, size, 0, rise], multiply(this.#line, matrix))
  }
}
