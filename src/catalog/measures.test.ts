import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sample from '../../operator/catalog.json' with { type: 'json' }
import { isRecto } from '../artwork/preflight/expectedFiles.ts'
import { createCatalog, type ManufacturingSku } from './catalog.ts'
import { bindingOf, coverSize, gutterInches, spineInches } from './geometry.ts'
import { coverInches, inUnit, pageInches } from './measures.ts'

const catalog = createCatalog(sample)
const sku = (name: string) => catalog.get(name) ?? assert.fail(`no ${name} in the sample`)

type Geometry = ManufacturingSku['geometry']
type Cover = Partial<Geometry['cover']>

/** A book with the geometry that a printer has published. */
function book(widthInches: number, heightInches: number, spine: Geometry['spine'], cover: Cover): ManufacturingSku {
  const one = structuredClone(sku('PB-0600X0900-BW-60W'))
  one.geometry.trim = { widthInches, heightInches }
  one.geometry.spine = spine
  Object.assign(one.geometry.cover, cover)
  return one
}

const perPage = (inchesPerPage: number, baseInches = 0): Geometry['spine'] => ({
  kind: 'formula',
  pagesPerInch: 1 / inchesPerPage,
  baseInches,
})
const sixteenths = (pagesPerInch: number): Geometry['spine'] => ({
  kind: 'formula',
  pagesPerInch,
  baseInches: 0,
  roundUpToInches: 1 / 16,
})
const bleed = (wrapInches: number): Cover => ({ wrapInches, safeInches: 0.25 })
const casewrap = sku('HC-0600X0900-BW-60C').geometry.spine
const imageWrap = sku('PH-0800X0800-HC-100G').geometry.spine
const overhang = { wrapInches: 0.75, panelGrowth: { widthInches: 0.125, heightInches: 0.25 } }
const boards = { wrapInches: 0.75, panelGrowth: { widthInches: 0.25, heightInches: 0.25 } }

describe('covers as printers publish them', () => {
  // Spine, width and height in inches, worked out by hand from each printer's formula or table.
  // biome-ignore format: a table
  const cases: [string, ManufacturingSku, number, number, number, number][] = [
    ['Lulu paperback 6 x 9, 300 pages: n/444 + 0.06',         book(6, 9, perPage(1 / 444, 0.06), bleed(0.125)),        300, 0.735676, 12.985676,  9.25],
    ['Lulu paperback 6 x 9, 32 pages',                        book(6, 9, perPage(1 / 444, 0.06), bleed(0.125)),         32, 0.132072, 12.382072,  9.25],
    ['Lulu paperback A5, 100 pages',                          book(5.83, 8.27, perPage(1 / 444, 0.06), bleed(0.125)),  100, 0.285225, 12.195225,  8.52],
    ['Lulu paperback 8.5 x 11, 800 pages',                    book(8.5, 11, perPage(1 / 444, 0.06), bleed(0.125)),     800, 1.861802, 19.111802, 11.25],
    ['Lulu casewrap 6 x 9, 200 pages: the table says 0.75',   book(6, 9, casewrap, overhang),                          200, 0.75,     14.5,      10.75],
    ['Lulu casewrap 8.5 x 11, 84 pages: still 0.25',          book(8.5, 11, casewrap, overhang),                        84, 0.25,     19,        12.75],
    ['Lulu casewrap 8.5 x 11, 800 pages: the last row',       book(8.5, 11, casewrap, overhang),                       800, 2.125,    20.875,    12.75],
    ['KDP white 6 x 9, 200 pages: n * 0.002252',              book(6, 9, perPage(0.002252), bleed(0.125)),             200, 0.4504,   12.7004,    9.25],
    ['KDP cream 5 x 8, 320 pages: n * 0.0025',                book(5, 8, perPage(0.0025), bleed(0.125)),               320, 0.8,      11.05,      8.25],
    ['KDP premium color 8.5 x 11, 100 pages: n * 0.002347',  book(8.5, 11, perPage(0.002347), bleed(0.125)),          100, 0.2347,   17.4847,   11.25],
    ['Blurb 8 x 8 softcover, 24 pages: one sixteenth',        book(8, 8, sixteenths(450), bleed(0.25)),                 24, 0.0625,   16.5625,    8.5],
    ['Blurb magazine, 100 pages, K 450: ceil(3.56) = 4',      book(8.5, 11, sixteenths(450), bleed(0.125)),            100, 0.25,     17.5,      11.25],
    ['Blurb 8 x 10 matte, 200 pages, K 336: ceil(9.52) = 10', book(8, 10, sixteenths(336), bleed(0.125)),              200, 0.625,    16.875,    10.25],
    ['Blurb pro paper, 180 pages, K 288: exactly 10',         book(8, 10, sixteenths(288), bleed(0.125)),              180, 0.625,    16.875,    10.25],
    ['Blurb 8 x 8 ImageWrap, 20 pages: the table says 0.266', book(8, 8, imageWrap, boards),                            20, 0.266,    18.266,     9.75],
    ['Blurb 8 x 8 ImageWrap, 550 pages: 1.505',               book(8, 8, imageWrap, boards),                           550, 1.505,    19.505,     9.75],
  ]
  for (const [promise, one, pages, spine, widthInches, heightInches] of cases) {
    it(promise, () => {
      assert.equal(spineInches(one, pages), spine)
      assert.deepEqual(coverSize(one, pages), { widthInches, heightInches })
    })
  }

  it('Blurb ImageWrap spines go by the published table', () => {
    const rows = {
      20: 0.266,
      60: 0.266,
      62: 0.443,
      130: 0.443,
      132: 0.62,
      202: 0.797,
      272: 0.974,
      342: 1.151,
      412: 1.33,
    }
    const one = book(8, 8, imageWrap, boards)
    for (const [pages, spine] of Object.entries(rows)) assert.equal(spineInches(one, Number(pages)), spine, pages)
  })

  it('KDP gutters go by the published table', () => {
    const one = book(6, 9, perPage(0.002252), bleed(0.125))
    one.geometry.pages.gutter = [
      { fromPages: 24, inches: 0.375 },
      { fromPages: 151, inches: 0.5 },
      { fromPages: 301, inches: 0.625 },
      { fromPages: 501, inches: 0.75 },
      { fromPages: 701, inches: 0.875 },
    ]
    const rows = { 24: 0.375, 150: 0.375, 151: 0.5, 300: 0.5, 301: 0.625, 500: 0.625, 501: 0.75, 700: 0.75, 828: 0.875 }
    for (const [pages, gutter] of Object.entries(rows)) assert.equal(gutterInches(one, Number(pages)), gutter, pages)
  })
})

describe('where things lie', () => {
  const paperback = coverInches(sku('PB-0600X0900-BW-60W'), 200)

  it('the back is at the left, the spine in the middle, the front at the right', () => {
    assert.deepEqual(paperback.back, { x: 0.125, y: 0.125, width: 6, height: 9 })
    assert.deepEqual(paperback.spineArea, { x: 6.125, y: 0.125, width: 0.51045, height: 9 })
    assert.deepEqual(paperback.front, { x: 6.63545, y: 0.125, width: 6, height: 9 })
    assert.deepEqual(paperback.trim, { x: 0.125, y: 0.125, width: 12.51045, height: 9 })
  })

  it('text keeps its distance from every edge of its panel, and from the sides of the spine', () => {
    assert.deepEqual(paperback.safeBack, { x: 0.375, y: 0.375, width: 5.5, height: 8.5 })
    assert.deepEqual(paperback.safeSpine, { x: 6.1875, y: 0.375, width: 0.38545, height: 8.5 })
    assert.deepEqual(paperback.safeFront, { x: 6.88545, y: 0.375, width: 5.5, height: 8.5 })
  })

  it('a book that is too thin has no text on its spine, and a stapled one has no spine', () => {
    assert.equal(coverInches(sku('PB-0600X0900-BW-60W'), 80).safeSpine, null)
    assert.notEqual(coverInches(sku('PB-0600X0900-BW-60W'), 82).safeSpine, null)
    const stapled = coverInches(sku('SS-0850X1100-PC-80C'), 48)
    assert.deepEqual([stapled.spine, stapled.spineArea, stapled.safeSpine], [0, null, null])
  })

  it('the barcode is at the lower right of the back', () =>
    assert.deepEqual(paperback.barcode, { x: 3.875, y: 0.375, width: 2, height: 1.2 }))

  it('the barcode of a hard cover is within the safe area of its back', () => {
    for (const { manufacturingSku } of sample.skus) {
      const { barcode, safeBack } = coverInches(sku(manufacturingSku), 60)
      assert.ok(barcode.x >= safeBack.x && barcode.y >= safeBack.y, manufacturingSku)
      assert.ok(barcode.x + barcode.width <= safeBack.x + safeBack.width + 1e-9, manufacturingSku)
    }
  })

  it('text and the barcode of a hard cover keep out of the groove beside the spine', () => {
    for (const { manufacturingSku, geometry } of sample.skus) {
      if (geometry.cover.edge !== 'folded') continue
      const { barcode, safeBack, safeFront, spineArea } = coverInches(sku(manufacturingSku), 60)
      const toSpine = [
        spineArea!.x - safeBack.x - safeBack.width,
        spineArea!.x - barcode.x - barcode.width,
        safeFront.x - spineArea!.x - spineArea!.width,
      ]
      for (const inches of toSpine) assert.ok(inches > 0.75 - 1e-9, `${manufacturingSku}: ${inches}`)
    }
  })

  it('the pages of a hard cover are as thick as their paper, not as the spine that is made for them', () => {
    for (const { manufacturingSku, geometry, materials, pages } of sample.skus) {
      if (geometry.cover.edge !== 'folded') continue
      const { thicknessInches } = materials.pages as { thicknessInches?: number }
      assert.ok(thicknessInches !== undefined, manufacturingSku)
      for (const count of [pages.min, pages.max])
        assert.ok((count / 2) * thicknessInches < spineInches(sku(manufacturingSku), count), manufacturingSku)
    }
  })

  it('hinges lie between the spine and the boards', () => {
    const hinged = structuredClone(sku('HC-0850X1100-PC-80C'))
    hinged.geometry.cover.hingeInches = 0.375
    const cover = coverInches(hinged, 300)
    assert.deepEqual(cover.back, { x: 0.75, y: 0.75, width: 8.625, height: 11.25 })
    assert.deepEqual(cover.hingeBack, { x: 9.375, y: 0.75, width: 0.375, height: 11.25 })
    assert.deepEqual(cover.spineArea, { x: 9.75, y: 0.75, width: 0.9375, height: 11.25 })
    assert.deepEqual(cover.hingeFront, { x: 10.6875, y: 0.75, width: 0.375, height: 11.25 })
    assert.deepEqual(cover.front, { x: 11.0625, y: 0.75, width: 8.625, height: 11.25 })
    assert.equal(cover.width, 20.4375)
  })

  it('a dust jacket has a flap and a fold on both sides of the boards', () => {
    const jacket = structuredClone(sku('PB-0600X0900-BW-60W'))
    Object.assign(jacket.geometry.cover, {
      hingeInches: 0.25,
      panelGrowth: { widthInches: 0.125, heightInches: 0.25 },
      flapInches: 3.25,
      flapFoldInches: 0.25,
    })
    jacket.geometry.spine = { kind: 'formula', pagesPerInch: 400, baseInches: 0.25 }
    const cover = coverInches(jacket, 200)
    assert.equal(bindingOf(jacket), 'hard')
    assert.deepEqual(cover.flapBack, { x: 0.125, y: 0.125, width: 3.25, height: 9.25 })
    assert.deepEqual(cover.back, { x: 3.625, y: 0.125, width: 6.125, height: 9.25 })
    assert.deepEqual(cover.hingeBack, { x: 9.75, y: 0.125, width: 0.25, height: 9.25 })
    assert.deepEqual(cover.spineArea, { x: 10, y: 0.125, width: 0.75, height: 9.25 })
    assert.deepEqual(cover.front, { x: 11, y: 0.125, width: 6.125, height: 9.25 })
    assert.deepEqual(cover.flapFront, { x: 17.375, y: 0.125, width: 3.25, height: 9.25 })
    assert.deepEqual(cover.safeFlapFront, { x: 17.625, y: 0.375, width: 2.75, height: 8.75 })
    assert.deepEqual([cover.width, cover.height, cover.trim.width], [20.75, 9.5, 20.5])
    assert.equal(cover.barcode.x, 3.625 + 6.125 - 0.25 - 2)
  })

  it('the holes of a coil are at the binding of pages and covers, and text is safe beside them', () => {
    const coil = structuredClone(sku('PB-0600X0900-BW-60W'))
    coil.geometry.spine = { kind: 'none' }
    coil.geometry.punchInches = 0.375
    assert.equal(bindingOf(coil), 'coil')
    const [cover, pages] = [coverInches(coil, 32), pageInches(coil, 32)]
    assert.deepEqual([cover.width, cover.punch, pages.punch], [12.25, 0.375, 0.375])
    assert.deepEqual(cover.punchBack, { x: 5.75, y: 0.125, width: 0.375, height: 9 })
    assert.deepEqual(cover.punchFront, { x: 6.125, y: 0.125, width: 0.375, height: 9 })
    assert.deepEqual(cover.safeBack, { x: 0.375, y: 0.375, width: 5.375, height: 8.5 })
    assert.deepEqual(cover.safeFront, { x: 6.5, y: 0.375, width: 5.375, height: 8.5 })
    assert.deepEqual(pages.recto.punch, { x: 0.125, y: 0.125, width: 0.375, height: 9 })
    assert.deepEqual(pages.verso.punch, { x: 5.75, y: 0.125, width: 0.375, height: 9 })
  })

  it('the gutter is at the left of a right-hand page, and at the right of a left-hand one', () => {
    const pages = pageInches(sku('PB-0600X0900-BW-60W'), 200)
    assert.deepEqual(pages.trim, { x: 0.125, y: 0.125, width: 6, height: 9 })
    assert.deepEqual(pages.recto.gutter, { x: 0.125, y: 0.125, width: 0.5, height: 9 })
    assert.deepEqual(pages.recto.safe, { x: 1.125, y: 0.625, width: 4.5, height: 8 })
    assert.deepEqual(pages.verso.gutter, { x: 5.625, y: 0.125, width: 0.5, height: 9 })
    assert.deepEqual(pages.verso.safe, { x: 0.625, y: 0.625, width: 4.5, height: 8 })
  })

  it('a book that is bound at its right has its cover from right to left, and its barcode beside the spine', () => {
    const left = structuredClone(sku('PB-0600X0900-BW-60W'))
    Object.assign(left.geometry.cover, { flapInches: 3, flapFoldInches: 0.25 })
    const right = structuredClone(left)
    right.geometry.bindingEdge = 'right'
    const [from, to] = [coverInches(left, 200), coverInches(right, 200)]
    assert.deepEqual([to.width, to.height, to.spine, to.wrap], [from.width, from.height, from.spine, from.wrap])
    for (const [area, mirrored] of [
      ['back', 'front'],
      ['safeBack', 'safeFront'],
      ['flapBack', 'flapFront'],
      ['safeFlapBack', 'safeFlapFront'],
      ['spineArea', 'spineArea'],
      ['safeSpine', 'safeSpine'],
    ] as const)
      assert.deepEqual([to[area], to[mirrored]], [from[mirrored], from[area]])
    assert.equal(to.barcode.x, to.back.x + left.geometry.cover.barcode.fromSpineInches)
    assert.deepEqual([to.hingeBack, to.punchFront], [null, null])
    const pages = pageInches(right, 200)
    assert.deepEqual({ ...pages, bindingEdge: 'left' }, pageInches(left, 200))
    assert.deepEqual(
      [1, 2, 3].map(page => isRecto(pages, page)),
      [false, true, false],
    )
  })

  it('a book without bleed at the binding is trimmed at the left edge of right-hand pages', () => {
    const threeSided = structuredClone(sku('PB-0600X0900-BW-60W'))
    threeSided.geometry.pages.bindingBleedInches = 0
    const pages = pageInches(threeSided, 200)
    assert.deepEqual([pages.width, pages.height, pages.bleed, pages.bindingBleed], [6.125, 9.25, 0.125, 0])
    assert.deepEqual(pages.recto.trim, { x: 0, y: 0.125, width: 6, height: 9 })
    assert.deepEqual(pages.recto.safe, { x: 1, y: 0.625, width: 4.5, height: 8 })
    assert.deepEqual(pages.verso.trim, { x: 0.125, y: 0.125, width: 6, height: 9 })
    assert.deepEqual(pages.verso.gutter, { x: 5.625, y: 0.125, width: 0.5, height: 9 })
    assert.deepEqual(pages.verso.safe, { x: 0.625, y: 0.625, width: 4.5, height: 8 })
  })

  it('every book of the sample is whole: its areas fill the cover, and its pages mirror each other', () => {
    const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-5, `${a} ${b}`)
    for (const one of catalog.list()) {
      for (const pageCount of [one.pages.min, one.pages.max]) {
        const cover = coverInches(one, pageCount)
        const row = [cover.back, cover.hingeBack, cover.spineArea, cover.hingeFront, cover.front]
        let x = cover.wrap
        for (const area of row.filter(area => area !== null)) {
          near(area.x, x)
          x = area.x + area.width
        }
        near(x, cover.width - cover.wrap)
        const pages = pageInches(one, pageCount)
        near(pages.recto.safe.x, pages.width - pages.verso.safe.x - pages.verso.safe.width)
        assert.ok(pages.recto.safe.width > 0 && cover.safeFront.width > 0 && cover.safeFront.height > 0)
      }
    }
  })
})

it('a record is converted to another unit as a whole', () => {
  const inches = { width: 0.125, areas: { front: { x: 6 }, none: null } }
  assert.deepEqual(inUnit(inches, 'in'), inches)
  assert.deepEqual(inUnit(inches, 'mm'), { width: 3.175, areas: { front: { x: 152.4 }, none: null } })
  assert.deepEqual(inUnit(inches, 'pt'), { width: 9, areas: { front: { x: 432 }, none: null } })
})
