// The simulated carrier's own books. The carrier simulates the outside world: it writes in its own transactions, never
// in a transaction of the service.

import { type RawBuilder, sql } from 'kysely'
import { storableJson } from '../../base/text/storableText.ts'
import type { Db } from '../../db/db.ts'
import type { Rate, TrackedParcel, TrackingStatus } from '../carrier.ts'

export type BookedShipment = {
  shipmentRef: string
  reference: string
  behavior: string
  fromCity: string
  fromState: string
  fromCountry: string
  toState: string
  toCountry: string
  rates: Rate[]
  rateRef: string | null
  trackingNumber: string | null
  boughtAt: Date | null
  voidedAt: Date | null
  manifestId: string | null
}

export type NewShipment = Omit<BookedShipment, 'rateRef' | 'trackingNumber' | 'boughtAt' | 'voidedAt' | 'manifestId'>

export async function bookShipment(db: Db, shipment: NewShipment, at: Date): Promise<void> {
  await sql`
    insert into simulated_carrier_shipments (
      shipment_ref, reference, behavior, from_city, from_state, from_country, to_state, to_country, rates, rated_at)
    values (
      ${shipment.shipmentRef}, ${shipment.reference}, ${shipment.behavior}, ${shipment.fromCity}, ${shipment.fromState},
      ${shipment.fromCountry}, ${shipment.toState}, ${shipment.toCountry}, ${storableJson(shipment.rates)}, ${at})`.execute(
    db,
  )
}

type Purchase = { shipmentRef: string; rateRef: string; trackingNumber: string; boughtAt: Date }

/** Sells the shipment unless it was sold before; true when this call sold it. */
export async function bookPurchase(db: Db, { shipmentRef, rateRef, trackingNumber, boughtAt }: Purchase) {
  const { numAffectedRows } = await sql`
    update simulated_carrier_shipments
    set rate_ref = ${rateRef}, tracking_number = ${trackingNumber}, bought_at = ${boughtAt}
    where shipment_ref = ${shipmentRef} and bought_at is null`.execute(db)
  return numAffectedRows === 1n
}

export async function bookVoid(db: Db, shipmentRef: string, at: Date): Promise<void> {
  await sql`
    update simulated_carrier_shipments set voided_at = ${at}
    where shipment_ref = ${shipmentRef} and bought_at is not null and voided_at is null`.execute(db)
}

/** Lists these shipments on a manifest. False, and none is listed, when another manifest has one of them. */
export async function bookManifest(db: Db, manifestId: string, shipmentRefs: string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update simulated_carrier_shipments set manifest_id = ${manifestId}
    where shipment_ref = any (${shipmentRefs}::text[]) and not exists (
      select from simulated_carrier_shipments
      where shipment_ref = any (${shipmentRefs}::text[]) and manifest_id <> ${manifestId})`.execute(db)
  return numAffectedRows === BigInt(shipmentRefs.length)
}

export const readShipment = async (db: Db, shipmentRef: string): Promise<BookedShipment | undefined> =>
  (await readShipments(db, sql`shipment_ref = ${shipmentRef}`))[0]

export const readParcel = async (db: Db, trackingNumber: string): Promise<BookedShipment | undefined> =>
  (await readShipments(db, sql`tracking_number = ${trackingNumber}`))[0]

/** The shipments that were sold, for the tests that compare books. */
export const readSales = (db: Db): Promise<BookedShipment[]> => readShipments(db, sql`bought_at is not null`)

export type BookedEvent = { status: TrackingStatus; at: Date }

export async function bookEvent(
  db: Db,
  { orderId, trackingNumber }: TrackedParcel,
  { status, at }: BookedEvent,
): Promise<void> {
  await sql`
    insert into simulated_carrier_events (order_id, tracking_number, status, at)
    values (${orderId}, ${trackingNumber}, ${status}, ${at})
    on conflict do nothing`.execute(db)
}

export async function readEvents(db: Db, { orderId, trackingNumber }: TrackedParcel): Promise<BookedEvent[]> {
  const { rows } = await sql<BookedEvent>`
    select status, at
    from simulated_carrier_events
    where order_id = ${orderId} and tracking_number = ${trackingNumber}
    order by at, number`.execute(db)
  return rows
}

async function readShipments(db: Db, condition: RawBuilder<unknown>): Promise<BookedShipment[]> {
  const { rows } = await sql<Omit<BookedShipment, 'rates'> & { rates: string }>`
    select ${shipmentColumns}
    from simulated_carrier_shipments
    where ${condition}
    order by shipment_ref`.execute(db)
  return rows.map(row => ({ ...row, rates: JSON.parse(row.rates) }))
}

const shipmentColumns = sql`
  shipment_ref as "shipmentRef", reference, behavior, from_city as "fromCity", from_state as "fromState",
  from_country as "fromCountry",  to_state as "toState", to_country as "toCountry", rates::text as rates, rate_ref as "rateRef", tracking_number as "trackingNumber",
  bought_at as "boughtAt", voided_at as "voidedAt", manifest_id as "manifestId"`
