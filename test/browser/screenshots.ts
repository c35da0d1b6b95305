// Writes pictures of every screen to screenshots/, on a desktop, a tablet and a phone, in light and in dark: `npm run
// screenshots [word ...]` takes those whose name contains one of the words. The word `docs` takes those of README and
// docs, and writes them into docs/pictures.

import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { readConfig } from '../../src/config/config.ts'
import { openBrowser } from './chromium.ts'
import { startEmptyProduction, walkFirstHour } from './firstHour.ts'
import { playScene } from './scene.ts'
import { screensOf, singleSignOn, stillOrders } from './screens.ts'
import { startStage } from './stage.ts'

const folder = new URL('../../screenshots/', import.meta.url).pathname
const looks = [
  { name: 'desktop-light', width: 1440, height: 900, scheme: 'light' },
  { name: 'desktop-dark', width: 1440, height: 900, scheme: 'dark' },
  { name: 'tablet-light', width: 820, height: 1180, scheme: 'light' },
  // As it lies at a press.
  { name: 'tablet-wide', width: 1024, height: 768, scheme: 'light' },
  { name: 'phone-light', width: 390, height: 844, scheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, scheme: 'dark' },
  { name: 'desktop-german', width: 1440, height: 900, scheme: 'light', locale: 'de-DE' },
  { name: 'tablet-german', width: 1024, height: 768, scheme: 'light', locale: 'de-DE' },
  { name: 'phone-german', width: 390, height: 844, scheme: 'light', locale: 'de-DE' },
] as const

/** The pictures of README and docs, by screen and look: the file, and its width in pixels. */
const pictures: Record<string, [file: string, width: number]> = {
  'staff-overview.desktop-light': ['staff-console', 1000],
  'dashboard-order-pictured.desktop-light': ['order', 1000],
  'dashboard-book.desktop-light': ['book', 1200],
  'sign-in.desktop-light': ['sign-in', 1000],
  'dashboard-overview-production.desktop-dark': ['overview-dark', 1000],
}
const picturesHaveCome =
  'Promise.all([...document.images].filter(one => !one.complete).map(one => new Promise(done => { one.onload = one.onerror = done })))'

/** Pixels. */
const tallest = 3000

const isForDocs = process.argv.includes('docs')
const words = process.argv.slice(2).filter(word => word !== 'docs')
mkdirSync(folder, { recursive: true })
if (words.length === 0 || words.includes('hour')) await takeFirstHour()
if (words.includes('hour')) process.exit()
// Files are fetched and read here, so that there are pictures of them.
const plain = readConfig([], { PORT: '0', DATA_DIR: '' })
await using stage = await startStage({ config: { files: plain.files, secondPersonAboveCents: 10_000, singleSignOn } })
const books: Record<string, string> = { NOVEL: 'PB-0600X0900-BW-60W', KEEPSAKE: 'HC-0600X0900-BW-60C' }
const samplesOf = (sku: string) => {
  const samples = `${stage.url}/templates/published/${books[sku]!}`
  return { coverUrl: `${samples}/cover/sample?pageCount=120`, gutsUrl: `${samples}/pages/sample?pageCount=120` }
}
await using scene = await playScene(stage.world, samplesOf)
for (const look of looks) {
  if (words.some(word => looks.some(({ name }) => name === word)) && !words.includes(look.name)) continue
  for (const { name, who, path, ready } of [
    ...screensOf(stage.world, scene.jobs),
    ...stillOrders(stage.world, scene.jobs),
  ]) {
    const wanted = words.filter(word => !looks.some(one => one.name === word))
    if (wanted.length > 0 && !wanted.some(word => name.includes(word))) continue
    const picture = pictures[`${name}.${look.name}`]
    if (isForDocs && picture === undefined) continue
    const page = who === null ? await stage.open(look) : await stage.openAs(who, path, look)
    if (who === null) await page.goto(path)
    // What a screen shows when it is ready is known in English only.
    const shown = 'locale' in look ? page.locator('h1:visible') : page.getByText(ready)
    await shown
      .first()
      .waitFor()
      .catch(error => process.stdout.write(`${name}: ${error.message}\n`))
    // A window as tall as the page, so that what sticks to its edges does, and lists of which only what is in sight is
    // drawn are whole.
    const tall = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ width: look.width, height: Math.min(tallest, Math.max(look.height, tall)) })
    await page.evaluate(picturesHaveCome)
    await page.waitForTimeout(300)
    const screenshot = `${folder}${name}.${look.name}.png`
    await page.screenshot({ path: screenshot })
    if (isForDocs && picture !== undefined) await writePicture(screenshot, ...picture)
    await page.context().close()
  }
}
if (stage.complaints.length > 0) process.stdout.write(`complaints:\n${[...new Set(stage.complaints)].join('\n')}\n`)

async function writePicture(screenshot: string, file: string, width: number): Promise<void> {
  const webp = new URL(`../../docs/pictures/${file}.webp`, import.meta.url).pathname
  await sharp(screenshot).resize({ width }).webp({ quality: 80 }).toFile(webp)
}

/** Each step at the size of a desktop. */
async function takeFirstHour(): Promise<void> {
  const browser = await openBrowser([])
  for (const locale of ['en-US', 'de-DE'] as const) {
    const service = await startEmptyProduction()
    let count = 0
    const show = async (page: Page, step: string) => {
      const number = String(++count).padStart(2, '0')
      await page.screenshot({ path: `${folder}hour-${number}-${step}.${locale}.png` })
    }
    await walkFirstHour({ browser, service, locale, show })
    await service.kill()
  }
  await browser.close()
}
