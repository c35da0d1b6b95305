import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { pressWith, whenShipped } from '../../../test/printing.ts'
import {
  again,
  cancel,
  clock,
  database,
  endHoldsNow,
  held,
  jobOf,
  listen,
  news,
  onBothDatabases,
  onDesk,
  pass,
  plainly,
  printing,
  refusedAs,
  rung,
  say,
  shell,
  shipments,
  shipped,
  stepNow,
  steps,
} from '../../../test/printingScene.ts'
import { weighing } from '../../../test/weighing.ts'
import { day, hour, later, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { pressDesk } from '../../printer/desk.ts'
import { type Answer, heard, type Message, type PrintJob } from '../../printer/printer.ts'
import { findDueWatches, lastJobOf, listJobs } from '../../printer/store.ts'
import type { Order } from '../order.ts'
import { presentOrder } from '../present.ts'
import { orderSteps } from '../read.ts'
import { holdMs } from '../schedule.ts'
import { stepJobs } from './jobs.ts'
import { jobAt } from './printed.ts'

onBothDatabases('printing', () => {
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
      const { jobs: listed } = await listJobs(
        database.db,
        { ...onDesk, statuses: ['NEW'] },
        { sort: 'given', after: null, limit: 100 },
      )
      assert.ok(listed.some(job => job.jobId === jobId))
      assert.equal(await stepNow(), 0, 'the desk tells by itself')
    })

    it('is told to who watches its printer: when it comes, when it moves, and when it is to be stopped', async () => {
      const order = await held()
      pass(holdMs)
      await endHoldsNow()
      const heard = async (act: () => Promise<unknown>) => {
        const before = news.length
        await act()
        return news.slice(before).filter(one => 'printer' in one)
      }
      assert.deepEqual(await heard(stepNow), [{ printer: 'desk' }])
      assert.deepEqual(await heard(() => say(order, plainly)), [{ printer: 'desk' }])
      assert.deepEqual(await heard(() => cancel(order)), [{ printer: 'desk' }])
    })

    it('is listed with the others in the order in which they came, whatever their status', async () => {
      const jobs = []
      for (let i = 0; i < 4; i++) jobs.push(await jobOf(await printing()))
      await listen({ jobId: jobs[1]!.jobId, message: plainly, actor: 'printer' })
      const { jobs: listed, isLast } = await listJobs(
        database.db,
        { ...onDesk, statuses: ['NEW', 'ACCEPTED'] },
        { sort: 'given', after: jobs[0]!.jobId, limit: 2 },
      )
      assert.deepEqual(
        listed.map(job => job.jobId),
        [jobs[1]!.jobId, jobs[2]!.jobId],
      )
      assert.ok(!isLast)
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

    it('is claimed or found overdue with fewer others where they are large', async () => {
      const orders: string[] = []
      for (let i = 0; i < 6; i++) orders.push((await printing()).orderId)
      await sql`
        update print_jobs
        set ticket = (ticket::jsonb || jsonb_build_object('pad', repeat('x', 4000000)))::json,
          next_step_at = ${clock()}, watch_due_at = '2020-01-01'
        where order_id = any (${orders}::text[])`.execute(database.db)
      const weights = weighing()
      const weighed = { ...shell, db: database.db.withPlugin(weights) }
      const step = stepJobs({ shell: weighed, clock, press: pressWith(), log: silentLog })
      let claimed = 0
      for (let count = await step(clock()); count > 0; count = await step(clock())) claimed += count
      assert.equal(claimed, 6)
      assert.ok(weights.most < 15_000_000, `${weights.most} characters at once`)
      assert.equal((await findDueWatches(database.db, clock(), 200)).length, 3)
    })

    it('that its printer took slowly is dated when it had taken it', async () => {
      const [taken, lost] = [await held(), await held()]
      pass(holdMs)
      await endHoldsNow()
      const submit = async ({ orderId }: PrintJob): Promise<Answer> => {
        if (orderId === lost.orderId) return { kind: 'unavailable', cause: 'no answer', reached: 'unknown' }
        pass(90_000)
        return heard()
      }
      await stepNow({ ...pressDesk(), submit })
      assert.deepEqual((await jobOf(taken)).submittedAt, clock())
      assert.deepEqual((await jobOf(lost)).nextStepAt, later(clock(), 30_000))
    })

    it('is submitted again after a worker died with it, and after an adapter threw', async () => {
      const order = await held()
      pass(holdMs)
      await endHoldsNow()
      const dying = stepJobs({
        shell,
        clock,
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
})
