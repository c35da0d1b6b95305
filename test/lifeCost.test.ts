// What an order costs the database, in numbers that are nearly the same on any machine (all: docs/performance.md).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureLife } from './support/lifeCost.ts'

/**
 * For one order; a twentieth above what is measured, for a row moves to another page when the machine is busy. A busy
 * machine also makes smaller groups of orders, which takes up to a statement more.
 */
const limits = { statements: 11, pages: 1285, walBytes: 42_000, storedBytes: 21_000 }

test('an order costs the database no more than it should, from create to SHIPPED with six webhooks', async () => {
  const cost = await measureLife()
  for (const [name, limit] of Object.entries(limits)) {
    const measured = cost[name as keyof typeof limits]
    assert.ok(
      measured <= limit,
      `${name}: ${measured}, and at most ${limit} is allowed: ${JSON.stringify(cost.tables)}`,
    )
  }
})
