// A book with all its pages: turned by keys, by clicks and by number, enlarged, and with the places of its findings.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { readConfig } from '../../src/config/config.ts'
import { onPage } from '../corpus/layout.ts'
import { also } from '../support/form.ts'
import { orderBody } from '../support/world.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
const book = '/dashboard/sandbox/orders/failed/books/0'

before(async () => {
  stage = await startStage({ config: { files: readConfig([], {}).files } })
  const { app, call, charged, settle, signIn } = stage.world
  const cookie = await signIn(charged.user)
  const { rawPayload: cover } = await app.server.inject(
    '/templates/published/PB-0600X0900-BW-60W/cover/sample?pageCount=32',
  )
  for (const [part, payload] of [
    ['guts', onPage(7, 'BT /L 12 Tf 395 300 Td (ten letter) Tj ET')],
    ['cover', cover],
  ] as const) {
    const headers = { cookie, 'content-type': 'application/pdf' }
    const answer = await app.server.inject({ method: 'PUT', url: `/products/NOVEL/files/${part}`, headers, payload })
    assert.equal(answer.statusCode, 200)
  }
  const body = orderBody({ customerOrderId: 'failed', orderItems: [{ sku: 'NOVEL', quantity: 1 }] })
  await call('/orders/create', { method: 'POST', as: charged.sandbox.authorization, body })
  await settle()
})
after(() => stage[Symbol.asyncDispose]())

const shows = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })
const isDrawn = (page: Page, name: string) => page.locator(`img[alt="${name}"][data-ready]`).waitFor()

describe('a book in the browser', () => {
  it('a person opens the book of an order, turns its pages by keys, and goes to the place of a finding', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/orders/failed')
    await page.getByRole('link', { name: 'View all pages' }).click()
    await shows(page, 'Page 1 of 32')
    await isDrawn(page, 'Page 1')
    for (const [key, text, query] of [
      ['ArrowRight', 'Pages 2 and 3 of 32', '?page=2'],
      ['PageDown', 'Pages 4 and 5 of 32', '?page=4'],
      ['End', 'Page 32 of 32', '?page=32'],
      ['ArrowLeft', 'Pages 30 and 31 of 32', '?page=30'],
      ['Home', 'Page 1 of 32', ''],
    ] as const) {
      await page.keyboard.press(key)
      await shows(page, text)
      await page.waitForURL(url => url.pathname === book && url.search === query)
    }
    const finding = page.getByRole('button', { name: /beyond the trim/ })
    await finding.click()
    await shows(page, 'Pages 6 and 7 of 32')
    await waitForValue(() => finding.getAttribute('aria-pressed'), 'true')
    await isDrawn(page, 'Page 7')
    // The text stands out of the trimmed page, so that the bleed is shown with it.
    await waitForValue(() => page.getByLabel('Bleed').isChecked(), true)
    await waitForValue(() => page.locator('[data-line=problem][data-chosen]').count(), 1)
    await page.context().close()
  })

  also(
    'a person turns the pages of a book by number, by a click on a page and by its small picture, and enlarges them',
    async () => {
      const page = await stage.openAs(stage.world.charged.user, `${book}?page=8`)
      await isDrawn(page, 'Page 8')
      const field = page.getByLabel('Page, 1 to 32')
      await field.fill('20')
      await field.press('Enter')
      await shows(page, 'Pages 20 and 21 of 32')
      await isDrawn(page, 'Page 21')
      await page.getByAltText('Page 21').click()
      await shows(page, 'Pages 22 and 23 of 32')
      await page.getByRole('navigation', { name: 'All pages' }).getByRole('button', { name: 'Pages 24–25' }).click()
      await shows(page, 'Pages 24 and 25 of 32')
      await isDrawn(page, 'Page 24')
      const widthOf = async () => (await page.getByAltText('Page 24').boundingBox())!.width
      const fitting = await widthOf()
      for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Zoom in' }).click()
      await page.locator('img[src*="size=zoom"]').first().waitFor()
      await waitForValue(async () => (await widthOf()) > 3 * fitting, true)
      await page.getByText('Cover', { exact: true }).click()
      await isDrawn(page, 'Cover')
      await page.getByText(/^Back 6 in/).waitFor()
      await page.getByText('3D', { exact: true }).click()
      const solid = page.getByRole('img', { name: /^The closed book, 0\.\d+ in thick$/ })
      await solid.and(page.locator('[data-ready]')).waitFor({ state: 'attached' }) // its sides have a size, it has none
      const turned = () => solid.evaluate<string, HTMLElement>(one => one.style.transform)
      const atRest = await turned()
      await page.getByRole('slider', { name: 'Turn the book' }).press('ArrowRight')
      await waitForValue(async () => (await turned()) === atRest, false)
      await page.context().close()
    },
  )

  also('a telephone shows one page of a book at a time', async () => {
    const page = await stage.openAs(stage.world.charged.user, `${book}?page=8`, { width: 390, height: 844 })
    await shows(page, 'Page 8 of 32')
    await page.getByRole('button', { name: 'Next page' }).click()
    await shows(page, 'Page 9 of 32')
    await isDrawn(page, 'Page 9')
    await page.context().close()
  })

  also(
    'a person moves the print of a cover against its folds, and reads what happens to the text on the spine',
    async () => {
      const page = await stage.openAs(stage.world.charged.user, `${book}?view=cover`)
      await isDrawn(page, 'Cover')
      const leftOf = () => page.locator('img[alt="Cover"]').evaluate(image => image.getBoundingClientRect().left)
      const fold = page.locator('[data-line="fold"]').first()
      const foldLeft = () => fold.evaluate(line => line.getBoundingClientRect().left)
      const [before, foldBefore] = [await leftOf(), await foldLeft()]
      const slider = page.getByRole('slider', { name: 'Spine drift' })
      await slider.focus()
      for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight')
      await shows(page, 'The print lies 1/16 in to the front.')
      const width = await page.locator('img[alt="Cover"]').evaluate(image => image.getBoundingClientRect().width)
      const { measures } = (
        await stage.world.call('/dashboard/api/sandbox/orders/failed/books/0', {
          cookie: await stage.world.signIn(stage.world.charged.user),
        })
      ).body
      const movedInches = (((await leftOf()) - before) * measures.cover.width) / width
      assert.ok(Math.abs(movedInches - 1 / 16) < 0.01, `${movedInches} in`)
      assert.ok(Math.abs((await foldLeft()) - foldBefore) < 0.5, 'the folds stay')
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft')
      await shows(page, 'The print lies 1/64 in to the back.')
      await page.context().close()
    },
  )

  also('a page of a book that cannot be drawn says so, and the page beside it is shown', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/orders/failed')
    await page.route('**/preview/10?*', route =>
      route.fulfill({
        status: 404,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'page_not_drawable', detail: 'Page 10 cannot be drawn: it is damaged.' }),
      }),
    )
    await page.goto(`${book}?page=10`)
    await page.getByRole('alert').getByText('Page 10 cannot be drawn').waitFor()
    await isDrawn(page, 'Page 11')
    await page.context().close()
  })

  it('a book in the browser shows no error and loads nothing from another host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
