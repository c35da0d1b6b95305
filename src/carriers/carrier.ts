// The port to the service that sells shipping labels and follows parcels. Outside failures are values, never
// exceptions.
//
// A label is bought in two steps. `rate` costs nothing: it makes a shipment at the carrier, under our reference, and
// returns its id with the offers. `buy` buys one offer of that shipment. A carrier sells a shipment at most once, so a
// caller that stores the shipment's id before it buys can repeat the purchase after a lost answer, and never pays
// twice.

import type { Clock } from '../base/clock.ts'
import type { Outbound } from '../base/network/outbound.ts'
import type { NewId } from '../base/secrets/ids.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'

/** A carrier that can be configured. Only the carrier in use is opened. */
export type CarrierProvider = {
  open(config: Config, parts: CarrierParts): Carrier
}

export type CarrierParts = { db: Db; clock: Clock; newId: NewId; outbound: Outbound }

export type CarrierAddress = {
  name: string
  company: string
  street1: string
  street2: string
  city: string
  /** Two letters; '' in countries without states. */
  state: string
  postal: string
  country: string
  phone: string
  email: string
}

/** Outer measures, and the weight with everything in it. */
type Parcel = { lengthIn: number; widthIn: number; heightIn: number; weightOz: number }

/** A line of the customs form: books of one kind. */
type CustomsItem = {
  description: string
  quantity: number
  /** Of all copies together. */
  valueCents: number
  weightOz: number
  hsCode: string
  originCountry: string
}

export type Shipment = {
  /** Ours, for people who read the carrier's own lists. */
  reference: string
  from: CarrierAddress
  to: CarrierAddress
  parcel: Parcel
  /** Null: the parcel crosses no customs border. */
  customs: { signer: string; items: CustomsItem[] } | null
}

/** An offer. `days` are days of transit, as the carrier promises them; null: it promises none. */
export type Rate = { ref: string; carrier: string; service: string; costCents: number; days: number | null }

/** Why a carrier does not take a parcel: its address can be corrected, or its offer be chosen anew. */
export type RefusalCode = 'address_refused' | 'parcel_refused' | 'rate_refused' | 'refused'

export type CarrierRefusal = { kind: 'refused'; code: RefusalCode; message: string }
/**
 * A time-out, a lost answer or a server error: the call may or may not have had an effect. `isOurFault`: the carrier
 * refuses all calls for a reason that the operator must fix, such as a wrong key.
 */
export type CarrierUnknown = { kind: 'unknown'; cause: string; isOurFault?: true }

/** `rates` is empty when no service carries the parcel; `messages` then says why. */
type RateOutcome =
  | { kind: 'rated'; shipmentRef: string; rates: Rate[]; messages: string[] }
  | CarrierRefusal
  | CarrierUnknown

type PurchaseRequest = {
  shipmentRef: string
  rateRef: string
  /** The number of this call for this shipment, from 1. From 2 on, the carrier is first asked for the label. */
  attempt: number
}

/** A label that the carrier sold. `costCents` is all that it charges. */
export type SoldLabel = {
  shipmentRef: string
  trackingNumber: string
  carrier: string
  service: string
  costCents: number
  /** Whether the carrier gives the money back. `requested`: it decides in some days. `refused`: it keeps the money. */
  refund: 'none' | 'requested' | 'refunded' | 'refused'
}

export type PurchaseOutcome = { kind: 'bought'; label: SoldLabel } | CarrierRefusal | CarrierUnknown
/** `absent`: the carrier has the shipment, and sold no label for it, or does not know the shipment. */
export type FindOutcome = { kind: 'bought'; label: SoldLabel } | { kind: 'absent' } | CarrierUnknown
export type VoidOutcome = { kind: 'refunded' } | { kind: 'requested' } | CarrierRefusal | CarrierUnknown

export const labelFormats = ['PDF', 'ZPL'] as const
export type LabelFormat = (typeof labelFormats)[number]
/** The sample carrier draws its label by the shipment; a real one drew it when it was bought. */
type LabelRequest = { shipmentRef: string; format: LabelFormat; shipment: Shipment }
/** `bytes` have the form of the format: a PDF, or ZPL. */
export type LabelOutcome = { kind: 'file'; bytes: Buffer } | CarrierUnknown

type ManifestRequest = {
  /** Ours, for people. */
  manifestId: string
  /** Bought labels of one carrier, whose parcels leave from one address. */
  shipments: { shipmentRef: string; trackingNumber: string }[]
  /** The number of this call, from 1. From 2 on, the carrier is first asked for the manifest. */
  attempt: number
}
/** `file`: a PDF with a code that the driver scans for all parcels. */
export type ManifestOutcome = { kind: 'file'; bytes: Buffer } | CarrierRefusal | CarrierUnknown

export const trackingStatuses = [
  'announced',
  'in_transit',
  'out_for_delivery',
  'attempted',
  'ready_for_pickup',
  'delivered',
  'exception',
  'returning',
  'returned',
] as const
export type TrackingStatus = (typeof trackingStatuses)[number]

/** Something that a carrier says about a parcel. Values that it does not give are ''. */
export type TrackingEvent = {
  status: TrackingStatus
  at: Date
  description: string
  place: { city: string; state: string; country: string }
}

/** A parcel as its carrier knows it, with its events, oldest first. */
export type Tracking = {
  trackingNumber: string
  carrier: string
  status: TrackingStatus
  /** The day (ISO date) of delivery that the carrier expects. */
  expectedOn: string | null
  events: TrackingEvent[]
}

/** A person may type any number, so only the order tells the simulated parcels of two orders apart. */
export type TrackedParcel = { orderId: string; trackingNumber: string }

type TrackOutcome =
  | { kind: 'found'; tracking: Tracking }
  /** The carrier does not know the number, perhaps not yet. */
  | { kind: 'absent' }
  | CarrierUnknown

/** `tracking` is null when the message is about something else. */
export type CarrierMessage = { id: string; kind: string; tracking: Tracking | null }

/** A call returns within half a minute, if only with `unknown`. */
export type Carrier = {
  /** Stored with every label, so that requests go only to the carrier that sold it. */
  name: string
  rate(shipment: Shipment): Promise<RateOutcome>
  buy(request: PurchaseRequest): Promise<PurchaseOutcome>
  /** The label of a shipment, without buying it. */
  find(shipmentRef: string): Promise<FindOutcome>
  /** Gives a label back before it is used. Calling it again asks for the state of the refund. */
  void(shipmentRef: string): Promise<VoidOutcome>
  /** The file of a label that was bought. */
  fetchLabel(request: LabelRequest): Promise<LabelOutcome>
  /** Makes the manifest of parcels that leave together. A carrier lists a shipment at most once. */
  manifest(request: ManifestRequest): Promise<ManifestOutcome>
  /** `carrier` as the label or the printer names it; '' where it is not known. */
  track(parcel: TrackedParcel & { carrier: string }): Promise<TrackOutcome>
  /**
   * Reads a message as received over HTTP; null when the carrier did not send it. The function itself is null for a
   * carrier that sends no messages.
   */
  readMessage: ((raw: Buffer, signature: string) => CarrierMessage | null) | null
  /** Simulates what happens to a parcel, also to one that was not sold here. Null for a real carrier. */
  simulate: ((parcel: TrackedParcel, status: TrackingStatus) => Promise<void>) | null
}
