// Live updates about orders and print jobs for open browsers, in all processes. They are sent after the commit, may be
// lost, and name only what changed: the browser reads it again through the API. They are collected for a moment first,
// because PostgreSQL commits transactions that notify only one after another, which orders cannot afford.

import type { Log } from '../base/log.ts'
import type { Mode } from '../base/mode.ts'
import { type Channel, maxPayloadBytes } from '../db/channel.ts'
import type { Status } from './lifecycle.ts'

/** An order changed; with nulls, so many orders of the account and mode that they are not named. */
type OrderUpdate = { accountId: string; mode: Mode } & (
  | { customerOrderId: string; status: Status; sequence: number }
  | { customerOrderId: null; status: null; sequence: null }
)
/** Jobs of a printer changed. */
type PrinterUpdate = { printer: string }
export type LiveUpdate = OrderUpdate | PrinterUpdate

export type Subscriber = {
  receive(update: LiveUpdate): void
  /** Some updates may be lost: read everything again. */
  missed(): void
}

export type LiveUpdates = {
  publish(updates: LiveUpdate[]): void
  /** Returns a function that unsubscribes. */
  subscribe(subscriber: Subscriber): () => void
  close(): Promise<void>
}

const collectMs = 100
/** Orders of an account and mode within that time; more are reported as one update. */
const maxNamedOrders = 20

export function openLiveUpdates(channel: Channel, log: Log): LiveUpdates {
  const subscribers = new Set<Subscriber>()
  let collected = new Map<string, OrderUpdate[]>()
  let printers = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let isListening = false
  let sending = Promise.resolve()

  function send(): void {
    timer = null
    const printerUpdates = Array.from(printers, (printer): LiveUpdate => ({ printer }))
    const texts = payloadsOf([...[...collected.values()].flatMap(summarize), ...printerUpdates])
    collected = new Map()
    printers = new Set()
    sending = sending
      .then(async () => {
        for (const text of texts) await channel.send(text)
      })
      .catch(error => log.warn({ reason: (error as Error).message }, 'live updates about orders were not sent'))
  }

  const listener = {
    text(text: string) {
      for (const update of JSON.parse(text) as LiveUpdate[])
        for (const subscriber of subscribers) subscriber.receive(update)
    },
    missed() {
      for (const subscriber of subscribers) subscriber.missed()
    },
  }

  return {
    publish(updates) {
      for (const update of updates) {
        if ('printer' in update) {
          printers.add(update.printer)
          continue
        }
        const key = `${update.accountId} ${update.mode}`
        const earlier = collected.get(key)
        if (earlier === undefined) collected.set(key, [update])
        else if (earlier.length <= maxNamedOrders) earlier.push(update)
      }
      timer ??= setTimeout(send, collectMs).unref()
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      // A process listens from its first subscriber on.
      if (!isListening) void channel.listen(listener)
      isListening = true
      return () => subscribers.delete(subscriber)
    },
    async close() {
      if (timer !== null) {
        clearTimeout(timer)
        send()
      }
      await sending
      await channel.close()
    },
  }
}

/** The last update of each order, or a single update for all when there are many. */
function summarize(updates: OrderUpdate[]): OrderUpdate[] {
  const last = [...new Map(updates.map(update => [update.customerOrderId, update])).values()]
  if (updates.length <= maxNamedOrders) return last
  const { accountId, mode } = updates[0]!
  return [{ accountId, mode, customerOrderId: null, status: null, sequence: null }]
}

/** As few payloads as can hold all updates. */
function payloadsOf(updates: LiveUpdate[]): string[] {
  const texts: string[] = []
  let open: string[] = []
  let bytes = 0
  const close = () => {
    if (open.length > 0) texts.push(`[${open.join(',')}]`)
    open = []
    bytes = 0
  }
  for (const update of updates) {
    const text = JSON.stringify(update)
    const size = Buffer.byteLength(text) + 1
    if (bytes + size + 2 > maxPayloadBytes) close()
    open.push(text)
    bytes += size
  }
  close()
  return texts
}
