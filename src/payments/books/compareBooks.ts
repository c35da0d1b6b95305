// Compares our books with the provider's, entry by entry: what only one side has, and where they disagree.

import { say, type Translatable } from '../../../languages/texts.ts'
import type { BookEntry } from '../payments.ts'

/** A charge, a refund, the return of a refund, or a movement of a dispute in our books; `ref` is the provider's id. */
export type OwnEntry = {
  kind: 'charge' | 'refund' | 'return' | 'dispute'
  ref: string
  accountId: string
  /** Our own id. */
  id: string
  /** Without sign, except for a dispute. */
  amountCents: number
  /** The cash that the ledger moved, with the same sign. */
  ledgerCents: number
  isSettled: boolean
}

export type Difference = {
  kind: 'unknown_to_us' | 'not_recorded' | 'unknown_to_provider' | 'amount' | 'ledger'
  ref: string
  accountId: string | null
  /** Null where that side has no entry. */
  providerCents: number | null
  ourCents: number | null
  detail: Translatable
}

/** The provider's entries of a day, and those of a longer period that covers all of our `settledEntries`. */
type ProviderBooks = { entriesOfDay: BookEntry[]; entriesOfPeriod: BookEntry[] }

/**
 * Our entries that were recorded that day, and our entries that the provider's entries of the day name: recorded on any
 * day, or not yet.
 */
type OwnBooks = { settledEntries: OwnEntry[]; namedEntries: OwnEntry[] }

export function compareBooks(
  { entriesOfDay, entriesOfPeriod }: ProviderBooks,
  { settledEntries, namedEntries }: OwnBooks,
): Difference[] {
  const providerKeys = new Set(entriesOfPeriod.map(keyOf))
  const ownEntries = new Map(namedEntries.map(entry => [keyOf(entry), entry]))
  return [
    ...entriesOfDay.flatMap(entry => checkProviderEntry(entry, ownEntries.get(keyOf(entry)))),
    ...settledEntries.flatMap(entry => checkOwnEntry(entry, providerKeys.has(keyOf(entry)))),
  ]
}

const keyOf = ({ kind, ref }: { kind: string; ref: string }) => `${kind} ${ref}`

const names = {
  charge: say('charge'),
  refund: say('refund [[noun]]'),
  return: say('return'),
  dispute: say('dispute'),
  other: say('movement'),
}

function checkProviderEntry(entry: BookEntry, own: OwnEntry | undefined): Difference[] {
  const { kind, ref, accountId, amountCents: providerCents, description } = entry
  if (own === undefined) {
    const detail = say('the provider has a {entry} that is not ours: {description}', {
      entry: names[kind],
      description,
    })
    return [{ kind: 'unknown_to_us', ref, accountId, providerCents, ourCents: null, detail }]
  }
  const { id } = own
  const amounts = { ref, accountId: own.accountId, providerCents, ourCents: own.amountCents }
  if (!own.isSettled) {
    const detail = say('the provider has made {entry} {id}, but we have not recorded it yet', {
      entry: names[kind],
      id,
    })
    return [{ kind: 'not_recorded', ...amounts, detail }]
  }
  if (own.amountCents !== providerCents) {
    const detail = say('{entry} {id} has a different amount at the provider', { entry: names[kind], id })
    return [{ kind: 'amount', ...amounts, detail }]
  }
  return []
}

function checkOwnEntry(own: OwnEntry, isAtProvider: boolean): Difference[] {
  const { kind, ref, accountId, id, amountCents: ourCents, ledgerCents } = own
  const differences: Difference[] = []
  if (!isAtProvider) {
    const detail = say("we have recorded {entry} {id}, but the provider's books do not contain it", {
      entry: names[kind],
      id,
    })
    differences.push({ kind: 'unknown_to_provider', ref, accountId, providerCents: null, ourCents, detail })
  }
  if (ledgerCents !== ourCents) {
    const detail = say('the ledger moved {ledgerCents} cents for {entry} {id} of {ourCents} cents', {
      ledgerCents,
      entry: names[kind],
      id,
      ourCents,
    })
    differences.push({ kind: 'ledger', ref, accountId, providerCents: null, ourCents, detail })
  }
  return differences
}
