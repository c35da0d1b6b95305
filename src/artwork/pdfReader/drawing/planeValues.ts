// Matrices and boxes as a file writes them.

import type { Obj } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { type Area, identity, type Matrix } from './plane.ts'

export function matrixOf(file: PdfFile, value: Obj | undefined): Matrix {
  const numbers = file.array(value)?.map(item => file.number(item))
  if (numbers?.length !== 6 || numbers.some(number => number === null)) return identity
  return numbers as unknown as Matrix
}

/** Null for a value that is not a box, or has no area. */
export function boxOf(file: PdfFile, value: Obj | undefined): Area | null {
  const numbers = file.array(value)?.map(item => file.number(item))
  if (numbers?.length !== 4 || numbers.some(number => number === null)) return null
  const [x1, y1, x2, y2] = numbers as [number, number, number, number]
  return x1 === x2 || y1 === y2 ? null : [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}
