// The stored versions of the operator's data. A row is written once.

import { sql } from 'kysely'
import { jsonText } from '../../base/text/largeJson.ts'
import { storableJsonText } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { OperatorContent } from './content.ts'

export type StoredVersion = {
  version: number
  content: OperatorContent
  /** Who published it, as the audit log names actors. */
  author: string
  reason: string | null
  createdAt: Date
  /** Orders that are accepted from then on are accepted with it, until a later version takes effect. */
  effectiveAt: Date
}

/** The version with the next higher number, its content as the text that is stored; undefined if there is none. */
export async function readVersionAfter(
  db: Db,
  version: number,
): Promise<(Omit<StoredVersion, 'content'> & { content: string }) | undefined> {
  const { rows } = await sql<Omit<StoredVersion, 'content'> & { content: string }>`
    select version, content, author, reason, created_at as "createdAt", effective_at as "effectiveAt"
    from operator_versions
    where version > ${version}
    order by version
    limit 1`.execute(db)
  return rows[0]
}

/** The codes of the price lists of the newest version. */
export async function readNewestListCodes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select list ->> 'code' as code
    from operator_versions v
    cross join lateral json_array_elements(v.content -> 'priceLists' -> 'lists') as list
    where v.version = (select max(version) from operator_versions)`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Stores the next version. False when another version has this number: somebody else has published meanwhile. */
export async function insertVersion(
  db: Db | Tx,
  { version, content, author, reason, createdAt, effectiveAt }: StoredVersion,
): Promise<boolean> {
  const json = storableJsonText(await jsonText(content))
  const { numAffectedRows } = await sql`
    insert into operator_versions (version, content, author, reason, created_at, effective_at)
    values (${version}, ${json}, ${author}, ${reason}, ${createdAt}, ${effectiveAt})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}
