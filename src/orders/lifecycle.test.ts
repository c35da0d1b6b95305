import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { actionsIn, edgeOf, lifecycle, type Status, statuses } from './lifecycle.ts'
import { orderLifePage } from './view/lifecyclePage.ts'

const names = Object.keys(statuses) as Status[]

describe('the lifecycle table', () => {
  it('the lifecycle table reaches every status from a new order', () => {
    const reached = new Set<string>(['new'])
    for (let grew = true; grew; ) {
      const before = reached.size
      for (const edge of lifecycle) if (reached.has(edge.from)) reached.add(edge.to)
      grew = reached.size > before
    }
    assert.deepEqual(
      names.filter(name => !reached.has(name)),
      [],
    )
  })

  it('the lifecycle table lets no order leave a final status, and leaves a way out of every other', () => {
    for (const name of names) {
      const waysOut = lifecycle.filter(edge => edge.from === name && edge.to !== name)
      assert.equal(waysOut.length === 0, statuses[name].final, name)
    }
  })

  it('the lifecycle table has one edge for each status and event', () => {
    assert.equal(new Set(lifecycle.map(edge => `${edge.from} ${edge.on}`)).size, lifecycle.length)
  })

  it('the lifecycle table offers the customer exactly the cancellations that it can make', () => {
    for (const name of names) {
      assert.equal(statuses[name].cancellable, edgeOf(name, 'cancel') !== undefined, name)
    }
  })

  it('the lifecycle table lets a customer do nothing with an order at a printer but ask to cancel or to change it', () => {
    const atPrinter: Status[] = ['PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION']
    assert.deepEqual(atPrinter.map(actionsIn), [['cancel', 'edit'], [], []])
  })

  it('the lifecycle table owes a refund exactly where an order that may be paid ends without being printed', () => {
    const paid = new Set<Status>(['VALID_HOLDING_BIN'])
    for (const from of paid) {
      for (const edge of lifecycle) if (edge.from === from && edge.to !== 'VALID_AWAITING_PAYMENT') paid.add(edge.to)
    }
    for (const { from, on, to, owes } of lifecycle) {
      const endsUnprinted = from !== to && (to === 'CANCELLED' || to === 'FAILED')
      const expected = from !== 'new' && paid.has(from) && endsUnprinted ? 'refund' : null
      assert.equal(owes, expected, `${from} ${on}`)
    }
  })

  it('the lifecycle table answers every pair of status and event as the committed table says', () => {
    // biome-ignore format: a table
    const expected: Record<string, Record<string, Status>> = {
      new:                    { admitted: 'RECEIVED', queued: 'QUEUED', rejected: 'REJECTED', rejected_sandbox: 'REJECTED', invalid: 'FAILED' },
      QUEUED:                 { released: 'RECEIVED', cancel: 'CANCELLED', files_fetched: 'QUEUED', files_unreachable: 'QUEUED', file_replaced: 'QUEUED', changed: 'QUEUED' },
      RECEIVED:               { cancel: 'CANCELLED', validation_started: 'VALIDATING', changed: 'RECEIVED' },
      VALIDATING:             { validated: 'VALID_AWAITING_PAYMENT', validated_unbilled: 'VALID_HOLDING_BIN', proof_required: 'AWAITING_PROOF', invalid: 'FAILED', problem: 'EXCEPTION', files_unreachable: 'VALIDATING', file_replaced: 'VALIDATING', refunded: 'VALIDATING', refund_failed: 'VALIDATING' },
      AWAITING_PROOF:         { proof_approved: 'VALID_AWAITING_PAYMENT', proof_approved_unbilled: 'VALID_HOLDING_BIN', proof_rejected: 'CANCELLED', proof_expired: 'CANCELLED', cancel: 'CANCELLED', changed: 'AWAITING_PROOF', refunded: 'AWAITING_PROOF', refund_failed: 'AWAITING_PROOF' },
      VALID_AWAITING_PAYMENT: { paid: 'VALID_HOLDING_BIN', payment_failed: 'VALID_AWAITING_PAYMENT', retries_resumed: 'VALID_AWAITING_PAYMENT', cancel: 'CANCELLED', changed: 'VALID_AWAITING_PAYMENT' },
      VALID_HOLDING_BIN:      { cancel: 'CANCELLED', hold_ended: 'PRINTING', changed: 'VALID_HOLDING_BIN', problem: 'EXCEPTION', refunded: 'VALID_HOLDING_BIN', refund_failed: 'VALID_HOLDING_BIN' },
      PRINTING:               { handed_over: 'PRINTING', accepted: 'PRINTING', printed: 'PRINTING', delayed: 'PRINTING', rerouted: 'PRINTING', cancel_in_time: 'CANCELLED', cancel: 'CANCELLATION_REQUESTED', changed: 'PRINTING', change_requested: 'PRINTING', change_refused: 'PRINTING', parcel_left: 'PRINTING', shipped: 'SHIPPED', problem: 'EXCEPTION', refunded: 'PRINTING', refund_failed: 'PRINTING' },
      CANCELLATION_REQUESTED: { handed_over: 'CANCELLATION_REQUESTED', accepted: 'CANCELLATION_REQUESTED', printed: 'CANCELLATION_REQUESTED', delayed: 'CANCELLATION_REQUESTED', cancel_accepted: 'CANCELLED', cancel_refused: 'PRINTING', parcel_left: 'CANCELLATION_REQUESTED', shipped: 'SHIPPED', problem: 'EXCEPTION', refunded: 'CANCELLATION_REQUESTED', refund_failed: 'CANCELLATION_REQUESTED' },
      EXCEPTION:              { resumed: 'PRINTING', revalidate: 'VALIDATING', abandoned: 'CANCELLED', refunded: 'EXCEPTION', refund_failed: 'EXCEPTION' },
      CANCELLED:              { refunded: 'CANCELLED', refund_failed: 'CANCELLED' },
      FAILED:                 { refunded: 'FAILED', refund_failed: 'FAILED' },
      SHIPPED:                { parcel_moved: 'SHIPPED', delivered: 'SHIPPED', delivery_problem: 'SHIPPED', returned: 'SHIPPED', refunded: 'SHIPPED', refund_failed: 'SHIPPED' },
      REJECTED:               {},
    }
    const events = new Set(lifecycle.map(edge => edge.on))
    for (const from of ['new', ...names] as const) {
      for (const on of events) {
        assert.equal(edgeOf(from, on)?.to, expected[from]?.[on], `${from} on ${on}`)
      }
    }
  })

  it('the lifecycle table is what docs/order-life.md shows (npm run docs writes it)', () => {
    const committed = readFileSync(new URL('../../docs/order-life.md', import.meta.url), 'utf8')
    assert.equal(committed, orderLifePage())
  })
})
