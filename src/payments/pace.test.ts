import assert from 'node:assert/strict'
import { it } from 'node:test'
import { paced } from './pace.ts'

it('calls go out evenly spaced, in the order in which they came, and never more a second than allowed', async () => {
  const waits: number[] = []
  const turn = paced(20, async ms => void waits.push(ms))
  const order: number[] = []
  await Promise.all(Array.from({ length: 41 }, (_, i) => turn().then(() => order.push(i))))
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    Array.from({ length: 41 }, (_, i) => i),
  )
  assert.equal(waits.length, 40, 'the first goes at once')
  // Each waits for its own place, 50 ms after the one before; the time that passes between the calls shortens it a
  // little.
  for (const [i, ms] of waits.entries()) assert.ok(ms <= (i + 1) * 50 && ms > (i + 1) * 50 - 50, `${i}: ${ms}`)
})
