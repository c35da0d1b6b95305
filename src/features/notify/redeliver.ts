// The acts of people on webhooks: resend them, send a test, and rotate the secret that signs them.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import type { Clock } from '../../base/clock.ts'
import { type Log, loggableUrl } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import type { Outbound } from '../../base/network/outbound.ts'
import { Refusal } from '../../base/refusal.ts'
import { newWebhookSecret } from '../../base/secrets/ids.ts'
import { newPrivateKey, publicKeyOf } from '../../base/secrets/signature.ts'
import { openOrNull, type Vault } from '../../base/secrets/vault.ts'
import type { Db } from '../../db/db.ts'
import type { WebhookKind } from '../../orders/lifecycle.ts'
import { findOrder, orderNotFound } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { sampleEvent, sampleInvoice } from '../../orders/view/sampleEvents.ts'
import { invoiceKind } from '../../orders/view/webhookBodies.ts'
import { sendAgain } from '../../webhooks/listDeliveries.ts'
import type { WebhookOwner } from '../../webhooks/outbox.ts'
import { countRange, type DeliveryRange, maxRedelivered, redeliverRange } from '../../webhooks/rangeStore.ts'
import { endPrivateKeys, liveSecrets, rotateSecret, type SecretKind, type Signer } from '../../webhooks/secretStore.ts'
import { signingKeys } from '../../webhooks/signingKeys.ts'
import { insertTest, recordTest, type SentTest, sendTest, testBody, testKind } from '../../webhooks/testEvent.ts'

/** A webhook may be about an order or a notice. */
export const sendingTasks = ['deliver_webhooks', 'send_notices'] as const

type ActedBy = { now: Date; actor: string }

/** Sends a webhook again at once, in any state. Refuses with `not_found`. */
export async function redeliverNow(
  transactor: Transactor,
  owner: WebhookOwner,
  deliveryId: string,
  { now, actor }: ActedBy,
): Promise<void> {
  await transact(transactor, { now, actor }, async work => {
    if (!(await sendAgain(work.tx, owner, deliveryId, now)))
      throw new Refusal('not_found', say('there is no such delivery'))
    for (const task of sendingTasks) work.wake(task, now)
  })
}

/** Sends the undelivered webhooks of an order again. Webhooks that are due or in flight are left alone. */
export async function redeliverOrder(
  transactor: Transactor,
  { accountId, mode, customerOrderId }: WebhookOwner & { customerOrderId: string },
  { now, actor }: ActedBy,
): Promise<void> {
  const order = await findOrder(transactor.db, { accountId, mode, customerOrderId })
  if (order === undefined) throw orderNotFound({ customerOrderId, mode })
  const { orderId, createdAt: from } = order
  const range: DeliveryRange = { accountId, mode, orderId, from, to: now, state: 'failed', kind: null, asOf: now }
  await transact(transactor, { now, actor }, async work => {
    const count = await redeliverRange(work.tx, range, now)
    if (count === 0) return
    const details = { mode, state: 'failed', count }
    const act = { at: now, actor, action: 'webhooks_redelivered', accountId, subject: customerOrderId, details }
    await appendAudit(work.tx, work.newId, act)
    for (const task of sendingTasks) work.wake(task, now)
  })
}

/** A count up to a bound; `more`: the bound was exceeded. */
export type RangeCount = { count: number; more: boolean }

export async function countDeliveries(transactor: Transactor, range: DeliveryRange): Promise<RangeCount> {
  const count = await countRange(transactor.db, range)
  return { count: Math.min(count, maxRedelivered), more: count > maxRedelivered }
}

/** Sends the webhooks of a time range again, oldest first; rangeStore.ts selects them. */
export async function redeliverAll(
  transactor: Transactor,
  range: DeliveryRange,
  { now, actor }: ActedBy,
): Promise<RangeCount> {
  const { accountId, mode, from, to, state, kind } = range
  return transact(transactor, { now, actor }, async work => {
    const count = await redeliverRange(work.tx, range, now)
    if (count === 0) return { count, more: false }
    const details = { mode, from, to, state, ...(kind === null ? {} : { type: kind }), count }
    const act = { at: now, actor, action: 'webhooks_redelivered', accountId, subject: null, details }
    await appendAudit(work.tx, work.newId, act)
    for (const task of sendingTasks) work.wake(task, now)
    return { count, more: count === maxRedelivered && (await countRange(work.tx, range)) > 0 }
  })
}

type TestDeps = SecretDeps & { outbound: Pick<Outbound, 'post'>; clock: Clock; log: Log }

type TestableKind = WebhookKind | typeof testKind | typeof invoiceKind
type TestTarget = { url: string; endpointId?: string; kind: TestableKind; actor: string }

/**
 * Sends a test or a sample event to an address, and returns the request and the response. Refuses with `not_found`
 * without a secret.
 */
export async function testWebhook(
  { transactor, vault, outbound, clock, log }: TestDeps,
  owner: WebhookOwner,
  { url, endpointId, kind, actor }: TestTarget,
): Promise<SentTest & { deliveryId: string }> {
  const now = clock()
  const signer = endpointId === undefined ? owner : { ...owner, endpointId }
  const keysOf = await signingKeys(transactor.db, vault.open)([signer], now)
  const keys = keysOf(signer)
  if (keys.length === 0) throw new Refusal('not_found', say('the account has no webhook secret'))
  const testId = transactor.newId('evt')
  const { accountId, mode } = owner
  const body = sampleOf(kind, { mode, at: now })
  const test = { accountId, mode, testId, url, at: now, body }
  await transact(transactor, { now, actor }, async work => {
    await insertTest(work.tx, test)
    const act = { at: now, actor, action: 'webhook_test_sent', accountId, subject: testId, details: { mode } }
    await appendAudit(work.tx, work.newId, act)
  })
  const sent = await sendTest(outbound, test, { keys, at: now })
  await recordTest(transactor.db, test, sent.answer)
  const { responseStatus, failure } = sent.answer
  log.info(
    { accountId, noticeId: testId, kind: testKind, url: loggableUrl(url), responseStatus, failure },
    'webhook test',
  )
  return { deliveryId: testId, ...sent }
}

export type WebhookSecrets = {
  /** Null when its SECRET_KEY is lost: it signs nothing, and a new secret must be made. */
  secret: string | null
  createdAt: Date
  /** The previous secret, as long as it signs too. */
  previous: { secret: string; expiresAt: Date } | null
}

type SecretDeps = { transactor: Transactor; vault: Vault }

/** The secret that signs the webhooks of an account and mode, or of an endpoint, and the previous one. */
export async function webhookSecrets(
  { transactor, vault }: SecretDeps,
  owner: Signer,
  now: Date,
): Promise<WebhookSecrets> {
  const [newest, previousRow] = await secretsOf(transactor.db, owner, 'secret', now)
  if (newest === undefined) throw new Refusal('not_found', say('the account has no webhook secret'))
  const openSecret = ({ sealedSecret }: { sealedSecret: Buffer }) => openOrNull(() => vault.open(sealedSecret))
  const expiresAt = previousRow?.expiresAt ?? null
  const previous = previousRow === undefined ? null : openSecret(previousRow)
  return {
    secret: openSecret(newest),
    createdAt: newest.createdAt,
    previous: previous === null || expiresAt === null ? null : { secret: previous, expiresAt },
  }
}

const secretsOf = async (db: Db, signer: Signer, kind: SecretKind, now: Date) =>
  (await liveSecrets(db, [signer], now)).filter(
    secret => secret.kind === kind && secret.endpointId === (signer.endpointId ?? ''),
  )

export type WebhookPublicKey = {
  /** Null without asymmetric signatures, and when the SECRET_KEY of the private key is lost. */
  publicKey: string | null
  createdAt: Date | null
  /** The previous key, as long as it signs too. */
  previous: { publicKey: string; expiresAt: Date } | null
}

/** The public keys of the asymmetric signatures of an account and mode. */
export async function webhookPublicKey(
  { transactor, vault }: SecretDeps,
  owner: WebhookOwner,
  now: Date,
): Promise<WebhookPublicKey> {
  const [newest, previousRow] = await secretsOf(transactor.db, owner, 'private_key', now)
  const publicKey = (row: { sealedSecret: Buffer } | undefined) =>
    row === undefined ? null : openOrNull(() => publicKeyOf(vault.open(row.sealedSecret)))
  const previous = publicKey(previousRow)
  const expiresAt = previousRow?.expiresAt ?? null
  return {
    publicKey: publicKey(newest),
    createdAt: newest?.createdAt ?? null,
    previous: previous === null || expiresAt === null ? null : { publicKey: previous, expiresAt },
  }
}

/** Switches asymmetric signatures on, or replaces their key; the previous key signs too for another day. */
export async function rotateWebhookKey(
  { transactor, vault }: SecretDeps,
  owner: WebhookOwner,
  { now, actor }: ActedBy,
): Promise<WebhookPublicKey> {
  const sealedSecret = vault.seal(newPrivateKey())
  const { accountId, mode } = owner
  await transact(transactor, { now, actor }, async work => {
    const secretId = work.newId('whs')
    await rotateSecret(work.tx, { accountId, mode, secretId, kind: 'private_key', sealedSecret }, { now })
    const act = { at: now, actor, action: 'webhook_key_rotated', accountId, subject: secretId, details: { mode } }
    await appendAudit(work.tx, work.newId, act)
  })
  return webhookPublicKey({ transactor, vault }, owner, now)
}

/** Switches asymmetric signatures off at once. */
export async function endWebhookKey(
  { transactor }: Pick<SecretDeps, 'transactor'>,
  { accountId, mode }: WebhookOwner,
  { now, actor }: ActedBy,
): Promise<void> {
  await transact(transactor, { now, actor }, async work => {
    if ((await endPrivateKeys(work.tx, { accountId, mode }, now)) === 0) return
    const act = { at: now, actor, action: 'webhook_key_ended', accountId, subject: null, details: { mode } }
    await appendAudit(work.tx, work.newId, act)
  })
}

/** Makes a new secret; the previous one signs too for another day, so that a receiver can be changed without a gap. */
export async function rotateWebhookSecret(
  { transactor, vault }: SecretDeps,
  owner: Signer,
  { now, actor }: ActedBy,
): Promise<WebhookSecrets> {
  const sealedSecret = vault.seal(newWebhookSecret())
  await transact(transactor, { now, actor }, async work => {
    const secretId = work.newId('whs')
    await rotateSecret(work.tx, { ...owner, secretId, sealedSecret }, { now })
    const { accountId, mode, endpointId } = owner
    await appendAudit(work.tx, work.newId, {
      at: now,
      actor,
      action: 'webhook_secret_rotated',
      accountId,
      subject: secretId,
      details: { mode, ...(endpointId === undefined ? {} : { endpointId }) },
    })
  })
  return webhookSecrets({ transactor, vault }, owner, now)
}

function sampleOf(kind: TestableKind, given: { mode: Mode; at: Date }): string {
  if (kind === testKind) return testBody(given)
  return kind === invoiceKind ? sampleInvoice(given) : sampleEvent(kind, given)
}
