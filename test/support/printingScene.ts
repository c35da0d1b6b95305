import { after, before, beforeEach, describe } from 'node:test'
import { createAccount } from '../../src/accounts/accounts.ts'
import { instant, later, manualClock, minute } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { Refusal } from '../../src/base/refusal.ts'
import { sortableIds } from '../../src/base/secrets/ids.ts'
import type { Database } from '../../src/db/db.ts'
import { oweRefunds } from '../../src/features/money/refunds.ts'
import { cancelOrder } from '../../src/features/placing/cancel.ts'
import { refuseContradiction } from '../../src/features/printing/applyMessages.ts'
import { releaseHeldOrders } from '../../src/features/printing/handOver.ts'
import { runJobSteps } from '../../src/features/printing/jobSteps.ts'
import { messageReceiver, type ReceiveMessage } from '../../src/features/printing/receiveMessages.ts'
import type { LiveUpdate } from '../../src/orders/liveUpdates.ts'
import type { Order } from '../../src/orders/order.ts'
import { findOrder } from '../../src/orders/orderStore.ts'
import { holdingBinMs } from '../../src/orders/schedule.ts'
import type { Transactor, Wake } from '../../src/orders/transact.ts'
import { listSteps } from '../../src/orders/view/readOrders.ts'
import { findLastJob } from '../../src/printer/jobStore.ts'
import { pressDesk } from '../../src/printer/pressDesk.ts'
import type { JobShipment, MessageContent, PrintJob } from '../../src/printer/printer.ts'
import { databasesOfForm } from './databases.ts'
import { fulfillmentWith, heldOrder, noArchive } from './printing.ts'

const start = instant('2026-03-02T15:00:00Z')
export const shipments: JobShipment[] = [
  {
    masterTrackingNumber: 'M1',
    carrier: 'UPS',
    packages: [{ trackingNumber: 'T1', altTrackingNumber: '', trackingUrl: '' }],
  },
]
export const shippedMessage: Extract<MessageContent, { kind: 'shipped' }> = {
  kind: 'shipped',
  shipments,
  shippingCents: null,
}
export const acceptedMessage: MessageContent = { kind: 'accepted', itemsCents: null, taxesCents: null }

export let database: Database
export let transactor: Transactor
/** Each describe has its own: other files of the process may have moved theirs by a year. */
export let clock = manualClock(start)
export let accountId: string
export let wokenTasks: string[] = []
export let liveUpdates: LiveUpdate[] = []

async function startScene(): Promise<void> {
  const newId = sortableIds(clock)
  wokenTasks = []
  liveUpdates = []
  const publish = (message: LiveUpdate[]) => void liveUpdates.push(...message)
  const wake = (wakes: Wake[]) => void wokenTasks.push(...wakes.map(({ task }) => task))
  const afterCommit = { wake, publish }
  transactor = { db: database.db, afterCommit, newId, oweRefunds }
  receive = newReceiver()
  const vault = { seal: (text: string) => Buffer.from(text), open: (sealed: Buffer) => sealed.toString() }
  const details = { name: 'Acme', holderEmail: 'holder@example.com', enterprise: false }
  ;({ accountId } = await createAccount({ db: database.db, clock, newId, vault }, details, 'test'))
}

export const as = (actor: string) => ({ now: clock(), actor })
export const deskFilter = {
  printers: ['desk'],
  customerOrderId: null,
  dueBy: null,
  manufacturingSku: null,
  shippingClass: null,
  cancellationRequested: false,
}
export const printerNames = ['desk', 'simulator']
/** Receives messages like the press API: throws when a message contradicts the job. */
export function newReceiver(fulfillment = fulfillmentWith()) {
  const receiveMessage: ReceiveMessage = messageReceiver({ transactor, clock, fulfillment })
  return async ({ jobId, content, messageId, actor }: ReportedMessage): Promise<PrintJob> => {
    const message = { messageId: messageId ?? transactor.newId('msg'), sentAt: null, content }
    const answer = await receiveMessage({ jobId, message, printers: printerNames, actor })
    if (answer === null) throw new Refusal('not_found', jobId)
    refuseContradiction(answer)
    return answer.job
  }
}
type ReportedMessage = { jobId: string; content: MessageContent; messageId?: string; actor: string }
export const passTime = (ms: number) => clock.set(later(clock(), ms))

let orders = 0
export const newHeldOrder = (options: Parameters<typeof heldOrder>[1] = {}) =>
  heldOrder({ transactor, accountId, now: clock() }, { customerOrderId: `C-${++orders}`, ...options })

export const endHoldsNow = () =>
  releaseHeldOrders({ transactor, fulfillment: fulfillmentWith(), log: silentLog })(clock())
/** Ends when the step is recorded, which may take long on a busy machine. */
export const stepNow = (desk = pressDesk()) =>
  runJobSteps({ transactor, clock, fulfillment: fulfillmentWith(desk), log: silentLog, waitMs: minute })(clock())
export const readAgain = async ({ mode, customerOrderId }: Order) =>
  (await findOrder(database.db, { accountId, mode, customerOrderId }))!
export const jobOf = async (order: Order): Promise<PrintJob> => (await findLastJob(database.db, order))!
export const steps = async (order: Order) => (await listSteps(database.db, order)).map(step => step.on)
export let receive: ReturnType<typeof newReceiver>
export const sendMessage = async (order: Order, content: MessageContent) =>
  receive({ jobId: (await jobOf(order)).jobId, content, actor: 'printer' })
export const cancel = ({ mode, customerOrderId }: Order) =>
  cancelOrder({ transactor, archive: noArchive }, { accountId, mode, customerOrderId }, as('customer'))
export const refusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

/** Adds an order that its printer has. */
export async function newPrintingOrder(options: Parameters<typeof newHeldOrder>[0] = {}): Promise<Order> {
  const order = await newHeldOrder(options)
  passTime(holdingBinMs)
  await endHoldsNow()
  await stepNow()
  return readAgain(order)
}

/** Runs the same tests on both databases. */
export function onBothDatabases(subject: string, defineTests: () => void): void {
  for (const { name, fresh } of databasesOfForm) {
    describe(`${subject} on ${name}`, () => {
      let drop: () => Promise<void>
      before(async () => {
        ;({ database, drop } = await fresh())
        clock = manualClock(start)
      })
      beforeEach(startScene)
      after(() => drop())
      defineTests()
    })
  }
}
