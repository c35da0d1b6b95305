// The service and a printer's own system over days: what is lost on the way is recovered by asking.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hour, minute } from '../../src/base/clock.ts'
import { newWebhookSecret } from '../../src/base/secrets/ids.ts'
import { signedHeaders, signingKey } from '../../src/base/secrets/signature.ts'
import { sampleJob } from '../../src/printer/contract.ts'
import { jsonPrinter } from '../../src/printer/json/json.ts'
import { openPrinterClient } from '../../src/printer/printerClient.ts'
import type { World } from '../support/world.ts'
import type { PressOrder } from './jsonPress.ts'
import { compare, place, startWithPrinter } from './onePrinter.ts'
import { type Outside, startOutside } from './outside.ts'

const secret = newWebhookSecret()

describe('a printer with a system of its own, day by day', () => {
  let press: Outside<PressOrder>
  let world: World
  const client = openPrinterClient(2000)

  before(async () => {
    press = await startOutside<PressOrder>('jsonPress', [secret, 'at any time'])
    const settings = { url: press.url, secretEnv: 'JSON_SECRET' }
    world = await startWithPrinter({ name: 'acme', adapter: 'json', settings, secrets: { JSON_SECRET: secret } })
    await press.tell({ do: 'behave', manner: 'receives' })
  })
  after(async () => {
    await world[Symbol.asyncDispose]()
    await Promise.all([press.kill(), client.close()])
  })

  const at = () => world.enterprise.production.authorization
  const orderOf = async (id: string) => (await world.call(`/orders/${id}`, { as: at() })).body
  const kept = async () => (await press.tell({ do: 'jobs' })) as Record<string, { submissions: number; asked: number }>

  /** Creates an order and answers the id of its job, once the printer has it. */
  async function atThePrinter(customerOrderId: string): Promise<string> {
    const before = Object.keys(await kept())
    await place(world, customerOrderId, world.enterprise)
    await world.advance(2 * hour + minute)
    const [jobId] = Object.keys(await kept()).filter(id => !before.includes(id))
    return jobId!
  }

  const comparisons = async () => {
    const answer = await world.call('/staff/printer-comparisons', { as: world.demo.staff.authorization })
    return answer.body.comparisons
  }

  it('a JSON printer is asked about its open jobs again and again, however long it reports nothing', async () => {
    const jobId = await atThePrinter('silent')
    await world.advance(30 * hour)
    const { submissions, asked } = (await kept())[jobId]!
    assert.deepEqual({ submissions, asked }, { submissions: 1, asked: 4 })
    assert.equal((await orderOf('silent')).status, 'PRINTING')
  })

  it('a JSON printer may ship before it accepts, and both count when it reports them in order', async () => {
    const jobId = await atThePrinter('overtaken')
    const accepted = { itemsTotal: 100.5, taxesTotal: 7.04 }
    const shipped = { shippingTotal: 4.46, shipments: [{ carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }] }
    const timestamp = '2026-03-02T15:00:00Z'
    const body = { type: 'job.shipped', timestamp, data: { ...shipped, jobId } }
    const answer = await world.call('/printers/acme/messages', {
      method: 'POST',
      headers: signedHeaders('m3', world.now(), JSON.stringify(body), [signingKey(secret)]),
      body,
    })
    assert.equal(answer.status, 409)
    assert.equal((await orderOf('overtaken')).status, 'PRINTING')

    await press.tell({ do: 'have', jobId, type: 'job.accepted', data: accepted })
    await press.tell({ do: 'have', jobId, type: 'job.shipped', data: shipped })
    await world.advance(7 * hour)
    const order = await orderOf('overtaken')
    assert.equal(order.status, 'SHIPPED')
    assert.equal(order.pricing.orderTotal, 112)
    const contradictions = await world.call('/staff/printer-messages', { as: world.demo.staff.authorization })
    assert.deepEqual(contradictions.body.messages, [])
  })

  it('a JSON printer lists its open jobs once a day, gets lost jobs again, and the staff see jobs that it should not have', async () => {
    assert.deepEqual(await comparisons(), [])
    const lost = await atThePrinter('lost')
    await world.advance(20 * minute)
    const printer = jsonPrinter({ url: press.url, secret }, { client, clock: world.app.clock })
    await printer.submit(sampleJob({ jobId: 'job_stranger' }))
    await press.tell({ do: 'forget', jobId: lost })
    const compareNow = () => compare(world, { acme: printer })
    const known = (await comparisons()).length

    await press.tell({ do: 'behave', manner: 'is busy' })
    await compareNow()
    assert.equal((await comparisons()).length, known, 'without a list nothing is compared')

    await press.tell({ do: 'behave', manner: 'receives' })
    await compareNow()
    const [made] = await comparisons()
    assert.equal(made.day, world.now().toISOString().slice(0, 10))
    const { listed, ours, asked, strange, differences } = made
    assert.deepEqual({ listed, ours, asked, strange }, { listed: 3, ours: 2, asked: 1, strange: 2 })
    assert.deepEqual(
      differences.map(({ kind, status, customerOrderId }: Record<string, unknown>) => [kind, status, customerOrderId]),
      [
        ['over', 'SHIPPED', 'overtaken'],
        ['never_given', null, null],
      ],
    )
    await world.settle()
    assert.equal((await kept())[lost]?.submissions, 1)

    await press.tell({ do: 'forget', jobId: 'job_stranger' })
    await compareNow()
    assert.equal((await comparisons())[0].strange, 2, 'once a day')
    await world.assertSound()
  })

  it('text of a JSON printer that no database can store is stored as well as possible', async () => {
    const jobId = await atThePrinter('odd')
    const data = { jobId, reason: 'Page 3\0 is torn \ud83d.' }
    const body = { type: 'job.problem', timestamp: world.now().toISOString(), data }
    const headers = signedHeaders('m4', world.now(), JSON.stringify(body), [signingKey(secret)])
    assert.equal((await world.call('/printers/acme/messages', { method: 'POST', headers, body })).status, 200)
    const path = `/staff/orders/${world.enterprise.accountId}/odd`
    const { steps } = (await world.call(path, { as: world.demo.staff.authorization })).body
    assert.equal(steps.at(-1).note, 'Page 3\uFFFD is torn \uFFFD.')
    await world.assertSound()
  })
})
