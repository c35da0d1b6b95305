// What a customer with 100,000 orders sees: how soon the list appears with a cold cache, how smoothly it scrolls, and
// how soon a filter answers. `node bench/browser.ts`, after `npm run build`. An empty page is scrolled in the same run:
// other work on the machine affects both, and only the difference is ours.

import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { earlier, minute } from '../src/base/clock.ts'
import { sortableIds } from '../src/base/ids.ts'
import { program } from '../test/actors.ts'
import { startStage } from '../test/browser/stage.ts'

const orders = 100_000
const scrolls = 400
const wheelPx = 900

await using stage = await startStage()
const { world } = stage
const { accountId, user } = world.charged
await program(world, world.charged, 'production').place('model')
await world.settle()
const { db } = world.app.database

let at = earlier(world.now(), orders * minute)
const newId = sortableIds(() => at)
for (let made = 0; made < orders; made += 5000) {
  const ids: string[] = []
  const times: Date[] = []
  for (let i = 0; i < 5000; i++) {
    at = earlier(world.now(), (orders - made - i) * minute)
    ids.push(newId('ord'))
    times.push(at)
  }
  await sql`
    insert into orders
    select r.*
    from orders o
    cross join unnest(${ids}::text[], ${times}::timestamptz[]) with ordinality as n (id, at, number)
    cross join lateral jsonb_populate_record(o, jsonb_build_object(
      'order_id', n.id, 'customer_order_id', 'bench-' || (${made}::int + n.number), 'created_at', n.at, 'updated_at', n.at,
      'status', case when n.number % 50 = 0 then 'FAILED' else 'SHIPPED' end, 'due_at', null,
      'received_number', null, 'received_at', null
    )) r
    where o.account_id = ${accountId} and o.customer_order_id = 'model'`.execute(db)
}
await sql`vacuum analyze orders`.execute(db)

const page = await stage.openAs(user, '/dashboard/sign-in')
const started = performance.now()
await page.goto('/dashboard/production/orders')
await page.getByRole('link', { name: 'model' }).waitFor()
const firstMs = performance.now() - started
const paints = await page.evaluate<Record<string, number>>(
  `Object.fromEntries(performance.getEntriesByType('paint').map(({ name, startTime }) => [name, Math.round(startTime)]))`,
)

type Scroll = { frames: number[]; longTasks: number[] }

/** Milliseconds of each frame, and of each task that took more than 50, while the wheel turns. */
async function scroll(on: Page): Promise<Scroll> {
  await on.evaluate(`
    window.scroll_ = { frames: [], longTasks: [] }
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) scroll_.longTasks.push(duration)
    }).observe({ type: 'longtask' })
    let before = performance.now()
    const step = now => { scroll_.frames.push(now - before); before = now; requestAnimationFrame(step) }
    requestAnimationFrame(step)`)
  await on.mouse.move(700, 500)
  for (let i = 0; i < scrolls; i++) await on.mouse.wheel(0, wheelPx)
  const { frames, longTasks } = await on.evaluate<Scroll>('scroll_')
  return { frames: frames.sort((a, b) => a - b), longTasks }
}
const part = (frames: number[], share: number) =>
  Math.round(frames[Math.min(frames.length - 1, Math.floor(share * frames.length))]! * 10) / 10
const sum = (all: number[]) => Math.round(all.reduce((total, one) => total + one, 0))
const told = ({ frames, longTasks }: Scroll) =>
  `${frames.length} frames, median ${part(frames, 0.5)} ms, 95 % ${part(frames, 0.95)} ms, 99 % ${part(frames, 0.99)} ms, longest ${part(frames, 1)} ms; ` +
  `${longTasks.length} long tasks, ${sum(longTasks)} ms`

const ours = await scroll(page)
const shown = await page.getByText(/shown; more as you scroll/).textContent()
const blank = await page.context().newPage()
await blank.setContent(`<div style="height: ${2 * scrolls * wheelPx}px">empty</div>`)
const empty = await scroll(blank)

const filtered = performance.now()
await page.goto('/dashboard/production/orders?status=FAILED')
await page.getByText('Failed').first().waitFor()
const filterMs = performance.now() - filtered

process.stdout.write(`${orders} orders
first row after navigation, cold cache: ${Math.round(firstMs)} ms (${JSON.stringify(paints)})
scrolled ${scrolls} times ${wheelPx} px: ${shown}
the list:      ${told(ours)}
an empty page: ${told(empty)}
the list to the empty page: 99 % ${(part(ours.frames, 0.99) / part(empty.frames, 0.99)).toFixed(2)}, longest ${(part(ours.frames, 1) / part(empty.frames, 1)).toFixed(2)}
list filtered by state, loaded anew: ${Math.round(filterMs)} ms
`)
