import { after, before, beforeEach, describe } from 'node:test'
import { createAccount } from '../src/accounts/accounts.ts'
import { instant, later, manualClock } from '../src/base/clock.ts'
import { sortableIds } from '../src/base/ids.ts'
import { silentLog } from '../src/base/log.ts'
import { Refusal } from '../src/base/refusal.ts'
import type { Database } from '../src/db/db.ts'
import type { News } from '../src/orders/news.ts'
import type { Order } from '../src/orders/order.ts'
import { cancelOrder } from '../src/orders/placing/cancel.ts'
import { stepJobs } from '../src/orders/printing/jobs.ts'
import { endHolds } from '../src/orders/printing/print.ts'
import { type Hear, printerListener, refuseContradiction } from '../src/orders/printing/printed.ts'
import { orderSteps } from '../src/orders/read.ts'
import { holdMs } from '../src/orders/schedule.ts'
import { findOrder } from '../src/orders/store.ts'
import type { Shell } from '../src/orders/work.ts'
import { pressDesk } from '../src/printer/desk.ts'
import type { JobShipment, Message, PrintJob } from '../src/printer/printer.ts'
import { lastJobOf } from '../src/printer/store.ts'
import { bothDatabases } from './database.ts'
import { heldOrder, pressWith } from './printing.ts'

const start = instant('2026-03-02T15:00:00Z')
export const shipments: JobShipment[] = [
  {
    masterTrackingNumber: 'M1',
    carrier: 'UPS',
    packages: [{ trackingNumber: 'T1', altTrackingNumber: '', trackingUrl: '' }],
  },
]
export const shipped: Extract<Message, { kind: 'shipped' }> = { kind: 'shipped', shipments, shippingCents: null }
export const plainly: Message = { kind: 'accepted', itemsCents: null, taxesCents: null }

export let database: Database
export let shell: Shell
export const clock = manualClock(start)
export let accountId: string
export let rung: string[] = []
export let news: News[] = []

async function begin(): Promise<void> {
  const newId = sortableIds(clock)
  rung = []
  news = []
  const tell = (told: News[]) => void news.push(...told)
  const bells = { wake: async () => {}, ring: (task: string) => rung.push(task), tell }
  shell = { db: database.db, bells, newId }
  listen = listener()
  const vault = { seal: (text: string) => Buffer.from(text), open: (sealed: Buffer) => sealed.toString() }
  const details = { name: 'Acme', holderEmail: 'holder@example.com', enterprise: false }
  ;({ accountId } = await createAccount({ db: database.db, clock, newId, vault }, details, 'test'))
}

export const as = (actor: string) => ({ now: clock(), actor })
export const onDesk = {
  printers: ['desk'],
  customerOrderId: null,
  dueBy: null,
  manufacturingSku: null,
  shippingClass: null,
  cancellationRequested: false,
}
export const desks = ['desk', 'simulator']
/** As the press API does it: what contradicts is thrown. */
export function listener() {
  const hear: Hear = printerListener({ shell, clock, press: pressWith() })
  return async ({ jobId, message, messageId, actor }: Heard): Promise<PrintJob> => {
    const told = { messageId: messageId ?? shell.newId('msg'), saidAt: null, message }
    const answer = await hear({ jobId, told, from: desks, actor })
    if (answer === null) throw new Refusal('not_found', jobId)
    refuseContradiction(answer)
    return answer.job
  }
}
type Heard = { jobId: string; message: Message; messageId?: string; actor: string }
export const pass = (ms: number) => clock.set(later(clock(), ms))

let orders = 0
export const held = (options: Parameters<typeof heldOrder>[1] = {}) =>
  heldOrder({ shell, accountId, now: clock() }, { customerOrderId: `C-${++orders}`, ...options })

export const endHoldsNow = () => endHolds({ shell, press: pressWith(), log: silentLog })(clock())
export const stepNow = (desk = pressDesk()) =>
  stepJobs({ shell, clock, press: pressWith(desk), log: silentLog })(clock())
export const again = async ({ mode, customerOrderId }: Order) =>
  (await findOrder(database.db, { accountId, mode, customerOrderId }))!
export const jobOf = async (order: Order): Promise<PrintJob> => (await lastJobOf(database.db, order))!
export const steps = async (order: Order) => (await orderSteps(database.db, order)).map(step => step.on)
export let listen: ReturnType<typeof listener>
export const say = async (order: Order, message: Message) =>
  listen({ jobId: (await jobOf(order)).jobId, message, actor: 'printer' })
export const cancel = ({ mode, customerOrderId }: Order) =>
  cancelOrder(shell, { accountId, mode, customerOrderId }, as('customer'))
export const refusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

/** An order that the printer has. */
export async function printing(options: Parameters<typeof held>[0] = {}): Promise<Order> {
  const order = await held(options)
  pass(holdMs)
  await endHoldsNow()
  await stepNow()
  return again(order)
}

/** The same promises on both databases. */
export function onBothDatabases(what: string, promises: () => void): void {
  for (const { name, fresh } of bothDatabases) {
    describe(`${what} on ${name}`, () => {
      let drop: () => Promise<void>
      before(async () => {
        ;({ database, drop } = await fresh())
      })
      beforeEach(begin)
      after(() => drop())
      promises()
    })
  }
}
