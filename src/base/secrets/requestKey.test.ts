import assert from 'node:assert/strict'
import { it } from 'node:test'
import { requestKeyOf } from './requestKey.ts'

const digestOf = (request: unknown) => requestKeyOf('key', request)!.digest

it('the digest of a request does not depend on the order of its fields, but on their values and on the order of lists', () => {
  const digest = digestOf({ id: 'a', items: [{ sku: 'x', quantity: 1 }, { sku: 'y' }] })
  assert.equal(digestOf({ items: [{ quantity: 1, sku: 'x' }, { sku: 'y' }], id: 'a' }), digest)
  assert.notEqual(digestOf({ id: 'a', items: [{ sku: 'x', quantity: 2 }, { sku: 'y' }] }), digest)
  assert.notEqual(digestOf({ id: 'a', items: [{ sku: 'y' }, { sku: 'x', quantity: 1 }] }), digest)
})
