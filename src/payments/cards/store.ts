// The rows of cards on file, and of accounts as a provider knows them that keeps the cards itself. One card of an
// account is the default: the one that is charged. After a change of provider the cards of the one before are left
// alone. A card that is no longer wanted is not shown and not charged from that moment on; its row stays until the
// provider has let go of it.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import type { OpenCharge } from '../store.ts'

export type Card = {
  accountId: string
  cardId: string
  provider: string
  providerRef: string
  brand: string
  last4: string
}

export type ListedCard = Card & { isDefault: boolean; createdAt: Date }

const columns = sql`
  account_id as "accountId", card_id as "cardId", provider, provider_ref as "providerRef", brand, last4,
  is_default as "isDefault", created_at as "createdAt"`

/** Puts a card on file. The newest card is charged; one that is already on file becomes the newest. */
export async function addCard(tx: Tx, card: Card, now: Date): Promise<void> {
  await sql`update cards set is_default = false where account_id = ${card.accountId} and is_default`.execute(tx)
  await sql`
    insert into cards (account_id, card_id, provider, provider_ref, brand, last4, is_default, created_at)
    values (
      ${card.accountId}, ${card.cardId}, ${card.provider}, ${card.providerRef}, ${card.brand}, ${card.last4}, true,
      ${now})
    on conflict (account_id, provider, provider_ref) do update
    set brand = excluded.brand, last4 = excluded.last4, is_default = true, removed_at = null`.execute(tx)
}

/** The cards on file with the provider, newest first. */
export async function listCards(db: Db | Tx, accountId: string, provider: string): Promise<ListedCard[]> {
  const { rows } = await sql<ListedCard>`
    select ${columns}
    from cards
    where account_id = ${accountId} and provider = ${provider} and removed_at is null
    order by card_id desc`.execute(db)
  return rows
}

/** The default cards of those accounts that have one with the provider. */
export async function defaultCards(db: Db | Tx, accountIds: string[], provider: string): Promise<ListedCard[]> {
  const { rows } = await sql<ListedCard>`
    select ${columns}
    from cards
    where account_id = any (${accountIds}::text[]) and provider = ${provider} and is_default`.execute(db)
  return rows
}

/** The card that a charge was tried on; null without one, and when it is no longer on file. */
export async function cardOf(tx: Tx, { accountId, provider, cardRef }: OpenCharge): Promise<Card | null> {
  const { rows } = await sql<ListedCard>`
    select ${columns}
    from cards
    where account_id = ${accountId} and provider = ${provider} and provider_ref = ${cardRef}`.execute(tx)
  return rows[0] ?? null
}

type CardKey = { accountId: string; provider: string; cardId: string }

/** Makes a card the one that is charged. False when it is not on file with the provider. */
export async function makeDefault(tx: Tx, { accountId, provider, cardId }: CardKey): Promise<boolean> {
  const { rows } = await sql`
    select from cards
    where account_id = ${accountId} and card_id = ${cardId} and provider = ${provider} and removed_at is null
    for update`.execute(tx)
  if (rows.length === 0) return false
  await sql`update cards set is_default = false where account_id = ${accountId} and is_default`.execute(tx)
  await sql`update cards set is_default = true where account_id = ${accountId} and card_id = ${cardId}`.execute(tx)
  return true
}

/**
 * Takes a card out of use; the newest of the others is charged from now on. False when it is not on file with the
 * provider.
 */
export async function retireCard(tx: Tx, { accountId, provider, cardId }: CardKey, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cards set removed_at = ${now}, is_default = false
    where account_id = ${accountId} and card_id = ${cardId} and provider = ${provider} and removed_at is null`.execute(
    tx,
  )
  if (numAffectedRows !== 1n) return false
  await chooseDefault(tx, accountId, provider)
  return true
}

/** Where no card of the provider is the default, the newest of them becomes it. */
async function chooseDefault(tx: Tx, accountId: string, provider: string): Promise<void> {
  const cards = await listCards(tx, accountId, provider)
  if (cards.length > 0 && !cards.some(card => card.isDefault)) await makeDefault(tx, cards[0]!)
}

/** Cards that are out of use but may still exist at the provider. */
export async function retiredCards(tx: Tx, accountId: string, provider: string): Promise<string[]> {
  const { rows } = await sql<{ ref: string }>`
    select provider_ref as ref
    from cards
    where account_id = ${accountId} and provider = ${provider} and removed_at is not null`.execute(tx)
  return rows.map(row => row.ref)
}

export type Customer = { accountId: string; provider: string; customerRef: string }

export async function findCustomer(db: Db | Tx, accountId: string, provider: string): Promise<Customer | undefined> {
  const { rows } = await sql<Customer>`
    select account_id as "accountId", provider, provider_ref as "customerRef"
    from payment_customers
    where account_id = ${accountId} and provider = ${provider}`.execute(db)
  return rows[0]
}

/**
 * Stores the provider's id of the account. An id that is there stays, as the provider gives every caller the same,
 * unless it is `lost`: then the new one replaces it, and the provider is asked for its cards at once.
 */
export async function keepCustomer(
  db: Db,
  { accountId, provider, customerRef }: Customer,
  lost: string | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into payment_customers (account_id, provider, provider_ref, created_at)
    values (${accountId}, ${provider}, ${customerRef}, ${now})
    on conflict (account_id, provider) do update
    set provider_ref = excluded.provider_ref, created_at = ${now}, sync_due_at = ${now}, sync_attempts = 0
    where payment_customers.provider_ref = ${lost}`.execute(db)
}

/** At `at`, the provider will be asked for the cards of the account. */
export async function dueSync(tx: Tx, accountId: string, provider: string, at: Date): Promise<void> {
  await sql`
    update payment_customers set sync_due_at = ${at}, sync_attempts = 0
    where account_id = ${accountId} and provider = ${provider}`.execute(tx)
}

/** The same by the provider's name for the account. Returns the account; undefined when there is none. */
export async function dueSyncOf(tx: Tx, provider: string, customerRef: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    update payment_customers set sync_due_at = ${at}, sync_attempts = 0
    where provider = ${provider} and provider_ref = ${customerRef}
    returning account_id as "accountId"`.execute(tx)
  return rows[0]?.accountId
}

export type DueCustomer = Customer & { attempts: number; leaseUntil: Date }

/** Takes up to `most` accounts whose cards are due to be fetched; skips those that another worker holds. */
export async function takeDueCustomers(
  tx: Tx,
  provider: string,
  { now, leaseUntil, most }: { now: Date; leaseUntil: Date; most: number },
): Promise<DueCustomer[]> {
  const { rows } = await sql<DueCustomer>`
    update payment_customers
    set sync_due_at = ${leaseUntil}, sync_attempts = sync_attempts + 1
    where (account_id, provider) in (
      select account_id, provider
      from payment_customers
      where sync_due_at <= ${now} and provider = ${provider}
      order by sync_due_at
      limit ${most}
      for update skip locked)
    returning account_id as "accountId", provider, provider_ref as "customerRef", sync_attempts as attempts,
      sync_due_at as "leaseUntil"`.execute(tx)
  return rows
}

/** Sets when to ask again (null: not at all), unless another look was requested in the meantime. */
export async function postponeSync(tx: Tx, { accountId, provider, leaseUntil }: DueCustomer, at: Date | null) {
  await sql`
    update payment_customers set sync_due_at = ${at}
    where account_id = ${accountId} and provider = ${provider} and sync_due_at = ${leaseUntil}`.execute(tx)
}

/**
 * Makes the cards on file match those at the provider: deleted ones go, new ones are added, and the newest new one
 * becomes the default. Cards out of use stay out of use while the provider still lists them. Returns whether the
 * default card changed.
 */
export async function matchCards(
  tx: Tx,
  { accountId, provider }: Customer,
  kept: Card[],
  now: Date,
): Promise<'same default' | 'new default'> {
  const before = await sql<{ cardId: string }>`
    select card_id as "cardId" from cards where account_id = ${accountId} for update`.execute(tx)
  const [was] = await defaultCards(tx, [accountId], provider)
  const refs = kept.map(card => card.providerRef)
  await sql`
    delete from cards
    where account_id = ${accountId} and provider = ${provider} and provider_ref <> all (${refs}::text[])`.execute(tx)
  const { rows: added } = await sql<{ cardId: string }>`
    insert into cards (account_id, card_id, provider, provider_ref, brand, last4, is_default, created_at)
    select ${accountId}, card_id, ${provider}, provider_ref, brand, last4, false, ${now}
    from unnest(
      ${kept.map(c => c.cardId)}::text[], ${refs}::text[], ${kept.map(c => c.brand)}::text[],
      ${kept.map(c => c.last4)}::text[]) as n (card_id, provider_ref, brand, last4)
    on conflict (account_id, provider, provider_ref) do nothing
    returning card_id as "cardId"`.execute(tx)
  const known = new Set(before.rows.map(row => row.cardId))
  const newest = added
    .map(row => row.cardId)
    .filter(cardId => !known.has(cardId))
    .sort()
    .at(-1)
  if (newest !== undefined) await makeDefault(tx, { accountId, provider, cardId: newest })
  else await chooseDefault(tx, accountId, provider)
  const [is] = await defaultCards(tx, [accountId], provider)
  return is === undefined || is.cardId === was?.cardId ? 'same default' : 'new default'
}
