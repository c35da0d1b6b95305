// The rows of cards on file, and of the customers of a provider that stores the cards itself. The default card of an
// account is charged. After a change of provider, the cards of the previous provider stay unchanged. A retired card is
// no longer shown or charged; its row stays until the provider has deleted the card.

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { hasNotMoved } from '../../db/movedAccounts.ts'
import { date, rowsOf, text } from '../../db/rows.ts'
import { leaseDue } from '../../jobs/claimDue.ts'
import type { Claim, Leased } from '../../jobs/outsideWork.ts'
import { lockAccount, type OpenCharge } from '../chargeStore.ts'

export type Card = {
  accountId: string
  cardId: string
  provider: string
  providerRef: string
  brand: string
  last4: string
}

/** `expiresOn` is the last day on which the card works; null: unknown. */
export type ListedCard = Card & { expiresOn: string | null; isDefault: boolean; createdAt: Date }

const columns = sql`
  account_id as "accountId", card_id as "cardId", provider, provider_ref as "providerRef", brand, last4,
  expires_on as "expiresOn", is_default as "isDefault", created_at as "createdAt"`

/** Puts a card on file and makes it the default. */
export async function addCard(tx: Tx, card: Card, now: Date): Promise<void> {
  await lockAccount(tx, card.accountId) // otherwise two cards added at the same time would both be the default
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

/** The default cards of the accounts with the provider. */
export async function readDefaultCards(db: Db | Tx, accountIds: string[], provider: string): Promise<ListedCard[]> {
  const { rows } = await sql<ListedCard>`
    select ${columns}
    from cards
    where account_id = any (${accountIds}::text[]) and provider = ${provider} and is_default`.execute(db)
  return rows
}

/** The card of a charge; null for a charge without a card, and when the card is no longer on file. */
export async function readChargedCard(tx: Tx, { accountId, provider, cardRef }: OpenCharge): Promise<Card | null> {
  const { rows } = await sql<ListedCard>`
    select ${columns}
    from cards
    where account_id = ${accountId} and provider = ${provider} and provider_ref = ${cardRef}`.execute(tx)
  return rows[0] ?? null
}

type CardKey = { accountId: string; provider: string; cardId: string }

/** Makes a card the default. False when it is not on file with the provider. */
export async function makeDefault(tx: Tx, { accountId, provider, cardId }: CardKey): Promise<boolean> {
  await lockAccount(tx, accountId)
  const { rows } = await sql`
    select from cards
    where account_id = ${accountId} and card_id = ${cardId} and provider = ${provider} and removed_at is null
    for update`.execute(tx)
  if (rows.length === 0) return false
  await sql`update cards set is_default = false where account_id = ${accountId} and is_default`.execute(tx)
  await sql`update cards set is_default = true where account_id = ${accountId} and card_id = ${cardId}`.execute(tx)
  return true
}

/** Retires a card; the newest other card becomes the default. False when it is not on file with the provider. */
export async function retireCard(tx: Tx, { accountId, provider, cardId }: CardKey, now: Date): Promise<boolean> {
  await lockAccount(tx, accountId)
  const { numAffectedRows } = await sql`
    update cards set removed_at = ${now}, is_default = false
    where account_id = ${accountId} and card_id = ${cardId} and provider = ${provider} and removed_at is null`.execute(
    tx,
  )
  if (numAffectedRows !== 1n) return false
  await chooseDefault(tx, accountId, provider)
  return true
}

/** Makes the newest card of the provider the default where none is. */
async function chooseDefault(tx: Tx, accountId: string, provider: string): Promise<void> {
  const cards = await listCards(tx, accountId, provider)
  if (cards.length > 0 && !cards.some(card => card.isDefault)) await makeDefault(tx, cards[0]!)
}

/** The retired cards, which may still exist at the provider. */
export async function listRetiredCards(tx: Tx, accountId: string, provider: string): Promise<string[]> {
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
 * Stores the provider's id of the account. A stored id stays, since the provider gives every caller the same, unless it
 * is `lostRef`: then the new id replaces it, the cards of the new customer are fetched at once, and its bank account is
 * not known yet.
 */
export async function saveCustomer(
  db: Db,
  { accountId, provider, customerRef }: Customer,
  lostRef: string | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into payment_customers (account_id, provider, provider_ref, created_at)
    values (${accountId}, ${provider}, ${customerRef}, ${now})
    on conflict (account_id, provider) do update
    set provider_ref = excluded.provider_ref, created_at = ${now}, sync_due_at = ${now}, sync_attempts = 0,
      bank_account = null, transfers_due_at = null, transfers_attempts = 0
    where payment_customers.provider_ref = ${lostRef}`.execute(db)
}

/** Has the cards of the account fetched from the provider at `at`. */
export async function scheduleSync(tx: Tx, accountId: string, provider: string, at: Date): Promise<void> {
  await sql`
    update payment_customers set sync_due_at = ${at}, sync_attempts = 0
    where account_id = ${accountId} and provider = ${provider}`.execute(tx)
}

/** The same by the provider's id of the customer. Returns the account; undefined when there is none. */
export async function scheduleSyncOfCustomer(
  tx: Tx,
  provider: string,
  customerRef: string,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    update payment_customers set sync_due_at = ${at}, sync_attempts = 0
    where provider = ${provider} and provider_ref = ${customerRef} and ${hasNotMoved('payment_customers.account_id')}
    returning account_id as "accountId"`.execute(tx)
  return rows[0]?.accountId
}

export type DueCustomer = Customer & Leased

/** Claims accounts whose cards are due to be fetched. */
export const claimDueCustomers = (db: Db, provider: string, claim: Claim): Promise<DueCustomer[]> =>
  leaseDue(db, 'cards', {
    ...claim,
    attempts: 'sync_attempts',
    which: sql`and provider = ${provider}`,
    columns: sql`
      account_id as "accountId", provider, provider_ref as "customerRef", sync_attempts as attempts,
      sync_due_at as "leaseUntil"`,
  })

/**
 * Sets when the cards are fetched again; null: not at all. False when another sync was requested or claimed in the
 * meantime: its list is newer.
 */
export async function postponeSync(
  tx: Tx,
  { accountId, provider, leaseUntil }: DueCustomer,
  at: Date | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_customers set sync_due_at = ${at}
    where account_id = ${accountId} and provider = ${provider} and sync_due_at = ${leaseUntil}`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Makes the cards on file match those at the provider: deleted cards are removed, new cards are added, and the newest
 * new card becomes the default. A retired card that the provider still lists stays retired. Returns whether the default
 * card changed.
 */
export async function matchCards(
  tx: Tx,
  { accountId, provider }: Pick<Customer, 'accountId' | 'provider'>,
  listed: (Card & Pick<ListedCard, 'expiresOn'>)[],
  now: Date,
): Promise<'same default' | 'new default'> {
  await lockAccount(tx, accountId)
  const before = await sql<{ cardId: string }>`
    select card_id as "cardId" from cards where account_id = ${accountId}`.execute(tx)
  const [previousDefault] = await readDefaultCards(tx, [accountId], provider)
  const refs = listed.map(card => card.providerRef)
  await sql`
    delete from cards
    where account_id = ${accountId} and provider = ${provider} and provider_ref <> all (${refs}::text[])`.execute(tx)
  const { from } = rowsOf(listed, 'n', {
    cardId: text(card => card.cardId),
    providerRef: text(card => card.providerRef),
    brand: text(card => card.brand),
    last4: text(card => card.last4),
    expiresOn: date(card => card.expiresOn),
  })
  const { rows: added } = await sql<{ cardId: string }>`
    insert into cards (account_id, card_id, provider, provider_ref, brand, last4, expires_on, is_default, created_at)
    select ${accountId}, card_id, ${provider}, provider_ref, brand, last4, expires_on, false, ${now}
    from ${from}
    -- A bank can give a card a new end.
    on conflict (account_id, provider, provider_ref) do update
    set expires_on = excluded.expires_on, expiry_notified_at = null
    where cards.expires_on is distinct from excluded.expires_on
    returning card_id as "cardId"`.execute(tx)
  const knownIds = new Set(before.rows.map(row => row.cardId))
  const newest = added
    .map(row => row.cardId)
    .filter(cardId => !knownIds.has(cardId))
    .sort()
    .at(-1)
  if (newest !== undefined) await makeDefault(tx, { accountId, provider, cardId: newest })
  else await chooseDefault(tx, accountId, provider)
  const [newDefault] = await readDefaultCards(tx, [accountId], provider)
  return newDefault === undefined || newDefault.cardId === previousDefault?.cardId ? 'same default' : 'new default'
}
