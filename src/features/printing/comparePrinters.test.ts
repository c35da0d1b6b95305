import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fulfillmentWith } from '../../../test/support/printing.ts'
import {
  acceptedMessage,
  accountId,
  cancel,
  clock,
  database,
  jobOf,
  newPrintingOrder,
  onBothDatabases,
  passTime,
  sendMessage,
  shippedMessage,
  transactor,
} from '../../../test/support/printingScene.ts'
import { day, hour, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { deleteOldJobComparisons, listJobComparisons } from '../../printer/comparisons.ts'
import { pressDesk } from '../../printer/pressDesk.ts'
import type { Printer } from '../../printer/printer.ts'
import { comparePrinters } from './comparePrinters.ts'

const compareWith = (readJobState: NonNullable<Printer['readJobState']>) => compareDesk({ readJobState })
const compareDesk = (desk: Partial<Printer>) =>
  comparePrinters({ transactor, clock, fulfillment: fulfillmentWith({ ...pressDesk(), ...desk }), log: silentLog })(
    clock(),
  )
const comparisons = () => listJobComparisons(database.db, { before: '9999-01-01', days: 100 })

onBothDatabases('the daily comparison', () => {
  it('the comparison asks a printer that cannot list jobs about each open or recently ended job', async () => {
    const [open, ended, lost] = [await newPrintingOrder(), await newPrintingOrder(), await newPrintingOrder()]
    await cancel(ended)
    await sendMessage(ended, { kind: 'cancellation', decision: 'accept', reason: '' })
    await sendMessage(open, acceptedMessage)
    passTime(hour)

    const askedJobIds: string[] = []
    const lostId = (await jobOf(lost)).jobId
    await compareWith(async ({ jobId }) => {
      askedJobIds.push(jobId)
      return jobId === lostId ? 'unknown' : 'open'
    })
    assert.equal(askedJobIds.length, 3)
    const [comparison] = await comparisons()
    assert.deepEqual(
      [comparison!.printer, comparison!.listed, comparison!.ours, comparison!.asked, comparison!.strange],
      ['desk', 2, 2, 1, 1],
    )
    assert.deepEqual(
      comparison!.differences.map(({ kind, status, customerOrderId }) => [kind, status, customerOrderId]),
      [['over', 'CANCELLED', ended.customerOrderId]],
    )
    assert.deepEqual((await jobOf(lost)).nextStepAt, clock(), 'a missing job is polled')
    await sendMessage(lost, { kind: 'problem', reason: 'lost' })

    passTime(40 * day)
    askedJobIds.length = 0
    await compareWith(async ({ jobId }) => {
      askedJobIds.push(jobId)
      return 'open'
    })
    assert.deepEqual(askedJobIds, [(await jobOf(open)).jobId], 'jobs that ended long ago are not compared')
  })

  it('the comparison reports jobs that ended only at the printer, and does not poll for them', async () => {
    const [ended, message, unlisted] = [await newPrintingOrder(), await newPrintingOrder(), await newPrintingOrder()]
    passTime(day)
    const [jobId, messageJobId] = [(await jobOf(ended)).jobId, (await jobOf(message)).jobId]
    await compareDesk({
      async listJobs() {
        await sendMessage(message, shippedMessage) // this message arrives after the printer made its list
        return { open: [], ended: [jobId, messageJobId].map(jobId => ({ jobId, listedAs: 'shipped' })) }
      },
    })
    const [comparison] = await comparisons()
    const { customerOrderId } = ended
    assert.deepEqual(comparison!.differences, [
      { kind: 'over_there', jobId, status: 'NEW', accountId, customerOrderId, listedAs: 'shipped' },
    ])
    assert.deepEqual([(await jobOf(ended)).nextStepAt, (await jobOf(unlisted)).nextStepAt], [null, clock()])
    for (const order of [ended, unlisted]) await sendMessage(order, { kind: 'problem', reason: 'lost' })
  })

  it('a comparison needs the answers of the printer, and is deleted after 400 days', async () => {
    await newPrintingOrder()
    passTime(day)
    const before = (await comparisons()).length
    await compareWith(async () => null)
    assert.equal((await comparisons()).length, before)
    await compareWith(async () => 'open')
    assert.equal((await comparisons()).length, before + 1)
    passTime(400 * day - minute)
    await deleteOldJobComparisons(database.db, clock())
    assert.ok((await comparisons()).length > 0)
    passTime(2 * day)
    await deleteOldJobComparisons(database.db, clock())
    assert.deepEqual(await comparisons(), [])
  })
})
