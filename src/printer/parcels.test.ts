import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { completed, joined } from './parcels.ts'

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

test('a value of spaces counts as not given, and those around a number are no part of it', () => {
  const number = '1Z999AA10123456784'
  const [told] = completed([shipment(' ', '  ', parcel(` ${number} `, { altTrackingNumber: '\u00a0' }))])
  assert.equal(told!.masterTrackingNumber, '')
  assert.equal(told!.carrier, 'UPS')
  assert.equal(told!.packages[0]!.trackingNumber, number)
  assert.equal(told!.packages[0]!.altTrackingNumber, '')
  assert.match(told!.packages[0]!.trackingUrl, new RegExp(`${number}$`))
})
