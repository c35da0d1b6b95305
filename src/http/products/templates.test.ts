import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { describe, it } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import sample from '../../../operator/catalog.json' with { type: 'json' }
import {
  allSkus,
  boundAtRight,
  coilBound,
  isFirstOfBinding,
  jacketed,
  threeSided,
} from '../../../test/corpus/products.ts'
import { isShortForm } from '../../../test/support/form.ts'
import { type IdmlSide, readIdml } from '../../../test/support/idml.ts'
import { type Box, readPdf } from '../../../test/support/pdf.ts'
import { servicesOf, testServer } from '../../../test/support/routeServer.ts'
import { drawTemplate } from '../../artwork/templates/draw.ts'
import type { DrawOne } from '../../artwork/templates/templates.ts'
import { limitShortTasks } from '../../base/guarded/budgets.ts'
import { createCatalog } from '../../catalog/catalog.ts'
import type { Area } from '../../catalog/measures.ts'
import { templateRoutes } from './templates.ts'

const hinged = structuredClone(sample)
for (const { geometry } of hinged.skus) if (geometry.cover.edge === 'folded') geometry.cover.hingeInches = 0.375
const catalog = createCatalog(sample)
/** As a child draws it, without a process for each of a hundred files. */
const draw: DrawOne = drawTemplate
const server = await testServer(templateRoutes(servicesOf({ catalog, draw })))
const hingedServer = await testServer(templateRoutes(servicesOf({ catalog: createCatalog(hinged), draw })))
const threeSidedServer = await testServer(templateRoutes(servicesOf({ catalog: threeSided, draw })))
const jacketedServer = await testServer(templateRoutes(servicesOf({ catalog: jacketed, draw })))
const coilServer = await testServer(templateRoutes(servicesOf({ catalog: coilBound, draw })))

const fromRightServer = await testServer(templateRoutes(servicesOf({ catalog: boundAtRight, draw })))

const published = '/templates/published'
const paperback = 'PB-0600X0900-BW-60W'
const nearPoints = 0.01
const coverGuides = ['Trim', 'Safe area', 'Barcode area', 'Text']
/** Programs that do not know the usage of layers draw what is on at first, also on paper. */
const offAtFirst = (name: string) => ({ name, viewed: false, printed: false })

async function pdfOf(url: string, from = server): Promise<Buffer> {
  const answer = await from.inject(url)
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 500))
  assert.equal(answer.headers['content-type'], 'application/pdf')
  return answer.rawPayload
}

function assertBox(seen: Box | null, { x, y, width, height }: Area, what: string): void {
  for (const [i, expected] of [x, y, x + width, y + height].entries()) {
    assert.ok(
      seen !== null && Math.abs(seen[i]! - expected) < nearPoints,
      `${what}: got ${seen}, expected ${expected} at ${i}`,
    )
  }
}

describe('the templates of every book of the sample', () => {
  // The templates of a binding differ in their size only.
  for (const { manufacturingSku, pages, geometry } of isShortForm ? allSkus.filter(isFirstOfBinding) : allSkus) {
    // Long enough for text on the spine, where it ever has any.
    const pageCount = Math.min(pages.max, pages.min + pages.step * 40)
    const address = `${published}/${manufacturingSku}`

    it(`${manufacturingSku}: the cover has the boxes that the dimensions say, and only embedded fonts`, async () => {
      const { pt } = (await server.inject(`${address}/dimensions?pageCount=${pageCount}`)).json()
      const seen = await readPdf(await pdfOf(`${address}/cover/pdf?units=in&pageCount=${pageCount}&barcode=true`))
      assert.equal(seen.pageCount, 1)
      const guides = ['Bleed', 'Spine', ...(pt.cover.hinge > 0 ? ['Hinges'] : []), ...coverGuides]
      assert.deepEqual(seen.layers, guides.map(offAtFirst))
      const page = await seen.page(1)
      const { width, height } = pt.cover
      assertBox(page.media, { x: 0, y: 0, width, height }, 'MediaBox')
      assertBox(page.bleed, { x: 0, y: 0, width, height }, 'BleedBox')
      assertBox(page.trim, pt.cover.trim, 'TrimBox')
      assert.equal(page.fonts.length, 1)
      assert.ok(page.fonts.every(font => font.embedded))
      assert.match(page.text, /Barcode/)
      assert.match(page.text, geometry.spine.kind === 'none' ? /Fold, no spine/ : /Spine \d/)
      assert.match(page.text, geometry.cover.edge === 'folded' ? /Wrap \d/ : /Bleed \d/)
      assert.ok((await seen.marks(1)) > 1000)
      await seen.close()
    })

    it(`${manufacturingSku}: there is a template for each page, right-hand pages first`, async () => {
      const { pt } = (await server.inject(`${address}/dimensions?pageCount=${pageCount}`)).json()
      const seen = await readPdf(await pdfOf(`${address}/pages/pdf?units=in&pageCount=${pageCount}`))
      assert.equal(seen.pageCount, pageCount)
      const guides = ['Bleed', ...(pt.pages.gutter > 0 ? ['Gutter'] : []), 'Trim', 'Safe area', 'Text']
      assert.deepEqual(seen.layers, guides.map(offAtFirst))
      for (const [number, hand] of [
        [1, 'Right-hand'],
        [2, 'Left-hand'],
        [pageCount, 'Left-hand'],
      ] as const) {
        const page = await seen.page(number)
        const { width, height } = pt.pages
        assertBox(page.media, { x: 0, y: 0, width, height }, 'MediaBox')
        assertBox(page.bleed, { x: 0, y: 0, width, height }, 'BleedBox')
        assertBox(page.trim, pt.pages.trim, 'TrimBox')
        assert.ok(page.fonts.length === 1 && page.fonts.every(font => font.embedded))
        assert.match(page.text, new RegExp(`^${hand} page`, 'm'))
        assert.match(page.text, new RegExp(`^Page ${number} of ${pageCount}$`, 'm'))
        assert.equal(/^Gutter \d/m.test(page.text), pt.pages.gutter > 0)
      }
      await seen.close()
    })
  }
})

describe('a template', () => {
  const cover = `${published}/${paperback}/cover/pdf?units=in&pageCount=200`
  const pages = `${published}/${paperback}/pages/pdf?units=in&pageCount=200`

  it('a template is the same, byte for byte, in every process', async () => {
    const another = await testServer(templateRoutes(servicesOf({ catalog })))
    for (const url of [cover, pages]) assert.ok((await pdfOf(url)).equals(await pdfOf(url, another)), url)
  })

  it('each format is drawn in a child as it is drawn here, and an answer that is known starts no child', async () => {
    const children: ChildProcess[] = []
    subscribe('child_process', message => void children.push((message as { process: ChildProcess }).process))
    const drawings = () => children.filter(({ spawnargs }) => spawnargs.at(-1)!.includes(paperback)).length
    const another = await testServer(templateRoutes(servicesOf({ catalog })))
    const formats = ['cover/svg', 'cover/png', 'cover/idml', 'pages/idml', 'pages/svg', 'cover/sample', 'pages/sample']
    for (const format of formats) {
      const url = `${published}/${paperback}/${format}?pageCount=64`
      const [here, child] = [await server.inject(url), await another.inject(url)]
      const started = drawings()
      const again = await another.inject({ url, headers: { 'if-none-match': String(child.headers.etag) } })
      assert.deepEqual([child.statusCode, again.statusCode], [200, 304], format)
      assert.ok(child.rawPayload.equals(here.rawPayload), format)
      assert.equal(again.headers.etag, here.headers.etag)
      assert.equal(drawings(), started)
    }
    assert.equal(drawings(), formats.length)
  })

  it('templates are drawn one at a time, and a 51st that waits is refused with 503', async () => {
    const release = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const slow: DrawOne = async () => {
      most = Math.max(most, ++running)
      await release.promise
      running--
      return Buffer.from('drawn')
    }
    const busy = await testServer(templateRoutes(servicesOf({ catalog, draw: slow })))
    const ask = async (i: number) => await busy.inject(`${published}/${paperback}/cover/svg?pageCount=${32 + 2 * i}`)
    const asked = Array.from({ length: 51 }, (_, i) => ask(i))
    const refused = await Promise.race(asked)
    release.resolve()
    assert.deepEqual([refused.statusCode, refused.json().code], [503, 'overloaded'])
    const answered = (await Promise.all(asked)).filter(({ statusCode }) => statusCode === 200)
    assert.equal(answered.length, 50)
    assert.equal(most, 1)
  })

  it('a template of a book without bleed at the binding has its trim at the fold, on both sides', async () => {
    const { pt } = (await threeSidedServer.inject(`${published}/${paperback}/dimensions?pageCount=200`)).json()
    assert.deepEqual([pt.pages.width, pt.pages.height, pt.pages.bindingBleed], [441, 666, 0])
    for (const kind of ['pdf?units=in&', 'sample?']) {
      const seen = await readPdf(await pdfOf(`${published}/${paperback}/pages/${kind}pageCount=200`, threeSidedServer))
      for (const number of [1, 2, 199, 200]) {
        const page = await seen.page(number)
        assertBox(page.media, { x: 0, y: 0, width: 441, height: 666 }, 'MediaBox')
        assertBox(page.trim, { x: number % 2 === 1 ? 0 : 9, y: 9, width: 432, height: 648 }, 'TrimBox')
      }
      await seen.close()
    }
  })

  it('a template and a sample of a book that is bound at its right begin with a left-hand page', async () => {
    for (const kind of ['pdf?', 'sample?']) {
      const pdf = await pdfOf(`${published}/${paperback}/pages/${kind}pageCount=200`, fromRightServer)
      const direction = (await PDFDocument.load(pdf)).catalog.getViewerPreferences()?.getReadingDirection()
      assert.equal(direction, 'R2L')
      const seen = await readPdf(pdf)
      for (const number of [1, 2, 199, 200])
        assertBox(
          (await seen.page(number)).trim,
          { x: number % 2 === 1 ? 9 : 0, y: 9, width: 432, height: 648 },
          `page ${number}`,
        )
      if (kind === 'pdf?') assert.match((await seen.page(1)).text, /^Left-hand page, bound at its right$/m)
      await seen.close()
    }
  })

  it('a template shows the flaps of a dust jacket and the holes of a coil, and sample artwork fits both', async () => {
    const textOf = async (from: typeof server, kind: string) => {
      const seen = await readPdf(await pdfOf(`${published}/${paperback}/${kind}pageCount=200`, from))
      const { text, media } = await seen.page(1)
      await seen.close()
      return { text, media }
    }
    const jacket = await textOf(jacketedServer, 'cover/pdf?')
    assert.match(jacket.text, /^Back flap$/m)
    assert.match(jacket.text, /^Flaps: 3\.25 in · 82\.55 mm$/m)
    const coil = await textOf(coilServer, 'cover/pdf?')
    assert.match(coil.text, /^Binding, no spine$/m)
    assert.match(coil.text, /^Punch margin: 0\.375 in · 9\.53 mm$/m)
    assert.match((await textOf(coilServer, 'pages/pdf?')).text, /^Punch margin 0\.375 in/m)
    for (const [from, { media }] of [
      [jacketedServer, jacket],
      [coilServer, coil],
    ] as const)
      assert.deepEqual((await textOf(from, 'cover/sample?')).media, media)
  })

  it('a template of 800 pages stays small, because the pages of a side share their content', async () => {
    const pdf = await pdfOf(`${published}/${paperback}/pages/pdf?pageCount=800`)
    assert.ok(pdf.length < 300_000, `${pdf.length} bytes`)
    const seen = await readPdf(pdf)
    assert.equal(seen.pageCount, 800)
    await seen.close()
  })

  it('a template names its measures in inches and millimeters', async () => {
    const seen = await readPdf(await pdfOf(cover))
    const { text } = await seen.page(1)
    assert.match(text, /^File 12\.7605 × 9\.25 in · 324\.12 × 234\.95 mm$/m)
    assert.match(text, /^Bleed: 0\.125 in · 3\.18 mm$/m)
    assert.doesNotMatch(text, /Barcode|Hinge/)
    await seen.close()
  })

  it('a template shows hinges where a book has them', async () => {
    const url = `${published}/HC-0850X1100-PC-80C/cover/pdf?units=in&pageCount=300&barcode=false`
    const seen = await readPdf(await pdfOf(url, hingedServer))
    assert.match((await seen.page(1)).text, /^Hinge 0\.375 in · 9\.53 mm$/m)
    await seen.close()
  })

  it('a template may be cached by anybody for a week, and is not sent again to a client with a current copy', async () => {
    for (const url of [cover, pages]) {
      const first = await server.inject(url)
      const { etag } = first.headers
      assert.match(String(etag), /^"[\w-]{43}"$/)
      assert.equal(first.headers['cache-control'], 'public, max-age=604800')
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await server.inject({ url, headers: { 'if-none-match': String(ifNoneMatch) } })
        assert.deepEqual([again.statusCode, again.body], [304, ''])
        assert.equal(again.headers.etag, etag)
        assert.equal(again.headers['cache-control'], 'public, max-age=604800')
      }
      const changed = await server.inject({ url, headers: { 'if-none-match': '"other"' } })
      assert.equal(changed.statusCode, 200)
    }
  })

  it('a template of another page count, kind or barcode has another ETag', async () => {
    const urls = [cover, pages, `${cover}&barcode=true`, cover.replace('200', '202'), pages.replace('200', '202')]
    const etags = await Promise.all(urls.map(async url => (await server.inject(url)).headers.etag))
    assert.equal(new Set(etags).size, urls.length)
  })

  it('requested many times at once is made once and is the same for all', async () => {
    const url = `${published}/${paperback}/pages/pdf?pageCount=402`
    const all = await Promise.all(Array.from({ length: 20 }, () => pdfOf(url)))
    assert.ok(all.every(one => one.equals(all[0]!)))
  })
})

const rectanglesOf = (svg: string, layer: string): Box[] => {
  const group = svg.split('<g ').find(part => part.startsWith(`id="${layer}"`))!
  return [...group.matchAll(/M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)H/g)].map(match => match.slice(1).map(Number) as Box)
}

describe('a template as a picture', () => {
  const at = (kind: string, more = '') => `${published}/${paperback}/${kind}?pageCount=200${more}`
  it('the SVG has a named group for each kind of guide, with the measures of the checks', async () => {
    const { pt } = (await server.inject(at('dimensions'))).json()
    const { headers, body: cover } = await server.inject(at('cover/svg', '&barcode=true'))
    assert.equal(headers['content-type'], 'image/svg+xml')
    assert.deepEqual(
      [...cover.matchAll(/inkscape:label="([^"]+)"/g)].map(([, name]) => name),
      ['Bleed', 'Spine', ...coverGuides],
    )
    const { width, height, trim, spineArea, safeBack, safeSpine, safeFront, barcode } = pt.cover
    assert.match(cover, new RegExp(`viewBox="0 0 ${width} ${height}"`))
    const [whole, inner] = rectanglesOf(cover, 'Bleed')
    assertBox(whole!, { x: 0, y: 0, width, height }, 'file')
    assertBox(inner!, trim, 'bleed')
    assertBox(rectanglesOf(cover, 'Trim')[0]!, trim, 'trim')
    assertBox(rectanglesOf(cover, 'Spine')[0]!, spineArea, 'spine')
    assertBox(rectanglesOf(cover, 'Barcode_area')[0]!, barcode, 'barcode area')
    for (const [i, area] of [safeBack, safeSpine, safeFront].entries())
      assertBox(rectanglesOf(cover, 'Safe_area')[i]!, area, 'safe area')
    for (const side of ['recto', 'verso'] as const) {
      const { body: page } = await server.inject(at('pages/svg', `&side=${side}`))
      for (const [layer, area] of [
        ['Trim', 'trim'],
        ['Safe_area', 'safe'],
        ['Gutter', 'gutter'],
      ] as const)
        assertBox(rectanglesOf(page, layer)[0]!, pt.pages[side][area], `${side} ${area}`)
    }
  })

  it('the PNG has 300 pixels per inch, the size that the dimensions say, and its lines where the checks have them', async () => {
    const { pixels, in: inches } = (await server.inject(at('dimensions'))).json()
    assert.deepEqual(pixels, {
      perInch: 300,
      cover: { width: 3828, height: 2775 },
      pages: { width: 1875, height: 2775 },
    })
    const { rawPayload, headers } = await server.inject(at('cover/png'))
    assert.equal(headers['content-type'], 'image/png')
    const { width, height, density } = await sharp(rawPayload).metadata()
    assert.deepEqual({ width, height, density }, { ...pixels.cover, density: 300 })
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    const colorAt = (x: number, y: number) => {
      const start = (Math.round((inches.cover.height - y) * 300) * info.width + Math.round(x * 300)) * info.channels
      return [...data.subarray(start, start + info.channels)]
    }
    const { trim, spineArea } = inches.cover
    const isRed = ([red, green]: number[]) => red! > 200 && green! < 100
    for (const [x, y] of [
      [trim.x, 5],
      [trim.x + trim.width, 5],
      [3, trim.y],
      [3, trim.y + trim.height],
    ] as const)
      assert.ok(isRed(colorAt(x, y)), `the trim is red at ${x}, ${y}: ${colorAt(x, y)}`)
    assert.equal(colorAt(3, 2)[3], 0, 'paper is transparent')
    assert.deepEqual(colorAt(spineArea.x + 0.04, 5), [204, 245, 255, 255])
  })

  it('the barcode of an ISBN is drawn in its area, on a layer that prints', async () => {
    const isbn = '&isbn=1-4028-9462-7&price=19.99'
    const { pt } = (await server.inject(at('dimensions'))).json()
    const seen = await readPdf(await pdfOf(at('cover/pdf', isbn)))
    assert.deepEqual(seen.layers.at(-1), { name: 'ISBN barcode (prints)', viewed: true, printed: true })
    await seen.close()
    const { body } = await server.inject(at('cover/svg', isbn))
    const [panel, ...bars] = rectanglesOf(body, 'ISBN_barcode_prints')
    assert.equal(bars.length, 46)
    const { x, y, width, height } = pt.cover.barcode
    assert.ok(panel![0] >= x && panel![1] >= y && panel![2] <= x + width && panel![3] <= y + height, String(panel))
    // The narrowest bar is a module: 0.33 mm, less where the area is narrower.
    const module = Math.min(...bars.map(([left, , right]) => right - left)) / (72 / 25.4)
    assert.ok(module >= 0.8 * 0.33 && module <= 0.33, `${module} mm`)
    assert.notEqual(
      (await server.inject(at('cover/pdf', isbn))).headers.etag,
      (await server.inject(at('cover/pdf'))).headers.etag,
    )
  })
})

describe('a template for InDesign', () => {
  const books = [
    { about: 'a paperback', from: server, sku: paperback, pageCount: 200 },
    { about: 'a hard cover', from: server, sku: 'HC-0850X1100-PC-80C', pageCount: 120 },
    { about: 'a stapled book', from: server, sku: 'SS-0550X0850-PC-80C', pageCount: 8 },
    {
      about: 'a hard cover with hinges',
      from: hingedServer,
      sku: 'HC-0850X1100-PC-80C',
      pageCount: 120,
    },
    { about: 'a book with a dust jacket', from: jacketedServer, sku: paperback, pageCount: 200 },
    { about: 'a coil-bound book', from: coilServer, sku: paperback, pageCount: 32 },
    { about: 'a book without bleed at the binding', from: threeSidedServer, sku: paperback, pageCount: 200 },
    { about: 'a book bound at its right', from: fromRightServer, sku: paperback, pageCount: 200 },
  ]
  const guide = (name: string) => ({ name, prints: false, locked: true })
  const artwork = { name: 'Artwork', prints: true, locked: false }
  const bleedOf = (document: Record<string, string>) =>
    ['InsideOrLeft', 'OutsideOrRight', 'Top', 'Bottom'].map(edge => Number(document[`DocumentBleed${edge}Offset`]))

  function assertAreas(side: IdmlSide, trim: Area, layer: string, areas: (Area | null)[]): void {
    const seen = side.paths(trim, layer)
    for (const [i, area] of areas.filter(each => each !== null).entries()) assertBox(seen[i] ?? null, area, layer)
  }

  async function idmlOf({ from, sku, pageCount }: (typeof books)[number], kind: string, more = '') {
    const answer = await from.inject(`${published}/${sku}/${kind}/idml?pageCount=${pageCount}${more}`)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'application/vnd.adobe.indesign-idml-package')
    const { pt } = (await from.inject(`${published}/${sku}/dimensions?pageCount=${pageCount}`)).json()
    return { idml: readIdml(answer.rawPayload), pt }
  }

  for (const book of books) {
    it(`the cover of ${book.about} is a page with bleed, and every guide is where the checks have it`, async () => {
      const { idml, pt } = await idmlOf(book, 'cover', '&barcode=true')
      const { trim, wrap, back, front, hinge, hingeBack, hingeFront, spineArea, barcode, ...cover } = pt.cover
      const names = [
        'Bleed',
        ...(cover.punch > 0 ? [] : ['Spine']),
        ...(hinge > 0 ? ['Hinges'] : []),
        ...(cover.flap > 0 ? ['Flaps'] : []),
        ...(cover.punch > 0 ? ['Punch margin'] : []),
        ...coverGuides,
      ]
      assert.deepEqual(idml.layers, [artwork, ...names.map(guide)])
      assert.deepEqual(idml.spreads, [['1']])
      const { FacingPages, PageWidth, PageHeight } = idml.document
      assert.deepEqual([FacingPages, Number(PageWidth), Number(PageHeight)], ['false', trim.width, trim.height])
      for (const bleed of bleedOf(idml.document)) assert.ok(Math.abs(bleed - wrap) < nearPoints)
      const [side] = idml.sides
      assert.deepEqual(side!.size, [trim.width, trim.height])
      const file = { x: 0, y: 0, width: cover.width, height: cover.height }
      assertAreas(side!, trim, 'Bleed', [file, trim])
      assertAreas(side!, trim, 'Spine', [spineArea])
      assertAreas(side!, trim, 'Hinges', [hingeBack, hingeFront])
      assertAreas(side!, trim, 'Trim', [trim])
      assertAreas(side!, trim, 'Flaps', [cover.flapBack, cover.flapFront])
      assertAreas(side!, trim, 'Punch margin', [cover.punchBack, cover.punchFront])
      assertAreas(side!, trim, 'Safe area', [
        cover.safeFlapBack,
        cover.safeBack,
        cover.safeSpine,
        cover.safeFront,
        cover.safeFlapFront,
      ])
      assertAreas(side!, trim, 'Barcode area', [barcode])
      const [first, second] = [back, front].sort((a, b) => a.x - b.x)
      const spine = spineArea === null ? [second.x] : [spineArea.x, spineArea.x + spineArea.width]
      const hinges = hinge > 0 ? [first.x + first.width, second.x] : []
      const flaps = cover.flap > 0 ? [trim.x + cover.flap, trim.x + trim.width - cover.flap] : []
      assert.deepEqual(
        side!.rulers.map(({ layer, x }) => `${layer} ${(x + trim.x).toFixed(2)}`),
        [
          ...spine.map(x => `${cover.punch > 0 ? 'Trim' : 'Spine'} ${x.toFixed(2)}`),
          ...hinges.map(x => `Hinges ${x.toFixed(2)}`),
          ...flaps.map(x => `Flaps ${x.toFixed(2)}`),
        ],
      )
    })

    it(`the pages of ${book.about} face each other, and every guide is where the checks have it`, async () => {
      const { idml, pt } = await idmlOf(book, 'pages')
      const { recto, verso, width, height, bleed, bindingBleed, gutter, punch } = pt.pages
      const holes = punch > 0 ? ['Punch margin'] : []
      const names = ['Bleed', ...(gutter > 0 ? ['Gutter'] : []), ...holes, 'Trim', 'Safe area', 'Text']
      assert.deepEqual(idml.layers, [artwork, ...names.map(guide)])
      assert.deepEqual(idml.spreads.slice(0, 3), [['1'], ['2', '3'], ['4', '5']])
      assert.deepEqual(idml.spreads.at(-1), [String(book.pageCount)])
      assert.equal(idml.spreads.flat().length, book.pageCount)
      assert.equal(idml.document.FacingPages, 'true')
      const expected = [bindingBleed, bleed, bleed, bleed]
      for (const [i, seen] of bleedOf(idml.document).entries())
        assert.ok(Math.abs(seen - expected[i]!) < nearPoints, `bleed ${i}: ${seen}`)
      const isFromRight = book.from === fromRightServer
      assert.equal(idml.document.PageBinding, isFromRight ? 'RightToLeft' : 'LeftToRight')
      const [left, right] = isFromRight ? idml.sides.toReversed() : idml.sides
      for (const [side, { trim, safe, gutter, punch }, edges] of [
        // What is beyond the fold belongs to the facing page.
        [right!, recto, { x: recto.trim.x, y: 0, width: width - recto.trim.x, height }],
        [left!, verso, { x: 0, y: 0, width: verso.trim.x + verso.trim.width, height }],
      ] as const) {
        assert.deepEqual(side.size, [trim.width, trim.height])
        assertAreas(side, trim, 'Bleed', [edges, trim])
        assertAreas(side, trim, 'Gutter', [gutter])
        assertAreas(side, trim, 'Punch margin', [punch])
        assertAreas(side, trim, 'Trim', [trim])
        assertAreas(side, trim, 'Safe area', [safe])
      }
      const { Top, Bottom, Left, Right } = right!.margins
      const { x, y, width: across, height: up } = recto.safe
      const inside = { x: recto.trim.x + Left, y: recto.trim.y + Bottom }
      assertBox(
        [inside.x, inside.y, recto.trim.x + recto.trim.width - Right, recto.trim.y + recto.trim.height - Top],
        { x, y, width: across, height: up },
        'margins',
      )
    })
  }

  it('only the barcode of an ISBN prints, and its bars are those of the SVG', async () => {
    const [book] = books
    const isbn = '&isbn=1-4028-9462-7&price=19.99'
    const { idml, pt } = await idmlOf(book!, 'cover', isbn)
    assert.deepEqual(
      idml.layers.filter(({ prints }) => prints).map(({ name }) => name),
      ['Artwork', 'ISBN barcode (prints)'],
    )
    const { body } = await server.inject(`${published}/${paperback}/cover/svg?pageCount=200${isbn}`)
    const inSvg = rectanglesOf(body, 'ISBN_barcode_prints')
    const inIdml = idml.sides[0]!.paths(pt.cover.trim, 'ISBN barcode (prints)')
    for (const [i, [x, y, right, top]] of inSvg.entries())
      assertBox(inIdml[i]!, { x: x!, y: y!, width: right! - x!, height: top! - y! }, `bar ${i}`)
  })

  it('a template for InDesign is the same, byte for byte, in every process, and may be cached', async () => {
    const another = await testServer(templateRoutes(servicesOf({ catalog })))
    for (const kind of ['cover', 'pages']) {
      const url = `${published}/${paperback}/${kind}/idml?pageCount=200`
      const first = await server.inject(url)
      assert.ok(first.rawPayload.equals((await another.inject(url)).rawPayload))
      assert.match(String(first.headers['content-disposition']), /filename="PB-0600X0900-BW-60W-\w+-200\.idml"/)
      const again = await server.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
      assert.equal(again.statusCode, 304)
    }
  })
})

describe('sample artwork', () => {
  const cover = `${published}/${paperback}/cover/sample?pageCount=200`
  const pages = `${published}/${paperback}/pages/sample?pageCount=200`

  it('sample artwork has the size of its template, text in embedded fonts, and no layers', async () => {
    const { pt } = (await server.inject(`${published}/${paperback}/dimensions?pageCount=200`)).json()
    const [coverFile, pagesFile] = await Promise.all([pdfOf(cover), pdfOf(pages)])
    const seen = { cover: await readPdf(coverFile), pages: await readPdf(pagesFile) }
    assert.deepEqual([seen.cover.pageCount, seen.pages.pageCount], [1, 200])
    for (const part of ['cover', 'pages'] as const) {
      const page = await seen[part].page(part === 'cover' ? 1 : 8)
      const { width, height, trim } = pt[part]
      assertBox(page.media, { x: 0, y: 0, width, height }, 'MediaBox')
      assertBox(page.bleed, { x: 0, y: 0, width, height }, 'BleedBox')
      assertBox(page.trim, trim, 'TrimBox')
      assert.ok(page.fonts.length > 0 && page.fonts.every(font => font.embedded))
      assert.deepEqual(seen[part].layers, [])
      assert.match(page.text, /Lantern Maker/)
      await seen[part].close()
    }
    assert.ok(coverFile.length < 60_000 && pagesFile.length < 300_000)
  })

  it('sample artwork is the same, byte for byte, in every process, and is cached like a template', async () => {
    const another = await testServer(templateRoutes(servicesOf({ catalog })))
    for (const url of [cover, pages]) {
      const { etag, 'cache-control': cacheControl } = (await server.inject(url)).headers
      assert.ok((await pdfOf(url)).equals(await pdfOf(url, another)), url)
      assert.equal(cacheControl, 'public, max-age=604800')
      const again = await server.inject({ url, headers: { 'if-none-match': String(etag) } })
      assert.equal(again.statusCode, 304)
    }
  })

  it('a thin sample begins its only chapter on page 3, and a spine that is too thin has no text', async () => {
    const booklet = `${published}/SS-0550X0850-PC-80C`
    const seen = await readPdf(await pdfOf(`${booklet}/pages/sample?pageCount=8`))
    assert.match((await seen.page(3)).text, /Chapter 1/)
    await seen.close()
    const authors = async (url: string) => {
      const file = await readPdf(await pdfOf(url))
      const { text } = await file.page(1)
      await file.close()
      return text.match(/Mina Okafor/g)?.length
    }
    assert.equal(await authors(`${booklet}/cover/sample?pageCount=8`), 1)
    assert.equal(await authors(cover), 2)
  })
})

describe('dimensions', () => {
  it('dimensions are the same measures in inches, millimeters and points', async () => {
    const answer = await server.inject(`${published}/${paperback}/dimensions?pageCount=200`)
    assert.equal(answer.statusCode, 200)
    const { in: inches, mm, pt, pixels: _pixels, ...about } = answer.json()
    assert.deepEqual(about, { manufacturingSku: paperback, pageCount: 200, coverEdge: 'cut' })
    assert.equal(inches.cover.spine, 0.51045)
    assert.equal(mm.cover.spine, 12.9654)
    assert.equal(pt.cover.spine, 36.7524)
    assert.deepEqual(mm.pages.trim, { x: 3.175, y: 3.175, width: 152.4, height: 228.6 })
    assert.deepEqual(pt.pages.recto.safe, { x: 81, y: 45, width: 324, height: 576 })
    assert.equal(inches.cover.hingeBack, null)
  })
})

describe('what is not there or not possible is refused:', () => {
  const allowed = `${paperback} can have 32 to 800 pages in steps of 2, not`
  // biome-ignore format: a table
  const cases: [string, string, number, string, RegExp][] = [
    ['an unknown SKU',             'PB-NONE/cover/pdf?units=in&pageCount=200',           404, 'not_found',              /manufacturing SKU/],
    ['a name of every object',     'constructor/cover/pdf?units=in&pageCount=200',       404, 'not_found',              /manufacturing SKU/],
    ['an odd page count',          `${paperback}/cover/pdf?units=in&pageCount=201`,      400, 'page_count_not_allowed', new RegExp(`${allowed} 201`)],
    ['too many pages',             `${paperback}/pages/pdf?units=in&pageCount=8000000`,  400, 'page_count_not_allowed', new RegExp(`${allowed} 8000000`)],
    ['no pages',                   `${paperback}/dimensions?pageCount=0`,                400, 'page_count_not_allowed', new RegExp(`${allowed} 0`)],
    ['fewer than no pages',        `${paperback}/dimensions?pageCount=-2`,               400, 'page_count_not_allowed', new RegExp(`${allowed} -2`)],
    ['a page count left out',      `${paperback}/cover/pdf?units=in`,                    400, 'malformed_request',      /pageCount is required/],
    ['a page count in words',      `${paperback}/cover/pdf?pageCount=many`,              400, 'malformed_request',      /pageCount must be an integer/],
    ['half a page',                `${paperback}/cover/pdf?pageCount=33.5`,              400, 'malformed_request',      /pageCount must be an integer/],
    ['a page count that never ends', `${paperback}/cover/pdf?pageCount=1e999`,           400, 'malformed_request',    /pageCount must be an integer, got "1e999"/],
    ['a page count in powers',     `${paperback}/cover/pdf?pageCount=1e2`,               400, 'malformed_request',      /pageCount must be an integer, got "1e2"/],
    ['a page count with a blank',  `${paperback}/cover/pdf?pageCount=%20120`,            400, 'malformed_request',      /pageCount must be an integer, got " 120"/],
    ['two page counts',            `${paperback}/cover/pdf?pageCount=200&pageCount=202`, 400, 'malformed_request',      /pageCount must be given once/],
    ['another unit',               `${paperback}/cover/pdf?units=mm&pageCount=200`,      400, 'malformed_request',      /units must be one of in/],
    ['a barcode that may be',      `${paperback}/cover/pdf?pageCount=200&barcode=maybe`, 400, 'malformed_request',      /barcode must be a boolean/],
    ['a barcode inside the book',  `${paperback}/pages/pdf?pageCount=200&barcode=true`,  400, 'malformed_request',      /barcode is not a field/],
    ['an ISBN with a slip',        `${paperback}/cover/pdf?pageCount=200&isbn=1402894628`, 400, 'malformed_request',    /check digit of the ISBN 1402894628 is wrong/],
    ['a price without an ISBN',    `${paperback}/cover/svg?pageCount=200&price=19.99`,   400, 'malformed_request',      /send isbn, too/],
    ['an ISBN in pages',           `${paperback}/pages/idml?pageCount=200&isbn=1402894627`, 400, 'malformed_request',   /isbn is not a field/],
    ['a price of 100 dollars',     `${paperback}/cover/png?pageCount=200&isbn=1402894627&price=99.99`, 400, 'malformed_request', /at most 99.98/],
    ['a page of no side',          `${paperback}/pages/png?pageCount=200&side=left`,     400, 'malformed_request',      /side must be one of recto, verso/],
    ['a sample of no book',        'PB-NONE/pages/sample?pageCount=200',                 404, 'not_found',              /manufacturing SKU/],
    ['a sample with odd pages',    `${paperback}/cover/sample?pageCount=201`,            400, 'page_count_not_allowed', new RegExp(`${allowed} 201`)],
    ['a sample in a unit',         `${paperback}/pages/sample?units=in&pageCount=200`,   400, 'malformed_request',      /units is not a field/],
    ['an unknown parameter',       `${paperback}/dimensions?pageCount=200&pages=200`,    400, 'malformed_request',      /pages is not a field/],
  ]
  for (const [what, url, status, code, detail] of cases) {
    it(what, async () => {
      const answer = await server.inject(`${published}/${url}`)
      assert.equal(answer.statusCode, status)
      assert.equal(answer.json().code, code)
      assert.match(answer.json().detail, detail)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers.etag, undefined)
    })
  }
})

it('the reader of these tests notices a font that is not embedded, a missing layer and missing boxes', async () => {
  const document = await PDFDocument.create()
  document.addPage().drawText('Helvetica, as everybody has it')
  const seen = await readPdf(await document.save())
  assert.deepEqual(seen.layers, [])
  assert.deepEqual(
    (await seen.page(1)).fonts.map(font => font.embedded),
    [false],
  )
  await seen.close()
})

it('an address whose drawings have used up their processor time waits, and other addresses do not', async t => {
  let now = 0
  t.after(limitShortTasks(0.01, () => now)) // less than the start of a process takes
  const drawing = await testServer(templateRoutes(servicesOf({ catalog })))
  const coverFor = (remoteAddress: string, pageCount: number) =>
    drawing.inject({ url: `${published}/${paperback}/cover/svg?pageCount=${pageCount}`, remoteAddress })
  assert.equal((await coverFor('192.0.2.1', 100)).statusCode, 200)
  const refused = await coverFor('192.0.2.1', 102)
  assert.equal(refused.statusCode, 429)
  assert.equal(refused.json().code, 'too_many_requests')
  assert.match(refused.json().detail, /processor time within a minute: try again in \d+ s\.$/)
  const waitSeconds = Number(refused.headers['retry-after'])
  assert.ok(waitSeconds > 0)
  assert.equal((await coverFor('192.0.2.1', 100)).statusCode, 200) // drawn before
  assert.equal((await coverFor('192.0.2.2', 102)).statusCode, 200)
  now += waitSeconds * 1000
  assert.equal((await coverFor('192.0.2.1', 104)).statusCode, 200)
})
