// An image among the operators of a page, whose data may look like anything. Its length is given, or follows from its
// dimensions, or its filter marks the end; only otherwise is the end searched for.

import { Damaged, type Dict, isDelimiter, isWhite, Lexer, type Obj, Short, Word } from './lexer.ts'

/** What follows the true end begins with an operator and its operands; more than this of it is not looked at. */
const windowBytes = 256
const mostOperands = 40
const operators = new Set(
  `b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC
  sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`.split(/\s+/),
)

export type About = {
  /** The names of the filters, the outermost first. */
  filters(dict: Dict): string[]
  /** How many numbers a colour has; null for a space that nobody knows. */
  colours(space: Obj | undefined): number | null
}

/** Reads to the end of the image, and returns its dictionary. */
export function inlineImage(lexer: Lexer, about: About): Dict {
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
  const begins = lexer.position + 1
  const end = endByLength(lexer.bytes, begins, dict, about) ?? endBySearch(lexer.bytes, begins, dict, about)
  if (end === null) throw new Damaged('an image without an end')
  lexer.position = end
  return dict
}

function endByLength(bytes: Uint8Array, begins: number, dict: Dict, about: About): number | null {
  for (const length of [dict.get('L') ?? dict.get('Length'), plainLength(dict, about)]) {
    if (typeof length !== 'number' || !(length >= 0)) continue
    // The line end after ID may be of two bytes.
    const end = afterMark(bytes, begins + length) ?? afterMark(bytes, begins + length + 1)
    if (end !== null) return end
  }
  return null
}

/** Of data without a filter. */
function plainLength(dict: Dict, { filters, colours }: About): number | null {
  if (filters(dict).length > 0) return null
  const number = (...keys: string[]) => {
    const value = keys.map(key => dict.get(key)).find(found => found !== undefined)
    return typeof value === 'number' ? value : Number.NaN
  }
  const isMask = (dict.get('IM') ?? dict.get('ImageMask')) === true
  const bits = isMask
    ? 1
    : number('BPC', 'BitsPerComponent') * (colours(dict.get('CS') ?? dict.get('ColorSpace')) ?? Number.NaN)
  const length = Math.ceil((number('W', 'Width') * bits) / 8) * number('H', 'Height')
  return Number.isSafeInteger(length) ? length : null
}

function endBySearch(bytes: Uint8Array, begins: number, dict: Dict, { filters }: About): number | null {
  for (let at = afterText(bytes, begins, filters(dict)[0]); at + 1 < bytes.length; at++) {
    const end = bytes[at] === 69 && bytes[at + 1] === 73 ? afterMark(bytes, at) : null
    if (end !== null && readsAsDrawing(bytes, end)) return end
  }
  return null
}

/** Data that is text says itself where it ends. */
function afterText(bytes: Uint8Array, begins: number, filter: string | undefined): number {
  const isHex = filter === 'AHx' || filter === 'ASCIIHexDecode'
  const isText = isHex || filter === 'A85' || filter === 'ASCII85Decode'
  return isText ? Math.max(begins, bytes.indexOf(62, begins) + 1) : begins
}

/** Where the drawing goes on, if the image ends here: after EI, with nothing but white before it. */
function afterMark(bytes: Uint8Array, from: number): number | null {
  let at = from
  while (at < from + 4 && isWhite(bytes[at])) at++
  if (bytes[at] !== 69 || bytes[at + 1] !== 73) return null
  const next = bytes[at + 2]
  return next === undefined || isWhite(next) || isDelimiter(next) ? at + 2 : null
}

/** The letters EI may stand in the data of an image by chance; what follows the true end can be read. */
function readsAsDrawing(bytes: Uint8Array, from: number): boolean {
  const lexer = new Lexer(bytes.subarray(from, from + windowBytes), 0, 'skipped')
  try {
    for (let i = 0; i < mostOperands; i++) {
      const item = lexer.next()
      if (item === undefined) return true
      if (item instanceof Word) return operators.has(item.text) || lexer.position === windowBytes
    }
    return true
  } catch (error) {
    if (error instanceof Short) return true
    if (error instanceof Damaged) return false
    throw error
  }
}
