import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasScope, isAddressOrSubnet, mayComeFrom, noRestrictions } from './restrictions.ts'

test('a scope to write includes the scope to read, and not the other way round', () => {
  const writes = { scopes: ['orders:write' as const], addresses: null }
  assert.equal(hasScope(writes, 'orders:read'), true)
  assert.equal(hasScope(writes, 'orders:write'), true)
  assert.equal(hasScope(writes, 'files:read'), false)
  assert.equal(hasScope({ scopes: ['orders:read'] }, 'orders:write'), false)
  assert.equal(hasScope(noRestrictions, 'sandbox:write'), true)
})

test('a key comes from the addresses and subnets of its list, also where IPv4 is written as IPv6', () => {
  const inOffice = { scopes: null, addresses: ['203.0.113.0/24', '2001:db8::7'] }
  for (const [address, may] of [
    ['203.0.113.9', true],
    ['::ffff:203.0.113.9', true],
    ['203.0.114.9', false],
    ['2001:db8::7', true],
    ['2001:db8::8', false],
    ['nonsense', false],
  ] as const)
    assert.equal(mayComeFrom(inOffice, address), may, address)
  assert.equal(mayComeFrom(noRestrictions, '198.51.100.1'), true)
})

test('an address or a subnet is one that can be written in CIDR form', () => {
  for (const text of ['203.0.113.9', '203.0.113.0/24', '2001:db8::/32', '0.0.0.0/0']) assert.ok(isAddressOrSubnet(text))
  for (const text of ['', '203.0.113', '203.0.113.0/33', '203.0.113.0/', 'shop.example', '203.0.113.9 '])
    assert.equal(isAddressOrSubnet(text), false, text)
})
