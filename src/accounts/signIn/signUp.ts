// Self-service sign-up. A sign-up is stored and an email is sent; the account and its owner are created when the token
// of the email is confirmed with the same password. So known and unknown addresses cannot be told apart from outside,
// no person can open an account with a stranger's address, and unconfirmed sign-ups leave nothing behind.

import { verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { day, later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { AcceptedTerms, NewPerson } from '../accountStore.ts'
import { type AccountDeps, addPerson, checkNoAddress, hashNewPassword, openAccount } from '../accounts.ts'
import { digestOfToken, newToken } from './tokens.ts'

const linkLifetimeMs = day
const maxDeletions = 1000

export type SignUp = { accountName: string; name: string; email: string; password: string; terms: AcceptedTerms | null }

/** `token` is null for an email address that already has a sign-in, with the name `knownAs`. */
export type SignUpResult = { token: string; expiresAt: Date } | { token: null; knownAs: string }

export async function startSignUp({ db, clock }: AccountDeps, signUp: SignUp): Promise<SignUpResult> {
  checkNoAddress(signUp.accountName, '/accountName')
  checkNoAddress(signUp.name, '/name')
  const now = clock()
  const email = signUp.email.toLowerCase()
  const passwordHash = await hashNewPassword(signUp.password, email) // also for known addresses, so that they take as long
  const { token, digest } = newToken()
  const expiresAt = later(now, linkLifetimeMs)
  const { rows } = await sql<{ name: string }>`select name from users where email = ${email}`.execute(db)
  if (rows[0] !== undefined) return { token: null, knownAs: rows[0].name }
  await sql`
    insert into sign_ups (
      token_sha256, email, person_name, account_name, password_hash, created_at, expires_at, terms_version,
      terms_operator_version
    )
    values (
      ${digest}, ${email}, ${signUp.name}, ${signUp.accountName}, ${passwordHash}, ${now}, ${expiresAt},
      ${signUp.terms?.version ?? null}, ${signUp.terms?.operatorVersion ?? null}
    )`.execute(db)
  return { token, expiresAt }
}

/** Creates the account and its owner, who may now sign in. Refuses with not_found, not_authenticated, wrong_state. */
export async function confirmSignUp(
  deps: AccountDeps,
  { token, password }: { token: string; password: string },
): Promise<{ accountId: string; email: string }> {
  const { db, clock } = deps
  const digest = digestOfToken(token)
  const pending = await readSignUp(db, digest, clock())
  if (pending === null) throw new Refusal('not_found', say('The link is invalid, used or expired: sign up again.'))
  const { email, name, accountName, passwordHash, terms } = pending
  if (!(await verifyPassword({ hash: passwordHash, password }))) {
    throw new Refusal('not_authenticated', say('This is not the password that you chose at sign-up.'))
  }
  return db.transaction().execute(async tx => {
    if (!(await claimSignUps(tx, digest, email)))
      throw new Refusal('not_found', say('The link was already used: sign in.'))
    const details = { name: accountName, holderEmail: email, enterprise: false }
    const { accountId } = await openAccount(tx, deps, details, 'sign-up')
    const person = { kind: 'customer' as const, accountId, name, email, passwordHash, terms }
    await addPerson(tx, deps, person, 'sign-up')
    return { accountId, email }
  })
}

type PendingSignUp = {
  email: string
  name: string
  accountName: string
  passwordHash: string
  terms: NewPerson['terms']
}

async function readSignUp(db: Db, digest: Buffer, now: Date): Promise<PendingSignUp | null> {
  type Row = Omit<PendingSignUp, 'terms'> & { createdAt: Date; version: string | null; operatorVersion: number }
  const { rows } = await sql<Row>`
    select
      email, person_name as name, account_name as "accountName", password_hash as "passwordHash",
      created_at as "createdAt", terms_version as version, terms_operator_version as "operatorVersion"
    from sign_ups
    where token_sha256 = ${digest} and expires_at > ${now}`.execute(db)
  if (rows[0] === undefined) return null
  const { createdAt, version, operatorVersion, ...pending } = rows[0]
  return { ...pending, terms: version === null ? null : { version, operatorVersion, acceptedAt: createdAt } }
}

/** Uses up the token and all other tokens of the address. False when the token was already used. */
async function claimSignUps(tx: Tx, digest: Buffer, email: string): Promise<boolean> {
  const { rows } = await sql`delete from sign_ups where token_sha256 = ${digest} returning email`.execute(tx)
  await sql`delete from sign_ups where email = ${email}`.execute(tx)
  return rows.length > 0
}

/** Deletes a batch of expired sign-ups; returns how many. */
export async function deleteExpiredSignUps(db: Db, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sign_ups
    where ctid = any(array(
      select ctid from sign_ups where expires_at < ${now} order by expires_at limit ${maxDeletions}
    ))`.execute(db)
  return Number(numAffectedRows)
}
