// A webhook receiver that answers 204 to every request, and counts the requests.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Receiver = {
  url: string
  count(): number
  /** Resolves when the receiver has counted `total` requests. */
  reached(total: number): Promise<void>
  stop(): Promise<void>
}

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  let count = 0
  let target = { total: Number.POSITIVE_INFINITY, resolve: () => {} }
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      count++
      if (count === target.total) target.resolve()
      response.writeHead(204)
      response.end()
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hook?token=0123456789`,
    count: () => count,
    reached: total =>
      new Promise(resolve => {
        if (count >= total) resolve()
        else target = { total, resolve }
      }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
