import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { instant } from '../../base/clock.ts'
import { OrderObject } from '../../http/objects/order.ts'
import { webhookKinds } from '../lifecycle.ts'
import { sampleEvent } from './sampleEvents.ts'

const at = instant('2026-03-01T10:00:00Z')

for (const kind of webhookKinds) {
  test(`a sample of ${kind} has an order that fits the API document`, () => {
    const { type, sequence, data } = JSON.parse(sampleEvent(kind, { mode: 'sandbox', at }))
    assert.deepEqual([type, sequence, data.mode], [kind, 0, 'sandbox'])
    assert.deepEqual([...Value.Errors(OrderObject, data)], [])
  })
}
