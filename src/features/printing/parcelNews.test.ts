import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, earlier, hour, instant, later } from '../../base/clock.ts'
import type { TrackingStatus } from '../../carriers/carrier.ts'
import type { FollowedParcel } from '../../carriers/followedParcelStore.ts'
import { newsOf } from './parcelNews.ts'

const start = instant('2026-03-04T12:00:00Z')
const now = later(start, 4 * day)
const parcel: FollowedParcel = {
  ...{ accountId: 'acc', mode: 'production', orderId: 'ord', trackingNumber: '1', provider: 'simulated', carrier: '' },
  ...{ status: null, lastEventAt: null, eventCount: 0, announcedAt: start, followedSince: start, endedAt: null },
}
type Reported = [status: TrackingStatus, hours: number]
const report = (events: Reported[], status: TrackingStatus = 'announced') => ({
  ...{ trackingNumber: '1', carrier: '', status, expectedOn: null },
  events: events.map(([status, hours]) => ({
    ...{ status, at: later(start, hours * hour), description: '', place: { city: '', state: '', country: '' } },
  })),
})

describe('the news about a parcel', () => {
  const cases: [what: string, before: [string | null, number | null, number], events: Reported[], news: string[]][] = [
    [
      'every change is news',
      [null, null, 0],
      [
        ['in_transit', 1],
        ['attempted', 2],
        ['in_transit', 3],
      ],
      ['in_transit', 'attempted', 'in_transit'],
    ],
    [
      'of one status the last event counts',
      [null, null, 0],
      [
        ['in_transit', 1],
        ['in_transit', 2],
      ],
      ['in_transit'],
    ],
    [
      'only later events count',
      ['in_transit', 1, 1],
      [
        ['in_transit', 1],
        ['attempted', 2],
      ],
      ['attempted'],
    ],
    [
      'of one time, only events that were not reported count',
      ['in_transit', 1, 1],
      [
        ['in_transit', 1],
        ['attempted', 1],
      ],
      ['attempted'],
    ],
    [
      'a scan after the delivery is no news',
      [null, null, 0],
      [
        ['delivered', 1],
        ['in_transit', 2],
      ],
      ['delivered'],
    ],
    [
      'a delivery that is reported after a later scan is news',
      ['in_transit', 2, 1],
      [
        ['delivered', 1],
        ['in_transit', 2],
      ],
      ['delivered'],
    ],
    [
      'a return after the delivery is news',
      ['delivered', 1, 1],
      [
        ['delivered', 1],
        ['returning', 2],
      ],
      ['returning'],
    ],
    [
      'a parcel on its way back was delivered once',
      ['returning', 2, 2],
      [
        ['delivered', 1],
        ['returning', 2],
      ],
      [],
    ],
    [
      'of a lost parcel, another scan is no news',
      ['lost', 1, 1],
      [
        ['in_transit', 1],
        ['in_transit', 9],
      ],
      [],
    ],
    [
      'of a lost parcel, a delivery is news',
      ['lost', 1, 1],
      [
        ['in_transit', 1],
        ['delivered', 9],
      ],
      ['delivered'],
    ],
    [
      'events of an earlier parcel are none',
      [null, null, 0],
      [
        ['delivered', -25],
        ['in_transit', 1],
      ],
      ['in_transit'],
    ],
    [
      'events of a time to come are none',
      [null, null, 0],
      [
        ['in_transit', 1],
        ['delivered', 5 * 24 + 1],
      ],
      ['in_transit'],
    ],
  ]
  for (const [what, [status, hours, eventCount], events, expected] of cases)
    it(what, () => {
      const lastEventAt = hours === null ? null : later(start, hours * hour)
      const news = newsOf(report(events), { ...parcel, status, lastEventAt, eventCount }, now)
      assert.deepEqual(
        news.events.map(event => event.status),
        expected,
      )
    })

  it('a report without events is news when its status is another', () => {
    const [delivered] = newsOf(report([], 'delivered'), parcel, now).events
    assert.deepEqual([delivered?.status, delivered?.at], ['delivered', now])
    assert.deepEqual(newsOf(report([], 'in_transit'), { ...parcel, status: 'in_transit' }, now).events, [])
    assert.deepEqual(newsOf(report([], 'in_transit'), { ...parcel, status: 'delivered' }, now).events, [])
  })

  it('an event of a time to come does not make later events old', () => {
    const { lastEventAt } = newsOf(
      report([
        ['in_transit', 1],
        ['attempted', 20 * 24],
      ]),
      parcel,
      now,
    )
    assert.deepEqual(lastEventAt, earlier(later(start, 2 * hour), hour))
  })
})
