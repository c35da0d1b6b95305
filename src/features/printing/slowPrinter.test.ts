// A slow printer delays only its own jobs.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import { fulfillmentWith, heldOrder, plainRule } from '../../../test/support/printing.ts'
import { createAccount } from '../../accounts/accounts.ts'
import { instant, later, manualClock, second } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import { holdingBinMs } from '../../orders/schedule.ts'
import { pressDesk } from '../../printer/pressDesk.ts'
import { answered, type Printer } from '../../printer/printer.ts'
import { oweRefunds } from '../money/refunds.ts'
import { releaseHeldOrders } from './handOver.ts'
import { runJobSteps } from './jobSteps.ts'

const firstBatch = 3

it('a printer that does not answer gets a few jobs at a time, while the other printers get all of theirs', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const { db } = database
  const clock = manualClock(instant('2026-03-02T15:00:00Z'))
  const newId = sortableIds(clock)
  const transactor = { db, afterCommit: { wake: () => {} }, newId, oweRefunds }
  const vault = { seal: (text: string) => Buffer.from(text), open: (sealed: Buffer) => sealed.toString() }
  const details = { name: 'Acme', holderEmail: 'holder@example.com', enterprise: false }
  const { accountId } = await createAccount({ db, clock, newId, vault }, details, 'test')

  const calls: PromiseWithResolvers<void>[] = []
  let isHanging = true
  const slow: Printer = {
    ...pressDesk(),
    firstBatch,
    async submit() {
      if (isHanging) {
        const call = Promise.withResolvers<void>()
        calls.push(call)
        await call.promise
      }
      return answered()
    },
  }
  const rules = ['slow', 'quick'].map(name => ({ ...plainRule, name }))
  const handOver = async (printer: string, count: number) => {
    const fulfillment = fulfillmentWith(pressDesk(), { printers: rules.filter(({ name }) => name === printer) })
    for (let i = 0; i < count; i++) await heldOrder({ transactor, accountId, now: clock() }, { billing: 'reprint' })
    clock.set(later(clock(), holdingBinMs))
    await releaseHeldOrders({ transactor, fulfillment, log: silentLog })(clock())
  }
  const submitted = async (printer: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from print_jobs where printer = ${printer} and submitted_at is not null`.execute(db)
    return rows[0]!.count
  }

  await handOver('slow', 10) // due before the jobs of `quick`
  await handOver('quick', 5)
  const fulfillment = fulfillmentWith(pressDesk(), { printers: rules }, { slow, quick: pressDesk() })
  const sweep = runJobSteps({ transactor, clock, fulfillment, log: silentLog, waitMs: 50 })
  assert.equal(await sweep(clock()), firstBatch + 5)
  assert.equal(await submitted('quick'), 5)
  for (let i = 0; i < 3; i++) assert.ok((await sweep(clock())) > 0, 'the sweep is not done')
  assert.equal(calls.length, firstBatch, 'more sweeps start no more calls')
  await handOver('quick', 2)
  await sweep(later(clock(), second))
  assert.equal(await submitted('quick'), 7, 'later jobs of another printer do not wait')

  isHanging = false
  for (const call of calls) call.resolve()
  while ((await sweep(clock())) > 0);
  assert.deepEqual([await submitted('slow'), await submitted('quick')], [10, 7])
  const changed = { ...fulfillment.printers, slow: { ...slow, firstBatch: 2 } }
  Object.assign(fulfillment, { printers: changed })
  await handOver('slow', 5)
  assert.equal(await sweep(clock()), 2, 'changed settings count at once')
})
