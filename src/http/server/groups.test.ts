// Requests of different routes are grouped into common transactions, so all routes use the function that they are
// given.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyVersion, operator } from '../../../test/support/orderRules.ts'
import { fulfillmentWith, plainRule } from '../../../test/support/printing.ts'
import { servicesOf, testServer } from '../../../test/support/routeServer.ts'
import { orderBody } from '../../../test/support/world.ts'
import { instant } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { createVault } from '../../base/secrets/vault.ts'
import type { Db } from '../../db/db.ts'
import type { PlaceOrderRequest } from '../../features/placing/drafts.ts'
import type { ReceiveMessage } from '../../features/printing/receiveMessages.ts'
import type { Transactor } from '../../orders/transact.ts'
import type { Inbox } from '../../printer/inbox.ts'
import { fileLinks } from '../../printer/links.ts'
import type { Printer } from '../../printer/printer.ts'
import { dashboardOrderRoutes } from '../orders/dashboardOrders.ts'
import { orderRoutes } from '../orders/orders.ts'
import { pressMessageRoutes } from '../printing/jobMessages.ts'
import { printerRoutes } from '../printing/printers.ts'

const clock = () => instant('2026-03-02T15:00:00Z')

test('orders from the API and from the dashboard are placed by the same function', async () => {
  const placed: PlaceOrderRequest[] = []
  const place = async (order: PlaceOrderRequest) => {
    placed.push(order)
    throw new Refusal('duplicate_order_id', 'as far as this test goes')
  }
  const transactor = {} as Transactor // only the placer writes
  const vault = createVault(Buffer.alloc(32, 7))
  const parts = {
    transactor,
    db: transactor.db,
    clock,
    vault,
    operatorVersions: onlyVersion(operator),
    place,
    archive: { read: async () => undefined, months: async () => [], find: async () => [] },
    httpsOnly: false,
    outbound: { urlProblem: () => null },
    catalog: operator.catalog,
    publicUrl: new URL('http://127.0.0.1:3000'),
  }
  const server = await testServer([...orderRoutes(servicesOf(parts)), ...dashboardOrderRoutes(servicesOf(parts))])
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

test('messages from a press desk and from a printer’s own system are received by the same function', async () => {
  const jobId = `job_${'0'.repeat(22)}`
  const message = { messageId: 'msg_1', sentAt: null, content: { kind: 'received' } } as const
  const system: Inbox = {
    receive: () => ({
      kind: 'messages',
      messages: [{ jobId, message }],
      replyTo: () => ({ status: 200, contentType: 'text/plain', body: 'thanks' }),
    }),
  }
  const received: Parameters<ReceiveMessage>[0][] = []
  const receiveMessage: ReceiveMessage = async message => {
    received.push(message)
    return null
  }
  const fulfillment = fulfillmentWith(undefined, { printers: [plainRule] }, { own: system as Printer & Inbox })
  const links = fileLinks(new URL('http://127.0.0.1:3000'), Buffer.alloc(32, 1))
  const rates = { perAddress: { perSecond: 1, burst: 9 } }
  const db = {} as Db // for jobs that are shown; there is none
  const parts = {
    db,
    clock,
    newId: () => 'msg_2',
    fulfillment,
    receiveMessage,
    fileLinks: links,
    rates,
    log: silentLog,
  }
  const server = await testServer([...pressMessageRoutes(servicesOf(parts)), ...printerRoutes(servicesOf(parts))])
  const send = (url: string, headers: Record<string, string>) => server.inject({ method: 'POST', url, headers })
  const atTheDesk = await send(`/press/jobs/${jobId}/receive`, { authorization: 'key printer' })
  const bySystem = await send('/printers/own/messages', {})
  assert.deepEqual([atTheDesk.statusCode, bySystem.body], [404, 'thanks'])
  assert.deepEqual(
    received.map(({ printers, actor }) => [printers, actor]),
    [
      [['desk'], 'key printer'],
      [['own'], 'printer own'],
    ],
  )
})
