// The current path of a page, to find crop marks: short horizontal or vertical lines, stroked or filled as thin shapes.
// A part of a longer shape is not a mark. The box around the path is known too, because a path may clip later drawing.

import { addBounded } from './drawn.ts'
import { type Area, apply, type Matrix, type Segment, transformBox, transformSegment } from './plane.ts'

/** Crop marks are a quarter or half an inch long. */
const minMark = 3
const maxMark = 40
/** For filled lines: marks are a quarter of a point thick, a heavy rule is two. */
const maxMarkThickness = 1.5
const straightTolerance = 0.01
/** A rectangle that returns to its start; shapes with more corners are ignored. */
const maxCorners = 5

/** The letters of a long text as one path. */
const maxAreas = 10_000
const nowhere = [Infinity, Infinity, -Infinity, -Infinity] as const

/** Begins a part, or adds a line, a curve (`c`, `v`, `y`) or a rectangle. */
export type PathOperator = 'm' | 'l' | 'c' | 'v' | 'y' | 're'

export class Path {
  /** Corners of the complete shapes, as x, y, x, y ... */
  #shapes: number[][] = []
  /** Corners of the current shape; the first `#corners` of them are valid. */
  readonly #open = new Float64Array(2 * maxCorners)
  #corners = 0
  #parts = 0
  /** The sides of the complete parts, as left, bottom, right, top, left ... */
  #areas: number[] = []
  #part: [left: number, bottom: number, right: number, top: number] = [...nowhere]
  #left = Infinity
  #bottom = Infinity
  #right = -Infinity
  #top = -Infinity

  /** Carries out an operator that constructs a path (ISO 32000-2, 8.5.2). Operands that are missing are 0. */
  construct(operator: PathOperator, operands: readonly unknown[]): void {
    const number = (i: number) => {
      const value = operands[i]
      return typeof value === 'number' ? value : 0
    }
    switch (operator) {
      case 'm':
        this.#move(number(0), number(1))
        break
      case 'l':
        this.#line(number(0), number(1))
        break
      case 're':
        this.#rectangle(number(0), number(1), number(2), number(3))
        break
      default:
        this.#corners = 0
        // A curve stays within the box around its control points.
        for (let i = 0; i + 1 < operands.length && i < 6; i += 2) this.#reach(number(i), number(i + 1))
    }
  }

  #move(x: number, y: number): void {
    this.#end()
    this.#endPart()
    this.#corners = 0
    this.#parts++
    this.#add(x, y)
    this.#reach(x, y)
  }
  #line(x: number, y: number): void {
    if (this.#corners > 0) this.#add(x, y)
    this.#reach(x, y)
  }
  #rectangle(x: number, y: number, width: number, height: number): void {
    this.#move(x, y)
    this.#reach(x + width, y + height)
    addBounded(this.#shapes, [x, y, x + width, y, x + width, y + height, x, y + height])
  }
  #reach(x: number, y: number): void {
    if (x < this.#left) this.#left = x
    if (x > this.#right) this.#right = x
    if (y < this.#bottom) this.#bottom = y
    if (y > this.#top) this.#top = y
    const part = this.#part
    if (x < part[0]) part[0] = x
    if (y < part[1]) part[1] = y
    if (x > part[2]) part[2] = x
    if (y > part[3]) part[3] = y
  }

  /** The box around the path; null when the path is empty. */
  around(matrix: Matrix): Area | null {
    if (this.#left > this.#right) return null
    return transformBox([this.#left, this.#bottom, this.#right, this.#top], matrix)
  }

  /** Boxes around the parts of the path; a part with curves or many corners counts only if it is all of the path. */
  boxes(matrix: Matrix): Area[] {
    if (this.#parts === 1) return [this.around(matrix)].filter(box => box !== null)
    this.#end()
    return this.#shapes.filter(({ length }) => length >= 8).map(corners => aroundCorners(corners, matrix))
  }

  /** The parts of the path that are rectangles along the edges of the page. */
  rectangles(matrix: Matrix): Area[] {
    this.#end()
    return this.#shapes.flatMap(corners => (isRectangle(corners, matrix) ? [aroundCorners(corners, matrix)] : []))
  }

  /** Boxes around all parts of the path. */
  areas(matrix: Matrix): Area[] {
    this.#endPart()
    return Array.from({ length: this.#areas.length / 4 }, (_, i) => {
      const [left, bottom, right, top] = this.#areas.slice(4 * i, 4 * i + 4)
      return transformBox([left!, bottom!, right!, top!], matrix)
    })
  }

  /** Adds the marks among the stroked lines. */
  stroke(matrix: Matrix, marks: Segment[]): void {
    this.#end()
    for (const [x1, y1, x2, y2, ...more] of this.#shapes) {
      if (more.length === 0) addMark([x1!, y1!, x2!, y2!], matrix, marks)
    }
  }

  /** Adds the marks among the filled shapes. */
  fill(matrix: Matrix, marks: Segment[]): void {
    this.#end()
    for (const corners of this.#shapes) {
      if (corners.length < 8) continue
      const line = middleOf(corners, matrix)
      if (line !== null && isMark(line)) addBounded(marks, line)
    }
  }

  clear(): void {
    if (this.#shapes.length > 0) this.#shapes = []
    this.#corners = 0
    this.#parts = 0
    if (this.#areas.length > 0) this.#areas = []
    this.#part = [...nowhere]
    this.#left = this.#bottom = Infinity
    this.#right = this.#top = -Infinity
  }

  #endPart(): void {
    const [left, bottom, right, top] = this.#part
    if (left <= right && this.#areas.length < 4 * maxAreas) this.#areas.push(left, bottom, right, top)
    this.#part = [...nowhere]
  }

  #add(x: number, y: number): void {
    if (this.#corners < maxCorners) {
      this.#open[2 * this.#corners] = x
      this.#open[2 * this.#corners + 1] = y
    }
    this.#corners++
  }

  #end(): void {
    if (this.#corners < 2) return
    if (this.#corners <= maxCorners) addBounded(this.#shapes, [...this.#open.subarray(0, 2 * this.#corners)])
    this.#corners = 0
  }
}

function addMark(segment: Segment, matrix: Matrix, marks: Segment[]): void {
  const placed = transformSegment(segment, matrix)
  if (isMark(placed)) addBounded(marks, placed)
}

function isMark([x1, y1, x2, y2]: Segment): boolean {
  const across = Math.abs(x1 - x2)
  const up = Math.abs(y1 - y2)
  return (across < straightTolerance || up < straightTolerance) && across + up > minMark && across + up < maxMark
}

/** The middle line of a thin shape; null when the shape is not thin. */
function middleOf(corners: number[], matrix: Matrix): Segment | null {
  const [left, bottom, right, top] = aroundCorners(corners, matrix)
  if (top - bottom <= maxMarkThickness && right - left > top - bottom)
    return [left, (bottom + top) / 2, right, (bottom + top) / 2]
  if (right - left <= maxMarkThickness) return [(left + right) / 2, bottom, (left + right) / 2, top]
  return null
}

/** Four straight lines, of which the last may be the end of the path. Each corner differs in one direction. */
function isRectangle(corners: number[], matrix: Matrix): boolean {
  if (corners.length !== 8 && corners.length !== 10) return false
  const points = Array.from({ length: corners.length / 2 }, (_, i) =>
    apply(matrix, corners[2 * i]!, corners[2 * i + 1]!),
  )
  return points.every(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!
    return Math.abs(x - nextX) < straightTolerance || Math.abs(y - nextY) < straightTolerance
  })
}

function aroundCorners(corners: number[], matrix: Matrix): Area {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < corners.length; i += 2) {
    const [x, y] = apply(matrix, corners[i]!, corners[i + 1]!)
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  return [left, bottom, right, top]
}
