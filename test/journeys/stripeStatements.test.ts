// Statements that are paid at Stripe: its page, debits that end after days, and bank transfers, with messages that come
// late, twice, or never.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, instant, minute, utcDay } from '../../src/base/clock.ts'
import { reconcileDay } from '../../src/payments/books/reconcile.ts'
import { type StripeWorld, startStripeWorld, webhookSecret } from '../support/stripeWorld.ts'
import { orderBody } from '../support/world.ts'

const start = instant('2026-03-02T12:00:00Z')

describe('with Stripe, a statement', () => {
  let scene: StripeWorld
  let cookie: string
  before(async () => {
    scene = await startStripeWorld(start)
    const { world } = scene
    cookie = await world.signIn(world.enterprise.user)
    const { production } = world.enterprise
    const printer = world.demo.printer.authorization
    await world.call('/orders/create', { method: 'POST', as: production.authorization, body: orderBody({}) })
    await scene.advance(3 * hour)
    const [{ jobId }] = (await world.call('/press/jobs?status=all', { as: printer })).body.jobs
    const parcel = { masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }
    for (const [act, body] of [
      ['accept', { itemsTotal: 500, taxesTotal: 0 }],
      ['ship', { shippingTotal: 0, shipments: [parcel] }],
    ] as const)
      await world.call(`/press/jobs/${jobId}/${act}`, { method: 'POST', as: printer, body })
    await scene.advance(31 * day)
  })
  after(() => scene[Symbol.asyncDispose]())

  const ask = async (path: string, body?: object) =>
    (
      await scene.world.call(
        `/dashboard/api/billing${path}`,
        body === undefined ? { cookie } : { cookie, method: 'POST', body },
      )
    ).body
  const open = async (amount: number) => {
    const answer = await ask('/statements/1/pay', { amount })
    assert.ok(answer.url, JSON.stringify(answer))
    return answer as { paymentId: string; url: string }
  }
  const stateOf = async (paymentId: string) => {
    const found = (await ask('/online-payments')).payments.find(
      (one: { paymentId: string }) => one.paymentId === paymentId,
    )
    return `${found.method} ${found.status}`
  }
  const statement = () => ask('/statements/1')
  const withoutMessages = async (run: () => Promise<unknown>) => {
    await scene.provider.ask('set', { webhook: null })
    await run()
    await scene.provider.ask('set', { webhook: { url: scene.url, secret: webhookSecret } })
  }
  const assertSound = async () => {
    const { world } = scene
    await scene.provider.ask('redeliver', {})
    await world.settle()
    const found = []
    for (let date = utcDay(start); date.toString() <= utcDay(world.now()).toString(); date = date.add({ days: 1 })) {
      const { differences } = await reconcileDay(
        { db: world.app.database.db, payments: world.app.payments },
        date,
        world.now(),
      )
      found.push(...differences.map(({ kind, ref }) => `${kind} ${ref}`))
    }
    assert.deepEqual(found, [])
    await world.assertSound()
  }

  it('with Stripe, a statement is paid by card on the page, once, however often the messages come', async () => {
    const { paymentId, url } = await open(50)
    assert.match(url, /^https:\/\/checkout\.stripe\.example/)
    await scene.provider.ask('payPage', { url, by: 'card' })
    await scene.receiveMessages()
    assert.deepEqual([await stateOf(paymentId), (await statement()).paid], ['card succeeded', 50])
    await assertSound()
  })

  it('with Stripe, a statement is paid by a debit days later, also when every message is lost', async () => {
    const { paymentId, url } = await open(60)
    const ref = await scene.provider.ask('payPage', { url, by: 'us_bank_account' })
    await scene.receiveMessages()
    assert.deepEqual([await stateOf(paymentId), (await statement()).processing], ['bank_debit processing', 60])
    await withoutMessages(() => scene.provider.ask('finish', { ref, outcome: 'succeeds' }))
    assert.equal(await stateOf(paymentId), 'bank_debit processing')
    await scene.advance(day)
    assert.deepEqual([await stateOf(paymentId), (await statement()).paid], ['bank_debit succeeded', 110])
    await assertSound()
  })

  it('with Stripe, a statement whose debit fails late is due again, and can be paid by transfer', async () => {
    const { paymentId, url } = await open(390)
    const ref = await scene.provider.ask('payPage', { url, by: 'us_bank_account' })
    await scene.receiveMessages()
    await scene.advance(3 * day)
    assert.equal((await statement()).state, 'processing')
    await scene.provider.ask('finish', { ref, outcome: 'fails' })
    await scene.receiveMessages()
    assert.deepEqual([await stateOf(paymentId), (await statement()).due], ['bank_debit failed', 390])
    const account = await ask('/bank-account', {})
    assert.equal(account.routingNumber, '999999999')
    const { rows } = await sql<{ ref: string }>`
      select provider_ref as ref from payment_customers where bank_account is not null`.execute(
      scene.world.app.database.db,
    )
    const customer = rows[0]!.ref
    await scene.provider.ask('transfer', { customer, cents: 10_000 })
    await scene.receiveMessages()
    assert.equal((await statement()).due, 290)
    await withoutMessages(() => scene.provider.ask('transfer', { customer, cents: 30_000 }))
    assert.equal((await statement()).due, 290)
    await scene.advance(day)
    assert.deepEqual([(await statement()).state, (await ask('/terms')).balance], ['paid', -10])
    await assertSound()
  })

  it('with Stripe, a statement whose payment is disputed is due again, and the fee is posted', async () => {
    const refs = await scene.provider.ask('payments', {})
    await scene.provider.ask('dispute', { ref: refs[0]! })
    await scene.receiveMessages()
    assert.deepEqual([(await statement()).due, (await ask('/terms')).balance], [40, 40])
    await assertSound()
  })

  it('with Stripe, nobody can pay while it is down, also where another page is open', async () => {
    await open(20)
    await scene.provider.ask('set', { isDown: true })
    assert.equal((await ask('/statements/1/pay', { amount: 30 })).code, 'provider_unavailable')
    await scene.provider.ask('set', { isDown: false })
    assert.ok((await open(30)).url)
  })

  it('with Stripe, a payment that could not be read once is read again within minutes', async () => {
    const { paymentId, url } = await open(25)
    await scene.advance(6 * hour)
    await scene.provider.ask('set', { isDown: true })
    await scene.provider.ask('payPage', { url, by: 'card' })
    await scene.receiveMessages()
    await scene.provider.ask('set', { isDown: false })
    await scene.advance(10 * minute)
    assert.equal(await stateOf(paymentId), 'card succeeded')
    await assertSound()
  })

  it('with Stripe, a customer that is deleted there has a new bank account for its transfers', async () => {
    const customer = async () => {
      const { rows } = await sql<{ ref: string }>`
        select provider_ref as ref from payment_customers where bank_account is not null`.execute(
        scene.world.app.database.db,
      )
      return rows[0]?.ref
    }
    const before = await customer()
    await scene.provider.ask('deleteCustomer', { ref: before! })
    await scene.receiveMessages()
    await open(10)
    assert.equal(await customer(), undefined)
    await ask('/bank-account', {})
    assert.notEqual(await customer(), before)
    await scene.provider.ask('transfer', { customer: (await customer())!, cents: 500 })
    await scene.receiveMessages()
    assert.equal((await statement()).due, 10)
    await assertSound()
  })

  it('with Stripe, a transfer that it refuses, cancels or never answers about ends, and the staff can retry it', async () => {
    const { world, provider } = scene
    const as = world.demo.staff.authorization
    const failed = async () =>
      (await world.call('/staff/online-payments', { as })).body.payments as {
        accountId: string
        paymentId: string
        failureCode: string
      }[]
    const settle = async (decision: string) => {
      const { accountId, paymentId } = (await failed())[0]!
      const path = `/staff/accounts/${accountId}/billing/online-payments/${paymentId}/settle`
      assert.equal((await world.call(path, { method: 'POST', as, body: { decision, reason: 'looked' } })).status, 200)
      await world.settle()
    }
    const { rows } = await sql<{ ref: string }>`
      select provider_ref as ref from payment_customers where bank_account is not null`.execute(world.app.database.db)
    const transfer = async (cents: number) => {
      await provider.ask('transfer', { customer: rows[0]!.ref, cents })
      await scene.receiveMessages()
    }
    const codes = async () => (await failed()).map(({ failureCode }) => failureCode)
    const refusal = { type: 'invalid_request_error', code: 'payment_method_not_available', message: 'Not available.' }
    const due = (await statement()).due

    await transfer(30)
    assert.deepEqual(await codes(), ['amount_too_small'])
    await settle('close')

    await provider.ask('set', { refuses: { status: 400, error: refusal } })
    await transfer(100)
    assert.deepEqual(await codes(), ['payment_method_not_available'])
    await provider.ask('set', { refuses: null })
    await scene.advance(25 * hour) // until then, Stripe repeats its answer to the key
    await settle('retry')
    assert.deepEqual([await codes(), (await statement()).due], [[], due - 1])

    await provider.ask('set', { refuses: { status: 500, error: { type: 'api_error', message: 'Sorry.' } } })
    await transfer(100)
    await scene.advance(7 * day)
    assert.deepEqual(await codes(), [], 'it is retried for days')
    await scene.advance(4 * day)
    assert.deepEqual(await codes(), ['no_answer'])
    await provider.ask('set', { refuses: null })
    await scene.advance(25 * hour)
    await settle('retry')
    assert.deepEqual([await codes(), (await statement()).due], [[], due - 2])

    await provider.ask('transfer', { customer: rows[0]!.ref, cents: 100, isSentBack: true })
    await scene.receiveMessages()
    await scene.advance(8 * day)
    assert.deepEqual(await codes(), [])
    await scene.advance(4 * day)
    assert.deepEqual(await codes(), ['payment_failed'], 'the payment is canceled, so that later money is not taken')
    await settle('close')

    await provider.ask('set', { refuses: { status: 500, error: { type: 'api_error', message: 'Sorry.' } } })
    await provider.ask('transfer', { customer: rows[0]!.ref, cents: 100, isSentBack: true })
    await scene.receiveMessages()
    await scene.advance(12 * day)
    await provider.ask('set', { refuses: null })
    await scene.advance(25 * hour)
    await settle('retry')
    await scene.advance(8 * day)
    assert.deepEqual(await codes(), [], 'a retry has its own ten days')
    await scene.advance(3 * day)
    assert.deepEqual(await codes(), ['payment_failed'], 'and ends after them')
    await settle('retry')
    assert.deepEqual(await codes(), ['payment_failed'], 'a retry of a canceled payment ends at once')
    await settle('close')
    await assertSound()
  })

  it('with Stripe, money of a payment that was given up is recorded once, by a late message or from its books', async () => {
    const { provider, world } = scene
    const { due } = await statement()
    const giveUp = async () => {
      const { paymentId, url } = await open(1)
      const madeOn = utcDay(world.now())
      await withoutMessages(async () => {
        await provider.ask('set', { isDown: true })
        await provider.ask('payPage', { url, by: 'card' })
        await scene.advance(12 * day)
        await provider.ask('set', { isDown: false })
      })
      assert.equal(await stateOf(paymentId), 'null failed')
      return { paymentId, madeOn }
    }

    const resent = await giveUp()
    await provider.ask('redeliver', {})
    await world.settle()
    assert.equal(await stateOf(resent.paymentId), 'card succeeded')

    const booked = await giveUp()
    const deps = { db: world.app.database.db, payments: world.app.payments }
    const { differences } = await reconcileDay(deps, booked.madeOn, world.now())
    assert.deepEqual(
      differences.map(({ kind }) => kind),
      ['not_recorded'],
    )
    await world.settle()
    assert.deepEqual([await stateOf(booked.paymentId), (await statement()).due], ['card succeeded', due - 2])
    await assertSound()
  })

  it('with Stripe, money of a payment that the staff closed is not recorded by itself: the staff decide again', async () => {
    const { provider, world } = scene
    const as = world.demo.staff.authorization
    const { due } = await statement()
    const { paymentId, url } = await open(1)
    const madeOn = utcDay(world.now())
    const failed = async () =>
      (await world.call('/staff/online-payments', { as })).body.payments as { accountId: string; failureCode: string }[]
    const codes = async () => (await failed()).map(({ failureCode }) => failureCode)
    const settle = async (decision: string) => {
      const { accountId } = (await failed())[0]!
      const path = `/staff/accounts/${accountId}/billing/online-payments/${paymentId}/settle`
      assert.equal((await world.call(path, { method: 'POST', as, body: { decision, reason: 'by hand' } })).status, 200)
      await world.settle()
    }
    await withoutMessages(async () => {
      await provider.ask('set', { isDown: true })
      await provider.ask('payPage', { url, by: 'card' })
      await scene.advance(12 * day)
      await provider.ask('set', { isDown: false })
    })
    await settle('close')
    await provider.ask('redeliver', {})
    await world.settle()
    assert.deepEqual([await codes(), (await statement()).due], [['money_after_closing'], due])
    await settle('close')
    await reconcileDay({ db: world.app.database.db, payments: world.app.payments }, madeOn, world.now())
    await world.settle()
    assert.deepEqual([await codes(), (await statement()).due], [[], due], 'the staff know of it')
    await sql`update online_payments set needs_staff = true where payment_id = ${paymentId}`.execute(
      world.app.database.db,
    )
    await settle('retry')
    assert.deepEqual([await stateOf(paymentId), (await statement()).due], ['card succeeded', due - 1])
    await assertSound()
  })
})
