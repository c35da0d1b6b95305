// The staff edit the operator's data in a shared draft, see what it would do, publish it, and take it back.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commands } from '../../src/app/commands.ts'
import { day, hour, later } from '../../src/base/clock.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { maxPortion } from '../../src/features/shop/repricing.ts'
import { member, program } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { bookOf, type Draft, openWorld, operatorDraft } from '../support/operatorDraft.ts'
import { startWorld } from '../support/world.ts'

for (const { name: kind } of databasesOfForm)
  describe(`the operator's data in the hands of the staff, on ${kind}`, () => {
    it('a draft is compared, published and taken back, and an old order keeps its price', async t => {
      const world = await openWorld(t, kind)
      const { ask, edit, publish, draft, auditOf } = operatorDraft(world)
      const customer = program(world, world.charged, 'production')
      const { orderTotal } = (await customer.place('before')).pricing
      assert.deepEqual([(await draft()).revision, (await draft()).basedOn], [0, 1])

      const saved = await edit(content => {
        bookOf(world, content, 'NOVEL').price.baseCents += 200
      })
      assert.deepEqual([saved.status, saved.body.revision, saved.body.changed, saved.body.mistakes], [200, 1, 1, []])
      assert.notEqual(saved.body.savedBy, null)
      assert.match(
        (await auditOf('operator_draft_saved')).details.changes[0],
        /price, base: \$\d\.\d\d, then \$\d\.\d\d/,
      )

      const { body: compared } = await ask('GET', 'difference?draft=1')
      const [change] = compared.changes
      assert.equal(Math.round(100 * (change.after.slice(1) - change.before.slice(1))), 200)
      assert.deepEqual([compared.openOrders, compared.queuedOrders], [1, 0])
      const [book] = compared.books
      assert.deepEqual([book.change, book.openOrders], ['changed', 1])
      assert.ok(book.products >= 1)
      const dearer = compared.baskets.filter(
        (basket: { before: number; after: number }) => basket.after > basket.before,
      )
      assert.ok(dearer.length > 0)
      for (const { manufacturingSku } of dearer) assert.equal(manufacturingSku, book.manufacturingSku)

      const { body: repriced } = await ask('GET', 'repricing?draft=1')
      assert.deepEqual([repriced.orders, repriced.notSold, repriced.nextCursor], [1, 0, null])
      assert.equal(repriced.before, orderTotal)
      assert.deepEqual(
        repriced.byBook.map((one: { copies: number }) => one.copies),
        [2],
      )
      assert.equal(Math.round(100 * (repriced.byBook[0].after - repriced.byBook[0].before)), 400)
      assert.deepEqual(repriced.byCustomer, [
        {
          accountId: world.charged.accountId,
          accountName: world.charged.name,
          orders: 1,
          before: repriced.before,
          after: repriced.after,
          marginBefore: null,
          marginAfter: null,
        },
      ])

      const published = await publish()
      assert.deepEqual([published.status, published.body.version, published.body.state], [201, 2, 'scheduled'])
      assert.equal((await ask('GET', 'difference?version=1&before=2')).body.changed, 1)
      for (const comparison of ['difference', 'repricing']) {
        assert.equal((await ask('GET', `${comparison}?version=1&before=99`)).status, 404)
      }
      await world.advance(minNoticeMs)
      const after = (await customer.place('after')).pricing.orderTotal
      assert.equal(after, repriced.after)
      assert.equal((await draft()).basedOn, 2)
      const entry = await auditOf('operator_data_published')
      assert.deepEqual([entry.details.reason, entry.details.changed], ['Spring prices', 1])

      const back = await ask('POST', 'versions/1/publish', { basedOn: 2, reason: 'Too dear' })
      assert.equal(back.status, 201)
      await world.advance(minNoticeMs)
      assert.equal((await customer.place('again')).pricing.orderTotal, orderTotal)
      const { versions } = (await ask('GET', 'versions')).body
      assert.deepEqual(
        versions.map((one: { version: number; state: string; changed: number }) => [
          one.version,
          one.state,
          one.changed,
        ]),
        [
          [3, 'in_effect', 1],
          [2, 'past', 1],
          [1, 'past', 0],
        ],
      )
      assert.deepEqual((await ask('GET', 'versions/3')).body.content, (await ask('GET', 'versions/1')).body.content)
      assert.equal((await ask('GET', 'versions/9')).status, 404)
      await world.advance(day)
      assert.equal((await customer.read('before')).pricing.orderTotal, orderTotal)
      assert.equal((await customer.read('after')).pricing.orderTotal, after)
      await world.assertSound()
    })

    it('a version that is published for a time takes effect at that time', async t => {
      const world = await openWorld(t, kind)
      const { edit, publish } = operatorDraft(world)
      const customer = program(world, world.charged, 'production')
      const before = (await customer.place('before')).pricing.itemsTotal
      await edit(content => {
        bookOf(world, content, 'NOVEL').price.baseCents += 100
      })
      const effectiveAt = later(world.now(), hour).toISOString()
      assert.equal((await publish({ effectiveAt })).body.effectiveAt, effectiveAt)
      await world.advance(hour - 1)
      assert.equal((await customer.place('just-before')).pricing.itemsTotal, before)
      await world.advance(1)
      assert.ok((await customer.place('at-the-time')).pricing.itemsTotal > before)
      const early = await operatorDraft(world).ask('POST', 'versions/1/publish', {
        basedOn: 1,
        reason: 'Nothing newer known',
      })
      assert.deepEqual([early.status, early.body.code], [409, 'wrong_state'])
    })

    it('a scheduled version is withdrawn before it takes effect, with every later one, and blocks nothing any more', async t => {
      const world = await openWorld(t, kind)
      const { ask, edit, publish, auditOf } = operatorDraft(world)
      const customer = program(world, world.charged, 'production')
      const price = async (id: string) => (await customer.place(id)).pricing.itemsTotal
      const before = await price('before')
      const dearer = (effectiveAt: Date) =>
        edit(content => {
          bookOf(world, content, 'NOVEL').price.baseCents += 100
        }).then(() => publish({ effectiveAt: effectiveAt.toISOString() }))
      const states = async () => {
        const { versions } = (await ask('GET', 'versions')).body
        return versions.map(({ version, state }: { version: number; state: string }) => `${version} ${state}`)
      }
      const withdraw = (version: number) => ask('POST', `versions/${version}/withdraw`, { reason: 'Wrong prices' })
      const start = world.now()
      await dearer(later(start, day))
      await dearer(later(start, 2 * day))
      assert.deepEqual(await states(), ['3 scheduled', '2 scheduled', '1 in_effect'])
      const blocked = await ask('POST', 'versions/1/publish', { basedOn: 3, reason: 'A mistake in the prices' })
      assert.match(blocked.body.detail, /Withdraw version 3 first/)

      // The later one alone: the earlier one keeps its time.
      const first = await withdraw(3)
      assert.deepEqual(
        [first.status, first.body.version, first.body.effectiveAt],
        [201, 4, later(start, day).toISOString()],
      )
      assert.deepEqual(await states(), ['4 scheduled', '3 withdrawn', '2 withdrawn', '1 in_effect'])
      assert.equal((await auditOf('operator_data_published')).details.withdraws, 'version 3')
      const second = await withdraw(4)
      assert.deepEqual([second.status, second.body.version], [201, 5])
      await world.advance(minNoticeMs)
      assert.deepEqual(await states(), ['5 in_effect', '4 withdrawn', '3 withdrawn', '2 withdrawn', '1 past'])
      for (const version of [1, 2, 4, 5]) assert.equal((await withdraw(version)).body.code, 'wrong_state', `${version}`)
      assert.equal((await withdraw(6)).status, 404)

      await world.advance(3 * day)
      assert.equal(await price('after'), before)
      assert.equal((await dearer(world.now())).status, 201)
      await world.advance(minNoticeMs)
      assert.ok((await price('later')) > before)
      await world.assertSound()
    })

    it('of two editors who save at once, the second is shown the difference, and nothing is lost', async t => {
      const world = await openWorld(t, kind)
      const { ask, draft } = operatorDraft(world)
      const mine = await draft()
      const theirs = structuredClone(mine)
      bookOf(world, mine.content, 'NOVEL').price.baseCents = 111
      bookOf(world, theirs.content, 'NOVEL').price.baseCents = 222
      const save = ({ revision, basedOn, content }: Draft) => ask('PUT', 'draft', { revision, basedOn, content })
      const answers = await Promise.all([save(mine), save(theirs)])
      const [saved, refused] = answers.toSorted((a, b) => a.status - b.status)
      assert.deepEqual([saved!.status, refused!.status, refused!.body.code], [200, 409, 'draft_changed'])
      assert.equal(refused!.body.errors.length, 1)
      assert.match(refused!.body.errors[0].pointer, /^\/content\/catalog\/skus\/.+\/price\/baseCents$/)
      assert.match(refused!.body.errors[0].detail, /the stored draft has \$[12]\.[12]\d, yours has \$[12]\.[12]\d/)
      assert.deepEqual((await draft()).content, saved!.body.content)

      // What was read before a draft ended fits no later draft.
      assert.equal((await ask('POST', 'draft/discard', { revision: 0 })).body.code, 'draft_changed')
      assert.equal((await ask('POST', 'draft/discard', { revision: 1 })).status, 200)
      assert.equal((await ask('POST', 'draft/discard', { revision: 2 })).body.code, 'wrong_state')
      assert.equal((await save(mine)).body.code, 'draft_changed')
      assert.equal((await save({ ...mine, revision: 1 })).body.code, 'draft_changed')
      assert.equal((await save({ ...mine, revision: 2 })).body.revision, 3)
      assert.equal((await ask('GET', 'difference?draft=2')).body.code, 'draft_changed')
    })

    it('a draft with mistakes is kept, and each mistake is named at its place and prevents publishing', async t => {
      const world = await openWorld(t, kind)
      const { ask, edit, publish } = operatorDraft(world)
      const saved = await edit(content => {
        content.catalog.skus[0]!.price.baseCents = -1
        Object.assign(content.shipping, { cutOff: { hour: 17, timeZone: 'Mars' } })
      })
      assert.deepEqual(
        saved.body.mistakes.map(({ part, path }: { part: string; path: string }) => `${part} ${path}`),
        ['catalog /skus/0/price/baseCents', 'shipping /cutOff/timeZone'],
      )
      const refused = await publish()
      assert.deepEqual([refused.status, refused.body.code], [422, 'operator_data_invalid'])
      assert.deepEqual(
        refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
        ['/catalog/skus/0/price/baseCents', '/shipping/cutOff/timeZone'],
      )
      const { body } = await ask('GET', `difference?draft=${saved.body.revision}`)
      assert.deepEqual([body.mistakes.length, body.prices, body.changed], [2, [], 2])
      assert.equal((await ask('GET', `repricing?draft=${saved.body.revision}`)).status, 422)
    })

    it('a book that products use keeps its binding edge, since their covers would be printed back to front', async t => {
      const world = await openWorld(t, kind)
      const { edit, publish } = operatorDraft(world)
      const turned = await edit(content => {
        Object.assign(bookOf(world, content, 'NOVEL').geometry, { bindingEdge: 'right' })
      })
      assert.match(turned.body.mistakes[0].text, /is bound at its other edge, and is used by \d+ products? of \d+/)
      assert.equal((await publish()).body.code, 'operator_data_invalid')
      const named = await edit(content => {
        Object.assign(bookOf(world, content, 'NOVEL').geometry, { bindingEdge: 'left' })
        Object.assign(content.catalog.skus.at(-1)!.geometry, { bindingEdge: 'right' })
      })
      assert.deepEqual(named.body.mistakes, [])
      assert.equal((await publish()).status, 201)
    })

    it('a book that products use is retired and not removed: it is no longer ordered, and earlier orders go on', async t => {
      const world = await openWorld(t, kind)
      const { ask, edit, publish } = operatorDraft(world)
      const customer = program(world, world.charged, 'production')
      await customer.place('before')
      const removed = await edit(content => {
        const book = bookOf(world, content, 'NOVEL')
        content.catalog.skus = content.catalog.skus.filter(sku => sku !== book)
      })
      assert.match(removed.body.mistakes[0].text, /is missing, and is used by \d+ products? of \d+ accounts?; give it/)
      assert.equal((await publish()).body.code, 'operator_data_invalid')
      await ask('POST', 'draft/discard', { revision: removed.body.revision })
      const { body } = await edit(content => {
        bookOf(world, content, 'NOVEL').retired = true
      })
      assert.deepEqual(body.mistakes, [])
      const repriced = (await ask('GET', `repricing?draft=${body.revision}`)).body
      assert.deepEqual([repriced.orders, repriced.notSold], [0, 1])
      assert.equal((await publish()).status, 201)
      await world.advance(minNoticeMs)

      const { status, errors } = await customer.place('after')
      assert.deepEqual([status, errors[0].code, errors[0].pointer], ['FAILED', 'book_retired', '/orderItems/0/sku'])
      const owner = await member(world, world.charged)
      const { manufacturingSku } = world.charged.products.find(({ sku }) => sku === 'NOVEL')!
      const { skus } = (await owner.ask('GET', '/catalogue')).body
      assert.ok(skus.every((sku: { manufacturingSku: string }) => sku.manufacturingSku !== manufacturingSku))
      const another = await owner.ask('POST', '/products', { sku: 'SEQUEL', name: 'Sequel', manufacturingSku })
      assert.deepEqual([another.status, another.body.errors[0].code], [400, 'book_retired'])
      assert.equal((await owner.ask('PATCH', '/products/NOVEL', { name: 'The novel' })).status, 200)
      await world.advance(day)
      assert.equal(await customer.statusOf('before'), 'PRINTING')
      await world.assertSound()
    })
  })

it('a draft with very many mistakes is saved and answered with the first of them, and too large a draft is not saved', async t => {
  const world = await openWorld(t, 'PGlite')
  const { ask, draft, edit } = operatorDraft(world)
  const junk = (count: number) => Array.from({ length: count }, (_, i) => ({ manufacturingSku: `BOOK-${i}`, junk: 1 }))
  const saved = await edit(content => {
    content.catalog.skus = junk(2_000) as never
    content.shipping = { junk: Array(18_000).fill({ junk: 1 }) }
  })
  assert.equal(saved.status, 200)
  const { status, body } = await ask('GET', 'draft')
  assert.deepEqual([status, body.mistakes.length], [200, 100])
  assert.ok(body.mistakeCount > 2_000, body.mistakeCount)
  const { revision, basedOn, content } = await draft()
  const stale = await ask('PUT', 'draft', { revision: revision - 1, basedOn, content: { ...content, catalog: {} } })
  assert.deepEqual([stale.status, stale.body.code], [409, 'draft_changed'])
  assert.ok(stale.body.errors.length <= 100)

  const tooLarge = await edit(changed => {
    changed.catalog.skus = junk(28_000) as never
  })
  assert.deepEqual([tooLarge.status, tooLarge.body.code], [400, 'malformed_request'])
  assert.match(tooLarge.body.detail, /got 28000 entries in \/content\/catalog, expected at most 20000/)
  const wide = await edit(changed => {
    changed.tax = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`field${i}`, 1]))
  })
  assert.match(wide.body.detail, /got 1001 fields in \/content\/tax, expected at most 1000/)
  assert.equal((await draft()).revision, revision)
})

it('the orders of the last 30 days are priced in portions that add up, and older orders are left out', async () => {
  await using world = await startWorld()
  const { ask, edit } = operatorDraft(world)
  const customer = program(world, world.charged, 'production')
  const staff = world.demo.staff.authorization
  const limits = { production: { ordersPer24Hours: 10_000 } }
  await world.call(`/staff/accounts/${world.charged.accountId}`, { method: 'PATCH', as: staff, body: { limits } })
  await customer.place('old')
  await world.advance(31 * day)
  const ids = Array.from({ length: maxPortion + 3 }, (_, i) => `order-${i}`)
  await Promise.all(ids.map(id => customer.place(id)))
  const { body: draft } = await edit(content => {
    bookOf(world, content, 'NOVEL').price.baseCents += 1
  })
  const first = (await ask('GET', `repricing?draft=${draft.revision}`)).body
  assert.equal(first.orders, maxPortion)
  const second = (await ask('GET', `repricing?draft=${draft.revision}&cursor=${encodeURIComponent(first.nextCursor)}`))
    .body
  assert.deepEqual([second.orders, second.nextCursor], [3, null])
  assert.ok(first.after > first.before)
})

const hostileLogo = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><script>alert(1)</script><path d="M0 0h30v30z"/></svg>',
).toString('base64')}`

it('a brand is checked, compared in words and published, and is in use within seconds, without a restart', async () => {
  await using world = await startWorld()
  const { ask, edit, publish } = operatorDraft(world)
  const check = async (brand: object) => (await ask('POST', 'brand/check', { brand })).body
  const pale = await check({ name: 'Acme Books', accent: '#ffcc00' })
  assert.deepEqual([pale.contrast, pale.legibleAccent, pale.mistakes.length], [1.5, '#8f7200', 1])
  assert.match(pale.mistakes[0].text, /contrast of 1\.5 : 1, expected at least 4\.5 : 1/)
  const checked = await check({ name: 'Acme Books', logo: { light: hostileLogo } })
  assert.deepEqual([checked.mistakes, checked.removed], [[], ['<script>']])
  assert.doesNotMatch(Buffer.from(checked.logo.light.split(',')[1], 'base64').toString(), /script/)

  const refused = await edit(content => {
    content.brand = { name: 'Acme Books', accent: '#ffcc00', logo: { light: 'data:image/png;base64,aGVsbG8=' } }
  })
  assert.deepEqual(
    refused.body.mistakes.map(({ part, path }: { part: string; path: string }) => `${part} ${path}`),
    ['brand /accent'],
  )
  assert.equal((await publish()).body.errors[0].pointer, '/brand/accent')
  const broken = await edit(content => {
    content.brand = { name: 'Acme Books', logo: { light: 'data:image/png;base64,aGVsbG8=' } }
  })
  assert.match(broken.body.mistakes[0].text, /the PNG cannot be decoded/)
  assert.equal((await publish()).status, 422)

  const { body: draft } = await edit(content => {
    content.brand = {
      name: 'Acme Books',
      accent: '#7A1F5C',
      supportAddress: 'help@acme.example',
      replyTo: 'orders@acme.example',
      legalLines: ['Acme Books Inc.'],
      logo: { light: hostileLogo },
    }
  })
  const { changes } = (await ask('GET', `difference?draft=${draft.revision}`)).body
  const worded = Object.fromEntries(
    changes.map(({ field, before, after }: Record<string, string | null>) => [field, [before, after]]),
  )
  assert.deepEqual(worded.name, ['Octavo', 'Acme Books'])
  assert.deepEqual(worded['support address'], [null, 'help@acme.example'])
  assert.match(worded.logo[1], /^light SVG, 0\.\d kB$/)

  assert.equal((await publish({ reason: 'Our own name' })).status, 201)
  assert.equal((await world.call('/brand/logo-light')).status, 404, 'not in effect yet')
  await world.advance(minNoticeMs)
  const logo = await world.call('/brand/logo-light')
  assert.deepEqual([logo.status, /script/.test(logo.body)], [200, false])
  assert.equal((await world.call('/')).body.name, 'Acme Books')
  const { info } = (await world.call('/openapi.json')).body
  assert.deepEqual([info.title, info.contact.email], ['Acme Books', 'help@acme.example'])
  assert.match(info.description, /^Acme Books accepts orders/)
  const stored = (await ask('GET', 'versions/2')).body.content.brand
  assert.doesNotMatch(Buffer.from(stored.logo.light.split(',')[1], 'base64').toString(), /script/)

  const cookie = await world.signIn(world.demo.staff)
  await world.call('/staff/set-up/test-email', { method: 'POST', cookie, headers: { origin: 'http://127.0.0.1:3000' } })
  await world.settle()
  const [sent] = [...world.sentMails.values()].filter(({ text }) => text.includes('You asked for this email'))
  assert.match(sent!.html, /border-top:4px solid #[0-9a-f]{6}[\s\S]*<img src="cid:logo@email"[^>]* alt="Acme Books"/)
  assert.equal(sent!.logo!.subarray(1, 4).toString(), 'PNG')
  assert.match(sent!.text, /\n\nKind regards,\nAcme Books\nhelp@acme\.example\n\nAcme Books Inc\.\n$/)

  // An export carries the logo, and an older version takes the brand back.
  const folder = mkdtempSync(join(tmpdir(), 'octavo-brand-'))
  const run = (name: string, ...given: string[]) => commands[name]!.run(world.app, given)
  await run('operator-data export', folder)
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8')), stored)
  assert.equal((await run('operator-data import', folder, 'nothing new')).isNew, false)
  rmSync(folder, { recursive: true })
  assert.equal((await ask('POST', 'versions/1/publish', { basedOn: 2, reason: 'Too bold' })).status, 201)
  await world.advance(minNoticeMs)
  assert.equal((await world.call('/')).body.name, 'Octavo')
})
