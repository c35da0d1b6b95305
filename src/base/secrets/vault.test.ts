import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault } from './vault.ts'

const vault = createVault(randomBytes(32))

test('a sealed text can be opened', () => {
  for (const text of ['', 'whsec_abc', 'é 書 📚', 'x'.repeat(10_000)]) assert.equal(vault.open(vault.seal(text)), text)
})

test('sealing the same text twice gives different results, and neither shows the text', () => {
  const [a, b] = [vault.seal('whsec_abc'), vault.seal('whsec_abc')]
  assert.notDeepEqual(a, b)
  assert.equal(a.includes('whsec_abc'), false)
})

test('another key does not open a sealed text, and the error says that the key is wrong', () => {
  assert.throws(() => createVault(randomBytes(32)).open(vault.seal('x')), /sealed with another key/)
})

test('a sealed secret with any byte changed does not open', () => {
  const sealed = vault.seal('secret')
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    assert.throws(() => vault.open(changed))
  }
  for (let length = 0; length < sealed.length; length++) assert.throws(() => vault.open(sealed.subarray(0, length)))
})

test('a key of the wrong length is refused', () => {
  assert.throws(() => createVault(randomBytes(16)), RangeError)
})
