// Orders to Ohio that their customer changes, in a world that the tests of a suite share. It is sound at their end.

import { after, before } from 'node:test'
import type { Mode } from '../../src/base/mode.ts'
import { orderPath, program } from './actors.ts'
import { startWorld, type World } from './world.ts'

export const ohio = {
  name: 'Ada Reader',
  address1: '1 Main Street',
  city: 'Columbus',
  state: 'OH',
  postal: '43215',
  country: 'US',
}
export const mended = { ...ohio, name: 'Grace Reader', address1: '21 Main Street', address2: 'Apt 3' }
/** The operator collects no tax there. */
export const untaxed = { ...ohio, city: 'Portland', state: 'OR', postal: '97201' }

type OrderEvent = { type: string; data: { destination: object; shippingClassification: string } }

/** Calls `started` with the world before the first test. */
export function changeScene(started: (world: World) => void) {
  let world: World
  before(async () => {
    world = await startWorld()
    started(world)
  })
  after(async () => {
    await world.assertSound()
    await world[Symbol.asyncDispose]()
  })
  const customer = (mode: Mode = 'production') => program(world, world.charged, mode)
  return {
    customer,
    change: (id: string, body: unknown, { as = customer().as, query = '' } = {}) =>
      world.call(`${orderPath(id)}${query}`, { method: 'PATCH', as, body }),
    eventsOf: async (id: string): Promise<OrderEvent[]> =>
      (await world.call(`${orderPath(id)}/events`, { as: customer().as })).body.events,
  }
}
