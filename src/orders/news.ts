// News about orders and print jobs for people who watch in a browser, in this process and in others. News is sent after
// the commit, may be lost, and says only what to look at: the browser reads it again through the API. It is collected
// for a moment first, because PostgreSQL lets transactions that notify commit only one after another, which orders
// cannot afford.

import type { Log } from '../base/log.ts'
import type { Mode } from '../base/mode.ts'
import { type Channel, mostBytes } from '../db/channel.ts'
import type { Status } from './lifecycle.ts'

/** An order changed; with nulls: more orders of that account and mode changed than are worth naming. */
type OrderNews = { accountId: string; mode: Mode } & (
  | { customerOrderId: string; status: Status; sequence: number }
  | { customerOrderId: null; status: null; sequence: null }
)
/** Jobs of that printer changed. */
type PrinterNews = { printer: string }
export type News = OrderNews | PrinterNews

export type Watcher = {
  tell(news: News): void
  /** Some news may have been lost: look at everything again. */
  missed(): void
}

export type Newsroom = {
  tell(news: News[]): void
  /** Returns a function that stops watching. */
  watch(watcher: Watcher): () => void
  close(): Promise<void>
}

const collectMs = 100
/** Per account and mode within that time; more are reported as one. */
const mostNamed = 20

export function openNewsroom(channel: Channel, log: Log): Newsroom {
  const watchers = new Set<Watcher>()
  let collected = new Map<string, OrderNews[]>()
  let printers = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let listens = false
  let sending = Promise.resolve()

  function send(): void {
    timer = null
    const ofPrinters = Array.from(printers, (printer): News => ({ printer }))
    const texts = textsOf([...[...collected.values()].flatMap(summed), ...ofPrinters])
    collected = new Map()
    printers = new Set()
    sending = sending
      .then(async () => {
        for (const text of texts) await channel.send(text)
      })
      .catch(error => log.warn({ reason: (error as Error).message }, 'news about orders was not sent'))
  }

  const hears = {
    text(text: string) {
      for (const news of JSON.parse(text) as News[]) for (const watcher of watchers) watcher.tell(news)
    },
    missed() {
      for (const watcher of watchers) watcher.missed()
    },
  }

  return {
    tell(news) {
      for (const one of news) {
        if ('printer' in one) {
          printers.add(one.printer)
          continue
        }
        const key = `${one.accountId} ${one.mode}`
        const known = collected.get(key)
        if (known === undefined) collected.set(key, [one])
        else if (known.length <= mostNamed) known.push(one)
      }
      timer ??= setTimeout(send, collectMs).unref()
    },
    watch(watcher) {
      watchers.add(watcher)
      // Only processes that somebody watches listen, and those keep listening.
      if (!listens) channel.listen(hears)
      listens = true
      return () => watchers.delete(watcher)
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

/** Only the last news of each order, or one for all when there are many. */
function summed(news: OrderNews[]): OrderNews[] {
  const last = [...new Map(news.map(one => [one.customerOrderId, one])).values()]
  if (news.length <= mostNamed) return last
  const { accountId, mode } = news[0]!
  return [{ accountId, mode, customerOrderId: null, status: null, sequence: null }]
}

/** As few texts as can hold all of it. */
function textsOf(news: News[]): string[] {
  const texts: string[] = []
  let open: string[] = []
  let bytes = 0
  const close = () => {
    if (open.length > 0) texts.push(`[${open.join(',')}]`)
    open = []
    bytes = 0
  }
  for (const one of news) {
    const text = JSON.stringify(one)
    const size = Buffer.byteLength(text) + 1
    if (bytes + size + 2 > mostBytes) close()
    open.push(text)
    bytes += size
  }
  close()
  return texts
}
