// The service and a PrintTalk printer over days.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import type { World } from '../support/world.ts'
import { place, startWithPrinter } from './onePrinter.ts'
import { type Outside, startOutside } from './outside.ts'
import type { PrintTalkOrder } from './printTalk.ts'

const secrets = { TALK_OURS: 'what-octavo-says-to-it', TALK_THEIRS: 'what-the-press-says-back' }
const settings = {
  identity: 'OCTAVO',
  sharedSecretEnv: 'TALK_OURS',
  printerIdentity: 'https://press.example/XJDF',
  printerSharedSecretEnv: 'TALK_THEIRS',
}

describe('a printer that speaks PrintTalk, day by day', () => {
  let press: Outside<PrintTalkOrder>
  let world: World

  before(async () => {
    press = await startOutside<PrintTalkOrder>('printTalk', [
      settings.printerIdentity,
      secrets.TALK_THEIRS,
      settings.identity,
      secrets.TALK_OURS,
    ])
    world = await startWithPrinter({
      name: 'talk',
      adapter: 'printtalk',
      settings: { ...settings, url: press.url },
      secrets,
    })
  })
  after(() => Promise.all([world[Symbol.asyncDispose](), press.kill()]))

  const as = () => world.charged.production.authorization
  const jobs = async () => (await press.tell({ do: 'jobs' })) as string[]

  it('a PrintTalk printer does not get a lost job again that the customer cancels', async () => {
    await place(world, 'lost')
    await world.advance(day)
    const [jobId] = await jobs()
    await press.tell({ do: 'forget', jobId: jobId! })
    await world.call('/orders/lost', { method: 'DELETE', as: as() })
    await world.advance(day)
    assert.equal((await world.call('/orders/lost', { as: as() })).body.status, 'CANCELLED')
    assert.deepEqual(await jobs(), [])
    await world.assertSound()
  })

  it('prices of a PrintTalk printer in another currency do not count: the staff see them and enter the price', async () => {
    await press.tell({ do: 'price', currency: 'CAD' })
    await place(world, 'abroad', world.enterprise)
    await world.advance(day)
    const { body: order } = await world.call('/orders/abroad', { as: world.enterprise.production.authorization })
    assert.deepEqual([order.status, order.pricing], ['PRINTING', undefined])
    const staff = { as: world.demo.staff.authorization }
    const [{ why, jobId }] = (await world.call('/staff/printer-messages', staff)).body.messages
    assert.equal(
      why,
      'the prices of an enterprise job come with its acceptance: they are in CAD, and only USD is accepted',
    )
    const prices = { itemsTotal: 74.13, taxesTotal: 5.2 }
    const body = { ...prices, reason: 'Acme named them in dollars' }
    const message = await world.call(`/staff/print-jobs/${jobId}/accept`, { method: 'POST', ...staff, body })
    assert.deepEqual([message.status, message.body.pricing.itemsTotal], [200, 74.13])
    await world.assertSound()
  })

  it('an agreement replaces no price of a PrintTalk printer that cannot be used, and a higher one needs a reason', async () => {
    const agreement = {
      ...{ method: 'PUT' as const, as: world.demo.staff.authorization },
      body: { priceList: null, agreedPrices: true, reason: 'Contract' },
    }
    const account = `/staff/accounts/${world.enterprise.accountId}`
    assert.equal((await world.call(`${account}/price-list`, agreement)).status, 200)
    const whyOf = async () =>
      (await world.call('/staff/printer-messages', { as: world.demo.staff.authorization })).body.messages[0].why
    const orderOf = async (id: string) =>
      (await world.call(`/orders/${id}`, { as: world.enterprise.production.authorization })).body
    await place(world, 'agreed-abroad', world.enterprise)
    await world.advance(day)
    assert.match(await whyOf(), /they are in CAD/)
    assert.equal((await orderOf('agreed-abroad')).pricing, undefined)
    await press.tell({ do: 'price', currency: 'USD' })
    await place(world, 'agreed', world.enterprise)
    await world.advance(day)
    assert.match(await whyOf(), /above the agreed \$[\d.]+ and needs a reason/)
    assert.equal((await orderOf('agreed')).pricing, undefined)
    await world.assertSound()
  })
})
