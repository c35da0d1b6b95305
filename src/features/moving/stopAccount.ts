// Stopping all work of an account before it moves. It is suspended, so nothing new comes in, and everything that waits
// for a time waits far longer, so no sweep finds it. Calls in progress, such as a charge, must end first. Then the
// account counts as moved, and the database refuses every new step, charge, refund, payment and label of it.

import { type RawBuilder, sql } from 'kysely'
import { appendAudit } from '../../accounts/auditLog.ts'
import { movingReason, resumeAccount, suspendAccount } from '../../accounts/settings/suspension.ts'
import { type Clock, later, minute, second } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { NewId } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { stoppedFrom } from '../../db/movedAccounts.ts'
import { type WaitKind, waits } from '../../jobs/waits.ts'
import { waitColumns } from '../background/waitColumns.ts'
import { stoppedFor } from './movedTables.ts'

export type StopDeps = {
  db: Db
  clock: Clock
  newId: NewId
  wait: (ms: number) => Promise<unknown>
  /** Whether no other process works with the database. */
  isAlone: boolean
}
const lookMs = second
/** Twice the longest claim: an email that fails may be claimed once more. */
const maxLooks = 30 * 60

/** How long a worker may have claimed rows for calls, by due time: the leases of the sweeps. */
const longestClaimMs: Record<string, number> = {
  'orders.due_at': minute,
  'webhook_deliveries.next_attempt_at': minute,
  'webhook_notices.next_attempt_at': minute,
  'print_jobs.next_step_at': 2 * minute,
  'payment_customers.sync_due_at': 5 * minute,
  'payment_customers.transfers_due_at': 5 * minute,
  'file_checks.due_at': 5 * minute,
  'file_fetches.due_at': 5 * minute,
  'followed_parcels.next_attempt_at': 10 * minute,
  'emails.next_attempt_at': 15 * minute,
}
const staysReason = 'The account stays.'

type Act = { accountId: string; actor: string }

/** Calls and acts of people that must end before the account moves. They continue while it is stopped. */
const mustEnd: readonly WaitKind[] = [
  ...(['charge', 'refund', 'tax report', 'payment', 'label', 'sandbox', 'approval'] as const),
]

/** Its orders wait, and its people and programs are refused. An earlier suspension keeps its reason. */
async function stopWork(deps: StopDeps, act: Act): Promise<void> {
  await deps.db.transaction().execute(tx => refuseUnfinished(tx, act.accountId))
  await suspendAccount(deps, { ...act, reason: movingReason })
  await sql`
    update accounts set moving_since = coalesce(moved_at, ${deps.clock()})
    where account_id = ${act.accountId}`.execute(deps.db)
}

/**
 * Stops all work of the account, waits for calls in progress, and records that it has moved. Refuses with wrong_state
 * while something is not settled.
 */
export async function stopAccount(deps: StopDeps, act: Act): Promise<void> {
  const { db } = deps
  const { accountId } = act
  await stopWork(deps, act)
  await waitUntil(deps, async () => (await postponeIdle(deps, accountId)) === 0)
  const isNew = await db.transaction().execute(tx => recordMove(tx, accountId))
  // A transaction that began before may commit now.
  const { rows } = await sql<{ began: string }>`select pg_current_xact_id()::text as began`.execute(db)
  await waitUntil(deps, async () => {
    const ended = await sql`
      select where pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]!.began}::xid8`.execute(db)
    return ended.rows.length > 0
  })
  try {
    await db.transaction().execute(async tx => {
      await postpone(tx, accountId)
      await refuseUnfinished(tx, accountId)
      if (!isNew) return
      await appendAudit(tx, deps.newId, {
        ...{ at: deps.clock(), actor: act.actor, action: 'account_exported', accountId, subject: accountId },
      })
    })
  } catch (error) {
    if (isNew) await sql`update accounts set moved_at = null where account_id = ${accountId}`.execute(db)
    throw error
  }
}

async function waitUntil({ wait }: StopDeps, isOver: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await isOver()); looks++) {
    if (looks === maxLooks)
      throw new Refusal('wrong_state', 'Calls of the account do not end. Export it again when they have ended.')
    await wait(lookMs)
  }
}

/**
 * Postpones what no worker can have claimed: due now, or later than a claim lasts. Returns how much may be claimed. The
 * end of a claim is its due time, by which its result is recorded, so it must not change.
 */
async function postponeIdle({ db, clock, isAlone }: StopDeps, accountId: string): Promise<number> {
  const now = clock()
  let claimed = 0
  for (const { table, column } of stopped) {
    const due = sql.ref(column)
    const claimMs = isAlone ? 0 : (longestClaimMs[`${table}.${column}`] ?? 0)
    const isIdle = sql`(${due} <= ${later(now, 2 * lookMs)} or ${due} > ${later(now, claimMs)})`
    await postponeIn(db, accountId, { table, column }, isIdle)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}
      where account_id = ${accountId} and ${due} < ${stoppedFrom}`.execute(db)
    claimed += rows[0]!.count
  }
  return claimed
}

/** The lock waits for inserts of rows that refer to the account, and they for it. */
async function recordMove(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ movedAt: Date | null }>`
    select moved_at as "movedAt" from accounts where account_id = ${accountId} for update`.execute(tx)
  await refuseUnfinished(tx, accountId)
  if (rows[0]?.movedAt) return false
  // As of its stop: also what another process has begun, or dates by a slow clock, is refused.
  await sql`update accounts set moved_at = moving_since where account_id = ${accountId}`.execute(tx)
  return true
}

/** Lets the account work again, when its export was imported nowhere. One that was suspended before stays suspended. */
export async function undoMove(deps: Omit<StopDeps, 'wait' | 'isAlone'>, { accountId, actor }: Act): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const { numAffectedRows } = await sql`
      update accounts set moved_at = null, moving_since = null
      where account_id = ${accountId} and moving_since is not null`.execute(tx)
    if (numAffectedRows !== 1n) throw new Refusal('not_found', `No account ${accountId} is being moved.`)
    for (const { table, column } of stopped) {
      const due = sql.ref(column)
      await sql`
        update ${sql.table(table)} set ${due} = ${due} - ${stoppedFor}
        where account_id = ${accountId} and ${due} >= ${stoppedFrom}`.execute(tx)
    }
  })
  const { rows } = await sql`
    select from accounts where account_id = ${accountId} and suspension_reason = ${movingReason}`.execute(deps.db)
  if (rows.length > 0) await resumeAccount(deps, { accountId, actor, reason: staysReason })
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
  for (const wait of stopped) await postponeIn(tx, accountId, wait, sql`true`)
}

async function postponeIn(
  db: Db | Tx,
  accountId: string,
  { table, column }: (typeof stopped)[number],
  which: RawBuilder<unknown>,
): Promise<void> {
  const due = sql.ref(column)
  await sql`
    update ${sql.table(table)} set ${due} = ${due} + ${stoppedFor}
    where account_id = ${accountId} and ${due} < ${stoppedFrom} and ${which}`.execute(db)
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
