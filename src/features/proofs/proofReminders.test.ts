import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, instant, later } from '../../base/clock.ts'
import { firstDueAt } from './proofReminders.ts'

const now = instant('2026-03-02T12:00:00Z')

for (const [mode, days, reminderMs] of [
  ['production', 30, 27 * day],
  ['production', 6, 3 * day],
  ['production', 5, 60 * hour],
  ['production', 1, 12 * hour],
  ['sandbox', 30, 30 * day],
] as const) {
  test(`a proof in ${mode} that may wait ${days} days is first due after ${reminderMs / hour} hours`, () => {
    assert.deepEqual(firstDueAt({ mode }, now, later(now, days * day)), later(now, reminderMs))
  })
}
