// What a customer sees who has more products than the service lists at once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

/** Three times as many as the service ever lists at once; the last by SKU is on the last page. */
const productCount = 1500
const last = `PRODUCT-${productCount}`
/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a customer with very many products', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage()
    const { app, charged } = stage.world
    await sql`
      insert into products (account_id, sku, name, search_words, manufacturing_sku, page_count, created_at, updated_at)
      select
        account_id, 'PRODUCT-' || lpad(n::text, 4, '0'), 'Book ' || n,
        'product-' || lpad(n::text, 4, '0') || ' · book ' || n, manufacturing_sku, page_count, created_at, updated_at
      from products
      cross join generate_series(1, ${productCount}::int) as n
      where account_id = ${charged.accountId} and sku = 'NOVEL'`.execute(app.database.db)
  })
  after(() => stage?.[Symbol.asyncDispose]())

  it('a customer with very many products orders any of them by hand, and the form loads only the products that it shows', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/orders')
    const loaded: Promise<number>[] = []
    page.on('response', response => {
      if (response.url().includes('/dashboard/api/products?'))
        loaded.push(response.json().then(({ products }) => products.length))
    })
    await page.goto(new URL('/dashboard/sandbox/place', page.url()).href)
    const field = page.getByRole('combobox', { name: 'Product' })
    for (const [text, label] of [
      ['book 1499', 'PRODUCT-1499 · Book 1499'],
      [last, `${last} · Book ${productCount}`],
    ] as const) {
      await field.fill(text)
      await page.getByRole('option', { name: label }).click()
      await waitForValue(() => field.inputValue(), label)
    }
    await page.getByPlaceholder('Default: ').waitFor()
    const counts = await Promise.all(loaded)
    assert.ok(counts.length > 0 && Math.max(...counts) <= 50, counts.join())
    await page.context().close()
  })

  it('a customer with very many products orders any of them with a CSV file', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place/many')
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    const csv = `sku,name,address1,city,state,postal,country\n${last},Ada Reader,1 Main Street,Rochester,NY,14604,US\n`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Place 1 order' }).waitFor()
    await page.context().close()
  })

  it('a customer with very many products sees a page of them at a time', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/products')
    const ofTheNextPage = page.getByRole('link', { name: 'Book 150', exact: true })
    const more = page.getByRole('button', { name: 'Show more' })
    await more.waitFor()
    assert.equal(await ofTheNextPage.count(), 0)
    await more.click()
    await ofTheNextPage.waitFor()
    await page.context().close()
  })

  it('a list that is scrolled quickly loads few covers on its way', async () => {
    const { db } = stage.world.app.database
    const { accountId } = stage.world.charged
    const hash = sql`encode(sha256(convert_to(sku, 'UTF8')), 'hex')`
    await sql`
      insert into stored_files (sha256, storage_key, bytes, stored_at)
      select ${hash}, sku, 1, created_at from products where account_id = ${accountId} and sku like 'PRODUCT-%'`.execute(
      db,
    )
    await sql`
      insert into files (account_id, sha256, reading, facts_version, created_at, last_used_at)
      select account_id, ${hash}, '{}', 1, created_at, created_at
      from products
      where account_id = ${accountId} and sku like 'PRODUCT-%'`.execute(db)
    await sql`
      insert into product_files (account_id, sku, part, sha256, uploaded_at)
      select account_id, sku, 'cover', ${hash}, created_at
      from products
      where account_id = ${accountId} and sku like 'PRODUCT-%'`.execute(db)

    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/orders')
    const asked: string[] = []
    await page.route('**/dashboard/api/covers/*', async route => {
      asked.push(route.request().url())
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await route.fulfill({ contentType: 'image/png', body: dot })
    })
    await page.goto(new URL('/dashboard/sandbox/products?sort=-sku', page.url()).href)
    const rows = page.getByRole('row')
    for (let i = 1; i <= 4; i++) {
      await page.getByRole('button', { name: 'Show more' }).click()
      await rows.nth(i * 100).waitFor()
    }
    await page.evaluate('window.scrollTo(0, 0)')
    await page.locator('tbody img').nth(3).waitFor()
    asked.length = 0
    const scrolled = await page.evaluate<number>(`(async () => {
      const height = document.documentElement.scrollHeight
      for (let at = 0; at < height; at += 400) {
        window.scrollTo(0, at)
        await new Promise(done => requestAnimationFrame(done))
      }
      return height / innerHeight
    })()`)
    assert.ok(scrolled > 10, `${scrolled} screens`)
    await page.locator('tbody tr:last-child img').waitFor()
    // On a busy machine, rows are in sight long enough to ask for some.
    assert.ok(asked.length < 200, `${asked.length} covers of 500 were loaded`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  })

  it('a customer with very many products has a first call to copy that orders the first of them', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/keys')
    await page.getByText('"sku": "KEEPSAKE"').waitFor()
    assert.deepEqual(stage.complaints, [])
    await page.context().close()
  })
})
