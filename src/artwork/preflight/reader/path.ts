// The path that a page is just drawing, as far as crop marks go: short lines that run straight across or up, whether
// they are stroked, or filled as thin shapes. What is part of a longer shape is no mark. What is around all of it is
// known too, since a path may cut off what is drawn after it.

import { keep } from './drawn.ts'
import { type Area, apply, boxThrough, type Matrix, moved, type Segment } from './plane.ts'

/** Crop marks are a quarter or half an inch long. */
const shortestMark = 3
const longestMark = 40
/** For filled lines: marks are a quarter of a point thick, a heavy rule is two. */
const thickestMark = 1.5
const straight = 0.01
/** The most corners of a shape that is considered: a rectangle that returns to its start. */
const mostCorners = 5

export class Path {
  /** Corners of the complete shapes, as x, y, x, y ... */
  #shapes: number[][] = []
  /** Corners of the current shape; the first `#corners` of them are valid. */
  readonly #open = new Float64Array(2 * mostCorners)
  #corners = 0
  #left = Infinity
  #bottom = Infinity
  #right = -Infinity
  #top = -Infinity

  move(x: number, y: number): void {
    this.#end()
    this.#corners = 0
    this.#add(x, y)
    this.reach(x, y)
  }
  line(x: number, y: number): void {
    if (this.#corners > 0) this.#add(x, y)
    this.reach(x, y)
  }
  rectangle(x: number, y: number, width: number, height: number): void {
    this.move(x, y)
    this.reach(x + width, y + height)
    keep(this.#shapes, [x, y, x + width, y, x + width, y + height, x, y + height])
  }
  bend(): void {
    this.#corners = 0
  }
  /** Of a bend, the points that it is drawn by: it goes no farther than these. */
  reach(x: number, y: number): void {
    if (x < this.#left) this.#left = x
    if (x > this.#right) this.#right = x
    if (y < this.#bottom) this.#bottom = y
    if (y > this.#top) this.#top = y
  }

  /** Around all of the path; null when there is none. */
  around(matrix: Matrix): Area | null {
    if (this.#left > this.#right) return null
    return boxThrough([this.#left, this.#bottom, this.#right, this.#top], matrix)
  }

  /** Adds the marks among the stroked lines. */
  stroke(matrix: Matrix, marks: Segment[]): void {
    this.#end()
    for (const [x1, y1, x2, y2, ...more] of this.#shapes) {
      if (more.length === 0) keepMark([x1!, y1!, x2!, y2!], matrix, marks)
    }
  }

  /** Adds the marks among the filled shapes. */
  fill(matrix: Matrix, marks: Segment[]): void {
    this.#end()
    for (const corners of this.#shapes) {
      if (corners.length < 8) continue
      const line = middleOf(corners, matrix)
      if (line !== null && isMark(line)) keep(marks, line)
    }
  }

  clear(): void {
    if (this.#shapes.length > 0) this.#shapes = []
    this.#corners = 0
    this.#left = this.#bottom = Infinity
    this.#right = this.#top = -Infinity
  }

  #add(x: number, y: number): void {
    if (this.#corners < mostCorners) {
      this.#open[2 * this.#corners] = x
      this.#open[2 * this.#corners + 1] = y
    }
    this.#corners++
  }

  #end(): void {
    if (this.#corners < 2) return
    if (this.#corners <= mostCorners) keep(this.#shapes, [...this.#open.subarray(0, 2 * this.#corners)])
    this.#corners = 0
  }
}

function keepMark(segment: Segment, matrix: Matrix, marks: Segment[]): void {
  const placed = moved(segment, matrix)
  if (isMark(placed)) keep(marks, placed)
}

function isMark([x1, y1, x2, y2]: Segment): boolean {
  const across = Math.abs(x1 - x2)
  const up = Math.abs(y1 - y2)
  return (across < straight || up < straight) && across + up > shortestMark && across + up < longestMark
}

/** The line that a thin shape looks like; null when it is not thin. */
function middleOf(corners: number[], matrix: Matrix): Segment | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < corners.length; i += 2) {
    const [x, y] = apply(matrix, corners[i]!, corners[i + 1]!)
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  if (top - bottom <= thickestMark && right - left > top - bottom)
    return [left, (bottom + top) / 2, right, (bottom + top) / 2]
  if (right - left <= thickestMark) return [(left + right) / 2, bottom, (left + right) / 2, top]
  return null
}
