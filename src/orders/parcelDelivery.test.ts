import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrderEvent } from './lifecycle.ts'
import { type DeliveryStatus, moveParcel, type ParcelDelivery } from './parcelDelivery.ts'

const at = '2026-03-06T12:00:00.000Z'
const place = { city: '', state: '', country: '' }
const parcel = (trackingNumber: string, status: DeliveryStatus): ParcelDelivery => ({
  ...{ trackingNumber, carrier: 'USPS', status, at, description: '', place, expectedOn: null },
})

describe('the delivery of an order', () => {
  // biome-ignore format: a table
  const cases: [parcels: number, before: [string, DeliveryStatus][], news: [string, DeliveryStatus], OrderEvent | null][] = [
    [1, [],                                                ['A', 'announced'],        null],
    [1, [],                                                ['A', 'in_transit'],       'parcel_moved'],
    [1, [['A', 'in_transit']],                             ['A', 'in_transit'],       null],
    [1, [['A', 'in_transit']],                             ['A', 'announced'],        null],
    [1, [['A', 'in_transit']],                             ['A', 'out_for_delivery'], 'parcel_moved'],
    [1, [['A', 'in_transit']],                             ['A', 'ready_for_pickup'], 'parcel_moved'],
    [1, [['A', 'in_transit']],                             ['A', 'attempted'],        'delivery_problem'],
    [1, [['A', 'in_transit']],                             ['A', 'exception'],        'delivery_problem'],
    [1, [['A', 'exception']],                              ['A', 'returning'],        'delivery_problem'],
    [1, [['A', 'in_transit']],                             ['A', 'lost'],             'delivery_problem'],
    [1, [['A', 'returning']],                              ['A', 'returned'],         'returned'],
    [1, [['A', 'attempted']],                              ['A', 'delivered'],        'delivered'],
    [1, [],                                                ['A', 'delivered'],        'delivered'],
    [1, [['A', 'delivered']],                              ['A', 'in_transit'],       null],
    [1, [['A', 'delivered']],                              ['A', 'returning'],        'delivery_problem'],
    [1, [['A', 'delivered']],                              ['A', 'returned'],         'returned'],
    [1, [['A', 'returned']],                               ['A', 'delivered'],        null],
    [1, [['A', 'lost']],                                   ['A', 'in_transit'],       null],
    [1, [['A', 'lost']],                                   ['A', 'delivered'],        'delivered'],
    [2, [['A', 'in_transit']],                             ['A', 'delivered'],        'parcel_moved'],
    [2, [['A', 'delivered']],                              ['B', 'in_transit'],       'parcel_moved'],
    [2, [['A', 'delivered'], ['B', 'in_transit']],         ['B', 'delivered'],        'delivered'],
    [2, [['A', 'returned'], ['B', 'in_transit']],          ['B', 'delivered'],        'parcel_moved'],
    [2, [['A', 'delivered'], ['B', 'returning']],          ['B', 'returned'],         'returned'],
  ]
  for (const [parcels, before, [number, status], on] of cases)
    it(`of ${parcels} parcels, with ${JSON.stringify(before)}, one that is ${status} is ${on ?? 'nothing new'}`, () => {
      const move = moveParcel(
        before.map(one => parcel(...one)),
        parcel(number, status),
        parcels,
      )
      assert.equal(move?.on ?? null, on)
      if (move !== null) assert.equal(move.delivery.find(one => one.trackingNumber === number)?.status, status)
    })

  it('the same status at another time, at another place or with another expected day moves the parcel', () => {
    const before = parcel('A', 'attempted')
    for (const change of [
      { at: '2026-03-07T12:00:00.000Z' },
      { expectedOn: '2026-03-09' },
      { place: { ...place, city: 'X' } },
    ])
      assert.deepEqual(moveParcel([before], { ...before, ...change }, 1), {
        ...{ on: 'parcel_moved', delivery: [{ ...before, ...change }] },
      })
  })
})
