// Accounts and the audit log as the support staff see them.

import { type RawBuilder, sql } from 'kysely'
import { say, type Translatable } from '../../languages/texts.ts'
import type { Mode } from '../base/mode.ts'
import { Refusal } from '../base/refusal.ts'
import { minSimilarChars, minSimilarity, searchable } from '../base/text/searchable.ts'
import { containing } from '../db/containing.ts'
import type { Db, Tx } from '../db/db.ts'
import type { SortPosition } from '../db/sortPosition.ts'
import { type TimePage, timePage } from '../db/timePages.ts'
import type { Account } from './accountStore.ts'
import type { KeyScope } from './keys/keys.ts'

type ModeLimits = { ordersPer24Hours: number; queueCeiling: number; queued: number }
/** Both null while the account is not suspended. */
type Suspension = { suspendedAt: Date | null; suspensionReason: string | null }
export type AccountWithLimits = Account &
  Suspension & { priceList: string | null; agreedPrices: boolean; limits: Record<Mode, ModeLimits> }

type Row = Account & Suspension & { priceList: string | null; agreedPrices: boolean; mode: Mode } & ModeLimits

export const accountSorts = ['created', '-created', 'name', '-name', 'holder', '-holder'] as const
/** `-` is in descending order. */
export type AccountSort = (typeof accountSorts)[number]

type AccountPage = {
  search: string | null
  priceList: string | null
  sort: AccountSort
  /** The position of the last account of the page before; null for the first page. */
  after: SortPosition | null
  limit: number
}

/** Rows with equal keys are sorted by id: in the order in which they were opened. Each sort has an index. */
const sortKeys = { created: null, name: sql`lower(name)`, holder: sql`lower(holder_email)` }

/** The name or the email address, if the sort is by it, and the id. */
export function accountPosition({ accountId, name, holderEmail }: Account, sort: AccountSort): SortPosition {
  return { id: accountId, value: sort.endsWith('name') ? name : sort.endsWith('holder') ? holderEmail : null }
}

/** Up to `limit` accounts that come after the position `after`. */
export async function listAccounts(
  db: Db | Tx,
  { search, priceList, sort, after, limit }: AccountPage,
): Promise<AccountWithLimits[]> {
  const pattern = search === null ? null : containing(searchable(search))
  const descending = sort.startsWith('-')
  const key = sortKeys[(descending ? sort.slice(1) : sort) as keyof typeof sortKeys]
  const direction = descending ? sql`desc` : sql`asc`
  const beyond = descending ? sql`<` : sql`>`
  const beyondLast = ({ id, value }: SortPosition) =>
    key === null ? sql`account_id ${beyond} ${id}` : sql`(${key}, account_id) ${beyond} (lower(${value}), ${id})`
  const sequence = key === null ? sql`account_id ${direction}` : sql`${key} ${direction}, account_id ${direction}`
  return accountsWithLimits(
    db,
    sql`(
      select *
      from accounts
      where ${after === null ? sql`true` : beyondLast(after)}
        ${pattern === null ? sql`` : sql`and search_words like ${pattern}`}
        ${priceList === null ? sql`` : sql`and price_list = ${priceList}`}
      order by ${sequence}
      limit ${limit}
    )`,
    sequence,
  )
}

/** Email addresses of strangers at one domain are more similar than other texts. */
const minSimilarityOfAddresses = 0.65

/** Accounts with words that are similar to a text, the most similar first. There are few enough to compare all. */
export async function listSimilarAccounts(db: Db, search: string, limit: number): Promise<AccountWithLimits[]> {
  const text = searchable(search)
  if (text.length < minSimilarChars) return []
  return accountsWithLimits(
    db,
    sql`(
      select *
      from (select *, word_similarity(${text}, search_words) as similarity from accounts) compared
      where similarity >= ${search.includes('@') ? minSimilarityOfAddresses : minSimilarity}
      order by similarity desc, account_id
      limit ${limit}
    )`,
    sql`similarity desc, account_id`,
  )
}

export async function readAccountWithLimits(db: Db | Tx, accountId: string): Promise<AccountWithLimits | undefined> {
  const one = sql`(select * from accounts where account_id = ${accountId})`
  const [account] = await accountsWithLimits(db, one, sql`account_id`)
  return account
}

async function accountsWithLimits(
  db: Db | Tx,
  selection: RawBuilder<unknown>,
  sequence: RawBuilder<unknown>,
): Promise<AccountWithLimits[]> {
  const { rows } = await sql<Row>`
    select
      a.account_id as "accountId", a.name, a.holder_email as "holderEmail", a.enterprise, a.created_at as "createdAt",
      a.suspended_at as "suspendedAt", a.suspension_reason as "suspensionReason", a.price_list as "priceList",
      a.agreed_prices as "agreedPrices",
      l.mode, l.orders_per_24h as "ordersPer24Hours", l.queue_ceiling as "queueCeiling", l.queued
    from ${selection} a
    join order_limits l using (account_id)
    order by ${sequence}`.execute(db)
  const accounts = new Map<string, AccountWithLimits>()
  for (const { mode, ordersPer24Hours, queueCeiling, queued, ...account } of rows) {
    const entry = accounts.get(account.accountId) ?? { ...account, limits: {} as AccountWithLimits['limits'] }
    entry.limits[mode] = { ordersPer24Hours, queueCeiling, queued }
    accounts.set(account.accountId, entry)
  }
  return [...accounts.values()]
}

export type AuditEntry = {
  auditId: string
  at: Date
  actor: string
  action: string
  /** The actor in words: the name of a person, or the label of a key. */
  by: string | Translatable
  /** Set when the actor is a person who can still sign in. */
  byEmail: string | null
  accountId: string | null
  accountName: string | null
  subject: string | null
  /** The name of the subject: the name of an account, the email address of a person, or the label of a key. */
  subjectName: string | null
  details: Record<string, unknown>
}

/** A person or a key. A key of the staff is named with its owner. */
type Known = { person: string | null; keyLabel: string | null; keyOwner: string | null }
const knownColumns = sql`person.name as person, key.label as "keyLabel", owner.name as "keyOwner"`

/** Null for any other actor. */
function nameOfKnown({ person, keyLabel, keyOwner }: Known): string | Translatable | null {
  if (person !== null || keyLabel === null) return person
  return keyOwner === null
    ? say('API key {label}', { label: keyLabel })
    : say('API key {label} of {owner}', { label: keyLabel, owner: keyOwner })
}

const auditPage = (page: TimePage) => timePage({ prefix: 'aud', id: sql`audit_id`, at: sql`at` }, page)

/** Of one account or all, of one action, and of actors whose name, email address or label contains a text. */
export type AuditFilter = { accountId: string | null; action: string | null; by: string | null }

/** Only the rows of the page look up names, by key. */
export async function listAudit(db: Db, { accountId, action, by }: AuditFilter, page: TimePage): Promise<AuditEntry[]> {
  const { within, direction } = auditPage(page)
  const { rows } = await sql<Omit<AuditEntry, 'details' | 'by'> & Known & { details: string }>`
    select
      a.audit_id as "auditId", a.at, a.actor, a.action, a.account_id as "accountId", a.subject, a.details,
      account.name as "accountName", ${knownColumns}, person.email as "byEmail",
      case
        when a.subject = a.account_id then account.name
        -- Customers name orders and new accounts, so their names may equal an id.
        when a.action !~ '^(order_|approval_|account_created)' then coalesce(of_person.email, of_key.label)
      end as "subjectName"
    from (
      select audit_id, at, actor, action, account_id, subject, details
      from audit_log
      where true
        ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
        ${action === null ? sql`` : sql`and action = ${action}`}
        ${by === null ? sql`` : sql`and actor in (${actorsNamed(by)})`}
        ${within}
      order by audit_id ${direction}
      limit ${page.limit}
    ) a
    left join accounts account on account.account_id = a.account_id
    left join users person on person.id = ${idAfter('user')}
    left join api_keys key on key.key_id = ${idAfter('key')}
    left join users owner on owner.id = key.owner_id
    left join users of_person on of_person.id = a.subject
    left join api_keys of_key on of_key.key_id = a.subject
    order by a.audit_id ${direction}`.execute(db)
  return rows.map(({ person, keyLabel, keyOwner, details, ...row }) => ({
    ...row,
    by:
      nameOfKnown({ person, keyLabel, keyOwner }) ??
      namedActors[row.actor] ??
      (isPerson(row.actor) ? say('A removed person') : row.actor),
    details: JSON.parse(details),
  }))
}

const actorsNamed = (name: string) => {
  const has = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${name})) > 0`
  return sql`
          select 'user ' || id from users where ${has('name')} or ${has('email')}
          union all
          select 'key ' || key_id from api_keys where ${has('label')}`
}

/** The id in an actor of a given kind, so that it is looked up by key; null for other actors. */
const idAfter = (kind: 'user' | 'key') =>
  sql`case when a.actor like ${`${kind} %`} then substr(a.actor, ${kind.length + 2}) end`

const isPerson = (actor: string): boolean => actor.startsWith('user ')

export type AccountAuditEntry = Omit<AuditEntry, 'actor' | 'accountId' | 'accountName' | 'byEmail'>

/**
 * The entries of an account as its members may see them. Members and keys are named. The names and
 * reasons of the operator's people are left out, and so are approvals among them.
 */
export async function listAccountAudit(db: Db, accountId: string, page: TimePage): Promise<AccountAuditEntry[]> {
  const { within, direction } = auditPage(page)
  type Row = Omit<AccountAuditEntry, 'details' | 'by'> &
    Omit<Known, 'keyOwner'> & { actor: string; isSupport: boolean; details: string }
  const { rows } = await sql<Row>`
    select
      a.audit_id as "auditId", a.at, a.actor, a.action, a.subject, a.details,
      person.name as person, key.label as "keyLabel",
      a.actor = 'command'
        or exists (select from memberships s where s.user_id = ${idAfter('user')} and s.kind = 'staff')
        or exists (select from api_keys s where s.key_id = ${idAfter('key')} and s.kind = 'staff') as "isSupport",
      case when a.action !~ '^(order_|account_)' then coalesce(of_person.email, of_key.label) end as "subjectName"
    from (
      select audit_id, at, actor, action, subject, details
      from audit_log
      where account_id = ${accountId} and action !~ '^(approval_|order_note_)'
        ${within}
      order by audit_id ${direction}
      limit ${page.limit}
    ) a
    left join memberships m on m.user_id = ${idAfter('user')} and m.account_id = ${accountId}
    left join users person on person.id = m.user_id
    left join api_keys key on key.key_id = ${idAfter('key')} and key.account_id = ${accountId}
    left join memberships of_member on of_member.user_id = a.subject and of_member.account_id = ${accountId}
    left join users of_person on of_person.id = of_member.user_id
    left join api_keys of_key on of_key.key_id = a.subject and of_key.account_id = ${accountId}
    order by a.audit_id ${direction}`.execute(db)
  return rows.map(({ actor, person, keyLabel, isSupport, details, ...row }) => {
    const { reason: _, ...open } = JSON.parse(details) as Record<string, unknown>
    const known = nameOfKnown({ person, keyLabel, keyOwner: null })
    return {
      ...row,
      by: known ?? (isSupport ? support : wordsFor(actor)),
      details: known === null ? open : JSON.parse(details),
    }
  })
}

/** A person or a key in a history. */
type NamedActor = Known & { actor: string; side: KeyScope['kind'] | null; accountId: string | null }

/**
 * The names of the actors in a history, as the members of the account `viewerId` see them: their own people, but not
 * those of the operator. The operator's staff (null) see every name.
 */
export async function namesOfActors(
  db: Db | Tx,
  actors: string[],
  viewerId: string | null,
): Promise<Map<string, string | Translatable>> {
  const idsOf = (kind: string) =>
    [...new Set(actors)].filter(actor => actor.startsWith(`${kind} `)).map(actor => actor.slice(kind.length + 1))
  const [people, keys] = [idsOf('user'), idsOf('key')]
  const { rows } =
    people.length + keys.length === 0
      ? { rows: [] }
      : await sql<NamedActor>`
          select
            'user ' || u.id as actor, u.name as person, null as "keyLabel", null as "keyOwner", m.kind as side,
            m.account_id as "accountId"
          from users u
          left join memberships m on m.user_id = u.id
          where u.id = any(${people}::text[])
          union all
          select 'key ' || key.key_id, null, key.label, owner.name, key.kind, key.account_id
          from api_keys key
          left join users owner on owner.id = key.owner_id
          where key.key_id = any(${keys}::text[])`.execute(db)
  const named = new Map(rows.map(row => [row.actor, row]))
  return new Map(actors.map(actor => [actor, nameOf(actor, named.get(actor), viewerId)]))
}

function nameOf(actor: string, named: NamedActor | undefined, viewerId: string | null): string | Translatable {
  if (named === undefined) return namedActors[actor] ?? unnamed(actor)
  if (viewerId === null || named.accountId === viewerId) return nameOfKnown(named)!
  return named.side === 'printer' ? thePrinter : support
}

function unnamed(actor: string): string | Translatable {
  if (actor === 'printer') return thePrinter
  if (actor.startsWith('key ')) return say('an API key')
  return isPerson(actor) ? say('a person who was removed since') : `the ${actor}`
}

const thePrinter = say('the printer')
const namedActors: Record<string, string | Translatable> = {
  'sign-up': say('Sign-up'),
  invitation: say('Invitation'),
  'set-up': say('Set-up'),
  system: 'System',
  demo: 'Demo',
  command: say('The operator'),
}

/** The operator's people, as customers know them. */
const support = 'Support'

const wordsFor = (actor: string): string | Translatable =>
  namedActors[actor] ?? (/^(user|key) /.test(actor) ? say('A removed person or key') : 'System')

export const accountNotFound = (accountId: string): Refusal =>
  new Refusal('not_found', say('there is no account {accountId}', { accountId }))

/** Refuses with `not_found`. */
export async function requireAccount(db: Db | Tx, accountId: string): Promise<void> {
  if ((await readAccountWithLimits(db, accountId)) === undefined) throw accountNotFound(accountId)
}
