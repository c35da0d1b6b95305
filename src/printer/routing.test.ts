import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { type Load, type PrinterRule, type RouteFacts, route } from './routing.ts'
import { shopOf } from './shop.ts'

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
const book = (changes: Partial<RouteFacts> = {}): RouteFacts => ({
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
const load = (copies: Record<string, number> = {}, held: string[] = []): Load => ({
  copiesOn: (printer, day) => copies[`${printer} ${day}`] ?? 0,
  isHeld: printer => held.includes(printer),
})
const noon = instant('2026-03-02T12:00:00Z')
const today = '2026-03-02'
const tomorrow = '2026-03-03'

type Case = [what: string, printers: PrinterRule[], facts: RouteFacts, load: Load, to: string | null, day?: string]
const soft = rule('soft', { makes: ['PB-*'] })
const hard = rule('hard', { makes: ['HC-*'] })
const cases: Case[] = [
  ['the printer that makes it', [hard, soft], book(), load(), 'soft', today],
  ['nobody, when none makes all of it', [hard, soft], book({ manufacturingSkus: ['PB-1', 'HC-1'] }), load(), null],
  [
    'the one that makes all of it',
    [hard, soft, rule('both', { priority: 9 })],
    book({ manufacturingSkus: ['PB-1', 'HC-1'] }),
    load(),
    'both',
  ],
  [
    'the one that sends to its country',
    [rule('a', { shipsTo: ['CA'] }), rule('b', { priority: 2 })],
    book(),
    load(),
    'b',
  ],
  [
    'the one that sends to its state',
    [rule('a', { shipsTo: ['US-AK'] }), rule('b', { shipsTo: ['US-NY'], priority: 2 })],
    book(),
    load(),
    'b',
  ],
  [
    'nobody, when none sends to a territory',
    [rule('a', { shipsTo: ['US', 'CA'] })],
    book({ country: 'PR', state: null }),
    load(),
    null,
  ],
  ['the smaller priority', [rule('a', { priority: 2 }), rule('b')], book(), load(), 'b'],
  [
    'of equals the one with more room',
    [rule('a', { copiesPerDay: 100 }), rule('b', { copiesPerDay: 100 })],
    book(),
    load({ [`a ${today}`]: 50, [`b ${today}`]: 40 }),
    'b',
  ],
  ['of quite equals the first by name', [rule('b'), rule('a')], book(), load(), 'a'],
  [
    'another one, when the first is full today',
    [rule('a', { copiesPerDay: 100 }), rule('b', { priority: 2 })],
    book(),
    load({ [`a ${today}`]: 91 }),
    'b',
    today,
  ],
  [
    'tomorrow, when all are full today',
    [rule('a', { copiesPerDay: 100 })],
    book(),
    load({ [`a ${today}`]: 95 }),
    'a',
    tomorrow,
  ],
  [
    'an empty day for an order that is larger than a day',
    [rule('a', { copiesPerDay: 5 })],
    book(),
    load({ [`a ${today}`]: 1 }),
    'a',
    tomorrow,
  ],
  [
    'a later cut-off, since it can begin today',
    [rule('a', { cutOff: { hour: 11, timeZone: 'UTC' } }), rule('b', { priority: 2 })],
    book(),
    load(),
    'b',
    today,
  ],
  ['no held printer', [rule('a'), rule('b', { priority: 2 })], book(), load({}, ['a']), 'b'],
  ['a held printer, when all are', [rule('a'), rule('b', { priority: 2 })], book(), load({}, ['a', 'b']), 'a'],
  ['none that will not do', [rule('a'), rule('b', { priority: 2 })], book({ not: ['a'] }), load(), 'b'],
  ['a pattern with stars in the middle', [rule('a', { makes: ['PB-*-BW-*C'] })], book(), load(), 'a'],
  ['not a pattern whose end does not fit', [rule('a', { makes: ['PB-*-60W'] })], book(), load(), null],
  [
    'not a pattern whose parts would overlap',
    [rule('a', { makes: ['PB-0600X0900-BW-60C*60C'] })],
    book(),
    load(),
    null,
  ],
]

describe('an order goes to', () => {
  for (const [what, printers, facts, busy, to, day] of cases) {
    it(what, () => {
      const found = route(facts, printers, busy, { now: noon, days })
      assert.equal(found?.printer ?? null, to)
      if (day !== undefined) assert.equal(found?.day, day)
    })
  }
})

describe("the operator's printers", () => {
  const sample = () => JSON.parse(readFileSync(new URL('../../operator/printers.json', import.meta.url), 'utf8'))
  const facts = {
    adapters: ['desk'],
    manufacturingSkus: ['PB-1', 'HC-1'],
    countries: ['US', 'CA', 'PR'],
    secret: (name: string) => (name === 'ACME_SECRET' ? 's3cret' : undefined),
  }
  const changed = (change: (file: ReturnType<typeof sample>) => void) => {
    const file = sample()
    change(file)
    return () => shopOf(file, facts)
  }

  it('are what the sample says', () => {
    const shop = shopOf(sample(), facts)
    assert.deepEqual(
      shop.printers.map(({ name, adapter, copiesPerDay }) => [name, adapter, copiesPerDay]),
      [['desk', 'desk', null]],
    )
    assert.deepEqual([shop.agesMs.submission, shop.staffEmail], [7_200_000, null])
  })

  it('get their secrets from the environment', () => {
    const shop = changed(file => {
      file.printers[0].settings = { url: 'https://acme.example', secretEnv: 'ACME_SECRET' }
    })()
    assert.deepEqual(shop.printers[0]!.settings, { url: 'https://acme.example', secret: 's3cret' })
  })

  it('say how the printer of the sandbox behaves', () => {
    const simulator = { seed: 'demo', delays: 0.1 }
    assert.deepEqual(changed(file => Object.assign(file, { simulator }))().simulator, simulator)
  })

  // biome-ignore lint/suspicious/noExplicitAny: what is wrong with a file has no type
  const mistakes: [string, (file: any) => void, RegExp][] = [
    ['a key that nobody knows', file => (file.printer = 1), /\/printer: got 1, expected no such key/],
    ['no printer', file => (file.printers = []), /\/printers: got \[\], expected/],
    ['two of one name', file => file.printers.push(file.printers[0]), /\/printers\/1\/name: got "desk"/],
    ['a simulator in another mood', file => (file.simulator = { sulks: 0.5 }), /sulks/],
    ['a simulator in a mood more often than always', file => (file.simulator = { delays: 2 }), /delays/],
    ["the sandbox's name", file => (file.printers[0].name = 'simulator'), /belongs to the sandbox printer/],
    ['an adapter that is not there', file => (file.printers[0].adapter = 'fax'), /got "fax", expected one of desk/],
    ['a time zone that is none', file => (file.printers[0].cutOff.timeZone = 'Mars'), /got "Mars"/],
    ['a pattern that fits nothing', file => (file.printers[0].makes = ['*', 'XX-*']), /\/makes\/1: got "XX-\*"/],
    ['SKUs that nobody makes', file => (file.printers[0].makes = ['PB-*']), /makes HC-1 and ships to US, CA, PR/],
    ['places that nobody sends to', file => (file.printers[0].shipsTo = ['US-NY', 'CA']), /ships to PR/],
    ['an age of nothing', file => (file.alarmAfter.shipping = 'PT0S'), /\/alarmAfter\/shipping: got "PT0S"/],
    ['an age that is none', file => (file.rerouteAfter = 'tomorrow'), /\/rerouteAfter: got "tomorrow"/],
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
  for (const [what, change, says] of mistakes) it(`are not ${what}`, () => assert.throws(changed(change), says))
})
