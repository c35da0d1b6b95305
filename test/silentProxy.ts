// A way to a server on which packets can begin to vanish: nothing arrives any longer, and nobody is told.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentProxy = {
  port: number
  /** From now on nothing passes on the connections that are open; new ones work. */
  silence(): void
  close(): Promise<void>
}

export async function silentProxy(targetPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
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
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
