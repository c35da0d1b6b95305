import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { estimateDates, fulfillmentWith, plainRule, printedBook } from '../../../test/support/printing.ts'
import {
  acceptedMessage,
  cancel,
  clock,
  database,
  deskFilter,
  endHoldsNow,
  jobOf,
  liveUpdates,
  newHeldOrder,
  newPrintingOrder,
  newReceiver,
  onBothDatabases,
  passTime,
  readAgain,
  receive,
  refusedAs,
  sendMessage,
  shipments,
  shippedMessage,
  stepNow,
  steps,
  transactor,
  wokenTasks,
} from '../../../test/support/printingScene.ts'
import { recordLargestResult } from '../../../test/support/statementBytes.ts'
import { day, hour, instant, later, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Order } from '../../orders/order.ts'
import { holdingBinMs } from '../../orders/schedule.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { listSteps } from '../../orders/view/readOrders.ts'
import { insertMismatch, resolveMismatch } from '../../printer/bindingCodeStore.ts'
import { findLastJob, findOverdueJobs, type JobPosition, listJobs } from '../../printer/jobStore.ts'
import { pressDesk } from '../../printer/pressDesk.ts'
import { type Answer, answered, type MessageContent, type PrintJob } from '../../printer/printer.ts'
import { runJobSteps } from './jobSteps.ts'
import { findPrinterJob } from './receiveMessages.ts'

onBothDatabases('printing', () => {
  describe('the hold', () => {
    it('the hold ends after two hours, and the order is PRINTING with a job for the press desk', async () => {
      const order = await newHeldOrder()
      passTime(holdingBinMs - 1)
      assert.equal(await endHoldsNow(), 0)
      passTime(1)
      assert.equal(await endHoldsNow(), 1)
      assert.equal((await readAgain(order)).status, 'PRINTING')
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
          book: printedBook,
        },
      ])
      assert.ok(wokenTasks.includes('step_jobs'))
    })

    it('the end of the hold updates the dates of the order', async () => {
      const order = await newPrintingOrder()
      const promised = estimateDates(order, clock()).estimatedShipDate
      assert.equal(order.state.estimatedShipDate, promised)
      assert.equal((await jobOf(order)).dueDate, promised)
    })

    it('the hold does not end while the order is unpaid', async () => {
      const order = await newHeldOrder({ paid: false })
      passTime(day)
      await endHoldsNow()
      assert.equal((await readAgain(order)).status, 'VALID_HOLDING_BIN')
      assert.equal(await findLastJob(database.db, order), undefined)
      assert.equal(await endHoldsNow(), 0, 'the order is not tried again immediately')
    })

    for (const billing of ['enterprise', 'reprint'] as const) {
      it(`the hold ends without payment for an order of ${billing} billing`, async () => {
        const order = await newPrintingOrder({ billing })
        assert.equal(order.status, 'PRINTING')
        assert.equal((await jobOf(order)).enterprise, billing === 'enterprise')
      })
    }
  })

  describe('a job for the press desk', () => {
    it('the press desk sees a job only after its submission', async () => {
      const order = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      const { jobId } = await jobOf(order)
      await assert.rejects(findPrinterJob(database.db, ['desk'], jobId), refusedAs('not_found'))
      await stepNow()
      assert.equal((await findPrinterJob(database.db, ['desk'], jobId)).jobId, jobId)
      const { jobs: listed } = await listJobs(
        database.db,
        { ...deskFilter, statuses: ['NEW'] },
        { sort: 'given', after: null, limit: 100 },
      )
      assert.ok(listed.some(job => job.jobId === jobId))
      assert.equal(await stepNow(), 0, 'the press desk is not polled')
    })

    it('an order is handed over once its printer has the job, and not when its hold ends', async () => {
      const order = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      assert.deepEqual((await steps(order)).slice(-1), ['hold_ended'])
      await stepNow()
      await sendMessage(order, acceptedMessage)
      assert.deepEqual((await steps(order)).slice(-3), ['hold_ended', 'handed_over', 'accepted'])
      const kinds = (await listSteps(database.db, order)).slice(-3).map(({ kind }) => kind)
      assert.deepEqual(kinds, [null, 'OrderSentToPrinter', 'OrderAcceptedByPrinter'])
    })

    it('a printer that reports about a job whose submission had no answer has the job', async () => {
      const lost: Answer = { kind: 'unavailable', cause: 'no answer', reached: 'unknown' }
      const orders = [await newHeldOrder(), await newHeldOrder(), await newHeldOrder()]
      passTime(holdingBinMs)
      await endHoldsNow()
      await stepNow({ ...pressDesk(), submit: async () => lost })
      const [taken, refused, received] = orders as [Order, Order, Order]
      await sendMessage(taken, acceptedMessage)
      await sendMessage(refused, { kind: 'refused', reason: 'no such paper' })
      await sendMessage(received, { kind: 'received' })
      assert.deepEqual((await steps(taken)).slice(-3), ['hold_ended', 'handed_over', 'accepted'])
      assert.deepEqual((await steps(refused)).slice(-2), ['hold_ended', 'problem'])
      assert.deepEqual((await steps(received)).slice(-2), ['hold_ended', 'handed_over'])
    })

    it('a job whose parts belong to different books is not made or shipped, whoever reports it and at whatever moment', async () => {
      const order = await newPrintingOrder()
      const job = await jobOf(order)
      const printers = [{ ...plainRule, bindingCodes: true }]
      const receiveCoded = newReceiver(fulfillmentWith(undefined, { printers }))
      const report = (content: MessageContent) => receiveCoded({ jobId: job.jobId, content, actor: 'printer' })
      const mismatch = { mismatchId: 'bmm_1', by: 'usr_1', now: clock() }
      await database.db
        .transaction()
        .execute(tx => insertMismatch(tx, { ...mismatch, jobs: [job], scanned: ['a', 'b'] }))
      await report(acceptedMessage)
      for (const content of [{ kind: 'printed' }, shippedMessage] as const)
        await assert.rejects(report(content), refusedAs('wrong_state'))
      assert.equal((await readAgain(order)).status, 'PRINTING')
      await database.db.transaction().execute(tx => resolveMismatch(tx, mismatch))
      await report(shippedMessage)
      assert.equal((await readAgain(order)).status, 'SHIPPED')
    })

    it('a new job, its steps and its cancellation send live updates to the viewers of its printer', async () => {
      const order = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      const updatesDuring = async (act: () => Promise<unknown>) => {
        const before = liveUpdates.length
        await act()
        return liveUpdates.slice(before).filter(update => 'printer' in update)
      }
      assert.deepEqual(await updatesDuring(stepNow), [{ printer: 'desk' }])
      assert.deepEqual(await updatesDuring(() => sendMessage(order, acceptedMessage)), [{ printer: 'desk' }])
      assert.deepEqual(await updatesDuring(() => cancel(order)), [{ printer: 'desk' }])
    })

    it('jobs of every status are listed in the order in which they were created', async () => {
      const jobs = []
      for (let i = 0; i < 4; i++) jobs.push(await jobOf(await newPrintingOrder()))
      await receive({ jobId: jobs[1]!.jobId, content: acceptedMessage, actor: 'printer' })
      const { jobs: listed, next } = await listJobs(
        database.db,
        { ...deskFilter, statuses: ['NEW', 'ACCEPTED'] },
        { sort: 'given', after: { sort: 'given', jobId: jobs[0]!.jobId }, limit: 2 },
      )
      assert.deepEqual(
        listed.map(job => job.jobId),
        [jobs[1]!.jobId, jobs[2]!.jobId],
      )
      assert.notEqual(next, null)
    })

    it('jobs of every status are listed by the day on which they must ship, Rush first on each day', async () => {
      const days = [
        ['2020-01-03', 'standard'],
        ['2020-01-02', 'standard'],
        ['2020-01-02', 'rush'],
        ['2020-01-01', 'standard'],
      ]
      const ids: string[] = []
      for (const [day, shippingClass] of days) {
        const { jobId } = await jobOf(await newPrintingOrder())
        ids.push(jobId)
        await sql`
          update print_jobs set due_date = ${day}::date, shipping_class = ${shippingClass} where job_id = ${jobId}`.execute(
          database.db,
        )
      }
      await receive({ jobId: ids[1]!, content: acceptedMessage, actor: 'printer' })
      const page = async (after: JobPosition | null) => {
        const filter = { ...deskFilter, dueBy: '2020-01-09', statuses: ['NEW' as const, 'ACCEPTED' as const] }
        const { jobs, next } = await listJobs(database.db, filter, { sort: 'due', after, limit: 2 })
        return { listed: jobs.map(({ jobId }) => ids.indexOf(jobId)), next }
      }
      const { listed: first, next } = await page(null)
      assert.deepEqual(first, [3, 2])
      assert.deepEqual(await page(next), { listed: [1, 0], next: null })
      for (const change of [
        sql`expected_ship_date = '2020-01-08'`,
        sql`shipping_class = 'standard', expected_ship_date = '2020-01-01'`,
      ]) {
        await sql`update print_jobs set ${change} where job_id = ${ids[2]!}`.execute(database.db)
        const { listed } = await page(next)
        assert.deepEqual(
          listed.filter(index => index !== 2),
          [1, 0],
          'a job that moves takes no other job along',
        )
      }
    })

    it('a job for an unreachable printer is submitted again after increasing waits', async () => {
      const down: Answer = { kind: 'unavailable', cause: 'no route', reached: 'no' }
      const desk = { ...pressDesk(), submit: async () => down }
      const order = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      await stepNow(desk)
      const first = await jobOf(order)
      assert.deepEqual([first.submittedAt, first.nextStepAt], [null, later(clock(), 30_000)])
      passTime(30_000)
      await stepNow(desk)
      assert.deepEqual((await jobOf(order)).nextStepAt, later(clock(), minute))
      passTime(minute)
      await stepNow()
      const submitted = await jobOf(order)
      assert.deepEqual([submitted.submittedAt, submitted.nextStepAt, submitted.attempts], [clock(), null, 0])
    })

    it('large jobs are claimed and found overdue in smaller batches', async () => {
      const orders: string[] = []
      for (let i = 0; i < 6; i++) orders.push((await newPrintingOrder()).orderId)
      await sql`
        update print_tickets set ticket = (ticket::jsonb || jsonb_build_object('pad', repeat('x', 4000000)))::json
        where order_id = any (${orders}::text[])`.execute(database.db)
      await sql`
        update print_jobs set next_step_at = ${clock()} where order_id = any (${orders}::text[])`.execute(database.db)
      const largestResult = recordLargestResult()
      const measured = { ...transactor, db: database.db.withPlugin(largestResult) }
      const polled: string[] = []
      const desk = {
        ...pressDesk(),
        async fetchUpdates({ orderId }: PrintJob) {
          polled.push(orderId)
          return answered()
        },
      }
      const step = runJobSteps({ transactor: measured, clock, fulfillment: fulfillmentWith(desk), log: silentLog })
      // A step that takes long, as on a busy machine, is under way in several sweeps and counts in each of them.
      while ((await step(clock())) > 0);
      assert.deepEqual(polled.toSorted(), orders.toSorted())
      assert.ok(largestResult.maxChars < 15_000_000, `${largestResult.maxChars} characters at once`)
      await sql`
        update print_jobs set watch_due_at = '2020-01-01' where order_id = any (${orders}::text[])`.execute(database.db)
      const overdue = await findOverdueJobs(database.db, clock(), 200)
      assert.equal(overdue.filter(({ orderId }) => orders.includes(orderId)).length, 3)
    })

    it('the submission time of a slow submission is its end', async () => {
      const [taken, lost] = [await newHeldOrder(), await newHeldOrder()]
      passTime(holdingBinMs)
      await endHoldsNow()
      const submit = async ({ orderId }: PrintJob): Promise<Answer> => {
        if (orderId === lost.orderId) return { kind: 'unavailable', cause: 'no answer', reached: 'unknown' }
        passTime(90_000)
        return answered()
      }
      await stepNow({ ...pressDesk(), submit })
      assert.deepEqual((await jobOf(taken)).submittedAt, clock())
      assert.deepEqual((await jobOf(lost)).nextStepAt, later(clock(), 30_000))
    })

    it('a job is submitted again after its worker died or its adapter threw', async () => {
      const order = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      const dying = runJobSteps({
        transactor,
        clock,
        fulfillment: fulfillmentWith(),
        log: silentLog,
        crash: point => {
          if (point === 'print:sent') throw new Error('killed')
        },
      })
      await assert.rejects(dying(clock()), /killed/)
      assert.equal(await stepNow(), 0, 'the claim is a lease')
      passTime(2 * minute)
      const broken = { ...pressDesk(), submit: () => Promise.reject(new Error('a bug')) }
      await stepNow(broken)
      assert.equal((await jobOf(order)).submittedAt, null)
      passTime(minute)
      await stepNow()
      assert.deepEqual((await jobOf(order)).submittedAt, clock())
    })

    describe('a job whose first worker reports late that the printer was not reached', () => {
      const lost: Answer = { kind: 'unavailable', cause: 'no answer', reached: 'unknown' }
      const losing = { ...pressDesk(), submit: async () => lost, requestCancellation: async () => lost }
      const never = instant('2020-01-01T00:00:00Z')

      /** Claims the job of a new order. `report` ends this attempt: the job certainly never reached the printer. */
      async function lateWorker() {
        const order = await newHeldOrder()
        passTime(holdingBinMs)
        await endHoldsNow()
        const attempt = Promise.withResolvers<Answer>()
        const submit = ({ orderId }: PrintJob) =>
          orderId === order.orderId ? attempt.promise : Promise.resolve(answered())
        const desk = { ...pressDesk(), submit }
        const step = runJobSteps({
          transactor,
          clock,
          fulfillment: fulfillmentWith(desk),
          log: silentLog,
          waitMs: 0,
        })
        await step(clock())
        const report = async () => {
          attempt.resolve({ kind: 'unavailable', cause: 'no route', reached: 'no' })
          while ((await step(never)) > 0);
        }
        return { order, report }
      }

      it('a late report leaves the job with the printer that another worker may have reached', async () => {
        const { order, report } = await lateWorker()
        passTime(2 * minute)
        await stepNow(losing)
        const between = await jobOf(order)
        await report()
        assert.deepEqual(await jobOf(order), between)
        await cancel(order)
        assert.equal((await readAgain(order)).status, 'CANCELLATION_REQUESTED')
      })

      for (const first of ['cancellation', 'claim'] as const) {
        it(`a late report does not cancel the job without its printer when the ${first} came first`, async () => {
          const { order, report } = await lateWorker()
          passTime(2 * minute)
          if (first === 'claim') await stepNow(losing)
          await cancel(order)
          if (first === 'cancellation') await stepNow(losing)
          await report()
          assert.equal((await readAgain(order)).status, 'CANCELLATION_REQUESTED')
          assert.notEqual((await jobOf(order)).offeredAt, null)
        })
      }

      it('a late report cancels the job immediately when no other worker has claimed it', async () => {
        const { order, report } = await lateWorker()
        await cancel(order)
        await report()
        assert.equal((await readAgain(order)).status, 'CANCELLED')
      })
    })

    it('a worker that stood still until its claim ended does not submit the job', async () => {
      const order = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      const step = runJobSteps({
        transactor,
        clock,
        fulfillment: fulfillmentWith(),
        log: silentLog,
        crash: point => {
          if (point === 'print:claimed') passTime(2 * minute)
        },
      })
      await step(clock())
      assert.equal((await jobOf(order)).submittedAt, null)
      await stepNow()
      assert.deepEqual((await jobOf(order)).submittedAt, clock())
    })
  })

  describe('messages of the printer', () => {
    it('an accepted and shipped order has its tracking once', async () => {
      const order = await newPrintingOrder()
      await sendMessage(order, acceptedMessage)
      const job = await sendMessage(order, shippedMessage)
      assert.equal(job.status, 'SHIPPED')
      const now = await readAgain(order)
      assert.equal(now.status, 'SHIPPED')
      assert.deepEqual(now.state.shipmentTracking, [{ ...shipments[0], shippedAt: clock().toISOString() }])
      assert.deepEqual((await steps(order)).slice(-2), ['accepted', 'shipped'])
    })

    it('repeated messages change nothing', async () => {
      const order = await newPrintingOrder()
      for (const message of [acceptedMessage, acceptedMessage, shippedMessage]) await sendMessage(order, message)
      passTime(hour)
      const before = await readAgain(order)
      for (const message of [shippedMessage, acceptedMessage])
        assert.equal((await sendMessage(order, message)).status, 'SHIPPED')
      assert.deepEqual(await readAgain(order), before)
    })

    it('a job can ship without an earlier acceptance', async () => {
      const order = await newPrintingOrder()
      await sendMessage(order, shippedMessage)
      assert.deepEqual((await steps(order)).slice(-1), ['shipped'])
    })

    const contradictions: [string, MessageContent[], MessageContent][] = [
      ['other tracking after shipping', [shippedMessage], { kind: 'shipped', shipments: [], shippingCents: null }],
      ['a problem after shipping', [shippedMessage], { kind: 'problem', reason: 'late' }],
      ['granting a cancellation that was not requested', [], { kind: 'cancellation', decision: 'accept', reason: '' }],
      ['refusing a cancellation that was not requested', [], { kind: 'cancellation', decision: 'refuse', reason: '' }],
      ['shipping after a problem', [{ kind: 'problem', reason: 'torn' }], shippedMessage],
      ['acceptance after a problem', [{ kind: 'problem', reason: 'torn' }], acceptedMessage],
    ]
    for (const [title, earlierMessages, message] of contradictions) {
      it(`${title} is refused and changes nothing`, async () => {
        const order = await newPrintingOrder()
        for (const earlier of earlierMessages) await sendMessage(order, earlier)
        const before = [await readAgain(order), await jobOf(order)]
        await assert.rejects(sendMessage(order, message), refusedAs('wrong_state'))
        assert.deepEqual([await readAgain(order), await jobOf(order)], before)
      })
    }

    it('a problem makes the order an EXCEPTION, and may be reported twice', async () => {
      const order = await newPrintingOrder()
      await sendMessage(order, { kind: 'problem', reason: 'the file is torn' })
      const job = await sendMessage(order, { kind: 'problem', reason: 'the file is torn' })
      assert.deepEqual([job.status, job.problem, job.nextStepAt], ['PROBLEM', 'the file is torn', null])
      assert.equal((await readAgain(order)).status, 'EXCEPTION')
      assert.equal((await listSteps(database.db, order)).at(-1)?.note, 'the file is torn')
    })
  })

  describe('an enterprise order', () => {
    const pricedMessage: MessageContent = { kind: 'accepted', itemsCents: 1999, taxesCents: 101 }
    const pricingOf = async (order: Order) => presentOrder(await readAgain(order))

    it('an enterprise order is priced in two steps, and unknown prices are null', async () => {
      const order = await newPrintingOrder({ billing: 'enterprise' })
      assert.equal((await pricingOf(order)).pricing, undefined)
      await sendMessage(order, pricedMessage)
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
      await sendMessage(order, { ...shippedMessage, shippingCents: 500 })
      const done = await pricingOf(order)
      assert.deepEqual(
        [done.pricing?.shippingTotal, done.pricing?.orderTotal, done.selectedShipping.price, done.paymentInfo.total],
        [5, 26, 5, 26],
      )
    })

    it('acceptance of an enterprise order without prices is refused, and names every missing price', async () => {
      const order = await newPrintingOrder({ billing: 'enterprise' })
      await assert.rejects(sendMessage(order, acceptedMessage), (error: unknown) => {
        assert.ok(error instanceof Refusal && error.code === 'malformed_request')
        assert.deepEqual(
          error.problems.map(problem => problem.pointer),
          ['/itemsTotal', '/taxesTotal'],
        )
        return true
      })
      await sendMessage(order, pricedMessage)
      await assert.rejects(sendMessage(order, shippedMessage), refusedAs('malformed_request'))
    })

    it('an enterprise order is not shipped without a price, nor accepted at two prices', async () => {
      const order = await newPrintingOrder({ billing: 'enterprise' })
      await assert.rejects(sendMessage(order, { ...shippedMessage, shippingCents: 500 }), refusedAs('wrong_state'))
      await sendMessage(order, pricedMessage)
      await sendMessage(order, pricedMessage)
      await assert.rejects(sendMessage(order, { ...pricedMessage, itemsCents: 1 }), refusedAs('wrong_state'))
    })
  })
})
