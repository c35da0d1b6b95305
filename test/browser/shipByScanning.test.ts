// The station at a press that ships by scans alone: a ticket, the labels of its parcels, and the next ticket.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { day, later, minute } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { readPdf } from '../support/pdf.ts'
import { bytesOf } from './chromium.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

const labels = ['1Z999AA10123456784', '1Z5R89390357567127', '986578788855']

/** Accepted jobs at the press; answers their ids. */
async function acceptedJobs(...orders: string[]): Promise<string[]> {
  const { world } = stage
  const { place } = program(world, world.charged, 'production')
  for (const id of orders) await place(id)
  await world.settle()
  await world.advance(day)
  for (const id of orders) await press(world).tell(id, 'accept')
  return Promise.all(orders.map(async id => (await press(world).jobOf(id)).jobId))
}

const openStation = () => stage.openAs(stage.world.demo.printer, '/press/ship')

/** As a scanner does it: into whatever has the focus. */
async function scan(page: Page, text: string) {
  const focused = () => page.evaluate<string>('document.activeElement.tagName + ":" + document.activeElement.value')
  await waitForValue(focused, 'INPUT:')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const title = (page: Page, order: string) => page.getByRole('heading', { name: order, exact: true }).waitFor()
const parcel = (page: Page, number: string) => page.getByRole('list', { name: 'Parcels' }).getByText(number).waitFor()
const statusOf = async (order: string): Promise<string> => (await press(stage.world).jobOf(order)).status

/** A shipment on hold is sent once it cannot be taken back any more. */
async function endHold(page: Page) {
  await page.clock.setFixedTime(later(stage.world.now(), minute))
  await page.reload()
}
const waitUntilShipped = (order: string) => waitForValue(() => statusOf(order), 'SHIPPED')

describe('the station that ships by scanning', () => {
  it('an order whose identifier the browser made is called by its number', async () => {
    const made = 'web-0123456789abcdef'
    const [jobId] = await acceptedJobs(made)
    const { orderTitle } = await press(stage.world).jobOf(made)
    const page = await openStation()
    await scan(page, jobId!)
    await title(page, orderTitle)
    await scan(page, labels[0]!)
    await parcel(page, labels[0]!)
    await scan(page, jobId!)
    await page.getByText(`${orderTitle} ships in 1 parcel`).waitFor()
    await page.getByRole('button', { name: `Undo ${orderTitle}` }).waitFor()
    assert.equal(await page.getByText(made).count(), 0)
    await page.context().close()
  })

  it('the station ships three parcels by their tickets and labels alone, and each of them once', async () => {
    const orders = ['scan-1', 'scan-2', 'scan-3']
    const jobs = await acceptedJobs(...orders)
    const page = await openStation()
    for (const [i, jobId] of jobs.entries()) {
      await scan(page, jobId)
      await title(page, orders[i]!)
      await scan(page, labels[i]!)
      await parcel(page, labels[i]!)
    }
    await scan(page, jobs[2]!)
    await page.getByText('scan-3 ships in 1 parcel').waitFor()
    assert.deepEqual(await Promise.all(orders.map(statusOf)), ['ACCEPTED', 'ACCEPTED', 'ACCEPTED'])
    await endHold(page)
    for (const [i, order] of orders.entries()) {
      await waitUntilShipped(order)
      const { packages } = await press(stage.world).jobOf(order)
      assert.deepEqual(
        packages.map((shipment: { masterTrackingNumber: string }) => shipment.masterTrackingNumber),
        [labels[i]],
      )
    }
    await page.context().close()
  })

  it('the station takes a label that is scanned while its ticket is looked up', async () => {
    const [jobId] = await acceptedJobs('scan-fast')
    const page = await openStation()
    const { promise: isScanned, resolve: answer } = Promise.withResolvers<void>()
    await page.route(`**/press/jobs/${jobId}`, async route => {
      await isScanned
      await route.continue()
    })
    await scan(page, jobId!)
    await scan(page, labels[0]!)
    answer()
    await title(page, 'scan-fast')
    await parcel(page, labels[0]!)
    await page.context().close()
  })

  it('the station takes a shipment back, with its parcels, while it has not been sent, also after a reload', async () => {
    const [jobId] = await acceptedJobs('scan-undo')
    const page = await openStation()
    await scan(page, jobId!)
    await title(page, 'scan-undo')
    await scan(page, labels[0]!)
    await parcel(page, labels[0]!)
    await page.getByRole('button', { name: 'Ship in 1 parcel' }).click()
    await page.getByRole('button', { name: 'Undo scan-undo' }).click()
    assert.equal(await statusOf('scan-undo'), 'ACCEPTED')
    await page.getByText('scan-undo was not shipped.').waitFor()
    await parcel(page, labels[0]!)
    await scan(page, jobId!)
    await page.getByText('scan-undo ships in 1 parcel').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Undo scan-undo' }).click()
    await title(page, 'scan-undo')
    await parcel(page, labels[0]!)
    await scan(page, jobId!)
    await page.getByText('scan-undo ships in 1 parcel').waitFor()
    await endHold(page)
    await waitUntilShipped('scan-undo')
    await page.context().close()
  })

  it('the station stops at a label of no known carrier until a person has decided', async () => {
    const [first, second] = await acceptedJobs('scan-unknown', 'scan-next')
    const page = await openStation()
    await scan(page, first!)
    await title(page, 'scan-unknown')
    await scan(page, 'PARCEL7')
    await page.getByText('No carrier has numbers like PARCEL7.').waitFor()
    await scan(page, second!)
    await page.getByText('Decide about PARCEL7 first.').waitFor()
    await page.getByRole('button', { name: 'Ship without a carrier' }).click()
    await parcel(page, 'PARCEL7')
    await scan(page, second!)
    await title(page, 'scan-next')
    await endHold(page)
    await waitUntilShipped('scan-unknown')
    assert.equal(await statusOf('scan-next'), 'ACCEPTED')
    await page.context().close()
  })

  it('a press that reads German gets the screen, a refusal of the service and the job ticket in German', async () => {
    const [jobId, gone] = await acceptedJobs('scan-deutsch', 'scan-weg')
    const page = await stage.openAs(stage.world.demo.printer, '/press/ship', { locale: 'de-DE' })
    await scan(page, jobId!)
    await title(page, 'scan-deutsch')
    await scan(page, labels[1]!)
    await page.getByRole('button', { name: 'In 1 Paket versenden' }).click()
    await page.getByText('scan-deutsch wird in 1 Paket versendet').waitFor()
    await endHold(page)
    await waitUntilShipped('scan-deutsch')
    await page.goto(`/press/jobs/${gone}`)
    const downloaded = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Auftragstasche' }).click()
    const ticket = await readPdf(await bytesOf(await downloaded))
    assert.match((await ticket.page(1)).text, /Auftragstasche.*Klebebindung.*Lieferadresse/s)
    await ticket.close()
    await page.goto(`/press/jobs/${gone}?act=delay`)
    await page.getByLabel('Neues Versanddatum').fill('2199-01-01')
    await page.getByRole('button', { name: 'Datum ändern' }).last().click()
    await page.getByText('Das Versanddatum muss innerhalb von zehn Jahren liegen').waitFor()
    await page.context().close()
  })

  also('the station opens no job that cannot be shipped, and takes no label twice', async () => {
    const [gone, open] = await acceptedJobs('scan-gone', 'scan-open')
    const shipments = [{ masterTrackingNumber: '', carrier: '', packages: [{ trackingNumber: labels[2]! }] }]
    await press(stage.world).tell('scan-gone', 'ship', { shipments })
    const page = await openStation()
    await scan(page, gone!)
    await page.getByText('scan-gone: This job has already shipped.').waitFor()
    await scan(page, labels[0]!)
    await page.getByText('Scan a job ticket first.').waitFor()
    await scan(page, open!)
    await title(page, 'scan-open')
    await scan(page, open!)
    await page.getByText('This is the ticket of scan-open. Scan the label of its parcel.').waitFor()
    await scan(page, labels[0]!)
    await parcel(page, labels[0]!)
    await scan(page, labels[0]!)
    await page.getByText(`${labels[0]} was already scanned.`).waitFor()
    await page.context().close()
  })

  also('the station says when another person has ended the job before the shipment was sent', async () => {
    const [jobId] = await acceptedJobs('scan-late')
    const page = await openStation()
    await scan(page, jobId!)
    await title(page, 'scan-late')
    await scan(page, labels[0]!)
    await parcel(page, labels[0]!)
    await press(stage.world).tell('scan-late', 'problem', { reason: 'The paper is no longer made.' })
    await scan(page, jobId!)
    await page.getByText('scan-late ships in 1 parcel').waitFor()
    await endHold(page)
    await page.getByRole('banner').getByText('1 action was not accepted').waitFor()
    assert.equal(await statusOf('scan-late'), 'PROBLEM')
    await page.context().close()
  })

  it('the station causes no uncaught error, policy violation or request to another host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
