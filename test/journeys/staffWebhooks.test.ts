import assert from 'node:assert/strict'
import { it } from 'node:test'
import { day, hour, later, minute } from '../../src/base/clock.ts'
import { program } from '../support/actors.ts'
import { type Answer, startReceiver, startWorld, type World } from '../support/world.ts'

type Listed = Record<'accountId' | 'accountName' | 'mode' | 'deliveryId' | 'type' | 'status' | 'at', string> & {
  customerOrderId: string | null
  url: string
}

const list = '/staff/deliveries'

function staffOf({ call, demo }: World) {
  const as = demo.staff.authorization
  const ask = (path: string): Promise<Answer> => call(path, { as })
  return {
    ask,
    resend: (body: unknown): Promise<Answer> => call(`${list}/bulk/resend`, { method: 'POST', as, body }),
    /** All pages of the list, of two webhooks each. */
    async every(query: Record<string, string> = {}): Promise<Listed[]> {
      const found: Listed[] = []
      for (let cursor: string | null = null; ; ) {
        const search = new URLSearchParams({ limit: '2', ...query, ...(cursor === null ? {} : { cursor }) })
        const { status, body } = await ask(`${list}?${search}`)
        assert.equal(status, 200, JSON.stringify(body))
        found.push(...body.deliveries)
        cursor = body.nextCursor
        if (cursor === null) return found
      }
    },
  }
}

const nameOf = ({ accountId, mode, deliveryId }: Listed) => ({ accountId, mode, deliveryId })
const shortly = ({ mode, customerOrderId, type }: Listed) => `${mode} ${customerOrderId} ${type}`

it('the staff finds webhooks of all accounts by filters that combine, exports them, and sees their requests', async () => {
  await using world = await startWorld()
  const { charged, enterprise } = world
  let answer = 500
  await using receiver = await startReceiver(
    () => charged.production.webhookSecret,
    () => answer,
  )
  const webhookUrl = receiver.url
  const failing = { shippingClassification: 'none', webhookUrl }
  await program(world, charged, 'production').place('first', failing)
  await world.advance(10 * day)
  answer = 204
  await program(world, enterprise, 'sandbox').place('second', failing)
  await world.advance(hour)
  await program(world, charged, 'production').place('third', { webhookUrl })
  await world.advance(minute)
  const { ask, every } = staffOf(world)

  const newest = await every()
  assert.deepEqual(newest.map(shortly), [
    'production third OrderValidated',
    'production third OrderReceived',
    'sandbox second OrderValidationFailed',
    'production first OrderValidationFailed',
  ])
  assert.deepEqual(
    newest.map(({ accountName }) => accountName),
    [charged.name, charged.name, enterprise.name, charged.name],
  )
  assert.deepEqual((await every({ sort: 'oldest' })).map(shortly), newest.map(shortly).reverse())
  const filters: [Record<string, string>, string[]][] = [
    [{ accountId: enterprise.accountId }, ['second']],
    [{ mode: 'production', type: 'OrderValidationFailed' }, ['first']],
    [{ status: 'exhausted' }, ['first']],
    [{ result: 'first_try', accountId: charged.accountId }, ['third', 'third']],
    [{ response: '5xx' }, ['first']],
    [{ response: '2xx', type: 'OrderReceived' }, ['third']],
    [{ type: 'FilesChecked' }, []],
    [{ from: newest[2]!.at, to: newest[1]!.at }, ['second']],
    [{ accountId: 'nobody' }, []],
  ]
  for (const [filter, expected] of filters) {
    const found = (await every(filter)).map(({ customerOrderId }) => customerOrderId)
    assert.deepEqual(found, expected, JSON.stringify(filter))
  }

  const csv = (await ask(`${list}/export?mode=production&columns=customerOrderId,type,responseStatus`)).body
  assert.deepEqual(
    csv
      .trim()
      .replace(/^\ufeff/, '')
      .split('\r\n'),
    [
      'customerOrderId,type,responseStatus',
      'third,OrderValidated,204',
      'third,OrderReceived,204',
      'first,OrderValidationFailed,500',
    ],
  )
  const json = (await ask(`${list}/export?format=json`)).body
  assert.deepEqual(json.deliveries, newest)

  const { accountId, mode, deliveryId, url } = newest.at(-1)!
  const one = `${list}/${accountId}/${mode}/${deliveryId}`
  assert.equal((await ask(`${one}/attempts`)).body.attempts.length, 10)
  const { body: request } = await ask(`${one}/request`)
  const withoutToken = webhookUrl.replace('token=t0ken', '…')
  assert.deepEqual(
    [url, request.url, JSON.parse(request.body).data.webhookUrl],
    [withoutToken, withoutToken, withoutToken],
  )
  assert.equal(JSON.parse(request.body).data.customerOrderId, 'first')
  assert.doesNotMatch(JSON.stringify([newest, csv, json, request]), /t0ken|whsec_/)

  for (const path of [`${list}/${enterprise.accountId}/${mode}/${deliveryId}/attempts`, `${one}x/request`]) {
    assert.ok([400, 404].includes((await ask(path)).status), path)
  }
  const { nextCursor } = (await ask(`${list}?limit=1`)).body
  const odd = '999999999999999.acc.production.ord_1.1'
  for (const query of [
    `cursor=${odd}`,
    `sort=oldest&cursor=${nextCursor}`,
    'cursor=x',
    'response=6xx',
    'status=lost',
  ]) {
    const { status, body } = await ask(`${list}?${query}`)
    assert.deepEqual([status, body.code], [400, 'malformed_request'], query)
  }
})

it('the staff resends selected webhooks, or all that match, and the audit log says so', async () => {
  await using world = await startWorld()
  const { charged, enterprise } = world
  await using receiver = await startReceiver(
    () => charged.production.webhookSecret,
    () => 410,
  )
  const failing = { shippingClassification: 'none', webhookUrl: receiver.url }
  for (let i = 0; i < 3; i++) await program(world, charged, 'production').place(`c${i}`, failing)
  await program(world, enterprise, 'production').place('e', failing)
  await world.settle()
  assert.equal(receiver.received.length, 4)
  const { ask, resend, every } = staffOf(world)
  const listed = await every({ status: 'gone' })
  assert.equal(listed.length, 4)

  const names = listed.slice(0, 2).map(nameOf)
  const missing = { ...names[0]!, accountId: 'nobody' }
  const { status, body } = await resend({ deliveries: [...names, missing] })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body.results.map(({ outcome }: { outcome: string }) => outcome),
    ['done', 'done', 'refused'],
  )
  const again = await resend({ deliveries: names })
  assert.deepEqual(
    again.body.results.map(({ outcome, code }: Record<string, string>) => [outcome, code]),
    names.map(() => ['refused', 'wrong_state']),
    'they are being sent',
  )
  await world.settle()
  assert.equal(receiver.received.length, 6)

  const filter = { accountId: charged.accountId, to: later(world.now(), minute).toISOString() }
  const all = await resend({ filter })
  assert.deepEqual([all.body.results.length, all.body.nextCursor], [3, null])
  await world.settle()
  assert.equal(receiver.received.length, 9)

  const { entries } = (await ask('/staff/audit?limit=200')).body
  const acts = entries.filter(({ action }: { action: string }) => action === 'webhooks_redelivered')
  assert.deepEqual(
    acts
      .map(({ accountId, details }: { accountId: string; details: { count?: number } }) => [
        details.count ?? 1,
        accountId,
      ])
      .sort(),
    [
      [1, charged.accountId],
      [1, enterprise.accountId],
      [3, charged.accountId],
    ].sort(),
  )
  for (const body of [{}, { filter: {}, deliveries: names }, { filter: { status: 'lost' } }]) {
    assert.equal((await resend(body)).status, 400, JSON.stringify(body))
  }
  await world.assertSound()
})
