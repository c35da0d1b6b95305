// An address in the browser: where it is doubted before an order is placed, and changed afterwards with the shipping
// class.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { program } from '../support/actors.ts'
import { type Stage, startStage } from './stage.ts'
import { unfold } from './unfold.ts'

let stage: Stage
before(async () => {
  stage = await startStage({ config: { addressVerifier: 'simulated' } })
})
after(async () => {
  assert.deepEqual(stage.complaints, [])
  await stage[Symbol.asyncDispose]()
})

it('a customer is asked before an order goes to an address that the carriers know differently, or not at all', async () => {
  const { world } = stage
  const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/place', { width: 390 })
  const street = page.getByRole('textbox', { name: 'Address', exact: true })
  const place = page.getByRole('button', { name: 'Place sandbox order' })
  await page.getByRole('combobox', { name: 'Name' }).fill('Ada Reader')
  await street.fill('1 Mian Street')
  await page.getByLabel('City').fill('Rochester')
  await page.getByRole('combobox', { name: 'State' }).fill('NY')
  await page.getByLabel('Postal code').fill('14604')
  await unfold(page, 'Integration (optional)')
  await page.getByLabel('Order ID').fill('doubted')
  await place.click()
  await page.getByText('Did you mean this address?').waitFor()
  await page.getByRole('button', { name: 'Use this address' }).click()
  assert.equal(await street.inputValue(), '1 MAIN STREET')
  await street.fill('0 Main Street')
  await place.click()
  await page.getByText('The carriers don’t know this address').waitFor()
  const { status } = await world.call('/orders/doubted', { as: world.charged.sandbox.authorization })
  assert.equal(status, 404, 'nothing is placed yet')
  await page.getByRole('button', { name: 'Keep mine and place the order' }).click()
  await page.getByRole('heading', { name: 'doubted' }).waitFor()
  const { body } = await world.call('/orders/doubted', { as: world.charged.sandbox.authorization })
  assert.equal(body.destination.address1, '0 Main Street')
})

for (const width of [390, 1160]) {
  it(`a customer sees the price of a change before saving it, and both addresses in the history, on ${width} pixels`, async () => {
    const { world } = stage
    const { place, read } = program(world, world.charged, 'sandbox')
    const id = `edit-${width}`
    await place(id)
    await world.settle()
    const page = await stage.openAs(world.charged.user, `/dashboard/sandbox/orders/${id}`, { width })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Postal code').fill('97201')
    await dialog.getByRole('button', { name: 'Review change' }).click()
    await dialog.getByText('which is not in New York').first().waitFor()
    await dialog.getByLabel('Postal code').fill('14604')
    const street = dialog.getByRole('textbox', { name: 'Address', exact: true })
    await street.fill('0 Main Street')
    await dialog.getByRole('button', { name: 'Review change' }).click()
    await dialog.getByText('The carriers do not know this address').waitFor()
    await street.fill('21 Main Street')
    await dialog.getByRole('combobox', { name: 'Shipping class' }).click()
    await page.getByRole('option', { name: 'Rush' }).click()
    await dialog.getByRole('button', { name: 'Review change' }).click()
    await dialog.getByText('The price changes from').waitFor()
    assert.equal((await read(id)).shippingClassification, 'standard')
    await dialog.getByRole('button', { name: 'Save change' }).click()
    await page.getByText('Address or shipping class changed').waitFor()
    await page.getByText('Standard → Rush').waitFor()
    const order = await read(id)
    assert.deepEqual([order.shippingClassification, order.destination.address1], ['rush', '21 Main Street'])
    const isWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
    assert.equal(isWide, false, 'nothing is wider than the screen')
  })
}

it('the staff change an order with a reason', async () => {
  const { world } = stage
  const { place, read } = program(world, world.charged, 'production')
  await place('edit-staff')
  await world.settle()
  const page = await stage.openAs(world.demo.staff, `/staff/orders/${world.charged.accountId}/edit-staff`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace Reader')
  assert.equal(await dialog.getByRole('button', { name: 'Review change' }).isDisabled(), true)
  await dialog.getByLabel('Reason').fill('The reader called')
  await dialog.getByRole('button', { name: 'Review change' }).click()
  await dialog.getByText('The price stays').waitFor()
  await dialog.getByRole('button', { name: 'Save change' }).click()
  await page.getByText('The reader called').waitFor()
  assert.equal((await read('edit-staff')).destination.name, 'Grace Reader')
})
