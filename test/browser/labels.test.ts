// The packer buys the label of a parcel in the dialog that ships its job.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { day } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { somewhere } from '../support/world.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

/** The dialog that ships an accepted job. */
async function openShip(order: string, destination: object = {}): Promise<Page> {
  const { world } = stage
  const { place } = program(world, world.charged, 'production')
  await place(order, { destination: { ...somewhere, ...destination } })
  await world.settle()
  await world.advance(day)
  await press(world).tell(order, 'accept')
  const page = await stage.openAs(world.demo.printer, `/press/jobs/${(await press(world).jobOf(order)).jobId}`)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await page.getByRole('button', { name: 'Buy and print label' }).waitFor()
  return page
}
const jobNow = (order: string) => press(stage.world).jobOf(order)

describe('the label of a parcel', () => {
  it('one press of a button buys the label and downloads it, and its number ships the job', async () => {
    const page = await openShip('label-1')
    await page.getByText('Sample labels: not for mailing').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    assert.match((await downloading).suggestedFilename(), /^label-lbl_\w+\.pdf$/)
    const number = await page
      .getByRole('list', { name: 'Parcels' })
      .getByText(/^SIM\d{15}$/)
      .textContent()
    await page.getByRole('link', { name: 'Label as ZPL' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Buy and print label' }).count(), 0)
    await page.getByRole('button', { name: 'Ship in 1 parcel' }).click()
    await waitForValue(async () => (await jobNow('label-1')).status, 'SHIPPED')
    const [shipment] = (await jobNow('label-1')).packages
    assert.deepEqual([shipment.carrier, shipment.packages[0].trackingNumber], ['Simulated Post', number])
  })

  it('a scale that misses a book stops the purchase until a person has looked', async () => {
    const page = await openShip('label-2')
    await page.getByLabel('Weight of parcel 1').fill('2')
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    await page.getByText(/^The scale shows 2 oz/).waitFor()
    assert.equal(await page.getByText(/^SIM\d{15}$/).count(), 0)
    await page.getByRole('button', { name: 'Books are right' }).click()
    await page
      .getByRole('list', { name: 'Parcels' })
      .getByText(/^SIM\d{15}$/)
      .waitFor()
  })

  it('the weight of a parcel in another box is judged by the service, and may be confirmed as well', async () => {
    const page = await openShip('label-6')
    await page.getByLabel('Weight of parcel 1').fill('2')
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    await page.getByText(/^The scale shows 2 oz/).waitFor()
    await page.getByRole('combobox', { name: 'Box of parcel 1' }).click()
    await page.getByRole('option', { name: 'Small carton' }).click()
    await page.getByText(/^The scale shows 2 oz/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    await page.getByText(/^The parcel weighs 2 oz/).waitFor()
    await page.getByRole('button', { name: 'Books are right' }).click()
    await page
      .getByRole('list', { name: 'Parcels' })
      .getByText(/^SIM\d{15}$/)
      .waitFor()
  })

  it('a packer who packs other books chooses them, and the rest is planned again', async () => {
    const page = await openShip('label-7')
    await page.getByText(/^Parcel 1, Book mailer: 2/).waitFor()
    await page.getByRole('button', { name: 'Choose the books of parcel 1' }).click()
    await page.getByLabel(/^Copies of .* in parcel 1$/).fill('1')
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    await page.getByText(/^Parcel 1, Book mailer: 1/).waitFor()
    await page.getByText(/^Parcel 2, Book mailer: 1/).waitFor()
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    await page.getByRole('button', { name: 'Ship in 2 parcels' }).waitFor()
  })

  it('a label that is given back leaves the list, and another can be bought', async () => {
    const page = await openShip('label-3')
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    await page.getByRole('button', { name: 'Void', exact: true }).click()
    await page.getByRole('button', { name: 'Void label' }).click()
    await page.getByRole('button', { name: 'Buy and print label' }).waitFor()
    assert.equal(await page.getByRole('list', { name: 'Parcels' }).count(), 0)
  })

  it('a label that another person gives back leaves the list', async () => {
    const page = await openShip('label-5')
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    await page.getByRole('list', { name: 'Parcels' }).waitFor()
    const { world } = stage
    const path = `/press/jobs/${(await jobNow('label-5')).jobId}/labels`
    const as = world.demo.printer.authorization
    const [label] = (await world.call(path, { as })).body.labels
    await world.call(`${path}/${label.labelId}/void`, { method: 'POST', as, body: {} })
    await page.reload()
    await page.getByRole('button', { name: 'Buy and print label' }).waitFor()
    await page.getByRole('list', { name: 'Parcels' }).waitFor({ state: 'detached' })
  })

  it('the words of a carrier that refuses the address are shown, and a number can be entered by hand', async () => {
    const page = await openShip('label-4', { address2: 'SIM REFUSED' })
    await page.getByRole('button', { name: 'Buy and print label' }).click()
    await page.getByText('The address was not found.').waitFor()
    await page.getByLabel('Tracking numbers').fill('1Z999AA10123456784')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Ship in 1 parcel' }).click()
    await waitForValue(async () => (await jobNow('label-4')).status, 'SHIPPED')
  })
})
