// Routing of orders between several printers: the first choice, rerouting, and printers that are silent, down or
// paused.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { databasesOfForm } from '../../../test/support/databases.ts'
import { fulfillmentWith, heldOrder, noArchive, plainRule } from '../../../test/support/printing.ts'
import { createAccount } from '../../accounts/accounts.ts'
import { day, hour, instant, later, manualClock, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import type { Database } from '../../db/db.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder } from '../../orders/orderStore.ts'
import { holdingBinMs } from '../../orders/schedule.ts'
import type { Transactor } from '../../orders/transact.ts'
import { listSteps } from '../../orders/view/readOrders.ts'
import { findLastJob, listAlarms } from '../../printer/jobStore.ts'
import { pressDesk } from '../../printer/pressDesk.ts'
import { type Answer, answered, type MessageContent, type Printer, type PrintJob } from '../../printer/printer.ts'
import { audit } from '../audit/audit.ts'
import { oweRefunds } from '../money/refunds.ts'
import { cancelOrder } from '../placing/cancel.ts'
import type { Fulfillment } from './fulfillment.ts'
import { releaseHeldOrders } from './handOver.ts'
import { runJobSteps } from './jobSteps.ts'
import { alarmOverdueJobs, rerouteByStaff } from './overdueJobs.ts'
import { pausePrinter, resumePrinter, staffPrinters } from './pausePrinter.ts'
import { messageReceiver } from './receiveMessages.ts'

const agesMs = { submission: 2 * hour, acceptance: day, shipping: day, cancellation: 8 * hour }
const rules = [
  { ...plainRule, name: 'first', priority: 1 },
  { ...plainRule, name: 'second', priority: 2 },
]
const twoPrinters = { printers: rules, agesMs, rerouteAfterMs: 2 * day, staffEmail: 'staff@example.com' }

for (const { name, fresh } of databasesOfForm) {
  describe(`several printers on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    let transactor: Transactor
    let accountId: string
    let orders = 0
    const clock = manualClock(instant('2026-03-02T15:00:00Z'))
    const errors: object[] = []
    const log = { ...silentLog, error: (fields: object) => errors.push(fields) } as unknown as typeof silentLog

    before(async () => {
      ;({ database, drop } = await fresh())
      const newId = sortableIds(clock)
      transactor = { db: database.db, afterCommit: { wake: () => {} }, newId, oweRefunds }
      const vault = { seal: (text: string) => Buffer.from(text), open: (sealed: Buffer) => sealed.toString() }
      const details = { name: 'Acme', holderEmail: 'holder@example.com', enterprise: false }
      ;({ accountId } = await createAccount({ db: database.db, clock, newId, vault }, details, 'test'))
    })
    after(() => drop())

    const fulfillment = (
      changes: { first?: Partial<Printer>; second?: Partial<Printer>; printerConfig?: object } = {},
    ): Fulfillment =>
      fulfillmentWith(
        pressDesk(),
        { ...twoPrinters, ...changes.printerConfig },
        { first: { ...pressDesk(), ...changes.first }, second: { ...pressDesk(), ...changes.second } },
      )
    const step = (usedFulfillment = fulfillment()) =>
      runJobSteps({ transactor, clock, fulfillment: usedFulfillment, log, waitMs: minute })(clock())
    const alarmOverdue = (usedFulfillment = fulfillment()) =>
      alarmOverdueJobs({ transactor, fulfillment: usedFulfillment, log })(clock())
    const passTime = (ms: number) => clock.set(later(clock(), ms))
    const readAgain = async ({ customerOrderId }: Order) =>
      (await findOrder(database.db, { accountId, mode: 'production', customerOrderId }))!
    const jobOf = async (order: Order): Promise<PrintJob> => (await findLastJob(database.db, order))!
    const steps = async (order: Order) => (await listSteps(database.db, order)).map(step => step.on)
    const staff = (printer: string) => ({ printer, reason: 'broken', now: clock(), actor: 'staff' })
    const refusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
    const assertSound = async () =>
      assert.deepEqual(
        (await audit(database.db, clock())).filter(({ rule }) => !/paid|webhook|delivery|sum|late/.test(rule)),
        [],
      )

    async function addHandedOverOrder(usedFulfillment = fulfillment()): Promise<Order> {
      const order = await heldOrder(
        { transactor, accountId, now: clock() },
        { customerOrderId: `C-${++orders}`, billing: 'reprint' },
      )
      passTime(holdingBinMs)
      await releaseHeldOrders({ transactor, fulfillment: usedFulfillment, log })(clock())
      return readAgain(order)
    }
    async function addSubmittedOrder(): Promise<Order> {
      const order = await addHandedOverOrder()
      await step()
      return order
    }
    async function report(order: Order, content: MessageContent, job?: PrintJob) {
      const { jobId, printer } = job ?? (await jobOf(order))
      const message = { messageId: transactor.newId('msg'), sentAt: null, content }
      return messageReceiver({ transactor, clock, fulfillment: fulfillment() })({
        jobId,
        message,
        printers: [printer],
        actor: printer,
      })
    }

    it('an order goes to the first printer, and its copies count for the day', async () => {
      const before = (await staffPrinters(database.db, fulfillment(), rules, clock()))[0]!.day.copies
      const order = await addSubmittedOrder()
      assert.equal((await jobOf(order)).printer, 'first')
      assert.equal((await staffPrinters(database.db, fulfillment(), rules, clock()))[0]!.day.copies, before + 2)
    })

    it('copies of a job that is canceled, refused or moved are no longer of the day of its printer', async () => {
      const copies = async () =>
        (await staffPrinters(database.db, fulfillment(), rules, clock())).map(one => one.day.copies)
      const [first, second] = (await copies()) as [number, number]
      const unsent = await addHandedOverOrder()
      assert.deepEqual(await copies(), [first + 2, second])
      await cancelOrder({ transactor, archive: noArchive }, unsent, { now: clock(), actor: 'customer' })
      assert.deepEqual(await copies(), [first, second])
      const moved = await addSubmittedOrder()
      await report(moved, { kind: 'refused', reason: 'no such paper' })
      assert.deepEqual(await copies(), [first, second + 2])
      await step()
      await cancelOrder({ transactor, archive: noArchive }, moved, { now: clock(), actor: 'customer' })
      await report(moved, { kind: 'cancellation', decision: 'accept', reason: 'in time' })
      assert.deepEqual(await copies(), [first, second])
    })

    it('an order that no printer makes is an EXCEPTION', async () => {
      const noPrinter = fulfillment({ printerConfig: { printers: [{ ...plainRule, name: 'first', makes: ['HC-*'] }] } })
      const order = await addHandedOverOrder(noPrinter)
      assert.equal(order.status, 'EXCEPTION')
      assert.equal(await findLastJob(database.db, order), undefined)
      await assertSound()
    })

    it('a refused order goes to another printer, and to no printer twice', async () => {
      const order = await addSubmittedOrder()
      const refused: MessageContent = { kind: 'refused', reason: 'no such paper' }
      await report(order, refused)
      const second = await jobOf(order)
      assert.deepEqual([(await readAgain(order)).status, second.printer, second.attempt], ['PRINTING', 'second', 2])
      await step()
      await report(order, refused)
      assert.equal((await readAgain(order)).status, 'EXCEPTION')
      assert.deepEqual((await steps(order)).slice(-4), ['handed_over', 'rerouted', 'handed_over', 'problem'])
      await assertSound()
    })

    it('a silent printer raises one alarm for each step, in the log, the list and an email', async () => {
      const order = await addSubmittedOrder()
      passTime(day - 1)
      await alarmOverdue()
      assert.equal((await jobOf(order)).alarm, null)
      passTime(1)
      errors.length = 0
      await alarmOverdue()
      await alarmOverdue()
      const { jobId } = await jobOf(order)
      assert.equal(errors.filter(fields => 'jobId' in fields && fields.jobId === jobId).length, 1)
      assert.ok((await listAlarms(database.db, { after: '', limit: 100 })).some(job => job.jobId === jobId))
      const { rows } = await sql`
        select from emails where recipient = 'staff@example.com' and "values"::text like ${`%${jobId}%`}`.execute(
        database.db,
      )
      assert.equal(rows.length, 1)
      await report(order, { kind: 'accepted', itemsCents: null, taxesCents: null })
      assert.equal((await jobOf(order)).alarm, null)
    })

    it('an unaccepted job is withdrawn and rerouted, and late messages of the first printer change nothing', async () => {
      const order = await addSubmittedOrder()
      passTime(2 * day)
      await alarmOverdue()
      const first = await jobOf(order)
      assert.deepEqual([first.printer, first.withdrawing, first.cancellationRequested], ['first', true, true])
      await step()
      assert.equal((await readAgain(order)).status, 'PRINTING', 'the customer does not see the withdrawal')
      await report(order, { kind: 'cancellation', decision: 'accept', reason: '' })
      const second = await jobOf(order)
      assert.deepEqual([second.printer, second.status], ['second', 'NEW'])
      const late = await report(order, { kind: 'printed' }, first)
      assert.deepEqual([late?.verdict, late?.job.status], ['contradicts', 'WITHDRAWN'])
      await assertSound()
    })

    it('a job whose printer refuses the withdrawal stays there, and is not withdrawn again', async () => {
      const order = await addSubmittedOrder()
      passTime(2 * day)
      await alarmOverdue()
      await step()
      await report(order, { kind: 'cancellation', decision: 'refuse', reason: 'on the press' })
      await report(order, { kind: 'accepted', itemsCents: null, taxesCents: null })
      passTime(day)
      await alarmOverdue()
      const job = await jobOf(order)
      assert.deepEqual([job.printer, job.status, job.withdrawing], ['first', 'ACCEPTED', false])
      assert.equal((await readAgain(order)).status, 'PRINTING')
    })

    it('a cancellation after a refused withdrawal is a new request to the printer', async () => {
      const order = await addSubmittedOrder()
      passTime(2 * day)
      await alarmOverdue()
      assert.equal((await jobOf(order)).cancellationRequests, 1)
      await report(order, { kind: 'cancellation', decision: 'refuse', reason: 'on the press' })
      await cancelOrder({ transactor, archive: noArchive }, order, { now: clock(), actor: 'customer' })
      const job = await jobOf(order)
      assert.deepEqual([job.cancellationRequested, job.cancellationRequests], [true, 2])
    })

    it('a customer who cancels during a withdrawal gets the order canceled instead of rerouted', async () => {
      const order = await addSubmittedOrder()
      passTime(2 * day)
      await alarmOverdue()
      const { customerOrderId } = order
      const key = { accountId, mode: 'production', customerOrderId } as const
      assert.equal(
        (await cancelOrder({ transactor, archive: noArchive }, key, { now: clock(), actor: 'customer' })).status,
        'CANCELLATION_REQUESTED',
      )
      await report(order, { kind: 'cancellation', decision: 'accept', reason: '' })
      assert.equal((await readAgain(order)).status, 'CANCELLED')
      assert.equal((await jobOf(order)).attempt, 1)
      await assertSound()
    })

    it('jobs for a printer that was down for a week are submitted when it is back', async () => {
      const down: Answer = { kind: 'unavailable', cause: 'connection refused', reached: 'no' }
      let attempts = 0
      const refuse = async () => {
        attempts++
        return down
      }
      const onlyFirst = { printers: [rules[0]!], rerouteAfterMs: null }
      const order = await addHandedOverOrder(fulfillment({ printerConfig: onlyFirst }))
      const end = later(clock(), 7 * day)
      while (clock() < end) {
        await step(fulfillment({ printerConfig: onlyFirst, first: { submit: refuse } }))
        await alarmOverdue(fulfillment({ printerConfig: onlyFirst }))
        const { nextStepAt } = await jobOf(order)
        clock.set(nextStepAt!)
      }
      assert.ok(attempts > 150 && attempts < 200, `${attempts} attempts`)
      assert.equal((await jobOf(order)).alarm, 'submission')
      const [failing] = await staffPrinters(
        database.db,
        fulfillment({ printerConfig: onlyFirst }),
        [rules[0]!],
        clock(),
      )
      assert.equal(failing!.lastFailure, 'connection refused')
      await step(fulfillment({ printerConfig: onlyFirst }))
      const job = await jobOf(order)
      assert.deepEqual([job.submittedAt, job.attempts, job.alarm], [clock(), 0, null])
      const [recovered] = await staffPrinters(
        database.db,
        fulfillment({ printerConfig: onlyFirst }),
        [rules[0]!],
        clock(),
      )
      assert.deepEqual([recovered!.failingSince, recovered!.lastFailure], [null, null])
    })

    it('an overdue job that never reached its printer is rerouted without asking the printer', async () => {
      const down: Answer = { kind: 'unavailable', cause: 'connection refused', reached: 'no' }
      const order = await addHandedOverOrder()
      await step(fulfillment({ first: { submit: async () => down } }))
      passTime(2 * day)
      await alarmOverdue()
      const job = await jobOf(order)
      assert.deepEqual([job.printer, job.attempt, (await readAgain(order)).status], ['second', 2, 'PRINTING'])
      await step()
      await assertSound()
    })

    it('a paused printer gets no jobs, and its waiting jobs are submitted when it is resumed', async () => {
      const waiting = await addHandedOverOrder()
      await pausePrinter({ transactor, fulfillment: fulfillment() }, staff('first'))
      await assert.rejects(
        pausePrinter({ transactor, fulfillment: fulfillment() }, staff('first')),
        refusedAs('wrong_state'),
      )
      const submitted: string[] = []
      const recorder = {
        submit: async ({ jobId }: PrintJob) => {
          submitted.push(jobId)
          return answered()
        },
      }
      await step(fulfillment({ first: recorder }))
      assert.deepEqual(submitted, [])
      assert.deepEqual((await steps(waiting)).slice(-1), ['hold_ended'], 'no webhook says that a printer has it')
      const laterOrder = await addHandedOverOrder()
      assert.equal((await jobOf(laterOrder)).printer, 'second')
      await step(fulfillment({ first: recorder }))
      passTime(minute)
      await resumePrinter({ transactor, fulfillment: fulfillment() }, staff('first'))
      await step(fulfillment({ first: recorder }))
      assert.deepEqual(submitted, [(await jobOf(waiting)).jobId])
      assert.deepEqual((await steps(waiting)).slice(-2), ['hold_ended', 'handed_over'])
      await assert.rejects(
        resumePrinter({ transactor, fulfillment: fulfillment() }, staff('first')),
        refusedAs('wrong_state'),
      )
      await assert.rejects(
        pausePrinter({ transactor, fulfillment: fulfillment() }, staff('none')),
        refusedAs('not_found'),
      )
    })

    it('staff reroute a job to another printer', async () => {
      const order = await addSubmittedOrder()
      const { jobId } = await jobOf(order)
      const act = { jobId, reason: 'the printer burnt down', now: clock(), actor: 'staff' }
      await rerouteByStaff({ transactor, fulfillment: fulfillment() }, act)
      assert.equal((await jobOf(order)).printer, 'second')
      await assert.rejects(rerouteByStaff({ transactor, fulfillment: fulfillment() }, act), refusedAs('wrong_state'))
      const next = { ...act, jobId: (await jobOf(order)).jobId }
      await assert.rejects(
        rerouteByStaff({ transactor, fulfillment: fulfillment() }, next),
        refusedAs('wrong_state'),
        'no other printer is left',
      )
      await assertSound()
    })
  })
}
