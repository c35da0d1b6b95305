// The content of a page on a plate. Where operators name a device space, it names a stand-in, so that renderers look up
// what that stands for. Where inks overprint, it sets the mode Darken, so that each plate keeps what is below.

import { inlineImage } from '../drawing/inlineImage.ts'
import { Damaged, Incomplete, Lexer, type Obj, Word } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { createOverprint, type Inherited, type Lookup } from './plateOverprint.ts'

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
  lookup: Lookup,
  inherited: Inherited,
): { bytes: Uint8Array; names: Names } {
  const names: Names = new Map()
  const parts: Uint8Array[] = []
  const lexer = new Lexer(bytes)
  const overprint = createOverprint(file, lookup, inherited)
  let copied = 0
  let operandsFrom = 0
  let operands: Obj[] = []
  /** Puts `text` in the place of the operator and its operands, or of the operator alone. */
  const replace = (word: string, make: (operands: Uint8Array) => string | Uint8Array) => {
    const at = lexer.position - word.length
    parts.push(bytes.subarray(copied, operandsFrom), Buffer.from(make(bytes.subarray(operandsFrom, at))))
    copied = lexer.position
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
      const mode = overprint.follow(text, name)
      if (kind !== undefined && typeof name === 'string') addName(names, kind, name, overprint.inherited())
      if (mode !== null) {
        addName(names, 'ExtGState', mode, null)
        replace(text, own => Buffer.concat([Buffer.from(` /${mode} gs `), own, Buffer.from(text)]))
      } else if (setter !== undefined) {
        const [count, isStroke] = setter
        const [space, color] = isStroke ? ['CS', 'SC'] : ['cs', 'sc']
        replace(text, own =>
          Buffer.concat([Buffer.from(` /${standIns[count]} ${space} `), own, Buffer.from(` ${color} `)]),
        )
      } else if ((text === 'cs' || text === 'CS') && components !== undefined) {
        const black = components === 4 ? '0 0 0 1' : components === 3 ? '0 0 0' : '0'
        replace(text, () => ` /${standIns[components]} ${text} ${black} ${text === 'CS' ? 'SC' : 'sc'} `)
      } else if (text === 'BI') {
        const { dict } = inlineImage(lexer, {
          filters: entries => file.filtersOf(entries).map(({ name }) => name),
          colors: () => null,
        })
        const space = dict.get('ColorSpace')
        if (typeof space === 'string') addName(names, 'ColorSpace', space, null)
      }
      operands = []
      operandsFrom = lexer.position
    }
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof Incomplete)) throw error
  }
  return { bytes: Buffer.concat([...parts, bytes.subarray(copied)]), names }
}
