import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../../base/clock.ts'
import type { BookEntry } from '../payments.ts'
import { compareBooks, type OwnEntry } from './compare.ts'

const at = instant('2026-03-02T02:00:00Z')
const theirs = (changes: Partial<BookEntry> = {}): BookEntry => ({
  kind: 'charge',
  ref: 'ch_1',
  accountId: 'acc_1',
  ownKey: 'octavo-chg_1',
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
  name: string
  entries?: BookEntry[]
  ofTheDay?: BookEntry[]
  settled?: OwnEntry[]
  known?: OwnEntry[]
  found: [kind: string, ref: string, providerCents: number | null, ourCents: number | null][]
}

const cases: Case[] = [
  { name: 'the same in both', ofTheDay: [theirs()], settled: [ours()], known: [ours()], found: [] },
  { name: 'nothing in either', found: [] },
  {
    name: 'what we recorded today and they made yesterday',
    entries: [theirs()],
    ofTheDay: [],
    settled: [ours()],
    found: [],
  },
  { name: 'what they made today and we recorded later', ofTheDay: [theirs()], known: [ours()], found: [] },
  {
    name: 'a charge that is none of ours',
    ofTheDay: [theirs({ accountId: null, ownKey: null })],
    found: [['unknown_to_us', 'ch_1', 1000, null]],
  },
  {
    name: 'a movement that is neither charge nor refund',
    ofTheDay: [theirs({ kind: 'other', ref: 'dp_1', accountId: null, amountCents: -1500 })],
    found: [['unknown_to_us', 'dp_1', -1500, null]],
  },
  {
    name: 'a charge that we have not recorded',
    ofTheDay: [theirs()],
    known: [ours({ isSettled: false, ledgerCents: 0 })],
    found: [['not_recorded', 'ch_1', 1000, 1000]],
  },
  {
    name: 'a refund that the provider does not have',
    settled: [ours({ kind: 'refund', ref: 're_1', id: 'ref_1' })],
    found: [['unknown_to_provider', 're_1', null, 1000]],
  },
  {
    name: 'another amount at the provider',
    ofTheDay: [theirs({ amountCents: 999 })],
    settled: [ours()],
    known: [ours()],
    found: [['amount', 'ch_1', 999, 1000]],
  },
  {
    name: 'another amount in the ledger',
    ofTheDay: [theirs()],
    settled: [ours({ ledgerCents: 990 })],
    known: [ours({ ledgerCents: 990 })],
    found: [['ledger', 'ch_1', null, 1000]],
  },
  {
    name: 'a refund and a charge of one name are two things',
    ofTheDay: [theirs()],
    settled: [ours({ kind: 'refund' })],
    known: [ours()],
    found: [['unknown_to_provider', 'ch_1', null, 1000]],
  },
]

describe('comparing books finds', () => {
  for (const { name, ofTheDay = [], entries = ofTheDay, settled = [], known = [], found } of cases) {
    it(name, () => {
      const differences = compareBooks({ entries, ofTheDay }, { settled, known })
      assert.deepEqual(
        differences.map(({ kind, ref, providerCents, ourCents }) => [kind, ref, providerCents, ourCents]),
        found,
      )
    })
  }
})
