// The service against the model of test/support/model.ts: any sequence of acts of customers, printers, staff and time
// leaves both in the same state. MODEL_RUNS and MODEL_SEED make it longer, or repeat a run.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { day, hour, minute, second } from '../src/base/clock.ts'
import { type Mode, modes } from '../src/base/mode.ts'
import { datesOf } from '../src/features/placing/dates.ts'
import { lifecycle } from '../src/orders/lifecycle.ts'
import { isShortForm } from './support/form.ts'
import { isLongForm } from './support/longForm.ts'
import {
  abandon,
  advance,
  type CardName,
  cancel,
  changeCard,
  create,
  fastForward,
  inQueue,
  inWindow,
  type Model,
  type ModelOrder,
  newModel,
  type PrinterAction,
  receiveMessage,
  reprint,
  resume,
  revalidate,
  settle,
  simulatePayment,
} from './support/model.ts'
import { type Answer, orderBody, startWorld, type World } from './support/world.ts'

const usualRuns = isLongForm ? 12 : 6
const runs = Number(process.env.MODEL_RUNS ?? (isShortForm ? 3 : usualRuns))
const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31))
const maxCommands = 120
/** No command of this test brings a refund back from its bank, or moves a parcel. */
const neverSeen = ['OrderRefundFailed', 'OrderDelivered', 'OrderDeliveryProblem', 'OrderReturned']
/** Of all other kinds of webhooks; a rare one may be missing from a short run. */
const maxUnseen = isLongForm ? 7 : 9
/** So few that orders have to queue. */
const limit = { perDay: 6, ceiling: 9 }

const weigh = <T>(times: number, one: T): T[] => Array(times).fill(one)

type Real = { world: World; cookie: string }
type Deed = fc.AsyncCommand<Model, Real>

/** A command that does a thing to both and then compares them. */
const deed = (
  says: string,
  act: (m: Model, real: Real) => Promise<void>,
  check: (m: Model) => boolean = () => true,
): Deed => ({
  check,
  async run(m, real) {
    await act(m, real)
    settle(m)
    await real.world.settle()
    await compare(m, real)
  },
  toString: () => says,
})

/** The same for one of the orders there are: mostly one to which it can be done, sometimes any. */
const toOrder = (
  n: number,
  says: string,
  fits: (order: ModelOrder) => boolean,
  act: (m: Model, order: ModelOrder, real: Real) => Promise<void>,
): Deed =>
  deed(
    `${says} ${n}`,
    (m, real) => {
      const fitting = m.orders.filter(fits)
      const choice = n % 4 === 0 || fitting.length === 0 ? m.orders : fitting
      return act(m, choice[n % choice.length]!, real)
    },
    m => m.orders.length > 0,
  )

const anyOrder = () => true
const standsIn =
  (...statuses: string[]) =>
  ({ status }: ModelOrder) =>
    statuses.includes(status)
const isOver = standsIn('SHIPPED', 'CANCELLED', 'FAILED', 'REJECTED')
const awaitsSimulation = ({ mode, status }: ModelOrder) => mode === 'sandbox' && status === 'VALID_AWAITING_PAYMENT'

const keyOf = ({ world }: Real, mode: Mode) => world.charged[mode].authorization
const expectStatus = (answer: Answer, expected: number) =>
  assert.equal(answer.status, expected, JSON.stringify(answer.body))

const post = (world: World, path: string, body: object | undefined, as: string) =>
  world.call(path, { method: 'POST', as, ...(body === undefined ? {} : { body }) })

const which = fc.nat(1000)
const mode = fc.constantFrom(...modes)

const bodies = {
  makeable: {},
  unknownProduct: { orderItems: [{ sku: 'NOTHING', quantity: 1 }] },
  noRetailPrice: { destination: { ...orderBody().destination, state: 'ON', postal: 'K1A 0B1', country: 'CA' } },
}

const place = fc
  .tuple(
    mode,
    fc.constantFrom<keyof typeof bodies>(...weigh(8, 'makeable' as const), 'unknownProduct', 'noRetailPrice'),
  )
  .map(([mode, body]) =>
    deed(`place ${body} in ${mode}`, async (m, real) => {
      const customerOrderId = `o${m.orders.length}`
      const answer = await post(
        real.world,
        '/orders/create',
        orderBody({ customerOrderId, ...bodies[body] }),
        keyOf(real, mode),
      )
      expectStatus(answer, 201)
      assert.equal(answer.body.status, create(m, customerOrderId, mode, body === 'makeable'))
      m.orders.at(-1)!.cents = Math.round((answer.body.pricing?.orderTotal ?? 0) * 100)
    }),
  )

const placeAgain = fc.tuple(which, mode).map(([n, mode]) =>
  toOrder(n, `place again in ${mode}`, anyOrder, async (_m, { id }, real) => {
    const answer = await post(real.world, '/orders/create', orderBody({ customerOrderId: id }), keyOf(real, mode))
    expectStatus(answer, 400)
  }),
)

const placeAbroad = mode.map(mode =>
  deed(`place abroad in ${mode}`, async (_m, real) => {
    const body = orderBody({ destination: { ...orderBody().destination, country: 'FR' } })
    expectStatus(await post(real.world, '/orders/create', body, keyOf(real, mode)), 400)
  }),
)

const cancelOne = fc.tuple(which, fc.boolean()).map(([n, right]) =>
  toOrder(
    n,
    right ? 'cancel' : 'cancel in the wrong mode',
    order => !isOver(order),
    async (m, order, real) => {
      const mode = right ? order.mode : modes.find(other => other !== order.mode)!
      const answer = await real.world.call(`/orders/${order.id}`, { method: 'DELETE', as: keyOf(real, mode) })
      expectStatus(answer, right ? cancel(m, order) : 404)
      if (answer.status === 200) assert.equal(answer.body.status, order.status)
    },
  ),
)

const pass = fc
  .oneof(
    fc.integer({ min: 1, max: 180 }).map(minutes => minutes * minute),
    fc.integer({ min: 1, max: 30 }).map(hours => hours * hour),
    fc.integer({ min: 1, max: 6 }).map(days => days * day),
  )
  .map(ms =>
    deed(`pass ${ms / minute} minutes`, async (m, { world }) => {
      await world.advance(ms)
      advance(m, ms)
    }),
  )

/** To just about the next charge, where most can go wrong. */
const passToCharge = fc.constantFrom(-1000, 0, 30_000, minute).map(off =>
  deed(`pass to the next charge ${off}`, async (m, { world }) => {
    const toNext = (26 * hour - (m.now % day)) % day
    const ms = (toNext === 0 ? day : toNext) + off
    await world.advance(ms)
    advance(m, ms)
  }),
)

const pressPaths: Record<PrinterAction, [path: string, body: object]> = {
  accept: ['accept', { itemsTotal: 20, taxesTotal: 1.5 }],
  ship: [
    'ship',
    {
      shipments: [{ masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }],
      shippingTotal: 4,
    },
  ],
  delay: ['delay', { until: '2031-01-02' }],
  problem: ['problem', { reason: 'out of ink' }],
  cancel_accept: ['cancellation', { decision: 'accept' }],
  cancel_refuse: ['cancellation', { decision: 'refuse' }],
}
const saysFits: Record<PrinterAction, (order: ModelOrder) => boolean> = {
  accept: standsIn('PRINTING', 'CANCELLATION_REQUESTED'),
  delay: standsIn('PRINTING', 'CANCELLATION_REQUESTED'),
  ship: standsIn('PRINTING', 'CANCELLATION_REQUESTED'),
  problem: standsIn('PRINTING', 'CANCELLATION_REQUESTED'),
  cancel_accept: standsIn('CANCELLATION_REQUESTED'),
  cancel_refuse: standsIn('CANCELLATION_REQUESTED'),
}
const outcomes: Record<PrinterAction, string> = {
  accept: 'accepted',
  delay: 'delayed',
  ship: 'shipped',
  problem: 'problem',
  cancel_accept: 'cancel_accepted',
  cancel_refuse: 'cancel_refused',
}

const say = fc
  .tuple(which, fc.constantFrom<PrinterAction>('accept', 'delay', 'ship', 'problem', 'cancel_accept', 'cancel_refuse'))
  .map(([n, says]) =>
    toOrder(n, `printer says ${says} of`, saysFits[says], async (m, order, real) => {
      if (order.mode === 'sandbox') {
        if (says === 'delay') return
        const answer = await simulate(real, order, outcomes[says])
        // What a printer would repeat changes nothing, and is refused to a person.
        if (order.jobs.at(-1)?.status === 'SHIPPED') return expectStatus(answer, 409)
        return expectStatus(answer, receiveMessage(m, order, says) ? 200 : 409)
      }
      const jobId = await newestJob(real, order)
      if (jobId === undefined) return assert.equal(order.jobs.length, 0)
      const [path, body] = pressPaths[says]
      const answer = await post(real.world, `/press/jobs/${jobId}/${path}`, body, real.world.demo.printer.authorization)
      expectStatus(answer, receiveMessage(m, order, says) ? 200 : 409)
    }),
  )

const pay = fc.tuple(which, fc.boolean()).map(([n, succeeds]) =>
  toOrder(n, `simulate payment ${succeeds} of`, awaitsSimulation, async (m, order, real) => {
    const answer = await simulate(real, order, succeeds ? 'payment_success' : 'payment_failure')
    if (order.mode === 'production') return expectStatus(answer, 404)
    expectStatus(answer, simulatePayment(m, order, succeeds) ? 200 : 409)
  }),
)

const staffActs = { resume, revalidate, abandon }
const staffAct = fc
  .tuple(which, fc.constantFrom(...(Object.keys(staffActs) as (keyof typeof staffActs)[])))
  .map(([n, act]) =>
    toOrder(n, act, standsIn('EXCEPTION'), async (m, order, real) => {
      // What is said of the job before, and of the next, must not be of the same instant.
      await real.world.advance(second)
      advance(m, second)
      const answer = await staffOn(real, order, act)
      expectStatus(answer, staffActs[act](m, order) ? 200 : 409)
    }),
  )

const reprintOne = which.map(n =>
  toOrder(n, 'reprint', standsIn('SHIPPED'), async (m, order, real) => {
    const answer = await staffOn(real, order, 'reprint')
    expectStatus(answer, reprint(m, order, answer.body.customerOrderId) ? 201 : 409)
  }),
)

const setLimits = fc.tuple(mode, fc.nat(4), fc.nat(8)).map(([mode, perDay, ceiling]) =>
  deed(`limit ${mode} to ${perDay}, ${ceiling}`, async (m, { world }) => {
    m.limits[mode] = { perDay, ceiling }
    await patchAccount(world, { limits: { [mode]: { ordersPer24Hours: perDay, queueCeiling: ceiling } } })
  }),
)

const setEnterprise = fc.boolean().map(enterprise =>
  deed(`enterprise ${enterprise}`, async (m, { world }) => {
    m.enterprise = enterprise
    await patchAccount(world, { enterprise })
  }),
)

const useCard = fc.constantFrom<CardName>('sim_success', 'sim_decline', 'sim_times_out_after_charging').map(card =>
  deed(`use card ${card}`, async (m, { world, cookie }) => {
    changeCard(m, card)
    expectStatus(await world.call('/dashboard/api/cards', { method: 'POST', cookie, body: { testCard: card } }), 200)
  }),
)

const forward = fc.constantFrom(10 * minute, 2 * hour, 23 * hour, day, 5 * day).map(ms =>
  deed(`fast-forward ${ms / minute} minutes`, async (m, { world, cookie }) => {
    const by = `PT${ms / minute}M`
    expectStatus(await world.call('/dashboard/api/sandbox/fast-forward', { method: 'POST', cookie, body: { by } }), 200)
    fastForward(m, ms)
  }),
)

const simulate = ({ world, cookie }: Real, { id }: ModelOrder, outcome: string) =>
  world.call(`/dashboard/api/sandbox/orders/${id}/simulate`, { method: 'POST', cookie, body: { outcome } })

const staffOn = ({ world }: Real, { id }: ModelOrder, act: string) =>
  post(
    world,
    `/staff/orders/${world.charged.accountId}/${id}/${act}`,
    { reason: 'a model' },
    world.demo.staff.authorization,
  )

async function patchAccount(world: World, body: object): Promise<void> {
  const path = `/staff/accounts/${world.charged.accountId}`
  expectStatus(await world.call(path, { method: 'PATCH', as: world.demo.staff.authorization, body }), 200)
}

const rowsOf = async <Row>({ world }: Real, query: string): Promise<Row[]> =>
  (await sql.raw<Row>(query).execute(world.app.database.db)).rows

async function newestJob(real: Real, { id }: ModelOrder): Promise<string | undefined> {
  const jobs = await rowsOf<{ jobId: string }>(
    real,
    `select job_id as "jobId" from print_jobs join orders using (account_id, mode, order_id)
     where orders.customer_order_id = '${id}' order by attempt desc limit 1`,
  )
  return jobs[0]?.jobId
}

async function compare(m: Model, real: Real): Promise<void> {
  const stored = await rowsOf(
    real,
    `select customer_order_id as id, mode, status, state ->> 'payment' as payment,
       (select count(*) from print_jobs j where j.order_id = o.order_id) as jobs,
       (select coalesce(array_agg(kind order by sequence) filter (where kind is not null), '{}')
        from order_events e where e.order_id = o.order_id) as webhooks
     from orders o order by order_id`,
  )
  const expected = m.orders.map(({ id, mode, status, payment, jobs, webhooks }) => ({
    id,
    mode,
    status,
    payment,
    jobs: jobs.length,
    webhooks,
  }))
  assert.deepEqual(byId(stored as typeof expected), byId(expected))

  const now = new Date(m.now).toISOString()
  assert.equal(real.world.now().toISOString(), now)
  const counts = await rowsOf(
    real,
    `select mode, queued, (
       select count(*) from orders o where o.account_id = l.account_id and o.mode = l.mode
         and received_at > timestamptz '${now}' + l.forwarded - interval '24 hours') as received
     from order_limits l where account_id = '${real.world.charged.accountId}' order by mode desc`,
  )
  assert.deepEqual(
    counts,
    modes.map(mode => ({ mode, queued: inQueue(m, mode).length, received: inWindow(m, mode) })),
  )

  const [money] = await rowsOf(
    real,
    `select (select coalesce(sum(amount_cents), 0)::bigint from simulated_gateway_refunds) as refunded,
       (select coalesce(sum(amount_cents), 0)::bigint from ledger_entries where ledger_account = 'cash') as cash`,
  )
  assert.deepEqual(money, { refunded: m.refundedCents, cash: m.capturedCents - m.refundedCents })
}

const byId = <T extends { id: string }>(orders: T[]) => orders.toSorted((a, b) => (a.id < b.id ? -1 : 1))

it('whatever is done to it, the service does what the model does', async t => {
  t.diagnostic(`MODEL_SEED=${seed} MODEL_RUNS=${runs}`)
  const deeds = [
    ...weigh(8, place),
    placeAgain,
    placeAbroad,
    ...weigh(4, cancelOne),
    ...weigh(3, pass),
    ...weigh(2, passToCharge),
    ...weigh(8, say),
    ...weigh(3, pay),
    ...weigh(2, staffAct),
    reprintOne,
    setLimits,
    setEnterprise,
    useCard,
    forward,
  ]
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(fc.commands(deeds, { maxCommands: maxCommands, size: 'max' }), async commands => {
    await using world = await startWorld()
    const cookie = await world.signIn(world.charged.user)
    const operator = world.app.operatorVersions.at(world.now())
    const order = { request: { ...orderBody(), currency: 'USD' as const }, books: [] }
    const model = newModel(world.now(), at => datesOf(operator, order as never, at).estimatedShipDate!)
    model.limits = { sandbox: limit, production: limit }
    const limits = { ordersPer24Hours: limit.perDay, queueCeiling: limit.ceiling }
    await patchAccount(world, { limits: { sandbox: limits, production: limits } })
    await fc.asyncModelRun(() => ({ model, real: { world, cookie } }), commands)
    for (const kind of model.orders.flatMap(order => order.webhooks)) seen.set(kind, (seen.get(kind) ?? 0) + 1)
    await world.assertSound()
  })
  // The first of many runs are short by choice; where there are few, each is of any length.
  const endOnFailure = process.env.MODEL_SHRINK !== 'yes'
  await fc.assert(property, { numRuns: runs, seed, endOnFailure, plugins: isShortForm ? [fc.unbiased()] : [] })
  t.diagnostic(
    [...seen]
      .sort()
      .map(pair => pair.join(' '))
      .join(', '),
  )
  // The twin of the property: it would prove little if the interesting things did not happen.
  const unseen = [...new Set(lifecycle.flatMap(({ emits }) => emits ?? []))].filter(
    kind => !seen.has(kind) && !neverSeen.includes(kind),
  )
  t.diagnostic(`not seen: ${unseen.join(', ') || 'none'}`)
  assert.ok(runs < usualRuns || unseen.length <= maxUnseen, `too little happened: no ${unseen.join(', ')}`)
})
