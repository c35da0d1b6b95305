// Inserts many orders with few statements. The orders are copies of an order that the service wrote. For speed, foreign
// keys are not checked during the insert, but they hold.

import pg from 'pg'

const request = JSON.stringify({
  payload: '{"cart":"5b1f9e0c","campaign":"spring"}',
  currency: 'USD',
  shippingClassification: 'standard',
  destination: {
    name: 'Ada Reader',
    address1: '1 Main Street',
    city: 'Rochester',
    postal: '14604',
    country: 'US',
    state: 'NY',
    phone: '+1 585 555 0100',
    email: 'ada@reader.example',
  },
  orderItems: [
    {
      sku: 'NOVEL',
      quantity: 2,
      retailPrice: '19.99',
      product: { coverUrl: 'https://files.example/cover.pdf', gutsUrl: 'https://files.example/pages.pdf' },
    },
  ],
})
const books = JSON.stringify([
  {
    manufacturingSku: 'PB-0600X0900-BW-60W',
    pageCount: 120,
    coverUrl: 'https://files.example/cover.pdf',
    gutsUrl: 'https://files.example/pages.pdf',
  },
])
const state = JSON.stringify({
  pricing: {
    itemsCents: 846,
    fulfillmentCents: 150,
    shippingCents: 499,
    taxesCents: 120,
    orderCents: 1615,
    final: true,
  },
  payment: 'SUCCEEDED',
  shipmentTracking: [],
  estimatedShipDate: '2026-03-10',
  estimatedDelivery: { earliest: '2026-03-13', latest: '2026-03-18' },
  errors: [],
  warnings: [],
})

/** The statement that gives each new order its contents. */
const contents: [string, unknown[]] = [
  `insert into order_contents (account_id, mode, order_id, request, books, order_number)
   select account_id, mode, order_id, $1::json, $2::json, coalesce(received_number, 1) from orders
   on conflict do nothing`,
  [request, books],
]

const orderPlaces = `
  select n, account_id, (n - 1) / (select count(*) from accounts) + 1 as number,
    'ord_' || translate(lpad(to_hex(n), 22, '0'), 'abcdef', 'abcdef') as order_id
  from generate_series(1, $1::bigint) n
  join (select account_id, row_number() over (order by account_id) - 1 as place from accounts) a
    on a.place = (n - 1) % (select count(*) from accounts)`

/**
 * Adds shipped orders of all accounts and the last days, each with two steps and their delivered webhooks. Their facts
 * are not counted for reports, which would take time from what is measured.
 */
export async function makeOrders(
  databaseUrl: string,
  { count, webhookUrl, days = 60 }: { count: number; webhookUrl: string; days?: number },
): Promise<void> {
  await inOneSession(databaseUrl, async execute => {
    await execute(
      `insert into orders (
         account_id, mode, order_id, customer_order_id, status, billing, webhook_url, state, sequence, operator_version,
         received_number, received_at, charge_cents, created_at, updated_at)
       select account_id, 'production', order_id, 'stored-' || n, 'SHIPPED', 'charged', $2, $3, 2, 1,
         number, at, 1615, at, at
       from (
         select *, now() - interval '1 day' * ($4 + 1) + n * (interval '1 day' * $4 / $1::bigint) as at
         from (${orderPlaces}) p
       ) o`,
      [count, webhookUrl, state, days],
    )
    await execute(...contents)
    await execute(
      `insert into order_events (
         account_id, mode, order_id, sequence, event_id, kind, on_event, from_status, status, state, at, actor, has_delivery)
       select account_id, mode, order_id, s.sequence, 'evt_' || s.sequence || order_id, s.kind, s.on_event, s.from_status, s.status,
         state, created_at, 'system', s.sequence = 2
       from orders, (values
         (1, 'OrderReceived', 'admitted', null, 'RECEIVED'),
         (2, 'OrderShipped', 'shipped', 'PRINTING', 'SHIPPED')
       ) s (sequence, kind, on_event, from_status, status)`,
    )
    await execute(
      `insert into order_search (account_id, mode, order_id, part, words, country, skus)
       select account_id, mode, order_id, 'order', customer_order_id || e'\\nada reader\\nada@reader.example', 'US', '{NOVEL}'
       from orders`,
    )
    await execute(
      `insert into webhook_deliveries (account_id, mode, order_id, sequence, status, attempts, created_at, settled_at)
       select account_id, mode, order_id, sequence, 'delivered', 1, at, at from order_events where has_delivery`,
    )
    await execute(
      `update order_limits l set last_number = o.last_number, last_received_at = o.last_received_at
       from (select account_id, max(received_number) as last_number, max(received_at) as last_received_at
             from orders group by account_id) o
       where l.account_id = o.account_id and l.mode = 'production'`,
    )
    await execute(
      `insert into report_progress (name, counted_below, counted_at)
       values ('sums', transactions_settled_below(), now()), ('webhooks', 0, now())
       on conflict (name) do update set counted_below = excluded.counted_below, counted_at = excluded.counted_at`,
    )
  })
}

/** Adds orders of all accounts that wait in the queue. They are released when `release_due_at` is set. */
export async function makeQueuedOrders(databaseUrl: string, count: number): Promise<void> {
  await inOneSession(databaseUrl, async execute => {
    await execute(
      `insert into orders (
         account_id, mode, order_id, customer_order_id, status, billing, state, sequence, operator_version,
         queue_number, created_at, updated_at)
       select account_id, 'production', order_id, 'queued-' || n, 'QUEUED', 'charged', $2, 1, 1, number, now(), now()
       from (${orderPlaces}) p`,
      [count, state],
    )
    await execute(...contents)
    await execute(
      `insert into order_events (account_id, mode, order_id, sequence, event_id, kind, on_event, status, state, at, actor)
       select account_id, mode, order_id, 1, 'evt_' || order_id, 'OrderQueued', 'queued', 'QUEUED', state, created_at, 'system'
       from orders`,
    )
    await execute(
      `update order_limits l set queued = o.queued, last_queue_number = o.queued
       from (select account_id, count(*) as queued from orders group by account_id) o
       where l.account_id = o.account_id and l.mode = 'production'`,
    )
  })
}

/** Adds paid orders of all accounts in the holding bin. They are due when `due_at` is set. */
export async function makeHeldOrders(databaseUrl: string, count: number): Promise<void> {
  await inOneSession(databaseUrl, async execute => {
    await execute(
      `insert into orders (
         account_id, mode, order_id, customer_order_id, status, billing, state, sequence, operator_version,
         due_at, charge_cents, created_at, updated_at)
       select account_id, 'production', order_id, 'held-' || n, 'VALID_HOLDING_BIN', 'charged', $2, 1, 1,
         now() + interval '20 days', 1615, now(), now()
       from (${orderPlaces}) p`,
      [count, state],
    )
    await execute(...contents)
    await execute(
      `insert into order_events (account_id, mode, order_id, sequence, event_id, kind, on_event, status, state, at, actor)
       select account_id, mode, order_id, 1, 'evt_' || order_id, 'OrderEnteredHoldingBin', 'paid', status, state,
         created_at, 'system'
       from orders`,
    )
  })
}

/** Adds orders that wait for payment, in new accounts with a simulated card. They are due when `due_at` is set. */
export async function makeUnpaidOrders(
  databaseUrl: string,
  { accounts, orders }: { accounts: number; orders: number },
): Promise<void> {
  await inOneSession(databaseUrl, async execute => {
    await execute(
      `insert into accounts (account_id, name, holder_email, created_at)
       select 'acc_bench' || n, 'Customer', 'owner@customer.example', now() from generate_series(1, $1::bigint) n`,
      [accounts],
    )
    await execute(
      `insert into cards (account_id, card_id, provider, provider_ref, brand, last4, is_default, created_at)
       select 'acc_bench' || n, 'crd_bench' || n, 'simulated', 'sim_success', 'Simulated', '0001', true, now()
       from generate_series(1, $1::bigint) n`,
      [accounts],
    )
    await execute(
      `insert into orders (
         account_id, mode, order_id, customer_order_id, status, billing, state, sequence, operator_version,
         due_at, charge_cents, created_at, updated_at)
       select 'acc_bench' || (n - 1) % $2::bigint + 1, 'production', 'ord_bench' || lpad(n::text, 13, '0'), 'unpaid-' || n,
         'VALID_AWAITING_PAYMENT', 'charged', $3, 1, 1, now() + interval '20 days', 1615, now(), now()
       from generate_series(1, $1::bigint) n`,
      [orders, accounts, state.replace('SUCCEEDED', 'PENDING')],
    )
    await execute(...contents)
    await execute(
      `insert into order_events (account_id, mode, order_id, sequence, event_id, kind, on_event, status, state, at, actor)
       select account_id, mode, order_id, 1, 'evt_' || order_id, 'OrderValidated', 'validated', status, state, created_at,
         'system'
       from orders`,
    )
  })
}

async function inOneSession(
  databaseUrl: string,
  act: (execute: (text: string, values?: unknown[]) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await act((text, values) => client.query(text, values))
  await client.query('vacuum analyze')
  await client.end()
}
