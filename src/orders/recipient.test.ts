import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Destination, OrderState } from './order.ts'
import { forgottenDestination, forgottenState, recipientOf } from './recipient.ts'

const where = { city: 'Salem', state: 'OR', postal: '97301', country: 'US' }
const to: Destination = { name: 'Ann  Lee', address1: '1 Main St', phone: '12', email: 'ANN@', ...where }

it('a recipient is searched for in lower case and with single spaces', () => {
  assert.deepEqual(recipientOf(to), { name: 'ann lee', email: 'ann@' })
})

it('a forgotten destination is still a place, and has the texts that every destination has', () => {
  const whole = { ...to, company: 'Lee & Co', address2: 'Unit 3' }
  assert.deepEqual(forgottenDestination(whole), { name: '[forgotten]', address1: '[forgotten]', ...where })
  const { state: _, ...stateless } = whole
  assert.ok(!('state' in forgottenDestination(stateless)))
})

it('a forgotten state has the problems of the destination without what they quote, and all others as they are', () => {
  const ofPhone = { pointer: '/destination/phone', code: 'invalid_phone', detail: 'got "12"; expected 7 digits' }
  const ofState = { pointer: '/destination/state', code: 'unknown_state', detail: 'got "Oregano"; expected a state' }
  const ofItem = { pointer: '/orderItems/0/sku', code: 'unknown_sku', detail: 'there is no SKU "12"' }
  const state = { errors: [ofPhone, ofState, ofItem], warnings: [] as object[] } as OrderState
  const { errors, warnings } = forgottenState(state, to)
  assert.deepEqual(errors, [{ ...ofPhone, detail: 'got [forgotten]; expected 7 digits' }, ofState, ofItem])
  assert.deepEqual(warnings, [])
})
