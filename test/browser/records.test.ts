// Webhooks tested and redelivered, the books as a file, compared jobs, a search by the first letters, a change of the
// email address.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day, hour } from '../../src/base/clock.ts'
import { member, parcel, press, program } from '../support/actors.ts'
import { mailsTo, tokenIn } from '../support/visitor.ts'
import { startReceiver } from '../support/world.ts'
import { bytesOf, exportedCsv } from './chromium.ts'
import { compareJobs } from './scene.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

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
  it('a test event in the browser shows its request and response at once and in the list', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/webhooks')
    await page.getByRole('button', { name: 'Send test event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[value^="http://127.0.0.1:"]').waitFor() // the address of the last order
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText(/^Delivered · \d/).waitFor()
    assert.match(
      (await dialog.getByLabel('Request', { exact: true }).textContent()) ?? '',
      /webhook-signature: v1,.*"WebhookTest"/s,
    )
    await dialog.getByLabel('Webhook URL').fill('http://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText(/This address is not allowed/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /View Test event Test Failed/ }).waitFor()
    // A click anywhere in the row shows it.
    await page
      .getByRole('row', { name: /View Test event Test Delivered/ })
      .getByText(/^204 · \d+ ms$/)
      .click()
    await page.getByRole('dialog').getByText('204').waitFor()
    assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).count(), 0)
    await page.getByRole('dialog').getByLabel('Request', { exact: true }).waitFor()
    await page.context().close()
  })

  it('webhooks in the browser are found by event and order, and shown with their request', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/webhooks', {
      width: 390,
      height: 844,
    })
    await page.getByRole('button', { name: 'View OrderReceived for PLB-2001' }).waitFor()
    await page.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: 'OrderShipped', exact: true }).click()
    await page.getByRole('button', { name: 'View OrderShipped for PLB-2002' }).waitFor()
    await page.getByRole('textbox', { name: 'Order ID' }).fill('PLB-2001')
    await page.getByRole('textbox', { name: 'Order ID' }).press('Enter')
    await page.getByRole('button', { name: 'View OrderShipped for PLB-2002' }).waitFor({ state: 'detached' })
    await waitForValue(() => page.getByRole('button', { name: /^View Order/ }).count(), 1)
    await page.getByRole('button', { name: 'View OrderShipped for PLB-2001' }).click()
    const request = page.getByRole('dialog').getByLabel('Request', { exact: true })
    assert.match((await request.textContent()) ?? '', /webhook-id: evt_.*"OrderShipped"/s)
    await page.context().close()
  })

  it('a report in the browser counts webhooks, and leads to those that arrived at the first attempt', async () => {
    await stage.world.advance(2 * hour) // webhooks are counted by the hour
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/reports')
    await page.getByRole('button', { name: /^All figures/ }).click()
    await page.getByRole('button', { name: /^Delivered at first attempt/ }).click()
    const [count] = /\d+/.exec((await page.getByRole('button', { name: /^Webhooks sent/ }).textContent()) ?? '') ?? []
    assert.ok(Number(count) >= 6, `${count} webhooks`)
    await page.getByRole('heading', { name: 'Delivered at first attempt by day' }).waitFor()
    await page.getByRole('link', { name: 'View these webhooks' }).click()
    await page.getByRole('button', { name: /^Delivered at first attempt/ }).waitFor()
    await page.getByRole('button', { name: 'View OrderReceived for PLB-2001' }).waitFor()
    await waitForValue(() => page.getByRole('button', { name: /^View Order/ }).count(), Number(count))
    await page.getByRole('button', { name: /^Delivered at first attempt/ }).click()
    await page.getByRole('button', { name: /^Events/ }).waitFor()
    await page.context().close()
  })

  it('a report lists the ten books that were ordered most, with bars of the difference, and all on request', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/sign-in')
    await page.route(/api\/production\/reports\?/, async route => {
      const answer = await route.fetch()
      const report = await answer.json()
      const copiesOf = (i: number) => ({ sku: `BOOK-${i}`, copies: i, copiesBefore: 12 - i })
      const books = Array.from({ length: 12 }, (_, i) => ({ ...report.books[0], ...copiesOf(i + 1), title: null }))
      await route.fulfill({ response: answer, json: { ...report, books } })
    })
    await page.goto('/dashboard/production/reports')
    const table = page.getByRole('table', { name: 'Books' })
    const rows = table.getByRole('row').filter({ hasText: 'BOOK-' })
    await table.getByText('BOOK-12').waitFor()
    assert.equal(await rows.count(), 10)
    const bars = await rows.evaluateAll(found =>
      found.map(row => [...row.querySelectorAll('[aria-hidden] > div')].map(bar => bar.getAttribute('style'))),
    )
    assert.deepEqual([bars[0], bars[6], bars[9]], [['width: 50%;'], ['width: 0%;'], ['width: 25%;']])
    await page.getByRole('button', { name: 'Show all 12' }).click()
    await waitForValue(() => rows.count(), 12)
    await page.context().close()
  })

  it('the staff get from a bar of a report to the webhooks behind it, and resend those of an account', async () => {
    const { charged, demo } = stage.world
    const page = await stage.openAs(demo.staff, '/staff/reports')
    await page.getByRole('button', { name: /^All figures/ }).click()
    await page.getByRole('button', { name: /^Delivered at first attempt/ }).click()
    await page.getByRole('link', { name: 'View these webhooks' }).click()
    await page.getByRole('button', { name: /^Delivered at first attempt/ }).waitFor()
    const table = page.getByRole('table', { name: 'Webhooks of all accounts' })
    await table.getByRole('button', { name: 'View OrderShipped for PLB-2001' }).click()
    const dialog = page.getByRole('dialog')
    const request = dialog.getByLabel('Request', { exact: true })
    assert.match((await request.textContent()) ?? '', /POST .*\/hook\?….*"OrderShipped"/s)
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('combobox', { name: 'Account' }).fill('lantern')
    await page.getByRole('option', { name: charged.name }).click()
    await page.waitForURL(`**accountId=${charged.accountId}**`)
    await page.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: 'OrderShipped', exact: true }).click()
    await waitForValue(() => table.getByRole('button', { name: /^View / }).count(), 2)
    await table.getByLabel('Select all shown').check()
    await page.getByText('2 webhooks selected').waitFor()
    await page.getByRole('button', { name: 'Select all matching webhooks' }).click()
    await page.getByRole('button', { name: 'Resend', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resend', exact: true }).click()
    await page.getByText('2 webhooks will be resent').waitFor()
    const csv = await exportedCsv(page)
    assert.equal(csv.trim().split('\r\n').length, 3)
    await page.context().close()
  })

  it('webhooks of a period are counted in the browser, then resent', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/webhooks')
    await page.getByRole('button', { name: 'Resend by time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No webhooks to resend.').waitFor()
    await dialog.getByLabel('From').fill('2026-03-20T23:00')
    await dialog.getByText('The end must be later than the start.').waitFor()
    await waitForValue(() => dialog.getByRole('button', { name: 'Resend' }).isDisabled(), true)
    await dialog.getByLabel('From').fill('2026-03-02T00:00')
    await dialog.getByText('All', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: 'OrderShipped' }).click()
    const send = dialog.getByRole('button', { name: /^Resend \d+$/ })
    const count = Number(/\d+/.exec((await send.textContent()) ?? '')?.[0])
    assert.ok(count > 1, `${count}`)
    await send.click()
    await page.getByText(`${count} webhooks will be resent. Responses appear in the list.`).waitFor()
    await page.context().close()
  })

  it('the overview leads to the list of failed webhooks', async () => {
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
    await waitForValue(() => table.getByText('PLB-2001').count(), 0)
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    const count = await table.getByRole('checkbox', { name: /^Select (?!all)/, checked: true }).count()
    assert.ok(count > 1)
    // The second must wait at first, and is alone sent again.
    const asked: string[] = []
    await page.route('**/redeliver', route => {
      asked.push(route.request().url())
      const later = { code: 'too_many_requests', status: 429, detail: 'Wait a little.', errors: [] }
      return asked.length === 2 ? route.fulfill({ status: 429, json: later }) : route.continue()
    })
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Resend' }).click()
    const resend = page.getByRole('dialog').getByRole('button', { name: 'Resend', exact: true })
    await resend.click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await resend.click()
    await page.getByText(`${count} webhooks will be resent`).waitFor()
    assert.equal(asked.length, count + 1)
    assert.equal(asked[1], asked[2])
    assert.equal(new Set(asked).size, count)
    await page.getByText('All', { exact: true }).click()
    await table.getByText('PLB-2001').first().waitFor()
    await page.context().close()
  })

  it('the list of webhooks shows the time of the next attempt without the year', async () => {
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
    await page.getByRole('link', { name: /webhooks? being retried/ }).click()
    const next = page.locator('[data-title="Next attempt"] time').first()
    assert.match((await next.textContent()) ?? '', /^[A-Z][a-z]+ \d+, \d+:\d\d [AP]M E[DS]T$/)
    // What went wrong is told by the status, not by the service's code for it.
    await page
      .getByRole('button', { name: /^View .* PLB-late$/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('500', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('http_5xx').count(), 0)
    await page.context().close()
  })

  it('an endpoint in the browser is added, tested, changed, disabled and deleted', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/webhooks?tab=endpoints')
    await page.getByText('No endpoints yet').waitFor()
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByRole('combobox', { name: 'Events' }).click()
    await page.getByRole('option', { name: 'OrderShipped', exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    const row = page.getByRole('row', { name: receiver.url })
    await row.getByText('1 event').waitFor()
    const choose = async (action: string) => {
      await row.getByRole('button', { name: `Actions for ${receiver.url}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Send test event')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByLabel('Request', { exact: true }).getByText('WebhookTest').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await choose('Signing secret')
    await dialog.getByText(/^whsec_/).waitFor()
    await dialog.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Rotate secret' }).click()
    await dialog.getByText(/^Previous secret, valid until/).waitFor()
    await dialog.nth(1).waitFor({ state: 'detached' }) // the question
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await choose('Edit')
    await dialog.getByLabel('Description (optional)').fill('Shop')
    await dialog.getByRole('combobox', { name: 'Events' }).press('Backspace')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Shop').waitFor()
    await row.getByText('All', { exact: true }).waitFor()
    await row.getByRole('switch').click()
    await row.getByText('Disabled').waitFor()
    await choose('Delete')
    await dialog.getByRole('button', { name: 'Delete endpoint' }).click()
    await page.getByText('No endpoints yet').waitFor()
    await page.context().close()
  })

  it('webhooks in the browser are signed with a private key after a click, and no more after another', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/webhooks?tab=secret', {
      width: 390,
      height: 844,
    })
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText(/^whpk_/).waitFor()
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByText(/^Previous key, valid until/).waitFor()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    await page.context().close()
  })

  it('webhooks in the browser hide their secret from a bookkeeper, who may read the rest', async () => {
    const page = await stage.openAs(bo, '/dashboard/production/webhooks')
    await page.getByRole('table', { name: 'Deliveries' }).waitFor()
    for (const name of ['Send test event', 'Resend by time'])
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    await page.getByRole('tab', { name: 'Signing secret' }).click()
    await page.getByText('Your role doesn’t include the signing secret').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show secret' }).count(), 0)
    await page.context().close()
  })
})

describe('what the role does not allow', () => {
  it('actions that the role does not allow are missing on the screens of orders, products and time', async () => {
    await program(stage.world, stage.world.charged, 'sandbox').place('test-2001')
    await stage.world.settle()
    const page = await stage.openAs(bo, '/dashboard/sandbox/orders')
    for (const [path, there, acts] of [
      ['orders', '1 order', ['Place order', 'Upload orders', 'Fast-forward', 'Payment Success']],
      ['orders/test-2001', 'History', ['Cancel order', 'Duplicate', 'Payment Success', 'Fast-forward']],
      ['products', 'KEEPSAKE', ['Create product']],
      ['products/KEEPSAKE', 'Templates', ['Save', 'Archive']],
      ['overview', 'Orders by day', ['Place order']],
    ] as const) {
      await page.goto(`/dashboard/sandbox/${path}`)
      await page.getByText(there).first().waitFor()
      for (const name of acts)
        assert.equal(await page.locator('a, button').filter({ hasText: name }).count(), 0, `${path}: ${name}`)
    }
    await page.context().close()
  })

  it('a role that may not cancel does not read that an order can still be canceled', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('test-2002')
    await world.settle()
    await (await member(world, world.charged)).simulate('test-2002', 'payment_success')
    await world.settle()
    const page = await stage.openAs(bo, '/dashboard/sandbox/orders/test-2002')
    await page.getByText('Your role doesn’t allow you to cancel orders.').waitFor()
    assert.equal(await page.getByText('You can still cancel').count(), 0)
    await page.context().close()
  })

  it('a role that may not send tax exemption certificates is not asked for any', async () => {
    const vera = await personOf('viewer', 'Vera')
    const page = await stage.openAs(vera, '/dashboard/production/billing?tab=exemptions')
    await page.getByText('Owners and bookkeepers of the account can upload a certificate').waitFor()
    await page.context().close()
  })

  it('a form that the role does not allow says so before it is filled in', async () => {
    const page = await stage.openAs(bo, '/dashboard/sandbox/keys')
    await page.getByText('Your role doesn’t include API keys').waitFor()
    for (const [path, says] of [
      ['place', 'Your role doesn’t allow you to place orders'],
      ['place/many', 'Your role doesn’t allow you to place orders'],
      ['products/new', 'Your role doesn’t allow you to create products'],
    ]) {
      await page.goto(`/dashboard/sandbox/${path}`)
      await page.getByText(says!).waitFor()
    }
    await page.context().close()
  })
})

describe('records of the staff in the browser', () => {
  it('a long list of people shows its first rows, and is searched', async () => {
    const { app, charged, demo } = stage.world
    await sql`
      with made as (
        insert into users (id, name, email, created_at, updated_at)
        select 'many' || n, 'Colleague ' || n, 'colleague' || n || '@lantern.example', ${app.clock()}, ${app.clock()}
        from generate_series(101, 180) n
        returning id, created_at
      )
      insert into memberships (user_id, kind, account_id, role, created_at)
      select id, 'customer', ${charged.accountId}, 'viewer', created_at from made`.execute(app.database.db)
    const page = await stage.openAs(demo.staff, `/staff/accounts/${charged.accountId}`)
    const rows = page.getByRole('table', { name: 'Members' }).getByRole('row')
    await waitForValue(() => rows.count(), 26)
    await page.getByRole('textbox', { name: 'Search Members' }).fill('colleague 177')
    await waitForValue(() => rows.count(), 2)
    await page.getByText('colleague177@lantern.example').waitFor()
    await page.getByRole('textbox', { name: 'Search Members' }).fill('')
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
    await waitForValue(async () => (await rows.count()) > 80, true)
    await page.context().close()
  })

  it('the staff in the browser see compared jobs, the ledger as CSV and JSON, and orders found by the start of their identifier', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/printers?tab=comparisons')
    await page.getByText('Open at the printer, closed in Octavo').waitFor()
    await page.getByText('Listed as shipped at the printer, but not reported').waitFor()
    await page.goto('/staff/money?tab=ledger&from=2026-03-01&to=2026-03-31')
    await page.getByText('Payments received').waitFor()
    for (const [name, sign] of [
      ['CSV', /^\uFEFFat,.*\n.*revenue/s],
      ['JSON', /"entries":/],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: `Download ${name}`, exact: true }).click(),
      ])
      assert.equal(download.suggestedFilename(), `ledger-2026-03-01-2026-03-31.${name.toLowerCase()}`)
      assert.match((await bytesOf(download)).toString(), sign)
    }
    // Debits and credits are the same, so that all accounts together stand at nothing.
    await page.getByRole('row', { name: /^Total – (\$[\d,.]+) \1 –$/ }).waitFor()
    await page.getByText('Last month', { exact: true }).click()
    await page.getByText('No ledger entries').waitFor()
    const days = () => Promise.all(['From', 'To'].map(name => page.getByLabel(name, { exact: true }).inputValue()))
    await waitForValue(days, ['2026-02-01', '2026-02-28'])
    await page.getByLabel('To', { exact: true }).fill('2027-12-31')
    await page
      .getByText(/by at most a year/)
      .first()
      .waitFor()
    await page.goto('/staff/orders')
    await page.getByLabel('Search all orders').fill('PLB-200')
    await page.keyboard.press('Enter')
    for (const id of ['PLB-2001', 'PLB-2002', 'PLB-2003']) await page.getByRole('link', { name: id }).waitFor()
    await page.context().close()
  })
})

describe('another email address', () => {
  it('a change of email address is requested in the settings and confirmed from both mailboxes', async () => {
    const { world } = stage
    const person = world.enterprise.user
    const page = await stage.openAs(person, '/dashboard/sandbox/settings')
    await page.getByLabel('New email address').fill('elsewhere@binding.example')
    await page.getByRole('button', { name: 'Send confirmation emails' }).click()
    await page.getByText('elsewhere@binding.example Waiting for confirmation').waitFor()
    const tokenOf = async (email: string) => tokenIn((await mailsTo(world, email)).at(-1))
    await page.goto(`/dashboard/change-email#token=${await tokenOf('elsewhere@binding.example')}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Confirm one more address').waitFor()
    await page.goto(`/dashboard/change-email#token=${await tokenOf(person.email)}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Email address changed').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email address').fill('elsewhere@binding.example')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Webhooks' }).first().waitFor()
    await page.context().close()
  })

  it('the screens of records cause no uncaught error, policy violation or request to another host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
