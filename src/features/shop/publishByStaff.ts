// The staff publish a version of the operator's data: their draft, or an older version again. Where a second person is
// needed, a version with much lower prices waits for approval. The request names the draft by its revision, so that the
// approval is for exactly the requested content.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { day, earlier, instant } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { transact } from '../../orders/transact.ts'
import type { PublishAct } from '../staff/approvalStore.ts'
import { type ApprovalOutcome, requestApproval, type SecondPersonRule } from '../staff/secondPerson.ts'
import { noDraft, otherRevision } from './draft.ts'
import { readDraft } from './draftStore.ts'
import { lowersPricesBeyond } from './lowerPrices.ts'
import {
  type PreparedVersion,
  type Publication,
  type PublishDeps,
  type PublishedVersion,
  prepareVersion,
  writeVersion,
} from './publishVersion.ts'

type By = { now: Date; actor: string }

/** Prices are compared with those of this time ago, too. */
const comparedMs = 30 * day

/** Refuses like publishVersion, with `draft_changed` for another draft, and with `not_found` without the version. */
export async function publishByStaff(
  deps: PublishDeps,
  { reason, ...act }: PublishAct & { reason: string },
  by: By,
  rule: SecondPersonRule,
): Promise<ApprovalOutcome<PublishedVersion>> {
  const prepared = await preparePublication(deps, { ...act, reason }, by)
  const monthAgo = deps.operatorVersions.inEffect(earlier(by.now, comparedMs))
  const isBeyond = rule !== null && (await lowersPricesBeyond({ ...prepared, monthAgo }, rule.aboveOffBasisPoints))
  const outcome = await transact(deps.transactor, by, async (work): Promise<ApprovalOutcome<PublishedVersion>> => {
    if (!isBeyond) return { done: await writeVersion(work, prepared), approval: null }
    // Of two requests at once, the second sees the first.
    await sql`lock table operator_versions in share row exclusive mode`.execute(work.tx)
    const request = { accountId: null, customerOrderId: null, amountCents: null, reason, request: null }
    return {
      done: null,
      approval: await requestApproval(work, { ...request, act: { kind: 'publish', ...act } }, rule!),
    }
  })
  await deps.operatorVersions.refresh()
  return outcome
}

/** Reads and checks what is published, outside of the transaction that publishes it. */
export async function preparePublication(
  deps: PublishDeps,
  { source, effectiveAt, reason }: PublishAct & { reason: string },
  by: By,
): Promise<PreparedVersion> {
  const shared = { reason, effectiveAt: effectiveAt === null ? null : instant(effectiveAt) }
  return prepareVersion(deps, { ...(await contentOf(deps, source)), ...shared }, by)
}

async function contentOf(
  { transactor, operatorVersions }: PublishDeps,
  source: PublishAct['source'],
): Promise<Pick<Publication, 'content' | 'basedOn' | 'draftRevision'>> {
  if ('version' in source) {
    await operatorVersions.refresh()
    const content = await operatorVersions.contentOf(source.version)
    if (content === null)
      throw new Refusal(
        'not_found',
        say("There is no version {version} of the operator's data.", { version: source.version }),
      )
    return { content, basedOn: source.basedOn }
  }
  const stored = await readDraft(transactor.db)
  if (stored.draft === null) throw noDraft()
  if (stored.revision !== source.draftRevision) throw otherRevision(stored)
  const { content, basedOn } = stored.draft
  return { content, basedOn, draftRevision: source.draftRevision }
}
