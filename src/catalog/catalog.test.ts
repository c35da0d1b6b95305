import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sample from '../../operator/catalog.json' with { type: 'json' }
import { mistakeLine } from '../base/schemaCheck.ts'
import { createCatalog, minPageCount, pageCountProblem, weightGrams } from './catalog.ts'
import { catalogProblems } from './catalogProblems.ts'
import { coverSize, gutterInches, pageSize, spineInches } from './geometry.ts'

const catalog = createCatalog(sample)
const sku = (name: string) => catalog.get(name) ?? assert.fail(`no ${name} in the sample`)

describe('the sample catalog', () => {
  it('the sample catalog has at least twelve books, and each common binding', () => {
    assert.ok(catalog.list().length >= 12)
    const covers = new Set(catalog.list().map(({ attributes }) => attributes.cover))
    for (const cover of ['paperback', 'hardcover casewrap', 'saddle stitch', 'softcover', 'hardcover image wrap']) {
      assert.ok(covers.has(cover), cover)
    }
  })

  it('the sample catalog finds a book by its manufacturing SKU, and nothing by any other name', () => {
    for (const one of catalog.list()) assert.equal(catalog.get(one.manufacturingSku), one)
    assert.equal(catalog.get('PB-NONE'), undefined)
    assert.equal(catalog.get('constructor'), undefined)
  })

  it('the sample catalog gives every allowed page count a spine that never shrinks, a gutter and a weight', () => {
    for (const one of catalog.list()) {
      let before = 0
      for (let pages = one.pages.min; pages <= one.pages.max; pages += one.pages.step) {
        assert.equal(pageCountProblem(one, pages), null)
        const spine = spineInches(one, pages)
        assert.ok(spine >= before && spine < 4, `${one.manufacturingSku} ${pages}: ${spine}`)
        assert.ok(gutterInches(one, pages) >= 0)
        assert.ok(weightGrams(one, pages, 1) > 0)
        before = spine
      }
    }
  })
})

describe('page counts', () => {
  const paperback = sku('PB-0600X0900-BW-60W')
  const stitched = sku('SS-0850X1100-PC-80C')
  // biome-ignore format: a table
  const cases: [string, typeof paperback, number, string | null][] = [
    ['the minimum is allowed',                  paperback, 32,        null],
    ['the maximum is allowed',                   paperback, 800,       null],
    ['one in between is allowed',                paperback, 320,       null],
    ['fewer than the minimum is not',           paperback, 30,        'PB-0600X0900-BW-60W can have 32 to 800 pages in steps of 2, not 30'],
    ['more than the maximum is not',             paperback, 802,       'PB-0600X0900-BW-60W can have 32 to 800 pages in steps of 2, not 802'],
    ['an odd one is not',                     paperback, 33,        'PB-0600X0900-BW-60W can have 32 to 800 pages in steps of 2, not 33'],
    ['half a page is not',                    paperback, 32.5,      'PB-0600X0900-BW-60W can have 32 to 800 pages in steps of 2, not 32.5'],
    ['NaN is not',              paperback, Number.NaN, 'PB-0600X0900-BW-60W can have 32 to 800 pages in steps of 2, not NaN'],
    ['a stapled one is counted in folded sheets',   stitched,  12,        null],
    ['a stapled one has no half sheet',       stitched,  14,        'SS-0850X1100-PC-80C can have 8 to 48 pages in steps of 4, not 14'],
    ['steps of one are not worth mentioning', { ...paperback, pages: { min: 3, max: 9, step: 1 } }, 10, 'PB-0600X0900-BW-60W can have 3 to 9 pages, not 10'],
    ['a fixed one is named',                  { ...paperback, pages: { min: 8, max: 8, step: 1 } }, 10, 'PB-0600X0900-BW-60W can have 8 pages, not 10'],
  ]
  for (const [promise, one, pages, expected] of cases) {
    it(promise, () => assert.equal(pageCountProblem(one, pages), expected))
  }

  it('the minimum is assumed when nothing else is known', () => assert.equal(minPageCount(stitched), 8))
})

describe('weight', () => {
  const book = { ...sku('PB-0600X0900-BW-60W'), weight: { coverGrams: 17, perPageMilligrams: 1570 } }
  // biome-ignore format: a table
  const cases: [string, number, number, number][] = [
    ['one copy is cover and pages',                        100,    1,       174],
    ['a fraction of a gram is rounded up',                      32,    1,        68],
    ['copies are rounded together, not one by one',         32,   10,       673],
    ['ten thousand copies are tons',                       800, 10_000, 12_730_000],
  ]
  for (const [promise, pages, copies, expected] of cases) {
    it(promise, () => assert.equal(weightGrams(book, pages, copies), expected))
  }
})

describe('geometry', () => {
  // biome-ignore format: a table
  const spines: [string, number, number][] = [
    ['PB-0600X0900-BW-60W',   32, 0.132072],
    ['PB-0600X0900-BW-60W',  444, 1.06],
    ['PB-0600X0900-BW-60W',  800, 1.861802],
    ['PB-0500X0800-BW-60C',  200, 0.5],
    ['PB-0600X0900-PC-70W',  426, 1],
    ['HC-0600X0900-BW-60C',   24, 0.25],
    ['HC-0600X0900-BW-60C',   84, 0.25],
    ['HC-0600X0900-BW-60C',   86, 0.5],
    ['HC-0600X0900-BW-60C',  140, 0.5],
    ['HC-0600X0900-BW-60C',  444, 1.25],
    ['HC-0600X0900-BW-60C',  446, 1.3125],
    ['HC-0600X0900-BW-60C',  798, 2.0625],
    ['HC-0600X0900-BW-60C',  800, 2.125],
    ['PH-0800X0800-HC-100G',  20, 0.266],
    ['PH-0800X0800-HC-100G',  60, 0.266],
    ['PH-0800X0800-HC-100G',  62, 0.443],
    ['PH-0800X0800-HC-100G', 550, 1.505],
    ['PH-0800X0800-SC-100G',  24, 0.0625],
    ['PH-0800X0800-SC-100G',  28, 0.0625],
    ['PH-0800X0800-SC-100G',  30, 0.125],
    ['PH-0800X0800-SC-100G', 450, 1],
    ['SS-0850X1100-PC-80C',   48, 0],
  ]
  for (const [name, pages, expected] of spines) {
    it(`the spine of ${name} with ${pages} pages is ${expected} in`, () =>
      assert.equal(spineInches(sku(name), pages), expected))
  }

  // biome-ignore format: a table
  const covers: [string, string, number, number, number][] = [
    ['a soft cover is two pages, spine and bleed',          'PB-0600X0900-BW-60W',  444, 13.31,   9.25],
    ['a wrapped cover is folded around its boards',         'HC-0850X1100-PC-80C',   24, 19,     12.75],
    ['boards are larger than the pages of a photo book',    'PH-0800X0800-HC-100G',  20, 18.266,  9.75],
    ['a soft photo book may bleed further',                 'PH-0800X0800-SC-100G',  24, 16.5625, 8.5],
    ['a stapled cover has no spine',                        'SS-0850X1100-PC-80C',   48, 17.25,  11.25],
  ]
  for (const [promise, name, pages, widthInches, heightInches] of covers) {
    it(promise, () => assert.deepEqual(coverSize(sku(name), pages), { widthInches, heightInches }))
  }

  it('a hinge widens the cover on both sides of the spine', () => {
    const book = structuredClone(sku('HC-0850X1100-PC-80C'))
    book.geometry.cover.hingeInches = 0.375
    assert.equal(coverSize(book, 24).widthInches, 19 + 2 * 0.375)
  })

  it('a page bleeds on all four sides', () =>
    assert.deepEqual(pageSize(sku('PH-0800X0800-HC-100G')), { widthInches: 8.25, heightInches: 8.25 }))

  it('thick books keep more free in the fold', () => {
    const book = sku('PB-0600X0900-BW-60W')
    assert.deepEqual(
      [60, 62, 150, 152, 400, 402, 600, 602].map(pages => gutterInches(book, pages)),
      [0, 0.125, 0.125, 0.5, 0.5, 0.625, 0.625, 0.75],
    )
  })
})

describe('a catalog with mistakes', () => {
  // Any change of the parsed file; TypeScript would forbid most of them.
  //
  // biome-ignore lint/suspicious/noExplicitAny: the mistakes are about types
  type Mistake = (file: any) => void
  // biome-ignore format: a table
  const cases: [string, Mistake, string][] = [
    ['an empty list',                   file => { file.skus = [] },                                     '/skus: got [], expected 1 entry or more'],
    ['a missing rule',                  file => { delete file.fulfillment },                            '/fulfillment: got nothing, expected a value'],
    ['a misspelt key',                  file => { file.skus[0].price.baseCent = 1 },                    '/skus/0/price/baseCent: got 1, expected no such key'],
    ['half a cent',                     file => { file.skus[0].price.baseCents = 1.5 },                 '/skus/0/price/baseCents: got 1.5, expected a whole number'],
    ['an amount as text',               file => { file.skus[0].price.baseCents = '215' },               '/skus/0/price/baseCents: got "215", expected a whole number'],
    ['a negative price',                file => { file.skus[0].price.perPageMillicents = -1 },          '/skus/0/price/perPageMillicents: got -1, expected 0 or more'],
    ['a name that needs escaping',      file => { file.skus[0].manufacturingSku = 'a b' },              '/skus/0/manufacturingSku: got "a b", expected the pattern ^[A-Z0-9][A-Z0-9-]{2,63}$'],
    ['a name used twice',               file => { file.skus[1].manufacturingSku = file.skus[0].manufacturingSku }, '/skus/1/manufacturingSku: got "PB-0425X0688-BW-60C", expected a SKU other than that of /skus/0'],
    ['a range upside down',             file => { file.skus[0].pages.max = 30 },                        '/skus/0/pages/max: got 30, expected at least min (32)'],
    ['a most that no step reaches',     file => { file.skus[0].pages.max = 801 },                       '/skus/0/pages/max: got 801, expected min (32) and a whole number of steps of 2'],
    ['an unknown kind of spine',        file => { file.skus[0].geometry.spine.kind = 'round' },         '/skus/0/geometry/spine/kind: got "round", expected one of none, formula, banded'],
    ['a spine without a kind',          file => { delete file.skus[0].geometry.spine.kind },            '/skus/0/geometry/spine/kind: got nothing, expected one of none, formula, banded'],
    ['text where a page count or null is due', file => { file.skus[0].geometry.cover.spineTextFromPages = 'never' }, '/skus/0/geometry/cover/spineTextFromPages: got "never", expected a whole number or null'],
    ['a formula without its divisor',   file => { delete file.skus[0].geometry.spine.pagesPerInch },    '/skus/0/geometry/spine/pagesPerInch: got nothing, expected a value'],
    ['a page count without a spine',    file => { file.skus[8].geometry.spine.bands.shift() },          '/skus/8/geometry/spine/bands/0/fromPages: got 85, expected at most the minimum page count (24)'],
    ['bands out of order',              file => { file.skus[8].geometry.spine.bands[2].fromPages = 85 }, '/skus/8/geometry/spine/bands/2/fromPages: got 85, expected more than the previous value (85)'],
    ['a page count without a gutter',   file => { file.skus[0].geometry.pages.gutter.shift() },         '/skus/0/geometry/pages/gutter/0/fromPages: got 61, expected at most the minimum page count (32)'],
    ['a bleed that the attribute denies', file => { file.skus[0].attributes.bleed = false },            '/skus/0/attributes/bleed: got false, expected what the bleed of the pages (0.125 in) says'],
    ['more bleed at the binding than elsewhere', file => { file.skus[0].geometry.pages.bindingBleedInches = 0.25 }, '/skus/0/geometry/pages/bindingBleedInches: got 0.25, expected at most the bleed (0.125 in)'],
    ['a page without room',             file => { file.skus[0].geometry.pages.safeInches = 2.2 },       '/skus/0/geometry/pages/safeInches: got 2.2, expected less than half of the trimmed page'],
    ['a gutter without room',           file => { file.skus[0].geometry.pages.gutter[4].inches = 3.25 },    '/skus/0/geometry/pages/gutter: got 3.25, expected less than what the safe distances leave of the page'],
    ['a cover without room',            file => { file.skus[0].geometry.cover.safeInches = 2.2 },           '/skus/0/geometry/cover/safeInches: got 2.2, expected less than half of the panel'],
    ['a barcode beyond its panel',      file => { file.skus[0].geometry.cover.barcode.widthInches = 4.1 },  '/skus/0/geometry/cover/barcode/widthInches: got 4.1, expected what fits on the back panel'],
    ['an unknown edge',                 file => { file.skus[0].geometry.cover.edge = 'torn' },              '/skus/0/geometry/cover/edge: got "torn", expected one of cut, folded'],
    ['flaps around printed boards',     file => { file.skus[8].geometry.cover.flapInches = 3.25 },          '/skus/8/geometry/cover/edge: got "folded", expected cut, because a dust jacket is cut'],
    ['flaps of a stapled book',         file => { file.skus[16].geometry.cover.flapInches = 3.25 },         '/skus/16/geometry/spine/kind: got "none", expected a spine, because hard covers have one'],
    ['flaps without room',              file => { file.skus[0].geometry.cover.flapInches = 0.5 },           '/skus/0/geometry/cover/flapInches: got 0.5, expected more than twice the safe margin of the cover'],
    ['a fold without flaps',            file => { file.skus[0].geometry.cover.flapFoldInches = 0.25 },      '/skus/0/geometry/cover/flapFoldInches: got 0.25, expected nothing, because only dust jackets have flaps'],
    ['holes in the barcode',            file => { file.skus[16].geometry.punchInches = 0.3 },               '/skus/16/geometry/cover/barcode/fromSpineInches: got 0.25, expected at least the punch margin (0.3)'],
    ['holes in a book with a spine',    file => { file.skus[0].geometry.punchInches = 0.25 },               '/skus/0/geometry/spine/kind: got "formula", expected none, because a coil-bound book has no spine'],
    ['holes beyond the safe margin',    file => { Object.assign(file.skus[16].geometry, { punchInches: 0.5 }).cover.barcode.fromSpineInches = 0.5 },               '/skus/16/geometry/punchInches: got 0.5, expected at most safe margin and gutter together (0.375)'],
    ['endpapers of a paperback',        file => { file.skus[0].materials.endpapers = '80 lb white' },       '/skus/0/materials/endpapers: got "80 lb white", expected nothing, because only hard covers have boards'],
    ['a press of an unknown color',     file => { file.skus[0].press.pageInks = 'gray' },               '/skus/0/press/pageInks: got "gray", expected one of black, color'],
    ['a severity of an unknown finding', file => { file.skus[0].press.severities = { ugly: 'error' } }, '/skus/0/press/severities/ugly: got "error", expected no such key'],
    ['breaks out of order',             file => { file.skus[0].price.breaks[1].fromCopies = 25 },       '/skus/0/price/breaks/1/fromCopies: got 25, expected more than the previous value (25)'],
    ['a break that gives less',         file => { file.skus[0].price.breaks[1].offBasisPoints = 200 },  '/skus/0/price/breaks/1/offBasisPoints: got 200, expected more than the previous value (300)'],
  ]
  for (const [mistake, make, expected] of cases) {
    it(`${mistake} is named, with what was got and expected`, () => {
      const file = structuredClone(sample)
      make(file)
      assert.deepEqual(catalogProblems(file).map(mistakeLine), [expected])
    })
  }

  it('a file that is something else entirely is refused', () => {
    for (const file of [null, [], 'skus', 7, { skus: null }, { skus: [null] }]) {
      assert.notDeepEqual(catalogProblems(file), [])
    }
  })

  it('all mistakes of a catalog are listed together', () => {
    const file = structuredClone(sample)
    file.skus[0]!.pages.max = 801
    file.skus[1]!.price.baseCents = -1
    file.skus[2]!.manufacturingSku = file.skus[0]!.manufacturingSku
    assert.throws(
      () => createCatalog(file),
      (error: Error) => {
        assert.match(error.message, /has 3 mistakes:/)
        for (const path of ['/skus/0/pages/max', '/skus/1/price/baseCents', '/skus/2/manufacturingSku']) {
          assert.ok(error.message.includes(path), path)
        }
        return true
      },
    )
  })
})
