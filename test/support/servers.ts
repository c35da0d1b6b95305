// Small servers on free ports, for tests of outgoing calls. They and their connections are closed after the last test.

import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'

const open: { close(): unknown }[] = []
after(() => Promise.all(open.map(server => server.close())))

/** Closes the server, or another resource, after the last test. */
export function closeAfterTests<Closable extends { close(): unknown }>(closable: Closable): Closable {
  open.push(closable)
  return closable
}

/** Answers the port. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closeAfterTests({
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return (server.address() as AddressInfo).port
}

export const serve = (listener: RequestListener) => listening(createServer(listener))
export const serveRaw = (onSocket: (socket: Socket) => void) => listening(createTcpServer(onSocket))
