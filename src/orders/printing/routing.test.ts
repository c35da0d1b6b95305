// Orders among several printers: who gets them, who takes over, and what becomes of them while printers are silent,
// down or held.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../../test/database.ts'
import { heldOrder, plainRule, pressWith } from '../../../test/printing.ts'
import { createAccount } from '../../accounts/accounts.ts'
import { day, hour, instant, later, manualClock, minute } from '../../base/clock.ts'
import { sortableIds } from '../../base/ids.ts'
import { silentLog } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../db/db.ts'
import { pressDesk } from '../../printer/desk.ts'
import { type Answer, heard, type Message, type Printer, type PrintJob } from '../../printer/printer.ts'
import { lastJobOf, listAlarms } from '../../printer/store.ts'
import { audit } from '../audit.ts'
import type { Order } from '../order.ts'
import { cancelOrder } from '../placing/cancel.ts'
import { orderSteps } from '../read.ts'
import { holdMs } from '../schedule.ts'
import { findOrder } from '../store.ts'
import type { Shell } from '../work.ts'
import { hold, release, staffPrinters } from './hold.ts'
import { stepJobs } from './jobs.ts'
import { endHolds, type Press } from './print.ts'
import { printerListener } from './printed.ts'
import { rerouteByStaff, watchPrinters } from './watch.ts'

const agesMs = { submission: 2 * hour, acceptance: day, shipping: day, cancellation: 8 * hour }
const rules = [
  { ...plainRule, name: 'first', priority: 1 },
  { ...plainRule, name: 'second', priority: 2 },
]
const shopOfTwo = { printers: rules, agesMs, rerouteAfterMs: 2 * day, staffEmail: 'staff@example.com' }

for (const { name, fresh } of bothDatabases) {
  describe(`several printers on ${name}`, () => {
    let database: Database
    let drop: () => Promise<void>
    let shell: Shell
    let accountId: string
    let orders = 0
    const clock = manualClock(instant('2026-03-02T15:00:00Z'))
    const errors: object[] = []
    const log = { ...silentLog, error: (facts: object) => errors.push(facts) } as unknown as typeof silentLog

    before(async () => {
      ;({ database, drop } = await fresh())
      const newId = sortableIds(clock)
      shell = { db: database.db, bells: { wake: async () => {}, ring: () => {} }, newId }
      const vault = { seal: (text: string) => Buffer.from(text), open: (sealed: Buffer) => sealed.toString() }
      const details = { name: 'Acme', holderEmail: 'holder@example.com', enterprise: false }
      ;({ accountId } = await createAccount({ db: database.db, clock, newId, vault }, details, 'test'))
    })
    after(() => drop())

    const press = (changes: { first?: Partial<Printer>; second?: Partial<Printer>; shop?: object } = {}): Press =>
      pressWith(
        pressDesk(),
        { ...shopOfTwo, ...changes.shop },
        { first: { ...pressDesk(), ...changes.first }, second: { ...pressDesk(), ...changes.second } },
      )
    const step = (with_ = press()) => stepJobs({ shell, clock, press: with_, log })(clock())
    const watch = (with_ = press()) => watchPrinters({ shell, press: with_, log })(clock())
    const pass = (ms: number) => clock.set(later(clock(), ms))
    const again = async ({ customerOrderId }: Order) =>
      (await findOrder(database.db, { accountId, mode: 'production', customerOrderId }))!
    const jobOf = async (order: Order): Promise<PrintJob> => (await lastJobOf(database.db, order))!
    const steps = async (order: Order) => (await orderSteps(database.db, order)).map(one => one.on)
    const staff = (printer: string) => ({ printer, reason: 'broken', now: clock(), actor: 'staff' })
    const refusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
    const sound = async () =>
      assert.deepEqual(
        (await audit(database.db, clock())).filter(({ rule }) => !/paid|webhook|delivery|sum|late/.test(rule)),
        [],
      )

    async function handedOver(with_ = press()): Promise<Order> {
      const order = await heldOrder(
        { shell, accountId, now: clock() },
        { customerOrderId: `C-${++orders}`, billing: 'reprint' },
      )
      pass(holdMs)
      await endHolds({ shell, press: with_, log })(clock())
      return again(order)
    }
    async function atPrinter(): Promise<Order> {
      const order = await handedOver()
      await step()
      return order
    }
    async function say(order: Order, message: Message, job?: PrintJob) {
      const { jobId, printer } = job ?? (await jobOf(order))
      const told = { messageId: shell.newId('msg'), saidAt: null, message }
      return printerListener({ shell, clock, press: press() })({ jobId, told, from: [printer], actor: printer })
    }

    it('an order goes to the first of them, and its copies count for the day', async () => {
      const before = (await staffPrinters(database.db, press(), rules, clock()))[0]!.day.copies
      const order = await atPrinter()
      assert.equal((await jobOf(order)).printer, 'first')
      assert.equal((await staffPrinters(database.db, press(), rules, clock()))[0]!.day.copies, before + 2)
    })

    it('an order that nobody makes is an EXCEPTION, and can be resumed when somebody does', async () => {
      const nobody = press({ shop: { printers: [{ ...plainRule, name: 'first', makes: ['HC-*'] }] } })
      const order = await handedOver(nobody)
      assert.equal(order.status, 'EXCEPTION')
      assert.equal(await lastJobOf(database.db, order), undefined)
      await sound()
    })

    it('a refused order goes to another one, and to nobody twice', async () => {
      const order = await atPrinter()
      const refused: Message = { kind: 'refused', reason: 'no such paper' }
      await say(order, refused)
      const second = await jobOf(order)
      assert.deepEqual([(await again(order)).status, second.printer, second.attempt], ['PRINTING', 'second', 2])
      await step()
      await say(order, refused)
      assert.equal((await again(order)).status, 'EXCEPTION')
      assert.deepEqual((await steps(order)).slice(-3), ['hold_ended', 'rerouted', 'problem'])
      await sound()
    })

    it('a silent printer raises one alarm for each step, in the log, the list and a mail', async () => {
      const order = await atPrinter()
      pass(day - 1)
      await watch()
      assert.equal((await jobOf(order)).alarm, null)
      pass(1)
      errors.length = 0
      await watch()
      await watch()
      const { jobId } = await jobOf(order)
      assert.equal(errors.filter(facts => 'jobId' in facts && facts.jobId === jobId).length, 1)
      assert.ok((await listAlarms(database.db, { after: '', limit: 100 })).some(job => job.jobId === jobId))
      const { rows } = await sql`
        select from emails where recipient = 'staff@example.com' and body like ${`%${jobId}%`}`.execute(database.db)
      assert.equal(rows.length, 1)
      await say(order, { kind: 'accepted', itemsCents: null, taxesCents: null })
      assert.equal((await jobOf(order)).alarm, null)
    })

    it('a job that nobody took is asked back, and then another one makes it; late words of the first change nothing', async () => {
      const order = await atPrinter()
      pass(2 * day)
      await watch()
      const first = await jobOf(order)
      assert.deepEqual([first.printer, first.withdrawing, first.cancellationRequested], ['first', true, true])
      await step()
      assert.equal((await again(order)).status, 'PRINTING', 'the customer knows nothing of it')
      await say(order, { kind: 'cancellation', decision: 'accept', reason: '' })
      const second = await jobOf(order)
      assert.deepEqual([second.printer, second.status], ['second', 'NEW'])
      const late = await say(order, { kind: 'printed' }, first)
      assert.deepEqual([late?.verdict, late?.job.status], ['contradicts', 'WITHDRAWN'])
      await sound()
    })

    it('a job that its printer will not give back stays there, and is asked back no more', async () => {
      const order = await atPrinter()
      pass(2 * day)
      await watch()
      await step()
      await say(order, { kind: 'cancellation', decision: 'refuse', reason: 'on the press' })
      await say(order, { kind: 'accepted', itemsCents: null, taxesCents: null })
      pass(day)
      await watch()
      const job = await jobOf(order)
      assert.deepEqual([job.printer, job.status, job.withdrawing], ['first', 'ACCEPTED', false])
      assert.equal((await again(order)).status, 'PRINTING')
    })

    it('a customer who cancels what its printer did not give back asks anew', async () => {
      const order = await atPrinter()
      pass(2 * day)
      await watch()
      assert.equal((await jobOf(order)).cancellationRequests, 1)
      await say(order, { kind: 'cancellation', decision: 'refuse', reason: 'on the press' })
      await cancelOrder(shell, order, { now: clock(), actor: 'customer' })
      const job = await jobOf(order)
      assert.deepEqual([job.cancellationRequested, job.cancellationRequests], [true, 2])
    })

    it('a customer cancels while a job is asked back: then the order is cancelled, and goes nowhere', async () => {
      const order = await atPrinter()
      pass(2 * day)
      await watch()
      const { customerOrderId } = order
      const key = { accountId, mode: 'production', customerOrderId } as const
      assert.equal(
        (await cancelOrder(shell, key, { now: clock(), actor: 'customer' })).status,
        'CANCELLATION_REQUESTED',
      )
      await say(order, { kind: 'cancellation', decision: 'accept', reason: '' })
      assert.equal((await again(order)).status, 'CANCELLED')
      assert.equal((await jobOf(order)).attempt, 1)
      await sound()
    })

    it('a printer that is down for a week loses nothing: each job is submitted once it is back', async () => {
      const down: Answer = { kind: 'unavailable', cause: 'connection refused', reached: 'no' }
      let attempts = 0
      const refuse = async () => {
        attempts++
        return down
      }
      const alone = { printers: [rules[0]!], rerouteAfterMs: null }
      const order = await handedOver(press({ shop: alone }))
      const end = later(clock(), 7 * day)
      while (clock() < end) {
        await step(press({ shop: alone, first: { submit: refuse } }))
        await watch(press({ shop: alone }))
        const { nextStepAt } = await jobOf(order)
        clock.set(nextStepAt!)
      }
      assert.ok(attempts > 150 && attempts < 200, `${attempts} attempts`)
      assert.equal((await jobOf(order)).alarm, 'submission')
      const [health] = await staffPrinters(database.db, press({ shop: alone }), [rules[0]!], clock())
      assert.equal(health!.lastFailure, 'connection refused')
      await step(press({ shop: alone }))
      const job = await jobOf(order)
      assert.deepEqual([job.submittedAt, job.attempts, job.alarm], [clock(), 0, null])
      const [well] = await staffPrinters(database.db, press({ shop: alone }), [rules[0]!], clock())
      assert.deepEqual([well!.failingSince, well!.lastFailure], [null, null])
    })

    it('what certainly never reached a printer that is down is given to another one at once when it is time', async () => {
      const down: Answer = { kind: 'unavailable', cause: 'connection refused', reached: 'no' }
      const order = await handedOver()
      await step(press({ first: { submit: async () => down } }))
      pass(2 * day)
      await watch()
      const job = await jobOf(order)
      assert.deepEqual([job.printer, job.attempt, (await again(order)).status], ['second', 2, 'PRINTING'])
      await step()
      await sound()
    })

    it('a held printer gets nothing; what waits for it is submitted when it is released', async () => {
      const waiting = await handedOver()
      await hold({ shell, press: press() }, staff('first'))
      await assert.rejects(hold({ shell, press: press() }, staff('first')), refusedAs('wrong_state'))
      const submitted: string[] = []
      const noting = {
        submit: async ({ jobId }: PrintJob) => {
          submitted.push(jobId)
          return heard()
        },
      }
      await step(press({ first: noting }))
      assert.deepEqual(submitted, [])
      const elsewhere = await handedOver()
      assert.equal((await jobOf(elsewhere)).printer, 'second')
      await step(press({ first: noting }))
      pass(minute)
      await release({ shell, press: press() }, staff('first'))
      await step(press({ first: noting }))
      assert.deepEqual(submitted, [(await jobOf(waiting)).jobId])
      await assert.rejects(release({ shell, press: press() }, staff('first')), refusedAs('wrong_state'))
      await assert.rejects(hold({ shell, press: press() }, staff('none')), refusedAs('not_found'))
    })

    it('staff take a job away, and another printer has it', async () => {
      const order = await atPrinter()
      const { jobId } = await jobOf(order)
      const act = { jobId, reason: 'they burnt down', now: clock(), actor: 'staff' }
      await rerouteByStaff({ shell, press: press() }, act)
      assert.equal((await jobOf(order)).printer, 'second')
      await assert.rejects(rerouteByStaff({ shell, press: press() }, act), refusedAs('wrong_state'))
      const next = { ...act, jobId: (await jobOf(order)).jobId }
      await assert.rejects(rerouteByStaff({ shell, press: press() }, next), refusedAs('wrong_state'), 'nobody is left')
      await sound()
    })
  })
}
