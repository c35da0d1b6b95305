// Books from a spreadsheet into the shared draft: compared first, and saved only without mistakes.

import { say } from '../../../languages/texts.ts'
import { readSheet } from '../../base/files/guardedSpreadsheet.ts'
import type { Sheet } from '../../base/files/spreadsheet.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { type BookChanges, type CellMistake, cellMistakeText, readBooks } from '../../catalog/bookSheet.ts'
import type { Transactor } from '../../orders/transact.ts'
import { emptyContent, type OperatorContent } from './content.ts'
import { contentDifferences, type Difference } from './differences.ts'
import { type DraftAct, maxListed, otherRevision, readEditableDraft, saveSharedDraft } from './draft.ts'
import type { VersionRegister } from './operatorVersions.ts'

type Deps = {
  transactor: Transactor
  operatorVersions: VersionRegister
  /** New books may be like a book of the sample. */
  readSample(): Promise<OperatorContent>
}

export type BookImport = Omit<BookChanges, 'books'> & {
  retired: string[]
  differences: Difference[]
  isSaved: boolean
}

type Asked = {
  /** The file, .xlsx or CSV. */
  file: Uint8Array
  revision: number
  /** Retires the books that the file does not name. */
  retiresMissing: boolean
  saves: boolean
}

/**
 * The changes of a spreadsheet to the draft, saved or not. Refuses with `draft_changed` when the draft has another
 * revision, with `malformed_request` when the file is no spreadsheet, and a save with `operator_data_invalid` when it
 * has mistakes.
 */
export async function importBooks(
  deps: Deps,
  { file, revision, retiresMissing, saves }: Asked,
  act: DraftAct,
): Promise<BookImport> {
  const draft = await readEditableDraft(deps)
  if (draft.revision !== revision) throw otherRevision({ revision: draft.revision, draft: draft.saved })
  const sheet = await readSheet(file, act.actor)
  const { catalog: sample } = await deps.readSample()
  const { content, changes } = await withSpreadsheet(draft.content, { sheet, retiresMissing, sample })
  const { mistakes } = changes
  const [first] = mistakes
  if (first !== undefined && saves) {
    const mistake = cellMistakeText(first)
    const detail =
      mistakes.length > 1
        ? say('Nothing was imported: {mistake}. And {more} more.', { mistake, more: mistakes.length - 1 })
        : say('Nothing was imported: {mistake}.', { mistake })
    throw new Refusal('operator_data_invalid', detail, mistakes.slice(0, maxListed).map(problemOf))
  }
  const differences = first === undefined ? await contentDifferences(draft.content, content) : []
  const isSaved = saves && differences.length > 0
  if (isSaved) await saveSharedDraft(deps, { revision, basedOn: draft.basedOn, content }, act)
  return { ...changes, differences, isSaved }
}

/** The content with the books of a spreadsheet; with mistakes, the content as it is. */
async function withSpreadsheet(
  content: OperatorContent,
  { sheet, retiresMissing, sample }: { sheet: Sheet; retiresMissing: boolean; sample: unknown },
): Promise<{ content: OperatorContent; changes: Omit<BookChanges, 'books'> & { retired: string[] } }> {
  const catalog = isObject(content.catalog) ? content.catalog : emptyContent.catalog
  const { books, ...changes } = await readBooks({ sheet, catalog, sample })
  const retired = retiresMissing ? changes.missing : []
  if (changes.mistakes.length > 0) return { content, changes: { ...changes, retired } }
  const isRetired = new Set<unknown>(retired)
  const skus = books.map(book =>
    isObject(book) && isRetired.has(book.manufacturingSku) ? { ...book, retired: true } : book,
  )
  return { content: { ...content, catalog: { ...(catalog as object), skus } }, changes: { ...changes, retired } }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const problemOf = (mistake: CellMistake): Problem => ({
  pointer: `/${mistake.row}/${mistake.column.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code: 'operator_data_invalid',
  detail: cellMistakeText(mistake),
})
