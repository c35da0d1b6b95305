// What people do in the browser, in a real Chromium, against the whole service with a manual clock.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Route } from 'playwright-core'
import { hour } from '../../src/base/clock.ts'
import { member, press, program } from '../actors.ts'
import { files, orderBody } from '../world.ts'
import { gotFocus, reach } from './keyboard.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

const refuseOnce = (status: number, detail: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ status, detail }) })

describe('a customer in the browser', () => {
  it('signs in and takes a sandbox order from the form to the parcel', async () => {
    const { user } = stage.world.charged
    const page = await stage.open()
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Sign in to Octavo' }).waitFor()
    await page.getByLabel('E-mail address').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('is wrong').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    assert.match(page.url(), /\/dashboard\/sandbox\/overview$/)

    await page.getByRole('link', { name: 'Place an order' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Reader')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Main Street')
    await page.getByLabel('City').fill('Rochester')
    await page.getByRole('combobox', { name: 'State' }).fill('NY')
    await page.getByLabel('Postal code').fill('14604')
    await page.getByLabel('Identifier').fill('from-the-form')
    await page.getByLabel('Cover PDF').fill(files.coverUrl)
    await page.getByLabel('Pages PDF').fill(files.gutsUrl)
    await page.getByRole('radio', { name: /expedited/i }).click()
    await page.getByText('Total').waitFor()
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByRole('heading', { name: 'from-the-form' }).waitFor()

    await stage.world.settle()
    await page.getByRole('button', { name: 'Payment Failed' }).click()
    await page.getByRole('main').getByText('The payment was declined').waitFor()
    await page.getByRole('button', { name: 'Payment Success' }).click()
    await page.getByText('Paid; held for two hours').waitFor()
    await page.getByRole('button', { name: 'Fast-forward' }).click()
    await page.getByRole('menuitem', { name: /2 hours/ }).click()
    await page.getByText('2 hours passed for all sandbox orders', { exact: true }).waitFor()
    await stage.world.settle()
    await page.getByText('Sent to the printer').waitFor()
    await page.getByRole('button', { name: 'Printer ships', exact: true }).click()
    await page.getByRole('heading', { name: 'Packages' }).waitFor()
    await page.getByText('Left the printer').waitFor()
    // What one comes for is first.
    const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
    assert.deepEqual(titles.slice(0, 5), ['Packages', 'Books', 'History', 'Files', 'Webhooks'])
    await page.getByRole('cell', { name: '120', exact: true }).waitFor()
    const order = await program(stage.world, stage.world.charged, 'sandbox').read('from-the-form')
    assert.equal(order.status, 'SHIPPED')
    assert.equal(order.shippingClassification, 'expedited')
    await page.context().close()
  })

  it('sees a state change without loading the page again', async () => {
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

  it('cancels only where the service says that it can be', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('regretted')
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/regretted')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await gotFocus(page.getByRole('button', { name: 'Keep order' })) // which Enter would take
    await page.keyboard.press('Escape')
    await gotFocus(page.getByRole('button', { name: 'Cancel order' }))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await page.getByText('Cancelled').first().waitFor()
    await page.getByRole('button', { name: 'Cancel order' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByText(/Leaves the printer|Arrives/).count(), 0)
    await page.context().close()
  })

  it('filters orders by the address of the page, and finds one by its identifier', async () => {
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
    await page.getByText('All 1 shown').waitFor()
    assert.match(page.url(), /id=regretted/)
    await page.getByLabel('Find an order by its identifier').fill('watched')
    await page.keyboard.press('Enter')
    await page.getByText('No matching orders').waitFor() // it is one of production
    await page.context().close()
  })

  it('creates a product and a key, and the curl line shown for it is what the API takes', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/products/new')
    await page.getByText('hardcover casewrap').click()
    await page.getByRole('img', { name: /hardcover casewrap/ }).waitFor()
    await page.getByLabel('Pages', { exact: true }).fill('121')
    await page.getByText('in steps of 2').nth(1).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create product' }).isDisabled(), true)
    await page.getByLabel('Pages', { exact: true }).fill('122')
    await page.getByRole('textbox', { name: 'SKU' }).fill('ATLAS')
    await page.getByRole('textbox', { name: 'Name' }).fill('An atlas')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('heading', { name: 'An atlas' }).waitFor()

    await page.goto('/dashboard/sandbox/keys')
    await page.getByRole('button', { name: 'Create a key' }).first().click()
    await page.getByRole('textbox', { name: 'Label' }).fill('shop')
    await page.route('**/sandbox/keys', refuseOnce(429, 'One key at a time.'), { times: 1 })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('dialog').getByText('One key at a time.').waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('dialog').locator('pre').waitFor()
    await page.mouse.click(5, 600)
    await page.keyboard.press('Escape') // what is shown once is closed by its button alone
    const value = await page.getByRole('dialog').locator('pre').textContent()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const answer = await world.call('/orders', { as: value! })
    assert.equal(answer.status, 200)

    const shown = page.getByRole('region', { name: 'A curl command' })
    assert.match((await shown.textContent())!, /"Authorization: \$OCTAVO_AUTH"/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: /^Copy: A curl/ }).click()
    const line = await page.evaluate<string>('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Reveal' }).click()
    assert.equal(await shown.textContent(), line)
    const [, url] = /^curl (\S+)/.exec(line)!
    const authorization = /'Authorization: ([^']+)'/.exec(line)![1]!
    const body = JSON.parse(/-d '(.+)'$/s.exec(line)![1]!)
    const placed = await world.call(new URL(url!).pathname, { method: 'POST', as: authorization, body })
    assert.equal(placed.status, 201)
    assert.notEqual(placed.body.status, 'FAILED')

    await page.getByRole('button', { name: 'Revoke shop' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('table', { name: 'Revoked and ended keys' }).getByText('shop').waitFor()
    assert.equal((await world.call('/orders', { as: value! })).status, 401)
    await page.context().close()
  })

  it('places the orders of a CSV file after seeing what is wrong with it', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/place/many')
    await page.getByRole('button', { name: 'Choose a CSV file' }).waitFor()
    const csv = `customerOrderId,sku,quantity,name,address1,city,state,postal,country,retailPrice
csv-1,NOVEL,2,Ada Reader,1 Main Street,Rochester,NY,14604,US,
csv-1,KEEPSAKE,1,Ada Reader,1 Main Street,Rochester,NY,14604,US,
csv-2,NOVEL,1,Noor Folio,9 Rue Peel,Montreal,QC,H3A 1T1,CA,
csv-3,UNKNOWN,1,Lin Page,22 Harbor Road,Portland,ME,04101,US,
csv-4,NOVEL,1,Léa Livre,4 Quai Malaquais,Paris,,75006,FR,19.99
`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('customs requires it for CA').waitFor()
    await page.getByText('You have no product UNKNOWN.').waitFor()
    await page
      .getByText('Orders cannot go to FR; the supported countries are US, CA, PR, GU, VI, AS, MP.', { exact: true })
      .waitFor()
    const { read } = program(world, world.charged, 'sandbox')
    assert.equal((await read('csv-1')).code, 'order_not_found', 'nothing is sent yet')
    await page.getByRole('button', { name: 'Place 1 order' }).click()
    await page.getByText('1 of 1 placed').waitFor()
    const order = await read('csv-1')
    assert.equal(order.orderItems.length, 2)
    assert.equal((await read('csv-2')).code, 'order_not_found')
    await page.context().close()
  })

  it('does the main journey with the keyboard alone', async () => {
    const { user } = stage.world.charged
    const page = await stage.open()
    await page.goto('/dashboard/sign-in')
    const { keyboard } = page
    await gotFocus(page.getByLabel('E-mail address'))
    await keyboard.type(user.email)
    await keyboard.press('Tab')
    await keyboard.type(user.password)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await keyboard.press('g')
    await keyboard.press('o')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor() // not "Orders by day" of the overview
    await keyboard.press('Control+k')
    await gotFocus(page.getByLabel('Search commands'))
    await keyboard.type('place an')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Place an order' }).waitFor()
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
    await fill('Name', 'Ada Reader')
    await fill('Address', '1 Main Street')
    await fill('City', 'Rochester')
    await fill('State', 'NY')
    await fill('Postal code', '14604')
    await fill('Identifier', 'by-keyboard')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'by-keyboard' }).waitFor()
    assert.equal(await page.title(), 'Order by-keyboard · Octavo')
    await stage.world.settle()
    const press = async (name: string) => {
      await reach(page.getByRole('button', { name, exact: true }))
      await keyboard.press('Enter')
    }
    await press('Payment Success')
    await page.getByText('Paid; held for two hours').waitFor()
    await press('Fast-forward')
    await reach(page.getByRole('menuitem', { name: /2 hours/ }), 'ArrowDown')
    await keyboard.press('Enter')
    await stage.world.settle()
    await press('Printer ships')
    await page.getByRole('heading', { name: 'Packages' }).waitFor()
    await page.context().close()
  })

  it('orders the same again, with what it was ordered with', async () => {
    const { world } = stage
    const { place, read } = program(world, world.enterprise, 'sandbox')
    const first = await place('first-edition', { shippingClassification: 'rush', payload: 'for the fair' })
    const page = await stage.openAs(world.enterprise.user, '/dashboard/sandbox/orders/first-edition')
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page.getByRole('textbox', { name: 'Identifier' }).fill('second-edition')
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByRole('heading', { name: 'second-edition' }).waitFor()
    const second = await read('second-edition')
    assert.deepEqual(second.destination, first.destination)
    assert.deepEqual(second.orderItems, first.orderItems)
    assert.equal(second.shippingClassification, 'rush')
    await page.context().close()
  })

  it('is not asked for a card where the printer bills the account', async () => {
    const page = await stage.openAs(stage.world.enterprise.user, '/dashboard/production/overview')
    await page.getByText('The printer sets your prices and bills you').waitFor()
    assert.equal(await page.getByText('Add a card').count(), 0)
    await page.goto('/dashboard/production/billing')
    await page.getByText('The printer sets the prices of this account, and bills it.').waitFor()
    await page.goto('/dashboard/production/products/NOVEL')
    await page.getByText('The printer sets the prices of yours.').waitFor()
    await page.getByRole('definition').getByText('6 × 9 in').waitFor()
    await page.context().close()
  })

  it('downloads the templates of a product, for the page count that is asked for', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/products/NOVEL')
    // The chart of prices, which loads by itself, is named by the page count too.
    await page.getByRole('textbox', { name: 'Page count' }).fill('160')
    for (const [name, file] of [
      ['Cover', 'cover-160'],
      ['Cover with barcode', 'cover-160'],
      ['Pages', 'pages-160'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ])
      assert.equal(download.suggestedFilename(), `PB-0600X0900-BW-60W-${file}.pdf`)
    }
    await page.context().close()
  })

  it('sees in one browser what the printer does in another', async () => {
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

  it('empties the sandbox after being asked, and begins anew', async () => {
    await program(stage.world, stage.world.enterprise, 'sandbox').place('a-trial')
    const page = await stage.openAs(stage.world.enterprise.user, '/dashboard/sandbox/orders')
    await page.getByText('a-trial').first().waitFor()
    await page.getByRole('button', { name: 'Fast-forward' }).click()
    await page.getByRole('menuitem', { name: 'Empty the sandbox …' }).click()
    await gotFocus(page.getByRole('button', { name: 'Cancel', exact: true }))
    await page.keyboard.press('Escape')
    await gotFocus(page.getByRole('button', { name: 'Fast-forward' }))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Empty the sandbox …' }).click()
    await page.getByRole('button', { name: 'Delete all sandbox orders' }).click()
    await page.getByText(/^\d+ sandbox orders deleted$/).waitFor()
    await page.getByText('a-trial').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('is asked to sign in again when the session is over, and comes back to where it was', async () => {
    const { user } = stage.world.charged
    const page = await stage.openAs(user, '/dashboard/sandbox/keys')
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in to Octavo' }).waitFor()
    await page.getByLabel('E-mail address').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    // An address of another site is not followed.
    await page.goto('/dashboard/sign-in?next=https://elsewhere.example/')
    await page.getByLabel('E-mail address').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    assert.ok(page.url().startsWith(stage.url))
    await page.context().close()
  })

  it('sends a webhook again, and sees the answers', async () => {
    const { world } = stage
    const { ask } = await member(world, world.charged)
    await program(world, world.charged, 'sandbox').place('told', { webhookUrl: 'http://127.0.0.1:9/nobody' })
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/told')
    await page.getByRole('button', { name: /OrderReceived/ }).click()
    await page.getByText('No answer').first().waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Resending').waitFor()
    await world.settle()
    const { body } = await ask('GET', '/sandbox/deliveries?customerOrderId=told')
    assert.ok(body.deliveries.some(({ attempts }: { attempts: number }) => attempts >= 2))
    await page.context().close()
  })

  it('leaves no complaint of the browser: no uncaught error, no policy violation, no other host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
