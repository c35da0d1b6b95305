// The first owner of the staff. While the staff has no members, no one can sign in to invite a person, so a person who
// can read the log of the service creates the owner: each start writes the code there, and a person enters it once in
// the browser. All processes have the same code until it is used. It is stored sealed: a copy of the database tells
// nothing.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import { randomBase62 } from '../../base/secrets/ids.ts'
import { isSameSecret } from '../../base/secrets/signature.ts'
import type { Db, Tx } from '../../db/db.ts'
import { claimSetting, readSetting } from '../../db/settings.ts'
import { type AccountDeps, addPerson, checkNoAddress, hashNewPassword } from '../accounts.ts'

const setting = 'first_owner_code'
/** Too many to guess. */
const codeLength = 24

export type FirstOwner = {
  /** Whether the staff has no members, which then signs in with passwords. */
  isWanted(): Promise<boolean>
  /** Whether no person can sign in at all. */
  isAlone(): Promise<boolean>
  /** The code, which is made at the first start; null when there is a member of the staff. */
  issueCode(): Promise<string | null>
  /**
   * Creates the owner, who may now sign in. Refuses with `wrong_state` when somebody is on the staff, with
   * `not_allowed` for another code, and with `malformed_request` and `already_exists` as every new person.
   */
  create(owner: { code: string; name: string; email: string; password: string }): Promise<void>
}

type Deps = AccountDeps & { mayStaffUsePasswords: boolean }

export function openFirstOwner({ mayStaffUsePasswords, ...deps }: Deps): FirstOwner {
  const { db, vault } = deps
  // The staff always has an owner from then on.
  let isStaffed = !mayStaffUsePasswords
  let hasPeople = false

  async function isWanted(): Promise<boolean> {
    isStaffed ||= await hasStaff(db)
    return !isStaffed
  }

  return {
    isWanted,
    async isAlone() {
      hasPeople ||= await hasMember(db, null)
      return !hasPeople && (await isWanted())
    },
    async issueCode() {
      if (!(await isWanted())) return null
      await claimSetting(db, setting, vault.seal(randomBase62(codeLength)).toString('base64'))
      const stored = await readSetting(db, setting)
      return stored && vault.open(Buffer.from(stored, 'base64'))
    },
    async create({ code, ...owner }) {
      if (!(await isWanted())) throw staffed()
      const stored = await readSetting(db, setting)
      if (stored === null || !isSameSecret(code, vault.open(Buffer.from(stored, 'base64')))) {
        // It may have been used since.
        throw (await isWanted()) ? wrongCode() : staffed()
      }
      checkNoAddress(owner.name, '/name')
      const passwordHash = await hashNewPassword(owner.password, owner.email)
      await db.transaction().execute(async tx => {
        const isClaimed = await claimCode(tx, stored)
        if (await hasStaff(tx)) throw staffed()
        if (!isClaimed) throw wrongCode()
        await addPerson(tx, deps, { kind: 'staff', ...owner, passwordHash }, 'set-up')
      })
    },
  }
}

const staffed = () =>
  new Refusal('wrong_state', say('Somebody is on the staff already. Sign in, or ask an owner for an invitation.'))
const wrongCode = () =>
  new Refusal('not_allowed', say('This is not the code. Look for it in the log of the newest start.'))

const hasStaff = (db: Db | Tx): Promise<boolean> => hasMember(db, 'staff')

/** Null: of any kind. */
async function hasMember(db: Db | Tx, kind: 'staff' | null): Promise<boolean> {
  const { rows } = await sql`
    select from memberships where ${kind === null ? sql`true` : sql`kind = ${kind}`} limit 1`.execute(db)
  return rows.length > 0
}

/** Of two requests with the code, the second waits here, and finds none. */
async function claimCode(tx: Tx, value: string): Promise<boolean> {
  const { rows } = await sql`
    delete from settings where name = ${setting} and value = ${value} returning name`.execute(tx)
  return rows.length > 0
}
