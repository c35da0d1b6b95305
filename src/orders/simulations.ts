// The outcomes that can be simulated in the sandbox.

/** The carrier's possible reports about the parcels of an order. */
const parcelOutcomes = ['delivered', 'returned', 'delivery_problem'] as const
export type ParcelOutcome = (typeof parcelOutcomes)[number]

export const simulatedOutcomes = [
  'payment_success',
  'payment_failure',
  'accepted',
  'shipped',
  'cancel_accepted',
  'cancel_refused',
  'change_accepted',
  'change_refused',
  'problem',
  'refused',
  'printed',
  'delayed',
  'split_shipment',
  'contradiction',
  'silent',
  'resumed',
  'revalidated',
  'abandoned',
  ...parcelOutcomes,
] as const
export type SimulatedOutcome = (typeof simulatedOutcomes)[number]
/** The possible acts of the bank, the printer or support on an order. */
export type OrderOutcome = Exclude<SimulatedOutcome, ParcelOutcome>

const ofParcels: readonly string[] = parcelOutcomes
export const isParcelOutcome = (outcome: SimulatedOutcome): outcome is ParcelOutcome => ofParcels.includes(outcome)
