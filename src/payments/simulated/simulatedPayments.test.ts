import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freshPglite } from '../../../test/support/database.ts'
import { type Clock, instant, later, manualClock, second } from '../../base/clock.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import { type Database, openDatabase } from '../../db/db.ts'
import { migrate } from '../../db/migrate.ts'
import { contract } from '../contract.ts'
import { readBooks } from './simulatedGatewayStore.ts'
import { simulatedPayments } from './simulatedPayments.ts'

const now = instant('2026-03-02T02:00:00Z')
const publicUrl = new URL('http://127.0.0.1:3000')
const gatewayOn = ({ db }: Database, clock: Clock = () => now) =>
  simulatedPayments({ db, newId: sortableIds(clock), clock, publicUrl })

describe('the simulated gateway', () => {
  let database: Database
  let keys = 0
  const requestOf = (cardRef: string) => ({
    idempotencyKey: `key ${++keys}`,
    accountId: 'acc_1',
    amountCents: 100,
    cardRef,
    description: 'Books',
    attempt: 1,
    firstRequestedAt: now,
    chargeRef: null,
  })
  before(async () => {
    database = await freshPglite()
  })
  after(() => database.close())

  contract(async () => {
    const clock = manualClock(now)
    const payments = gatewayOn(database, clock)
    return {
      payments,
      cards: {
        succeeds: 'sim_success',
        declines: 'sim_decline',
        silent: 'sim_times_out_after_charging',
        failing: 'sim_error_after_charging',
        slow: 'sim_answers_late',
        asksHolder: 'sim_authentication_required',
      },
      answerSlowCharge: async () => clock.set(later(clock(), 90 * second)),
      answerAsHolder: async ({ ref }, answer) => void (await payments.simulateHolder!(ref, answer)),
      dispute: async (ref, event) => (await payments.simulateDispute!(ref, event))!,
      now: clock,
      close: async () => {},
    }
  })

  // biome-ignore format: a table
  const declined: [string, string][] = [
    ['sim_decline',            'card_declined'],
    ['sim_insufficient_funds', 'insufficient_funds'],
    ['sim_unheard_of',         'no_such_card'],
    ['constructor',            'no_such_card'],
  ]
  for (const [card, code] of declined) {
    it(`the test card ${card} is declined with ${code}`, async () => {
      const outcome = await gatewayOn(database).charge(requestOf(card))
      assert.ok(outcome.kind === 'declined' && outcome.code === code)
    })
  }

  it('a late test card is charged at once, and its outcome is known after 90 seconds', async () => {
    const clock = manualClock(now)
    const gateway = gatewayOn(database, clock)
    const request = requestOf('sim_answers_late')
    assert.equal((await gateway.charge(request)).kind, 'unknown')
    const { charges } = await readBooks(database.db)
    assert.equal(charges.find(charge => charge.idempotencyKey === request.idempotencyKey)?.declineCode, null)
    clock.set(later(now, 90 * second - 1))
    assert.equal((await gateway.charge(request)).kind, 'unknown')
    clock.set(later(now, 90 * second))
    assert.equal((await gateway.charge(request)).kind, 'succeeded')
  })

  it('a charge of the simulated gateway is known after a restart', async () => {
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
