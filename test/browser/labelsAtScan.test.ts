// The station at a press that buys the labels of a job when its ticket is scanned.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { day, hour, later, minute } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { also, ofForm } from '../support/form.ts'
import { orderBody, somewhere } from '../support/world.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
const folder = mkdtempSync(join(tmpdir(), 'octavo-scan-'))
before(async () => {
  cpSync(join(import.meta.dirname, '..', '..', 'operator'), folder, { recursive: true })
  const path = join(folder, 'printers.json')
  const { printers, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  const [desk] = printers
  const scale = { ...desk, name: 'scale', shipsTo: ['US-AK'], labelsAtScan: 'weighed' }
  const all = [scale, { ...desk, priority: 2, labelsAtScan: 'computed' }]
  writeFileSync(path, JSON.stringify({ ...rest, printers: all }))
  stage = await startStage({ config: { operatorDir: folder } })
})
after(async () => {
  await stage[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

type Wanted = { order: string; destination?: object; quantity?: number }

/** Accepted jobs at the press; answers their ids. */
async function acceptedJobs(...wanted: Wanted[]): Promise<string[]> {
  const { world } = stage
  const { place } = program(world, world.charged, 'production')
  const [item] = orderBody().orderItems
  for (const { order, destination = {}, quantity = 1 } of wanted)
    await place(order, { destination: { ...somewhere, ...destination }, orderItems: [{ ...item, quantity }] })
  await world.settle()
  await world.advance(day)
  for (const { order } of wanted) await press(world).tell(order, 'accept')
  return Promise.all(wanted.map(async ({ order }) => (await press(world).jobOf(order)).jobId))
}

const alaska = { city: 'Anchorage', state: 'AK', postal: '99501' }
const openStation = () => stage.openAs(stage.world.demo.printer, '/press/ship')

/** As a scanner or a scale does it: into whatever has the focus. */
async function scan(page: Page, text: string) {
  const focused = () => page.evaluate<string>('document.activeElement.tagName + ":" + document.activeElement.value')
  await waitForValue(focused, 'INPUT:')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const jobNow = (order: string) => press(stage.world).jobOf(order)
const labelsOf = async (order: string) => {
  const path = `/press/jobs/${(await jobNow(order)).jobId}/labels`
  return (await stage.world.call(path, { as: stage.world.demo.printer.authorization })).body
}
const numbersOf = async (order: string): Promise<string[]> =>
  (await labelsOf(order)).labels.map((label: { trackingNumber: string }) => label.trackingNumber)

/** A shipment on hold is sent once it cannot be taken back any more. */
async function endHold(page: Page) {
  await page.clock.setFixedTime(later(stage.world.now(), minute))
  await page.reload()
}

describe('the station that buys labels at the scan', () => {
  it('parcels ship by the scans of their tickets, one after the other, each with the label that was bought for it', async () => {
    const count = ofForm({ short: 4, whole: 20, long: 20 })
    const wanted = Array.from({ length: count }, (_, i) => ({ order: `at-scan-${i + 1}` }))
    const jobs = await acceptedJobs(...wanted)
    const page = await openStation()
    let printed = 0
    page.on('download', () => printed++)
    for (const [i, jobId] of jobs.entries()) {
      await scan(page, jobId)
      await page.getByText(`at-scan-${i + 1} ships in 1 parcel`).waitFor()
    }
    assert.equal(printed, count)
    await endHold(page)
    for (const { order } of wanted) {
      await waitForValue(async () => (await jobNow(order)).status, 'SHIPPED')
      const [shipment, ...others] = (await jobNow(order)).packages
      assert.deepEqual([[shipment.masterTrackingNumber], others], [await numbersOf(order), []])
    }
    await page.context().close()
  })

  it('one scan buys the labels of all parcels of an order', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-many', quantity: 120 })
    const count = (await labelsOf('at-scan-many')).parcels.length
    assert.ok(count > 1)
    const page = await openStation()
    await scan(page, jobId!)
    await page.getByText(`at-scan-many ships in ${count} parcels`).waitFor()
    assert.equal(await page.getByText(/^Parcel \d+, .+: \d+\u00a0× /).count(), count)
    assert.equal(new Set(await numbersOf('at-scan-many')).size, count)
    await page.context().close()
  })

  it('a device downloads its labels as ZPL from when it is chosen', async () => {
    const [first, second] = await acceptedJobs({ order: 'at-scan-zpl-1' }, { order: 'at-scan-zpl-2' })
    const page = await openStation()
    const names: string[] = []
    page.on('download', file => names.push(file.suggestedFilename().replace(/^label-lbl_\w+/, '')))
    await page.getByRole('radiogroup', { name: 'Print labels as' }).getByText('ZPL').click()
    await scan(page, first!)
    await page.getByText('at-scan-zpl-1 ships in 1 parcel').waitFor()
    await page.reload()
    await scan(page, second!)
    await page.getByText('at-scan-zpl-2 ships in 1 parcel').waitFor()
    await waitForValue(async () => names.join(), '.zpl,.zpl')
    await page.context().close()
  })

  it('without a connection the station says that no label is bought, and takes one from elsewhere', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-offline' })
    const page = await stage.openAs(stage.world.demo.printer, `/press/jobs/${jobId}`)
    await page.getByText('Bought at Ship by scanning, by the computed weight').waitFor()
    await page.getByRole('link', { name: 'Ship by scanning' }).first().click()
    await page.getByText('No job is open').waitFor()
    await page.context().setOffline(true)
    await scan(page, jobId!)
    await page.getByText(/^at-scan-offline: No connection, so its label cannot be bought/).waitFor()
    await scan(page, '1Z999AA10123456784')
    await page.getByRole('list', { name: 'Parcels' }).getByText('1Z999AA10123456784').waitFor()
    assert.deepEqual(await numbersOf('at-scan-offline'), [])
    await page.context().close()
  })

  it('a shipment that is taken back keeps its label, and the next scan of its ticket ships with it', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-undo' })
    const page = await openStation()
    await scan(page, jobId!)
    await page.getByRole('button', { name: 'Undo at-scan-undo' }).click()
    const [number] = await numbersOf('at-scan-undo')
    await page.getByRole('button', { name: `Remove ${number}` }).click()
    await scan(page, jobId!)
    await page.getByText('at-scan-undo ships in 1 parcel').waitFor()
    assert.deepEqual(await numbersOf('at-scan-undo'), [number])
    await page.context().close()
  })

  also('a carrier that refuses the address stops the station, and a label from elsewhere ships the job', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-refused', destination: { address2: 'SIM REFUSED' } })
    const page = await openStation()
    await scan(page, jobId!)
    await page.getByText('at-scan-refused: The address was not found.').waitFor()
    await scan(page, '1Z999AA10123456784')
    await page.getByRole('list', { name: 'Parcels' }).getByText('1Z999AA10123456784').waitFor()
    await scan(page, jobId!)
    await page.getByText('at-scan-refused ships in 1 parcel').waitFor()
    await page.context().close()
  })

  also('a label whose answer was late is downloaded by the next scan of its ticket', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-late', destination: { address2: 'SIM LOST ANSWER' } })
    const page = await openStation()
    let printed = 0
    page.on('download', () => printed++)
    await scan(page, jobId!)
    await page.getByText(/^at-scan-late: /).waitFor()
    assert.equal(printed, 0)
    await stage.world.advance(hour)
    await scan(page, jobId!)
    await page.getByText('at-scan-late ships in 1 parcel').waitFor()
    await waitForValue(async () => printed, 1)
    await page.context().close()
  })

  it('the label of a job that has shipped is printed again from the page of the job', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-again' })
    const page = await openStation()
    await scan(page, jobId!)
    await page.getByText('at-scan-again ships in 1 parcel').waitFor()
    await endHold(page)
    await waitForValue(async () => (await jobNow('at-scan-again')).status, 'SHIPPED')
    await page.goto(new URL(`/press/jobs/${jobId}`, page.url()).href)
    const [downloaded] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Label as PDF' }).click(),
    ])
    assert.match(downloaded.suggestedFilename(), /^label-lbl_/)
    assert.equal(await page.getByRole('button', { name: 'Void' }).count(), 0)
    await page.context().close()
  })

  also('a label that cannot be downloaded stops the station, and its job does not ship', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-unread', destination: { address2: 'SIM UNREADABLE' } })
    const page = await openStation()
    await scan(page, jobId!)
    await page.getByText(/^at-scan-unread: The label of parcel 1 is bought but not downloaded\./).waitFor()
    assert.equal(await page.getByText('at-scan-unread ships in 1 parcel').count(), 0)
    await page.context().close()
  })

  also('no label is bought for parcels that have left under typed numbers', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-typed' })
    const trackingNumber = '1Z999AA10123456784'
    const shipments = [{ masterTrackingNumber: trackingNumber, carrier: 'UPS', packages: [{ trackingNumber }] }]
    const as = stage.world.demo.printer.authorization
    const sent = await stage.world.call(`/press/jobs/${jobId}/packages`, { method: 'POST', as, body: { shipments } })
    assert.equal(sent.status, 200)
    const page = await openStation()
    await scan(page, jobId!)
    await page.getByText('at-scan-typed: Parcels of this job have left under other numbers.').waitFor()
    assert.deepEqual((await labelsOf('at-scan-typed')).labels, [])
    await page.context().close()
  })

  it('a scale that misses a book stops the station before the label, and the right weight buys it', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-scale', destination: alaska, quantity: 2 })
    const [{ weightOunces }] = (await labelsOf('at-scan-scale')).parcels
    const page = await openStation()
    await scan(page, jobId!)
    await page.getByText('Weigh parcel 1 of 1').waitFor()
    await scan(page, '4.1 oz')
    await page.getByText(/^at-scan-scale: The scale must show .* Check the books\./).waitFor()
    assert.deepEqual((await labelsOf('at-scan-scale')).labels, [])
    await scan(page, String(weightOunces))
    await page.getByText('at-scan-scale ships in 1 parcel').waitFor()
    assert.equal((await labelsOf('at-scan-scale')).labels[0].weightOunces, weightOunces)
    await page.context().close()
  })

  it('a person who has looked into the parcel has its label bought at the weight of the scale', async () => {
    const [jobId] = await acceptedJobs({ order: 'at-scan-looked', destination: alaska })
    const page = await openStation()
    await scan(page, jobId!)
    await page.getByText('Weigh parcel 1 of 1').waitFor()
    await scan(page, '0,25 lb')
    await page.getByRole('button', { name: 'Books are right' }).click()
    await page.getByText('at-scan-looked ships in 1 parcel').waitFor()
    assert.equal((await labelsOf('at-scan-looked')).labels[0].weightOunces, 4)
    await page.context().close()
  })

  it('the station causes no uncaught error, policy violation or request to another host', () => {
    // Of the label that cannot be downloaded, and of the lost connection.
    const unexpected = stage.complaints.filter(text => !/status of 503|ERR_INTERNET_DISCONNECTED/.test(text))
    assert.deepEqual(unexpected, [])
  })
})
