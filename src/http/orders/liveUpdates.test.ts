import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { fulfillmentWith, plainRule } from '../../../test/support/printing.ts'
import { servicesOf, testServer } from '../../../test/support/routeServer.ts'
import type { LiveUpdate, Subscriber } from '../../orders/liveUpdates.ts'
import { openStreams } from '../server/streams.ts'
import { eventRoutes } from './liveUpdates.ts'

const acme = { cookie: 'session=acme' }
const [hill, dale] = ['hill', 'dale'].map(name => ({ ...plainRule, name })) as [typeof plainRule, typeof plainRule]
const own = { ...plainRule, name: 'own', adapter: 'json' }
const order = (accountId: string, customerOrderId = 'one'): LiveUpdate => ({
  accountId,
  mode: 'production',
  customerOrderId,
  status: 'SHIPPED',
  sequence: 9,
})

describe('a stream of events', () => {
  const subscribers = new Set<Subscriber>()
  let isValid = true
  const streams = openStreams(async () => isValid)
  let server: FastifyInstance
  let url: string
  before(async () => {
    const liveUpdates = {
      subscribe(subscriber: Subscriber) {
        subscribers.add(subscriber)
        return () => subscribers.delete(subscriber)
      },
    }
    server = await testServer(
      eventRoutes(
        servicesOf({ liveUpdates, streams, fulfillment: fulfillmentWith(undefined, { printers: [hill, dale, own] }) }),
      ),
    )
    url = await server.listen({ port: 0, host: '127.0.0.1' })
  })
  after(async () => {
    streams.close()
    await server.close()
  })

  async function read(path: string, headers: Record<string, string>) {
    const stop = new AbortController()
    const answer = await fetch(`${url}${path}`, { headers, signal: stop.signal })
    assert.equal(answer.status, 200)
    const chunks = answer.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    let text = ''
    return {
      answer,
      /** The next whole event; null at the end. */
      async next(): Promise<string | null> {
        while (!text.includes('\n\n')) {
          const { value, done } = await chunks.next()
          if (done) return null
          text += value
        }
        const end = text.indexOf('\n\n')
        const event = text.slice(0, end)
        text = text.slice(end + 2)
        return event
      },
      leave: () => stop.abort(),
    }
  }
  const send = (update: LiveUpdate) => {
    for (const subscriber of subscribers) subscriber.receive(update)
  }

  it('a stream of events begins with sync, and has a member only see updates of the own orders', async () => {
    const stream = await read('/dashboard/api/events', acme)
    assert.equal(stream.answer.headers.get('content-type'), 'text/event-stream')
    assert.equal(stream.answer.headers.get('cache-control'), 'no-store')
    assert.match(String(await stream.next()), /^retry: \d+\nevent: sync\ndata: \{\}$/)
    send(order('other'))
    send(order('acme', 'line\nbreak'))
    const data = { mode: 'production', customerOrderId: 'line\nbreak', status: 'SHIPPED', sequence: 9 }
    assert.equal(await stream.next(), `event: order\ndata: ${JSON.stringify(data)}`)
    for (const subscriber of subscribers) subscriber.missed()
    assert.match(String(await stream.next()), /^event: sync/)
    stream.leave()
  })

  it('a stream of events has updates of all orders for staff, and events without data for printers', async () => {
    const staff = await read('/staff/events', { authorization: 'key staff' })
    const press = await read('/press/events', { cookie: 'session=printer' })
    await staff.next()
    await press.next()
    send({ printer: 'hill' })
    send({ ...order('other'), mode: 'sandbox' })
    assert.match(String(await staff.next()), /"accountId":"other","mode":"sandbox"/)
    assert.equal(await press.next(), 'event: jobs\ndata: {}')
    staff.leave()
    press.leave()
  })

  it('a stream of events has printers only see updates of the jobs at their own desk', async () => {
    const ofHill = await read('/press/events', { authorization: 'key printer hill' })
    const personOfHill = await read('/press/events', { cookie: 'session=printer hill' })
    const ofAll = await read('/press/events', { cookie: 'session=printer' })
    await ofHill.next()
    await personOfHill.next()
    await ofAll.next()
    send({ printer: 'own' }) // no desk: a system of its own
    send({ printer: 'dale' })
    assert.equal(await ofAll.next(), 'event: jobs\ndata: {}')
    for (const subscriber of subscribers) subscriber.missed()
    assert.match(String(await ofAll.next()), /^event: sync/)
    for (const own of [ofHill, personOfHill])
      assert.match(String(await own.next()), /^event: sync/, 'an update of another desk is not sent')
    send({ printer: 'hill' })
    for (const own of [ofHill, personOfHill]) {
      assert.equal(await own.next(), 'event: jobs\ndata: {}')
      own.leave()
    }
    ofAll.leave()
  })

  it('a stream of events is kept alive while its session is valid, and ends with the session', async () => {
    const stream = await read('/dashboard/api/events', acme)
    await stream.next()
    await streams.sendHeartbeats()
    assert.equal(await stream.next(), ': beat')
    isValid = false
    await streams.sendHeartbeats()
    assert.equal(await stream.next(), null)
    isValid = true
  })

  it('a stream of events is refused to a caller with too many open streams', async () => {
    const open = await Promise.all(
      Array.from({ length: 20 }, () => read('/dashboard/api/events', { cookie: 'session=busy' })),
    )
    const answer = await fetch(`${url}/dashboard/api/events`, { headers: { cookie: 'session=busy' } })
    assert.equal(answer.status, 429)
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    for (const stream of open) stream.leave()
  })

  it('a stream of events is refused to callers of other kinds', async () => {
    assert.equal((await server.inject({ url: '/staff/events', headers: acme })).statusCode, 403)
    assert.equal((await server.inject({ url: '/press/events' })).statusCode, 401)
    assert.equal((await server.inject({ method: 'HEAD', url: '/dashboard/api/events', headers: acme })).statusCode, 200)
  })
})
