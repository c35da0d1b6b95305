// Every screen is accessible, keeps to the policy, and loads little.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import { playScene } from './scene.ts'
import { type Screen, screensOf, stillLookedAt, stillOrders } from './screens.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let scene: Awaited<ReturnType<typeof playScene>>
before(async () => {
  stage = await startStage({ config: { secondPersonAboveCents: 10_000 } })
  scene = await playScene(stage.world)
})
after(async () => {
  await scene[Symbol.asyncDispose]()
  await stage[Symbol.asyncDispose]()
})

/**
 * Less than 24 pixels wide or high. Links within a sentence are as high as its lines, a small button answers around
 * itself, and the arrows of a number are for a mouse.
 */
const smallOnes = `[...document.querySelectorAll('a, button, input[type=checkbox]')]
  .filter(one => getComputedStyle(one).display !== 'inline' && getComputedStyle(one, '::after').content === 'none')
  .filter(one => one.tabIndex >= 0)
  .map(one => ({ name: one.textContent || one.ariaLabel || one.type, ...one.getBoundingClientRect().toJSON() }))
  .filter(({ width, height }) => width > 1 && (width < 24 || height < 24))
  .map(({ name, width, height }) => name + ' ' + width + ' × ' + height)`

/** The page, if it is scrolled sideways, and the tables that are. */
const tooWide = `(async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  const page = document.documentElement
  const tables = [...document.querySelectorAll('table[aria-label]')].filter(one => one.scrollWidth > one.parentElement.clientWidth)
  return [
    ...(page.scrollWidth > innerWidth ? ['the page by ' + (page.scrollWidth - innerWidth) + ' px'] : []),
    ...tables.map(one => one.ariaLabel + ' by ' + (one.scrollWidth - one.parentElement.clientWidth) + ' px'),
  ]
})()`

describe('every screen', () => {
  const desktop = { width: 1440, height: 900 }
  const phone = { width: 390, height: 844 }
  // Between them: a tablet upright, as it lies at a press, a large one on its side, and a small laptop.
  const between = [
    { width: 820, height: 1180 },
    { width: 1024, height: 768 },
    { width: 1180, height: 820 },
    { width: 1280, height: 720 },
  ]
  // What is no matter of colours is judged at both sizes and in both schemes, and not in all four pairs of them.
  const looks = [
    { name: 'desktop light', size: desktop, scheme: 'light', rules: 'all' },
    { name: 'desktop dark', size: desktop, scheme: 'dark', rules: 'colours' },
    { name: 'phone dark', size: phone, scheme: 'dark', rules: 'all' },
    { name: 'phone light', size: phone, scheme: 'light', rules: 'colours' },
  ] as const

  it('passes axe on a desktop and a phone, light and dark, fits on all between, and has room for a thumb', async t => {
    const found: string[] = []
    let judged = 0
    const still = stillOrders(stage.world, scene.jobs).filter(({ name }) => stillLookedAt.includes(name))
    const screens = Object.groupBy([...screensOf(stage.world, scene.jobs), ...still], ({ who }) => who?.email ?? '')
    const lookThrough = async (all: Screen[]) => {
      const { who } = all[0]!
      const page = who === null ? await stage.open() : await stage.openAs(who, all[0]!.path)
      for (const { name, path, ready } of all) {
        await page.setViewportSize(desktop)
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(path)
        await page.getByText(ready).first().waitFor()
        for (const size of [phone, ...between, desktop]) {
          await page.setViewportSize(size)
          for (const wide of await page.evaluate<string[]>(tooWide)) found.push(`${name}, ${size.width} px: ${wide}`)
          const isForThumbs = size === phone && who === stage.world.charged.user
          const small = isForThumbs ? await page.evaluate<string[]>(smallOnes) : []
          for (const one of small) found.push(`${name}, for a thumb: ${one}`)
        }
        await page.evaluate(axeSource)
        for (const { name: look, size, scheme, rules } of looks) {
          await page.setViewportSize(size)
          await page.emulateMedia({ colorScheme: scheme })
          await page.evaluate(settledIn(scheme))
          const seen = await page.evaluate<Judged>(judgeBy(rules))
          assert.equal(seen.scheme, scheme)
          for (const one of seen.violations) found.push(`${name}, ${look}: ${one}`)
          judged++
        }
      }
      await page.context().close()
    }
    await Promise.all(Object.values(screens).map(all => lookThrough(all!)))
    t.diagnostic(`${judged} looks`)
    assert.deepEqual(found, [])
  })

  it('has no complaint of the browser: no uncaught error, no policy violation, no other host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})

type Judged = { violations: string[]; scheme: string }

const axeSource = readFileSync(new URL('axe.min.js', import.meta.resolve('axe-core')), 'utf8')
/** Rules of axe that look at colours, but for those of level AAA, which it leaves out by itself too. */
const ofColours = axe
  .getRules(['cat.color'])
  .map(({ ruleId }) => ruleId)
  .filter(rule => !rule.endsWith('-enhanced'))

/** The scheme has been taken up, all is drawn anew, and what would fade from the other one is at its end. */
const settledIn = (scheme: string) => `(async () => {
  while (document.documentElement.dataset.mantineColorScheme !== '${scheme}') await new Promise(requestAnimationFrame)
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish()
  await new Promise(requestAnimationFrame)
})()`
const judgeBy = (rules: 'all' | 'colours') => `(async () => {
  const only = ${rules === 'all' ? '{}' : JSON.stringify({ runOnly: { type: 'rule', values: ofColours } })}
  const { violations } = await axe.run(document, { ...only, resultTypes: ['violations'], preload: false })
  return {
    violations: violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 160) + ' (' + nodes.length + ')'),
    scheme: document.documentElement.dataset.mantineColorScheme,
  }
})()`

describe('the first load', () => {
  const mostBytes = 250_000

  it('of every area is less than 250 kB of JavaScript, gzipped', async t => {
    const starts = [
      { area: 'dashboard', who: stage.world.charged.user, ready: 'Orders by day' },
      { area: 'staff', who: stage.world.demo.staff, ready: 'Waiting too long' },
      { area: 'press', who: stage.world.demo.printer, ready: 'Jobs' },
    ]
    for (const { area, who, ready } of starts) {
      const page = await stage.openAs(who, '/dashboard/sign-in')
      await page.goto('about:blank') // what the page of the sign-in still asks for is none of it
      const scripts = new Set<string>()
      page.on('request', request => {
        if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
      })
      await page.goto(`/${area}`)
      await page.getByText(ready).first().waitFor()
      await page.waitForLoadState('load')
      const bytes = [...scripts].reduce((sum, path) => sum + gzippedBytes(path), 0)
      t.diagnostic(`${area}: ${Math.round(bytes / 1000)} kB in ${scripts.size} files`)
      assert.ok(scripts.size > 0)
      assert.ok(bytes < mostBytes, `${area} loads ${bytes} bytes`)
      await page.context().close()
    }
  })
})

const gzippedBytes = (path: string): number =>
  gzipSync(readFileSync(new URL(`../../web/dist${path}`, import.meta.url)), { level: 9 }).length
