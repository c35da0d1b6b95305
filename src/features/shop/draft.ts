// The acts of the staff on the shared draft of the operator's data. A draft may have mistakes, so that work is never
// lost; mistakes prevent only its publication.

import type { Language } from '../../../languages/languages.ts'
import { say, translate, type Words } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { readPriceListUses } from '../../accounts/settings/accountPriceList.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { type DataMistake, OperatorDataError, placeOf } from '../../base/schemaCheck.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { cleanContent, contentFiles, type OperatorContent } from './content.ts'
import { contentDifferences } from './differences.ts'
import { requireDraftSize } from './draftSize.ts'
import { clearDraft, type DraftState, readDraft, type StoredDraft, saveDraft } from './draftStore.ts'
import type { VersionRegister } from './operatorVersions.ts'
import { lostBookMistakes } from './productsInUse.ts'
import { lostBooks, missingLists, type PublishDeps } from './publishVersion.ts'
import { differenceSentence, wordDifference } from './wording.ts'

/** Mistakes and differences in an answer or an entry: a person reads no more. */
export const maxListed = 100

type Act = { now: Date; actor: string }
/** With the language in which a refusal names what differs. */
export type DraftAct = Act & { language: Language }
type DraftDeps = { transactor: Transactor; operatorVersions: VersionRegister }

/** The draft to edit: the shared draft, or the newest version while there is none. */
export type EditableDraft = Pick<StoredDraft, 'content' | 'basedOn'> & {
  revision: number
  /** Null while there is no draft. */
  saved: Pick<StoredDraft, 'author' | 'updatedAt'> | null
}

export async function readEditableDraft({ transactor, operatorVersions }: DraftDeps): Promise<EditableDraft> {
  const { revision, draft } = await readDraft(transactor.db)
  if (draft !== null) {
    const { content, basedOn, author, updatedAt } = draft
    return { revision, content, basedOn, saved: { author, updatedAt } }
  }
  await operatorVersions.refresh()
  const basedOn = operatorVersions.newest()
  return { revision, content: (await operatorVersions.contentOf(basedOn))!, basedOn, saved: null }
}

/**
 * Saves the draft. Refuses with `draft_changed` when another revision is stored; the problems name what differs between
 * the stored draft and this content. Refuses with `not_found` when there is no version `basedOn`, and with
 * `malformed_request` a content that is too large.
 */
export async function saveSharedDraft(
  { transactor, operatorVersions }: DraftDeps,
  { revision, content, basedOn }: { revision: number; content: OperatorContent; basedOn: number },
  { language, ...act }: DraftAct,
): Promise<void> {
  await requireDraftSize(content)
  await operatorVersions.refresh()
  const base = await operatorVersions.contentOf(basedOn)
  if (base === null)
    throw new Refusal('not_found', say("There is no version {version} of the operator's data.", { version: basedOn }))
  await transact(transactor, act, async ({ tx, newId, now, actor }) => {
    const before = await readDraft(tx)
    const isSaved = await saveDraft(tx, { revision, author: actor, updatedAt: now }, { content, basedOn })
    // Read again: the other draft may have been committed since.
    if (!isSaved) throw await changedMeanwhile(await readDraft(tx), base, content, language)
    const changes = await contentDifferences(before.draft?.content ?? base, content)
    await appendAudit(tx, newId, {
      at: now,
      actor,
      action: 'operator_draft_saved',
      accountId: null,
      subject: `revision ${revision + 1}`,
      details: {
        changed: changes.length,
        changes: changes.slice(0, maxListed).map(change => differenceSentence(wordDifference(change, 'en'))),
      },
    })
  })
}

/** Refuses with `draft_changed` when another revision is stored. */
export async function discardSharedDraft({ transactor }: DraftDeps, revision: number, act: Act): Promise<void> {
  await transact(transactor, act, async ({ tx, newId, now, actor }) => {
    const before = await readDraft(tx)
    if (before.draft === null) throw noDraft()
    if (!(await clearDraft(tx, { revision, author: actor, updatedAt: now }))) throw otherRevision(await readDraft(tx))
    await appendAudit(tx, newId, {
      at: now,
      actor,
      action: 'operator_draft_discarded',
      accountId: null,
      subject: `revision ${revision}`,
      details: { basedOn: before.draft.basedOn },
    })
  })
}

/**
 * Every mistake that prevents publishing a content: its own, of the printers, and books and price lists that are used.
 */
export async function publishingMistakes(
  { transactor, operatorVersions, checkPrinters }: PublishDeps,
  content: OperatorContent,
  now: Date,
): Promise<readonly DataMistake[]> {
  let mistakes: readonly DataMistake[] = []
  try {
    const { catalog, priceLists } = await operatorVersions.prepare(content, now)
    const newest = (await operatorVersions.contentOf(operatorVersions.newest()))!
    const lost = await lostBookMistakes(transactor.db, lostBooks(newest, catalog))
    mistakes = lost.concat(missingLists(await readPriceListUses(transactor.db), priceLists))
    checkPrinters(catalog)
    await cleanContent(content)
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    mistakes = mistakes.concat(error.mistakes)
  }
  return mistakes
}

export type PlacedMistake = { part: keyof OperatorContent | null; path: string; text: Words }

/** A mistake of a file that is no part of the content, such as that of printers, names the file. */
export function placeMistake(mistake: DataMistake): PlacedMistake {
  const part = (Object.keys(contentFiles) as (keyof OperatorContent)[]).find(
    name => contentFiles[name] === mistake.file,
  )
  return part === undefined
    ? { part: null, path: '', text: say('{place}: {mistake}', { place: placeOf(mistake), mistake: mistake.text }) }
    : { part, path: mistake.path, text: mistake.text }
}

async function changedMeanwhile(
  stored: DraftState,
  base: OperatorContent,
  content: OperatorContent,
  language: Language,
): Promise<Refusal> {
  const t = translate(language)
  const differences = await contentDifferences(stored.draft?.content ?? base, content)
  const problems = differences.slice(0, maxListed).map((difference): Problem => {
    const { file, path, subject, field, before, after } = wordDifference(difference, language)
    const value = subject === null ? field : `${subject}: ${field}`
    const [stored, yours] = [before ?? t('nothing'), after ?? t('nothing')]
    const part = (Object.keys(contentFiles) as (keyof OperatorContent)[]).find(name => contentFiles[name] === file)
    return {
      pointer: `/content/${part}${path}`,
      code: 'differs',
      detail: t('{value}: the stored draft has {stored}, yours has {yours}', { value, stored, yours }),
    }
  })
  const { detail } = otherRevision(stored)
  if (differences.length <= maxListed) return new Refusal('draft_changed', detail, problems)
  return new Refusal(
    'draft_changed',
    say('{conflict} These are the first {maxListed} of {count} values.', {
      conflict: detail,
      maxListed,
      count: differences.length,
    }),
    problems,
  )
}

/** `draft` is null if there is none any more. */
export const otherRevision = ({ revision, draft }: { revision: number; draft: unknown }) =>
  new Refusal(
    'draft_changed',
    draft === null
      ? say('Somebody else published or discarded the draft. Your changes were not saved.')
      : say('Somebody else saved the draft meanwhile; it has revision {revision} now. Your changes were not saved.', {
          revision,
        }),
  )

export const noDraft = () => new Refusal('wrong_state', say('There is no draft.'))
