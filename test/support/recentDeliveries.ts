// What an estimate says about recent deliveries, and deliveries of other accounts like those that a test has made.

import { sql } from 'kysely'
import { operatorAccount } from '../../src/base/operator.ts'
import type { World } from './world.ts'

export async function recentDeliveries(world: World, destination: { country: string; state?: string }) {
  const body = { destination, orderItems: [{ sku: 'NOVEL', quantity: 1, retailPrice: '9.99' }] }
  const as = world.charged.production.authorization
  const answer = await world.call('/orders/shipping/estimate', { method: 'POST', as, body })
  const options = answer.body.options as { shippingClassification: string; recentDeliveries: object | null }[]
  return options.find(one => one.shippingClassification === 'standard')!.recentDeliveries
}

type More = { account: string; orders: number; result?: 'early' | 'on_time' | 'late'; months?: number }

/** Counts orders that were delivered so many months ago to each place of a delivery, until the end of the block. */
export async function countMore({ app }: World, more: More[]): Promise<AsyncDisposable> {
  const { db } = app.database
  const month = sql`date_trunc('month', ${app.clock()}::timestamptz at time zone 'UTC')`
  for (const { account, orders, result = 'on_time', months = 0 } of more)
    await sql`
      insert into report_sums (
        account_id, mode, span, fact, starts_on, printer, detail, orders, copies, cents, tax_cents, ms)
      select distinct ${account}, mode, span, fact, (${month} - make_interval(months => ${months}))::date, printer,
        regexp_replace(detail, '[a-z_]+$', ${result}::text), ${orders}::bigint, 1, 0, 0, 0
      from report_sums
      where account_id = ${operatorAccount} and mode = 'production' and span = 'month' and fact = 'delivered_to'`.execute(
      db,
    )
  const accounts = more.map(({ account }) => account)
  return {
    async [Symbol.asyncDispose]() {
      await sql`delete from report_sums where account_id = any(${accounts}::text[])`.execute(db)
    },
  }
}
