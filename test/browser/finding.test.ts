// Finding orders in the browser: by the palette, by the search of a list, and by filters that are exported as they are.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { hour, later } from '../../src/base/clock.ts'
import { program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { orderBody } from '../support/world.ts'
import { exportedCsv } from './chromium.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
  const { world } = stage
  const ours = program(world, world.charged, 'production')
  const to = (name: string) => ({ ...orderBody().destination, name })
  await ours.place('PLB-54', { destination: to('Ada Lovelace') })
  await ours.place('PLB-55', { destination: to('Grace Hopper') })
  await ours.create(orderBody({ customerOrderId: 'PLB-56', orderItems: [{ sku: 'NO-SUCH', quantity: 1 }] }))
  await world.settle()
})
after(() => stage[Symbol.asyncDispose]())

it('a customer finds an order from a half-remembered name by keyboard alone', async () => {
  const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/overview')
  await page.getByRole('heading', { name: 'Orders by day' }).waitFor()
  for (const text of ['velac', 'Lovelcae']) {
    await page.keyboard.press('Control+K')
    await page.getByLabel('Search orders, pages and actions').fill(text)
    const hit = page.getByRole('button', { name: /PLB-54 · #1 · Ada Lovelace/ })
    await hit.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/production/orders/PLB-54')
    await page.goto('/dashboard/production/overview')
    await page.getByRole('heading', { name: 'Orders by day' }).waitFor()
  }
  await page.keyboard.press('Control+K')
  await page.getByLabel('Search orders, pages and actions').fill('velac')
  await page.locator('mark', { hasText: 'velac' }).waitFor()
  // The field stays where it is, whatever is found.
  const palette = page.getByLabel('Search orders, pages and actions')
  const topOf = async () => (await palette.boundingBox())!.y
  const top = await topOf()
  await palette.fill('no such order, page or action')
  await page.getByText('No results').waitFor()
  assert.equal(await topOf(), top)
  await palette.fill('')
  await page.getByRole('button', { name: 'Overview' }).last().waitFor()
  assert.equal(await topOf(), top)
  await page.context().close()
})

also('a customer opens the orders behind a number of a report by keyboard, and exports the report', async () => {
  const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/reports')
  const card = page.getByRole('button', { name: /^Failed 1/ })
  await card.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Failed by day' }).waitFor()
  await waitForValue(() => card.getAttribute('aria-pressed'), 'true')
  await page.getByText('Unknown SKU').waitFor()
  const csv = await exportedCsv(page)
  assert.match(csv, /\r\ntotals,,failed,1,0,\r\n/)
  assert.match(csv, /\r\nbooks,NOVEL,copies,4,0,Trade paperback\r\n/)
  await page.getByText('Table', { exact: true }).click()
  await page.getByRole('table', { name: 'Failed' }).getByRole('link', { name: '1' }).click()
  const table = page.getByRole('table', { name: 'Orders' })
  await table.getByText('PLB-56').waitFor()
  await waitForValue(() => table.getByText('PLB-54').count(), 0)
  await page.getByRole('button', { name: /^Shipped or ended .* Remove$/ }).click()
  await page.getByRole('button', { name: /^Shipped or ended/ }).waitFor({ state: 'detached' })
  await page.context().close()
})

it('a customer searches and filters the list of orders, which says when it has similar orders only', async () => {
  const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/orders')
  const table = page.getByRole('table', { name: 'Orders' })
  await table.getByText('PLB-56').waitFor()
  await page.getByLabel('Search orders', { exact: true }).fill('hopp')
  await page.keyboard.press('Enter')
  await table.getByText('PLB-54').waitFor({ state: 'detached' })
  await table.getByRole('row', { name: /PLB-55.* × Trade paperback/ }).waitFor()
  const similar = page.getByText('No order has exactly this text. These orders have similar texts.')
  assert.equal(await similar.count(), 0)
  await page.getByLabel('Search orders', { exact: true }).fill('Grase Hoper')
  await page.keyboard.press('Enter')
  await similar.waitFor()
  await table.getByText('PLB-55').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await table.getByText('PLB-54').waitFor()
  assert.equal(await similar.count(), 0)
  const firstRow = table.getByRole('row').nth(1)
  await firstRow.getByText('PLB-56').waitFor()
  const head = (title: string) => table.getByRole('columnheader', { name: title })
  await head('Placed').getByRole('button').click()
  await firstRow.getByText('PLB-54').waitFor()
  await waitForValue(() => head('Placed').getAttribute('aria-sort'), 'ascending')

  // By a column: in the address, and in the list that scrolls on.
  await head('Recipient').getByRole('button').click()
  await page.waitForURL('**?sort=recipient')
  await head('Recipient').getByRole('button').click()
  await page.waitForURL('**?sort=-recipient')
  await firstRow.getByText('PLB-55').waitFor()
  await waitForValue(() => head('Recipient').getAttribute('aria-sort'), 'descending')
  await page.getByText(/^3 orders, [$]/).waitFor()
  await page.getByRole('combobox', { name: 'Sort' }).click()
  await page.getByRole('option', { name: 'Oldest first' }).click()
  await firstRow.getByText('PLB-54').waitFor()
  await page.getByRole('button', { name: 'Any date' }).click()
  await page.getByLabel('Period').selectOption('Yesterday')
  await page.getByRole('heading', { name: 'No matching orders' }).waitFor()
  await page.getByLabel('Period').selectOption('Today')
  await firstRow.getByText('PLB-54').waitFor()
  await page.getByRole('button', { name: 'Clear dates' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Has a problem').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await table.getByText('PLB-54').waitFor({ state: 'detached' })
  const lines = (await exportedCsv(page)).trim().split('\r\n')
  assert.deepEqual(
    lines.slice(1).map(line => line.split(',')[0]),
    ['PLB-56'],
  )
  await page.context().close()
})

also('a customer chooses columns and density, which the browser keeps and a saved view has', async () => {
  const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/orders')
  const table = page.getByRole('table', { name: 'Orders' })
  const row = table.getByRole('row').filter({ hasText: 'PLB-54' })
  const heightOf = async () => (await row.boundingBox())!.height
  await row.waitFor()
  const comfortable = await heightOf()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Recipient' }).uncheck()
  await page.getByRole('checkbox', { name: 'Changed' }).check()
  await page.getByText('Compact', { exact: true }).click()
  await page.keyboard.press('Escape')
  const titles = async () => (await table.getByRole('columnheader').allInnerTexts()).map(title => title.trim())
  const chosen = ['Order', 'Status', 'Books', 'Total', 'Placed', 'Changed']
  await waitForValue(titles, chosen)
  await waitForValue(async () => (await heightOf()) < comfortable, true)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill('What changed')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'What changed' }).waitFor()

  // Without the choice in its address, the list is as it was left.
  await page.goto('/dashboard/production/orders')
  await row.waitFor()
  await waitForValue(titles, chosen)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Standard columns' }).click()
  await page.keyboard.press('Escape')
  await table.getByRole('columnheader', { name: 'Changed' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'What changed' }).click()
  await table.getByRole('columnheader', { name: 'Changed' }).waitFor()
  await page.context().close()
})

it('the staff find failed orders in the list of all orders, which is the newest after a change of theirs', async () => {
  const page = await stage.openAs(stage.world.demo.staff, '/staff/orders?tab=late')
  await page.waitForURL('**&due=late&sort=due')
  const asked: (string | undefined)[] = []
  page.on('request', request => {
    if (request.url().includes('/staff/orders/all?')) asked.push(request.headers()['cache-control'])
  })
  await page.getByText('No matching orders').waitFor()
  await page.getByRole('button', { name: 'All orders' }).click()
  const table = page.getByRole('table', { name: 'Orders of all accounts' })
  await table.getByText('PLB-54').waitFor()
  await page.getByText(/^3 orders, [$]/).waitFor()
  await table.getByRole('row', { name: /PLB-54.*Trade paperback.*NOVEL/s }).waitFor()
  await page.getByRole('combobox', { name: 'Statuses' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await table.getByText('PLB-54').waitFor({ state: 'detached' })
  await table.getByText('PLB-56').waitFor()
  assert.ok(asked.length > 0 && asked.every(how => how === undefined), 'a standby may answer')

  // A saved view has the filters.
  const views = page.getByRole('button', { name: 'Views', exact: true })
  await views.click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill('Failed orders')
  await page.getByLabel('Share with all support staff').check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'Failed orders' }).waitFor()
  await page.goto('/staff/orders?country=US')
  await views.click()
  await page.getByRole('menuitem', { name: 'Failed orders' }).click()
  await page.waitForURL(({ search }) => search === '?status=FAILED')
  await table.getByText('PLB-56').waitFor()
  await table.getByText('PLB-54').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Failed orders' }).click()
  await page.getByRole('menuitem', { name: 'Delete this view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await views.waitFor()

  // By days, and by a printer and a country that are chosen instead of typed.
  const day = (days: number) =>
    later(stage.world.now(), days * 24 * hour)
      .toISOString()
      .slice(0, 10)
  await page.getByRole('button', { name: 'Any date' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill(day(-2))
  await page.getByRole('textbox', { name: 'To' }).fill(day(2))
  await table.getByText('PLB-56').waitFor()
  await page.getByRole('textbox', { name: 'To' }).fill(day(-2))
  await page.getByText('No matching orders').waitFor()
  await page.getByRole('button', { name: 'Clear dates' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('combobox', { name: 'Printer' }).click()
  await page.getByRole('option', { name: 'desk' }).click()
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Canada' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(
    ({ searchParams: chosen }) => chosen.get('country') === 'CA' && chosen.get('printer') === 'desk',
  )

  await page.getByRole('button', { name: /^Late/ }).click()
  await page.getByText('No matching orders').waitFor()
  assert.equal(asked.at(-1), 'no-cache', 'the database answers')
  asked.length = 0
  await page.goto('/staff/orders?status=FAILED')
  await table.getByText('PLB-56').waitFor()
  assert.equal(asked[0], 'no-cache', 'also after a page load')
  await page.context().close()
})

also('filters and old rows stay on the screen, marked as old, while a list loads with another filter', async () => {
  const page = await stage.openAs(stage.world.charged.user, '/dashboard/production/orders')
  const table = page.getByRole('table', { name: 'Orders' })
  await table.getByText('PLB-54').waitFor()
  let answer = () => {}
  const isAnswered = new Promise<void>(resolve => (answer = resolve))
  await page.route('**/orders?*country=CA*', async route => {
    await isAnswered
    await route.continue()
  })
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Canada' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('[aria-busy=true]').getByText('PLB-54').waitFor()
  await page.getByLabel('Search orders', { exact: true }).waitFor()
  answer()
  await page.getByRole('heading', { name: 'No matching orders' }).waitFor()
  await page.getByRole('button', { name: 'More filters (1)' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })

  // The rows of production are not shown as those of the sandbox.
  await page.goto('/dashboard/production/orders')
  await table.getByText('PLB-54').waitFor()
  await page.route('**/sandbox/orders?*', () => {})
  await page.getByRole('button', { name: 'Go to sandbox' }).click()
  await table.waitFor({ state: 'detached' })
  await page.context().close()
})

also('a customer cancels selected orders on a phone, and reads why one was refused', async () => {
  const { world } = stage
  const ours = program(world, world.charged, 'production')
  for (const id of ['bulk-1', 'bulk-2', 'bulk-3']) await ours.place(id)
  await world.settle()
  await world.call('/orders/bulk-3', { method: 'DELETE', as: ours.as })
  const page = await stage.openAs(world.charged.user, '/dashboard/production/orders')
  await page.setViewportSize({ width: 390, height: 800 })
  for (const id of ['bulk-1', 'bulk-2', 'PLB-56']) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('3 orders selected').waitFor()
  await bar.getByRole('button', { name: 'Cancel orders' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel orders' }).click()
  await dialog.getByText('2 orders canceled, or the printer was asked to cancel, 1 refused').waitFor()
  await dialog.getByText(/order PLB-56 is “Failed” and cannot be canceled/).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await bar.waitFor({ state: 'detached' })
  assert.equal((await ours.read('bulk-1')).status, 'CANCELLED')

  // All that match the filters, and not only what is loaded.
  await page.goto('/dashboard/production/orders?status=CANCELLED')
  await page.getByRole('checkbox', { name: 'Select bulk-1' }).check()
  await bar.getByRole('button', { name: 'Select all matching orders' }).click()
  await bar.getByRole('button', { name: 'Resend webhooks' }).click()
  await dialog.getByRole('button', { name: 'Resend webhooks' }).click()
  await page.getByText('Undelivered webhooks of 3 orders resent').waitFor()
  await page.context().close()
})

also('a found order is opened, copied or canceled from the search, by keyboard alone', async () => {
  const { world } = stage
  await program(world, world.charged, 'production').place('PLB-60')
  await world.settle()
  const page = await stage.openAs(world.charged.user, '/dashboard/production/overview')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const actsOfHit = async (text: string, id: string) => {
    await page.getByRole('heading', { name: 'Orders by day' }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByLabel('Search orders, pages and actions').fill(text)
    await page.getByRole('button', { name: new RegExp(`^${id} · `) }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Copy order ID' }).waitFor()
  }
  await actsOfHit('plb-60', 'PLB-60')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('PLB-60 copied').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'PLB-60')

  await actsOfHit('plb-60', 'PLB-60')
  await page.getByRole('button', { name: 'Cancel order' }).waitFor()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Keep order' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('PLB-60 has been canceled').waitFor()

  // An order that cannot be canceled has no such act, and the left arrow goes back to the results.
  await actsOfHit('plb-60', 'PLB-60')
  await page.getByRole('button', { name: 'Back to the results' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Cancel order' }).count(), 0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/production/orders/PLB-60')
  await page.context().close()
})

it('the screens of finding cause no uncaught error, policy violation or request to another host', () => {
  assert.deepEqual(stage.complaints, [])
})

it('the staff search within the list of all orders, with filters, covers, selection and export', async () => {
  const { world } = stage
  const ours = program(world, world.charged, 'production')
  const { destination } = orderBody()
  await ours.place('urgent', {
    destination: { ...destination, name: 'Grace Murray' },
    shippingClassification: 'rush',
  })
  await world.settle()
  const page = await stage.openAs(world.demo.staff, '/staff/orders')
  const table = page.getByRole('table', { name: 'Orders of all accounts' })
  await table.getByText('PLB-54').waitFor()
  await page.getByLabel('Search all orders').fill('grace')
  await page.keyboard.press('Enter')
  await table.getByText('PLB-54').waitFor({ state: 'detached' })
  await table.getByText('PLB-55').waitFor()
  assert.equal(await table.getByRole('row').count(), 3)
  // Rush stands out, in this list and in the customer's.
  const badge = table.getByRole('row', { name: /urgent/ }).getByText('rush', { exact: true })
  const red = await badge.evaluate(
    ({ ownerDocument, parentElement }) => ownerDocument.defaultView!.getComputedStyle(parentElement!).backgroundColor,
  )
  const [r, g, b] = red.match(/\d+/g)!.map(Number)
  assert.ok(r! > 2 * g! && r! > 2 * b!, red)
  assert.match(await exportedCsv(page), /^.*customerOrderId.*shippingClass.*\r\n.*,urgent,.*\r\n.*,PLB-55,.*\r\n$/)
  await page.getByRole('checkbox', { name: 'Select PLB-55' }).check()
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByText('1 order selected').waitFor()
  await selection.getByRole('button', { name: 'Select all found orders' }).click()
  await selection.getByText('2 orders selected').waitFor()
  await page.getByRole('button', { name: /^On hold/ }).click()
  await page.getByText('No order that matches these filters has this text or a similar text.').waitFor()
  await page.getByRole('button', { name: 'All orders' }).click()
  await table.getByText('PLB-55').waitFor()
  await page.getByLabel('Search all orders').fill('Grase Hoper')
  await page.keyboard.press('Enter')
  await page.getByText('No order has exactly this text. These orders have similar texts.').waitFor()
  // The field follows when the search is cleared elsewhere.
  await page.getByLabel('Search all orders').fill('zzzzzzzz')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await table.getByText('PLB-54').waitFor()
  assert.equal(await page.getByLabel('Search all orders').inputValue(), '')
  await page.context().close()
  await ours.cancel('urgent')
  const own = await stage.openAs(world.charged.user, '/dashboard/production/orders')
  await own
    .getByRole('table', { name: 'Orders' })
    .getByRole('row', { name: /rush\s+urgent/ })
    .waitFor()
  await own.context().close()
})
