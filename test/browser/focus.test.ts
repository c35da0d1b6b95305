// Where the focus is, for people who cannot see where to click: it is never lost to the page as a whole.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { program } from '../support/actors.ts'
import { gotFocus } from './keyboard.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

describe('the focus', () => {
  it('the focus moves to the heading of a screen that is opened, there and back', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('gone-to')
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders')
    await page.getByRole('link', { name: 'gone-to' }).waitFor()
    // The first screen leaves it where the browser begins, before the link that skips the navigation.
    await page.keyboard.press('Tab')
    await gotFocus(page.getByRole('link', { name: 'Skip to content' }))
    await page.getByRole('link', { name: 'gone-to' }).press('Enter')
    await gotFocus(page.getByRole('heading', { name: 'gone-to' }))
    await page.goBack()
    await gotFocus(page.getByRole('heading', { name: 'Orders' }))
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await gotFocus(page.getByRole('heading', { name: 'Billing' }))
    await page.context().close()
  })

  it('the focus stays on a button that is busy, which answers no second click', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/settings')
    let sent = 0
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/auth/change-password', async route => {
      sent++
      await held
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Current password' }).fill('this is not my password')
    await page.getByRole('textbox', { name: 'New password' }).fill('a sentence that only I know')
    const button = page.getByRole('button', { name: 'Change password' })
    await button.press('Enter')
    await page.locator('[aria-disabled=true]').filter({ hasText: 'Change password' }).waitFor()
    await gotFocus(button)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'New password' }).press('Enter')
    release()
    await page.getByRole('alert').waitFor()
    assert.equal(sent, 1)
    await page.context().close()
  })
})

it('moving the focus causes no uncaught error, policy violation or request to another host', () => {
  assert.deepEqual(stage.complaints, [])
})
