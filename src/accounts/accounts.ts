// Opening accounts, adding people, and issuing API keys. A new account has everything that an order needs: limits, and
// a webhook signing secret for each mode. Self-service sign-up is in signUp.ts.

import { fullFormats } from 'ajv-formats/dist/formats.js'
import { hashPassword } from 'better-auth/crypto'
import { say } from '../../languages/texts.ts'
import { type Clock, later } from '../base/clock.ts'
import { type Mode, modes } from '../base/mode.ts'
import { malformedField, Refusal } from '../base/refusal.ts'
import { type NewId, newWebhookSecret } from '../base/secrets/ids.ts'
import { openOrNull, type Vault } from '../base/secrets/vault.ts'
import type { Db, Tx } from '../db/db.ts'
import * as store from './accountStore.ts'
import { appendAudit } from './auditLog.ts'
import { authorizationOf, digestOf, type KeyScope, makeKey } from './keys/keys.ts'
import { noRestrictions, type Restrictions } from './keys/restrictions.ts'
import type { Role } from './people/roles.ts'
import type { StaffRole } from './people/staffRoles.ts'
import { checkNewPassword } from './signIn/passwordRules.ts'

export type AccountDeps = { db: Db; clock: Clock; newId: NewId; vault: Vault }

/** Enough for rotation and for a key per customer program, but bounded. */
const maxLiveKeys = 50
/** In code points, of accounts and people alike. */
export const maxNameLength = 100
export const maxEmailLength = 254

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

type PersonDetails = { name: string; email: string } & (
  | { kind: 'customer'; accountId: string; role?: Role; terms?: store.NewPerson['terms'] }
  | { kind: 'staff'; role?: StaffRole }
  | { kind: 'printer'; printer: string | null }
)
export type NewPerson = PersonDetails & { password: string }

/** Throws Refusal malformed_request for a bad email address, already_exists for one that has a sign-in. */
export async function checkEmail({ db }: Pick<AccountDeps, 'db'>, email: string): Promise<void> {
  if (email.length > maxEmailLength || !emailFormat.test(email))
    throw malformedField('/email', 'wrong_format', say('{email} is not an email address.', { email }))
  if (await store.isEmailInUse(db, email.toLowerCase()))
    throw new Refusal('already_exists', say('{email} already has a sign-in.', { email }))
}

/** The rule for requests: another rule would allow email addresses that no request can contain. */
const emailFormat = fullFormats.email as RegExp

/** Names are in emails to people who do not know the account. Throws Refusal malformed_request. */
export function checkNoAddress(name: string, pointer: '/name' | '/accountName'): void {
  if (!/:\/\/|\bwww\.|\p{L}\.\p{L}{2,}\//iu.test(name)) return
  throw malformedField(pointer, 'wrong_format', 'A name cannot contain the address of a web page.')
}

/** Throws Refusal malformed_request for a name that would look empty, or that a request could not have. */
export function checkName(name: string): void {
  if (name.trim() !== '' && [...name].length <= maxNameLength && !/[\p{Cc}\p{Cs}]/u.test(name)) return
  throw new Refusal(
    'malformed_request',
    say('A name must have 1 to {maxNameLength} characters on one line, not only spaces.', { maxNameLength }),
  )
}

/** A person without a role is an owner. Throws Refusal already_exists when the email address has a sign-in. */
export async function createPerson(
  deps: Omit<AccountDeps, 'vault'>,
  person: NewPerson,
  actor: string,
): Promise<{ userId: string }> {
  const passwordHash = await hashNewPassword(person.password, person.email)
  return deps.db.transaction().execute(tx => addPerson(tx, deps, { ...person, passwordHash }, actor))
}

/** Refuses with malformed_request a password that the owner of the email address may not choose. */
/** `pointer` is the field of the request. */
export async function hashNewPassword(password: string, email: string, pointer = '/password'): Promise<string> {
  checkNewPassword(password, email, pointer)
  return hashPassword(password)
}

/** `passwordHash` is null for a person whom the identity provider signs in. */
export async function addPerson(
  tx: Tx,
  { clock, newId }: Pick<AccountDeps, 'clock' | 'newId'>,
  person: PersonDetails & { passwordHash: string | null; invitedBy?: string[] },
  actor: string,
): Promise<{ userId: string }> {
  const { name, kind, passwordHash, invitedBy = [] } = person
  const at = clock()
  const email = person.email.toLowerCase() // sign-in looks it up in lower case
  const userId = newId('usr')
  const accountId = kind === 'customer' ? person.accountId : null
  const role = kind === 'printer' ? null : (person.role ?? 'owner')
  const printer = kind === 'printer' ? person.printer : null
  const credentialId = newId('crd')
  const terms = (kind === 'customer' ? person.terms : null) ?? null
  const created = { passwordHash, credentialId, terms, invitedBy, createdAt: at }
  const row = { userId, name, email, kind, accountId, role, printer, ...created }
  if (!(await store.insertPerson(tx, row)))
    throw new Refusal('already_exists', say('{email} already has a sign-in.', { email }))
  const details = {
    kind,
    ...(role !== null && { role }),
    ...(kind === 'printer' && { printer: printer ?? 'all' }),
    email,
    ...(terms !== null && { terms: terms.version }),
  }
  await appendAudit(tx, newId, { at, actor, action: 'person_created', accountId, subject: userId, details })
  return { userId }
}

/** A key as the dashboard shows it. `authorization` is null when it cannot be shown again. */
export type IssuedKey = Restrictions & {
  keyId: string
  label: string
  authorization: string | null
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

export type NewKey = IssuedKey & { authorization: string }

/** Creates a key. The `authorization` of a production key can never be read again. */
export const createKey = (
  deps: AccountDeps,
  scope: KeyScope,
  label: string,
  actor: string,
  limits: KeyLimits = noLimits,
): Promise<NewKey> => deps.db.transaction().execute(tx => addKey(tx, deps, scope, label, actor, limits))

/** Until when a key works, and what it may do. */
export type KeyLimits = Restrictions & { expiresAt: Date | null }
const noLimits: KeyLimits = { ...noRestrictions, expiresAt: null }

export async function addKey(
  tx: Tx,
  { clock, newId, vault }: Omit<AccountDeps, 'db'>,
  scope: KeyScope,
  label: string,
  actor: string,
  { expiresAt, ...restrictions }: KeyLimits = noLimits,
): Promise<NewKey> {
  const createdAt = clock()
  const { keyId, secret, authorization } = makeKey(scope)
  const canBeShownAgain = scope.kind === 'customer' && scope.mode === 'sandbox'
  const sealedSecret = canBeShownAgain ? vault.seal(secret) : null
  const accountId = scope.kind === 'customer' ? scope.accountId : null
  const live = scope.kind === 'customer' ? await store.countLiveKeys(tx, scope.accountId, scope.mode, createdAt) : 0
  if (live >= maxLiveKeys) {
    throw new Refusal(
      'wrong_state',
      say('An account can have at most {maxLiveKeys} live keys per mode: revoke a key first.', { maxLiveKeys }),
    )
  }
  const digest = digestOf(secret)
  await store.insertKey(tx, { keyId, scope, label, digest, sealedSecret, createdAt, expiresAt, ...restrictions })
  await appendAudit(tx, newId, {
    at: createdAt,
    actor,
    action: 'key_created',
    accountId,
    subject: keyId,
    details: {
      label,
      ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
      ...Object.fromEntries(Object.entries(restrictions).filter(([, list]) => list !== null)),
    },
  })
  return { keyId, label, authorization, createdAt, lastUsedAt: null, expiresAt, revokedAt: null, ...restrictions }
}

/**
 * Replaces a key with a new key that may do the same. The replaced key works for `overlapMs` more. A key that expires
 * is followed by a key that lives as long. Throws Refusal not_found for a key that does not work or is not the
 * account's.
 */
export const rollKey = (
  deps: AccountDeps,
  { keyId, accountId, mode }: { keyId: string; accountId: string; mode: Mode },
  { overlapMs, actor }: { overlapMs: number; actor: string },
): Promise<NewKey> =>
  deps.db.transaction().execute(async tx => {
    const now = deps.clock()
    const old = await store.lockLiveKey(tx, { keyId, accountId, mode, now })
    if (old === null) throw new Refusal('not_found', say('There is no {mode} key {keyId} that works.', { mode, keyId }))
    const { label, scopes, addresses, createdAt } = old
    const expiresAt = old.expiresAt && later(now, old.expiresAt.getTime() - createdAt.getTime())
    const limits = { scopes, addresses, expiresAt }
    const added = await addKey(tx, deps, { kind: 'customer', accountId, mode }, label, actor, limits)
    await store.endKey(tx, keyId, { endsAt: later(now, overlapMs), now })
    const details = { replacedBy: added.keyId, overlapMs }
    await appendAudit(tx, deps.newId, { at: now, actor, action: 'key_rolled', accountId, subject: keyId, details })
    return added
  })

export async function listKeys(
  { db, vault }: Pick<AccountDeps, 'db' | 'vault'>,
  page: store.KeyPage,
): Promise<{ keys: IssuedKey[]; isLast: boolean }> {
  const found = await store.listKeys(db, { ...page, limit: page.limit + 1 })
  const keys = found.slice(0, page.limit).map(({ sealedSecret, ...key }) => ({
    ...key,
    authorization:
      sealedSecret && openOrNull(() => authorizationOf({ keyId: key.keyId, secret: vault.open(sealedSecret) })),
  }))
  return { keys, isLast: found.length <= page.limit }
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
      throw new Refusal(
        'not_found',
        say('There is no {mode}key {keyId}.', {
          mode: owner === null || owner === 'operator' ? '' : `${owner.mode} `,
          keyId,
        }),
      )
    const { accountId, revokedNow } = outcome
    if (revokedNow) await appendAudit(tx, newId, { at: now, actor, action: 'key_revoked', accountId, subject: keyId })
  })
}
