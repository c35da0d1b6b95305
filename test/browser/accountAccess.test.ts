// The staff invite a person into an account in the browser, and its owner confirms or refuses that.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

it('an invitation by the staff waits on both screens until an owner decides about it', async () => {
  const { charged, demo } = stage.world
  const page = await stage.openAs(demo.staff, `/staff/accounts/${charged.accountId}`)
  const invite = async (email: string) => {
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill(email)
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('Request sent. An owner of the account has to confirm it.').first().waitFor()
    await page.getByText(`Invite ${email} as Owner`).waitFor()
  }
  await invite('tom@lantern.example')
  await invite('eve@elsewhere.example')
  await page.goto('/staff/approvals')
  const region = page.getByRole('region', { name: 'Invite tom@lantern.example as Owner' })
  await region.getByText('An owner of the account has to confirm it. From').waitFor()
  assert.equal(await region.getByRole('button', { name: 'Approve' }).count(), 0)

  const owner = await stage.openAs(charged.user, '/dashboard/production/settings?tab=team')
  const request = (email: string) => owner.getByRole('region', { name: `Invite ${email} as Owner` })
  await request('eve@elsewhere.example').getByRole('button', { name: 'Refuse' }).click()
  await request('eve@elsewhere.example').waitFor({ state: 'detached' })
  await request('tom@lantern.example').getByRole('button', { name: 'Confirm' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await owner.getByRole('cell', { name: 'tom@lantern.example', exact: true }).waitFor()
  assert.equal(await request('tom@lantern.example').count(), 0)
  const { body } = await stage.world.call(`/staff/accounts/${charged.accountId}/members`, {
    as: demo.staff.authorization,
  })
  assert.deepEqual(
    [body.requests, body.invitations.map(({ email }: { email: string }) => email)],
    [[], ['tom@lantern.example']],
  )
  await owner.context().close()
  await page.context().close()
})
