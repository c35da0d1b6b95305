// The ledger's lines over a period, in portions, so that an export never holds more than one portion in memory, or a
// connection for longer than two queries. Balances are in ledgerSums.ts.

import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Line } from './ledger.ts'
import { orderName } from './orderDetails.ts'

/** `from` is inclusive, `before` exclusive. */
export type Period = { from: Date; before: Date }

export type LedgerLine = {
  accountId: string
  at: Date
  postingId: string
  line: number
  ledgerAccount: string
  part: string | null
  jurisdiction: string | null
  amountCents: number
  /** Null for a dispute, which is about a whole charge, and for a payment of an enterprise account. */
  customerOrderId: string | null
  chargeId: string | null
  refundId: string | null
  disputeId: string | null
  /** Of an enterprise account. */
  paymentId: string | null
}

const postingsPerPortion = 300
const filesPerPortion = 20
const accountsPerPortion = 500

/** A posting with its order's name. */
export type StoredPosting = Omit<LedgerLine, 'line' | 'ledgerAccount' | 'part' | 'jurisdiction' | 'amountCents'> & {
  lines: Line[]
}

/** A file of the archive with postings of an account. */
export type FileOfPostings = { accountId: string; storageKey: string; bytes: number; sha256: string }

export type LedgerSource = {
  db: Db
  /** Reads the postings that left with the orders of a file. */
  readPostings: (file: FileOfPostings) => Promise<StoredPosting[]>
}

/**
 * An account's lines in a period, oldest first, in portions. Postings of archived orders are read from their files.
 * Each file is read once: when the portions have come to its first posting.
 */
export async function* readLedgerLines(
  { db, readPostings }: LedgerSource,
  accountId: string,
  { from, before }: Period,
): AsyncGenerator<LedgerLine[]> {
  let last: Place = { at: from, postingId: '' }
  /** Of the files that were read, postings after the last that was answered, and when their own last posting was. */
  let waiting: StoredPosting[] = []
  const lastOfFiles = new Map<string, Date>()
  for (;;) {
    for (const [archiveId, at] of lastOfFiles) if (at < last.at) lastOfFiles.delete(archiveId)
    const { stored, files } = await readPortion(db, accountId, { last, before, known: [...lastOfFiles.keys()] })
    for (const file of files.slice(0, filesPerPortion)) {
      const found = await readPostings(file)
      for (const next of found.filter(posting => isAfter(posting, last) && posting.at < before)) waiting.push(next)
      lastOfFiles.set(file.archiveId, file.lastPostedAt)
    }
    const isLastStored = stored.length < postingsPerPortion
    const unread = files[filesPerPortion]
    const isComplete = (posting: Place) =>
      (isLastStored || !isAfter(posting, stored.at(-1)!)) && (unread === undefined || posting.at < unread.firstPostedAt)
    // Orders that leave or return between portions may be in both.
    const all = [...stored, ...waiting]
      .sort(byPlace)
      .filter((posting, i, sorted) => i === 0 || byPlace(sorted[i - 1]!, posting) !== 0)
    const ready = all.filter(isComplete)
    if (ready.length > 0) {
      yield ready.flatMap(linesOf)
      last = ready.at(-1)!
    }
    waiting = waiting.filter(posting => isAfter(posting, last))
    if (isLastStored && unread === undefined) return
  }
}

/** Postings are read by time, and those of one instant by their id. */
type Place = { at: Date; postingId: string }

const byPlace = (one: Place, other: Place): number =>
  one.at.getTime() - other.at.getTime() ||
  (one.postingId < other.postingId ? -1 : Number(one.postingId > other.postingId))

const isAfter = (posting: Place, other: Place): boolean => byPlace(posting, other) > 0

type PortionOf = { last: Place; before: Date; known: string[] }
type NextFile = FileOfPostings & { archiveId: string; firstPostedAt: Date; lastPostedAt: Date }

/**
 * The next stored postings, and by their first posting the files with postings among them, without those that are
 * known: one more than a portion has, so that the caller knows where the rest begins. Both are of one moment, at which
 * an order is in one of them.
 */
const readPortion = (
  db: Db,
  accountId: string,
  { last, before, known }: PortionOf,
): Promise<{ stored: StoredPosting[]; files: NextFile[] }> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      const { rows: stored } = await sql<Omit<StoredPosting, 'lines'> & { lines: string }>`
        select
          p.account_id as "accountId", p.at, p.posting_id as "postingId", p.lines, o.customer_order_id as "customerOrderId",
          p.charge_id as "chargeId", p.refund_id as "refundId", p.dispute_id as "disputeId", p.payment_id as "paymentId"
        from ledger_postings p
        left join lateral ${orderName('p')} on true
        where p.account_id = ${accountId} and (p.at, p.posting_id) > (${last.at}, ${last.postingId}) and p.at < ${before}
        order by p.at, p.posting_id
        limit ${postingsPerPortion}`.execute(tx)
      const end = stored.length < postingsPerPortion ? before : stored.at(-1)!.at
      const { rows: files } = await sql<NextFile>`
        select account_id as "accountId", archive_id as "archiveId", storage_key as "storageKey", bytes, sha256,
          first_posted_at as "firstPostedAt", last_posted_at as "lastPostedAt"
        from archive_files
        where account_id = ${accountId} and first_posted_at <= ${end} and last_posted_at >= ${last.at}
          and archive_id <> all (${known}::text[])
        order by first_posted_at, archive_id
        limit ${filesPerPortion + 1}`.execute(tx)
      return { stored: stored.map(row => ({ ...row, lines: JSON.parse(row.lines) as Line[] })), files }
    })

const linesOf = ({ accountId, at, postingId, lines, ...subject }: StoredPosting): LedgerLine[] =>
  lines.map(({ account, part, jurisdiction, cents }, place) => ({
    ...{ accountId, at, postingId, line: place + 1, ledgerAccount: account },
    ...{ part: part ?? null, jurisdiction: jurisdiction ?? null, amountCents: cents, ...subject },
  }))

/** The same for all accounts, by account. */
export async function* readAllLedgerLines(source: LedgerSource, period: Period): AsyncGenerator<LedgerLine[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ accountId: string; hasLines: boolean }>`
      select
        a.account_id as "accountId",
        exists (
          select from ledger_postings p
          where p.account_id = a.account_id and p.at >= ${period.from} and p.at < ${period.before})
        or exists (
          select from archive_files f
          where f.account_id = a.account_id and f.first_posted_at < ${period.before}
            and f.last_posted_at >= ${period.from}) as "hasLines"
      from (select account_id from accounts where account_id > ${after} order by account_id limit ${accountsPerPortion}) a
      order by a.account_id`.execute(source.db)
    for (const { accountId, hasLines } of rows) if (hasLines) yield* readLedgerLines(source, accountId, period)
    if (rows.length < accountsPerPortion) return
    after = rows.at(-1)!.accountId
  }
}
