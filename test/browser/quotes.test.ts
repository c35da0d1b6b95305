// A quote from the customer's form to the staff and back, until its order is placed.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { program, support } from '../support/actors.ts'
import { orderBody } from '../support/world.ts'
import { type Stage, startStage } from './stage.ts'
import { unfold } from './unfold.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

it('a customer asks for a quote in the form, the staff offer a price, and the customer accepts it', async () => {
  const { world } = stage
  const { place, read } = program(world, world.charged, 'production')
  await place('small', { orderItems: [{ sku: 'NOVEL', quantity: 4000, pageCount: 120, product: files }] })
  const page = await stage.openAs(world.charged.user, '/dashboard/production/place?from=small')
  await unfold(page, 'Integration (optional)')
  await page.getByRole('textbox', { name: 'Order ID' }).fill('district')
  await page.getByRole('button', { name: 'Ask for a quote' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message').fill('For a school district')
  await dialog.getByRole('button', { name: 'Ask for a quote' }).click()
  await page.getByText('Waiting for an answer').waitFor()
  assert.equal((await read('district')).code, 'order_not_found', 'nothing is ordered yet')

  const staff = await stage.openAs(world.demo.staff, '/staff/overview')
  await staff.getByRole('link', { name: /quote to answer/ }).click()
  await staff.getByRole('table', { name: 'Quotes' }).getByRole('link', { name: 'district' }).click()
  await staff.getByText('For a school district').waitFor()
  await staff.getByLabel('Books with handling').fill('6200.50')
  await staff.getByRole('textbox', { name: 'Shipping' }).fill('480')
  await staff.getByLabel('Business days to make the books').fill('12')
  await staff.getByLabel('Offer valid until').fill('2026-03-20')
  await staff.getByRole('button', { name: 'Offer this price' }).click()
  await staff.getByText('Offered. The customer was notified by email.').waitFor()

  await page.goto('/dashboard/production/quotes')
  await page.getByRole('table', { name: 'Quotes' }).getByRole('link', { name: 'district' }).click()
  await page.getByText('$6,200.50').waitFor()
  await page.getByRole('button', { name: /^Accept and place order · \$/ }).click()
  await page.getByRole('heading', { name: 'district' }).waitFor()
  const { pricing, quoteId } = await read('district')
  const { itemsTotal, fulfillmentTotal, shippingTotal } = pricing
  assert.deepEqual([itemsTotal + fulfillmentTotal, shippingTotal], [6200.5, 480])
  await page.goto(`/dashboard/production/quotes/${quoteId}`)
  await page.getByRole('link', { name: 'View order' }).waitFor()
  assert.deepEqual(stage.complaints, [])
})

it('a failed order leads back to its quote, which is accepted again only while it is offered', async () => {
  const { world } = stage
  const { as } = program(world, world.charged, 'production')
  const post = (path: string, body: object, by = as) => world.call(path, { method: 'POST', as: by, body })
  const orderItems = [{ sku: 'NOVEL', quantity: 4000, pageCount: 120, product: files }]
  const { quoteId } = (await post('/quotes', orderBody({ orderItems }))).body
  const offerPath = `/staff/accounts/${world.charged.accountId}/production/quotes/${quoteId}/offer`
  const offer = { itemsTotal: 6200.5, shippingTotal: 480, manufacturingDays: 12, validUntil: '2026-03-20' }
  await post(offerPath, offer, world.demo.staff.authorization)
  const none = { limits: { production: { ordersPer24Hours: 0, queueCeiling: 0 } } }
  await support(world).change(world.charged, none)
  await post(`/quotes/${quoteId}/accept`, { customerOrderId: 'rejected' })
  const page = await stage.openAs(world.charged.user, '/dashboard/production/orders/rejected')
  const why = page.getByRole('alert').filter({ hasText: 'Why we rejected this order' })
  await why.getByRole('link', { name: 'Order again' }).waitFor()
  await why.getByRole('link', { name: 'Accept the quote again' }).click()
  await page.getByRole('button', { name: 'Withdraw quote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Withdrawn').first().waitFor()
  await page.goto('/dashboard/production/orders/rejected')
  await why.getByRole('link', { name: 'View quote' }).waitFor()
  assert.equal(await why.getByRole('link', { name: 'Accept the quote again' }).count(), 0)
  assert.deepEqual(stage.complaints, [])
})

const files = { coverUrl: 'https://files.example/cover.pdf', gutsUrl: 'https://files.example/pages.pdf' }
