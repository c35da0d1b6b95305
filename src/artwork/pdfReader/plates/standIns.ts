// Content that names stand-ins where operators name a device space, so that renderers look up what they stand for.

import { inlineImage } from '../drawing/inlineImage.ts'
import { Damaged, Incomplete, Lexer, type Obj, Word } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'

/** The number of components of the spaces that operators and dictionaries name. */
export const named = new Map<string, 1 | 3 | 4>([
  ...['DeviceGray', 'CalGray', 'G'].map(name => [name, 1] as const),
  ...['DeviceRGB', 'CalRGB', 'RGB', 'Lab'].map(name => [name, 3] as const),
  ...['DeviceCMYK', 'CMYK'].map(name => [name, 4] as const),
])
/** Renderers look these names up when content or an image names a device space. */
export const standIns = { 1: 'DefaultGray', 3: 'DefaultRGB', 4: 'DefaultCMYK' } as const
const setters = new Map<string, [components: 1 | 3 | 4, isStroke: boolean]>([
  ['g', [1, false]],
  ['G', [1, true]],
  ['rg', [3, false]],
  ['RG', [3, true]],
  ['k', [4, false]],
  ['K', [4, true]],
])

/** The content with `/DefaultCMYK cs 1 0 0 0 sc` in the place of `1 0 0 0 k`. The rest of damaged content stays. */
export function inStandIns(file: PdfFile, bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  const lexer = new Lexer(bytes)
  let copied = 0
  let operandsFrom = 0
  let name: Obj = null
  const replace = (by: (operands: Uint8Array) => Uint8Array) => {
    const word = lexer.position - lastWordLength
    parts.push(bytes.subarray(copied, operandsFrom), by(bytes.subarray(operandsFrom, word)))
    copied = lexer.position
  }
  let lastWordLength = 0
  try {
    for (let item = lexer.next(); item !== undefined; item = lexer.next()) {
      if (!(item instanceof Word)) {
        name = item
        continue
      }
      lastWordLength = item.text.length
      const setter = setters.get(item.text)
      if (setter !== undefined) {
        const [components, isStroke] = setter
        replace(operands => {
          const [space, color] = isStroke ? ['CS', 'SC'] : ['cs', 'sc']
          return Buffer.concat([
            Buffer.from(` /${standIns[components]} ${space} `),
            operands,
            Buffer.from(` ${color} `),
          ])
        })
      } else if ((item.text === 'cs' || item.text === 'CS') && typeof name === 'string') {
        const components = named.get(name)
        const black = components === 4 ? '0 0 0 1' : components === 3 ? '0 0 0' : '0'
        const isStroke = item.text === 'CS'
        if (components !== undefined)
          replace(() => Buffer.from(` /${standIns[components]} ${item.text} ${black} ${isStroke ? 'SC' : 'sc'} `))
      } else if (item.text === 'BI') {
        inlineImage(lexer, { filters: dict => file.filtersOf(dict).map(({ name }) => name), colors: () => null })
      }
      operandsFrom = lexer.position
    }
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof Incomplete)) throw error
  }
  return Buffer.concat([...parts, bytes.subarray(copied)])
}
