// Every screen is accessible, keeps to the policy, and loads little.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import axe from 'axe-core'
import { ofForm } from '../support/form.ts'
import { firstLoad, firstLoads } from './firstLoad.ts'
import { playScene } from './scene.ts'
import { type Screen, screensOf, singleSignOn, stillLookedAt, stillOrders } from './screens.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let scene: Awaited<ReturnType<typeof playScene>>
before(async () => {
  stage = await startStage({ config: { secondPersonAboveCents: 10_000, singleSignOn } })
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

/** The page, if it is scrolled sideways, the tables that are, and those whose head is on their rows. */
const tooWide = `(async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  const page = document.documentElement
  const tables = [...document.querySelectorAll('table[aria-label]:not([data-scrolls]), [role=table]')].filter(one => one.scrollWidth > one.parentElement.clientWidth)
  const covered = [...document.querySelectorAll('table')].filter(({ tHead, tBodies: [rows] }) =>
    tHead && rows && tHead.getBoundingClientRect().bottom > rows.getBoundingClientRect().top + 2)
  return [
    ...covered.map(one => 'the head of ' + one.ariaLabel + ' is on its rows'),
    ...(page.scrollWidth > innerWidth ? ['the page by ' + (page.scrollWidth - innerWidth) + ' px'] : []),
    ...tables.map(one => one.ariaLabel + ' by ' + (one.scrollWidth - one.parentElement.clientWidth) + ' px'),
  ]
})()`

/**
 * What a width does to a page: fields too narrow to type into or lower than their neighbors, sentences with one word a
 * line, words that are cut off, and words or buttons that lie upon each other. An open dialog is judged alone. An
 * ellipsis is meant.
 */
const crowded = `(async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  const page = document.querySelector('[role=dialog]') ?? document.body
  const styleOf = new Map()
  const style = one => styleOf.get(one) ?? styleOf.set(one, getComputedStyle(one)).get(one)
  const above = one => (one === null ? [] : [one, ...above(one.parentElement)])
  const isSeen = one =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    above(one).every(part => style(part).clip === 'auto' && part.ariaHidden !== 'true' && part.tagName !== 'svg')
  const isFixed = one => above(one).some(part => ['fixed', 'sticky'].includes(style(part).position) && !part.closest('[role=dialog]'))
  const isScrolled = one => above(one).slice(1).some(part => ['auto', 'scroll', 'hidden', 'clip'].includes(style(part).overflowX))
  const nameOf = one => (one.ariaLabel || one.innerText || one.labels?.[0]?.innerText || one.tagName).trim().slice(0, 40)
  const found = []
  for (const field of page.querySelectorAll('input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [type=color]), textarea')) {
    const { width } = field.getBoundingClientRect()
    if (isSeen(field) && width > 1 && width < 72) found.push('a field of ' + Math.round(width) + ' px: ' + nameOf(field))
  }
  for (const help of page.querySelectorAll('.mantine-InputWrapper-description')) {
    const field = help.parentElement.querySelector('input, textarea')
    if (field === null || !isSeen(help)) continue
    if (help.getBoundingClientRect().top < field.getBoundingClientRect().top) found.push('help above its field: ' + nameOf(help))
  }
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const boxes = []
  const range = document.createRange()
  while (texts.nextNode()) {
    const text = texts.currentNode
    const one = text.parentElement
    if (text.data.trim() === '' || !isSeen(one)) continue
    range.selectNodeContents(text)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
    if (rects.length === 0) continue
    const lines = new Set(rects.map(({ top }) => Math.round(top))).size
    const words = text.data.trim().split(/\\s+/).length
    if (words >= 4 && lines >= 0.8 * words && !one.closest('pre, code')) found.push('one word a line: ' + nameOf(one))
    const { overflowX, textOverflow } = style(one)
    const isCut = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1
    if (isCut && one.clientWidth > 1) found.push('cut off: ' + nameOf(one))
    if (!isFixed(one) && !isScrolled(one)) boxes.push(...rects.map(rect => ({ one, rect })))
  }
  for (const one of page.querySelectorAll('button, input, textarea, a')) {
    if (!isSeen(one) || isFixed(one) || isScrolled(one) || style(one).display === 'inline') continue
    boxes.push({ one, rect: one.getBoundingClientRect() })
  }
  boxes.sort((a, b) => a.rect.top - b.rect.top)
  const wrapOf = one => one.closest('[class*=Input-wrapper], [class*=SegmentedControl], [class*=Checkbox], [class*=Radio], [class*=Switch], label')
  boxes.forEach((a, i) => {
    for (let k = i + 1; k < boxes.length && boxes[k].rect.top < a.rect.bottom - 4; k++) {
      const b = boxes[k]
      if (a.one === b.one || a.one.contains(b.one) || b.one.contains(a.one)) continue
      if (wrapOf(a.one) !== null && wrapOf(a.one) === wrapOf(b.one)) continue
      const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left)
      const high = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top)
      if (wide > 4 && high > 4) found.push(nameOf(a.one) + ' upon ' + nameOf(b.one))
    }
  })
  return [...new Set(found)]
})()`
/** From a small phone to a large screen, and on both sides of the widths at which pages change their columns. */
const widths = ofForm({
  short: [360, 1366],
  whole: [360, 767, 1080, 1160, 1366],
  long: [360, 480, 600, 767, 993, 1080, 1160, 1201, 1366, 1920],
})

describe('every screen', () => {
  const desktop = { width: 1440, height: 900 }
  const phone = { width: 390, height: 844 }
  /** Between them: a tablet upright, as it lies at a press, a large tablet on its side, and a small laptop. */
  const between = [
    { width: 820, height: 1180 },
    { width: 1024, height: 768 },
    { width: 1180, height: 820 },
    { width: 1280, height: 720 },
  ].slice(0, ofForm({ short: 0, whole: 2, long: 4 }))
  /** Both sizes and both color schemes. The other two pairs can differ in colors only, and few screens do. */
  const looks: { name: string; size: typeof phone; scheme: 'light' | 'dark'; rules: 'all' | 'colours' }[] = [
    { name: 'desktop light', size: desktop, scheme: 'light', rules: 'all' } as const,
    { name: 'phone dark', size: phone, scheme: 'dark', rules: 'all' } as const,
    { name: 'desktop dark', size: desktop, scheme: 'dark', rules: 'colours' } as const,
    { name: 'phone light', size: phone, scheme: 'light', rules: 'colours' } as const,
  ].slice(0, ofForm({ short: 1, whole: 2, long: 4 }))

  it('every screen passes axe in each size and scheme that it is tried in, fits every width, and has targets large enough for a thumb', async t => {
    const found: string[] = []
    let judged = 0
    const still = stillOrders(stage.world, scene.jobs).filter(({ name }) => stillLookedAt.includes(name))
    // Neighbors are alike; `npm run test:rest` looks at all of them.
    const nth = ofForm({ short: 3, whole: 1, long: 1 })
    const chosen = [...screensOf(stage.world, scene.jobs), ...still].filter((_, i) => i % nth === 0)
    const screens = Object.groupBy(chosen, ({ who }) => who?.email ?? '')
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
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          for (const wide of await page.evaluate<string[]>(tooWide)) found.push(`${name}, ${width} px: ${wide}`)
          for (const one of await page.evaluate<string[]>(crowded)) found.push(`${name}, ${width} px: ${one}`)
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

  it('no form of the shop is much longer than three windows, with the sample as it comes', async () => {
    const forms = screensOf(stage.world, scene.jobs).filter(({ path }) => /operator-data\?tab=(?!review)/.test(path))
    assert.equal(forms.length, 9)
    const page = await stage.openAs(stage.world.demo.staff, '/staff', { width: 1160, height: 900 })
    for (const { name, path, ready } of forms) {
      await page.goto(path)
      await page.getByText(ready).first().waitFor()
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      assert.ok(height > 0 && height <= 3100, `${name} is ${height} px high`)
    }
    await page.context().close()
  })

  it('the lines of a statement lead to their orders, for its customer and for the staff', async () => {
    const { enterprise, demo } = stage.world
    for (const [who, path, order] of [
      [enterprise.user, '/dashboard/production/billing', '/dashboard/production/orders/LF-88'],
      [demo.staff, '/staff/money?tab=statements', `/staff/orders/${enterprise.accountId}/LF-88`],
    ] as const) {
      const page = await stage.openAs(who, path)
      await page.getByRole('button', { name: 'February 2026' }).click()
      const lines = page.getByRole('dialog', { name: 'Statement 1, February 2026' })
      const line = lines.getByRole('row').filter({ hasText: 'LF-88' })
      for (const text of ['PO-7781', '40 × NOVEL', '$355.90']) await line.getByText(text).waitFor()
      await page.evaluate(axeSource)
      const { violations } = await page.evaluate<Judged>(judgeBy('all'))
      assert.deepEqual(violations, [])
      await line.getByRole('link', { name: 'LF-88' }).click()
      await page.waitForURL(`**${order}`)
      await page.context().close()
    }
  })

  it('the check for crowded screens finds screens that look crowded', async () => {
    const page = await stage.open()
    await page.setContent(`
      <label>Product <input style="width: 48px; box-sizing: border-box"></label>
      <label>Copies <input style="width: 88px"></label>
      <div><p class="mantine-InputWrapper-description">Help</p><input aria-label="City"></div>
      <p style="width: 30px">Each word has its line.</p>
      <div style="width: 40px; overflow: hidden; white-space: nowrap">This is cut off</div>
      <div style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">This is shortened</div>
      <div style="position: relative; height: 40px">
        <span style="position: absolute; left: 0; top: 0">Below</span>
        <span style="position: absolute; left: 2px; top: 2px">Above</span>
      </div>
      <p>Words beside <a href="#">a link</a> and <button>a button</button></p>`)
    assert.deepEqual(await page.evaluate<string[]>(crowded), [
      'a field of 48 px: Product',
      'help above its field: Help',
      'one word a line: Each word has its line.',
      'cut off: This is cut off',
      'Below upon Above',
    ])
    await page.context().close()
  })

  it('every screen loads without an uncaught error, a policy violation or a request to another host', () => {
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
  it('the first load of every area, and of its list of orders, takes few requests, and little JavaScript', async t => {
    const starts = firstLoads(stage.world)
    assert.equal(starts.length, 9)
    for (const start of starts) {
      const { requests, scripts, scriptBytes } = await firstLoad(stage, start)
      const name = `${start.path}, signed ${start.who === null ? 'out' : 'in'}`
      t.diagnostic(
        `${name}: ${requests} requests, ${Math.round(scriptBytes / 1000)} kB of JavaScript in ${scripts} files`,
      )
      assert.ok(scripts > 0)
      assert.ok(requests <= start.maxRequests, `${name}: ${requests} requests`)
      assert.ok(scriptBytes <= start.maxScriptBytes, `${name}: ${scriptBytes} bytes of JavaScript`)
    }
  })
})
