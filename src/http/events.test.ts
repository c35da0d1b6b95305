import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { plainRule, pressWith } from '../../test/printing.ts'
import type { News, Watcher } from '../orders/news.ts'
import { eventRoutes, openStreams } from './events.ts'
import { testServer } from './testing.ts'

const acme = { cookie: 'session=acme' }
const [hill, dale] = ['hill', 'dale'].map(name => ({ ...plainRule, name })) as [typeof plainRule, typeof plainRule]
const own = { ...plainRule, name: 'own', adapter: 'json' }
const order = (accountId: string, customerOrderId = 'one'): News => ({
  accountId,
  mode: 'production',
  customerOrderId,
  status: 'SHIPPED',
  sequence: 9,
})

describe('a stream of events', () => {
  const watchers = new Set<Watcher>()
  let stands = true
  const streams = openStreams(async () => stands)
  let server: FastifyInstance
  let url: string
  before(async () => {
    const newsroom = {
      watch(watcher: Watcher) {
        watchers.add(watcher)
        return () => watchers.delete(watcher)
      },
    }
    server = await testServer(
      eventRoutes({ newsroom, streams, press: pressWith(undefined, { printers: [hill, dale, own] }) }),
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
  const tell = (news: News) => {
    for (const watcher of watchers) watcher.tell(news)
  }

  it('begins with sync, and tells a member of the own orders alone', async () => {
    const stream = await read('/dashboard/api/events', acme)
    assert.equal(stream.answer.headers.get('content-type'), 'text/event-stream')
    assert.equal(stream.answer.headers.get('cache-control'), 'no-store')
    assert.match(String(await stream.next()), /^retry: \d+\nevent: sync\ndata: \{\}$/)
    tell(order('other'))
    tell(order('acme', 'line\nbreak'))
    const data = { mode: 'production', customerOrderId: 'line\nbreak', status: 'SHIPPED', sequence: 9 }
    assert.equal(await stream.next(), `event: order\ndata: ${JSON.stringify(data)}`)
    for (const watcher of watchers) watcher.missed()
    assert.match(String(await stream.next()), /^event: sync/)
    stream.leave()
  })

  it('tells staff of all, and printers only that there is something to look at', async () => {
    const staff = await read('/staff/events', { authorization: 'key staff' })
    const press = await read('/press/events', { cookie: 'session=printer' })
    await staff.next()
    await press.next()
    tell({ printer: 'hill' })
    tell({ ...order('other'), mode: 'sandbox' })
    assert.match(String(await staff.next()), /"accountId":"other","mode":"sandbox"/)
    assert.equal(await press.next(), 'event: jobs\ndata: {}')
    staff.leave()
    press.leave()
  })

  it('tells printers of the jobs at their own desk only', async () => {
    const ofHill = await read('/press/events', { authorization: 'key printer hill' })
    const personOfHill = await read('/press/events', { cookie: 'session=printer hill' })
    const ofAll = await read('/press/events', { cookie: 'session=printer' })
    await ofHill.next()
    await personOfHill.next()
    await ofAll.next()
    tell({ printer: 'own' }) // no desk: a system of its own
    tell({ printer: 'dale' })
    assert.equal(await ofAll.next(), 'event: jobs\ndata: {}')
    for (const watcher of watchers) watcher.missed()
    assert.match(String(await ofAll.next()), /^event: sync/)
    for (const own of [ofHill, personOfHill])
      assert.match(String(await own.next()), /^event: sync/, 'of what is done at another desk nothing is heard')
    tell({ printer: 'hill' })
    for (const own of [ofHill, personOfHill]) {
      assert.equal(await own.next(), 'event: jobs\ndata: {}')
      own.leave()
    }
    ofAll.leave()
  })

  it('is kept alive while its session stands, and ends with it', async () => {
    const stream = await read('/dashboard/api/events', acme)
    await stream.next()
    await streams.beat()
    assert.equal(await stream.next(), ': beat')
    stands = false
    await streams.beat()
    assert.equal(await stream.next(), null)
    stands = true
  })

  it('is refused to a caller who keeps too many open', async () => {
    const open = await Promise.all(
      Array.from({ length: 20 }, () => read('/dashboard/api/events', { cookie: 'session=busy' })),
    )
    const answer = await fetch(`${url}/dashboard/api/events`, { headers: { cookie: 'session=busy' } })
    assert.equal(answer.status, 429)
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    for (const stream of open) stream.leave()
  })

  it('is not for those who may not read it', async () => {
    assert.equal((await server.inject({ url: '/staff/events', headers: acme })).statusCode, 403)
    assert.equal((await server.inject({ url: '/press/events' })).statusCode, 401)
    assert.equal((await server.inject({ method: 'HEAD', url: '/dashboard/api/events', headers: acme })).statusCode, 200)
  })
})
