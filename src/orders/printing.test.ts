import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { heldOrder, pressWith, whenShipped } from '../../test/printing.ts'
import { createAccount } from '../accounts/accounts.ts'
import { listAudit } from '../accounts/read.ts'
import { day, hour, instant, later, manualClock, minute } from '../base/clock.ts'
import { sortableIds } from '../base/ids.ts'
import { silentLog } from '../base/log.ts'
import { Refusal } from '../base/refusal.ts'
import type { Database } from '../db/db.ts'
import { pressDesk } from '../printer/desk.ts'
import { listMessages } from '../printer/messages.ts'
import { type Answer, heard, type JobShipment, type Message, type PrintJob } from '../printer/printer.ts'
import { lastJobOf, listJobs } from '../printer/store.ts'
import { cancelOrder } from './cancel.ts'
import { stepJobs } from './jobs.ts'
import type { Order } from './order.ts'
import { presentOrder } from './present.ts'
import { endHolds } from './print.ts'
import { type Hear, jobAt, printerListener, refuseContradiction } from './printed.ts'
import { orderSteps } from './read.ts'
import { releaseQueued } from './release.ts'
import { fastForward, type SimulatedOutcome, simulate } from './sandbox.ts'
import { abandonOrder, changeAccount, reprintOrder, resumeOrder, revalidateOrder } from './staff.ts'
import { findOrder } from './store.ts'
import { holdMs } from './transition.ts'
import type { Shell } from './work.ts'

const start = instant('2026-03-02T15:00:00Z')
const shipments: JobShipment[] = [
  {
    masterTrackingNumber: 'M1',
    carrier: 'UPS',
    packages: [{ trackingNumber: 'T1', altTrackingNumber: '', trackingUrl: '' }],
  },
]
const shipped: Message = { kind: 'shipped', shipments, shippingCents: null }
const plainly: Message = { kind: 'accepted', itemsCents: null, taxesCents: null }

let database: Database
let shell: Shell
const clock = manualClock(start)
let accountId: string
let rung: string[] = []

beforeEach(async () => {
  const newId = sortableIds(clock)
  rung = []
  const bells = { wake: async () => {}, ring: (task: string) => rung.push(task) }
  shell = { db: database.db, bells, newId }
  listen = listener()
  const vault = { seal: (text: string) => Buffer.from(text), open: (sealed: Buffer) => sealed.toString() }
  const details = { name: 'Acme', holderEmail: 'holder@example.com', enterprise: false }
  ;({ accountId } = await createAccount({ db: database.db, clock, newId, vault }, details, 'test'))
})

const as = (actor: string) => ({ now: clock(), actor })
const onDesk = {
  printers: ['desk'],
  dueBy: null,
  manufacturingSku: null,
  shippingClass: null,
  cancellationRequested: false,
}
const desks = ['desk', 'simulator']
/** As the press API does it: what contradicts is thrown. */
function listener() {
  const hear: Hear = printerListener({ shell, clock, press: pressWith() })
  return async ({ jobId, message, messageId, actor }: Heard): Promise<PrintJob> => {
    const told = { messageId: messageId ?? shell.newId('msg'), saidAt: null, message }
    const answer = await hear({ jobId, told, from: desks, actor })
    if (answer === null) throw new Refusal('not_found', jobId)
    refuseContradiction(answer)
    return answer.job
  }
}
type Heard = { jobId: string; message: Message; messageId?: string; actor: string }
const pass = (ms: number) => clock.set(later(clock(), ms))

let orders = 0
const held = (options: Parameters<typeof heldOrder>[1] = {}) =>
  heldOrder({ shell, accountId, now: clock() }, { customerOrderId: `C-${++orders}`, ...options })

const endHoldsNow = () => endHolds({ shell, press: pressWith(), log: silentLog })(clock())
const stepNow = (desk = pressDesk()) => stepJobs({ shell, press: pressWith(desk), log: silentLog })(clock())
const again = async ({ mode, customerOrderId }: Order) =>
  (await findOrder(database.db, { accountId, mode, customerOrderId }))!
const jobOf = async (order: Order): Promise<PrintJob> => (await lastJobOf(database.db, order))!
const steps = async (order: Order) => (await orderSteps(database.db, order)).map(step => step.on)
let listen: ReturnType<typeof listener>
const say = async (order: Order, message: Message) =>
  listen({ jobId: (await jobOf(order)).jobId, message, actor: 'printer' })
const cancel = ({ mode, customerOrderId }: Order) =>
  cancelOrder(shell, { accountId, mode, customerOrderId }, as('customer'))
const refusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

/** An order that the printer has. */
async function printing(options: Parameters<typeof held>[0] = {}): Promise<Order> {
  const order = await held(options)
  pass(holdMs)
  await endHoldsNow()
  await stepNow()
  return again(order)
}

for (const { name, fresh } of bothDatabases) {
  describe(`printing on ${name}`, () => {
    let drop: () => Promise<void>
    before(async () => {
      ;({ database, drop } = await fresh())
    })
    after(() => drop())

    describe('the hold', () => {
      it('ends after two hours: the order is PRINTING, with a job for the press desk', async () => {
        const order = await held()
        pass(holdMs - 1)
        assert.equal(await endHoldsNow(), 0)
        pass(1)
        assert.equal(await endHoldsNow(), 1)
        assert.equal((await again(order)).status, 'PRINTING')
        const job = await jobOf(order)
        assert.match(job.jobId, /^job_[0-9a-z]{22}[0-9A-Za-z]{22}$/)
        assert.deepEqual(
          { printer: job.printer, status: job.status, attempt: job.attempt, nextStepAt: job.nextStepAt },
          { printer: 'desk', status: 'NEW', attempt: 1, nextStepAt: clock() },
        )
        assert.deepEqual(job.ticket.items, [
          {
            sku: 'NOVEL',
            manufacturingSku: 'PB-6X9',
            quantity: 2,
            pageCount: 200,
            files: { cover: { url: 'https://files.example/c.pdf', sha256: null }, guts: null },
            itemDescription: null,
            retailPrice: '19.99',
          },
        ])
        assert.ok(rung.includes('step_jobs'))
      })

      it('gives the order the dates as they are now', async () => {
        const order = await printing()
        const promised = whenShipped(order, clock()).estimatedShipDate
        assert.equal(order.state.estimatedShipDate, promised)
        assert.equal((await jobOf(order)).dueDate, promised)
      })

      it('does not end for an order that is not paid, however long it waits', async () => {
        const order = await held({ paid: false })
        pass(day)
        await endHoldsNow()
        assert.equal((await again(order)).status, 'VALID_HOLDING_BIN')
        assert.equal(await lastJobOf(database.db, order), undefined)
        assert.equal(await endHoldsNow(), 0, 'it is left alone for a while')
      })

      for (const billing of ['enterprise', 'reprint'] as const) {
        it(`ends for an order of ${billing} billing, which nobody pays`, async () => {
          const order = await printing({ billing })
          assert.equal(order.status, 'PRINTING')
          assert.equal((await jobOf(order)).enterprise, billing === 'enterprise')
        })
      }
    })

    describe('a job for the press desk', () => {
      it('is seen there once it was submitted', async () => {
        const order = await held()
        pass(holdMs)
        await endHoldsNow()
        const { jobId } = await jobOf(order)
        await assert.rejects(jobAt(database.db, ['desk'], jobId), refusedAs('not_found'))
        await stepNow()
        assert.equal((await jobAt(database.db, ['desk'], jobId)).jobId, jobId)
        const listed = await listJobs(database.db, { ...onDesk, statuses: ['NEW'] }, { after: '', limit: 100 })
        assert.ok(listed.some(job => job.jobId === jobId))
        assert.equal(await stepNow(), 0, 'the desk tells by itself')
      })

      it('is listed with the others in the order in which they came, whatever their status', async () => {
        const jobs = []
        for (let i = 0; i < 4; i++) jobs.push(await jobOf(await printing()))
        await listen({ jobId: jobs[1]!.jobId, message: plainly, actor: 'printer' })
        const first = await listJobs(
          database.db,
          { ...onDesk, statuses: ['NEW', 'ACCEPTED'] },
          { after: jobs[0]!.jobId, limit: 2 },
        )
        assert.deepEqual(
          first.map(job => job.jobId),
          [jobs[1]!.jobId, jobs[2]!.jobId],
        )
      })

      it('is submitted again, later each time, while the printer cannot be reached', async () => {
        const down: Answer = { kind: 'unavailable', cause: 'no route', reached: 'no' }
        const desk = { ...pressDesk(), submit: async () => down }
        const order = await held()
        pass(holdMs)
        await endHoldsNow()
        await stepNow(desk)
        const first = await jobOf(order)
        assert.deepEqual([first.submittedAt, first.nextStepAt], [null, later(clock(), 30_000)])
        pass(30_000)
        await stepNow(desk)
        assert.deepEqual((await jobOf(order)).nextStepAt, later(clock(), minute))
        pass(minute)
        await stepNow()
        const submitted = await jobOf(order)
        assert.deepEqual([submitted.submittedAt, submitted.nextStepAt, submitted.attempts], [clock(), null, 0])
      })

      it('is submitted again after a worker died with it, and after an adapter threw', async () => {
        const order = await held()
        pass(holdMs)
        await endHoldsNow()
        const dying = stepJobs({
          shell,
          press: pressWith(),
          log: silentLog,
          crash: point => {
            if (point === 'print:told') throw new Error('killed')
          },
        })
        await assert.rejects(dying(clock()), /killed/)
        assert.equal(await stepNow(), 0, 'the claim is a lease')
        pass(2 * minute)
        const broken = { ...pressDesk(), submit: () => Promise.reject(new Error('a bug')) }
        await stepNow(broken)
        assert.equal((await jobOf(order)).submittedAt, null)
        pass(minute)
        await stepNow()
        assert.deepEqual((await jobOf(order)).submittedAt, clock())
      })
    })

    describe('what the printer says', () => {
      it('an accepted and shipped order has its tracking, once', async () => {
        const order = await printing()
        await say(order, plainly)
        const job = await say(order, shipped)
        assert.equal(job.status, 'SHIPPED')
        const now = await again(order)
        assert.equal(now.status, 'SHIPPED')
        assert.deepEqual(now.state.shipmentTracking, [{ ...shipments[0], shippedAt: clock().toISOString() }])
        assert.deepEqual((await steps(order)).slice(-2), ['accepted', 'shipped'])
      })

      it('said again it changes nothing', async () => {
        const order = await printing()
        for (const message of [plainly, plainly, shipped]) await say(order, message)
        pass(hour)
        const before = await again(order)
        for (const message of [shipped, plainly]) assert.equal((await say(order, message)).status, 'SHIPPED')
        assert.deepEqual(await again(order), before)
      })

      it('shipping tells that the job was accepted', async () => {
        const order = await printing()
        await say(order, shipped)
        assert.deepEqual((await steps(order)).slice(-1), ['shipped'])
      })

      const contradictions: [string, Message[], Message][] = [
        ['other tracking after shipping', [shipped], { kind: 'shipped', shipments: [], shippingCents: null }],
        ['a problem after shipping', [shipped], { kind: 'problem', reason: 'late' }],
        ['a decision that nobody asked for', [], { kind: 'cancellation', decision: 'accept', reason: '' }],
        ['a refusal that nobody asked for', [], { kind: 'cancellation', decision: 'refuse', reason: '' }],
        ['shipping after a problem', [{ kind: 'problem', reason: 'torn' }], shipped],
        ['acceptance after a problem', [{ kind: 'problem', reason: 'torn' }], plainly],
      ]
      for (const [what, earlier, message] of contradictions) {
        it(`${what} is refused and changes nothing`, async () => {
          const order = await printing()
          for (const one of earlier) await say(order, one)
          const before = [await again(order), await jobOf(order)]
          await assert.rejects(say(order, message), refusedAs('wrong_state'))
          assert.deepEqual([await again(order), await jobOf(order)], before)
        })
      }

      it('a problem makes an EXCEPTION, and may be told twice', async () => {
        const order = await printing()
        await say(order, { kind: 'problem', reason: 'the file is torn' })
        const job = await say(order, { kind: 'problem', reason: 'the file is torn' })
        assert.deepEqual([job.status, job.problem, job.nextStepAt], ['PROBLEM', 'the file is torn', null])
        assert.equal((await again(order)).status, 'EXCEPTION')
        assert.equal((await orderSteps(database.db, order)).at(-1)?.note, 'the file is torn')
      })
    })

    describe('messages', () => {
      const jobIdOf = async (order: Order) => (await jobOf(order)).jobId
      const sayAs = async (order: Order, messageId: string, message: Message) =>
        listen({ jobId: await jobIdOf(order), messageId, message, actor: 'printer' })
      const kept = async (order: Order) => {
        const { rows } = await sql<{ id: string; verdict: string; times: number }>`
          select message_id as id, verdict, repetitions as times
          from printer_messages where job_id = ${await jobIdOf(order)} order by record_id`.execute(database.db)
        return rows.map(({ id, verdict, times }) => [id, verdict, times])
      }

      it('are kept with what became of them, a repetition with its original', async () => {
        const order = await printing()
        await sayAs(order, 'm1', plainly)
        await sayAs(order, 'm1', plainly)
        await sayAs(order, 'm2', plainly)
        await sayAs(order, 'm3', { kind: 'received' })
        await assert.rejects(sayAs(order, 'm4', { kind: 'cancellation', decision: 'accept', reason: '' }))
        assert.deepEqual(await kept(order), [
          ['m1', 'applied', 1],
          ['m2', 'repeated', 0],
          ['m3', 'ignored', 0],
          ['m4', 'contradicts', 0],
        ])
        const [newest] = await listMessages(database.db, { verdict: 'contradicts', before: null, limit: 1 })
        assert.deepEqual([newest?.messageId, newest?.customerOrderId], ['m4', order.customerOrderId])
        assert.match(newest?.why ?? '', /no cancellation waits/)
      })

      it('whose id was used for something else contradict, and are kept too', async () => {
        const order = await printing()
        await sayAs(order, 'm1', plainly)
        await assert.rejects(sayAs(order, 'm1', shipped), refusedAs('wrong_state'))
        assert.equal((await again(order)).status, 'PRINTING')
        assert.deepEqual(await kept(order), [
          ['m1', 'applied', 0],
          ['m1', 'contradicts', 0],
        ])
      })

      it('that contradicted are judged again when they come again', async () => {
        const order = await printing({ billing: 'enterprise' })
        const parcels: Message = { kind: 'shipped', shipments, shippingCents: 500 }
        await assert.rejects(sayAs(order, 'm2', parcels), refusedAs('wrong_state'))
        await sayAs(order, 'm1', { kind: 'accepted', itemsCents: 1000, taxesCents: 0 })
        assert.equal((await sayAs(order, 'm2', parcels)).status, 'SHIPPED')
        assert.deepEqual(await kept(order), [
          ['m2', 'applied', 1],
          ['m1', 'applied', 0],
        ])
      })

      it('of a hundred copies at once one counts', async () => {
        const order = await printing()
        const jobId = await jobIdOf(order)
        const elsewhere = listener()
        await Promise.all(
          Array.from({ length: 100 }, (_, i) =>
            (i % 2 === 0 ? listen : elsewhere)({ jobId, messageId: 'm1', message: plainly, actor: 'printer' }),
          ),
        )
        assert.deepEqual(await kept(order), [['m1', 'applied', 99]])
        assert.equal((await steps(order)).filter(on => on === 'accepted').length, 1)
      })

      it('come out of order: printed before accepted before received', async () => {
        const order = await printing({ billing: 'enterprise' })
        assert.equal((await say(order, { kind: 'printed' })).status, 'PRINTED')
        assert.equal((await say(order, { kind: 'accepted', itemsCents: 1000, taxesCents: 70 })).status, 'PRINTED')
        assert.equal((await say(order, { kind: 'received' })).status, 'PRINTED')
        assert.equal((await say(order, { kind: 'shipped', shipments, shippingCents: 300 })).status, 'SHIPPED')
        assert.equal((await again(order)).state.pricing?.orderCents, 1370)
        assert.equal((await say(order, { kind: 'printed' })).status, 'SHIPPED')
      })

      it('of a delay change the dates, and not the promise; the latest said counts', async () => {
        const order = await printing()
        const promised = order.state.estimatedShipDate
        const jobId = await jobIdOf(order)
        const hear = printerListener({ shell, clock, press: pressWith() })
        const delay = (until: string, saidAt: string) =>
          hear({
            jobId,
            told: { messageId: until, saidAt: instant(saidAt), message: { kind: 'delayed', until, reason: 'paper' } },
            from: desks,
            actor: 'printer',
          })
        const verdictOf = async (until: string, saidAt: string) => (await delay(until, saidAt))?.verdict
        assert.equal(await verdictOf('2027-01-18', '2026-03-05T00:00:00Z'), 'applied')
        assert.equal(await verdictOf('2027-01-11', '2026-03-04T00:00:00Z'), 'ignored')
        assert.equal(await verdictOf('2020-01-11', '2026-03-06T00:00:00Z'), 'ignored')
        assert.equal(await verdictOf('2027-01-13', '2026-03-06T00:00:00Z'), 'applied')
        const { state } = await again(order)
        assert.deepEqual(
          [state.estimatedShipDate, state.estimatedDelivery?.earliest, state.promisedShipDate],
          ['2027-01-13', '2027-01-13', promised],
        )
        const told = (await orderSteps(database.db, order)).filter(({ kind }) => kind === 'OrderDelayed')
        assert.deepEqual(
          told.map(({ note }) => note),
          ['to be shipped on 2027-01-18: paper', 'to be shipped on 2027-01-13: paper'],
        )
      })

      it('of parcels are collected until the whole order ships; its tracking is complete, and stays', async () => {
        const order = await printing()
        const part = (trackingNumber: string): JobShipment => ({
          masterTrackingNumber: '',
          carrier: '',
          packages: [{ trackingNumber, altTrackingNumber: '', trackingUrl: '' }],
        })
        const first: Message = { kind: 'packages', shipments: [part('1Z879E930346834440')] }
        await say(order, first)
        await say(order, first)
        assert.deepEqual((await again(order)).state.shipmentTracking, [])
        const whole: Message = { kind: 'shipped', shipments: [part('1Z410E7W0392751591')], shippingCents: null }
        await say(order, whole)
        const { shipmentTracking } = (await again(order)).state
        assert.deepEqual(
          shipmentTracking.map(({ carrier, packages }) => [carrier, packages.map(one => one.trackingUrl)]),
          [
            [
              'UPS',
              [
                'https://www.ups.com/track?tracknum=1Z879E930346834440',
                'https://www.ups.com/track?tracknum=1Z410E7W0392751591',
              ],
            ],
          ],
        )
        await say(order, whole)
        await say(order, first)
        const more: Message = { kind: 'packages', shipments: [part('1Z5R89390357567127')] }
        await assert.rejects(say(order, more), refusedAs('wrong_state'))
        assert.deepEqual((await again(order)).state.shipmentTracking, shipmentTracking)
      })

      it('that an order was shipped in no packages at all are incomplete', async () => {
        const order = await printing()
        const nothing: Message = { kind: 'shipped', shipments: [], shippingCents: null }
        await assert.rejects(say(order, nothing), refusedAs('malformed_request'))
      })

      it('of a refusal stop the order, and cancel one that is to be cancelled', async () => {
        const order = await printing()
        const refused: Message = { kind: 'refused', reason: 'no such paper' }
        assert.equal((await say(order, refused)).status, 'REFUSED')
        assert.equal((await say(order, refused)).status, 'REFUSED')
        assert.equal((await again(order)).status, 'EXCEPTION')
        const doomed = await printing()
        await cancel(doomed)
        assert.equal((await say(doomed, refused)).status, 'CANCELLED')
        assert.equal((await again(doomed)).status, 'CANCELLED')
      })

      it('that a cancellation is granted contradict, once parcels have left', async () => {
        const order = await printing()
        await say(order, { kind: 'packages', shipments })
        await cancel(order)
        await assert.rejects(
          say(order, { kind: 'cancellation', decision: 'accept', reason: '' }),
          refusedAs('wrong_state'),
        )
        assert.equal((await say(order, { kind: 'shipped', shipments: [], shippingCents: null })).status, 'SHIPPED')
      })

      it('about a job of another printer, or one that never left, are about nothing', async () => {
        const order = await printing()
        const hear = printerListener({ shell, clock, press: pressWith() })
        const told = { messageId: 'm', saidAt: null, message: plainly }
        assert.equal(await hear({ jobId: await jobIdOf(order), told, from: ['other'], actor: 'printer' }), null)
        const waiting = await held()
        pass(holdMs)
        await endHoldsNow()
        assert.equal(await hear({ jobId: await jobIdOf(waiting), told, from: desks, actor: 'printer' }), null)
        await stepNow()
      })
    })

    describe('a cancellation before the printer has the job', () => {
      /** A desk that notes which jobs it is given. */
      const noting = (jobIds: Set<string>) => ({
        ...pressDesk(),
        submit: async ({ jobId }: PrintJob) => {
          jobIds.add(jobId)
          return heard()
        },
      })
      const handedOver = async () => {
        const order = await held()
        pass(holdMs)
        await endHoldsNow()
        return order
      }

      it('is granted at once, and the job never leaves', async () => {
        const order = await handedOver()
        assert.equal((await cancel(order)).status, 'CANCELLED')
        const submitted = new Set<string>()
        await stepNow(noting(submitted))
        assert.deepEqual([...submitted], [])
        assert.deepEqual([(await jobOf(order)).status, (await jobOf(order)).offeredAt], ['CANCELLED', null])
        assert.equal((await steps(order)).at(-1), 'cancel_in_time')
      })

      it('is granted at once when every attempt certainly failed, also when it comes during one', async () => {
        const order = await handedOver()
        const down: Answer = { kind: 'unavailable', cause: 'connection refused', reached: 'no' }
        await stepNow({ ...pressDesk(), submit: async () => down })
        assert.equal((await jobOf(order)).offeredAt, null)
        assert.equal((await cancel(order)).status, 'CANCELLED')
        const other = await handedOver()
        const meanwhile = async () => {
          assert.equal((await cancel(other)).status, 'CANCELLATION_REQUESTED')
          return down
        }
        await stepNow({ ...pressDesk(), submit: meanwhile })
        assert.equal((await again(other)).status, 'CANCELLED')
      })

      it('is asked for when nobody knows whether the job arrived, and it is not submitted again', async () => {
        const order = await handedOver()
        const lost: Answer = { kind: 'unavailable', cause: 'timeout', reached: 'unknown' }
        await stepNow({ ...pressDesk(), submit: async () => lost })
        assert.equal((await cancel(order)).status, 'CANCELLATION_REQUESTED')
        const message: Message = { kind: 'cancellation', decision: 'accept', reason: 'unknown job' }
        const granting = async () => heard({ messageId: 'c', saidAt: null, message })
        await stepNow({ ...pressDesk(), submit: () => assert.fail('submitted'), requestCancellation: granting })
        assert.equal((await again(order)).status, 'CANCELLED')
      })

      it('races with the submission: an order that was cancelled at once never left, and all others did', async () => {
        const waiting = await Promise.all(Array.from({ length: 30 }, () => held()))
        pass(holdMs)
        await endHoldsNow()
        const left = new Set<string>()
        const desk = noting(left)
        const [, , ...cancelled] = await Promise.all([stepNow(desk), stepNow(desk), ...waiting.map(cancel)])
        await stepNow(desk)
        for (const [i, order] of waiting.entries()) {
          const { jobId } = await jobOf(order)
          assert.equal(left.has(jobId), cancelled[i]!.status !== 'CANCELLED')
        }
        const unheld = await Promise.all(waiting.map(again))
        for (const { status } of unheld) assert.ok(['CANCELLED', 'CANCELLATION_REQUESTED'].includes(status))
      })
    })

    describe('an enterprise order', () => {
      const priced: Message = { kind: 'accepted', itemsCents: 1999, taxesCents: 101 }
      const pricingOf = async (order: Order) => presentOrder(await again(order))

      it('is priced in two steps, and null is never zero', async () => {
        const order = await printing({ billing: 'enterprise' })
        assert.equal((await pricingOf(order)).pricing, undefined)
        await say(order, priced)
        const accepted = await pricingOf(order)
        assert.deepEqual(accepted.pricing, {
          itemsTotal: 19.99,
          shippingTotal: null,
          taxesTotal: 1.01,
          orderTotal: null,
          currency: 'USD',
          final: false,
        })
        assert.deepEqual([accepted.selectedShipping.price, accepted.paymentInfo.total], [null, null])
        await say(order, { ...shipped, shippingCents: 500 })
        const done = await pricingOf(order)
        assert.deepEqual(
          [done.pricing?.shippingTotal, done.pricing?.orderTotal, done.selectedShipping.price, done.paymentInfo.total],
          [5, 26, 5, 26],
        )
      })

      it('is not accepted without prices; every missing one is named', async () => {
        const order = await printing({ billing: 'enterprise' })
        await assert.rejects(say(order, plainly), (error: unknown) => {
          assert.ok(error instanceof Refusal && error.code === 'malformed_request')
          assert.deepEqual(
            error.problems.map(problem => problem.pointer),
            ['/itemsTotal', '/taxesTotal'],
          )
          return true
        })
        await say(order, priced)
        await assert.rejects(say(order, shipped), refusedAs('malformed_request'))
      })

      it('is not shipped before it is priced, nor accepted at two prices', async () => {
        const order = await printing({ billing: 'enterprise' })
        await assert.rejects(say(order, { ...shipped, shippingCents: 500 }), refusedAs('wrong_state'))
        await say(order, priced)
        await say(order, priced)
        await assert.rejects(say(order, { ...priced, itemsCents: 1 }), refusedAs('wrong_state'))
      })
    })

    describe('a cancellation at the printer', () => {
      it('is told to the printer, who grants it', async () => {
        const order = await printing()
        await cancel(order)
        assert.equal((await again(order)).status, 'CANCELLATION_REQUESTED')
        assert.equal(await stepNow(), 1)
        const job = await jobOf(order)
        assert.deepEqual([job.cancellationRequested, job.nextStepAt], [true, null])
        const granted: Message = { kind: 'cancellation', decision: 'accept', reason: 'not begun' }
        await say(order, granted)
        assert.equal((await say(order, granted)).status, 'CANCELLED')
        assert.equal((await again(order)).status, 'CANCELLED')
        await assert.rejects(say(order, shipped), refusedAs('wrong_state'))
      })

      it('is refused: the order is PRINTING again, and can be shipped', async () => {
        const order = await printing()
        await cancel(order)
        const refused: Message = { kind: 'cancellation', decision: 'refuse', reason: 'on the press' }
        await say(order, refused)
        await say(order, refused)
        assert.equal((await again(order)).status, 'PRINTING')
        await say(order, shipped)
        assert.equal((await say(order, refused)).status, 'SHIPPED')
      })

      it('comes too late when the order has shipped', async () => {
        const order = await printing()
        await cancel(order)
        await say(order, shipped)
        assert.equal((await again(order)).status, 'SHIPPED')
      })

      it('that comes while the job is being submitted is told next', async () => {
        const order = await held()
        pass(holdMs)
        await endHoldsNow()
        const told: string[] = []
        const slow = {
          ...pressDesk(),
          submit: async (): Promise<Answer> => {
            await cancel(order)
            return heard()
          },
          requestCancellation: async (job: PrintJob): Promise<Answer> => {
            told.push(job.jobId)
            return heard()
          },
        }
        await stepNow(slow)
        await stepNow(slow)
        assert.deepEqual(told, [(await jobOf(order)).jobId])
      })
    })

    describe('at the same time', () => {
      it('two workers make one job of each order, and submit it', async () => {
        const held12 = await Promise.all(Array.from({ length: 12 }, () => held()))
        pass(holdMs)
        await Promise.all([endHoldsNow(), endHoldsNow()])
        await Promise.all([stepNow(), stepNow()])
        for (const order of held12) {
          const job = await jobOf(order)
          assert.deepEqual([job.attempt, job.submittedAt !== null, job.nextStepAt], [1, true, null])
        }
      })

      it('a cancellation and a parcel leave an order either shipped or cancelled, and its job the same', async () => {
        for (let i = 0; i < 10; i++) {
          const order = await printing()
          await cancel(order)
          const granted: Message = { kind: 'cancellation', decision: 'accept', reason: '' }
          const said: Message[] = [shipped, granted, shipped, granted]
          const { jobId } = await jobOf(order)
          const elsewhere = listener()
          const told = said.map((message, i) => (i < 2 ? listen : elsewhere)({ jobId, message, actor: 'printer' }))
          const outcomes = await Promise.allSettled(told)
          assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2)
          const { status } = await again(order)
          assert.ok(status === 'SHIPPED' || status === 'CANCELLED')
          assert.equal((await jobOf(order)).status, status)
        }
      })

      it('fast-forward gets along with the sweeps', async () => {
        const waiting = await Promise.all(Array.from({ length: 8 }, () => held({ mode: 'sandbox' })))
        const jump = () => fastForward(shell, { accountId, byMs: hour, ...as('user') })
        await Promise.all([jump(), endHoldsNow(), jump(), endHoldsNow(), stepNow(), jump()])
        await endHoldsNow()
        for (const order of waiting) assert.equal((await again(order)).status, 'PRINTING')
      })
    })

    describe('the support staff', () => {
      const act = (order: Order, reason: string | null = null) => ({
        accountId,
        customerOrderId: order.customerOrderId,
        reason,
        ...as('staff'),
      })
      const deps = () => ({ shell, press: pressWith() })
      const broken = async (options: Parameters<typeof held>[0] = {}) => {
        const order = await printing(options)
        await say(order, { kind: 'problem', reason: 'torn' })
        return order
      }

      it('resume an order: the printer gets a second job, and the first one is over', async () => {
        const order = await broken()
        const first = await jobOf(order)
        const resumed = await resumeOrder(deps(), act(order, 'new file'))
        assert.equal(resumed.status, 'PRINTING')
        const second = await jobOf(order)
        assert.equal(second.attempt, 2)
        assert.notEqual(second.jobId, first.jobId)
        await assert.rejects(
          listen({ jobId: first.jobId, message: shipped, actor: 'printer' }),
          refusedAs('wrong_state'),
        )
        await stepNow()
        await say(order, shipped)
        assert.equal((await orderSteps(database.db, order)).find(step => step.on === 'resumed')?.note, 'new file')
      })

      it('cannot resume an order that is not paid, or that never passed its checks', async () => {
        const unpaid = await broken()
        await sql`update orders set state = ${JSON.stringify({ ...unpaid.state, payment: 'FAILED' })}::json
      where order_id = ${unpaid.orderId}`.execute(database.db)
        await assert.rejects(resumeOrder(deps(), act(unpaid)), refusedAs('wrong_state'))
        const unchecked = await broken({ billing: 'enterprise' })
        await sql`delete from print_jobs where order_id = ${unchecked.orderId}`.execute(database.db)
        await assert.rejects(resumeOrder(deps(), act(unchecked)), refusedAs('wrong_state'))
      })

      it('have the files of an order checked again, at once', async () => {
        const order = await broken()
        const again = await revalidateOrder(deps(), act(order))
        assert.deepEqual([again.status, again.dueAt], ['VALIDATING', clock()])
        assert.ok(rung.includes('check_files'))
      })

      it('abandon an order', async () => {
        const order = await broken({ billing: 'enterprise' })
        assert.equal((await abandonOrder(deps(), act(order))).status, 'CANCELLED')
      })

      it('abandon a sandbox order, which is shown as refunded', async () => {
        const order = await printing({ mode: 'sandbox' })
        const { customerOrderId } = order
        const problem = { accountId, customerOrderId, outcome: 'problem' as const }
        await simulate({ shell, press: pressWith() }, { ...problem, ...as('user') })
        const abandoned = await abandonOrder(deps(), act(order))
        assert.deepEqual([abandoned.status, abandoned.state.payment], ['CANCELLED', 'REFUNDED'])
      })

      it('reprint a shipped order: a free order of its own, outside the limit', async () => {
        const order = await printing()
        await assert.rejects(reprintOrder(deps(), act(order)), refusedAs('wrong_state'))
        await say(order, shipped)
        const reprint = await reprintOrder(deps(), act(order, 'damaged'))
        assert.deepEqual(
          [reprint.status, reprint.billing, reprint.reprintOf, reprint.receivedNumber, reprint.state.pricing],
          ['RECEIVED', 'reprint', order.customerOrderId, null, null],
        )
        assert.match(reprint.customerOrderId, /^ord_/)
        assert.deepEqual(reprint.books, order.books)
        assert.equal((await again(order)).status, 'SHIPPED')
      })

      it('are refused what the lifecycle does not allow, and an order that is not there', async () => {
        const order = await printing()
        for (const one of [resumeOrder, revalidateOrder, abandonOrder]) {
          await assert.rejects(one(deps(), act(order)), refusedAs('wrong_state'))
          await assert.rejects(one(deps(), { ...act(order), customerOrderId: 'none' }), refusedAs('order_not_found'))
        }
      })

      it('leave every act, with its reason, in the audit log, and none that was refused', async () => {
        const order = await broken()
        await resumeOrder(deps(), act(order, 'new file'))
        await assert.rejects(resumeOrder(deps(), act(order)))
        const [last, before] = await listAudit(database.db, { accountId, before: null, limit: 10 })
        assert.deepEqual(
          [last?.action, last?.actor, last?.subject, last?.details],
          ['order_resumed', 'staff', order.customerOrderId, { mode: 'production', reason: 'new file' }],
        )
        assert.equal(before?.action, 'account_created')
      })

      it('raise a limit, and waiting orders are due for release at once', async () => {
        await sql`update order_limits set queued = 3, release_due_at = ${later(clock(), day)}
      where account_id = ${accountId} and mode = 'production'`.execute(database.db)
        const account = await changeAccount(shell, {
          accountId,
          enterprise: true,
          limits: { production: { ordersPer24Hours: 60 } },
          reason: null,
          ...as('staff'),
        })
        assert.equal(account.enterprise, true)
        assert.deepEqual(account.limits.production, { ordersPer24Hours: 60, queueCeiling: 350, queued: 3 })
        assert.deepEqual(account.limits.sandbox, { ordersPer24Hours: 50, queueCeiling: 350, queued: 0 })
        assert.ok(rung.includes('release_queued'))
        assert.equal(await releaseQueued(shell)(clock()), 1)
        await assert.rejects(
          changeAccount(shell, { accountId: 'acc_none', reason: null, ...as('staff') }),
          refusedAs('not_found'),
        )
      })
    })

    describe('the sandbox', () => {
      const forward = (byMs: number) => fastForward(shell, { accountId, byMs, ...as('user') })
      const simulated = (order: Order, outcome: SimulatedOutcome) =>
        simulate(
          { shell, press: pressWith() },
          { accountId, customerOrderId: order.customerOrderId, outcome, ...as('user') },
        )
      const settle = async () => {
        while ((await endHoldsNow()) + (await stepNow()) > 0);
      }

      it('an order is accepted at once and ships when it is due', async () => {
        const order = await printing({ mode: 'sandbox' })
        const job = await jobOf(order)
        assert.deepEqual([job.printer, job.status], ['simulator', 'ACCEPTED'])
        clock.set(instant(`${job.dueDate}T20:59:59Z`))
        await settle()
        assert.equal((await again(order)).status, 'PRINTING')
        clock.set(instant(`${job.dueDate}T21:00:00Z`))
        await settle()
        const done = await again(order)
        assert.equal(done.status, 'SHIPPED')
        assert.match(done.state.shipmentTracking[0]!.masterTrackingNumber, /^SIM/)
      })

      it('an enterprise order is priced by the simulated printer', async () => {
        const order = await printing({ mode: 'sandbox', billing: 'enterprise' })
        await forward(30 * day)
        await settle()
        const { pricing } = presentOrder(await again(order))
        assert.equal(pricing?.final, true)
        assert.equal(
          pricing?.orderTotal,
          (pricing!.itemsTotal * 100 + pricing!.taxesTotal * 100 + pricing!.shippingTotal! * 100) / 100,
        )
      })

      it('fast-forward ends the hold, and then ships, however it is cut into pieces', async () => {
        const order = await held({ mode: 'sandbox' })
        for (let i = 0; i < 4; i++) {
          assert.equal((await again(order)).status, 'VALID_HOLDING_BIN')
          await forward(hour / 2)
          await settle()
        }
        assert.equal((await again(order)).status, 'PRINTING')
        for (let i = 0; i < 50; i++) await forward(2 * hour)
        await forward(30 * day)
        await settle()
        assert.equal((await again(order)).status, 'SHIPPED')
      })

      it('fast-forward leaves production alone, and frees the places of the limit', async () => {
        const real = await held()
        await sql`update order_limits set last_received_at = ${clock()} where account_id = ${accountId}`.execute(
          database.db,
        )
        await forward(day)
        await settle()
        assert.equal((await again(real)).status, 'VALID_HOLDING_BIN')
        const { rows } = await sql<{ mode: string; at: Date }>`
      select mode, last_received_at as at from order_limits where account_id = ${accountId} order by mode`.execute(
          database.db,
        )
        assert.deepEqual(rows, [
          { mode: 'production', at: clock() },
          { mode: 'sandbox', at: later(clock(), -day) },
        ])
      })

      it('a cancellation is granted after a while, or at once by hand', async () => {
        const waiting = await printing({ mode: 'sandbox' })
        await cancel(waiting)
        await settle()
        assert.equal((await again(waiting)).status, 'CANCELLATION_REQUESTED')
        await forward(15 * minute)
        await settle()
        const cancelled = await again(waiting)
        assert.deepEqual([cancelled.status, cancelled.state.payment], ['CANCELLED', 'REFUNDED'])

        const impatient = await printing({ mode: 'sandbox' })
        await cancel(impatient)
        assert.equal((await simulated(impatient, 'cancel_accepted')).status, 'CANCELLED')
      })

      it('a cancellation that is refused by hand leaves an order that ships', async () => {
        const order = await printing({ mode: 'sandbox' })
        await cancel(order)
        assert.equal((await simulated(order, 'cancel_refused')).status, 'PRINTING')
        await settle()
        assert.equal((await again(order)).status, 'PRINTING')
        await forward(30 * day)
        await settle()
        assert.equal((await again(order)).status, 'SHIPPED')
      })

      it('every outcome can be played by hand', async () => {
        const shipping = await printing({ mode: 'sandbox' })
        assert.equal((await simulated(shipping, 'accepted')).status, 'PRINTING')
        assert.equal((await simulated(shipping, 'shipped')).status, 'SHIPPED')
        assert.equal((await simulated(shipping, 'shipped')).status, 'SHIPPED')
        const torn = await printing({ mode: 'sandbox' })
        assert.equal((await simulated(torn, 'problem')).status, 'EXCEPTION')
        await settle()
        await assert.rejects(simulated(torn, 'shipped'), refusedAs('wrong_state'))
      })

      it('an enterprise order is shipped by hand before the printer was even told', async () => {
        const order = await held({ mode: 'sandbox', billing: 'enterprise' })
        await assert.rejects(simulated(order, 'shipped'), refusedAs('wrong_state'))
        pass(holdMs)
        await endHoldsNow()
        assert.equal((await simulated(order, 'shipped')).status, 'SHIPPED')
        await settle()
        assert.deepEqual((await steps(order)).slice(-2), ['accepted', 'shipped'])
      })

      it('a production order cannot be played with', async () => {
        const order = await printing()
        for (const outcome of ['shipped', 'payment_success'] as const) {
          await assert.rejects(simulated(order, outcome), refusedAs('order_not_found'))
        }
      })
    })
  })
}
