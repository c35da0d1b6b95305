// The service and HP Site Flow over days.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import type { World } from '../world.ts'
import { place, startOneShop } from './oneShop.ts'
import { type Outside, startOutside } from './outside.ts'
import type { SiteFlowOrder } from './siteFlow.ts'

const secrets = { FLOW_TOKEN: 'token-1', FLOW_SECRET: 'secret-1', FLOW_POSTBACK: 'a-token-of-enough-characters' }
const settings = {
  tokenEnv: 'FLOW_TOKEN',
  secretEnv: 'FLOW_SECRET',
  sourceAccount: 'octavo',
  destination: 'acme.press',
  postbackTokenEnv: 'FLOW_POSTBACK',
}

describe('a printer with HP Site Flow, day by day', () => {
  let outside: Outside<SiteFlowOrder>
  let world: World
  const behave = (manner: Extract<SiteFlowOrder, { do: 'behave' }>['manner']) => outside.tell({ do: 'behave', manner })

  before(async () => {
    const { FLOW_TOKEN, FLOW_SECRET } = secrets
    outside = await startOutside<SiteFlowOrder>('siteFlow', [FLOW_TOKEN, FLOW_SECRET, settings.sourceAccount])
    const url = `${outside.url}/api`
    world = await startOneShop({ name: 'flow', adapter: 'siteflow', settings: { ...settings, url }, secrets })
  })
  after(() => Promise.all([world[Symbol.asyncDispose](), outside.kill()]))

  const as = () => world.charged.production.authorization
  const statusOf = async (id: string) => (await world.call(`/orders/${id}`, { as: as() })).body.status

  it('may refuse to cancel an order again and again: each time it is being printed again', async () => {
    await place(world, 'often')
    await world.advance(day)
    await behave('is in production')
    for (let i = 0; i < 3; i++) {
      const asked = await world.call('/orders/often', { method: 'DELETE', as: as() })
      assert.equal(asked.body.status, 'CANCELLATION_REQUESTED')
      await world.settle()
      assert.equal(await statusOf('often'), 'PRINTING')
    }
    await behave('works')
    await world.call('/orders/often', { method: 'DELETE', as: as() })
    await world.settle()
    assert.equal(await statusOf('often'), 'CANCELLED')
    await world.assertSound()
  })
})
