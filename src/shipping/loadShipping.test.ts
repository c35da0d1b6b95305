import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { weekdays } from './holidays.ts'
import { type HolidaysFile, type ShippingFile, shippingTables } from './loadShipping.ts'

const operator = new URL('../../operator/', import.meta.url)
const shippingText = await readFile(new URL('shipping.json', operator), 'utf8')
const holidaysText = await readFile(new URL('holidays.json', operator), 'utf8')

test('the sample shipping data has no mistakes', () => {
  const tables = shippingTables(JSON.parse(shippingText), JSON.parse(holidaysText))
  assert.equal(tables.shipFrom.country, 'US')
  assert.deepEqual(tables.manufacturingDays, { standard: 4, expedited: 4, rush: 3 })
})

test('the ship-from address has the codes of its country and state, in any spelling', () => {
  const cases: [written: Partial<ShippingFile['shipFrom']>, country: string, state: string][] = [
    [{}, 'US', 'NY'],
    [{ state: 'New York', country: 'us' }, 'US', 'NY'],
    [{ state: 'Québec', country: 'ca', postal: 'H2X 1Y4' }, 'CA', 'QC'],
    [{ state: 'Puerto Rico', country: 'US', postal: '00901' }, 'PR', 'PR'],
  ]
  for (const [written, country, state] of cases) {
    const file = JSON.parse(shippingText) as ShippingFile
    Object.assign(file.shipFrom, written)
    const { shipFrom } = shippingTables(file, JSON.parse(holidaysText))
    assert.deepEqual([shipFrom.country, shipFrom.state], [country, state])
  }
})

test('a mistake in the shipping data is reported with its file and position', () => {
  const cases: [what: string, change: (shipping: ShippingFile, holidays: HolidaysFile) => void, expected: RegExp][] = [
    [
      'a negative price',
      s => (rush(s).baseCents = -1),
      /shipping\.json \/zones\/0\/classes\/rush\/baseCents: got -1, expected 0 or more/,
    ],
    ['half a cent', s => (rush(s).baseCents = 0.5), /rush\/baseCents: got 0\.5, expected a whole number/],
    [
      'a misspelled field',
      s => Object.assign(s.shipFrom, { zip: '14604' }),
      /\/shipFrom\/zip: got .*, expected no such key/,
    ],
    [
      'a ship-from that contradicts itself',
      s => (s.shipFrom.state = 'CA'),
      /\/shipFrom\/postal: got "14604", which is not in California/,
    ],
    [
      'no such time zone',
      s => (s.cutOff.timeZone = 'Mars/Olympus'),
      /\/cutOff\/timeZone: Mars\/Olympus is not a time zone/,
    ],
    [
      'a box without a height',
      s => (s.boxes![0]!.inside.heightInches = 0),
      /\/boxes\/0\/inside\/heightInches: got 0, expected more than 0/,
    ],
    [
      'two boxes of one name',
      s => (s.boxes![1]!.name = s.boxes![0]!.name),
      /\/boxes\/1\/name: Book mailer is the name of two boxes/,
    ],
    [
      'a zone without standard',
      s => Reflect.deleteProperty(s.zones[0]!.classes, 'standard'),
      /\/zones\/0\/classes\/standard: got nothing, expected a value/,
    ],
    [
      'an unknown class',
      s => Object.assign(s.zones[0]!.classes, { pigeon: rush(s) }),
      /\/classes\/pigeon: got .*, expected no such key/,
    ],
    ['an unknown place', s => s.zones[0]!.places.push('US-ON'), /\/zones\/0\/places\/1: US-ON is not a place such as/],
    [
      'a place in two zones',
      s => s.zones[0]!.places.push('PR'),
      /\/zones\/3\/places\/0: PR is already in Contiguous United States/,
    ],
    ['places without a zone', s => (s.zones[6]!.places = ['CA-ON']), /\/zones: no zone for CA-AB, CA-BC/],
    ['a territory without a zone', s => (s.zones[5]!.places = ['GU', 'AS']), /\/zones: no zone for MP/],
    [
      'rush that arrives after expedited',
      s => (rush(s).transitDays = { min: 1, max: 9 }),
      /\/zones\/0\/classes\/rush: arrives later \(4-12 days\) than expedited \(6-7\)/,
    ],
    [
      'rush by freight that arrives after expedited',
      s => (rush(s).freight!.transitDays = { min: 1, max: 9 }),
      /\/zones\/0\/classes\/rush: from 500 copies, arrives later \(4-12 days\) than expedited \(7-9\)/,
    ],
    [
      'freight of one copy',
      s => (rush(s).freight!.fromCopies = 1),
      /rush\/freight\/fromCopies: got 1, expected 2 or more/,
    ],
    [
      'freight with bands that end',
      s => (rush(s).freight!.weightBands = [{ upToPounds: 5, centsPerPound: 1 }]),
      /rush\/freight\/weightBands: must rise/,
    ],
    [
      'fewer more days for more copies',
      s =>
        (s.moreManufacturingDays = [
          { fromCopies: 500, days: 5 },
          { fromCopies: 900, days: 5 },
        ]),
      /shipping\.json \/moreManufacturingDays: must rise in copies and in days/,
    ],
    [
      'transit backwards',
      s => (rush(s).transitDays = { min: 2, max: 1 }),
      /rush\/transitDays: min 2 is more than max 1/,
    ],
    [
      'bands that do not rise',
      s =>
        (rush(s).weightBands = [
          { upToPounds: 5, centsPerPound: 1 },
          { upToPounds: 5, centsPerPound: 1 },
          { centsPerPound: 1 },
        ]),
      /rush\/weightBands: must rise/,
    ],
    [
      'bands that end',
      s => (rush(s).weightBands = [{ upToPounds: 5, centsPerPound: 1 }]),
      /rush\/weightBands: must rise/,
    ],
    [
      'two open bands',
      s => (rush(s).weightBands = [{ centsPerPound: 1 }, { centsPerPound: 1 }]),
      /rush\/weightBands: must rise/,
    ],
    [
      'a date and a weekday',
      (_, h) => Object.assign(h.holidays[0]!, { nth: 1 }),
      /holidays\.json \/holidays\/0: must have either day and observed, or nth and weekday; it has day observed nth/,
    ],
    [
      'an empty rule',
      (_, h) => h.holidays.push({ name: 'x', month: 1 } as never),
      /\/holidays\/11: must have either .* it has none/,
    ],
    [
      'a fifth Monday',
      (_, h) => Object.assign(h.holidays[1]!, { nth: 5 }),
      /\/holidays\/1\/nth: got .*, expected one of 1, 2, 3, 4, last/,
    ],
    [
      'a holiday on every weekday of the year',
      (_, h) =>
        (h.holidays = weekdays.flatMap(weekday =>
          ([1, 2, 3, 4, 'last'] as const).flatMap(nth =>
            Array.from({ length: 12 }, (_, i) => ({ name: 'closed', month: i + 1, nth, weekday })),
          ),
        )),
      /holidays\.json \/holidays: got .*, expected .*200/,
    ],
    [
      '30 February',
      (_, h) => Object.assign(h.holidays[0]!, { month: 2, day: 30 }),
      /\/holidays\/0\/day: month 2 has no day 30/,
    ],
    [
      'an invalid closed day',
      (_, h) => h.closedDays.push({ name: 'x', date: '2026-02-29' }),
      /\/closedDays\/0\/date: 2026-02-29 is not a date/,
    ],
    [
      'a closed day with a time',
      (_, h) => h.closedDays.push({ name: 'x', date: '2026-02-28T10:00' }),
      /\/closedDays\/0\/date: 2026-02-28T10:00 is not a date/,
    ],
  ]
  for (const [what, change, expected] of cases) {
    const [shipping, holidays]: [ShippingFile, HolidaysFile] = [JSON.parse(shippingText), JSON.parse(holidaysText)]
    change(shipping, holidays)
    assert.throws(() => shippingTables(shipping, holidays), expected, what)
  }
})

test('a holiday on 29 February is possible', () => {
  const holidays: HolidaysFile = JSON.parse(holidaysText)
  holidays.holidays.push({ name: 'Leap Day', month: 2, day: 29, observed: false })
  assert.ok(shippingTables(JSON.parse(shippingText), holidays))
})

test('all mistakes in both files are reported in one error', () => {
  const bad = () => shippingTables({ zones: Array.from({ length: 12 }, () => 7) }, [])
  assert.throws(bad, (error: Error) => {
    const lines = error.message.split('\n')
    assert.equal(lines.length, 1 + 3 + 12 + 1, error.message)
    return (
      lines[0] === "the operator's data has 16 mistakes:" &&
      lines.at(-1) === '  * holidays.json /: got [], expected an object'
    )
  })
})

const rush = (shipping: ShippingFile) => shipping.zones[0]!.classes.rush!
