// Parcels as printers tell of them: completed where the number alone says more, and put together when they come in parts.

import { carrierOf, trackingLink } from './carriers.ts'
import type { JobShipment } from './printer.ts'

type Package = JobShipment['packages'][number]

/** The same parcels, with carrier and tracking links made from the numbers where the printer gave none. */
export function completed(shipments: JobShipment[]): JobShipment[] {
  return shipments.map(({ masterTrackingNumber, carrier, packages }) => {
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

function firstCarrier(packages: Package[]): string {
  for (const { trackingNumber } of packages) {
    const carrier = carrierOf(trackingNumber)
    if (carrier !== '') return carrier
  }
  return ''
}

/**
 * Both together: shipments of one master number and carrier become one, and a parcel that is there already is not added
 * again.
 */
export function joined(known: JobShipment[], told: JobShipment[]): JobShipment[] {
  const all = known.map(shipment => ({ ...shipment, packages: [...shipment.packages] }))
  for (const { masterTrackingNumber, carrier, packages } of told) {
    let shipment = all.find(one => one.masterTrackingNumber === masterTrackingNumber && one.carrier === carrier)
    if (shipment === undefined) {
      shipment = { masterTrackingNumber, carrier, packages: [] }
      all.push(shipment)
    }
    for (const one of packages) {
      if (!shipment.packages.some(other => isSame(one, other))) shipment.packages.push(one)
    }
  }
  return all
}

export const packagesIn = (shipments: JobShipment[]): number =>
  shipments.reduce((sum, { packages }) => sum + packages.length, 0)

/** Parcels without any number cannot be told apart, so each counts as another one. */
function isSame(a: Package, b: Package): boolean {
  if (a.trackingNumber === '' && a.altTrackingNumber === '') return false
  return a.trackingNumber === b.trackingNumber && a.altTrackingNumber === b.altTrackingNumber
}
