// The files of a journal.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { journalFile } from './journal.ts'

const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}`
/** An entry with as many lines as states; it balances. */
const entry = (date: number, states: number) => ({
  day: day(date),
  lines: [
    { ledgerAccount: 'receivable', detail: '', debitCents: 100 * states, creditCents: 0 },
    ...Array.from({ length: states }, (_, i) => ({
      ...{ ledgerAccount: 'tax', detail: `US-${i}`, debitCents: 0, creditCents: 100 },
    })),
  ],
})
const files = (entries: ReturnType<typeof entry>[], format: 'quickbooks_online' | 'xero' = 'quickbooks_online') => {
  const accounts = [{ ledgerAccount: 'tax', detail: '', code: '2200', name: 'Taxes:Sales tax, payable' }]
  const zip = journalFile[format].write({ number: 7, entries, accounts }) as Buffer
  return Object.entries(unzipSync(zip)).map(([name, text]) => ({ name, rows: strFromU8(text).trim().split('\r\n') }))
}

it('a file for QuickBooks Online has a row for each line, by the name of its account', () => {
  assert.deepEqual(files([entry(5, 1)]), [
    {
      name: 'accounting-7-1.csv',
      rows: [
        'Journal No.,Journal Date,Account Name,Debits,Credits,Description,Name,Currency',
        '7-2026-03-05,03/05/2026,receivable,1.00,,receivable,,USD',
        '7-2026-03-05,03/05/2026,"Taxes:Sales tax, payable",,1.00,tax US-0,,USD',
      ],
    },
  ])
})

it('a file for QuickBooks Online has at most 1,000 rows, and no entry is in two', () => {
  const made = files([entry(1, 499), entry(2, 498), entry(3, 1), entry(4, 997)])
  assert.deepEqual(
    made.map(({ name, rows }) => [name, rows.length]),
    [
      ['accounting-7-1.csv', 1000],
      ['accounting-7-2.csv', 3],
      ['accounting-7-3.csv', 999],
    ],
  )
  const entries = made.map(({ rows }) => new Set(rows.slice(1).map(row => row.split(',')[0])))
  assert.equal(entries.flatMap(of => [...of]).length, 4)
})

it('a file for Xero has at most 300 rows, the same columns in each, and no entry is in two', () => {
  const made = files([entry(1, 149), entry(2, 148), entry(3, 1), entry(4, 400), entry(5, 1)], 'xero')
  assert.deepEqual(
    made.map(({ rows }) => rows.length),
    [300, 3, 402, 3],
  )
  assert.deepEqual([...new Set(made.map(({ rows }) => rows[0]!.split(',')[0]))], ['*Narration'])
  const last = made.at(-1)!
  assert.equal(last.name, 'accounting-7-4.csv')
  assert.deepEqual(last.rows.slice(1), [
    '"Export 7, 2026-03-05",05/03/2026,receivable,receivable,Tax Exempt,1.00,,,,',
    '"Export 7, 2026-03-05",05/03/2026,tax US-0,2200,Tax Exempt,-1.00,,,,',
  ])
})
