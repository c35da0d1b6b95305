// For tests of charges: a money world for each test, and queries about it.

import { afterEach, beforeEach } from 'node:test'
import type { Database } from '../../src/db/db.ts'
import { freshPglite } from './database.ts'
import { type MoneyWorld, moneyWorld } from './moneyChecks.ts'

export let database: Database
export let world: MoneyWorld

/** Builds a world for each test of the file. */
export function onFreshWorlds(): void {
  beforeEach(async () => {
    database = await freshPglite()
    world = moneyWorld(database)
  })
  afterEach(() => database.close())
}

type ChargeRow = { status: string; date: string; cents: number; decline: string | null; next: Date | null }

export const charges = () =>
  world.rows<ChargeRow>(`
    select status, charge_date as date, amount_cents as cents, decline_code as decline, next_attempt_at as next
    from charges order by charge_id`)

export const steps = async (on: string) =>
  (await world.rows<{ order: string }>(`select order_id as order from order_events where on_event = '${on}'`)).length

export const status = async (orders: Parameters<MoneyWorld['read']>[0]) =>
  (await world.read(orders)).map(order => `${order.status} ${order.state.payment}`)
