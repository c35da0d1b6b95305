// The two things that may be mended without asking: blank pages at the end, and pages that lie on their side. The file
// itself is not written again: what changes is appended, so that everything else is printed as it was sent.

import { type PageRuns, pagesOf } from './pages.ts'
import { boxesOf, namedBox } from './reader/boxes.ts'
import { PdfFile } from './reader/file.ts'
import { Damaged, type Dict, type Obj, Ref } from './reader/lexer.ts'
import type { Source } from './reader/source.ts'
import { type Pages, readPages } from './reader/tree.ts'
import { type Change, updateOf } from './update.ts'

const mostPages = 5_000
const boxNames = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox']

/** `turn` adds to the existing rotation of the pages, clockwise. */
export type Repair = { kind: 'pad'; pages: number } | { kind: 'turn'; pages: PageRuns; degrees: 90 | 270 }

/** What is appended to the file to mend it. Throws where that cannot be done. */
export function updateFor(source: Source, repairs: Repair[]): Buffer {
  const file = new PdfFile(source)
  const book = readPages(file, mostPages)
  const turned = new Map<number, Change>()
  for (const repair of repairs) {
    if (repair.kind !== 'turn') continue
    for (const page of pagesOf(repair.pages)) turn(file, book, page - 1, repair.degrees, turned)
  }
  const padded = repairs.flatMap(repair => (repair.kind === 'pad' ? pad(file, book, repair.pages, turned) : []))
  return updateOf(file, [...turned.values(), ...padded])
}

function turn(file: PdfFile, { pages, refs }: Pages, i: number, degrees: number, turned: Map<number, Change>): void {
  const ref = refs[i] ?? null
  const own = ref === null ? null : file.dict(ref)
  if (ref === null || own === null) throw new Damaged('a page that is no object of its own')
  // One that comes more than once in the tree is turned once.
  if (turned.has(ref.number)) return
  const rotate = (boxesOf(file, pages[i]!).shape.rotate + degrees) % 360
  turned.set(ref.number, { ref, dict: new Map(own).set('Rotate', rotate) })
}

/** Blank pages like the last one, at the end of the tree's first row. */
function pad(file: PdfFile, { pages, refs }: Pages, count: number, turned: Map<number, Change>): Change[] {
  const root = file.dict(file.trailer.get('Root'))?.get('Pages')
  const tree = file.dict(root)
  const kids = file.array(tree?.get('Kids'))
  if (!(root instanceof Ref) || tree === null || kids === null) throw new Damaged('a page tree that cannot be added to')
  const last = refs.at(-1)
  const like = new Map(pages.at(-1)).set('Parent', root)
  if (last && turned.has(last.number)) like.set('Rotate', turned.get(last.number)!.dict.get('Rotate')!)
  const { nextNumber } = file
  const blanks = Array.from({ length: count }, (_, i) => new Ref(nextNumber + i, 0))
  const grown = new Map(tree).set('Kids', [...kids, ...blanks]).set('Count', pages.length + count)
  return [{ ref: root, dict: grown }, ...blanks.map(ref => ({ ref, dict: blankLike(file, like) }))]
}

/** A page with the place and the boxes of another, and nothing on it. */
function blankLike(file: PdfFile, page: Dict): Dict {
  const { shape, userUnit } = boxesOf(file, page)
  const blank: Dict = new Map<string, Obj>([
    ['Type', 'Page'],
    ['Parent', page.get('Parent')!],
    ['Resources', new Map()],
    ['Rotate', shape.rotate],
  ])
  for (const name of boxNames) {
    const box = namedBox(file, page, name)
    if (typeof box !== 'string') blank.set(name, box)
  }
  if (userUnit !== 1) blank.set('UserUnit', userUnit)
  return blank
}
