// Exemption papers: an account submits them, and the staff reviews each and decides. They apply to orders priced while
// they are approved (facts.ts), never to prices that became final before.

import { appendAudit } from '../../accounts/audit.ts'
import {
  decide,
  type Exemption,
  type ExemptionKey,
  insertExemption,
  papersSince,
  readSealed,
} from '../../accounts/exemptionStore.ts'
import { type PaperType, readPaper } from '../../accounts/papers.ts'
import { day, earlier, later, startOfUtcDay } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { type ByteVault, openedOrNull } from '../../base/vault.ts'
import { resolveDestination } from '../../shipping/destination.ts'
import { tellOfExemption } from '../letters.ts'
import type { Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'

export const papersADay = 5
const refusedKeptMs = 90 * day
/** Four years after they expired: longer than a state can usually ask for the papers behind an untaxed sale. */
const approvedKeptMs = 4 * 365 * day
const longestApprovalMs = 10 * 366 * day

type Submission = { accountId: string; state: string; mediaType: PaperType; bytes: Buffer; now: Date; actor: string }

/** `mayAgainAt`: the account has sent the most files allowed in a day. */
export type Submitted = { kind: 'kept'; exemption: Exemption } | { kind: 'too_many'; mayAgainAt: Date }

/** Checks a paper, and stores it sealed until the staff decides. Refuses with `malformed_request`. */
export async function submitPaper(
  { shell, vault }: { shell: Shell; vault: ByteVault },
  { accountId, state, mediaType, bytes, now, actor }: Submission,
): Promise<Submitted> {
  const place = placeOf(state)
  const paper = await readPaper(bytes, mediaType)
  if (!Buffer.isBuffer(paper)) throw new Refusal('malformed_request', paper.detail, [paper])
  const exemptionId = shell.newId('exm')
  const sealed = vault.sealBytes(paper, exemptionId)
  return inOneWork(shell, { now, actor }, async work => {
    const earlierOnes = await papersSince(work.tx, accountId, earlier(now, day))
    if (earlierOnes.length >= papersADay) {
      return { kind: 'too_many', mayAgainAt: later(earlierOnes.at(-papersADay)!, day) }
    }
    const key = { accountId, exemptionId }
    const row = { ...key, place, mediaType, sizeBytes: paper.length, uploadedBy: actor, createdAt: now }
    const exemption = await insertExemption(work.tx, row, sealed)
    await note(work, exemption, 'exemption_submitted')
    return { kind: 'kept', exemption }
  })
}

/**
 * There are papers for states and for Puerto Rico; the other territories have no sales tax, and in Canada papers have
 * no effect.
 */
function placeOf(state: string): string {
  const region = resolveDestination({ country: 'US', state })
  if (region?.country === 'PR') return 'PR'
  if (region?.country === 'US' && region.state !== null && /^(?!A[AEP])/.test(region.state)) return `US-${region.state}`
  const detail = `got ${JSON.stringify(state)}; expected a state of the US or PR, as two letters or the full name`
  throw new Refusal('malformed_request', detail, [{ pointer: '?state', code: 'unknown_state', detail }])
}

type Act = ExemptionKey & { now: Date; actor: string }

/** The file, for a member of the staff; viewing it is recorded. Refuses with `not_found`. */
export function viewPaper(
  { shell, vault }: { shell: Shell; vault: ByteVault },
  { now, actor, ...key }: Act,
): Promise<{ mediaType: PaperType; bytes: Buffer }> {
  return inOneWork(shell, { now, actor }, async work => {
    const found = await readSealed(work.tx, key)
    if (found === undefined) throw notFound(key)
    if (found.sealedFile === null) throw new Refusal('not_found', 'the file was deleted at the end of its retention')
    const { mediaType, sealedFile, exemptionId } = found
    const bytes = openedOrNull(() => vault.openBytes(sealedFile, exemptionId))
    if (bytes === null)
      throw new Refusal('not_found', 'the file was sealed with a SECRET_KEY that is no longer available')
    await note(work, found, 'exemption_viewed')
    return { mediaType, bytes }
  })
}

/** `expiresOn` is the last day on which they apply, in UTC. Refuses with `not_found` and `malformed_request`. */
export function approvePaper(
  shell: Shell,
  { expiresOn, reason, now, actor, ...key }: Act & { expiresOn: Temporal.PlainDate; reason: string | null },
): Promise<Exemption> {
  const expiresAt = later(startOfUtcDay(expiresOn), day)
  if (expiresAt <= now || expiresAt > later(now, longestApprovalMs)) {
    const detail = `got ${expiresOn.toString()}; expected a day from today on, at most ten years ahead`
    throw new Refusal('malformed_request', detail, [{ pointer: '/expiresOn', code: 'invalid_date', detail }])
  }
  const fileDueAt = later(expiresAt, approvedKeptMs)
  return decideOn(shell, { now, actor, ...key }, { status: 'approved', reason, expiresAt, fileDueAt })
}

/** Also revokes an earlier approval, for prices that are made from now on. Refuses with `not_found`. */
export const refusePaper = (shell: Shell, { reason, ...act }: Act & { reason: string }): Promise<Exemption> =>
  decideOn(shell, act, { status: 'refused', reason, expiresAt: null, fileDueAt: later(act.now, refusedKeptMs) })

function decideOn(
  shell: Shell,
  { now, actor, ...key }: Act,
  decision: { status: 'approved' | 'refused'; reason: string | null; expiresAt: Date | null; fileDueAt: Date },
): Promise<Exemption> {
  return inOneWork(shell, { now, actor }, async work => {
    const decided = await decide(work.tx, key, { ...decision, decidedBy: actor, decidedAt: now })
    if (decided === undefined) throw notFound(key)
    await note(work, decided, `exemption_${decision.status}`)
    await tellOfExemption(work, { ...decided, status: decision.status })
    return decided
  })
}

const note = ({ tx, newId, now, actor }: Work, exemption: Exemption, action: string): Promise<void> => {
  const { accountId, exemptionId, place, reason, expiresAt } = exemption
  return appendAudit(tx, newId, {
    at: now,
    actor,
    action,
    accountId,
    subject: exemptionId,
    details: { place, reason, expiresAt: expiresAt?.toISOString() ?? null },
  })
}

const notFound = ({ exemptionId }: ExemptionKey) => new Refusal('not_found', `there are no papers ${exemptionId}`)
