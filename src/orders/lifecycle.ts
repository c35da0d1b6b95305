// The lifecycle of an order: THE TABLE. One row an edge: from, on what, to where, which webhook tells the customer,
// which tasks are woken. Facts about a status stand on the status's own row. Names of statuses, events and webhooks are
// derived from here. transition.ts is the only door: nothing else writes a status.

import type { TaskName } from '../jobs/tasks.ts'

/**
 * Why an order stands still, or what moves it next: `wakes` names the task that looks at it again when due_at comes.
 */
type StatusFacts = { final: boolean; cancellable: boolean; wakes: TaskName | null; meaning: string }

export const statuses = {
  QUEUED: { final: false, cancellable: true, wakes: null, meaning: 'waits until the 24-hour limit has room' },
  RECEIVED: {
    final: false,
    cancellable: true,
    wakes: 'check_files',
    meaning: 'accepted; its files are about to be checked',
  },
  VALIDATING: { final: false, cancellable: false, wakes: 'check_files', meaning: 'its files are being checked' },
  VALID_AWAITING_PAYMENT: {
    final: false,
    cancellable: true,
    wakes: 'charge_cards',
    meaning: 'waits for the daily charge',
  },
  VALID_HOLDING_BIN: {
    final: false,
    cancellable: true,
    wakes: 'end_holds',
    meaning: 'held 2 hours so that it can still be cancelled',
  },
  PRINTING: { final: false, cancellable: true, wakes: null, meaning: 'with the printer' },
  CANCELLATION_REQUESTED: { final: false, cancellable: false, wakes: null, meaning: 'the printer was asked to stop' },
  EXCEPTION: {
    final: false,
    cancellable: false,
    wakes: null,
    meaning: 'support is reviewing it',
  },
  SHIPPED: { final: true, cancellable: false, wakes: null, meaning: 'on its way' },
  CANCELLED: { final: true, cancellable: false, wakes: null, meaning: 'will not be made' },
  FAILED: { final: true, cancellable: false, wakes: null, meaning: 'cannot be made as it was ordered' },
  REJECTED: {
    final: true,
    cancellable: false,
    wakes: null,
    meaning: 'not accepted: over the 24-hour limit, and the queue is full',
  },
} as const satisfies Record<string, StatusFacts>

export type Status = keyof typeof statuses

/** Those that an order does not leave. */
export const finalStatuses: readonly Status[] = (Object.keys(statuses) as Status[]).filter(
  status => statuses[status].final,
)

type Edge = { from: Status | 'new'; on: string; to: Status; tells: string | null; does: readonly TaskName[] }

// biome-ignore format: one line an edge
export const lifecycle = [
  { from: 'new',                    on: 'admitted',           to: 'RECEIVED',               tells: 'OrderReceived',              does: [] },
  { from: 'new',                    on: 'queued',             to: 'QUEUED',                 tells: 'OrderQueued',                does: [] },
  { from: 'new',                    on: 'rejected',           to: 'REJECTED',               tells: 'OrderExceedsLimitQueue',     does: [] },
  { from: 'new',                    on: 'rejected_sandbox',   to: 'REJECTED',               tells: null,                         does: [] },
  { from: 'new',                    on: 'invalid',            to: 'FAILED',                 tells: 'OrderValidationFailed',      does: [] },

  { from: 'QUEUED',                 on: 'released',           to: 'RECEIVED',               tells: 'OrderReleased',              does: [] },
  { from: 'QUEUED',                 on: 'cancel',             to: 'CANCELLED',              tells: 'OrderCancelled',             does: ['release_queued'] },
  { from: 'RECEIVED',               on: 'cancel',             to: 'CANCELLED',              tells: 'OrderCancelled',             does: [] },
  { from: 'RECEIVED',               on: 'validation_started', to: 'VALIDATING',             tells: null,                         does: [] },

  { from: 'VALIDATING',             on: 'validated',          to: 'VALID_AWAITING_PAYMENT', tells: 'OrderValidated',             does: [] },
  { from: 'VALIDATING',             on: 'validated_unbilled', to: 'VALID_HOLDING_BIN',      tells: 'OrderEnteredHoldingBin',     does: [] },
  { from: 'VALIDATING',             on: 'invalid',            to: 'FAILED',                 tells: 'OrderValidationFailed',      does: ['refund_payments'] },
  { from: 'VALIDATING',             on: 'problem',            to: 'EXCEPTION',              tells: 'OrderException',             does: [] },

  { from: 'VALID_AWAITING_PAYMENT', on: 'paid',               to: 'VALID_HOLDING_BIN',      tells: 'OrderEnteredHoldingBin',     does: [] },
  { from: 'VALID_AWAITING_PAYMENT', on: 'payment_failed',     to: 'VALID_AWAITING_PAYMENT', tells: 'OrderPaymentFailed',         does: [] },
  { from: 'VALID_AWAITING_PAYMENT', on: 'cancel',             to: 'CANCELLED',              tells: 'OrderCancelled',             does: [] },
  { from: 'VALID_HOLDING_BIN',      on: 'cancel',             to: 'CANCELLED',              tells: 'OrderCancelled',             does: ['refund_payments'] },
  { from: 'VALID_HOLDING_BIN',      on: 'problem',            to: 'EXCEPTION',              tells: 'OrderException',             does: [] },
  { from: 'VALID_HOLDING_BIN',      on: 'hold_ended',         to: 'PRINTING',               tells: 'OrderSentToPrinter',         does: ['step_jobs'] },

  { from: 'PRINTING',               on: 'accepted',           to: 'PRINTING',               tells: 'OrderAcceptedByPrinter',     does: [] },
  { from: 'CANCELLATION_REQUESTED', on: 'accepted',           to: 'CANCELLATION_REQUESTED', tells: 'OrderAcceptedByPrinter',     does: [] },
  { from: 'PRINTING',               on: 'printed',            to: 'PRINTING',               tells: null,                         does: [] },
  { from: 'CANCELLATION_REQUESTED', on: 'printed',            to: 'CANCELLATION_REQUESTED', tells: null,                         does: [] },
  { from: 'PRINTING',               on: 'delayed',            to: 'PRINTING',               tells: 'OrderDelayed',               does: [] },
  { from: 'CANCELLATION_REQUESTED', on: 'delayed',            to: 'CANCELLATION_REQUESTED', tells: 'OrderDelayed',               does: [] },
  { from: 'PRINTING',               on: 'rerouted',           to: 'PRINTING',               tells: null,                         does: ['step_jobs'] },
  { from: 'PRINTING',               on: 'cancel_in_time',     to: 'CANCELLED',              tells: 'OrderCancelled',             does: ['refund_payments'] },
  { from: 'PRINTING',               on: 'cancel',             to: 'CANCELLATION_REQUESTED', tells: 'OrderCancellationRequested', does: ['step_jobs'] },
  { from: 'CANCELLATION_REQUESTED', on: 'cancel_accepted',    to: 'CANCELLED',              tells: 'OrderCancelled',             does: ['refund_payments'] },
  { from: 'CANCELLATION_REQUESTED', on: 'cancel_refused',     to: 'PRINTING',               tells: 'OrderCancellationRefused',   does: [] },
  { from: 'PRINTING',               on: 'shipped',            to: 'SHIPPED',                tells: 'OrderShipped',               does: [] },
  { from: 'CANCELLATION_REQUESTED', on: 'shipped',            to: 'SHIPPED',                tells: 'OrderShipped',               does: [] },
  { from: 'PRINTING',               on: 'problem',            to: 'EXCEPTION',              tells: 'OrderException',             does: [] },
  { from: 'CANCELLATION_REQUESTED', on: 'problem',            to: 'EXCEPTION',              tells: 'OrderException',             does: [] },

  { from: 'EXCEPTION',              on: 'resumed',            to: 'PRINTING',               tells: 'OrderResumed',               does: ['step_jobs'] },
  { from: 'EXCEPTION',              on: 'revalidate',         to: 'VALIDATING',             tells: null,                         does: [] },
  { from: 'EXCEPTION',              on: 'abandoned',          to: 'CANCELLED',              tells: 'OrderCancelled',             does: ['refund_payments'] },

  { from: 'VALIDATING',             on: 'refunded',           to: 'VALIDATING',             tells: 'OrderRefunded',              does: [] },
  { from: 'VALID_HOLDING_BIN',      on: 'refunded',           to: 'VALID_HOLDING_BIN',      tells: 'OrderRefunded',              does: [] },
  { from: 'PRINTING',               on: 'refunded',           to: 'PRINTING',               tells: 'OrderRefunded',              does: [] },
  { from: 'CANCELLATION_REQUESTED', on: 'refunded',           to: 'CANCELLATION_REQUESTED', tells: 'OrderRefunded',              does: [] },
  { from: 'EXCEPTION',              on: 'refunded',           to: 'EXCEPTION',              tells: 'OrderRefunded',              does: [] },
  { from: 'SHIPPED',                on: 'refunded',           to: 'SHIPPED',                tells: 'OrderRefunded',              does: [] },
  { from: 'CANCELLED',              on: 'refunded',           to: 'CANCELLED',              tells: 'OrderRefunded',              does: [] },
  { from: 'FAILED',                 on: 'refunded',           to: 'FAILED',                 tells: 'OrderRefunded',              does: [] },

  { from: 'VALIDATING',             on: 'refund_failed',      to: 'VALIDATING',             tells: 'OrderRefundFailed',          does: [] },
  { from: 'VALID_HOLDING_BIN',      on: 'refund_failed',      to: 'VALID_HOLDING_BIN',      tells: 'OrderRefundFailed',          does: [] },
  { from: 'PRINTING',               on: 'refund_failed',      to: 'PRINTING',               tells: 'OrderRefundFailed',          does: [] },
  { from: 'CANCELLATION_REQUESTED', on: 'refund_failed',      to: 'CANCELLATION_REQUESTED', tells: 'OrderRefundFailed',          does: [] },
  { from: 'EXCEPTION',              on: 'refund_failed',      to: 'EXCEPTION',              tells: 'OrderRefundFailed',          does: [] },
  { from: 'SHIPPED',                on: 'refund_failed',      to: 'SHIPPED',                tells: 'OrderRefundFailed',          does: [] },
  { from: 'CANCELLED',              on: 'refund_failed',      to: 'CANCELLED',              tells: 'OrderRefundFailed',          does: [] },
  { from: 'FAILED',                 on: 'refund_failed',      to: 'FAILED',                 tells: 'OrderRefundFailed',          does: [] },
] as const satisfies readonly Edge[]

type Row = (typeof lifecycle)[number]
export type OrderEvent = Exclude<Row, { from: 'new' }>['on']
export type FirstEvent = Extract<Row, { from: 'new' }>['on']
export type FirstStatus = Extract<Row, { from: 'new' }>['to']
export type WebhookKind = Exclude<Row['tells'], null>

/** Every kind of event that customers are told about. */
export const webhookKinds: readonly WebhookKind[] = [...new Set(lifecycle.flatMap(({ tells }) => tells ?? []))]

const edges = new Map<string, Row>(lifecycle.map(edge => [`${edge.from} ${edge.on}`, edge]))

/** The edge that leaves `from` on `on`; undefined when that cannot happen there. */
export const edgeOf = (from: Status | 'new', on: OrderEvent | FirstEvent): Row | undefined => edges.get(`${from} ${on}`)

/** The status of an order after its first step. */
export const firstStatusOf = (on: FirstEvent): FirstStatus => edgeOf('new', on)!.to as FirstStatus

/** What the customer can still do with an order in that status. */
export const actionsIn = (status: Status): 'cancel'[] => (statuses[status].cancellable ? ['cancel'] : [])
