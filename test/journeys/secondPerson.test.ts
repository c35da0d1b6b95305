// Acts by which an account pays less wait for a second person: recorded and imported payments, and price lists.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day, earlier, later } from '../../src/base/clock.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { sumPaymentsSince } from '../../src/payments/statements/paymentStore.ts'
import { operatorDraft } from '../support/operatorDraft.ts'
import { statementScene } from '../support/statementScene.ts'
import { mailsTo } from '../support/visitor.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const above = 1000

let world: World
/** Two people of the staff, by the cookies of their sessions. */
let anna: string
let ben: string
const other = { name: 'Ben Second', email: 'ben@example.com', password: 'correct horse battery' }
async function open(dollars: number): Promise<void> {
  world = await startWorld({ config: { secondPersonAboveCents: dollars * 100 } })
  await createPerson({ ...world.app, db: world.app.database.db }, { kind: 'staff', ...other }, 'test')
  anna = await world.signIn(world.demo.staff)
  ben = await world.signIn(other)
}
beforeEach(() => open(above))
afterEach(async () => {
  await world.assertSound()
  await world[Symbol.asyncDispose]()
})

const get = async (path: string) => (await world.call(`/staff${path}`, { cookie: anna })).body
const send = (method: 'POST' | 'PUT', path: string, body: unknown, cookie = anna) =>
  world.call(`/staff${path}`, { method, body, cookie })
async function importFile(csv: string) {
  const answer = await world.app.server.inject({
    method: 'POST',
    url: '/staff/payments/import',
    headers: { cookie: anna, 'content-type': 'text/csv' },
    payload: csv,
  })
  return { status: answer.statusCode, body: answer.json() }
}
const approve = (approvalId: string, cookie = ben) =>
  send('POST', `/approvals/${approvalId}/approve`, undefined, cookie)
const approvals = async () => (await get('/approvals')).approvals
const answered = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

const receivedOn = '2026-03-02'
const pay = (amount: number, reference: string) =>
  send('POST', `/accounts/${world.enterprise.accountId}/billing/payments`, { receivedOn, amount, reference })
const balance = async () => (await get(`/accounts/${world.enterprise.accountId}/billing/terms`)).balance

describe('a payment above the sum', () => {
  it('a payment above the sum is recorded only when a second person approves it', async () => {
    const asked = await pay(999_999, 'WIRE 1')
    const { approvalId, kind, amount, accountId, payments } = asked.body
    assert.deepEqual([asked.status, kind, amount, accountId], [202, 'payment', 999_999, world.enterprise.accountId])
    assert.deepEqual(payments, [
      { kind: 'payment', accountId, receivedOn, amount: 999_999, reference: 'WIRE 1', statement: null, note: null },
    ])
    assert.equal(await balance(), 0)
    const [mail] = await mailsTo(world, 'ben@example.com')
    assert.equal(mail!.subject, 'A payment needs your approval')
    assert.match(mail!.body, /asked to record a payment of \$999,999\.00 by /)

    assert.deepEqual(answered(await approve(approvalId, anna)), [403, 'not_allowed'])
    assert.equal((await approve(approvalId)).status, 200)
    assert.equal(await balance(), -999_999)
    assert.equal((await approve(approvalId)).status, 200)
    assert.equal(await balance(), -999_999)
  })

  it('a credit above the sum pays its statement only when a second person approves it', async () => {
    await world[Symbol.asyncDispose]()
    await open(100)
    const { accountId, statement } = await statementScene(world)
    const what = { kind: 'credit', receivedOn, reference: 'CN-1', statement: 1, note: 'Damaged cartons' }
    const credit = { ...what, amount: 120 }
    const asked = await send('POST', `/accounts/${accountId}/billing/payments`, credit)
    assert.deepEqual([asked.status, asked.body.payments[0].kind], [202, 'credit'])
    assert.deepEqual([(await statement()).paid, await balance()], [0, 120])
    assert.deepEqual(answered(await approve(asked.body.approvalId, anna)), [403, 'not_allowed'])
    assert.equal((await approve(asked.body.approvalId)).status, 200)
    assert.deepEqual([(await statement()).state, await balance()], ['paid', 0])
  })

  it('a charge above the sum, and one that follows others, are made only when a second person approves them', async () => {
    await world[Symbol.asyncDispose]()
    await open(100)
    const { accountId } = await statementScene(world)
    const charge = (amount: number, reference: string) =>
      send('POST', `/accounts/${accountId}/billing/charges`, { amount, reference, reason: 'Pallets' })
    assert.equal((await charge(60, 'CH-1')).status, 200)
    const asked = await charge(41, 'CH-2')
    assert.deepEqual([asked.status, asked.body.payments[0].kind, await balance()], [202, 'charge', 180])
    assert.deepEqual(answered(await charge(50, 'CH-1')), [409, 'already_exists'])
    assert.equal((await approve(asked.body.approvalId)).status, 200)
    assert.equal(await balance(), 221)
  })

  it('small payments need no approval until those of 30 days add up to more', async () => {
    assert.deepEqual([(await pay(600, 'WIRE 1')).status, (await pay(400, 'WIRE 2')).status], [201, 201])
    assert.equal((await pay(0.01, 'WIRE 3')).status, 202)
    await world.advance(30 * day)
    anna = await world.signIn(world.demo.staff)
    assert.equal((await pay(0.01, 'WIRE 4')).status, 201)
    assert.equal(await balance(), -1000.01)
  })

  it('several payments of an account may wait, and the same payment waits once', async () => {
    const [first, again, second] = [await pay(2000, 'WIRE 1'), await pay(2000, 'WIRE 1'), await pay(3000, 'WIRE 2')]
    assert.equal(again.body.approvalId, first.body.approvalId)
    for (const { body } of [first, second]) assert.equal((await approve(body.approvalId)).status, 200)
    assert.equal(await balance(), -5000)
  })

  it('a payment above the sum is validated when it is requested, and again when it is approved', async () => {
    assert.equal((await pay(1, 'WIRE 1')).status, 201)
    assert.deepEqual(answered(await pay(2000, 'wire 1')), [409, 'already_exists'])
    const { approvalId } = (await pay(2000, 'WIRE 2')).body
    assert.equal((await pay(2, 'WIRE 2')).status, 201)
    assert.deepEqual(answered(await approve(approvalId)), [409, 'already_exists'])
    assert.equal(await balance(), -3)
    assert.equal((await approvals())[0].status, 'open')
  })

  it('a file of payments waits as a whole when the payments of an account are above the sum', async () => {
    const { accountId } = world.enterprise
    const file = (...amounts: number[]) =>
      [
        'accountId,receivedOn,amount,reference',
        ...amounts.map((amount, i) => `${accountId},${receivedOn},${amount},T${i}`),
      ].join('\n')
    const asked = await importFile(file(500, 501))
    const { approvalId, amount, paymentCount, payments } = asked.body
    assert.deepEqual([asked.status, amount, paymentCount, payments[0].amount], [202, 1001, 2, 501])
    assert.equal((await importFile(file(500, 501))).body.approvalId, approvalId)
    assert.equal(await balance(), 0)
    assert.equal((await approve(approvalId)).status, 200)
    assert.equal(await balance(), -1001)
    assert.equal((await importFile(file(500, 501))).status, 400)
  })

  it('payments of several accounts wait in one request without an account', async () => {
    const other = world.charged.accountId
    await world.app.database.db.transaction().execute(async tx => {
      const { setEnterprise } = await import('../../src/accounts/settings/enterprise.ts')
      await setEnterprise(tx, other, true)
    })
    const row = (accountId: string, amount: number, reference: string) =>
      `${accountId},${receivedOn},${amount},${reference}`
    const csv = [
      'accountId,receivedOn,amount,reference',
      row(world.enterprise.accountId, 1, 'T1'),
      row(other, 2000, 'T2'),
    ]
    const asked = await importFile(csv.join('\n'))
    assert.deepEqual(
      [asked.status, asked.body.accountId, asked.body.accountName, asked.body.amount],
      [202, null, null, 2001],
    )
    const [mail] = await mailsTo(world, 'ben@example.com')
    assert.match(mail!.body, /asked to record 2 payments, together \$2,001\.00\./)
    assert.equal((await approve(asked.body.approvalId)).status, 200)
    assert.equal(await balance(), -1)
    const { entries } = await get('/audit')
    assert.ok(
      entries.some(
        ({ action, subject }: Record<string, unknown>) =>
          action === 'approval_approved' && subject === asked.body.approvalId,
      ),
    )
  })
})

describe('a price list', () => {
  const list = (code: string, more: object) => ({ code, name: code, ...more })
  const put = (priceList: string | null) =>
    send('PUT', `/accounts/${world.charged.accountId}/price-list`, { priceList, reason: 'contract' })
  const listNow = async () => (await get(`/accounts/${world.charged.accountId}`)).priceList

  beforeEach(async () => {
    const staff = operatorDraft(world)
    await staff.edit(content => {
      const [book] = content.catalog.skus
      content.priceLists = {
        lists: [
          list('THIRTY', { allBooksOffBasisPoints: 3000, fulfillmentOffBasisPoints: 3000 }),
          list('MORE', { allBooksOffBasisPoints: 3001 }),
          list('SHIPPED', { shippingOffBasisPoints: 10_000 }),
          list('OWN', {
            books: [
              { manufacturingSku: book!.manufacturingSku, price: { baseCents: 1, perPageMillicents: 1, breaks: [] } },
            ],
          }),
        ],
      }
    })
    const asked = await staff.publish()
    assert.equal(asked.status, 202)
    assert.equal((await approve(asked.body.approvalId)).status, 200)
    await world.advance(minNoticeMs)
  })

  it('an account is put on a list beyond the discount only when a second person approves it', async () => {
    for (const code of ['MORE', 'SHIPPED', 'OWN']) {
      const asked = await put(code)
      assert.deepEqual([asked.status, asked.body.kind, asked.body.priceList], [202, 'price_list', code])
      const { approvalId } = asked.body
      assert.equal((await put(code)).body.approvalId, approvalId)
      assert.equal(await listNow(), null)
      assert.deepEqual(answered(await put(code === 'OWN' ? 'MORE' : 'OWN')), [409, 'wrong_state'])
      assert.deepEqual(answered(await approve(approvalId, anna)), [403, 'not_allowed'])
      assert.equal((await approve(approvalId)).status, 200)
      assert.equal(await listNow(), code)
      assert.equal((await put(null)).status, 200)
    }
  })

  it('the second person reads that the prices of a list become agreed prices', async () => {
    const ask = (agreedPrices: boolean) =>
      send('PUT', `/accounts/${world.enterprise.accountId}/price-list`, {
        ...{ priceList: 'MORE', agreedPrices, reason: 'contract' },
      })
    const asked = await ask(true)
    assert.deepEqual([asked.status, asked.body.priceList, asked.body.agreedPrices], [202, 'MORE', true])
    const mail = (await mailsTo(world, 'ben@example.com')).find(({ subject }) => subject.startsWith('A price list'))
    const agreement = `make the prices of the price list MORE agreed prices of ${world.enterprise.name}`
    assert.ok(mail!.body.replaceAll(/\s+/g, ' ').includes(agreement), mail!.body)
    assert.equal((await approve(asked.body.approvalId)).status, 200)
    assert.equal((await get(`/accounts/${world.enterprise.accountId}`)).agreedPrices, true)
  })

  it('an account is put on a list within the discount at once, and taken off any list', async () => {
    assert.equal((await put('THIRTY')).status, 200)
    assert.equal(await listNow(), 'THIRTY')
    assert.equal((await put(null)).status, 200)
    assert.deepEqual(
      (await approvals()).map(({ kind }: { kind: string }) => kind),
      ['publish'],
    )
  })
})

describe('an offer for a quote', () => {
  const asked = async () => {
    const as = world.charged.production.authorization
    const { orderItems, ...rest } = orderBody() as { orderItems: object[] }
    const items = orderItems.map(item => ({ ...item, quantity: 4000, pageCount: 120 }))
    return (await world.call('/quotes', { method: 'POST', as, body: { ...rest, orderItems: items } })).body.quoteId
  }
  const pathOf = (quoteId: string) => `/accounts/${world.charged.accountId}/production/quotes/${quoteId}`
  const offer = (quoteId: string, itemsTotal: number, shippingTotal: number) =>
    send('POST', `${pathOf(quoteId)}/offer`, {
      ...{ itemsTotal, shippingTotal, manufacturingDays: 5 },
      validUntil: later(world.now(), 5 * day)
        .toISOString()
        .slice(0, 10),
    })

  it('an offer below the cost or beyond the discount is made only when a second person approves it', async () => {
    const quoteId = await asked()
    const { listed } = await get(pathOf(quoteId))
    const given = await offer(quoteId, 0, 0)
    assert.deepEqual([given.status, given.body.kind, given.body.offer.quoteId], [202, 'quote_offer', quoteId])
    assert.equal((await offer(quoteId, 0, 0)).body.approvalId, given.body.approvalId)
    assert.equal((await get(pathOf(quoteId))).status, 'requested')
    const mail = (await mailsTo(world, 'ben@example.com')).find(({ subject }) => subject.startsWith('An offer'))
    assert.ok(mail!.body.replaceAll(/\s+/g, ' ').includes(`offer ${world.charged.name} $0.00 for a quote`), mail!.body)
    const lowTotal = Math.round(listed.itemsTotal * 0.6)
    const low = await offer(quoteId, lowTotal, listed.shippingTotal)
    assert.equal(low.status, 202)
    assert.deepEqual(answered(await approve(low.body.approvalId, anna)), [403, 'not_allowed'])
    assert.equal((await approve(low.body.approvalId)).status, 200)
    const offered = await get(pathOf(quoteId))
    assert.deepEqual([offered.status, offered.offer.pricing.itemsTotal], ['offered', lowTotal])
    assert.deepEqual(answered(await approve(given.body.approvalId)), [409, 'wrong_state'])
  })

  it('an offer near the prices of the catalog is made at once', async () => {
    const quoteId = await asked()
    const { listed } = await get(pathOf(quoteId))
    const itemsTotal = Math.round(listed.itemsTotal * 90) / 100
    const made = await offer(quoteId, itemsTotal, listed.shippingTotal)
    assert.deepEqual([made.status, made.body.status], [200, 'offered'], JSON.stringify(made.body))
  })
})

describe('a version with lower prices', () => {
  const newest = async () => (await get('/operator-data/versions')).versions[0].version
  const publish = async (revision: number) =>
    send('POST', '/operator-data/draft/publish', { revision, reason: 'Spring prices' })
  const revisionWith = async (change: Parameters<ReturnType<typeof operatorDraft>['edit']>[0]) =>
    (await operatorDraft(world).edit(change)).body.revision
  const cheaper = (share: number) =>
    revisionWith(({ catalog }) => {
      const { price } = catalog.skus[0]!
      price.baseCents = Math.round(price.baseCents * share)
      price.perPageMillicents = Math.round(price.perPageMillicents * share)
    })

  it('a version whose prices are much lower is published only when a second person approves it', async () => {
    const before = await newest()
    const revision = await cheaper(0.5)
    const asked = await publish(revision)
    const { approvalId, kind, accountId, publishes } = asked.body
    assert.deepEqual([asked.status, kind, accountId], [202, 'publish', null])
    assert.deepEqual(publishes, { draftRevision: revision, version: null, effectiveAt: null })
    assert.equal((await publish(revision)).body.approvalId, approvalId)
    const [mail] = await mailsTo(world, 'ben@example.com')
    assert.equal(mail!.subject, 'A change of prices needs your approval')
    assert.deepEqual(answered(await approve(approvalId, anna)), [403, 'not_allowed'])
    assert.equal(await newest(), before)
    assert.equal((await approve(approvalId)).status, 200)
    assert.equal(await newest(), before + 1)
    assert.equal((await approve(approvalId)).status, 200)
    assert.equal(await newest(), before + 1)
  })

  it('lower prices are not published when the draft was saved after the request', async () => {
    const asked = await publish(await cheaper(0.5))
    const revision = await cheaper(0.1)
    assert.deepEqual(answered(await approve(asked.body.approvalId)), [409, 'draft_changed'])
    assert.deepEqual(answered(await publish(revision)), [409, 'wrong_state'])
    assert.equal((await approvals())[0].status, 'open')
  })

  it('a version with slightly lower prices, or with higher prices, is published at once', async () => {
    for (const share of [0.8, 1.2]) assert.equal((await publish(await cheaper(share))).status, 201)
    assert.deepEqual(await approvals(), [])
  })

  it('one person does not lower prices in steps within a month', async () => {
    await world.advance(31 * day)
    ;[anna, ben] = [await world.signIn(world.demo.staff), await world.signIn(other)]
    assert.equal((await publish(await cheaper(0.8))).status, 201)
    assert.equal((await publish(await cheaper(0.8))).status, 202)
  })

  it('one person withdraws higher prices before they take effect, and afterwards needs a second person', async () => {
    const old = await newest()
    const dearer = async () => {
      const revision = await cheaper(2)
      const effectiveAt = later(world.now(), day).toISOString()
      await send('POST', '/operator-data/draft/publish', { revision, reason: 'Spring prices', effectiveAt })
    }
    const withdraw = (version: number) =>
      send('POST', `/operator-data/versions/${version}/withdraw`, { reason: 'late' })
    await dearer()
    assert.equal((await withdraw(old + 1)).status, 201)
    await dearer()
    await world.advance(day)
    anna = await world.signIn(world.demo.staff)
    assert.deepEqual(answered(await withdraw(old + 3)), [409, 'wrong_state'])
    const rollBack = { basedOn: old + 3, reason: 'too dear' }
    assert.equal((await send('POST', `/operator-data/versions/${old}/publish`, rollBack)).status, 202)
  })

  it('an older version with much lower prices, and much lower shipping rates, need a second person too', async () => {
    const old = await newest()
    assert.equal((await publish(await cheaper(2))).status, 201)
    const rollBack = { basedOn: old + 1, reason: 'too dear' }
    const asked = await send('POST', `/operator-data/versions/${old}/publish`, rollBack)
    assert.deepEqual([asked.status, asked.body.publishes.version], [202, old])
    assert.equal((await approve(asked.body.approvalId)).status, 200)
    assert.equal(await newest(), old + 2)

    const free = await revisionWith(({ shipping }) => {
      for (const { classes } of (shipping as { zones: { classes: object }[] }).zones)
        for (const rate of Object.values(classes))
          Object.assign(rate, { baseCents: 0, extraCopyCents: 0, weightBands: [{ centsPerPound: 0 }] })
    })
    assert.equal((await publish(free)).status, 202)
  })
})

describe('late fees that are taken back above the sum', () => {
  it('an approved waiver takes back exactly the fees that were approved, and fees of the service use up no sum', async () => {
    await world.assertSound()
    await world[Symbol.asyncDispose]()
    await open(4)
    const { accountId, statement } = await statementScene(world, { termsDays: 10, lateFeeAmount: 5 })
    const { dueOn } = await statement()
    await world.advance(15 * day)
    const signIn = async () => {
      anna = await world.signIn(world.demo.staff)
      ben = await world.signIn(other)
    }
    await signIn()
    const waive = async () =>
      (await send('POST', `/accounts/${accountId}/billing/statements/1/waive-late-fees`, { reason: 'ours' })).body
    const { approvalId } = await waive()
    await world.advance(31 * day)
    await signIn()
    assert.deepEqual(answered(await approve(approvalId)), [409, 'wrong_state'])
    assert.equal(await balance(), 130)
    const second = await waive()
    assert.deepEqual([second.amount, (await approve(second.approvalId)).status, await balance()], [10, 200, 120])
    const cents = await sumPaymentsSince(world.app.database.db, [accountId], earlier(world.now(), day))
    assert.equal(cents.get(accountId), 1000)
    await world.advance(31 * day)
    await signIn()
    assert.equal(await balance(), 125)
    const paid = { receivedOn: dueOn, amount: 120, reference: 'in time', statement: 1 }
    const asked = await send('POST', `/accounts/${accountId}/billing/payments`, paid)
    assert.equal((await approve(asked.body.approvalId)).status, 200)
    const after = await sumPaymentsSince(world.app.database.db, [accountId], earlier(world.now(), day))
    assert.deepEqual([await balance(), after.get(accountId)], [0, 12_000])
    const charge = { amount: 25, reference: 'in time', reason: 'Pallets' }
    assert.equal((await send('POST', `/accounts/${accountId}/billing/charges`, charge)).status, 202)
  })
})

describe('terms of an enterprise account', () => {
  const terms = (change: object) =>
    world.call(`/staff/accounts/${world.enterprise.accountId}/billing/terms`, {
      ...{ method: 'PATCH', cookie: anna, body: { ...change, reason: 'contract' } },
    })

  it('terms that give much more wait for a second person, also in small steps, and others do not', async () => {
    assert.equal((await terms({ creditLimit: 1000 })).status, 200)
    await world.advance(31 * day)
    anna = await world.signIn(world.demo.staff)
    ben = await world.signIn(other)
    assert.equal((await terms({ termsDays: 39, lateFeePercent: 1.5 })).status, 200)
    assert.equal((await terms({ termsDays: 20 })).status, 200)
    for (const [change, before] of [
      [{ termsDays: 40 }, { termsDays: 20 }],
      [{ creditLimit: 1301 }, { creditLimit: 1000 }],
      [{ creditLimit: null }, { creditLimit: 1301 }],
      [{ termsFrom: 'end_of_month' }, { termsFrom: 'statement' }],
      [
        { discountPercent: 20, discountDays: 10 },
        { discountPercent: null, discountDays: null },
      ],
      [{ discountDays: 14 }, { discountDays: 10 }],
    ]) {
      const asked = await terms(change!)
      const { kind, billingTerms, billingTermsBefore } = asked.body
      assert.deepEqual([asked.status, kind, billingTerms, billingTermsBefore], [202, 'billing_terms', change, before])
      assert.deepEqual(answered(await approve(asked.body.approvalId, anna)), [403, 'not_allowed'])
      assert.equal((await approve(asked.body.approvalId)).status, 200)
    }
    const { termsDays, creditLimit, discountPercent } = await get(
      `/accounts/${world.enterprise.accountId}/billing/terms`,
    )
    assert.deepEqual([termsDays, creditLimit, discountPercent], [40, null, 20])
  })

  it('ending late fees waits for a second person', async () => {
    assert.equal((await terms({ lateFeePercent: 1.5 })).status, 200)
    await world.advance(31 * day)
    anna = await world.signIn(world.demo.staff)
    assert.equal((await terms({ lateFeePercent: 1.4 })).status, 200)
    assert.equal((await terms({ lateFeePercent: null })).status, 202)
  })

  it('after an approved raise, only what gives still more waits, and lowering never does, also while a raise waits', async () => {
    assert.equal((await approve((await terms({ termsDays: 60 })).body.approvalId)).status, 200)
    assert.equal((await terms({ purchaseOrderNumber: 'PO-1' })).status, 200)
    assert.equal((await terms({ termsDays: 60, creditLimit: 1000 })).status, 200)
    assert.equal((await terms({ termsDays: 61 })).status, 202)
    assert.equal((await terms({ termsDays: 50 })).status, 200)
    assert.equal((await terms({ termsDays: 50, creditLimit: 900 })).status, 200)
  })

  it('an approval of terms changes only what was requested, and is refused once that was changed', async () => {
    const raise = { termsDays: 60, termsFrom: 'statement', creditLimit: null, purchaseOrderNumber: null }
    const first = (await terms(raise)).body
    assert.deepEqual(first.billingTerms, { termsDays: 60 })
    assert.equal((await terms({ creditLimit: 500 })).status, 200)
    assert.equal((await approve(first.approvalId)).status, 200)
    const now = await get(`/accounts/${world.enterprise.accountId}/billing/terms`)
    assert.deepEqual([now.termsDays, now.creditLimit], [60, 500])
    const second = (await terms({ termsDays: 90 })).body
    assert.equal((await terms({ termsDays: 10 })).status, 200)
    assert.deepEqual(answered(await approve(second.approvalId)), [409, 'wrong_state'])
  })
})
