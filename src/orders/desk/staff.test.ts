import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { pressWith } from '../../../test/printing.ts'
import {
  accountId,
  again,
  as,
  clock,
  database,
  type held,
  jobOf,
  listen,
  onBothDatabases,
  printing,
  refusedAs,
  rung,
  say,
  shell,
  shipped,
  stepNow,
} from '../../../test/printingScene.ts'
import { listAudit } from '../../accounts/read.ts'
import { day, later } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import type { Order } from '../order.ts'
import { releaseQueued } from '../placing/release.ts'
import { orderSteps } from '../read.ts'
import { simulate } from './sandbox.ts'
import { abandonOrder, changeAccount, reprintOrder, resumeOrder, revalidateOrder } from './staff.ts'

onBothDatabases('what the support staff may do', () => {
  describe('the support staff', () => {
    const act = (order: Order, reason: string | null = null) => ({
      accountId,
      customerOrderId: order.customerOrderId,
      reason,
      requestKey: null,
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
      await assert.rejects(listen({ jobId: first.jobId, message: shipped, actor: 'printer' }), refusedAs('wrong_state'))
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

    it('abandon an order, of which no date is told any more but the one that was promised', async () => {
      const order = await broken()
      const promised = order.state.estimatedShipDate
      assert.notEqual(promised, null)
      const { state } = await abandonOrder(deps(), act(order))
      assert.deepEqual([state.estimatedShipDate, state.promisedShipDate], [null, promised])
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

    it('reprint once what is asked for twice under one name', async () => {
      const order = await printing()
      await say(order, shipped)
      const ask = (reason: string, requestKey: string) => reprintOrder(deps(), { ...act(order, reason), requestKey })
      const [one, same] = await Promise.all([ask('damaged', 'click-1'), ask('damaged', 'click-1')])
      assert.equal(one.customerOrderId, same.customerOrderId)
      await assert.rejects(ask('lost', 'click-1'), refusedAs('request_key_reused'))
      assert.notEqual((await ask('damaged', 'click-2')).customerOrderId, one.customerOrderId)
      const made = await sql`
        select 1 from orders where account_id = ${order.accountId} and reprint_of = ${order.customerOrderId}`.execute(
        database.db,
      )
      assert.equal(made.rows.length, 2)
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
      const limits = { production: { ordersPer24Hours: 60 } }
      const change = { accountId, enterprise: true, limits, reason: null, ...as('staff') }
      const account = (await changeAccount(shell, change, null)).done!
      assert.equal(account.enterprise, true)
      assert.deepEqual(account.limits.production, { ordersPer24Hours: 60, queueCeiling: 350, queued: 3 })
      assert.deepEqual(account.limits.sandbox, { ordersPer24Hours: 50, queueCeiling: 350, queued: 0 })
      assert.ok(rung.includes('release_queued'))
      assert.equal(await releaseQueued({ shell, whenShipped: pressWith().whenShipped, log: silentLog })(clock()), 1)
      await assert.rejects(
        changeAccount(shell, { accountId: 'acc_none', reason: null, ...as('staff') }, null),
        refusedAs('not_found'),
      )
    })
  })
})
