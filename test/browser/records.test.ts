// Webhooks tested and redelivered, the books as a file, compared jobs, a search by the first letters, a change of the
// e-mail address.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day } from '../../src/base/clock.ts'
import { member, parcel, press, program } from '../actors.ts'
import { mailsTo, tokenIn } from '../visitor.ts'
import { startReceiver } from '../world.ts'
import { compareJobs } from './scene.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let receiver: Awaited<ReturnType<typeof startReceiver>>
let bo: Awaited<ReturnType<typeof bookkeeper>>
before(async () => {
  stage = await startStage()
  const { world } = stage
  const { charged } = world
  receiver = await startReceiver(() => charged.production.webhookSecret)
  const { place } = program(world, charged, 'production')
  for (const id of ['PLB-2001', 'PLB-2002', 'PLB-2003']) await place(id, { webhookUrl: receiver.url })
  await world.settle()
  await world.advance(day)
  for (const id of ['PLB-2001', 'PLB-2002']) {
    await press(world).tell(id, 'accept')
    await press(world).tell(id, 'ship', parcel)
  }
  await world.settle()
  await compareJobs(world, { accountId: charged.accountId, ...(await press(world).jobOf('PLB-2001')) })
  bo = await bookkeeper()
})
after(async () => {
  await receiver[Symbol.asyncDispose]()
  await stage[Symbol.asyncDispose]()
})

/** May read, and see to the money of the account. */
const bookkeeper = () => personOf('bookkeeper', 'Bo')

async function personOf(role: 'bookkeeper' | 'viewer', name: string) {
  const { charged, app } = stage.world
  const person = { email: `${role}@lantern.example`, password: 'correct horse battery' }
  await createPerson(
    { db: app.database.db, clock: app.clock, newId: app.newId },
    { ...person, name, kind: 'customer', accountId: charged.accountId, role },
    'test',
  )
  return person
}

describe('webhooks in the browser', () => {
  it('are tried with a test event, whose request and answer are seen at once and in the list', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/webhooks')
    await page.getByRole('button', { name: 'Send a test event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[value^="http://127.0.0.1:"]').waitFor() // the address of the last order
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText(/^Accepted, after/).waitFor()
    assert.match(
      (await dialog.getByLabel('Request', { exact: true }).textContent()) ?? '',
      /webhook-signature: v1,.*"WebhookTest"/s,
    )
    await dialog.getByLabel('Address').fill('http://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Send another' }).click()
    await dialog.getByText(/The service must not call that address/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /A test: show test Failed/ }).waitFor()
    // A click anywhere in the row shows it.
    await page
      .getByRole('row', { name: /A test: show test Delivered/ })
      .getByText(/^204 · \d+ ms$/)
      .click()
    await page.getByRole('dialog').getByText('204').waitFor()
    assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).count(), 0)
    await page.context().close()
  })

  it('of a stretch of time are counted, then sent again', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/webhooks')
    await page.getByRole('button', { name: 'Resend a time range' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No webhook to resend.').waitFor()
    await dialog.getByLabel('From').fill('2026-03-20T23:00')
    await dialog.getByText('Choose an end after the beginning.').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Resend' }).isDisabled(), true)
    await dialog.getByLabel('From').fill('2026-03-02T00:00')
    await dialog.getByText('Everything').click()
    await dialog.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: 'OrderShipped' }).click()
    const send = dialog.getByRole('button', { name: /^Resend \d+$/ })
    const count = Number(/\d+/.exec((await send.textContent()) ?? '')?.[0])
    assert.ok(count > 1, `${count}`)
    await send.click()
    await page.getByText(`${count} webhooks resent`).waitFor()
    await page.context().close()
  })

  it('that failed are listed alone, where the overview leads', async () => {
    const { world } = stage
    const { place } = program(world, world.charged, 'production')
    await using refusing = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => 410,
    )
    await place('PLB-gone', { webhookUrl: refusing.url })
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/production/overview')
    await page.getByRole('link', { name: /webhooks? failed/ }).click()
    const table = page.getByRole('table', { name: 'Deliveries' })
    await table.getByText('PLB-gone').first().waitFor()
    assert.equal(await table.getByText('PLB-2001').count(), 0)
    await page.getByRole('checkbox', { name: /^Choose all \d+$/ }).check()
    await page.getByRole('button', { name: /^Resend \d+$/ }).click()
    await page.getByText(/^\d+ webhooks? resent$/).waitFor()
    await page.getByText('All', { exact: true }).click()
    await table.getByText('PLB-2001').first().waitFor()
    await page.context().close()
  })

  it('are tried again so soon that the year goes without saying', async () => {
    const { world } = stage
    await using refusing = await startReceiver(
      () => world.charged.production.webhookSecret,
      () => 500,
    )
    await program(world, world.charged, 'production').place('PLB-late', { webhookUrl: refusing.url })
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/production/overview')
    await page
      .getByRole('region', { name: 'Webhooks delivered' })
      .getByText(/^\d+(\.\d)?%$/)
      .waitFor()
    await page.getByRole('link', { name: /webhooks? not accepted yet, being retried/ }).click()
    const next = page.locator('[data-title="Next attempt"] time').first()
    assert.match((await next.textContent()) ?? '', /^[A-Z][a-z]+ \d+, \d+:\d\d [AP]M E[DS]T$/)
    // What went wrong is told by the status, not by the service's code for it.
    await page
      .getByRole('button', { name: /PLB-late: show$/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('500', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('http_5xx').count(), 0)
    await page.context().close()
  })

  it('keep their secret from a bookkeeper, who may read the rest', async () => {
    const page = await stage.openAs(bo, '/dashboard/production/webhooks')
    await page.getByRole('table', { name: 'Deliveries' }).waitFor()
    for (const name of ['Send a test event', 'Resend a time range'])
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    await page.getByRole('tab', { name: 'Secret' }).click()
    await page.getByText('Your role does not show the secret').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show the secret' }).count(), 0)
    await page.context().close()
  })
})

describe('what the role does not allow', () => {
  it('is not offered where orders, products and time are', async () => {
    await program(stage.world, stage.world.charged, 'sandbox').place('test-2001')
    await stage.world.settle()
    const page = await stage.openAs(bo, '/dashboard/sandbox/orders')
    for (const [path, there, acts] of [
      ['orders', 'All 1 shown', ['Place an order', 'From a file', 'Fast-forward', 'Payment Success']],
      ['orders/test-2001', 'History', ['Cancel order', 'Duplicate', 'Payment Success', 'Fast-forward']],
      ['products', 'KEEPSAKE', ['Create a product']],
      ['products/KEEPSAKE', 'Templates', ['Save', 'Archive']],
      ['overview', 'Orders by day', ['Place an order']],
    ] as const) {
      await page.goto(`/dashboard/sandbox/${path}`)
      await page.getByText(there).first().waitFor()
      for (const name of acts)
        assert.equal(await page.locator('a, button').filter({ hasText: name }).count(), 0, `${path}: ${name}`)
    }
    await page.context().close()
  })

  it('is not promised of an order that can still be cancelled', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('test-2002')
    await world.settle()
    await (await member(world, world.charged)).simulate('test-2002', 'payment_success')
    await world.settle()
    const page = await stage.openAs(bo, '/dashboard/sandbox/orders/test-2002')
    await page.getByText('Your role cannot cancel orders.').waitFor()
    assert.equal(await page.getByText('You can still cancel').count(), 0)
    await page.context().close()
  })

  it('is not asked for where papers are', async () => {
    const vera = await personOf('viewer', 'Vera')
    const page = await stage.openAs(vera, '/dashboard/production/billing?tab=exemptions')
    await page.getByText('Owners and bookkeepers of the account can upload the certificate').waitFor()
    await page.context().close()
  })

  it('is said before anybody works on it', async () => {
    const page = await stage.openAs(bo, '/dashboard/sandbox/keys')
    await page.getByText('Your role does not show API keys').waitFor()
    for (const [path, says] of [
      ['place', 'Your role cannot place orders'],
      ['place/many', 'Your role cannot place orders'],
      ['products/new', 'Your role cannot create products'],
    ]) {
      await page.goto(`/dashboard/sandbox/${path}`)
      await page.getByText(says!).waitFor()
    }
    await page.context().close()
  })
})

describe('records of the staff in the browser', () => {
  it('are compared jobs, the ledger as CSV and JSON, and orders found by how they begin', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/printers?tab=comparisons')
    await page.getByText('It still lists this job, which has ended here').waitFor()
    await page.getByText('It lists this job as shipped, and never said so').waitFor()
    await page.goto('/staff/money?tab=ledger&from=2026-03-01&to=2026-03-31')
    await page.getByText('Card payments').waitFor()
    for (const [name, sign] of [
      ['CSV', /^\uFEFFat,.*\n.*revenue/s],
      ['JSON', /"entries":/],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ])
      assert.equal(download.suggestedFilename(), `ledger-2026-03-01-2026-03-31.${name.toLowerCase()}`)
      assert.match(await readFile(await download.path(), 'utf8'), sign)
    }
    // Debits and credits are the same, so that all accounts together stand at nothing.
    await page.getByRole('row', { name: /^Total – (\$[\d,.]+) \1 –$/ }).waitFor()
    await page.getByText('Last month', { exact: true }).click()
    await page.getByText('Nothing in the books').waitFor()
    const days = ['From', 'To'].map(name => page.getByLabel(name, { exact: true }).inputValue())
    assert.deepEqual(await Promise.all(days), ['2026-02-01', '2026-02-28'])
    await page.getByLabel('To', { exact: true }).fill('2027-12-31')
    await page
      .getByText(/at most a year after it/)
      .first()
      .waitFor()
    await page.goto('/staff/orders')
    await page.getByLabel('Find an order of any account').fill('PLB-200')
    await page.keyboard.press('Enter')
    for (const id of ['PLB-2001', 'PLB-2002', 'PLB-2003']) await page.getByRole('link', { name: id }).waitFor()
    await page.context().close()
  })
})

describe('another e-mail address', () => {
  it('is asked for in the settings and confirmed from both mailboxes', async () => {
    const { world } = stage
    const person = world.enterprise.user
    const page = await stage.openAs(person, '/dashboard/sandbox/settings')
    await page.getByLabel('New address').fill('elsewhere@binding.example')
    await page.getByRole('button', { name: 'Send both mails' }).click()
    await page.getByText('elsewhere@binding.example has not confirmed yet').waitFor()
    const tokenOf = async (email: string) => tokenIn((await mailsTo(world, email)).at(-1))
    await page.goto(`/dashboard/change-email?token=${await tokenOf('elsewhere@binding.example')}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('One more confirmation needed').waitFor()
    await page.goto(`/dashboard/change-email?token=${await tokenOf(person.email)}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Your address has been changed').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail address').fill('elsewhere@binding.example')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Webhooks' }).first().waitFor()
    await page.context().close()
  })

  it('leaves no complaint of the browser', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
