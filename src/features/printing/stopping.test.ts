import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fulfillmentWith } from '../../../test/support/printing.ts'
import {
  accountId,
  as,
  cancel,
  endHoldsNow,
  jobOf,
  newHeldOrder,
  newPrintingOrder,
  newReceiver,
  onBothDatabases,
  passTime,
  readAgain,
  receive,
  refusedAs,
  sendMessage,
  shippedMessage,
  stepNow,
  steps,
  transactor,
} from '../../../test/support/printingScene.ts'
import { hour } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { holdingBinMs } from '../../orders/schedule.ts'
import { pressDesk } from '../../printer/pressDesk.ts'
import { type Answer, answered, type MessageContent, type PrintJob } from '../../printer/printer.ts'
import { fastForward } from '../sandbox/sandbox.ts'

onBothDatabases('stopping what is to be printed', () => {
  describe('a cancellation before the printer has the job', () => {
    /** A desk that notes which jobs it is given. */
    const noting = (jobIds: Set<string>) => ({
      ...pressDesk(),
      submit: async ({ jobId }: PrintJob) => {
        jobIds.add(jobId)
        return answered()
      },
    })
    const handedOver = async () => {
      const order = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      return order
    }

    it('a cancellation before the printer has the job is accepted at once, and the job is never sent', async () => {
      const order = await handedOver()
      assert.equal((await cancel(order)).status, 'CANCELLED')
      const submitted = new Set<string>()
      await stepNow(noting(submitted))
      assert.deepEqual([...submitted], [])
      assert.deepEqual([(await jobOf(order)).status, (await jobOf(order)).offeredAt], ['CANCELLED', null])
      assert.equal((await steps(order)).at(-1), 'cancel_in_time')
    })

    it('a cancellation is accepted at once when every attempt to send the job failed for certain, even during an attempt', async () => {
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
      assert.equal((await readAgain(other)).status, 'CANCELLED')
    })

    it('a cancellation is requested from the printer when the job may have arrived, and the job is not submitted again', async () => {
      const order = await handedOver()
      const lost: Answer = { kind: 'unavailable', cause: 'timeout', reached: 'unknown' }
      await stepNow({ ...pressDesk(), submit: async () => lost })
      assert.equal((await cancel(order)).status, 'CANCELLATION_REQUESTED')
      const message: MessageContent = { kind: 'cancellation', decision: 'accept', reason: 'unknown job' }
      const granting = async () => answered({ messageId: 'c', sentAt: null, content: message })
      await stepNow({ ...pressDesk(), submit: () => assert.fail('submitted'), requestCancellation: granting })
      assert.equal((await readAgain(order)).status, 'CANCELLED')
    })

    it('of orders that are canceled during their submission, exactly the jobs of orders canceled at once are never sent', async () => {
      const waiting = await Promise.all(Array.from({ length: 30 }, () => newHeldOrder()))
      passTime(holdingBinMs)
      await endHoldsNow()
      const left = new Set<string>()
      const desk = noting(left)
      const [, , ...cancelled] = await Promise.all([stepNow(desk), stepNow(desk), ...waiting.map(cancel)])
      await stepNow(desk)
      for (const [i, order] of waiting.entries()) {
        const { jobId } = await jobOf(order)
        assert.equal(left.has(jobId), cancelled[i]!.status !== 'CANCELLED')
      }
      const unheld = await Promise.all(waiting.map(readAgain))
      for (const { status } of unheld) assert.ok(['CANCELLED', 'CANCELLATION_REQUESTED'].includes(status))
    })
  })

  describe('a cancellation at the printer', () => {
    it('a cancellation is requested from the printer, which accepts it', async () => {
      const order = await newPrintingOrder()
      await cancel(order)
      assert.equal((await readAgain(order)).status, 'CANCELLATION_REQUESTED')
      assert.equal(await stepNow(), 1)
      const job = await jobOf(order)
      assert.deepEqual([job.cancellationRequested, job.nextStepAt], [true, null])
      const granted: MessageContent = { kind: 'cancellation', decision: 'accept', reason: 'not begun' }
      await sendMessage(order, granted)
      assert.equal((await sendMessage(order, granted)).status, 'CANCELLED')
      assert.equal((await readAgain(order)).status, 'CANCELLED')
      await assert.rejects(sendMessage(order, shippedMessage), refusedAs('wrong_state'))
    })

    it('an order whose cancellation is refused is PRINTING again, and can be shipped', async () => {
      const order = await newPrintingOrder()
      await cancel(order)
      const refused: MessageContent = { kind: 'cancellation', decision: 'refuse', reason: 'on the press' }
      await sendMessage(order, refused)
      await sendMessage(order, refused)
      assert.equal((await readAgain(order)).status, 'PRINTING')
      await sendMessage(order, shippedMessage)
      assert.equal((await sendMessage(order, refused)).status, 'SHIPPED')
    })

    it('a requested cancellation has no effect once the order has shipped', async () => {
      const order = await newPrintingOrder()
      await cancel(order)
      await sendMessage(order, shippedMessage)
      assert.equal((await readAgain(order)).status, 'SHIPPED')
    })

    it('a cancellation during the submission of the job is sent next', async () => {
      const order = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      const message: string[] = []
      const slow = {
        ...pressDesk(),
        submit: async (): Promise<Answer> => {
          await cancel(order)
          return answered()
        },
        requestCancellation: async (job: PrintJob): Promise<Answer> => {
          message.push(job.jobId)
          return answered()
        },
      }
      await stepNow(slow)
      await stepNow(slow)
      assert.deepEqual(message, [(await jobOf(order)).jobId])
    })
  })

  describe('at the same time', () => {
    it('two workers make one job of each order, and submit it', async () => {
      const held12 = await Promise.all(Array.from({ length: 12 }, () => newHeldOrder()))
      passTime(holdingBinMs)
      await Promise.all([endHoldsNow(), endHoldsNow()])
      await Promise.all([stepNow(), stepNow()])
      for (const order of held12) {
        const job = await jobOf(order)
        assert.deepEqual([job.attempt, job.submittedAt !== null, job.nextStepAt], [1, true, null])
      }
    })

    it('a cancellation and a parcel leave an order either shipped or cancelled, and its job the same', async () => {
      for (let i = 0; i < 10; i++) {
        const order = await newPrintingOrder()
        await cancel(order)
        const granted: MessageContent = { kind: 'cancellation', decision: 'accept', reason: '' }
        const messages: MessageContent[] = [shippedMessage, granted, shippedMessage, granted]
        const { jobId } = await jobOf(order)
        const elsewhere = newReceiver()
        const reports = messages.map((content, i) =>
          (i < 2 ? receive : elsewhere)({ jobId, content, actor: 'printer' }),
        )
        const outcomes = await Promise.allSettled(reports)
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2)
        const { status } = await readAgain(order)
        assert.ok(status === 'SHIPPED' || status === 'CANCELLED')
        assert.equal((await jobOf(order)).status, status)
      }
    })

    it('fast-forward gets along with the sweeps', async () => {
      const waiting = await Promise.all(Array.from({ length: 8 }, () => newHeldOrder({ mode: 'sandbox' })))
      const jump = () =>
        fastForward(
          { transactor, fulfillment: fulfillmentWith(), log: silentLog },
          { accountId, byMs: hour, ...as('user') },
        )
      await Promise.all([jump(), endHoldsNow(), jump(), endHoldsNow(), stepNow(), jump()])
      await endHoldsNow()
      for (const order of waiting) assert.equal((await readAgain(order)).status, 'PRINTING')
    })
  })
})
