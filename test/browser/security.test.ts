// Attacks, tried in a real browser: pages of other origins, frames, injected scripts, addresses that lead to other
// sites, and text from customers, receivers and printers that would run if it were taken for HTML.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { timeZoneCookie } from '../../languages/languages.ts'
import { day, hour } from '../../src/base/clock.ts'
import { type RouteRow, routeTable } from '../../src/http/server/server.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { mailsTo, tokenIn } from '../support/visitor.ts'
import { orderBody } from '../support/world.ts'
import { attackOn, type HostileSite, startHostileSite } from './hostile.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let hostile: HostileSite
const came: { method: string; url: string; hasSession: boolean; origin: string; status: number; opens: boolean }[] = []
before(async () => {
  const plenty = { perSecond: 1e6, burst: 1e6 }
  stage = await startStage({ config: { rateLimits: { key: plenty, address: plenty } } })
  hostile = await startHostileSite()
  stage.world.app.server.server.on('request', (request, response) => {
    response.on('finish', () =>
      came.push({
        method: request.method!,
        url: request.url!,
        hasSession: /session_token=/.test(request.headers.cookie ?? ''),
        origin: request.headers.origin ?? '',
        status: response.statusCode,
        opens: response.hasHeader('access-control-allow-origin'),
      }),
    )
  })
})
after(async () => {
  await hostile[Symbol.asyncDispose]()
  await stage[Symbol.asyncDispose]()
})

const callerOf = { member: 'charged', staff: 'staff', printer: 'printer' } as const
const personOf = (kind: keyof typeof callerOf) => {
  const { charged, demo } = stage.world
  return kind === 'member' ? charged.user : demo[kind]
}

describe('a page of another origin', () => {
  /** What the routes change, and what they write down of it. */
  async function stateOf() {
    const { rows } = await sql`
      select
        (select count(*) from audit_log) as audit, (select count(*) from sessions) as sessions,
        (select count(*) from orders) as orders, (select count(*) from order_events) as events,
        (select count(*) from products) as products, (select count(*) from api_keys where revoked_at is null) as keys,
        (select string_agg(status, ' ' order by job_id) from print_jobs) as jobs`.execute(stage.world.app.database.db)
    return rows[0]
  }
  let names: Record<string, string>
  before(async () => {
    const { world } = stage
    await program(world, world.charged, 'production').place('wanted')
    await world.settle()
    await world.advance(day)
    const { jobId } = await press(world).jobOf('wanted')
    const { ask } = await member(world, world.charged)
    const { keyId } = (await ask('POST', '/production/keys', { label: 'own' })).body
    names = {
      jobId,
      keyId,
      customerOrderId: 'wanted',
      accountId: world.charged.accountId,
      mode: 'production',
      sku: 'NOVEL',
    }
  })
  const urlOf = ({ path }: RouteRow) =>
    stage.url + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? 'none'))

  for (const kind of ['member', 'staff', 'printer'] as const) {
    const inForm = kind === 'member' ? it : also
    inForm(
      `a page of another origin changes nothing with the session of a ${kind} on any route, and reads nothing`,
      async t => {
        const rows = routeTable(stage.world.app.server).filter(
          ({ method, callers }) => method !== 'GET' && (callers.includes(kind) || callers.includes('public')),
        )
        const targets = rows.map(row => ({ method: row.method, url: urlOf(row) }))
        const page = await stage.openAs(personOf(kind), '/dashboard/sign-in')
        const cookies = await page.context().cookies(stage.url)
        const victim = await page.context().newPage() // one whose complaints are its own
        const was = await stateOf()
        for (const site of [hostile.sameSite, hostile.otherSite]) {
          came.length = 0
          await victim.goto(site)
          assert.deepEqual(await victim.evaluate(attackOn(targets)), [], 'answers that the page could read')
          const sent = came.filter(({ origin }) => origin === site.slice(0, -1))
          t.diagnostic(`${targets.length} routes, ${sent.length} requests from ${site}`)
          for (const [i, { method, url }] of targets.entries()) {
            const path = url.slice(stage.url.length)
            const about = sent.filter(one => one.url === path && (one.method === method || one.method === 'OPTIONS'))
            const words = JSON.stringify({ method, path, about })
            // What needs leave is asked for by OPTIONS and goes no further.
            if (method !== 'POST') assert.ok(about.length > 0 && about.every(one => one.method === 'OPTIONS'), words)
            else assert.ok(about.filter(one => one.method === 'POST').length >= 5, words)
            assert.ok(
              about.every(({ opens }) => !opens),
              words,
            )
            const posts = about.filter(one => one.method === 'POST')
            if (rows[i]!.callers.includes('public')) continue
            // On the same site the cookie comes along, and the service itself must refuse.
            if (site === hostile.sameSite)
              assert.ok(
                posts.every(one => one.hasSession && one.status === 403),
                words,
              )
            else
              assert.ok(
                posts.every(one => !one.hasSession && one.status === 401),
                words,
              )
          }
        }
        assert.deepEqual(await stateOf(), was)
        const sessionOf = (all: typeof cookies) => all.find(({ name }) => name.endsWith('session_token'))?.value
        assert.equal(sessionOf(await page.context().cookies(stage.url)), sessionOf(cookies), 'nobody else is signed in')
        await page.context().close()
      },
    )
  }

  it('a page of another origin cannot show a page or a response of the service in a frame', async () => {
    const screens = [
      '/dashboard/sandbox/overview',
      '/staff/overview',
      '/press/jobs',
      '/dashboard/sign-in',
      '/docs',
      '/orders',
    ]
    const page = await stage.openAs(personOf('member'), '/dashboard/sign-in')
    const victim = await page.context().newPage()
    await victim.goto(hostile.sameSite)
    for (const path of screens) {
      came.length = 0
      await victim.evaluate(`new Promise(resolve => {
        document.body.innerHTML = '<iframe></iframe>'
        const frame = document.body.firstChild
        frame.onload = resolve
        frame.src = ${JSON.stringify(stage.url + path)}
      })`)
      assert.ok(
        came.some(({ url }) => url === path),
        `${path} was asked for`,
      )
      const [, frame] = victim.frames()
      assert.equal(await frame!.evaluate('location.href'), 'chrome-error://chromewebdata/', path)
    }
    await page.context().close()
  })
})

describe('a script that somebody put into a page', () => {
  it('an injected script does not run in any area: inline, as an event handler, as an address, as text, or from another host', async () => {
    const areas = [
      ['member', '/dashboard/sandbox/orders', 'Orders'],
      ['staff', '/staff/orders', 'Orders'],
      ['printer', '/press/jobs', 'Jobs'],
    ] as const
    for (const [kind, path, heading] of areas) {
      const first = await stage.openAs(personOf(kind), '/dashboard/sign-in')
      const page = await first.context().newPage() // whose complaints are wanted
      const elsewhere: string[] = []
      page.on('requestfinished', request => {
        if (!request.url().startsWith(stage.url)) elsewhere.push(request.url())
      })
      await page.goto(path)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await page.evaluate(`
        window.refused = []
        document.addEventListener('securitypolicyviolation', one => refused.push(one.effectiveDirective))
        const put = (tag, given) => document.body.appendChild(Object.assign(document.createElement(tag), given))
        put('script', { textContent: 'window.hurt = "inline"' })
        put('script', { src: ${JSON.stringify(`${hostile.sameSite}x.js`)} })
        put('script', { src: 'data:text/javascript,window.hurt="data"' })
        put('div', { innerHTML: '<img src="/assets/none.png" onerror="window.hurt=1">' })
        put('a', { href: 'javascript:window.hurt="address"' }).click()
        setTimeout(() => new Function('window.hurt = "text"')()) // not within what the test itself may run
        put('base', { href: ${JSON.stringify(hostile.sameSite)} })`)
      const refusedBy = ['base-uri', 'script-src', 'script-src-attr', 'script-src-elem']
      await page.waitForFunction(
        wanted => wanted.every(one => (globalThis as unknown as { refused: string[] }).refused.includes(one)),
        refusedBy,
      )
      assert.ok((await page.evaluate<string[]>('refused')).filter(one => one === 'script-src-elem').length >= 3)
      assert.equal(await page.evaluate("'hurt' in window"), false, path)
      assert.deepEqual(elsewhere, [])
      await page.context().close()
    }
  })
})

describe('the session', () => {
  it('the session is in a cookie that no script reads, that no other site sends, and that ends with the sign-out', async () => {
    const { user } = stage.world.charged
    const page = await stage.open()
    await page.goto('/dashboard/sign-in')
    await page.getByLabel('Email address').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const cookies = await page.context().cookies()
    assert.ok(cookies.some(({ name }) => name === 'octavo.session_token'))
    for (const { name, httpOnly, sameSite, path, domain } of cookies) {
      if (name === timeZoneCookie) continue // which the page itself sets
      assert.deepEqual(
        { httpOnly, sameSite, path, domain },
        { httpOnly: true, sameSite: 'Lax', path: '/', domain: '127.0.0.1' },
        name,
      )
    }
    assert.match(String(await page.evaluate('document.cookie')), new RegExp(`^${timeZoneCookie}=[\\w/+-]+$`))
    assert.deepEqual(
      await page.evaluate('Object.values({ ...sessionStorage, ...localStorage }).filter(one => one.length > 40)'),
      [],
    )
    await page.getByRole('button', { name: /sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in to Octavo' }).waitFor()
    assert.ok(!(await page.context().cookies()).some(({ name }) => name === 'octavo.session_token'))
    await page.context().close()
  })
})

describe('an address that leads away', () => {
  const away = [
    'https://evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    '/%09/evil.example/',
    '/.//evil.example/',
    '/..//evil.example/',
    '/@evil.example/',
    'http:evil.example/',
    'javascript:window.hurt=1',
    'data:text/html,<script>window.hurt=1</script>',
  ]

  it('an address of another site is not followed after the sign-in', async () => {
    const { user } = stage.world.charged
    const page = await stage.openAs(user, '/dashboard/sign-in')
    // The session stands already; the answer is what the service says to a sign-in.
    const { body } = await stage.world.call('/auth/session', { cookie: await stage.world.signIn(user) })
    await page.route('**/auth/sign-in/email', route => route.fulfill({ json: body.user ?? body }))
    for (const next of away) {
      await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(next)}`)
      await page.getByLabel('Email address').fill(user.email)
      await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Sign in to Octavo' }).waitFor({ state: 'detached' })
      await page.locator('h1, h2').first().waitFor()
      assert.equal(new URL(page.url()).origin, stage.url, next)
      assert.equal(await page.evaluate("'hurt' in window"), false, next)
    }
    await page.context().close()
  })

  it('no route redirects to another site, for any parameter', async () => {
    const { world } = stage
    const parameters = ['next', 'callbackURL', 'redirect', 'redirectTo', 'redirect_uri', 'returnTo', 'url', 'to']
    const query = parameters.map(name => `${name}=${encodeURIComponent('https://evil.example/')}`).join('&')
    const cookie = await world.signIn(world.charged.user)
    for (const { method, path } of routeTable(world.app.server)) {
      if (method !== 'GET' || path.endsWith('/events')) continue
      for (const accept of ['text/html', 'application/json']) {
        const headers = { cookie, accept, host: 'evil.example' }
        const answer = await world.app.server.inject({ url: `${path.replaceAll(/:\w+/g, 'x')}?${query}`, headers })
        const { location = '' } = answer.headers
        assert.equal(new URL(String(location), stage.url).origin, stage.url, `${path} leads to ${location}`)
      }
    }
  })
})

describe('text of customers, receivers and printers', () => {
  const nasty = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'
  const short = '<b onclick=hurt()>"\'&' // an identifier has 40 characters at most
  const mara = { email: 'mara@moth.example', password: 'a sentence only mara knows' }

  before(async () => {
    const { world } = stage
    const account = world.charged
    const { ask } = await member(world, account)
    const { call } = world
    const done = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer
      assert.ok(status < 300, JSON.stringify(body))
    }
    // A company, a person, a colleague, a product and a key with such names.
    await done(call('/auth/sign-up', { method: 'POST', body: { accountName: nasty, name: nasty, ...mara } }))
    const token = tokenIn((await mailsTo(world, mara.email)).at(-1))
    await done(call('/auth/sign-up/confirm', { method: 'POST', body: { token, password: mara.password } }))
    await done(ask('POST', '/team/invitations', { email: 'vera@moth.example', role: 'viewer' }))
    const invited = tokenIn((await mailsTo(world, 'vera@moth.example')).at(-1))
    const colleague = { token: invited, name: nasty, password: 'a sentence only vera knows' }
    await done(call('/auth/invitations/accept', { method: 'POST', body: colleague }))
    const coverUrl = 'https://files.example/"><script>window.hurt=1</script>.pdf'
    const product = { sku: nasty, name: nasty, description: nasty, pageCount: 120, coverUrl }
    await done(ask('POST', '/products', { ...product, manufacturingSku: 'PB-0600X0900-BW-60W' }))
    await done(ask('POST', '/sandbox/keys', { label: nasty }))

    // Orders whose every text is such, on every way that they can go.
    receiver = await startHtmlReceiver(nasty)
    const body = (customerOrderId: string) =>
      orderBody({
        customerOrderId,
        payload: nasty,
        webhookUrl: `${receiver.url}?"><script>`,
        destination: {
          ...orderBody().destination,
          name: nasty,
          company: nasty,
          address1: nasty,
          address2: nasty,
          city: nasty,
        },
        orderItems: [{ ...orderBody().orderItems[0], itemDescription: nasty }],
      })
    for (const id of [short, '"><problem>', '<i>asked</i>']) await done(ask('POST', '/production/orders', body(id)))
    await world.settle()
    await world.advance(48 * hour)
    const desk = press(world)
    const tracking = structuredClone(parcel)
    tracking.shipments[0]!.carrier = nasty
    tracking.shipments[0]!.packages[0]!.trackingNumber = nasty
    for (const id of [short, '<i>asked</i>']) await done(desk.tell(id, 'accept'))
    await done(desk.tell(short, 'ship', tracking))
    await done(desk.tell('"><problem>', 'problem', { reason: nasty }))
    await done(program(world, account, 'production').cancel('<i>asked</i>'))
    await world.settle()

    // What the staff say of it.
    const staff = support(world)
    await done(staff.change(account, { limits: { sandbox: { ordersPer24Hours: 60 } }, reason: nasty }))
    await done(staff.act(account, short, 'reprint', { reason: nasty }))
    const refund = `/staff/orders/${account.accountId}/${encodeURIComponent(short)}/refund`
    const as = world.demo.staff.authorization
    await done(call(refund, { method: 'POST', as, body: { amount: 1, reason: nasty } }))
    await done(call('/staff/printers/desk/hold', { method: 'POST', as, body: { reason: nasty } }))
    await world.settle()
  })
  let receiver: Awaited<ReturnType<typeof startHtmlReceiver>>
  after(() => receiver?.[Symbol.asyncDispose]())

  type Shown = [path: string, text: string, then?: (page: Page) => Promise<void>]
  async function look(who: { email: string; password: string }, shown: Shown[]) {
    const page = await stage.openAs(who, shown[0]![0])
    for (const [path, text, then] of shown) {
      await page.goto(path)
      await page
        .getByText(text)
        .first()
        .waitFor()
        .catch(() => assert.fail(`${path} does not show ${text}`))
      await then?.(page)
      assert.equal(await page.evaluate("'hurt' in window"), false, path)
      // The policy would stop them, so they are looked for too.
      const odd = page.locator(
        '[onerror], [onclick], script:not([src]), main b, main i, problem, a[href^="javascript:" i]',
      )
      assert.deepEqual(await odd.evaluateAll(found => found.map(one => one.outerHTML)), [], path)
    }
    await page.context().close()
  }
  const id = encodeURIComponent(short)

  it('text of customers, receivers and printers is shown as text on every screen of the dashboard', async () => {
    const { charged } = stage.world
    await look(charged.user, [
      ['/dashboard/sandbox/products', nasty],
      [`/dashboard/sandbox/products/${encodeURIComponent(nasty)}`, nasty],
      ['/dashboard/sandbox/keys', nasty],
      ['/dashboard/production/orders', short],
      [
        `/dashboard/production/orders/${id}`,
        nasty,
        async page => {
          await page.getByRole('button', { name: /OrderReceived/ }).click()
          await page.getByText('window.hurt=1</script>').first().waitFor()
        },
      ],
      [`/dashboard/production/place?from=${id}`, short],
      [
        '/dashboard/sandbox/place/many',
        'Choose a spreadsheet',
        async page => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const columns = 'customerOrderId,sku,quantity,name,address1,city,state,postal,country'
          const address = [nasty, nasty, nasty].map(quoted).join(',')
          const rowOf = (id: string, sku: string) => `${id},${quoted(sku)},1,${address},NY,14604,US`
          const rows = [rowOf('csv-1', nasty), rowOf('csv-2', `no ${nasty}`)]
          const file = { name: `${nasty.replaceAll('/', '-')}.csv`, mimeType: 'text/csv' }
          await page
            .locator('input[type=file]')
            .setInputFiles({ ...file, buffer: Buffer.from([columns, ...rows].join('\n')) })
          await page.getByRole('button', { name: 'Place 1 order' }).waitFor()
          await page.getByText(nasty).first().waitFor()
          await page.getByText('There is no product with the SKU').waitFor()
        },
      ],
      ['/dashboard/production/webhooks', short],
      ['/dashboard/production/billing?tab=charges', 'Paid'],
      ['/dashboard/sandbox/settings?tab=team', nasty],
      ['/dashboard/sandbox/settings?tab=audit', nasty],
    ])
    await look(mara, [['/dashboard/sandbox/overview', nasty]])
  })

  it('text of customers, receivers and printers is shown as text in the console of the staff', async () => {
    const { charged, demo } = stage.world
    const { accountId } = charged
    await look(demo.staff, [
      ['/staff/overview', 'Overdue orders'],
      ['/staff/orders', nasty],
      [`/staff/orders?search=${id}`, short],
      [`/staff/orders/${accountId}/${id}`, nasty],
      [`/staff/orders/${accountId}/${encodeURIComponent('"><problem>')}`, nasty],
      ['/staff/accounts', nasty],
      [`/staff/accounts/${accountId}`, nasty],
      ['/staff/printers', nasty],
      ['/staff/audit', nasty],
      [
        '/staff/mails',
        'Created',
        async page => {
          const mails = page.getByRole('table').getByRole('button')
          for (let i = 0; i < (await mails.count()); i++) {
            await mails.nth(i).click()
            await page.getByRole('dialog').waitFor()
            assert.equal(await page.locator('[onerror], dialog script').count(), 0)
            await page.keyboard.press('Escape')
            await page.getByRole('dialog').waitFor({ state: 'detached' })
          }
        },
      ],
    ])
  })

  it('text of customers, receivers and printers is shown as text at the press, and is only text in the ticket', async () => {
    const { demo, call } = stage.world
    const desk = press(stage.world)
    const shipped = await desk.jobOf(short)
    const asked = await desk.jobOf('<i>asked</i>')
    await look(demo.printer, [
      ['/press/jobs', '<i>asked</i>'],
      [`/press/jobs/${asked.jobId}`, nasty],
      [`/press/jobs/${asked.jobId}?act=ship`, 'Tracking numbers'],
      [`/press/jobs/${shipped.jobId}`, nasty],
      ['/press/done', short],
    ])
    const ticket = await call(`/press/jobs/${asked.jobId}/ticket.pdf`, { as: demo.printer.authorization })
    assert.doesNotMatch(ticket.body, /\/(JavaScript|JS|OpenAction|Launch|URI|AA)\b/)
  })

  it('text of customers, receivers and printers is only text in both parts of mails', () => {
    const naming = [...stage.world.sentMails.values()].filter(({ text }) => text.includes('<script>'))
    assert.ok(naming.length > 0, 'some name it')
    for (const { html } of naming) {
      assert.match(html, /&lt;script&gt;/)
      assert.doesNotMatch(html, /<script|<b>|<i>|<img/i)
    }
  })

  it('hostile texts and pages cause no uncaught error, policy violation or request to another host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})

/** Answers webhooks with what would hurt if it were shown as HTML. */
async function startHtmlReceiver(html: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
