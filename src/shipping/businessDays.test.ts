import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { instant } from '../base/clock.ts'
import { addBusinessDays, holidayCalendar, isBusinessDay, localDay, nextBusinessDay, orderDay } from './businessDays.ts'
import { type ClosedDay, type HolidayRule, holidayIn } from './holidays.ts'

const sample: { holidays: HolidayRule[]; closedDays: ClosedDay[] } = JSON.parse(
  readFileSync(new URL('../../operator/holidays.json', import.meta.url), 'utf8'),
)
const federal = holidayCalendar(sample.holidays, [])
const newYork = { hour: 17, timeZone: 'America/New_York' }

test('the federal holidays fall on the days on which the government observes them', () => {
  const observed: [year: number, days: string[]][] = [
    [
      2026,
      [
        '2026-01-01',
        '2026-01-19',
        '2026-02-16',
        '2026-05-25',
        '2026-06-19',
        '2026-07-03',
        '2026-09-07',
        '2026-10-12',
        '2026-11-11',
        '2026-11-26',
        '2026-12-25',
      ],
    ],
    [
      2027,
      [
        '2027-01-01',
        '2027-01-18',
        '2027-02-15',
        '2027-05-31',
        '2027-06-18',
        '2027-07-05',
        '2027-09-06',
        '2027-10-11',
        '2027-11-11',
        '2027-11-25',
        '2027-12-24',
      ],
    ],
    // New Year's Day of 2028 is a Saturday, so it is observed in 2027.
    [
      2028,
      [
        '2027-12-31',
        '2028-01-17',
        '2028-02-21',
        '2028-05-29',
        '2028-06-19',
        '2028-07-04',
        '2028-09-04',
        '2028-10-09',
        '2028-11-10',
        '2028-11-23',
        '2028-12-25',
      ],
    ],
  ]
  for (const [year, days] of observed) {
    assert.deepEqual(
      sample.holidays.map(rule => holidayIn(year, rule)),
      days,
    )
  }
})

test('a holiday that is not observed on another day stays on its date', () => {
  const rule = { name: 'Founders Day', month: 7, day: 4, observed: false }
  assert.equal(holidayIn(2026, rule), '2026-07-04')
})

test('a calendar has the name of the holiday or closing of a day', () => {
  const holidays = holidayCalendar(sample.holidays, [{ name: 'Moving the presses', date: '2026-08-12' }])
  const cases: [day: string, name: string | null][] = [
    ['2026-11-26', 'Thanksgiving Day'],
    ['2026-11-27', null],
    ['2026-07-03', 'Independence Day'],
    ['2026-07-04', null],
    ['2027-12-31', "New Year's Day"],
    ['2026-08-12', 'Moving the presses'],
    ['2027-08-12', null],
  ]
  for (const [day, name] of cases) assert.equal(holidays(date(day)), name, day)
})

test('business days are counted over weekends and holidays', () => {
  const cases: [from: string, days: number, to: string][] = [
    // An ordinary week: Monday to Friday.
    ['2026-08-03', 0, '2026-08-03'],
    ['2026-08-03', 4, '2026-08-07'],
    ['2026-08-03', 5, '2026-08-10'],
    ['2026-08-08', 0, '2026-08-08'],
    ['2026-08-08', 1, '2026-08-10'],
    ['2026-08-09', 1, '2026-08-10'],
    // Thanksgiving, Thursday 26 November 2026; the Friday after is a business day.
    ['2026-11-25', 1, '2026-11-27'],
    ['2026-11-25', 2, '2026-11-30'],
    ['2026-11-26', 1, '2026-11-27'],
    ['2026-11-23', 4, '2026-11-30'],
    // Christmas on a Friday and New Year on a Friday.
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-12-31', 1, '2027-01-04'],
    ['2026-12-23', 6, '2027-01-04'],
    // Independence Day on a Saturday (observed on Friday) and on a Sunday (observed on Monday).
    ['2026-07-02', 1, '2026-07-06'],
    ['2027-07-02', 1, '2027-07-06'],
    // Christmas of 2027 and New Year of 2028 are Saturdays.
    ['2027-12-23', 1, '2027-12-27'],
    ['2027-12-30', 1, '2028-01-03'],
  ]
  for (const [from, days, to] of cases) {
    assert.equal(addBusinessDays(date(from), days, federal).toString(), to, `${from} + ${days}`)
  }
})

test('business days are not counted backwards or in parts', () => {
  for (const n of [-1, 0.5, Number.NaN])
    assert.throws(() => addBusinessDays(date('2026-08-03'), n, federal), RangeError)
})

test('an order counts for its day until the cut-off in local time, then for the next business day', () => {
  const cases: [at: string, day: string][] = [
    // Summer time: 17:00 in New York is 21:00 UTC.
    ['2026-08-03T20:59:59.999Z', '2026-08-03'],
    ['2026-08-03T21:00:00Z', '2026-08-04'],
    // Winter time: it is 22:00 UTC.
    ['2026-11-23T21:59:59.999Z', '2026-11-23'],
    ['2026-11-23T22:00:00Z', '2026-11-24'],
    // The UTC day has turned, the local one has not.
    ['2026-08-05T03:00:00Z', '2026-08-05'],
    ['2026-08-05T04:00:00Z', '2026-08-05'],
    // Friday evening, the weekend, and Sunday evening all count for Monday.
    ['2026-08-07T21:00:00Z', '2026-08-10'],
    ['2026-08-08T15:00:00Z', '2026-08-10'],
    ['2026-08-09T23:00:00Z', '2026-08-10'],
    // Thanksgiving and its eve.
    ['2026-11-25T22:00:00Z', '2026-11-27'],
    ['2026-11-26T15:00:00Z', '2026-11-27'],
    // Days on which the clocks change, both Sundays.
    ['2026-03-08T06:59:00Z', '2026-03-09'],
    ['2026-11-01T05:30:00Z', '2026-11-02'],
    // New Year's Eve 2027 is the observed holiday.
    ['2027-12-30T22:30:00Z', '2028-01-03'],
  ]
  for (const [at, day] of cases) assert.equal(orderDay(instant(at), newYork, federal).toString(), day, at)
})

test('the local day is the calendar day in that time zone, on weekends and holidays too', () => {
  for (const [at, day] of [
    ['2026-08-05T03:59:59Z', '2026-08-04'],
    ['2026-08-05T04:00:00Z', '2026-08-05'],
    ['2026-08-05T23:00:00Z', '2026-08-05'],
    ['2026-12-26T04:59:59Z', '2026-12-25'],
    ['2026-08-08T15:00:00Z', '2026-08-08'],
  ] as const)
    assert.equal(localDay(instant(at), newYork).toString(), day, at)
})

test('the nth business day is a business day, and n of them lie in between', () => {
  const start = fc.integer({ min: 0, max: 20_000 }).map(days => date('2000-01-01').add({ days }))
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 15 }), (from, n) => {
      const to = addBusinessDays(from, n, federal)
      assert.ok(isBusinessDay(to, federal))
      let count = 0
      for (let day = from.add({ days: 1 }); Temporal.PlainDate.compare(day, to) <= 0; day = day.add({ days: 1 })) {
        if (isBusinessDay(day, federal)) count++
      }
      assert.equal(count, n)
      assert.deepEqual(addBusinessDays(from, n + 1, federal), nextBusinessDay(to, federal))
    }),
  )
})

function date(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text)
}
