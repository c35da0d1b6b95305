// Ordering by dropping two PDFs on the form: the book that they fit becomes a product, and the order is placed.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { readConfig } from '../../src/config/config.ts'
import { member } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { orderBody } from '../support/world.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage({ config: { files: readConfig([], {}).files } })
})
after(() => stage[Symbol.asyncDispose]())

const book = 'HC-0600X0900-BW-60C'
async function sample(part: 'cover' | 'pages', pageCount = 48) {
  const url = `/templates/published/${book}/${part}/sample?pageCount=${pageCount}`
  return (await stage.world.app.server.inject(url)).rawPayload
}

/** Drops files on the zone as a file manager does. */
async function drop(page: Page, files: Record<string, Buffer>) {
  const encoded = Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')])
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const [name, base64] of ${JSON.stringify(encoded)}) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: 'application/pdf' }))
    }
    return transfer
  })()`)
  await page.getByText('Drop a cover PDF and a pages PDF here').dispatchEvent('drop', { dataTransfer })
}

/** The check runs in the background, whose clock the test moves. */
const checked = (shown: Locator) =>
  waitForValue(async () => {
    await stage.world.settle()
    return shown.isVisible()
  }, true)

async function fillAddress(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Main Street')
  await page.getByLabel('City').fill('Rochester')
  await page.getByRole('combobox', { name: 'State' }).fill('NY')
  await page.getByLabel('Postal code').fill('14604')
}

describe('PDFs that are dropped on the order form', () => {
  it('become a new book that fits them, which is checked, made a product, ordered and validated', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/production/place')
    await drop(page, { 'Birch_Wood_cover.pdf': await sample('cover'), 'Birch_Wood_pages.pdf': await sample('pages') })
    // The cover tells which of the three books of this size it is.
    const chosen = page.getByRole('radio', { name: /6 × 9 in, hardcover casewrap/ })
    await waitForValue(() => chosen.isChecked(), true)
    await checked(page.getByText('These files can be printed as this book.'))
    await page.getByRole('img', { name: 'Cover, page 1' }).waitFor()
    await page.getByText('48 pages, $').waitFor()
    // The title is in the files.
    await waitForValue(() => page.getByLabel('Title').inputValue(), 'A Field Guide to Tides: sample')
    // Nothing is lost when the page is loaded again.
    await page.getByLabel('Title').fill('The Birch Wood')
    await page.reload()
    await page.getByText('We restored your unsaved input.').waitFor()
    await waitForValue(() => page.getByLabel('Title').inputValue(), 'The Birch Wood')
    await fillAddress(page, 'Ada Reader')
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByText('The dropped PDFs belong to no book of this order yet.').waitFor()
    await checked(page.getByText('These files can be printed as this book.'))
    await page.getByRole('button', { name: 'Use this book' }).click()
    await waitForValue(
      () => page.getByRole('combobox', { name: 'Product' }).inputValue(),
      'THE-BIRCH-WOOD · The Birch Wood',
    )
    await waitForValue(() => page.getByText('Uploaded for this product').count(), 2)
    await page.locator('[data-cover=item] img').waitFor()
    await page.getByText('Total').waitFor()
    await page.getByRole('button', { name: 'Place order · $' }).click()
    await page.getByRole('heading', { level: 1, name: /Birch Wood/ }).waitFor()
    await world.settle()
    const { ask } = await member(world, world.charged)
    const { errors, status, orderItems } = (await ask('GET', '/production/orders')).body.orders[0]
    assert.deepEqual([status, errors, orderItems[0].sku], ['VALID_AWAITING_PAYMENT', [], 'THE-BIRCH-WOOD'])
    await page.context().close()
  })

  also(
    'make no second product when an account has both, and one of them is printed in place of a file of a product',
    async () => {
      const { world } = stage
      const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/place')
      await page.locator('input[type=file]').setInputFiles([
        { name: 'pages.pdf', mimeType: 'application/pdf', buffer: await sample('pages') },
        { name: 'cover.pdf', mimeType: 'application/pdf', buffer: await sample('cover') },
      ])
      await page.getByText('You have this book already: The Birch Wood').waitFor()
      await page.getByRole('button', { name: 'Order it' }).click()
      await waitForValue(
        () => page.getByRole('combobox', { name: 'Product' }).inputValue(),
        'THE-BIRCH-WOOD · The Birch Wood',
      )
      await drop(page, { 'new cover.pdf': await sample('cover', 200) })
      await page.getByRole('button', { name: 'Use for THE-BIRCH-WOOD' }).click()
      await page.getByText('Uploaded for this order').waitFor()
      await checked(page.getByRole('alert').getByText('The cover is'))
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await waitForValue(() => page.getByText('Uploaded for this product').count(), 2)

      // Typing finds the recipients of earlier orders.
      const { ask } = await member(world, world.charged)
      await ask('POST', '/sandbox/orders', orderBody({ customerOrderId: 'earlier' }))
      await page.getByRole('combobox', { name: 'Name' }).pressSequentially('Ada')
      await page.getByRole('option', { name: /^Ada Reader, 1 Main Street/ }).click()
      await waitForValue(() => page.getByLabel('Postal code').inputValue(), '14604')
      await page.getByRole('button', { name: 'Place and add a recipient' }).click()
      await page.getByText('Placed for Ada Reader.').waitFor()
      await waitForValue(() => page.getByLabel('Postal code').inputValue(), '')
      await fillAddress(page, 'Noor Folio')
      await page.getByRole('button', { name: 'Place sandbox order' }).click()
      await page.getByRole('heading', { level: 1, name: /Birch Wood/ }).waitFor()
      const { orders } = (await ask('GET', '/sandbox/orders')).body
      const names = orders.slice(0, 2).map(({ destination }: { destination: { name: string } }) => destination.name)
      assert.deepEqual(names.sort(), ['Ada Reader', 'Noor Folio'])
      await page.context().close()
    },
  )

  also('that were interrupted are sent again, and what is no PDF is named', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/place')
    await page.route('**/sandbox/files', route => route.abort(), { times: 1 })
    await drop(page, { 'pages.pdf': await sample('pages', 60) })
    await page.getByText('We can’t reach the service.').waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Now drop the cover of these pages').waitFor()
    await drop(page, { 'letter.pdf': Buffer.from('a letter') })
    await page.getByRole('alert').getByText('This file is not a PDF.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Retry' }).count(), 0)
    // Nothing is ordered while a file is missing, and least of all the product that the form suggested.
    await fillAddress(page, 'Ada Reader')
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByText('Some of the dropped PDFs are not uploaded.').waitFor()
    await page.getByRole('button', { name: 'Ask for a quote' }).click()
    await page.getByText('You can’t ask for a quote yet').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Remove' }).click()
    await drop(page, { 'a.pdf': Buffer.from('%PDF-'), 'b.pdf': Buffer.from('%PDF-'), 'c.pdf': Buffer.from('%PDF-') })
    await page.getByText('You dropped more: a.pdf, b.pdf, c.pdf.').waitFor()
    await page.context().close()
  })

  also(
    'two covers follow each other over the books of an order, and a file that is too large is not sent',
    async () => {
      const { world } = stage
      const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/place')
      const [one, two] = [await sample('cover', 100), await sample('cover', 120)]
      await page.getByRole('button', { name: 'Add a book' }).click()
      await page.getByRole('combobox', { name: 'Product' }).nth(1).click()
      await page.getByRole('option').first().click()
      await drop(page, { 'one.pdf': one, 'two.pdf': two })
      await page.getByText(/^(?:one|two)\.pdf is a second cover\./).waitFor()
      const useFor = page.getByRole('button', { name: /^Use for / })
      await useFor.nth(0).click()
      await page.getByText(/is a second cover/).waitFor({ state: 'detached' })
      await useFor.nth(1).click()
      await useFor.first().waitFor({ state: 'detached' })
      await waitForValue(() => page.getByText('Uploaded for this order').count(), 2)

      let isSent = false
      await page.route('**/sandbox/files', route => {
        isSent = true
        return route.continue()
      })
      await page.evaluate(`Object.defineProperty(File.prototype, 'size', { get: () => 2 ** 40 })`)
      await drop(page, { 'huge.pdf': one })
      await page.getByRole('alert').getByText('A print file can have at most').waitFor()
      assert.equal(isSent, false)
      await page.context().close()
    },
  )

  it('are all that an account without products needs', async () => {
    const { world } = stage
    const { ask } = await member(world, world.enterprise)
    for (const { sku } of (await ask('GET', '/products')).body.products) await ask('POST', `/products/${sku}/archive`)
    const page = await stage.openAs(world.enterprise.user, '/dashboard/sandbox/place')
    await page.getByText('Drop a cover PDF and a pages PDF here').waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Product' }).count(), 0)
    await page.context().close()
  })

  it('leave nothing in the console but the interrupted upload', () => {
    const others = stage.complaints.filter(text => text !== 'console: Failed to load resource: net::ERR_FAILED')
    assert.deepEqual(others, [])
  })
})
