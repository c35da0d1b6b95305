// One search over what people remember of an order, and lists that take every status and filters that combine.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, instant, minute } from '../../src/base/clock.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { databasesOfForm } from '../support/databases.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const to = (changes: Record<string, string>) => ({ ...orderBody().destination, ...changes })
const idsOf = (body: { orders: { customerOrderId: string }[] }) => body.orders.map(one => one.customerOrderId)
const staffReader =
  ({ call, demo }: World) =>
  async (path: string) =>
    (await call(path, { as: demo.staff.authorization })).body

const packageOf = (trackingNumber: string) => ({ trackingNumber, altTrackingNumber: '', trackingUrl: '' })
/** The parcel of the scene, and two without a master number. */
const parcels = {
  shipments: [
    ...parcel.shipments,
    { masterTrackingNumber: '', carrier: 'UPS', packages: [packageOf('1Z998'), packageOf('1Z997')] },
  ],
}

for (const { name, fresh } of databasesOfForm)
  describe(`the search on ${name}`, () => {
    it('a search finds any part of a name, email address, identifier or tracking number, forgives typing errors, and stays within its account and mode', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database })
      const { charged, enterprise } = world
      const ours = program(world, charged, 'production')
      const staff = staffReader(world)
      await ours.place('PLB-54', { destination: to({ name: 'Ada Reader', email: 'ada.r@lantern.example' }) })
      await world.advance(minute)
      await ours.place('PLB-55', { destination: to({ name: 'Grace Hopper' }) })
      await ours.place('web-9', { destination: to({ name: 'Søren Núñez' }) })
      await program(world, charged, 'sandbox').place('test-1', { destination: to({ name: 'Ada Sandreader' }) })
      await program(world, enterprise, 'production').place('B-1', { destination: to({ name: 'Ida Readerson' }) })
      await world.settle()
      await world.advance(day)
      const { jobId } = await press(world).jobOf('PLB-55')
      await press(world).tell('PLB-55', 'accept')
      await press(world).tell('PLB-55', 'ship', parcel)
      await world.settle()

      const person = await member(world, charged)
      const find = async (text: string, mode = 'production') =>
        (await person.ask('GET', `/${mode}/search?search=${encodeURIComponent(text)}`)).body
      for (const [text, ids] of [
        ['reader', ['PLB-54']],
        ['READ', ['PLB-54']],
        ['eader ad', ['PLB-54']],
        ['ada.r@lant', ['PLB-54']],
        ['lb-54', ['PLB-54']],
        ['z99', ['PLB-55']],
        ['1Z 999', ['PLB-55']],
        ['plb', ['PLB-55', 'PLB-54']],
        ['soren nunez', ['web-9']],
        ['SØREN', ['web-9']],
        ['%', []],
        ['_', []],
      ] as const) {
        const found = await find(text)
        assert.deepEqual([idsOf(found), found.exact], [[...ids], ids.length > 0 || text.length < 4], text)
      }
      assert.deepEqual(idsOf(await find('reader', 'sandbox')), ['test-1'])
      for (const [text, id] of [
        ['Raeder', 'PLB-54'],
        ['Grase Hoper', 'PLB-55'],
      ] as const) {
        const found = await find(text)
        assert.deepEqual([idsOf(found)[0], found.exact], [id, false], text)
      }
      const { products } = await find('keepsake')
      assert.deepEqual(products[0].sku, 'KEEPSAKE')
      assert.deepEqual(idsOf(await staff('/staff/search?search=reader')).toSorted(), ['B-1', 'PLB-54', 'test-1'])
      const { accounts } = await staff(`/staff/search?search=${encodeURIComponent(enterprise.name.slice(2, 9))}`)
      assert.deepEqual(accounts[0].accountId, enterprise.accountId)
      assert.deepEqual(idsOf((await world.call('/orders?search=reader', { as: ours.as })).body), ['PLB-54'])
      assert.deepEqual(idsOf((await world.call('/orders?search=reader&status=SHIPPED', { as: ours.as })).body), [])

      // The list of the staff has the search among its filters: exactly what matches, page after page, and as a file.
      const list = (query: string) => staff(`/staff/orders/all?${query}`)
      const found = await list('search=reader')
      assert.deepEqual(
        [idsOf(found).toSorted(), found.exact, found.more, found.count],
        [['B-1', 'PLB-54', 'test-1'], true, false, null],
      )
      for (const [query, ids] of [
        ['search=reader&mode=production', ['B-1', 'PLB-54']],
        [`search=reader&accountId=${charged.accountId}`, ['PLB-54', 'test-1']],
        [`search=reader&accountId=${charged.accountId}&mode=sandbox`, ['test-1']],
        ['search=hopper&status=SHIPPED', ['PLB-55']],
        ['search=hopper&status=FAILED', []],
        ['search=reader&country=CA', []],
        [`search=${jobId}`, ['PLB-55']],
        ['search=Ada%20Raeder&mode=production', ['PLB-54']],
      ] as const)
        assert.deepEqual(idsOf(await list(query)).toSorted(), ids.toSorted(), query)
      assert.equal((await list('search=Ada%20Raeder')).exact, false)
      const { orders: listed } = await list('search=hopper')
      assert.deepEqual([listed[0].shippingClass, listed[0].note, listed[0].printer], ['standard', null, 'desk'])
      for (const sort of ['newest', 'oldest', 'recipient', '-account']) {
        const whole = idsOf(await list(`search=reader&sort=${sort}`))
        const pages: string[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: { orders: { customerOrderId: string }[]; nextCursor: string | null } = await list(
            `search=reader&sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
          )
          for (const id of idsOf(page)) pages.push(id)
          cursor = page.nextCursor
        }
        assert.deepEqual(pages, whole, sort)
        const { body: file } = await world.app.server.inject({
          url: `/staff/orders/export?search=reader&sort=${sort}&columns=customerOrderId,shippingClass`,
          headers: { authorization: world.demo.staff.authorization },
        })
        assert.equal(
          file,
          `\uFEFFcustomerOrderId,shippingClass\r\n${whole.map(id => `${id},standard\r\n`).join('')}`,
          sort,
        )
      }

      // Each account and mode numbers its orders; a reprint has the number of its order.
      const numberOf = async (id: string) => (await ours.read(id)).orderNumber
      assert.deepEqual([await numberOf('PLB-54'), await numberOf('PLB-55')], ['1', '2'])
      assert.equal((await program(world, charged, 'sandbox').read('test-1')).orderNumber, 'S1')
      const reprints = [
        await support(world).act(charged, 'PLB-55', 'reprint'),
        await support(world).act(charged, 'PLB-55', 'reprint'),
      ]
      assert.deepEqual(
        reprints.map(({ body }) => body.orderNumber),
        ['2-R1', '2-R2'],
      )
      assert.deepEqual(idsOf(await find('#2-r2')), [reprints[1]!.body.customerOrderId])
      assert.deepEqual(idsOf(await find('#1')), ['PLB-54'])
      await ours.place('PLB-57')
      assert.equal(await numberOf('PLB-57'), '4')

      // A whole identifier answers alone; a part of it still finds all that have it, and so does a short one.
      const books = ['SHOP-10001', 'SHOP-100012']
      for (const id of books) await ours.place(id)
      for (const text of books) assert.deepEqual(idsOf(await find(text)), [text])
      assert.deepEqual(idsOf(await find('hop-10001')).toSorted(), books)
      for (const text of [jobId, `${jobId}-1`]) {
        assert.deepEqual(idsOf(await find(text)), ['PLB-55'])
        assert.deepEqual(idsOf(await staff(`/staff/search?search=${text}`)), ['PLB-55'])
        assert.deepEqual(idsOf(await find(text, 'sandbox')), [])
      }

      // Nothing is found by what was erased; the order itself stays.
      assert.equal((await support(world).act(charged, 'PLB-55', 'forget')).status, 200)
      assert.ok(!idsOf(await find('hopper')).includes('PLB-55'))
      assert.deepEqual(idsOf(await find('PLB-55')), ['PLB-55'])
      await world.assertSound()
    })

    it('the staff reprint all orders that a search found, each once, although their reprints match too', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database })
      const { charged, demo } = world
      const ours = program(world, charged, 'production')
      const as = demo.staff.authorization
      const names = Array.from({ length: 61 }, (_, i) => `gift-${i + 1}`)
      for (const name of names) await ours.place(name, { destination: to({ name: 'Clara Gifter' }) })
      await world.settle()
      // Some wait for the next days, because of the limit of 24 hours.
      for (let days = 0; days < 3; days++) {
        await world.advance(day)
        for (const { jobId } of await press(world).jobs())
          for (const [act, body] of [
            ['accept', undefined],
            ['ship', parcel],
          ] as const) {
            const path = `/press/jobs/${jobId}/${act}`
            const answer = await world.call(path, { method: 'POST', as: demo.printer.authorization, body })
            assert.equal(answer.status, 200, JSON.stringify(answer.body))
          }
        await world.settle()
      }
      const reprint = (body: object) =>
        world.call('/staff/orders/bulk/reprint', { method: 'POST', as, body, headers: { 'idempotency-key': 'k-1' } })
      const list = async (query: string) => (await world.call(`/staff/orders/all?${query}`, { as })).body

      const refused = await reprint({ filter: { search: 'gifter' } })
      assert.deepEqual(
        [refused.status, refused.body.errors[0].pointer, refused.body.errors[0].code],
        [400, '/filter/search', 'unknown_field'],
      )
      const found = await list('search=gifter&status=SHIPPED&limit=100')
      assert.deepEqual([idsOf(found).toSorted(), found.nextCursor], [names.toSorted(), null])
      const orders = found.orders.map(({ accountId, customerOrderId }: Record<string, string>) => ({
        ...{ accountId, customerOrderId },
      }))
      const [first, second] = [orders.slice(0, 50), orders.slice(50)]
      for (const portion of [first, second, second]) {
        const { status, body } = await reprint({ orders: portion })
        assert.equal(status, 200, JSON.stringify(body))
        assert.ok(body.results.every(({ outcome }: { outcome: string }) => outcome === 'done'))
      }

      // 122 orders match now. Of these, the oldest are beyond the limit of a search, unless the filters prefer them.
      const { more, orders: newest } = await list('search=gifter&limit=100')
      assert.deepEqual([newest.length, more], [100, true])
      const shipped = await list('search=gifter&status=SHIPPED&limit=100')
      assert.deepEqual([idsOf(shipped).toSorted(), shipped.more], [names.toSorted(), true])
      const { orders: all } = await list('mode=production&limit=200')
      const numbers = all.map(({ orderNumber }: { orderNumber: string }) => orderNumber)
      assert.equal(numbers.length, 2 * names.length)
      assert.equal(new Set(numbers.filter((number: string) => number.endsWith('-R1'))).size, names.length)
    })

    it('accounts and products are found with and without the accents of their names, and accounts in spite of typing errors', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database })
      const { call, charged, demo } = world
      const opening = { name: 'Søren & Núñez', email: 'mina@libros.example' }
      const opened = await call('/staff/accounts', { method: 'POST', as: demo.staff.authorization, body: opening })
      assert.equal(opened.status, 201, JSON.stringify(opened.body))
      const person = await member(world, charged)
      const { manufacturingSku } = (await person.ask('GET', '/products/NOVEL')).body
      const book = { sku: 'CAFÉ', name: 'Straße nach Łódź', manufacturingSku }
      assert.equal((await person.ask('POST', '/products', book)).status, 201)
      const renamed = { name: 'Lieder für Zoë' }
      assert.equal((await person.ask('POST', '/products', { ...book, sku: 'SONGS' })).status, 201)
      assert.equal((await person.ask('PATCH', '/products/SONGS', renamed)).status, 200)
      const staff = staffReader(world)
      const search = (text: string) => `search=${encodeURIComponent(text)}`

      for (const text of ['soren', 'NUÑEZ', 'søren & nunez', 'Mina@libros']) {
        const { accounts } = await staff(`/staff/accounts?${search(text)}`)
        assert.deepEqual(accounts[0]?.name, opening.name, text)
        assert.equal((await staff(`/staff/search?${search(text)}`)).accounts[0]?.name, opening.name, text)
      }
      // Typing errors are forgiven, and the answer says so.
      for (const [text, name, isExact] of [
        ['sorne', opening.name, false],
        ['mina@librso', opening.name, false],
        ['nunez', opening.name, true],
        ['nobody.else@libros.example', undefined, true],
        ['zzzzzz', undefined, true],
      ] as const) {
        const { accounts, exact } = await staff(`/staff/accounts?${search(text)}`)
        assert.deepEqual([accounts[0]?.name, exact], [name, isExact], text)
      }
      for (const [text, skus] of [
        ['strasse', ['CAFÉ']],
        ['cafe · STRAẞE', ['CAFÉ']],
        ['lodz', ['CAFÉ']],
        ['fur  zoe', ['SONGS']],
        ['cafe zoe', []],
      ] as const) {
        const { products } = (await person.ask('GET', `/products?${search(text)}`)).body
        assert.deepEqual(
          products.map(({ sku }: { sku: string }) => sku),
          skus,
          text,
        )
      }
    })

    it('the staff find invoices and statements by number, by account, and by purchase order number', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database, start: instant('2026-03-30T12:00:00Z') })
      const { charged, enterprise, demo } = world
      const staff = staffReader(world)
      const papers = async (text: string) =>
        (await staff(`/staff/search?search=${encodeURIComponent(text)}`)).papers.map(
          ({ kind, accountId, number }: { kind: string; accountId: string; number: number }) =>
            `${kind} ${number} ${accountId === charged.accountId ? 'charged' : 'enterprise'}`,
        )
      const terms = { reason: 'agreed', purchaseOrderNumber: 'PO-7781 Núñez' }
      const path = `/staff/accounts/${enterprise.accountId}/billing/terms`
      const changed = await world.call(path, { method: 'PATCH', as: demo.staff.authorization, body: terms })
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      assert.deepEqual(await papers('1'), [])
      await program(world, charged, 'production').place('ours')
      await program(world, enterprise, 'production').place('theirs')
      await world.advance(day)
      await press(world).tell('theirs', 'accept', { itemsTotal: 10, taxesTotal: 1 })
      await press(world).tell('theirs', 'ship', { ...parcel, shippingTotal: 4 })
      await world.advance(2 * day)
      const [invoice, statement] = ['invoice 1 charged', 'statement 1 enterprise']
      const billed = 'invoice 2 enterprise' // of the statement
      const { name: ours } = await staff(`/staff/accounts/${charged.accountId}`)
      const { name: theirs } = await staff(`/staff/accounts/${enterprise.accountId}`)
      for (const [text, found] of [
        ['1', [statement, invoice]],
        ['#000001', [statement, invoice]],
        ['Invoice 1', [invoice]],
        ['statement 000001', [statement]],
        ['2', [billed]],
        [`${ours.slice(0, 6)} 1`, [invoice]],
        [`${theirs.slice(0, 6).toUpperCase()} statement 1`, [statement]],
        [`${theirs.slice(0, 6)} invoice 1`, []],
        [ours, [invoice]],
        [enterprise.accountId, [billed, statement]],
        ['po-7781', [statement]],
        ['7781', [statement]],
        ['7781 nunez', [statement]],
        ['PO', []],
        ['po%7781', []],
      ] as const)
        assert.deepEqual(await papers(text), found, text)
      const [found] = (await staff('/staff/search?search=po-77')).papers
      assert.deepEqual([found.purchaseOrderNumber, found.total, found.accountName], ['PO-7781 Núñez', 15, theirs])
    })

    it('orders are late or due today by their promised day, in lists, files and reports', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database })
      const { charged, demo } = world
      const ours = program(world, charged, 'production')
      const staff = staffReader(world)
      const due = async (query: string) => [
        idsOf(await staff(`/staff/orders/all?due=${query}`)),
        idsOf((await world.call(`/orders?due=${query}`, { as: ours.as })).body),
      ]
      const both = (...ids: string[]) => [ids, ids]
      await ours.place('in-time')
      await ours.place('slow')
      await ours.place('evening')
      await ours.place('stopped')
      await world.settle()
      await world.advance(day)
      assert.deepEqual(await due('late'), both())
      const promised: string = (await ours.read('slow')).promisedShipDate
      await press(world).tell('in-time', 'accept')
      await press(world).tell('in-time', 'ship', parcels)
      await press(world).tell('stopped', 'problem', { reason: 'No paper' })

      const shippedOn = Temporal.PlainDate.from(promised).add({ days: 1 }).toString()
      const midnight = Temporal.PlainDate.from(shippedOn).toZonedDateTime('America/New_York').epochMilliseconds
      await world.advance(midnight - minute - world.now().getTime())
      assert.equal(world.now().toISOString().slice(0, 10), shippedOn, 'it is the next day in UTC')
      await press(world).tell('evening', 'accept')
      await press(world).tell('evening', 'ship', parcels)
      assert.deepEqual(await due('today&status=PRINTING'), both('slow'))
      assert.deepEqual(await due('late'), both())
      await world.advance(2 * minute)
      assert.deepEqual(await due('today'), both())
      assert.deepEqual(await due('late&status=PRINTING'), both('slow'))
      await press(world).tell('slow', 'accept')
      await press(world).tell('slow', 'ship', parcels)
      await world.settle()
      await world.advance(3 * day)
      assert.deepEqual(await due('late&status=SHIPPED'), both('slow'))
      const [listed] = (await staff('/staff/orders/all?due=late&status=SHIPPED')).orders
      assert.deepEqual([listed.promisedShipDate, listed.shippedOn], [promised, shippedOn])
      const { orders: shipped } = await staff('/staff/orders/all?status=SHIPPED')
      const evening = shipped.find(({ customerOrderId }: { customerOrderId: string }) => customerOrderId === 'evening')
      assert.equal(evening.shippedOn, promised)
      const { body: file } = await world.app.server.inject({
        url: '/staff/orders/export?due=late&status=SHIPPED&columns=customerOrderId,promisedShipDate',
        headers: { authorization: demo.staff.authorization },
      })
      assert.equal(file, `\uFEFFcustomerOrderId,promisedShipDate\r\nslow,${promised}\r\n`)
      const days = `from=${promised}&to=${shippedOn}`
      const report = await staff(`/staff/reports?mode=production&${days}`)
      assert.equal(report.totals.late, 1, 'the report counts the same orders')
    })

    it('the staff list orders of every status and account, with filters that combine, page after page', async () => {
      const { database } = await fresh() // closed by the world
      await using world = await startWorld({ database })
      const { charged, demo, enterprise } = world
      const staff = staffReader(world)
      const all = (query = '') => staff(`/staff/orders/all${query}`)
      const ours = program(world, charged, 'production')
      const [item] = orderBody().orderItems
      await ours.place('sent', {
        destination: to({ country: 'CA', state: 'ON', postal: 'K1A 0B1', city: 'Ottawa' }),
        orderItems: [{ ...item, retailPrice: '19.99' }],
      })
      await world.advance(minute)
      await ours.place('large', { orderItems: [{ ...item, quantity: 300 }] })
      await world.advance(minute)
      const afterLarge = world.now().toISOString()
      await world.advance(minute)
      await ours.create(orderBody({ customerOrderId: 'impossible', orderItems: [{ sku: 'NO-SUCH', quantity: 1 }] }))
      await world.advance(minute)
      await program(world, enterprise, 'sandbox').place('test')
      await world.settle()
      await world.advance(day)
      await press(world).tell('sent', 'accept')
      await press(world).tell('sent', 'ship', parcels)
      await world.settle()

      const first = await all()
      assert.deepEqual([idsOf(first), first.count], [['test', 'impossible', 'large', 'sent'], 4])
      for (const [query, ids] of [
        ['sort=oldest', ['sent', 'large', 'impossible', 'test']],
        ['status=SHIPPED', ['sent']],
        ['status=FAILED,SHIPPED', ['impossible', 'sent']],
        ['mode=sandbox', ['test']],
        [`accountId=${charged.accountId}`, ['impossible', 'large', 'sent']],
        [`accountId=${charged.accountId}&country=CA`, ['sent']],
        ['country=CA&status=FAILED', []],
        ['sku=NO-SUCH', ['impossible']],
        ['sku=NOVEL&mode=production', ['large', 'sent']],
        ['printer=desk&mode=production', ['large', 'sent']],
        ['printer=nowhere', []],
        ['problem=only', ['impossible']],
        ['minTotal=500', ['large']],
        ['minTotal=1&maxTotal=499.99', ['sent']],
        [`createdAfter=${afterLarge}`, ['test', 'impossible']],
        [`createdBefore=${afterLarge}`, ['large', 'sent']],
      ] as const)
        assert.deepEqual(idsOf(await all(`?${query}`)), [...ids], query)
      const [sent] = (await all('?status=SHIPPED')).orders
      assert.deepEqual(
        [sent.accountName, sent.printer, sent.to.country, sent.skus.length, sent.paymentStatus],
        [charged.name, 'desk', 'CA', 1, 'SUCCEEDED'],
      )

      const paged: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { orders: { customerOrderId: string }[]; nextCursor: string | null } = await all(
          `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
        paged.push(...idsOf(page))
        cursor = page.nextCursor
      }
      assert.deepEqual(paged, ['test', 'impossible', 'large', 'sent'])

      // A file has exactly the orders of the list.
      const file = async (query: string) =>
        (
          await world.app.server.inject({
            url: `/staff/orders/export?${query}`,
            headers: { authorization: world.demo.staff.authorization },
          })
        ).body
      assert.deepEqual((await file('columns=customerOrderId,country,printer&mode=production')).split('\r\n'), [
        '\uFEFFcustomerOrderId,country,printer',
        'impossible,US,',
        'large,US,desk',
        'sent,CA,desk',
        '',
      ])
      assert.deepEqual(idsOf(JSON.parse(await file('format=json&status=SHIPPED'))), ['sent'])
      const person = await member(world, charged)
      const own = await world.app.server.inject({
        url: '/dashboard/api/production/orders-export?columns=customerOrderId,trackingNumbers&country=CA',
        headers: { cookie: await world.signIn(charged.user) },
      })
      assert.equal(own.body, '\uFEFFcustomerOrderId,trackingNumbers\r\nsent,1Z999 1Z998 1Z997\r\n')
      assert.deepEqual(idsOf((await person.ask('GET', '/sandbox/orders-export?format=json')).body), [])
      // Books are named by their titles beside the SKUs, in a last column.
      for (const exported of [
        await world.app.server.inject({
          url: '/dashboard/api/production/orders-export?country=CA',
          headers: { cookie: await world.signIn(charged.user) },
        }),
        await world.app.server.inject({
          url: '/staff/orders/export?country=CA',
          headers: { authorization: world.demo.staff.authorization },
        }),
      ]) {
        const [head, row] = exported.body.split('\r\n')
        assert.match(head!, /,skus,.*,createdAt,updatedAt,bookTitles$/)
        assert.match(row!, /,NOVEL,.*,Trade paperback$/)
      }
      const [inFile] = (await person.ask('GET', '/production/orders-export?format=json&problem=only')).body.orders
      const { body: impossible } = await world.call('/orders/impossible', { as: ours.as })
      assert.equal(typeof inFile.errors[0].detail, 'string')
      assert.deepEqual(inFile.errors, impossible.errors, 'a file has the sentences that a program reads')

      // Customers have the same filters for their own orders.
      const mine = async (query: string) => idsOf((await world.call(`/orders?${query}`, { as: ours.as })).body)
      assert.deepEqual(await mine('country=CA'), ['sent'])
      assert.deepEqual(await mine('sku=NOVEL&minTotal=500'), ['large'])
      assert.deepEqual(await mine('problem=only'), ['impossible'])
      assert.deepEqual(await mine('country=CA&problem=only'), [])

      // The oldest first: the same orders in the other direction, page after page.
      const newest = await mine('')
      assert.deepEqual(await mine('sort=oldest'), newest.toReversed())
      const oldest = await world.call('/orders?sort=oldest&limit=2', { as: ours.as })
      const rest = await world.call(`/orders?sort=oldest&cursor=${oldest.body.nextCursor}`, { as: ours.as })
      assert.deepEqual([...idsOf(oldest.body), ...idsOf(rest.body)], newest.toReversed())

      // Sorted by a column: the same orders in each list, page after page, and in the file.
      for (const [sort, ids] of [
        ['-total', ['large', 'sent', 'test', 'impossible']],
        ['total', ['sent', 'large', 'impossible', 'test']],
        ['status', ['large', 'test', 'sent', 'impossible']],
        ['-country', ['test', 'impossible', 'large', 'sent']],
        ['country', ['sent', 'large', 'impossible', 'test']],
        [
          'account',
          [charged.name, enterprise.name].toSorted()[0] === charged.name
            ? ['sent', 'large', 'impossible', 'test']
            : ['test', 'sent', 'large', 'impossible'],
        ],
        ['recipient', ['sent', 'large', 'impossible', 'test']],
      ] as const) {
        const whole = await all(`?sort=${sort}`)
        assert.deepEqual(idsOf(whole), [...ids], sort)
        const pages: string[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: { orders: { customerOrderId: string }[]; nextCursor: string | null } = await all(
            `?sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
          )
          pages.push(...idsOf(page))
          cursor = page.nextCursor
        }
        assert.deepEqual(pages, [...ids], sort)
        assert.deepEqual(idsOf(JSON.parse(await file(`format=json&sort=${sort}`))), [...ids], sort)
        if (sort !== 'account')
          assert.deepEqual(
            await mine(`sort=${sort}`),
            ids.filter(id => id !== 'test'),
            sort,
          )
      }
      assert.deepEqual(await mine('sort=-total&search=arg'), ['large'])
      const sums = async (query: string) => {
        const { count, total } = (await person.ask('GET', `/production/orders?${query}`)).body
        return [count, total]
      }
      const totals = (await person.ask('GET', '/production/orders')).body.orders.map(
        (order: { pricing: { orderTotal: number } | null }) => order.pricing?.orderTotal ?? 0,
      )
      const sum = totals.reduce((cents: number, one: number) => cents + Math.round(one * 100), 0) / 100
      assert.deepEqual(await sums(''), [3, sum])
      assert.deepEqual(await sums('status=FAILED'), [1, 0])
      assert.deepEqual(await sums('search=sent'), [null, null])
      assert.equal((await all('?country=CA')).count, 1)

      // A cursor continues its own list only, and its name is sealed.
      const byName = await all('?sort=recipient&limit=1')
      assert.match(byName.nextCursor, /^recipient[.][\w-]{40,}[.]ord_\w+$/)
      for (const query of [
        `sort=-recipient&cursor=${byName.nextCursor}`,
        `cursor=${byName.nextCursor}`,
        'cursor=ord_1',
        `sort=total&cursor=${first.orders.length && (await all('?limit=1')).nextCursor}`,
        `sort=total&cursor=total.US.${byName.nextCursor.split('.')[2]}`,
      ]) {
        const { status, body } = await world.call(`/staff/orders/all?${query}`, { as: demo.staff.authorization })
        assert.deepEqual([status, body.errors?.[0].pointer], [400, '?cursor'], query)
      }

      // Bulk acts: each order has its own result, by name or portion by portion of a list.
      const bulk = async (path: string, body: object, key?: string) => {
        const as = path.startsWith('/staff') ? demo.staff.authorization : ours.as
        return world.call(path, { method: 'POST', as, body, ...(key && { headers: { 'idempotency-key': key } }) })
      }
      const outcomes = ({
        body,
      }: {
        body: { results: { customerOrderId: string; outcome: string; code: string }[] }
      }) => body.results.map(({ customerOrderId, outcome, code }) => [customerOrderId, outcome, code])
      await ours.place('early')
      await ours.place('late')
      await world.settle()
      const named = await bulk('/orders/bulk/cancel', { customerOrderIds: ['early', 'sent', 'unknown'] })
      assert.deepEqual(outcomes(named), [
        ['early', 'done', null],
        ['sent', 'refused', 'order_not_cancellable'],
        ['unknown', 'refused', 'order_not_found'],
      ])
      assert.match(named.body.results[1].detail, /is SHIPPED and cannot be canceled/)
      const listed = await bulk('/orders/bulk/cancel', { filter: { status: 'CANCELLED,VALID_AWAITING_PAYMENT' } })
      assert.deepEqual(outcomes(listed), [
        ['late', 'done', null],
        ['early', 'done', null],
      ])
      assert.equal(listed.body.nextCursor, null)
      for (const body of [{}, { customerOrderIds: ['late'], filter: {} }, { filter: { stauts: 'FAILED' } }])
        assert.equal((await bulk('/orders/bulk/cancel', body)).status, 400)
      assert.deepEqual(
        outcomes((await person.ask('POST', '/production/orders/bulk/resend-webhooks', { filter: {} })) as never).length,
        5,
      )
      const orders = [{ accountId: charged.accountId, customerOrderId: 'sent' }]
      assert.equal((await bulk('/staff/orders/bulk/reprint', { orders })).status, 400)
      for (const _ of ['once', 'again'])
        assert.deepEqual(outcomes(await bulk('/staff/orders/bulk/reprint', { orders }, 'k-1')), [
          ['sent', 'done', null],
        ])
      const reprints = (await all()).orders.filter((one: { orderNumber: string }) => /-R\d/.test(one.orderNumber))
      assert.equal(reprints.length, 1)
      assert.deepEqual(outcomes(await bulk('/staff/orders/bulk/resume', { filter: { status: 'FAILED' } })), [
        ['impossible', 'refused', 'wrong_state'],
      ])
      await world.assertSound()
    })
  })
