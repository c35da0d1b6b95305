import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { english } from '../../test/support/english.ts'
import {
  type Address,
  carrierAddress,
  carrierWarnings,
  destinationProblems,
  destinationWarnings,
  needsCustoms,
  resolveDestination,
  supportedCountry,
} from './destination.ts'
import { countries } from './places.ts'

test('the region of an address follows from its country and state', () => {
  const cases: [country: string, state: string | undefined, region: string | null][] = [
    ['US', 'NY', 'US-NY'],
    ['us', 'ny', 'US-NY'],
    ['US', 'New York', 'US-NY'],
    ['US', '  new   YORK ', 'US-NY'],
    ['US', 'D.C.', 'US-DC'],
    ['US', 'Washington, DC', 'US-DC'],
    ['US', 'District of Columbia', 'US-DC'],
    ['US', 'Washington', 'US-WA'],
    ['US', 'West Virginia', 'US-WV'],
    ['US', 'AK', 'US-AK'],
    ['US', 'AA', 'US-AA'],
    ['US', 'ae', 'US-AE'],
    ['US', 'Armed Forces Pacific', 'US-AP'],
    ['US', 'PR', 'PR'],
    ['US', 'puerto rico', 'PR'],
    ['US', 'Guam', 'GU'],
    ['US', 'vi', 'VI'],
    ['US', 'U.S. Virgin Islands', 'VI'],
    ['US', 'Virgin Islands, U.S.', 'VI'],
    ['US', 'American Samoa', 'AS'],
    ['US', 'MP', 'MP'],
    ['US', 'Northern Mariana Islands', 'MP'],
    ['US', undefined, 'US-?'],
    ['US', 'ON', 'US-?'],
    ['US', 'Palau', 'US-?'],
    ['US', 'US-NY', 'US-NY'],
    ['US', 'us-pr', 'PR'],
    ['US', 'CA-ON', 'US-?'],
    ['CA', 'CA-ON', 'CA-ON'],
    ['PR', 'US-PR', 'PR'],
    ['US', 'N\u200bY', 'US-NY'],
    ['U\u200bS', '\u200eNew\u00a0York', 'US-NY'],
    ['CA', 'QC', 'CA-QC'],
    ['ca', 'Québec', 'CA-QC'],
    ['CA', 'QUÉBEC', 'CA-QC'],
    ['CA', 'Que\u0301bec', 'CA-QC'],
    ['CA', 'quebec', 'CA-QC'],
    ['CA', 'Newfoundland & Labrador', 'CA-NL'],
    ['CA', 'Nouvelle-Écosse', 'CA-NS'],
    ['CA', 'île-du-prince-édouard', 'CA-PE'],
    ['CA', 'Yukon Territory', 'CA-YT'],
    ['CA', 'CA', 'CA-?'],
    ['CA', 'PR', 'CA-?'],
    ['PR', undefined, 'PR'],
    ['pr', 'Puerto Rico', 'PR'],
    ['GU', '', 'GU'],
    ['DE', 'BE', null],
    ['MX', undefined, null],
    ['FM', undefined, null],
    ['USA', 'NY', null],
    ['', 'NY', null],
    [' US', 'NY', null],
    ['Uſ', 'NY', null],
  ]
  for (const [country, state, expected] of cases) {
    const region = resolveDestination(state === undefined ? { country } : { country, state })
    assert.equal(formatRegion(region), expected, `${country} ${state}`)
  }
})

test('every code and name of every state and territory is recognized, in upper and lower case', () => {
  for (const country of countries.values()) {
    assert.equal(supportedCountry(country.code.toLowerCase()), country.code)
    for (const state of country.states) {
      for (const name of [state.code, ...state.names]) {
        for (const text of [name, name.toLowerCase(), name.toUpperCase()]) {
          const found = resolveDestination({ country: country.code, state: text })
          assert.deepEqual(found, { country: country.code, state: state.code }, text)
        }
      }
    }
    if (country.states.length > 0) continue
    for (const name of [country.code, ...country.names]) {
      assert.deepEqual(resolveDestination({ country: 'US', state: name.toLowerCase() }), {
        country: country.code,
        state: null,
      })
    }
  }
})

test('there are fifty states, the capital, three kinds of military mail, thirteen provinces and five territories', () => {
  assert.equal(countries.get('US')!.states.length, 50 + 1 + 3)
  assert.equal(countries.get('CA')!.states.length, 13)
  assert.deepEqual([...countries.keys()], ['US', 'CA', 'PR', 'GU', 'VI', 'AS', 'MP'])
})

test('no state shares a name with another of its country or with a territory', () => {
  const territories = [...countries.values()].filter(({ states }) => states.length === 0)
  for (const { code, states } of countries.values()) {
    const names = [...states, ...(code === 'US' ? territories : [])].flatMap(place => [place.code, ...place.names])
    assert.equal(new Set(names.map(name => name.toLowerCase())).size, names.length, code)
  }
})

test('only parcels that leave the states pass customs', () => {
  const cases: [country: string, state: string, customs: boolean][] = [
    ['US', 'NY', false],
    ['US', 'HI', false],
    ['US', 'AE', false],
    ['US', 'PR', true],
    ['US', 'Guam', true],
    ['PR', '', true],
    ['VI', '', true],
    ['AS', '', true],
    ['MP', '', true],
    ['CA', 'ON', true],
    ['CA', 'nowhere', true],
  ]
  for (const [country, state, customs] of cases) {
    assert.equal(needsCustoms(resolveDestination({ country, state })!), customs, `${country} ${state}`)
  }
})

test('a postal code must have the form of its country and lie in its state', () => {
  const cases: [country: string, state: string, postal: string, code: string | null][] = [
    ['US', 'NY', '14604', null],
    ['US', 'NY', '14604-1234', null],
    ['US', 'NY', '146041234', null],
    ['US', 'NY', ' 14604 ', null],
    ['US', 'NY', '00501', null],
    ['US', 'NY', '06390', null],
    ['US', 'New York', '90210', 'postal_outside_state'],
    ['US', 'CA', '90210', null],
    ['US', 'CA', '14604', 'postal_outside_state'],
    ['US', 'NY', '1460', 'invalid_postal'],
    ['US', 'NY', '146040', 'invalid_postal'],
    ['US', 'NY', '14604-12', 'invalid_postal'],
    ['US', 'NY', 'K1A 0B1', 'invalid_postal'],
    ['US', 'NY', '', 'invalid_postal'],
    ['US', 'NY', '１４６０４', null],
    ['US', 'NY', '14604\u20131234', null],
    ['US', 'NY', '14604 - 1234', null],
    ['US', 'NY', '\u200b14604\ufeff', null],
    ['US', 'NY', '1460\u200b', 'invalid_postal'],
    ['CA', 'BC', 'V5V\u20132T6', null],
    ['US', 'DC', '20500', null],
    ['US', 'DC', '56901', null],
    ['US', 'VA', '20166', null],
    ['US', 'DC', '20166', 'postal_outside_state'],
    ['US', 'MD', '20588', null],
    ['US', 'GA', '39901', null],
    ['US', 'MS', '39901', 'postal_outside_state'],
    ['US', 'MA', '05501', null],
    ['US', 'VT', '05501', 'postal_outside_state'],
    ['US', 'TX', '73301', null],
    ['US', 'TX', '88510', null],
    ['US', 'KY', '42223', null],
    ['US', 'TN', '42223', null],
    ['US', 'OH', '42223', 'postal_outside_state'],
    ['US', 'WY', '83414', null],
    ['US', 'ID', '83414', null],
    ['US', 'FL', '33101', null],
    ['US', 'FL', '34002', 'postal_outside_state'],
    ['US', 'AA', '34002', null],
    ['US', 'AE', '09012', null],
    ['US', 'AE', '09901', null],
    ['US', 'AE', '09977-0001', null],
    ['US', 'VA', '20598', null],
    ['US', 'TX', '73960', null],
    // No state has this prefix, so nothing contradicts the address.
    ['US', 'NY', '09900', 'postal_outside_state'],
    ['US', 'NY', '00201', null],
    ['CA', 'NT', 'X9A 1A1', null],
    ['US', 'AP', '96338', null],
    ['US', 'AP', '96701', 'postal_outside_state'],
    ['US', 'HI', '96813', null],
    ['US', 'HI', '96799', 'postal_outside_state'],
    ['US', 'AK', '99501', null],
    ['US', 'PR', '00901', null],
    ['US', 'PR', '00801', 'postal_outside_state'],
    ['PR', '', '00601-0001', null],
    ['PR', '', '10001', 'postal_outside_state'],
    ['VI', '', '00802', null],
    ['GU', '', '96910', null],
    ['GU', '', '96950', 'postal_outside_state'],
    ['MP', '', '96950', null],
    ['AS', '', '96799', null],
    ['AS', '', '96701', 'postal_outside_state'],
    ['CA', 'ON', 'K1A 0B1', null],
    ['CA', 'ON', 'k1a0b1', null],
    ['CA', 'ON', ' K1A-0B1 ', null],
    ['CA', 'QC', 'K1A 0S5', null],
    ['CA', 'QC', 'H3Z 2Y7', null],
    ['CA', 'QC', 'K2P 1L4', 'postal_outside_state'],
    ['CA', 'BC', 'V6B 1A1', null],
    ['CA', 'AB', 'V6B 1A1', 'postal_outside_state'],
    ['CA', 'NU', 'X0A 0H0', null],
    ['CA', 'NT', 'X0A 0H0', 'postal_outside_state'],
    ['CA', 'NT', 'X1A 1P6', null],
    ['CA', 'YT', 'Y1A 1A1', null],
    ['CA', 'ON', 'D1A 0B1', 'invalid_postal'],
    ['CA', 'ON', 'K1O 0B1', 'invalid_postal'],
    ['CA', 'ON', '14604', 'invalid_postal'],
    // An unknown state is reported; its postal code cannot be checked.
    ['US', 'Atlantis', '14604', 'unknown_state'],
    ['CA', 'Atlantis', 'H3Z 2Y7', 'unknown_state'],
  ]
  for (const [country, state, postal, code] of cases) {
    assert.deepEqual(codes({ country, state, postal }), code === null ? [] : [code], `${country} ${state} ${postal}`)
  }
})

test('no ZIP code prefix is claimed by two states', () => {
  const claimed = new Map<string, string>()
  for (const { code, states, postal } of countries.values()) {
    if (code === 'CA') continue
    for (const place of states.length > 0 ? states : [{ code, postal }]) {
      for (const range of place.postal.filter(postal => postal.split('-')[0]!.length === 3)) {
        const [first = '', last = first] = range.split('-')
        for (let prefix = Number(first); prefix <= Number(last); prefix++) {
          assert.equal(claimed.get(String(prefix)), undefined, `${prefix} in ${place.code}`)
          claimed.set(String(prefix), place.code)
        }
      }
    }
  }
  assert.ok(claimed.size > 880, String(claimed.size))
})

test('an address in a country with states must have a state of the country', () => {
  const cases: [country: string, state: string | undefined, problem: RegExp | null][] = [
    ['US', undefined, /state_required.*missing/],
    ['CA', ' ', /state_required.*province/],
    ['US', 'ON', /unknown_state got "ON", which is in Canada; expected/],
    ['CA', 'ny', /unknown_state got "ny", which is in the United States; expected/],
    ['CA', 'PR', /unknown_state got "PR", which is Puerto Rico; expected/],
    ['US', 'FM', /unknown_state got "FM"; expected/],
    ['PR', undefined, null],
    ['PR', 'PR', null],
    ['PR', 'GU', /unknown_state got "GU", which is Guam; expected PR, Puerto Rico, or nothing/],
    ['GU', 'NY', /unknown_state got "NY", which is in the United States/],
    ['FR', 'NY', /unsupported_country "FR" is not one of US, CA, PR, GU, VI, AS, MP/],
  ]
  for (const [country, state, expected] of cases) {
    const problems = destinationProblems(state === undefined ? { country } : { country, state })
    assert.equal(problems.length, expected === null ? 0 : 1, `${country} ${state}`)
    if (expected !== null) assert.match(`${problems[0]!.code} ${problems[0]!.detail}`, expected)
  }
})

test('a phone number has 7 to 15 digits, with the usual separators and perhaps an extension', () => {
  const good = [
    '5551234',
    '(585) 555-0100',
    '+1 585.555.0100',
    '585/555-0100',
    '+44 20 7946 0958',
    '123456789012345',
    '\u202d+1 (585) 555-0100\u202c',
    '585\u2011555\u20110100',
    '585\u2013555\u20130100 x12',
    '５８５ ５５５ ０１００',
    'tel:+1-585-555-0100',
    '\u200b',
    '',
    '  ',
  ]
  const extended = [
    '585-555-0100 x12',
    '585-555-0100ext. 12',
    '5855550100 Extension 1234567',
    '585 555 0100, #9',
    '5855550100X1',
  ]
  const bad = [
    '123456',
    '1234567890123456',
    'call me',
    '585-555-010O',
    '++15855550100',
    '5855550100 x',
    '5855550100 x12345678',
    '-',
    '1'.repeat(10_000),
  ]
  for (const phone of [...good, ...extended]) assert.deepEqual(codes({ ...fine, phone }), [], phone)
  for (const phone of bad) assert.deepEqual(codes({ ...fine, phone }), ['invalid_phone'], phone)
})

test('an email address has a local part and a domain with a dot', () => {
  const good = [
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'neil@example.org",
    'jürgen@münchen.example',
    'a@xn--bcher-kva.example',
    '',
    ' a@b.co ',
    '\u200ba@b\u00ad.co\ufeff',
  ]
  const bad = [
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a b@c.co',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a@-b.co',
    'a@b-.co',
    'a@1.2.3.4',
    'a@b@c.co',
    '"a"@b.co',
    'a@b.co,c@d.co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b.'.repeat(200)}co`,
  ]
  for (const email of good) assert.deepEqual(codes({ ...fine, email }), [], email)
  for (const email of bad) assert.deepEqual(codes({ ...fine, email }), ['invalid_email'], email)
})

test('all problems of an address are reported together, each with its field, the value and the expected value', () => {
  const problems = destinationProblems({ country: 'US', state: 'NY', postal: '90210', phone: '12', email: 'nobody' })
  assert.deepEqual(english(problems), [
    {
      pointer: '/destination/postal',
      code: 'postal_outside_state',
      detail: 'got "90210", which is not in New York; expected a ZIP code that begins with 005, 100-149, 06390',
    },
    {
      pointer: '/destination/phone',
      code: 'invalid_phone',
      detail:
        'got "12"; expected 7 to 15 digits with spaces, dots, dashes, brackets or a leading +, and at most an extension such as x123',
    },
    {
      pointer: '/destination/email',
      code: 'invalid_email',
      detail: 'got "nobody"; expected an address such as name@example.com',
    },
  ])
})

test('a problem names the characters that cannot be seen', () => {
  const [problem] = destinationProblems({ ...fine, postal: '1460\u200b' })
  assert.match(String(problem!.detail), /^got ".*" \(contains U\+200B\); expected a ZIP code/)
})

test('a postal code that begins like no known code is a warning', () => {
  const cases: [country: string, state: string, postal: string, code: string | null][] = [
    ['US', 'NY', '14604', null],
    ['US', 'NY', '90210', null],
    ['US', 'NY', '1460', null],
    ['US', 'Atlantis', '00201', null],
    ['US', 'NY', '00201', 'postal_unknown'],
    ['CA', 'NT', 'X9A 1A1', 'postal_unknown'],
    ['CA', 'ON', 'K1A 0B1', null],
  ]
  for (const [country, state, postal, code] of cases) {
    const warnings = destinationWarnings({ country, state, postal }).map(({ code }) => code)
    assert.deepEqual(warnings, code === null ? [] : [code], `${country} ${state} ${postal}`)
  }
})

test('a line that carriers would cut, and a box or a military address with a fast class or by freight, are warnings', () => {
  const limits = { lineCharacters: 35, noBoxes: ['rush'] }
  const codesOf = (address: object, shippingClass = 'rush', isFreight = false) =>
    carrierWarnings({ ...fine, ...address }, { shippingClass, isFreight }, limits).map(({ pointer, code }) => [
      pointer,
      code,
    ])
  assert.deepEqual(codesOf({ name: 'x'.repeat(35), address1: '1 Main Street' }), [])
  assert.deepEqual(codesOf({ name: 'x'.repeat(36), address2: '📚'.repeat(36) }), [
    ['/destination/name', 'line_too_long'],
    ['/destination/address2', 'line_too_long'],
  ])
  const box = [['/destination/address1', 'box_not_served']]
  for (const address1 of [
    'PO Box 12',
    'P.O. Box 12',
    'p. o.  box 12',
    'Post Office Box 12',
    '1 Main St, PO\u00a0BOX 7',
  ])
    assert.deepEqual(codesOf({ address1 }), box, address1)
  assert.deepEqual(codesOf({ address1: '12 Rue Un', address2: 'Case postale 9' }), box)
  assert.deepEqual(codesOf({ address1: 'Unit 2050', city: 'APO', state: 'AE', postal: '09012' }), box)
  assert.deepEqual(codesOf({ address1: 'PO Box 12' }, 'standard'), [])
  assert.deepEqual(codesOf({ address1: 'PO Box 12' }, 'standard', true), box)
  for (const address1 of ['12 Boxwood Lane', '9 Polo Box Canyon', '1 Depot Road'])
    assert.deepEqual(codesOf({ address1 }), [], address1)
})

test('programs of carriers get fields without invisible characters, and a state of two letters', () => {
  const address = {
    name: 'Zoë\u200b',
    state: 'US-NY',
    postal: '14604\u20131234',
    country: 'u\u200bs',
    phone: '\u202d585 555 0100',
  }
  assert.deepEqual(carrierAddress(address), {
    name: 'Zoë\u200b',
    state: 'NY',
    postal: '14604-1234',
    country: 'us',
    phone: '585 555 0100',
  })
  assert.equal(carrierAddress({ country: 'CA', state: 'Québec' }).state, 'Québec')
  assert.equal(carrierAddress({ country: 'PR', state: 'US-PR' }).state, 'PR')
})

test('each state has the prefixes that public lists of postal codes give it', () => {
  const prefixes: Record<string, string[]> = {
    AA: ['340'],
    AE: ['090', '091', '092', '093', '094', '095', '096', '097', '098', '099'],
    AP: ['962', '963', '964', '965', '966'],
    CT: ['060', '061', '062', '063', '064', '065', '066', '067', '068', '069'],
    DC: ['200', '202', '203', '204', '205', '569'],
    HI: ['967', '968'],
    NJ: ['070', '075', '080', '089'],
    PR: ['006', '007', '009'],
    VI: ['008'],
    WA: ['980', '994'],
  }
  for (const [state, of] of Object.entries(prefixes))
    for (const prefix of of) assert.deepEqual(codes({ country: 'US', state, postal: `${prefix}01` }), [], prefix)
})

test('any text is checked without an exception, and a problem repeats only the beginning of a text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  const country = fc.oneof(text, fc.constantFrom(...countries.keys()))
  fc.assert(
    fc.property(country, text, text, text, text, (country, state, postal, phone, email) => {
      for (const { detail } of destinationProblems({ country, state, postal, phone, email })) {
        assert.ok(String(detail).length < 1000)
      }
    }),
  )
})

test('country, state and postal code mean the same in any case', () => {
  const state = fc.constantFrom(
    ...[...countries.values()].flatMap(each => [each, ...each.states]).flatMap(each => [each.code, ...each.names]),
  )
  const postal = fc.oneof(fc.stringMatching(/^[A-Z]\d[A-Z] ?\d[A-Z]\d$/), fc.stringMatching(/^\d{5}$/))
  fc.assert(
    fc.property(
      fc.constantFrom(...countries.keys()),
      state,
      postal,
      fc.infiniteStream(fc.boolean()),
      (country, state, postal, flips) => {
        const mixed = (text: string) =>
          [...text].map(c => (flips.next().value ? c.toLowerCase() : c.toUpperCase())).join('')
        const other = { country: mixed(country), state: mixed(state), postal: mixed(postal) }
        assert.deepEqual(resolveDestination(other), resolveDestination({ country, state }))
        assert.deepEqual(codes(other), codes({ country, state, postal }))
      },
    ),
  )
})

const fine: Address = { country: 'US', state: 'NY', postal: '14604' }

const codes = (address: Address): string[] => destinationProblems(address).map(({ code }) => code)

function formatRegion(region: ReturnType<typeof resolveDestination>): string | null {
  if (region === null) return null
  const { country, state } = region
  return country === 'US' || country === 'CA' ? `${country}-${state ?? '?'}` : country
}
