// Whom the papers of an account bill: given by its members and by the staff, and kept by each paper as they were.

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { day, instant } from '../../src/base/clock.ts'
import type { Db } from '../../src/db/db.ts'
import { member, program } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { readPdf } from '../support/pdf.ts'
import { startWorld, type World } from '../support/world.ts'

const address = { address1: '20 Canal Street', city: 'Providence', state: 'RI', postal: '02903', country: 'us' }
const details = { company: 'Paper Lantern Books LLC', contact: 'Accounts payable', taxNumber: '12-3456789', address }
const kept = { ...details, address: { ...address, address2: null, country: 'US' } }
const nothing = { company: null, contact: null, address: null, taxNumber: null, purchaseOrderNumber: null }

for (const { name, fresh } of databasesOfForm)
  describe(`billing details on ${name}`, () => {
    const open = async (t: TestContext): Promise<World> => {
      const { database } = await fresh()
      const world = await startWorld({ start: instant('2026-03-30T12:00:00Z'), database })
      t.after(() => world[Symbol.asyncDispose]())
      return world
    }
    const textOf = async (world: World, path: string): Promise<string> => {
      const answer = await world.app.server.inject({
        url: path,
        headers: { authorization: world.demo.staff.authorization },
      })
      assert.equal(answer.statusCode, 200, answer.body)
      const pdf = await readPdf(answer.rawPayload)
      const { text } = await pdf.page(1)
      await pdf.close()
      return text
    }

    it('members and the staff change billing details, programs read them, and the audit log names what changed', async t => {
      const world = await open(t)
      const { accountId, production } = world.charged
      const owner = await member(world, world.charged)
      const staff = (body?: object) =>
        world.call(`/staff/accounts/${accountId}/billing/details`, {
          as: world.demo.staff.authorization,
          ...(body === undefined ? {} : { method: 'PATCH' as const, body }),
        })
      const { warnings: _, ...none } = (await owner.ask('GET', '/billing/details')).body
      assert.deepEqual(none, nothing)
      const changed = await owner.ask('PATCH', '/billing/details', details)
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      assert.equal((await staff({ purchaseOrderNumber: ' PO-7781 ' })).status, 200)
      assert.equal((await staff({ purchaseOrderNumber: 'PO-7781' })).status, 200)
      const byKey = await world.call('/billing/details', { as: production.authorization })
      const { warnings: __, ...read } = byKey.body
      assert.deepEqual(read, { ...kept, purchaseOrderNumber: 'PO-7781' })

      for (const [wrong, pointer] of [
        [{ address: { ...address, country: 'Germany' } }, '/address/country'],
        [{ address: { ...address, city: '  ' } }, '/address/city'],
        [{ address: { city: 'Providence' } }, '/address/address1'],
        [{ taxNumber: 'x'.repeat(41) }, '/taxNumber'],
        [{ vat: '1' }, '/vat'],
      ] as const) {
        const { status, body } = await owner.ask('PATCH', '/billing/details', wrong)
        assert.deepEqual([status, body.errors[0].pointer], [400, pointer], JSON.stringify(body))
      }
      assert.equal(
        (await world.call('/staff/accounts/acc_none/billing/details', { as: world.demo.staff.authorization })).status,
        404,
      )

      const { entries } = (
        await world.call(`/staff/audit?accountId=${accountId}`, { as: world.demo.staff.authorization })
      ).body
      assert.deepEqual(
        entries
          .filter(({ action }: { action: string }) => action === 'billing_details_changed')
          .map(({ details }: { details: unknown }) => details),
        [{ changed: ['purchaseOrderNumber'] }, { changed: ['company', 'contact', 'taxNumber', 'address'] }],
      )
      assert.equal((await owner.ask('PATCH', '/billing/details', { ...nothing, company: ' ' })).status, 200)
      const { warnings: ___, ...removed } = (await owner.ask('GET', '/billing/details')).body
      assert.deepEqual(removed, nothing)
    })

    it('an invoice and a credit note bill the details of their time, and name purchase orders', async t => {
      const world = await open(t)
      const { accountId } = world.charged
      const owner = await member(world, world.charged)
      const customer = program(world, world.charged, 'production')
      await owner.ask('PATCH', '/billing/details', { ...details, purchaseOrderNumber: 'PO-7781' })
      await customer.place('a')
      await customer.place('b', { purchaseOrderNumber: 'PO-12' })
      await world.advance(day)
      const [charge] = (await owner.ask('GET', '/charges')).body.charges
      const path = `/staff/accounts/${accountId}/billing/charges/${charge.chargeId}/invoice.pdf`
      const invoice = await textOf(world, path)
      for (const part of [
        'Paper Lantern Books LLC',
        'Accounts payable',
        '20 Canal Street',
        'Providence, RI 02903',
        'Tax number: 12-3456789',
        'PO-7781',
        'Purchase order PO-12',
      ])
        assert.ok(invoice.includes(part), `${part} in ${invoice}`)
      await owner.ask('PATCH', '/billing/details', { company: 'Another name' })
      assert.equal(await textOf(world, path), invoice)
      await world.call(`/staff/orders/${accountId}/a/refund`, {
        ...{ method: 'POST', as: world.demo.staff.authorization, body: { reason: 'torn' } },
      })
      await world.settle()
      const { documents } = (await owner.ask('GET', '/billing/documents?kind=credit_note')).body
      const asData = async (number: number) => {
        const { status, body } = await owner.ask('GET', `/billing/documents/${number}`)
        assert.equal(status, 200, JSON.stringify(body))
        return body
      }
      const invoiced = await asData(charge.invoiceNumber)
      assert.deepEqual(
        [invoiced.kind, invoiced.dueOn, invoiced.amount, invoiced.chargeId, invoiced.statement],
        ['invoice', charge.date, charge.amount, charge.chargeId, null],
      )
      assert.deepEqual(
        [invoiced.billTo.company, invoiced.billTo.address.country, invoiced.billTo.purchaseOrderNumber],
        [details.company, 'US', 'PO-7781'],
      )
      assert.deepEqual(
        invoiced.orders.map((order: Record<string, unknown>) => [order.customerOrderId, order.purchaseOrderNumber]),
        [
          ['a', null],
          ['b', 'PO-12'],
        ],
      )
      const cents = (amount: number) => Math.round(amount * 100)
      for (const { amount, tax, fulfillment, shipping, items } of invoiced.orders) {
        const parts = [tax, fulfillment, shipping, ...items.map((item: { amount: number }) => item.amount)]
        assert.equal(
          parts.reduce((sum, part) => sum + cents(part), 0),
          cents(amount),
        )
      }
      assert.equal(cents(invoiced.net) + cents(invoiced.tax), cents(invoiced.amount))
      const credited = await asData(documents[0].number)
      assert.deepEqual([credited.kind, credited.dueOn, credited.orders.length], ['credit_note', null, 1])
      assert.equal((await owner.ask('GET', '/billing/documents/99')).status, 404)
      const stranger = await member(world, world.enterprise)
      assert.equal((await stranger.ask('GET', `/billing/documents/${charge.invoiceNumber}`)).status, 404)
      const note = await textOf(
        world,
        `/staff/accounts/${accountId}/billing/refunds/${documents[0].refundId}/credit-note.pdf`,
      )
      assert.equal(credited.invoiceNumber, charge.invoiceNumber)
      assert.deepEqual(credited.billTo, invoiced.billTo, 'whom the invoice bills')
      assert.equal(invoiced.invoiceNumber, null)
      for (const part of ['Paper Lantern Books LLC', 'PO-7781', String(charge.invoiceNumber).padStart(6, '0')])
        assert.ok(note.includes(part), `${part} in ${note}`)
      await world.assertSound()
    })

    // PGlite has one connection.
    if (name === 'PostgreSQL')
      it('a change of terms keeps a purchase order number that a member changes at the same time', async t => {
        const world = await open(t)
        const { accountId } = world.enterprise
        const { db } = world.app.database
        let changed: ReturnType<World['call']> | undefined
        await db.transaction().execute(async tx => {
          await sql`select from accounts where account_id = ${accountId} for no key update`.execute(tx)
          await sql`insert into billing_details (account_id, details, purchase_order) values (${accountId}, '{}', 'PO-NEW')`.execute(
            tx,
          )
          changed = world.call(`/staff/accounts/${accountId}/billing/terms`, {
            ...{ method: 'PATCH', as: world.demo.staff.authorization, body: { termsDays: 14, reason: 'agreed' } },
          })
          await untilBlocked(db)
        })
        const { status, body } = await changed!
        assert.deepEqual([status, body.termsDays, body.purchaseOrderNumber], [200, 14, 'PO-NEW'], JSON.stringify(body))
      })
  })

/** Until a call waits for a row that another transaction has locked. */
async function untilBlocked(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    if (rows.length > 0) return
  }
}
