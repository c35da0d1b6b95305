import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { parsePrinterConfig } from './printerConfig.ts'
import { explainRoute, type Load, type PrinterRule, type RouteRequest, route } from './routing.ts'

const rule = (name: string, changes: Partial<PrinterRule> = {}): PrinterRule => ({
  name,
  adapter: 'desk',
  makes: ['*'],
  shipsTo: ['*'],
  copiesPerDay: null,
  cutOff: { hour: 17, timeZone: 'UTC' },
  priority: 1,
  settings: {},
  ...changes,
})
const book = (changes: Partial<RouteRequest> = {}): RouteRequest => ({
  manufacturingSkus: ['PB-0600X0900-BW-60C'],
  country: 'US',
  state: 'NY',
  copies: 10,
  ...changes,
})
/** Every day is a working day. */
const days = {
  dayOf: (at: Date, { hour }: { hour: number }) =>
    at.getUTCHours() < hour ? at.toISOString().slice(0, 10) : days.next(at.toISOString().slice(0, 10)),
  next: (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString(),
}
const load = (copies: Record<string, number> = {}, paused: string[] = []): Load => ({
  copiesOn: (printer, day) => copies[`${printer} ${day}`] ?? 0,
  isPaused: printer => paused.includes(printer),
})
const noon = instant('2026-03-02T12:00:00Z')
const today = '2026-03-02'
const tomorrow = '2026-03-03'

type Case = [what: string, printers: PrinterRule[], request: RouteRequest, load: Load, to: string | null, day?: string]
const soft = rule('soft', { makes: ['PB-*'] })
const hard = rule('hard', { makes: ['HC-*'] })
const cases: Case[] = [
  ['the printer that makes the book', [hard, soft], book(), load(), 'soft', today],
  ['no printer, when none makes all books', [hard, soft], book({ manufacturingSkus: ['PB-1', 'HC-1'] }), load(), null],
  [
    'the printer that makes all books',
    [hard, soft, rule('both', { priority: 9 })],
    book({ manufacturingSkus: ['PB-1', 'HC-1'] }),
    load(),
    'both',
  ],
  [
    'the printer that ships to its country',
    [rule('a', { shipsTo: ['CA'] }), rule('b', { priority: 2 })],
    book(),
    load(),
    'b',
  ],
  [
    'the printer that ships to its state',
    [rule('a', { shipsTo: ['US-AK'] }), rule('b', { shipsTo: ['US-NY'], priority: 2 })],
    book(),
    load(),
    'b',
  ],
  [
    'no printer, when none ships to a territory',
    [rule('a', { shipsTo: ['US', 'CA'] })],
    book({ country: 'PR', state: null }),
    load(),
    null,
  ],
  ['the printer with the lower priority number', [rule('a', { priority: 2 }), rule('b')], book(), load(), 'b'],
  [
    'the printer with more free capacity, among equal priorities',
    [rule('a', { copiesPerDay: 100 }), rule('b', { copiesPerDay: 100 })],
    book(),
    load({ [`a ${today}`]: 50, [`b ${today}`]: 40 }),
    'b',
  ],
  ['the first printer by name, among equals', [rule('b'), rule('a')], book(), load(), 'a'],
  [
    'another printer, when the first printer is full today',
    [rule('a', { copiesPerDay: 100 }), rule('b', { priority: 2 })],
    book(),
    load({ [`a ${today}`]: 91 }),
    'b',
    today,
  ],
  [
    'a printer tomorrow, when all printers are full today',
    [rule('a', { copiesPerDay: 100 })],
    book(),
    load({ [`a ${today}`]: 95 }),
    'a',
    tomorrow,
  ],
  [
    'a printer on an empty day, when it is larger than the capacity of a day',
    [rule('a', { copiesPerDay: 5 })],
    book(),
    load({ [`a ${today}`]: 1 }),
    'a',
    tomorrow,
  ],
  [
    'the printer with a later cut-off, which can start today',
    [rule('a', { cutOff: { hour: 11, timeZone: 'UTC' } }), rule('b', { priority: 2 })],
    book(),
    load(),
    'b',
    today,
  ],
  ['no paused printer', [rule('a'), rule('b', { priority: 2 })], book(), load({}, ['a']), 'b'],
  [
    'a paused printer, when all printers are paused',
    [rule('a'), rule('b', { priority: 2 })],
    book(),
    load({}, ['a', 'b']),
    'a',
  ],
  ['no excluded printer', [rule('a'), rule('b', { priority: 2 })], book({ excludedPrinters: ['a'] }), load(), 'b'],
  ['a printer whose pattern has stars in the middle', [rule('a', { makes: ['PB-*-BW-*C'] })], book(), load(), 'a'],
  ['no printer whose pattern has another end', [rule('a', { makes: ['PB-*-60W'] })], book(), load(), null],
  [
    'no printer whose pattern matches only with overlapping parts',
    [rule('a', { makes: ['PB-0600X0900-BW-60C*60C'] })],
    book(),
    load(),
    null,
  ],
]

describe('an order goes to', () => {
  for (const [what, printers, request, load, to, day] of cases) {
    it(what, () => {
      const chosen = route(request, printers, load, { now: noon, days })
      assert.equal(chosen?.printer ?? null, to)
      if (day !== undefined) assert.equal(chosen?.day, day)
      const explained = explainRoute(request, printers, load, { now: noon, days })
      if (request.excludedPrinters === undefined)
        assert.equal(explained.find(({ reason }) => reason === null)?.printer.name ?? null, to)
    })
  }

  it('the best printer, and each other printer has a reason', () => {
    const printers = [
      rule('first'),
      rule('second'),
      rule('fuller', { copiesPerDay: 1000 }),
      rule('third', { priority: 2 }),
      rule('full', { copiesPerDay: 100 }),
      rule('held'),
      rule('far', { shipsTo: ['CA'] }),
      rule('other', { makes: ['HC-*'] }),
    ]
    const busy = load({ [`full ${today}`]: 100, [`fuller ${today}`]: 10 }, ['held'])
    const explained = explainRoute(book(), printers, busy, { now: noon, days })
    assert.deepEqual(
      explained.map(({ printer: { name }, reason, day }) => [name, reason, day]),
      [
        ['first', null, today],
        ['second', 'name', today],
        ['fuller', 'load', today],
        ['third', 'priority', today],
        ['full', 'day', tomorrow],
        ['held', 'paused', null],
        ['far', 'place', null],
        ['other', 'books', null],
      ],
    )
  })
})

describe("the operator's printers", () => {
  const sample = () => JSON.parse(readFileSync(new URL('../../operator/printers.json', import.meta.url), 'utf8'))
  const context = {
    adapters: ['desk'],
    settingsMistakes: (_: string, settings: object) =>
      'color' in settings ? [{ path: '/color', text: 'is unknown' }] : [],
    manufacturingSkus: ['PB-1', 'HC-1'],
    countries: ['US', 'CA', 'PR'],
    secret: (name: string) => (name === 'ACME_SECRET' ? 's3cret' : undefined),
  }
  const changed = (change: (file: ReturnType<typeof sample>) => void) => {
    const file = sample()
    change(file)
    return () => parsePrinterConfig(file, context)
  }

  it("the sample's printers are one press desk", () => {
    const printerConfig = parsePrinterConfig(sample(), context)
    assert.deepEqual(
      printerConfig.printers.map(({ name, adapter, copiesPerDay }) => [name, adapter, copiesPerDay]),
      [['desk', 'desk', null]],
    )
    assert.deepEqual([printerConfig.agesMs.submission, printerConfig.staffEmail], [7_200_000, null])
  })

  it("the operator's printers get their secrets from the environment", () => {
    const printerConfig = changed(file => {
      file.printers[0].settings = { url: 'https://acme.example', secretEnv: 'ACME_SECRET' }
    })()
    assert.deepEqual(printerConfig.printers[0]!.settings, { url: 'https://acme.example', secret: 's3cret' })
  })

  it("the operator's printers include the faults of the sandbox printer", () => {
    const simulator = { seed: 'demo', delays: 0.1 }
    assert.deepEqual(changed(file => Object.assign(file, { simulator }))().simulator, simulator)
  })

  // biome-ignore lint/suspicious/noExplicitAny: a file with mistakes has no type
  const mistakes: [string, (file: any) => void, RegExp][] = [
    ['an unknown key', file => (file.printer = 1), /\/printer: got 1, expected no such key/],
    ['an empty list of printers', file => (file.printers = []), /\/printers: got \[\], expected/],
    ['two printers of the same name', file => file.printers.push(file.printers[0]), /\/printers\/1\/name: got "desk"/],
    ['a simulator with an unknown fault', file => (file.simulator = { sulks: 0.5 }), /sulks/],
    ['a simulator with a share above 1', file => (file.simulator = { delays: 2 }), /delays/],
    [
      'the name of the sandbox printer',
      file => (file.printers[0].name = 'simulator'),
      /belongs to the sandbox printer/,
    ],
    ['an unknown adapter', file => (file.printers[0].adapter = 'fax'), /got "fax", expected one of desk/],
    ['an unknown time zone', file => (file.printers[0].cutOff.timeZone = 'Mars'), /got "Mars"/],
    ['a pattern that matches no book', file => (file.printers[0].makes = ['*', 'XX-*']), /\/makes\/1: got "XX-\*"/],
    [
      'more patterns than can be compared with a large catalog',
      file => (file.printers[0].makes = Array(1001).fill('*')),
      /\/printers\/0\/makes: /,
    ],
    ['SKUs that no printer makes', file => (file.printers[0].makes = ['PB-*']), /makes HC-1 and ships to US, CA, PR/],
    ['countries that no printer ships to', file => (file.printers[0].shipsTo = ['US-NY', 'CA']), /ships to PR/],
    ['an age of zero', file => (file.alarmAfter.shipping = 'PT0S'), /\/alarmAfter\/shipping: got "PT0S"/],
    ['an invalid age', file => (file.rerouteAfter = 'tomorrow'), /\/rerouteAfter: got "tomorrow"/],
    [
      'settings that the adapter refuses',
      file => (file.printers[0].settings = { color: 1 }),
      /settings\/color: is unknown/,
    ],
    [
      'a secret in the file',
      file => (file.printers[0].settings = { apiToken: 'x' }),
      /apiToken: got nothing, expected apiTokenEnv/,
    ],
    [
      'a secret that is not set',
      file => (file.printers[0].settings = { secretEnv: 'NOPE' }),
      /got "NOPE", expected the name of an env/,
    ],
  ]
  for (const [what, change, message] of mistakes)
    it(`the operator's printers cannot have ${what}`, () => assert.throws(changed(change), message))
})
