// Where a line of text stands. Letters are nobody's business here, so how long the line is stays unknown; how high it is does not.

import { type Matrix, moved, type Segment, times, unmoved } from './drawn.ts'

/** Parts of the size of the font: what letters take below and above the line that they stand on. */
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

  /** Across the line where it begins, from below to above. */
  across({ matrix, size, rise }: { matrix: Matrix; size: number; rise: number }): Segment {
    return moved([0, rise - below * size, 0, rise + above * size], times(this.#line, matrix))
  }
}
