import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationOf, digestOf, isSameDigest, makeKey, matchesScope, readAuthorization } from './keys.ts'

const customer = { kind: 'customer', accountId: 'acc_1', mode: 'sandbox' } as const

test('a new key reads back from its own Authorization value', () => {
  for (const scope of [
    customer,
    { ...customer, mode: 'production' },
    { kind: 'staff', ownerId: null, role: 'owner' },
    { kind: 'printer', printer: null },
  ] as const) {
    const { keyId, secret, authorization } = makeKey(scope)
    assert.deepEqual(readAuthorization(authorization), { keyId, secret })
    assert.ok(matchesScope(keyId, scope))
  }
})

test('a value may have several spaces after its scheme, as HTTP allows', () => {
  const { keyId, secret, authorization } = makeKey(customer)
  assert.deepEqual(readAuthorization(authorization.replace(' ', '  ')), { keyId, secret })
})

test('the id of a key contains its mode, and matches no other scope', () => {
  const { keyId } = makeKey(customer)
  assert.match(keyId, /^octavo_sandbox_[0-9A-Za-z]{16}$/)
  assert.equal(matchesScope(keyId, { ...customer, mode: 'production' }), false)
  assert.equal(matchesScope(keyId, { kind: 'staff', ownerId: null, role: 'owner' }), false)
})

test('every single wrong character of a secret is noticed without a look-up', () => {
  const { keyId, secret } = makeKey(customer)
  for (let i = 0; i < secret.length; i++) {
    const wrong = secret.slice(0, i) + (secret[i] === 'a' ? 'b' : 'a') + secret.slice(i + 1)
    assert.equal(readAuthorization(`Basic ${btoa(`${keyId}:${wrong}`)}`), null)
  }
})

const { keyId, secret } = makeKey(customer)
const other = makeKey(customer)
const values: [what: string, value: string][] = [
  ['nothing', ''],
  ['a bare scheme', 'Basic'],
  ['another scheme', `Bearer ${btoa(`${keyId}:${secret}`)}`],
  ['no colon', `Basic ${btoa(keyId + secret)}`],
  ['not base64', `Basic ${keyId}:${secret}`],
  ['a secret of another key', `Basic ${btoa(`${keyId}:${other.secret}`)}`],
  ['an unknown kind', `Basic ${btoa(`octavo_root_${keyId.slice(-16)}:${secret}`)}`],
  ['a longer value', `Basic ${btoa(`${keyId}:${secret}${'x'.repeat(1000)}`)}`],
  ['an extra character at its end', `${authorizationOf({ keyId, secret })}A`],
  ['extra padding at its end', `${authorizationOf({ keyId, secret })}=`],
  ['a blank inside', authorizationOf({ keyId, secret }).replace(/.{20}$/, ' $&')],
  ['a NUL', `Basic ${btoa(`${keyId}\0:${secret}`)}`],
]
for (const [what, value] of values) {
  test(`an Authorization value with ${what} is not a key`, () => assert.equal(readAuthorization(value), null))
}

test('the scheme may be written in any case', () => {
  const { authorization } = makeKey(customer)
  assert.notEqual(readAuthorization(authorization.replace('Basic', 'bAsIc')), null)
})

test('digests are compared whole', () => {
  assert.ok(isSameDigest(digestOf('a'), digestOf('a')))
  assert.equal(isSameDigest(digestOf('a'), digestOf('b')), false)
  assert.equal(isSameDigest(digestOf('a'), Buffer.alloc(0)), false)
})
