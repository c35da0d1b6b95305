import assert from 'node:assert/strict'
import { it } from 'node:test'
import { database, onFreshWorlds, world } from '../../../test/support/chargeScene.ts'
import { dayBefore } from '../../../test/support/moneyChecks.ts'
import { later, minute } from '../../base/clock.ts'
import { saveCustomer } from '../../payments/cards/cardStore.ts'
import type { HostedCards } from '../../payments/payments.ts'
import { requestCardSync, syncCards } from './cards.ts'

onFreshWorlds()

/** Runs the sweep with a provider that lists cards like `list`. */
function sweep(list: HostedCards['listCards']): Promise<number> {
  const cards: HostedCards = {
    kind: 'hosted',
    createCustomer: async () => 'cus_1',
    startCardSetup: async () => '',
    removeCard: async () => {},
    listCards: list,
  }
  return syncCards({ ...world.deps, payments: { ...world.payments, cards } })(world.clock())
}

/** Runs the sweep for an account whose cards are due to be listed. */
async function syncWith(list: HostedCards['listCards']) {
  const accountId = await world.account(null)
  const provider = world.payments.name
  await saveCustomer(database.db, { accountId, provider, customerRef: 'cus_1' }, null, world.clock())
  await world.work(work => requestCardSync(work, provider, accountId))
  await sweep(list)
}

it('cards are fetched again a minute after the provider has failed to list them', async () => {
  await syncWith(async () => {
    world.advance(2 * minute)
    throw new Error('no answer')
  })
  const [customer] = await world.rows<{ at: Date }>('select sync_due_at as at from payment_customers')
  assert.deepEqual(customer!.at, later(dayBefore, 3 * minute))
})

it('a card is dated when the provider has answered, not when it was asked', async () => {
  await syncWith(async () => {
    world.advance(2 * minute)
    return [{ ref: 'pm_1', brand: 'Visa', last4: '4242', expiresOn: null }]
  })
  const [card] = await world.rows<{ at: Date }>('select created_at as at from cards')
  assert.deepEqual(card!.at, later(dayBefore, 2 * minute))
})

it('a list of cards that arrives after the list of another worker changes nothing', async () => {
  const listed = (ref: string) => [{ ref, brand: 'Visa', last4: '4242', expiresOn: null }]
  await syncWith(async () => {
    world.advance(5 * minute)
    await sweep(async () => listed('pm_new'))
    return listed('pm_old')
  })
  assert.deepEqual(await world.rows('select provider_ref as ref from cards'), [{ ref: 'pm_new' }])
})
