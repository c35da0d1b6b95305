// The files of a queued order that could not be fetched, replaced on the page of the order.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { hour } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { program, support } from '../support/actors.ts'
import { startFileServer } from '../support/fileServer.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage({ config: { files: readConfig([], {}).files } })
})
after(() => stage[Symbol.asyncDispose]())

it('the customer and the staff upload a file that could not be fetched on the page of its order, which is then printed', async () => {
  const { world } = stage
  await using server = await startFileServer()
  const sample = async (part: string) => {
    const url = `/templates/published/PB-0600X0900-BW-60W/${part}/sample?pageCount=120`
    return (await world.app.server.inject(url)).rawPayload
  }
  const cover = await sample('cover')
  server.files.set('/cover.pdf', 403)
  server.files.set('/guts.pdf', await sample('pages'))
  const limitTo = (ordersPer24Hours: number) =>
    support(world).change(world.charged, { limits: { production: { ordersPer24Hours, queueCeiling: 100 } } })
  await limitTo(0)
  const customer = program(world, world.charged, 'production')
  const product = { coverUrl: server.at('/cover.pdf'), gutsUrl: server.at('/guts.pdf') }
  const orderItems = [{ sku: 'NOVEL', quantity: 1, product }]
  await customer.place('failing', { orderItems })
  await customer.place('helped', { orderItems })
  await world.advance(hour)

  const { charged, demo } = world
  const pages = [
    [charged.user, '/dashboard/production/orders/failing'],
    [demo.staff, `/staff/orders/${charged.accountId}/helped`],
  ] as const
  for (const [person, address] of pages) {
    const page = await stage.openAs(person, address)
    await page.getByText('Files we couldn’t fetch').waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'cover.pdf', mimeType: 'application/pdf', buffer: cover })
    await page.getByText('File replaced', { exact: true }).waitFor()
    await page.getByText('Files we couldn’t fetch').waitFor({ state: 'detached' })
    await page.context().close()
  }
  await limitTo(100)
  await world.settle()
  for (const id of ['failing', 'helped']) assert.equal(await customer.statusOf(id), 'VALID_AWAITING_PAYMENT')
})
