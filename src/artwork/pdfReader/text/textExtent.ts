// The part of a line that a text covers, from the widths of its characters.

import type { Obj } from '../file/lexer.ts'
import type { Advances } from './fontWidths.ts'

export type Spacing = { size: number; charSpace: number; wordSpace: number; scale: number }

/** In the units of the text, from where it begins. Spaces at both ends are not part of it; null without any ink. */
export type Extent = { seen: [from: number, to: number] | null; end: number }

/** The operands belong to a text operator. */
export function extentOf(operands: Obj[], advances: Advances, spacing: Spacing): Extent {
  const { size, charSpace, wordSpace, scale } = spacing
  const shown = operands.at(-1)
  const { bytesPerCode } = advances
  let [from, to] = [Infinity, -Infinity]
  let x = 0
  for (const item of Array.isArray(shown) ? shown : [shown]) {
    if (typeof item === 'number') x -= (item / 1000) * size * scale
    if (!(item instanceof Uint8Array)) continue
    for (let i = 0; i + bytesPerCode <= item.length; i += bytesPerCode) {
      const code = bytesPerCode === 1 ? item[i]! : (item[i]! << 8) | item[i + 1]!
      const width = advances.of(code) * size * scale
      if (!advances.isSpace(code)) {
        from = Math.min(from, x, x + width)
        to = Math.max(to, x, x + width)
      }
      x += width + charSpace * scale
      if (bytesPerCode === 1 && code === 32) x += wordSpace * scale
    }
  }
  return { seen: from < to ? [from, to] : null, end: x }
}
