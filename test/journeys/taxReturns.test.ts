// Tax returns: their figures are the tax of the ledger, stay as they were filed, and later corrections are in the next.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { day } from '../../src/base/clock.ts'
import { program } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { openWorld } from '../support/operatorDraft.ts'
import type { World } from '../support/world.ts'

function scene(world: World) {
  const as = world.demo.staff.authorization
  const path = '/staff/tax-returns'
  const open = async (lastDay: string) => {
    const { body } = await world.call(`${path}/open?lastDay=${lastDay}`, { as })
    return body.returns as Return[]
  }
  return {
    as,
    open,
    file: (registration: string, lastDay: string, reference?: string) =>
      world.call(path, { method: 'POST', as, body: { registration, lastDay, reference } }),
    filed: async () => (await world.call(path, { as })).body.returns as Return[],
    entries: async (query: string) =>
      (await world.call(`${path}/entries?${query}`, { as })).body.taxEntries as Return[],
    /** Dollars of tax that the ledger owes a jurisdiction. */
    async owed(jurisdiction: string): Promise<number> {
      const { rows } = await sql<{ cents: number }>`
        select -coalesce(sum(amount_cents), 0)::int as cents from ledger_entries
        where ledger_account = 'tax' and jurisdiction = ${jurisdiction}`.execute(world.app.database.db)
      return rows[0]!.cents / 100
    },
  }
}
type Figures = { gross: number; exempt: number; taxable: number; tax: number; credits: number; due: number }
type Return = Figures & { registration: string; lines: (Figures & { jurisdiction: string })[]; returnId: string }

const today = (world: World): string => world.now().toISOString().slice(0, 10)

for (const { name: kind } of databasesOfForm)
  describe(`tax returns, ${kind}`, () => {
    it('a return has the tax of the ledger, and stays as it was filed while a refund is in the next', async t => {
      const world = await openWorld(t, kind)
      const { as, open, file, filed, entries, owed } = scene(world)
      const customer = program(world, world.charged, 'production')
      await customer.place('first')
      await world.advance(day)
      const firstDay = today(world)
      await world.advance(day)
      const [before] = await open(firstDay)
      assert.ok(before !== undefined && before.gross > 0)
      assert.equal(before.due, await owed(before.lines[0]!.jurisdiction))

      const early = await file(before.registration, today(world))
      assert.equal(early.status, 400)
      const { status, body } = await file(before.registration, firstDay, 'NY-1')
      assert.equal(status, 201)
      assert.deepEqual([body.gross, body.tax, body.due], [before.gross, before.tax, before.due])
      assert.equal((await file(before.registration, firstDay)).status, 409)
      assert.deepEqual(
        (await open(firstDay)).filter(({ registration }) => registration === before.registration),
        [],
      )

      const refund = await world.call(`/staff/orders/${world.charged.accountId}/first/refund`, {
        method: 'POST',
        as,
        body: { reason: 'The cover was torn' },
      })
      assert.ok(refund.status < 300, JSON.stringify(refund.body))
      await world.advance(day)
      const [kept] = await filed()
      assert.deepEqual([kept!.gross, kept!.due], [before.gross, before.due])
      const [next] = await open(today(world))
      assert.deepEqual([next!.gross, next!.credits, next!.due], [0, before.gross, -before.due])
      assert.equal(before.due + next!.due, await owed(before.lines[0]!.jurisdiction))

      const [entry] = await entries(`registration=${before.registration}&returnId=${body.returnId}`)
      assert.equal(entry!.gross, before.gross)
      const csv = await world.app.server.inject({
        url: `/staff/tax-returns/entries/export?registration=${before.registration}&columns=customerOrderId,gross`,
        headers: { authorization: as },
      })
      assert.deepEqual(
        csv.payload
          .replace(/^\uFEFF/, '')
          .trim()
          .split('\r\n'),
        ['customerOrderId,gross', 'first,0'],
      )
      await world.assertSound()
      await sql`update tax_returns set lines = replace(lines::text, '"tax":', '"tax":1')::json`.execute(
        world.app.database.db,
      )
      await assert.rejects(world.assertSound(), /a filed tax return has the figures of its entries/)
    })

    it('a place to which nothing was sold has no first return', async t => {
      const world = await openWorld(t, kind)
      const { file, filed } = scene(world)
      await world.advance(day)
      const { status, body } = await file('US-ZZ', '2026-02-28')
      assert.deepEqual([status, body.code, await filed()], [409, 'wrong_state', []])
    })

    it('of two filings at once, one is a return', async t => {
      const world = await openWorld(t, kind)
      const { open, file, filed } = scene(world)
      await program(world, world.charged, 'production').place('first')
      await world.advance(day)
      const lastDay = today(world)
      await world.advance(day)
      const [{ registration }] = (await open(lastDay)) as [Return]
      const answers = await Promise.all([1, 2, 3].map(() => file(registration, lastDay)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
      assert.equal((await filed()).length, 1)
      await world.assertSound()
      await sql`update tax_entries set tax_cents = tax_cents + 1`.execute(world.app.database.db)
      await assert.rejects(world.assertSound(), /what each day adds to tax returns is the tax of the ledger/)
    })
  })
