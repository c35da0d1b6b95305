// One printer that is slow holds up its own jobs, and nobody else's.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/database.ts'
import { heldOrder, plainRule, pressWith } from '../../../test/printing.ts'
import { createAccount } from '../../accounts/accounts.ts'
import { instant, later, manualClock, second } from '../../base/clock.ts'
import { sortableIds } from '../../base/ids.ts'
import { silentLog } from '../../base/log.ts'
import { pressDesk } from '../../printer/desk.ts'
import { heard, type Printer } from '../../printer/printer.ts'
import { holdMs } from '../schedule.ts'
import { stepJobs } from './jobs.ts'
import { endHolds } from './print.ts'

const firstBatch = 3

it('a printer that does not answer is told of a few jobs at a time, while others get theirs', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const { db } = database
  const clock = manualClock(instant('2026-03-02T15:00:00Z'))
  const newId = sortableIds(clock)
  const shell = { db, bells: { wake: async () => {}, ring: () => {} }, newId }
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
      return heard()
    },
  }
  const rules = ['slow', 'quick'].map(name => ({ ...plainRule, name }))
  const handOver = async (printer: string, count: number) => {
    const press = pressWith(pressDesk(), { printers: rules.filter(({ name }) => name === printer) })
    for (let i = 0; i < count; i++) await heldOrder({ shell, accountId, now: clock() }, { billing: 'reprint' })
    clock.set(later(clock(), holdMs))
    await endHolds({ shell, press, log: silentLog })(clock())
  }
  const submitted = async (printer: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from print_jobs where printer = ${printer} and submitted_at is not null`.execute(db)
    return rows[0]!.count
  }

  await handOver('slow', 10) // due before the others
  await handOver('quick', 5)
  const press = pressWith(pressDesk(), { printers: rules }, { slow, quick: pressDesk() })
  const sweep = stepJobs({ shell, clock, press, log: silentLog, patienceMs: 50 })
  assert.equal(await sweep(clock()), firstBatch + 5)
  assert.equal(await submitted('quick'), 5)
  for (let i = 0; i < 3; i++) assert.ok((await sweep(clock())) > 0, 'it is not done')
  assert.equal(calls.length, firstBatch, 'no more of them however often it is looked')
  await handOver('quick', 2)
  await sweep(later(clock(), second))
  assert.equal(await submitted('quick'), 7, 'and those that come meanwhile do not wait')

  isHanging = false
  for (const call of calls) call.resolve()
  while ((await sweep(clock())) > 0);
  assert.deepEqual([await submitted('slow'), await submitted('quick')], [10, 7])
})
