import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { fulfillmentWith } from '../../../test/support/printing.ts'
import {
  acceptedMessage,
  cancel,
  clock,
  database,
  endHoldsNow,
  jobOf,
  newHeldOrder,
  newPrintingOrder,
  newReceiver,
  onBothDatabases,
  passTime,
  printerNames,
  readAgain,
  receive,
  refusedAs,
  sendMessage,
  shipments,
  shippedMessage,
  stepNow,
  steps,
  transactor,
} from '../../../test/support/printingScene.ts'
import { recordLargestResult } from '../../../test/support/statementBytes.ts'
import { instant } from '../../base/clock.ts'
import type { Order } from '../../orders/order.ts'
import { holdingBinMs } from '../../orders/schedule.ts'
import { listSteps } from '../../orders/view/readOrders.ts'
import { listMessages } from '../../printer/messageStore.ts'
import type { JobShipment, MessageContent } from '../../printer/printer.ts'
import { messageReceiver } from './receiveMessages.ts'

onBothDatabases('messages of printers', () => {
  describe('messages', () => {
    const jobIdOf = async (order: Order) => (await jobOf(order)).jobId
    const sendMessageAs = async (order: Order, messageId: string, content: MessageContent) =>
      receive({ jobId: await jobIdOf(order), messageId, content, actor: 'printer' })
    const storedMessages = async (order: Order) => {
      const { rows } = await sql<{ id: string; verdict: string; times: number }>`
        select message_id as id, verdict, repetitions as times
        from printer_messages where job_id = ${await jobIdOf(order)} order by record_id`.execute(database.db)
      return rows.map(({ id, verdict, times }) => [id, verdict, times])
    }

    it('simultaneous messages about large jobs are applied a few at a time, each of them once', async () => {
      const jobIds: string[] = []
      for (let i = 0; i < 6; i++) jobIds.push((await jobOf(await newPrintingOrder())).jobId)
      await sql`
        update print_tickets set ticket = (ticket::jsonb || jsonb_build_object('pad', repeat('x', 4000000)))::json
        where order_id in (select order_id from print_jobs where job_id = any (${jobIds}::text[]))`.execute(database.db)
      const largestResult = recordLargestResult()
      const receiveMessage = messageReceiver({
        transactor: { ...transactor, db: database.db.withPlugin(largestResult) },
        clock,
        fulfillment: fulfillmentWith(),
      })
      const message = { sentAt: null, content: acceptedMessage }
      const outcomes = await Promise.all(
        jobIds.map(jobId =>
          receiveMessage({
            jobId,
            message: { ...message, messageId: jobId },
            printers: printerNames,
            actor: 'printer',
          }),
        ),
      )
      assert.deepEqual(
        outcomes.map(outcome => [outcome!.job.jobId, outcome!.verdict]),
        jobIds.map(jobId => [jobId, 'applied']),
      )
      assert.ok(largestResult.maxChars < 15_000_000, `${largestResult.maxChars} characters at once`)
    })

    it('every message is stored with its verdict, and a repetition counts on its original', async () => {
      const order = await newPrintingOrder()
      await sendMessageAs(order, 'm1', acceptedMessage)
      await sendMessageAs(order, 'm1', acceptedMessage)
      await sendMessageAs(order, 'm2', acceptedMessage)
      await sendMessageAs(order, 'm3', { kind: 'received' })
      await assert.rejects(sendMessageAs(order, 'm4', { kind: 'cancellation', decision: 'accept', reason: '' }))
      assert.deepEqual(await storedMessages(order), [
        ['m1', 'applied', 1],
        ['m2', 'repeated', 0],
        ['m3', 'ignored', 0],
        ['m4', 'contradicts', 0],
      ])
      const [newest] = await listMessages(database.db, { verdict: 'contradicts', before: null, limit: 1 })
      assert.deepEqual([newest?.messageId, newest?.customerOrderId], ['m4', order.customerOrderId])
      assert.match(String(newest?.why), /no cancellation waits/)
    })

    it('a message that reuses an id with another content contradicts, and is stored', async () => {
      const order = await newPrintingOrder()
      await sendMessageAs(order, 'm1', acceptedMessage)
      await assert.rejects(sendMessageAs(order, 'm1', shippedMessage), refusedAs('wrong_state'))
      assert.equal((await readAgain(order)).status, 'PRINTING')
      assert.deepEqual(await storedMessages(order), [
        ['m1', 'applied', 0],
        ['m1', 'contradicts', 0],
      ])
    })

    it('a message that contradicted is decided again when it is repeated', async () => {
      const order = await newPrintingOrder({ billing: 'enterprise' })
      const parcels: MessageContent = { kind: 'shipped', shipments, shippingCents: 500 }
      await assert.rejects(sendMessageAs(order, 'm2', parcels), refusedAs('wrong_state'))
      await sendMessageAs(order, 'm1', { kind: 'accepted', itemsCents: 1000, taxesCents: 0 })
      assert.equal((await sendMessageAs(order, 'm2', parcels)).status, 'SHIPPED')
      assert.deepEqual(await storedMessages(order), [
        ['m2', 'applied', 1],
        ['m1', 'applied', 0],
      ])
    })

    it('a hundred simultaneous copies of a message have one effect', async () => {
      const order = await newPrintingOrder()
      const jobId = await jobIdOf(order)
      const otherReceiver = newReceiver()
      await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          (i % 2 === 0 ? receive : otherReceiver)({
            jobId,
            messageId: 'm1',
            content: acceptedMessage,
            actor: 'printer',
          }),
        ),
      )
      assert.deepEqual(await storedMessages(order), [['m1', 'applied', 99]])
      assert.equal((await steps(order)).filter(on => on === 'accepted').length, 1)
    })

    it('messages may arrive out of order: printed before accepted before received', async () => {
      const order = await newPrintingOrder({ billing: 'enterprise' })
      assert.equal((await sendMessage(order, { kind: 'printed' })).status, 'PRINTED')
      assert.equal((await sendMessage(order, { kind: 'accepted', itemsCents: 1000, taxesCents: 70 })).status, 'PRINTED')
      assert.equal((await sendMessage(order, { kind: 'received' })).status, 'PRINTED')
      assert.equal((await sendMessage(order, { kind: 'shipped', shipments, shippingCents: 300 })).status, 'SHIPPED')
      assert.equal((await readAgain(order)).state.pricing?.orderCents, 1370)
      assert.equal((await sendMessage(order, { kind: 'printed' })).status, 'SHIPPED')
    })

    it('a delay changes the dates but not the promised date, and the newest announcement counts', async () => {
      const order = await newPrintingOrder()
      const promised = order.state.estimatedShipDate
      const jobId = await jobIdOf(order)
      const receiveMessage = messageReceiver({ transactor, clock, fulfillment: fulfillmentWith() })
      const delay = (until: string, sentAt: string) =>
        receiveMessage({
          jobId,
          message: { messageId: until, sentAt: instant(sentAt), content: { kind: 'delayed', until, reason: 'paper' } },
          printers: printerNames,
          actor: 'printer',
        })
      const verdictOf = async (until: string, sentAt: string) => (await delay(until, sentAt))?.verdict
      assert.equal(await verdictOf('2027-01-18', '2026-03-05T00:00:00Z'), 'applied')
      assert.equal(await verdictOf('2027-01-11', '2026-03-04T00:00:00Z'), 'ignored')
      assert.equal(await verdictOf('2020-01-11', '2026-03-06T00:00:00Z'), 'ignored')
      assert.equal(await verdictOf('2027-01-13', '2026-03-06T00:00:00Z'), 'applied')
      const { state } = await readAgain(order)
      assert.deepEqual(
        [state.estimatedShipDate, state.estimatedDelivery?.earliest, state.promisedShipDate],
        ['2027-01-13', '2027-01-13', promised],
      )
      const delays = (await listSteps(database.db, order)).filter(({ kind }) => kind === 'OrderDelayed')
      assert.deepEqual(
        delays.map(({ note }) => String(note)),
        ['to be shipped on 2027-01-18: paper', 'to be shipped on 2027-01-13: paper'],
      )
    })

    it('parcels are collected until the whole order ships, and its complete tracking does not change', async () => {
      const order = await newPrintingOrder()
      const parcel = (trackingNumber: string): JobShipment => ({
        masterTrackingNumber: '',
        carrier: '',
        packages: [{ trackingNumber, altTrackingNumber: '', trackingUrl: '' }],
      })
      const first: MessageContent = { kind: 'packages', shipments: [parcel('1Z879E930346834440')] }
      await sendMessage(order, first)
      await sendMessage(order, first)
      assert.deepEqual((await readAgain(order)).state.shipmentTracking, [])
      const shippedWhole: MessageContent = {
        kind: 'shipped',
        shipments: [parcel('1Z410E7W0392751591')],
        shippingCents: null,
      }
      await sendMessage(order, shippedWhole)
      const { shipmentTracking } = (await readAgain(order)).state
      assert.deepEqual(
        shipmentTracking.map(({ carrier, packages }) => [carrier, packages.map(({ trackingUrl }) => trackingUrl)]),
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
      await sendMessage(order, shippedWhole)
      await sendMessage(order, first)
      const more: MessageContent = { kind: 'packages', shipments: [parcel('1Z5R89390357567127')] }
      await assert.rejects(sendMessage(order, more), refusedAs('wrong_state'))
      assert.deepEqual((await readAgain(order)).state.shipmentTracking, shipmentTracking)
    })

    it('shipping without any package is refused as incomplete', async () => {
      const order = await newPrintingOrder()
      const noPackages: MessageContent = { kind: 'shipped', shipments: [], shippingCents: null }
      await assert.rejects(sendMessage(order, noPackages), refusedAs('malformed_request'))
    })

    it('a refusal stops the order, or cancels it when its cancellation was requested', async () => {
      const order = await newPrintingOrder()
      const refused: MessageContent = { kind: 'refused', reason: 'no such paper' }
      assert.equal((await sendMessage(order, refused)).status, 'REFUSED')
      assert.equal((await sendMessage(order, refused)).status, 'REFUSED')
      assert.equal((await readAgain(order)).status, 'EXCEPTION')
      const cancelled = await newPrintingOrder()
      await cancel(cancelled)
      assert.equal((await sendMessage(cancelled, refused)).status, 'CANCELLED')
      assert.equal((await readAgain(cancelled)).status, 'CANCELLED')
    })

    it('granting a cancellation contradicts after parcels have left', async () => {
      const order = await newPrintingOrder()
      await sendMessage(order, { kind: 'packages', shipments })
      await cancel(order)
      await assert.rejects(
        sendMessage(order, { kind: 'cancellation', decision: 'accept', reason: '' }),
        refusedAs('wrong_state'),
      )
      assert.equal(
        (await sendMessage(order, { kind: 'shipped', shipments: [], shippingCents: null })).status,
        'SHIPPED',
      )
    })

    it('a message about a job of another printer, or about a job that was never submitted, has no job', async () => {
      const order = await newPrintingOrder()
      const receiveMessage = messageReceiver({ transactor, clock, fulfillment: fulfillmentWith() })
      const message = { messageId: 'm', sentAt: null, content: acceptedMessage }
      assert.equal(
        await receiveMessage({ jobId: await jobIdOf(order), message, printers: ['other'], actor: 'printer' }),
        null,
      )
      const waiting = await newHeldOrder()
      passTime(holdingBinMs)
      await endHoldsNow()
      assert.equal(
        await receiveMessage({
          jobId: await jobIdOf(waiting),
          message,
          printers: printerNames,
          actor: 'printer',
        }),
        null,
      )
      await stepNow()
    })
  })
})
