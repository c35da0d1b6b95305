// What people do in the browser, in a real Chromium, against the whole service with a manual clock.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Route } from 'playwright-core'
import { hour } from '../../src/base/clock.ts'
import { member, press, program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { files, orderBody, somewhere } from '../support/world.ts'
import { gotFocus, reach } from './keyboard.ts'
import { type Stage, startStage } from './stage.ts'
import { unfold } from './unfold.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

const refuseOnce = (status: number, detail: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ status, detail }) })

describe('a customer in the browser', () => {
  it('a customer in the browser signs in and takes a sandbox order from the form to the parcel', async () => {
    const { user } = stage.world.charged
    const page = await stage.open()
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Sign in to Octavo' }).waitFor()
    await page.getByLabel('Email address').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('is wrong').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    assert.match(page.url(), /\/dashboard\/sandbox\/overview$/)

    await page.getByRole('link', { name: 'Place order' }).first().click()
    await page.getByRole('combobox', { name: 'Name' }).fill('Ada Reader')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Main Street')
    await page.getByLabel('City').fill('Rochester')
    await page.getByRole('combobox', { name: 'State' }).fill('NY')
    await page.getByLabel('Postal code').fill('14604')
    await unfold(page, 'Integration (optional)')
    await page.getByLabel('Order ID').fill('from-the-form')
    await page.getByLabel('Cover PDF').fill(files.coverUrl)
    await page.getByLabel('Pages PDF').fill(files.gutsUrl)
    await page.getByRole('radio', { name: /expedited/i }).click()
    await page.getByText('Total').waitFor()
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByRole('heading', { name: 'from-the-form' }).waitFor()

    await stage.world.settle()
    await page.getByRole('button', { name: 'Payment Failed' }).click()
    await page.getByText('You simulated a declined payment.').waitFor()
    await page.getByRole('button', { name: 'Payment Success' }).click()
    await page.getByText('Paid, can still be canceled for two hours').waitFor()
    await page.getByRole('button', { name: 'Fast-forward' }).click()
    await page.getByRole('menuitem', { name: /2 hours/ }).click()
    await page.getByText('All sandbox orders moved forward by 2 hours', { exact: true }).waitFor()
    await stage.world.settle()
    await page.getByText('Sent to the printer').waitFor()
    await page.getByRole('button', { name: 'Printer ships', exact: true }).click()
    await page.getByRole('heading', { name: 'Packages' }).waitFor()
    await page.getByText('Shipped on').waitFor()
    // What one comes for is first.
    const titles = async () => (await page.getByRole('heading', { level: 2 }).allTextContents()).slice(0, 5)
    await waitForValue(titles, ['Packages', 'Simulate', 'Books', 'History', 'Files'])
    await page.getByRole('cell', { name: '120', exact: true }).waitFor()
    const order = await program(stage.world, stage.world.charged, 'sandbox').read('from-the-form')
    assert.equal(order.status, 'SHIPPED')
    assert.equal(order.shippingClassification, 'expedited')
    await page.context().close()
  })

  it('a customer in the browser sees a state change without loading the page again', async () => {
    const { world } = stage
    await program(world, world.charged, 'production').place('watched')
    const page = await stage.openAs(world.charged.user, '/dashboard/production/orders/watched')
    await page.getByRole('heading', { name: 'watched' }).waitFor()
    await world.settle()
    await page.getByText('Awaiting payment').first().waitFor()
    await world.advance(24 * hour)
    await page.getByText('Sent to the printer').waitFor()
    await press(world).tell('watched', 'accept')
    await page.getByText('Accepted by the printer').waitFor()
    await page.context().close()
  })

  it('a customer in the browser is offered to cancel only where the service allows it', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('regretted')
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/regretted')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await gotFocus(page.getByRole('button', { name: 'Keep order' })) // which Enter would take
    await page.keyboard.press('Escape')
    await gotFocus(page.getByRole('button', { name: 'Cancel order' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('Canceled').first().waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Cancel order' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByText(/Estimated (ship|delivery)/).count(), 0)
    await page.context().close()
  })

  it('a customer in the browser filters orders by the address of the page, and finds one by its identifier', async () => {
    const { world } = stage
    const { create } = program(world, world.charged, 'sandbox')
    await create(orderBody({ customerOrderId: 'no-such-book', orderItems: [{ sku: 'NOTHING' }] }))
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders?status=FAILED')
    await page.getByRole('link', { name: 'no-such-book' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'regretted' }).count(), 0)
    await page.goto('/dashboard/sandbox/orders')
    await page.getByRole('link', { name: 'regretted' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('regretted')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search=regretted/)
    await page.getByRole('link', { name: 'no-such-book' }).waitFor({ state: 'detached' })
    await page.getByText(/^1 order\b/).waitFor()
    await page.getByLabel('Search orders', { exact: true }).fill('watched')
    await page.keyboard.press('Enter')
    await page.getByText('No matching orders').waitFor() // it is one of production
    await page.context().close()
  })

  it('a customer in the browser creates a product and a key, and the API accepts the curl line that the screen shows', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/products/new')
    await page.getByRole('combobox', { name: 'Cover' }).click()
    await page.getByRole('option', { name: 'Hardcover casewrap' }).click()
    await page
      .getByRole('radio', { name: /hardcover casewrap.*From [$]/ })
      .nth(1)
      .click()
    await page.getByRole('img', { name: /hardcover casewrap/ }).waitFor()
    await page.getByLabel('Pages', { exact: true }).fill('121')
    await page.getByText('in steps of 2').nth(1).waitFor()
    await waitForValue(() => page.getByRole('button', { name: 'Create product' }).isDisabled(), true)
    await page.getByLabel('Pages', { exact: true }).fill('122')
    await page.getByRole('textbox', { name: 'SKU' }).fill('ATLAS')
    await page.getByRole('textbox', { name: 'Name' }).fill('An atlas')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('heading', { name: 'An atlas' }).waitFor()

    await page.goto('/dashboard/sandbox/keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await page.getByRole('textbox', { name: 'Label' }).fill('shop')
    await page.route('**/sandbox/keys', refuseOnce(429, 'One key at a time.'), { times: 1 })
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByText('One key at a time.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').locator('pre').waitFor()
    await page.mouse.click(5, 600)
    await page.keyboard.press('Escape') // what is shown once is closed by its button alone
    const value = await page.getByRole('dialog').locator('pre').textContent()
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    const answer = await world.call('/orders', { as: value! })
    assert.equal(answer.status, 200)

    const shown = page.getByRole('region', { name: 'curl command' })
    assert.match((await shown.textContent())!, /"Authorization: \$OCTAVO_AUTH"/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: /^Copy: curl/ }).click()
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await waitForValue(async () => (await copied()).startsWith('curl '), true)
    const line = await copied()
    await page.getByRole('button', { name: 'Show key' }).click()
    await waitForValue(() => shown.textContent(), line)
    const [, url] = /^curl (\S+)/.exec(line)!
    const authorization = /'Authorization: ([^']+)'/.exec(line)![1]!
    const body = JSON.parse(/-d '(.+)'$/s.exec(line)![1]!)
    const placed = await world.call(new URL(url!).pathname, { method: 'POST', as: authorization, body })
    assert.equal(placed.status, 201)
    assert.notEqual(placed.body.status, 'FAILED')

    await page.getByRole('button', { name: 'Revoke shop' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('table', { name: 'Revoked and expired keys' }).getByText('shop').waitFor()
    assert.equal((await world.call('/orders', { as: value! })).status, 401)
    await page.context().close()
  })

  it('a customer in the browser creates a restricted key and rolls it', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/keys', { width: 390, height: 844 })
    await page.getByRole('button', { name: 'Create key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Label' }).fill('reader')
    await dialog.getByRole('combobox', { name: 'Scopes' }).click()
    await page.getByRole('option', { name: 'Read orders' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('combobox', { name: 'IP addresses' }).fill('127.0.0.0/8')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const value = await dialog.getByRole('region', { name: 'Authorization header value' }).textContent()
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
    await page.getByText('Restricted to orders:read').waitFor()
    assert.equal((await world.call('/orders', { as: value! })).status, 200)
    assert.equal((await world.call('/products', { as: value! })).body.missingScope, 'products:read')

    await page.getByRole('button', { name: 'Roll reader' }).click()
    await dialog.getByRole('button', { name: 'Roll key' }).click()
    const next = await dialog.getByRole('region', { name: 'Authorization header value' }).textContent()
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
    assert.notEqual(next, value)
    for (const as of [value!, next!]) assert.equal((await world.call('/orders', { as })).status, 200)
    await page.context().close()
  })

  it('a customer in the browser places the orders of a spreadsheet after reading about its mistakes', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/place/many')
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    const csv = `customerOrderId,sku,quantity,name,address1,city,state,postal,country,retailPrice,giftMessage,blindShipping,purchaseOrderNumber
csv-1,NOVEL,2,Ada Reader,1 Main Street,Rochester,NY,14604,US,,Enjoy!,no,PO-8
csv-1,KEEPSAKE,1,Ada Reader,1 Main Street,Rochester,NY,14604,US,,,,
csv-2,NOVEL,1,Noor Folio,9 Rue Peel,Montreal,QC,H3A 1T1,CA,,,,
csv-3,UNKNOWN,1,Lin Page,22 Harbor Road,Portland,ME,04101,US,,,,
csv-4,NOVEL,1,Léa Livre,4 Quai Malaquais,Paris,,75006,FR,19.99,,,
csv-5,NOVEL,1,Ada Reader,1 Main Street,Rochester,NY,14604,US,,,,
csv-5,NOVEL,1,Ada Reader,1 Main Street,Rochester,NY,14604,US,,For Bea,,
`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const mistakes = page.getByRole('table', { name: 'Mistakes of the file' }).getByRole('row')
    for (const [row, column, problem] of [
      [4, 'retailPrice', 'Parcels to CA pass customs'],
      [5, 'sku', 'There is no product with the SKU "UNKNOWN"'],
      [6, 'country', 'got "FR"'],
      [8, 'giftMessage', 'Got "For Bea", and "" in row 7 of the same order'],
    ] as const) {
      await mistakes
        .filter({ hasText: problem })
        .filter({ hasText: `${row}${column}` })
        .waitFor()
    }
    const { read } = program(world, world.charged, 'sandbox')
    assert.equal((await read('csv-1')).code, 'order_not_found', 'nothing is sent yet')
    await page.getByRole('button', { name: 'Place 1 order' }).click()
    await page.getByText('1 of 1 placed').waitFor()
    const order = await read('csv-1')
    assert.equal(order.orderItems.length, 2)
    assert.deepEqual(order.packingSlip, { giftMessage: 'Enjoy!', blind: false })
    assert.equal(order.purchaseOrderNumber, 'PO-8')
    assert.equal((await read('csv-2')).code, 'order_not_found')
    await page.context().close()
  })

  also(
    'a spreadsheet of orders whose cells cannot be told apart is refused by row before anything is placed',
    async () => {
      const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place/many')
      await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
      const columns = 'customerOrderId,sku,name,address1,city,state,postal,country,giftMessage'
      const row = (id: string, message: string) =>
        `${id},NOVEL,Ada Reader,1 Main Street,Rochester,NY,14604,US,${message}`
      const files = [
        [columns, [row('bad-1', 'Hi'), row('bad-2', '"For my best friend'), row('bad-3', '')], 'in row 3.'],
        [
          columns,
          [row('bad-1', 'Happy birthday, Mum, and many more')],
          'The row has 11 cells, and the first row has 9',
        ],
        [columns, [row('bad-1', ''), 'bad-2,NOVEL,Ada Reader'], 'The row has 3 cells, and the first row has 9'],
        [columns.replace('giftMessage', 'address1'), [row('bad-1', 'Apt 9')], 'The file has the column address1 twice'],
      ] as const
      for (const [head, rows, reason] of files) {
        const buffer = Buffer.from([head, ...rows, ''].join('\n'))
        await page.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
        await page.getByText(reason).waitFor()
        assert.equal(await page.getByRole('button', { name: /^Place/ }).count(), 0)
      }
      await page.context().close()
    },
  )

  it('a customer in the browser does the main journey with the keyboard alone', async () => {
    const { user } = stage.world.charged
    const page = await stage.open()
    await page.goto('/dashboard/sign-in')
    const { keyboard } = page
    await gotFocus(page.getByLabel('Email address'))
    await keyboard.type(user.email)
    await keyboard.press('Tab')
    await keyboard.type(user.password)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await keyboard.press('g')
    await keyboard.press('o')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor() // not "Orders by day" of the overview
    await keyboard.press('Control+k')
    await gotFocus(page.getByLabel('Search orders, pages and actions'))
    await keyboard.type('place or')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Place order' }).waitFor()
    await page.getByRole('combobox', { name: 'Product' }).waitFor()
    const fill = async (name: string, text: string) => {
      for (let i = 0; i < 60; i++) {
        const label = await page.evaluate<string>("document.activeElement.labels?.[0]?.textContent ?? ''")
        if (label.replace(/\s*\*$/, '') === name) return keyboard.type(text)
        await keyboard.press('Tab')
      }
      assert.fail(`the keyboard does not reach ${name}`)
    }
    await fill('Cover PDF URL', files.coverUrl)
    await fill('Pages PDF URL', files.gutsUrl)
    await keyboard.press('Tab')
    await keyboard.press('Enter') // the options of the files
    await keyboard.press('Tab')
    await keyboard.press('Space') // no repairs
    await fill('Name', 'Ada Reader')
    await fill('Address', '1 Main Street')
    await fill('City', 'Rochester')
    await fill('State', 'NY')
    await fill('Postal code', '14604')
    await reach(page.locator('summary', { hasText: 'Integration' }))
    await keyboard.press('Enter')
    await fill('Order ID', 'by-keyboard')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'by-keyboard' }).waitFor()
    const placed = await program(stage.world, stage.world.charged, 'sandbox').read('by-keyboard')
    assert.equal(placed.orderItems[0].repairs, false)
    await waitForValue(() => page.title(), 'Order by-keyboard · Octavo')
    await stage.world.settle()
    const press = async (name: string) => {
      await reach(page.getByRole('button', { name, exact: true }))
      await keyboard.press('Enter')
    }
    await press('Payment Success')
    await page.getByText('Paid, can still be canceled for two hours').waitFor()
    await press('Fast-forward')
    await reach(page.getByRole('menuitem', { name: /2 hours/ }), 'ArrowDown')
    await keyboard.press('Enter')
    await page.getByText('All sandbox orders moved forward by 2 hours', { exact: true }).waitFor()
    await stage.world.settle()
    await press('Printer ships')
    await page.getByRole('heading', { name: 'Packages' }).waitFor()
    await page.context().close()
  })

  it('a customer in the browser duplicates an order with everything that it was placed with', async () => {
    const { world } = stage
    const { place, read } = program(world, world.enterprise, 'sandbox')
    const packingSlip = { message: 'Thanks', giftMessage: 'Love,\nGrandma', returnAddress: somewhere, blind: true }
    const references = { payload: 'for the fair', purchaseOrderNumber: 'PO-8' }
    const first = await place('first-edition', { shippingClassification: 'rush', ...references, packingSlip })
    const page = await stage.openAs(world.enterprise.user, '/dashboard/sandbox/orders/first-edition')
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await unfold(page, 'Integration (optional)')
    await page.getByRole('textbox', { name: 'Order ID' }).fill('second-edition')
    const number = page.getByRole('textbox', { name: 'Purchase order number' })
    await waitForValue(() => number.inputValue(), 'PO-8')
    await number.fill(' PO-9 ')
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByRole('heading', { name: 'second-edition' }).waitFor()
    const second = await read('second-edition')
    assert.equal(second.purchaseOrderNumber, 'PO-9')
    assert.deepEqual(second.destination, first.destination)
    assert.deepEqual(second.orderItems, first.orderItems)
    assert.deepEqual(second.packingSlip, packingSlip)
    assert.equal(second.shippingClassification, 'rush')
    await page.context().close()
  })

  it('a customer in the browser requires a proof, which a reload and a duplicate keep, unless a setting requires it', async () => {
    const { world } = stage
    const { place, read } = program(world, world.enterprise, 'sandbox')
    await place('no-proof')
    const page = await stage.openAs(world.enterprise.user, '/dashboard/sandbox/place?from=no-proof')
    const box = page.getByRole('checkbox', { name: 'Require proof approval' })
    await unfold(page, 'Proof')
    await box.waitFor()
    assert.equal(await box.isChecked(), false)
    await box.check()
    await unfold(page, 'Integration (optional)')
    await page.getByRole('textbox', { name: 'Order ID' }).fill('with-proof')
    await page.reload()
    await page.getByText('We restored your unsaved input.').waitFor()
    await waitForValue(() => box.isChecked(), true)
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByRole('heading', { name: 'with-proof' }).waitFor()
    await world.settle()
    assert.equal((await read('with-proof')).status, 'AWAITING_PROOF')

    await page.goto('/dashboard/sandbox/place?from=with-proof')
    await box.waitFor()
    await waitForValue(() => box.isChecked(), true)
    await waitForValue(() => box.isDisabled(), false)

    const { ask } = await member(world, world.enterprise)
    await ask('PATCH', '/account', { proofRequired: true })
    await page.goto('/dashboard/sandbox/place?from=no-proof')
    await page.getByText('Your account requires this for every order.').waitFor()
    await waitForValue(() => box.isChecked(), true)
    await waitForValue(() => box.isDisabled(), true)
    await ask('PATCH', '/account', { proofRequired: false })

    await ask('PATCH', '/products/NOVEL', { proofRequired: true })
    await page.reload()
    await page.getByText('Product NOVEL requires this for every order.').waitFor()
    await waitForValue(() => box.isChecked(), true)
    await ask('PATCH', '/products/NOVEL', { proofRequired: false })
    await page.context().close()
  })

  it('a customer in the browser chooses what the packing slips of all orders say, and of one order', async () => {
    const { world } = stage
    const page = await stage.openAs(world.enterprise.user, '/dashboard/sandbox/settings?tab=account')
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h9v9z"/></svg>'
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }
    await page.getByText('No logo').waitFor()
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('img', { name: 'Logo on packing slips' }).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Thanks for reading')
    await page.getByRole('checkbox', { name: 'Use my return address' }).check()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop Returns')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('5 Shop St')
    await page.getByLabel('City').fill('Salem')
    await page.getByRole('combobox', { name: 'State' }).fill('OR')
    await page.getByLabel('Postal code').fill('10001')
    await page.getByRole('switch', { name: 'Blind shipping' }).check()
    const section = page.locator('form', { has: page.getByText('Use my return address') })
    await section.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/which is not in Oregon/)
      .first()
      .waitFor()
    await page.getByLabel('Postal code').fill('97301')
    await section.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Packing slip saved').waitFor()

    await page.goto('/dashboard/sandbox/place')
    await unfold(page, 'Packing slip (optional)')
    await page.getByRole('textbox', { name: 'Gift message' }).fill('Enjoy 📚')
    await waitForValue(() => page.getByRole('checkbox', { name: 'Blind shipping' }).isChecked(), true)
    await page.getByRole('checkbox', { name: 'Blind shipping' }).uncheck()
    await page.getByRole('combobox', { name: 'Name' }).fill('Ada Reader')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Main Street')
    await page.getByLabel('City').fill('Rochester')
    await page.getByRole('combobox', { name: 'State' }).fill('NY')
    await page.getByLabel('Postal code').fill('14604')
    await unfold(page, 'Integration (optional)')
    await page.getByLabel('Order ID').fill('a-gift')
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page
      .getByText(/which packing slips cannot print/)
      .first()
      .waitFor()
    await page.getByRole('textbox', { name: 'Gift message' }).fill('Enjoy!')
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByRole('heading', { name: 'a-gift' }).waitFor()
    const { packingSlip } = await program(world, world.enterprise, 'sandbox').read('a-gift')
    assert.deepEqual(packingSlip, { giftMessage: 'Enjoy!', blind: false })
    await page.context().close()
  })

  it('a customer in the browser is not asked for a card where the account pays by statement', async () => {
    const page = await stage.openAs(stage.world.enterprise.user, '/dashboard/production/overview')
    await page.getByText('The printer sets your prices, and you pay by monthly statement.').waitFor()
    assert.equal(await page.getByText('Add card').count(), 0)
    await page.goto('/dashboard/production/billing')
    await page.getByText('The printer sets your prices, and you pay by monthly statement.').waitFor()
    await page.getByText('No statements yet').waitFor()
    await page.goto('/dashboard/production/products/NOVEL')
    await page.getByText('The printer sets your prices.').waitFor()
    await page.getByRole('definition').getByText('6 × 9 in').waitFor()
    await page.context().close()
  })

  also(
    'a customer in the browser downloads the templates of a product, and samples of an invented book in the sandbox only',
    async () => {
      const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/products/NOVEL')
      // The chart of prices, which loads by itself, is named by the page count too.
      await page.getByRole('textbox', { name: 'Page count' }).fill('160')
      const files = [
        ['Cover', 'PDF with layers', 'cover-160.pdf'],
        ['Cover', 'SVG with layers, with barcode area', 'cover-160.svg'],
        ['Pages', 'PDF with layers', 'pages-160.pdf'],
        ['Cover', 'IDML for InDesign, with barcode area', 'cover-160.idml'],
        ['Pages', 'PNG, 300 ppi, left-hand page', 'verso-160.png'],
        ['Pages', 'IDML for InDesign', 'pages-160.idml'],
        ['Samples', 'Sample cover', 'sample-cover-160.pdf'],
      ] as const
      for (const [menu, name, file] of files) {
        await page.getByRole('button', { name: `Download: ${menu}` }).click()
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page
            .getByRole('menu', { name: `Download: ${menu}` })
            .getByRole('menuitem', { name, exact: true })
            .click(),
        ])
        assert.equal(download.suggestedFilename(), `PB-0600X0900-BW-60W-${file}`)
      }
      await page.goto('/dashboard/production/products/NOVEL')
      await page.getByRole('button', { name: 'Download: Pages' }).waitFor()
      assert.equal(await page.getByText('invented book').count(), 0)
      assert.equal(await page.getByRole('button', { name: 'Download: Samples' }).count(), 0)
      await page.context().close()
    },
  )

  also('a customer in the browser gives a product its ISBN, and gets a template with the barcode', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/products/NOVEL')
    const isbn = page.getByRole('textbox', { name: 'ISBN' })
    const save = {
      async click() {
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('button', { name: 'Change in both' }).click()
      },
    }
    await isbn.fill('978-1-4028-9462-5')
    await save.click()
    await page.getByText('with the other digits, the last would be 6').waitFor()
    await isbn.fill('978-1-4028-9462-6')
    await page.getByRole('textbox', { name: 'Price in the barcode' }).fill('19.99')
    await save.click()
    await page.getByText('Product saved').first().waitFor()
    await page.getByRole('button', { name: 'Download: Cover' }).click()
    const drawn = page.getByRole('menuitem', { name: 'SVG with layers, with barcode', exact: true })
    await drawn.and(page.locator('[href$="&isbn=9781402894626&currency=USD&price=19.99"]')).waitFor()
    await page.keyboard.press('Escape')
    await isbn.fill('')
    await page.getByRole('textbox', { name: 'Price in the barcode' }).fill('')
    const [cleared] = await Promise.all([
      page.waitForResponse(response => response.request().method() === 'PATCH'),
      save.click(),
    ])
    assert.equal(cleared.status(), 200)
    await page.context().close()
  })

  it('a customer in the browser sees the acts of the printer in another browser', async () => {
    const { world } = stage
    await program(world, world.charged, 'production').place('both-watch')
    await world.settle()
    await world.advance(27 * hour)
    const ours = await stage.openAs(world.charged.user, '/dashboard/production/orders/both-watch')
    await ours.getByText('Sent to the printer').waitFor()
    const theirs = await stage.openAs(world.demo.printer, '/press')
    await theirs.getByRole('button', { name: 'Accept both-watch' }).click()
    await theirs.getByText('both-watch accepted').waitFor()
    await ours.getByText('Accepted by the printer').waitFor()
    for (const page of [ours, theirs]) await page.context().close()
  })

  it('a customer in the browser empties the sandbox after a confirmation, and starts again', async () => {
    await program(stage.world, stage.world.enterprise, 'sandbox').place('a-trial')
    const page = await stage.openAs(stage.world.enterprise.user, '/dashboard/sandbox/orders')
    await page.getByText('a-trial').first().waitFor()
    await page.getByRole('button', { name: 'Fast-forward' }).click()
    await page.getByRole('menuitem', { name: 'Delete all sandbox orders…' }).click()
    await gotFocus(page.getByRole('button', { name: 'Cancel', exact: true }))
    await page.keyboard.press('Escape')
    await gotFocus(page.getByRole('button', { name: 'Fast-forward' }))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete all sandbox orders…' }).click()
    await page.getByRole('button', { name: 'Delete sandbox orders' }).click()
    await page.getByText(/^\d+ sandbox orders deleted$/).waitFor()
    await page.getByText('a-trial').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('a customer in the browser is asked to sign in again when the session is over, and comes back to where it was', async () => {
    const { user } = stage.world.charged
    const page = await stage.openAs(user, '/dashboard/sandbox/keys')
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in to Octavo' }).waitFor()
    await page.getByLabel('Email address').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    // An address of another site is not followed.
    await page.goto('/dashboard/sign-in?next=https://elsewhere.example/')
    await page.getByLabel('Email address').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    assert.ok(page.url().startsWith(stage.url))
    await page.context().close()
  })

  it('a customer in the browser sends a webhook again, and sees the answers', async () => {
    const { world } = stage
    const { ask } = await member(world, world.charged)
    await program(world, world.charged, 'sandbox').place('told', { webhookUrl: 'http://127.0.0.1:9/nobody' })
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/told')
    await page.getByRole('button', { name: /OrderReceived/ }).click()
    await page.getByText('No response').first().waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('1 webhook will be resent. Responses appear in the list.').waitFor()
    await world.settle()
    const { body } = await ask('GET', '/sandbox/deliveries?customerOrderId=told')
    assert.ok(body.deliveries.some(({ attempts }: { attempts: number }) => attempts >= 2))
    await page.context().close()
  })

  it('the journeys of customers cause no uncaught error, policy violation or request to another host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
