import assert from 'node:assert/strict'
import { it } from 'node:test'
import { differenceSentence, wordDifference, wordPlace } from './wording.ts'

/** With common spaces: the amounts of a language may have others. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

it('the staff read a difference of the operator’s data in their language, and what people wrote as it is', () => {
  const price = { file: 'catalog.json', path: '/skus/PB-1/price/baseCents' }
  const cases = [
    [{ ...price, before: 215, after: 1200235 }, ['PB-1', 'Preis, Grundbetrag', '2,15 $', '12.002,35 $']],
    [{ ...price, path: '/skus/PB-1/attributes/bleed', before: true }, ['PB-1', 'Angaben, Beschnitt', 'ja', null]],
    [
      { ...price, path: '/skus/PB-1/price', after: { baseCents: 215, perPageMillicents: 1500, breaks: [] } },
      ['PB-1', 'Preis', null, 'Grundbetrag 2,15 $, je Seite 0,015 $, Staffel nichts'],
    ],
    [
      { ...price, path: '/skus/PB-1/name', before: 'Yes, no or nothing', after: 'The price $2' },
      ['PB-1', 'Name', 'Yes, no or nothing', 'The price $2'],
    ],
    [
      { file: 'shipping.json', path: '/zones/Alaska', after: { name: 'Alaska', states: ['AK'] } },
      ['Alaska', 'Zone', null, 'Alaska'],
    ],
    [
      { ...price, path: '/skus/PB-1/materials/cover', after: { thicknessInches: 0.0625, lamination: 'soft touch' } },
      ['PB-1', 'Materialien, Umschlag', null, 'Dicke 0,0625 Zoll, Kaschierung Soft-Touch'],
    ],
    [
      { file: 'tax.json', path: '/rates/US-NY', before: 0.04, after: 0.0425 },
      [null, 'Steuersätze, US-NY', '4 %', '4,25 %'],
    ],
  ] as const
  for (const [difference, expected] of cases) {
    const { subject, field, before, after } = wordDifference(difference, 'de')
    assert.deepEqual([subject, field, plain(before), plain(after)], expected)
  }
})

it('the place of a mistake is named by its book or zone and its field, in the words of a difference', () => {
  const catalog = { skus: [{ manufacturingSku: 'PB-1' }, { name: '' }] }
  const cases = [
    ['/skus/0/price/baseCents', 'en', 'PB-1', 'price, base'],
    ['/skus/1/price/breaks/0/fromCopies', 'en', 'book 2', 'price, breaks, 1, from copies'],
    ['/skus', 'en', null, 'book'],
    ['/shipFrom/address1', 'en', null, 'ship-from address, address'],
    ['/shipFrom/city', 'de', null, 'Absenderadresse, Ort'],
    ['', 'en', null, ''],
    // Names that every object of JavaScript has.
    ['/toString', 'en', null, 'to string'],
    ['/constructor/valueOf', 'de', null, 'constructor, value of'],
    ['/__proto__', 'en', null, '__proto__'],
  ] as const
  for (const [path, language, subject, field] of cases)
    assert.deepEqual(wordPlace(catalog, path, language), { subject, field })
  assert.deepEqual(wordPlace(null, '/local/Monroe County/rate', 'en'), { subject: 'Monroe County', field: 'rate' })
})

it('a difference in the audit log is an English sentence', () => {
  const difference = { file: 'catalog.json', path: '/skus/PB-1/price/baseCents' }
  const sentence = (values: { before?: unknown; after?: unknown }) =>
    differenceSentence(wordDifference({ ...difference, ...values }, 'en'))
  assert.equal(sentence({ before: 215, after: 235 }), 'PB-1: price, base: $2.15, then $2.35')
  assert.equal(sentence({ after: 235 }), 'PB-1: price, base: added $2.35')
  assert.equal(sentence({ before: 215 }), 'PB-1: price, base: removed $2.15')
})
