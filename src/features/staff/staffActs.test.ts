import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { fulfillmentWith } from '../../../test/support/printing.ts'
import {
  accountId,
  as,
  clock,
  database,
  jobOf,
  type newHeldOrder,
  newPrintingOrder,
  onBothDatabases,
  readAgain,
  receive,
  refusedAs,
  sendMessage,
  shippedMessage,
  stepNow,
  transactor,
  wokenTasks,
} from '../../../test/support/printingScene.ts'
import { listAudit } from '../../accounts/accountQueries.ts'
import { day, later } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import type { Order } from '../../orders/order.ts'
import { listSteps } from '../../orders/view/readOrders.ts'
import { releaseQueued } from '../placing/release.ts'
import { simulate } from '../sandbox/sandbox.ts'
import { abandonOrder, changeAccount, reprintOrder, resumeOrder, revalidateOrder } from './staffActs.ts'

onBothDatabases('what the support staff may do', () => {
  describe('the support staff', () => {
    const act = (order: Order, reason: string | null = null) => ({
      accountId,
      customerOrderId: order.customerOrderId,
      reason,
      requestKey: null,
      ...as('staff'),
    })
    const deps = () => ({ transactor, fulfillment: fulfillmentWith() })
    const orderOnHold = async (options: Parameters<typeof newHeldOrder>[0] = {}) => {
      const order = await newPrintingOrder(options)
      await sendMessage(order, { kind: 'problem', reason: 'torn' })
      return order
    }

    it('the staff resume an order: the printer gets a second job, and the first job ends', async () => {
      const order = await orderOnHold()
      const first = await jobOf(order)
      const resumed = await resumeOrder(deps(), act(order, 'new file'))
      assert.equal(resumed.status, 'PRINTING')
      const second = await jobOf(order)
      assert.equal(second.attempt, 2)
      assert.notEqual(second.jobId, first.jobId)
      await assert.rejects(
        receive({ jobId: first.jobId, content: shippedMessage, actor: 'printer' }),
        refusedAs('wrong_state'),
      )
      await stepNow()
      await sendMessage(order, shippedMessage)
      assert.equal((await listSteps(database.db, order)).find(step => step.on === 'resumed')?.note, 'new file')
    })

    it('the staff cannot resume an order that is not paid, or that never passed its checks', async () => {
      const unpaid = await orderOnHold()
      await sql`update orders set state = ${JSON.stringify({ ...unpaid.state, payment: 'FAILED' })}::json
    where order_id = ${unpaid.orderId}`.execute(database.db)
      await assert.rejects(resumeOrder(deps(), act(unpaid)), refusedAs('wrong_state'))
      const unchecked = await orderOnHold({ billing: 'enterprise' })
      await sql`delete from print_jobs where order_id = ${unchecked.orderId}`.execute(database.db)
      await assert.rejects(resumeOrder(deps(), act(unchecked)), refusedAs('wrong_state'))
    })

    it('the staff have the files of an order checked again at once', async () => {
      const order = await orderOnHold()
      const again = await revalidateOrder(deps(), act(order))
      assert.deepEqual([again.status, again.dueAt], ['VALIDATING', clock()])
      assert.ok(wokenTasks.includes('check_files'))
    })

    it('the staff abandon an order', async () => {
      const order = await orderOnHold({ billing: 'enterprise' })
      assert.equal((await abandonOrder(deps(), act(order))).status, 'CANCELLED')
    })

    it('an abandoned order keeps only its promised ship date', async () => {
      const order = await orderOnHold()
      const promised = order.state.estimatedShipDate
      assert.notEqual(promised, null)
      const { state } = await abandonOrder(deps(), act(order))
      assert.deepEqual([state.estimatedShipDate, state.promisedShipDate], [null, promised])
    })

    it('an abandoned sandbox order is shown as refunded', async () => {
      const order = await newPrintingOrder({ mode: 'sandbox' })
      const { customerOrderId } = order
      const problem = { accountId, customerOrderId, outcome: 'problem' as const }
      await simulate({ transactor, fulfillment: fulfillmentWith() }, { ...problem, ...as('user') })
      const abandoned = await abandonOrder(deps(), act(order))
      assert.deepEqual([abandoned.status, abandoned.state.payment], ['CANCELLED', 'REFUNDED'])
    })

    it('a reprint of a shipped order is a free order outside the limit', async () => {
      const order = await newPrintingOrder()
      await assert.rejects(reprintOrder(deps(), act(order)), refusedAs('wrong_state'))
      await sendMessage(order, shippedMessage)
      const reprint = await reprintOrder(deps(), act(order, 'damaged'))
      assert.deepEqual(
        [reprint.status, reprint.billing, reprint.reprintOf, reprint.receivedNumber, reprint.state.pricing],
        ['RECEIVED', 'reprint', order.customerOrderId, null, null],
      )
      assert.match(reprint.customerOrderId, /^ord_/)
      assert.deepEqual(reprint.books, order.books)
      assert.equal((await readAgain(order)).status, 'SHIPPED')
    })

    it('two reprint requests with the same idempotency key make one reprint', async () => {
      const order = await newPrintingOrder()
      await sendMessage(order, shippedMessage)
      const requestReprint = (reason: string, requestKey: string) =>
        reprintOrder(deps(), { ...act(order, reason), requestKey })
      const [reprint, repeat] = await Promise.all([
        requestReprint('damaged', 'click-1'),
        requestReprint('damaged', 'click-1'),
      ])
      assert.equal(reprint.customerOrderId, repeat.customerOrderId)
      await assert.rejects(requestReprint('lost', 'click-1'), refusedAs('request_key_reused'))
      assert.notEqual((await requestReprint('damaged', 'click-2')).customerOrderId, reprint.customerOrderId)
      const reprints = await sql`
        select 1 from orders where account_id = ${order.accountId} and reprint_of = ${order.customerOrderId}`.execute(
        database.db,
      )
      assert.equal(reprints.rows.length, 2)
    })

    it('the staff are refused acts that the lifecycle does not allow, and unknown orders', async () => {
      const order = await newPrintingOrder()
      for (const doAct of [resumeOrder, revalidateOrder, abandonOrder]) {
        await assert.rejects(doAct(deps(), act(order)), refusedAs('wrong_state'))
        await assert.rejects(doAct(deps(), { ...act(order), customerOrderId: 'none' }), refusedAs('order_not_found'))
      }
    })

    it('the audit log has every act of the staff with its reason, and no refused act', async () => {
      const order = await orderOnHold()
      await resumeOrder(deps(), act(order, 'new file'))
      await assert.rejects(resumeOrder(deps(), act(order)))
      const [last, previous] = await listAudit(
        database.db,
        { accountId, action: null, by: null },
        {
          ...{ isNewestFirst: true, from: null, to: null, after: null, limit: 10 },
        },
      )
      assert.deepEqual(
        [last?.action, last?.actor, last?.subject, last?.details],
        ['order_resumed', 'staff', order.customerOrderId, { mode: 'production', reason: 'new file' }],
      )
      assert.equal(previous?.action, 'account_created')
    })

    it('a raised limit releases queued orders at once', async () => {
      await sql`update order_limits set queued = 3, release_due_at = ${later(clock(), day)}
    where account_id = ${accountId} and mode = 'production'`.execute(database.db)
      const limits = { production: { ordersPer24Hours: 60 } }
      const change = { accountId, enterprise: true, limits, reason: null, ...as('staff') }
      const account = (await changeAccount(transactor, change, null)).done!
      assert.equal(account.enterprise, true)
      assert.deepEqual(account.limits.production, { ordersPer24Hours: 60, queueCeiling: 350, queued: 3 })
      assert.deepEqual(account.limits.sandbox, { ordersPer24Hours: 50, queueCeiling: 350, queued: 0 })
      assert.ok(wokenTasks.includes('release_queued'))
      assert.equal(
        await releaseQueued({ transactor, estimateDates: fulfillmentWith().estimateDates, log: silentLog })(clock()),
        1,
      )
      await assert.rejects(
        changeAccount(transactor, { accountId: 'acc_none', reason: null, ...as('staff') }, null),
        refusedAs('not_found'),
      )
    })
  })
})
