// How long print files are stored: until 60 days after the last order that used them. A file is not deleted while it
// belongs to a product, or while an unfinished order from before that time still waits to be printed from it.

import { sql } from 'kysely'
import type { Storage } from '../../artwork/storage.ts'
import { claimTrash, emptyTrash, type FileKey, forgetFiles, touchFiles, unusedFiles } from '../../artwork/store.ts'
import { day, earlier } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type Status, statuses } from '../lifecycle.ts'
import type { Book } from '../order.ts'

const keptMs = 60 * day
const atOnce = 500

const unfinished = (Object.keys(statuses) as Status[]).filter(status => !statuses[status].final)

/** Records that the files of these books are used. */
export async function useFiles(tx: Tx, orders: { accountId: string; books: Book[] }[], now: Date): Promise<void> {
  const keys = new Map<string, FileKey>()
  for (const { accountId, books } of orders)
    for (const { coverSha256, gutsSha256 } of books)
      for (const sha256 of [coverSha256, gutsSha256])
        if (sha256) keys.set(`${accountId} ${sha256}`, { accountId, sha256 })
  await touchFiles(tx, [...keys.values()], now)
}

type Deps = { db: Db; storage: Storage; log: Log }

/** Deletes at most one batch of files whose retention has ended; returns how many. */
export const sweepFiles =
  ({ db }: Pick<Deps, 'db'>) =>
  async (now: Date): Promise<number> => {
    const before = earlier(now, keptMs)
    const unused = await unusedFiles(db, before, atOnce)
    if (unused.length === 0) return 0
    const needed = await neededBy(db, unused, before)
    await db.transaction().execute(tx => touchFiles(tx, needed, now))
    await db.transaction().execute(tx => forgetFiles(tx, unused, before, now))
    return unused.length
  }

/** Which of these an unfinished order needs for printing. Younger orders have used their files since `before`. */
async function neededBy(db: Db, files: FileKey[], before: Date): Promise<FileKey[]> {
  const { rows } = await sql<FileKey>`
    select distinct o.account_id as "accountId", used.sha256
    from orders o
    cross join lateral json_array_elements(o.books) book
    cross join lateral (values (book ->> 'coverSha256'), (book ->> 'gutsSha256')) used (sha256)
    where o.account_id = any (${[...new Set(files.map(one => one.accountId))]}::text[])
      and o.mode in ('sandbox', 'production')
      and o.status = any (${unfinished}::text[])
      and o.created_at < ${before}
      and used.sha256 = any (${files.map(one => one.sha256)}::text[])`.execute(db)
  return rows
}

/** Deletes at most one batch of objects that nothing refers to; returns how many. */
export const emptyStorageTrash =
  ({ db, storage, log }: Deps) =>
  async (now: Date): Promise<number> => {
    const due = await claimTrash(db, now, atOnce)
    const gone: string[] = []
    for (const key of due) {
      try {
        await storage.remove(key)
        gone.push(key)
      } catch (error) {
        log.error({ err: error, key }, 'a print file could not be deleted from the storage')
      }
    }
    await emptyTrash(db, gone)
    return gone.length
  }
