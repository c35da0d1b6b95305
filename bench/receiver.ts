// A webhook receiver that answers 204 to everything and counts.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Receiver = {
  url: string
  count(): number
  /** Resolves when so many requests have come in all. */
  reached(total: number): Promise<void>
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  let count = 0
  let wanted = { total: Number.POSITIVE_INFINITY, come: () => {} }
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      count++
      if (count === wanted.total) wanted.come()
      response.writeHead(204)
      response.end()
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=0123456789`,
    count: () => count,
    reached: total =>
      new Promise(resolve => {
        if (count >= total) resolve()
        else wanted = { total, come: resolve }
      }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
