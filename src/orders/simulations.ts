// The outcomes that can be simulated in the sandbox.

export const simulatedOutcomes = [
  'payment_success',
  'payment_failure',
  'accepted',
  'shipped',
  'cancel_accepted',
  'cancel_refused',
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
] as const
export type SimulatedOutcome = (typeof simulatedOutcomes)[number]
