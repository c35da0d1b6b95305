// The texts of statuses, events and simulations on all screens. A new status, event or simulation does not compile
// until it has its text.

import { allStatuses, edgeOf, type FirstEvent, type OrderEvent, type Status, statuses } from '../lifecycle.ts'
import type { SimulatedOutcome } from '../simulations.ts'

/** Decides the color of a status. */
type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'attention' | 'ended'

const statusLabels = {
  QUEUED: { label: 'Queued', tone: 'waiting' },
  RECEIVED: { label: 'Received', tone: 'working' },
  VALIDATING: { label: 'Checking files', tone: 'working' },
  AWAITING_PROOF: { label: 'Awaiting proof approval', tone: 'attention' },
  VALID_AWAITING_PAYMENT: { label: 'Awaiting payment', tone: 'waiting' },
  VALID_HOLDING_BIN: { label: 'Paid, can still be canceled', tone: 'working' },
  PRINTING: { label: 'Printing', tone: 'working' },
  CANCELLATION_REQUESTED: { label: 'Cancellation requested', tone: 'attention' },
  EXCEPTION: { label: 'On hold', tone: 'attention' },
  SHIPPED: { label: 'Shipped', tone: 'good' },
  CANCELLED: { label: 'Canceled', tone: 'ended' },
  FAILED: { label: 'Failed', tone: 'bad' },
  REJECTED: { label: 'Rejected', tone: 'bad' },
} as const satisfies Record<Status, { label: string; tone: Tone }>

/** The name of a status on screens. */
export const statusLabel = (status: Status): string => statusLabels[status].label

const eventLabels = {
  admitted: 'Order received',
  queued: 'Queued: the 24-hour limit is reached',
  rejected: 'Rejected: the limit is reached and the queue is full',
  rejected_sandbox: 'Rejected: the sandbox limit is reached',
  invalid: 'Can’t be printed as submitted',
  released: 'Released from the queue',
  files_fetched: 'Files fetched',
  files_unreachable: 'Files could not be fetched',
  file_replaced: 'Address of a file replaced',
  changed: 'Address or shipping class changed',
  change_requested: 'Printer asked to change the address or shipping class',
  change_refused: 'Printer refused to change the address or shipping class',
  cancel: 'Cancellation requested',
  validation_started: 'File check started',
  validated: 'Files checked, awaiting payment',
  validated_unbilled: 'Files checked, can still be canceled for two hours',
  proof_required: 'Files checked, proof ready to review',
  proof_approved: 'Proof approved, awaiting payment',
  proof_approved_unbilled: 'Proof approved, can still be canceled for two hours',
  proof_rejected: 'Changes requested, canceled',
  proof_expired: 'Canceled: the proof was not approved in time',
  problem: 'Put on hold because of a problem',
  paid: 'Paid, can still be canceled for two hours',
  payment_failed: 'Payment declined',
  retries_resumed: 'Charged daily again, with another card',
  hold_ended: 'Ready for the printer',
  handed_over: 'Sent to the printer',
  accepted: 'Accepted by the printer',
  cancel_accepted: 'Canceled by the printer',
  cancel_refused: 'Too late to cancel: already printing',
  printed: 'Printed, waiting to be packed',
  delayed: 'Delayed by the printer',
  rerouted: 'Moved to another printer',
  cancel_in_time: 'Canceled before printing started',
  parcel_left: 'Some parcels have left',
  shipped: 'Shipped',
  parcel_moved: 'Parcel on its way',
  delivered: 'Delivered',
  delivery_problem: 'Problem with the delivery',
  returned: 'Parcel returned',
  resumed: 'Sent to the printer again by support',
  revalidate: 'File check restarted by support',
  abandoned: 'Canceled by support',
  refunded: 'Refunded',
  refund_failed: 'Refund returned by the bank',
} as const satisfies Record<FirstEvent | OrderEvent, string>

/** Texts that depend on the status an event leads to. */
const edgeLabels: { on: OrderEvent; status: Status; words: string }[] = [
  { on: 'cancel', status: 'CANCELLED', words: 'Canceled' },
]

const simulations: Record<SimulatedOutcome, { on: OrderEvent; label: string }> = {
  payment_success: { on: 'paid', label: 'Payment Success' },
  payment_failure: { on: 'payment_failed', label: 'Payment Failed' },
  accepted: { on: 'accepted', label: 'Printer accepts' },
  shipped: { on: 'shipped', label: 'Printer ships' },
  cancel_accepted: { on: 'cancel_accepted', label: 'Printer cancels' },
  cancel_refused: { on: 'cancel_refused', label: 'Printer refuses to cancel' },
  change_accepted: { on: 'change_refused', label: 'Printer accepts the change' },
  change_refused: { on: 'change_refused', label: 'Printer refuses the change' },
  problem: { on: 'problem', label: 'Printer reports a problem' },
  refused: { on: 'problem', label: 'Printer refuses the job' },
  printed: { on: 'printed', label: 'Printer finishes printing' },
  delayed: { on: 'delayed', label: 'Printer needs five more days' },
  split_shipment: { on: 'shipped', label: 'Printer ships two parcels' },
  // These leave the status unchanged and show up only on the staff's screens.
  contradiction: { on: 'accepted', label: 'Printer sends a conflicting message' },
  silent: { on: 'accepted', label: 'Printer stops responding' },
  resumed: { on: 'resumed', label: 'Support resumes the order' },
  revalidated: { on: 'revalidate', label: 'Support rechecks the files' },
  abandoned: { on: 'abandoned', label: 'Support cancels the order' },
  delivered: { on: 'delivered', label: 'Carrier delivers' },
  returned: { on: 'returned', label: 'Carrier returns the parcel' },
  delivery_problem: { on: 'delivery_problem', label: 'Carrier reports a problem' },
}

/** Statuses with an edge for problems, but without a printer that could report a problem. */
const statusesBeforePrinting: readonly Status[] = ['VALIDATING', 'VALID_HOLDING_BIN']

/** The simulations offered in a status. */
function simulationsIn(status: Status) {
  return (Object.keys(simulations) as SimulatedOutcome[])
    .filter(
      outcome => !statusesBeforePrinting.includes(status) && edgeOf(status, simulations[outcome].on) !== undefined,
    )
    .map(outcome => ({ outcome, label: simulations[outcome].label }))
}

/** Every status with its texts, in the order of the lifecycle. */
export const statusTexts = allStatuses.map(status => ({
  status,
  ...statusLabels[status],
  meaning: statuses[status].meaning,
  final: statuses[status].final,
  simulations: simulationsIn(status),
}))

/** The texts of events. Texts for one status come before the texts for any status. */
export const eventTexts: { on: string; status: Status | null; words: string }[] = [
  ...edgeLabels,
  ...Object.entries(eventLabels).map(([on, words]) => ({ on, status: null, words })),
]
