// What becomes of a charge that a cardholder disputes, with Stripe and with the simulated gateway.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day, instant, minute, utcDay } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import { reconcileDay } from '../../src/payments/books/reconcile.ts'
import { member, program } from '../support/actors.ts'
import { storedEmails } from '../support/storedEmails.ts'
import { type StripeWorld, startStripeWorld } from '../support/stripeWorld.ts'
import { startWorld, type World } from '../support/world.ts'

const start = instant('2026-03-02T12:00:00Z')

const staffOf = (world: World) => (path: string) => world.call(`/staff${path}`, { as: world.demo.staff.authorization })

/** The ledger's balances that disputes change, in cents. */
async function balancesOf(world: World) {
  const { rows } = await sql<{ account: string; cents: number }>`
    select ledger_account as account, sum(amount_cents)::int as cents
    from ledger_entries where dispute_id is not null
    group by 1 having sum(amount_cents) <> 0 order by 1`.execute(world.app.database.db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

async function sumOf(world: World, account: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents
    from ledger_entries where ledger_account = ${account}`.execute(world.app.database.db)
  return rows[0]!.cents
}

const mailsToStaff = async (world: World) =>
  (await storedEmails(world.app.database.db)).filter(({ kind }) => kind === 'dispute')

describe('with Stripe, a disputed payment', () => {
  let scene: StripeWorld
  let staff: ReturnType<typeof staffOf>
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (_line: unknown, text?: string) => errors.push(text ?? '') }
  before(async () => {
    scene = await startStripeWorld(start, { log })
    staff = staffOf(scene.world)
    await scene.addCard('succeeds')
  })
  after(() => scene[Symbol.asyncDispose]())

  const open = async () => (await staff('/disputes')).body.disputes
  const closed = async () => (await staff('/disputes?state=closed')).body.disputes
  const orderOf = async (id: string) =>
    (await staff(`/orders/${scene.world.charged.accountId}/${encodeURIComponent(id)}`)).body
  const pay = async (id: string) => {
    await scene.customer.place(id)
    await scene.advanceToCharge()
    const { charges } = await scene.provider.ask('books', {})
    return charges.at(-1)!
  }
  const differencesOf = async () => {
    const { app, now } = scene.world
    const found = []
    for (let date = utcDay(start); date.toString() <= utcDay(now()).toString(); date = date.add({ days: 1 })) {
      const { differences } = await reconcileDay({ db: app.database.db, payments: app.payments }, date, now())
      found.push(...differences)
    }
    return found
  }

  it('with Stripe, a disputed payment is posted with its fee, listed with its evidence due date, shown at its order, and mailed to the staff', async () => {
    const { world, provider, receiveMessages, advance } = scene
    const { ref, cents } = await pay('disputed')
    const dispute = await provider.ask('dispute', { ref })
    await receiveMessages()
    const [listed, ...others] = await open()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [listed.providerRef, listed.amount, listed.withdrawn, listed.fees, listed.status, listed.customerOrderIds],
      [dispute, cents / 100, cents / 100, 15, 'needs_response', ['disputed']],
    )
    assert.equal(Date.parse(listed.evidenceDueAt) - Date.parse(listed.openedAt), 14 * day)
    assert.deepEqual(await balancesOf(world), { cash: -cents - 1500, disputes: cents, fees: 1500 })
    assert.equal((await orderOf('disputed')).disputes[0].disputeId, listed.disputeId)
    assert.equal((await staff('/overview')).body.counts.openDisputes, 1)
    const [mail, ...more] = await mailsToStaff(world)
    assert.deepEqual(more, [])
    assert.match(mail!.subject, /^New dispute: \$[\d.]+ from /)
    assert.match(mail!.body, /product not received.*Evidence due: \w+ \d+, 2026 at .*Submit your evidence/s)
    await world.assertSound()

    await provider.ask('endDispute', { ref: dispute, status: 'won' })
    await receiveMessages()
    assert.deepEqual(await open(), [])
    const [won] = await closed()
    assert.deepEqual([won.disputeId, won.status, won.withdrawn, won.fees], [listed.disputeId, 'won', 0, 15])
    assert.deepEqual(await balancesOf(world), { cash: -1500, fees: 1500 })
    assert.match((await mailsToStaff(world)).at(-1)!.subject, /^Dispute won/)
    await advance(2 * day)
    assert.deepEqual(await differencesOf(), [])
    await world.assertSound()
  })

  it('with Stripe, a disputed payment that is lost stays withdrawn', async () => {
    const { world, provider, receiveMessages } = scene
    const before = await balancesOf(world)
    const { ref, cents } = await pay('lost')
    const dispute = await provider.ask('dispute', { ref, cents: cents - 1 })
    await provider.ask('endDispute', { ref: dispute, status: 'lost' })
    await receiveMessages()
    const [lost] = await closed()
    assert.deepEqual([lost.providerRef, lost.status, lost.withdrawn], [dispute, 'lost', (cents - 1) / 100])
    assert.deepEqual(await balancesOf(world), {
      cash: before.cash! - (cents - 1) - 1500,
      disputes: cents - 1,
      fees: 3000,
    })
    assert.match((await mailsToStaff(world)).at(-1)!.subject, /^Dispute lost/)
    assert.deepEqual(await differencesOf(), [])
    await world.assertSound()
  })

  it('with Stripe, a disputed payment changes nothing when its messages come again, late and in another order', async () => {
    const { world, provider, receiveMessages } = scene
    const state = async () => [await balancesOf(world), await closed(), (await mailsToStaff(world)).length]
    const before = await state()
    await sql`delete from provider_messages`.execute(world.app.database.db)
    const { events } = await provider.ask('books', {})
    await provider.ask('redeliver', { ids: events.map(event => event.id).toReversed() })
    await receiveMessages()
    assert.deepEqual(await state(), before)
    await world.assertSound()
  })

  it('with Stripe, a disputed payment is posted where it comes before the charge is known to have succeeded, and hastens that', async () => {
    const { world, provider, customer, receiveMessages, advance, url } = scene
    await scene.addCard('slow')
    await customer.place('early')
    await provider.ask('set', { webhook: null })
    await scene.advanceToCharge()
    assert.equal((await scene.lastCharge()).status, 'unknown')
    const { charges } = await provider.ask('books', {})
    await provider.ask('set', { webhook: { url, secret: 'whsec_octavo' } })
    await provider.ask('dispute', { ref: charges.at(-1)!.ref })
    await receiveMessages()
    assert.deepEqual((await open())[0].customerOrderIds, ['early'])
    await world.assertSound()
    await advance(10 * minute)
    assert.equal((await scene.lastCharge()).status, 'succeeded')
    assert.deepEqual((await orderOf('early')).disputes.length, 1)
    await world.assertSound()
  })

  it('with Stripe, a disputed payment is found the next day when its last message is lost', async () => {
    const { provider, advance, url } = scene
    const [{ providerRef: ref }] = await open()
    await provider.ask('set', { webhook: null })
    await provider.ask('endDispute', { ref, status: 'won' })
    await provider.ask('set', { webhook: { url, secret: 'whsec_octavo' } })
    await advance(day)
    assert.deepEqual(await open(), [])
    assert.equal((await closed())[0].status, 'won')
  })

  it('with Stripe, a disputed payment that is only an inquiry moves no money, and is closed', async () => {
    const { world, provider, receiveMessages } = scene
    await scene.addCard('succeeds')
    const before = await balancesOf(world)
    const { ref } = await pay('inquiry')
    const dispute = await provider.ask('dispute', { ref, isInquiry: true })
    await receiveMessages()
    const [inquiry] = await open()
    assert.deepEqual([inquiry.status, inquiry.withdrawn, inquiry.fees], ['needs_response', 0, 0])
    await provider.ask('endDispute', { ref: dispute, status: 'warning_closed' })
    await receiveMessages()
    assert.equal((await closed())[0].status, 'closed')
    assert.deepEqual(await balancesOf(world), before)
    await world.assertSound()
  })

  it('with Stripe, a disputed payment is asked for again while Stripe is down, and is posted once', async () => {
    const { world, provider, receiveMessages, advance } = scene
    const { ref } = await pay('down')
    await provider.ask('set', { isDown: true })
    await provider.ask('dispute', { ref })
    await receiveMessages()
    assert.deepEqual(await open(), [])
    await provider.ask('set', { isDown: false })
    await advance(minute)
    assert.equal((await open()).length, 1)
    const { violations } = await provider.ask('books', {})
    assert.deepEqual(violations, [], "every request was as Stripe's description has it")
    assert.deepEqual(await differencesOf(), [])
    assert.deepEqual(
      errors.filter(error => /dispute/.test(error)),
      [],
    )
    await world.assertSound()
  })
})

it('with the simulated gateway, a dispute is played from the dashboard, and posted like another', async () => {
  await using world = await startWorld()
  const owner = await member(world, world.charged)
  const customer = program(world, world.charged, 'production')
  await customer.place('played')
  await world.advance(day)
  const [charge] = (await owner.ask('GET', '/charges?limit=1')).body.charges
  const play = (says: string) => owner.ask('POST', `/charges/${charge.chargeId}/dispute`, { says })
  assert.equal((await play('won')).status, 409)
  assert.equal((await play('opened')).status, 200)
  assert.equal((await play('opened')).status, 409)
  await world.settle()
  const staff = staffOf(world)
  const cents = Math.round(charge.amount * 100)
  const [dispute] = (await staff('/disputes')).body.disputes
  assert.deepEqual([dispute.chargeId, dispute.withdrawn, dispute.fees], [charge.chargeId, charge.amount, 15])
  assert.deepEqual(await balancesOf(world), { cash: -cents - 1500, disputes: cents, fees: 1500 })
  assert.equal((await play('won')).status, 200)
  await world.settle()
  assert.deepEqual((await staff('/disputes')).body.disputes, [])
  assert.deepEqual(await balancesOf(world), { cash: -1500, fees: 1500 })
  const { text } = { text: (await owner.ask('GET', '/billing/ledger?from=2026-03-02&to=2026-03-03&format=csv')).body }
  assert.match(String(text), new RegExp(`,disputes,.*,${dispute.chargeId},,${dispute.disputeId},\r\n`))
  await world.assertSound()
})

it('a refund of a disputed charge waits for the bank, and a lost dispute is not refunded a second time', async () => {
  await using world = await startWorld()
  const owner = await member(world, world.charged)
  const customer = program(world, world.charged, 'production')
  await customer.place('twice')
  await world.advance(day)
  const [charge] = (await owner.ask('GET', '/charges?limit=1')).body.charges
  const play = (says: string) => owner.ask('POST', `/charges/${charge.chargeId}/dispute`, { says })
  assert.equal((await play('opened')).status, 200)
  const path = `/staff/orders/${world.charged.accountId}/twice/refund`
  const body = { reason: 'it never arrived' }
  const answer = await world.call(path, { method: 'POST', as: world.demo.staff.authorization, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await world.settle()
  assert.equal((await customer.read('twice')).paymentInfo.status, 'SUCCEEDED')
  assert.equal((await staffOf(world)('/refunds')).body.refunds.length, 1, 'the provider refuses it')

  assert.equal((await play('lost')).status, 200)
  await world.advance(2 * day)
  assert.equal((await customer.read('twice')).paymentInfo.status, 'REFUNDED')
  assert.deepEqual((await staffOf(world)('/refunds')).body.refunds, [])
  assert.equal(await sumOf(world, 'cash'), -1500, 'the charge came and left once, with the fee of the bank')
  assert.deepEqual([await sumOf(world, 'disputes'), await sumOf(world, 'receivable')], [0, 0])
  await world.assertSound()
})
