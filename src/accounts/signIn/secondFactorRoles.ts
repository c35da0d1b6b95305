// The roles of the staff that must have a second factor, as an owner has chosen in the console. They are a setting of
// the installation, and read with each session, so that a change counts at once in every process.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { saveSetting } from '../../db/settings.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'
import { type StaffRole, staffRoleNames } from '../people/staffRoles.ts'

const setting = 'second_factor_roles'

/** Whether the role in that column is one of them. */
export const mustHaveSecondFactorBy = (role: ReturnType<typeof sql>) => sql`
  coalesce((select value::jsonb @> to_jsonb(${role}) from settings where name = ${setting}), false)`

export async function readSecondFactorRoles(db: Db | Tx): Promise<StaffRole[]> {
  const { rows } = await sql<{ value: string }>`select value from settings where name = ${setting}`.execute(db)
  const stored: unknown[] = rows[0] === undefined ? [] : JSON.parse(rows[0].value)
  return staffRoleNames.filter(role => stored.includes(role))
}

export async function saveSecondFactorRoles(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { roles, actor }: { roles: readonly StaffRole[]; actor: string },
): Promise<void> {
  await db.transaction().execute(async tx => {
    const from = await readSecondFactorRoles(tx)
    const to = staffRoleNames.filter(role => roles.includes(role))
    if (from.join() === to.join()) return
    await saveSetting(tx, setting, JSON.stringify(to))
    const action = 'second_factor_roles_changed'
    await appendAudit(tx, newId, { at: clock(), actor, action, accountId: null, subject: null, details: { from, to } })
  })
}
