// Views of lists that people saved: the filters, the order, the columns and the density of a list under a name, as the
// parameters of its address.

import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { AccountDeps } from '../accounts.ts'

/** Of one person and list. */
const maxViews = 50
/** Of one list; more would not be read. */
const maxListed = 200

/** `owner`: the account, `staff`, or the press whose people see shared views. */
export type ViewSpace = { owner: string; list: string; userId: string }

export type SavedView = {
  viewId: string
  name: string
  shared: boolean
  mine: boolean
  /** The name of the person who saved it. */
  by: string
  query: string
}

/** A person's own views and the shared views of others, by name. */
export async function listViews(db: Db, { owner, list, userId }: ViewSpace): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.view_id as "viewId", v.name, v.shared, v.user_id = ${userId} as mine, u.name as by, v.query
    from saved_views v
    join users u on u.id = v.user_id
    where v.owner = ${owner} and v.list = ${list} and (v.shared or v.user_id = ${userId})
    order by lower(v.name), v.view_id
    limit ${maxListed}`.execute(db)
  return rows
}

/** Saves a view, or changes the person's view of this name. */
export async function saveView(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { owner, list, userId }: ViewSpace,
  { name, shared, query }: Pick<SavedView, 'name' | 'shared' | 'query'>,
): Promise<string> {
  const now = clock()
  const { rows } = await sql<{ viewId: string }>`
    insert into saved_views (view_id, owner, list, user_id, name, shared, query, created_at, updated_at)
    select ${newId('view')}, ${owner}, ${list}, ${userId}, ${name}, ${shared}::boolean, ${query}, ${now}::timestamptz,
      ${now}::timestamptz
    where exists (
        select from saved_views
        where owner = ${owner} and list = ${list} and user_id = ${userId} and name = ${name}
      )
      or (
        select count(*) from saved_views
        where owner = ${owner} and list = ${list} and user_id = ${userId}
      ) < ${maxViews}
    on conflict (owner, list, user_id, name) do update
    set shared = excluded.shared, query = excluded.query, updated_at = excluded.updated_at
    returning view_id as "viewId"`.execute(db)
  if (rows[0] === undefined)
    throw new Refusal(
      'wrong_state',
      say('You have {maxViews} views of this list already: delete one first.', { maxViews }),
    )
  return rows[0].viewId
}

/** Deletes a view of the person, or also a shared view of another. Refuses with `not_found`. */
export async function deleteView(
  db: Db,
  { owner, userId, viewId, which }: Omit<ViewSpace, 'list'> & { viewId: string; which: 'own' | 'own or shared' },
): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from saved_views
    where view_id = ${viewId} and owner = ${owner}
      and (user_id = ${userId} ${which === 'own' ? sql`` : sql`or shared`})`.execute(db)
  if (numAffectedRows === 0n) throw new Refusal('not_found', say('There is no such view, or you may not delete it.'))
}
