// What the console of the support staff shows: how the service performs, an order with its history, an account.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { day, hour, minute } from '../../src/base/clock.ts'
import { parcel, press, program, support } from '../support/actors.ts'
import { orderBody, startReceiver, startWorld } from '../support/world.ts'

it('the support staff sees the state of the service and the possible acts on an order', async () => {
  await using world = await startWorld()
  const { charged, enterprise, demo, call } = world
  const staff = (path: string) => call(path, { as: demo.staff.authorization })
  const { place, create } = program(world, charged, 'production')
  const orderAt = async (id: string) =>
    (await staff(`/staff/orders/${charged.accountId}/${encodeURIComponent(id)}`)).body

  for (const id of ['sent', 'stopped', 'resting']) await place(id)
  await create(orderBody({ customerOrderId: 'impossible', orderItems: [{ sku: 'NO-SUCH-BOOK', quantity: 1 }] }))
  await world.settle()
  assert.deepEqual((await orderAt('sent')).acts, ['edit', 'cancel'])
  await world.advance(day)
  await press(world).tell('sent', 'accept')
  await press(world).tell('sent', 'ship', parcel)
  await press(world).tell('stopped', 'problem', { reason: 'torn' })
  await world.settle()

  // At once, long before it has waited too long.
  assert.equal((await staff('/staff/overview')).body.counts.stopped, 1)
  const sent = await orderAt('sent')
  assert.deepEqual(sent.acts, ['reprint', 'refund', 'forget'])
  assert.equal(sent.accountName, charged.name)
  assert.equal(sent.money.paid, sent.order.pricing.orderTotal)
  assert.equal(sent.jobs.length, 1)
  assert.equal(sent.jobs[0].status, 'SHIPPED')
  const stopped = await orderAt('stopped')
  assert.deepEqual(stopped.acts, ['resume', 'revalidate', 'abandon', 'refund'])
  assert.equal(stopped.jobs[0].problem, 'torn')
  assert.equal(stopped.steps.at(-1).note, 'torn')
  assert.deepEqual(
    [stopped.steps[0].by, stopped.steps[1].by, stopped.steps.at(-1).by],
    ['API key Demo', 'System', 'API key Demo'],
  )
  const mailsAbout = async (id: string) => (await staff(`/staff/orders/${charged.accountId}/${id}/mails`)).body.mails
  assert.deepEqual(await mailsAbout('sent'), [])
  await call(`/staff/orders/${charged.accountId}/sent/refund`, {
    method: 'POST',
    as: demo.staff.authorization,
    body: { amount: 1, reason: 'creased' },
  })
  await world.settle()
  const [mail, ...others] = await mailsAbout('sent')
  assert.deepEqual(others, [])
  assert.deepEqual(
    [mail.subject, mail.recipient, mail.state, mail.attempts],
    ['Refund of $1.00 for order sent', charged.user.email, 'sent', 1],
  )
  assert.deepEqual(await mailsAbout('stopped'), [])
  assert.equal((await staff(`/staff/orders/${enterprise.accountId}/sent/mails`)).body.code, 'order_not_found')

  const act = await support(world).act(charged, 'stopped', 'resume', { reason: 'a new cover came' })
  assert.equal(act.status, 200)
  assert.equal((await orderAt('stopped')).jobs.length, 2)
  await press(world).tell('stopped', 'problem', { reason: 'torn again' })
  assert.equal((await staff(`/staff/orders/${enterprise.accountId}/sent`)).status, 404)

  await world.advance(day + hour)
  const { days, work, waiting, counts, capped } = (await staff('/staff/overview')).body
  assert.equal(capped, false)
  assert.equal(days.length, 14)
  const ordered = days.find((one: { counts: unknown[] }) => one.counts.length > 0)
  const ofStatus = (status: string) =>
    ordered.counts.find((one: { status: string }) => one.status === status)?.orders ?? 0
  assert.deepEqual([ofStatus('SHIPPED'), ofStatus('EXCEPTION'), ofStatus('FAILED')], [1, 1, 1])
  assert.equal(work.length, 18, 'jobs of a weekend are planned for a day that comes')
  assert.equal(work.reduce((sum: number, { jobs }: { jobs: number }) => sum + jobs, 0) >= 3, true)
  const late = waiting.find((one: { status: string }) => one.status === 'EXCEPTION')
  assert.equal(late.late, 1)
  assert.deepEqual(
    late.examples.map((one: { customerOrderId: string }) => one.customerOrderId),
    ['stopped'],
  )
  assert.equal(waiting.find((one: { status: string }) => one.status === 'RECEIVED').late, 0)
  assert.equal(counts.unknownCharges, 0)
  assert.equal((await call('/staff/printers/desk/hold', { method: 'POST', as: demo.staff.authorization })).status, 200)
  assert.equal((await staff('/staff/overview')).body.counts.heldPrinters, 1)

  const { members } = (await staff(`/staff/accounts/${charged.accountId}/members`)).body
  assert.equal(members[0].role, 'owner')
  assert.equal((await staff('/staff/accounts/acc_nobody/members')).status, 404)
  const page = (await staff(`/staff/accounts/${charged.accountId}/production/orders?limit=2&status=SHIPPED`)).body
  assert.equal(page.orders[0].customerOrderId, 'sent')
  assert.equal((await staff('/staff/accounts/acc_nobody/sandbox/orders')).status, 404)
})

it('staff find an order by details that a customer knows, newest first', async () => {
  await using world = await startWorld()
  const { charged, enterprise, demo, call } = world
  const find = async (search: string) =>
    (await call(`/staff/orders/find?search=${encodeURIComponent(search)}`, { as: demo.staff.authorization })).body
  const found = async (search: string) =>
    (await find(search)).orders.map((one: { customerOrderId: string }) => one.customerOrderId)
  const ours = program(world, charged, 'production')
  const theirs = program(world, enterprise, 'sandbox')
  const to = (name: string, email?: string) => ({
    ...orderBody().destination,
    name,
    ...(email === undefined ? {} : { email }),
  })

  // Identifiers, in all accounts and both modes, by any part in any case.
  await ours.place('sent')
  await world.settle()
  for (const id of ['sent too', 'PLB-10%', 'PLB-1', 'PLB-100', 'plb-1']) {
    await world.advance(minute)
    await theirs.place(id)
  }
  assert.deepEqual(await found('sent'), ['sent', 'sent too'], 'the whole identifier comes first')
  assert.deepEqual(await found('sen'), ['sent too', 'sent'])
  assert.deepEqual(await found('PLB-1'), ['PLB-1', 'plb-1', 'PLB-100', 'PLB-10%'])
  assert.deepEqual(await found('lb-10%'), ['PLB-10%'])
  const nobody = await find('nobody')
  assert.deepEqual([nobody.orders, nobody.archived, nobody.more], [[], [], false])

  // Whoever gets it, by name and email address, whatever their capitals and spaces.
  await ours.create(orderBody({ customerOrderId: 'to-zoë', destination: to('Zoë  ÅNGSTRÖM', 'Zoe@Reader.example') }))
  await world.advance(minute)
  await ours.create(orderBody({ customerOrderId: 'to-zoë-again', destination: to('Zoë Ångström') }))
  await world.advance(minute)
  await ours.create(orderBody({ customerOrderId: 'to-zoë-smith', destination: to('Zoë Ångström-Smith') }))
  assert.deepEqual(await found(' zoë ångström '), ['to-zoë-smith', 'to-zoë-again', 'to-zoë'])
  assert.deepEqual(await found('smith ngström'), ['to-zoë-smith'], 'parts in any order')
  assert.deepEqual(await found('ZOE@reader'), ['to-zoë'])
  assert.deepEqual(await found('oe@reader.exam'), ['to-zoë'])
  const { exact, orders: similar } = await find('Zoe Angstrem')
  assert.deepEqual([exact, similar.length], [false, 3], 'a typing error finds similar names, and says so')
  const [{ to: whom, total, accountName }] = (await find('zoe@reader.example')).orders
  assert.deepEqual(
    [whom, typeof total, accountName],
    [{ name: 'Zoë  ÅNGSTRÖM', city: 'Rochester', country: 'US' }, 'number', charged.name],
  )

  // The job at the printer, and the parcel.
  await world.advance(day)
  const { jobId } = await press(world).jobOf('sent')
  assert.deepEqual(await found(jobId), ['sent'])
  assert.deepEqual(await found('1Z-999'), [])
  await press(world).tell('sent', 'accept')
  await press(world).tell('sent', 'ship', parcel)
  assert.deepEqual(await found('1z 999'), ['sent'])
})

it('the search for a text that very many identifiers have gives the newest orders first', async () => {
  await using world = await startWorld()
  const { charged, demo, call } = world
  const { place } = program(world, charged, 'production')
  for (let n = 30; n > 0; n--) {
    await place(`common-${String(n).padStart(2, '0')}`)
    await world.advance(minute)
  }
  await place('common-99')
  const { orders, more } = (await call('/staff/orders/find?search=common', { as: demo.staff.authorization })).body
  assert.deepEqual(
    orders.slice(0, 3).map((one: { customerOrderId: string }) => one.customerOrderId),
    ['common-99', 'common-01', 'common-02'],
  )
  assert.deepEqual([orders.length, more], [31, false])
  const shorter = (await call('/staff/search?search=common', { as: demo.staff.authorization })).body
  assert.deepEqual([shorter.orders.length, shorter.more], [20, true])
})

it('the staff see the webhooks of an order with every attempt', async () => {
  await using world = await startWorld()
  const { charged, enterprise, demo, call } = world
  await using receiver = await startReceiver(
    () => charged.production.webhookSecret,
    () => 500,
  )
  await program(world, charged, 'production').create(orderBody({ customerOrderId: 'told', webhookUrl: receiver.url }))
  await world.advance(hour)
  const webhooksOf = (accountId: string) =>
    call(`/staff/orders/${accountId}/told/webhooks`, { as: demo.staff.authorization })
  const { webhooks } = (await webhooksOf(charged.accountId)).body
  const received = webhooks.find((one: { type: string }) => one.type === 'OrderReceived')
  assert.equal(received.attempts > 1, true)
  assert.deepEqual(
    received.tries.map((one: { attempt: number }) => one.attempt),
    Array.from({ length: received.attempts }, (_, i) => received.attempts - i),
  )
  assert.equal(received.tries[0].responseStatus, 500)
  assert.equal((await webhooksOf(enterprise.accountId)).status, 404)
})

it('the audit log of the staff names accounts, people and keys, never an order of a customer after one of them, and is filtered by action and actor', async () => {
  await using world = await startWorld()
  const { charged, enterprise, demo, call } = world
  const staff = (path: string) => call(path, { as: demo.staff.authorization })
  const members = (await staff(`/staff/accounts/${enterprise.accountId}/members`)).body.members
  const odd: string = members[0].userId
  const { place } = program(world, charged, 'production')
  await place(odd)
  await world.advance(day)
  await press(world).tell(odd, 'problem', { reason: 'torn' })
  await support(world).act(charged, odd, 'abandon', { reason: 'cannot be made' })
  await support(world).change(charged, { limits: { production: { queueCeiling: 5 } } })
  const cookie = await world.signIn(charged.user)
  const made = await call('/dashboard/api/sandbox/keys', { method: 'POST', cookie, body: { label: 'Shop' } })
  assert.equal(made.status, 201, JSON.stringify(made.body))

  const { entries } = (await staff('/staff/audit')).body
  const of = (action: string) => entries.find((one: { action: string }) => one.action === action)
  const own = { accountId: charged.accountId, accountName: charged.name }
  const seen = ({ by, byEmail, accountId, accountName, subjectName }: Record<string, unknown>) => ({
    by,
    byEmail,
    accountId,
    accountName,
    subjectName,
  })
  assert.deepEqual(seen(of('key_created')), {
    ...own,
    by: 'Mina Okafor',
    byEmail: charged.user.email,
    subjectName: 'Shop',
  })
  assert.deepEqual(seen(of('account_changed')), {
    ...own,
    by: 'API key Demo of Support',
    byEmail: null,
    subjectName: charged.name,
  })
  assert.deepEqual([of('order_abandoned').subject, of('order_abandoned').subjectName], [odd, null])
  const foundBy = async (filters: string) =>
    (await staff(`/staff/audit?${filters}`)).body.entries.map(({ action }: { action: string }) => action)
  assert.deepEqual(await foundBy('action=order_abandoned'), ['order_abandoned'])
  assert.deepEqual(await foundBy('action=key_created&by=MINA'), ['key_created'])
  assert.deepEqual(await foundBy('action=key_created&by=demo'), [])
  assert.deepEqual(await foundBy('action=account_changed&by=demo'), ['account_changed'])
  const people = entries.filter((one: { action: string }) => one.action === 'person_created')
  assert.ok(people.some((one: { subjectName: string }) => one.subjectName === demo.staff.email))
  assert.ok(people.some((one: { subject: string }) => one.subject === odd))
  const order = (await call(`/dashboard/api/production/orders/${odd}`, { cookie })).body
  assert.deepEqual(
    order.steps
      .filter(({ on }: { on: string }) => on === 'problem' || on === 'abandoned')
      .map(({ by }: { by: string }) => by),
    ['the printer', 'Support'],
  )
  const theirs = (await call('/dashboard/api/audit', { cookie })).body.entries
  assert.equal(theirs[0].subjectName, 'Shop')
  const cancelled = theirs.find((one: { action: string }) => one.action === 'order_abandoned')
  assert.deepEqual([cancelled.by, cancelled.details.reason], ['Support', undefined])
})
