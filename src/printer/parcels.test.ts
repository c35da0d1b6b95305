import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joined } from './parcels.ts'

const parcel = (trackingNumber: string, more: { altTrackingNumber?: string; trackingUrl?: string } = {}) => ({
  trackingNumber,
  altTrackingNumber: '',
  trackingUrl: '',
  ...more,
})
const shipment = (masterTrackingNumber: string, carrier: string, ...packages: ReturnType<typeof parcel>[]) => ({
  masterTrackingNumber,
  carrier,
  packages,
})

describe('parcels that are told in parts', () => {
  it('are one shipment where they share a master number, whether or not the carrier was known at first', () => {
    assert.deepEqual(joined([shipment('M', '', parcel('A'))], [shipment('M', 'UPS', parcel('B'))]), [
      shipment('M', 'UPS', parcel('A'), parcel('B')),
    ])
  })

  it('are one shipment a carrier where they have no master number', () => {
    assert.equal(joined([shipment('', 'UPS', parcel('A'))], [shipment('', 'USPS', parcel('B'))]).length, 2)
    assert.equal(joined([shipment('', 'UPS', parcel('A'))], [shipment('', 'UPS', parcel('B'))]).length, 1)
  })

  it('are not added again, and are filled in with what was not known of them', () => {
    const told = parcel('A', { altTrackingNumber: 'a', trackingUrl: 'https://a.example/' })
    assert.deepEqual(joined([shipment('M', '', parcel('A'))], [shipment('M', '', told)]), [shipment('M', '', told)])
    assert.deepEqual(joined([shipment('M', '', told)], [shipment('M', '', parcel('A'))]), [shipment('M', '', told)])
    const alt = parcel('', { altTrackingNumber: 'b' })
    assert.deepEqual(joined([shipment('M', '', alt)], [shipment('M', '', alt)]), [shipment('M', '', alt)])
  })

  it('are others each time where they have no number', () => {
    assert.equal(joined([shipment('M', '', parcel(''))], [shipment('M', '', parcel(''))])[0]!.packages.length, 2)
  })

  it('leave what was known as it was', () => {
    const known = [shipment('M', '', parcel('A'))]
    joined(known, [shipment('M', 'UPS', parcel('A', { altTrackingNumber: 'a' }), parcel('B'))])
    assert.deepEqual(known, [shipment('M', '', parcel('A'))])
  })
})
