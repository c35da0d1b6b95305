import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renumbered } from './importObjects.ts'

const own = { account_id: 'acc_1' }
const here = { accountId: 'acc_1', versions: { 4: -1 } }
const line = (rows: object) => JSON.stringify({ orders: [{ ...own, operator_version: 4 }], ...rows })

test('an archived order gets the numbers of the destination', () => {
  const rows = {
    order_events: [{ ...own, transaction_number: 7 }],
    ledger_postings: [{ ...own, number: 3 }],
    emails: null,
  }
  assert.deepEqual(JSON.parse(renumbered('path', line(rows), here)), {
    orders: [{ ...own, operator_version: -1 }],
    order_events: [{ ...own, transaction_number: 0 }],
    ledger_postings: [{ ...own, number: -3 }],
    emails: null,
  })
})

test('an archived order with a row of another account, or of an unknown version, is refused', () => {
  const refused = (rows: object) => () => renumbered('path', line(rows), here)
  assert.throws(refused({ order_contents: [own, { account_id: 'acc_2' }] }), /rows of another account/)
  assert.throws(refused({ order_contents: [{}] }), /rows of another account/)
  assert.throws(refused({ orders: [{ ...own, operator_version: 5 }] }), /did not come with it/)
})
