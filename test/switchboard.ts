// A way to one server after another: what leads to it need not know that another one has taken over.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Switchboard = {
  port: number
  /** Cuts all connections; new ones lead to that port. */
  leadTo(port: number): void
  close(): Promise<void>
}

export async function switchboard(firstPort: number): Promise<Switchboard> {
  let target = firstPort
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port
      cut()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
