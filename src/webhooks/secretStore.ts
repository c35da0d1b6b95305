// The secrets that sign webhooks, sealed.

import { sql } from 'kysely'
import { day, later } from '../base/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { rowsOf, text } from '../db/rows.ts'
import type { WebhookOwner } from './outbox.ts'

const rotationMs = day // how long two secrets are valid, unless the caller says otherwise

/** A secret signs as v1. A private key signs as v1a, for accounts that have switched it on. */
export type SecretKind = 'secret' | 'private_key'

/** Whose webhooks a secret signs: those to the addresses of orders, unless it is of an endpoint. */
export type Signer = WebhookOwner & { endpointId?: string }

export type SealedSecret = WebhookOwner & {
  /** '' for the addresses of orders. */
  endpointId: string
  secretId: string
  kind: SecretKind
  sealedSecret: Buffer
  createdAt: Date
  expiresAt: Date | null
}

/** All secrets and private keys that sign for these accounts now, newest first. */
export async function liveSecrets(tx: Db | Tx, owners: WebhookOwner[], now: Date): Promise<SealedSecret[]> {
  const { rows } = await sql<Omit<SealedSecret, 'sealedSecret'> & { sealedSecret: Uint8Array }>`
    select s.account_id as "accountId", s.mode, s.endpoint_id as "endpointId", s.secret_id as "secretId", s.kind, s.sealed_secret as "sealedSecret",
      s.created_at as "createdAt", s.expires_at as "expiresAt"
    from webhook_secrets as s
    where (s.account_id, s.mode) in (
        select * from ${rowsOf(owners, 'o', { accountId: text(o => o.accountId), mode: text(o => o.mode) }).from}
      )
      and (s.expires_at is null or s.expires_at > ${now})
    order by s.created_at desc, s.secret_id desc`.execute(tx)
  return rows.map(row => ({ ...row, sealedSecret: Buffer.from(row.sealedSecret) }))
}

export type NewSecret = Signer & { secretId: string; kind?: SecretKind; sealedSecret: Buffer }

/** Adds a secret of a kind. The previous secret stays valid for `overlapMs`; older secrets end now. */
export async function rotateSecret(
  tx: Tx,
  { accountId, mode, endpointId = '', secretId, kind = 'secret', sealedSecret }: NewSecret,
  { now, overlapMs = rotationMs }: { now: Date; overlapMs?: number },
): Promise<void> {
  // Locks the account's row, so that two simultaneous rotations cannot leave three secrets valid.
  await sql`
    select account_id
    from accounts
    where account_id = ${accountId}
    for no key update`.execute(tx)
  await sql`
    update webhook_secrets
    set expires_at = case when expires_at is null then ${later(now, overlapMs)}::timestamptz else ${now}::timestamptz end
    where account_id = ${accountId}
      and mode = ${mode}
      and kind = ${kind}
      and endpoint_id = ${endpointId}
      and (expires_at is null or expires_at > ${now})`.execute(tx)
  await sql`
    insert into webhook_secrets (account_id, mode, endpoint_id, secret_id, kind, sealed_secret, created_at, expires_at)
    values (${accountId}, ${mode}, ${endpointId}, ${secretId}, ${kind}, ${sealedSecret}, ${now}, null)`.execute(tx)
}

/** Ends all private keys of an account and mode now; returns how many. */
export async function endPrivateKeys(tx: Tx, { accountId, mode }: WebhookOwner, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_secrets
    set expires_at = ${now}
    where account_id = ${accountId}
      and mode = ${mode}
      and kind = 'private_key'
      and (expires_at is null or expires_at > ${now})`.execute(tx)
  return Number(numAffectedRows)
}
