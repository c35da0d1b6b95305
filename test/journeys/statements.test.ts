// Enterprise accounts pay by monthly statement: orders at the printer's prices, payments by hand and from a file.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { day, hour, instant } from '../../src/base/clock.ts'
import { readPdf } from '../support/pdf.ts'
import { orderBody, startWorld, type World } from '../support/world.ts'

const parcel = { shipments: [{ masterTrackingNumber: '1Z', carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }] }

const csvOf = (orders: [string, string][]) =>
  [
    'customerOrderId,purchaseOrderNumber,sku,quantity,name,address1,city,state,postal,country',
    ...orders.map(([id, number]) => `${id},${number},NOVEL,1,Ada,1 Main St,New York,NY,10001,US`),
  ].join('\n')

/** What the people around an enterprise account do. */
function scene(world: World) {
  const { accountId, production, user } = world.enterprise
  const staff = world.demo.staff.authorization
  const printer = world.demo.printer.authorization
  const staffCall = (path: string, body?: unknown, method: 'POST' | 'PATCH' = 'POST') =>
    world.call(path, { as: staff, ...(body === undefined ? {} : { method, body }) })
  const billing = `/staff/accounts/${accountId}/billing`
  return {
    accountId,
    staffCall,
    billing,
    terms: async () => (await staffCall(`${billing}/terms`)).body,
    setTerms: (change: object) => staffCall(`${billing}/terms`, { reason: 'agreed', ...change }, 'PATCH'),
    statements: async () => (await staffCall(`${billing}/statements`)).body.statements,
    lines: async (statement?: number) =>
      (await staffCall(`${billing}/statement-lines${statement === undefined ? '' : `?statement=${statement}`}`)).body
        .lines,
    pay: (payment: object) =>
      staffCall(`${billing}/payments`, { receivedOn: world.now().toISOString().slice(0, 10), ...payment }),
    place: (customerOrderId: string, changes: object = {}) =>
      world.call('/orders/create', {
        method: 'POST',
        as: production.authorization,
        body: orderBody({ customerOrderId, ...changes }),
      }),
    async ship(customerOrderId: string, prices = { items: 100, taxes: 8, shipping: 12 }) {
      const { jobs } = (await world.call('/press/jobs?status=all', { as: printer })).body
      const { jobId } = jobs.find((job: { customerOrderId: string }) => job.customerOrderId === customerOrderId)
      const tell = async (what: string, body: object) => {
        const answer = await world.call(`/press/jobs/${jobId}/${what}`, { method: 'POST', as: printer, body })
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
      }
      await tell('accept', { itemsTotal: prices.items, taxesTotal: prices.taxes })
      await tell('ship', { ...parcel, shippingTotal: prices.shipping })
    },
    asMember: async (path: string) => world.call(path, { cookie: await world.signIn(user) }),
  }
}

describe('statements of enterprise accounts', () => {
  it('a month is billed once when it is over at the operator, and later corrections are on the next statement', async () => {
    await using world = await startWorld({ start: instant('2026-03-30T12:00:00Z') })
    const { accountId, terms, setTerms, statements, lines, place, ship, staffCall, billing, asMember } = scene(world)
    assert.deepEqual(await terms(), {
      ...{ termsDays: 30, termsFrom: 'statement', purchaseOrderNumber: null, purchaseOrderRequired: false },
      ...{ creditLimit: null, discountPercent: null, discountDays: null, lateFeePercent: null, lateFeeAmount: null },
      ...{ currency: 'USD', balance: 0, overdue: 0 },
      ...{ unbilled: { lines: 0, amount: 0 }, nextStatementAt: null },
    })
    const changed = await setTerms({ termsDays: 14, purchaseOrderNumber: 'PO-7' })
    assert.deepEqual([changed.status, changed.body.termsDays, changed.body.purchaseOrderNumber], [200, 14, 'PO-7'])

    await place('first')
    await place('second', { purchaseOrderNumber: 'PO-8' })
    const sandbox = world.enterprise.sandbox.authorization
    await world.call('/orders/create', { method: 'POST', as: sandbox, body: orderBody({ customerOrderId: 'play' }) })
    await world.advance(3 * hour)
    await ship('first')
    const { balance, unbilled, nextStatementAt } = await terms()
    assert.deepEqual([balance, unbilled], [120, { lines: 1, amount: 120 }])
    assert.equal(nextStatementAt, '2026-04-01T04:00:00.000Z', 'midnight in New York')
    const [next] = await lines()
    assert.deepEqual([next.customerOrderId, next.purchaseOrderNumber], ['first', 'PO-7'])

    // The last hours of March in New York are April in UTC.
    await world.advance(instant('2026-04-01T03:30:00Z').getTime() - world.now().getTime())
    await ship('second', { items: 50, taxes: 0, shipping: 5 })
    assert.deepEqual(await statements(), [])
    await world.advance(hour)
    const [march, ...others] = await statements()
    assert.deepEqual(others, [])
    assert.deepEqual(march, {
      ...{
        number: 1,
        documentNumber: 1,
        month: '2026-03',
        state: 'due',
        issuedAt: '2026-04-01T04:00:00.000Z',
        dueOn: '2026-04-15',
      },
      ...{
        termsDays: 14,
        termsFrom: 'statement',
        purchaseOrderNumber: 'PO-7',
        lines: 2,
        total: 175,
        tax: 8,
        paid: 0,
        due: 175,
        processing: 0,
      },
      ...{ currency: 'USD', discount: null, discountOn: null, discountEndsAt: null, lateFees: 0, reminders: 0 },
      ...{ lateFeesTotal: 0 },
    })
    assert.deepEqual(
      (await lines(1)).map((line: Record<string, unknown>) => [
        ...[line.kind, line.customerOrderId, line.purchaseOrderNumber],
        ...[line.itemsTotal, line.taxesTotal, line.shippingTotal, line.amount],
      ]),
      [
        ['order', 'first', 'PO-7', 100, 8, 12, 120],
        ['order', 'second', 'PO-8', 50, 0, 5, 55],
      ],
    )
    const {
      orders: _,
      taxes: __,
      seller: ___,
      billTo,
      warnings: ____,
      ...invoice
    } = (await world.call('/billing/documents/1', { as: world.enterprise.production.authorization })).body
    assert.deepEqual(invoice, {
      ...{
        kind: 'invoice',
        number: 1,
        chargeId: null,
        refundId: null,
        statement: 1,
        paymentId: null,
        invoiceNumber: null,
        dueOn: '2026-04-15',
      },
      ...{ issuedAt: march.issuedAt, amount: 175, currency: 'USD', net: 167, tax: 8, orderCount: 2, reason: null },
    })
    assert.equal(billTo.purchaseOrderNumber, 'PO-7')
    const [email] = [...world.sentMails.values()].filter(({ subject }) => subject.includes('Statement'))
    assert.equal(email?.subject, 'Statement 1 for March 2026: $175.00')

    // What happens to an order of March afterwards is on the statement of April, and the first stays as it is.
    const pdfPath = '/dashboard/api/billing/statements/1/statement.pdf'
    const copy = await asMember(pdfPath)
    const reprint = await staffCall(`/staff/orders/${accountId}/first/reprint`, { reason: 'torn' })
    assert.equal(reprint.status, 201)
    await world.advance(3 * hour)
    const { jobs } = (await world.call('/press/jobs?status=all', { as: world.demo.printer.authorization })).body
    const job = jobs.find((one: { customerOrderId: string }) => one.customerOrderId === reprint.body.customerOrderId)
    for (const [what, body] of [
      ['accept', {}],
      ['ship', parcel],
    ] as const) {
      const call = { method: 'POST' as const, as: world.demo.printer.authorization, body }
      assert.equal((await world.call(`/press/jobs/${job.jobId}/${what}`, call)).status, 200)
    }
    await setTerms({ termsDays: 30, termsFrom: 'end_of_month', purchaseOrderNumber: null })
    assert.deepEqual(await statements(), [march])
    assert.equal((await asMember(pdfPath)).body, copy.body)
    await world.advance(instant('2026-05-01T05:00:00Z').getTime() - world.now().getTime())
    const [april] = await statements()
    assert.deepEqual(
      [april.number, april.month, april.total, april.dueOn],
      [2, '2026-04', 0, '2026-05-30'],
      '30 days from the end of May',
    )
    assert.equal(april.state, 'paid', 'nothing is to be paid')
    const [line] = await lines(2)
    assert.deepEqual([line.kind, line.reprintOf, line.amount], ['reprint', 'first', 0])

    const csv = await asMember('/dashboard/api/billing/statements/1/statement.csv')
    const [head, row] = String(csv.body).split('\r\n')
    assert.equal(
      head,
      '\uFEFFstatement,kind,at,customerOrderId,reprintOf,purchaseOrderNumber,items,itemsTotal,shippingTotal,taxesTotal,amount,currency,reason,bookTitles',
    )
    assert.match(
      row!,
      /^1,order,2026-03-30T15:00:00.000Z,first,,PO-7,2 x NOVEL,100.00,12.00,8.00,120.00,USD,,2 x Trade paperback$/,
    )
    assert.equal((await asMember('/dashboard/api/billing/statements')).body.statements.length, 2)
    const found = async (text: string, mode = 'production') =>
      (await asMember(`/dashboard/api/${mode}/search?search=${encodeURIComponent(text)}`)).body.statements
    assert.deepEqual(await found('1'), [{ number: 1, month: '2026-03', total: 175 }])
    assert.deepEqual(await found('Statement 2'), [{ number: 2, month: '2026-04', total: 0 }])
    for (const text of ['3', 'invoice 1', '0']) assert.deepEqual(await found(text), [], text)
    assert.deepEqual(await found('1', 'sandbox'), [])
    assert.equal((await asMember('/dashboard/api/billing/statements/3')).status, 404)
    const stranger = await world.signIn(world.charged.user)
    for (const path of ['terms', 'statements/1', 'statements/1/statement.pdf', 'statement-lines?statement=1'])
      assert.equal((await world.call(`/dashboard/api/billing/${path}`, { cookie: stranger })).status, 404, path)
    const { entries } = (await staffCall(`/staff/audit?accountId=${accountId}`)).body
    const audited = entries.find(({ action }: { action: string }) => action === 'account_billing_changed')
    assert.deepEqual([audited.details.before.termsDays, audited.details.after.termsDays], [14, 30])
    assert.equal((await staffCall(`${billing}/statements/9`)).status, 404)
    await world.assertSound()
  })

  it('the PDF has the lines, the terms, the purchase order numbers and the total', async () => {
    await using world = await startWorld()
    const { setTerms, place, ship } = scene(world)
    await setTerms({ purchaseOrderNumber: 'PO-7' })
    await place('A-1')
    const byBrowser = 'web-4781cdbc63afa382'
    await place(byBrowser, { purchaseOrderNumber: 'PO-8' })
    await world.advance(3 * hour)
    await ship('A-1', { items: 1234.5, taxes: 8.25, shipping: 12 })
    await ship(byBrowser)
    await world.advance(31 * day)
    const { app } = world
    const answer = await app.server.inject({
      url: `/staff/accounts/${world.enterprise.accountId}/billing/statements/1/statement.pdf`,
      headers: { authorization: world.demo.staff.authorization },
    })
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="statement-1.pdf"')
    const pdf = await readPdf(answer.rawPayload)
    const { text } = await pdf.page(1)
    await pdf.close()
    for (const part of [
      'Statement 000001',
      'Invoice',
      '000001',
      '2026-05-01 (net 30 days)',
      'PO-7',
      'Order A-1',
      '2 x Trade paperback (NOVEL): books 1,234.50, shipping 12.00, tax 8.25',
      'Order 2 · Trade paperback',
      'Purchase order PO-8',
      'Amount due',
      '1,374.75',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`)
  })
})

describe('payments of enterprise accounts', () => {
  it('a payment is posted, pays the oldest statement, is refused a second time, and can be reversed', async () => {
    await using world = await startWorld()
    const { accountId, terms, statements, place, ship, pay, staffCall, billing, asMember } = scene(world)
    for (const id of ['march', 'april']) {
      await place(id)
      await world.advance(3 * hour)
      await ship(id)
      await world.advance(31 * day)
    }
    const states = async () =>
      (await statements()).map(({ number, state, paid }: Record<string, unknown>) => [number, state, paid])
    assert.deepEqual(await states(), [
      [2, 'due', 0],
      [1, 'overdue', 0],
    ])
    const paid = await pay({ amount: 150, reference: 'WIRE 1', note: 'by Anna' })
    assert.equal(paid.status, 201, JSON.stringify(paid.body))
    assert.deepEqual(await states(), [
      [2, 'partly_paid', 30],
      [1, 'paid', 120],
    ])
    assert.deepEqual([(await terms()).balance, (await terms()).overdue], [90, 0])
    const again = await pay({ amount: 150, reference: 'wire 1' })
    assert.deepEqual([again.status, again.body.code], [409, 'already_exists'])
    for (const [wrong, status, pointer] of [
      [{ amount: 1.005, reference: 'x' }, 400, '/amount'],
      [{ amount: 0, reference: 'x' }, 400, '/amount'],
      [{ amount: 1, reference: ' ' }, 400, '/reference'],
      [{ amount: 1, reference: 'x', receivedOn: '2999-01-01' }, 400, '/receivedOn'],
      [{ amount: 1, reference: 'x', statement: 9 }, 404, '/statement'],
    ] as const) {
      const { status: answered, body } = await pay(wrong)
      assert.deepEqual([answered, body.errors[0].pointer], [status, pointer], JSON.stringify(body))
    }
    const elsewhere = await staffCall(`/staff/accounts/${world.charged.accountId}/billing/payments`, {
      ...{ amount: 1, reference: 'x', receivedOn: '2026-03-02' },
    })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [409, 'wrong_state'])

    const { body: balances } = await asMember('/dashboard/api/billing/ledger/balances?from=2026-03-01&to=2026-05-31')
    const closing = (name: string) =>
      balances.balances.find(({ ledgerAccount }: { ledgerAccount: string }) => ledgerAccount === name).closing
    assert.deepEqual([closing('receivable'), closing('cash')], [90, 150])
    await world.assertSound()

    const reverse = `${billing}/payments/${paid.body.paymentId}/reverse`
    const reversed = await staffCall(reverse, { reason: 'another customer' })
    assert.equal(reversed.body.reversalReason, 'another customer')
    assert.equal((await staffCall(reverse, { reason: 'twice' })).status, 409)
    assert.deepEqual([(await terms()).balance, (await terms()).overdue], [240, 120])
    assert.equal((await pay({ amount: 240, reference: 'WIRE 1', statement: 2 })).status, 201)
    assert.deepEqual(await states(), [
      [2, 'paid', 120],
      [1, 'paid', 120],
    ])
    const { payments } = (await asMember('/dashboard/api/billing/payments')).body
    assert.deepEqual(
      payments.map(({ amount, reversedAt }: Record<string, unknown>) => [amount, reversedAt !== null]),
      [
        [240, false],
        [150, true],
      ],
    )
    const { entries } = (await staffCall(`/staff/audit?accountId=${accountId}`)).body
    const { details } = entries.find(({ action }: { action: string }) => action === 'payment_reversed')
    assert.deepEqual([details.before, details.after], [{ balance: 90 }, { balance: 240 }])
    await world.assertSound()
  })

  it('a file of payments is recorded whole or not at all, with every mistake by row and field', async () => {
    await using world = await startWorld()
    const { accountId, terms, place, ship } = scene(world)
    await place('only')
    await world.advance(3 * hour)
    await ship('only')
    const sendFile = async (file: string | Uint8Array, contentType = 'text/csv') => {
      const answer = await world.app.server.inject({
        method: 'POST',
        url: '/staff/payments/import',
        headers: { authorization: world.demo.staff.authorization, 'content-type': contentType },
        payload: Buffer.from(file),
      })
      return { status: answer.statusCode, body: answer.json() }
    }
    const header = ['accountId', 'receivedOn', 'amount', 'reference', 'note']
    const send = (rows: string[]) => sendFile([header.join(','), ...rows].join('\r\n'))
    const bad = await send([
      `${accountId},2026-03-02,"1,020.00",TR-1,fine`,
      `${accountId},02.03.2026,-5,TR-2,`,
      `acc_nobody,2026-03-02,5.001,tr-1,`,
      `${world.charged.accountId},2026-03-02,5,,`,
    ])
    assert.equal(bad.status, 400)
    assert.deepEqual(
      bad.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      [
        ...['/3/amount', '/3/receivedOn', '/4/amount', '/4/reference'],
        ...['/4/accountId', '/5/reference', '/5/accountId'],
      ],
    )
    assert.equal((await terms()).balance, 120)
    const rows = [`${accountId},2026-03-02,100.00,TR-1,`, `${accountId},2026-03-02,$20,TR-2,"a, b"`]
    const good = await send(rows)
    assert.deepEqual([good.status, good.body], [200, { payments: 2, amount: 120 }])
    assert.equal((await terms()).balance, 0)
    const again = await send(rows)
    assert.deepEqual(
      again.body.errors.map(({ detail }: { detail: string }) => detail),
      ['Row 2, reference: it was recorded before.', 'Row 3, reference: it was recorded before.'],
    )
    const columns = await sendFile('accountId,amuont\r\nx,1')
    assert.deepEqual(
      columns.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/1/receivedOn', '/1/amount', '/1/reference', '/1/amuont'],
    )
    const paid = [accountId, instant('2026-03-02T00:00:00Z'), 12.5, 'TR-3', 'Grüße']
    const xlsx = await writeXlsx({ sheets: [{ name: 'Payments', rows: [header, paid] }] })
    assert.deepEqual((await sendFile(xlsx, 'application/octet-stream')).body, { payments: 1, amount: 12.5 })
    assert.equal((await terms()).balance, -12.5)
    const open = await sendFile(`${header}\n${accountId},2026-03-02,5,"TR-4,`)
    assert.deepEqual([open.status, open.body.code], [400, 'malformed_request'])
    assert.match(open.body.detail, /A quoted text does not end, or ends too early, in row 2/)
    assert.equal((await sendFile('{"csv":""}', 'application/json')).body.code, 'not_pdf')
    await world.assertSound()
  })

  it('a statement is reminded of three days before its day, on the morning after it, then weekly, until it is paid', async () => {
    await using world = await startWorld()
    const { place, ship, pay, statements, staffCall } = scene(world)
    const listed = async (state: string) => (await staffCall(`/staff/statements?state=${state}`)).body.statements.length
    await place('late')
    await world.advance(3 * hour)
    await ship('late')
    await world.advance(instant('2026-04-28T12:59:00Z').getTime() - world.now().getTime())
    const subjects = () => [...world.sentMails.values()].map(({ subject }) => subject)
    const soon = 'Statement 1 is due on May 1, 2026: $120.00 to pay'
    assert.ok(!subjects().includes(soon))
    await world.advance(2 * 60_000)
    assert.ok(subjects().includes(soon), subjects().join())
    assert.deepEqual([(await statements())[0].reminders, await listed('due'), await listed('overdue')], [0, 1, 0])
    await world.advance(instant('2026-05-02T12:59:00Z').getTime() - world.now().getTime())
    const reminders = () => [...world.sentMails.values()].filter(({ subject }) => subject.includes('overdue'))
    assert.deepEqual([(await statements())[0].dueOn, reminders().length], ['2026-05-01', 0])
    await world.advance(2 * 60_000)
    assert.deepEqual(
      reminders().map(({ subject }) => subject),
      ['Statement 1 is overdue: $120.00 to pay'],
    )
    assert.deepEqual([await listed('due'), await listed('overdue')], [0, 1])
    await world.advance(7 * day)
    assert.equal(reminders().length, 2)
    assert.equal(subjects().filter(subject => subject === soon).length, 1)
    assert.equal((await pay({ amount: 20, reference: 'part' })).status, 201)
    await world.advance(60 * day)
    assert.equal(reminders().length, 4, 'then the staff decide')
    assert.match(reminders().at(-1)!.subject, /\$100\.00 to pay/)
    assert.equal((await statements())[0].reminders, 4)
    await world.assertSound()
  })
})

it('a refund of an enterprise order is a credit on the next statement, once and never more than was billed', async () => {
  await using world = await startWorld()
  const { accountId, terms, statements, lines, place, ship, asMember } = scene(world)
  await place('torn')
  const refund = (body: object, key?: string) =>
    world.call(`/staff/orders/${accountId}/torn/refund`, {
      ...{ method: 'POST', as: world.demo.staff.authorization, body: { reason: 'torn covers', ...body } },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
  assert.equal((await refund({ amount: 5 })).body.code, 'wrong_state', 'it was not billed yet')
  await world.advance(3 * hour)
  await ship('torn')
  await world.advance(30 * day)
  assert.equal((await statements())[0].due, 120)
  assert.equal((await refund({ items: [{ index: 0 }] })).status, 400)
  assert.equal((await refund({ amount: 121 })).body.code, 'refund_too_large')
  for (const _ of ['the request', 'its repetition']) assert.equal((await refund({ amount: 30 }, 'key-1')).status, 200)
  assert.equal((await refund({ amount: 31 }, 'key-1')).body.code, 'request_key_reused')
  assert.deepEqual([(await terms()).balance, (await statements()).length], [90, 1])
  assert.equal((await refund({})).status, 200)
  assert.equal((await refund({})).body.code, 'wrong_state')
  assert.deepEqual(
    (await lines()).map(({ kind, amount, reason }: Record<string, unknown>) => [kind, amount, reason]),
    [
      ['credit', -30, 'torn covers'],
      ['credit', -90, 'torn covers'],
    ],
  )
  await world.advance(31 * day)
  const [april, march] = await statements()
  assert.deepEqual([april.total, april.state, march.state, march.paid], [-120, 'paid', 'paid', 120])
  const { body: notes } = await asMember('/dashboard/api/billing/documents?kind=credit_note')
  const { status } = await asMember('/dashboard/api/billing/documents?cursor=2290304486')
  assert.equal(status, 400, 'a number that no document can have')
  const [note] = notes.documents
  assert.deepEqual([note.number, note.amount, note.statement, note.dueOn], [april.documentNumber, 120, 2, null])
  const { body } = await asMember('/dashboard/api/billing/ledger/balances?from=2026-03-01&to=2026-05-31')
  const receivable = body.balances.find(({ ledgerAccount }: Record<string, unknown>) => ledgerAccount === 'receivable')
  assert.equal(receivable.closing, 0)
  await world.assertSound()
})

it('a payment names its statement by the number of the invoice, with or without the account', async () => {
  await using world = await startWorld()
  const { accountId, place, ship, pay, statements } = scene(world)
  for (const [id, days] of [
    ['first', 40],
    ['second', 40],
  ] as const) {
    await place(id)
    await world.advance(3 * hour)
    await ship(id)
    await world.advance(days * day)
  }
  const charged = await world.call('/orders/create', {
    ...{ method: 'POST', as: world.charged.production.authorization },
    body: orderBody({ customerOrderId: 'card' }),
  })
  assert.equal(charged.status, 201, JSON.stringify(charged.body))
  await world.advance(2 * day)
  const [second, first] = await statements()
  const cardInvoice = second.documentNumber + 1
  const receivedOn = '2026-03-02'
  for (const [wrong, detail] of [
    [{ invoice: 999 }, 'there is no invoice 000999'],
    [{ invoice: cardInvoice }, `invoice ${String(cardInvoice).padStart(6, '0')} is of another account`],
    [{ invoice: second.documentNumber, statement: first.number }, /is of statement 2, not of statement 1$/],
  ] as const) {
    const { status, body } = await pay({ amount: 1, reference: 'wrong', receivedOn, ...wrong })
    assert.deepEqual([status, body.errors[0].pointer], [404, '/invoice'])
    assert.match(body.errors[0].detail, new RegExp(detail))
  }
  const paid = await pay({ amount: 1, reference: 'by hand', receivedOn, invoice: second.documentNumber })
  assert.deepEqual([paid.status, paid.body.statement], [201, second.number])
  const send = async (...rows: string[]) => {
    const answer = await world.app.server.inject({
      ...{ method: 'POST', url: '/staff/payments/import' },
      headers: { authorization: world.demo.staff.authorization, 'content-type': 'text/csv' },
      payload: ['accountId,receivedOn,amount,reference,statement,invoice', ...rows].join('\n'),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const refused = await send(
    `,${receivedOn},1,A,,999`,
    `,${receivedOn},1,B,,${cardInvoice}`,
    `${accountId},${receivedOn},1,C,${first.number},${second.documentNumber}`,
  )
  assert.deepEqual(
    refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/2/invoice', '/3/invoice', '/4/invoice'],
  )
  assert.match(refused.body.errors[1].detail, /is not the invoice of a statement/)
  assert.deepEqual((await send(`,${receivedOn},119,A,,00${second.documentNumber}`)).body, { payments: 1, amount: 119 })
  assert.deepEqual(
    (await statements()).map(({ state }: { state: string }) => state),
    ['paid', 'overdue'],
  )
  await world.assertSound()
})

it('an account that wants purchase orders has an order without a number refused, and its identifier stays free', async () => {
  await using world = await startWorld()
  const { setTerms, place } = scene(world)
  const as = world.enterprise.production.authorization
  const post = (path: string, body: object) => world.call(path, { method: 'POST', as, body })
  assert.equal((await place('before')).body.status, 'RECEIVED')
  const terms = await setTerms({ purchaseOrderRequired: true })
  assert.equal(terms.body.purchaseOrderRequired, true)
  const order = orderBody({ customerOrderId: 'numbered' })
  for (const path of ['/orders/create', '/orders/validate']) {
    const { status, body } = await post(path, order)
    assert.deepEqual([status, body.code], [400, 'malformed_request'], path)
    assert.deepEqual(body.errors, [
      {
        pointer: '/purchaseOrderNumber',
        code: 'purchase_order_missing',
        detail: 'this account needs a purchase order number for each order',
      },
    ])
  }
  const warningsOf = async (body: object) =>
    (await post('/orders/shipping/estimate', body)).body.warnings.map(({ code }: { code: string }) => code)
  assert.deepEqual(await warningsOf(order), ['purchase_order_missing'])
  assert.deepEqual(await warningsOf({ ...order, purchaseOrderNumber: 'PO-1' }), [])
  const sheet = await world.app.server.inject({
    ...{ method: 'POST', url: '/dashboard/api/production/orders/spreadsheet' },
    headers: { cookie: await world.signIn(world.enterprise.user), 'content-type': 'text/csv' },
    payload: csvOf([
      ['one', ''],
      ['two', 'PO-2'],
    ]),
  })
  assert.equal(sheet.statusCode, 200, sheet.body)
  assert.deepEqual(
    sheet
      .json()
      .mistakes.filter(({ detail }: { detail: string }) => detail.includes('purchase order'))
      .map(({ row }: { row: number }) => row),
    [2],
  )
  assert.equal((await place('numbered', { purchaseOrderNumber: 'PO-1' })).body.status, 'RECEIVED')
  await setTerms({ purchaseOrderNumber: 'PO-USUAL' })
  assert.equal((await place('usual')).body.status, 'RECEIVED', 'the number of the billing details counts')
  await world.assertSound()
})

it('new orders of an account that has reached its credit limit wait in the queue until a payment, and reprints do not', async () => {
  await using world = await startWorld()
  const { accountId, setTerms, place, ship, pay, staffCall } = scene(world)
  const as = world.enterprise.production.authorization
  const read = async (id: string) => (await world.call(`/orders/${id}`, { as })).body
  await place('first')
  await world.advance(3 * hour)
  await ship('first')
  assert.equal((await setTerms({ creditLimit: 120 })).body.creditLimit, 120)
  const held = (await place('held')).body
  assert.deepEqual([held.status, held.warnings[0].code], ['QUEUED', 'credit_limit_reached'])
  assert.match(
    held.warnings[0].detail,
    /^the account owes \$120\.00, its accepted orders come to \$0\.00, and its credit limit is \$120\.00; the order waits/,
  )
  assert.equal((await place('behind')).body.status, 'QUEUED')
  await world.advance(2 * day)
  assert.equal((await read('held')).status, 'QUEUED', 'the 24-hour limit does not release it')
  const subjects = [...world.sentMails.values()].map(({ subject }) => subject)
  assert.ok(subjects.includes('Your orders are waiting: you have reached your credit limit'), subjects.join())
  const email = [...world.sentMails.values()].find(({ subject }) => subject.startsWith('Your orders are waiting'))
  assert.match(email!.text, /credit limit of \$120\.00: it owes \$120\.00, and its accepted orders come to \$0\.00\./)
  const reprint = await staffCall(`/staff/orders/${accountId}/first/reprint`, { reason: 'torn' })
  assert.equal(reprint.body.status, 'RECEIVED')
  const sandbox = world.enterprise.sandbox.authorization
  const play = { method: 'POST' as const, as: sandbox, body: orderBody({ customerOrderId: 'play' }) }
  assert.equal((await world.call('/orders/create', play)).body.status, 'RECEIVED')

  assert.equal((await pay({ amount: 0.01, reference: 'one cent' })).status, 201)
  await world.settle()
  for (const id of ['held', 'behind']) {
    const { status, warnings } = await read(id)
    assert.deepEqual([status, warnings], ['VALID_HOLDING_BIN', []], id)
  }
  await setTerms({ creditLimit: 0 })
  assert.equal((await place('again')).body.status, 'QUEUED')
  await setTerms({ creditLimit: null })
  await world.settle()
  assert.equal((await read('again')).status, 'VALID_HOLDING_BIN')
  await world.assertSound()
})
