import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { instant, systemClock } from '../base/clock.ts'
import { newWebhookSecret } from '../base/secrets/ids.ts'
import { newPrivateKey, publicKeyOf, signedHeaders, signingKey } from '../base/secrets/signature.ts'
import { webhookBody } from './request.ts'

const now = systemClock()
const body = webhookBody(
  { kind: 'OrderShipped', at: instant('2026-03-01T12:00:00Z'), number: 7 },
  '{"payload":"für Zoë 📚"}',
)

test('a webhook is verified by the library that receivers use', () => {
  const secret = newWebhookSecret()
  const headers = signedHeaders('evt_1', now, body, [signingKey(secret)])
  assert.deepEqual(new Webhook(secret).verify(body, headers), {
    type: 'OrderShipped',
    timestamp: '2026-03-01T12:00:00.000Z',
    sequence: 7,
    data: { payload: 'für Zoë 📚' },
  })
})

test('while two secrets are valid, either verifies', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const headers = signedHeaders('evt_1', now, body, secrets.map(signingKey))
  for (const secret of secrets) assert.ok(new Webhook(secret).verify(body, headers))
  assert.match(headers['webhook-signature']!, /^v1,\S{44} v1,\S{44}$/)
})

test('another secret, another body, another id or another time does not verify', () => {
  const secret = newWebhookSecret()
  const headers = signedHeaders('evt_1', now, body, [signingKey(secret)])
  const verifier = new Webhook(secret)
  assert.throws(() => new Webhook(newWebhookSecret()).verify(body, headers))
  assert.throws(() => verifier.verify(`${body} `, headers))
  assert.throws(() => verifier.verify(body, { ...headers, 'webhook-id': 'evt_2' }))
  const otherTime = String(Number(headers['webhook-timestamp']) - 1)
  assert.throws(() => verifier.verify(body, { ...headers, 'webhook-timestamp': otherTime }))
})

test('the signature matches the example of the standard', () => {
  const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const headers = signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', instant(1614265330000), '{"test": 2432232314}', [key])
  assert.equal(headers['webhook-timestamp'], '1614265330')
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a private key signs beside the secret, and its public key verifies', () => {
  const secret = newWebhookSecret()
  const privateKey = newPrivateKey()
  const headers = signedHeaders('evt_1', now, body, [signingKey(secret), signingKey(privateKey)])
  assert.ok(new Webhook(secret).verify(body, headers))
  const [, asymmetric] = /^v1,\S{44} v1a,(\S{88})$/.exec(headers['webhook-signature']!) ?? []
  const publicKey = publicKeyOf(privateKey)
  assert.match(publicKey, /^whpk_\S{44}$/)
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signed = `evt_1.${headers['webhook-timestamp']}.${body}`
  assert.equal(verify(null, Buffer.from(signed), key, Buffer.from(asymmetric!, 'base64')), true)
  assert.equal(verify(null, Buffer.from(`${signed} `), key, Buffer.from(asymmetric!, 'base64')), false)
})

test('a new secret is 32 random bytes', () => {
  const secret = newWebhookSecret()
  assert.match(secret, /^whsec_/)
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  assert.notEqual(secret, newWebhookSecret())
})
