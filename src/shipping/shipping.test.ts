import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sampleHolidays from '../../operator/holidays.json' with { type: 'json' }
import sampleShipping from '../../operator/shipping.json' with { type: 'json' }
import { day, hour, instant, later } from '../base/clock.ts'
import { addBusinessDays, holidayCalendar, orderDay } from './businessDays.ts'
import { type Region, resolveDestination } from './destination.ts'
import { type HolidaysFile, shippingTables } from './loadShipping.ts'
import { countries } from './places.ts'
import { deliveryWindow, optionFor, optionsFor, type ShippingClass, shipDate, shippingClasses } from './shipping.ts'

const tables = shippingTables(sampleShipping, sampleHolidays)
const gramsPerPound = 453.59237

const everywhere: Region[] = [...countries.values()].flatMap(({ code, states }): Region[] =>
  states.length === 0 ? [{ country: code, state: null }] : states.map(state => ({ country: code, state: state.code })),
)

test('each region has its own classes, slowest first', () => {
  const cases: [country: string, state: string, classes: ShippingClass[]][] = [
    ['US', 'NY', ['standard', 'expedited', 'rush']],
    ['US', 'DC', ['standard', 'expedited', 'rush']],
    ['US', 'AK', ['standard', 'expedited', 'rush']],
    ['US', 'Hawaii', ['standard', 'expedited', 'rush']],
    ['US', 'AE', ['standard']],
    ['US', 'PR', ['standard', 'expedited']],
    ['PR', '', ['standard', 'expedited']],
    ['VI', '', ['standard', 'expedited']],
    ['GU', '', ['standard']],
    ['AS', '', ['standard']],
    ['MP', '', ['standard']],
    ['CA', 'Québec', ['standard', 'expedited', 'rush']],
    ['CA', 'NU', ['standard']],
    ['US', 'Atlantis', []],
    ['CA', '', []],
  ]
  for (const [country, state, classes] of cases) {
    const region = resolveDestination({ country, state })!
    const sold = optionsFor(tables, region, { weightGrams: 500, copies: 1 }).map(option => option.shippingClass)
    assert.deepEqual(sold, classes, `${country} ${state}`)
  }
})

test('an unknown class, or a class that the region does not have, is not offered', () => {
  const cases: [region: Region, shippingClass: string, offered: boolean][] = [
    [{ country: 'US', state: 'NY' }, 'rush', true],
    [{ country: 'PR', state: null }, 'expedited', true],
    [{ country: 'PR', state: null }, 'rush', false],
    [{ country: 'GU', state: null }, 'expedited', false],
    [{ country: 'US', state: null }, 'standard', false],
    [{ country: 'US', state: 'NY' }, 'overnight', false],
    [{ country: 'US', state: 'NY' }, 'Standard', false],
    [{ country: 'US', state: 'NY' }, '', false],
    [{ country: 'US', state: 'NY' }, 'constructor', false],
  ]
  for (const [region, shippingClass, offered] of cases) {
    const option = optionFor(tables, region, shippingClass, { weightGrams: 500, copies: 1 })
    assert.equal(option !== null, offered, `${JSON.stringify(region)} ${shippingClass}`)
  }
})

test('a price is the base, each further copy, and each pound at the rate of its band', () => {
  const cases: [shippingClass: ShippingClass, pounds: number, copies: number, priceCents: number][] = [
    ['standard', 0, 1, 399],
    ['standard', 1, 1, 399 + 60],
    ['standard', 1, 3, 399 + 60 + 2 * 25],
    ['standard', 5, 1, 399 + 300],
    ['standard', 7, 1, 399 + 300 + 2 * 45],
    ['standard', 0.5, 1, 399 + 30],
    ['expedited', 2, 1, 899 + 280],
    ['rush', 10, 4, 1999 + 5 * 290 + 5 * 240 + 3 * 60],
  ]
  for (const [shippingClass, pounds, copies, priceCents] of cases) {
    const parcel = { weightGrams: pounds * gramsPerPound, copies }
    const option = optionFor(tables, { country: 'US', state: 'NY' }, shippingClass, parcel)
    assert.equal(option?.priceCents, priceCents, `${shippingClass} ${pounds} lb ${copies}`)
  }
})

test('from a number of copies on, a class goes by freight, and just below it costs at most what the freight does', () => {
  const standard = (copies: number, pounds: number) => {
    const parcel = { weightGrams: pounds * gramsPerPound, copies }
    return optionFor(tables, { country: 'US', state: 'NY' }, 'standard', parcel)!
  }
  const cases: [copies: number, pounds: number, priceCents: number, isFreight: boolean, days: number][] = [
    [100, 60, 399 + 99 * 25 + 300 + 55 * 45, false, 4],
    [499, 300, 14900 + 300 * 26, false, 4],
    [500, 300, 14900 + 300 * 26, true, 7],
    [1999, 1200, 14900 + 1000 * 26 + 200 * 14, true, 7],
    [2000, 1200, 14900 + 1000 * 26 + 200 * 14, true, 10],
    [10_000, 6000, 14900 + 1000 * 26 + 5000 * 14, true, 14],
  ]
  for (const [copies, pounds, priceCents, isFreight, days] of cases) {
    const option = standard(copies, pounds)
    assert.deepEqual([option.priceCents, option.isFreight, option.manufacturingDays], [priceCents, isFreight, days])
    assert.deepEqual(option.transit, isFreight ? { min: 4, max: 8 } : { min: 3, max: 6 })
  }
})

test('an option states its class, price, cost, transit and manufacturing days', () => {
  assert.deepEqual(optionFor(tables, { country: 'US', state: 'NY' }, 'rush', { weightGrams: 0, copies: 1 }), {
    shippingClass: 'rush',
    priceCents: 1999,
    costCents: null,
    transit: { min: 1, max: 1 },
    manufacturingDays: 3,
    isFreight: false,
  })
})

test('books leave after the manufacturing days and arrive within the transit days, in business days', () => {
  const cases: [sent: string, shippingClass: ShippingClass, leaves: string, earliest: string, latest: string][] = [
    // A Monday morning, and the same evening after the cut-off.
    ['2026-08-03T14:00:00Z', 'standard', '2026-08-07', '2026-08-12', '2026-08-17'],
    ['2026-08-03T14:00:00Z', 'expedited', '2026-08-07', '2026-08-11', '2026-08-12'],
    ['2026-08-03T14:00:00Z', 'rush', '2026-08-06', '2026-08-07', '2026-08-07'],
    ['2026-08-03T21:00:00Z', 'standard', '2026-08-10', '2026-08-13', '2026-08-18'],
    // A Saturday counts for Monday.
    ['2026-08-08T14:00:00Z', 'rush', '2026-08-13', '2026-08-14', '2026-08-14'],
    // Over Thanksgiving, Thursday 26 November.
    ['2026-11-23T15:00:00Z', 'standard', '2026-11-30', '2026-12-03', '2026-12-08'],
    ['2026-11-23T15:00:00Z', 'rush', '2026-11-27', '2026-11-30', '2026-11-30'],
    // Over Christmas and New Year, both on a Friday.
    ['2026-12-21T15:00:00Z', 'standard', '2026-12-28', '2026-12-31', '2027-01-06'],
  ]
  for (const [sent, shippingClass, leaves, earliest, latest] of cases) {
    const option = optionFor(tables, { country: 'US', state: 'NY' }, shippingClass, { weightGrams: 500, copies: 1 })!
    const shippedOn = shipDate(tables, option, instant(sent))
    assert.equal(shippedOn.toString(), leaves, `${sent} ${shippingClass}`)
    assert.deepEqual(deliveryWindow(tables, option, shippedOn), { earliest, latest }, `${sent} ${shippingClass}`)
  }
})

test('every supported region has at least the standard class', () => {
  for (const region of everywhere) {
    assert.notEqual(optionFor(tables, region, 'standard', { weightGrams: 1, copies: 1 }), null, JSON.stringify(region))
  }
})

const anyRegion = fc.constantFrom(...everywhere)
const anyInstant = fc.date({ min: instant('2024-01-01'), max: instant('2034-01-01'), noInvalidDate: true })
const anyParcel = fc.record({
  weightGrams: fc.integer({ min: 1, max: 1_000_000 }),
  copies: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom(499, 500, 1999, 2000, 4999, 10_000)),
})

test('cached dates equal the dates of the calendar', () => {
  const { holidays: rules } = sampleHolidays as HolidaysFile
  const holidays = holidayCalendar(rules, [])
  const cutOff = { hour: 17, timeZone: 'America/New_York' }
  const atCutOff = fc.tuple(fc.integer({ min: 0, max: 365 }), fc.constantFrom(21, 22), fc.integer({ min: -2, max: 2 }))
  const around = atCutOff.map(([days, hours, ms]) =>
    later(instant('2026-01-01T00:00:00Z'), days * day + hours * hour + ms),
  )
  fc.assert(
    fc.property(fc.oneof(anyInstant, around), at => {
      const leaves = addBusinessDays(orderDay(at, cutOff, holidays), 4, holidays)
      assert.equal(shipDate(tables, { manufacturingDays: 4 }, at).toString(), leaves.toString(), at.toISOString())
    }),
    { numRuns: 1000 },
  )
})

test('a faster class never arrives later in any region at any time', () => {
  fc.assert(
    fc.property(anyRegion, anyInstant, anyParcel, (region, at, parcel) => {
      const windows = optionsFor(tables, region, parcel).map(option =>
        deliveryWindow(tables, option, shipDate(tables, option, at)),
      )
      for (const [i, { earliest, latest }] of windows.entries()) {
        assert.ok(earliest <= latest)
        assert.ok(i === 0 || (earliest <= windows[i - 1]!.earliest && latest <= windows[i - 1]!.latest))
      }
    }),
  )
})

test('an order sent later never leaves earlier', () => {
  fc.assert(
    fc.property(fc.nat(20), anyInstant, fc.nat(1e9), (manufacturingDays, at, ms) => {
      const days = { manufacturingDays }
      const [first, second] = [shipDate(tables, days, at), shipDate(tables, days, later(at, ms))]
      assert.ok(Temporal.PlainDate.compare(first, second) <= 0)
    }),
  )
})

test('a heavier parcel or another copy never costs less, and prices are whole cents', () => {
  fc.assert(
    fc.property(
      anyRegion,
      fc.constantFrom(...shippingClasses),
      anyParcel,
      fc.nat(5000),
      (region, name, parcel, more) => {
        const price = (grams: number, copies: number) =>
          optionFor(tables, region, name, { weightGrams: parcel.weightGrams + grams, copies: parcel.copies + copies })
        const plain = price(0, 0)
        if (plain === null) return
        assert.ok(Number.isSafeInteger(plain.priceCents) && plain.priceCents > 0)
        assert.ok(price(more, 0)!.priceCents >= plain.priceCents)
        assert.ok(price(0, 1)!.priceCents >= plain.priceCents)
      },
    ),
  )
})
