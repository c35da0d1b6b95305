// Parcels as printers report them: missing values are derived from the tracking number, and parts are put together.

import { carrierOf, trackingLink } from './carriers.ts'
import type { JobShipment } from './printer.ts'

type Package = JobShipment['packages'][number]

/**
 * The same parcels, with carrier and tracking links derived from the numbers where the printer gave none. A value of
 * spaces is one that was not given.
 */
export function completed(shipments: JobShipment[]): JobShipment[] {
  return shipments.map(trimmed).map(({ masterTrackingNumber, carrier, packages }) => {
    const known = carrier || carrierOf(masterTrackingNumber) || firstCarrier(packages)
    return {
      masterTrackingNumber,
      carrier: known,
      packages: packages.map(({ trackingNumber, altTrackingNumber, trackingUrl }) => ({
        trackingNumber,
        altTrackingNumber,
        trackingUrl: trackingUrl || trackingLink(known, trackingNumber || masterTrackingNumber),
      })),
    }
  })
}

const trimmed = ({ masterTrackingNumber, carrier, packages }: JobShipment): JobShipment => ({
  masterTrackingNumber: masterTrackingNumber.trim(),
  carrier: carrier.trim(),
  packages: packages.map(({ trackingNumber, altTrackingNumber, trackingUrl }) => ({
    trackingNumber: trackingNumber.trim(),
    altTrackingNumber: altTrackingNumber.trim(),
    trackingUrl,
  })),
})

function firstCarrier(packages: Package[]): string {
  for (const { trackingNumber } of packages) {
    const carrier = carrierOf(trackingNumber)
    if (carrier !== '') return carrier
  }
  return ''
}

/**
 * Merges both: shipments with the same master number become one, a parcel that is already known is not added again, and
 * values that were missing are filled in.
 */
export function joined(known: JobShipment[], told: JobShipment[]): JobShipment[] {
  const all = known.map(shipment => ({ ...shipment, packages: [...shipment.packages] }))
  for (const { masterTrackingNumber, carrier, packages } of told) {
    let shipment = all.find(one => isOneShipment(one, { masterTrackingNumber, carrier }))
    if (shipment === undefined) {
      shipment = { masterTrackingNumber, carrier, packages: [] }
      all.push(shipment)
    }
    shipment.carrier ||= carrier
    for (const one of packages) {
      const at = shipment.packages.findIndex(other => isSame(one, other))
      if (at === -1) shipment.packages.push(one)
      else shipment.packages[at] = filledIn(shipment.packages[at]!, one)
    }
  }
  return all
}

type Head = Pick<JobShipment, 'masterTrackingNumber' | 'carrier'>

/** Shipments without a master number are distinguished by carrier. */
const isOneShipment = (a: Head, b: Head): boolean =>
  a.masterTrackingNumber === b.masterTrackingNumber && (a.masterTrackingNumber !== '' || a.carrier === b.carrier)

const filledIn = (known: Package, told: Package): Package => ({
  trackingNumber: known.trackingNumber,
  altTrackingNumber: known.altTrackingNumber || told.altTrackingNumber,
  trackingUrl: known.trackingUrl || told.trackingUrl,
})

export const packagesIn = (shipments: JobShipment[]): number =>
  shipments.reduce((sum, { packages }) => sum + packages.length, 0)

/** Parcels without any number cannot be told apart, so each counts as a new one. */
const isSame = (a: Package, b: Package): boolean =>
  a.trackingNumber === '' && b.trackingNumber === ''
    ? a.altTrackingNumber !== '' && a.altTrackingNumber === b.altTrackingNumber
    : a.trackingNumber === b.trackingNumber
