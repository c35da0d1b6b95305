// The staff talk about an order, and look at it as its customer does.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { program } from '../support/actors.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

it('a note and a message are written on the order, and the view as the customer shows the message only', async () => {
  const { world } = stage
  const { accountId, name } = world.charged
  await program(world, world.charged, 'production').place('talk')
  await world.settle()
  const page = await stage.openAs(world.demo.staff, `/staff/orders/${accountId}/talk`)
  const write = async (button: string, field: string, text: string, confirm: string) => {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(field).fill(text)
    await dialog.getByRole('button', { name: confirm }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByText(text, { exact: true }).waitFor()
  }
  await write('Add note', 'Text of the note', 'Called the printer about the spine.', 'Add note')
  await write('Write to customer', 'Text of the message', 'May we print it with a white edge?', 'Send message')
  await page.getByText('To the customer').waitFor()

  await page.getByRole('button', { name: 'View as customer' }).click()
  await page.waitForURL('**/dashboard/production/orders/talk')
  await page.getByRole('heading', { name: 'Messages from support' }).waitFor()
  await page.getByText('May we print it with a white edge?').waitFor()
  await page.getByText(`Viewing ${name}`).waitFor()
  assert.equal(await page.getByText('Called the printer').count(), 0)
  for (const act of ['Duplicate', 'Edit', 'Cancel order'])
    assert.equal(await page.getByRole('button', { name: act }).count(), 0, act)

  await page.getByRole('button', { name: 'End view' }).click()
  await page.waitForURL(`**/staff/accounts/${accountId}`)
  await page.getByRole('heading', { name }).waitFor()

  const cookie = await stage.world.signIn(stage.world.demo.staff)
  const suspend = { method: 'POST', cookie, body: { reason: 'does not pay' } } as const
  await stage.world.call(`/staff/accounts/${accountId}/suspend`, suspend)
  await page.reload()
  await page.getByRole('button', { name: 'View as customer' }).click()
  await page.getByText(`Viewing ${name} (suspended)`).waitFor()
  await page.goto('/dashboard/production/orders/talk')
  await page.getByText('May we print it with a white edge?').waitFor()
  assert.deepEqual(stage.complaints, [])
})
