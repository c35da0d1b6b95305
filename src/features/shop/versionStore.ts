// The stored versions of the operator's data. A row is written once.

import { sql } from 'kysely'
import { jsonText } from '../../base/text/largeJson.ts'
import { storableJsonText } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { OperatorContent } from './content.ts'

export type StoredVersion = {
  version: number
  content: OperatorContent
  /** The author, as the audit log names actors. */
  author: string
  reason: string | null
  createdAt: Date
  /** Orders that are accepted from then on are accepted with it, until a later version takes effect. */
  effectiveAt: Date
}

/** Characters of a content that the driver of the database reads at once: all 15 MB would hold the event loop. */
const pieceLength = 1024 * 1024

/** The version with the next higher number, its content as pieces of the stored text; undefined if there is none. */
export async function readVersionAfter(
  db: Db,
  version: number,
): Promise<(Omit<StoredVersion, 'content'> & { pieces: string[] }) | undefined> {
  const { rows } = await sql<Omit<StoredVersion, 'content'>>`
    select version, author, reason, created_at as "createdAt", effective_at as "effectiveAt"
    from operator_versions
    where version > ${version}
    order by version
    limit 1`.execute(db)
  const [found] = rows
  if (found === undefined) return undefined
  const { rows: pieces } = await sql<{ piece: string }>`
    select substr(v.text, 1 + n * ${pieceLength}::integer, ${pieceLength}::integer) as piece
    from (select content::text as text from operator_versions where version = ${found.version} offset 0) v
    cross join lateral generate_series(0, (length(v.text) - 1) / ${pieceLength}::integer) n
    order by n`.execute(db)
  return { ...found, pieces: pieces.map(({ piece }) => piece) }
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
