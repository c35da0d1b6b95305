// Self-service sign-up. A sign-up is stored and a mail is sent; the account and its owner are created when the mail's
// token comes back together with the same password. So known and unknown addresses look alike from outside, nobody
// opens an account with a stranger's address, and unconfirmed sign-ups leave nothing behind.

import { verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { day, later } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db, Tx } from '../db/db.ts'
import { type AccountDeps, addPerson, hashNewPassword, openAccount } from './accounts.ts'
import { digestOfToken, newToken } from './tokens.ts'

const confirmWithinMs = day

export type SignUp = { accountName: string; name: string; email: string; password: string }

/**
 * `token` is for an address that may open an account; it is null for one that already has a sign-in, under the name
 * `knownAs`.
 */
export type SignUpNews = { token: string; expiresAt: Date } | { token: null; knownAs: string }

export async function startSignUp({ db, clock }: AccountDeps, signUp: SignUp): Promise<SignUpNews> {
  const now = clock()
  const email = signUp.email.toLowerCase()
  const passwordHash = await hashNewPassword(signUp.password) // for known addresses too: it takes most of the time
  const { token, digest } = newToken()
  const expiresAt = later(now, confirmWithinMs)
  const { rows } = await sql<{ name: string }>`select name from users where email = ${email}`.execute(db)
  if (rows[0] !== undefined) return { token: null, knownAs: rows[0].name }
  await sql`
    insert into sign_ups (token_sha256, email, person_name, account_name, password_hash, created_at, expires_at)
    values (${digest}, ${email}, ${signUp.name}, ${signUp.accountName}, ${passwordHash}, ${now}, ${expiresAt})`.execute(
    db,
  )
  return { token, expiresAt }
}

/**
 * Opens the account and its owner; returns who may now sign in. Refuses with not_found, not_authenticated, wrong_state.
 */
export async function confirmSignUp(
  deps: AccountDeps,
  { token, password }: { token: string; password: string },
): Promise<{ accountId: string; email: string }> {
  const { db, clock } = deps
  const digest = digestOfToken(token)
  const waiting = await readSignUp(db, digest, clock())
  if (waiting === null) throw new Refusal('not_found', 'The link is invalid, used or expired; sign up again.')
  const { email, name, accountName, passwordHash } = waiting
  if (!(await verifyPassword({ hash: passwordHash, password }))) {
    throw new Refusal('not_authenticated', 'That is not the password you signed up with.')
  }
  return db.transaction().execute(async tx => {
    if (!(await takeSignUps(tx, digest, email))) throw new Refusal('not_found', 'The link was already used; sign in.')
    const details = { name: accountName, holderEmail: email, enterprise: false }
    const { accountId } = await openAccount(tx, deps, details, 'sign-up')
    const person = { kind: 'customer' as const, accountId, name, email, passwordHash }
    await addPerson(tx, deps, person, 'sign-up')
    return { accountId, email }
  })
}

type Waiting = { email: string; name: string; accountName: string; passwordHash: string }

async function readSignUp(db: Db, digest: Buffer, now: Date): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    select email, person_name as name, account_name as "accountName", password_hash as "passwordHash"
    from sign_ups
    where token_sha256 = ${digest} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

/** Uses up the token and all others of that address. False when it is already gone. */
async function takeSignUps(tx: Tx, digest: Buffer, email: string): Promise<boolean> {
  const { rows } = await sql`delete from sign_ups where token_sha256 = ${digest} returning email`.execute(tx)
  await sql`delete from sign_ups where email = ${email}`.execute(tx)
  return rows.length > 0
}

export async function forgetSignUps(db: Db, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from sign_ups where expires_at < ${now}`.execute(db)
  return Number(numAffectedRows)
}
