import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, instant, later } from '../../base/clock.ts'
import { sampleJob } from '../../printer/contract.ts'
import { type JobShipment, type JobStatus, jobStatuses, type Message, type PrintJob } from '../../printer/printer.ts'
import type { Status } from '../lifecycle.ts'
import type { Order, OrderState } from '../order.ts'
import { type Judgement, judge } from './judge.ts'

const now = instant('2026-03-02T15:00:00Z')
const parcel = (trackingNumber: string): JobShipment[] => [
  {
    masterTrackingNumber: trackingNumber,
    carrier: 'UPS',
    packages: [{ trackingNumber, altTrackingNumber: '', trackingUrl: 'https://track.example' }],
  },
]

const messages: Record<string, Message> = {
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

const asked = { cancellationRequested: true, cancellationRequestedAt: now }
/** What a row says of its job beyond the status; the rest of the story is in the status of its order. */
const traits: Record<string, Partial<PrintJob>> = {
  '-': {},
  asked,
  withdrawing: { ...asked, withdrawing: true },
  denied: { cancellationRefused: true },
  parcel: { collected: parcel('T1') },
  'asked+parcel': { ...asked, collected: parcel('T1') },
}

// What becomes of the job and, after the slash, what happens to the order; `*`: another printer is looked for first,
// `=`: it stays. The last row cannot be: should it ever, no order is moved along an edge that is not there.
const table = `
  job       order                  trait        | received   accepted          refused                   printed         delayed   packages shipped         granted                   denied           problem
  NEW       PRINTING               -            | RECEIVED/= ACCEPTED/accepted REFUSED*/problem          PRINTED/printed =/delayed =/=      SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  RECEIVED  PRINTING               -            | known      ACCEPTED/accepted REFUSED*/problem          PRINTED/printed =/delayed =/=      SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  ACCEPTED  PRINTING               -            | late       known             REFUSED/problem           PRINTED/printed =/delayed =/=      SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  PRINTED   PRINTING               -            | late       known             REFUSED/problem           known           =/delayed =/=      SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  ACCEPTED  PRINTING               denied       | late       known             REFUSED/problem           PRINTED/printed =/delayed =/=      SHIPPED/shipped contradicts               known            PROBLEM/problem
  ACCEPTED  PRINTING               parcel       | late       known             contradicts               PRINTED/printed =/delayed known    SHIPPED/shipped contradicts               contradicts      PROBLEM/problem
  NEW       PRINTING               withdrawing  | RECEIVED/= ACCEPTED/accepted REFUSED*/problem          PRINTED/printed =/delayed =/=      SHIPPED/shipped WITHDRAWN*/problem        =/=              PROBLEM/problem
  NEW       CANCELLATION_REQUESTED asked        | RECEIVED/= ACCEPTED/accepted CANCELLED/cancel_accepted PRINTED/printed =/delayed =/=      SHIPPED/shipped CANCELLED/cancel_accepted =/cancel_refused PROBLEM/problem
  ACCEPTED  CANCELLATION_REQUESTED asked        | late       known             CANCELLED/cancel_accepted PRINTED/printed =/delayed =/=      SHIPPED/shipped CANCELLED/cancel_accepted =/cancel_refused PROBLEM/problem
  PRINTED   CANCELLATION_REQUESTED asked        | late       known             CANCELLED/cancel_accepted known           =/delayed =/=      SHIPPED/shipped CANCELLED/cancel_accepted =/cancel_refused PROBLEM/problem
  ACCEPTED  CANCELLATION_REQUESTED asked+parcel | late       known             contradicts               PRINTED/printed =/delayed known    SHIPPED/shipped contradicts               =/cancel_refused PROBLEM/problem
  SHIPPED   SHIPPED                -            | late       known             contradicts               late            late      late     known           contradicts               contradicts      contradicts
  SHIPPED   SHIPPED                asked        | late       known             contradicts               late            late      late     known           contradicts               late             contradicts
  CANCELLED CANCELLED              asked        | late       contradicts       contradicts               contradicts     contradicts contradicts contradicts known                  contradicts      contradicts
  REFUSED   EXCEPTION              -            | late       contradicts       known                     contradicts     contradicts contradicts contradicts contradicts            contradicts      contradicts
  REFUSED   PRINTING               -            | late       contradicts       known                     contradicts     contradicts contradicts contradicts contradicts            contradicts      contradicts
  PROBLEM   EXCEPTION              -            | late       contradicts       contradicts               contradicts     contradicts contradicts contradicts contradicts            contradicts      known
  WITHDRAWN PRINTING               asked        | late       contradicts       contradicts               contradicts     contradicts contradicts contradicts known                  contradicts      contradicts
  WITHDRAWN SHIPPED                asked        | late       contradicts       contradicts               contradicts     contradicts contradicts contradicts known                  contradicts      contradicts
  ACCEPTED  SHIPPED                -            | late       known             contradicts               contradicts     contradicts =/=    contradicts     contradicts               contradicts      contradicts
`

function placeOf(status: JobStatus, orderStatus: Status, changes: Partial<PrintJob>, state: Partial<OrderState> = {}) {
  const wasAccepted = ['ACCEPTED', 'PRINTED', 'SHIPPED', 'PROBLEM'].includes(status)
  const acceptedAt = wasAccepted ? now : null
  const job = sampleJob({ mode: 'production', status, submittedAt: now, acceptedAt, ...changes })
  const shippedAt = now.toISOString()
  const shipmentTracking = status === 'SHIPPED' ? parcel('T1').map(one => ({ ...one, shippedAt })) : []
  const order = { status: orderStatus, state: { pricing: null, shipmentTracking, ...state } } as unknown as Order
  return { job, order }
}
const today = now.toISOString().slice(0, 10)
const moment = { now, saidAt: now, whenDelivered: () => null, leavingDay: () => today }

function shortly(judged: Judgement): string {
  if (judged.kind !== 'moves') return judged.kind
  return `${judged.job.status ?? '='}${judged.reroutes ? '*' : ''}/${judged.on ?? '='}`
}

describe('a message of a printer', () => {
  const [titles, ...rows] = table
    .trim()
    .split('\n')
    .map(row => row.trim().split(/[\s|]+/))
  for (const [status, orderStatus, trait, ...verdicts] of rows) {
    it(`is judged by where it finds a ${status} job (${trait}) and its ${orderStatus} order`, () => {
      const place = placeOf(status as JobStatus, orderStatus as Status, traits[trait!]!)
      const told = titles!.slice(3)
      assert.deepEqual(told, Object.keys(messages))
      const judged = told.map(name => [name, shortly(judge(place, messages[name]!, moment))])
      assert.deepEqual(Object.fromEntries(judged), Object.fromEntries(told.map((name, i) => [name, verdicts[i]])))
    })
  }

  it('has its row for every state of a job', () => {
    assert.deepEqual(new Set(rows.map(([status]) => status)), new Set(jobStatuses))
  })
})

describe('what the content of a message changes', () => {
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
  const accepted = (itemsCents: number | null): Message => ({ kind: 'accepted', itemsCents, taxesCents: 704 })
  const shipped = (shippingCents: number | null, number = 'T1'): Message => ({
    kind: 'shipped',
    shipments: parcel(number),
    shippingCents,
  })
  const delayed = (until: string): Message => ({ kind: 'delayed', until, reason: '' })
  const open = (changes: Partial<PrintJob>, state?: Partial<OrderState>) =>
    placeOf('ACCEPTED', 'PRINTING', changes, state)
  const sent = (changes: Partial<PrintJob>, state?: Partial<OrderState>) =>
    placeOf('SHIPPED', 'SHIPPED', changes, state)

  const cases: [what: string, place: ReturnType<typeof placeOf>, message: Message, verdict: string][] = [
    ['an enterprise acceptance without prices', placeOf('NEW', 'PRINTING', enterprise), accepted(null), 'incomplete'],
    ['one with prices', placeOf('NEW', 'PRINTING', enterprise), accepted(10050), 'ACCEPTED/accepted'],
    ['the same prices again', open(enterprise, priced(null)), accepted(10050), 'known'],
    ['other prices', open(enterprise, priced(null)), accepted(10051), 'contradicts'],
    [
      'prices after a job was printed unaccepted',
      placeOf('PRINTED', 'PRINTING', unaccepted),
      accepted(1),
      'PRINTED/accepted',
    ],
    ['enterprise shipping without its price', open(enterprise, priced(null)), shipped(null), 'incomplete'],
    ['shipping before the prices', placeOf('RECEIVED', 'PRINTING', enterprise), shipped(446), 'contradicts'],
    ['shipping after them', open(enterprise, priced(null)), shipped(446), 'SHIPPED/shipped'],
    ['the same shipping again', sent(enterprise, priced(446)), shipped(446), 'known'],
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
      'shipping of what was collected',
      open({ collected: parcel('T1') }),
      { kind: 'shipped', shipments: [], shippingCents: null },
      'SHIPPED/shipped',
    ],
    ['a delay until a day that is over', open({}), delayed('2026-02-28'), 'late'],
    ['a delay until the day that is known', open({ expectedShipDate: '2026-03-09' }), delayed('2026-03-09'), 'known'],
    [
      'a delay that was said before the last one',
      open({ delaySaidAt: later(now, 1000) }),
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
      'a delay of more',
      open({}),
      delayed(
        later(now, 3651 * day)
          .toISOString()
          .slice(0, 10),
      ),
      'incomplete',
    ],
  ]
  const told = { earliest: '2026-03-05', latest: '2026-03-09' }
  const fromDay = (day: string) => ({ earliest: day, latest: day })
  const windows: [what: string, estimatedShipDate: string | null, sold: boolean, expected: typeof told][] = [
    ['on the day that was estimated leaves the delivery as it was', today, true, told],
    ['later than estimated moves the delivery', '2026-02-27', true, fromDay(today)],
    ['earlier than estimated moves the delivery too', '2026-03-04', true, fromDay(today)],
    ['of a class that is sold no more leaves the delivery as it was', '2026-02-27', false, told],
  ]
  for (const [what, estimatedShipDate, sold, expected] of windows) {
    it(`shipping ${what}`, () => {
      const place = open({}, { estimatedShipDate, estimatedDelivery: told })
      const whenDelivered = (_order: Order, day: string) => (sold ? fromDay(day) : null)
      const judged = judge(place, shipped(null), { ...moment, whenDelivered })
      assert.ok(judged.kind === 'moves')
      const { state } = judged.changes
      assert.deepEqual({ ...place.order.state, ...state }.estimatedDelivery, expected)
      assert.equal({ ...place.order.state, ...state }.estimatedShipDate, estimatedShipDate)
    })
  }

  for (const [what, place, message, verdict] of cases) {
    it(`${what}: ${verdict}`, () => {
      assert.equal(shortly(judge(place, message, moment)), verdict)
    })
  }

  const reasons: [what: string, place: ReturnType<typeof placeOf>, message: Message, detail: string][] = [
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
    ['a receipt after printing', placeOf('PRINTED', 'PRINTING', {}), { kind: 'received' }, 'the job was printed'],
    [
      'an acceptance while the order stands still',
      placeOf('NEW', 'EXCEPTION', {}),
      accepted(null),
      'the order is “On hold”, which this message does not fit',
    ],
  ]
  for (const [what, place, message, detail] of reasons) {
    it(`says in words why ${what} moves nothing`, () => {
      const judged = judge(place, message, moment)
      assert.ok(judged.kind === 'contradicts' || judged.kind === 'late')
      assert.equal(judged.detail, detail)
    })
  }

  it('parcels that left before a problem are told with what the next job ships', () => {
    const leftEarlier = parcel('T1')
    const stopped = judge(open({ collected: leftEarlier }), { kind: 'problem', reason: 'a page tore' }, moment)
    assert.ok(stopped.kind === 'moves')
    assert.deepEqual(stopped.changes.state, { leftEarlier })

    const whole = judge(open({}, { leftEarlier }), shipped(null, 'T2'), moment)
    assert.ok(whole.kind === 'moves')
    const { shipmentTracking } = whole.changes.state!
    const numbers = shipmentTracking!.flatMap(one => one.packages.map(({ trackingNumber }) => trackingNumber))
    assert.deepEqual(numbers, ['T1', 'T2'])
    const again = placeOf('SHIPPED', 'SHIPPED', {}, { shipmentTracking: shipmentTracking!, leftEarlier })
    assert.equal(judge(again, shipped(null, 'T2'), moment).kind, 'known')
    assert.equal(judge(again, shipped(null, 'T3'), moment).kind, 'contradicts')
  })
})
