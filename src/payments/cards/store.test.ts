import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/database.ts'
import { instant } from '../../base/clock.ts'
import type { Database, Tx } from '../../db/db.ts'
import { addCard, type Card, defaultCards, makeDefault, matchCards, retireCard } from './store.ts'

const now = instant('2026-03-02T12:00:00Z')
const accountId = 'acc_1'
const cardOf = (provider: string, cardId: string): Card => {
  const { brand, last4 } = { brand: 'Visa', last4: '4242' }
  return { accountId, cardId, provider, providerRef: `ref of ${cardId}`, brand, last4 }
}
const [old, first, second] = [cardOf('before', 'crd_1'), cardOf('now', 'crd_2'), cardOf('now', 'crd_3')]

describe('after a change of the payment provider', () => {
  let database: Database
  const inTx = <T>(act: (tx: Tx) => Promise<T>) => database.db.transaction().execute(act)
  const add = (card: Card) => inTx(tx => addCard(tx, card, now))
  const retire = (card: Card, provider = 'now') => inTx(tx => retireCard(tx, { ...card, provider }, now))
  const charged = async (provider: string) =>
    (await defaultCards(database.db, [accountId], provider)).map(({ cardId }) => cardId)

  before(async () => {
    database = await freshPglite()
    await sql`
      insert into accounts (account_id, name, holder_email, enterprise, created_at)
      values (${accountId}, 'Acme', 'a@acme.example', false, ${now})`.execute(database.db)
  })
  after(() => database.close())
  beforeEach(async () => {
    await sql`delete from cards`.execute(database.db)
    await add(old)
  })

  it('a card of the one before does not become the default when the last of the other is taken off file', async () => {
    await add(first)
    assert.equal(await retire(first), true)
    assert.deepEqual([await charged('now'), await charged('before')], [[], []])
  })

  it('the newest of the others with the same provider becomes it', async () => {
    await add(first)
    await add(second)
    assert.equal(await retire(second), true)
    assert.deepEqual([await charged('now'), await charged('before')], [['crd_2'], []])
  })

  it('a card that was put on file before the change is the default again when its provider lists it', async () => {
    await add(first)
    await add(old)
    assert.deepEqual([await charged('now'), await charged('before')], [[], ['crd_1']])
    const customer = { accountId, provider: 'now', customerRef: 'cus_1' }
    const listed = [{ ...first, cardId: 'crd_4' }]
    assert.equal(await inTx(tx => matchCards(tx, customer, listed, now)), 'new default')
    assert.deepEqual([await charged('now'), await charged('before')], [['crd_2'], []])
    assert.equal(await inTx(tx => matchCards(tx, customer, listed, now)), 'same default')
  })

  it('nobody chooses or takes off file a card of the one before', async () => {
    await add(first)
    assert.equal(await inTx(tx => makeDefault(tx, { ...old, provider: 'now' })), false)
    assert.equal(await retire(old), false)
    assert.deepEqual([await charged('now'), await charged('before')], [['crd_2'], []])
  })
})
