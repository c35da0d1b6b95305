// A server with the press API, and with what customers and the staff do about printed orders, for the tests of a file.

import { Readable } from 'node:stream'
import { after, before } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createAccount } from '../../src/accounts/accounts.ts'
import { instant, later, manualClock } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import { sortableIds } from '../../src/base/secrets/ids.ts'
import { defaultBrand } from '../../src/brand/brand.ts'
import type { Database } from '../../src/db/db.ts'
import { oweRefunds } from '../../src/features/money/refunds.ts'
import { releaseHeldOrders } from '../../src/features/printing/handOver.ts'
import { runJobSteps } from '../../src/features/printing/jobSteps.ts'
import { messageReceiver, type ReceiveMessage } from '../../src/features/printing/receiveMessages.ts'
import { sandboxRoutes } from '../../src/http/orders/sandbox.ts'
import { staffRoutes } from '../../src/http/orders/staffActs.ts'
import { pressFileRoutes } from '../../src/http/printing/jobFiles.ts'
import { pressMessageRoutes } from '../../src/http/printing/jobMessages.ts'
import { pressRoutes } from '../../src/http/printing/jobs.ts'
import { staffMessageRoutes } from '../../src/http/printing/printerMessages.ts'
import { staffPrinterRoutes } from '../../src/http/printing/printerStates.ts'
import { deliveryRoutes } from '../../src/http/webhooks/deliveries.ts'
import { webhookSecretRoutes } from '../../src/http/webhooks/webhookSecrets.ts'
import type { Order } from '../../src/orders/order.ts'
import { findOrder } from '../../src/orders/orderStore.ts'
import { holdingBinMs } from '../../src/orders/schedule.ts'
import type { Transactor } from '../../src/orders/transact.ts'
import { findLastJob } from '../../src/printer/jobStore.ts'
import { fileLinks } from '../../src/printer/links.ts'
import { freshPglite } from './database.ts'
import { fulfillmentWith, heldOrder } from './printing.ts'
import { servicesOf, testServer } from './routeServer.ts'

export const clock = manualClock(instant('2026-03-02T15:00:00Z'))
const newId = sortableIds(clock)
const fulfillment = fulfillmentWith()
const vault = { seal: (text: string) => Buffer.from(text), open: (sealed: Buffer) => sealed.toString() }

export const keptFiles = new Map<string, Buffer>()
/** What hearing a message about a job ends with. */
export const faults = new Map<string, Error>()
export const logged: [message: string, jobId: string][] = []
export let database: Database
export let transactor: Transactor
export let server: FastifyInstance
export let accountId: string

/** Starts the server before the tests of the file. */
export function onPressServer(): void {
  before(async () => {
    database = await freshPglite()
    const { db } = database
    transactor = { db, afterCommit: { wake: () => {} }, newId, oweRefunds }
    const details = { name: 'Acme', holderEmail: 'holder@example.com', enterprise: false }
    ;({ accountId } = await createAccount({ db, clock, newId, vault }, details, 'test'))
    const links = fileLinks(new URL('http://127.0.0.1:3000'), Buffer.alloc(32, 1))
    const openPrintFile = async (accountId: string, sha256: string) => {
      const file = keptFiles.get(`${accountId} ${sha256}`)
      return file === undefined ? null : { bytes: file.length, stream: Readable.from([file]) }
    }
    const listen = messageReceiver({ transactor, clock, fulfillment })
    const receiveMessage: ReceiveMessage = async message => {
      const fault = faults.get(message.jobId)
      if (fault !== undefined) throw fault
      return listen(message)
    }
    const error = ({ jobId }: { jobId: string }, message: string) => logged.push([message, jobId])
    const log = { ...silentLog, error } as unknown as Log
    const parts = {
      transactor,
      db,
      clock,
      newId,
      fulfillment,
      labelDeps: { transactor, clock, log, carrierOf: () => null, boxes: () => [] },
      receiveMessage,
      vault,
      fileLinks: links,
      openPrintFile,
      fileReview: { coverPicture: async () => null },
      operator: { brand: defaultBrand, shipping: { shipFrom: { country: 'US' } }, texts: { paper: null } },
      log,
      secondPerson: null,
      archive: { restore: async () => 0 },
    }
    server = await testServer([
      ...pressRoutes(servicesOf(parts)),
      ...pressFileRoutes(servicesOf(parts)),
      ...pressMessageRoutes(servicesOf(parts)),
      ...staffRoutes(servicesOf(parts)),
      ...staffPrinterRoutes(servicesOf(parts)),
      ...staffMessageRoutes(servicesOf(parts)),
      ...sandboxRoutes(servicesOf(parts)),
      ...deliveryRoutes(servicesOf(parts)),
      ...webhookSecretRoutes(servicesOf(parts)),
    ])
  })
  after(async () => {
    await server.close()
    await database.close()
  })
}

export type Headers = Record<string, string>
export const printer: Headers = { authorization: 'key printer' }
export const staff: Headers = { authorization: 'key staff' }
export const member = (): Headers => ({ cookie: `session=${accountId}` })

export async function ask(headers: Headers, method: InjectOptions['method'] & string, url: string, payload?: object) {
  const answer = await server.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}

export async function settle() {
  while ((await releaseHeldOrders({ transactor, fulfillment, log: silentLog })(clock())) > 0);
  while ((await runJobSteps({ transactor, clock, fulfillment, log: silentLog })(clock())) > 0);
}

export async function printing(options: Parameters<typeof heldOrder>[1] = {}): Promise<{ order: Order; job: string }> {
  const order = await heldOrder({ transactor, accountId, now: clock() }, options)
  clock.set(later(clock(), holdingBinMs))
  await settle()
  return { order, job: `/press/jobs/${(await findLastJob(database.db, order))!.jobId}` }
}

export async function statusOf({ order }: { order: Order }): Promise<string> {
  const { accountId, mode, customerOrderId } = order
  return (await findOrder(database.db, { accountId, mode, customerOrderId }))!.status
}

export const idOf = (job: string) => job.slice('/press/jobs/'.length)

export const tracking = {
  shipments: [{ masterTrackingNumber: 'M1', carrier: 'UPS', packages: [{ trackingNumber: 'T1' }] }],
}
