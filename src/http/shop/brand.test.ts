import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { servicesOf, testServer } from '../../../test/support/routeServer.ts'
import { type Brand, defaultBrand, parseBrand } from '../../brand/brand.ts'
import { cleanBrand } from '../../brand/logo.ts'
import type { Web } from '../server/web.ts'
import { brandedWeb, brandRoutes } from './brand.ts'

const build: Web = {
  page: async () => '<head><link rel="icon" type="x" href="/assets/icon.svg"><title>Octavo support</title></head>',
  doc: async path =>
    path.endsWith('.txt')
      ? '# Octavo\n\nGuides'
      : '<!doctype html><head><title>Orders · Octavo</title></head><a class="brand" href="/docs">Octavo <span>',
  package: async () => null,
  pressWorker: async () => null,
  asset: async () => null,
}
const name = 'Acme "$&" <Books>'
const wide = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h9v9z"/></svg>').toString('base64')}`
const square = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h9v9z"/></svg>').toString('base64')}`
const withLogo = async () => parseBrand(await cleanBrand({ name, accent: '#7a1f5c', logo: { light: wide } }))

describe('the brand on pages', () => {
  let brand: Brand = defaultBrand
  let server: FastifyInstance
  const web = brandedWeb(build, () => brand)
  before(async () => {
    server = await testServer(
      brandRoutes(
        servicesOf({
          operator: {
            get brand() {
              return brand
            },
          },
          web: build,
        }),
      ),
    )
  })
  after(() => server.close())
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

  it('without a brand, pages stay as the build made them, and there is no logo', async () => {
    brand = defaultBrand
    assert.equal(await web.page('staff', ''), await build.page('staff', ''))
    assert.equal(await web.doc('index.html'), await build.doc('index.html'))
    assert.equal((await get('/brand/logo-light')).statusCode, 404)
    assert.equal((await get('/brand/favicon')).statusCode, 404)
  })

  it('a name is in the title, the icon and what the screens read, and cannot become markup', async () => {
    brand = parseBrand({ name, legalLines: ['<script>'] })
    const page = (await web.page('staff', ''))!
    assert.match(page, /<title>Acme &quot;\$&amp;&quot; &lt;Books&gt; support<\/title>/)
    assert.doesNotMatch(page, /<script>|<Books>/)
    const [, content] = /<meta name="brand" content="([^"]+)">/.exec(page)!
    const shown = JSON.parse(
      content!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    )
    assert.deepEqual([shown.name, shown.palette, shown.logo], [name, null, null])
    const icon = await get(shown.icon)
    assert.equal(icon.headers['content-type'], 'image/svg+xml')
    assert.match(icon.body, /fill="#234672".*>A<\/text>/)
    assert.match(String(icon.headers['content-security-policy']), /default-src 'none'.*sandbox/)
    assert.match((await web.doc('llms.txt'))!, /^# Acme "\$&" <Books>$/m)
  })

  it('a logo has an address that changes with it, and is not sent again while it is current', async () => {
    brand = await withLogo()
    const page = (await web.page('staff', ''))!
    const [logo] = /\/brand\/logo-light\?v=[0-9a-f]{16}/.exec(page)!
    assert.match(page, /&quot;isWide&quot;:true/)
    const first = await get(logo!)
    assert.deepEqual([first.statusCode, first.headers['content-type']], [200, 'image/svg+xml'])
    assert.match(String(first.headers['cache-control']), /max-age=\d+/)
    const again = await get(logo!, { 'if-none-match': String(first.headers.etag) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    // A wide logo is no icon.
    assert.match((await get('/brand/icon')).body, /#7a1f5c/)
  })

  it('a device that installs the press desk gets its name, its color and icons of the sizes that it asks for', async () => {
    for (const [of, shown] of [
      [defaultBrand, 'Octavo'],
      [await withLogo(), name],
      [parseBrand({ name: 'Square', logo: { light: square } }), 'Square'],
    ] as const) {
      brand = of
      const answer = await get('/brand/press.webmanifest')
      assert.match(String(answer.headers['content-type']), /^application\/manifest\+json/)
      const manifest = answer.json()
      assert.deepEqual(
        [manifest.short_name, manifest.start_url, manifest.scope, manifest.display, manifest.theme_color],
        [shown, '/press', '/press', 'standalone', of.accent],
      )
      for (const { src, sizes } of manifest.icons) {
        const icon = await get(src)
        assert.equal(icon.headers['content-type'], 'image/png')
        const { width, height, hasAlpha } = await sharp(icon.rawPayload).metadata()
        assert.deepEqual([`${width}x${height}`, hasAlpha], [sizes, true])
      }
      assert.equal(manifest.icons.length, 2)
    }
  })

  it('a device in German gets the press desk under its German name', async () => {
    brand = defaultBrand
    for (const [locale, shown] of [
      ['en-US', 'Octavo press desk'],
      ['de-AT,de;q=0.9', 'Octavo Druckerei'],
    ] as const) {
      const answer = await get('/brand/press.webmanifest', { 'accept-language': locale })
      assert.deepEqual([answer.json().name, answer.json().lang], [shown, locale.slice(0, 2)])
      assert.match(String(answer.headers.vary), /accept-language/)
    }
  })

  it('the documentation has the name, the logo and the colors', async () => {
    brand = await withLogo()
    const page = (await web.doc('orders.html'))!
    assert.match(page, /<title>Orders · Acme/)
    assert.match(page, /<a class="brand" href="\/docs"><img class="light" src="\/brand\/logo-light\?v=/)
    const [style] = /\/brand\/docs\.css\?v=[\w-]+/.exec(page)!
    const answer = await get(style!)
    assert.match(String(answer.headers['content-type']), /^text\/css/)
    assert.match(answer.body, /--accent:light-dark\(#7a1f5c,#[0-9a-f]{6}\)/)
  })
})
