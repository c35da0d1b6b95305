// A proxy that can begin to lose all packets, without closing its connections.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentProxy = {
  port: number
  /** Stops all data on the open connections. New connections work. */
  silence(): void
  /** Refuses new connections. */
  refuse(): void
  close(): Promise<void>
}

export async function silentProxy(targetPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const socket of sockets) socket.unpipe().resume()
    },
    refuse: () => void server.close(),
    async close() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
