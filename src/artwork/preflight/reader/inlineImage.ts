// An image among the operators of a page, whose data may look like anything.

import { Damaged, type Dict, isWhite, type Lexer, Word } from './lexer.ts'

/** Reads to the end of the image, and returns its dictionary. */
export function inlineImage(lexer: Lexer): Dict {
  const dict: Dict = new Map()
  for (;;) {
    const key = lexer.next()
    if (key === undefined) throw new Damaged('an image without an end')
    if (key instanceof Word) {
      if (key.text === 'ID') break
      continue
    }
    const value = lexer.next()
    if (value === undefined) throw new Damaged('an image without an end')
    if (value instanceof Word && value.text === 'ID') break
    if (typeof key === 'string' && !(value instanceof Word)) dict.set(key, value)
  }
  const { bytes } = lexer
  for (let at = lexer.position + 1; at < bytes.length; at++) {
    if (bytes[at] !== 69 || bytes[at + 1] !== 73 || !isWhite(bytes[at - 1])) continue
    if (at + 2 < bytes.length && !isWhite(bytes[at + 2])) continue
    if (!readsAsText(bytes, at + 2)) continue
    lexer.position = at + 2
    return dict
  }
  throw new Damaged('an image without an end')
}

/** The letters EI may occur in image data by chance; the true end is followed by text. */
function readsAsText(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(from + 12, bytes.length); at++) {
    const byte = bytes[at]!
    if (!isWhite(byte) && (byte < 32 || byte > 126)) return false
  }
  return true
}
