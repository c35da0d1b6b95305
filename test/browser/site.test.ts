// The documentation as a reader sees it: at four widths, light and dark, with and without scripts.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(async () => await stage?.[Symbol.asyncDispose]())

const axeSource = readFileSync(new URL('axe.min.js', import.meta.resolve('axe-core')), 'utf8')
const widths = [360, 768, 1080, 1440]
const judgedWidths = [360, 1440]
/** One page of each kind: prose, snippets, tables, a group of the reference, objects. */
const kinds = ['/docs', '/docs/quickstart', '/docs/errors', '/docs/reference/orders', '/docs/reference/create-order']
const maxFirstPaintBytes = 100_000

describe('the documentation in a browser', () => {
  it('the documentation passes axe in light and dark, and fits every width', async () => {
    const found: string[] = []
    const page = await stage.open()
    for (const path of kinds) {
      await page.goto(path)
      await page.evaluate(axeSource)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          if (over > 0) found.push(`${path} at ${width}: ${over} px too wide`)
          if (!judgedWidths.includes(width)) continue
          const violations = await page.evaluate<string[]>(
            `axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
              violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 160)))`,
          )
          for (const one of violations) found.push(`${path} at ${width}, ${scheme}: ${one}`)
        }
      }
    }
    await page.context().close()
    assert.deepEqual([...new Set(found)], [])
  })

  it('a page of the documentation is found by its search, with the keyboard alone', async () => {
    const page = await stage.open({ width: 390 })
    await page.goto('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('signature')
    const results = page.getByRole('list', { name: 'Results' }).getByRole('link')
    await results.first().waitFor()
    const second = await results.nth(1).getAttribute('href')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${second}`)
    await page.keyboard.press('/')
    await page.keyboard.type('retry scedule')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/webhook-retries#retry-schedule')
    await page.getByRole('searchbox').fill('zzzz')
    await page.getByText('No matches.').waitFor()
    await page.context().close()
  })

  it('an address without a page shows the pages that are near, in the frame of the documentation', async () => {
    const page = await stage.open()
    await page.goto('/docs/webhook')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page
      .getByRole('list', { name: 'Near pages' })
      .getByRole('link', { name: 'Webhooks', exact: true })
      .first()
      .click()
    await page.waitForURL('**/docs/webhooks')
    await page.context().close()
  })

  it('the documentation is light or dark as the reader chose, also on the next page', async () => {
    const page = await stage.open()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/docs')
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    await waitForValue(ground, 'rgb(255, 255, 255)')
    await page.getByLabel('Theme').selectOption('Dark')
    await waitForValue(ground, 'rgb(29, 27, 24)')
    await page.goto('/docs/quickstart')
    await waitForValue(ground, 'rgb(29, 27, 24)')
    await page.getByLabel('Theme').selectOption('System')
    await waitForValue(ground, 'rgb(255, 255, 255)')
    await page.context().close()
  })

  it('every block of code of the documentation can be copied', async () => {
    const page = await stage.open()
    for (const path of ['/docs/quickstart', '/docs/receiving-webhooks', '/docs/uploading-files']) {
      await page.goto(path)
      const blocks = await page.locator('main pre:visible').count()
      await waitForValue(() => page.getByRole('button', { name: 'Copy' }).count(), blocks)
    }
    await page.context().close()
  })

  it('an old address of a section opens the page that has it now', async () => {
    const page = await stage.open()
    await page.goto('/docs/webhooks#verifying')
    await page.waitForURL('**/docs/receiving-webhooks#verifying')
    await page.context().close()
  })

  it('the documentation shows snippets in the language that was chosen, on the next page as well', async () => {
    const page = await stage.open()
    await page.goto('/docs/ordering')
    const shown = () => page.locator('pre[data-language]:visible').first().getAttribute('data-language')
    await waitForValue(shown, 'curl')
    await page.getByRole('button', { name: 'Python' }).first().click()
    await page.goto('/docs/limits')
    await waitForValue(shown, 'Python')
    await page.context().close()
  })

  it('the documentation runs a snippet in the sandbox of the reader who is signed in', async () => {
    const visitor = await stage.open()
    await visitor.goto('/docs/ordering')
    await visitor.getByRole('button', { name: 'Run in sandbox' }).first().click()
    await visitor.getByText('Sign in to the dashboard, then run this in your sandbox.').waitFor()
    await visitor.context().close()
    const page = await stage.openAs(stage.world.charged.user, '/docs/ordering')
    await page.getByRole('button', { name: 'Run in sandbox' }).first().click()
    const responses = page.getByLabel('Responses').filter({ hasText: 'POST /orders/shipping/estimate' })
    await responses.waitFor()
    assert.match(
      (await responses.textContent()) ?? '',
      /^POST \/orders\/shipping\/estimate\n200 \{\n {2}"currency": "USD",\n {2}"options"/,
    )
    await page.getByRole('button', { name: 'Python' }).first().click()
    await waitForValue(() => page.getByRole('button', { name: 'Run in sandbox' }).count(), 0)
    await page.context().close()
  })

  it('the documentation puts the key of the reader who is signed in into the snippets', async () => {
    const visitor = await stage.open()
    await visitor.goto('/docs/quickstart')
    await visitor.getByRole('button', { name: 'Use my sandbox key' }).click()
    await visitor.getByText('Sign in to the dashboard, then run this in your sandbox.').waitFor()
    await visitor.context().close()
    const { user, sandbox } = stage.world.charged
    const page = await stage.openAs(user, '/docs/quickstart')
    await page.getByRole('button', { name: 'Use my sandbox key' }).click()
    await page.getByText(`export OCTAVO_AUTHORIZATION='${sandbox.authorization}'`).waitFor()
    await waitForValue(() => page.getByText('Basic ...').count(), 0)
    await page.context().close()
  })

  it('the documentation is read without scripts: all languages, the menu, and the text', async () => {
    const browser = (await stage.open()).context().browser()!
    const context = await browser.newContext({ baseURL: stage.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/docs/ordering')
    assert.equal(await page.locator('pre[data-language="Python"]:visible').count(), 6)
    assert.equal(await page.locator('pre[data-language="curl"]:visible').count(), 6)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByRole('heading', { name: 'What arrives' }).waitFor()
    await context.close()
  })

  it('the documentation prints the text without the menu, and every language', async () => {
    const page = await stage.open()
    await page.goto('/docs/ordering')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.locator('nav:visible, header:visible').count(), 0)
    assert.equal(await page.locator('pre[data-language="Python"]:visible').count(), 6)
    await page.context().close()
  })

  it('the documentation needs less than 100 kB for its first paint, from no other host', async () => {
    const page = await stage.open()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    for (const path of kinds) {
      bytes = 0
      await page.goto(path, { waitUntil: 'networkidle' })
      assert.ok(bytes > 0 && bytes < maxFirstPaintBytes, `${path}: ${bytes}`)
    }
    assert.deepEqual(stage.complaints, [])
    await page.context().close()
  })
})
