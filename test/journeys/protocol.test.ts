import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alerts, panels } from '../../scripts/monitoring.ts'
import { hour } from '../../src/base/clock.ts'
import { program } from '../support/actors.ts'
import { orderBody, startWorld } from '../support/world.ts'

describe('every answer', () => {
  it('every answer names the version of the interface and the request, and a refusal is a problem with both', async () => {
    await using world = await startWorld()
    const as = world.charged.production.authorization
    const versions = new Set<unknown>()
    for (const [path, status] of [
      ['/', 200],
      ['/orders', 200],
      ['/orders/none', 404],
      ['/nowhere', 404],
      ['/orders/%', 400],
    ] as const) {
      const answer = await world.call(path, { as })
      assert.equal(answer.status, status)
      versions.add(answer.headers['octavo-version'])
      if (status < 400) continue
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
      const fields = ['code', 'detail', 'errors', 'requestId', 'status', 'title', 'type']
      assert.deepEqual(Object.keys(answer.body).sort(), fields)
      assert.equal(answer.body.requestId, answer.headers['request-id'])
      assert.match(answer.body.type, new RegExp(`^/docs/errors#${answer.body.code}$`))
    }
    assert.equal(versions.size, 1)
    assert.match(String([...versions][0]), /^\d{4}-\d\d-\d\d$/)
  })

  it('a request without a valid key gets 401 and the scheme of authentication', async () => {
    await using world = await startWorld()
    const value = world.charged.production.authorization
    const name = Buffer.from(value.slice('Basic '.length), 'base64').toString()
    const wrongSecret = `Basic ${Buffer.from(`${name}0`).toString('base64')}`
    for (const as of [undefined, '', 'Basic', 'Bearer x', wrongSecret, value.slice('Basic '.length), 'Basic Og==']) {
      const answer = await world.call('/orders/x', as === undefined ? {} : { as })
      assert.deepEqual([answer.status, answer.body.code], [401, 'not_authenticated'], String(as))
      assert.match(String(answer.headers['www-authenticate']), /^Basic realm="octavo"/)
    }
    assert.equal((await world.call('/orders/x', { as: value.replace('Basic', 'basic') })).status, 404)
  })

  it('an unknown method of a path gets 405 and the methods that the path has', async () => {
    await using world = await startWorld()
    const as = world.charged.production.authorization
    for (const [method, path, allow] of [
      ['PUT', '/orders/x', 'DELETE, GET, HEAD, PATCH'],
      ['PATCH', '/orders', 'GET, HEAD'],
      ['DELETE', '/orders/shipping/estimate', 'POST'],
      ['PUT', '/_clock', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await world.call(path, { method, as })
      assert.deepEqual([answer.status, answer.body.code, answer.headers.allow], [405, 'method_not_allowed', allow])
    }
  })

  it('a body that is not JSON or too large gets 415 or 413, and no order is made', async () => {
    await using world = await startWorld()
    const as = world.charged.production.authorization
    const send = (payload: string, type: string) =>
      world.app.server.inject({
        method: 'POST',
        url: '/orders/create',
        headers: { authorization: as, 'content-type': type },
        payload,
      })
    const body = JSON.stringify(orderBody())
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      assert.equal((await send(body, type)).statusCode, 415)
    }
    assert.equal((await send(`${body}${' '.repeat(1024 * 1024)}`, 'application/json')).statusCode, 413)
    assert.equal((await send(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 'application/json')).statusCode, 400)
    assert.deepEqual((await world.call('/orders', { as })).body.orders, [])
    assert.equal((await send(body, 'application/json; charset=utf-8')).statusCode, 201)
  })

  it('every response says how many requests a key has left, and 429 says when to retry', async () => {
    const slow = { perSecond: 1, burst: 3 }
    await using world = await startWorld({ config: { rateLimits: { key: slow, address: slow } } })
    const ask = (as: string) => world.call('/orders', { as })
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await ask(world.charged.production.authorization))
    const [first, second, , last] = answers
    assert.deepEqual([first!.status, first!.headers['ratelimit-remaining']], [200, undefined])
    assert.deepEqual(
      [second!.status, second!.headers['ratelimit-limit'], second!.headers['ratelimit-remaining']],
      [200, '3', '1'],
    )
    assert.match(String(second!.headers['ratelimit-reset']), /^\d+$/)
    assert.deepEqual([last!.status, last!.body.code], [429, 'too_many_requests'])
    assert.match(String(last!.headers['retry-after']), /^[1-9]\d*$/)
    assert.equal(last!.headers['ratelimit-remaining'], '0')
    assert.equal((await ask(world.charged.sandbox.authorization)).status, 200)
  })

  it('the documents of the service itself need no key', async () => {
    await using world = await startWorld()
    const { body, headers } = await world.call('/openapi.json')
    assert.match(body.openapi, /^3\.1\./)
    assert.equal(body.info.version, headers['octavo-version'])
    assert.deepEqual((await world.call('/health/ready')).body, { status: 'ok', degraded: [] })
    assert.equal((await world.call('/metrics')).status, 401)
    const metrics = await world.call('/metrics', { as: world.demo.staff.authorization })
    assert.match(metrics.body as string, /^octavo_http_request_seconds_count/m)
  })

  it('every metric of the alarms and the dashboard is served, and every label of an alarm before anything happened', async () => {
    await using world = await startWorld()
    const { body } = await world.call('/metrics', { as: world.demo.staff.authorization })
    const expressions = [
      ...alerts.map(({ expression }) => expression),
      ...panels.flatMap(({ series }) => series.map(({ expression }) => expression)),
    ]
    const used = expressions.flatMap(one => one.match(/\b(octavo|nodejs|process)_\w+/g) ?? [])
    assert.ok(used.length > 20)
    const served = new Set([...(body as string).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const unknown = used.filter(name => !served.has(name.replace(/_(bucket|count)$/, '')))
    assert.deepEqual(unknown, [])
    // Prometheus itself says whether a process is up.
    for (const { name, expression } of alerts.filter(({ name }) => name !== 'OctavoIsDown'))
      for (const [, metric, label, operator, value] of expression.matchAll(/(\w+)\{(\w+)(=~|!=|=)"([^"]+)"\}/g)) {
        if (label === 'job') continue // of the scrape
        const values = [...(body as string).matchAll(new RegExp(`^${metric}\\{.*?\\b${label}="([^"]+)"`, 'gm'))]
        const expected =
          operator === '!='
            ? values.some(([, one]) => one !== value)
            : value!.split('|').every(one => values.some(([, has]) => has === one))
        assert.ok(expected, `${name}: ${metric}{${label}="${value}"} is never exported`)
      }
  })
})

describe('the manual clock', () => {
  it('the manual clock stands still, is moved by a duration or to an instant, and answers when all due work is done', async () => {
    await using world = await startWorld()
    const customer = program(world, world.charged, 'production')
    await customer.place('a')
    const move = (body: object) => world.call('/_clock', { method: 'POST', body })
    assert.deepEqual((await world.call('/_clock')).body, { now: '2026-03-02T12:00:00.000Z' })
    assert.deepEqual((await move({ advance: 'PT14H' })).body, { now: '2026-03-03T02:00:00.000Z' })
    assert.equal(await customer.statusOf('a'), 'VALID_HOLDING_BIN')
    assert.deepEqual((await move({ to: '2026-03-03T06:00:00+02:00' })).body, { now: '2026-03-03T04:00:00.000Z' })
    assert.equal(await customer.statusOf('a'), 'PRINTING')
    assert.deepEqual((await move({ advance: 'PT0S' })).body, { now: '2026-03-03T04:00:00.000Z' })
  })

  const refused = [
    {},
    { advance: '-PT1S' },
    { advance: 'P1M' },
    { advance: '2 hours' },
    { advance: 7200 },
    { advance: 'P1000D' },
    { to: '2026-03-02T11:59:59Z' },
    { to: 'tomorrow' },
    { to: '2026-03-03' },
    { advance: 'PT1H', to: '2026-03-03T00:00:00Z' },
    { by: 'PT1H' },
  ]
  it('the manual clock moves only forward, and only by a valid duration', async () => {
    await using world = await startWorld()
    for (const body of refused) {
      const answer = await world.call('/_clock', { method: 'POST', body })
      assert.deepEqual([answer.status, answer.body.code], [400, 'malformed_request'], JSON.stringify(body))
    }
    assert.deepEqual((await world.call('/_clock')).body, { now: '2026-03-02T12:00:00.000Z' })
  })

  it('the manual clock does not exist when the service runs by the system clock', async () => {
    await using world = await startWorld({ clock: () => new Date('2026-03-02T12:00:00Z') })
    assert.equal((await world.call('/_clock')).status, 404)
    assert.equal((await world.call('/_clock', { method: 'POST', body: { advance: `PT${hour}S` } })).status, 404)
  })
})
