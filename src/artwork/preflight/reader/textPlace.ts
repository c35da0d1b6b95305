// Where a line of text is placed. Letters are not interpreted, so its length stays unknown, but its height does not.

import { type Line, lineThrough, type Matrix, moved, type Segment, times, unmoved } from './plane.ts'

/** Shares of the font size that letters take below and above the base line. */
const below = 0.2
const above = 0.7

type Setting = { matrix: Matrix; size: number; rise: number }

export class TextPlace {
  /** From the coordinates of the text to those of the page or form. */
  #line: Matrix = unmoved
  /** How far the text may have gone back from where the line began. */
  #back = 0

  begin(): void {
    this.set(unmoved)
  }
  set(matrix: Matrix): void {
    this.#line = matrix
    this.#back = 0
  }
  move(x: number, y: number): void {
    this.set(times([1, 0, 0, 1, x, y], this.#line))
  }
  goBack(by: number): void {
    this.#back += by
  }

  /** Across the line where it begins, from below to above. */
  across({ matrix, size, rise }: Setting): Segment {
    return moved([0, rise - below * size, 0, rise + above * size], times(this.#line, matrix))
  }

  /** The line as far as it is known: from where nothing of it has begun, the way that it runs. */
  lineOf({ matrix, size, rise }: Setting): Line {
    const way = size < 0 ? -1 : 1
    const x = -way * this.#back
    const line: Line = { across: [x, rise - below * size, x, rise + above * size], along: [way, 0] }
    return lineThrough(line, times(this.#line, matrix))
  }

  /** From the coordinates of a letter, one unit high, to those of the page or form. */
  letterMatrix({ matrix, size, rise }: Setting): Matrix {
    return times([size, 0, 0, size, 0, rise], times(this.#line, matrix))
  }
}
