// What a file contains besides page content: annotations, forms, scripts, attachments, layers, and the standards it
// claims.

import type { PdfFacts } from '../facts.ts'
import { createNamed } from '../pages.ts'
import type { PdfFile } from './file.ts'
import { Damaged, type Dict, type Obj, Ref, TooComplex } from './lexer.ts'
import { readable, readableName } from './readable.ts'

const mostAnnotations = 5_000
const mostFields = 10_000
const mostLayers = 5_000
const mostMetadataBytes = 4 * 1024 * 1024
const mostNames = 20
const mostChained = 10
/** Actions that reach outside the file. Web links are not among them: they wait for a click. */
const reachingOut = new Set(['Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Rendition', 'Movie', 'Sound'])

type Around = Pick<
  PdfFacts,
  'annotations' | 'formFields' | 'xfa' | 'scripts' | 'launches' | 'attachments' | 'pdfx' | 'producer'
> & {
  /** Object numbers of the layers that do not print. */
  hiddenLayers: Set<number>
  /** Pages with printer's marks as annotations. */
  markPages: number[]
}

export function lookAround(file: PdfFile, pages: Dict[]): Around {
  const root = file.dict(file.trailer.get('Root')) ?? new Map()
  const actions = createActions(file)
  actions.one(root.get('OpenAction'), 'document')
  actions.all(root.get('AA'), 'document')
  const names = file.dict(root.get('Names'))
  if (isFilled(file, names?.get('JavaScript'))) actions.scripts.add('document')

  const annotations = createNamed()
  const markPages: number[] = []
  let attached = countLeaves(file, names?.get('EmbeddedFiles'))
  let left = mostAnnotations
  for (const [i, page] of pages.entries()) {
    actions.all(page.get('AA'), 'page')
    for (const value of file.array(page.get('Annots')) ?? []) {
      if (left-- <= 0) break
      const annotation = file.dict(value)
      if (annotation === null) continue
      const subtype = readableName(file.name(annotation.get('Subtype')) ?? 'unknown', 40)
      actions.one(annotation.get('A'), 'annotation')
      actions.all(annotation.get('AA'), 'annotation')
      if (subtype === 'FileAttachment') attached++
      if (subtype === 'PrinterMark' || subtype === 'TrapNet') markPages.push(i + 1)
      else if (subtype !== 'Popup') annotations.add([subtype], i + 1)
    }
  }

  const form = file.dict(root.get('AcroForm'))
  return {
    annotations: annotations.facts(),
    formFields: countFields(file, form?.get('Fields'), actions),
    xfa: form !== null && file.resolve(form.get('XFA')) !== null,
    scripts: [...actions.scripts],
    launches: [...actions.launches],
    attachments: attached,
    pdfx: claimOf(file, root),
    producer: shown(file.text(file.dict(file.trailer.get('Info'))?.get('Producer'))),
    hiddenLayers: hiddenLayers(file, root),
    markPages,
  }
}

type Actions = ReturnType<typeof createActions>

function createActions(file: PdfFile) {
  const scripts = new Set<string>()
  const launches = new Set<string>()
  const one = (value: Obj | undefined, where: string) => {
    let action = file.dict(value)
    for (let i = 0; action !== null && i < mostChained; i++) {
      const kind = file.name(action.get('S'))
      if (kind === 'JavaScript') scripts.add(where)
      else if (kind !== null && reachingOut.has(kind) && launches.size < mostNames) launches.add(kind)
      action = file.dict(action.get('Next'))
    }
  }
  const all = (value: Obj | undefined, where: string) => {
    for (const action of file.dict(value)?.values() ?? []) one(action, where)
  }
  return { scripts, launches, one, all }
}

function isFilled(file: PdfFile, value: Obj | undefined): boolean {
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
  const waiting = [...(file.array(value) ?? [])].slice(0, mostFields)
  const seen = new Set<number>()
  for (let field = waiting.pop(); field !== undefined; field = waiting.pop()) {
    if (field instanceof Ref) {
      if (seen.has(field.number)) continue
      seen.add(field.number)
    }
    const dict = file.dict(field)
    if (dict === null) continue
    fields++
    if (fields >= mostFields) break
    actions.all(dict.get('AA'), 'form')
    actions.one(dict.get('A'), 'form')
    const kids = file.array(dict.get('Kids')) ?? []
    if (waiting.length + kids.length < mostFields) waiting.push(...kids)
  }
  return fields
}

/** Layers that are switched off, and those whose usage excludes printing where the file puts that into effect. */
function hiddenLayers(file: PdfFile, root: Dict): Set<number> {
  const properties = file.dict(root.get('OCProperties'))
  const usual = file.dict(properties?.get('D'))
  const hidden = new Set<number>()
  const refs = (value: Obj | undefined) =>
    (file.array(value) ?? []).slice(0, mostLayers).flatMap(one => (one instanceof Ref ? [one] : []))
  if (file.name(usual?.get('BaseState')) === 'OFF')
    for (const { number } of refs(properties?.get('OCGs'))) hidden.add(number)
  for (const { number } of refs(usual?.get('ON'))) hidden.delete(number)
  for (const { number } of refs(usual?.get('OFF'))) hidden.add(number)
  for (const value of (file.array(usual?.get('AS')) ?? []).slice(0, 20)) {
    const automatic = file.dict(value)
    if (file.name(automatic?.get('Event')) !== 'Print') continue
    for (const ref of refs(automatic?.get('OCGs'))) {
      const print = file.dict(file.dict(file.dict(ref)?.get('Usage'))?.get('Print'))
      const state = file.name(print?.get('PrintState'))
      if (state === 'OFF') hidden.add(ref.number)
      else if (state === 'ON') hidden.delete(ref.number)
    }
  }
  return hidden
}

function claimOf(file: PdfFile, root: Dict): PdfFacts['pdfx'] {
  const info = file.dict(file.trailer.get('Info'))
  const said = file.text(info?.get('GTS_PDFXVersion')) ?? fromMetadata(file, root)
  const intent = (file.array(root.get('OutputIntents')) ?? [])
    .slice(0, 20)
    .map(one => file.dict(one))
    .find(one => file.name(one?.get('S')) === 'GTS_PDFX')
  const condition = file.text(intent?.get('OutputConditionIdentifier')) ?? file.text(intent?.get('OutputCondition'))
  return { claim: shown(said), condition: shown(condition) }
}

const shown = (text: string | null) => (text === null ? null : readable(text, 100))

function fromMetadata(file: PdfFile, root: Dict): string | null {
  const stream = file.stream(root.get('Metadata'))
  if (stream === null) return null
  try {
    const text = Buffer.from(file.bytesOf(stream, mostMetadataBytes)).toString('latin1')
    return /GTS_PDFXVersion(?:>|\s*=\s*["'])([^<"']{1,100})/.exec(text)?.[1] ?? null
  } catch (error) {
    if (error instanceof Damaged || error instanceof TooComplex) return null
    throw error
  }
}
