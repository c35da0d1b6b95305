import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { operator } from '../../../test/support/orderRules.ts'
import {
  clock,
  database,
  jobOf,
  newPrintingOrder,
  onBothDatabases,
  passTime,
  readAgain,
  receive,
  steps,
  transactor,
  wokenTasks,
} from '../../../test/support/printingScene.ts'
import { day, earlier, hour, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import type { Carrier, Tracking, TrackingEvent, TrackingStatus } from '../../carriers/carrier.ts'
import { findFollowed } from '../../carriers/followedParcelStore.ts'
import { simulatedCarrier } from '../../carriers/simulated/simulatedCarrier.ts'
import { readEvents } from '../../carriers/simulated/simulatedCarrierStore.ts'
import type { Order } from '../../orders/order.ts'
import { lockOrders } from '../../orders/orderStore.ts'
import { transact } from '../../orders/transact.ts'
import { audit, isViolation } from '../audit/audit.ts'
import { deleteOrders } from '../privacy/deleteOrders.ts'
import { eraseRecipients } from '../privacy/eraseRecipients.ts'
import { applyTracking, type FollowDeps, followParcels } from './followParcels.ts'
import { buyLabel } from './labels.ts'

class Killed extends Error {}

const anyPlace = { city: 'DENVER', state: 'CO', country: 'US' }

onBothDatabases('followed parcels', () => {
  let order: Order
  let numbers: string[]
  let answers: Map<string, TrackingEvent[] | 'absent' | 'unknown'>
  let questions: string[]

  beforeEach(async () => {
    await sql`delete from followed_parcels`.execute(database.db)
    answers = new Map()
    questions = []
  })

  /** The sample carrier, which says of parcels what a test tells it to. */
  const carrier = (): Carrier => ({
    ...simulatedCarrier({ db: database.db, newId: transactor.newId, clock }),
    async track({ trackingNumber }) {
      questions.push(trackingNumber)
      const events = answers.get(trackingNumber) ?? 'absent'
      if (events === 'absent') return { kind: 'absent' }
      if (events === 'unknown') return { kind: 'unknown', cause: 'a time-out' }
      return { kind: 'found', tracking: trackingOf(trackingNumber, events) }
    },
  })
  const trackingOf = (trackingNumber: string, events: TrackingEvent[]): Tracking => ({
    ...{ trackingNumber, carrier: 'Simulated Post', status: events.at(-1)?.status ?? 'announced' },
    ...{ expectedOn: '2026-03-09', events },
  })
  const event = (status: TrackingStatus, at = clock()): TrackingEvent => ({
    ...{ status, at, description: `It is ${status}`, place: anyPlace },
  })
  const depsOf = (changes: Partial<FollowDeps> = {}): FollowDeps => ({
    ...{ transactor, clock, log: silentLog, crash: () => {}, carrierOf: () => carrier() },
    ...changes,
  })
  const sweep = (deps = depsOf()) => followParcels(deps)(clock())
  async function later(ms: number, deps = depsOf()) {
    passTime(ms)
    return sweep(deps)
  }
  const followed = () => findFollowed(database.db, order)
  const delivery = async () => (await readAgain(order)).state.delivery?.map(({ status }) => status)
  const news = async () => (await steps(order)).slice((await steps(order)).lastIndexOf('shipped') + 1)
  const findings = async () => {
    const broken = (await audit(database.db, clock())).filter(isViolation)
    const rows = broken.flatMap(({ rule, rows }) => (/parcel|delivery|label/.test(rule) ? rows : []))
    return (rows as { order_id: string }[]).filter(row => row.order_id === order.orderId)
  }
  const say = (events: TrackingEvent[], changes: Partial<Tracking> = {}) =>
    transact(transactor, { now: clock(), actor: 'system' }, work =>
      applyTracking(
        work,
        { ...order, trackingNumber: numbers[0]! },
        { ...trackingOf(numbers[0]!, events), ...changes },
      ),
    )

  /** An order that has shipped with as many parcels, each with a label. */
  async function ship(parcels = 1, typed: string[] = []) {
    order = await newPrintingOrder()
    const job = await jobOf(order)
    const deps = { ...depsOf(), boxes: () => operator.shipping.boxes, maxTransitDays: () => 6 }
    numbers = []
    for (let parcel = 1; parcel <= parcels; parcel++) {
      const request = { parcel, box: 'Small carton', copies: null, weightOz: 20, acceptWeight: true }
      numbers.push((await buyLabel(deps, job, request, 'desk')).trackingNumber!)
    }
    const packages = [...numbers, ...typed].map(trackingNumber => ({
      ...{ trackingNumber, altTrackingNumber: '', trackingUrl: '' },
    }))
    const shipments = [{ masterTrackingNumber: packages[0]!.trackingNumber, carrier: '', packages }]
    await receive({ jobId: job.jobId, content: { kind: 'shipped', shipments, shippingCents: null }, actor: 'printer' })
  }

  it('a parcel with a label is followed from the day on which its order ships until it is delivered', async () => {
    await ship()
    assert.ok(wokenTasks.includes('follow_parcels'))
    assert.deepEqual([await sweep(), (await followed()).length, await delivery()], [0, 1, undefined])
    const [number] = numbers as [string]
    answers.set(number, [event('announced')])
    assert.equal(await later(6 * hour), 1)
    assert.deepEqual([await delivery(), await news()], [undefined, []])
    const ways: [TrackingStatus, string][] = [
      ['in_transit', 'parcel_moved'],
      ['out_for_delivery', 'parcel_moved'],
      ['delivered', 'delivered'],
    ]
    for (const [i, [status]] of ways.entries()) {
      passTime(day)
      answers.set(number, [...(answers.get(number) as TrackingEvent[]), event(status)])
      assert.equal(await sweep(), 1)
      assert.deepEqual([await delivery(), await news()], [[status], ways.slice(0, i + 1).map(([, on]) => on)])
      assert.deepEqual(await findings(), [])
    }
    const { status, state } = await readAgain(order)
    assert.equal(status, 'SHIPPED')
    assert.deepEqual(state.delivery, [
      {
        ...{ trackingNumber: number, carrier: 'Simulated Post', status: 'delivered', at: clock().toISOString() },
        ...{ description: 'It is delivered', place: anyPlace, expectedOn: '2026-03-09' },
      },
    ])
    assert.equal(await later(90 * day), 0)
  })

  it('the tracking of an order stays as it was recorded, whatever becomes of its parcels', async () => {
    await ship()
    const { shipmentTracking } = (await readAgain(order)).state
    await say([event('returned')])
    assert.deepEqual((await readAgain(order)).state.shipmentTracking, shipmentTracking)
  })

  it('an order of two parcels is delivered when both are', async () => {
    await ship(2)
    answers.set(numbers[0]!, [event('delivered')])
    await later(6 * hour)
    assert.deepEqual([await delivery(), await news()], [['delivered'], ['parcel_moved']])
    answers.set(numbers[1]!, [event('delivered')])
    await later(6 * hour)
    assert.deepEqual(
      [await delivery(), await news()],
      [
        ['delivered', 'delivered'],
        ['parcel_moved', 'delivered'],
      ],
    )
    assert.deepEqual(await findings(), [])
  })

  it('an order with a parcel that nobody follows is never reported as delivered', async () => {
    await ship(1, ['T9'])
    await say([event('delivered')])
    assert.deepEqual([(await followed()).length, await news()], [1, ['parcel_moved']])
    assert.deepEqual(await findings(), [])
  })

  it('an order whose numbers were typed is not followed', async () => {
    await ship(0, ['T1'])
    assert.deepEqual(await followed(), [])
  })

  it('the same news twice changes nothing the second time', async () => {
    await ship()
    const events = [event('in_transit'), event('attempted')]
    await say(events)
    const before = await readAgain(order)
    await say(events)
    await say(events)
    assert.deepEqual([await readAgain(order), await news()], [before, ['parcel_moved', 'delivery_problem']])
  })

  it('news that arrives late changes nothing', async () => {
    await ship()
    const old = [event('in_transit')]
    passTime(day)
    await say([...old, event('out_for_delivery')])
    const before = await readAgain(order)
    await say(old)
    assert.deepEqual([await readAgain(order), await news()], [before, ['parcel_moved', 'parcel_moved']])
  })

  it('a new expected day without a scan is recorded, and an older report or one after the delivery changes none', async () => {
    await ship()
    const expectedOn = async () => (await readAgain(order)).state.delivery?.[0]?.expectedOn
    const first = event('in_transit')
    await say([], { expectedOn: '2026-03-10' })
    assert.equal(await expectedOn(), undefined)
    await say([first])
    passTime(hour)
    const both = [first, event('out_for_delivery')]
    await say(both, { expectedOn: '2026-03-10' })
    const at = (await readAgain(order)).state.delivery![0]!.at
    await say(both, { expectedOn: '2026-03-11' })
    await say(both, { expectedOn: '2026-03-11' })
    await say([first], { expectedOn: '2026-03-09' })
    await say(both, { expectedOn: null })
    assert.equal(await expectedOn(), '2026-03-11')
    assert.equal((await readAgain(order)).state.delivery![0]!.at, at)
    assert.deepEqual(await news(), ['parcel_moved', 'parcel_moved', 'parcel_moved'])
    passTime(hour)
    const delivered = [...both, event('delivered')]
    await say(delivered, { expectedOn: '2026-03-11' })
    await say(delivered, { expectedOn: '2026-03-12' })
    assert.equal(await expectedOn(), '2026-03-11')
    assert.deepEqual(await findings(), [])
  })

  it('news in another order ends as it would in the right order', async () => {
    await ship()
    const [first, second, third] = ['in_transit', 'exception', 'out_for_delivery'].map((status, i) =>
      event(status as TrackingStatus, earlier(clock(), (3 - i) * hour)),
    ) as [TrackingEvent, TrackingEvent, TrackingEvent]
    await say([first, second, third])
    await say([first])
    await say([first, second])
    assert.deepEqual(
      [await delivery(), await news()],
      [['out_for_delivery'], ['parcel_moved', 'delivery_problem', 'parcel_moved']],
    )
  })

  it('of two reports of the same time, the longer one counts', async () => {
    await ship()
    const both = [event('out_for_delivery'), event('attempted')]
    await say(both.slice(0, 1))
    await say(both)
    await say(both.slice(0, 1))
    assert.deepEqual(await news(), ['parcel_moved', 'delivery_problem'])
  })

  it('news after the delivery changes nothing', async () => {
    await ship()
    const delivered = event('delivered')
    await say([delivered])
    passTime(day)
    await say([delivered, event('exception')])
    assert.deepEqual([await delivery(), await news()], [['delivered'], ['delivered']])
  })

  it('a parcel that comes back after its delivery is followed again until it is returned', async () => {
    await ship()
    const events = [event('delivered')]
    await say(events)
    passTime(70 * day)
    events.push(event('returning'))
    await say(events)
    assert.deepEqual([await delivery(), await findings()], [['returning'], []])
    passTime(day)
    answers.set(numbers[0]!, [...events, event('returned')])
    await sweep()
    assert.deepEqual(await news(), ['delivered', 'delivery_problem', 'returned'])
    assert.deepEqual(await findings(), [])
  })

  it('a lost parcel that moves again stays as it is, until it is delivered', async () => {
    await ship()
    const events = [event('in_transit')]
    answers.set(numbers[0]!, events)
    await later(60 * day)
    assert.deepEqual(await delivery(), ['lost'])
    const before = await followed()
    passTime(2 * day)
    await say([...events, event('in_transit')])
    assert.deepEqual([await delivery(), await followed(), await findings()], [['lost'], before, []])
    passTime(day)
    await say([...events, event('delivered')])
    assert.deepEqual([await delivery(), await findings()], [['delivered'], []])
  })

  it('a problem between two questions is reported', async () => {
    await ship()
    answers.set(numbers[0]!, [event('attempted', earlier(clock(), hour)), event('in_transit')])
    await later(6 * hour)
    assert.deepEqual([await delivery(), await news()], [['in_transit'], ['delivery_problem', 'parcel_moved']])
  })

  it('a parcel whose carrier is no longer set is lost in the end', async () => {
    await ship()
    const unset = depsOf({ carrierOf: () => null })
    await later(59 * day, unset)
    assert.deepEqual(await delivery(), undefined)
    await later(day, unset)
    assert.deepEqual([await delivery(), await news(), await findings()], [['lost'], ['delivery_problem'], []])
    assert.equal(await later(30 * day, unset), 0)
  })

  it('two answers at once are recorded once', async () => {
    await ship()
    const events = [event('delivered')]
    await Promise.all([say(events), say(events), say(events)])
    assert.deepEqual(await news(), ['delivered'])
  })

  it('a parcel without news for sixty days is lost, and is asked about no more', async () => {
    await ship()
    answers.set(numbers[0]!, [event('in_transit')])
    await later(59 * day)
    assert.deepEqual(await delivery(), ['in_transit'])
    await later(day)
    assert.deepEqual([await delivery(), await news()], [['lost'], ['parcel_moved', 'delivery_problem']])
    questions = []
    await later(30 * day)
    assert.deepEqual([questions, await findings()], [[], []])
    await say([event('delivered')])
    assert.deepEqual([await delivery(), await findings()], [['delivered'], []])
  })

  it('a carrier that does not answer, or does not know the parcel, is asked again', async () => {
    await ship()
    answers.set(numbers[0]!, 'unknown')
    assert.equal(await later(6 * hour), 1)
    assert.equal(await later(minute), 0)
    assert.equal(await later(5 * minute), 1)
    answers.set(numbers[0]!, 'absent')
    assert.equal(await later(6 * hour), 1)
    answers.set(numbers[0]!, [event('delivered')])
    assert.equal(await later(6 * hour), 1)
    assert.deepEqual(await news(), ['delivered'])
  })

  it('a parcel of a carrier that is no longer set waits, and changes nothing', async () => {
    await ship()
    await later(6 * hour, depsOf({ carrierOf: () => null }))
    assert.deepEqual([questions, (await followed())[0]?.endedAt], [[], null])
  })

  it('a worker that dies after its question leaves a parcel that is asked about again', async () => {
    await ship()
    answers.set(numbers[0]!, [event('delivered')])
    passTime(6 * hour)
    const dying = depsOf({
      crash: () => {
        throw new Killed()
      },
    })
    await assert.rejects(sweep(dying))
    assert.deepEqual([await sweep(), await news()], [0, []])
    assert.deepEqual([await later(10 * minute), await news()], [1, ['delivered']])
  })

  it('a carrier’s words are erased with the recipient, and later words are not kept', async () => {
    await ship()
    await say([event('in_transit')])
    await transact(transactor, { now: clock(), actor: 'system' }, async work =>
      eraseRecipients(work, await lockOrders(work.tx, [order])),
    )
    const words = async () => (await readAgain(order)).state.delivery?.map(({ description }) => description)
    assert.deepEqual(await words(), [''])
    passTime(day)
    await say([event('delivered')])
    assert.deepEqual([await words(), await delivery()], [[''], ['delivered']])
    const { rows } =
      await sql`select from order_events where order_id = ${order.orderId} and state::text like '%It is %'`.execute(
        database.db,
      )
    assert.deepEqual(rows, [])
  })

  it('the answer about a parcel of a deleted order is nothing, and what was simulated for it is deleted', async () => {
    await ship()
    const parcel = { orderId: order.orderId, trackingNumber: numbers[0]! }
    await carrier().simulate!(parcel, 'delivered')
    assert.equal((await readEvents(database.db, parcel)).length, 1)
    await database.db.transaction().execute(tx => deleteOrders(tx, [order]))
    await say([event('delivered')])
    assert.deepEqual([await followed(), await readEvents(database.db, parcel)], [[], []])
  })
})
