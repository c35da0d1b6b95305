// Opening accounts, giving people their sign-in, and giving out API keys. People do not sign up by themselves: an account
// is an agreement with the operator, so staff or a command opens it, and it comes with everything that an order needs to
// find: limits, and a webhook signing secret for each mode.

import { hashPassword } from 'better-auth/crypto'
import type { Clock } from '../base/clock.ts'
import { type NewId, newWebhookSecret } from '../base/ids.ts'
import { Refusal } from '../base/refusal.ts'
import type { Vault } from '../base/vault.ts'
import type { Db } from '../db/db.ts'
import { appendAudit } from './audit.ts'
import { authorizationOf, digestOf, type KeyScope, type Mode, makeKey } from './keys.ts'
import * as store from './store.ts'

export type AccountDeps = { db: Db; clock: Clock; newId: NewId; vault: Vault }

/** Enough for rotation and a key for each of a customer's programs; a bound all the same. */
const mostLiveKeys = 50
export const passwordLength = { least: 10, most: 128 }

export type NewAccount = { name: string; holderEmail: string; enterprise: boolean }

export async function createAccount(
  { db, clock, newId, vault }: AccountDeps,
  { name, holderEmail, enterprise }: NewAccount,
  actor: string,
): Promise<store.Account & { webhookSecrets: Record<Mode, string> }> {
  const createdAt = clock()
  const accountId = newId('acc')
  const account = { accountId, name, holderEmail, enterprise, createdAt }
  const webhookSecrets = { sandbox: newWebhookSecret(), production: newWebhookSecret() }
  const rows = (['sandbox', 'production'] as const).map(mode => ({
    accountId,
    mode,
    secretId: newId('whs'),
    sealedSecret: vault.seal(webhookSecrets[mode]),
    createdAt,
  }))
  await db.transaction().execute(async tx => {
    await store.insertAccount(tx, account)
    await store.insertWebhookSecrets(tx, rows)
    await appendAudit(tx, newId, { at: createdAt, actor, action: 'account_created', accountId, subject: name })
  })
  return { ...account, webhookSecrets }
}

export type NewPerson = { name: string; email: string; password: string } & (
  | { kind: 'customer'; accountId: string }
  | { kind: 'staff' | 'printer' }
)

/** Throws Refusal malformed_request or already_exists when nobody can be given that e-mail address. */
export async function checkEmail({ db }: Pick<AccountDeps, 'db'>, email: string): Promise<void> {
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal('malformed_request', `${email} is not an e-mail address.`)
  if (await store.isEmailInUse(db, email.toLowerCase()))
    throw new Refusal('already_exists', `${email} has a sign-in already.`)
}

/** Throws Refusal already_exists when somebody has that e-mail address. */
export async function createPerson(
  { db, clock, newId }: Omit<AccountDeps, 'vault'>,
  person: NewPerson,
  actor: string,
): Promise<{ userId: string }> {
  const { name, password, kind } = person
  if (password.length < passwordLength.least || password.length > passwordLength.most) {
    throw new Refusal(
      'malformed_request',
      `A password has ${passwordLength.least} to ${passwordLength.most} characters.`,
    )
  }
  const at = clock()
  const email = person.email.toLowerCase() // sign-in looks for it in lower case
  const userId = newId('usr')
  const accountId = person.kind === 'customer' ? person.accountId : null
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async tx => {
    const credentialId = newId('crd')
    const row = { userId, name, email, kind, accountId, passwordHash, credentialId, createdAt: at }
    if (!(await store.insertPerson(tx, row))) throw new Refusal('already_exists', `${email} has a sign-in already.`)
    await appendAudit(tx, newId, { at, actor, action: 'person_created', accountId, subject: userId, details: { kind } })
  })
  return { userId }
}

/** A key as the dashboard shows it. `authorization` is null where it cannot be shown again. */
export type ShownKey = {
  keyId: string
  label: string
  authorization: string | null
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** Creates a key. Its `authorization` is in this answer; a production key's is nowhere else, ever. */
export async function createKey(
  { db, clock, newId, vault }: AccountDeps,
  scope: KeyScope,
  label: string,
  actor: string,
): Promise<ShownKey & { authorization: string }> {
  const createdAt = clock()
  const { keyId, secret, authorization } = makeKey(scope)
  const canBeShownAgain = scope.kind === 'customer' && scope.mode === 'sandbox'
  const sealedSecret = canBeShownAgain ? vault.seal(secret) : null
  const accountId = scope.kind === 'customer' ? scope.accountId : null
  await db.transaction().execute(async tx => {
    if (scope.kind === 'customer' && (await store.countLiveKeys(tx, scope.accountId, scope.mode)) >= mostLiveKeys) {
      throw new Refusal('wrong_state', `An account has at most ${mostLiveKeys} live keys a mode; revoke one first.`)
    }
    await store.insertKey(tx, { keyId, scope, label, digest: digestOf(secret), sealedSecret, createdAt })
    await appendAudit(tx, newId, {
      at: createdAt,
      actor,
      action: 'key_created',
      accountId,
      subject: keyId,
      details: { label },
    })
  })
  return { keyId, label, authorization, createdAt, lastUsedAt: null, revokedAt: null }
}

export async function listKeys(
  { db, vault }: Pick<AccountDeps, 'db' | 'vault'>,
  accountId: string,
  mode: Mode,
): Promise<ShownKey[]> {
  const keys = await store.listKeys(db, accountId, mode)
  return keys.map(({ sealedSecret, ...key }) => ({
    ...key,
    authorization: sealedSecret && authorizationOf({ keyId: key.keyId, secret: vault.open(sealedSecret) }),
  }))
}

/** Revoking a revoked key changes nothing. Throws Refusal not_found for another account's or mode's key. */
export async function revokeKey(
  { db, clock, newId }: Omit<AccountDeps, 'vault'>,
  { accountId, mode, keyId }: { accountId: string; mode: Mode; keyId: string },
  actor: string,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async tx => {
    const outcome = await store.revokeKey(tx, { accountId, mode, keyId, now })
    if (outcome === null) throw new Refusal('not_found', `There is no ${mode} key ${keyId}.`)
    if (!outcome.revokedNow) return
    await appendAudit(tx, newId, { at: now, actor, action: 'key_revoked', accountId, subject: keyId })
  })
}
