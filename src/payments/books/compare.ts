// Compares our books with the provider's, entry by entry: what only one side has, and where they disagree.

import type { BookEntry } from '../payments.ts'

/** A charge or refund of ours, or the return of a refund, found by the provider's name for it. */
export type OwnEntry = {
  kind: 'charge' | 'refund' | 'return'
  ref: string
  accountId: string
  /** Our own id of it. */
  id: string
  amountCents: number
  /** The cash that the ledger moved for it, without sign. */
  ledgerCents: number
  isSettled: boolean
}

export type Difference = {
  kind: 'unknown_to_us' | 'not_recorded' | 'unknown_to_provider' | 'amount' | 'ledger'
  ref: string
  accountId: string | null
  /** Null where that side has no such entry. */
  providerCents: number | null
  ourCents: number | null
  detail: string
}

/**
 * `entries`: the provider's, from a period that covers all of `settled`. `settled`: ours that were recorded that day.
 * `known`: ours that the provider's `ofTheDay` entries name, recorded on any day or not yet.
 */
export function compareBooks(
  { entries, ofTheDay }: { entries: BookEntry[]; ofTheDay: BookEntry[] },
  { settled, known }: { settled: OwnEntry[]; known: OwnEntry[] },
): Difference[] {
  const theirs = new Map(entries.map(entry => [keyOf(entry), entry]))
  const ours = new Map(known.map(entry => [keyOf(entry), entry]))
  return [
    ...ofTheDay.flatMap(entry => ofTheirs(entry, ours.get(keyOf(entry)))),
    ...settled.flatMap(entry => ofOurs(entry, theirs.has(keyOf(entry)))),
  ]
}

const keyOf = ({ kind, ref }: { kind: string; ref: string }) => `${kind} ${ref}`

function ofTheirs(entry: BookEntry, own: OwnEntry | undefined): Difference[] {
  const { kind, ref, accountId, amountCents: providerCents, description } = entry
  if (own === undefined) {
    const detail = `the provider has a ${kind === 'other' ? 'movement' : kind} that is not ours: ${description}`
    return [{ kind: 'unknown_to_us', ref, accountId, providerCents, ourCents: null, detail }]
  }
  const facts = { ref, accountId: own.accountId, providerCents, ourCents: own.amountCents }
  if (!own.isSettled) {
    const detail = `the provider has made ${kind} ${own.id}, but we have not recorded it yet`
    return [{ kind: 'not_recorded', ...facts, detail }]
  }
  if (own.amountCents !== providerCents) {
    const detail = `${kind} ${own.id} has another amount at the provider`
    return [{ kind: 'amount', ...facts, detail }]
  }
  return []
}

function ofOurs(own: OwnEntry, isTheirs: boolean): Difference[] {
  const { kind, ref, accountId, id, amountCents: ourCents, ledgerCents } = own
  const differences: Difference[] = []
  if (!isTheirs) {
    const detail = `we have recorded ${kind} ${id}, but the provider's books do not contain it`
    differences.push({ kind: 'unknown_to_provider', ref, accountId, providerCents: null, ourCents, detail })
  }
  if (ledgerCents !== ourCents) {
    const detail = `the ledger moved ${ledgerCents} cents for ${kind} ${id} of ${ourCents} cents`
    differences.push({ kind: 'ledger', ref, accountId, providerCents: null, ourCents, detail })
  }
  return differences
}
