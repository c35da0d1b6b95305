// The stored versions of the operator's data. A row is written once.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import type { OperatorContent } from './content.ts'
import { packContent } from './packedContent.ts'

export type StoredVersion = {
  version: number
  /** The author, as the audit log names actors. */
  author: string
  reason: string | null
  createdAt: Date
  /** Orders that are accepted from then on are accepted with it, until a later version takes effect. */
  effectiveAt: Date
}

/**
 * A version that the caller does not have, its content compressed: the one with the next higher number, or the next of
 * those of other installations, which came with accounts. They are numbered -1, -2 ... and never in effect.
 */
export async function readVersionAfter(
  db: Db,
  { version, moved }: { version: number; moved: number },
): Promise<(StoredVersion & { packed: Buffer }) | undefined> {
  const { rows } = await sql<StoredVersion & { packed: Buffer }>`
    select version, content as packed, author, reason, created_at as "createdAt", effective_at as "effectiveAt"
    from operator_versions
    where version > ${version} or version < ${-moved}
    order by version < 0, abs(version)
    limit 1`.execute(db)
  return rows[0]
}

/** The codes of the price lists of the newest version. */
export async function readNewestListCodes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select unnest(price_lists) as code
    from operator_versions
    where version = (select max(version) from operator_versions)`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Stores the next version. False when another version has this number: somebody else has published meanwhile. */
export async function insertVersion(
  db: Db | Tx,
  { version, content, author, reason, createdAt, effectiveAt }: StoredVersion & { content: OperatorContent },
): Promise<boolean> {
  const { lists = [] } = (content.priceLists ?? {}) as { lists?: { code: string }[] }
  const codes = lists.map(({ code }) => code)
  const { numAffectedRows } = await sql`
    insert into operator_versions (version, content, price_lists, author, reason, created_at, effective_at)
    values (${version}, ${await packContent(content)}, ${codes}::text[], ${author}, ${reason}, ${createdAt}, ${effectiveAt})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}
