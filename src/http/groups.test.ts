// What comes in by different doors at the same time goes together, so each door hands it to the one that it is given.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainRule, pressWith } from '../../test/printing.ts'
import { orderBody } from '../../test/world.ts'
import { instant } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db } from '../db/db.ts'
import type { OperatorData } from '../orders/operator.ts'
import type { PlaceOrder } from '../orders/placing/drafts.ts'
import type { Hear } from '../orders/printing/printed.ts'
import type { Shell } from '../orders/work.ts'
import type { Inbox } from '../printer/inbox.ts'
import { fileLinks } from '../printer/links.ts'
import type { Printer } from '../printer/printer.ts'
import { dashboardOrderRoutes } from './customers/dashboardOrders.ts'
import { orderRoutes } from './customers/orders.ts'
import { pressMessageRoutes } from './press/messages.ts'
import { printerRoutes } from './press/printers.ts'
import { testServer } from './testing.ts'

const clock = () => instant('2026-03-02T15:00:00Z')

test('the orders of programs and of people are placed by one', async () => {
  const placed: PlaceOrder[] = []
  const place = async (order: PlaceOrder) => {
    placed.push(order)
    throw new Refusal('duplicate_order_id', 'as far as this test goes')
  }
  const shell = {} as Shell // only the placer writes
  const parts = { shell, db: shell.db, clock, operator: {} as OperatorData, place, httpsOnly: false }
  const server = await testServer([...orderRoutes(parts), ...dashboardOrderRoutes(parts)])
  const send = (url: string, headers: Record<string, string>) =>
    server.inject({ method: 'POST', url, headers, payload: orderBody() })
  const byProgram = await send('/orders/create', { authorization: 'key acme production' })
  const byHand = await send('/dashboard/api/production/orders', { cookie: 'session=acme' })
  assert.deepEqual([byProgram.statusCode, byHand.statusCode], [400, 400])
  assert.deepEqual(
    placed.map(({ accountId, mode, actor }) => [accountId, mode, actor]),
    [
      ['acme', 'production', 'key acme-production'],
      ['acme', 'production', 'user user-of-acme'],
    ],
  )
})

test('what is told at a press desk and by a printer’s own system is heard by one', async () => {
  const jobId = `job_${'0'.repeat(22)}`
  const told = { messageId: 'msg_1', saidAt: null, message: { kind: 'received' } } as const
  const system: Inbox = {
    receive: () => ({
      kind: 'said',
      said: [{ jobId, told }],
      answer: () => ({ status: 200, contentType: 'text/plain', body: 'thanks' }),
    }),
  }
  const heard: Parameters<Hear>[0][] = []
  const hear: Hear = async said => {
    heard.push(said)
    return null
  }
  const press = pressWith(undefined, { printers: [plainRule] }, { own: system as Printer & Inbox })
  const links = fileLinks(new URL('http://127.0.0.1:3000'), Buffer.alloc(32, 1))
  const rates = { perAddress: { perSecond: 1, burst: 9 } }
  const db = {} as Db // for jobs that are shown; there is none
  const parts = { db, clock, newId: () => 'msg_2', press, hear, fileLinks: links, rates, log: silentLog }
  const server = await testServer([...pressMessageRoutes(parts), ...printerRoutes(parts)])
  const send = (url: string, headers: Record<string, string>) => server.inject({ method: 'POST', url, headers })
  const atTheDesk = await send(`/press/jobs/${jobId}/receive`, { authorization: 'key printer' })
  const bySystem = await send('/printers/own/messages', {})
  assert.deepEqual([atTheDesk.statusCode, bySystem.body], [404, 'thanks'])
  assert.deepEqual(
    heard.map(({ from, actor }) => [from, actor]),
    [
      [['desk'], 'key printer'],
      [['own'], 'printer own'],
    ],
  )
})
