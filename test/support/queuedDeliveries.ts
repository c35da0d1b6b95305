// Orders with deliveries, written straight into the tables, for the tests of webhooks.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { sql } from 'kysely'
import { newWebhookSecret } from '../../src/base/secrets/ids.ts'
import type { Db } from '../../src/db/db.ts'
import { rotateSecret } from '../../src/webhooks/secretStore.ts'

/** Does not really unseal: the tests of the vault are elsewhere. */
export const unseal = (sealed: Buffer): string => sealed.toString('utf8')

export async function addAccount(db: Db, accountId: string, now: Date): Promise<string> {
  const secret = newWebhookSecret()
  await sql`insert into accounts (account_id, name, holder_email, created_at)
            values (${accountId}, 'Test', 'holder@example.com', ${now})`.execute(db)
  const sealedSecret = Buffer.from(secret)
  await db
    .transaction()
    .execute(tx => rotateSecret(tx, { accountId, mode: 'sandbox', secretId: 's1', sealedSecret }, { now }))
  return secret
}

export type Deliveries = { accountId: string; now: Date; urls: string[]; payload?: string; firstNumber?: number }

/** One order with one due delivery for each URL: orders `ord_000000`, `ord_000001` ... */
export async function addDeliveries(db: Db, { accountId, now, urls, payload = 'p', firstNumber = 0 }: Deliveries) {
  const numbers = urls.map((_, i) => firstNumber + i)
  await sql`
    with made as (
      select 'ord_' || lpad(n::text, 6, '0') as order_id, n, url
      from unnest(${numbers}::int[], ${urls}::text[]) as made (n, url)
    ), placed as (
      insert into orders (account_id, mode, order_id, customer_order_id, status, billing, webhook_url, state,
        sequence, operator_version, created_at, updated_at)
      select ${accountId}, 'sandbox', order_id, 'c' || n, 'RECEIVED', 'charged',
        url, '{"errors":[]}', 1, 1, ${now}::timestamptz, ${now}::timestamptz
      from made
    ), described as (
      insert into order_contents (account_id, mode, order_id, request, books, order_number)
      select ${accountId}, 'sandbox', order_id, ${JSON.stringify({ payload })}::json, '[]', order_id
      from made
    ), happened as (
      insert into order_events (account_id, mode, order_id, sequence, event_id, kind, on_event, status, state, at, actor,
        has_delivery)
      select ${accountId}, 'sandbox', order_id, 1, 'evt_' || ${accountId}::text || n, 'OrderReceived', 'admitted',
        'RECEIVED', '{"errors":[]}', ${now}::timestamptz, 'test', true
      from made
    )
    insert into webhook_deliveries (account_id, mode, order_id, sequence, status, next_attempt_at, created_at)
    select ${accountId}, 'sandbox', order_id, 1, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from made`.execute(db)
}

export type Received = { headers: Record<string, string>; body: string; host: string; path: string }

/** A receiver on every loopback address, 127.0.0.1 as well as 127.0.0.2 ...; each address is a separate origin. */
export async function startReceiver(
  answer: (request: Received, response: ServerResponse, incoming: IncomingMessage) => void,
) {
  const sockets = new Set<Socket>()
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', text => {
      body += text
    })
    incoming.on('end', () => {
      const headers = incoming.headers as Record<string, string>
      answer({ headers, body, host: incoming.headers.host!.split(':')[0]!, path: incoming.url! }, response, incoming)
    })
  })
  server.on('connection', socket => sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {})))
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path = '/', host = '127.0.0.1') => `http://${host}:${port}${path}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
