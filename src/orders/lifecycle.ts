// The lifecycle of an order. Each row has the statuses that it leaves, the event, the next status, the webhook that it
// emits, the refund that it owes, and the tasks that it enqueues. Each status has a row of its own properties.
// The names of statuses, events and webhooks come from here. Only transition.ts writes a status.

import type { TaskName } from '../jobs/tasks.ts'

/** `wakes` is the task that works on an order in this status when its due_at comes. */
type StatusRow = { final: boolean; cancellable: boolean; wakes: TaskName | null; meaning: string }

export const statuses = {
  QUEUED: { final: false, cancellable: true, wakes: null, meaning: 'waits for a slot in the 24-hour limit' },
  RECEIVED: {
    final: false,
    cancellable: true,
    wakes: 'check_files',
    meaning: 'accepted; its files are about to be checked',
  },
  VALIDATING: { final: false, cancellable: false, wakes: 'check_files', meaning: 'its files are being checked' },
  AWAITING_PROOF: {
    final: false,
    cancellable: true,
    wakes: 'expire_proofs',
    meaning: 'its files are good; its proof must be approved before it is printed',
  },
  VALID_AWAITING_PAYMENT: {
    final: false,
    cancellable: true,
    wakes: 'charge_cards',
    meaning: 'will be charged with the next daily charge',
  },
  VALID_HOLDING_BIN: {
    final: false,
    cancellable: true,
    wakes: 'release_held_orders',
    meaning: 'can still be canceled for up to 2 hours',
  },
  PRINTING: { final: false, cancellable: true, wakes: null, meaning: 'with the printer' },
  CANCELLATION_REQUESTED: {
    final: false,
    cancellable: false,
    wakes: null,
    meaning: 'the printer has been asked to cancel',
  },
  EXCEPTION: {
    final: false,
    cancellable: false,
    wakes: null,
    meaning: 'support is reviewing it',
  },
  SHIPPED: { final: true, cancellable: false, wakes: null, meaning: 'on its way' },
  CANCELLED: { final: true, cancellable: false, wakes: null, meaning: 'will not be printed' },
  FAILED: { final: true, cancellable: false, wakes: null, meaning: 'can’t be printed as submitted' },
  REJECTED: {
    final: true,
    cancellable: false,
    wakes: null,
    meaning: 'not accepted: the 24-hour limit is reached and the queue is full',
  },
} as const satisfies Record<string, StatusRow>

export type Status = keyof typeof statuses

export const allStatuses = Object.keys(statuses) as Status[]
/** The statuses that an order does not leave. */
export const finalStatuses = allStatuses.filter(status => statuses[status].final)
export const openStatuses = allStatuses.filter(status => !statuses[status].final)

type LifecycleRow = {
  from: 'new' | readonly Status[]
  on: string
  to: Status | 'same'
  emits: string | null
  /** A refund of the payment, if there was one: the order will not be printed. */
  owes: 'refund' | null
  enqueues: readonly TaskName[]
}

const atPrinter = ['PRINTING', 'CANCELLATION_REQUESTED'] as const
const beforeHandOver = ['QUEUED', 'RECEIVED', 'AWAITING_PROOF', 'VALID_AWAITING_PAYMENT', 'VALID_HOLDING_BIN'] as const
const maybePaid = [
  'VALIDATING',
  'AWAITING_PROOF',
  'VALID_HOLDING_BIN',
  ...atPrinter,
  'EXCEPTION',
  'SHIPPED',
  'CANCELLED',
  'FAILED',
] as const

// biome-ignore format: one line a row
const rows = [
  { from: 'new',                                             on: 'admitted',                to: 'RECEIVED',               emits: 'OrderReceived',              owes: null,     enqueues: [] },
  { from: 'new',                                             on: 'queued',                  to: 'QUEUED',                 emits: 'OrderQueued',                owes: null,     enqueues: [] },
  { from: 'new',                                             on: 'rejected',                to: 'REJECTED',               emits: 'OrderExceedsLimitQueue',     owes: null,     enqueues: [] },
  { from: 'new',                                             on: 'rejected_sandbox',        to: 'REJECTED',               emits: null,                         owes: null,     enqueues: [] },
  { from: 'new',                                             on: 'invalid',                 to: 'FAILED',                 emits: 'OrderValidationFailed',      owes: null,     enqueues: [] },

  { from: ['QUEUED'],                                        on: 'released',                to: 'RECEIVED',               emits: 'OrderReleased',              owes: null,     enqueues: [] },
  { from: ['QUEUED'],                                        on: 'files_fetched',           to: 'same',                   emits: null,                         owes: null,     enqueues: [] },
  { from: ['QUEUED'],                                        on: 'file_replaced',           to: 'same',                   emits: null,                         owes: null,     enqueues: ['fetch_files'] },
  { from: ['QUEUED'],                                        on: 'cancel',                  to: 'CANCELLED',              emits: 'OrderCancelled',             owes: null,     enqueues: ['release_queued'] },
  { from: ['RECEIVED'],                                      on: 'cancel',                  to: 'CANCELLED',              emits: 'OrderCancelled',             owes: null,     enqueues: [] },
  { from: ['RECEIVED'],                                      on: 'validation_started',      to: 'VALIDATING',             emits: null,                         owes: null,     enqueues: [] },
  { from: [...beforeHandOver, 'PRINTING'],                   on: 'changed',                 to: 'same',                   emits: 'OrderChanged',               owes: null,     enqueues: [] },

  { from: ['VALIDATING'],                                    on: 'validated',               to: 'VALID_AWAITING_PAYMENT', emits: 'OrderValidated',             owes: null,     enqueues: [] },
  { from: ['VALIDATING'],                                    on: 'validated_unbilled',      to: 'VALID_HOLDING_BIN',      emits: 'OrderEnteredHoldingBin',     owes: null,     enqueues: [] },
  { from: ['VALIDATING'],                                    on: 'proof_required',          to: 'AWAITING_PROOF',         emits: 'OrderAwaitingProof',         owes: null,     enqueues: [] },
  { from: ['QUEUED', 'VALIDATING'],                          on: 'files_unreachable',       to: 'same',                   emits: 'OrderFilesUnreachable',      owes: null,     enqueues: [] },
  { from: ['VALIDATING'],                                    on: 'file_replaced',           to: 'same',                   emits: null,                         owes: null,     enqueues: [] },
  { from: ['VALIDATING'],                                    on: 'invalid',                 to: 'FAILED',                 emits: 'OrderValidationFailed',      owes: 'refund', enqueues: [] },

  { from: ['AWAITING_PROOF'],                                on: 'proof_approved',          to: 'VALID_AWAITING_PAYMENT', emits: 'OrderValidated',             owes: null,     enqueues: [] },
  { from: ['AWAITING_PROOF'],                                on: 'proof_approved_unbilled', to: 'VALID_HOLDING_BIN',      emits: 'OrderEnteredHoldingBin',     owes: null,     enqueues: [] },
  { from: ['AWAITING_PROOF'],                                on: 'proof_rejected',          to: 'CANCELLED',              emits: 'OrderCancelled',             owes: 'refund', enqueues: [] },
  { from: ['AWAITING_PROOF'],                                on: 'proof_expired',           to: 'CANCELLED',              emits: 'OrderCancelled',             owes: 'refund', enqueues: [] },

  { from: ['VALID_AWAITING_PAYMENT'],                        on: 'paid',                    to: 'VALID_HOLDING_BIN',      emits: 'OrderEnteredHoldingBin',     owes: null,     enqueues: [] },
  { from: ['VALID_AWAITING_PAYMENT'],                        on: 'payment_failed',          to: 'same',                   emits: 'OrderPaymentFailed',         owes: null,     enqueues: [] },
  { from: ['VALID_AWAITING_PAYMENT'],                        on: 'retries_resumed',         to: 'same',                   emits: null,                         owes: null,     enqueues: [] },
  { from: ['VALID_AWAITING_PAYMENT'],                        on: 'cancel',                  to: 'CANCELLED',              emits: 'OrderCancelled',             owes: null,     enqueues: [] },
  { from: ['AWAITING_PROOF', 'VALID_HOLDING_BIN'],           on: 'cancel',                  to: 'CANCELLED',              emits: 'OrderCancelled',             owes: 'refund', enqueues: [] },
  { from: ['VALID_HOLDING_BIN'],                             on: 'hold_ended',              to: 'PRINTING',               emits: null,                         owes: null,     enqueues: ['step_jobs'] },

  { from: atPrinter,                                         on: 'handed_over',             to: 'same',                   emits: 'OrderSentToPrinter',         owes: null,     enqueues: [] },
  { from: atPrinter,                                         on: 'accepted',                to: 'same',                   emits: 'OrderAcceptedByPrinter',     owes: null,     enqueues: [] },
  { from: atPrinter,                                         on: 'printed',                 to: 'same',                   emits: null,                         owes: null,     enqueues: [] },
  { from: atPrinter,                                         on: 'delayed',                 to: 'same',                   emits: 'OrderDelayed',               owes: null,     enqueues: [] },
  { from: ['PRINTING'],                                      on: 'rerouted',                to: 'same',                   emits: null,                         owes: null,     enqueues: ['step_jobs'] },
  { from: ['PRINTING'],                                      on: 'cancel_in_time',          to: 'CANCELLED',              emits: 'OrderCancelled',             owes: 'refund', enqueues: [] },
  { from: ['PRINTING'],                                      on: 'cancel',                  to: 'CANCELLATION_REQUESTED', emits: 'OrderCancellationRequested', owes: null,     enqueues: ['step_jobs'] },
  { from: ['CANCELLATION_REQUESTED'],                        on: 'cancel_accepted',         to: 'CANCELLED',              emits: 'OrderCancelled',             owes: 'refund', enqueues: [] },
  { from: ['CANCELLATION_REQUESTED'],                        on: 'cancel_refused',          to: 'PRINTING',               emits: 'OrderCancellationRefused',   owes: null,     enqueues: [] },
  { from: ['PRINTING'],                                      on: 'change_requested',        to: 'same',                   emits: null,                         owes: null,     enqueues: [] },
  { from: ['PRINTING'],                                      on: 'change_refused',          to: 'same',                   emits: null,                         owes: null,     enqueues: [] },
  { from: atPrinter,                                         on: 'parcel_left',             to: 'same',                   emits: null,                         owes: null,     enqueues: [] },
  { from: atPrinter,                                         on: 'shipped',                 to: 'SHIPPED',                emits: 'OrderShipped',               owes: null,     enqueues: [] },

  { from: ['SHIPPED'],                                       on: 'parcel_moved',            to: 'same',                   emits: null,                         owes: null,     enqueues: [] },
  { from: ['SHIPPED'],                                       on: 'delivered',               to: 'same',                   emits: 'OrderDelivered',             owes: null,     enqueues: [] },
  { from: ['SHIPPED'],                                       on: 'delivery_problem',        to: 'same',                   emits: 'OrderDeliveryProblem',       owes: null,     enqueues: [] },
  { from: ['SHIPPED'],                                       on: 'returned',                to: 'same',                   emits: 'OrderReturned',              owes: null,     enqueues: [] },

  { from: ['VALIDATING', 'VALID_HOLDING_BIN', ...atPrinter], on: 'problem',                 to: 'EXCEPTION',              emits: 'OrderException',             owes: null,     enqueues: [] },
  { from: ['EXCEPTION'],                                     on: 'resumed',                 to: 'PRINTING',               emits: 'OrderResumed',               owes: null,     enqueues: ['step_jobs'] },
  { from: ['EXCEPTION'],                                     on: 'revalidate',              to: 'VALIDATING',             emits: null,                         owes: null,     enqueues: [] },
  { from: ['EXCEPTION'],                                     on: 'abandoned',               to: 'CANCELLED',              emits: 'OrderCancelled',             owes: 'refund', enqueues: [] },
  { from: maybePaid,                                         on: 'refunded',                to: 'same',                   emits: 'OrderRefunded',              owes: null,     enqueues: [] },
  { from: maybePaid,                                         on: 'refund_failed',           to: 'same',                   emits: 'OrderRefundFailed',          owes: null,     enqueues: [] },
] as const satisfies readonly LifecycleRow[]

type Row = (typeof rows)[number]
export type OrderEvent = Exclude<Row, { from: 'new' }>['on']
export type FirstEvent = Extract<Row, { from: 'new' }>['on']
export type FirstStatus = Extract<Row, { from: 'new' }>['to']
export type WebhookKind = Exclude<Row['emits'], null>

type Edge = {
  from: Status | 'new'
  on: OrderEvent | FirstEvent
  to: Status
  emits: WebhookKind | null
  owes: 'refund' | null
  enqueues: readonly TaskName[]
}

/** All edges: a row has one for each status that it leaves. */
export const lifecycle: readonly Edge[] = rows.flatMap((row): Edge[] =>
  row.from === 'new' ? [row] : row.from.map(from => ({ ...row, from, to: row.to === 'same' ? from : row.to })),
)

/** The kinds of events that customers get webhooks about. */
export const webhookKinds: readonly WebhookKind[] = [...new Set(lifecycle.flatMap(({ emits }) => emits ?? []))]

const edges = new Map(lifecycle.map(edge => [`${edge.from} ${edge.on}`, edge]))

/** The edge that leaves `from` on `on`; undefined when the table has no such edge. */
export const edgeOf = (from: Status | 'new', on: OrderEvent | FirstEvent): Edge | undefined =>
  edges.get(`${from} ${on}`)

/** The status of an order after its first step. */
export const firstStatusOf = (on: FirstEvent): FirstStatus => edgeOf('new', on)!.to as FirstStatus

export const orderActions = ['cancel', 'edit', 'replace_file'] as const
export type OrderAction = (typeof orderActions)[number]

/** The actions that a status allows the customer, for any order. */
export const actionsIn = (status: Status): OrderAction[] => [
  ...(statuses[status].cancellable ? ['cancel' as const] : []),
  ...(edgeOf(status, 'changed') === undefined ? [] : ['edit' as const]),
]
