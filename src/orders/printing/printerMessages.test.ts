import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { pressWith } from '../../../test/printing.ts'
import {
  again,
  cancel,
  clock,
  database,
  desks,
  endHoldsNow,
  held,
  jobOf,
  listen,
  listener,
  onBothDatabases,
  pass,
  plainly,
  printing,
  refusedAs,
  say,
  shell,
  shipments,
  shipped,
  stepNow,
  steps,
} from '../../../test/printingScene.ts'
import { weighing } from '../../../test/weighing.ts'
import { instant } from '../../base/clock.ts'
import { listMessages } from '../../printer/messages.ts'
import type { JobShipment, Message } from '../../printer/printer.ts'
import type { Order } from '../order.ts'
import { orderSteps } from '../read.ts'
import { holdMs } from '../schedule.ts'
import { printerListener } from './printed.ts'

onBothDatabases('messages of printers', () => {
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

    it('that come together about large jobs are heard a few at a time, each once', async () => {
      const jobIds: string[] = []
      for (let i = 0; i < 6; i++) jobIds.push((await jobOf(await printing())).jobId)
      await sql`
        update print_jobs set ticket = (ticket::jsonb || jsonb_build_object('pad', repeat('x', 4000000)))::json
        where job_id = any (${jobIds}::text[])`.execute(database.db)
      const weights = weighing()
      const hear = printerListener({
        shell: { ...shell, db: database.db.withPlugin(weights) },
        clock,
        press: pressWith(),
      })
      const told = { saidAt: null, message: plainly }
      const outcomes = await Promise.all(
        jobIds.map(jobId => hear({ jobId, told: { ...told, messageId: jobId }, from: desks, actor: 'printer' })),
      )
      assert.deepEqual(
        outcomes.map(outcome => [outcome!.job.jobId, outcome!.verdict]),
        jobIds.map(jobId => [jobId, 'applied']),
      )
      assert.ok(weights.most < 15_000_000, `${weights.most} characters at once`)
    })

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
})
