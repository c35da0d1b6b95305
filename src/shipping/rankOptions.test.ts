import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Comparable, rankOptions } from './rankOptions.ts'
import { shippingClasses } from './shipping.ts'

test('options come cheapest first, with the cheapest, the fastest and the dominated marked', () => {
  const cases: [what: string, options: Comparable[], ranked: string[]][] = [
    ['none', [], []],
    ['a single option is both', [option('standard', 900, 5, 8)], ['standard cheapest fastest']],
    [
      'each dearer and faster than the one before',
      [option('rush', 3000, 1, 2), option('standard', 900, 5, 8), option('expedited', 1500, 3, 4)],
      ['standard cheapest', 'expedited', 'rush fastest'],
    ],
    [
      'a faster class that costs less',
      [option('standard', 900, 5, 8), option('expedited', 800, 3, 4)],
      ['expedited cheapest fastest', 'standard dominated'],
    ],
    [
      'equal prices: the faster comes first and alone is the cheapest',
      [option('standard', 900, 5, 8), option('expedited', 900, 3, 8)],
      ['expedited cheapest fastest', 'standard dominated'],
    ],
    [
      'equally fast: the cheaper alone is the fastest',
      [option('expedited', 1500, 3, 4), option('rush', 1400, 3, 4)],
      ['rush cheapest fastest', 'expedited dominated'],
    ],
    [
      'equal in all: the slower class first, and marks on different options',
      [option('expedited', 900, 3, 4), option('standard', 900, 3, 4)],
      ['standard cheapest', 'expedited fastest'],
    ],
    [
      'no prices',
      [option('rush', null, 1, 2), option('standard', null, 5, 8), option('expedited', null, 3, 4)],
      ['standard', 'expedited', 'rush fastest'],
    ],
  ]
  for (const [what, options, ranked] of cases) assert.deepEqual(rankOptions(options).map(marks), ranked, what)
})

test('a ranked option keeps the other fields of the caller', () => {
  const [ranked] = rankOptions([{ ...option('standard', 900, 5, 8), shippingCents: 399 }])
  assert.equal(ranked!.shippingCents, 399)
})

test('exactly one option is the cheapest and one is the fastest, in any order of the options', () => {
  const day = fc.integer({ min: 10, max: 20 })
  const any = fc
    .tuple(fc.constantFrom(...shippingClasses), fc.integer({ min: 0, max: 5 }), day, day)
    .map(([name, cents, a, b]) => option(name, cents, Math.min(a, b), Math.max(a, b)))
  const anyOptions = fc.uniqueArray(any, { minLength: 1, selector: ({ shippingClass }) => shippingClass })
  fc.assert(
    fc.property(anyOptions, options => {
      const ranked = rankOptions(options)
      assert.equal(ranked.filter(({ cheapest }) => cheapest).length, 1)
      assert.equal(ranked.filter(({ fastest }) => fastest).length, 1)
      for (const { dominated, cheapest, fastest } of ranked) assert.ok(!(dominated && (cheapest || fastest)))
      assert.equal(ranked[0]!.totalCents, Math.min(...options.map(({ totalCents }) => totalCents!)))
      assert.deepEqual(ranked.map(marks), rankOptions(options.toReversed()).map(marks))
    }),
  )
})

function option(
  shippingClass: Comparable['shippingClass'],
  totalCents: number | null,
  from: number,
  to: number,
): Comparable {
  return { shippingClass, totalCents, delivery: { earliest: day(from), latest: day(to) } }
}

const day = (n: number): string => `2026-12-${String(n).padStart(2, '0')}`

function marks(option: ReturnType<typeof rankOptions>[number]): string {
  const own = (['cheapest', 'fastest', 'dominated'] as const).filter(mark => option[mark])
  return [option.shippingClass, ...own].join(' ')
}
