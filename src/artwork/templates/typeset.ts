// Sets text in lines of a width: words fill each line from the left, and the gaps between them are widened until the
// line ends at the right margin, except in the last line of a paragraph.

import type { Face } from './face.ts'

export type Line = { text: string; indent: number; isLast: boolean }

/** Breaks a paragraph into lines of `width` points. */
export function linesOf(
  face: Face,
  text: string,
  { size, width, indent }: { size: number; width: number; indent: number },
): Line[] {
  const lines: Line[] = []
  let words: string[] = []
  const roomIn = () => width - (lines.length === 0 ? indent : 0)
  const end = (isLast: boolean) =>
    lines.push({ text: words.join(' '), indent: lines.length === 0 ? indent : 0, isLast })
  for (const word of text.split(' ')) {
    if (words.length > 0 && face.widthOf([...words, word].join(' ')) * size > roomIn()) {
      end(false)
      words = []
    }
    words.push(word)
  }
  end(true)
  return lines
}

/** The operators of a line whose base line begins at `x` and `y`. */
export function setLine(
  face: Face,
  { text, indent, isLast }: Line,
  { x, y, size, width }: { x: number; y: number; size: number; width: number },
): string {
  const words = text.split(' ')
  const missing = width - indent - face.widthOf(text) * size
  const widened = isLast || words.length === 1 ? 0 : missing / (words.length - 1)
  // Adjustments are in thousandths of the size, and move to the left.
  const gap = ` ${-Math.round((widened / size) * 1000)} `
  const shown = words.map((word, i) => face.encode(i === words.length - 1 ? word : `${word} `)).join(gap)
  return `BT 0 0 0 1 k /${face.resource} ${size} Tf ${(x + indent).toFixed(2)} ${y.toFixed(2)} Td [${shown}] TJ ET`
}
