import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldColumns } from './listExport.ts'

test('columns of fields keep their sequence, and have times as text', () => {
  const columns = fieldColumns('note copies placedAt shippedAt')
  const order = { note: 'gift', copies: 3, placedAt: new Date('2026-03-01T12:00:00Z'), shippedAt: null }
  assert.deepEqual(
    Object.entries(columns).map(([name, textOf]) => [name, textOf(order)]),
    [
      ['note', 'gift'],
      ['copies', 3],
      ['placedAt', '2026-03-01T12:00:00.000Z'],
      ['shippedAt', null],
    ],
  )
})
