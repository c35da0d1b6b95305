// Repairs that need no approval: blank pages at the end, pages that lie on their side, boxes, black text in RGB, and
// the encryption of attachments. The file is not rewritten: the changes are appended, so that everything else prints as
// it was sent.

import { boxesOf, fromShown, inPage, namedBox } from '../pages/boxes.ts'
import { pagesOf } from '../pages/pageRuns.ts'
import type { Box, PageRuns } from '../pdfFacts.ts'
import { blackenText } from '../text/blackenText.ts'
import { Damaged, type Dict, type Obj, Ref } from './lexer.ts'
import { type Pages, readPages } from './pageTree.ts'
import { PdfFile } from './pdfFile.ts'
import type { Source } from './source.ts'
import { type Change, updateOf } from './update.ts'

const maxPages = 5_000
const decimals = 4
/** UserUnit may be large. */
const matrixDecimals = 8
const boxNames = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox']

/**
 * `turn` adds to the existing rotation of the pages, clockwise. `frame` sets the boxes of pages: `file` is the whole
 * page with its bleed, in points of the page as shown. `extend` does the same, and prints nothing beyond the page as it
 * was sent. `trim` sets the TrimBox, and the BleedBox of a page that has none; a page that cannot be changed stays as
 * it is. `blacken` sets black text in black ink; content that cannot be changed stays as it is. `draw` adds operators
 * over a page, in points of the page as shown after all other repairs. `unlock` removes an encryption that is only for
 * attachments.
 */
export type Repair =
  | { kind: 'pad'; pages: number }
  | { kind: 'turn'; pages: PageRuns; degrees: 90 | 270 }
  | { kind: 'frame' | 'extend'; pages: PageRuns; file: Box; trim: Box }
  | { kind: 'trim'; pages: PageRuns; trim: Box }
  | { kind: 'blacken'; pages: PageRuns }
  | { kind: 'draw'; page: number; content: string }
  | { kind: 'unlock' }

/** The bytes to append to the file. Throws if the file cannot be repaired. */
export function repairUpdate(source: Source, repairs: Repair[]): Buffer {
  const file = new PdfFile(source)
  const book = readPages(file, maxPages)
  const changed = new Map<number, Change>()
  const blackPages = repairs.flatMap(repair => (repair.kind === 'blacken' ? pagesOf(repair.pages) : []))
  const black = blackenText(file, book, blackPages, file.nextNumber)
  const { streams } = black
  let { nextNumber } = black
  const withBlack = (ref: Ref, page: Dict): Dict => {
    const content = black.contents.get(ref.number)
    return content === undefined ? page : new Map(page).set('Contents', content)
  }
  const addStream = (content: string): Ref => {
    const ref = new Ref(nextNumber++, 0)
    streams.push({ ref, dict: new Map([['Length', content.length]]), content })
    return ref
  }
  for (const repair of repairs) {
    if (!('pages' in repair) || repair.kind === 'pad' || repair.kind === 'blacken') continue
    for (const number of pagesOf(repair.pages)) {
      const ref = book.refs[number - 1] ?? null
      const own = ref === null ? null : file.dict(ref)
      if (ref === null || own === null) {
        if (repair.kind === 'trim') continue
        throw new Damaged('a page without an object of its own')
      }
      const page = book.pages[number - 1]!
      const dict = changedPage(file, page, withBlack(ref, own), repair, addStream)
      const known = changed.get(ref.number)
      // A page that occurs more than once in the tree is changed once; it cannot be framed in two ways.
      if (known === undefined) changed.set(ref.number, { ref, dict })
      else if (String(known.dict.get('MediaBox')) !== String(dict.get('MediaBox')))
        throw new Damaged('a page that occurs more than once')
    }
  }
  for (const ref of book.refs) {
    if (ref === null || !black.contents.has(ref.number) || changed.has(ref.number)) continue
    changed.set(ref.number, { ref, dict: withBlack(ref, file.dict(ref)!) })
  }
  for (const repair of repairs) {
    if (repair.kind !== 'draw') continue
    const ref = book.refs[repair.page - 1] ?? null
    const own = ref === null ? null : (changed.get(ref.number)?.dict ?? file.dict(ref))
    if (ref === null || own === null) throw new Damaged('a page without an object of its own')
    const page = new Map([...book.pages[repair.page - 1]!, ...own])
    changed.set(ref.number, { ref, dict: drawnOver(file, page, own, repair.content, addStream) })
  }
  const padded = repairs.flatMap(repair =>
    repair.kind === 'pad' ? pad(file, book, { count: repair.pages, changed, nextNumber }) : [],
  )
  const changes = [...changed.values(), ...streams, ...padded]
  if (changes.length === 0 && repairs.every(({ kind }) => kind === 'blacken')) throw new Damaged('no text to change')
  return updateOf(file, changes)
}

type PageRepair = Exclude<Repair, { kind: 'pad' | 'unlock' | 'blacken' | 'draw' }>

function changedPage(
  file: PdfFile,
  page: Dict,
  own: Dict,
  repair: PageRepair,
  addStream: (content: string) => Ref,
): Dict {
  if (repair.kind === 'turn') return turned(file, page, own, repair.degrees)
  return repair.kind === 'trim' ? trimmed(file, page, own, repair.trim) : framed(file, page, own, repair, addStream)
}

function trimmed(file: PdfFile, page: Dict, own: Dict, box: Box): Dict {
  const { visible, shape } = boxesOf(file, page)
  const trim = inPage(file, page, box)
  if (visible === null || trim === null) return own
  const dict: Dict = new Map(own).set('TrimBox', trim)
  return shape.bleed === null ? dict.set('BleedBox', visible) : dict
}

const turned = (file: PdfFile, page: Dict, own: Dict, degrees: number): Dict =>
  new Map(own).set('Rotate', (boxesOf(file, page).shape.rotate + degrees) % 360)

type Frame = Extract<Repair, { kind: 'frame' | 'extend' }>

function framed(file: PdfFile, page: Dict, own: Dict, frame: Frame, addStream: (content: string) => Ref): Dict {
  const { visible } = boxesOf(file, page)
  const whole = inPage(file, page, frame.file)
  const trim = inPage(file, page, frame.trim)
  if (visible === null || whole === null || trim === null) throw new Damaged('a page without a size')
  const dict: Dict = new Map(own).set('TrimBox', trim)
  for (const name of ['MediaBox', 'CropBox', 'BleedBox']) dict.set(name, whole)
  if (frame.kind === 'frame') return dict
  const [left, bottom, right, top] = visible
  const clip = [left, bottom, right - left, top - bottom].map(length => length.toFixed(decimals)).join(' ')
  return dict.set('Contents', [addStream(`q ${clip} re W n `), ...contentsOf(file, own), addStream('\nQ')])
}

const contentsOf = (file: PdfFile, own: Dict): Obj[] =>
  file.array(own.get('Contents')) ?? (own.has('Contents') ? [own.get('Contents')!] : [])

/** The content of the page is enclosed, so that nothing that it sets applies to the drawing. */
function drawnOver(file: PdfFile, page: Dict, own: Dict, content: string, addStream: (content: string) => Ref): Dict {
  const matrix = fromShown(file, page)
  if (matrix === null) throw new Damaged('a page without a size')
  const transform = matrix.map(value => value.toFixed(matrixDecimals)).join(' ')
  const drawn = addStream(`\nQ q ${transform} cm\n${content}\nQ`)
  return new Map(own).set('Contents', [addStream('q '), ...contentsOf(file, own), drawn])
}

type Padding = { count: number; changed: Map<number, Change>; nextNumber: number }

/** Adds blank pages, like the last page of their side of a leaf, to the end of the root node. */
function pad(file: PdfFile, { pages, refs }: Pages, { count, changed, nextNumber }: Padding): Change[] {
  const root = file.dict(file.trailer.get('Root'))?.get('Pages')
  const tree = file.dict(root)
  const kids = file.array(tree?.get('Kids'))
  if (!(root instanceof Ref) || tree === null || kids === null) throw new Damaged('a page tree that cannot be extended')
  const templateAt = (index: number): Dict => {
    const ref = refs[index]
    const template = new Map(pages[index]).set('Parent', root)
    for (const [key, value] of (ref && changed.get(ref.number)?.dict) ?? []) {
      if (key === 'Rotate' || boxNames.includes(key)) template.set(key, value)
    }
    return template
  }
  const lastOfSides = [Math.max(0, pages.length - 2), pages.length - 1].map(templateAt)
  const blanks = Array.from({ length: count }, (_, i) => new Ref(nextNumber + i, 0))
  const grown = new Map(tree).set('Kids', [...kids, ...blanks]).set('Count', pages.length + count)
  return [{ ref: root, dict: grown }, ...blanks.map((ref, i) => ({ ref, dict: blankLike(file, lastOfSides[i % 2]!) }))]
}

/** An empty page with the parent and boxes of another page. */
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
