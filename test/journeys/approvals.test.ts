// What costs much waits for a second person of the staff: asked for, approved, declined, expired.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKey, createPerson } from '../../src/accounts/accounts.ts'
import { day, hour } from '../../src/base/clock.ts'
import { mailsTo, tokenIn } from '../support/visitor.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const above = 10
const reason = 'it arrived wet'

let world: World
let account: string
/** Two people of the staff, by the cookies of their sessions. */
let anna: string
let ben: string
beforeEach(async () => {
  world = await startWorld({ config: { secondPersonAboveCents: above * 100 } })
  account = world.charged.accountId
  const other = { name: 'Ben Second', email: 'ben@example.com', password: 'correct horse battery' }
  const deps = { ...world.app, db: world.app.database.db }
  await createPerson(deps, { kind: 'staff', ...other }, 'test')
  anna = await world.signIn(world.demo.staff)
  ben = await world.signIn(other)
})
afterEach(async () => {
  await world.assertSound()
  await world[Symbol.asyncDispose]()
})

type By = { cookie: string } | { as: string }
const get = (path: string, by: By = { cookie: anna }) => world.call(`/staff${path}`, by)
const post = (path: string, by: By, body?: unknown, headers: Record<string, string> = {}) =>
  world.call(`/staff${path}`, { method: 'POST', body, headers, ...by })
const key = () => ({ as: world.demo.staff.authorization })

const refund = (by: By, body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  post(`/orders/${account}/dear/refund`, by, { reason, ...body }, headers)
const approve = (approvalId: string, by: By) => post(`/approvals/${approvalId}/approve`, by)
const decline = (approvalId: string, by: By) => post(`/approvals/${approvalId}/decline`, by, { reason: 'not so' })
const listed = async (query = '') => (await get(`/approvals${query}`)).body.approvals
const answered = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** An order that was paid and is at the printer. */
async function paidOrder(customerOrderId = 'dear') {
  const as = world.charged.production.authorization
  const made = await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
  assert.equal(made.status, 201)
  await world.advance(day)
  const order = await orderNow(customerOrderId)
  assert.equal(order.paymentInfo.status, 'SUCCEEDED')
  assert.ok(order.pricing.orderTotal > above)
  return order
}

const userOf = async (cookie: string) => (await world.call('/auth/session', { cookie })).body.userId

/** The cookie of a new owner whom a member of the staff invites. */
async function invited(cookie: string, email: string): Promise<string> {
  const body = { email, kind: 'staff', role: 'owner' }
  assert.equal((await world.call('/staff/people/invitations', { method: 'POST', cookie, body })).status, 201)
  const token = tokenIn((await mailsTo(world, email)).at(-1))
  const accepted = { token, name: email, password: 'correct horse battery' }
  const { status } = await world.call('/auth/invitations/accept', { method: 'POST', body: accepted })
  assert.equal(status, 201)
  return world.signIn({ email, password: accepted.password })
}

async function orderNow(customerOrderId = 'dear') {
  await world.settle()
  return (await world.call(`/orders/${customerOrderId}`, { as: world.charged.production.authorization })).body
}

const acts = async () =>
  (await get(`/audit?accountId=${account}`)).body.entries
    .filter(({ action }: { action: string }) =>
      /^approval_|^order_refunded|^order_abandoned|^account_changed/.test(action),
    )
    .map(({ action, by }: { action: string; by: string }) => [action, by])
    .toReversed()

describe('a refund that is above the sum', () => {
  it('a role without the permission to decide gets no email and decides nothing, and withdraws its own requests', async () => {
    await paidOrder()
    const person = { name: 'Cora', email: 'cora@example.com', password: 'correct horse battery' }
    const deps = { ...world.app, db: world.app.database.db }
    await createPerson(deps, { kind: 'staff', role: 'support', ...person }, 'test')
    const cora = { cookie: await world.signIn(person) }
    const { approvalId } = (await refund({ cookie: anna })).body
    assert.equal((await mailsTo(world, person.email)).length, 0)
    assert.equal((await mailsTo(world, 'ben@example.com')).length, 1)
    assert.deepEqual(answered(await approve(approvalId, cora)), [403, 'not_allowed'])
    assert.deepEqual(answered(await decline(approvalId, cora)), [403, 'not_allowed'])
    assert.equal((await decline(approvalId, { cookie: ben })).status, 200)

    const own = (await refund(cora)).body
    assert.equal((await decline(own.approvalId, cora)).body.status, 'declined')
  })

  it('a person approves nothing that was requested by the person who invited them, or who invited that person', async () => {
    await paidOrder()
    const second = await invited(anna, 'second.self@example.com')
    const third = await invited(second, 'third.self@example.com')
    const { approvalId } = (await refund({ cookie: anna })).body
    for (const self of [second, third]) {
      const refused = await approve(approvalId, { cookie: self })
      assert.deepEqual(answered(refused), [403, 'not_allowed'])
      assert.match(refused.body.detail, /The requester invited you/)
    }
    assert.equal(
      (await world.call(`/staff/people/${await userOf(second)}`, { method: 'DELETE', cookie: ben })).status,
      204,
    )
    assert.deepEqual(answered(await approve(approvalId, { cookie: third })), [403, 'not_allowed'])
    const subjects = (await mailsTo(world, 'third.self@example.com')).map(({ subject }) => subject)
    assert.ok(!subjects.some(subject => subject.includes('approval')), subjects.join())
    assert.equal((await approve(approvalId, { cookie: ben })).status, 200)
  })

  it('a person who joined the staff after a request does not approve it', async () => {
    await paidOrder()
    const { approvalId } = (await refund({ cookie: anna })).body
    await world.advance(hour)
    const late = await invited(ben, 'late@example.com')
    const refused = await approve(approvalId, { cookie: late })
    assert.deepEqual(answered(refused), [403, 'not_allowed'])
    assert.match(refused.body.detail, /You joined the staff after/)
  })

  it('a refund above the approval limit waits, is approved by another person, and is made exactly once', async () => {
    const { pricing } = await paidOrder()
    const asked = await refund({ cookie: anna })
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    const { approvalId, askedBy, ...rest } = asked.body
    assert.deepEqual(rest, {
      kind: 'refund',
      status: 'open',
      accountId: account,
      accountName: world.charged.name,
      customerOrderId: 'dear',
      amount: pricing.orderTotal,
      items: [],
      limits: {},
      payments: [],
      paymentCount: 0,
      billingTerms: null,
      billingTermsBefore: null,
      priceList: null,
      agreedPrices: null,
      publishes: null,
      offer: null,
      ...{ email: null, role: null, singleSignOn: null, domain: null },
      reason,
      askedAt: world.now().toISOString(),
      isYours: true,
      approvableAt: world.now().toISOString(),
      expiresAt: new Date(world.now().getTime() + 7 * day).toISOString(),
      decidedBy: null,
      decidedAt: null,
      decisionReason: null,
    })
    assert.equal((await orderNow()).paymentInfo.refundedTotal, undefined)
    assert.deepEqual((await get('/approvals', { cookie: ben })).body, {
      approvals: [{ ...asked.body, isYours: false }],
      secondPersonAbove: above,
      nextCursor: null,
    })
    assert.equal((await get('/overview')).body.counts.approvals, 1)

    assert.deepEqual(answered(await approve(approvalId, { cookie: anna })), [403, 'not_allowed'])
    assert.deepEqual(answered(await approve(approvalId, key())), [401, 'not_authenticated'])
    assert.equal((await orderNow()).paymentInfo.refundedTotal, undefined)

    const approved = await approve(approvalId, { cookie: ben })
    assert.deepEqual([approved.status, approved.body.status, approved.body.decidedBy], [200, 'approved', 'Ben Second'])
    assert.deepEqual(await approve(approvalId, { cookie: ben }).then(({ body }) => body), approved.body)
    assert.deepEqual(answered(await decline(approvalId, { cookie: ben })), [409, 'wrong_state'])
    const { paymentInfo } = await orderNow()
    assert.deepEqual([paymentInfo.status, paymentInfo.refundedTotal], ['REFUNDED', pricing.orderTotal])
    assert.equal((await get('/overview')).body.counts.approvals, 0)
    assert.deepEqual(await acts(), [
      ['approval_asked', askedBy],
      ['order_refunded', 'Ben Second'],
      ['approval_approved', 'Ben Second'],
    ])
    const owner = await world.signIn(world.charged.user)
    const { entries } = (await world.call('/dashboard/api/audit', { cookie: owner })).body
    const seen = entries.map(({ action }: { action: string }) => action)
    assert.ok(seen.includes('order_refunded') && !seen.some((action: string) => action.startsWith('approval_')))
  })

  it('a person who asks for a refund with their own key cannot approve it in person', async () => {
    await paidOrder()
    const { approvalId, askedBy, isYours } = (await refund(key())).body
    assert.deepEqual([askedBy, isYours], ['API key Demo of Support', true])
    assert.equal((await listed())[0].isYours, true)
    assert.deepEqual(answered(await approve(approvalId, { cookie: anna })), [403, 'not_allowed'])
    assert.equal((await orderNow()).paymentInfo.refundedTotal, undefined)
    const { app } = world
    const itself = sql`
      update approvals
      set status = 'approved', due_at = null, decided_at = now(),
        decided_by = (select 'user ' || id from users where email = ${world.demo.staff.email})
      where approval_id = ${approvalId}`
    await assert.rejects(itself.execute(app.database.db), /approvals_second_person_check/)
    assert.equal((await approve(approvalId, { cookie: ben })).status, 200)
  })

  it('a refund above the approval limit cannot be asked for by a key that belongs to no person', async () => {
    await paidOrder()
    const deps = { ...world.app, db: world.app.database.db }
    const old = await createKey(deps, { kind: 'staff', ownerId: null, role: 'owner' }, 'Old', 'test')
    assert.deepEqual(answered(await refund({ as: old.authorization })), [403, 'not_allowed'])
    assert.deepEqual(await listed(), [])
    assert.equal((await refund({ as: old.authorization }, { amount: 1 })).status, 200)
  })

  it('a refund may be asked for by a key, and needs no approval below the limit until small refunds add up to more', async () => {
    await paidOrder()
    for (const amount of [4, 6]) assert.equal((await refund(key(), { amount })).status, 200)
    const asked = await refund(key(), { amount: 0.01 })
    assert.deepEqual([asked.status, asked.body.amount, asked.body.isYours], [202, 0.01, true])
    assert.equal((await approve(asked.body.approvalId, { cookie: ben })).status, 200)
    assert.equal((await orderNow()).paymentInfo.refundedTotal, 10.01)
  })

  it('a refund that waits for approval is mailed to all other staff, once for each request', async () => {
    await paidOrder()
    await Promise.all([refund({ cookie: anna }), refund({ cookie: anna })])
    await world.settle()
    const emailsTo = async (email: string) =>
      (await mailsTo(world, email)).filter(({ subject }) => subject === 'A refund needs your approval')
    const [approvalEmail, ...more] = await emailsTo('ben@example.com')
    assert.deepEqual([more, await emailsTo(world.demo.staff.email)], [[], []])
    assert.match(
      approvalEmail!.body,
      /Hello Ben Second,.*of order dear of .*http:\/\/127\.0\.0\.1:3000\/staff\/approvals/s,
    )
    assert.doesNotMatch(approvalEmail!.body, new RegExp(reason))

    const byKey = await post(`/orders/${account}/dear/refund`, key(), { reason, amount: 11 })
    assert.equal(byKey.body.code, 'wrong_state', 'nobody is written to about what is refused')
    await decline((await listed())[0].approvalId, { cookie: ben })
    assert.equal((await refund(key())).status, 202)
    await world.settle()
    assert.deepEqual(
      [(await emailsTo('ben@example.com')).length, (await emailsTo(world.demo.staff.email)).length],
      [2, 0],
    )
  })

  it('the person who asked for a refund gets an email when it is decided, but not when they withdraw it', async () => {
    await paidOrder()
    const approvalEmails = async () =>
      (await mailsTo(world, world.demo.staff.email))
        .map(({ subject }) => subject)
        .filter(subject => subject.includes('that you requested'))
    const decided = async (by: By, decide: (approvalId: string) => Promise<unknown>) => {
      await decide((await refund(by)).body.approvalId)
      await world.settle()
      return approvalEmails()
    }
    const withdrawn = await decided({ cookie: anna }, id => decline(id, { cookie: anna }))
    assert.deepEqual(withdrawn, [])
    const declined = 'A refund that you requested was declined'
    assert.deepEqual(await decided(key(), id => decline(id, { cookie: ben })), [declined])
    assert.deepEqual(await decided({ cookie: anna }, id => decline(id, { cookie: ben })), [declined, declined])
    const expired = 'A refund that you requested has expired'
    assert.deepEqual(await decided({ cookie: anna }, () => world.advance(7 * day)), [declined, declined, expired])
    anna = await world.signIn(world.demo.staff)
    ben = await world.signIn({ email: 'ben@example.com', password: 'correct horse battery' })
    const approved = 'A refund that you requested was approved'
    const all = await decided({ cookie: anna }, id => approve(id, { cookie: ben }))
    assert.deepEqual(all, [declined, declined, expired, approved])
  })

  it('a refund above the approval limit is validated when it is asked for', async () => {
    const { pricing } = await paidOrder()
    const tooMuch = await refund({ cookie: anna }, { amount: pricing.orderTotal + 1 })
    assert.deepEqual(answered(tooMuch), [409, 'refund_too_large'])
    const noSuchItem = await refund({ cookie: anna }, { items: [{ index: 5 }] })
    assert.deepEqual(answered(noSuchItem), [400, 'malformed_request'])
    assert.deepEqual(await listed(), [])
  })

  it('a refund is refused on approval when the order was refunded meanwhile', async () => {
    const { pricing } = await paidOrder()
    const { approvalId } = (await refund({ cookie: anna })).body
    assert.equal((await refund({ cookie: anna }, { amount: 5 })).status, 200)
    const changed = await approve(approvalId, { cookie: ben })
    assert.deepEqual(answered(changed), [409, 'wrong_state'])
    assert.match(changed.body.detail, new RegExp(`would now be .* dollars, not ${pricing.orderTotal}:`))
    assert.equal((await orderNow()).paymentInfo.refundedTotal, 5)
    assert.equal((await listed())[0].status, 'open')

    const { body: another } = await refund({ cookie: ben })
    assert.equal(another.code, 'wrong_state', 'the one that waits has to be declined first')
    assert.equal((await decline(approvalId, { cookie: anna })).body.status, 'declined')
    assert.equal((await refund({ cookie: ben })).status, 202)
  })

  it('a refund that is asked for twice waits once, and an idempotency key keeps its meaning', async () => {
    await paidOrder()
    const named = (name: string, body = {}) => refund({ cookie: anna }, body, { 'idempotency-key': name })
    const clicked = await Promise.all([named('one'), named('one')])
    const [{ approvalId }] = clicked.map(({ body }) => body)
    const again = await refund({ cookie: ben }, { reason: 'worded anew' })
    assert.deepEqual(
      [...clicked, again].map(({ status, body }) => [status, body.approvalId]),
      [1, 2, 3].map(() => [202, approvalId]),
    )
    assert.deepEqual(answered(await named('one', { amount: 11 })), [422, 'request_key_reused'])
    assert.equal((await decline(approvalId, { cookie: ben })).status, 200)
    assert.deepEqual((await named('one')).body.status, 'declined')

    const second = await named('two')
    assert.equal((await approve(second.body.approvalId, { cookie: ben })).status, 200)
    const { refundedTotal } = (await orderNow()).paymentInfo
    const repeated = await named('two')
    assert.deepEqual([repeated.status, repeated.body.customerOrderId], [200, 'dear'])
    assert.deepEqual(answered(await named('two', { amount: 11 })), [422, 'request_key_reused'])
    assert.equal((await orderNow()).paymentInfo.refundedTotal, refundedTotal)
  })

  it('a request for a refund expires after seven days, or is withdrawn by the person who asked', async () => {
    await paidOrder()
    const first = (await refund({ cookie: anna })).body
    await world.advance(7 * day - hour)
    assert.equal((await listed())[0].status, 'open')
    await world.advance(hour)
    assert.deepEqual([(await listed())[0].status, (await listed())[0].decidedBy], ['expired', 'System'])
    assert.deepEqual(answered(await approve(first.approvalId, { cookie: ben })), [409, 'wrong_state'])

    const second = (await refund(key())).body
    assert.deepEqual(answered(await approve('apr_0000000000000000000000', { cookie: ben })), [404, 'not_found'])
    const withdrawn = await decline(second.approvalId, key())
    assert.deepEqual([withdrawn.body.status, withdrawn.body.decisionReason], ['declined', 'not so'])
    assert.deepEqual((await decline(second.approvalId, { cookie: ben })).body.decidedBy, withdrawn.body.decidedBy)
    assert.deepEqual(
      (await acts()).map(([action]: string[]) => action),
      ['approval_asked', 'approval_expired', 'approval_asked', 'approval_declined'],
    )
    assert.equal((await orderNow()).paymentInfo.refundedTotal, undefined)
  })

  it('requests for refunds are listed in pages, open requests first', async () => {
    await paidOrder('one')
    await paidOrder('two')
    const ask = (id: string) => post(`/orders/${account}/${id}/refund`, { cookie: anna }, { reason })
    const first = (await ask('one')).body
    await decline(first.approvalId, { cookie: ben })
    const open = [(await ask('one')).body, (await ask('two')).body]
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { approvals, nextCursor } = (await get(`/approvals?limit=1${cursor}`)).body
      seen.push(...approvals.map((one: { approvalId: string }) => one.approvalId))
      if (nextCursor === null) break
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`
    }
    assert.deepEqual(
      seen,
      [...open.toReversed(), first].map(one => one.approvalId),
    )
    assert.equal((await listed(`?accountId=${account}&customerOrderId=two`)).length, 1)
    assert.deepEqual(await listed(`?accountId=${world.enterprise.accountId}`), [])
    assert.equal((await get('/approvals?cursor=nothing')).status, 400)
  })
})

it('an order in EXCEPTION whose payment is above the sum is cancelled by two people', async () => {
  const { pricing } = await paidOrder()
  const abandon = () => post(`/orders/${account}/dear/abandon`, { cookie: anna }, { reason: 'it cannot be made' })
  assert.deepEqual(answered(await abandon()), [409, 'wrong_state'])
  const stop = async () => {
    const { jobs } = (await world.call('/press/jobs', { as: world.demo.printer.authorization })).body
    const path = `/print-jobs/${jobs[0].jobId}/problem`
    assert.equal((await post(path, { cookie: anna }, { reason: 'torn' })).status, 200)
  }
  await stop()
  const asked = await abandon()
  assert.deepEqual([asked.status, asked.body.kind, asked.body.amount], [202, 'abandon', pricing.orderTotal])
  assert.equal((await abandon()).body.approvalId, asked.body.approvalId)
  assert.equal((await orderNow()).status, 'EXCEPTION')

  assert.equal((await post(`/orders/${account}/dear/resume`, { cookie: anna }, { reason })).status, 200)
  assert.deepEqual(answered(await approve(asked.body.approvalId, { cookie: ben })), [409, 'wrong_state'])
  await stop()
  assert.equal((await approve(asked.body.approvalId, { cookie: ben })).status, 200)
  const order = await orderNow()
  assert.deepEqual([order.status, order.paymentInfo.refundedTotal], ['CANCELLED', pricing.orderTotal])
})

it('an account is made an enterprise account by two people, with all that is changed together with that', async () => {
  const change = (body: Record<string, unknown>, accountId = account) =>
    world.call(`/staff/accounts/${accountId}`, { method: 'PATCH', cookie: anna, body })
  const limits = { production: { ordersPer24Hours: 60 } }
  const raised = await change({ limits: { production: { ordersPer24Hours: 55 } } })
  assert.deepEqual([raised.status, raised.body.limits.production.ordersPer24Hours], [200, 55])
  assert.deepEqual(answered(await change({ enterprise: true }, 'acc_none')), [404, 'not_found'])
  assert.equal((await change({ enterprise: true }, world.enterprise.accountId)).status, 200, 'it is one already')

  const asked = await change({ enterprise: true, limits, reason })
  const { approvalId, kind, amount } = asked.body
  assert.deepEqual([asked.status, kind, amount, asked.body.limits], [202, 'enterprise', null, limits])
  assert.deepEqual(answered(await change({ enterprise: true })), [409, 'wrong_state'])
  const standing = (await get(`/accounts/${account}`)).body
  assert.deepEqual([standing.enterprise, standing.limits.production.ordersPer24Hours], [false, 55])

  assert.equal((await approve(approvalId, { cookie: ben })).status, 200)
  const changed = (await get(`/accounts/${account}`)).body
  assert.deepEqual([changed.enterprise, changed.limits.production.ordersPer24Hours], [true, 60])
  assert.equal((await change({ enterprise: false })).status, 200, 'that it is charged again needs nobody else')
})

it('with the sum 0 every refund waits, and without one none does', async () => {
  await using strict = await startWorld({ config: { secondPersonAboveCents: 0 } })
  await using free = await startWorld()
  const statuses = await Promise.all(
    [strict, free].map(async ({ call, charged, advance, demo }) => {
      const as = charged.production.authorization
      await call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId: 'dear' }) })
      await advance(day)
      const path = `/staff/orders/${charged.accountId}/dear/refund`
      const body = { reason, amount: 0.01 }
      return (await call(path, { method: 'POST', as: demo.staff.authorization, body })).status
    }),
  )
  assert.deepEqual(statuses, [202, 200])
})
