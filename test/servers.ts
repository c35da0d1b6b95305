// Small servers on ports of their own, for tests of outgoing calls: they are closed at the end of the test file, with
// all their connections.

import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'

const open: { close(): unknown }[] = []
after(() => Promise.all(open.map(one => one.close())))

/** Has it closed after the last test. */
export function closedAfter<Closable extends { close(): unknown }>(one: Closable): Closable {
  open.push(one)
  return one
}

/** Each of these answers the port. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closedAfter({
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return (server.address() as AddressInfo).port
}

export const serve = (listener: RequestListener) => listening(createServer(listener))
export const serveRaw = (onSocket: (socket: Socket) => void) => listening(createTcpServer(onSocket))
