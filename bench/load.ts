// HTTP load from this process, by autocannon. It used the least CPU per request of the load generators that we tried,
// and the generator's CPU time is not available to the service on the same machine.

import autocannon from 'autocannon'

export type LoadRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

export type LoadResult = { perSecond: number; p50Ms: number; p99Ms: number; count: number }

type LoadOptions = { url: string; connections: number; seconds: number }

/** Keeps the connections busy with the requests of `next`. Throws when an answer is not a success. */
export function loadWith({ url, connections, seconds }: LoadOptions, next: () => LoadRequest): Promise<LoadResult> {
  const requests = [{ setupRequest: (request: autocannon.Request) => Object.assign(request, next()) }]
  return runLoad({ url, connections, duration: seconds, requests })
}

/** The same with prepared requests; each connection repeats its own part of them. */
export function loadFrom({ url, connections, seconds }: LoadOptions, requests: LoadRequest[]): Promise<LoadResult> {
  let clients = 0
  const part = Math.ceil(requests.length / connections)
  return runLoad({
    url,
    connections,
    duration: seconds,
    setupClient(client) {
      const from = (clients++ * part) % requests.length
      client.setRequests(requests.slice(from, from + part) as autocannon.Request[])
    },
  })
}

async function runLoad(options: autocannon.Options): Promise<LoadResult> {
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
