import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressGroup, rateLimitFields } from './rateLimits.ts'

test('the RateLimit fields have the size, the remaining tokens, and the time until the bucket is full', () => {
  assert.deepEqual(rateLimitFields({ perSecond: 200, burst: 2000 }, 1000), {
    'ratelimit-limit': '2000',
    'ratelimit-remaining': '1000',
    'ratelimit-reset': '5',
  })
})

const addresses: [address: string, group: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
]
for (const [address, group] of addresses) {
  test(`${address} counts as ${group}`, () => assert.equal(addressGroup(address), group))
}
