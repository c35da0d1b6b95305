// The first load of each area, and the order list of a customer with 100,000 orders: how soon it appears with a cold
// cache, how smoothly it scrolls, and how soon a filter answers. Run `node bench/browser.ts` after `npm run build`. The
// same run scrolls an empty page: other work on the machine affects both pages, so only the difference is ours.

import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { earlier, minute } from '../src/base/clock.ts'
import { sortableIds } from '../src/base/secrets/ids.ts'
import { firstLoad, firstLoads } from '../test/browser/firstLoad.ts'
import { startStage } from '../test/browser/stage.ts'
import { program } from '../test/support/actors.ts'

const orders = 100_000
const scrolls = 400
const wheelPx = 900

await using stage = await startStage()
const { world } = stage
for (const start of firstLoads(world)) {
  const { requests, scripts, scriptBytes } = await firstLoad(stage, start)
  const who = start.who === null ? 'out' : 'in'
  process.stdout.write(
    `${start.path}, signed ${who}: ${requests} requests, ${scriptBytes} bytes of ${scripts} scripts\n`,
  )
}
const { accountId, user } = world.charged
await program(world, world.charged, 'production').place('model')
await world.settle()
const { db } = world.app.database

let at = earlier(world.now(), orders * minute)
const newId = sortableIds(() => at)
for (let insertedCount = 0; insertedCount < orders; insertedCount += 5000) {
  const ids: string[] = []
  const times: Date[] = []
  for (let i = 0; i < 5000; i++) {
    at = earlier(world.now(), (orders - insertedCount - i) * minute)
    ids.push(newId('ord'))
    times.push(at)
  }
  await sql`
    insert into orders
    select r.*
    from orders o
    cross join unnest(${ids}::text[], ${times}::timestamptz[]) with ordinality as n (id, at, number)
    cross join lateral jsonb_populate_record(o, jsonb_build_object(
      'order_id', n.id, 'customer_order_id', 'bench-' || (${insertedCount}::int + n.number), 'created_at', n.at, 'updated_at', n.at,
      'status', case when n.number % 50 = 0 then 'FAILED' else 'SHIPPED' end, 'due_at', null,
      'received_number', null, 'received_at', null
    )) r
    where o.account_id = ${accountId} and o.customer_order_id = 'model'`.execute(db)
}
await sql`
  insert into order_contents (account_id, mode, order_id, request, books, order_number)
  select o.account_id, o.mode, o.order_id, c.request, c.books, row_number() over (order by o.order_id)
  from orders o
  join orders model on model.account_id = o.account_id and model.customer_order_id = 'model'
  join order_contents c on c.account_id = model.account_id and c.mode = model.mode and c.order_id = model.order_id
  where o.account_id = ${accountId}
  on conflict do nothing`.execute(db)
await sql`vacuum analyze orders`.execute(db)

const page = await stage.openAs(user, '/dashboard/sign-in')
const startMs = performance.now()
await page.goto('/dashboard/production/orders')
await page.getByRole('link', { name: 'model' }).waitFor()
const firstMs = performance.now() - startMs
const paints = await page.evaluate<Record<string, number>>(
  `Object.fromEntries(performance.getEntriesByType('paint').map(({ name, startTime }) => [name, Math.round(startTime)]))`,
)

type Scroll = { frames: number[]; longTasks: number[] }

/** Milliseconds of each frame, and of each task of more than 50 ms, while the wheel turns. */
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
const quantile = (frames: number[], share: number) =>
  Math.round(frames[Math.min(frames.length - 1, Math.floor(share * frames.length))]! * 10) / 10
const sum = (numbers: number[]) => Math.round(numbers.reduce((total, number) => total + number, 0))
const report = ({ frames, longTasks }: Scroll) =>
  `${frames.length} frames, median ${quantile(frames, 0.5)} ms, 95 % ${quantile(frames, 0.95)} ms, 99 % ${quantile(frames, 0.99)} ms, longest ${quantile(frames, 1)} ms; ` +
  `${longTasks.length} long tasks, ${sum(longTasks)} ms`

const ours = await scroll(page)
const shown = await page.getByText(/shown; more as you scroll/).textContent()
const emptyPage = await page.context().newPage()
await emptyPage.setContent(`<div style="height: ${2 * scrolls * wheelPx}px">empty</div>`)
const empty = await scroll(emptyPage)

const filterStartMs = performance.now()
await page.goto('/dashboard/production/orders?status=FAILED')
await page.getByText('Failed').first().waitFor()
const filterMs = performance.now() - filterStartMs

process.stdout.write(`${orders} orders
first row after navigation, cold cache: ${Math.round(firstMs)} ms (${JSON.stringify(paints)})
scrolled ${scrolls} times ${wheelPx} px: ${shown}
the list:      ${report(ours)}
an empty page: ${report(empty)}
the list to the empty page: 99 % ${(quantile(ours.frames, 0.99) / quantile(empty.frames, 0.99)).toFixed(2)}, longest ${(quantile(ours.frames, 1) / quantile(empty.frames, 1)).toFixed(2)}
list filtered by state, loaded anew: ${Math.round(filterMs)} ms
`)
