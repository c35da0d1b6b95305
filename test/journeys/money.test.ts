// Tax, exemptions, refunds and the books, as a customer and the staff see them.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { deleteOldCertificates } from '../../src/accounts/exemptions/exemptionStore.ts'
import { day, hour, later } from '../../src/base/clock.ts'
import { program } from '../support/actors.ts'
import { readPdf } from '../support/pdf.ts'
import { storedEmails } from '../support/storedEmails.ts'
import { files, orderBody, somewhere, startWorld, type World, worldStart } from '../support/world.ts'

let world: World
let owner: string
let account: string
beforeEach(async () => {
  world = await startWorld()
  owner = await world.signIn(world.charged.user)
  account = world.charged.accountId
})
afterEach(() => world[Symbol.asyncDispose]())

type StaffCall = { method?: 'GET' | 'POST'; body?: unknown; headers?: Record<string, string> }
const staff = (path: string, call: StaffCall = {}) =>
  world.call(`/staff${path}`, { ...call, as: world.demo.staff.authorization })
const order = async (customerOrderId: string, changes: Record<string, unknown> = {}) => {
  const as = world.charged.production.authorization
  const made = await world.call('/orders/create', {
    method: 'POST',
    as,
    body: orderBody({ customerOrderId, ...changes }),
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await world.settle()
  return (await world.call(`/orders/${customerOrderId}`, { as })).body
}

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const image = (type: 'png' | 'jpeg', width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .toFormat(type)
    .toBuffer()
const upload = (body: Buffer, { type = 'application/pdf', state = 'NY', cookie = owner } = {}) =>
  world.call(`/dashboard/api/exemptions?state=${encodeURIComponent(state)}`, {
    method: 'POST',
    cookie,
    body,
    headers: { 'content-type': type },
  })

/** Answers the id of a certificate that waits for the staff. */
const submitted = async (options: { state?: string } = {}): Promise<string> => {
  const { status, body } = await upload(pdf, options)
  assert.equal(status, 201, JSON.stringify(body))
  return body.exemptionId
}
const decide = async (exemptionId: string, decision: 'approve' | 'refuse', body: object) => {
  const answer = await staff(`/exemptions/${account}/${exemptionId}/${decision}`, { method: 'POST', body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

describe('tax exemption certificates', () => {
  it('an exemption certificate is stored encrypted, with its type and account', async () => {
    const sent = await upload(pdf, { state: 'new york' })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const { exemptionId, ...rest } = sent.body
    assert.deepEqual(rest, {
      accountId: account,
      state: 'NY',
      status: 'submitted',
      mediaType: 'application/pdf',
      sizeBytes: pdf.length,
      createdAt: world.now().toISOString(),
      decidedAt: null,
      reason: null,
      expiresAt: null,
      hasFile: true,
    })
    const listed = await world.call('/dashboard/api/exemptions', { cookie: owner })
    assert.deepEqual(listed.body.exemptions, [sent.body])
    const stored = await sql<{ sealed: Buffer }>`select sealed_file as sealed from exemptions`.execute(
      world.app.database.db,
    )
    const { sealed } = stored.rows[0]!
    assert.ok(!Buffer.from(sealed).includes('%PDF'))
    assert.deepEqual(world.app.vault.openBytes(sealed, exemptionId), pdf)
  })

  it('an exemption certificate counts for orders priced while it is approved, in its state, and never in Canada', async () => {
    const exemptionId = await submitted()
    const before = await order('taxed-1')
    assert.ok(before.pricing.taxesTotal > 0)
    assert.deepEqual(before.pricing.taxes, [
      { jurisdiction: 'US-NY', kind: 'sales', rate: 0.04, amount: before.pricing.taxesTotal },
    ])

    const tomorrow = Temporal.Instant.from(world.now().toISOString()).toZonedDateTimeISO('UTC').toPlainDate()
    const path = `/exemptions/${account}/${exemptionId}`
    const past = await staff(`${path}/approve`, { method: 'POST', body: { expiresOn: '2020-01-01' } })
    assert.equal(past.status, 400)
    const expiresOn = tomorrow.add({ days: 2 }).toString()
    const approved = await staff(`${path}/approve`, { method: 'POST', body: { expiresOn, reason: 'reseller' } })
    assert.equal(approved.body.status, 'approved')

    const exempt = await order('exempt-1')
    assert.equal(exempt.pricing.taxesTotal, 0)
    assert.equal(exempt.pricing.final, true)
    const toOhio = { name: 'A', address1: '1 Way', city: 'Columbus', state: 'OH', postal: '43004', country: 'US' }
    assert.ok((await order('ohio-1', { destination: toOhio })).pricing.taxesTotal > 0)
    const toOntario = { ...toOhio, city: 'Ottawa', state: 'ON', postal: 'K1A 0B1', country: 'CA' }
    const orderItems = orderBody().orderItems.map(item => ({ ...item, retailPrice: '9.99' }))
    const abroad = await order('ontario-1', { destination: toOntario, orderItems })
    assert.deepEqual(
      abroad.pricing.taxes.map(({ jurisdiction, kind, rate }: Record<string, string>) => [jurisdiction, kind, rate]),
      [
        ['CA-ON', 'hst', 0.05],
        ['CA-ON', 'hst', 0.13],
      ],
    )
    const unchanged = await world.call('/orders/taxed-1', { as: world.charged.production.authorization })
    assert.deepEqual(unchanged.body.pricing, before.pricing, 'a price that was final stays')

    await world.advance(3 * day)
    assert.ok((await order('taxed-2')).pricing.taxesTotal > 0, 'they have expired')
    const [listed] = (await world.call('/dashboard/api/exemptions', { cookie: owner })).body.exemptions
    assert.equal(listed.status, 'expired')
  })

  it('an exemption certificate is downloaded by the staff only, as an attachment, and the audit log has every download', async () => {
    const exemptionId = await submitted()
    const path = `/exemptions/${account}/${exemptionId}/file`
    const file = await staff(path)
    assert.equal(file.status, 200)
    assert.equal(file.headers['content-type'], 'application/pdf')
    assert.equal(file.headers['content-disposition'], `attachment; filename="${exemptionId}.pdf"`)
    assert.match(String(file.headers['content-security-policy']), /^sandbox/)
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.equal((await world.call(`/staff${path}`, { cookie: owner })).status, 403)
    await staff(path)
    const { entries } = (await staff(`/audit?accountId=${account}`)).body
    const looks = entries.filter(({ action }: { action: string }) => action === 'exemption_viewed')
    assert.equal(looks.length, 2)
    assert.equal(looks[0].subject, exemptionId)
  })

  it('an image of an exemption certificate is drawn again, and waits in the list of the staff for a decision', async () => {
    await decide(await submitted(), 'approve', { expiresOn: '2027-01-01', reason: 'reseller' })
    const scan = await upload(await image('jpeg'), { type: 'image/jpeg', state: 'PR' })
    assert.equal(scan.status, 201, JSON.stringify(scan.body))
    const waiting = (await staff('/exemptions')).body.exemptions
    assert.deepEqual(
      waiting.map(({ exemptionId }: { exemptionId: string }) => exemptionId),
      [scan.body.exemptionId],
    )
    const path = `/exemptions/${account}/${scan.body.exemptionId}`
    const answer = await world.app.server.inject({
      url: `/staff${path}/file`,
      headers: { authorization: world.demo.staff.authorization },
    })
    const kept = await sharp(answer.rawPayload).metadata()
    assert.deepEqual([kept.format, kept.width, kept.height, kept.exif], ['jpeg', 40, 30, undefined])
    const refused = await decide(scan.body.exemptionId, 'refuse', { reason: 'it is not signed' })
    assert.equal(refused.status, 'refused')
    assert.deepEqual((await staff('/exemptions')).body.exemptions, [])
    const sent = (await storedEmails(world.app.database.db)).filter(({ kind }) => kind.startsWith('exemption'))
    assert.deepEqual(sent.map(({ subject }) => subject).sort(), [
      'Your tax exemption certificate for NY was approved',
      'Your tax exemption certificate for PR was refused',
    ])
    assert.ok(sent.some(({ body }) => body.includes('it is not signed')))
  })

  it('an exemption certificate is refused when its type is wrong, it is too large, or its state has no sales tax', async () => {
    const bomb = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const png = await image('png')
    // biome-ignore format: a table
    const cases: [string, Buffer, { type?: string; state?: string }, number, string][] = [
      ['a PDF that is none',         Buffer.from('<html>'), {}, 400, 'not_that_type'],
      ['a PDF without an end',       pdf.subarray(0, 20), {}, 400, 'incomplete'],
      ['a PNG that is a JPEG',       await image('jpeg'), { type: 'image/png' }, 400, 'not_that_type'],
      ['a PNG that is cut off',      png.subarray(0, png.length - 30), { type: 'image/png' }, 400, 'unreadable'],
      ['a PNG of 56 megapixels',     bomb, { type: 'image/png' }, 400, 'too_many_pixels'],
      ['nothing',                    Buffer.alloc(0), {}, 400, 'not_that_type'],
      ['a province of Canada',       pdf, { state: 'ON' }, 400, 'unknown_state'],
      ['a territory without tax',    pdf, { state: 'GU' }, 400, 'unknown_state'],
      ['a picture of another kind',  Buffer.from('GIF89a'), { type: 'image/gif' }, 415, ''],
      ['a form',                     Buffer.from('{}'), { type: 'application/json' }, 415, ''],
      ['11 MB',                      Buffer.concat([pdf, Buffer.alloc(11 * 1024 * 1024)]), {}, 413, ''],
    ]
    for (const [what, body, options, status, code] of cases) {
      const answer = await upload(body, options)
      assert.deepEqual([answer.status, answer.body.errors?.[0]?.code ?? ''], [status, code], what)
    }
    const elsewhere = await world.call('/orders/create', {
      method: 'POST',
      as: world.charged.production.authorization,
      body: pdf,
      headers: { 'content-type': 'application/pdf' },
    })
    assert.equal(elsewhere.status, 415, 'no other route takes files')
  })

  it('a customer submits at most five exemption certificates a day', async () => {
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await upload(pdf, { state: 'TX' }))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201, 201, 429],
    )
    assert.equal(answers[5]!.headers['retry-after'], String(day / 1000))
    assert.deepEqual([answers[5]!.headers['ratelimit-limit'], answers[5]!.headers['ratelimit-remaining']], ['5', '0'])
    await world.advance(day)
    assert.equal((await upload(pdf, { state: 'TX' })).status, 201)
  })

  it('exemption certificates are listed for the staff in pages: the certificates of an account newest first, waiting certificates oldest first', async () => {
    for (let i = 0; i < 4; i++) await submitted({ state: 'TX' })
    await decide(await submitted(), 'refuse', { reason: 'it is not signed' })
    await world.advance(day)
    for (let i = 0; i < 2; i++) await submitted({ state: 'TX' })
    const idsOf = async (path: string, rest: Record<string, string> = {}) => {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = new URLSearchParams({ limit: '2', ...rest, ...(cursor === '' ? {} : { cursor }) })
        const { status, body } = await staff(`${path}?${query}`)
        assert.equal(status, 200)
        assert.ok(body.exemptions.length <= 2)
        ids.push(...body.exemptions.map(({ exemptionId }: { exemptionId: string }) => exemptionId))
        cursor = body.nextCursor
      }
      return ids
    }
    const { exemptions } = (await world.call('/dashboard/api/exemptions', { cookie: owner })).body
    const own = exemptions.map(({ exemptionId }: { exemptionId: string }) => exemptionId)
    assert.ok(own.length > 6)
    assert.deepEqual(await idsOf('/exemptions', { accountId: account }), own)
    assert.deepEqual(await idsOf('/exemptions', { accountId: world.enterprise.accountId }), [])
    const waiting = exemptions.filter(({ status }: { status: string }) => status === 'submitted')
    assert.deepEqual(
      await idsOf('/exemptions'),
      waiting.map((one: { exemptionId: string }) => one.exemptionId).reverse(),
    )
  })

  it('the file of a refused exemption certificate is deleted after 90 days, and the decision stays', async () => {
    const exemptionId = await submitted()
    await submitted({ state: 'TX' }) // it waits, and keeps its file
    await decide(exemptionId, 'refuse', { reason: 'it is not signed' })
    const { db } = world.app.database
    assert.equal(await deleteOldCertificates(db, later(world.now(), 89 * day)), 0)
    assert.equal(await deleteOldCertificates(db, later(world.now(), 91 * day)), 1)
    const file = await staff(`/exemptions/${account}/${exemptionId}/file`)
    assert.equal(file.status, 404)
    const listed = (await staff(`/exemptions?accountId=${account}`)).body.exemptions
    const kept = listed.find((exemption: { exemptionId: string }) => exemption.exemptionId === exemptionId)
    assert.deepEqual([kept.hasFile, kept.reason], [false, 'it is not signed'])
  })
})

describe('the books', () => {
  type Line = { ledgerAccount: string; part: string | null; jurisdiction: string | null; amount: number } & Record<
    string,
    string
  >
  const own = (path: string) => world.call(`/dashboard/api/billing${path}`, { cookie: owner })
  const raw = async (path: string) =>
    (await world.app.server.inject({ url: `/dashboard/api/billing${path}`, headers: { cookie: owner } })).rawPayload
  const rawForStaff = async (path: string) => {
    const { authorization } = world.demo.staff
    const url = `/staff/accounts/${account}/billing${path}`
    return (await world.app.server.inject({ url, headers: { authorization } })).rawPayload
  }
  const today = () => world.now().toISOString().slice(0, 10)
  const period = () => `from=${today()}&to=${today()}`
  let paid: {
    pricing: Record<'itemsTotal' | 'fulfillmentTotal' | 'shippingTotal' | 'taxesTotal' | 'orderTotal', number>
  }
  let chargeId: string

  beforeEach(async () => {
    // Just after the daily charge, so that all that follows falls on one day.
    await world.advance(day - (world.now().getTime() % day) + 3 * hour)
    paid = await order('=HYPERLINK("x")', {
      payload: 'in it \0 and \ud83d, which the database can keep and not look at',
      orderItems: [
        { sku: 'NOVEL', quantity: 3, product: files },
        { sku: 'KEEPSAKE', quantity: 1, product: files },
      ],
    })
    await world.advance(23 * hour)
    const { charges } = (await world.call('/dashboard/api/charges', { cookie: owner })).body
    chargeId = charges[0].chargeId
    assert.equal(charges[0].status, 'succeeded')
  })

  it('each charge has an invoice with its orders and taxes, the same byte for byte whenever it is asked for', async () => {
    const path = `/charges/${chargeId}/invoice.pdf`
    const first = await raw(path)
    await order('of-the-next-day')
    await world.advance(day)
    assert.deepEqual(await raw(path), first)
    const pdf = await readPdf(first)
    const { text } = await pdf.page(1)
    await pdf.close()
    const { documents } = (await own('/documents')).body
    const [next, invoice] = documents
    assert.deepEqual([documents.length, invoice.chargeId], [2, chargeId])
    assert.equal(next.number, invoice.number + 1, 'numbered without gaps')
    const amountOf = (dollars: number) => dollars.toLocaleString('en-US', { minimumFractionDigits: 2 })
    for (const wanted of [
      `Invoice ${String(invoice.number).padStart(6, '0')}`,
      'Octavo Press',
      'Paper Lantern Books',
      'owner@paperlantern.example',
      'Order =HYPERLINK("x")',
      'NOVEL',
      'KEEPSAKE',
      amountOf(paid.pricing.fulfillmentTotal),
      amountOf(paid.pricing.shippingTotal),
      `Sales tax US-NY 4 % on ${amountOf(paid.pricing.orderTotal - paid.pricing.taxesTotal)}`,
      amountOf(paid.pricing.taxesTotal),
      amountOf(paid.pricing.orderTotal),
    ])
      assert.ok(text.includes(wanted), `${wanted} in\n${text}`)
    assert.equal((await own('/charges/chg_none/invoice.pdf')).status, 404)

    assert.deepEqual(await rawForStaff(path), first, 'the staff read the same bytes')
    const ofAccount = (id: string, path: string) => staff(`/accounts/${id}/billing${path}`)
    assert.deepEqual((await ofAccount(account, '/documents')).body.documents, documents)
    assert.equal((await ofAccount(world.enterprise.accountId, path)).status, 404)
    assert.equal((await ofAccount('acc_none', '/documents')).status, 404)
  })

  it('the staff refund a charge in parts or whole, each refund has a credit note, and the order shows them', async () => {
    const id = encodeURIComponent('=HYPERLINK("x")')
    const refund = (body: object) => staff(`/orders/${account}/${id}/refund`, { method: 'POST', body })
    const reason = 'two copies were torn'
    // biome-ignore format: a table
    const refused: [object, number, string][] = [
      [{ amount: 5 },                                              400, 'malformed_request'],
      [{ reason, amount: 0 },                                      400, 'malformed_request'],
      [{ reason, amount: 1.001 },                                  400, 'malformed_request'],
      [{ reason, amount: 1, items: [{ index: 0 }] },               400, 'malformed_request'],
      [{ reason, items: [{ index: 0 }, { index: 0 }] },            400, 'malformed_request'],
      [{ reason, items: [{ index: 0, quantity: 1, amount: 1 }] },  400, 'malformed_request'],
      [{ reason, items: [{ index: 7, quantity: 1 }] },             400, 'malformed_request'],
      [{ reason, amount: 100_000 },                                409, 'refund_too_large'],
    ]
    for (const [body, status, code] of refused) {
      const answer = await refund(body)
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(body))
    }
    const named = (body: object, key: string) =>
      staff(`/orders/${account}/${id}/refund`, { method: 'POST', body, headers: { 'idempotency-key': key } })
    const torn = { reason, items: [{ index: 0, quantity: 2 }] }
    const clicked = await Promise.all([named(torn, 'click'), named(torn, 'click')])
    assert.deepEqual(
      clicked.map(({ status }) => status),
      [200, 200],
      'a double click',
    )
    const other = await named({ ...torn, reason: 'another' }, 'click')
    assert.deepEqual([other.status, other.body.code], [422, 'request_key_reused'])
    assert.equal((await named(torn, 'not a key')).status, 400)
    await world.settle()
    const as = world.charged.production.authorization
    const after = (await world.call(`/orders/${id}`, { as })).body
    assert.equal(after.paymentInfo.status, 'SUCCEEDED')
    assert.ok(after.paymentInfo.refundedTotal > 0 && after.paymentInfo.refundedTotal < paid.pricing.itemsTotal)
    const [note] = (await own('/documents?kind=credit_note')).body.documents
    assert.equal(note.amount, after.paymentInfo.refundedTotal)
    const pdf = await readPdf(await raw(`/refunds/${note.refundId}/credit-note.pdf`))
    const { text } = await pdf.page(1)
    await pdf.close()
    for (const wanted of ['Credit note 00000', reason, 'Total refunded', 'Sales tax US-NY 4 %'])
      assert.ok(text.includes(wanted), `${wanted} in\n${text}`)
    assert.ok(!text.includes('KEEPSAKE'))
    const path = `/refunds/${note.refundId}/credit-note.pdf`
    assert.deepEqual(await rawForStaff(path), await raw(path), 'the staff read the same bytes')
    const search = encodeURIComponent(`${account} credit note ${note.number}`)
    const { papers } = (await staff(`/search?search=${search}`)).body
    assert.deepEqual(
      papers.map(({ kind, number, refundId, total }: Record<string, unknown>) => ({ kind, number, refundId, total })),
      [{ kind: 'credit_note', number: note.number, refundId: note.refundId, total: note.amount }],
    )

    assert.equal((await refund({ reason: 'all of it, then' })).status, 200)
    await world.settle()
    const { paymentInfo } = (await world.call(`/orders/${id}`, { as })).body
    assert.deepEqual(paymentInfo, {
      total: paid.pricing.orderTotal,
      status: 'REFUNDED',
      refundedTotal: paid.pricing.orderTotal,
    })
    assert.equal((await refund({ reason })).body.code, 'wrong_state')
  })

  it('the ledger is exported as JSON and as CSV, which no spreadsheet takes for formulas', async () => {
    const path = `/orders/${account}/${encodeURIComponent('=HYPERLINK("x")')}/refund`
    assert.equal((await staff(path, { method: 'POST', body: { reason: 'all of it' } })).status, 200)
    await world.settle()
    const json = (await own(`/ledger?${period()}`)).body
    const entries: Line[] = json.entries
    assert.deepEqual([json.from, json.to, json.currency], [today(), today(), 'USD'])
    const cents = (name: string) =>
      entries
        .filter(
          ({ ledgerAccount, part, jurisdiction }) => [ledgerAccount, part ?? jurisdiction].join(' ').trim() === name,
        )
        .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    assert.equal(
      entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
      0,
    )
    assert.equal(cents('cash'), 0, 'taken and given back')
    const { itemsTotal, shippingTotal } = paid.pricing
    assert.equal(cents('refunds items'), Math.round(itemsTotal * 100))
    assert.equal(cents('refunds shipping'), Math.round(shippingTotal * 100))

    const csv = await world.call(`/dashboard/api/billing/ledger?${period()}&format=csv`, { cookie: owner })
    assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(csv.headers['content-disposition'], `attachment; filename="ledger-${today()}-${today()}.csv"`)
    const [header, ...rows] = String(csv.body).trimEnd().split('\r\n')
    assert.equal(
      header,
      '\uFEFFat,accountId,postingId,line,ledgerAccount,part,jurisdiction,amount,currency,customerOrderId,chargeId,refundId,disputeId,paymentId',
    )
    assert.equal(rows.length, entries.length)
    assert.ok(rows.every(row => row.includes(`,"'=HYPERLINK(""x"")",`)))
    for (const query of ['', '?from=2026-03-02&to=2026-03-01', '?from=2024-01-01&to=2026-01-01', '?from=x&to=y'])
      assert.equal((await own(`/ledger${query}`)).status, 400, query)
  })

  it('balances of a ledger account begin where the period before ended', async () => {
    await order('of-the-next-day')
    await world.advance(day)
    const yesterday = new Date(world.now().getTime() - day).toISOString().slice(0, 10)
    const all = (await own(`/ledger/balances?from=${worldStart.toISOString().slice(0, 10)}&to=${today()}`)).body
      .balances
    const before = (await own(`/ledger/balances?from=${yesterday}&to=${yesterday}`)).body.balances
    const after = (await own(`/ledger/balances?${period()}`)).body.balances
    const of = (list: Line[], name: string) =>
      list.find(
        ({ ledgerAccount, part, jurisdiction }) => `${ledgerAccount} ${part ?? jurisdiction}` === name,
      )! as unknown as Record<string, number>
    assert.equal(of(before, 'cash null').closing, paid.pricing.orderTotal)
    assert.equal(of(after, 'cash null').opening, of(before, 'cash null').closing)
    assert.equal(of(after, 'receivable null').closing, 0, 'nobody owes anybody anything')
    for (const list of [all, before, after])
      assert.equal(
        list.reduce((sum: number, { closing }: { closing: number }) => sum + Math.round(closing * 100), 0),
        0,
      )
    assert.ok(all.every((one: { opening: number }) => one.opening === 0))
  })

  it('staff can read the ledger of one or all accounts, and customers cannot', async () => {
    const everybody = (await staff(`/ledger?${period()}`)).body.entries
    const one = (await staff(`/ledger?${period()}&accountId=${account}`)).body.entries
    assert.deepEqual(everybody, one)
    assert.deepEqual((await staff(`/ledger?${period()}&accountId=${world.enterprise.accountId}`)).body.entries, [])
    assert.equal((await staff(`/ledger/balances?${period()}`)).status, 200)
    const cookie = await world.signIn(world.enterprise.user)
    const theirs = await world.call(`/dashboard/api/billing/charges/${chargeId}/invoice.pdf`, { cookie })
    assert.equal(theirs.status, 404)
    assert.deepEqual((await world.call(`/dashboard/api/billing/ledger?${period()}`, { cookie })).body.entries, [])
    await world.assertSound()
  })
})

it('papers of an order name the registration that its tax was collected by, also after it has ended', async () => {
  const operatorDir = mkdtempSync(join(tmpdir(), 'octavo-operator-'))
  cpSync('operator', operatorDir, { recursive: true })
  const taxFile = join(operatorDir, 'tax.json')
  const today = worldStart.toISOString().slice(0, 10)
  const registrations = {
    'US-OH': { since: '2020-01-01', until: today, taxNumber: 'OH-1' },
    'US-NJ': { since: '2020-01-01', until: '2020-12-31', taxNumber: 'NJ-1' },
  }
  writeFileSync(taxFile, JSON.stringify({ ...JSON.parse(readFileSync(taxFile, 'utf8')), registrations }))
  await using dated = await startWorld({ config: { operatorDir } })
  const { place, as } = program(dated, dated.charged, 'production')
  const destination = { ...somewhere, city: 'Columbus', state: 'OH', postal: '43004' }
  const { pricing } = await place('last', { destination })
  assert.ok(pricing.taxesTotal > 0)
  await dated.advance(3 * day)
  await dated.call(`/staff/orders/${dated.charged.accountId}/last/refund`, {
    ...{ method: 'POST', as: dated.demo.staff.authorization, body: { reason: 'torn' } },
  })
  await dated.settle()
  for (const number of [1, 2]) {
    const { body } = await dated.call(`/billing/documents/${number}`, { as })
    assert.deepEqual(body.seller?.registrations, { 'US-OH': 'OH-1' }, JSON.stringify(body))
  }
  rmSync(operatorDir, { recursive: true })
})
