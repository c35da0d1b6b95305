// The rows of accounts, of people, and of API keys.

import { sql } from 'kysely'
import type { Language } from '../../languages/languages.ts'
import { day, earlier } from '../base/clock.ts'
import { type Mode, modes } from '../base/mode.ts'
import { searchable } from '../base/text/searchable.ts'
import type { Db, Tx } from '../db/db.ts'
import { deleteBatch } from '../db/deleteBatch.ts'
import type { KeyScope } from './keys/keys.ts'
import { isRestricted, type Restrictions } from './keys/restrictions.ts'
import type { Role } from './people/roles.ts'
import type { StaffRole } from './people/staffRoles.ts'

export type Account = { accountId: string; name: string; holderEmail: string; enterprise: boolean; createdAt: Date }

/** The rights of a person. `accountId` is set for customers only, `role` for customers and staff. */
export type Membership = {
  userId: string
  kind: Kind
  accountId: string | null
  role: Role | StaffRole | null
  /** For the kind `printer` only: the printer's name; null for all printers. */
  printer: string | null
}
export type Kind = 'customer' | 'staff' | 'printer'

export type Person = { userId: string; name: string; email: string }

/** A key as its owner may see it. Only sandbox keys have a `sealedSecret`. */
export type StoredKey = Restrictions & {
  keyId: string
  label: string
  sealedSecret: Buffer | null
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

/** The data for checking a key, which is not revoked. Its account may be suspended. */
export type KeyCheck = {
  keyId: string
  scope: KeyScope
  isSuspended: boolean
  restrictions: Restrictions | null
  /** Of a staff key that has an owner: the owner's role, which the key never exceeds. */
  ownerRole: StaffRole | null
  digest: Buffer
  expiresAt: Date | null
}

/** The columns that the search for accounts looks at. */
const accountWords = ({ accountId, name, holderEmail }: Account): string =>
  [accountId, name, holderEmail].map(searchable).join('\n')

/**
 * Creates an account with the default limits of both modes. The first row of each limit's history is its initial value.
 */
export async function insertAccount(tx: Tx, account: Account): Promise<void> {
  const { accountId, name, holderEmail, enterprise, createdAt } = account
  await sql`
    insert into accounts (account_id, name, holder_email, search_words, enterprise, created_at)
    values (${accountId}, ${name}, ${holderEmail}, ${accountWords(account)}, ${enterprise}, ${createdAt})`.execute(tx)
  await sql`
    with limits as (
      insert into order_limits (account_id, mode)
      select ${accountId}, mode from unnest(${modes}::text[]) as mode
      returning account_id, mode, orders_per_24h, queue_ceiling
    )
    insert into limit_changes (account_id, mode, at, orders_per_24h, queue_ceiling)
    select account_id, mode, ${createdAt}::timestamptz, orders_per_24h, queue_ceiling from limits`.execute(tx)
}

/** The emails of the account go to another address, if they went to the address `from`. */
export async function changeHolderEmail(
  tx: Tx,
  { accountId, from, to }: { accountId: string | null; from: string; to: string },
): Promise<void> {
  const { rows } = await sql<Account>`
    update accounts set holder_email = ${to}
    where account_id = ${accountId} and lower(holder_email) = ${from}
    returning account_id as "accountId", name, holder_email as "holderEmail"`.execute(tx)
  for (const account of rows)
    await sql`
      update accounts set search_words = ${accountWords(account)}
      where account_id = ${account.accountId}`.execute(tx)
}

export type NewWebhookSecret = {
  accountId: string
  mode: Mode
  secretId: string
  sealedSecret: Buffer
  createdAt: Date
}

export async function insertWebhookSecrets(tx: Tx, secrets: NewWebhookSecret[]): Promise<void> {
  for (const { accountId, mode, secretId, sealedSecret, createdAt } of secrets) {
    await sql`
      insert into webhook_secrets (account_id, mode, secret_id, sealed_secret, created_at)
      values (${accountId}, ${mode}, ${secretId}, ${sealedSecret}, ${createdAt})`.execute(tx)
  }
}

/** The operator's terms that a person accepted; their text is in that version of the operator's data. */
export type AcceptedTerms = { version: string; operatorVersion: number }

export type NewPerson = Person &
  Membership & {
    passwordHash: string | null
    credentialId: string
    terms: (AcceptedTerms & { acceptedAt: Date }) | null
    /** The person who sent the invitation, the person who had invited that person, and so on. */
    invitedBy: string[]
    createdAt: Date
  }

/** Creates a person with a membership and, unless it is null, a password. False when the email address is taken. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<boolean> {
  const { userId, name, email, kind, accountId, role, printer, passwordHash, credentialId, terms, createdAt } = person
  const { invitedBy } = person
  const { rows } = await sql`
    insert into users (
      id, name, email, email_verified, created_at, updated_at, terms_version, terms_operator_version, terms_accepted_at
    )
    values (
      ${userId}, ${name}, ${email}, true, ${createdAt}, ${createdAt}, ${terms?.version ?? null},
      ${terms?.operatorVersion ?? null}, ${terms?.acceptedAt ?? null}
    )
    on conflict (email) do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return false
  if (passwordHash !== null) {
    await sql`
      insert into credentials (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (${credentialId}, ${userId}, ${userId}, 'credential', ${passwordHash}, ${createdAt}, ${createdAt})`.execute(
      tx,
    )
  }
  await sql`
    insert into memberships (user_id, kind, account_id, role, printer, invited_by, created_at)
    values (${userId}, ${kind}, ${accountId}, ${role}, ${printer}, ${invitedBy}::text[], ${createdAt})`.execute(tx)
  return true
}

export async function isEmailInUse(db: Db | Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users where email = ${email}`.execute(db)
  return rows.length > 0
}

/** Null and false for people who are no customers. */
type AccountDetails = { accountName: string | null; isSuspended: boolean }
type PersonDetails = Person & Membership & AccountDetails & { language: Language | null }

export async function readPerson(db: Db | Tx, userId: string): Promise<PersonDetails | null> {
  const { rows } = await sql<PersonDetails>`
    select
      users.id as "userId", users.name, users.email, kind, account_id as "accountId",
      accounts.name as "accountName", accounts.suspended_at is not null as "isSuspended", role, printer,
      language
    from users
    join memberships on user_id = users.id
    left join accounts using (account_id)
    where users.id = ${userId}`.execute(db)
  return rows[0] ?? null
}

export type KeyRow = Restrictions & {
  keyId: string
  scope: KeyScope
  label: string
  digest: Buffer
  sealedSecret: Buffer | null
  createdAt: Date
  expiresAt: Date | null
}

export async function insertKey(
  tx: Tx,
  { keyId, scope, label, digest, sealedSecret, createdAt, expiresAt, scopes, addresses }: KeyRow,
): Promise<void> {
  const [accountId, mode] = scope.kind === 'customer' ? [scope.accountId, scope.mode] : [null, null]
  const printer = scope.kind === 'printer' ? scope.printer : null
  const [ownerId, role] = scope.kind === 'staff' ? [scope.ownerId, scope.role] : [null, null]
  await sql`
    insert into api_keys (
      key_id, kind, account_id, mode, printer, owner_id, role, label, secret_sha256, sealed_secret, created_at,
      expires_at, scopes, addresses)
    values (
      ${keyId}, ${scope.kind}, ${accountId}, ${mode}, ${printer}, ${ownerId}, ${role}, ${label}, ${digest},
      ${sealedSecret}, ${createdAt}, ${expiresAt}, ${scopes}::text[], ${addresses}::text[])`.execute(tx)
}

/** Where a page of keys ended: the last key as it was then. It may have been revoked since. Null: it never ends. */
export type KeyPosition = { keyId: string; endsAt: Date | null; createdAt: Date }
export type KeyPage = { accountId: string; mode: Mode; after: KeyPosition | null; limit: number }

/**
 * The keys of an account and mode after the position `after`: live keys first, then ended and revoked keys, newest end
 * first.
 */
export async function listKeys(db: Db | Tx, { accountId, mode, after, limit }: KeyPage): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select
      key_id as "keyId", label, sealed_secret as "sealedSecret", scopes, addresses,
      created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt"
    from api_keys
    where account_id = ${accountId} and mode = ${mode}
      ${
        after === null
          ? sql``
          : sql`and (ends_at, created_at, key_id)
        < (coalesce(${after.endsAt}::timestamptz, 'infinity'), ${after.createdAt}::timestamptz, ${after.keyId})`
      }
    order by ends_at desc, created_at desc, key_id desc
    limit ${limit}`.execute(db)
  return rows
}

export async function countLiveKeys(tx: Tx, accountId: string, mode: Mode, now: Date): Promise<number> {
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live
    from api_keys
    where account_id = ${accountId} and mode = ${mode} and ends_at > ${now}`.execute(tx)
  return rows[0]!.live
}

export type LiveKey = Restrictions & { label: string; createdAt: Date; expiresAt: Date | null }

/** A key that works now, locked; null when the account and mode have no such key. */
export async function lockLiveKey(
  tx: Tx,
  { keyId, accountId, mode, now }: { keyId: string; accountId: string; mode: Mode; now: Date },
): Promise<LiveKey | null> {
  const { rows } = await sql<LiveKey>`
    select label, scopes, addresses, created_at as "createdAt", expires_at as "expiresAt"
    from api_keys
    where key_id = ${keyId} and account_id = ${accountId} and mode = ${mode} and ends_at > ${now}
    for update`.execute(tx)
  return rows[0] ?? null
}

/** A key of an account, and the account's name. */
export async function readKeyWithAccount(db: Db, keyId: string): Promise<(LiveKey & { accountName: string }) | null> {
  const { rows } = await sql<LiveKey & { accountName: string }>`
    select
      k.label, k.scopes, k.addresses, k.created_at as "createdAt", k.expires_at as "expiresAt", a.name as "accountName"
    from api_keys k
    join accounts a using (account_id)
    where k.key_id = ${keyId}`.execute(db)
  return rows[0] ?? null
}

/** Ends a key at a time, unless it ends earlier. There is no email about the end, since a person chose it. */
export async function endKey(tx: Tx, keyId: string, { endsAt, now }: { endsAt: Date; now: Date }): Promise<void> {
  await sql`
    update api_keys
    set expires_at = least(expires_at, ${endsAt}), expiry_notified_at = ${now}
    where key_id = ${keyId}`.execute(tx)
}

/** The account and mode that must own the key, or the operator; null for any key. */
export type KeyOwner = { accountId: string; mode: Mode } | 'operator' | null

/** Revokes a key, once, and deletes its sealed secret. Null when the owner has no such key. */
export async function revokeKey(
  tx: Tx,
  { keyId, owner, now }: { keyId: string; owner: KeyOwner; now: Date },
): Promise<{ accountId: string | null; revokedNow: boolean } | null> {
  const { rows } = await sql<{ accountId: string | null; revokedAt: Date | null }>`
    select account_id as "accountId", revoked_at as "revokedAt"
    from api_keys
    where key_id = ${keyId}
      ${isOf(owner)}
    for update`.execute(tx)
  const [key] = rows
  if (key === undefined) return null
  const { accountId, revokedAt } = key
  if (revokedAt !== null) return { accountId, revokedNow: false }
  await sql`update api_keys set revoked_at = ${now}, sealed_secret = null where key_id = ${keyId}`.execute(tx)
  return { accountId, revokedNow: true }
}

/** Deletes at most one batch of keys that were revoked or expired more than `days` ago; returns how many. */
export const deleteEndedKeys = (db: Db, { days, now }: { days: number; now: Date }): Promise<number> =>
  deleteBatch(db, 'api_keys', sql`ends_at < ${earlier(now, days * day)} and ends_at < 'infinity' order by ends_at`)

function isOf(owner: KeyOwner) {
  if (owner === null) return sql``
  if (owner === 'operator') return sql`and kind <> 'customer'`
  return sql`and account_id = ${owner.accountId} and mode = ${owner.mode}`
}

/** The keys with these ids that are not revoked. */
export async function readKeys(db: Db | Tx, keyIds: string[]): Promise<KeyCheck[]> {
  type Row = ScopeRow & Restrictions & Omit<KeyCheck, 'scope' | 'restrictions'>
  const { rows } = await sql<Row>`
    select
      k.key_id as "keyId", k.secret_sha256 as digest, k.kind, k.account_id as "accountId", k.mode, k.printer,
      k.owner_id as "ownerId", k.role, owner.role as "ownerRole", k.expires_at as "expiresAt",
      a.suspended_at is not null as "isSuspended", k.scopes, k.addresses
    from api_keys k
    left join accounts a on a.account_id = k.account_id
    left join memberships owner on owner.user_id = k.owner_id
    where k.key_id = any (${keyIds}::text[]) and k.revoked_at is null`.execute(db)
  return rows.map(({ keyId, digest, expiresAt, isSuspended, scopes, addresses, ownerRole, ...row }) => ({
    keyId,
    digest,
    expiresAt,
    isSuspended,
    restrictions: isRestricted({ scopes, addresses }) ? { scopes, addresses } : null,
    ownerRole,
    scope: scopeOf(row),
  }))
}

type ScopeRow = {
  kind: KeyScope['kind']
  accountId: string
  mode: Mode
  printer: string | null
  ownerId: string | null
  role: StaffRole
}

function scopeOf({ kind, accountId, mode, printer, ownerId, role }: ScopeRow): KeyScope {
  switch (kind) {
    case 'customer':
      return { kind, accountId, mode }
    case 'staff':
      return { kind, ownerId, role }
    case 'printer':
      return { kind, printer }
    case 'metrics':
      return { kind }
  }
}

export async function markKeysUsed(db: Db | Tx, keyIds: string[], now: Date): Promise<void> {
  await sql`update api_keys set last_used_at = ${now} where key_id = any (${keyIds}::text[])`.execute(db)
}
