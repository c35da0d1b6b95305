// The pages of a file with their inherited attributes, by walking the tree. The limit is checked before the loop: a
// file of 4 kB can claim 8,000,000 pages by referring to the same ones again and again.

import type { PdfFile } from './file.ts'
import { Damaged, type Dict, type Obj, Ref, TooComplex } from './lexer.ts'

const mostDepth = 64
/** Nodes without pages do not count towards the limit on pages, so they have their own. */
const mostNodes = 20_000
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

export class TooManyPages extends Error {
  readonly claimed: number | null
  constructor(claimed: number | null) {
    super('too many pages')
    this.claimed = claimed
  }
}

/** A page's own dictionary, with what it inherits filled in. */
type Page = Dict

/**
 * `refs` name the pages' own objects, null for a page that is none; `claimed` is the count that the file itself gives.
 */
export type Pages = { pages: Page[]; refs: (Ref | null)[]; claimed: number | null }

export function readPages(file: PdfFile, mostPages: number): Pages {
  const root = file.dict(file.trailer.get('Root'))?.get('Pages')
  const top = file.dict(root)
  if (top === null) throw new Damaged('no page tree')
  const claimed = file.number(top.get('Count'))
  const pages: Page[] = []
  const refs: (Ref | null)[] = []
  let nodes = 0
  /** References on the path from the root to the current node: meeting one of them again is a loop. */
  const way = new Set<number>()

  const walk = (value: Obj | undefined, gets: Dict, depth: number): void => {
    if (depth > mostDepth) throw new TooComplex('a page tree that is too deep')
    if (++nodes > mostNodes + mostPages) throw new TooComplex('a page tree with too many nodes')
    const ref = value instanceof Ref ? value : null
    const number = ref?.number ?? null
    if (number !== null && way.has(number)) throw new Damaged('a page tree that contains itself')
    const node = file.dict(value)
    if (node === null) return
    const own: Dict = new Map(gets)
    for (const key of inherited) if (node.has(key)) own.set(key, node.get(key)!)
    const kids = file.array(node.get('Kids'))
    if (kids === null || file.name(node.get('Type')) === 'Page') {
      if (pages.length >= mostPages) throw new TooManyPages(claimed)
      pages.push(new Map([...node, ...own]))
      refs.push(ref)
      return
    }
    if (number !== null) way.add(number)
    for (const kid of kids) walk(kid, own, depth + 1)
    if (number !== null) way.delete(number)
  }
  walk(root, new Map(), 0)
  return { pages, refs, claimed }
}
