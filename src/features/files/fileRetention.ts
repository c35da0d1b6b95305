// How long print files are stored: until 60 days after the last order that used them. Placing an order with stored
// files uses them, and so does its hand-over. A file is not deleted while it belongs to a product, or while an older,
// open order needs it: an order may wait longer than 60 days, and names an uploaded file only by its address until its
// check.

import { sql } from 'kysely'
import { claimTrash, deleteFiles, emptyTrash, type FileKey, touchFiles, unusedFiles } from '../../artwork/fileStore.ts'
import { fileUrlOf, uploadIn } from '../../artwork/fileUrl.ts'
import type { Storage } from '../../artwork/storage.ts'
import { day, earlier, later } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { sortableBound } from '../../base/secrets/ids.ts'
import type { Db, Tx } from '../../db/db.ts'
import { openStatuses } from '../../orders/lifecycle.ts'
import type { Order } from '../../orders/order.ts'

const retentionMs = 60 * day
const batchSize = 500

/** Records that the files of these books are used. */
export async function extendRetention(tx: Tx, orders: Pick<Order, 'accountId' | 'books'>[], now: Date): Promise<void> {
  const keys = new Map<string, FileKey>()
  for (const { accountId, books } of orders)
    for (const { coverSha256, coverUrl, gutsSha256, gutsUrl } of books)
      for (const sha256 of [coverSha256, gutsSha256, uploadOf(coverUrl), uploadOf(gutsUrl)])
        if (sha256) keys.set(`${accountId} ${sha256}`, { accountId, sha256 })
  await touchFiles(tx, [...keys.values()], now)
}

const uploadOf = (url: string | null): string | null => (url === null ? null : uploadIn(url))

type Deps = { db: Db; storage: Storage; log: Log }

/** Deletes at most one batch of files whose retention has ended; returns how many. */
export const deleteUnusedFiles =
  ({ db }: Pick<Deps, 'db'>) =>
  async (now: Date): Promise<number> => {
    const before = earlier(now, retentionMs)
    const unused = await unusedFiles(db, before, batchSize)
    if (unused.length === 0) return 0
    const needed = await filesOfOpenOrders(db, unused, before)
    await db.transaction().execute(tx => touchFiles(tx, needed, now))
    await db.transaction().execute(tx => deleteFiles(tx, unused, before, now))
    return unused.length
  }

/**
 * The files that open orders need. Orders after `before` have used their files since then. The condition on the id is
 * in the index by status, so few orders are read; it leaves a day between the clocks of an id and of a use.
 */
async function filesOfOpenOrders(db: Db, files: FileKey[], before: Date): Promise<FileKey[]> {
  const names = files.flatMap(({ sha256 }) => [sha256, fileUrlOf(sha256)])
  const { rows } = await sql<{ accountId: string; name: string }>`
    select distinct o.account_id as "accountId", used.name
    from orders o
    join order_contents c using (account_id, mode, order_id)
    cross join lateral json_array_elements(c.books) book
    cross join lateral (values
      (book ->> 'coverSha256'), (book ->> 'gutsSha256'), (book ->> 'coverUrl'), (book ->> 'gutsUrl')) used (name)
    where o.account_id = any (${[...new Set(files.map(file => file.accountId))]}::text[])
      and o.mode in ('sandbox', 'production')
      and o.status = any (${openStatuses}::text[])
      and o.order_id < ${sortableBound('ord', later(before, day))}
      and used.name = any (${names}::text[])`.execute(db)
  return rows.map(({ accountId, name }) => ({ accountId, sha256: uploadIn(name) ?? name }))
}

/** Deletes at most one batch of objects that nothing refers to; returns how many. */
export const emptyStorageTrash =
  ({ db, storage, log }: Deps) =>
  async (now: Date): Promise<number> => {
    const due = await claimTrash(db, now, batchSize)
    const removed: string[] = []
    for (const key of due) {
      try {
        await storage.remove(key)
        removed.push(key)
      } catch (error) {
        log.error({ err: error, key }, 'a print file could not be deleted from the storage')
      }
    }
    await emptyTrash(db, removed)
    return removed.length
  }
