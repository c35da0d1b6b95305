// Opening accounts, adding people, and issuing API keys. A new account comes with everything that an order needs:
// limits, and a webhook signing secret for each mode. For people who sign up themselves, see signUp.ts.

import { fullFormats } from 'ajv-formats/dist/formats.js'
import { hashPassword } from 'better-auth/crypto'
import type { Clock } from '../base/clock.ts'
import { type NewId, newWebhookSecret } from '../base/ids.ts'
import { type Mode, modes } from '../base/mode.ts'
import { Refusal } from '../base/refusal.ts'
import { openedOrNull, type Vault } from '../base/vault.ts'
import type { Db, Tx } from '../db/db.ts'
import { appendAudit } from './audit.ts'
import { authorizationOf, digestOf, type KeyScope, makeKey } from './keys.ts'
import type { Role } from './roles.ts'
import * as store from './store.ts'

export type AccountDeps = { db: Db; clock: Clock; newId: NewId; vault: Vault }

/** Enough for rotation and for a key per customer program, but bounded. */
const mostLiveKeys = 50
export const passwordLength = { least: 10, most: 128 }
/** In code points, of accounts and people alike. */
export const longestName = 100
export const longestEmail = 254

export type NewAccount = { name: string; holderEmail: string; enterprise: boolean }

export type OpenedAccount = store.Account & { webhookSecrets: Record<Mode, string> }

export const createAccount = (deps: AccountDeps, account: NewAccount, actor: string): Promise<OpenedAccount> =>
  deps.db.transaction().execute(tx => openAccount(tx, deps, account, actor))

export async function openAccount(
  tx: Tx,
  { clock, newId, vault }: Omit<AccountDeps, 'db'>,
  { name, holderEmail, enterprise }: NewAccount,
  actor: string,
): Promise<OpenedAccount> {
  const createdAt = clock()
  const accountId = newId('acc')
  const account = { accountId, name, holderEmail, enterprise, createdAt }
  const webhookSecrets = { sandbox: newWebhookSecret(), production: newWebhookSecret() }
  const rows = modes.map(mode => ({
    accountId,
    mode,
    secretId: newId('whs'),
    sealedSecret: vault.seal(webhookSecrets[mode]),
    createdAt,
  }))
  await store.insertAccount(tx, account)
  await store.insertWebhookSecrets(tx, rows)
  await appendAudit(tx, newId, { at: createdAt, actor, action: 'account_created', accountId, subject: name })
  return { ...account, webhookSecrets }
}

type Newcomer = { name: string; email: string } & (
  | { kind: 'customer'; accountId: string; role?: Role }
  | { kind: 'staff' }
  | { kind: 'printer'; printer: string | null }
)
export type NewPerson = Newcomer & { password: string }

/** Throws Refusal malformed_request for a bad e-mail address, already_exists for one that has a sign-in. */
export async function checkEmail({ db }: Pick<AccountDeps, 'db'>, email: string): Promise<void> {
  if (email.length > longestEmail || !emailFormat.test(email))
    throw new Refusal('malformed_request', `${email} is not an e-mail address.`)
  if (await store.isEmailInUse(db, email.toLowerCase()))
    throw new Refusal('already_exists', `${email} already has a sign-in.`)
}

/** The same rule as for requests: another rule would allow sign-ins that no request can name. */
const emailFormat = fullFormats.email as RegExp

/** Throws Refusal malformed_request for a name that would look empty, or that a request could not have. */
export function checkName(name: string): void {
  if (name.trim() !== '' && [...name].length <= longestName && !/[\p{Cc}\p{Cs}]/u.test(name)) return
  throw new Refusal(
    'malformed_request',
    `A name must have 1 to ${longestName} characters on one line, not only spaces.`,
  )
}

/** A person without a role is an owner. Throws Refusal already_exists when the e-mail address has a sign-in. */
export async function createPerson(
  deps: Omit<AccountDeps, 'vault'>,
  person: NewPerson,
  actor: string,
): Promise<{ userId: string }> {
  const passwordHash = await hashNewPassword(person.password)
  return deps.db.transaction().execute(tx => addPerson(tx, deps, { ...person, passwordHash }, actor))
}

export async function hashNewPassword(password: string): Promise<string> {
  if (password.length < passwordLength.least || password.length > passwordLength.most) {
    throw new Refusal(
      'malformed_request',
      `A password must have ${passwordLength.least} to ${passwordLength.most} characters.`,
    )
  }
  return hashPassword(password)
}

export async function addPerson(
  tx: Tx,
  { clock, newId }: Pick<AccountDeps, 'clock' | 'newId'>,
  person: Newcomer & { passwordHash: string },
  actor: string,
): Promise<{ userId: string }> {
  const { name, kind, passwordHash } = person
  const at = clock()
  const email = person.email.toLowerCase() // sign-in looks it up in lower case
  const userId = newId('usr')
  const [accountId, role] = kind === 'customer' ? [person.accountId, person.role ?? 'owner'] : [null, null]
  const printer = kind === 'printer' ? person.printer : null
  const credentialId = newId('crd')
  const row = { userId, name, email, kind, accountId, role, printer, passwordHash, credentialId, createdAt: at }
  if (!(await store.insertPerson(tx, row))) throw new Refusal('already_exists', `${email} already has a sign-in.`)
  const details = role === null ? { kind } : { kind, role, email }
  await appendAudit(tx, newId, { at, actor, action: 'person_created', accountId, subject: userId, details })
  return { userId }
}

/** A key as the dashboard shows it. `authorization` is null when it cannot be shown again. */
export type ShownKey = {
  keyId: string
  label: string
  authorization: string | null
  createdAt: Date
  lastUsedAt: Date | null
  /** From then on it is refused. */
  expiresAt: Date | null
  revokedAt: Date | null
}

export type NewKey = ShownKey & { authorization: string }

/** Creates a key. Its `authorization` is returned; that of a production key can never be read again. */
export const createKey = (
  deps: AccountDeps,
  scope: KeyScope,
  label: string,
  actor: string,
  expiresAt: Date | null = null,
): Promise<NewKey> => deps.db.transaction().execute(tx => addKey(tx, deps, scope, label, actor, expiresAt))

export async function addKey(
  tx: Tx,
  { clock, newId, vault }: Omit<AccountDeps, 'db'>,
  scope: KeyScope,
  label: string,
  actor: string,
  expiresAt: Date | null = null,
): Promise<NewKey> {
  const createdAt = clock()
  const { keyId, secret, authorization } = makeKey(scope)
  const canBeShownAgain = scope.kind === 'customer' && scope.mode === 'sandbox'
  const sealedSecret = canBeShownAgain ? vault.seal(secret) : null
  const accountId = scope.kind === 'customer' ? scope.accountId : null
  const live = scope.kind === 'customer' ? await store.countLiveKeys(tx, scope.accountId, scope.mode, createdAt) : 0
  if (live >= mostLiveKeys) {
    throw new Refusal(
      'wrong_state',
      `An account can have at most ${mostLiveKeys} live keys per mode; revoke one first.`,
    )
  }
  await store.insertKey(tx, { keyId, scope, label, digest: digestOf(secret), sealedSecret, createdAt, expiresAt })
  await appendAudit(tx, newId, {
    at: createdAt,
    actor,
    action: 'key_created',
    accountId,
    subject: keyId,
    details: { label, ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }) },
  })
  return { keyId, label, authorization, createdAt, lastUsedAt: null, expiresAt, revokedAt: null }
}

export async function listKeys(
  { db, vault }: Pick<AccountDeps, 'db' | 'vault'>,
  accountId: string,
  mode: Mode,
): Promise<ShownKey[]> {
  const keys = await store.listKeys(db, accountId, mode)
  return keys.map(({ sealedSecret, ...key }) => ({
    ...key,
    authorization:
      sealedSecret && openedOrNull(() => authorizationOf({ keyId: key.keyId, secret: vault.open(sealedSecret) })),
  }))
}

/** Revoking a revoked key changes nothing. Throws Refusal not_found for a key that is not the owner's. */
export async function revokeKey(
  { db, clock, newId }: Omit<AccountDeps, 'vault'>,
  { keyId, owner }: { keyId: string; owner: store.KeyOwner },
  actor: string,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async tx => {
    const outcome = await store.revokeKey(tx, { keyId, owner, now })
    if (outcome === null)
      throw new Refusal('not_found', `There is no ${owner === null ? '' : `${owner.mode} `}key ${keyId}.`)
    const { accountId, revokedNow } = outcome
    if (revokedNow) await appendAudit(tx, newId, { at: now, actor, action: 'key_revoked', accountId, subject: keyId })
  })
}
