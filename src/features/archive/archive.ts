// The archive: orders that ended long ago leave the tables, month by month, for small files in the storage. The file is
// written first, and read back; then one transaction records it and deletes the rows, if they are still the same.
// docs/decisions/0042-ended-orders-leave-for-files.md gives the reasons.

import { parseWithWords, say, type Words } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { moveToTrash, restoreFromTrash, trashUnlessRecorded } from '../../artwork/fileStore.ts'
import type { Storage } from '../../artwork/storage.ts'
import { type Clock, day, earlier, instant, later, startOfUtcDay, utcDay } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Crash } from '../../base/running/crash.ts'
import type { Status } from '../../orders/lifecycle.ts'
import { type Order, type OrderRequest, type OrderState, type OrderStep, requestsIn } from '../../orders/order.ts'
import type { NamedOrder } from '../../orders/orderStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { readLastExported } from '../../payments/accounting/exportStore.ts'
import type { FileOfPostings } from '../../payments/ledgerRead.ts'
import { deleteOrders, recordUsedIdentifiers } from '../privacy/deleteOrders.ts'
import type { OrderMessage } from '../staff/orderMessages.ts'
import { keptOfPostings, postingsIn } from './archivedPostings.ts'
import { ArchiveFault, archiveKeyFor, readArchiveFile, storeArchiveFile } from './archiveFile.ts'
import {
  type ArchivedRows,
  type ArchiveFileRow,
  deleteArchiveFile,
  deletePostings,
  filesToCheck,
  filesToErase,
  findArchived,
  findArchivedById,
  findArchivedPeriod,
  findByName,
  findPortion,
  insertArchiveFile,
  insertRows,
  keepRestored,
  type Leaving,
  listAccountsOfMonth,
  listArchiveFiles,
  listMonths,
  listMonthsOfAll,
  lockPortion,
  markChecked,
  monthOf,
  nextFile,
  type Portion,
  readArchivedDays,
  readRows,
} from './archiveStore.ts'

/** A file is deleted so long after its orders were restored: a restored backup of the database still finds it. */
const keepFileMs = 14 * day
/** Orders that were restored on request stay for this time. */
const keepRestoredMs = 30 * day
/** The hourly audit reads each file once a week. */
const checkEveryMs = 7 * day
const maxFilesPerCheck = 500
/** How long no order is looked for again where all wait, mostly for an export to accounting that was not made since. */
const rescanAfterMs = day

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

/** A missing or changed file, and its contents. */
type FaultyFile = { accountId: string; archiveId: string; storageKey: string; orders: number; problem: string }

export type Archive = ReturnType<typeof openArchive>

export function openArchive({ transactor, storage, scratch, clock, log, crash, days, recipientRetentionDays }: Deps) {
  const { db } = transactor
  let after = ''
  /** When no order could leave, and the last posting in an export at that time. */
  let emptyPass: { at: Date; lastExported: number } | null = null

  /** Archives at most one file of orders of one account; returns how many orders it looked at. */
  async function archiveOrders(now: Date): Promise<number> {
    if (days === null) return 0
    const endedBefore = startOfMonth(earlier(now, days * day))
    const leaving = { endedBefore, eraseFirst: recipientRetentionDays !== null, now }
    const lastExported = await readLastExported(db)
    if (emptyPass?.lastExported === lastExported && now < later(emptyPass.at, rescanAfterMs)) return 0
    const portion = await findPortion(db, after, leaving)
    if (portion === null) {
      emptyPass = after === '' && lastExported !== null ? { at: now, lastExported } : null
      after = ''
      return 0
    }
    after = portion.orderIds[0]!
    try {
      await archivePortion(portion, leaving)
    } catch (error) {
      log.error({ err: error, accountId: portion.accountId }, 'orders could not be archived')
      after = portion.orderIds.at(-1)! // the next run continues after these orders, so that they stop no others
      return 0
    }
    return portion.orderIds.length
  }

  async function archivePortion(portion: Portion, leaving: Leaving): Promise<void> {
    const { now } = leaving
    const { accountId, month, orderIds } = portion
    const rows = await readRows(db, portion)
    const archiveId = transactor.newId('arc')
    const storageKey = archiveKeyFor(accountId, archiveId)
    await trashUnlessRecorded(db, storageKey, now)
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
        ...{ ...object, accountId, archiveId, month, orders: rows.length },
        firstEndedAt: instant(Math.min(...ends)),
        lastEndedAt: instant(Math.max(...ends)),
        hasRecipients: rows.some(({ isErased }) => !isErased),
        ...keptOfPostings(lines),
      }
      await insertArchiveFile(tx, file, orderIds, now)
      const keys = orderIds.map(orderId => ({ accountId, mode: 'production' as const, orderId }))
      await recordUsedIdentifiers(tx, keys)
      await deletePostings(tx, portion)
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

    /** Undefined when no such order is archived. */
    async read(name: Omit<NamedOrder, 'mode'>): Promise<ArchivedOrder | undefined> {
      const found = await findArchived(db, name)
      if (found === undefined) return undefined
      const lines = (await readOrExplain(found)).filter(line => line.includes(found.orderId)) // parsing takes most of a read
      const rows = lines.map(rowsIn).find(({ orders: [order] }) => order!.order_id === found.orderId)!
      return { order: orderIn(rows), steps: stepsIn(rows), messages: messagesIn(rows), archivedAt: found.archivedAt }
    },

    /** The months in which archived orders of an account were created, the newest first. */
    months: (accountId: string, { from, to }: { from: Date | null; to: Date | null }) =>
      listMonths(db, accountId, { from: from && monthOf(from), to: to && monthOf(to) }),

    monthsOfAll: () => listMonthsOfAll(db),

    accountsOfMonth: (page: { month: string; after: string; limit: number }) => listAccountsOfMonth(db, page),

    /** The first and the last month with archived orders within instants, of an account or of all (null). */
    period: (accountId: string | null, { from, to }: { from: Date | null; to: Date | null }) =>
      findArchivedPeriod(db, accountId, { from: from && monthOf(from), to: to && monthOf(to) }),

    /** The orders of a month, one file at a time; `next` is the position of the next file, null after the last one. */
    async readMonth(of: { accountId: string; month: string; after: string | null }) {
      const found = await nextFile(db, { ...of, after: of.after ?? '' })
      if (found === null) return { orders: [], next: null }
      const orders = (await readOrExplain(found.file)).map(line => orderIn(rowsIn(line)))
      return { orders, next: found.isLast ? null : found.file.archiveId }
    },

    /** The archived orders with exactly this identifier or number, of one account or of all (null). */
    find: (accountId: string | null, name: string, reader = db) => findByName(reader, accountId, name),

    /** Restores the file with an order, if the order is archived; returns how many orders. */
    async restore(name: Omit<NamedOrder, 'mode'>, act: Act): Promise<number> {
      const file = await findArchived(db, name)
      return file === undefined ? 0 : restoreFile(file, act, later(act.now, keepRestoredMs))
    },

    /** The same for an order of which a process knows only the id. */
    async restoreById({ accountId, orderId }: { accountId: string; orderId: string }, act: Act): Promise<number> {
      const file = await findArchivedById(db, { accountId, orderId })
      return file === undefined ? 0 : restoreFile(file, act, later(act.now, keepRestoredMs))
    },

    /** The postings about the orders of a file. */
    readPostings: async (file: FileOfPostings) => (await readOrExplain(file)).flatMap(postingsIn),

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

  async function problemOf(file: ArchiveFileRow): Promise<string | null> {
    try {
      const { days } = keptOfPostings(await readArchiveFile(storage, file))
      const kept = await readArchivedDays(db, file)
      if (kept === undefined || JSON.stringify(kept) === JSON.stringify(days)) return null
      return `the lines of the ledger in the archive file ${file.storageKey} do not add up to its sums`
    } catch (error) {
      return (error as Error).message
    }
  }

  async function readOrExplain(file: FileOfPostings): Promise<string[]> {
    try {
      return await readArchiveFile(storage, file)
    } catch (error) {
      log.error({ err: error, accountId: file.accountId }, 'an archived order could not be read')
      throw new Refusal('overloaded', say('The order is archived, and its file cannot be read right now. Try again.'))
    }
  }
}

type Act = { now: Date; actor: string }

const isSame = (written: ArchivedRows[], current: ArchivedRows[]): boolean =>
  written.length === current.length && written.every(({ line }, i) => line === current[i]!.line)

const startOfMonth = (at: Date): Date => startOfUtcDay(utcDay(at).with({ day: 1 }))

/** An archived order, with all its steps and messages. */
export type ArchivedOrder = { order: Order; steps: OrderStep[]; messages: OrderMessage[]; archivedAt: Date }

/** The rows of a line that are read here, by the names of their columns. */
type LineRows = {
  orders: {
    account_id: string
    mode: Mode
    order_id: string
    customer_order_id: string
    status: Status
    billing: Order['billing']
    webhook_url: string | null
    state: OrderState
    sequence: number
    received_number: number | null
    received_at: string | null
    due_at: string | null
    attempts: number
    tries_from: string | null
    charge_cents: number | null
    reprint_of: string | null
    operator_version: number
    recipient_erased_at: string | null
    created_at: string
    updated_at: string
  }[]
  order_contents: { order_number: string; request: OrderRequest; books: Order['books'] }[]
  order_events: {
    sequence: number
    event_id: string
    kind: OrderStep['kind']
    on_event: OrderStep['on']
    from_status: Status | null
    status: Status
    state: Partial<OrderState>
    at: string
    actor: string
    note: Words | null
  }[]
  /** Null or absent for an order without messages. */
  order_messages?:
    | { message_id: string; reader: OrderMessage['reader']; actor: string; text: string; at: string }[]
    | null
}

const rowsIn = (line: string): LineRows => parseWithWords(line)

const timeIn = (text: string | null): Date | null => (text === null ? null : instant(text))

function orderIn({ orders: [row], order_contents: [contents] }: LineRows): Order {
  const { status, mode, billing, state, sequence, attempts } = row!
  return {
    ...{ status, mode, billing, state, sequence, attempts },
    accountId: row!.account_id,
    orderId: row!.order_id,
    customerOrderId: row!.customer_order_id,
    orderNumber: contents!.order_number,
    ...requestsIn(contents!.request, state),
    books: contents!.books,
    webhookUrl: row!.webhook_url,
    receivedNumber: row!.received_number,
    receivedAt: timeIn(row!.received_at),
    dueAt: timeIn(row!.due_at),
    triesFrom: timeIn(row!.tries_from),
    chargeCents: row!.charge_cents,
    reprintOf: row!.reprint_of,
    operatorVersion: row!.operator_version,
    recipientErasedAt: timeIn(row!.recipient_erased_at),
    createdAt: instant(row!.created_at),
    updatedAt: instant(row!.updated_at),
  }
}

/** Each step stores what it changed of the state. */
function stepsIn({ orders: [order], order_events: rows }: LineRows): OrderStep[] {
  const { account_id: accountId, mode, order_id: orderId } = order!
  let state = {} as OrderState
  return rows
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(row => {
      state = { ...state, ...row.state }
      const { sequence, kind, status, actor, note } = row
      return {
        ...{ accountId, mode, orderId, sequence, kind, status, state, actor, note },
        eventId: row.event_id,
        on: row.on_event,
        from: row.from_status,
        at: instant(row.at),
      }
    })
}

const messagesIn = ({ order_messages: rows }: LineRows): OrderMessage[] =>
  (rows ?? [])
    .toSorted((a, b) => (a.message_id < b.message_id ? -1 : 1))
    .map(({ message_id: messageId, at, ...message }) => ({
      ...{ messageId, reader: message.reader, actor: message.actor, text: message.text },
      at: instant(at),
    }))
