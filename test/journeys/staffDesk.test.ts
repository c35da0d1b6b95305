// What the support staff finds: accounts by a word, orders that wait too long, mails without their tokens.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, later } from '../../src/base/clock.ts'
import { mailsTo, tokenIn, visitor } from '../support/visitor.ts'
import { orderBody, startWorld } from '../support/world.ts'

it('the support staff finds accounts, orders that stand still, and mails', async () => {
  await using world = await startWorld()
  const { charged, enterprise, demo, call, now } = world
  const staff = (path: string) => call(path, { as: demo.staff.authorization })

  const found = async (search: string) =>
    (await staff(`/staff/accounts?search=${encodeURIComponent(search)}`)).body.accounts.map(
      (one: { name: string }) => one.name,
    )
  assert.deepEqual(await found('LANTERN'), [charged.name])
  assert.deepEqual(await found('@harbor.'), [enterprise.name])
  assert.deepEqual(await found(charged.accountId), [charged.name])
  assert.deepEqual(await found('%'), [])

  for (const customerOrderId of ['one', 'two', 'three']) {
    const body = orderBody({ customerOrderId })
    await call('/orders/create', { method: 'POST', as: charged.production.authorization, body })
  }
  await world.advance(day)
  const { jobs } = (await call('/press/jobs', { as: demo.printer.authorization })).body
  assert.equal(jobs.length, 3)
  for (const [i, { jobId }] of jobs.entries()) {
    await world.advance(hour)
    const body = { reason: `torn ${i}` }
    const answer = await call(`/press/jobs/${jobId}/problem`, { method: 'POST', as: demo.printer.authorization, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const { orders, nextCursor } = (await staff('/staff/orders?limit=2')).body
  assert.equal(orders.length, 2)
  assert.deepEqual([orders[0].accountName, orders[0].status, orders[0].mode], [charged.name, 'EXCEPTION', 'production'])
  assert.match(orders[0].note, /torn 0/)
  assert.deepEqual(
    [orders[0].to, typeof orders[0].total],
    [{ name: 'Ada Reader', city: 'Rochester', country: 'US' }, 'number'],
  )
  const rest = (await staff(`/staff/orders?limit=2&cursor=${nextCursor}`)).body
  assert.deepEqual([rest.orders.length, rest.nextCursor], [1, null])
  assert.match(rest.orders[0].note, /torn 2/)
  const old = later(now(), -1.5 * hour).toISOString()
  assert.equal((await staff(`/staff/orders?olderThan=${old}`)).body.orders.length, 1)
  assert.equal((await staff('/staff/orders?status=PRINTING')).body.orders.length, 0)
  assert.equal((await staff('/staff/orders?mode=sandbox')).body.orders.length, 0)
  assert.equal((await staff('/staff/orders?status=SHIPPED')).status, 400)
  for (const odd of ['nothing', `999999999999999 ord_${'0'.repeat(22)}`]) {
    const cursor = Buffer.from(odd).toString('base64url')
    assert.equal((await staff(`/staff/orders?cursor=${cursor}`)).status, 400)
  }

  const { email } = charged.user
  await visitor(world).ask('POST', '/auth/request-password-reset', { email })
  await world.settle()
  const { mails } = (await staff(`/staff/mails?accountId=${charged.accountId}&limit=1`)).body
  const [mail] = mails
  assert.deepEqual([mail.recipient, mail.subject, mail.state], [email, 'Set a new password', 'sent'])
  assert.equal(mail.sentAt, now().toISOString())
  const token = tokenIn((await mailsTo(world, email)).at(-1))
  assert.ok(token.length > 10)
  assert.doesNotMatch(JSON.stringify(mails), new RegExp(token))
  assert.match(mail.body, /reset-password#token=…/)
  const { rows } =
    await sql`select "values"::text as text from emails union all select identifier from verifications`.execute(
      world.app.database.db,
    )
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(token))
  assert.equal((await staff('/staff/mails?state=waiting')).body.mails.length, 0)
})
