// What an order costs the database, in numbers that are the same on any machine (docs/performance.md has them all).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureLife } from './support/lifeCost.ts'

/** For one order; a little above what is measured. */
const limits = { statements: 9, pages: 1300, walBytes: 41_000, storedBytes: 20_200 }

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
