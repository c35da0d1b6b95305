// The archive in the browser: a customer finds an order of years ago by its month and by its number, and the staff
// bring it back.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day, hour } from '../../src/base/clock.ts'
import { parcel, press, program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let number: string
before(async () => {
  stage = await startStage({ config: { archiveDays: 760 } })
  const { world } = stage
  const customer = program(world, world.charged, 'production')
  await customer.place('of-years-ago')
  await customer.place('canceled')
  await customer.cancel('canceled')
  await world.advance(16 * hour)
  await press(world).tell('of-years-ago', 'accept')
  await press(world).tell('of-years-ago', 'ship', parcel)
  const message = { reader: 'customer', text: 'Your book left by sea.' }
  const messages = `/staff/orders/${world.charged.accountId}/of-years-ago/messages`
  await world.call(messages, { method: 'POST', as: world.demo.staff.authorization, body: message })
  number = (await customer.read('of-years-ago')).orderNumber
  await world.advance(800 * day)
  await customer.place('of-today')
})
after(() => stage[Symbol.asyncDispose]())

describe('the archive in the browser', () => {
  it('a customer opens an archived order by its month, and by its number', async () => {
    const { charged } = stage.world
    const page = await stage.openAs(charged.user, '/dashboard/production/orders')
    await page.getByText('2 older orders are archived').waitFor()
    await page.getByRole('link', { name: 'Open archive' }).click()
    await page.getByRole('heading', { name: 'Archive of March 2026' }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const href = await page.getByRole('menuitem', { name: 'CSV' }).getAttribute('href')
    assert.equal(href, '/dashboard/api/archive/2026-03/export?format=csv')
    await page.getByRole('link', { name: 'of-years-ago' }).click()
    await page.getByText('This order has been in the archive since').waitFor()
    await page.getByText('1Z999').first().waitFor()
    await page.getByText('Your book left by sea.').waitFor()

    await page.goto(`/dashboard/production/orders?search=${encodeURIComponent(`#${number}`)}`)
    await page.getByRole('link', { name: `Archived order of-years-ago · #${number}` }).click()
    await page.getByText('This order has been in the archive since').waitFor()
    await page.goto('/dashboard/production/archive')
    await page.getByRole('link', { name: 'March 2026' }).waitFor()
    assert.deepEqual(stage.complaints, [])
  })

  also('the staff find an archived order, and restore it to see its print jobs', async () => {
    const { charged, demo } = stage.world
    const page = await stage.openAs(demo.staff, `/staff/accounts/${charged.accountId}`)
    await page.getByRole('link', { name: 'Open archive' }).click()
    await page.getByRole('link', { name: 'of-years-ago' }).waitFor()

    await page.goto('/staff/orders')
    await page.getByText('Orders placed in March 2026 are archived').waitFor()
    await page.getByRole('link', { name: 'Open archive' }).click()
    await page.getByRole('heading', { name: 'Archive of March 2026' }).waitFor()
    await page.getByRole('link', { name: 'Paper Lantern Books' }).click()
    await page.getByRole('link', { name: 'of-years-ago' }).waitFor()
    await page.goto('/staff/archive')
    await page.getByRole('link', { name: 'March 2026' }).click()
    await page.getByRole('heading', { name: 'Archive of March 2026' }).waitFor()

    await page.goto('/staff/orders?search=of-years-ago')
    await page.getByRole('link', { name: 'of-years-ago' }).click()
    await page.getByText('Your book left by sea.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add note' }).count(), 0, 'restore it first')
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('heading', { name: 'Print jobs' }).waitFor()
    assert.deepEqual(stage.complaints, [])
  })
})
