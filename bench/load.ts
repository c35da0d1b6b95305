// HTTP load from this process, by autocannon: of the generators that were tried it costs the least CPU per request, and
// what the generator uses is not available to the service on the same machine.

import autocannon from 'autocannon'

export type Ask = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

export type Loaded = { perSecond: number; p50Ms: number; p99Ms: number; count: number }

type Given = { url: string; connections: number; seconds: number }

/** Keeps so many connections busy with what `next` says. Throws when an answer is not a success. */
export function loadWith({ url, connections, seconds }: Given, next: () => Ask): Promise<Loaded> {
  const requests = [{ setupRequest: (request: autocannon.Request) => Object.assign(request, next()) }]
  return fired({ url, connections, duration: seconds, requests })
}

/** The same with requests that are made beforehand; each connection walks through its own part of them. */
export function loadFrom({ url, connections, seconds }: Given, asks: Ask[]): Promise<Loaded> {
  let clients = 0
  const part = Math.ceil(asks.length / connections)
  return fired({
    url,
    connections,
    duration: seconds,
    setupClient(client) {
      const from = (clients++ * part) % asks.length
      client.setRequests(asks.slice(from, from + part) as autocannon.Request[])
    },
  })
}

async function fired(options: autocannon.Options): Promise<Loaded> {
  const result = await autocannon({ ...options, timeout: 30 })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were refusals, ${result.errors} requests failed`)
  }
  const { latency, duration } = result
  return {
    perSecond: result['2xx'] / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    count: result['2xx'],
  }
}
