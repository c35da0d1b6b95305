import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Translatable } from '../../../languages/texts.ts'
import { day, instant, later } from '../../base/clock.ts'
import type { Status } from '../../orders/lifecycle.ts'
import type { ChangeRequest, Order, OrderState } from '../../orders/order.ts'
import { sampleJob } from '../../printer/contract.ts'
import {
  type JobShipment,
  type JobStatus,
  jobStatuses,
  type MessageContent,
  type PrintJob,
} from '../../printer/printer.ts'
import { decideMessage, type MessageDecision } from './decideMessage.ts'

const now = instant('2026-03-02T15:00:00Z')
const parcel = (trackingNumber: string): JobShipment[] => [
  {
    masterTrackingNumber: trackingNumber,
    carrier: 'UPS',
    packages: [{ trackingNumber, altTrackingNumber: '', trackingUrl: 'https://track.example' }],
  },
]

const messages: Record<string, MessageContent> = {
  received: { kind: 'received' },
  accepted: { kind: 'accepted', itemsCents: null, taxesCents: null },
  refused: { kind: 'refused', reason: 'busy' },
  printed: { kind: 'printed' },
  delayed: { kind: 'delayed', until: '2026-03-20', reason: '' },
  packages: { kind: 'packages', shipments: parcel('T1') },
  shipped: { kind: 'shipped', shipments: parcel('T1'), shippingCents: null },
  granted: { kind: 'cancellation', decision: 'accept', reason: '' },
  denied: { kind: 'cancellation', decision: 'refuse', reason: '' },
  problem: { kind: 'problem', reason: 'the press broke' },
}

const requested = { cancellationRequested: true, cancellationRequestedAt: now }
/** Properties of a job beyond its status. */
const traits: Record<string, Partial<PrintJob>> = {
  '-': {},
  requested,
  withdrawing: { ...requested, withdrawing: true },
  denied: { cancellationRefused: true },
  parcel: { collected: parcel('T1') },
  'requested+parcel': { ...requested, collected: parcel('T1') },
}

// The new status of the job and, after the slash, the edge of the order; `*`: another printer may take the order, `=`:
// no change. The state of the last row is impossible; it shows that no order moves along an edge that does not exist.
const table = `
  job       order                  trait            | received   accepted          refused                   printed         delayed     packages      shipped         granted                   denied           problem
  NEW       PRINTING               -                | RECEIVED/= ACCEPTED/accepted REFUSED*/problem          PRINTED/printed =/delayed   =/parcel_left SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  RECEIVED  PRINTING               -                | repeated   ACCEPTED/accepted REFUSED*/problem          PRINTED/printed =/delayed   =/parcel_left SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  ACCEPTED  PRINTING               -                | late       repeated          REFUSED/problem           PRINTED/printed =/delayed   =/parcel_left SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  PRINTED   PRINTING               -                | late       repeated          REFUSED/problem           repeated        =/delayed   =/parcel_left SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  ACCEPTED  PRINTING               denied           | late       repeated          REFUSED/problem           PRINTED/printed =/delayed   =/parcel_left SHIPPED/shipped contradicts               repeated         PROBLEM/problem
  ACCEPTED  PRINTING               parcel           | late       repeated          contradicts               PRINTED/printed =/delayed   repeated      SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  NEW       PRINTING               withdrawing      | RECEIVED/= ACCEPTED/accepted REFUSED*/problem          PRINTED/printed =/delayed   =/parcel_left SHIPPED/shipped WITHDRAWN*/problem        =/=              PROBLEM/problem
  NEW       CANCELLATION_REQUESTED requested        | RECEIVED/= ACCEPTED/accepted CANCELLED/cancel_accepted PRINTED/printed =/delayed   =/parcel_left SHIPPED/shipped CANCELLED/cancel_accepted =/cancel_refused PROBLEM/problem
  ACCEPTED  CANCELLATION_REQUESTED requested        | late       repeated          CANCELLED/cancel_accepted PRINTED/printed =/delayed   =/parcel_left SHIPPED/shipped CANCELLED/cancel_accepted =/cancel_refused PROBLEM/problem
  PRINTED   CANCELLATION_REQUESTED requested        | late       repeated          CANCELLED/cancel_accepted repeated        =/delayed   =/parcel_left SHIPPED/shipped CANCELLED/cancel_accepted =/cancel_refused PROBLEM/problem
  ACCEPTED  CANCELLATION_REQUESTED requested+parcel | late       repeated          contradicts               PRINTED/printed =/delayed   repeated      SHIPPED/shipped contradicts               =/cancel_refused PROBLEM/problem
  SHIPPED   SHIPPED                -                | late       repeated          contradicts               late            late        late          repeated        contradicts               contradicts      contradicts
  SHIPPED   SHIPPED                requested        | late       repeated          contradicts               late            late        late          repeated        contradicts               late             contradicts
  CANCELLED CANCELLED              requested        | late       contradicts       contradicts               contradicts     contradicts contradicts   contradicts     repeated                  contradicts      contradicts
  REFUSED   EXCEPTION              -                | late       contradicts       repeated                  contradicts     contradicts contradicts   contradicts     contradicts               contradicts      contradicts
  REFUSED   PRINTING               -                | late       contradicts       repeated                  contradicts     contradicts contradicts   contradicts     contradicts               contradicts      contradicts
  PROBLEM   EXCEPTION              -                | late       contradicts       contradicts               contradicts     contradicts contradicts   contradicts     contradicts               contradicts      repeated
  WITHDRAWN PRINTING               requested        | late       contradicts       contradicts               contradicts     contradicts contradicts   contradicts     repeated                  contradicts      contradicts
  WITHDRAWN SHIPPED                requested        | late       contradicts       contradicts               contradicts     contradicts contradicts   contradicts     repeated                  contradicts      contradicts
  ACCEPTED  SHIPPED                -                | late       repeated          contradicts               contradicts     contradicts contradicts   contradicts     contradicts               contradicts      contradicts
`

function stateOf(status: JobStatus, orderStatus: Status, changes: Partial<PrintJob>, state: Partial<OrderState> = {}) {
  const wasAccepted = ['ACCEPTED', 'PRINTED', 'SHIPPED', 'PROBLEM'].includes(status)
  const acceptedAt = wasAccepted ? now : null
  const job = sampleJob({ mode: 'production', status, submittedAt: now, acceptedAt, ...changes })
  const shippedAt = now.toISOString()
  const shipmentTracking = status === 'SHIPPED' ? parcel('T1').map(shipment => ({ ...shipment, shippedAt })) : []
  const order = { status: orderStatus, state: { pricing: null, shipmentTracking, ...state } } as unknown as Order
  return { job, order }
}
const today = now.toISOString().slice(0, 10)
const fromDay = (day: string) => ({ earliest: day, latest: day })
const moment = {
  now,
  sentAt: now,
  estimateDelivery: (_order: Order, shipDate: string) => fromDay(shipDate),
  shipDayOf: () => today,
}

function summaryOf(decision: MessageDecision): string {
  if (decision.kind !== 'moves') return decision.kind
  return `${decision.job.status ?? '='}${decision.reroutes ? '*' : ''}/${decision.on ?? '='}`
}

describe('a message of a printer', () => {
  const [titles, ...rows] = table
    .trim()
    .split('\n')
    .map(row => row.trim().split(/[\s|]+/))
  for (const [status, orderStatus, trait, ...verdicts] of rows) {
    it(`a message of a printer about a ${status} job (${trait}) and its ${orderStatus} order is decided as the table says`, () => {
      const state = stateOf(status as JobStatus, orderStatus as Status, traits[trait!]!)
      const message = titles!.slice(3)
      assert.deepEqual(message, Object.keys(messages))
      const decision = message.map(name => [name, summaryOf(decideMessage(state, messages[name]!, moment))])
      assert.deepEqual(Object.fromEntries(decision), Object.fromEntries(message.map((name, i) => [name, verdicts[i]])))
    })
  }

  it('a message of a printer has a row in the table for every state of a job', () => {
    assert.deepEqual(new Set(rows.map(([status]) => status)), new Set(jobStatuses))
  })
})

describe('the content of a message', () => {
  const enterprise = { enterprise: true }
  const unaccepted = { ...enterprise, acceptedAt: null }
  const priced = (shippingCents: number | null) => ({
    pricing: {
      itemsCents: 10050,
      fulfillmentCents: null,
      shippingCents,
      taxesCents: 704,
      orderCents: null,
      final: shippingCents !== null,
    },
  })
  const agreed = priced(446).pricing
  const unpriced = messages.accepted!
  const accepted = (itemsCents: number | null): MessageContent => ({ kind: 'accepted', itemsCents, taxesCents: 704 })
  const shipped = (shippingCents: number | null, number = 'T1'): MessageContent => ({
    kind: 'shipped',
    shipments: parcel(number),
    shippingCents,
  })
  const delayed = (until: string): MessageContent => ({ kind: 'delayed', until, reason: '' })
  const open = (changes: Partial<PrintJob>, state?: Partial<OrderState>) =>
    stateOf('ACCEPTED', 'PRINTING', changes, state)
  const sent = (changes: Partial<PrintJob>, state?: Partial<OrderState>) =>
    stateOf('SHIPPED', 'SHIPPED', changes, state)

  const cases: [what: string, state: ReturnType<typeof stateOf>, message: MessageContent, verdict: string][] = [
    ['an enterprise acceptance without prices', stateOf('NEW', 'PRINTING', enterprise), accepted(null), 'incomplete'],
    [
      'an enterprise acceptance with prices',
      stateOf('NEW', 'PRINTING', enterprise),
      accepted(10050),
      'ACCEPTED/accepted',
    ],
    ['the same prices again', open(enterprise, priced(null)), accepted(10050), 'repeated'],
    ['other prices', open(enterprise, priced(null)), accepted(10051), 'contradicts'],
    [
      'an acceptance without prices of a canceled job whose prices are agreed',
      stateOf('CANCELLED', 'CANCELLED', { ...enterprise, acceptedAt: now }, { ...priced(null), agreed }),
      unpriced,
      'contradicts',
    ],
    [
      'an acceptance without prices of a job that another job has followed',
      stateOf('PROBLEM', 'PRINTING', enterprise, { ...priced(null), agreed }),
      unpriced,
      'contradicts',
    ],
    [
      'the acceptance again without its agreed prices',
      open(enterprise, { ...priced(null), agreed }),
      unpriced,
      'repeated',
    ],
    [
      'prices after a job was printed without an acceptance',
      stateOf('PRINTED', 'PRINTING', unaccepted),
      accepted(1),
      'PRINTED/accepted',
    ],
    ['enterprise shipping without its price', open(enterprise, priced(null)), shipped(null), 'incomplete'],
    ['shipping before the prices', stateOf('RECEIVED', 'PRINTING', enterprise), shipped(446), 'contradicts'],
    ['shipping after the prices', open(enterprise, priced(null)), shipped(446), 'SHIPPED/shipped'],
    ['the same shipping again', sent(enterprise, priced(446)), shipped(446), 'repeated'],
    ['shipping at another price', sent(enterprise, priced(446)), shipped(447), 'contradicts'],
    ['shipping under another number', sent({}), shipped(null, 'T2'), 'contradicts'],
    [
      'a parcel that was not shipped with the rest',
      sent({}),
      { kind: 'packages', shipments: parcel('T2') },
      'contradicts',
    ],
    ['packages without a parcel', open({}), { kind: 'packages', shipments: [] }, 'incomplete'],
    ['shipping without a parcel', open({}), { kind: 'shipped', shipments: [], shippingCents: null }, 'incomplete'],
    [
      'shipping of the parcels that left earlier',
      open({ collected: parcel('T1') }),
      { kind: 'shipped', shipments: [], shippingCents: null },
      'SHIPPED/shipped',
    ],
    ['a delay until a day in the past', open({}), delayed('2026-02-28'), 'late'],
    [
      'a delay until the current ship date',
      open({ expectedShipDate: '2026-03-09' }),
      delayed('2026-03-09'),
      'repeated',
    ],
    [
      'a delay that is older than the last delay',
      open({ delayAnnouncedAt: later(now, 1000) }),
      delayed('2026-03-09'),
      'late',
    ],
    ['an earlier day', open({}), delayed('2026-03-04'), '=/delayed'],
    [
      'a delay of a year',
      open({}),
      delayed(
        later(now, 365 * day)
          .toISOString()
          .slice(0, 10),
      ),
      '=/delayed',
    ],
    [
      'a delay of more than ten years',
      open({}),
      delayed(
        later(now, 3651 * day)
          .toISOString()
          .slice(0, 10),
      ),
      'incomplete',
    ],
  ]
  const estimate = { earliest: '2026-03-05', latest: '2026-03-09' }
  const windows: [day: string, estimatedShipDate: string | null, expected: typeof estimate][] = [
    ['on the estimated day does not change the delivery', today, estimate],
    ['later than estimated moves the delivery', '2026-02-27', fromDay(today)],
    ['earlier than estimated moves the delivery too', '2026-03-04', fromDay(today)],
  ]
  for (const [day, estimatedShipDate, expected] of windows) {
    it(`shipping ${day}`, () => {
      const state = open({}, { estimatedShipDate, estimatedDelivery: estimate })
      const decision = decideMessage(state, shipped(null), moment)
      assert.ok(decision.kind === 'moves')
      const { state: changes } = decision.changes
      assert.deepEqual({ ...state.order.state, ...changes }.estimatedDelivery, expected)
      assert.equal({ ...state.order.state, ...changes }.estimatedShipDate, estimatedShipDate)
    })
  }

  for (const [what, state, message, verdict] of cases) {
    it(`a message is judged: ${what}: ${verdict}`, () => {
      assert.equal(summaryOf(decideMessage(state, message, moment)), verdict)
    })
  }

  const reasons: [what: string, state: ReturnType<typeof stateOf>, message: MessageContent, detail: string][] = [
    [
      'a problem after shipping',
      sent({}),
      { kind: 'problem', reason: 'bent' },
      'the job has shipped: a problem can no longer be reported',
    ],
    [
      'other prices',
      open(enterprise, priced(null)),
      accepted(10051),
      'the job was accepted: its prices were different',
    ],
    ['a receipt after printing', stateOf('PRINTED', 'PRINTING', {}), { kind: 'received' }, 'the job was printed'],
    [
      'an acceptance while the order is on hold',
      stateOf('NEW', 'EXCEPTION', {}),
      accepted(null),
      'the order is “On hold”, which this message does not fit',
    ],
  ]
  it('a reason is in the language of its reader, with the label of the status', () => {
    const german = ([, state, message]: (typeof reasons)[number]) => {
      const decision = decideMessage(state, message, moment)
      return 'detail' in decision && decision.detail instanceof Translatable ? decision.detail.in('de') : null
    }
    const [shipped, prices, , hold] = reasons.map(german)
    assert.equal(shipped, 'der Auftrag ist versendet: ein Problem kann nicht mehr gemeldet werden')
    assert.equal(prices, 'der Auftrag ist angenommen: seine Preise waren andere')
    assert.equal(hold, 'die Bestellung ist „Angehalten“, dazu passt diese Meldung nicht')
  })

  for (const [what, state, message, detail] of reasons) {
    it(`${what} changes nothing, and the reason is a sentence`, () => {
      const decision = decideMessage(state, message, moment)
      assert.ok(decision.kind === 'contradicts' || decision.kind === 'late')
      assert.equal(String(decision.detail), detail)
    })
  }

  it('parcels that left before a problem are listed with the parcels of the next job', () => {
    const leftEarlier = parcel('T1')
    const stopped = decideMessage(open({ collected: leftEarlier }), { kind: 'problem', reason: 'a page tore' }, moment)
    assert.ok(stopped.kind === 'moves')
    assert.deepEqual(stopped.changes.state, { leftEarlier })

    const shippedRest = decideMessage(open({}, { leftEarlier }), shipped(null, 'T2'), moment)
    assert.ok(shippedRest.kind === 'moves')
    const { shipmentTracking } = shippedRest.changes.state!
    const numbers = shipmentTracking!.flatMap(shipment => shipment.packages.map(({ trackingNumber }) => trackingNumber))
    assert.deepEqual(numbers, ['T1', 'T2'])
    const again = stateOf('SHIPPED', 'SHIPPED', {}, { shipmentTracking: shipmentTracking!, leftEarlier })
    assert.equal(decideMessage(again, shipped(null, 'T2'), moment).kind, 'repeated')
    assert.equal(decideMessage(again, shipped(null, 'T3'), moment).kind, 'contradicts')
  })

  it('an answer to a change moves the order once, and only while the change waits and no parcel has left', () => {
    const answer = (decision: 'accept' | 'refuse') =>
      ({ kind: 'change', decision, requestedAt: 'now', reason: 'so' }) as const
    const decided = (
      decision: 'accept' | 'refuse',
      requested: 'REQUESTED' | 'ACCEPTED' | 'REFUSED' | null,
      job: Partial<PrintJob> = {},
      [jobStatus, orderStatus]: [JobStatus, Status] = ['ACCEPTED', 'PRINTING'],
      requestedAt = 'now',
    ) => {
      const changeRequest = {
        status: requested,
        requestedAt,
        effect: { state: {}, fall: null },
      } as unknown as ChangeRequest
      const state: Partial<OrderState> = { estimatedShipDate: null, ...(requested === null ? {} : { changeRequest }) }
      const changes = { changeRequestedAt: requested === 'REQUESTED' ? now : null, ...job }
      return summaryOf(decideMessage(stateOf(jobStatus, orderStatus, changes, state), answer(decision), moment))
    }
    assert.equal(decided('accept', 'REQUESTED'), '=/changed')
    assert.equal(decided('refuse', 'REQUESTED'), '=/change_refused')
    assert.equal(decided('accept', 'REQUESTED', { collected: parcel('T1') }), 'contradicts')
    assert.equal(decided('accept', 'REQUESTED', {}, ['ACCEPTED', 'CANCELLATION_REQUESTED']), 'contradicts')
    assert.deepEqual([decided('accept', 'ACCEPTED'), decided('refuse', 'REFUSED')], ['repeated', 'repeated'])
    assert.deepEqual([decided('refuse', 'ACCEPTED'), decided('accept', null)], ['contradicts', 'contradicts'])
    assert.equal(decided('accept', 'REFUSED', {}, ['SHIPPED', 'SHIPPED']), 'contradicts')
    assert.equal(decided('accept', 'REQUESTED', {}, ['ACCEPTED', 'PRINTING'], 'later'), 'contradicts')
    for (const ended of ['PROBLEM', 'REFUSED', 'WITHDRAWN'] as const) {
      assert.equal(decided('accept', 'REQUESTED', {}, [ended, 'PRINTING']), 'contradicts')
    }
  })
})
