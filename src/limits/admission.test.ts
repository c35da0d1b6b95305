import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { english } from '../../test/support/english.ts'
import type { Mode } from '../base/mode.ts'
import {
  type Admission,
  admit,
  afterAdmission,
  queuedSlotOf,
  rejectionOf,
  releasable,
  slotFreeAt,
  type Usage,
  windowStart,
} from './admission.ts'

const fresh: Usage = { ordersPer24Hours: 50, queueCeiling: 350, lastNumber: 0, expiredNumber: 0, queued: 0 }

describe('admission', () => {
  // biome-ignore format: a table
  const cases: [string, Partial<Usage>, Mode, Admission][] = [
    ['the first order is received',                             {},                                               'production', 'received'],
    ['the last slot of the limit is given',                { lastNumber: 49 },                               'production', 'received'],
    ['an order beyond the limit is queued',                               { lastNumber: 50 },                               'production', 'queued'],
    ['an order beyond the limit is rejected in the sandbox',               { lastNumber: 50 },                               'sandbox',    'rejected'],
    ['an expired slot is free again',                          { lastNumber: 50, expiredNumber: 1 },             'production', 'received'],
    ['a new order queues behind queued orders',          { lastNumber: 50, expiredNumber: 9, queued: 1 },  'production', 'queued'],
    ['the last place in the queue is given',                    { lastNumber: 50, queued: 299 },                  'production', 'queued'],
    ['an order beyond the ceiling is rejected',                        { lastNumber: 50, queued: 300 },                  'production', 'rejected'],
    ['expired slots no longer count toward the ceiling',        { lastNumber: 50, expiredNumber: 1, queued: 300 }, 'production', 'queued'],
    ['an order over the credit limit is queued',                { credit: { limitCents: 0, owedCents: 0, acceptedCents: 0 } }, 'production', 'queued'],
    ['accepted orders count in the credit limit',               { credit: { limitCents: 9, owedCents: 4, acceptedCents: 5 } }, 'production', 'queued'],
    ['an order below the credit limit is received',             { credit: { limitCents: 9, owedCents: 4, acceptedCents: 4 } }, 'production', 'received'],
    ['a limit of zero receives nothing',                        { ordersPer24Hours: 0 },                          'production', 'queued'],
    ['a limit lowered below the received orders queues new orders',  { ordersPer24Hours: 10, lastNumber: 40 },         'production', 'queued'],
    ['a ceiling below the limit does not reject orders within the limit', { queueCeiling: 0 },                        'production', 'received'],
  ]
  for (const [promise, usage, mode, expected] of cases) {
    it(promise, () => assert.equal(admit({ ...fresh, ...usage }, mode), expected))
  }

  it('a rejection names the limit, its usage, and when a slot comes free', () => {
    const full = { ...fresh, lastNumber: 50, oldestInWindowAt: new Date('2026-03-01T10:00:00.000Z') }
    assert.deepEqual(english(rejectionOf({ ...full, queued: 300 }, 'production')), {
      pointer: '',
      code: 'queue_ceiling_reached',
      detail:
        'your limit is 350 orders received in 24 hours or queued; got 50 received and 300 queued; place this order again ' +
        'under a new order ID after 2026-03-02T10:00:00.000Z, or ask support to raise the limit',
    })
    const owing = { ...full, queued: 300, credit: { limitCents: 500_000, owedCents: 512_050, acceptedCents: 100 } }
    assert.match(
      String(rejectionOf(owing, 'production').detail),
      / when a payment is recorded: the account owes \$5120\.50, its accepted orders come to \$1\.00, and its credit limit is \$5000\.00$/,
    )
    const { code, detail } = rejectionOf(full, 'sandbox')
    assert.equal(code, 'order_limit_reached')
    assert.match(
      String(detail),
      /^your limit is 50 sandbox orders received in 24 hours, without a queue; got 50 received; place this .* or empty the sandbox with DELETE \/sandbox\/orders$/,
    )
    const never = rejectionOf({ ...fresh, ordersPer24Hours: 0, oldestInWindowAt: null }, 'sandbox')
    assert.match(String(never.detail), /; got 0 received; place .* when support has raised the limit$/)
  })

  it('of 420 orders, 50 are received, 300 queued and 70 rejected', () => {
    let usage = fresh
    const counts = { received: 0, queued: 0, rejected: 0 }
    for (let i = 0; i < 420; i++) {
      const admission = admit(usage, 'production')
      counts[admission]++
      usage = afterAdmission(usage, admission)
    }
    assert.deepEqual(counts, { received: 50, queued: 300, rejected: 70 })
  })

  it('as many queued orders are released as have free slots', () => {
    assert.equal(releasable({ ...fresh, lastNumber: 50, expiredNumber: 20, queued: 300 }), 20)
    assert.equal(releasable({ ...fresh, lastNumber: 50, expiredNumber: 50, queued: 3 }), 3)
    assert.equal(releasable({ ...fresh, ordersPer24Hours: 10, lastNumber: 50, queued: 3 }), 0)
  })

  it('a slot is free exactly 24 hours after it was taken', () => {
    const takenAt = new Date('2026-03-01T10:00:00.000Z')
    assert.equal(windowStart(slotFreeAt(takenAt)).getTime(), takenAt.getTime())
  })

  it('the subtraction of numbers agrees with counting orders', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 120 }), fc.integer({ min: 0, max: 8 }), (gaps, limit) => {
        // Times in hours; the same sequence is counted naively and by numbers.
        const receivedAt: number[] = []
        let now = 0
        for (const gap of gaps) {
          now += gap / 10
          const inWindow = receivedAt.filter(at => at > now - 24).length
          const expiredNumber = receivedAt.filter(at => at <= now - 24).length
          const usage = { ...fresh, ordersPer24Hours: limit, lastNumber: receivedAt.length, expiredNumber }
          const admission = admit(usage, 'sandbox')
          assert.equal(admission, inWindow < limit ? 'received' : 'rejected')
          if (admission === 'received') receivedAt.push(now)
        }
      }),
    )
  })
})

describe('the slot of a queued order', () => {
  it('a queued order takes the slot after the slots of all orders ahead of it, in a queue of any length', () => {
    const instants = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 1000 }),
        (window, limit, before) => {
          const received = window.toSorted((a, b) => a - b)
          const ordersPer24Hours = Math.min(limit, received.length) // full, or more than full after the limit was lowered
          const lastNumber = before + received.length
          const days = [...received]
          for (let place = 1; place <= 3 * ordersPer24Hours; place++) {
            const slot = queuedSlotOf({ ordersPer24Hours, lastNumber }, place)!
            const at = received[slot.number - before - 1]! + slot.laterMs + 24 * 3_600_000
            days.push(days.at(-ordersPer24Hours)! + 24 * 3_600_000) // each order takes the next slot that comes free
            assert.equal(at, days.at(-1))
          }
        },
      ),
    )
  })

  it('a queued order gets no slot while the limit is zero', () => {
    assert.equal(queuedSlotOf({ ordersPer24Hours: 0, lastNumber: 3 }, 1), null)
  })
})
