-- Proofs of orders that are printed only once they are approved (src/orders/proofs/).

-- Links to the proof of an order, for people without a sign-in. Only the hash of a token is stored.
create table proof_links (
  account_id   text not null,
  mode         text not null,
  order_id     text not null,
  link_id      text not null,
  token_sha256 bytea not null,
  created_by   text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (account_id, mode, order_id, link_id),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);
create index proof_links_by_token on proof_links (token_sha256);

-- What people wrote on the pages of a proof.
create table proof_comments (
  account_id text not null,
  mode       text not null,
  order_id   text not null,
  comment_id text not null,
  author     text not null,
  item       integer not null,                    -- the index of the item
  part       text not null check (part in ('cover', 'guts')),
  page       integer not null check (page > 0),
  text       text not null,
  at         timestamptz not null,
  primary key (account_id, mode, order_id, comment_id),
  foreign key (account_id, mode, order_id) references orders on delete cascade
);
