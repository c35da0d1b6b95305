// The operator's data in the staff console: edited, compared, published and taken back.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { minNoticeMs } from '../../src/orders/operatorData/operatorVersions.ts'
import { program } from '../support/actors.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

describe('the catalog and prices in the browser', () => {
  it('a price is edited, reviewed and published: a new quote has it, an old order keeps its own, and it is taken back', async () => {
    const { world } = stage
    const customer = program(world, world.charged, 'production')
    const before = (await customer.place('before')).pricing
    const { manufacturingSku } = world.charged.products.find(({ sku }) => sku === 'NOVEL')!
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=books')
    const row = page.getByRole('row').filter({ hasText: manufacturingSku })
    await row.getByRole('button').click()
    // Dollars, and not cents.
    const field = page.getByLabel('Base price')
    const old = Number((await field.inputValue()).replace('$', ''))
    await field.fill('')
    await field.pressSequentially((old + 2).toFixed(2))
    assert.equal(await field.inputValue(), `$${(old + 2).toFixed(2)}`)
    await page.getByRole('combobox', { name: 'Change the severity of' }).click()
    await page.getByRole('option', { name: 'RGB colors (usually warning)' }).click()
    await page.getByRole('combobox', { name: 'RGB colors' }).click()
    await page.getByRole('option', { name: 'Off: not reported' }).click()
    await page.getByText('Unsaved changes').waitFor()
    // Input survives a reload.
    await page.reload()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').first().waitFor()

    await page.getByRole('tab', { name: 'Review and publish' }).click()
    const changes = page.getByRole('table', { name: 'Changes' })
    await changes.getByText('Price, base').waitFor()
    await changes.getByText(`$${(old + 2).toFixed(2)}`).waitFor()
    await page.getByRole('table', { name: 'By customer' }).getByText(world.charged.name).waitFor()
    await page.getByRole('table', { name: 'By book' }).getByText('+$4.00').waitFor()
    await page.getByRole('table', { name: 'Books that change' }).getByText('Changed').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByLabel('Reason').fill('Paper is dearer')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 2 published').waitFor()
    await world.advance(minNoticeMs)
    const { press } = world.app.operatorVersions.at(world.now()).catalog.get(manufacturingSku)!
    assert.deepEqual(press?.severities, { colour_rgb: 'off' })
    assert.equal(Math.round(100 * ((await customer.place('after')).pricing.itemsTotal - before.itemsTotal)), 400)
    assert.deepEqual((await customer.read('before')).pricing.orderTotal, before.orderTotal)

    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByText('Paper is dearer').waitFor()
    await page.getByRole('button', { name: 'Roll back to version 1' }).click()
    await page.getByLabel('Reason').fill('It was a mistake')
    await page.getByRole('button', { name: 'Roll back', exact: true }).click()
    await page.getByText('Version 3 published').waitFor()
    await world.advance(minNoticeMs)
    assert.equal((await customer.place('again')).pricing.itemsTotal, before.itemsTotal)
    await page.context().close()
  })

  it('the second of two editors sees what the first has saved, and loses nothing', async () => {
    const { world } = stage
    const [first, second] = await Promise.all([
      stage.openAs(world.demo.staff, '/staff/operator-data?tab=books'),
      stage.openAs(world.demo.staff, '/staff/operator-data?tab=books'),
    ])
    const perOrder = 'Per order'
    await second.getByLabel(perOrder).fill('3')
    await first.getByLabel(perOrder).fill('2')
    await first.getByRole('button', { name: 'Save draft' }).click()
    await first.getByText('Draft saved').first().waitFor()
    await second.getByRole('button', { name: 'Save draft' }).click()
    const conflict = second.getByRole('alert').filter({ hasText: 'Somebody else changed the draft' })
    await conflict.getByText('the stored draft has $2.00, yours has $3.00').waitFor()
    assert.match(await second.getByLabel(perOrder).inputValue(), /^\$3/)
    await conflict.getByRole('button', { name: 'Replace it with mine' }).click()
    await second.getByText('Draft saved').first().waitFor()
    await first.reload()
    assert.equal(await first.getByLabel(perOrder).inputValue(), '$3.00')
    for (const page of [first, second]) await page.context().close()
  })

  it('a mistake is shown at its field and prevents publishing', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/operator-data?tab=shipping')
    await page.getByLabel('Time zone').fill('Mars')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('1 mistake to fix before publishing').waitFor()
    await page.getByText('Mars is not a time zone').first().waitFor()
    assert.equal(await page.getByLabel('Time zone').getAttribute('aria-invalid'), 'true')
    await page.getByRole('tab', { name: 'Review and publish' }).click()
    assert.equal(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled(), true)
    await page.context().close()
  })

  it('the browser reported no errors', () => assert.deepEqual(stage.complaints, []))
})
