import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import { databasesOfForm } from '../../../test/support/databases.ts'
import { instant } from '../../base/clock.ts'
import type { Database, Tx } from '../../db/db.ts'
import { addCard, type Card, makeDefault, matchCards, readDefaultCards, retireCard } from './cardStore.ts'
import { claimExpiringCards } from './expiringCards.ts'

const now = instant('2026-03-02T12:00:00Z')
const accountId = 'acc_1'
const cardOf = (provider: string, cardId: string): Card => {
  const { brand, last4 } = { brand: 'Visa', last4: '4242' }
  return { accountId, cardId, provider, providerRef: `ref of ${cardId}`, brand, last4 }
}
const [old, first, second] = [cardOf('previous', 'crd_1'), cardOf('current', 'crd_2'), cardOf('current', 'crd_3')]

describe('after a change of the payment provider', () => {
  let database: Database
  const inTx = <T>(act: (tx: Tx) => Promise<T>) => database.db.transaction().execute(act)
  const add = (card: Card) => inTx(tx => addCard(tx, card, now))
  const retire = (card: Card, provider = 'current') => inTx(tx => retireCard(tx, { ...card, provider }, now))
  const defaultsOf = async (provider: string) =>
    (await readDefaultCards(database.db, [accountId], provider)).map(({ cardId }) => cardId)

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

  it('a card of the previous provider does not become the default when the last current card is removed', async () => {
    await add(first)
    assert.equal(await retire(first), true)
    assert.deepEqual([await defaultsOf('current'), await defaultsOf('previous')], [[], []])
  })

  it('the newest other card of the current provider becomes the default when the default card is removed', async () => {
    await add(first)
    await add(second)
    assert.equal(await retire(second), true)
    assert.deepEqual([await defaultsOf('current'), await defaultsOf('previous')], [['crd_2'], []])
  })

  it('a card of the previous provider is the default until the current provider lists a card', async () => {
    await add(first)
    await add(old)
    assert.deepEqual([await defaultsOf('current'), await defaultsOf('previous')], [[], ['crd_1']])
    const customer = { accountId, provider: 'current', customerRef: 'cus_1' }
    const listed = [{ ...first, cardId: 'crd_4', expiresOn: null }]
    assert.equal(await inTx(tx => matchCards(tx, customer, listed, now)), 'new default')
    assert.deepEqual([await defaultsOf('current'), await defaultsOf('previous')], [['crd_2'], []])
    assert.equal(await inTx(tx => matchCards(tx, customer, listed, now)), 'same default')
  })

  it('the expiry of a card that is charged is claimed once, and again when the provider names a new one', async () => {
    const customer = { accountId, provider: 'current', customerRef: 'cus_1' }
    const claimed = (at: string) => inTx(tx => claimExpiringCards(tx, instant(at)))
    const list = (expiresOn: string | null) =>
      inTx(tx =>
        matchCards(
          tx,
          customer,
          [
            { ...first, expiresOn },
            { ...second, expiresOn: '2026-03-31' },
          ],
          now,
        ),
      )
    await list('2026-04-30')
    await inTx(tx => makeDefault(tx, first))
    assert.deepEqual(await claimed('2026-03-30T23:59:59Z'), [])
    const { brand, last4 } = first
    assert.deepEqual(await claimed('2026-03-31T00:00:00Z'), [{ accountId, brand, last4, expiresOn: '2026-04-30' }])
    await list('2026-04-30')
    assert.deepEqual(await claimed('2026-04-01T00:00:00Z'), [])
    assert.equal(await list('2030-04-30'), 'same default')
    assert.equal((await claimed('2030-04-15T00:00:00Z')).length, 1)
    await list('2028-01-31')
    assert.deepEqual(await claimed('2028-02-01T00:00:00Z'), [], 'it has expired')
    await list(null)
    assert.deepEqual(await claimed('2028-01-15T00:00:00Z'), [])
  })

  it('a card of the previous provider can be neither chosen nor removed', async () => {
    await add(first)
    assert.equal(await inTx(tx => makeDefault(tx, { ...old, provider: 'current' })), false)
    assert.equal(await retire(old), false)
    assert.deepEqual([await defaultsOf('current'), await defaultsOf('previous')], [['crd_2'], []])
  })
})

for (const { name, fresh } of databasesOfForm)
  it(`cards that are added at the same time are all on file on ${name}, and only one card is the default`, async () => {
    const { database, drop } = await fresh()
    try {
      const { db } = database
      await sql`
        insert into accounts (account_id, name, holder_email, enterprise, created_at)
        values (${accountId}, 'Acme', 'a@acme.example', false, ${now})`.execute(db)
      const cards = Array.from({ length: 8 }, (_, i) => cardOf('current', `crd_${i}`))
      await Promise.all(cards.map(card => db.transaction().execute(tx => addCard(tx, card, now))))
      const { rows } = await sql<{ cards: number; defaults: number }>`
        select count(*)::int as cards, count(*) filter (where is_default)::int as defaults from cards`.execute(db)
      assert.deepEqual(rows, [{ cards: 8, defaults: 1 }])
    } finally {
      await drop()
    }
  })
