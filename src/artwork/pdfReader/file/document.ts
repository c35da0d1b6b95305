// Reads everything besides page content: annotations, forms, scripts, attachments, layers, and the standards that the
// file claims.

import { overlap } from '../drawing/plane.ts'
import { namedBox } from '../pages/boxes.ts'
import { createNamesOnPages } from '../pages/pageRuns.ts'
import type { Box, PdfFacts } from '../pdfFacts.ts'
import { readable, readableName } from '../text/readableText.ts'
import { Damaged, type Dict, type Obj, Ref, TooComplex } from './lexer.ts'
import type { PdfFile } from './pdfFile.ts'

const maxAnnotations = 5_000
const maxFields = 10_000
const maxLayers = 5_000
const maxMetadataBytes = 4 * 1024 * 1024
const maxNames = 20
/** Longer than that of any book. */
const maxTitleLetters = 200
const maxChained = 10
/** Actions that reach outside the file. Web links are not among them: they wait for a click. */
const externalActions = new Set(['Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Rendition', 'Movie', 'Sound'])

type DocumentFacts = Pick<
  PdfFacts,
  | 'annotations'
  | 'formFields'
  | 'xfa'
  | 'scripts'
  | 'launches'
  | 'attachments'
  | 'pdfx'
  | 'producer'
  | 'title'
  | 'printOnlyLayers'
  | 'hasLayers'
> & {
  /** Object numbers of the layers that do not print. */
  hiddenLayers: Set<number>
  /** Printer's marks, and all other annotations, with their boxes in the coordinates of the page. */
  placedAnnotations: { page: number; isMark: boolean; box: Box | null }[]
}

const hiddenFlag = 2
const printFlag = 4

/** Hidden, or a link without a border that prints. */
function isInvisible(file: PdfFile, annotation: Dict): boolean {
  const flags = file.number(annotation.get('F')) ?? 0
  if (flags & hiddenFlag) return true
  const width = file.number(file.dict(annotation.get('BS'))?.get('W') ?? file.array(annotation.get('Border'))?.[2])
  return file.name(annotation.get('Subtype')) === 'Link' && (!(flags & printFlag) || width === 0)
}

export function scanDocument(file: PdfFile, pages: Dict[]): DocumentFacts {
  const root = file.dict(file.trailer.get('Root')) ?? new Map()
  const actions = createActions(file)
  actions.scan(root.get('OpenAction'), 'document')
  actions.scanAll(root.get('AA'), 'document')
  const names = file.dict(root.get('Names'))
  if (hasEntries(file, names?.get('JavaScript'))) actions.scripts.add('document')

  const annotations = createNamesOnPages()
  const placedAnnotations: DocumentFacts['placedAnnotations'] = []
  let attachments = countLeaves(file, names?.get('EmbeddedFiles'))
  let budget = maxAnnotations
  for (const [i, page] of pages.entries()) {
    actions.scanAll(page.get('AA'), 'page')
    for (const value of file.array(page.get('Annots')) ?? []) {
      if (budget-- <= 0) break
      const annotation = file.dict(value)
      if (annotation === null) continue
      const subtype = readableName(file.name(annotation.get('Subtype')) ?? 'unknown', 40)
      actions.scan(annotation.get('A'), 'annotation')
      actions.scanAll(annotation.get('AA'), 'annotation')
      if (subtype === 'FileAttachment') attachments++
      const isMark = subtype === 'PrinterMark' || subtype === 'TrapNet'
      if (!isMark && (subtype === 'Popup' || isInvisible(file, annotation))) continue
      if (!isMark) annotations.add([subtype], i + 1)
      const box = namedBox(file, annotation, 'Rect')
      placedAnnotations.push({ page: i + 1, isMark, box: typeof box === 'string' ? null : box })
    }
  }

  const form = file.dict(root.get('AcroForm'))
  const info = file.dict(file.trailer.get('Info'))
  const metadata = metadataOf(file, root)
  return {
    annotations: annotations.facts(),
    formFields: countFields(file, form?.get('Fields'), actions),
    xfa: form !== null && file.resolve(form.get('XFA')) !== null,
    scripts: [...actions.scripts],
    launches: [...actions.launches],
    attachments: attachments,
    pdfx: {
      ...claimOf(file, root, metadata),
      lacksTrim: pages.some(page => boxIn(file, page, 'TrimBox', 'ArtBox') === null),
      isAnnotated: placedAnnotations.some(({ page, isMark, box }) => {
        const bleed = boxIn(file, pages[page - 1]!, 'BleedBox', 'TrimBox', 'ArtBox')
        return !isMark && box !== null && bleed !== null && overlap(box, bleed) !== null
      }),
    },
    producer: readableOrNull(file.text(info?.get('Producer'))),
    title: titleOf(file.text(info?.get('Title')), metadata),
    ...layersOf(file, root),
    placedAnnotations,
  }
}

type Actions = ReturnType<typeof createActions>

function createActions(file: PdfFile) {
  const scripts = new Set<string>()
  const launches = new Set<string>()
  const scan = (value: Obj | undefined, where: string) => {
    let action = file.dict(value)
    for (let i = 0; action !== null && i < maxChained; i++) {
      const kind = file.name(action.get('S'))
      if (kind === 'JavaScript') scripts.add(where)
      else if (kind !== null && externalActions.has(kind) && launches.size < maxNames) launches.add(kind)
      action = file.dict(action.get('Next'))
    }
  }
  const scanAll = (value: Obj | undefined, where: string) => {
    for (const action of file.dict(value)?.values() ?? []) scan(action, where)
  }
  return { scripts, launches, scan, scanAll }
}

function hasEntries(file: PdfFile, value: Obj | undefined): boolean {
  const tree = file.dict(value)
  return (
    tree !== null &&
    ((file.array(tree.get('Names'))?.length ?? 0) > 0 || (file.array(tree.get('Kids'))?.length ?? 0) > 0)
  )
}

function countLeaves(file: PdfFile, value: Obj | undefined): number {
  const tree = file.dict(value)
  if (tree === null) return 0
  const names = file.array(tree.get('Names'))?.length ?? 0
  return Math.ceil(names / 2) + (file.array(tree.get('Kids'))?.length ?? 0)
}

function countFields(file: PdfFile, value: Obj | undefined, actions: Actions): number {
  let fields = 0
  const waiting = [...(file.array(value) ?? [])].slice(0, maxFields)
  const seen = new Set<number>()
  for (let field = waiting.pop(); field !== undefined; field = waiting.pop()) {
    if (field instanceof Ref) {
      if (seen.has(field.number)) continue
      seen.add(field.number)
    }
    const dict = file.dict(field)
    if (dict === null) continue
    fields++
    if (fields >= maxFields) break
    actions.scanAll(dict.get('AA'), 'form')
    actions.scan(dict.get('A'), 'form')
    const kids = file.array(dict.get('Kids')) ?? []
    if (waiting.length + kids.length < maxFields) for (const next of kids) waiting.push(next)
  }
  return fields
}

/** Layers that are off, and layers whose usage excludes printing and takes effect by itself. */
function layersOf(file: PdfFile, root: Dict): Pick<DocumentFacts, 'hiddenLayers' | 'printOnlyLayers' | 'hasLayers'> {
  const properties = file.dict(root.get('OCProperties'))
  const defaultConfig = file.dict(properties?.get('D'))
  const hidden = new Set<number>()
  const refs = (value: Obj | undefined) =>
    (file.array(value) ?? []).slice(0, maxLayers).filter(entry => entry instanceof Ref)
  if (file.name(defaultConfig?.get('BaseState')) === 'OFF')
    for (const { number } of refs(properties?.get('OCGs'))) hidden.add(number)
  for (const { number } of refs(defaultConfig?.get('ON'))) hidden.delete(number)
  for (const { number } of refs(defaultConfig?.get('OFF'))) hidden.add(number)
  const unseen = new Set(hidden)
  for (const value of (file.array(defaultConfig?.get('AS')) ?? []).slice(0, 20)) {
    const automatic = file.dict(value)
    if (file.name(automatic?.get('Event')) !== 'Print') continue
    for (const ref of refs(automatic?.get('OCGs'))) {
      const print = file.dict(file.dict(file.dict(ref)?.get('Usage'))?.get('Print'))
      const state = file.name(print?.get('PrintState'))
      if (state === 'OFF') hidden.add(ref.number)
      else if (state === 'ON') hidden.delete(ref.number)
    }
  }
  const printOnly = [...unseen].filter(number => !hidden.has(number)).slice(0, maxNames)
  return {
    hiddenLayers: hidden,
    hasLayers: refs(properties?.get('OCGs')).length > 0,
    printOnlyLayers: printOnly.map(
      number => readableOrNull(file.text(file.dict(new Ref(number, 0))?.get('Name'))) ?? 'without a name',
    ),
  }
}

/** The first of these boxes that the page has. */
const boxIn = (file: PdfFile, page: Dict, ...names: string[]): Box | null =>
  names.map(name => namedBox(file, page, name)).find(box => typeof box !== 'string') ?? null

function claimOf(file: PdfFile, root: Dict, metadata: Buffer): Pick<PdfFacts['pdfx'], 'claim' | 'condition'> {
  const info = file.dict(file.trailer.get('Info'))
  const inMetadata = /GTS_PDFXVersion(?:>|\s*=\s*["'])([^<"']{1,100})/.exec(metadata.toString('latin1'))?.[1]
  const claim = file.text(info?.get('GTS_PDFXVersion')) ?? inMetadata ?? null
  const intent = (file.array(root.get('OutputIntents')) ?? [])
    .slice(0, 20)
    .map(entry => file.dict(entry))
    .find(entry => file.name(entry?.get('S')) === 'GTS_PDFX')
  const condition = file.text(intent?.get('OutputConditionIdentifier')) ?? file.text(intent?.get('OutputCondition'))
  return { claim: readableOrNull(claim), condition: readableOrNull(condition) }
}

const readableOrNull = (text: string | null) => (text === null ? null : readable(text, 100))

/** XMP comes before the older dictionary, which programs fill with the name of the file. */
function titleOf(inDictionary: string | null, metadata: Buffer): string | null {
  const inMetadata = /<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]{0,100}>([^<]{1,1000})</.exec(metadata.toString('utf8'))?.[1]
  const title = inMetadata?.replaceAll(/&(#x?)?(\w+);/g, (text, number, name) => characterOf(number, name) ?? text)
  return [title, inDictionary].map(one => readable(one ?? '', maxTitleLetters).trim()).find(one => one !== '') ?? null
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function characterOf(number: string | undefined, name: string): string | null {
  if (number === undefined) return entities[name] ?? null
  const code = Number.parseInt(name, number === '#x' ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}

/** The XMP of the file; empty where there is none, or none that can be read. */
function metadataOf(file: PdfFile, root: Dict): Buffer {
  const stream = file.stream(root.get('Metadata'))
  if (stream === null) return Buffer.alloc(0)
  try {
    return Buffer.from(file.decodedBytes(stream, maxMetadataBytes))
  } catch (error) {
    if (error instanceof Damaged || error instanceof TooComplex) return Buffer.alloc(0)
    throw error
  }
}
