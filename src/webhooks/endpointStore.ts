// The addresses of an account that receive the webhooks of all its orders of a mode, beside the address of each order.
// orders/orderStore.ts writes a delivery for each endpoint that receives the kind of an event. A deleted endpoint
// keeps its row for some time, because its deliveries are still listed; it is in no list and cannot be changed.

import { sql } from 'kysely'
import { day, earlier } from '../base/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { deleteBatch } from '../db/deleteBatch.ts'
import type { WebhookOwner } from './outbox.ts'

export const endpointIdPattern = '^wep_[0-9a-z]{22}$'
/** Of an account and mode: each event is sent to all of them. */
export const maxEndpoints = 20

/** The choices of an account for an endpoint. `events` null: all kinds. */
export type EndpointFields = { url: string; description: string; events: string[] | null; enabled: boolean }

export type Endpoint = EndpointFields & { endpointId: string; createdAt: Date; updatedAt: Date }

const columns = sql`endpoint_id as "endpointId", url, description, events, enabled, created_at as "createdAt",
  updated_at as "updatedAt"`

const isOf = ({ accountId, mode }: WebhookOwner) => sql`
  account_id = ${accountId} and mode = ${mode} and deleted_at is null`

/** Oldest first. */
export async function listEndpoints(db: Db | Tx, owner: WebhookOwner): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select ${columns}
    from webhook_endpoints
    where ${isOf(owner)}
    order by endpoint_id`.execute(db)
  return rows
}

/** The enabled endpoints that receive events of a kind. */
export async function endpointsFor(
  tx: Tx,
  owner: WebhookOwner,
  kind: string,
): Promise<Pick<Endpoint, 'endpointId' | 'url'>[]> {
  const { rows } = await sql<Pick<Endpoint, 'endpointId' | 'url'>>`
    select endpoint_id as "endpointId", url
    from webhook_endpoints
    where ${isOf(owner)} and enabled and (events is null or ${kind} = any (events))
    order by endpoint_id`.execute(tx)
  return rows
}

export async function findEndpoint(db: Db | Tx, owner: WebhookOwner, endpointId: string): Promise<Endpoint | null> {
  const { rows } = await sql<Endpoint>`
    select ${columns}
    from webhook_endpoints
    where ${isOf(owner)} and endpoint_id = ${endpointId}`.execute(db)
  return rows[0] ?? null
}

/** Locks the account against other new endpoints, and counts those that it has in the mode. */
export async function countForNew(tx: Tx, owner: WebhookOwner): Promise<number> {
  await sql`select from accounts where account_id = ${owner.accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_endpoints where ${isOf(owner)}`.execute(tx)
  return rows[0]!.count
}

export async function insertEndpoint(tx: Tx, { accountId, mode }: WebhookOwner, endpoint: Endpoint): Promise<void> {
  const { endpointId, url, description, events, enabled, createdAt, updatedAt } = endpoint
  await sql`
    insert into webhook_endpoints (
      account_id, mode, endpoint_id, url, description, events, enabled, created_at, updated_at)
    values (
      ${accountId}, ${mode}, ${endpointId}, ${url}, ${description}, ${events}::text[], ${enabled}, ${createdAt},
      ${updatedAt})`.execute(tx)
}

/** Null when there is none. */
export async function updateEndpoint(
  tx: Tx,
  owner: WebhookOwner,
  { endpointId, ...changes }: Partial<EndpointFields> & Pick<Endpoint, 'endpointId' | 'updatedAt'>,
): Promise<Endpoint | null> {
  const { url = null, description = null, events, enabled = null, updatedAt } = changes
  const { rows } = await sql<Endpoint>`
    update webhook_endpoints
    set url = coalesce(${url}, url),
        description = coalesce(${description}, description),
        events = ${events === undefined ? sql`events` : sql`${events}::text[]`},
        enabled = coalesce(${enabled}::boolean, enabled),
        updated_at = ${updatedAt}
    where ${isOf(owner)} and endpoint_id = ${endpointId}
    returning ${columns}`.execute(tx)
  return rows[0] ?? null
}

/** False when there is none. Its secrets end, too. */
export async function deleteEndpoint(
  tx: Tx,
  owner: WebhookOwner,
  { endpointId, now }: { endpointId: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_endpoints
    set deleted_at = ${now}, enabled = false, updated_at = ${now}
    where ${isOf(owner)} and endpoint_id = ${endpointId}`.execute(tx)
  if (numAffectedRows === 0n) return false
  await sql`
    delete from webhook_secrets
    where account_id = ${owner.accountId} and mode = ${owner.mode} and endpoint_id = ${endpointId}`.execute(tx)
  return true
}

/** Deletes at most one batch of endpoints, and of secrets, that ended more than `days` ago; returns how many. */
export async function deleteEndedEndpoints(db: Db, { days, now }: { days: number; now: Date }): Promise<number> {
  const before = earlier(now, days * day)
  const endpoints = await deleteBatch(db, 'webhook_endpoints', sql`deleted_at < ${before} order by deleted_at`)
  const secrets = await deleteBatch(db, 'webhook_secrets', sql`expires_at < ${before} order by expires_at`)
  return endpoints + secrets
}
