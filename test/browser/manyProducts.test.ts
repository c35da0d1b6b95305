// What a customer sees who has more products than the service lists at once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Stage, startStage } from './stage.ts'

/** One more than the service ever lists at once; the last one in the order of their SKUs is of the second page. */
const productCount = 501
const last = `PRODUCT-${productCount}`

describe('a customer with very many products', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage()
    const { app, charged } = stage.world
    await sql`
      insert into products (account_id, sku, name, manufacturing_sku, page_count, created_at, updated_at)
      select account_id, 'PRODUCT-' || lpad(n::text, 3, '0'), 'Book ' || n, manufacturing_sku, page_count, created_at, updated_at
      from products
      cross join generate_series(1, ${productCount}::int) as n
      where account_id = ${charged.accountId} and sku = 'NOVEL'`.execute(app.database.db)
  })
  after(() => stage?.[Symbol.asyncDispose]())

  it('orders any of them by hand', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place')
    await page.getByRole('combobox', { name: 'Product' }).fill(last)
    await page.getByRole('option', { name: `${last} · Book ${productCount}` }).click()
    assert.equal(await page.getByRole('combobox', { name: 'Product' }).inputValue(), `${last} · Book ${productCount}`)
    await page.context().close()
  })

  it('orders any of them with a CSV file', async () => {
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

  it('sees a page of them at a time', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/products')
    const ofTheNextPage = page.getByRole('link', { name: 'Book 150', exact: true })
    const more = page.getByRole('button', { name: 'Show more' })
    await more.waitFor()
    assert.equal(await ofTheNextPage.count(), 0)
    await more.click()
    await ofTheNextPage.waitFor()
    await page.context().close()
  })

  it('has a first call to copy that orders the first of them', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/keys')
    await page.getByText('"sku": "KEEPSAKE"').waitFor()
    assert.deepEqual(stage.complaints, [])
    await page.context().close()
  })
})
