import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../../base/clock.ts'
import type { BookEntry } from '../payments.ts'
import { compareBooks, type OwnEntry } from './compareBooks.ts'

const at = instant('2026-03-02T02:00:00Z')
const theirs = (changes: Partial<BookEntry> = {}): BookEntry => ({
  kind: 'charge',
  ref: 'ch_1',
  accountId: 'acc_1',
  idempotencyKey: 'octavo-chg_1',
  amountCents: 1000,
  at,
  description: 'Octavo orders',
  ...changes,
})
const ours = (changes: Partial<OwnEntry> = {}): OwnEntry => ({
  kind: 'charge',
  ref: 'ch_1',
  accountId: 'acc_1',
  id: 'chg_1',
  amountCents: 1000,
  ledgerCents: 1000,
  isSettled: true,
  ...changes,
})

type Case = {
  promise: string
  entriesOfPeriod?: BookEntry[]
  entriesOfDay?: BookEntry[]
  settledEntries?: OwnEntry[]
  namedEntries?: OwnEntry[]
  differences: [kind: string, ref: string, providerCents: number | null, ourCents: number | null][]
}

const cases: Case[] = [
  {
    promise: 'an entry that both books have is no difference',
    entriesOfDay: [theirs()],
    settledEntries: [ours()],
    namedEntries: [ours()],
    differences: [],
  },
  { promise: 'empty books do not differ', differences: [] },
  {
    promise: 'a charge that the provider made the day before we recorded it is no difference',
    entriesOfPeriod: [theirs()],
    entriesOfDay: [],
    settledEntries: [ours()],
    differences: [],
  },
  {
    promise: 'a charge that we recorded after the day on which the provider made it is no difference',
    entriesOfDay: [theirs()],
    namedEntries: [ours()],
    differences: [],
  },
  {
    promise: 'a charge that the service did not make is unknown to us',
    entriesOfDay: [theirs({ accountId: null, idempotencyKey: null })],
    differences: [['unknown_to_us', 'ch_1', 1000, null]],
  },
  {
    promise: 'a movement that is neither charge nor refund is unknown to us',
    entriesOfDay: [theirs({ kind: 'other', ref: 'dp_1', accountId: null, amountCents: -1500 })],
    differences: [['unknown_to_us', 'dp_1', -1500, null]],
  },
  {
    promise: 'a charge that is not settled here is not recorded',
    entriesOfDay: [theirs()],
    namedEntries: [ours({ isSettled: false, ledgerCents: 0 })],
    differences: [['not_recorded', 'ch_1', 1000, 1000]],
  },
  {
    promise: 'a refund that the provider does not have is unknown to the provider',
    settledEntries: [ours({ kind: 'refund', ref: 're_1', id: 'ref_1' })],
    differences: [['unknown_to_provider', 're_1', null, 1000]],
  },
  {
    promise: 'a different amount at the provider is a difference',
    entriesOfDay: [theirs({ amountCents: 999 })],
    settledEntries: [ours()],
    namedEntries: [ours()],
    differences: [['amount', 'ch_1', 999, 1000]],
  },
  {
    promise: 'a different amount in the ledger is a difference',
    entriesOfDay: [theirs()],
    settledEntries: [ours({ ledgerCents: 990 })],
    namedEntries: [ours({ ledgerCents: 990 })],
    differences: [['ledger', 'ch_1', null, 1000]],
  },
  {
    promise: 'a refund and a charge with the same id are not the same entry',
    entriesOfDay: [theirs()],
    settledEntries: [ours({ kind: 'refund' })],
    namedEntries: [ours()],
    differences: [['unknown_to_provider', 'ch_1', null, 1000]],
  },
]

describe('the comparison of books', () => {
  for (const { promise, differences, ...books } of cases) {
    it(promise, () => {
      const { entriesOfDay = [], entriesOfPeriod = entriesOfDay, settledEntries = [], namedEntries = [] } = books
      assert.deepEqual(
        compareBooks({ entriesOfDay, entriesOfPeriod }, { settledEntries, namedEntries }).map(
          ({ kind, ref, providerCents, ourCents }) => [kind, ref, providerCents, ourCents],
        ),
        differences,
      )
    })
  }
})
