// The lifecycle in words for people, so that no screen has a lifecycle of its own. A new status, event or simulation
// does not compile until it has its words.

import { edgeOf, type FirstEvent, type OrderEvent, type Status, statuses } from './lifecycle.ts'
import type { SimulatedOutcome } from './simulations.ts'

/**
 * The situation, for the colour: waits for somebody else, in progress, went well, went wrong, needs attention, over.
 */
type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'attention' | 'ended'

const statusWords = {
  QUEUED: { label: 'Queued', tone: 'waiting' },
  RECEIVED: { label: 'Received', tone: 'working' },
  VALIDATING: { label: 'Checking files', tone: 'working' },
  VALID_AWAITING_PAYMENT: { label: 'Awaiting payment', tone: 'waiting' },
  VALID_HOLDING_BIN: { label: 'In the holding bin', tone: 'working' },
  PRINTING: { label: 'Printing', tone: 'working' },
  CANCELLATION_REQUESTED: { label: 'Cancellation requested', tone: 'attention' },
  EXCEPTION: { label: 'On hold', tone: 'attention' },
  SHIPPED: { label: 'Shipped', tone: 'good' },
  CANCELLED: { label: 'Cancelled', tone: 'ended' },
  FAILED: { label: 'Failed', tone: 'bad' },
  REJECTED: { label: 'Rejected', tone: 'bad' },
} as const satisfies Record<Status, { label: string; tone: Tone }>

/** As screens name it. */
export const labelOf = (status: Status): string => statusWords[status].label

const eventWords = {
  admitted: 'Order received',
  queued: 'Put in the queue: the 24-hour limit is reached',
  rejected: 'Rejected: over the limit, and the queue is full',
  rejected_sandbox: 'Rejected: over the sandbox limit',
  invalid: 'Cannot be made as ordered',
  released: 'Released from the queue',
  cancel: 'Cancellation requested',
  validation_started: 'Files are being checked',
  validated: 'Files approved, awaiting payment',
  validated_unbilled: 'Files approved, held before printing',
  problem: 'Put on hold: there is a problem',
  paid: 'Paid; held for two hours',
  payment_failed: 'Payment declined',
  hold_ended: 'Sent to the printer',
  accepted: 'Accepted by the printer',
  cancel_accepted: 'The printer stopped it; cancelled',
  cancel_refused: 'Too late to cancel: already printing',
  printed: 'Printed; waiting to be packed',
  delayed: 'The printer needs longer',
  rerouted: 'Handed to another printer',
  cancel_in_time: 'Cancelled before the printer began',
  shipped: 'Shipped',
  resumed: 'Octavo support sent it to the printer again',
  revalidate: 'Octavo support had its files checked again',
  abandoned: 'Cancelled by Octavo support',
  refunded: 'Refunded',
  refund_failed: 'The refund came back from the bank',
} as const satisfies Record<FirstEvent | OrderEvent, string>

/** Where the same event means more in one status than in others. */
const edgeWords: { on: OrderEvent; status: Status; words: string }[] = [
  { on: 'cancel', status: 'CANCELLED', words: 'Cancelled' },
]

const simulations: Record<SimulatedOutcome, { on: OrderEvent; label: string }> = {
  payment_success: { on: 'paid', label: 'Payment Success' },
  payment_failure: { on: 'payment_failed', label: 'Payment Failed' },
  accepted: { on: 'accepted', label: 'Printer accepts' },
  shipped: { on: 'shipped', label: 'Printer ships' },
  cancel_accepted: { on: 'cancel_accepted', label: 'Printer stops it' },
  cancel_refused: { on: 'cancel_refused', label: 'Printer refuses to stop' },
  problem: { on: 'problem', label: 'Printer reports a problem' },
  refused: { on: 'problem', label: 'Printer refuses the job' },
  printed: { on: 'printed', label: 'Printer has printed it' },
  delayed: { on: 'delayed', label: 'Printer needs five more days' },
  split_shipment: { on: 'shipped', label: 'Printer ships in two parcels' },
  // The order stays where it is; these are for what staff see.
  contradiction: { on: 'accepted', label: 'Printer contradicts itself' },
  silent: { on: 'accepted', label: 'Printer falls silent' },
  resumed: { on: 'resumed', label: 'Support sends it to the printer again' },
  revalidated: { on: 'revalidate', label: 'Support has its files checked again' },
  abandoned: { on: 'abandoned', label: 'Support cancels it' },
}

/** Statuses in which an order can run into a problem without a printer being involved. */
const beforePrinters: readonly Status[] = ['VALIDATING', 'VALID_HOLDING_BIN']

/** What can be simulated in a status. */
function simulationsIn(status: Status) {
  return (Object.keys(simulations) as SimulatedOutcome[])
    .filter(outcome => !beforePrinters.includes(status) && edgeOf(status, simulations[outcome].on) !== undefined)
    .map(outcome => ({ outcome, label: simulations[outcome].label }))
}

/** Every status with its words, in the order of an order's life. */
export const wordsOfStatuses = (Object.keys(statuses) as Status[]).map(status => ({
  status,
  ...statusWords[status],
  meaning: statuses[status].meaning,
  final: statuses[status].final,
  simulations: simulationsIn(status),
}))

/** Of events; those of a status that they lead to come first. */
export const wordsOfEvents: { on: string; status: Status | null; words: string }[] = [
  ...edgeWords,
  ...Object.entries(eventWords).map(([on, words]) => ({ on, status: null, words })),
]
