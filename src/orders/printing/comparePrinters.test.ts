import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pressWith } from '../../../test/printing.ts'
import {
  accountId,
  cancel,
  clock,
  database,
  jobOf,
  onBothDatabases,
  pass,
  plainly,
  printing,
  say,
  shell,
  shipped,
} from '../../../test/printingScene.ts'
import { day, hour, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { listJobComparisons, sweepOldJobComparisons } from '../../printer/comparisons.ts'
import { pressDesk } from '../../printer/desk.ts'
import type { Printer } from '../../printer/printer.ts'
import { comparePrinters } from './comparePrinters.ts'

const compareWith = (hasOpen: NonNullable<Printer['hasOpen']>) => compareDesk({ hasOpen })
const compareDesk = (desk: Partial<Printer>) =>
  comparePrinters({ shell, clock, press: pressWith({ ...pressDesk(), ...desk }), log: silentLog })(clock())
const comparisons = () => listJobComparisons(database.db, { before: '9999-01-01', days: 100 })

onBothDatabases('the daily comparison', () => {
  it('asks a printer that cannot list its jobs about each: those that are open here, and those that ended', async () => {
    const [here, ended, lost] = [await printing(), await printing(), await printing()]
    await cancel(ended)
    await say(ended, { kind: 'cancellation', decision: 'accept', reason: '' })
    await say(here, plainly)
    pass(hour)

    const asked: string[] = []
    const lostId = (await jobOf(lost)).jobId
    await compareWith(async ({ jobId }) => {
      asked.push(jobId)
      return jobId === lostId ? 'unknown' : 'open'
    })
    assert.equal(asked.length, 3)
    const [made] = await comparisons()
    assert.deepEqual([made!.printer, made!.listed, made!.ours, made!.asked, made!.strange], ['desk', 2, 2, 1, 1])
    assert.deepEqual(
      made!.differences.map(({ kind, status, customerOrderId }) => [kind, status, customerOrderId]),
      [['over', 'CANCELLED', ended.customerOrderId]],
    )
    assert.deepEqual((await jobOf(lost)).nextStepAt, clock(), 'what it does not have it is asked about')
    await say(lost, { kind: 'problem', reason: 'lost' })

    pass(40 * day)
    asked.length = 0
    await compareWith(async ({ jobId }) => {
      asked.push(jobId)
      return 'open'
    })
    assert.deepEqual(asked, [(await jobOf(here)).jobId], 'what ended long ago is left alone')
  })

  it('keeps for the staff what is over there and open here, and does not have it asked about', async () => {
    const [ended, told, unlisted] = [await printing(), await printing(), await printing()]
    pass(day)
    const [jobId, toldId] = [(await jobOf(ended)).jobId, (await jobOf(told)).jobId]
    await compareDesk({
      async listJobs() {
        await say(told, shipped) // its word arrives after the list was made
        const over = [jobId, toldId].map(one => ({ jobId: one, as: 'shipped' }))
        return { open: [], over }
      },
    })
    const [made] = await comparisons()
    const { customerOrderId } = ended
    assert.deepEqual(made!.differences, [
      { kind: 'over_there', jobId, status: 'NEW', accountId, customerOrderId, listedAs: 'shipped' },
    ])
    assert.deepEqual([(await jobOf(ended)).nextStepAt, (await jobOf(unlisted)).nextStepAt], [null, clock()])
    for (const order of [ended, unlisted]) await say(order, { kind: 'problem', reason: 'lost' })
  })

  it('is not made while the printer does not answer, and is kept for 400 days', async () => {
    await printing()
    pass(day)
    const before = (await comparisons()).length
    await compareWith(async () => null)
    assert.equal((await comparisons()).length, before)
    await compareWith(async () => 'open')
    assert.equal((await comparisons()).length, before + 1)
    pass(400 * day - minute)
    await sweepOldJobComparisons(database.db, clock())
    assert.ok((await comparisons()).length > 0)
    pass(2 * day)
    await sweepOldJobComparisons(database.db, clock())
    assert.deepEqual(await comparisons(), [])
  })
})
