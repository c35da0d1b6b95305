// An image within the operators of a page; its data may contain any bytes. The length is given, follows from the
// dimensions, or the filter marks the end. Otherwise the end is searched for.

import { Damaged, type Dict, Incomplete, isDelimiter, isWhite, Lexer, type Obj, Word } from '../file/lexer.ts'

/** The true end is followed by operands and an operator; only this many bytes are examined. */
const windowBytes = 256
const maxOperands = 40
const endMark = 'EI'
const operators = new Set(
  `b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC
  sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`.split(/\s+/),
)

export type ImageContext = {
  /** The names of the filters, the outermost first. */
  filters(dict: Dict): string[]
  /** The number of color components; null for an unknown color space. */
  colors(space: Obj | undefined): number | null
}

/** The dictionary has the full names of its entries. */
export type InlineImage = { dict: Dict; data: Uint8Array }

const fullNames = new Map(
  Object.entries({
    BPC: 'BitsPerComponent',
    CS: 'ColorSpace',
    D: 'Decode',
    DP: 'DecodeParms',
    F: 'Filter',
    H: 'Height',
    IM: 'ImageMask',
    L: 'Length',
    W: 'Width',
  }),
)

/** Reads to the end of the image. */
export function inlineImage(lexer: Lexer, context: ImageContext): InlineImage {
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
    if (typeof key === 'string' && !(value instanceof Word)) dict.set(fullNames.get(key) ?? key, value)
  }
  const start = lexer.position + 1
  const end = endByLength(lexer.bytes, start, dict, context) ?? endBySearch(lexer.bytes, start, dict, context)
  if (end === null) throw new Damaged('an image without an end')
  lexer.position = end
  return { dict, data: lexer.bytes.subarray(start, end - endMark.length) }
}

function endByLength(bytes: Uint8Array, start: number, dict: Dict, context: ImageContext): number | null {
  for (const length of [dict.get('Length'), plainLength(dict, context)]) {
    if (typeof length !== 'number' || !(length >= 0)) continue
    // The line end after ID may be of two bytes.
    const end = afterMark(bytes, start + length) ?? afterMark(bytes, start + length + 1)
    if (end !== null) return end
  }
  return null
}

/** The length of data without a filter; null for data with a filter. */
function plainLength(dict: Dict, { filters, colors }: ImageContext): number | null {
  if (filters(dict).length > 0) return null
  const number = (key: string) => {
    const value = dict.get(key)
    return typeof value === 'number' ? value : Number.NaN
  }
  const isMask = dict.get('ImageMask') === true
  const bits = isMask ? 1 : number('BitsPerComponent') * (colors(dict.get('ColorSpace')) ?? Number.NaN)
  const length = Math.ceil((number('Width') * bits) / 8) * number('Height')
  return Number.isSafeInteger(length) ? length : null
}

function endBySearch(bytes: Uint8Array, start: number, dict: Dict, { filters }: ImageContext): number | null {
  for (let at = afterText(bytes, start, filters(dict)[0]); at + 1 < bytes.length; at++) {
    const end = bytes[at] === 69 && bytes[at + 1] === 73 ? afterMark(bytes, at) : null
    if (end !== null && readsAsDrawing(bytes, end)) return end
  }
  return null
}

/** Hex and ASCII85 data contain an end marker. */
function afterText(bytes: Uint8Array, start: number, filter: string | undefined): number {
  const isHex = filter === 'AHx' || filter === 'ASCIIHexDecode'
  const isText = isHex || filter === 'A85' || filter === 'ASCII85Decode'
  return isText ? Math.max(start, bytes.indexOf(62, start) + 1) : start
}

/** The position after the end marker EI, if only white space comes before it; null otherwise. */
function afterMark(bytes: Uint8Array, from: number): number | null {
  let at = from
  while (at < from + 4 && isWhite(bytes[at])) at++
  if (bytes[at] !== 69 || bytes[at + 1] !== 73) return null
  const next = bytes[at + 2]
  return next === undefined || isWhite(next) || isDelimiter(next) ? at + 2 : null
}

/** EI may occur in image data by chance; only the true end is followed by valid content. */
function readsAsDrawing(bytes: Uint8Array, from: number): boolean {
  const lexer = new Lexer(bytes.subarray(from, from + windowBytes))
  try {
    for (let i = 0; i < maxOperands; i++) {
      const item = lexer.next()
      if (item === undefined) return true
      if (item instanceof Word) return operators.has(item.text) || lexer.position === windowBytes
    }
    return true
  } catch (error) {
    if (error instanceof Incomplete) return true
    if (error instanceof Damaged) return false
    throw error
  }
}
