import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { instant, systemClock } from '../base/clock.ts'
import { newWebhookSecret } from '../base/ids.ts'
import { signedHeaders, signingKey } from '../base/signature.ts'
import { webhookBody } from './request.ts'

const now = systemClock()
const body = webhookBody(
  { kind: 'OrderShipped', at: '2026-03-01T12:00:00.000Z', number: 7 },
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

test('the signature is the one that the standard gives as its example', () => {
  const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const headers = signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', instant(1614265330000), '{"test": 2432232314}', [key])
  assert.equal(headers['webhook-timestamp'], '1614265330')
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a new secret is 32 random bytes', () => {
  const secret = newWebhookSecret()
  assert.match(secret, /^whsec_/)
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  assert.notEqual(secret, newWebhookSecret())
})
