// An order whose identifier a browser made is called by its number and book, wherever a list names it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { day, hour } from '../../src/base/clock.ts'
import { parcel, press, program, support } from '../support/actors.ts'
import { readPdf } from '../support/pdf.ts'
import { visitor } from '../support/visitor.ts'
import { startWorld } from '../support/world.ts'

type Row = { customerOrderId: string; orderTitle?: string }

test('lists of customers and of the staff have the title of an order with a generated identifier, and no other', async () => {
  await using world = await startWorld()
  const { accountId, user } = world.charged
  const { place } = program(world, world.charged, 'production')
  const generated = 'web-4781cdbc63afa382'
  await place(generated)
  await place('PLB-1')
  await world.settle()
  const titlesIn = (rows: Row[]) => rows.map(({ customerOrderId, orderTitle }) => [customerOrderId, orderTitle])
  const member = visitor(world)
  assert.equal((await member.ask('POST', '/auth/sign-in/email', { ...user })).status, 200)
  const { orders } = (await member.ask('GET', '/dashboard/api/billing/due')).body
  const title = orders[0].orderTitle
  assert.match(title, /^1 · ./)
  const expected = [
    [generated, title],
    ['PLB-1', undefined],
  ]
  assert.deepEqual(titlesIn(orders), expected)

  const staff = async (path: string, body?: unknown) => {
    const answer = await world.call(path, {
      as: world.demo.staff.authorization,
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const named = [generated, 'PLB-1'].map(customerOrderId => ({ accountId, customerOrderId }))
  assert.deepEqual(titlesIn((await staff('/staff/orders/bulk/resend-webhooks', { orders: named })).results), expected)
  await world.advance(16 * hour)
  assert.deepEqual(titlesIn((await staff('/staff/charges')).charges[0].orders), expected)
  assert.deepEqual(titlesIn((await staff('/staff/tax-returns/entries?registration=US-NY&sort=oldest')).taxEntries), [
    ...expected,
  ])
  await press(world).jobOf(generated)
  await world.advance(3 * 24 * hour)
  assert.deepEqual(titlesIn((await staff('/staff/printer-alarms')).jobs), expected)
})

test('an order in the archive has its title in tax entries, in the audit log and on its invoice, which no new name of its product changes', async () => {
  await using world = await startWorld({ config: { archiveDays: 760 } })
  const { charged, demo } = world
  const generated = 'web-4781cdbc63afa382'
  await program(world, charged, 'production').place(generated)
  await world.advance(16 * hour)
  await press(world).tell(generated, 'ship', parcel)
  await support(world).act(charged, generated, 'reprint', { reason: 'It came torn.' })
  const invoice = async (): Promise<Buffer> => {
    const cookie = await world.signIn(charged.user)
    const [{ chargeId }] = (await world.call('/dashboard/api/charges', { cookie })).body.charges
    const url = `/dashboard/api/billing/charges/${chargeId}/invoice.pdf`
    return (await world.app.server.inject({ url, headers: { cookie } })).rawPayload
  }
  const textOf = async (file: Buffer) => {
    const pdf = await readPdf(file)
    const { text } = await pdf.page(1)
    await pdf.close()
    return text
  }
  const rename = (name: string) => sql`update products set name = ${name}`.execute(world.app.database.db)
  const first = await invoice()
  const text = await textOf(first)
  assert.match(text, /Order 1 · Trade paperback\s+Trade paperback \(NOVEL\)/)
  assert.doesNotMatch(text, /web-/)
  await rename('Its later name')
  await world.advance(790 * day)
  const read = async (path: string) => (await world.call(path, { as: demo.staff.authorization })).body
  const archived = (await read(`/staff/orders?accountId=${charged.accountId}`)).orders
  assert.deepEqual(archived, [])
  assert.ok((await invoice()).equals(first), 'the invoice stays as it was')
  const { taxEntries } = await read('/staff/tax-returns/entries?registration=US-NY')
  assert.ok(taxEntries.length > 0)
  for (const entry of taxEntries)
    assert.deepEqual([entry.customerOrderId, entry.orderTitle], [generated, '1 · Trade paperback'])
  const { entries } = await read('/staff/audit?action=order_reprinted')
  assert.deepEqual(
    entries.map(({ customerOrderId, orderTitle }: Row) => [customerOrderId, orderTitle]),
    [[generated, '1 · Trade paperback']],
  )

  // Some were archived before the titles were kept.
  await sql`
    update archived_orders set items = (
      select json_agg(item::jsonb - 'title') from json_array_elements(items) as item
    )`.execute(world.app.database.db)
  const untitled = await invoice()
  assert.match(await textOf(untitled), /Order 1\s+NOVEL/)
  await rename('Its last name')
  assert.ok((await invoice()).equals(untitled), 'without a title, it has the number alone')
})
