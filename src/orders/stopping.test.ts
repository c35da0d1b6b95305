import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  accountId,
  again,
  as,
  cancel,
  endHoldsNow,
  held,
  jobOf,
  listen,
  listener,
  onBothDatabases,
  pass,
  printing,
  refusedAs,
  say,
  shell,
  shipped,
  stepNow,
  steps,
} from '../../test/printingScene.ts'
import { hour } from '../base/clock.ts'
import { pressDesk } from '../printer/desk.ts'
import { type Answer, heard, type Message, type PrintJob } from '../printer/printer.ts'
import { fastForward } from './desk/sandbox.ts'
import { holdMs } from './schedule.ts'

onBothDatabases('stopping what is to be printed', () => {
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
})
