// kill -9 at every step of a daily charge: after the claim, and after the first, second and later answers while others are
// being recorded. Whoever comes next goes on, and the provider's books, which are kept in a process of their own, have one
// charge an account.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { it } from 'node:test'
import { later, minute } from '../src/base/clock.ts'
import { openDatabase } from '../src/db/db.ts'
import { addCard } from '../src/payments/cards/store.ts'
import type { Charging } from './charging.ts'
import { chargeTime, moneyWorld } from './money.ts'
import { freshPostgres } from './postgres.ts'
import { startProvider } from './provider/provider.ts'

const accounts = 50
const ordersOfOne = 20
const kills = ['charge:claimed', 'charge:called:1', 'charge:called:2', 'charge:called:9', 'charge:called:16']
const pastTheLease = 6 * minute

it('a daily charge of 1,000 orders of 50 accounts that is killed at every step charges each account exactly once', async () => {
  await using provider = await startProvider()
  const { databaseUrl, drop } = await freshPostgres()
  const database = await openDatabase({ databaseUrl, dataDir: null })
  try {
    const world = moneyWorld(database)
    for (let account = 0; account < accounts; account++) {
      const accountId = await world.account(null)
      const cents = Array.from({ length: ordersOfOne }, (_, order) => 1000 + account * 100 + order)
      await world.orders(accountId, cents)
      const customer = await provider.ask('customer', {})
      const providerRef = await provider.ask('card', { customer, does: 'succeeds' })
      const card = {
        accountId,
        cardId: `crd_${account}`,
        provider: 'stripe',
        providerRef,
        brand: 'Visa',
        last4: '4242',
      }
      await world.work(({ tx, now }) => addCard(tx, card, now))
    }

    let now = chargeTime
    const run = async (crashAt: string) => {
      await provider.setTime(now)
      const charging: Charging = { databaseUrl, providerUrl: provider.url.href, now: now.toISOString(), crashAt }
      const child = spawn(process.execPath, [join(import.meta.dirname, 'charging.ts')], {
        env: { PATH: process.env.PATH, CHARGING: JSON.stringify(charging) },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const [code, signal] = await once(child, 'exit')
      now = later(now, pastTheLease)
      return signal ?? code
    }
    for (const kill of kills) assert.equal(await run(kill), 'SIGKILL', kill)
    assert.equal(await run(''), 0)

    const own = await world.rows<{ key: string; ref: string; cents: number }>(
      `select idempotency_key as key, provider_ref as ref, amount_cents as cents from charges where status = 'succeeded'`,
    )
    const { charges, violations } = await provider.ask('books', {})
    const byKey = <T extends { key: string }>(rows: T[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    assert.equal(charges.length, accounts, 'the provider took the money of each account once')
    assert.deepEqual(byKey(own), byKey(charges), 'and its books are ours, to the cent')
    assert.deepEqual(await world.rows(`select status, count(*)::int as count from orders group by 1`), [
      { status: 'VALID_HOLDING_BIN', count: accounts * ordersOfOne },
    ])
    const asked = await world.rows<{ most: number }>('select max(attempts)::int as most from charges')
    assert.ok(asked[0]!.most > 1, 'some were asked again')
    assert.deepEqual(violations, [])
    await world.assertSound()
  } finally {
    await database.close()
    await drop()
  }
})
