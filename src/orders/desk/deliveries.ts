// Manual work on a customer's webhooks: sending one again, and changing the secret that signs them.

import { appendAudit } from '../../accounts/audit.ts'
import type { Clock } from '../../base/clock.ts'
import { newWebhookSecret } from '../../base/ids.ts'
import { type Log, loggableUrl } from '../../base/log.ts'
import type { Outbound } from '../../base/outbound.ts'
import { Refusal } from '../../base/refusal.ts'
import { openedOrNull, type Vault } from '../../base/vault.ts'
import { signingKeys } from '../../webhooks/keys.ts'
import { sendAgain } from '../../webhooks/list.ts'
import { countRange, type DeliveryRange, mostRedelivered, redeliverRange } from '../../webhooks/rangeStore.ts'
import { liveSecrets, rotateSecret, type WebhookOwner } from '../../webhooks/store.ts'
import { insertTest, makeTest, recordTest, type SentTest, sendTest, testKind } from '../../webhooks/testEvent.ts'
import { inOneWork, type Shell } from '../work.ts'

/** A delivery may be about an order or about something else. */
const sending = ['deliver_webhooks', 'send_notices'] as const

type Ask = { now: Date; actor: string }

/** Sends a webhook again at once, whatever its state. Refuses with `not_found`. */
export async function redeliverNow(
  shell: Shell,
  owner: WebhookOwner,
  deliveryId: string,
  { now, actor }: Ask,
): Promise<void> {
  await inOneWork(shell, { now, actor }, async work => {
    if (!(await sendAgain(work.tx, owner, deliveryId, now))) throw new Refusal('not_found', 'there is no such delivery')
    for (const task of sending) work.wake(task, now)
  })
}

/** How many there are, up to a bound; `more` when there are more than that. */
export type RangeCount = { count: number; more: boolean }

export async function countDeliveries(shell: Shell, range: DeliveryRange): Promise<RangeCount> {
  const count = await countRange(shell.db, range)
  return { count: Math.min(count, mostRedelivered), more: count > mostRedelivered }
}

/** Sends the webhooks of a time range again, oldest first, as one act; rangeStore.ts defines which. */
export async function redeliverAll(shell: Shell, range: DeliveryRange, { now, actor }: Ask): Promise<RangeCount> {
  const { accountId, mode, from, to, state, kind } = range
  return inOneWork(shell, { now, actor }, async work => {
    const count = await redeliverRange(work.tx, range, now)
    if (count === 0) return { count, more: false }
    const details = { mode, from, to, state, ...(kind === null ? {} : { type: kind }), count }
    const act = { at: now, actor, action: 'webhooks_redelivered', accountId, subject: null, details }
    await appendAudit(work.tx, work.newId, act)
    for (const task of sending) work.wake(task, now)
    return { count, more: count === mostRedelivered && (await countRange(work.tx, range)) > 0 }
  })
}

type TestDeps = SecretDeps & { outbound: Pick<Outbound, 'post'>; clock: Clock; log: Log }

/** Sends a test to an address, and returns the request and the response. Refuses with `not_found` without a secret. */
export async function testWebhook(
  { shell, vault, outbound, clock, log }: TestDeps,
  owner: WebhookOwner,
  { url, actor }: { url: string; actor: string },
): Promise<SentTest & { deliveryId: string }> {
  const now = clock()
  const keysOf = await signingKeys(shell.db, vault.open)([owner], now)
  if (keysOf(owner).length === 0) throw new Refusal('not_found', 'the account has no webhook secret')
  const testId = shell.newId('evt')
  const test = makeTest(owner, { testId, url, at: now })
  const { accountId, mode } = owner
  await inOneWork(shell, { now, actor }, async work => {
    await insertTest(work.tx, test)
    const act = { at: now, actor, action: 'webhook_test_sent', accountId, subject: testId, details: { mode } }
    await appendAudit(work.tx, work.newId, act)
  })
  const sent = await sendTest(outbound, test, { keysOf, at: now })
  await recordTest(shell.db, test, sent.answer)
  const { responseStatus, failure } = sent.answer
  log.info(
    { accountId, noticeId: testId, kind: testKind, url: loggableUrl(url), responseStatus, failure },
    'webhook test',
  )
  return { deliveryId: testId, ...sent }
}

export type WebhookSecrets = {
  /** Null when its SECRET_KEY is gone: it signs nothing, and a new one must be made. */
  secret: string | null
  createdAt: Date
  /** The previous secret, while it still signs too. */
  previous: { secret: string; expiresAt: Date } | null
}

type SecretDeps = { shell: Shell; vault: Vault }

/** The secret that signs the webhooks of an account and mode, and the previous one. */
export async function webhookSecrets(
  { shell, vault }: SecretDeps,
  owner: WebhookOwner,
  now: Date,
): Promise<WebhookSecrets> {
  const [newest, before] = await liveSecrets(shell.db, [owner], now)
  if (newest === undefined) throw new Refusal('not_found', 'the account has no webhook secret')
  const openedOf = ({ sealedSecret }: { sealedSecret: Buffer }) => openedOrNull(() => vault.open(sealedSecret))
  const expiresAt = before?.expiresAt ?? null
  const previous = before === undefined ? null : openedOf(before)
  return {
    secret: openedOf(newest),
    createdAt: newest.createdAt,
    previous: previous === null || expiresAt === null ? null : { secret: previous, expiresAt },
  }
}

/** Makes a new secret; the previous one signs too for another day, so that a receiver can be changed without a gap. */
export async function rotateWebhookSecret(
  { shell, vault }: SecretDeps,
  owner: WebhookOwner,
  { now, actor }: Ask,
): Promise<WebhookSecrets> {
  const sealedSecret = vault.seal(newWebhookSecret())
  await inOneWork(shell, { now, actor }, async work => {
    const secretId = work.newId('whs')
    await rotateSecret(work.tx, { ...owner, secretId, sealedSecret }, { now })
    const { accountId, mode } = owner
    await appendAudit(work.tx, work.newId, {
      at: now,
      actor,
      action: 'webhook_secret_rotated',
      accountId,
      subject: secretId,
      details: { mode },
    })
  })
  return webhookSecrets({ shell, vault }, owner, now)
}
