// The operator's data in the staff console: edited, compared, published and taken back.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day } from '../../src/base/clock.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { press, program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

describe('the catalog and prices in the browser', () => {
  it('a price is edited, reviewed and published: a new quote has it, an old order keeps its own, and it is taken back', async () => {
    const { world } = stage
    const customer = program(world, world.charged, 'production')
    const before = (await customer.place('before')).pricing
    const { manufacturingSku } = world.charged.products.find(({ sku }) => sku === 'NOVEL')!
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=books')
    const row = page.getByRole('row').filter({ hasText: manufacturingSku })
    await row.getByRole('button').click()
    // Dollars, and not cents.
    const field = page.getByLabel('Base price')
    const old = Number((await field.inputValue()).replace('$', ''))
    await field.fill('')
    await field.pressSequentially((old + 2).toFixed(2))
    await waitForValue(() => field.inputValue(), `$${(old + 2).toFixed(2)}`)
    await page.getByRole('tab', { name: 'Press settings' }).click()
    await page.getByRole('combobox', { name: 'Change the severity of' }).click()
    await page.getByRole('option', { name: 'RGB colors (usually warning)' }).click()
    await page.getByRole('combobox', { name: 'RGB colors' }).click()
    await page.getByRole('option', { name: 'Off: not reported' }).click()
    await page.getByText('Unsaved changes').waitFor()
    // Input survives a reload, and the address opens the same book; Back leads to the list.
    await page.reload()
    await page.getByText('Unsaved changes').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('book'), manufacturingSku)
    await page.getByRole('tab', { name: 'Book and prices' }).click()
    await waitForValue(() => field.inputValue(), `$${(old + 2).toFixed(2)}`)
    await page.goBack()
    await row.getByRole('button').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').first().waitFor()

    await page.getByRole('tab', { name: 'Review and publish' }).click()
    const changes = page.getByRole('table', { name: 'Changes' })
    await changes.getByText('Price, base').waitFor()
    const exportAll = page.getByRole('button', { name: 'Export', exact: true })
    assert.equal(await exportAll.count(), 0, 'the file of all data is beside the versions')
    await changes.getByText(`$${(old + 2).toFixed(2)}`).waitFor()
    await page.getByRole('table', { name: 'By customer' }).getByText(world.charged.name).waitFor()
    // The bar is the difference: it begins in the middle, and goes to the right for more.
    const ofBook = page.getByRole('table', { name: 'By book' }).getByRole('row').filter({ hasText: '+$4.00' })
    await ofBook.waitFor()
    const bar = (await ofBook.locator('[aria-hidden] > div').boundingBox())!
    const scale = (await ofBook.locator('[aria-hidden]:has(> div)').boundingBox())!
    assert.ok(Math.abs(bar.x - (scale.x + scale.width / 2)) <= 1, 'from the middle')
    assert.ok(Math.abs(bar.x + bar.width - (scale.x + scale.width)) <= 1, 'the largest difference to the end')
    await page.getByRole('table', { name: 'Books that change' }).getByText('Changed').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByLabel('Reason').fill('Paper is dearer')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 2 published').waitFor()
    await page.getByText('Paper is dearer').waitFor()
    await world.advance(minNoticeMs)
    const { press } = world.app.operatorVersions.at(world.now()).catalog.get(manufacturingSku)!
    assert.deepEqual(press?.severities, { colour_rgb: 'off' })
    assert.equal(Math.round(100 * ((await customer.place('after')).pricing.itemsTotal - before.itemsTotal)), 400)
    assert.deepEqual((await customer.read('before')).pricing.orderTotal, before.orderTotal)

    await page.getByRole('button', { name: 'Roll back to version 1' }).click()
    await page.getByLabel('Reason').fill('It was a mistake')
    await page.getByRole('button', { name: 'Roll back', exact: true }).click()
    await page.getByText('Version 3 published').waitFor()
    await world.advance(minNoticeMs)
    assert.equal((await customer.place('again')).pricing.itemsTotal, before.itemsTotal)

    await page.getByRole('button', { name: 'Roll back to version 2' }).click()
    await page.getByLabel('Reason').fill('It was right')
    await page.getByRole('button', { name: 'Roll back', exact: true }).click()
    await page.getByRole('button', { name: 'Withdraw version 4' }).click()
    await page.getByLabel('Reason').fill('It was wrong')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByText('Version 4 withdrawn').waitFor()
    await page.getByText('Withdrawn', { exact: true }).waitFor()
    await world.advance(minNoticeMs)
    assert.equal((await customer.place('still')).pricing.itemsTotal, before.itemsTotal)
    await page.context().close()
  })

  it('a book is drawn to scale while it is edited: a dust jacket gets its flaps, and the spine grows with the pages', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=books')
    await page.getByRole('button', { name: 'Trade paperback', exact: true }).first().click()
    const cover = (text: string) => page.getByRole('img', { name: `Open cover, ${text}` })
    await cover('12.382 × 9.25 in, spine 0.132 in').waitFor()
    await page.getByRole('textbox', { name: 'Page count of the drawing' }).fill('400')
    await cover('13.211 × 9.25 in, spine 0.961 in').waitFor()
    await page.getByRole('img', { name: 'Right-hand page, 6.25 × 9.25 in, gutter 0.5 in' }).waitFor()
    await page.getByRole('tab', { name: 'Measures' }).click()
    await page.getByLabel('Flaps of a dust jacket').fill('3.25')
    await page.getByLabel('Fold of the flaps around the boards').fill('0.25')
    await cover('20.211 × 9.25 in, spine 0.961 in, flaps 3.25 in').waitFor()
    await page.getByRole('tab', { name: 'Pages and paper' }).click()
    await page.getByLabel('Endpapers').fill('80 lb white')
    await page.getByRole('tab', { name: 'Measures' }).click()
    // Flaps are no more than twice the safe margin of the cover.
    await page.getByLabel('Flaps of a dust jacket').fill('0.4')
    await page.getByText('No drawing: the book has mistakes.').waitFor()
    await page.context().close()
  })

  it('the second of two editors sees what the first has saved, and loses nothing', async () => {
    const { world } = stage
    const [first, second] = await Promise.all([
      stage.openAs(world.demo.staff, '/staff/operator-data?tab=books'),
      stage.openAs(world.demo.staff, '/staff/operator-data?tab=books'),
    ])
    const perOrder = 'Per order'
    await second.getByLabel(perOrder).fill('3')
    await first.getByLabel(perOrder).fill('2')
    await first.getByRole('button', { name: 'Save draft' }).click()
    await first.getByText('Draft saved').first().waitFor()
    await second.getByRole('button', { name: 'Save draft' }).click()
    const conflict = second.getByRole('alert').filter({ hasText: 'Somebody else changed the draft' })
    await conflict.getByText('the stored draft has $2.00, yours has $3.00').waitFor()
    assert.match(await second.getByLabel(perOrder).inputValue(), /^\$3/)
    await conflict.getByRole('button', { name: 'Replace it with mine' }).click()
    await second.getByText('Draft saved').first().waitFor()
    await first.reload()
    await waitForValue(() => first.getByLabel(perOrder).inputValue(), '$3.00')
    for (const page of [first, second]) await page.context().close()
  })

  it('a brand with a logo is previewed and published, and a color that is too light is replaced by one that fits', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=brand')
    await page.getByLabel('Name', { exact: true }).fill('Acme Books')
    await page.getByLabel('Accent color', { exact: true }).fill('#ffcc00')
    await page.getByText('White text on it has a contrast of 1.5 : 1, expected at least 4.5 : 1').waitFor()
    await page.getByRole('button', { name: 'Use #8f7200, the nearest shade that fits' }).click()
    await page.getByText('White text on it has a contrast').waitFor({ state: 'detached' })
    await page.getByLabel('Support address').fill('help@acme.example')
    await page.getByLabel('Legal lines').fill('Acme Books Inc.\nRochester, NY')
    const choose = (name: string, mimeType: string, text: string) =>
      page
        .locator('input[type=file][accept*=svg]')
        .first()
        .setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
    await choose('logo.png', 'image/png', 'hello')
    await page.getByText('logo.png can’t be used: the PNG cannot be decoded').waitFor()
    await choose(
      'logo.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script>alert(1)</script><path fill="#8f7200" d="M0 0h40v10z"/></svg>',
    )
    await page.getByText('Parts of the SVG were removed').waitFor()
    await page.getByText('<script>').waitFor()
    const preview = page.getByRole('figure', { name: 'Preview in dark mode' })
    await preview.locator('img').waitFor()
    await preview.getByText('Kind regards, Acme Books').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').first().waitFor()
    await page.getByRole('tab', { name: 'Review and publish' }).click()
    const changes = page.getByRole('table', { name: 'Changes' })
    await changes.getByText('help@acme.example').waitFor()
    await changes.getByText(/^light SVG, 0\.\d kB$/).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByLabel('Reason').fill('Our own name')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(/Version \d published/).waitFor()
    await world.advance(minNoticeMs)
    await page.goto('/staff/overview')
    await page.getByRole('img', { name: 'Acme Books support' }).first().waitFor()
    await waitForValue(() => page.title(), 'Overview · Acme Books support')
    await page.context().close()

    const visitor = await stage.open()
    await visitor.goto('/dashboard/sign-in')
    await visitor.getByRole('heading', { name: 'Sign in to Acme Books' }).waitFor()
    await visitor.getByRole('link', { name: 'help@acme.example' }).waitFor()
    await visitor.getByText('Rochester, NY').waitFor()
    const color = await visitor.evaluate<string>(
      'getComputedStyle(document.querySelector("button[type=submit]")).backgroundColor',
    )
    assert.equal(color, 'rgb(143, 114, 0)')
    await visitor.goto('/docs')
    await visitor.getByRole('img', { name: 'Acme Books' }).waitFor()
    await visitor.context().close()
  })

  it('a price list is made, tried and published, a customer is put on it, and their order shows its name', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=price-lists')
    await page.getByText('All customers pay the prices of the catalog.').waitFor()
    await page.getByRole('button', { name: 'New price list' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Libraries')
    await page.getByLabel('Code').fill('libraries')
    const handling = page.getByLabel('Handling', { exact: true })
    await handling.pressSequentially('100')
    const quote = page.getByRole('table', { name: 'Quote' })
    await quote.getByRole('row', { name: 'Handling' }).getByText('$0.00', { exact: true }).waitFor()
    // A custom price begins with the catalog's, and a discount takes its place.
    const custom = (column: string) =>
      page.getByLabel(`Pocket paperback, PB-0425X0688-BW-60C: ${column}`, { exact: true })
    const enter = async (column: string, text: string) => {
      await custom(column).fill(text)
      await custom(column).blur()
    }
    await enter('Base price', '2')
    await waitForValue(() => custom('Price per page').inputValue(), '$0.0115')
    await enter('Discount', '15')
    await waitForValue(() => custom('Price per page').inputValue(), '')
    await enter('Discount', '')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').first().waitFor()
    await page.getByRole('tab', { name: 'Review and publish' }).click()
    await page.getByRole('table', { name: 'Sample orders' }).getByText('· LIBRARIES').first().waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByLabel('Reason').fill('Prices for libraries')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(/Version \d published/).waitFor()
    await world.advance(minNoticeMs)

    await page.goto(`/staff/accounts/${world.charged.accountId}`)
    await page.getByRole('button', { name: 'Change price list' }).click()
    const choice = page.getByRole('dialog', { name: `Price list of ${world.charged.name}` })
    await choice.getByRole('combobox', { name: 'Price list' }).click()
    await page.getByRole('option', { name: 'Libraries' }).click()
    await choice.getByLabel('Reason').fill('Contract')
    await choice.getByRole('button', { name: 'Save price list' }).click()
    await page.getByText('Price list saved').first().waitFor()
    await page.getByText('Libraries', { exact: true }).waitFor()
    await page.context().close()

    const { pricing } = await program(world, world.charged, 'production').place('listed')
    assert.deepEqual([pricing.priceList.code, pricing.fulfillmentTotal], ['LIBRARIES', 0])
    const order = await stage.openAs(world.charged.user, '/dashboard/production/orders/listed')
    await order.getByText('Libraries', { exact: true }).waitFor()
    await order.context().close()
  })

  it('a cost is entered beside the price, with the margin of a copy, and can be removed', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=books')
    await page.getByRole('button', { name: 'Pocket paperback' }).click()
    const prices = page.getByRole('table', { name: 'Price of a copy' })
    await prices.getByRole('columnheader', { name: 'Price', exact: true }).waitFor()
    assert.equal(await prices.getByRole('columnheader', { name: 'Margin' }).count(), 0)
    await page.getByRole('button', { name: 'Add cost of Pocket paperback' }).click()
    await page.getByLabel('Base cost').fill('1.00')
    await page.getByLabel('Cost per page').fill('0.01')
    await prices.getByRole('columnheader', { name: 'Margin' }).waitFor()
    // 32 pages: $1.32 of $2.52.
    await prices.getByText('$1.20 (47.6%)').waitFor()
    await page.getByRole('button', { name: 'Remove cost of Pocket paperback' }).click()
    await prices.getByRole('columnheader', { name: 'Margin' }).waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('the text of an email is written with its values, a wrong name is shown at its field, and an empty field is our text', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=texts')
    await page.getByText('Order failed', { exact: true }).click()
    const titles = await page.locator('summary').allTextContents()
    assert.ok(titles.length > 30)
    assert.deepEqual(
      titles.filter(title => !/^[A-Z]/.test(title)),
      [],
    )
    const subject = page.getByRole('textbox', { name: 'Subject' }).first()
    const save = async () => {
      await page.getByRole('button', { name: 'Save draft' }).click()
      await page.getByText('Draft saved').first().waitFor()
    }
    assert.equal(await subject.getAttribute('placeholder'), 'Order {order} can’t be printed')
    await subject.fill('Sorry about {ordr}')
    await save()
    await page.getByText('Enter one of {account}, {order}').first().waitFor()
    await subject.fill('Sorry about {order}')
    await page.getByText('Your text').waitFor()
    await subject.fill('')
    await page.getByText('Your text').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText(/^Draft, saved/).waitFor()
    await page.context().close()
  })

  it('terms are written and published, and whoever signs up reads and accepts them', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=texts')
    await page.getByLabel('Version, in all languages').fill('2026-11')
    await page.getByText('Enter a link or a text').waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('1. We print your books.\n2. You pay for them.')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').first().waitFor()
    await page.getByRole('tab', { name: 'Review and publish' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByLabel('Reason').fill('Our terms')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(/Version \d published/).waitFor()
    await world.advance(minNoticeMs)
    await page.context().close()

    const visitor = await stage.open()
    await visitor.goto('/dashboard/sign-up')
    await visitor.getByLabel('Company or imprint').fill('Analytical Books')
    await visitor.getByLabel('Your name').fill('Ada')
    await visitor.getByLabel('Email address').fill('ada@analytical.example')
    await visitor.getByLabel('Password', { exact: true }).fill('correct horse battery')
    const button = visitor.getByRole('button', { name: 'Create account' })
    await waitForValue(() => button.isDisabled(), true)
    await visitor.getByRole('button', { name: 'terms and conditions' }).click()
    const terms = visitor.getByRole('dialog', { name: 'Terms and conditions' })
    await terms.getByText('2. You pay for them.').waitFor()
    await terms.getByRole('button', { name: 'Close' }).click()
    await visitor.getByRole('checkbox').check()
    await button.click()
    await visitor.getByText('Check your email').first().waitFor()
    await visitor.context().close()
    const { rows } = await sql<{ version: string }>`
      select terms_version as version from sign_ups where email = 'ada@analytical.example'`.execute(
      world.app.database.db,
    )
    assert.deepEqual(rows, [{ version: '2026-11' }])
  })

  it('notes are written and published, and chosen by a printer who refuses a job and by the staff who cancel its order', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=texts')
    await page.getByText('Refusal notes', { exact: true }).click()
    const write = async (use: string, [english, german]: [string, string]) => {
      const notes = page.getByRole('group', { name: use })
      await notes.getByRole('button', { name: 'Add note' }).click()
      await notes.getByLabel('English').fill(english)
      await notes.getByLabel('Deutsch').fill(german)
    }
    await write('A printer refuses a job', ['The paper is out of stock.', 'Das Papier ist nicht vorrätig.'])
    await write('The staff cancel an order', ['We can’t make this book.', 'Wir können dieses Buch nicht herstellen.'])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').first().waitFor()
    await page.getByRole('tab', { name: 'Review and publish' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const publish = page.getByRole('dialog', { name: 'Publish this draft?' })
    await publish.getByLabel('Reason').fill('Notes')
    await publish.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(/Version \d published/).waitFor()
    await world.advance(minNoticeMs)

    const customer = program(world, world.charged, 'production')
    await customer.place('refused')
    await world.settle()
    await world.advance(day)
    const { jobId } = await press(world).jobOf('refused')
    const desk = await stage.openAs(world.demo.printer, `/press/jobs/${jobId}`)
    await desk.getByRole('button', { name: 'More' }).click()
    await desk.getByRole('menuitem', { name: 'Refuse job' }).click()
    const refusal = desk.getByRole('dialog')
    await refusal.getByLabel('Notes to choose from').selectOption('The paper is out of stock.')
    await waitForValue(() => refusal.getByLabel('Reason').inputValue(), 'The paper is out of stock.')
    await refusal.getByRole('button', { name: 'Refuse job' }).click()
    await desk.getByText('Job refused').first().waitFor()
    await desk.context().close()

    await page.goto(`/staff/orders/${world.charged.accountId}/refused`)
    await page.getByText('The paper is out of stock.').first().waitFor()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const cancellation = page.getByRole('dialog')
    await cancellation.getByLabel('Notes to choose from').selectOption('Wir können dieses Buch nicht herstellen.')
    await cancellation.getByLabel('Reason').press('End')
    await cancellation.getByLabel('Reason').pressSequentially(' Leider.')
    await cancellation.getByRole('button', { name: 'Cancel order' }).click()
    await waitForValue(() => customer.statusOf('refused'), 'CANCELLED')
    await page.getByText('Wir können dieses Buch nicht herstellen. Leider.').first().waitFor()
    await page.context().close()
  })

  it('a click on a day of the calendar closes the shop on it, and another opens it again', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/operator-data?tab=holidays')
    await page.getByText(`Calendar ${new Date().getFullYear()}`).waitFor()
    await page.getByRole('button', { name: 'Year after' }).click()
    const year = new Date().getFullYear() + 1
    // A business day of every year: the first Tuesday of December.
    const first = new Date(Date.UTC(year, 11, 1)).getUTCDay()
    const date = `${year}-12-0${1 + ((9 - first) % 7)}`
    const name = new Date(date).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })
    await page.getByRole('button', { name }).click()
    await waitForValue(() => page.getByLabel('Date', { exact: true }).inputValue(), date)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').first().waitFor()
    await page.getByRole('button', { name: `${name}: Closed day` }).click()
    await page.getByLabel('Date', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await page.context().close()
  })

  it('a mistake is shown at its field and prevents publishing', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/operator-data?tab=shipping')
    await page.getByLabel('Time zone').fill('Mars')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('1 mistake to fix before publishing').waitFor()
    await page.getByText('Mars is not a time zone').first().waitFor()
    await waitForValue(() => page.getByLabel('Time zone').getAttribute('aria-invalid'), 'true')
    await page.getByRole('tab', { name: 'Review and publish' }).click()
    await waitForValue(() => page.getByRole('button', { name: 'Publish', exact: true }).isDisabled(), true)
    await page.context().close()
  })

  also(
    'an import of 4,000 books with 200 mistakes is saved as a draft that names the first 100 and counts all, and its books are found and reviewed',
    async () => {
      const { world } = stage
      const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=books')
      const { operatorVersions } = world.app
      const content = structuredClone((await operatorVersions.contentOf(operatorVersions.newest()))!)
      const catalog = content.catalog as { skus: object[] }
      const samples = catalog.skus
      catalog.skus = Array.from({ length: 4000 }, (_, i) =>
        i < samples.length ? samples[i]! : { ...samples[i % samples.length], manufacturingSku: `BOOK-${i}` },
      )
      // Every 20th book has no pages.
      for (let i = 20; i <= 4000; i += 20) Object.assign(catalog.skus[i - 1]!, { pages: undefined })
      const buffer = Buffer.from(JSON.stringify(content))
      const input = page.locator('input[type=file]').first()
      await input.setInputFiles({ name: 'ours.json', mimeType: 'application/json', buffer })
      await page.getByText('They are too large to survive a reload of this page: save the draft.').waitFor()
      await page.getByRole('button', { name: 'Save draft' }).click()
      const mistakes = page.getByRole('alert').filter({ hasText: '200 mistakes to fix before publishing' })
      await mistakes.getByText('Books: BOOK-39, pages: Enter a value').waitFor()
      await mistakes.getByRole('button', { name: 'Show 75 more' }).click()
      assert.equal(await mistakes.getByRole('listitem').count(), 100)
      await mistakes.getByText('These are the first 100 of 200 mistakes.').waitFor()

      // The list has all books, and shows some of them.
      await page.getByLabel('Search Books').fill('BOOK-3999')
      const row = page.getByRole('row').filter({ hasText: 'BOOK-3999' })
      await row.getByRole('button').click()
      await page.getByText('No prices: the book has mistakes.').waitFor()
      await page.getByRole('tab', { name: 'Pages and paper' }).click()
      await page.getByLabel('Fewest pages').fill('24')
      await page.getByLabel('Most pages').fill('480')
      await page.getByText('They are too large to survive a reload').waitFor()

      await page.getByRole('button', { name: 'Save draft' }).click()
      await page.getByRole('tab', { name: 'Review and publish' }).click()
      await page.getByRole('table', { name: 'Changes' }).waitFor()
      assert.equal(await page.getByRole('row').count(), 26)
      await page.getByRole('button', { name: 'Discard draft' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
      await page.getByText('Draft discarded').first().waitFor()
      await page.context().close()
    },
  )

  also('of a price list with thousands of own prices, the first are shown, and the others are found', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=price-lists')
    const books = Array.from({ length: 3000 }, (_, i) => ({ manufacturingSku: `BOOK-${i}`, offBasisPoints: 1000 }))
    const buffer = Buffer.from(JSON.stringify({ lists: [{ code: 'MANY', name: 'Many', books }] }))
    const input = page.locator('input[type=file]').first()
    await input.setInputFiles({ name: 'priceLists.json', mimeType: 'application/json', buffer })
    await page.getByRole('row').filter({ hasText: 'MANY' }).getByRole('button').click()
    const discounts = page.getByLabel(/: Discount$/)
    await discounts.first().waitFor()
    assert.equal(await discounts.count(), 25)
    await page.getByRole('button', { name: 'Show 100 more' }).click()
    assert.equal(await discounts.count(), 125)
    await page.getByLabel('Search Custom book prices').fill('book-2999')
    const last = page.getByLabel('Unnamed book, BOOK-2999: Discount', { exact: true })
    assert.equal(await last.inputValue(), '10%')
    await last.fill('')
    await last.blur()
    await page.getByText('No matches').waitFor()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await page.context().close()
  })

  it('the browser reported no errors', () => assert.deepEqual(stage.complaints, []))
})
