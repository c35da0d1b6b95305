import assert from 'node:assert/strict'
import { it } from 'node:test'
import { database, onFreshWorlds, world } from '../../../test/chargeScene.ts'
import { dayBefore } from '../../../test/money.ts'
import { later, minute } from '../../base/clock.ts'
import { keepCustomer } from '../../payments/cards/store.ts'
import type { HostedCards } from '../../payments/payments.ts'
import { lookAtCards, syncDue } from './cards.ts'

onFreshWorlds()

/** An account whose cards are due to be asked for, at a provider that lists them so. */
async function syncWith(list: HostedCards['list']) {
  const accountId = await world.account(null)
  const cards: HostedCards = {
    kind: 'hosted',
    customer: async () => 'cus_1',
    begin: async () => '',
    remove: async () => {},
    list,
  }
  const payments = { ...world.payments, cards }
  const customer = { accountId, provider: payments.name, customerRef: 'cus_1' }
  await keepCustomer(database.db, customer, null, world.clock())
  await world.work(work => lookAtCards(work, payments.name, accountId))
  await syncDue({ ...world.deps, payments })(world.clock())
}

it('a provider that does not say for minutes which cards it keeps is asked again a minute after that', async () => {
  await syncWith(async () => {
    world.advance(2 * minute)
    throw new Error('no answer')
  })
  const [customer] = await world.rows<{ at: Date }>('select sync_due_at as at from payment_customers')
  assert.deepEqual(customer!.at, later(dayBefore, 3 * minute))
})

it('a card that the provider tells of slowly is on file from when it told', async () => {
  await syncWith(async () => {
    world.advance(2 * minute)
    return [{ ref: 'pm_1', brand: 'Visa', last4: '4242' }]
  })
  const [card] = await world.rows<{ at: Date }>('select created_at as at from cards')
  assert.deepEqual(card!.at, later(dayBefore, 2 * minute))
})
