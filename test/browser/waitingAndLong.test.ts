// What the screens show about orders and money that wait, and about text that is too long for its place.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { day, minute } from '../../src/base/clock.ts'
import { member, program, support } from '../support/actors.ts'
import { files, orderBody } from '../support/world.ts'
import { gotFocus } from './keyboard.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

const longId = `ord_${'01m8p59rn06srac7'.repeat(2)}`

let stage: Stage
before(async () => {
  stage = await startStage()
  const { world } = stage
  const { place } = program(world, world.charged, 'production')
  await (await member(world, world.charged)).useCard('sim_decline')
  for (const id of ['PLB-1', longId])
    await place(id, { orderItems: [{ sku: 'KEEPSAKE', quantity: 10_000, product: files }] })
  await program(world, world.charged, 'sandbox').place('test-1')
  await world.settle()
})
after(() => stage[Symbol.asyncDispose]())

describe('a declined card', () => {
  it('a declined card is reported in Billing, in red, once, until it is replaced', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/billing')
    assert.equal(await page.getByText('Payment declined').count(), 0)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay \$/ })
      .click()
    await page.getByText(/payment declined$/).waitFor()
    await waitForValue(() => page.getByText('The card was declined.').count(), 1)
    await page.getByText('2 orders can’t be printed until you pay.').waitFor()
    await page.goto('/dashboard/production/orders')
    await page.getByText('2 orders', { exact: true }).waitFor()
    await waitForValue(() => page.getByText('Payment declined').count(), 2)
    await page.getByRole('link', { name: 'PLB-1' }).click()
    await page.getByText('The order will be printed once it is paid.').waitFor()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Pay now' }).waitFor()
    await main.getByRole('button', { name: 'Add card' }).waitFor()
    await page.context().close()
  })

  it('a declined card is reported where the sandbox simulates the payment', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/orders')
    await page.getByRole('button', { name: 'Payment Failed: test-1' }).click()
    await page.getByText('test-1: payment declined').waitFor()
    await page.getByText('Payment declined', { exact: true }).waitFor()
    // The sandbox has no daily charge that could try again.
    await page.getByRole('link', { name: 'test-1' }).click()
    await page.getByText('Waiting for a simulated payment').waitFor()
    await page.getByTitle('waiting for a simulated payment').waitFor()
    assert.equal(await page.getByText(/daily/).count(), 0)
    await page.context().close()
  })
})

describe('an order that failed', () => {
  it('a failed order says that it was not charged, and leads to the form filled in with it', async () => {
    const { world } = stage
    const { create } = program(world, world.charged, 'sandbox')
    await create(orderBody({ customerOrderId: 'no-book', orderItems: [{ sku: 'NO-SUCH-BOOK' }] }))
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/no-book')
    const why = page.getByRole('alert').filter({ hasText: 'Why we can’t print this order' })
    await why.getByText('You were not charged.').waitFor()
    await why.getByRole('link', { name: 'Fix and reorder' }).click()
    // What is to be mended can be read beside the field that it is about.
    await page.getByRole('heading', { name: 'Fix and reorder no-book' }).waitFor()
    await page.getByRole('alert').getByText('There is no product with the SKU "NO-SUCH-BOOK"').waitFor()
    const marked = page.locator('[aria-invalid=true]')
    await marked.first().waitFor() // when the form knows the products
    await waitForValue(() => markedFields(page), ['Product'])
    await page.getByRole('combobox', { name: 'Product' }).click()
    await page.getByRole('option').first().click()
    await marked.first().waitFor({ state: 'detached' })
    await waitForValue(() => markedFields(page), [])
    await page.context().close()
  })
})

describe('an order that the printer cannot make', () => {
  it('an order that the printer cannot make is called on hold everywhere, until support cancels it', async () => {
    const { world } = stage
    const customer = await member(world, world.charged)
    await program(world, world.charged, 'sandbox').place('held-1')
    await world.settle()
    await customer.simulate('held-1', 'payment_success')
    await customer.fastForward('PT2H')
    await world.settle()
    await customer.simulate('held-1', 'problem')
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders')
    await page.getByRole('row', { name: /held-1.* On hold/ }).waitFor()
    await page.getByRole('link', { name: 'held-1' }).click()
    await page.getByText('Put on hold because of a problem').waitFor()
    assert.equal(await page.getByText('Exception', { exact: true }).count(), 0)
    // In the sandbox its owner plays support, too.
    await page.getByRole('button', { name: 'Support resumes the order' }).click()
    await page.getByText('Sent to the printer again by support').waitFor()
    await page.getByRole('button', { name: 'Printer reports a problem' }).click()
    await page.getByRole('button', { name: 'Support cancels the order' }).waitFor()
    await support(world).act(world.charged, 'held-1', 'abandon', { reason: 'No press has this paper.' })
    await page.reload()
    await page.getByRole('alert').getByText('Canceled by support').waitFor()
    await page.context().close()
  })
})

const markedFields = (page: Page) =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('[aria-invalid=true]')].map(one => one.labels[0].firstChild.textContent.trim())",
  )

describe('the form of an order', () => {
  it('the form of an order takes a state by its code or its name', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place')
    const state = page.getByRole('combobox', { name: 'State' })
    await state.fill('AR')
    await state.press('Enter')
    await waitForValue(() => state.inputValue(), 'AR · Arkansas')
    await state.fill('new york')
    await state.press('Tab')
    await waitForValue(() => state.inputValue(), 'NY · New York')
    // Addresses in the territories are often written as those of states.
    await state.fill('pr')
    await state.press('Tab')
    await waitForValue(() => state.inputValue(), 'PR · Puerto Rico')
    // What the product has instead can be read in the empty field.
    await page.getByPlaceholder('Default: 120').waitFor()
    const isWhole = await page.evaluate<boolean>(`(() => {
      const field = document.querySelector('[placeholder="Default: 120"]')
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font })
      const { width } = pen.measureText(field.placeholder)
      return width + parseFloat(paddingLeft) + parseFloat(paddingRight) < field.clientWidth
    })()`)
    assert.equal(isWhole, true)
    await page.context().close()
  })

  it('the form of an order leaves no hole beside a field on a phone', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place', { width: 390 })
    const rightOf = async (label: string) => {
      const { x, width } = (await page.getByLabel(label).first().boundingBox())!
      return x + width
    }
    await waitForValue(async () => (await rightOf('Retail price')) - (await rightOf('Cover PDF URL')), 0)
    await page.context().close()
  })

  it("the form of an order says that the limit is reached, in the reader's time zone, and marks no field", async () => {
    const { world } = stage
    await support(world).change(world.charged, { limits: { sandbox: { ordersPer24Hours: 1 } } })
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/place?from=test-1')
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    const refusal = page.getByRole('main').getByRole('alert')
    await refusal.getByText('The order was not placed.').waitFor()
    const words = (await refusal.textContent()) ?? ''
    assert.match(words, /after Mar 3, 2026, .* E[DS]T, or empty the sandbox/)
    assert.doesNotMatch(words, /marked|\(\)|\dZ/)
    await page.context().close()
  })
})

describe('the overview', () => {
  it('the overview names the times of the next charge and the next free slot, and counts down to them once', async () => {
    const { world } = stage
    const { ask } = await member(world, world.charged)
    const page = await stage.openAs(world.charged.user, '/dashboard/production/overview')
    const charge = page.getByRole('region', { name: 'Next charge' })
    const isShown = async () => {
      const { now, charge: next } = (await ask('GET', '/production/overview')).body
      const minutes = Math.floor((Date.parse(next.at) - Date.parse(now)) / 60_000)
      await charge.getByText(`(in ${Math.floor(minutes / 60)} h ${minutes % 60} min)`).waitFor()
    }
    await charge.getByText(/^2 orders, charged Mar \d+, 9:00 PM EST \(in /).waitFor()
    await page.getByRole('meter', { name: '24-hour limit' }).waitFor()
    await page.getByText('2/50', { exact: true }).waitFor()
    await page.getByText(/^Next slot opens Mar \d+, \d+:\d\d [AP]M EST \(in /).waitFor()
    await world.advance(20 * minute)
    await page.clock.setFixedTime(world.now())
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await isShown()
    await page.context().close()
  })

  for (const [locale, time] of [
    ['en-GB', /charged \d+ Mar, 21:00/],
    ['fr-FR', /charged Mar \d+, 9:00 PM EST/],
    ['de-DE', /Abbuchung: \d+\. März?,? (um )?21:00/],
  ] as const) {
    it(`the overview shows dates in the language of its sentences to a browser in ${locale}`, async () => {
      const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/overview', { locale })
      await page.getByText(time).first().waitFor()
      await page.context().close()
    })
  }
})

describe('a real order', () => {
  it('a production order shows its price on the button, and below it the time of its charge and the end of free cancellation', async () => {
    const { user } = stage.world.charged
    const page = await stage.openAs(user, '/dashboard/production/place?from=PLB-1')
    const total = page.locator('dt', { hasText: 'Total' }).locator('xpath=following-sibling::dd')
    await page.getByRole('button', { name: /^Place order · \$/ }).waitFor()
    const onButton = () => page.getByRole('button', { name: 'Place order' }).textContent()
    await waitForValue(async () => (await onButton()) === `Place order · ${await total.textContent()}`, true)
    await page
      .getByText(/^You’ll be charged on .* E[DS]T or later\. You can cancel for free until 2 hours after/)
      .waitFor()
    await page.context().close()
  })

  it('sample artwork is offered in the sandbox only, and for a book without files only', async () => {
    const { user } = stage.world.charged
    const offer = async (mode: string) => {
      const page = await stage.openAs(user, `/dashboard/${mode}/place`)
      await page.getByRole('combobox', { name: 'Product' }).click()
      await page.getByRole('option', { name: /^NOVEL/ }).click()
      await page.locator('[placeholder^="Default: "]').waitFor()
      const count = await page.getByText('This product has no files yet.').count()
      await page.context().close()
      return count
    }
    assert.deepEqual([await offer('sandbox'), await offer('production')], [1, 0])
  })

  it('production orders of a CSV file are placed after the form has said that they cost money', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/production/place/many')
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    const csv = `customerOrderId,sku,coverUrl,gutsUrl,name,address1,city,state,postal,country
real-1,NOVEL,https://files.example/cover.pdf,https://files.example/guts.pdf,Ada Reader,1 Main Street,Rochester,NY,14604,US\n`
    const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Place 1 order' }).click()
    await page.getByRole('dialog', { name: 'Place 1 production order?' }).waitFor()
    await page.keyboard.press('Escape')
    const { read } = program(world, world.charged, 'production')
    assert.equal((await read('real-1')).code, 'order_not_found')
    await page.context().close()
  })
})

describe('an address that is mistyped', () => {
  it('a mistyped address leads to existing pages', async () => {
    const { user } = stage.world.charged
    const page = await stage.openAs(user, '/dashboard/production')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    assert.match(page.url(), /production\/overview$/)
    for (const [path, says] of [
      ['xyz/orders', 'Page not found'],
      ['production/orders?after=2026-99-99', '2 orders'],
      ['production/billing?tab=nothing', 'Cards'],
      ['production/place?from=nope', 'No production order nope'],
    ]) {
      await page.goto(`/dashboard/${path}`)
      await page.getByText(says!, { exact: true }).waitFor()
    }
    await page.getByRole('link', { name: 'Place a new order' }).click()
    await page.getByRole('button', { name: 'Place order' }).waitFor()
    await page.context().close()
  })

  it("an address of another area leads to the person's own area", async () => {
    const { charged, demo } = stage.world
    for (const [who, path, to] of [
      [demo.staff, '/dashboard/production/orders', '/staff'],
      [charged.user, '/press/jobs', '/dashboard'],
    ] as const) {
      const page = await stage.openAs(who, path)
      await page.getByRole('link', { name: /^Go to/ }).click()
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      assert.ok(new URL(page.url()).pathname.startsWith(to))
      await page.context().close()
    }
  })
})

describe('the books of an order', () => {
  it('a book that is added to an order gets the focus, however many books there are', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/place')
    const another = page.getByRole('button', { name: 'Add a book' })
    for (let i = 0; i < 4; i++) await another.last().click()
    const last = page.getByRole('group', { name: 'Book 5' }).getByRole('combobox', { name: 'Product' })
    await gotFocus(last)
    await page.context().close()
  })
})

describe('the list of orders', () => {
  it('the list of orders is as it was left when the person returns from an order', async () => {
    const page = await stage.openAs(
      stage.world.charged.user,
      '/dashboard/production/orders?status=VALID_AWAITING_PAYMENT',
    )
    await page.getByRole('link', { name: 'PLB-1' }).click()
    await page.getByRole('heading', { name: 'PLB-1' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    await page.getByText('2 orders', { exact: true }).waitFor()
    assert.match(page.url(), /status=VALID_AWAITING_PAYMENT/)
    // Who came from elsewhere comes to the whole list.
    await page.goto('/dashboard/production/orders/PLB-1')
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    await page.getByText('2 orders', { exact: true }).waitFor()
    assert.doesNotMatch(page.url(), /status/)
    await page.context().close()
  })

  it('the list of orders shows amounts and identifiers whole, and the day and the recipient, at every width', async () => {
    for (const width of [1280, 1024, 375]) {
      const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/orders', { width })
      await page.getByText('2 orders', { exact: true }).waitFor()
      for (const text of [/just now|minutes ago$/, 'Ada Reader, Rochester NY US'])
        await page.getByText(text).first().waitFor()
      for (const text of [page.getByRole('link', { name: longId }).locator('..'), page.getByText(/^\$\d+,/).first()]) {
        const [inside, outside] = await text.evaluate(one => [
          [one.scrollWidth, one.scrollHeight],
          [one.clientWidth, one.clientHeight],
        ])
        assert.deepEqual(inside, outside, `${width}: ${await text.textContent()}`)
      }
      await page.context().close()
    }
  })
})

it('a list keeps its head in sight, and a long account name takes no space from the other columns', async () => {
  const { charged, demo, app } = stage.world
  const { db } = app.database
  const rename = (name: string) =>
    sql`update accounts set name = ${name} where account_id = ${charged.accountId}`.execute(db)
  await rename('The Publishing House of Upper New England and Daughters, Incorporated')
  for (const [who, path] of [
    [demo.staff, '/staff/orders'],
    [charged.user, '/dashboard/production/orders'],
  ] as const) {
    const page = await stage.openAs(who, path, { width: 1160, height: 220 })
    const table = page
      .getByRole('table')
      .or(page.getByLabel('Orders', { exact: true }))
      .last()
    await table.getByRole('link', { name: 'PLB-1' }).scrollIntoViewIfNeeded()
    await page.evaluate('window.scrollTo(0, 300)')
    const head = (await table.getByRole('columnheader', { name: /Order$/ }).boundingBox())!
    assert.ok(head.y >= 0 && head.y < 60, `${path}: ${head.y}`)
    await page.context().close()
  }
  const page = await stage.openAs(demo.staff, '/staff/orders', { width: 1440 })
  const account = (await page.getByRole('columnheader', { name: 'Account' }).boundingBox())!
  assert.ok(account.width < 260, `${account.width}`)
  await rename(charged.name)
  await page.context().close()
})

it('a limit that cannot be is not made another one', async () => {
  const { charged, demo } = stage.world
  const page = await stage.openAs(demo.staff, `/staff/accounts/${charged.accountId}`)
  await page.getByRole('button', { name: 'Edit account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('They asked for it.')
  await dialog.getByLabel('Production orders per 24 hours').fill('-5')
  await dialog.getByLabel('Reason').focus()
  await dialog.getByText('Enter a number from 0 to 100,000,000').waitFor()
  await waitForValue(() => dialog.getByRole('button', { name: 'Save changes' }).isDisabled(), true)
  await page.context().close()
})

it('a card on a phone leaves nothing out', async () => {
  const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/keys', { width: 375 })
  await page.getByRole('table', { name: 'Keys' }).locator('[data-title=Created]').waitFor()
  await page.context().close()
})

it('an order is printed in black on white, without buttons', async () => {
  const { user } = stage.world.charged
  const page = await stage.openAs(user, '/dashboard/production/orders/PLB-1', { scheme: 'dark' })
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const pressed of [page.getByRole('navigation'), page.getByRole('link', { name: 'Duplicate' })])
    assert.equal(await pressed.count(), 0)
  const look = (name: 'color' | 'backgroundColor') =>
    page.evaluate<string>(`getComputedStyle(document.${name === 'color' ? "querySelector('dt')" : 'body'}).${name}`)
  assert.deepEqual([await look('color'), await look('backgroundColor')], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  await page.context().close()
})

it('a declined order says when it is tried again, and that it no longer is', async () => {
  const { world } = stage
  await (await member(world, world.charged)).useCard('sim_decline')
  await program(world, world.charged, 'production').place('never-paid')
  await world.settle()
  await world.advance(day)
  const page = await stage.openAs(world.charged.user, '/dashboard/production/orders/never-paid')
  await page.getByText(/We will retry the payment on .+ [AP]M E[DS]T/).waitFor()
  await world.advance(20 * day)
  await page.reload()
  await page.getByText('We no longer retry this payment automatically.').waitFor()
  assert.equal(await page.getByText(/will retry|daily/).count(), 0)
  await page.goto('/dashboard/production/billing?tab=charges')
  const shown = page.getByRole('table', { name: 'Charges' }).locator('time')
  await shown.first().waitFor()
  const times = await shown.allTextContents()
  assert.equal(new Set(times).size, times.length)
  await page.context().close()
})

it('the screens of failures cause no uncaught error, policy violation or request to another host', () => {
  assert.deepEqual(stage.complaints, [])
})
