// The postings of the ledger that have left with their orders, in the lines of a file.

import { instant } from '../../base/clock.ts'
import type { Line } from '../../payments/ledger.ts'
import type { StoredPosting } from '../../payments/ledgerRead.ts'
import { sumByDay } from '../../payments/postingStore.ts'

type LineRows = {
  orders: { customer_order_id: string }[]
  ledger_postings: PostingRow[] | null
}
type PostingRow = {
  account_id: string
  posting_id: string
  at: string
  charge_id: string | null
  refund_id: string | null
  lines: Line[]
}

export function postingsIn(line: string): StoredPosting[] {
  const { orders, ledger_postings: postings }: LineRows = JSON.parse(line)
  return (postings ?? []).map(row => ({
    accountId: row.account_id,
    postingId: row.posting_id,
    at: instant(row.at),
    customerOrderId: orders[0]!.customer_order_id,
    chargeId: row.charge_id,
    refundId: row.refund_id,
    ...{ disputeId: null, paymentId: null },
    lines: row.lines,
  }))
}

/** The sums that the database keeps of the postings in a file. */
export type KeptOfPostings = {
  /** Null: it has none. */
  firstPostedAt: Date | null
  lastPostedAt: Date | null
  /** The sums of each day, by day. */
  days: { day: string; sums: object[] }[]
}

export function keptOfPostings(lines: string[]): KeptOfPostings {
  const postings = lines.flatMap(postingsIn)
  const times = postings.map(({ at }) => at.getTime())
  const sums = Map.groupBy(sumByDay(postings), ({ day }) => day)
  return {
    firstPostedAt: times.length === 0 ? null : instant(Math.min(...times)),
    lastPostedAt: times.length === 0 ? null : instant(Math.max(...times)),
    days: [...sums]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, its]) => ({
        day,
        sums: its.map(({ account, part, jurisdiction, debit, credit }) => ({
          ...{ account, part, jurisdiction, debit, credit },
        })),
      })),
  }
}
