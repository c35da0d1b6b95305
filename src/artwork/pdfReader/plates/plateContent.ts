// The content of a page on a plate. Where operators name a device space, it names a stand-in, so that renderers look up
// what that stands for. Where inks overprint, it sets the mode Darken, so that each plate keeps what is below; before
// that, the mode Lighten takes out what a lighter tint replaces.

import { inlineImage } from '../drawing/inlineImage.ts'
import { Damaged, type Dict, Incomplete, Lexer, type Obj, TooComplex, Word } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { createOverprint, type Inherited, type Mode, type Surroundings } from './plateOverprint.ts'

/** Renderers look these names up when content or an image names a device space. */
export const standIns = { 1: 'DefaultGray', 3: 'DefaultRGB', 4: 'DefaultCMYK' } as const
/**
 * Only these names of spaces need no resource: `/G` and `/CMYK` are abbreviations within images, and names of resources
 * elsewhere.
 */
const devices = new Map<string, 1 | 3 | 4>([
  ['DeviceGray', 1],
  ['DeviceRGB', 3],
  ['DeviceCMYK', 4],
])
const setters = new Map<string, [components: 1 | 3 | 4, isStroke: boolean]>([
  ['g', [1, false]],
  ['G', [1, true]],
  ['rg', [3, false]],
  ['RG', [3, true]],
  ['k', [4, false]],
  ['K', [4, true]],
])
/** The kinds of resources that operators name. */
const kindsByOperator = new Map<string, string>([
  ['cs', 'ColorSpace'],
  ['CS', 'ColorSpace'],
  ['scn', 'Pattern'],
  ['SCN', 'Pattern'],
  ['sh', 'Shading'],
  ['gs', 'ExtGState'],
  ['Do', 'XObject'],
  ['Tf', 'Font'],
])

const pathBuilders = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*'])
const pathEnds = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'n'])

/** The renderer takes seconds for more colors, as of a map. */
const maxSetters = 200_000

/** The resources that content names, by kind and name, with the overprint where a form is drawn first. */
export type Names = Map<string, Map<string, Inherited>>

export function addNames(names: Names, more: Names): void {
  for (const [kind, entries] of more) for (const [name, inherited] of entries) addName(names, kind, name, inherited)
}

function addName(names: Names, kind: string, name: string, inherited: Inherited): void {
  const known = names.get(kind) ?? new Map<string, Inherited>()
  if (!known.has(name)) names.set(kind, known.set(name, inherited))
}

/** With `/DefaultCMYK cs 1 0 0 0 sc` in the place of `1 0 0 0 k`. The rest of damaged content stays. */
export function contentOnPlate(
  file: PdfFile,
  bytes: Uint8Array,
  surroundings: Surroundings,
): { bytes: Uint8Array; names: Names } {
  const names: Names = new Map()
  const written = createWritten(bytes.length)
  const lexer = new Lexer(bytes)
  const overprint = createOverprint(file, surroundings)
  const imageContext = {
    filters: (entries: Dict) => file.filtersOf(entries).map(({ name }) => name),
    colors: () => null,
  }
  let copied = 0
  let operandsFrom = 0
  /** Where the path begins that the next operator draws, and whether other operators are within it. */
  let pathFrom: number | null = null
  let isPathMixed = false
  let operands: Obj[] = []
  let setterCount = 0
  /** Puts `before`, the operands, unless they are dropped, and `after` in the place of an operator and its operands. */
  const replace = (word: string, before: string, after: string | null) => {
    if (++setterCount > maxSetters) throw new TooComplex('content with too many colors')
    written.add(bytes.subarray(copied, operandsFrom))
    written.add(before)
    if (after !== null) {
      written.add(bytes.subarray(operandsFrom, lexer.position - word.length))
      written.add(after)
    }
    copied = lexer.position
  }
  const latin1 = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  const modeSetter = (mode: Mode) => {
    addName(names, 'ExtGState', mode, null)
    return `/${mode} gs`
  }
  try {
    for (let item = lexer.next(); item !== undefined; item = lexer.next()) {
      if (!(item instanceof Word)) {
        operands.push(item)
        continue
      }
      const { text } = item
      const name = operands.at(text === 'Tf' ? -2 : -1)
      const kind = kindsByOperator.get(text)
      const setter = setters.get(text)
      const components = typeof name === 'string' ? devices.get(name) : undefined
      const image = text === 'BI' ? inlineImage(lexer, imageContext) : null
      const { mode, wipe } = overprint.follow(text, operands, image?.dict)
      if (kind !== undefined && typeof name === 'string') addName(names, kind, name, overprint.inherited())
      if (pathBuilders.has(text)) pathFrom ??= operandsFrom
      if (wipe !== null && !isPathMixed) {
        const same = latin1(operandsFrom, lexer.position)
        const path = latin1(pathFrom ?? operandsFrom, operandsFrom)
        const darken = mode === null ? '' : modeSetter(mode)
        // Drawing ends a path, so it is built again.
        replace('', ` q ${modeSetter('PlateLighten')} ${wipe.colors} ${wipe.draws ?? same} Q ${path} ${darken} `, '')
      } else if (mode !== null) {
        replace('', ` ${modeSetter(mode)} `, '')
      } else if (setter !== undefined) {
        const [count, isStroke] = setter
        const [space, color] = isStroke ? ['CS', 'SC'] : ['cs', 'sc']
        replace(text, ` /${standIns[count]} ${space} `, ` ${color} `)
      } else if ((text === 'cs' || text === 'CS') && components !== undefined) {
        const black = components === 4 ? '0 0 0 1' : components === 3 ? '0 0 0' : '0'
        replace(text, ` /${standIns[components]} ${text} ${black} ${text === 'CS' ? 'SC' : 'sc'} `, null)
      }
      const space = image?.dict.get('ColorSpace')
      if (typeof space === 'string') addName(names, 'ColorSpace', space, null)
      if (pathEnds.has(text)) {
        pathFrom = null
        isPathMixed = false
      } else isPathMixed ||= pathFrom !== null && !pathBuilders.has(text)
      operands = []
      operandsFrom = lexer.position
    }
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof Incomplete)) throw error
  }
  written.add(bytes.subarray(copied))
  return { bytes: written.bytes(), names }
}

/** One buffer that grows, because a part for each of many colors takes much more memory than its bytes. */
function createWritten(expectedBytes: number) {
  let all = Buffer.allocUnsafe(2 * expectedBytes + 1024)
  let length = 0
  return {
    add(part: string | Uint8Array) {
      if (length + part.length > all.length) all = Buffer.concat([all, Buffer.allocUnsafe(all.length + part.length)])
      if (typeof part === 'string') all.write(part, length, 'latin1')
      else all.set(part, length)
      length += part.length
    },
    bytes: () => all.subarray(0, length),
  }
}
