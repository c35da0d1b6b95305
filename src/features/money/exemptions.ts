// Tax exemption certificates: an account submits them, and the staff approves or refuses each. A certificate applies to
// orders that are priced while it is approved (orderContext.ts), never to prices that were final before.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { type CertificateType, readCertificate } from '../../accounts/exemptions/certificateFile.ts'
import {
  decideExemption,
  type Exemption,
  type ExemptionKey,
  insertExemption,
  listUploadTimes,
  readSealedCertificate,
} from '../../accounts/exemptions/exemptionStore.ts'
import { day, earlier, later, startOfUtcDay } from '../../base/clock.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { type ByteVault, openOrNull } from '../../base/secrets/vault.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { resolveDestination } from '../../shipping/destination.ts'
import { notifyOfExemption } from '../notify/accountEmails.ts'

export const maxCertificatesPerDay = 5
const refusedRetentionMs = 90 * day
/** Four years after its end: longer than a state can usually ask for the certificate of an untaxed sale. */
const approvedRetentionMs = 4 * 365 * day
const maxApprovalMs = 10 * 366 * day

type Submission = {
  accountId: string
  state: string
  mediaType: CertificateType
  bytes: Buffer
  now: Date
  actor: string
}

/** `too_many`: the account has reached the maximum of files in a day, and may submit again at `retryAt`. */
export type SubmissionResult = { kind: 'stored'; exemption: Exemption } | { kind: 'too_many'; retryAt: Date }

/** Checks a certificate, and stores it sealed until the staff decides. Refuses with `malformed_request`. */
export async function submitCertificate(
  { transactor, vault }: { transactor: Transactor; vault: ByteVault },
  { accountId, state, mediaType, bytes, now, actor }: Submission,
): Promise<SubmissionResult> {
  const jurisdiction = jurisdictionOf(state)
  const file = await readCertificate({ accountId, bytes, mediaType })
  if (!Buffer.isBuffer(file)) throw new Refusal('malformed_request', file.detail, [file])
  const exemptionId = transactor.newId('exm')
  const sealed = vault.sealBytes(file, exemptionId)
  return transact(transactor, { now, actor }, async work => {
    const uploadTimes = await listUploadTimes(work.tx, accountId, earlier(now, day))
    if (uploadTimes.length >= maxCertificatesPerDay) {
      return { kind: 'too_many', retryAt: later(uploadTimes.at(-maxCertificatesPerDay)!, day) }
    }
    const key = { accountId, exemptionId }
    const row = { ...key, jurisdiction, mediaType, sizeBytes: file.length, uploadedBy: actor, createdAt: now }
    const exemption = await insertExemption(work.tx, row, sealed)
    await recordInAudit(work, exemption, 'exemption_submitted')
    return { kind: 'stored', exemption }
  })
}

/**
 * Certificates are for states and for Puerto Rico. The other territories have no sales tax, and in Canada certificates
 * have no effect.
 */
function jurisdictionOf(state: string): string {
  const region = resolveDestination({ country: 'US', state })
  if (region?.country === 'PR') return 'PR'
  if (region?.country === 'US' && region.state !== null && /^(?!A[AEP])/.test(region.state)) return `US-${region.state}`
  const detail = `got ${JSON.stringify(state)}; expected a state of the US or PR, as two letters or the full name`
  throw malformedField('?state', 'unknown_state', detail)
}

type CertificateAction = ExemptionKey & { now: Date; actor: string }

/** Returns the file to a member of the staff; the audit log records that it was viewed. Refuses with `not_found`. */
export function viewCertificate(
  { transactor, vault }: { transactor: Transactor; vault: ByteVault },
  { now, actor, ...key }: CertificateAction,
): Promise<{ mediaType: CertificateType; bytes: Buffer }> {
  return transact(transactor, { now, actor }, async work => {
    const found = await readSealedCertificate(work.tx, key)
    if (found === undefined) throw notFound(key)
    if (found.sealedFile === null)
      throw new Refusal('not_found', say('the file was deleted at the end of its retention'))
    const { mediaType, sealedFile, exemptionId } = found
    const bytes = openOrNull(() => vault.openBytes(sealedFile, exemptionId))
    if (bytes === null)
      throw new Refusal('not_found', say('the file was sealed with a key that is no longer available'))
    await recordInAudit(work, found, 'exemption_viewed')
    return { mediaType, bytes }
  })
}

/** `expiresOn` is the last day of the exemption, in UTC. Refuses with `not_found` and `malformed_request`. */
export function approveExemption(
  transactor: Transactor,
  {
    expiresOn,
    reason,
    now,
    actor,
    ...key
  }: CertificateAction & { expiresOn: Temporal.PlainDate; reason: string | null },
): Promise<Exemption> {
  const expiresAt = later(startOfUtcDay(expiresOn), day)
  if (expiresAt <= now || expiresAt > later(now, maxApprovalMs)) {
    const detail = say('got {got}; expected {expected}', {
      got: expiresOn.toString(),
      expected: say('a day from today on, at most ten years ahead'),
    })
    throw malformedField('/expiresOn', 'invalid_date', detail)
  }
  const fileDueAt = later(expiresAt, approvedRetentionMs)
  return decide(transactor, { now, actor, ...key }, { status: 'approved', reason, expiresAt, fileDueAt })
}

/** Also revokes an earlier approval, for prices that are not final yet. Refuses with `not_found`. */
export function refuseExemption(
  transactor: Transactor,
  { reason, ...action }: CertificateAction & { reason: string },
): Promise<Exemption> {
  const fileDueAt = later(action.now, refusedRetentionMs)
  return decide(transactor, action, { status: 'refused', reason, expiresAt: null, fileDueAt })
}

function decide(
  transactor: Transactor,
  { now, actor, ...key }: CertificateAction,
  decision: { status: 'approved' | 'refused'; reason: string | null; expiresAt: Date | null; fileDueAt: Date },
): Promise<Exemption> {
  return transact(transactor, { now, actor }, async work => {
    const decided = await decideExemption(work.tx, key, { ...decision, decidedBy: actor, decidedAt: now })
    if (decided === undefined) throw notFound(key)
    await recordInAudit(work, decided, `exemption_${decision.status}`)
    await notifyOfExemption(work, { ...decided, status: decision.status })
    return decided
  })
}

const recordInAudit = ({ tx, newId, now, actor }: UnitOfWork, exemption: Exemption, action: string): Promise<void> => {
  const { accountId, exemptionId, jurisdiction, reason, expiresAt } = exemption
  return appendAudit(tx, newId, {
    at: now,
    actor,
    action,
    accountId,
    subject: exemptionId,
    details: { jurisdiction, reason, expiresAt: expiresAt?.toISOString() ?? null },
  })
}

const notFound = ({ exemptionId }: ExemptionKey) =>
  new Refusal('not_found', say('there is no certificate {exemptionId}', { exemptionId }))
