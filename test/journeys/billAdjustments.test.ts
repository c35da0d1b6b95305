// Credits, charges and waived late fees of the staff: their credit notes, lines, postings and second persons, on both
// databases.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, utcDay } from '../../src/base/clock.ts'
import { openWorld } from '../support/operatorDraft.ts'
import { readPdf } from '../support/pdf.ts'
import { statementScene } from '../support/statementScene.ts'

const credit = { kind: 'credit', amount: 30, reference: 'CN-7', statement: 1, note: 'Damaged cartons' }
const charge = { amount: 25, reference: 'CH-1', reason: 'Pallets' }

for (const kind of ['PGlite', 'PostgreSQL'] as const)
  describe(`what the staff add to statements, on ${kind}`, () => {
    it('a credit of the staff has a numbered credit note, as PDF, as data, in the list and by email, and is not reversed', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, ask, mails, assertSound } = await statementScene(world)
      const { documentNumber } = (await ask('/statements/1')).body
      const receivedOn = utcDay(world.now()).toString()
      const { paymentId } = (await staff(`/accounts/${accountId}/billing/payments`, { ...credit, receivedOn })).body
      const [note] = (await ask('/documents?kind=credit_note')).body.documents
      assert.deepEqual(
        [note.number, note.amount, note.paymentId, note.invoiceNumber, note.statement, note.dueOn],
        [documentNumber + 1, 30, paymentId, documentNumber, null, null],
      )
      const data = (await ask(`/documents/${note.number}`)).body
      assert.deepEqual([data.net, data.tax, data.reason, data.orders], [30, 0, 'Damaged cartons', []])
      const cookie = await world.signIn(world.enterprise.user)
      const path = `/dashboard/api/billing/payments/${paymentId}/credit-note.pdf`
      const { rawPayload } = await world.app.server.inject({ url: path, headers: { cookie } })
      const { text } = await (await readPdf(rawPayload)).page(1)
      for (const part of ['Credit note', 'Damaged cartons', '30.00', 'This credit contains no tax'])
        assert.ok(text.includes(part), `${part} in ${text}`)
      await world.settle()
      assert.equal(mails('Credit note'), 1)
      const refused = await staff(`/accounts/${accountId}/billing/payments/${paymentId}/reverse`, { reason: 'twice' })
      assert.match(refused.body.detail, /has a credit note/)
      await assertSound()
    })

    it('a charge of the staff is a line of the next statement, without tax, once for each reference', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, ask, balance, rows, assertSound } = await statementScene(world)
      const path = `/accounts/${accountId}/billing/charges`
      assert.equal((await staff(path, { ...charge, reference: ' ' })).status, 400)
      assert.equal((await staff(path, charge)).body.unbilled.amount, 25)
      assert.equal((await staff(path, charge)).body.code, 'already_exists')
      assert.deepEqual(
        await rows(`select ledger_account as account, part, amount_cents::int as cents from ledger_entries
          where posting_id like '%/charge' order by amount_cents`),
        [
          { account: 'revenue', part: 'adjustment', cents: -2500 },
          { account: 'receivable', part: null, cents: 2500 },
        ],
      )
      await world.advance(31 * day)
      const { total, tax, discount } = (await ask('/statements/2')).body
      assert.deepEqual([total, tax, discount, await balance()], [25, 0, null, 145])
      const [line] = (await ask('/statement-lines?statement=2')).body.lines
      assert.deepEqual([line.kind, line.reason, line.customerOrderId, line.amount], ['charge', 'Pallets', null, 25])
      await assertSound()
    })

    it('a charge that was a mistake is removed once, whether it is on a statement or not', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, ask, balance, rows, assertSound } = await statementScene(world)
      const path = `/accounts/${accountId}/billing/charges`
      const remove = (reference: string) => staff(`${path}/remove`, { reference, reason: 'Wrong account' })
      await staff(path, charge)
      assert.equal((await remove('ch-1')).status, 200)
      assert.deepEqual([await balance(), (await remove('CH-1')).body.code], [120, 'wrong_state'])
      assert.equal((await remove('CH-2')).body.code, 'not_found')
      await staff(path, { ...charge, reference: 'CH-2' })
      await world.advance(31 * day)
      const second = async () => (await ask('/statements/2')).body
      assert.deepEqual([(await second()).total, (await second()).state], [25, 'due'])
      assert.equal((await remove('CH-2')).status, 200)
      const receivedOn = utcDay(world.now()).toString()
      await staff(`/accounts/${accountId}/billing/payments`, { receivedOn, amount: 120, reference: 'P', statement: 1 })
      assert.deepEqual([await balance(), (await second()).state], [0, 'paid'])
      const { lines } = (await ask('/statement-lines')).body
      assert.deepEqual(
        lines.map(({ kind, amount, reference, reason }: Record<string, unknown>) => [kind, amount, reference, reason]),
        [['removed_charge', -25, 'CH-2', 'Wrong account']],
      )
      assert.deepEqual(
        await rows(`select part, sum(amount_cents)::int as cents from ledger_entries
          where ledger_account = 'revenue' and part = 'adjustment' group by part`),
        [{ part: 'adjustment', cents: 0 }],
      )
      await world.advance(31 * day)
      await assertSound()
    })

    it('the staff take the late fees of a statement back once, as lines of the next statement', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, statement, balance, ask, assertSound } = await statementScene(world, {
        ...{ termsDays: 10, lateFeeAmount: 5 },
      })
      const path = `/accounts/${accountId}/billing/statements/1/waive-late-fees`
      assert.equal((await staff(path, { reason: 'none yet' })).body.code, 'wrong_state')
      await world.advance(46 * day)
      assert.deepEqual([(await statement()).lateFees, await balance()], [2, 130])
      assert.equal((await staff(path, { reason: 'Our mistake' })).status, 200)
      assert.equal(await balance(), 120)
      assert.equal((await staff(path, { reason: 'Our mistake' })).body.code, 'wrong_state')
      const { lines } = (await ask('/statement-lines')).body
      assert.deepEqual(
        lines
          .map(({ kind, lateStatement, amount, reason }: Record<string, unknown>) => [
            kind,
            lateStatement,
            amount,
            reason,
          ])
          .slice(-2),
        [
          ['waived_fee', 1, -5, 'Our mistake'],
          ['waived_fee', 1, -5, 'Our mistake'],
        ],
      )
      await world.advance(31 * day)
      await assertSound()
    })

    it('a credit, a charge and late fees that are sent twice at once are recorded once', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, ask, balance, assertSound } = await statementScene(world, {
        ...{ termsDays: 10, lateFeeAmount: 5 },
      })
      await world.advance(15 * day)
      const receivedOn = utcDay(world.now()).toString()
      const twice = async (path: string, body: object) => {
        const answers = await Promise.all([1, 2].map(() => staff(`/accounts/${accountId}/billing${path}`, body)))
        return answers.map(({ status }) => status).sort()
      }
      assert.deepEqual(await twice('/payments', { ...credit, receivedOn }), [201, 409])
      assert.deepEqual(await twice('/charges', charge), [200, 409])
      assert.deepEqual(await twice('/statements/1/waive-late-fees', { reason: 'Our mistake' }), [200, 409])
      assert.equal((await ask('/documents?kind=credit_note')).body.documents.length, 1)
      assert.equal(await balance(), 120 - 30 + 25)
      await assertSound()
    })

    it('a late fee is taken back when a payment is recorded whose own day was in time', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, statement, balance, assertSound } = await statementScene(world, {
        ...{ termsDays: 10, lateFeeAmount: 5 },
      })
      const { dueOn } = await statement()
      await world.advance(15 * day)
      assert.equal(await balance(), 125)
      const pay = (receivedOn: string, amount: number, reference: string) =>
        staff(`/accounts/${accountId}/billing/payments`, { receivedOn, amount, reference, statement: 1 })
      await pay(dueOn, 119, 'part')
      assert.equal(await balance(), 6, 'a part in time is not the whole')
      await pay(dueOn, 1, 'rest')
      assert.deepEqual([(await statement()).state, await balance()], ['paid', 0])
      await assertSound()
    })

    it('a late fee that a payment took back is charged again once that payment is reversed, and taken back with the next', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, statement, balance, assertSound } = await statementScene(world, {
        ...{ termsDays: 10, lateFeeAmount: 5 },
      })
      const { dueOn } = await statement()
      await world.advance(15 * day)
      const path = `/accounts/${accountId}/billing/payments`
      const pay = async (reference: string, receivedOn: string) =>
        (await staff(path, { receivedOn, amount: 120, reference, statement: 1 })).body.paymentId
      const first = await pay('first', dueOn)
      assert.equal(await balance(), 0)
      await staff(`${path}/${first}/reverse`, { reason: 'of another account' })
      assert.equal(await balance(), 125)
      await pay('late', utcDay(world.now()).toString())
      assert.equal(await balance(), 5)
      await assertSound()
      await pay('second', dueOn)
      assert.equal(await balance(), -120)
      await assertSound()
    })

    it('of a late fee in percent, a part payment in time that is recorded late takes back the difference', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, statement, balance, assertSound } = await statementScene(world, {
        ...{ termsDays: 10, lateFeePercent: 5 },
      })
      const { dueOn } = await statement()
      await world.advance(15 * day)
      assert.equal(await balance(), 126)
      const payment = { receivedOn: dueOn, amount: 60, reference: 'part', statement: 1 }
      await staff(`/accounts/${accountId}/billing/payments`, payment)
      assert.equal(await balance(), 63)
      await staff(`/accounts/${accountId}/billing/statements/1/waive-late-fees`, { reason: 'Our mistake' })
      assert.equal(await balance(), 60)
      await assertSound()
    })

    it('a late fee on a statement that is taken back is not overdue, and no reminder asks for it', async t => {
      const world = await openWorld(t, kind)
      const { accountId, staff, ask, mails, balance, assertSound } = await statementScene(world, {
        ...{ termsDays: 10, lateFeeAmount: 5 },
      })
      await world.advance(32 * day)
      const billed = (await ask('/statements/2')).body
      assert.equal((billed.total as number) > 0, true)
      const receivedOn = utcDay(world.now()).toString()
      await staff(`/accounts/${accountId}/billing/statements/1/waive-late-fees`, { reason: 'Our mistake' })
      await staff(`/accounts/${accountId}/billing/payments`, { receivedOn, amount: 120, reference: 'P', statement: 1 })
      assert.deepEqual([await balance(), (await ask('/statements/2')).body.state], [0, 'paid'])
      await assertSound()
      const sent = mails('overdue')
      await world.advance(20 * day)
      assert.equal(mails('overdue'), sent)
      await world.advance(31 * day)
      await assertSound()
    })
  })
