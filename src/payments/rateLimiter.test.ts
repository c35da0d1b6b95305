import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rateLimiter } from './rateLimiter.ts'

it('calls to a provider are evenly spaced, in the order of their arrival, and never exceed the rate', async () => {
  const waits: number[] = []
  const waitToCall = rateLimiter(20, async ms => void waits.push(ms))
  const order: number[] = []
  await Promise.all(Array.from({ length: 41 }, (_, i) => waitToCall().then(() => order.push(i))))
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    Array.from({ length: 41 }, (_, i) => i),
  )
  assert.equal(waits.length, 40, 'the first call does not wait')
  // Each call waits 50 ms longer than the call before it. The time that passes between the calls shortens the wait.
  for (const [i, ms] of waits.entries()) assert.ok(ms <= (i + 1) * 50 && ms > (i + 1) * 50 - 50, `${i}: ${ms}`)
})
