// Stands before PostgreSQL as a pooler does that gives out sessions by the transaction. A connection asks whichever
// session is free, the one that was used last first, and keeps it while a transaction is open on it.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TransactionPooler = { port: number; close(): Promise<void> }

type Messages = (take: (type: string, whole: Buffer) => void) => (chunk: Buffer) => void

const readyForQuery = 'Z'
const terminate = 'X'
const sync = 'S'
const query = 'Q'

export async function transactionPooler(targetPort: number): Promise<TransactionPooler> {
  const free: Socket[] = []
  const owner = new Map<Socket, Socket>()
  const sockets = new Set<Socket>()

  /** The first thing sent has no type; what answers it, up to readiness, is the sign-in of a session. */
  function signIn(client: Socket, hello: Buffer): void {
    const session = connect(targetPort, '127.0.0.1')
    sockets.add(session)
    owner.set(session, client)
    session.write(hello)
    session.on(
      'data',
      messages((type, whole) => {
        owner.get(session)?.write(whole)
        const isIdle = type === readyForQuery && whole.at(-1) === 'I'.charCodeAt(0)
        if (!isIdle) return
        owner.delete(session)
        free.push(session)
      }),
    )
  }

  const server = createServer(client => {
    sockets.add(client)
    let asked: Buffer[] = []
    const held = () => [...owner].find(([, its]) => its === client)?.[0]
    client.once('data', (hello: Buffer) => {
      signIn(client, hello)
      client.on(
        'data',
        messages((type, whole) => {
          if (type === terminate) return
          asked.push(whole)
          if (type !== query && type !== sync) return
          const session = held() ?? free.pop()!
          owner.set(session, client)
          session.write(Buffer.concat(asked))
          asked = []
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

/** Cuts what arrives into messages: a type of one byte, and a length that counts itself and what follows. */
const messages: Messages = take => {
  let rest: Buffer = Buffer.alloc(0)
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1
      take(String.fromCharCode(rest[0]!), rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  }
}
