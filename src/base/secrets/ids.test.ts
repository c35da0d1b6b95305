import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant, later, manualClock } from '../clock.ts'
import { randomBase62, sortableBound, sortableIds, toBase62 } from './ids.ts'

const start = instant('2026-03-01T00:00:00Z')

describe('sortable ids', () => {
  it('sortable ids of one millisecond sort in the order of their creation, and are all different', () => {
    const newId = sortableIds(() => start)
    const ids = Array.from({ length: 10_000 }, () => newId('ord'))
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('sortable ids sort by their time, and keep rising when the clock goes back', () => {
    const times = [start, later(start, 1), later(start, 86_400_000), start]
    const newId = sortableIds(() => times.shift()!)
    const ids = [newId('ord'), newId('ord'), newId('ord'), newId('ord')]
    assert.deepEqual(ids.toSorted(), ids)
  })

  it('sortable ids are a prefix and 22 characters that are hard to confuse', () => {
    assert.match(sortableIds(() => start)('evt'), /^evt_[0-9a-hjkmnp-tv-z]{22}$/)
  })

  it('sortable ids have a bound for each instant: earlier ids are below the bound and later ids are not', () => {
    const clock = manualClock(start)
    const newId = sortableIds(clock)
    const before = newId('ord')
    clock.set(later(start, 1))
    const bound = sortableBound('ord', clock())
    assert.ok(before < bound)
    assert.ok(newId('ord') >= bound)
    assert.ok(sortableBound('ord', instant(-1)) < before)
  })
})

describe('base 62', () => {
  it('base 62 makes different secrets of the requested length', () => {
    const secrets = Array.from({ length: 1000 }, () => randomBase62(43))
    assert.ok(secrets.every(secret => /^[0-9A-Za-z]{43}$/.test(secret)))
    assert.equal(new Set(secrets).size, secrets.length)
  })

  it('base 62 writes numbers with leading zeros', () => {
    assert.deepEqual(
      [toBase62(0, 6), toBase62(61, 2), toBase62(62, 2), toBase62(0xffffffff, 6)],
      ['000000', '0z', '10', '4gfFC3'],
    )
  })
})
