import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freshPglite } from '../../test/database.ts'
import { instant } from '../base/clock.ts'
import { sortableIds } from '../base/ids.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { contract } from './contract.ts'
import { readBooks } from './simulated/store.ts'
import { simulatedPayments } from './simulated.ts'

const now = instant('2026-03-02T02:00:00Z')
const gatewayOn = ({ db }: Database, wait = async (_ms: number) => {}) =>
  simulatedPayments({ db, newId: sortableIds(() => now), clock: () => now, wait })

describe('the simulated gateway', () => {
  let database: Database
  let keys = 0
  const requestOf = (cardRef: string) => ({
    idempotencyKey: `key ${++keys}`,
    accountId: 'acc_1',
    amountCents: 100,
    cardRef,
    description: 'Books',
  })
  before(async () => {
    database = await freshPglite()
  })
  after(() => database.close())

  for (const silent of ['sim_times_out_after_charging', 'sim_error_after_charging']) {
    contract(async () => {
      const cards = { succeeds: 'sim_success', declines: 'sim_decline', silent }
      return { payments: gatewayOn(database), cards, close: async () => {} }
    })
  }

  // biome-ignore format: a table
  const declined: [string, string][] = [
    ['sim_decline',            'card_declined'],
    ['sim_insufficient_funds', 'insufficient_funds'],
    ['sim_unheard_of',         'no_such_card'],
    ['constructor',            'no_such_card'],
  ]
  for (const [card, code] of declined) {
    it(`declines ${card} with ${code}`, async () => {
      const outcome = await gatewayOn(database).charge(requestOf(card))
      assert.ok(outcome.kind === 'declined' && outcome.code === code)
    })
  }

  it('has charged a late card before it answers, and answers at once when asked again', async () => {
    const request = requestOf('sim_answers_late')
    const { promise: patience, resolve: answer } = Promise.withResolvers<void>()
    const { promise: charged, resolve: wait } = Promise.withResolvers<void>()
    const gateway = gatewayOn(database, () => {
      wait()
      return patience
    })
    const late = gateway.charge(request)
    await charged
    const again = await gateway.charge(request)
    answer()
    assert.deepEqual(await late, again)
    const { charges } = await readBooks(database.db)
    assert.equal(charges.filter(charge => charge.idempotencyKey === request.idempotencyKey).length, 1)
  })

  it('remembers its charges after a restart', async () => {
    const request = requestOf('sim_times_out_after_charging')
    const dataDir = mkdtempSync(join(tmpdir(), 'octavo-gateway-'))
    const before = await openDatabase({ databaseUrl: null, dataDir })
    await migrate(before, now)
    await gatewayOn(before).charge(request)
    await before.close()
    const after = await openDatabase({ databaseUrl: null, dataDir })
    assert.equal((await gatewayOn(after).charge(request)).kind, 'succeeded')
    await after.close()
    rmSync(dataDir, { recursive: true })
  })
})
