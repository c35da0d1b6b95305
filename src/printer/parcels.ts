// Parcels as printers report them: missing values are derived from the tracking number, and parts are put together.

import { carrierOf, plainNumber, trackingLink, trackingNumberIn } from './carriers.ts'
import type { JobShipment } from './printer.ts'

type Package = JobShipment['packages'][number]

/**
 * The parcels with carrier and tracking links, derived from the numbers where the printer gave none. A scanned barcode
 * becomes the number that it holds. A value of spaces counts as missing.
 */
export function completeParcels(shipments: JobShipment[]): JobShipment[] {
  return shipments.map(tidy).map(({ masterTrackingNumber, carrier, packages }) => {
    const knownCarrier = carrier || carrierOf(masterTrackingNumber) || firstCarrier(packages)
    return {
      masterTrackingNumber,
      carrier: knownCarrier,
      packages: packages.map(({ trackingNumber, altTrackingNumber, trackingUrl }) => ({
        trackingNumber,
        altTrackingNumber,
        trackingUrl: trackingUrl || trackingLink(knownCarrier, trackingNumber || masterTrackingNumber),
      })),
    }
  })
}

const tidy = ({ masterTrackingNumber, carrier, packages }: JobShipment): JobShipment => ({
  masterTrackingNumber: trackingNumberIn(masterTrackingNumber.trim()),
  carrier: carrier.trim(),
  packages: packages.map(({ trackingNumber, altTrackingNumber, trackingUrl }) => ({
    trackingNumber: trackingNumberIn(trackingNumber.trim()),
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
 * Merges shipments with the same master number. A parcel that is in both is not added again, and its missing values are
 * filled in.
 */
export function mergeParcels(earlier: JobShipment[], later: JobShipment[]): JobShipment[] {
  const merged = earlier.map(shipment => ({ ...shipment, packages: [...shipment.packages] }))
  for (const { masterTrackingNumber, carrier, packages } of later) {
    let shipment = merged.find(candidate => isSameShipment(candidate, { masterTrackingNumber, carrier }))
    if (shipment === undefined) {
      shipment = { masterTrackingNumber, carrier, packages: [] }
      merged.push(shipment)
    }
    shipment.carrier ||= carrier
    for (const parcel of packages) {
      const index = shipment.packages.findIndex(candidate => isSameParcel(parcel, candidate))
      if (index === -1) shipment.packages.push(parcel)
      else shipment.packages[index] = fillIn(shipment.packages[index]!, parcel)
    }
  }
  return merged
}

type Head = Pick<JobShipment, 'masterTrackingNumber' | 'carrier'>

/** Shipments without a master number are distinguished by carrier. */
const isSameShipment = (a: Head, b: Head): boolean =>
  a.masterTrackingNumber === b.masterTrackingNumber && (a.masterTrackingNumber !== '' || a.carrier === b.carrier)

const fillIn = (earlier: Package, later: Package): Package => ({
  trackingNumber: earlier.trackingNumber,
  altTrackingNumber: earlier.altTrackingNumber || later.altTrackingNumber,
  trackingUrl: earlier.trackingUrl || later.trackingUrl,
})

export const countPackages = (shipments: JobShipment[]): number =>
  shipments.reduce((sum, { packages }) => sum + packages.length, 0)

/** As carriers count: packages that only have the master number of their shipment are one parcel. */
export function countParcels(shipments: JobShipment[]): number {
  const numbers = shipments.flatMap(({ masterTrackingNumber, packages }) =>
    packages.map(({ trackingNumber, altTrackingNumber }) =>
      plainNumber(trackingNumber || altTrackingNumber || masterTrackingNumber),
    ),
  )
  return new Set(numbers.filter(number => number !== '')).size + numbers.filter(number => number === '').length
}

/** Parcels without any number cannot be distinguished, so each counts as another parcel. */
const isSameParcel = (a: Package, b: Package): boolean =>
  a.trackingNumber === '' && b.trackingNumber === ''
    ? a.altTrackingNumber !== '' && a.altTrackingNumber === b.altTrackingNumber
    : a.trackingNumber === b.trackingNumber
