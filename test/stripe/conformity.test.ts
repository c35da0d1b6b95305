import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { problemsOf, readForm } from './conformity.ts'

const intent = 'amount=1234&currency=usd&confirm=true&off_session=true&metadata[octavo_key]=k'

describe('a request to Stripe', () => {
  const fine: [string, string, string][] = [
    ['POST', '/v1/payment_intents', `${intent}&allowed_payment_method_types[0]=card`],
    ['GET', '/v1/payment_intents', 'customer=cus_1&created[gte]=1&limit=100'],
    ['POST', '/v1/payment_intents/pi_1/cancel', ''],
  ]
  for (const [method, path, form] of fine) {
    it(`a request to Stripe is right: ${method} ${path} ${form}`, () => {
      assert.deepEqual(problemsOf(method, path, readForm(form)), [])
    })
  }

  const wrong: [string, string, string][] = [
    ['POST', '/v1/payment_intents', 'currency=usd'],
    ['POST', '/v1/payment_intents', intent.replace('1234', '12.34')],
    ['POST', '/v1/payment_intents', `${intent}&ammount=1`],
    ['POST', '/v1/payment_intents', intent.replace('confirm=true', 'confirm=perhaps')],
    ['GET', '/v1/payment_methods', 'customer=cus_1'],
    ['GET', '/v1/payment_intents', 'metadata[octavo_key]=k'],
    ['DELETE', '/v1/payment_intents/pi_1', ''],
    ['POST', '/v1/payment_intents/pi_1/confirm', 'allowed_payment_method_types[0]=card'],
  ]
  for (const [method, path, form] of wrong) {
    it(`a request to Stripe is wrong: ${method} ${path} ${form}`, () => {
      assert.notDeepEqual(problemsOf(method, path, readForm(form)), [])
    })
  }
})
