// The whole service with one printer that makes everything, for tests of what passes between the two over days.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../src/base/log.ts'
import { oweRefunds } from '../../src/features/money/refunds.ts'
import { comparePrinters } from '../../src/features/printing/comparePrinters.ts'
import type { Printers } from '../../src/printer/printer.ts'
import { fulfillmentWith } from '../support/printing.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const operator = join(import.meta.dirname, '..', '..', 'operator')

/** `secrets` are the environment variables that the settings name. */
type Only = { name: string; adapter: string; settings?: object; secrets?: Record<string, string> }

export async function startWithPrinter({ name, adapter, settings = {}, secrets = {} }: Only): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-shop-'))
  Object.assign(process.env, secrets)
  const rule = { makes: ['*'], shipsTo: ['*'], cutOff: { hour: 24, timeZone: 'UTC' }, priority: 1 }
  const alarmAfter = { submission: 'P3D', acceptance: 'P3D', shipping: 'P30D', cancellation: 'P3D' }
  cpSync(operator, folder, { recursive: true })
  writeFileSync(
    join(folder, 'printers.json'),
    JSON.stringify({ printers: [{ ...rule, name, adapter, settings }], alarmAfter }),
  )
  const world = await startWorld({ config: { operatorDir: folder } })
  return {
    ...world,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Compares the open jobs as each day's schedule does, which goes by the time of this machine. */
export function compare({ app }: World, printers: Printers): Promise<number> {
  const transactor = { db: app.database.db, afterCommit: { wake: () => {} }, newId: app.newId, oweRefunds }
  const { printerConfig } = fulfillmentWith(undefined, { staffEmail: 'desk@example.com' })
  return comparePrinters({
    transactor,
    clock: app.clock,
    fulfillment: { printers, printerConfig },
    log: silentLog,
  })(app.clock())
}

/** Orders a book for one of the demo's customers. */
export async function place(world: World, customerOrderId: string, customer = world.charged): Promise<void> {
  const orderItems = [{ ...orderBody().orderItems[0], sku: customer.products[0]!.sku }]
  const answer = await world.call('/orders/create', {
    method: 'POST',
    as: customer.production.authorization,
    body: orderBody({ customerOrderId, orderItems }),
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
}
