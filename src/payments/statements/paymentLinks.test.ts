import assert from 'node:assert/strict'
import { it } from 'node:test'
import { paymentLinks } from './paymentLinks.ts'

const publicUrl = new URL('https://octavo.example')
const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const statement = { accountId: 'acc_1', number: 3 }
const tokenOf = (secretKey: Buffer) => paymentLinks(publicUrl, secretKey, null).linkTo(statement).split('/pay/')[1]!

it('the link of a statement is signed, and ends with the secret key that signed it', () => {
  const links = paymentLinks(publicUrl, key, null)
  assert.deepEqual(links.read(tokenOf(key)), statement)
  assert.equal(links.read(tokenOf(other)), null)
  assert.deepEqual(paymentLinks(publicUrl, other, key).read(tokenOf(key)), statement) // while the key is replaced
  const forged = Buffer.from(JSON.stringify(['acc_1', 4])).toString('base64url')
  assert.equal(links.read(`${forged}.${tokenOf(key).split('.')[1]}`), null)
  for (const token of ['', 'x', `${tokenOf(key)}a`]) assert.equal(links.read(token), null, token)
})
