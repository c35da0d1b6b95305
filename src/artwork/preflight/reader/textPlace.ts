// Where a line of text is placed. Letters are not interpreted, so its length stays unknown, but its height does not.

import { type Matrix, moved, type Segment, times, unmoved } from './drawn.ts'

/** Shares of the font size that letters take below and above the base line. */
const below = 0.2
const above = 0.7

export class TextPlace {
  /** From the coordinates of the text to those of the page or form. */
  #line: Matrix = unmoved

  begin(): void {
    this.#line = unmoved
  }
  set(matrix: Matrix): void {
    this.#line = matrix
  }
  move(x: number, y: number): void {
    this.#line = times([1, 0, 0, 1, x, y], this.#line)
  }

  /** The vertical line at the start of the text, from bottom to top. */
  across({ matrix, size, rise }: { matrix: Matrix; size: number; rise: number }): Segment {
    return moved([0, rise - below * size, 0, rise + above * size], times(this.#line, matrix))
  }
}
