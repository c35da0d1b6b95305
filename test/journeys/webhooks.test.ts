import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day, earlier, hour, later, minute, second, systemClock } from '../../src/base/clock.ts'
import { holderMails, member, program } from '../support/actors.ts'
import { visitor } from '../support/visitor.ts'
import { type Received, startReceiver, startWorld, type World } from '../support/world.ts'

/** One order that fails, so that exactly one webhook is sent. */
const failing = { shippingClassification: 'none' }

async function deliveriesOf(world: World, customerOrderId: string) {
  const owner = await member(world, world.charged)
  const list = `/production/deliveries?customerOrderId=${customerOrderId}`
  const read = async () => (await owner.ask('GET', list)).body.deliveries
  const { deliveryId } = (await read())[0]
  return {
    owner,
    path: `/production/deliveries/${deliveryId}`,
    read: async () => (await read())[0],
    attempts: async () => (await owner.ask('GET', `/production/deliveries/${deliveryId}/attempts`)).body.attempts,
  }
}

const gapsIn = (received: Received[]): number[] =>
  received.slice(1).map(({ at }, i) => at.getTime() - received[i]!.at.getTime())

describe('webhooks', () => {
  it('webhooks are Standard Webhooks: its library verifies them, and the body has type, timestamp, sequence and data', async () => {
    await using world = await startWorld()
    const secret = world.charged.production.webhookSecret
    await using receiver = await startReceiver(() => secret)
    const customer = program(world, world.charged, 'production')
    await customer.place('é📚', { webhookUrl: receiver.url, payload: '\ud83d\ude00 \0 "' })
    await world.settle()
    assert.deepEqual(receiver.unverified, [])
    const [first, second] = receiver.received
    assert.match(secret, /^whsec_/)
    assert.match(first!.headers['content-type']!, /^application\/json/)
    assert.deepEqual([first!.type, first!.sequence, second!.type], ['OrderReceived', 1, 'OrderValidated'])
    assert.ok(second!.sequence > first!.sequence)
    assert.deepEqual(Object.keys(first!).filter(key => key !== 'headers' && key !== 'at').sort(), [
      'data',
      'sequence',
      'timestamp',
      'type',
    ]) // biome-ignore format: a list
    assert.notEqual(first!.headers['webhook-id'], second!.headers['webhook-id'])
    assert.equal(first!.data.payload, '\ud83d\ude00 \0 "')
    assert.deepEqual(second!.data, await customer.read('é📚'))
    assert.equal(first!.data.status, 'RECEIVED')
    const tampered = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
    assert.throws(() => tampered.verify('{}', first!.headers))
    await world.assertSound()
  })

  it('webhooks that fail are retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, a fifth more or less, and then no more', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => 500,
    )
    await program(world, world.charged, 'production').place('a', { ...failing, webhookUrl: receiver.url })
    await world.advance(10 * day)
    const steps = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day]
    const gaps = gapsIn(receiver.received)
    assert.equal(gaps.length, steps.length)
    for (const [i, gap] of gaps.entries()) {
      assert.ok(gap >= steps[i]! * 0.8 - second && gap <= steps[i]! * 1.2 + second, `${i}: ${gap}`)
    }
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    const { read, attempts } = await deliveriesOf(world, 'a')
    const { status, attempts: count, nextAttemptAt } = await read()
    assert.deepEqual([status, count, nextAttemptAt, (await attempts()).length], ['exhausted', 10, null, 10])
    await world.advance(30 * day)
    await world.assertSound()
  })

  it('webhooks that succeed at a later attempt are delivered, and no attempt follows', async () => {
    await using world = await startWorld()
    let tries = 0
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => (++tries < 3 ? 503 : 204),
    )
    await program(world, world.charged, 'production').place('a', { ...failing, webhookUrl: receiver.url })
    await world.advance(2 * day)
    assert.equal(tries, 3)
    const { read, attempts } = await deliveriesOf(world, 'a')
    assert.equal((await read()).status, 'delivered')
    assert.deepEqual(
      (await attempts()).map((one: { responseStatus: number }) => one.responseStatus),
      [204, 503, 503],
    )
  })

  it('webhooks that fail for half an hour are reported to the account by email once a day, except those of the sandbox', async () => {
    await using world = await startWorld()
    let answer = 503
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => answer,
    )
    const customer = program(world, world.charged, 'production')
    const alarmEmails = async () =>
      (await holderMails(world, world.charged)).filter(
        ({ subject }) => subject === 'We can’t reach your webhook endpoint',
      )
    await program(world, world.charged, 'sandbox').place('s', { ...failing, webhookUrl: receiver.url })
    await customer.place('a', { ...failing, webhookUrl: receiver.url })
    await customer.place('b', { ...failing, webhookUrl: receiver.url })
    await world.advance(20 * minute)
    assert.deepEqual(await alarmEmails(), [])
    await world.advance(hour)
    const [mail] = await alarmEmails()
    const { host } = new URL(receiver.url)
    assert.match(mail!.body, new RegExp(`to ${host} since March 2, 2026 at 12:00 PM UTC or earlier`))
    assert.match(mail!.body, /the endpoint answered with 503/)
    assert.doesNotMatch(mail!.body, /t0ken/)
    await world.advance(20 * hour)
    assert.equal((await alarmEmails()).length, 1)
    await world.advance(4 * hour - 20 * minute)
    assert.equal((await alarmEmails()).length, 2)
    // Their next attempts come after this instant, whatever chance adds to the steps before.
    answer = 204
    await world.advance(2 * day)
    await customer.place('c', { ...failing, webhookUrl: receiver.url })
    await world.advance(5 * day)
    assert.equal((await alarmEmails()).length, 2)
    await world.assertSound()
  })

  it('webhooks are retried later when the receiver sends Retry-After, up to twice the usual delay', async () => {
    await using world = await startWorld()
    const asked = ['8', '86400', '1', 'soon']
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => {
        const retryAfter = asked.shift()
        return retryAfter === undefined ? 204 : { status: 503, retryAfter }
      },
    )
    await program(world, world.charged, 'production').place('a', { ...failing, webhookUrl: receiver.url })
    await world.settle()
    const { read, attempts } = await deliveriesOf(world, 'a')
    const waits = async () => Date.parse((await read()).nextAttemptAt) - world.now().getTime()
    assert.equal(await waits(), 8 * second, 'of a step of 5 s')
    await world.advance(8 * second)
    assert.equal(await waits(), 10 * minute, 'a day is asked for, and the step is 5 min')
    await world.advance(10 * minute)
    const early = await waits()
    assert.ok(
      early >= 24 * minute && early <= 36 * minute,
      `${early}: the step is 30 min, whatever shorter is asked for`,
    )
    await world.advance(day)
    assert.equal((await read()).status, 'delivered')
    assert.deepEqual(
      (await attempts()).map((one: { responseStatus: number }) => one.responseStatus),
      [204, 503, 503, 503, 503],
    )
  })

  it('webhooks are given up at once when the receiver answers 410', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => 410,
    )
    await program(world, world.charged, 'production').place('a', { ...failing, webhookUrl: receiver.url })
    await world.advance(5 * day)
    assert.equal(receiver.received.length, 1)
    assert.equal((await (await deliveriesOf(world, 'a')).read()).status, 'gone')
  })

  it('webhooks that were given up have a list of their own, page by page', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      ({ data }) => (data.customerOrderId === 'taken' ? 204 : 410),
    )
    const { place } = program(world, world.charged, 'production')
    for (const id of ['first', 'taken', 'last']) await place(id, { ...failing, webhookUrl: receiver.url })
    await world.settle()
    const owner = await member(world, world.charged)
    const list = async (query: string) => (await owner.ask('GET', `/production/deliveries?${query}`)).body
    const idsOf = ({ deliveries }: { deliveries: { customerOrderId: string }[] }) =>
      deliveries.map(({ customerOrderId }) => customerOrderId)
    assert.deepEqual(idsOf(await list('limit=9')), ['last', 'taken', 'first'])
    const page = await list('state=given_up&limit=1')
    assert.deepEqual(idsOf(page), ['last'])
    const { responseStatus, failure } = page.deliveries[0].lastAttempt
    assert.deepEqual([responseStatus, failure], [410, 'http_4xx'])
    const next = await list(`state=given_up&limit=1&cursor=${page.nextCursor}`)
    assert.deepEqual([idsOf(next), next.nextCursor], [['first'], null])
  })

  it('a redirect of a webhook is not followed and counts as a failure', async () => {
    await using world = await startWorld()
    await using elsewhere = await startReceiver(() => world.charged.production.webhookSecret)
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => 307,
    )
    await program(world, world.charged, 'production').place('a', { ...failing, webhookUrl: receiver.url })
    await world.advance(minute)
    assert.equal(receiver.received.length, 2)
    assert.deepEqual(elsewhere.received, [])
    const { attempts } = await deliveriesOf(world, 'a')
    assert.equal((await attempts())[0].failure, 'http_3xx')
  })

  it('webhooks are resent by hand, under the same id', async () => {
    await using world = await startWorld()
    let status = 410
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => status,
    )
    await program(world, world.charged, 'production').place('a', { ...failing, webhookUrl: receiver.url })
    await world.settle()
    status = 204
    const { owner, path, read, attempts } = await deliveriesOf(world, 'a')
    for (const times of [2, 3]) {
      assert.equal((await owner.ask('POST', `${path}/redeliver`)).status, 202)
      await world.settle()
      assert.equal(receiver.received.length, times)
    }
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal((await read()).status, 'delivered')
    assert.deepEqual(
      (await attempts()).map((one: { trigger: string }) => one.trigger),
      ['redelivery', 'redelivery', 'schedule'],
    )
    await world.assertSound()
  })

  it('the failed webhooks, all webhooks, or the webhooks of one type in a period are resent together, each once', async () => {
    await using world = await startWorld()
    let status = 410
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => status,
    )
    const customer = program(world, world.charged, 'production')
    const owner = await member(world, world.charged)
    const from = world.now()
    await customer.place('early', { ...failing, webhookUrl: receiver.url })
    await world.advance(hour)
    for (const id of ['a', 'b']) await customer.place(id, { webhookUrl: receiver.url })
    await world.advance(minute)
    status = 204
    await customer.place('arrived', { ...failing, webhookUrl: receiver.url })
    await world.advance(minute)
    await customer.place('late', { ...failing, webhookUrl: receiver.url })
    await world.settle()
    const to = world.now()
    await world.advance(minute)
    const preview = async (more: Record<string, string> = {}) => {
      const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), ...more })
      return (await owner.ask('GET', `/production/deliveries/redeliver?${query}`)).body
    }
    const redeliver = (body: object) => owner.ask('POST', '/production/deliveries/redeliver', { from, to, ...body })
    const { asOf, ...failed } = await preview()
    assert.deepEqual(failed, { count: 5, more: false }, 'early, and two of a and b each')
    assert.equal((await preview({ state: 'all' })).count, 6, 'and arrived, but not late')
    assert.equal((await preview({ type: 'OrderReceived' })).count, 2)
    assert.equal((await preview({ from: later(from, minute).toISOString() })).count, 4)

    receiver.received.length = 0
    await world.advance(second)
    const received = await redeliver({ asOf, type: 'OrderReceived' })
    assert.deepEqual([received.status, received.body], [202, { count: 2, more: false }])
    assert.equal((await redeliver({ asOf })).body.count, 3, 'the other two are on their way')
    assert.equal((await redeliver({ asOf, state: 'all' })).body.count, 1)
    await world.settle()
    assert.equal(receiver.received.length, 6)
    assert.deepEqual(receiver.unverified, [])
    assert.equal((await redeliver({ asOf, state: 'all' })).body.count, 0, 'all of them were sent since')
    await world.settle()
    assert.equal(receiver.received.length, 6)
    assert.equal((await preview()).count, 0)

    const { entries } = (await owner.ask('GET', '/audit')).body
    const acts = entries.filter(({ action }: { action: string }) => action === 'webhooks_redelivered')
    assert.deepEqual(
      acts.map(({ details }: { details: { count: number; state: string } }) => [details.state, details.count]),
      [
        ['all', 1],
        ['failed', 3],
        ['failed', 2],
      ],
    )
    for (const wrong of [{ to: from }, { to: later(from, 32 * day) }]) {
      const { status, body } = await redeliver({ asOf, ...wrong })
      assert.deepEqual([status, body.errors[0].pointer], [400, '/to'])
    }
    await world.assertSound()
  })

  it('webhooks are signed with a private key too, from when the account switches it on until it switches it off', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
    const owner = await member(world, world.charged)
    const customer = program(world, world.charged, 'production')
    const path = '/production/webhook-public-key'
    const versions = () =>
      receiver.received
        .at(-1)!
        .headers['webhook-signature']!.split(' ')
        .map(signature => signature.split(',')[0])
    const send = () => owner.ask('POST', '/production/webhook-test', { url: receiver.url })
    assert.deepEqual((await owner.ask('GET', path)).body, { publicKey: null, createdAt: null, previous: null })
    await send()
    assert.deepEqual(versions(), ['v1'])

    const { publicKey } = (await owner.ask('POST', `${path}/rotate`)).body
    assert.match(publicKey, /^whpk_/)
    await customer.place('a', { webhookUrl: receiver.url })
    await world.settle()
    assert.deepEqual(versions().toSorted(), ['v1', 'v1a'])
    const as = world.charged.production.authorization
    assert.equal((await world.call('/webhook-public-key', { as })).body.publicKey, publicKey)
    assert.equal(
      (await world.call('/webhook-public-key', { as: world.charged.sandbox.authorization })).body.publicKey,
      null,
    )

    const rotated = (await owner.ask('POST', `${path}/rotate`)).body
    assert.deepEqual([rotated.previous.publicKey, rotated.publicKey === publicKey], [publicKey, false])
    await send()
    assert.deepEqual(versions().toSorted(), ['v1', 'v1a', 'v1a'])
    await world.advance(day)
    await send()
    assert.deepEqual(versions().toSorted(), ['v1', 'v1a'])

    assert.equal((await owner.ask('DELETE', path)).status, 204)
    await send()
    assert.deepEqual(versions(), ['v1'])
    assert.equal((await owner.ask('GET', path)).body.publicKey, null)
    const secret = (await owner.ask('GET', '/production/webhook-secret')).body
    assert.deepEqual([secret.secret, secret.previous], [world.charged.production.webhookSecret, null])
    assert.deepEqual(receiver.unverified, [])
  })

  it('webhooks can be tried with a test event: signed, listed, sent once, and outside of every count', async () => {
    await using world = await startWorld()
    const answers = [202]
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => answers.shift() ?? 204,
    )
    const owner = await member(world, world.charged)
    const path = '/production/webhook-test'
    assert.equal((await owner.ask('POST', path)).status, 400, 'no order names an address yet')
    const sent = await owner.ask('POST', path, { url: receiver.url })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const [got] = receiver.received
    assert.deepEqual(receiver.unverified, [])
    assert.deepEqual([got!.type, got!.sequence], ['WebhookTest', 0])
    assert.equal((got!.data as { test: boolean }).test, true)
    const { request, answer, deliveryId } = sent.body
    assert.deepEqual([answer.responseStatus, answer.failure, request.url], [202, null, receiver.url])
    assert.equal(request.headers['webhook-signature'], got!.headers['webhook-signature'])
    assert.equal(request.headers['webhook-id'], deliveryId)

    // Without an address it goes where orders have theirs sent; a failure is not tried again.
    const customer = program(world, world.charged, 'production')
    await customer.place('a', { webhookUrl: receiver.url })
    await world.settle()
    answers.push(503)
    assert.deepEqual((await owner.ask('GET', path)).body.addresses, [receiver.url])
    const refused = await owner.ask('POST', path)
    assert.deepEqual([refused.status, refused.body.answer.failure], [201, 'http_5xx'])
    await world.advance(2 * day)
    const tests = receiver.received.filter(({ type }) => type === 'WebhookTest')
    assert.equal(tests.length, 2)
    const alarmEmails = receiver.received.filter(({ type }) => type !== 'WebhookTest').map(({ sequence }) => sequence)
    assert.deepEqual(
      alarmEmails,
      alarmEmails.map((_, i) => i + 1),
      'no number of the order is missing',
    )

    const { deliveries } = (await owner.ask('GET', '/production/deliveries')).body
    const listed = deliveries.filter(({ type }: { type: string }) => type === 'WebhookTest')
    assert.deepEqual(
      listed.map((one: { status: string; attempts: number; customerOrderId: null }) => [one.status, one.attempts]),
      [
        ['exhausted', 1],
        ['delivered', 1],
      ],
    )
    const { attempts } = (await owner.ask('GET', `/production/deliveries/${deliveryId}/attempts`)).body
    assert.deepEqual([attempts.length, attempts[0].responseStatus], [1, 202])
    assert.equal((await owner.ask('POST', `/production/deliveries/${deliveryId}/redeliver`)).status, 404)

    // Nothing private is called, and nobody makes an engine of it.
    const inside = await owner.ask('POST', path, { url: 'http://169.254.169.254/latest/meta-data' })
    assert.equal(inside.body.answer.failure, 'url_blocked')
    assert.equal((await owner.ask('POST', path, { url: 'ftp://files.example/' })).status, 400)
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push((await owner.ask('POST', path, { url: 'http://10.0.0.1/' })).status)
    assert.deepEqual([statuses[0], statuses.at(-1)], [201, 429])
    await world.assertSound()
  })

  it('webhooks are signed with two secrets for a day after a rotation, then with the new one alone', async () => {
    await using world = await startWorld()
    const owner = await member(world, world.charged)
    const old = world.charged.production.webhookSecret
    const { body: rotated } = await owner.ask('POST', '/production/webhook-secret/rotate')
    assert.equal(rotated.previous.secret, old)
    let secret = old
    await using receiver = await startReceiver(() => secret)
    const customer = program(world, world.charged, 'production')
    const tell = async (id: string) => {
      await customer.place(id, { ...failing, webhookUrl: receiver.url })
      await world.settle()
      return receiver.received.at(-1)!.headers['webhook-signature']!.split(' ').length
    }
    assert.equal(await tell('a'), 2)
    secret = rotated.secret
    assert.equal(await tell('b'), 2)
    assert.deepEqual(receiver.unverified, [])
    await world.advance(day)
    assert.equal(await tell('c'), 1)
    assert.deepEqual(receiver.unverified, [])
    secret = old
    await tell('d')
    assert.equal(receiver.unverified.length, 1)
    const { body: sandbox } = await owner.ask('GET', '/sandbox/webhook-secret')
    assert.equal(sandbox.secret, world.charged.sandbox.webhookSecret)
  })

  it('the secret of webhooks is shown only to owners and developers who gave their password recently', async () => {
    await using world = await startWorld()
    const { database, clock, newId } = world.app
    const { accountId } = world.charged
    const path = '/dashboard/api/production/webhook-secret'
    const password = 'correct horse battery'
    for (const [role, sees] of [
      ['owner', true],
      ['developer', true],
      ['bookkeeper', false],
      ['viewer', false],
    ] as const) {
      const person = {
        name: role,
        email: `${role}@lantern.example`,
        password,
        kind: 'customer' as const,
        accountId,
        role,
      }
      await createPerson({ db: database.db, clock, newId }, person, 'test')
      const who = visitor(world)
      await who.ask('POST', '/auth/sign-in/email', { email: person.email, password })
      const given = async () => {
        const [shown, rotated] = [await who.ask('GET', path), await who.ask('POST', `${path}/rotate`)]
        return [shown.body.code ?? shown.body.secret.slice(0, 6), rotated.body.code ?? rotated.body.secret.slice(0, 6)]
      }
      assert.deepEqual(await given(), sees ? ['whsec_', 'whsec_'] : ['not_allowed', 'not_allowed'], role)
      // Nor does anything else that the role may read carry one.
      for (const other of ['production/deliveries', 'production/overview', 'audit']) {
        const { status, body } = await who.ask('GET', `/dashboard/api/${other}`)
        assert.equal(status, 200)
        assert.doesNotMatch(JSON.stringify(body), /whsec_/)
      }
      await sql`update sessions set created_at = ${earlier(systemClock(), 61 * minute)}`.execute(database.db)
      const late = sees ? 'reauthentication_required' : 'not_allowed'
      assert.deepEqual(await given(), [late, late], role)
      assert.equal((await who.ask('POST', '/auth/confirm-password', { password })).status, 204)
      assert.deepEqual(await given(), sees ? ['whsec_', 'whsec_'] : ['not_allowed', 'not_allowed'], role)
    }
  })

  it('webhooks of a failing receiver do not delay the webhooks of another receiver', async () => {
    await using world = await startWorld()
    const secret = () => world.charged.production.webhookSecret
    await using bad = await startReceiver(secret, () => 500)
    await using good = await startReceiver(secret)
    const customer = program(world, world.charged, 'production')
    for (let i = 0; i < 10; i++) await customer.place(`bad ${i}`, { ...failing, webhookUrl: bad.url })
    await customer.place('good', { ...failing, webhookUrl: good.url })
    await world.settle()
    assert.deepEqual(good.kinds(), ['OrderValidationFailed'])
    assert.equal(bad.received.length, 10)
  })

  it('webhooks are recorded also for an order without a webhook address', async () => {
    await using world = await startWorld()
    await program(world, world.charged, 'production').place('quiet')
    await world.settle()
    const owner = await member(world, world.charged)
    const { body } = await owner.ask('GET', '/production/orders/quiet')
    assert.deepEqual(
      body.steps.map((one: { webhook: string | null }) => one.webhook),
      ['OrderReceived', null, 'OrderValidated'],
    )
    assert.deepEqual((await owner.ask('GET', '/production/deliveries')).body.deliveries, [])
  })

  it('webhooks keep their attempts for 30 days', async () => {
    await using world = await startWorld()
    await using receiver = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => 410,
    )
    await program(world, world.charged, 'production').place('a', { ...failing, webhookUrl: receiver.url })
    await world.settle()
    const { attempts } = await deliveriesOf(world, 'a')
    await world.advance(29 * day)
    assert.equal((await attempts()).length, 1)
    await world.advance(2 * day)
    assert.deepEqual(await attempts(), [])
  })
})
