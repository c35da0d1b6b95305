// What a customer sees who has more products than the service lists at once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Stage, startStage } from './stage.ts'

/** Three times as many as the service ever lists at once; the last by SKU is on the last page. */
const productCount = 1500
const last = `PRODUCT-${productCount}`

describe('a customer with very many products', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage()
    const { app, charged } = stage.world
    await sql`
      insert into products (account_id, sku, name, manufacturing_sku, page_count, created_at, updated_at)
      select account_id, 'PRODUCT-' || lpad(n::text, 4, '0'), 'Book ' || n, manufacturing_sku, page_count, created_at, updated_at
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
      assert.equal(await field.inputValue(), label)
    }
    await page.getByPlaceholder('Default: ').waitFor()
    const counts = await Promise.all(loaded)
    assert.ok(counts.length > 0 && Math.max(...counts) <= 50, counts.join())
    await page.context().close()
  })

  it('a customer with very many products orders any of them with a CSV file', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place/many')
    await page.getByRole('button', { name: 'Choose a CSV file' }).waitFor()
    const csv = `sku,name,address1,city,state,postal,country\n${last},Ada Reader,1 Main Street,Rochester,NY,14604,US\n`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Place 1 order' }).waitFor()
    assert.equal(await page.getByText(`You have no product ${last}.`).count(), 0)
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

  it('a customer with very many products has a first call to copy that orders the first of them', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/keys')
    await page.getByText('"sku": "KEEPSAKE"').waitFor()
    assert.deepEqual(stage.complaints, [])
    await page.context().close()
  })
})
