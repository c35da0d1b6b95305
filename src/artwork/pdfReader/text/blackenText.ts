// Sets the black text of pages in gray in the place of RGB. Pages get content of their own, since others may share it;
// forms are changed where they are, since they are drawn with the same resources everywhere.

import { deflateSync } from 'node:zlib'
import { Damaged, type Dict, Incomplete, type Obj, Ref, Stream, TooComplex } from '../file/lexer.ts'
import type { Pages } from '../file/pageTree.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import type { Change } from '../file/update.ts'
import { blendsBlack, findBlackText, withBlackInGray } from './blackText.ts'

const maxContentBytes = 100 * 1024 * 1024
/** Of all new content, compressed; more is left as it is. */
const maxNewBytes = 16 * 1024 * 1024
const maxForms = 20

export type BlackenedText = {
  /** The new content of pages, by the number of the page's object. */
  contents: Map<number, Ref>
  streams: Change[]
  nextNumber: number
}

/** Nothing is changed when anything cannot be read, or when the new content would be too long. */
export function blackenText(
  file: PdfFile,
  { pages, refs }: Pages,
  numbers: number[],
  nextNumber: number,
): BlackenedText {
  const none = { contents: new Map<number, Ref>(), streams: [], nextNumber }
  const blackened: BlackenedText = { contents: new Map(), streams: [], nextNumber }
  const known = new Map<string, Ref | null>()
  const seen = new Set<number>()
  let blended = new Set<number>()
  let newBytes = 0
  const streamOf = (bytes: Uint8Array, dict: Dict): Pick<Change, 'dict' | 'content'> => {
    const deflated = deflateSync(bytes)
    newBytes += deflated.length
    if (newBytes > maxNewBytes) throw new TooComplex('new content that is too long')
    const entries = new Map(dict).set('Filter', 'FlateDecode').set('Length', deflated.length)
    for (const key of ['DecodeParms', 'DL']) entries.delete(key)
    return { dict: entries, content: deflated }
  }
  const blackenForms = (resources: Dict, depth: number): void => {
    for (const { ref, form, own } of depth > maxForms ? [] : formsIn(file, resources)) {
      if (seen.has(ref.number) || blended.has(ref.number)) continue
      seen.add(ref.number)
      const bytes = file.decodedBytes(form, maxContentBytes)
      const found = findBlackText(file, bytes, own)
      if (found !== null) blackened.streams.push({ ref, ...streamOf(withBlackInGray(bytes, found), form.dict) })
      blackenForms(own, depth + 1)
    }
  }
  const contentOf = (page: Dict, resources: Dict): Ref | null => {
    const bytes = bytesOf(file, page)
    const found = findBlackText(file, bytes, resources)
    if (found === null) return null
    const ref = new Ref(blackened.nextNumber++, 0)
    blackened.streams.push({ ref, ...streamOf(withBlackInGray(bytes, found), new Map()) })
    return ref
  }

  try {
    if (numbers.length > 0) blended = blendedForms(file, pages)
    for (const number of numbers) {
      const page = pages[number - 1]
      const ref = refs[number - 1] ?? null
      if (page === undefined || ref === null) continue
      const resources = file.dict(page.get('Resources')) ?? new Map()
      blackenForms(resources, 0)
      const key = keyOf(page)
      const content = (key === null ? undefined : known.get(key)) ?? contentOf(page, resources)
      if (key !== null) known.set(key, content)
      if (content !== null) blackened.contents.set(ref.number, content)
    }
    return blackened
  } catch (error) {
    if (error instanceof Damaged || error instanceof Incomplete || error instanceof TooComplex) return none
    throw error
  }
}

/** The forms with a number and with resources of their own. */
function formsIn(file: PdfFile, resources: Dict): { ref: Ref; form: Stream; own: Dict }[] {
  const values = file.dict(resources.get('XObject'))?.values() ?? []
  return [...values].flatMap(value => {
    const form = value instanceof Ref ? file.stream(value) : null
    const own = form === null ? null : file.dict(form.dict.get('Resources'))
    if (form === null || own === null || file.name(form.dict.get('Subtype')) !== 'Form') return []
    return [{ ref: value as Ref, form, own }]
  })
}

/** The numbers of the forms that some page draws within content that blends black, and of all forms within these. */
function blendedForms(file: PdfFile, pages: Dict[]): Set<number> {
  const blended = new Set<number>()
  const plain = new Set<number>()
  const visit = (resources: Dict, depth: number, isWithin: boolean): void => {
    const isBlended = isWithin || blendsBlack(file, resources)
    const known = isBlended ? blended : plain
    for (const { ref, own } of depth > maxForms ? [] : formsIn(file, resources)) {
      if (known.has(ref.number)) continue
      known.add(ref.number)
      visit(own, depth + 1, isBlended)
    }
  }
  for (const resources of new Set(pages.map(page => file.dict(page.get('Resources')))))
    if (resources !== null) visit(resources, 0, false)
  return blended
}

function bytesOf(file: PdfFile, page: Dict): Uint8Array {
  const found = file.resolve(page.get('Contents'))
  const parts = (Array.isArray(found) ? found : [found]).flatMap(value => {
    const stream = file.resolve(value)
    return stream instanceof Stream ? [file.decodedBytes(stream, maxContentBytes), newLine] : []
  })
  return Buffer.concat(parts)
}

const newLine = Buffer.from('\n')

/** The same for pages that have the same content; null when this is not sure. */
function keyOf(page: Dict): string | null {
  const [contents, resources] = [page.get('Contents'), page.get('Resources')]
  const parts: Obj[] = [...(Array.isArray(contents) ? contents : [contents ?? null]), resources ?? null]
  return parts.every(part => part instanceof Ref) ? parts.map(({ number }) => number).join(' ') : null
}
