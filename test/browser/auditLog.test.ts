// The audit log as people read it: of all accounts, and of one's own.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { appendAudit } from '../../src/accounts/auditLog.ts'
import { orderBody } from '../support/world.ts'
import { startStage } from './stage.ts'

it('the audit log names orders, quotes and changes in words, shows no identifier, and is filtered by action and person', async () => {
  await using stage = await startStage()
  const { world } = stage
  const { app, call, charged, demo, now } = world
  const { accountId } = charged
  const customerOrderId = 'web-4781cdbc63afa382'
  const as = charged.production.authorization
  await call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId }) })
  const entries: { action: string; subject: string; details: Record<string, unknown> }[] = [
    { action: 'order_refunded', subject: customerOrderId, details: { reason: 'Torn', amount: 1090, items: [] } },
    {
      action: 'quote_offered',
      subject: 'quo_01kmw9pww825e1nf1rnf9x',
      details: { mode: 'production', total: 4500 },
    },
    {
      action: 'account_billing_changed',
      subject: accountId,
      details: { before: { termsDays: 30, creditLimit: 500 }, after: { termsDays: 45, creditLimit: 500 } },
    },
    {
      action: 'exemption_approved',
      subject: 'exm_01kmw9pww825e1nf1rnf98',
      details: { jurisdiction: 'US-NY', expiresAt: null },
    },
    {
      action: 'webhook_endpoint_created',
      subject: 'wep_01kmw9pww825e1nf1rnf9x',
      details: { endpointId: 'wep_01kmw9pww825e1nf1rnf9x', enabled: true },
    },
  ]
  const { rows: people } = await sql<{ actor: string }>`
    select 'user ' || id as actor from users where email = ${demo.staff.email}`.execute(app.database.db)
  const { actor } = people[0]!
  await app.database.db.transaction().execute(async tx => {
    for (const entry of entries) await appendAudit(tx, app.newId, { at: now(), actor, accountId, ...entry })
  })

  const page = await stage.openAs(demo.staff, '/staff/audit')
  const rows = page.getByRole('table', { name: 'Audit log' })
  const textsOf = async (within: Locator) =>
    (await within.getByRole('cell').allInnerTexts()).flatMap(cell => cell.split(/\s*\n\s*/)).filter(text => text !== '')
  const rowOf = (action: string) => textsOf(rows.getByRole('row').filter({ hasText: action }).first())
  await rows.getByText('Webhook endpoint created').waitFor()
  assert.deepEqual((await rowOf('Order refunded')).slice(1, 5), [
    '1 · Trade paperback',
    charged.name,
    'Torn',
    'Amount: $1,090.00',
  ])
  assert.deepEqual((await rowOf('Quote offered')).slice(1, 4), [
    'Quote',
    charged.name,
    'Mode: production, total: $4,500.00',
  ])
  assert.deepEqual((await rowOf('Account billing changed')).slice(1, 3), [charged.name, 'Terms days: 30 → 45'])
  assert.equal((await rowOf('Exemption approved'))[1], 'Certificate for New York')
  assert.deepEqual((await rowOf('Webhook endpoint created')).slice(1, 4), ['–', charged.name, 'Enabled: yes'])
  assert.match((await rowOf('Signed in')).join(' '), /With a password, in a (?:known|new) browser/)
  assert.doesNotMatch((await textsOf(rows)).join('\n'), /[a-z]{3}_[0-9a-z]{10}|web-[0-9a-f]{8}/)

  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Order refunded' }).click()
  await rows.getByText('Webhook endpoint created').waitFor({ state: 'detached' })
  assert.equal(await rows.getByRole('row').count(), 2)
  await page.getByLabel('Person or key').fill('nobody.of.this.name')
  await page.getByLabel('Person or key').press('Enter')
  await page.getByText('No entries match these filters.').waitFor()
  await page.getByLabel('Person or key').fill(demo.staff.email.toUpperCase())
  await page.getByLabel('Person or key').press('Enter')
  await rows.getByText('Order refunded').waitFor()

  const theirs = await stage.openAs(charged.user, '/dashboard/sandbox/settings?tab=audit')
  const own = theirs.getByRole('table', { name: 'Audit log' })
  await own.getByText('1 · Trade paperback').waitFor()
  assert.doesNotMatch((await textsOf(own)).join('\n'), /[a-z]{3}_[0-9a-z]{10}|web-[0-9a-f]{8}/)
  assert.deepEqual(stage.complaints, [])
})
