// Who may come in, in the staff console: people and keys and their owners, and accounts that are suspended and resumed.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { createPerson } from '../../src/accounts/accounts.ts'
import { linkIn, mailsTo } from '../support/visitor.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

it('the staff see whose a key is, make a key for Prometheus after giving their password, and revoke it', async () => {
  const { world } = stage
  const { demo } = world
  const page = await stage.openAs(demo.staff, '/staff/keys')
  const keys = page.getByRole('table', { name: 'Keys' })
  await keys.getByText(demo.staff.email).waitFor()
  await sql`update sessions set created_at = created_at - interval '2 hours'`.execute(world.app.database.db)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create key' })
  await dialog.getByLabel('Label').fill('Prometheus in Lyon')
  await dialog.getByRole('combobox', { name: 'Expires' }).click()
  await page.getByRole('option', { name: 'After 30 days' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const confirmation = page
    .getByRole('dialog')
    .filter({ has: page.getByLabel('Password') })
    .last()
  await confirmation.getByRole('textbox', { name: 'Password' }).fill(demo.staff.password)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Copy the key now' })
  const authorization = (await shown.getByText(/^Basic /).textContent())!.trim()
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  const statusOf = async (path: string) => (await world.call(path, { as: authorization })).status
  assert.deepEqual([await statusOf('/metrics'), await statusOf('/staff/accounts')], [200, 403])

  const row = keys.getByRole('row').filter({ hasText: 'Prometheus in Lyon' })
  await row.getByText('Apr 1, 2026').waitFor()
  await keys.getByRole('button', { name: 'Revoke Prometheus in Lyon' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Prometheus in Lyon revoked').waitFor()
  assert.equal(await statusOf('/metrics'), 401)
  await page.context().close()
})

it('the staff invite a person of a printer, who joins its press desk, and remove the person', async () => {
  const { world } = stage
  const email = 'paula@bindery.example'
  const page = await stage.openAs(world.demo.staff, '/staff/people')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite person' })
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('combobox', { name: 'Access' }).click()
  await page.getByRole('option', { name: 'Printer: desk' }).click()
  await dialog.getByText('The jobs of desk').waitFor()
  await dialog.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('table', { name: 'Invitations' }).getByText(email).waitFor()

  await world.settle() // the sent email is in the language of the invitation
  const invited = await stage.open()
  await invited.goto(linkIn((await mailsTo(world, email)).at(-1)!.body))
  await invited.getByRole('heading', { name: 'Als Druckerei beitreten: desk' }).waitFor()
  await invited.getByRole('button', { name: 'English' }).click()
  await invited.getByRole('heading', { name: 'Join as a printer: desk' }).waitFor()
  await invited.getByLabel('Your name').fill('Paula Press')
  await invited.getByRole('textbox', { name: 'Choose a password' }).fill('correct horse battery')
  await invited.getByRole('button', { name: 'Join' }).click()
  await invited.getByRole('heading', { name: 'Jobs' }).waitFor()

  await page.reload()
  const people = page.getByRole('table', { name: 'Press desk' })
  await people.getByRole('button', { name: 'Remove Paula Press' }).click()
  await page.getByRole('button', { name: 'Remove person' }).click()
  await page.getByText('Paula Press has been removed and signed out').waitFor()
  await invited.reload()
  await invited.getByText('Sign in').first().waitFor()
  await invited.context().close()
  await page.context().close()
})

it('a member of the staff whose role only reads sees everything, and nothing to change it with', async () => {
  const { world } = stage
  const reader = { name: 'Rita Reader', email: 'rita@octavo.example', password: 'correct horse battery' }
  const deps = { ...world.app, db: world.app.database.db }
  await createPerson(deps, { kind: 'staff', role: 'read_only', ...reader }, 'test')
  const page = await stage.openAs(reader, `/staff/accounts/${world.charged.accountId}`)
  const shows = async (path: string, ready: string, changes: string[]) => {
    await page.goto(`/staff${path}`)
    await page.getByText(ready).first().waitFor()
    for (const name of changes) assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  }
  await shows(`/accounts/${world.charged.accountId}`, 'Two-factor', [
    'Edit account',
    'Suspend account',
    'Invite member',
  ])
  await shows('/accounts', world.charged.name, ['Open an account'])
  await shows('/printers', 'Last contact', ['Pause'])
  await shows('/people', 'Last sign-in', ['Invite person', 'Remove'])
  await shows('/operator-data?tab=books', 'Pocket paperback', ['New book', 'Import'])
  await page.getByRole('button', { name: 'Pocket paperback' }).click()
  assert.ok(await page.getByLabel('Base price').isDisabled())
  await shows('/operator-data?tab=shipping', 'Northern Canada', ['Remove zone'])
  assert.equal(await page.getByRole('textbox').and(page.locator(':enabled:not([readonly])')).count(), 0)

  // A key of a reader can be a reader's only.
  await page.goto('/staff/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create key' })
  await dialog.getByLabel('Label').fill('Dashboard')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByText('Staff API, read-only').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Revoke/ }).count(), 1)

  const owner = await stage.openAs(world.demo.staff, '/staff/people')
  await owner.getByRole('checkbox', { name: 'Read-only' }).click()
  await owner.getByText('1 person has not set it up yet.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
  await owner.context().close()
  await page.context().close()
})

it('staff suspend an account with a reason, nobody can sign in to it, and staff resume it', async () => {
  const { world } = stage
  const { charged, demo } = world
  const customer = await stage.openAs(charged.user, '/dashboard/sandbox/orders')
  const page = await stage.openAs(demo.staff, `/staff/accounts/${charged.accountId}`)
  await page.getByRole('button', { name: 'Suspend account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Existing orders are still charged').waitFor()
  await dialog.getByLabel('Reason').fill('The cards are stolen')
  await dialog.getByRole('button', { name: 'Suspend account' }).click()
  await page.getByText('This account is suspended').waitFor()
  await page.getByText('The cards are stolen').first().waitFor() // the dialog may still close

  await customer.reload()
  await customer.getByLabel('Email address').fill(charged.user.email)
  await customer.getByRole('textbox', { name: 'Password' }).fill(charged.user.password)
  await customer.getByRole('button', { name: 'Sign in', exact: true }).click()
  await customer.getByText('This account is suspended. Contact support.').waitFor()

  await page.goto('/staff/accounts')
  await page.getByText('Suspended', { exact: true }).waitFor()
  await page.goto(`/staff/accounts/${charged.accountId}`)
  await page.getByRole('button', { name: 'Resume account' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('They were not')
  await page.getByRole('dialog').getByRole('button', { name: 'Resume account' }).click()
  await page.getByRole('button', { name: 'Sign out all members' }).waitFor()
  await customer.getByRole('button', { name: 'Sign in', exact: true }).click()
  await customer.getByText('Place an order').first().waitFor()
  await Promise.all([page.context().close(), customer.context().close()])
})

it('the staff open an account, its first owner accepts the invitation, and the staff see the owner there', async () => {
  const { world } = stage
  const page = await stage.openAs(world.demo.staff, '/staff/accounts')
  await page.getByRole('button', { name: 'Open an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open an account' })
  await dialog.getByLabel('Name of the company').fill('Paper Lantern')
  await dialog.getByLabel('Email address of its first owner').fill(world.charged.user.email)
  await dialog.getByRole('button', { name: 'Open account' }).click()
  await dialog.getByText('already has a sign-in').waitFor()
  await dialog.getByLabel('Email address of its first owner').fill('mina@lantern.example')
  await dialog.getByRole('button', { name: 'Open account' }).click()
  await page.getByText('Nobody can sign in yet').waitFor()
  await page.getByRole('table', { name: 'Invitations' }).getByText('mina@lantern.example').waitFor()

  const owner = await stage.open()
  await owner.goto(linkIn((await mailsTo(world, 'mina@lantern.example'))[0]!.body))
  await owner.getByLabel('Your name').fill('Mina')
  await owner.getByRole('textbox', { name: 'Choose a password' }).fill('correct horse battery')
  await owner.getByRole('button', { name: 'Join' }).click()
  await owner.getByText('Place an order').first().waitFor()
  await page.reload()
  await page.getByRole('table', { name: 'Members' }).getByText('Mina', { exact: true }).waitFor()
  await Promise.all([page.context().close(), owner.context().close()])
})
