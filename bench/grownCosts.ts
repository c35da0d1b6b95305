// What requests and tasks cost in a database that has taken many orders: time, and the pages that the database reads.

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { createKey } from '../src/accounts/accounts.ts'
import { day, earlier, hour, later } from '../src/base/clock.ts'
import type { Mode } from '../src/base/mode.ts'
import { auditChanges } from '../src/features/audit/audit.ts'
import { sumReports } from '../src/features/reports/sumReports.ts'
import { readStatements } from '../test/support/lifeCost.ts'
import type { Lives } from '../test/support/lives.ts'
import { orderBody } from '../test/support/world.ts'

/** For one order, request or run. `pages` are accesses to pages of 8 kB. */
export type Cost = { ms: number; databaseMs: number; pages: number }

/** `count` is the number of orders or requests that `run` is about. */
type Act = { title: string; count: number; run(): Promise<unknown> }

const reads = 20

/** Measures the requests of one account, of the staff, and the tasks. */
export async function measureCosts(lives: Lives, accountId: string): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  for (const act of await actsOn(lives, accountId)) {
    await sql`select pg_stat_statements_reset()`.execute(lives.observer)
    const startMs = performance.now()
    await act.run()
    const ms = performance.now() - startMs
    const statements = await readStatements(lives.observer)
    const each = (sum: number) => sum / act.count
    costs.set(act.title, { ms: each(ms), databaseMs: each(statements.ms), pages: each(statements.pages) })
  }
  return costs
}

async function actsOn(lives: Lives, accountId: string): Promise<Act[]> {
  const { world, db } = lives
  const { call, demo, app } = world
  const staff = demo.staff.authorization
  await prepareAccount(lives, accountId)
  const production = await keyOf(lives, accountId, 'production')
  const sandbox = await keyOf(lives, accountId, 'sandbox')
  const stored = await readStored(lives, accountId)
  const run = app.newId('run').slice(-6)

  const request = async (path: string, how: Parameters<typeof call>[1]) => {
    const answer = await call(path, how)
    assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const repeat = (title: string, count: number, one: (i: number) => Promise<unknown>): Act => ({
    title,
    count,
    async run() {
      for (let i = 0; i < count; i++) await one(i)
    },
  })
  const reading = (title: string, as: string, pathOf: (i: number) => string): Act =>
    repeat(title, reads, i => request(pathOf(i), { as }))
  const creating = (title: string, as: string, count: number): Act =>
    repeat(title, count, i =>
      request('/orders/create', {
        method: 'POST',
        as,
        body: orderBody({ customerOrderId: `${run}-${title.replaceAll(' ', '-')}-${i}`.slice(0, 40) }),
      }),
    )
  const once = (title: string, count: number, act: () => Promise<unknown>): Act => ({ title, count, run: act })
  const limitTo = (ordersPer24Hours: number) =>
    request(`/staff/accounts/${accountId}`, {
      method: 'PATCH',
      as: staff,
      body: { limits: { production: { ordersPer24Hours } } },
    })
  const daysAgo = (days: number) => earlier(world.now(), days * day).toISOString()
  const searched = (i: number) => encodeURIComponent(stored[i]!.recipient)

  return [
    once('(warm-up)', 50, () => lives.live(50)),
    once('a whole life, create to SHIPPED', 150, () => lives.live(150)),
    creating('(warm-up of create)', production, 20),
    creating('create', production, 100),
    once('(its checks and webhooks)', 100, () => world.settle()),
    reading('GET of an order', production, i => `/orders/${stored[i]!.customerOrderId}`),
    reading('its steps', production, i => `/orders/${stored[i]!.customerOrderId}/events`),
    reading('list', production, () => '/orders'),
    reading('list, one status', production, () => '/orders?status=SHIPPED'),
    reading('list, a month half a year ago', production, i => {
      return `/orders?createdAfter=${daysAgo(210 + i)}&createdBefore=${daysAgo(180 + i)}`
    }),
    reading('list, one product and country', production, () => '/orders?sku=NOVEL&country=US'),
    reading('search by recipient', production, i => `/orders?search=${searched(i)}`),
    reading('search by identifier', production, i => `/orders?search=${stored[i]!.customerOrderId}`),
    reading('events of five days, the first page', production, () => `/events?since=${daysAgo(5)}`),
    reading('report of a month', production, () => '/reports?period=last_month'),
    reading('months of the archive', production, () => '/archive'),
    reading('staff: overview', staff, () => '/staff/overview'),
    reading('staff: orders of all accounts', staff, () => '/staff/orders/all'),
    reading('staff: orders, one status', staff, () => '/staff/orders/all?status=SHIPPED'),
    reading('staff: search by recipient', staff, i => `/staff/search?search=${searched(i)}`),
    reading('staff: search by identifier', staff, i => `/staff/search?search=${stored[i]!.customerOrderId}`),
    reading('staff: search without a match', staff, i => `/staff/search?search=nothing-has-this-${i}`),
    reading('staff: charges', staff, () => '/staff/charges'),
    reading('staff: invoices', staff, () => '/staff/documents'),
    reading('staff: invoices of an amount that none has', staff, () => '/staff/documents?minAmount=99999'),
    reading('staff: report of this year', staff, () => '/staff/reports?period=this_year'),
    once('(the limit is lowered)', 1, () => limitTo(0)),
    creating('create, into the queue', production, 100),
    once('release', 100, async () => {
      await limitTo(10_000_000)
      await world.settle()
    }),
    once('daily charge and hand-over', 220, () => world.advance(day + 2 * hour)),
    once('sweeps of an hour', 1, () => world.advance(hour)),
    once('sums for reports', 1, async () => {
      const sweep = sumReports(db)
      while ((await sweep(later(world.now(), 2 * hour))) > 0);
    }),
    once('hourly audit of what changed', 1, () => auditHour(lives, { wholeAt: world.now() })),
    once('hourly audit with portions of everything', 1, () => auditHour(lives, { wholeAt: null })),
    creating('create in the sandbox', sandbox, 50),
    once('fast-forward by a day', 50, async () => {
      await request('/sandbox/fast-forward', { method: 'POST', as: sandbox, body: { by: 'P1D' } })
      await world.settle()
    }),
    once('the sandbox is emptied', 50, async () => {
      await request('/sandbox/orders', { method: 'DELETE', as: sandbox })
      await world.settle()
    }),
  ]
}

/** An hour in which each rule has checked everything, or has to check its first portion of everything. */
async function auditHour({ db, world }: Lives, { wholeAt }: { wholeAt: Date | null }): Promise<void> {
  await sql`update audit_runs set whole_at = ${wholeAt}, checked_to = null`.execute(db)
  const { findings } = await auditChanges({ db, read: act => act(db) }, later(world.now(), hour))
  assert.deepEqual(findings, [])
}

/** The account orders what the demo's customer orders. */
async function prepareAccount({ db, world }: Lives, accountId: string): Promise<void> {
  for (const table of ['products', 'cards'])
    await sql`
      insert into ${sql.table(table)}
      select (json_populate_record(null::${sql.table(table)}, (to_jsonb(t) || jsonb_build_object('account_id', ${accountId}::text))::json)).*
      from ${sql.table(table)} t
      where account_id = ${world.charged.accountId}
      on conflict do nothing`.execute(db)
}

async function keyOf({ db, world: { app } }: Lives, accountId: string, mode: Mode): Promise<string> {
  const { clock, newId, vault } = app
  const key = await createKey({ db, clock, newId, vault }, { kind: 'customer', accountId, mode }, '', 'bench')
  return key.authorization
}

/** Stored orders of all its time, in no sequence. */
async function readStored({ db }: Lives, accountId: string) {
  const { rows } = await sql<{ customerOrderId: string; recipient: string }>`
    select customer_order_id as "customerOrderId", split_part(s.words, e'\n', 2) as recipient
    from (
      select * from orders where account_id = ${accountId} and status = 'SHIPPED' order by hashtext(order_id) limit ${reads}
    ) o
    join order_search s using (account_id, mode, order_id)
    where s.part = 'order'`.execute(db)
  assert.equal(rows.length, reads)
  return rows
}
