// A pooler in front of PostgreSQL that assigns sessions by transaction. A client gets the free session that was used
// last, and keeps the session while its transaction is open.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TransactionPooler = { port: number; close(): Promise<void> }

type Messages = (receive: (type: string, message: Buffer) => void) => (chunk: Buffer) => void

const readyForQuery = 'Z'
const terminate = 'X'
const sync = 'S'
const query = 'Q'

export async function transactionPooler(targetPort: number): Promise<TransactionPooler> {
  const free: Socket[] = []
  const owner = new Map<Socket, Socket>()
  const sockets = new Set<Socket>()

  /** The client's first message has no type. The answers to it, up to readiness, are the sign-in of a session. */
  function signIn(client: Socket, startup: Buffer): void {
    const session = connect(targetPort, '127.0.0.1')
    sockets.add(session)
    owner.set(session, client)
    session.write(startup)
    session.on(
      'data',
      messages((type, message) => {
        owner.get(session)?.write(message)
        const isIdle = type === readyForQuery && message.at(-1) === 'I'.charCodeAt(0)
        if (!isIdle) return
        owner.delete(session)
        free.push(session)
      }),
    )
  }

  const server = createServer(client => {
    sockets.add(client)
    let pendingMessages: Buffer[] = []
    const ownSession = () => [...owner].find(([, sessionClient]) => sessionClient === client)?.[0]
    client.once('data', (startup: Buffer) => {
      signIn(client, startup)
      client.on(
        'data',
        messages((type, message) => {
          if (type === terminate) return
          pendingMessages.push(message)
          if (type !== query && type !== sync) return
          const session = ownSession() ?? free.pop()!
          owner.set(session, client)
          session.write(Buffer.concat(pendingMessages))
          pendingMessages = []
        }),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Cuts received bytes into messages: a type of one byte, then a length that counts itself and the content. */
const messages: Messages = receive => {
  let rest: Buffer = Buffer.alloc(0)
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1
      receive(String.fromCharCode(rest[0]!), rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  }
}
