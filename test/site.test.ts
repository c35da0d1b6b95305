// The documentation site: its pages, its links and its search, and the snippets of its guides, which run against the
// real service.

import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { highlighted } from '../site/highlight.ts'
import { packagesOf } from '../site/packages.ts'
import { addressOf, movedSections } from '../site/pages.ts'
import { anchorOf, bodyOf, htmlOf } from '../site/render.ts'
import { searchIndex, siteFiles, sitePages } from '../site/site.ts'
import { systemClock } from '../src/base/clock.ts'
import { type RefusalCode, refusals } from '../src/base/refusal.ts'
import { newPrivateKey, publicKeyOf, signedHeaders, signingKey } from '../src/base/secrets/signature.ts'
import { addressOfPart, audienceOf } from '../src/http/document/documentParts.ts'
import { problemBody } from '../src/http/server/problem.ts'
import { requestsOf } from '../web/docs/curl.ts'
import { withOwn } from '../web/docs/run.ts'
import { searcherOf } from '../web/docs/search.ts'
import { also, isShortForm } from './support/form.ts'
import { type Language, languages, snippetFolder, snippetsOf } from './support/snippets.ts'
import { startWorld, type World } from './support/world.ts'

const root = new URL('..', import.meta.url)
const pages = sitePages(root)
const assets = { script: '/assets/docs.js', style: '/assets/docs.css', search: '/assets/search.json' }
const idsOf = (html: string) => Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
const anchorsOf = (markdown: string) =>
  Array.from(markdown.matchAll(/^#+ (.+)$|^\| `([a-z_]+)` \|/gm), ([, title = '', code]) => code ?? anchorOf(title))
/** By the page that answers them. */
const questions: Record<string, string[]> = {
  '/docs/webhooks': ['webhok', 'hook', 'webhook events'],
  '/docs/receiving-webhooks': [
    'verify a signature',
    'signature',
    'webhook secret',
    'php',
    'endpoints',
    'testing an address',
  ],
  '/docs/webhook-retries': ['retry schedule', 'retries', 'missed events', 'resend webhooks'],
  '/docs/ordering': [
    'create timed out',
    'my create timed out',
    'timed out',
    'idempotency',
    'cancel',
    'cancel an order',
  ],
  '/docs/sandbox': ['test a decline', 'simulate', 'sandbx'],
  '/docs/authentication': ['authentication', 'auth', 'scopes', 'api key', 'leaked key', 'roll a key'],
  '/docs/canada': ['canadian orders', 'canada', 'puerto rico', 'customs'],
  '/docs/pagination': ['pagination', 'paging', 'next page cursor'],
  '/docs/limits': ['rate limits', 'limits', '429', 'throttling'],
  '/docs/templates': ['get a template', 'template', 'page counts', 'which page counts'],
  '/docs/errors': ['error codes', 'errors'],
  '/docs/going-live': ['go live', 'production checklist'],
  '/docs/money': ['declined card', 'refund', 'sales tax', 'invoice pdf'],
  '/docs/quickstart': ['express', 'quick'],
  '/docs/packing-slips': ['gift message', 'blind shipping'],
  '/docs/files': ['isbn barcode', 'repairs'],
  '/docs/uploading-files': ['upload file', 'resume upload', 'retention'],
  '/docs/file-checks': ['check files', 'page preview'],
  '/docs/proofs': ['proof link', 'approve proof'],
  '/docs/single-sign-on': ['sso'],
  '/docs/command-line': ['command line'],
  '/docs/python': ['pyton'],
  '/docs/typescript': ['typescript'],
}
/** The twelve questions of a developer: what to search for, the page and its section, and the words that answer. */
const developersQuestions: [query: string, page: string, section: string, answer: RegExp][] = [
  ['verify a signature', 'Receiving webhooks', 'Verifying', /HMAC-SHA256/],
  ['my create timed out', 'Ordering', 'Place it once', /same `Idempotency-Key` again: the answer is the\s+order/],
  ['test a decline', 'Sandbox', 'Simulate payment, printer and time', /a decline \|[^|]*payment_failure/],
  ['which page counts', 'Templates', 'Page counts', /from `min` to `max`, in steps of `step`/],
  ['get a template', 'Templates', 'Templates', /cover\/pdf\?units=in&pageCount=200/],
  ['retry schedule', 'Retries and missed events', 'Retry schedule', /5 s, 5 min, 30 min, 2 h/],
  ['rate limits', 'Limits', 'Requests', /200 requests a second/],
  ['pagination', 'Pagination', 'Pagination', /`nextCursor` of an answer is the `cursor` of the next request/],
  ['cancel', 'Ordering', 'Cancel an order', /-X DELETE "\$OCTAVO_URL\/orders\/\$id"/],
  [
    'canadian orders',
    'Shipping to Canada and the territories',
    'The retail price',
    /every item needs its `retailPrice`/,
  ],
  ['error codes', 'Errors', 'Refused requests', /`order_not_found` \| 404/],
  ['go live', 'Going live', 'Going live', /1\. \*\*Every order is sent once/],
]
/** Guides without snippets, and why no call of a program belongs there. */
const withoutSnippets = {
  'docs/emails.md': 'people choose their emails, with a session',
  'docs/guides/overview.md': 'it leads to the other pages',
  'docs/guides/single-sign-on.md': 'an owner sets it up, with a session',
  'docs/order-life.md': 'tables of statuses and steps; the calls are those of Ordering',
  'docs/preflight.md': 'tables of findings; the call is that of Checking files',
  'docs/versions.md': 'a program chooses no version',
}
type Operation = { operationId: string; requestBody?: { required?: boolean }; security?: object[]; tags?: string[] }
const isBuilt = existsSync(new URL('web/dist/docs/index.html', root))

describe('the documentation site', () => {
  it('every link of every page leads to a page that its reader may open, and to a heading of it', () => {
    const anchors = new Map(pages.map(page => [addressOf(page), idsOf(bodyOf(page, pages).body)]))
    const files = siteFiles(pages, assets).map(({ name }) => `/docs/${name}`)
    const others = ['/dashboard', ...Object.values(addressOfPart), ...files]
    const broken = pages.flatMap(page =>
      Array.from(htmlOf(page, pages, assets).matchAll(/<a [^>]*?href="([^"]+)"/g), ([, href = '']) => href)
        .filter(href => !/^(https?:|mailto:)/.test(href))
        .filter(href => {
          const [path = '', anchor] = href.split('#')
          if (href === '#main' || href === '#menu' || others.includes(path)) return false
          const found = anchors.get(path === '' ? addressOf(page) : path)
          return found === undefined || (anchor !== undefined && !found.includes(anchor))
        })
        .map(href => `${addressOf(page)}: ${href}`),
    )
    assert.deepEqual(broken, [])
  })

  it('every link in the Markdown of every page leads to the Markdown of a page, and to a heading of it', () => {
    const served = new Map(siteFiles(pages, assets).map(({ name, text }) => [`/docs/${name}`, text]))
    const others = ['/dashboard', '/docs', ...Object.values(addressOfPart)]
    const broken = [...served].flatMap(([address, markdown]) => {
      if (!/\.(?:md|txt)$/.test(address)) return []
      const prose = markdown.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '')
      return Array.from(prose.matchAll(/\]\(\s*([^)\s]+)/g), ([, href = '']) => href)
        .filter(href => {
          if (/^(?:mailto:|https?:(?!\/\/print\.example))/.test(href)) return false
          const [path = '', anchor] = href.replace('https://print.example', '').split('#')
          if (others.includes(path)) return false
          const target = served.get(path === '' ? address : path)
          return target === undefined || (anchor !== undefined && !anchorsOf(target).includes(anchor))
        })
        .map(href => `${address}: ${href}`)
    })
    assert.deepEqual(broken, [])
  })

  it('the type of every problem leads to the row of its code', () => {
    const { body } = bodyOf(pages.find(({ path }) => path === 'errors')!, pages)
    for (const code of Object.keys(refusals) as RefusalCode[]) {
      const { type } = problemBody({ code, detail: '', errors: [], requestId: '' })
      assert.equal(type, `/docs/errors#${code}`)
      assert.ok(body.includes(`<tr id="${code}">`), code)
    }
  })

  it('every operation of the API document stands in the reference of whoever may call it', () => {
    const reference = pages.filter(({ file }) => file === null)
    const has = (audience: string, operationId: string) =>
      reference.some(page => page.audience === audience && page.markdown.includes(`· \`${operationId}\``))
    assert.ok(has('customers', 'createOrder') && has('customers', 'simulateOutcome'))
    assert.ok(has('press', 'acceptJob') && !has('customers', 'acceptJob'))
    assert.ok(has('dashboard', 'createApiKey') && !has('customers', 'createApiKey'))
    assert.ok(has('staff', 'resumeOrder') && !has('customers', 'resumeOrder'))
  })

  it('each operation and event for programs has a page with its fields, and beside them a request and its answer', () => {
    const document = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'))
    const own = Object.values(document.paths as Record<string, Record<string, Operation>>)
      .flatMap(methods => Object.values(methods))
      .filter(operation => audienceOf(operation) === 'customers')
    for (const { operationId, requestBody } of own) {
      const page = pages.find(one => one.group !== undefined && one.markdown.includes(`· \`${operationId}\``))!
      for (const language of ['sh', 'ts', 'python'])
        assert.ok(page.beside!.includes(`\`\`\`${language}\n`), operationId)
      if (requestBody?.required === true) assert.match(page.beside!, / -d '\{|--data-binary/, operationId)
    }
    const create = pages.find(({ path }) => path === 'reference/create-order')!
    const { body } = bodyOf(create, pages)
    assert.match(body, /<code>destination<\/code>[\s\S]*?<details><summary>10 fields<\/summary>[\s\S]*?<code>address1/)
    for (const kind of Object.keys(document.webhooks)) {
      const page = pages.find(({ title, group }) => title === kind && group === 'reference/events')!
      assert.match(page.beside!, new RegExp(`"type": "${kind}"`), kind)
      assert.match(page.markdown, /\n- `sequence`/)
    }
  })

  it('no page of the reference for programs is 60 kB or more', () => {
    const large = siteFiles(pages, assets).filter(
      ({ name, text }) => name.startsWith('reference/') && text.length >= 60_000,
    )
    assert.deepEqual(
      large.map(({ name }) => name),
      [],
    )
  })

  it('a link to a section that has moved to another page leads to it', () => {
    for (const [path, targets] of Object.entries(movedSections)) {
      const html = htmlOf(pages.find(one => one.path === path)!, pages, assets)
      for (const [target, anchors] of Object.entries(targets))
        for (const anchor of anchors)
          assert.match(html, new RegExp(`<li id="${anchor}"><a href="/docs/${target}#${anchor}">`), `${path}#${anchor}`)
    }
    const events = htmlOf(pages.find(({ path }) => path === 'webhooks')!, pages, assets)
    assert.match(events, /<td><a href="\/docs\/reference\/[\w-]+"><code>OrderShipped<\/code><\/a><\/td>/)
  })

  it('the code of a page has colors, and says the same', () => {
    const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    for (const [language, code, expected] of [
      ['json', '{"a<": [1, "b"]}', '{<span class="key">"a&lt;"</span>: [<span class="number">1</span>, "b"]}'],
      [
        'sh',
        'curl -s "$A" # b',
        '<span class="keyword">curl</span> <span class="option">-s</span> <span class="string">"$A"</span> <span class="comment"># b</span>',
      ],
      [
        'ts',
        "if (a) b('c//d') // e",
        `<span class="keyword">if</span> (a) b(<span class="string">'c//d'</span>) <span class="comment">// e</span>`,
      ],
      [
        'python',
        'return f"x" # y',
        '<span class="keyword">return</span> <span class="string">f"x"</span> <span class="comment"># y</span>',
      ],
      ['', 'if <a>', 'if &lt;a>'],
    ] as const)
      assert.equal(highlighted(code, language, asText), expected)
    const page = new URL('docs/guides/quickstart.md', root)
    for (const language of ['sh', 'ts', 'python'] as const)
      for (const text of snippetsOf(page, language))
        assert.equal(highlighted(text, language, part => part).replaceAll(/<\/?span[^>]*>/g, ''), text)
  })

  it('the search index has the parts of public pages only', () => {
    const index = searchIndex(pages)
    const open = pages.filter(({ audience }) => audience === 'customers').map(addressOf)
    assert.deepEqual(
      index.filter(([address]) => !open.includes(address.split('#')[0]!)),
      [],
    )
    assert.ok(index.some(([address]) => address === '/docs/receiving-webhooks#verifying'))
    assert.ok(index.some(([address, page]) => address === '/docs/reference/create-order' && page === 'Place an order'))
  })

  it('the search finds the page for each question of a developer as it is typed', () => {
    const find = searcherOf(searchIndex(pages))
    for (const [address, queries] of Object.entries(questions)) {
      for (const query of queries) {
        const [first] = find(query)
        assert.equal(first?.[0].split('#')[0], address, query)
      }
    }
    assert.deepEqual(find('zzzz'), [])
  })

  it('each of a developer’s questions is answered two clicks from the first page, and by a search', () => {
    const find = searcherOf(searchIndex(pages))
    const [home] = pages
    for (const [query, title, section, answer] of developersQuestions) {
      const page = pages.find(one => one.title === title)!
      const address = addressOf(page)
      assert.ok(htmlOf(home!, pages, assets).includes(`<li><a href="${address}">${title}</a>`), `${query}: menu`)
      const [, text = ''] = page.markdown.split(new RegExp(`^#+ ${section}$`, 'm'))
      const [inSection = ''] = text.split(/^## /m)
      assert.match(inSection, answer, query)
      const isFirst = page.markdown.startsWith(`# ${section}\n`)
      const contents = `<li><a href="#${anchorOf(section)}">`
      assert.ok(isFirst || htmlOf(page, pages, assets).includes(contents), `${query}: ${section}`)
      assert.equal(find(query)[0]?.[0].split('#')[0], address, query)
    }
  })

  it('no page is more than 100 kB for its first paint, compressed', () => {
    const large = pages
      .map(page => ({ page: addressOf(page), bytes: brotliCompressSync(htmlOf(page, pages, assets)).length }))
      .filter(({ bytes }) => bytes > 85_000) // script and style come to less than 10 kB
    assert.deepEqual(large, [])
  })
})

const packages = await packagesOf(root)
const { status: pythonStatus, stdout: pythonText } = spawnSync('python3', [
  '-c',
  'import sys; print(sys.version_info >= (3, 11))',
])
const hasPython = pythonStatus === 0 && String(pythonText).trim() === 'True'

it('the pages of the documentation name the packages by the files that the build makes', () => {
  const named = pages.flatMap(({ markdown }) =>
    Array.from(markdown.matchAll(/https:\/\/print\.example\/docs\/packages\/([\w.-]+)/g), ([, file]) => file),
  )
  assert.deepEqual([...new Set(named)].sort(), packages.map(({ file }) => file).sort())
})

it('the packages say who wrote them and what they are for, and link to no file that they do not have', () => {
  const [command, client, wheel] = packages.map(({ bytes }) => bytes)
  const about = [
    ...[command!, client!].map(bytes => gunzipSync(bytes)),
    unzipSync(wheel!)['octavo_client-0.1.0.dist-info/METADATA']!,
  ]
  for (const text of about.map(bytes => new TextDecoder().decode(bytes))) {
    assert.match(text, /The Octavo authors/)
    assert.match(text, /print-on-demand/)
    assert.match(text, /of an Octavo service|from an Octavo service/)
    assert.doesNotMatch(text, /\]\(\.\.?\//)
  }
})

describe('the documentation, served', () => {
  let world: World
  before(async () => {
    assert.ok(isBuilt, 'build the browser application first: npm run build')
    world = await startWorld({ config: { publicUrl: 'https://books.example' } })
  })
  after(async () => await world?.[Symbol.asyncDispose]())
  const browser = { accept: 'text/html,*/*;q=0.8' }

  it('the documentation shows customers’ pages to everybody, with the address of the service and a strict policy', async () => {
    const { status, body, headers } = await world.call('/docs/quickstart', { headers: browser })
    assert.equal(status, 200)
    assert.match(body, /OCTAVO_URL=https:\/\/books\.example/)
    assert.doesNotMatch(body, /print\.example|127\.0\.0\.1:3000|<style|style=|<script(?! type="module" src)/)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    )
    assert.match((await world.call('/docs')).body, /<h1 id="documentation">/)
    assert.equal((await world.call('/docs/nothing')).body.code, 'not_found')
  })

  it('the documentation has the Markdown of every page, and a list of pages for language models', async () => {
    const { body, headers } = await world.call('/docs/webhooks.md')
    assert.match(String(headers['content-type']), /^text\/markdown/)
    assert.match(body, /^# Webhooks/)
    const { body: list } = await world.call('/llms.txt')
    const listed = [...list.matchAll(/\(https:\/\/books\.example(\/[^)]+)\)/g)].map(([, path]) => path)
    assert.ok(listed.length > 25)
    for (const path of listed) assert.equal((await world.call(path)).status, 200, path)
  })

  it('the documentation has the command line and both clients as packages that npm and pip install', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-packages-'))
    try {
      const at = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
      const fetched = packages.map(async ({ file }) => {
        const answer = await fetch(`${at}/docs/packages/${file}`)
        assert.equal(answer.status, 200)
        writeFileSync(join(folder, file), new Uint8Array(await answer.arrayBuffer()))
      })
      await Promise.all(fetched)
      assert.equal((await world.call('/docs/packages/other-0.1.0.tgz')).body.code, 'not_found')

      // Where npm would put them, beside their dependencies.
      symlinkSync(new URL('node_modules', root), join(folder, 'node_modules'))
      const [command, client, wheel] = packages.map(({ file }) => file) as [string, string, string]
      const unpacked = (file: string) => {
        const place = join(folder, file.replace(/-[\d.]+tgz$/, ''))
        mkdirSync(place)
        execFileSync('tar', ['-xzf', join(folder, file), '-C', place, '--strip-components=1'])
        return place
      }
      const main = join(unpacked(command), 'dist/cli/main.js')
      const env = { PATH: process.env.PATH, OCTAVO_URL: at, OCTAVO_AUTHORIZATION: world.charged.sandbox.authorization }
      const run = promisify(execFile)
      assert.match((await run(process.execPath, [main, 'products'], { env })).stdout, /^NOVEL /m)

      unpacked(client)
      const program = `import { connect, type Order } from './octavo-client/dist/index.js'
        const octavo = connect({ url: '${at}', authorization: '${env.OCTAVO_AUTHORIZATION}' })
        const print = ({ sku }: { sku: string }) => console.log(sku)
        export const statusOf = ({ status }: Order): 'SHIPPED' | null => (status === 'SHIPPED' ? status : null)
        for await (const product of octavo.products.list()) print(product)`
      writeFileSync(join(folder, 'program.mts'), program)
      const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
      const flags = ['--module', 'nodenext', '--target', 'es2024', '--strict', '--types', 'node', 'program.mts']
      await run(process.execPath, [compiler, ...flags], { cwd: folder })
      assert.match((await run(process.execPath, [join(folder, 'program.mjs')])).stdout, /^NOVEL$/m)

      const files = unzipSync(readFileSync(join(folder, wheel)))
      const [record = ''] = Object.keys(files).filter(path => path.endsWith('.dist-info/RECORD'))
      const recorded = Buffer.from(files[record]!).toString().trim().split('\n')
      const rows = Object.entries(files).map(([path, bytes]) => {
        if (path === record) return `${path},,`
        return `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`
      })
      assert.deepEqual(recorded, rows)
      if (!hasPython) return
      const script =
        'import octavo_client, sys; print(octavo_client.Octavo(*sys.argv[1:]).products.get("NOVEL")["sku"])'
      const options = { env: { PATH: process.env.PATH, PYTHONPATH: join(folder, wheel), NO_PROXY: '*' } }
      assert.equal((await run('python3', ['-c', script, at, env.OCTAVO_AUTHORIZATION], options)).stdout, 'NOVEL\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('the documentation keeps the pages of printers, of the staff and of the dashboard for those who signed in', async () => {
    const { charged, demo } = world
    const [customer, printer, staff] = [
      await world.signIn(charged.user),
      await world.signIn(demo.printer),
      await world.signIn(demo.staff),
    ]
    const statuses = async (path: string) =>
      Promise.all([customer, printer, staff].map(async cookie => (await world.call(path, { cookie })).status))
    assert.deepEqual(await statuses('/docs/press/press-api'), [403, 200, 200])
    assert.deepEqual(await statuses('/docs/staff/operating'), [403, 403, 200])
    assert.deepEqual(await statuses('/docs/dashboard/reference-team.md'), [200, 403, 200])
    assert.equal((await world.call('/docs/staff/operating.md')).status, 401)
    const sent = await world.call('/docs/staff/operating', { headers: browser })
    assert.deepEqual([sent.status, sent.headers.location], [302, '/staff'])
  })

  it('the documentation sends a reader who typed a slash at the end of an address to the page', async () => {
    const sent = async (path: string) => {
      const { status, headers } = await world.call(path, { headers: browser })
      return [status, headers.location]
    }
    assert.deepEqual(await sent('/docs/'), [308, '/docs'])
    assert.deepEqual(await sent('/docs/webhooks/?from=mail'), [308, '/docs/webhooks?from=mail'])
    assert.deepEqual(await sent('/docs/reference/orders/'), [308, '/docs/reference/orders'])
    assert.equal((await world.call('/docs//evil.example/')).status, 404)
  })

  it('the documentation shows each reader the part of the API document that is for them', async () => {
    const { charged, demo } = world
    const { body: open } = await world.call('/openapi.json')
    assert.ok(open.paths['/orders/create'] && open.webhooks.OrderShipped && open.components.schemas.Order)
    assert.deepEqual(
      Object.keys(open.paths).filter(path => /^\/(dashboard|press|staff|auth)\b/.test(path)),
      ['/dashboard/api/deliveries/alarm'].filter(path => path in open.paths),
    )
    assert.equal((await world.call('/docs/staff/openapi.json')).status, 401)
    const { body: press } = await world.call('/docs/press/openapi.json', { cookie: await world.signIn(demo.printer) })
    assert.deepEqual([!!press.paths['/press/jobs'], '/orders/create' in press.paths, press.webhooks], [true, false, {}])
    const customer = await world.signIn(charged.user)
    assert.equal((await world.call('/docs/press/openapi.json', { cookie: customer })).status, 403)
    const { body: dashboard } = await world.call('/docs/dashboard/openapi.json', { cookie: customer })
    assert.ok('/dashboard/api/{mode}/keys' in dashboard.paths)
    const { body: staff } = await world.call('/docs/staff/openapi.json', { cookie: await world.signIn(demo.staff) })
    assert.ok('/staff/orders' in staff.paths && !('Product' in staff.components.schemas))
  })

  it('the documentation and the API document are sent compressed', async () => {
    for (const path of ['/docs/webhooks', '/openapi.json']) {
      const { headers } = await world.app.server.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } })
      assert.equal(headers['content-encoding'], 'br', path)
    }
  })

  it('a browser gets a missing page of the documentation in the frame of the others, and a program gets a problem', async () => {
    for (const path of ['/docs/authenticate', '/docs/reference/Nothing%2F..', '/docs/_404']) {
      const { status, body, headers } = await world.call(path, { headers: browser })
      assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
      assert.match(body, /<h1 id="page-not-found">[\s\S]*<nav id="menu"/)
      assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
    }
    assert.equal((await world.call('/docs/authenticate')).body.code, 'not_found')
    assert.equal((await world.call('/docs/authenticate.md')).status, 404)
  })
})

it('the snippets that verify webhooks accept what the service signed, and nothing else', async () => {
  const page = new URL('docs/receiving-webhooks.md', root)
  const [bySecret = '', byPublicKey = ''] = snippetsOf(page, 'js')
  const [python = ''] = snippetsOf(page, 'py')
  const library = bySecret.replace('standardwebhooks', import.meta.resolve('standardwebhooks'))
  const given = 'const { secret, publicKey, headers, text } = JSON.parse(process.env.GIVEN)'
  const programs: [Language, string][] = [
    ['ts', `${given}\nconst body = text\n${library}\nconsole.log(event)`],
    ['ts', `${given}\nconst body = Buffer.from(text)\n${byPublicKey}\nif (!isOurs) throw new Error('refused')`],
  ]
  const reading = 'import json, os, sys\ngiven = json.loads(os.environ["GIVEN"])'
  const asking = 'sys.exit(not is_ours(given["secret"], given["headers"], given["text"].encode()))'
  if (hasPython) programs.push(['python', `${python}\n${reading}\n${asking}`])

  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const privateKey = newPrivateKey()
  const text = JSON.stringify({ type: 'OrderShipped', data: { customerOrderId: 'a ☃' } })
  const headers = signedHeaders('evt_1', new Date(), text, [secret, privateKey].map(signingKey))
  const signed = { secret, publicKey: publicKeyOf(privateKey), headers, text }
  using folder = snippetFolder()
  for (const [i, [language, program]] of programs.entries()) {
    const run = (name: string, webhook: object) =>
      folder.run(`${name}-${i}`, language, [program], { GIVEN: JSON.stringify(webhook) })
    await run('accepts', signed)
    await assert.rejects(run('refuses', { ...signed, text: `${text} ` }), /ended with 1/)
  }
})

describe('the snippets of the guides', () => {
  let world: World
  let env: Record<string, string>
  before(async () => {
    world = await startWorld({ clock: systemClock })
    const url = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
    env = { OCTAVO_URL: url, OCTAVO_AUTHORIZATION: world.charged.sandbox.authorization }
  })
  after(async () => await world?.[Symbol.asyncDispose]())

  const guides = pages
    .flatMap(({ audience, file }) => (audience === 'customers' && file?.startsWith('docs/') ? [file] : []))
    .sort()
  const quickstart = new URL('docs/guides/quickstart.md', root)

  for (const language of Object.keys(languages) as Language[]) {
    const skip = language === 'python' && !hasPython ? 'there is no python3 of 3.11 or newer' : false
    // The clients in both languages have tests of their own.
    const inForm = language === 'python' ? also : it
    inForm(
      `the snippets of the guides run in ${language}, in their order, and again, against the service`,
      {
        skip,
      },
      async () => {
        using folder = snippetFolder()
        const helper = language === 'sh' ? '' : snippetsOf(quickstart, language)[0]! // a file that the other guides use
        for (const guide of guides) {
          const name = guide.replace(/.*\/|\.md$/g, '')
          const own = snippetsOf(new URL(guide, root), language)
          if (own.length === 0) continue
          for (let times = 0; times < (isShortForm ? 1 : 2); times++) {
            const printed = await folder.run(name, language, name === 'quickstart' ? own : [helper, ...own], env)
            if (name === 'quickstart' && language !== 'sh') assert.match(printed, /verified OrderShipped/)
            if (name === 'quickstart') assert.match(printed, /OrderShipped|shipped: /)
          }
        }
      },
    )
  }

  it('the snippets in TypeScript compile under strict', async () => {
    using folder = snippetFolder()
    const files = guides.flatMap(guide => {
      const own = snippetsOf(new URL(guide, root), 'ts')
      return own.length === 0 ? [] : folder.write(guide.replace(/.*\/|\.md$/g, ''), 'ts', own)
    })
    const ofClient = snippetsOf(new URL('clients/typescript/README.md', root), 'ts')
    assert.ok(ofClient.length > 4)
    files.push(folder.write('client', 'ts', ofClient))
    const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
    symlinkSync(new URL('node_modules', root), join(folder.path, 'node_modules'))
    const compilerOptions = {
      ...{ noEmit: true, strict: true, module: 'nodenext', target: 'esnext', types: ['node'] },
      allowImportingTsExtensions: true,
      paths: { 'octavo-client': [fileURLToPath(new URL('clients/typescript/index.ts', root))] },
    }
    writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const run = promisify(execFile)(process.execPath, [compiler, '-p', folder.path])
    await run.catch(({ stdout }) => assert.fail(stdout))
  })

  it('the snippets wait with a limit, and stop when an order FAILED', () => {
    for (const guide of guides)
      for (const language of Object.keys(languages) as Language[])
        for (const text of snippetsOf(new URL(guide, root), language)) {
          assert.doesNotMatch(text, /^\s*(?:while|until)\b/m, guide)
          if (/^for try in/m.test(text)) assert.match(text, /seq \d+[\s\S]*\|FAILED\)/, guide)
        }
  })

  it('the snippets in curl can be run on their page, and nothing else of a shell can', () => {
    for (const guide of guides) {
      const variables = new Map<string, string>()
      for (const text of snippetsOf(new URL(guide, root), 'sh'))
        assert.ok(requestsOf(text, variables), `${guide}: ${text}`)
    }
    const wait =
      'a=a-$RANDOM$RANDOM\nfor try in $(seq 60); do\n  curl -s "$OCTAVO_URL/orders/$a" -H "Authorization: $OCTAVO_AUTHORIZATION" | grep -E \'"(PRINTING|FAILED)"\' && break; sleep 1\ndone'
    const send =
      'curl -s -X PUT "$OCTAVO_URL/a?b=c" \\\n  -H \'Content-Type: application/json\' -d \'{"a": "b; c", "d": "\'$a\'"}\''
    const expected = [
      { method: 'GET', path: '/orders/a-7', headers: {}, body: null, until: '"(PRINTING|FAILED)"' },
      {
        method: 'PUT',
        path: '/a?b=c',
        headers: { 'content-type': 'application/json' },
        body: '{"a": "b; c", "d": "a-7"}',
        until: null,
      },
    ]
    const variables = new Map<string, string>()
    assert.deepEqual(requestsOf(`${wait}\n${send}\n`, variables, 7), expected)
    assert.deepEqual(requestsOf(send, variables), expected.slice(1))
    for (const other of ['', 'ls', 'curl -s https://example.com/', 'curl -s "$OCTAVO_URL/orders/$id"', `${send} | sh`])
      assert.equal(requestsOf(other), null, other)
  })

  it('the snippets name a product of the reader, and its key, once they are known', () => {
    const own = { authorization: 'Basic abc$&', sku: 'MY BOOK' }
    const text = `'Basic ...' {"sku": "NOVEL"} { sku: 'NOVEL' } NOVELS "NOVEL'`
    assert.equal(withOwn(text, own), `'Basic abc$&' {"sku": "MY BOOK"} { sku: 'MY BOOK' } NOVELS "NOVEL'`)
  })

  it('the snippets exist on every guide about something that programs do, in all three languages', () => {
    for (const guide of guides.filter(one => one !== 'docs/guides/quickstart.md')) {
      const counts = (Object.keys(languages) as Language[]).map(one => snippetsOf(new URL(guide, root), one).length)
      assert.equal(new Set(counts).size, 1, `${guide}: ${counts}`)
      assert.equal(counts[0] === 0, guide in withoutSnippets, guide)
    }
    assert.deepEqual(
      Object.keys(withoutSnippets).filter(one => !guides.includes(one)),
      [],
    )
  })
})
