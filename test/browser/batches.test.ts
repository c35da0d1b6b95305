// The open jobs of a press in batches: what is made with one setting of a machine stands together.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { day } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { files } from '../support/world.ts'
import { startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

const novel = { sku: 'NOVEL', quantity: 1, product: files }
const keepsake = { sku: 'KEEPSAKE', quantity: 1, product: files }

const batches = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents()

it('a press groups its open jobs by binding, paper, size or book, and accepts a whole batch', async () => {
  await using stage = await startStage()
  const { world } = stage
  const { place } = program(world, world.charged, 'production')
  await place('novel-1', { orderItems: [novel] })
  await place('novel-2', { orderItems: [novel] })
  await place('keepsake', { orderItems: [keepsake] })
  await place('both', { orderItems: [novel, keepsake] })
  await world.settle()
  await world.advance(day)

  const page = await stage.openAs(world.demo.printer, '/press/jobs')
  await page.getByRole('link', { name: 'both', exact: true }).waitFor()
  const groups = page.getByLabel('Groups')
  await groups.selectOption('By binding')
  await waitForValue(() => batches(page), ['Case bound', 'Case bound + Perfect bound', 'Perfect bound'])
  for (const [grouping, count] of [
    ['By paper', 3],
    ['By size', 1],
    ['By book', 3],
  ] as const) {
    await groups.selectOption(grouping)
    await waitForValue(async () => (await batches(page)).length, count)
  }

  await groups.selectOption('By binding')
  await page.reload()
  const batch = page.getByRole('region', { name: 'Perfect bound', exact: true })
  await batch.getByLabel('Select all 2').check()
  await page.getByRole('button', { name: 'Accept 2' }).click()
  const statusOf = async (id: string) => (await press(world).jobOf(id)).status
  await waitForValue(
    () => Promise.all(['novel-1', 'novel-2', 'keepsake'].map(statusOf)),
    ['ACCEPTED', 'ACCEPTED', 'NEW'],
  )
  assert.deepEqual(stage.complaints, [])
})
