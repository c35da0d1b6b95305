// EasyPost reports by its signed webhook what becomes of a parcel.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { day, hour } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { fakeEasypostKey, fakeTracker, startFakeEasypost } from '../support/fakeEasypost.ts'
import { countMore, recentDeliveries } from '../support/recentDeliveries.ts'
import { startWorld, type World } from '../support/world.ts'

const webhookSecret = 'a sécret of the tests'
const untilPrinting = 27 * hour

let easypost: Awaited<ReturnType<typeof startFakeEasypost>>
let world: World
let customer: ReturnType<typeof program>
let numbers: { reported: string; asked: string }
before(async () => {
  easypost = await startFakeEasypost()
  world = await startWorld({
    config: { carrier: 'easypost', easypost: { apiKey: fakeEasypostKey, webhookSecret, apiUrl: easypost.apiUrl } },
  })
  customer = program(world, world.charged, 'production')
  numbers = { reported: await shipLabeled('reported'), asked: await shipLabeled('asked') }
  await world.advance(3 * day) // until after the times of the fake tracker
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await easypost.close()
})

const signatureOf = (body: string, secret = webhookSecret) =>
  `hmac-sha256-hex=${createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')}`

async function send(body: string, signature = signatureOf(body), to = world) {
  const headers = { 'content-type': 'application/json', 'x-hmac-signature': signature }
  const answer = await to.app.server.inject({ method: 'POST', url: '/easypost/webhook', payload: body, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const eventAbout = (result: object, id = 'evt_1') =>
  JSON.stringify({ id, object: 'Event', description: 'tracker.updated', result })

async function shipLabeled(order: string) {
  await customer.place(order)
  await world.advance(untilPrinting)
  const path = `/press/jobs/${(await press(world).jobOf(order)).jobId}`
  const post = (what: string, body: object) =>
    world.call(`${path}/${what}`, { method: 'POST', as: world.demo.printer.authorization, body })
  const { trackingNumber } = (await post('labels', { parcel: 1 })).body
  const shipments = [{ masterTrackingNumber: trackingNumber, packages: [{ trackingNumber }] }]
  assert.equal((await post('ship', { shipments })).status, 200)
  return trackingNumber as string
}
const questions = (number: string) =>
  easypost.requests.filter(
    ({ path, body }) => path === '/v2/trackers' && JSON.stringify(body).includes(JSON.stringify(number)),
  ).length
const stepsOf = async (order: string) =>
  (await world.call(`/orders/${order}/events`, { as: customer.as })).body.events.map(
    ({ type }: { type: string }) => type,
  )

it('a signed message delivers an order at once, and the same message again changes nothing', async () => {
  const number = numbers.reported
  const body = eventAbout(fakeTracker(number, { carrier: 'USPS', isDelivered: true }))
  const before = questions(number)
  assert.deepEqual(await send(body), { status: 200, body: { received: true } })
  const order = await customer.read('reported')
  assert.deepEqual(
    order.delivery.map(({ status, at, place }: { status: string; at: string; place: { city: string } }) => [
      ...[status, at, place.city],
    ]),
    [['delivered', '2026-03-06T20:12:00.000Z', 'BOULDER']],
  )
  for (const id of ['evt_1', 'evt_2']) assert.equal((await send(body.replace('evt_1', id))).status, 200)
  const early = eventAbout(fakeTracker(number, { carrier: 'USPS', isDelivered: false }), 'evt_0')
  assert.equal((await send(early)).status, 200)
  assert.deepEqual(await customer.read('reported'), order)
  assert.equal((await stepsOf('reported')).filter((type: string) => type === 'OrderDelivered').length, 1)
  await world.advance(day)
  assert.equal(questions(number), before)
  await world.assertSound()
})

it('without a message, EasyPost is asked', async () => {
  easypost.deliver(numbers.asked)
  await world.advance(6 * hour)
  assert.equal((await customer.read('asked')).delivery[0].status, 'delivered')
  await world.assertSound()
})

it('a delivery that EasyPost reports without a country counts for estimates to its state', async () => {
  await world.advance(2 * hour)
  await using _ = await countMore(
    world,
    ['a', 'b', 'c'].map(account => ({ account, orders: 30 })),
  )
  assert.deepEqual(await recentDeliveries(world, { country: 'US', state: 'CO' }), { orders: 50, inTimeShare: 1 })
})

it('a message about an unknown parcel, or about something else, is received and does nothing', async () => {
  const unknown = eventAbout(fakeTracker('UNKNOWN', { carrier: 'USPS', isDelivered: true }))
  const batch = JSON.stringify({ id: 'evt_9', description: 'batch.updated', result: { object: 'Batch' } })
  for (const body of [unknown, batch]) assert.deepEqual(await send(body), { status: 200, body: { received: true } })
})

it('a message that EasyPost did not sign is refused, and moves nothing', async () => {
  const number = await shipLabeled('forged')
  const body = eventAbout(fakeTracker(number, { carrier: 'USPS', isDelivered: true }))
  for (const signature of [
    '',
    'hmac-sha256-hex=',
    signatureOf(body, 'another secret of tests'),
    signatureOf(`${body} `),
  ]) {
    const { status, body: problem } = await send(body, signature)
    assert.deepEqual([status, problem.code], [400, 'not_from_provider'])
  }
  for (const text of ['', 'null', '[]', '{']) assert.equal((await send(text)).status, 400)
  assert.equal((await send(JSON.stringify({ text: 'x'.repeat(600 * 1024) }))).status, 413)
  assert.equal('delivery' in (await customer.read('forged')), false)
})

it('without its secret, and with another carrier, the address does not exist', async () => {
  const withoutSecret = { apiKey: fakeEasypostKey, webhookSecret: null, apiUrl: easypost.apiUrl }
  for (const config of [{ carrier: 'easypost' as const, easypost: withoutSecret }, {}]) {
    await using other = await startWorld({ config })
    assert.equal((await send('{}', signatureOf('{}'), other)).status, 404)
  }
})

const recordings = process.env.EASYPOST_RECORDINGS
const skip = recordings === undefined && 'EASYPOST_RECORDINGS names no file'

it('every recorded tracker and event of EasyPost is received', { skip }, async () => {
  const { recordings: all } = JSON.parse(readFileSync(recordings!, 'utf8'))
  // biome-ignore lint/suspicious/noExplicitAny: answers as they were recorded
  const answers = all.flatMap(({ exchanges }: any) => exchanges.map(({ answer }: any) => answer))
  // biome-ignore lint/suspicious/noExplicitAny: answers as they were recorded
  const listed = answers.flatMap((answer: any) => [answer, ...(answer?.trackers ?? []), ...(answer?.events ?? [])])
  let received = 0
  for (const one of listed) {
    if (one?.object !== 'Tracker' && one?.object !== 'Event') continue
    const body = one.object === 'Event' ? JSON.stringify(one) : eventAbout(one)
    assert.deepEqual(await send(body), { status: 200, body: { received: true } })
    received++
  }
  assert.ok(received > 0)
})
