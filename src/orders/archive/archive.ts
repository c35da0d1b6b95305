// The archive: orders that ended long ago leave the tables, month by month, for small files in the storage. The file is
// written first, and read back; then one transaction records it and deletes the rows, if they are still the same.
// docs/decisions/0043-ended-orders-leave-for-files.md gives the reasons.

import { appendAudit } from '../../accounts/auditLog.ts'
import { moveToTrash, restoreFromTrash } from '../../artwork/fileStore.ts'
import type { Storage } from '../../artwork/storage.ts'
import { type Clock, day, earlier, instant, later, startOfUtcDay, utcDay } from '../../base/clock.ts'
import type { Crash } from '../../base/crash.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import type { NamedOrder, StoredOrder } from '../core/orderStore.ts'
import { type Transactor, transact } from '../core/transact.ts'
import { deleteOrders, recordUsedIdentifiers } from '../privacy/deleteOrders.ts'
import { ArchiveFault, type ArchiveObject, archiveKeyFor, readArchiveFile, storeArchiveFile } from './archiveFile.ts'
import {
  type ArchivedRows,
  type ArchiveFileRow,
  deleteArchiveFile,
  filesToCheck,
  filesToErase,
  findArchived,
  findPortion,
  insertArchiveFile,
  insertRows,
  keepRestored,
  type Leaving,
  listArchiveFiles,
  lockPortion,
  markChecked,
  type Portion,
  readRows,
} from './archiveStore.ts'

/** An object that is not recorded within this time is deleted, because its process died. */
const recordWithinMs = day
/** A file is deleted so long after its orders were restored: a restored backup of the database still finds it. */
const keepFileMs = 14 * day
/** Orders that were restored on request stay for this time. */
const keepRestoredMs = 30 * day
/** The hourly audit reads each file once a week. */
const checkEveryMs = 7 * day
const maxFilesPerCheck = 500

type Deps = {
  transactor: Transactor
  storage: Storage
  /** A folder for a file while it is written. */
  scratch: string
  clock: Clock
  log: Log
  crash: Crash
  /** Orders leave in the month after they ended this many days ago; null: never. */
  days: number | null
  /** The recipient of an order is erased this many days after its end; null: never. */
  recipientRetentionDays: number | null
}

/** A file that is missing or was changed, and what is in it. */
type FaultyFile = { accountId: string; archiveId: string; storageKey: string; orders: number; problem: string }

export type Archive = ReturnType<typeof openArchive>

export function openArchive({ transactor, storage, scratch, clock, log, crash, days, recipientRetentionDays }: Deps) {
  const { db } = transactor
  let after = ''

  /** Archives at most one file of orders of one account; returns how many orders it looked at. */
  async function archiveOrders(now: Date): Promise<number> {
    if (days === null) return 0
    const endedBefore = startOfMonth(earlier(now, days * day))
    const leaving = { endedBefore, eraseFirst: recipientRetentionDays !== null, now }
    const portion = await findPortion(db, after, leaving)
    if (portion === null) {
      after = ''
      return 0
    }
    after = portion.orderIds[0]!
    try {
      await archivePortion(portion, leaving)
    } catch (error) {
      log.error({ err: error, accountId: portion.accountId }, 'orders could not be archived')
      after = portion.orderIds.at(-1)! // the next run goes on after these orders, so that they do not stop others
      return 0
    }
    return portion.orderIds.length
  }

  async function archivePortion(portion: Portion, leaving: Leaving): Promise<void> {
    const { now } = leaving
    const { accountId, orderIds } = portion
    const rows = await readRows(db, portion)
    const archiveId = transactor.newId('arc')
    const storageKey = archiveKeyFor(accountId, archiveId)
    await moveToTrash(db, [storageKey], later(now, recordWithinMs))
    const lines = rows.map(({ line }) => line)
    const object = await storeArchiveFile({ storage, scratch }, storageKey, lines)
    await readArchiveFile(storage, object)
    crash('archive:stored')
    await transact(transactor, { now, actor: 'system' }, async ({ tx }) => {
      // A change since the file was written, such as a refund or another attempt, lets the orders stay for now.
      if (!(await lockPortion(tx, portion, leaving)) || !isSame(rows, await readRows(tx, portion))) return
      if (!(await restoreFromTrash(tx, storageKey))) return
      const ends = rows.map(({ endedAt }) => endedAt.getTime())
      const file = {
        ...{ ...object, accountId, archiveId, orders: rows.length },
        firstEndedAt: instant(Math.min(...ends)),
        lastEndedAt: instant(Math.max(...ends)),
        hasRecipients: rows.some(({ isErased }) => !isErased),
      }
      await insertArchiveFile(tx, file, orderIds, now)
      const keys = orderIds.map(orderId => ({ accountId, mode: 'production' as const, orderId }))
      await recordUsedIdentifiers(tx, keys)
      await deleteOrders(tx, keys)
    })
  }

  /** Brings the orders of a file back into the tables. `keptUntil`: they are not archived again before then. */
  async function restoreFile(file: ArchiveFileRow, { now, actor }: Act, keptUntil: Date | null): Promise<number> {
    const lines = await readArchiveFile(storage, file)
    const { accountId, archiveId, orders } = file
    return transact(transactor, { now, actor }, async ({ tx, newId }) => {
      if (!(await deleteArchiveFile(tx, file))) return 0
      await insertRows(tx, lines)
      const orderIds = lines.map(line => rowsIn(line).orders[0]!.order_id)
      if (keptUntil !== null) await keepRestored(tx, accountId, orderIds, keptUntil)
      await moveToTrash(tx, [file.storageKey], later(now, keepFileMs))
      await appendAudit(tx, newId, {
        ...{ at: now, actor, action: 'orders_restored', accountId, subject: archiveId },
        details: { orders },
      })
      return orderIds.length
    })
  }

  /** Restores the orders of one file with a recipient that is to be erased by rule; returns how many. */
  async function restoreToErase(now: Date): Promise<number> {
    if (recipientRetentionDays === null) return 0
    for (const file of await filesToErase(db, earlier(now, recipientRetentionDays * day))) {
      try {
        return await restoreFile(file, { now, actor: 'system' }, null)
      } catch (error) {
        if (!(error instanceof ArchiveFault)) throw error
        log.error({ err: error, accountId: file.accountId }, 'recipients in an archive file could not be erased')
      }
    }
    return 0
  }

  return {
    archiveOrders,
    restoreToErase,

    /** The order object of an archived order; undefined when no such order is archived. */
    async read(name: NamedOrder): Promise<StoredOrder | undefined> {
      const found = await findArchived(db, name)
      if (found === undefined || name.mode !== 'production') return undefined
      const line = (await readOrExplain(found)).find(line => rowsIn(line).orders[0]!.order_id === found.orderId)
      return storedOrderOf(rowsIn(line!))
    },

    /** Restores the file with an order, if the order is archived; returns how many orders. */
    async restore(name: Omit<NamedOrder, 'mode'>, act: Act): Promise<number> {
      const file = await findArchived(db, name)
      return file === undefined ? 0 : restoreFile(file, act, later(act.now, keepRestoredMs))
    },

    list: (accountId: string | null) => listArchiveFiles(db, accountId),

    /** The files that are not as they were written: of those due for a check, or of all. */
    async check(which: 'due' | 'all'): Promise<{ checked: number; faulty: FaultyFile[] }> {
      const due = () => filesToCheck(db, earlier(clock(), checkEveryMs), maxFilesPerCheck)
      const files = which === 'all' ? await listArchiveFiles(db, null) : await due()
      const faulty: FaultyFile[] = []
      for (const file of files) {
        const problem = await problemOf(file)
        const { accountId, archiveId, storageKey, orders } = file
        if (problem === null) await markChecked(db, file, clock())
        else faulty.push({ accountId, archiveId, storageKey, orders, problem })
      }
      return { checked: files.length, faulty }
    },
  }

  async function problemOf(file: ArchiveObject): Promise<string | null> {
    try {
      await readArchiveFile(storage, file)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  async function readOrExplain(file: ArchiveFileRow): Promise<string[]> {
    try {
      return await readArchiveFile(storage, file)
    } catch (error) {
      log.error({ err: error, accountId: file.accountId }, 'an archived order could not be read')
      throw new Refusal('overloaded', 'The order is archived, and its file cannot be read right now. Try again.')
    }
  }
}

type Act = { now: Date; actor: string }

const isSame = (written: ArchivedRows[], current: ArchivedRows[]): boolean =>
  written.length === current.length && written.every(({ line }, i) => line === current[i]!.line)

const startOfMonth = (at: Date): Date => startOfUtcDay(utcDay(at).with({ day: 1 }))

/** The rows of a line that are read here, by the names of their columns. */
type LineRows = {
  orders: {
    order_id: string
    customer_order_id: string
    mode: Mode
    billing: StoredOrder['billing']
    reprint_of: string | null
    recipient_erased_at: string | null
    created_at: string
    updated_at: string
    status: StoredOrder['status']
    state: unknown
  }[]
  order_contents: { order_number: string; request: unknown }[]
}

const rowsIn = (line: string): LineRows => JSON.parse(line)

function storedOrderOf({ orders: [order], order_contents: [contents] }: LineRows): StoredOrder {
  const { recipient_erased_at: erasedAt, status, mode, billing } = order!
  return {
    ...{ status, mode, billing },
    customerOrderId: order!.customer_order_id,
    orderNumber: contents!.order_number,
    request: JSON.stringify(contents!.request),
    reprintOf: order!.reprint_of,
    recipientErasedAt: erasedAt === null ? null : instant(erasedAt),
    createdAt: instant(order!.created_at),
    state: JSON.stringify(order!.state),
    updatedAt: instant(order!.updated_at),
  }
}
