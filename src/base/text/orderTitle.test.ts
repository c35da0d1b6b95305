import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberedName, orderTitle } from './orderTitle.ts'

const generated = 'web-4781cdbc63afa382'
const title = 'The Glass Mountain'

for (const [name, order, book, expected] of [
  [
    'a generated identifier is shown as number and book',
    { customerOrderId: generated, orderNumber: '1042' },
    title,
    '1042 · The Glass Mountain',
  ],
  ['an order without a known book has its number', { customerOrderId: generated, orderNumber: 'S1042' }, null, 'S1042'],
  [
    'an identifier that a customer chose stays',
    { customerOrderId: 'PLB-1042', orderNumber: '1042' },
    title,
    'PLB-1042',
  ],
  [
    'an identifier that only begins like a generated one stays',
    { customerOrderId: 'web-10042', orderNumber: '7' },
    title,
    'web-10042',
  ],
  [
    'an order of a list has the title that came with it',
    { customerOrderId: generated, orderTitle: '1042 · The Glass Mountain' },
    null,
    '1042 · The Glass Mountain',
  ],
  ['an order without its number has its identifier', { customerOrderId: generated }, title, generated],
] as const)
  test(name, () => assert.equal(orderTitle(order, book), expected))

test('a result of a search leaves out a generated identifier', () => {
  assert.equal(numberedName({ customerOrderId: 'PLB-1042', orderNumber: '1042' }), 'PLB-1042 · #1042')
  assert.equal(numberedName({ customerOrderId: generated, orderNumber: '1042' }), '#1042')
})
