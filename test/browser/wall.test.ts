// The screen on the wall of a print shop: its numbers, how they follow the work, and what it says without a connection.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { day, later, minute } from '../../src/base/clock.ts'
import { parcel, press, program } from '../support/actors.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
const orders = ['wall-1', 'wall-2', 'wall-3', 'wall-4']
before(async () => {
  stage = await startStage()
  const { world } = stage
  const { place } = program(world, world.charged, 'production')
  for (const id of orders) await place(id)
  for (const id of ['wall-rush-1', 'wall-rush-2']) await place(id, { shippingClassification: 'rush' })
  await world.settle()
  await world.advance(day)
  for (const id of [...orders, 'wall-rush-1']) await press(world).tell(id, 'accept')
})
after(() => stage[Symbol.asyncDispose]())

const tile = (page: Page, name: string | RegExp) =>
  page
    .getByRole('region', { name })
    .locator('strong')
    .textContent()
    .then(text => text ?? '')

describe('the wall view of the press desk', () => {
  it('the wall view counts jobs, shows Rush first, and follows the work without a hand', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.printer, '/press/jobs', { width: 1920, height: 1080 })
    await page.getByRole('link', { name: 'Wall view' }).click()
    const rush = page.getByRole('region', { name: 'Rush' })
    await rush.getByText('wall-rush-1').waitFor()
    await rush.getByText('wall-rush-2').waitFor()
    assert.equal(await rush.locator('strong').textContent(), '2')
    assert.equal(await tile(page, 'Shipped today'), '0')
    // An empty day is a sentence and no row of dashes.
    const perHour = page.getByRole('region', { name: 'Shipped per hour' })
    await perHour.getByText('Nothing shipped yet').waitFor()
    assert.equal(await perHour.getByRole('listitem').count(), 0)
    const standard = await page.getByRole('table').textContent()
    assert.match(standard ?? '', /RushStandardJobs/)
    // It fits on the screen, and its smallest text can be read from five meters.
    const { height, smallest } = await page.evaluate<{ height: number; smallest: number }>(`({
      height: document.documentElement.scrollHeight,
      smallest: Math.min(...[...document.querySelectorAll('main :is(p, h2, th, td, strong, li span)')]
        .map(one => Number.parseFloat(getComputedStyle(one).fontSize))),
    })`)
    assert.ok(height <= 1080, `${height} px high`)
    assert.ok(smallest >= 28, `${smallest} px`)
    await press(world).tell('wall-rush-1', 'ship', parcel)
    await waitForValue(() => tile(page, 'Shipped today'), '1')
    await rush.getByText('wall-rush-1').waitFor({ state: 'detached' })
    await perHour.getByRole('list').waitFor()
    assert.equal(await perHour.getByText('Nothing shipped yet').count(), 0)
    await world.advance(9 * day)
    await waitForValue(() => tile(page, 'Late'), '5')
    await rush.getByText(/^\d days late$/).waitFor()
    // By the keyboard alone, back to the desk.
    await page.getByRole('link', { name: 'Back to the jobs' }).press('Enter')
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await page.context().close()
  })

  it('the wall view says without a connection how old its numbers are, also after a reload, in German', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.printer, '/press/wall', { width: 390, height: 844, locale: 'de-DE' })
    await page.getByRole('region', { name: 'Eilig' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.evaluate('navigator.serviceWorker.ready')
    const isKept = () =>
      page.evaluate<boolean>(`new Promise((resolve, reject) => {
        const opening = indexedDB.open('octavo-press')
        opening.onerror = reject
        opening.onupgradeneeded = () => opening.transaction.abort()
        opening.onsuccess = () => {
          const reading = opening.result.transaction('kept').objectStore('kept').get('answers')
          reading.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result ?? null).includes('"shippedToday"'))
          }
        }
      })`)
    await waitForValue(isKept, true)
    await page.context().setOffline(true)
    await page.clock.setFixedTime(later(world.now(), 12 * minute))
    await page.getByRole('alert').getByText('Keine Verbindung. Diese Zahlen sind').waitFor()
    await page.reload()
    await page.getByRole('alert').getByText('Diese Zahlen sind 12 Minuten alt.').waitFor()
    await page.getByRole('region', { name: 'Eilig' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('the wall view causes no uncaught error, policy violation or request to another host', () => {
    assert.deepEqual(
      stage.complaints.filter(complaint => !complaint.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    )
  })
})
