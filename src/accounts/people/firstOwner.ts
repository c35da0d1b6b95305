// The first owner of the staff. While nobody is on the staff, nobody can sign in to invite a person, so whoever can
// read the log of the service creates the owner: each start writes a new code there, and a person enters it once in the
// browser. Only the digest is stored, so the code is the same for all processes: that of the newest start.

import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../../base/refusal.ts'
import { randomBase62 } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { readSetting, saveSetting } from '../../db/settings.ts'
import { type AccountDeps, addPerson, checkNoAddress, hashNewPassword } from '../accounts.ts'
import { digestOfToken } from '../signIn/tokens.ts'

const setting = 'first_owner_code'
/** Too many to guess. */
const codeLength = 24

export type FirstOwner = {
  /** Whether nobody is on the staff, which then signs in with passwords. */
  isWanted(): Promise<boolean>
  /** Whether nobody can sign in at all. */
  isAlone(): Promise<boolean>
  /** A new code in place of the one before; null when there is a member of the staff. */
  issueCode(): Promise<string | null>
  /**
   * Creates the owner, who may now sign in. Refuses with `wrong_state` when somebody is on the staff, with
   * `not_allowed` for another code, and with `malformed_request` and `already_exists` as every new person.
   */
  create(owner: { code: string; name: string; email: string; password: string }): Promise<void>
}

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'newId'> & { mayStaffUsePasswords: boolean }

export function openFirstOwner({ mayStaffUsePasswords, ...deps }: Deps): FirstOwner {
  const { db } = deps
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
      const code = randomBase62(codeLength)
      await saveSetting(db, setting, digestOfToken(code).toString('hex'))
      return code
    },
    async create({ code, ...owner }) {
      if (!(await isWanted())) throw staffed()
      const stored = await readSetting(db, setting)
      const digest = digestOfToken(code)
      if (stored === null || !timingSafeEqual(Buffer.from(stored, 'hex'), digest)) {
        // It may have been used since.
        throw (await isWanted()) ? wrongCode() : staffed()
      }
      checkNoAddress(owner.name, '/name')
      const passwordHash = await hashNewPassword(owner.password, owner.email)
      await db.transaction().execute(async tx => {
        const isClaimed = await claimCode(tx, digest.toString('hex'))
        if (await hasStaff(tx)) throw staffed()
        if (!isClaimed) throw wrongCode()
        await addPerson(tx, deps, { kind: 'staff', ...owner, passwordHash }, 'set-up')
      })
    },
  }
}

const staffed = () =>
  new Refusal('wrong_state', 'Somebody is on the staff already. Sign in, or ask an owner for an invitation.')
const wrongCode = () =>
  new Refusal('not_allowed', 'This is not the code of the last start. Look for the newest one in the log.')

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
