import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Destination, OrderState } from '../../orders/order.ts'
import { redactedDestination, redactedState } from './recipient.ts'

const where = { city: 'Salem', state: 'OR', postal: '97301', country: 'US' }
const to: Destination = { name: 'Ann  Lee', address1: '1 Main St', phone: '12', email: 'ANN@', ...where }

it('an erased destination still has its place, and all required texts', () => {
  const whole = { ...to, company: 'Lee & Co', address2: 'Unit 3' }
  assert.deepEqual(redactedDestination(whole), { name: '[forgotten]', address1: '[forgotten]', ...where })
  const { state: _, ...stateless } = whole
  assert.ok(!('state' in redactedDestination(stateless)))
})

it('the problems of an erased order no longer quote the recipient, and all other problems are unchanged', () => {
  const ofPhone = { pointer: '/destination/phone', code: 'invalid_phone', detail: 'got "12"; expected 7 digits' }
  const ofState = { pointer: '/destination/state', code: 'unknown_state', detail: 'got "Oregano"; expected a state' }
  const ofItem = { pointer: '/orderItems/0/sku', code: 'unknown_sku', detail: 'there is no SKU "12"' }
  const state = { errors: [ofPhone, ofState, ofItem], warnings: [] as object[] } as OrderState
  const { errors, warnings } = redactedState(state, [to])
  assert.deepEqual(errors, [{ ...ofPhone, detail: 'got [forgotten]; expected 7 digits' }, ofState, ofItem])
  assert.deepEqual(warnings, [])
})
