// The simulated carrier: labels without money that no carrier takes. Its own books survive a restart of the service.
// The second line of a test address makes it behave in a way in which a real carrier can behave.

import { createHash } from 'node:crypto'
import { day, earlier, later } from '../../base/clock.ts'
import type {
  Carrier,
  CarrierParts,
  CarrierProvider,
  CarrierUnknown,
  FindOutcome,
  Rate,
  Shipment,
  SoldLabel,
} from '../carrier.ts'
import {
  type BookedShipment,
  bookEvent,
  bookManifest,
  bookPurchase,
  bookShipment,
  bookVoid,
  readEvents,
  readParcel,
  readShipment,
} from './simulatedCarrierStore.ts'
import { type PlannedParcel, simulatedEvents, trackingAt } from './simulatedTracking.ts'

const simulatedCarrierName = 'simulated'
const post = 'Simulated Post'

/** The second lines of test addresses, with what they do. */
export const testAddresses = {
  'SIM REFUSED': 'refused',
  'SIM NO SERVICE': 'no_service',
  'SIM DOWN': 'down',
  'SIM PURCHASE REFUSED': 'purchase_refused',
  'SIM LOST REQUEST': 'lost_request',
  'SIM LOST ANSWER': 'lost_answer',
  'SIM UNREADABLE': 'unreadable',
  'SIM VOID REFUSED': 'void_refused',
  'SIM VOID LATER': 'void_later',
  'SIM LATE': 'late',
  'SIM EXCEPTION': 'exception',
  'SIM ATTEMPTED': 'attempted',
  'SIM RETURNED': 'returned',
  'SIM LOST': 'lost',
} as const satisfies Record<string, string>

const behaviors: Readonly<Record<string, string>> = testAddresses
const behaviorOf = ({ to }: Shipment): string => {
  const line = to.street2.trim().toUpperCase()
  return Object.hasOwn(behaviors, line) ? behaviors[line]! : ''
}

const maxWeightOz = 70 * 16
/** The time in which a label can be given back. */
const voidWithinMs = 28 * day
/** How long the carrier takes to decide about a refund that it does not make at once. */
const voidDelayMs = day

type Service = { name: string; baseCents: number; ounceCents: number; days: number }
const domestic: Service[] = [
  { name: 'Ground', baseCents: 450, ounceCents: 9, days: 5 },
  { name: 'Two Day', baseCents: 1150, ounceCents: 22, days: 2 },
  { name: 'Overnight', baseCents: 2900, ounceCents: 40, days: 1 },
]
const international: Service[] = [
  { name: 'International', baseCents: 1400, ounceCents: 31, days: 8 },
  { name: 'International Express', baseCents: 4100, ounceCents: 55, days: 3 },
]

export const simulatedCarrierProvider: CarrierProvider = {
  open: (_config, parts) => simulatedCarrier(parts),
}

export function simulatedCarrier({ db, newId, clock }: Omit<CarrierParts, 'outbound'>): Carrier {
  const find = async (shipmentRef: string): Promise<FindOutcome> => {
    const booked = await readShipment(db, shipmentRef)
    const label = booked === undefined ? null : soldLabel(booked, clock())
    return label === null ? { kind: 'absent' } : { kind: 'bought', label }
  }

  return {
    name: simulatedCarrierName,

    async rate(shipment) {
      const behavior = behaviorOf(shipment)
      if (behavior === 'down') return unanswered
      if (behavior === 'refused')
        return { kind: 'refused', code: 'address_refused', message: 'The address was not found.' }
      const isCarried = shipment.parcel.weightOz <= maxWeightOz && behavior !== 'no_service'
      const shipmentRef = newId('simshp')
      const rates = isCarried ? ratesOf(shipment, shipmentRef) : []
      const { from, to, reference } = shipment
      const places = { fromCity: from.city, fromState: from.state, toState: to.state, toCountry: to.country }
      await bookShipment(db, { shipmentRef, reference, behavior, rates, fromCountry: from.country, ...places }, clock())
      const messages = isCarried ? [] : [`No service carries this parcel: the most is ${maxWeightOz / 16} lb.`]
      return { kind: 'rated', shipmentRef, rates, messages }
    },

    async buy({ shipmentRef, rateRef, attempt }) {
      const booked = await readShipment(db, shipmentRef)
      const rate = booked?.rates.find(({ ref }) => ref === rateRef)
      if (booked === undefined || rate === undefined)
        return { kind: 'refused', code: 'rate_refused', message: 'There is no such rate.' }
      if (booked.behavior === 'purchase_refused')
        return { kind: 'refused', code: 'parcel_refused', message: 'The parcel is too large for this service.' }
      if (booked.behavior === 'lost_request' && attempt === 1) return unanswered
      const purchase = { shipmentRef, rateRef, trackingNumber: trackingNumberOf(shipmentRef), boughtAt: clock() }
      const isNew = await bookPurchase(db, purchase)
      if (isNew && booked.behavior === 'lost_answer') return unanswered
      const found = await find(shipmentRef)
      return found.kind === 'absent' ? unanswered : found
    },

    find,

    async void(shipmentRef) {
      const booked = await readShipment(db, shipmentRef)
      if (!booked?.boughtAt) return { kind: 'refused', code: 'refused', message: 'There is no such label.' }
      const now = clock()
      if (booked.voidedAt === null) {
        if (booked.behavior === 'void_refused' || now > later(booked.boughtAt, voidWithinMs))
          return { kind: 'refused', code: 'refused', message: 'The label can no longer be given back.' }
        await bookVoid(db, shipmentRef, now)
      }
      const { refund } = soldLabel((await readShipment(db, shipmentRef))!, now)!
      return { kind: refund === 'refunded' ? 'refunded' : 'requested' }
    },

    async fetchLabel({ shipmentRef, format, shipment }) {
      const booked = await readShipment(db, shipmentRef)
      const label = booked === undefined ? null : soldLabel(booked, clock())
      if (booked === undefined || label === null) return unanswered
      if (booked.behavior === 'unreadable') return { kind: 'unknown', cause: 'the label is not readable' }
      const { sampleLabelPdf, sampleLabelZpl } = await import('./sampleLabel.ts') // draws with a large package
      const sample = { trackingNumber: label.trackingNumber, service: label.service, shipment, at: booked.boughtAt! }
      return { kind: 'file', bytes: format === 'ZPL' ? sampleLabelZpl(sample) : await sampleLabelPdf(sample) }
    },

    async manifest({ manifestId, shipments }) {
      const known = await Promise.all(shipments.map(({ shipmentRef }) => find(shipmentRef)))
      if (known.some(({ kind }) => kind !== 'bought'))
        return { kind: 'refused', code: 'refused', message: 'A parcel of the manifest has no label.' }
      const isListed = await bookManifest(
        db,
        manifestId,
        shipments.map(({ shipmentRef }) => shipmentRef),
      )
      if (!isListed)
        return { kind: 'refused', code: 'refused', message: 'A parcel of the manifest is on another manifest.' }
      const { sampleManifestPdf } = await import('./sampleLabel.ts')
      const numbers = shipments.map(({ trackingNumber }) => trackingNumber)
      return { kind: 'file', bytes: await sampleManifestPdf(manifestId, numbers, clock()) }
    },

    async track({ orderId, trackingNumber, carrier }) {
      const booked = await readParcel(db, trackingNumber)
      const simulated = await readEvents(db, { orderId, trackingNumber })
      if (booked !== undefined)
        return { kind: 'found', tracking: trackingAt(plannedParcel(booked), simulated, clock()) }
      const events = simulatedEvents(simulated, nowhere)
      const last = events.at(-1)
      if (last === undefined) return { kind: 'absent' }
      return { kind: 'found', tracking: { trackingNumber, carrier, status: last.status, expectedOn: null, events } }
    },

    readMessage: null,

    async simulate(parcel, status) {
      const now = clock()
      const last = (await readEvents(db, parcel)).at(-1)
      // The same outcome after a day is a new one.
      if (last?.status === status && last.at > earlier(now, day)) return
      await bookEvent(db, parcel, { status, at: now })
    },
  }
}

const unanswered: CarrierUnknown = { kind: 'unknown', cause: 'the carrier did not answer in time' }

const nowhere = { city: '', state: '', country: '' }

const rateOf = ({ rates, rateRef }: BookedShipment): Rate => rates.find(({ ref }) => ref === rateRef)!

/** Null when it was not bought. */
function soldLabel(booked: BookedShipment, now: Date): SoldLabel | null {
  const { shipmentRef, trackingNumber, voidedAt, behavior } = booked
  if (trackingNumber === null) return null
  const { carrier, service, costCents } = rateOf(booked)
  const refundsAt = voidedAt === null ? null : later(voidedAt, behavior === 'void_later' ? voidDelayMs : 0)
  const refund = refundsAt === null ? 'none' : refundsAt <= now ? 'refunded' : 'requested'
  return { shipmentRef, trackingNumber, carrier, service, costCents, refund }
}

function ratesOf({ parcel, from, to }: Shipment, shipmentRef: string): Rate[] {
  const services = from.country === to.country ? domestic : international
  const startedOunces = Math.ceil(parcel.weightOz)
  return services.map(({ name, baseCents, ounceCents, days }, i) => ({
    ref: `${shipmentRef}_${i + 1}`,
    carrier: post,
    service: name,
    costCents: baseCents + startedOunces * ounceCents,
    days,
  }))
}

const plannedParcel = (booked: BookedShipment): PlannedParcel => ({
  trackingNumber: booked.trackingNumber!,
  carrier: post,
  behavior: booked.behavior,
  boughtAt: booked.boughtAt!,
  days: rateOf(booked).days!,
  from: { city: booked.fromCity, state: booked.fromState, country: booked.fromCountry },
  to: { city: '', state: booked.toState, country: booked.toCountry },
})

/** Begins with SIM, like the numbers of the simulated printer, so that it is never the number of a real parcel. */
function trackingNumberOf(shipmentRef: string): string {
  const digest = createHash('sha256').update(shipmentRef).digest()
  return `SIM${(digest.readBigUInt64BE() % 10n ** 15n).toString().padStart(15, '0')}`
}
