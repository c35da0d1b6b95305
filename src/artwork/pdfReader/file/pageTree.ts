// The pages of a file with their inherited attributes, by walking the tree. The limit is checked before the loop: a
// file of 4 kB can claim 8,000,000 pages by referring to the same ones again and again.

import { Damaged, type Dict, type Obj, Ref, TooComplex } from './lexer.ts'
import type { PdfFile } from './pdfFile.ts'

const maxDepth = 64
/** Nodes without pages do not count towards the limit on pages, so they have a limit of their own. */
const maxNodes = 20_000
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

export class TooManyPages extends Error {
  readonly claimed: number | null
  constructor(claimed: number | null) {
    super('too many pages')
    this.claimed = claimed
  }
}

/** A page's own dictionary, with its inherited attributes. */
type Page = Dict

/** `refs` are null for pages that are direct objects; `claimed` is the page count that the file gives. */
export type Pages = { pages: Page[]; refs: (Ref | null)[]; claimed: number | null }

export function readPages(file: PdfFile, maxPages: number): Pages {
  const root = file.dict(file.trailer.get('Root'))?.get('Pages')
  const top = file.dict(root)
  if (top === null) throw new Damaged('no page tree')
  const claimed = file.number(top.get('Count'))
  const pages: Page[] = []
  const refs: (Ref | null)[] = []
  let nodes = 0
  /** References on the path from the root to the current node; a repeated reference is a loop. */
  const path = new Set<number>()

  const walk = (value: Obj | undefined, inheritedAttributes: Dict, depth: number): void => {
    if (depth > maxDepth) throw new TooComplex('a page tree that is too deep')
    if (++nodes > maxNodes + maxPages) throw new TooComplex('a page tree with too many nodes')
    const ref = value instanceof Ref ? value : null
    const number = ref?.number ?? null
    if (number !== null && path.has(number)) throw new Damaged('a page tree that contains itself')
    const node = file.dict(value)
    if (node === null) return
    const attributes: Dict = new Map(inheritedAttributes)
    for (const key of inherited) if (node.has(key)) attributes.set(key, node.get(key)!)
    const kids = file.array(node.get('Kids'))
    if (kids === null || file.name(node.get('Type')) === 'Page') {
      if (pages.length >= maxPages) throw new TooManyPages(claimed)
      pages.push(new Map([...node, ...attributes]))
      refs.push(ref)
      return
    }
    if (number !== null) path.add(number)
    for (const kid of kids) walk(kid, attributes, depth + 1)
    if (number !== null) path.delete(number)
  }
  walk(root, new Map(), 0)
  return { pages, refs, claimed }
}
