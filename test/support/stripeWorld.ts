// The whole service with Stripe: the adapter, and a provider in a separate process, which sends messages over HTTP.

import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { later, nextUtcHour } from '../../src/base/clock.ts'
import type { Log } from '../../src/base/log.ts'
import { stripePayments } from '../../src/payments/stripe/stripePayments.ts'
import { startProvider } from '../provider/provider.ts'
import type { Does } from '../provider/stripe.ts'
import { member, program } from './actors.ts'
import { startWorld } from './world.ts'

export const webhookSecret = 'whsec_octavo'

export type StripeWorld = Awaited<ReturnType<typeof startStripeWorld>>

export async function startStripeWorld(start: Date, options: { log?: Log } = {}) {
  const provider = await startProvider()
  await provider.setTime(start)
  const payments = stripePayments({
    secretKey: 'sk_test_octavo',
    webhookSecret,
    apiUrl: provider.url,
    publicUrl: new URL('http://127.0.0.1:3000'),
    callsPerSecond: 10_000,
    timeoutMs: 5000, // a busy machine takes more than a second
  })
  const world = await startWorld({ start, payments, ...options })
  await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}/stripe/webhook`
  await provider.ask('set', { webhook: { url, secret: webhookSecret } })
  const owner = await member(world, world.charged)
  const customer = program(world, world.charged, 'production')

  /** Waits until all messages of the provider have arrived, and the service has acted on them. */
  const receiveMessages = async () => {
    await provider.ask('books', {})
    await world.settle()
  }
  const advance = async (ms: number) => {
    await provider.setTime(later(world.now(), ms))
    await world.advance(ms)
    await receiveMessages()
  }
  return {
    provider,
    world,
    owner,
    customer,
    /** The address for the provider's messages. */
    url,
    receiveMessages,
    advance,
    advanceToCharge: () => advance(nextUtcHour(world.now(), 2).getTime() - world.now().getTime()),
    async addCard(does: Does) {
      const { status, body } = await owner.ask('POST', '/cards')
      assert.equal(status, 200, JSON.stringify(body))
      await provider.ask('checkout', { url: body.url, does })
      await receiveMessages()
    },
    lastCharge: async () => (await owner.ask('GET', '/charges?limit=1')).body.charges[0],
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}
