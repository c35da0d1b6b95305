// Stopping all work of an account before it moves. It is suspended, so nothing new comes in, and everything that waits
// for a time waits far longer, so no sweep finds it. Calls in progress, such as a charge, must end first. Then the
// account counts as moved, and the database refuses every new step, charge, refund, payment and label of it.

import { sql } from 'kysely'
import { appendAudit } from '../../accounts/auditLog.ts'
import { movingReason, resumeAccount, suspendAccount } from '../../accounts/settings/suspension.ts'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { NewId } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type WaitKind, waits } from '../../jobs/waits.ts'
import { waitColumns } from '../background/waitColumns.ts'
import { stoppedFor, stoppedFrom } from './movedTables.ts'

export type StopDeps = { db: Db; clock: Clock; newId: NewId }
const staysReason = 'The account stays.'

type Act = { accountId: string; actor: string }

/** Calls and acts of people that must end before the account moves. They continue while it is stopped. */
const mustEnd: readonly WaitKind[] = [
  ...(['charge', 'refund', 'tax report', 'payment', 'label', 'sandbox', 'approval'] as const),
]

/** Its orders wait, and its people and programs are refused. Calls that were begun end as always. */
export async function stopWork(deps: StopDeps, act: Act): Promise<void> {
  await suspendAccount(deps, { ...act, reason: movingReason })
  await deps.db.transaction().execute(async tx => {
    await sql`
      update accounts set suspension_reason = ${movingReason} where account_id = ${act.accountId}`.execute(tx)
    await postpone(tx, act.accountId)
  })
}

/** Refuses with wrong_state while anything is in the air. */
export async function recordMove({ db, clock, newId }: StopDeps, { accountId, actor }: Act): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ movedAt: Date | null }>`
      select moved_at as "movedAt" from accounts where account_id = ${accountId} for no key update`.execute(tx)
    await refuseUnfinished(tx, accountId)
    await postpone(tx, accountId)
    if (rows[0]?.movedAt) return
    const at = clock()
    await sql`update accounts set moved_at = ${at} where account_id = ${accountId}`.execute(tx)
    await appendAudit(tx, newId, { at, actor, action: 'account_exported', accountId, subject: accountId })
  })
}

/** Lets the account work again, when its export was imported nowhere. */
export async function undoMove(deps: StopDeps, { accountId, actor }: Act): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const { numAffectedRows } = await sql`
      update accounts set moved_at = null, suspension_reason = ${staysReason}
      where account_id = ${accountId} and suspension_reason = ${movingReason}`.execute(tx)
    if (numAffectedRows !== 1n) throw new Refusal('not_found', `No account ${accountId} is being moved.`)
    for (const { table, column } of stopped) {
      const due = sql.ref(column)
      await sql`
        update ${sql.table(table)} set ${due} = ${due} - ${stoppedFor}
        where account_id = ${accountId} and ${due} >= ${stoppedFrom}`.execute(tx)
    }
  })
  await resumeAccount(deps, { accountId, actor, reason: staysReason })
}

const stopped = [
  ...new Map(
    waitColumns
      .filter(({ what }) => !(mustEnd as readonly string[]).includes(what))
      .map(({ table, column }) => [`${table}.${column}`, { table, column }]),
  ).values(),
]

/** Also what was due again after a call that had been begun. */
export async function postpone(tx: Tx, accountId: string): Promise<void> {
  for (const { table, column } of stopped) {
    const due = sql.ref(column)
    await sql`
      update ${sql.table(table)} set ${due} = ${due} + ${stoppedFor}
      where account_id = ${accountId} and ${due} < ${stoppedFrom}`.execute(tx)
  }
}

async function refuseUnfinished(tx: Tx, accountId: string): Promise<void> {
  const kinds = mustEnd.map(what => {
    const { table, column } = waits[what]
    return sql`
      select ${sql.lit(what)} as what, count(*)::int as count
      from ${sql.table(table)}
      where account_id = ${accountId} and ${sql.ref(column)} is not null`
  })
  const { rows } = await sql<{ what: string; count: number }>`
    ${sql.join(kinds, sql` union all `)}
    union all
    select 'dispute', count(*)::int from disputes where account_id = ${accountId} and closed_at is null`.execute(tx)
  const open = rows.filter(({ count }) => count > 0).map(({ what, count }) => `${what} (${count})`)
  if (open.length === 0) return
  throw new Refusal(
    'wrong_state',
    `The account cannot move yet, because this is not settled: ${open.join(', ')}. Its orders wait. Settle it and export again, or let the account work again with: export-account ${accountId} undo`,
  )
}
