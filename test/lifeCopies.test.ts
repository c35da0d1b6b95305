// The bench compares few orders with many that were copied. They are worth comparing only if they could have lived.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyBatches, liveBatchOf } from '../bench/lifeCopies.ts'
import { startLives } from './support/lives.ts'

test('copies of stored and archived orders are as sound as the orders, and new orders live beside them', async () => {
  const [stored, archived] = [await liveBatchOf(5, { archived: false }), await liveBatchOf(5, { archived: true })]
  await using lives = await startLives()
  const { world, databaseUrl } = lives
  const accountIds = await Promise.all(
    ['Large', 'Small', 'Other'].map(async name => {
      const body = { name, email: `owner@${name.toLowerCase()}.example` }
      const answer = await world.call('/staff/accounts', { method: 'POST', as: world.demo.staff.authorization, body })
      return String(answer.body.accountId)
    }),
  )
  await copyBatches(databaseUrl, {
    ...{ accountIds, now: world.now() },
    parts: [
      { batch: archived, count: 24, firstDay: 400, lastDay: 390 },
      { batch: stored, count: 24, firstDay: 12, lastDay: 1 },
    ],
  })
  await world.assertSound()
  await lives.live(3)
  await world.assertSound()
  const { body } = await world.call('/staff/orders/all', { as: world.demo.staff.authorization })
  assert.equal(body.count, 24 * 5 + 3)
})
