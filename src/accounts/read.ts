// Accounts and the audit log as the support staff see them.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Mode } from './keys.ts'
import type { Account } from './store.ts'

type ModeLimits = { ordersPer24Hours: number; queueCeiling: number; queued: number }
export type AccountWithLimits = Account & { limits: Record<Mode, ModeLimits> }

type Row = Account & { mode: Mode } & ModeLimits

/** Pages of accounts by id, which is the order in which they were opened. */
export async function listAccounts(
  db: Db | Tx,
  { search, after, limit }: { search: string | null; after: string; limit: number },
): Promise<AccountWithLimits[]> {
  const part = search === null ? null : `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return accountsWithLimits(
    db,
    sql`(
      select *
      from accounts
      where account_id > ${after}
        ${part === null ? sql`` : sql`and (name ilike ${part} or holder_email ilike ${part} or account_id ilike ${part})`}
      order by account_id
      limit ${limit}
    )`,
  )
}

export async function readAccountWithLimits(db: Db | Tx, accountId: string): Promise<AccountWithLimits | undefined> {
  const [account] = await accountsWithLimits(db, sql`(select * from accounts where account_id = ${accountId})`)
  return account
}

async function accountsWithLimits(db: Db | Tx, chosen: ReturnType<typeof sql>): Promise<AccountWithLimits[]> {
  const { rows } = await sql<Row>`
    select
      a.account_id as "accountId", a.name, a.holder_email as "holderEmail", a.enterprise, a.created_at as "createdAt",
      l.mode, l.orders_per_24h as "ordersPer24Hours", l.queue_ceiling as "queueCeiling", l.queued
    from ${chosen} a
    join order_limits l using (account_id)
    order by a.account_id`.execute(db)
  const accounts = new Map<string, AccountWithLimits>()
  for (const { mode, ordersPer24Hours, queueCeiling, queued, ...account } of rows) {
    const known = accounts.get(account.accountId) ?? { ...account, limits: {} as AccountWithLimits['limits'] }
    known.limits[mode] = { ordersPer24Hours, queueCeiling, queued }
    accounts.set(account.accountId, known)
  }
  return [...accounts.values()]
}

export type AuditEntry = {
  auditId: string
  at: Date
  actor: string
  action: string
  /** The actor in words: the name of a person, the label of a key. */
  by: string
  accountId: string | null
  accountName: string | null
  subject: string | null
  details: Record<string, unknown>
}

/** The newest acts first, of all accounts or of one. */
export async function listAudit(
  db: Db,
  { accountId, before, limit }: { accountId: string | null; before: string | null; limit: number },
): Promise<AuditEntry[]> {
  const { rows } = await sql<Omit<AuditEntry, 'details' | 'by'> & { details: string; known: string | null }>`
    select
      a.audit_id as "auditId", a.at, a.actor, a.action, a.account_id as "accountId", a.subject, a.details,
      (select name from accounts where account_id = a.account_id) as "accountName",
      coalesce(
        (select name from users where 'user ' || id = a.actor),
        (select 'API key ' || label from api_keys where 'key ' || key_id = a.actor)
      ) as known
    from (
      select audit_id, at, actor, action, account_id, subject, details
      from audit_log
      where true
        ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
        ${before === null ? sql`` : sql`and audit_id < ${before}`}
      order by audit_id desc
      limit ${limit}
    ) a
    order by a.audit_id desc`.execute(db)
  return rows.map(({ known, details, ...row }) => ({
    ...row,
    by: known ?? namedActors[row.actor] ?? row.actor,
    details: JSON.parse(details),
  }))
}

export type AccountAuditEntry = Omit<AuditEntry, 'actor' | 'accountId' | 'accountName'>

/**
 * The acts in one account as its members may see them, newest first. Members and keys are named; whoever acts for the
 * operator is not, and the reasons they note down are for the operator.
 */
export async function listAccountAudit(
  db: Db,
  { accountId, before, limit }: { accountId: string; before: string | null; limit: number },
): Promise<AccountAuditEntry[]> {
  type Row = Omit<AccountAuditEntry, 'details' | 'by'> & { actor: string; known: string | null; details: string }
  const { rows } = await sql<Row>`
    select
      a.audit_id as "auditId", a.at, a.actor, a.action, a.subject, a.details,
      coalesce(
        (select u.name from users u join memberships m on m.user_id = u.id
          where 'user ' || u.id = a.actor and m.account_id = ${accountId}),
        (select 'API key ' || k.label from api_keys k where 'key ' || k.key_id = a.actor and k.account_id = ${accountId})
      ) as known
    from (
      select audit_id, at, actor, action, subject, details
      from audit_log
      where account_id = ${accountId}
        ${before === null ? sql`` : sql`and audit_id < ${before}`}
      order by audit_id desc
      limit ${limit}
    ) a
    order by a.audit_id desc`.execute(db)
  return rows.map(({ actor, known, details, ...row }) => {
    const { reason: _, ...open } = JSON.parse(details) as Record<string, unknown>
    return { ...row, by: known ?? wordsFor(actor), details: known === null ? open : JSON.parse(details) }
  })
}

const namedActors: Record<string, string> = {
  'sign-up': 'Sign-up',
  invitation: 'Invitation',
  system: 'Octavo',
  demo: 'Demo',
  command: 'The operator',
}

const wordsFor = (actor: string): string =>
  namedActors[actor] ?? (/^(user|key) /.test(actor) ? 'The operator, or a former member' : 'Octavo')
