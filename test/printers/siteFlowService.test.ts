// The service and HP Site Flow over days.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { openPrinterClient } from '../../src/printer/printerClient.ts'
import { siteFlowPrinter } from '../../src/printer/siteflow/siteflow.ts'
import type { World } from '../support/world.ts'
import { compare, place, startWithPrinter } from './onePrinter.ts'
import { type Outside, startOutside } from './outside.ts'
import type { SiteFlowOrder } from './siteFlow.ts'

const secrets = { FLOW_TOKEN: 'token-1', FLOW_SECRET: 'secret-1', FLOW_POSTBACK: 'a-token-of-enough-characters' }
const settings = {
  tokenEnv: 'FLOW_TOKEN',
  secretEnv: 'FLOW_SECRET',
  sourceAccount: 'octavo',
  destination: 'acme.press',
  postbackTokenEnv: 'FLOW_POSTBACK',
}

describe('a printer with HP Site Flow, day by day', () => {
  let outside: Outside<SiteFlowOrder>
  let world: World
  const client = openPrinterClient(2000)
  const behave = (manner: Extract<SiteFlowOrder, { do: 'behave' }>['manner']) => outside.tell({ do: 'behave', manner })

  before(async () => {
    const { FLOW_TOKEN, FLOW_SECRET } = secrets
    outside = await startOutside<SiteFlowOrder>('siteFlow', [FLOW_TOKEN, FLOW_SECRET, settings.sourceAccount])
    const url = `${outside.url}/api`
    world = await startWithPrinter({ name: 'flow', adapter: 'siteflow', settings: { ...settings, url }, secrets })
  })
  after(() => Promise.all([world[Symbol.asyncDispose](), outside.kill(), client.close()]))

  const jobIds = async () => Object.keys((await outside.tell({ do: 'orders' })) as object)
  const as = () => world.charged.production.authorization
  const staff = async (path: string) => (await world.call(path, { as: world.demo.staff.authorization })).body
  const statusOf = async (id: string) => (await world.call(`/orders/${id}`, { as: as() })).body.status

  const tell = (jobId: string, act: string, body: object) =>
    world.call(`/staff/print-jobs/${jobId}/${act}`, { method: 'POST', as: world.demo.staff.authorization, body })

  /** Orders a book; answers the id of its job, once Site Flow has it. */
  async function atTheirs(customerOrderId: string): Promise<string> {
    const before = await jobIds()
    await place(world, customerOrderId)
    await world.advance(day)
    return (await jobIds()).find(id => !before.includes(id))!
  }

  it('HP Site Flow may refuse to cancel an order again and again, and the order is printed each time', async () => {
    await atTheirs('often')
    await behave('is in production')
    for (let i = 0; i < 3; i++) {
      const asked = await world.call('/orders/often', { method: 'DELETE', as: as() })
      assert.equal(asked.body.status, 'CANCELLATION_REQUESTED')
      await world.settle()
      assert.equal(await statusOf('often'), 'PRINTING')
    }
    await behave('works')
    await world.call('/orders/often', { method: 'DELETE', as: as() })
    await world.settle()
    assert.equal(await statusOf('often'), 'CANCELLED')
    await world.assertSound()
  })

  it('a shipped order whose postback was lost is not sent to HP Site Flow again: the staff see it and record the shipment', async () => {
    const jobId = await atTheirs('unheard')
    await outside.tell({ do: 'end', jobId, status: 'shipped' })
    const { FLOW_TOKEN: token, FLOW_SECRET: secret, FLOW_POSTBACK: postbackToken } = secrets
    const flow = siteFlowPrinter(
      { ...settings, url: `${outside.url}/api`, token, secret, postbackToken },
      { client, clock: world.now },
    )
    await compare(world, { flow })
    await world.settle()
    assert.equal(await statusOf('unheard'), 'PRINTING')
    const [comparison] = (await staff('/staff/printer-comparisons')).comparisons
    assert.deepEqual([comparison.asked, comparison.strange], [0, 1])
    const { accountId } = world.charged
    const customerOrderId = 'unheard'
    assert.deepEqual(comparison.differences, [
      { kind: 'over_there', jobId, status: 'NEW', accountId, customerOrderId, listedAs: 'shipped' },
    ])
    const { mails } = await staff('/staff/mails?accountId=operator')
    assert.match(mails[0].subject, /^flow closed 1 print job/)
    assert.match(mails[0].body, new RegExp(`listed as shipped: order unheard .*job ${jobId}`))

    const parcel = { trackingNumber: '1Z999AA10123456784' }
    const body = { shipments: [{ packages: [parcel] }], reason: 'Acme said so on the telephone' }
    assert.equal((await tell(jobId, 'ship', { ...body, reason: '' })).status, 400)
    const shipped = await tell(jobId, 'ship', body)
    assert.deepEqual([shipped.status, shipped.body.status], [200, 'SHIPPED'])
    const [shipment] = shipped.body.shipmentTracking
    assert.deepEqual([shipment.carrier, shipment.packages[0].trackingNumber], ['UPS', parcel.trackingNumber])
    const [entry] = (await staff('/staff/audit')).entries
    const { messageId, ...details } = entry.details
    assert.match(messageId, /^staff:/)
    assert.deepEqual(
      [entry.action, entry.subject, entry.accountId, details],
      [
        'printer_message_recorded',
        jobId,
        accountId,
        { printer: 'flow', message: 'shipped', verdict: 'applied', reason: body.reason, customerOrderId },
      ],
    )
    assert.equal((await tell(jobId, 'problem', { reason: 'it burnt' })).status, 409)
    await world.assertSound()
  })

  it('the staff decide a cancellation that HP Site Flow does not answer', async () => {
    const jobId = await atTheirs('undecided')
    await behave('is down')
    for (const [decision, status] of [
      ['refuse', 'PRINTING'],
      ['accept', 'CANCELLED'],
    ]) {
      await world.call('/orders/undecided', { method: 'DELETE', as: as() })
      await world.settle()
      assert.equal(await statusOf('undecided'), 'CANCELLATION_REQUESTED')
      const message = await tell(jobId, 'cancellation', { decision, reason: 'they called' })
      assert.deepEqual([message.status, message.body.status], [200, status])
    }
    await behave('works')
    await world.assertSound()
  })

  it('HP Site Flow is not overdue with a job that it was not given', async () => {
    const hold = (act: string) =>
      world.call(`/staff/printers/flow/${act}`, { method: 'POST', as: world.demo.staff.authorization })
    await hold('hold')
    await place(world, 'waiting')
    await world.advance(day)
    const path = `/staff/orders/${world.charged.accountId}/waiting`
    const [{ jobId }] = (await staff(path)).jobs
    assert.equal((await tell(jobId, 'printed', { reason: 'a guess' })).status, 409)
    await hold('release')
    await world.settle()
    assert.equal((await tell(jobId, 'printed', { reason: 'seen there' })).status, 200)
    const nobody = `job_${'0'.repeat(44)}`
    assert.equal((await tell(nobody, 'printed', { reason: 'seen there' })).status, 404)
  })
})
