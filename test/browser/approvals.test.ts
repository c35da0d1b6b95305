// Two people of the support staff in the browser: what one asks for, the other decides on.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day, earlier, hour } from '../../src/base/clock.ts'
import { program } from '../support/actors.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage({ config: { secondPersonAboveCents: 1000 } })
})
after(() => stage[Symbol.asyncDispose]())

it('a refund and an enterprise account wait for a second person, who approves the one and declines the other', async () => {
  const { world } = stage
  const { charged, demo } = world
  const colleague = { name: 'Ben Second', email: 'ben@example.com', password: 'correct horse battery' }
  await createPerson({ ...world.app, db: world.app.database.db }, { kind: 'staff', ...colleague }, 'test')
  const ours = program(world, charged, 'production')
  await ours.place('dear')
  await world.advance(day)

  // The dialogs say that it waits, before and after.
  const page = await stage.openAs(demo.staff, `/staff/orders/${charged.accountId}/dear`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Another staff member has to approve this refund.').waitFor()
  await dialog.getByText('Custom amount').click()
  await dialog.getByLabel('Amount including taxes').fill('10')
  await dialog.getByRole('button', { name: 'Refund $10.00' }).waitFor()
  await dialog.getByText('Full remaining amount').click()
  await dialog.getByLabel('Reason').fill('It arrived wet')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await page.getByText('Request sent. Another staff member has to approve it.').waitFor()
  await page.getByText('Waiting for approval').waitFor()

  await page.goto(`/staff/accounts/${charged.accountId}`)
  await page.getByRole('button', { name: 'Edit account' }).click()
  await page.getByRole('switch', { name: 'Enterprise account' }).check()
  await page.getByRole('dialog').getByText('Until then, nothing changes').waitFor()
  await page.getByLabel('Reason').fill('A new contract')
  await page.getByRole('button', { name: 'Request change' }).click()
  await page.getByText('Waiting for approval').waitFor()

  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByRole('dialog').getByText('an owner has to confirm the request first').waitFor()
  await page.goto('/staff/money?tab=statements')
  await page.getByRole('button', { name: 'Import payments' }).click()
  await page.getByRole('dialog').getByText('payments of 30 days exceed $10.00').waitFor()

  // Whoever asked may only withdraw.
  await page.goto('/staff/approvals')
  const refund = (of = page) => of.getByRole('region', { name: /^Refund \$/ })
  const enterprise = (of = page) => of.getByRole('region', { name: 'Switch to an enterprise account' })
  await refund().getByRole('button', { name: 'Withdraw' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)

  const second = await stage.openAs(colleague, '/staff')
  await second.clock.setFixedTime(earlier(world.now(), hour)) // the clock of a browser may be wrong
  await second.getByRole('link', { name: 'requests to approve' }).click()
  await refund(second).getByText('It arrived wet').waitFor()
  await refund(second).getByRole('link', { name: 'dear' }).waitFor()
  await enterprise(second).getByRole('button', { name: 'Decline' }).click()
  await second.getByLabel('Reason').fill('There is no contract')
  await second.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await second.getByText('Request declined').waitFor()
  await refund(second).getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await second.getByText('Nothing to approve').waitFor()
  await second.getByText('There is no contract').waitFor()
  await world.settle()
  const { paymentInfo } = (await world.call('/orders/dear', { as: charged.production.authorization })).body
  assert.equal(paymentInfo.status, 'REFUNDED')

  // Who asked sees it, too, and the log names both.
  await page.reload()
  await page.getByText('Nothing to approve').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  await log.getByText('Request approved').waitFor()
  await log.getByText('Ben Second').first().waitFor()
  assert.deepEqual(stage.complaints, [])
})
