-- Orders and their steps.

create table orders (
  account_id          text not null references accounts,
  mode                text not null check (mode in ('sandbox', 'production')),
  order_id            text not null,              -- sortable by time, so the primary key lists the newest orders first
  customer_order_id   text not null check (char_length(customer_order_id) between 1 and 40),
  billing             text not null check (billing in ('charged', 'enterprise', 'reprint')), -- fixed at creation
  webhook_url         text,
  reprint_of          text,
  operator_version    integer not null,           -- of the operator's data: the terms of the order
  created_at          timestamptz not null,
  received_number     bigint,
  received_at         timestamptz,
  queue_number        bigint,                     -- among all orders that ever waited; null: this order never waited
  -- What the steps change is together: the log of an update has the bytes between the first and the last difference.
  status              text not null check (status in (
    'RECEIVED', 'QUEUED', 'REJECTED', 'FAILED', 'VALIDATING', 'AWAITING_PROOF', 'VALID_AWAITING_PAYMENT',
    'VALID_HOLDING_BIN', 'PRINTING', 'CANCELLATION_REQUESTED', 'CANCELLED', 'EXCEPTION', 'SHIPPED')),
  sequence            integer not null,           -- of the newest step
  due_at              timestamptz,
  attempts            integer not null default 0, -- at the work that due_at schedules
  charge_cents        bigint check (charge_cents >= 0), -- the final price; null: not final, or not charged
  tries_from          timestamptz,                -- since when declined charges are retried; null: the first decline
  version             bigint not null default floor(random() * 2147483648)::bigint, -- raised by every update
  updated_at          timestamptz not null,
  ended_at            timestamptz,
  recipient_erased_at timestamptz,                -- when the recipient's personal data was erased
  state               json not null,              -- the other fields of answers and webhooks; changes with the status
  primary key (account_id, mode, order_id),
  unique (customer_order_id, account_id),         -- in this sequence also for the staff, who search all accounts
  check ((received_number is null) = (received_at is null)),
  check (status <> 'QUEUED' or queue_number is not null)
) with (fillfactor = 60);
create index orders_by_status on orders (account_id, mode, status, order_id);
-- For the staff's list of all accounts, newest first.
create index orders_of_all_accounts on orders (mode, status, order_id);
create index orders_due on orders (status, due_at) where due_at is not null;
create index orders_window on orders (account_id, mode, received_at desc, received_number desc)
  where received_number is not null;
create unique index orders_queue on orders (account_id, mode, queue_number) where status = 'QUEUED';
-- For the audit: the orders that have been queued.
create index orders_once_queued on orders (account_id, mode, queue_number)
  where queue_number is not null and (received_number is not null or status = 'QUEUED');
-- Orders that the daily charge no longer includes (src/features/money/unpaidOrders.ts).
create index orders_unpaid on orders (account_id, order_id)
  where status = 'VALID_AWAITING_PAYMENT' and mode = 'production' and billing = 'charged' and due_at is null;
-- For the staff: orders that wait for people, the longest wait first. Orders that wait for a time are in orders_due.
create index orders_waiting on orders (status, updated_at)
  where status in ('PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION');
create index orders_to_erase on orders (ended_at) where ended_at is not null and recipient_erased_at is null;
create index orders_rejected on orders (ended_at) where status = 'REJECTED';
create index orders_open_in_sandbox on orders (account_id, order_id) where mode = 'sandbox' and ended_at is null;

-- What an order is about. Rows of their own, because each step of an order writes its row again.
create table order_contents (
  account_id text not null,
  mode       text not null,
  order_id   text not null,
  request    json not null,                       -- the customer's order as answers show it; never changes
  books      json not null,                       -- the specification of each item; checked files fix its page count
  order_number text not null,                     -- short, to be said: 1042, in the sandbox S1042, a reprint 1042-R1
  reprints   integer not null default 0,
  primary key (account_id, mode, order_id),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);

-- What the staff wrote about an order: notes for the staff, and messages to the customer.
create table order_messages (
  account_id text not null,
  mode       text not null,
  order_id   text not null,
  message_id text not null,                       -- sortable by time
  reader     text not null check (reader in ('staff', 'customer')),
  actor      text not null,
  text       text not null,                       -- redacted when the recipient of the order is erased
  at         timestamptz not null,
  primary key (account_id, mode, order_id, message_id),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);

-- One row for each step of an order, also for steps without a webhook.
create table order_events (
  account_id         text not null,
  mode               text not null,
  order_id           text not null,
  sequence           integer not null,            -- 1, 2, 3 ... within the order
  event_id           text not null,               -- the webhook-id, which every attempt repeats
  kind               text,                        -- the webhook type; null where no webhook is sent
  on_event           text not null,
  from_status        text,                        -- null for the first step
  status             text not null,
  state              json not null,               -- the fields of orders.state that this step changed
  at                 timestamptz not null,
  actor              text not null,
  note               json,                        -- words of a person, or a message of the service with its values
  has_delivery       boolean not null default false,
  transaction_number bigint not null default transaction_number(),
  primary key (account_id, mode, order_id, sequence),
  foreign key (account_id, mode, order_id) references orders
);

create trigger steps_of_accounts_here after insert on order_events referencing new table as added
  for each statement execute function is_not_moved('at');

-- The event feed of an account (decision 0022), and webhooks by time: deliveries are updated often, events never.
create index order_events_feed on order_events (account_id, mode, transaction_number, order_id, sequence)
  where kind is not null;
create index order_events_with_delivery on order_events (account_id, mode, at, order_id, sequence) where has_delivery;
-- For the audit: steps are written in the order of their times, so a few index pages show where recent steps begin.
create index order_events_by_time on order_events using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Queued orders whose files must still be fetched from their addresses. A row goes when they are fetched, or when the
-- order leaves the queue.
create table file_fetches (
  account_id text not null,
  mode       text not null,
  order_id   text not null,
  due_at     timestamptz not null,
  attempts   integer not null default 0,          -- also tells the claims of a row apart
  tries_from timestamptz not null,                -- when the order was placed, or an address of it replaced
  primary key (account_id, mode, order_id),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);
create index file_fetches_due on file_fetches (due_at);

-- Requests to create an order that carry an idempotency key.
create table create_requests (
  account_id     text not null,
  mode           text not null,
  request_key    text not null,
  request_digest text not null,                   -- SHA-256 of the request
  order_id       text not null,
  primary key (account_id, mode, request_key),
  foreign key (account_id, mode, order_id) references orders (account_id, mode, order_id)
);
-- The id of an order begins with its time, so this index finds the requests of an order and the oldest requests.
create index create_requests_by_order on create_requests (order_id, account_id, mode);

-- Reprint requests with an idempotency key. Reprint requests without a key are only in the audit log.
create table reprint_requests (
  account_id     text not null,
  mode           text not null,
  order_id       text not null,                   -- the order that is printed again
  request_key    text not null,
  request_digest text not null,
  reprint_id     text not null,                   -- the customerOrderId of the reprint
  primary key (account_id, mode, order_id, request_key),
  foreign key (account_id, mode, order_id) references orders
);
create index reprint_requests_by_age on reprint_requests (reprint_id);

-- What the search and the filters of lists look at. Rows of orders are rewritten at each step; these rows are written
-- once, so an order costs one entry of each index here, and a second entry of the index of words when it ships.
create extension if not exists pg_trgm;
create table order_search (
  account_id text not null,
  mode       text not null,
  order_id   text not null,
  part       text not null check (part in ('order', 'parcels')), -- the second is written when the order ships
  words      text not null,                       -- in lower case, one text a line; without the recipient once erased
  country    text,                                -- of the first part only, like skus
  skus       text[],
  primary key (account_id, mode, order_id, part),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);
create index order_search_newest on order_search (order_id);
-- New entries wait in a list until it has this many kilobytes: moving a longer list into the index would delay an order.
create index order_search_by_words on order_search using gin (words gin_trgm_ops) with (gin_pending_list_limit = 512);

-- Quotes: an order that a customer wants, the answer of the staff, and the order that was placed from it.
create table quotes (
  account_id        text not null references accounts,
  mode              text not null check (mode in ('sandbox', 'production')),
  quote_id          text not null,                -- sortable by time
  status            text not null check (status in ('requested', 'offered', 'declined', 'withdrawn', 'expired', 'accepted')),
  request           json not null,                -- without the recipient once the quote has ended
  books             json not null,                -- of each item, as in order_contents
  copies            int not null,                 -- of all items, for lists
  listed            json not null,                -- the price by the account's price list when it asked
  warnings          json not null,                -- about the wanted order; none once the quote has ended
  message           text,
  customer_order_id text,                         -- of the wanted order, then of the order that was placed
  request_key       text,
  request_digest    text,
  created_at        timestamptz not null,
  created_by        text not null,
  terms             json,                         -- what the order keeps: prices and days
  pricing           json,                         -- the terms with their tax
  valid_until       timestamptz,
  reason            json,                         -- of a refusal: words
  answered_by       text,
  order_id          text,                         -- of the order that was placed, which may be in an archive file
  ended_at          timestamptz,
  due_at            timestamptz,                  -- when the customer is reminded of an offer, then when an open quote expires
  primary key (account_id, mode, quote_id),
  unique (account_id, mode, request_key),
  check ((terms is null) = (pricing is null) and (terms is null) = (valid_until is null)),
  check ((status = 'accepted') = (order_id is not null)),
  check ((status in ('requested', 'offered')) = (ended_at is null) and (ended_at is null) = (due_at is not null))
);
create index quotes_of_all_accounts on quotes (mode, quote_id);
create index quotes_by_status on quotes (mode, status, quote_id);
create index quotes_open on quotes (account_id, mode) where ended_at is null;
create index quotes_due on quotes (due_at) where due_at is not null;
create index quotes_ended on quotes (ended_at) where ended_at is not null;
-- For the audit.
create unique index quotes_of_orders on quotes (account_id, mode, order_id) where order_id is not null;
