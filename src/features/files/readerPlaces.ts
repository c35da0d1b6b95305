// The places of a worker for orders with files that must be read, which takes seconds of a processor. A worker has few
// of them: so all workers share a backlog of new books, and a worker that is killed leaves few orders to their leases.
// Where an account has as many orders at a host as are fetched at once, it gets no more places for that host, and an
// order leaves its place to another order after a while: a slow source delays only its own orders.

export type ReaderPlaces = {
  /** How many places are free. */
  free(): number
  /**
   * Takes a place for an order that fetches from these hosts of its account. False where there is none; true, too, for
   * an order that has its place.
   */
  take(name: string, hosts: string[]): boolean
  leave(name: string): void
}

type Options = {
  places: number
  /** Orders of an account at a host. */
  maxPerHost: number
  patienceMs: number
  elapsedMs?: () => number
}

export function createReaderPlaces(options: Options): ReaderPlaces {
  const { places, maxPerHost, patienceMs, elapsedMs = () => performance.now() } = options
  const taken = new Map<string, { hosts: string[]; sinceMs: number }>()
  const perHost = new Map<string, number>()

  const free = () => {
    const fromMs = elapsedMs() - patienceMs
    return Math.max(0, places - taken.values().reduce((count, { sinceMs }) => count + (sinceMs > fromMs ? 1 : 0), 0))
  }
  const count = (hosts: string[], by: 1 | -1) => {
    for (const host of hosts) {
      const orders = (perHost.get(host) ?? 0) + by
      if (orders === 0) perHost.delete(host)
      else perHost.set(host, orders)
    }
  }

  return {
    free,
    take(name, hosts) {
      if (taken.has(name)) return true
      if (free() === 0 || hosts.some(host => (perHost.get(host) ?? 0) >= maxPerHost)) return false
      taken.set(name, { hosts, sinceMs: elapsedMs() })
      count(hosts, 1)
      return true
    },
    leave(name) {
      const place = taken.get(name)
      if (place === undefined) return
      taken.delete(name)
      count(place.hosts, -1)
    },
  }
}
