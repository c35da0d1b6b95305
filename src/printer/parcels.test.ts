import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { completeParcels, countParcels, mergeParcels } from './parcels.ts'

const parcel = (trackingNumber: string, values: { altTrackingNumber?: string; trackingUrl?: string } = {}) => ({
  trackingNumber,
  altTrackingNumber: '',
  trackingUrl: '',
  ...values,
})
const shipment = (masterTrackingNumber: string, carrier: string, ...packages: ReturnType<typeof parcel>[]) => ({
  masterTrackingNumber,
  carrier,
  packages,
})

describe('parcels that are reported in parts', () => {
  it('parcels that are reported in parts are one shipment where they share a master number, whether or not the carrier was known at first', () => {
    assert.deepEqual(mergeParcels([shipment('M', '', parcel('A'))], [shipment('M', 'UPS', parcel('B'))]), [
      shipment('M', 'UPS', parcel('A'), parcel('B')),
    ])
  })

  it('parcels that are reported in parts are one shipment for each carrier where they have no master number', () => {
    assert.equal(mergeParcels([shipment('', 'UPS', parcel('A'))], [shipment('', 'USPS', parcel('B'))]).length, 2)
    assert.equal(mergeParcels([shipment('', 'UPS', parcel('A'))], [shipment('', 'UPS', parcel('B'))]).length, 1)
  })

  it('parcels that are reported in parts are not added again, and their missing values are filled in', () => {
    const message = parcel('A', { altTrackingNumber: 'a', trackingUrl: 'https://a.example/' })
    assert.deepEqual(mergeParcels([shipment('M', '', parcel('A'))], [shipment('M', '', message)]), [
      shipment('M', '', message),
    ])
    assert.deepEqual(mergeParcels([shipment('M', '', message)], [shipment('M', '', parcel('A'))]), [
      shipment('M', '', message),
    ])
    const alt = parcel('', { altTrackingNumber: 'b' })
    assert.deepEqual(mergeParcels([shipment('M', '', alt)], [shipment('M', '', alt)]), [shipment('M', '', alt)])
  })

  it('parcels that are reported in parts are different parcels where they have no number', () => {
    assert.equal(mergeParcels([shipment('M', '', parcel(''))], [shipment('M', '', parcel(''))])[0]!.packages.length, 2)
  })

  it('parcels that are reported in parts do not change the earlier shipments', () => {
    const earlier = [shipment('M', '', parcel('A'))]
    mergeParcels(earlier, [shipment('M', 'UPS', parcel('A', { altTrackingNumber: 'a' }), parcel('B'))])
    assert.deepEqual(earlier, [shipment('M', '', parcel('A'))])
  })
})

test('a value of spaces counts as missing, and spaces around a number are removed', () => {
  const number = '1Z999AA10123456784'
  const [message] = completeParcels([shipment(' ', '  ', parcel(` ${number} `, { altTrackingNumber: '\u00a0' }))])
  assert.equal(message!.masterTrackingNumber, '')
  assert.equal(message!.carrier, 'UPS')
  assert.equal(message!.packages[0]!.trackingNumber, number)
  assert.equal(message!.packages[0]!.altTrackingNumber, '')
  assert.match(message!.packages[0]!.trackingUrl, new RegExp(`${number}$`))
})

test('packages are counted by their numbers: those that share a master number are one, and those without any are each one', () => {
  assert.equal(countParcels([shipment('M', '', parcel(''), parcel('')), shipment('', '', parcel('A'))]), 2)
  assert.equal(countParcels([shipment('', '', parcel(''), parcel('')), shipment('M', '', parcel('A'), parcel('B'))]), 4)
})
