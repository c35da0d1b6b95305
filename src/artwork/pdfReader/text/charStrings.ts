// Whether the outline of a glyph of a compact font is whole (Adobe Technical Note 5177). FreeType, with which most
// programs draw fonts, leaves out a glyph that lacks operands or parts, without a word. It draws the beginning of one
// that breaks off within a number, and skips bytes that are no operators, where other programs refuse the glyph.

/** The bytes of an item; undefined for one that the font does not have. */
export type Items = { count: number; item(i: number): Buffer | undefined }
export type Outlines = {
  shared: Items
  own: Items
  /** The glyph of a code of the standard encoding, of which accented letters are made. */
  component(code: number): Buffer | undefined
}

const maxOperands = 48
const maxHints = 96
const maxDepth = 16
/** Of one glyph. A glyph of more is taken to be whole. */
const maxOperators = 100_000

/** Lost bytes are often zeros. */
const reserved = new Set([0, 2, 17])
const hints = new Set([1, 3, 18, 23])
const masks = new Set([19, 20])
const calls = new Set([10, 29])
const endOfPart = 11
const longOperator = 12
const endOfGlyph = 14
/** How many operands an operator takes at least. The others draw as many lines or curves as they are given. */
const minOperands = new Map([
  [4, 1],
  [22, 1],
  [21, 2],
])
const minOfLong = new Map([
  [34, 7],
  [35, 12],
  [36, 9],
  [37, 11],
])
/** How many operands a long operator takes and leaves. Their values are not followed. */
const arithmetic = new Map<number, readonly [takes: number, leaves: number]>([
  ...[3, 4, 10, 11, 12, 15, 24].map(operator => [operator, [2, 1]] as const),
  ...[5, 9, 14, 21, 26, 29].map(operator => [operator, [1, 1]] as const),
  [18, [1, 0]],
  [20, [2, 0]],
  [22, [4, 1]],
  [23, [0, 1]],
  [27, [1, 2]],
  [28, [2, 2]],
  [30, [2, 0]],
])

class Unclear extends Error {}

export function canDraw(glyph: Buffer | undefined, outlines: Outlines): boolean {
  try {
    follow(glyph, outlines, true)
    return true
  } catch (error) {
    if (error instanceof Unclear) return true
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Reading beyond the end of a buffer is a RangeError, as are all other faults. */
function follow(glyph: Buffer | undefined, outlines: Outlines, mayHaveComponents: boolean): void {
  const operands: number[] = []
  let hintCount = 0
  let operators = 0
  const need = (isEnough: boolean) => {
    if (!isEnough) throw new RangeError('operands that are missing')
  }
  const part = (items: Items): Buffer | undefined => {
    const bias = items.count < 1_240 ? 107 : items.count < 33_900 ? 1_131 : 32_768
    const number = operands.pop()!
    if (Number.isNaN(number)) throw new Unclear()
    return items.item(number + bias)
  }
  /** Whether the glyph ends within these bytes. */
  const run = (bytes: Buffer | undefined, depth: number): boolean => {
    if (bytes === undefined || depth > maxDepth + 1) throw new RangeError('a part that is missing')
    for (let at = 0; at < bytes.length; ) {
      if (++operators > maxOperators) throw new Unclear()
      const operator = bytes.readUInt8(at++)
      if (operator >= 32 || operator === 28) {
        const [value, length] = numberAt(bytes, at, operator)
        at += length
        if (operands.push(value) > maxOperands) throw new RangeError('too many operands')
        continue
      }
      if (calls.has(operator)) {
        need(operands.length > 0)
        if (run(part(operator === 29 ? outlines.shared : outlines.own), depth + 1)) return true
        continue
      }
      if (operator === endOfPart && depth > 0) return false
      if (operator === endOfGlyph) return true
      if (reserved.has(operator) || operator === endOfPart) throw new RangeError('an operator that is none')
      if (hints.has(operator) || masks.has(operator)) hintCount += operands.length >> 1
      if (masks.has(operator)) {
        at += (hintCount + 7) >> 3
        if (hintCount > maxHints || at > bytes.length) throw new RangeError('a mask that breaks off')
      }
      if (operator === longOperator) {
        const long = bytes.readUInt8(at++)
        const counts = arithmetic.get(long)
        need(operands.length >= (counts?.[0] ?? minOfLong.get(long) ?? 0))
        if (counts !== undefined) {
          operands.splice(operands.length - counts[0], counts[0], ...Array<number>(counts[1]).fill(Number.NaN))
          continue
        }
      }
      need(isEnough(operator, operands.length))
      operands.length = 0
    }
    return false
  }
  run(glyph, 0)
  if (operands.length < 2) return
  need(operands.length >= 4 && mayHaveComponents)
  for (const code of operands.slice(-2)) follow(outlines.component(code), outlines, false)
}

function isEnough(operator: number, count: number): boolean {
  switch (operator) {
    case 5:
      return count % 2 === 0
    case 24:
      return count % 6 >= 2
    case 25:
      return count === 0 || (count >= 6 && count % 2 === 0)
    case 26:
    case 27:
    case 30:
    case 31:
      return count !== 1
    default:
      return count >= (minOperands.get(operator) ?? 0)
  }
}

function numberAt(bytes: Buffer, at: number, first: number): [value: number, length: number] {
  if (first === 28) return [bytes.readInt16BE(at), 2]
  if (first <= 246) return [first - 139, 0]
  if (first <= 250) return [(first - 247) * 256 + bytes.readUInt8(at) + 108, 1]
  if (first <= 254) return [-(first - 251) * 256 - bytes.readUInt8(at) - 108, 1]
  return [bytes.readInt32BE(at) / 65_536, 4]
}
