// Tax, exemptions, refunds and the books, as a customer and the staff see them.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { sweepOldPapers } from '../../src/accounts/exemptionStore.ts'
import { day } from '../../src/base/clock.ts'
import { orderBody, startWorld, type World } from '../world.ts'

let world: World
let owner: string
let account: string
before(async () => {
  world = await startWorld()
  owner = await world.signIn(world.charged.user)
  account = world.charged.accountId
})
after(() => world[Symbol.asyncDispose]())

const staff = (path: string, call: { method?: 'GET' | 'POST'; body?: unknown } = {}) =>
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

describe('exemption papers', () => {
  it('are kept sealed, and say what they are and whose', async () => {
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
    const stored = await world.app.database.db
      .selectFrom('exemptions' as never)
      .select('sealed_file' as never)
      .execute()
    const [{ sealed_file: sealed }] = stored as unknown as [{ sealed_file: Buffer }]
    assert.ok(!Buffer.from(sealed).includes('%PDF'))
    assert.deepEqual(world.app.vault.openBytes(sealed, exemptionId), pdf)
  })

  it('count for orders priced while they are approved, in their state, and never in Canada', async () => {
    const { exemptionId } = (await world.call('/dashboard/api/exemptions', { cookie: owner })).body.exemptions[0]
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
      abroad.pricing.taxes.map(({ jurisdiction, kind }: Record<string, string>) => [jurisdiction, kind]),
      [['CA-ON', 'hst']],
    )
    const unchanged = await world.call('/orders/taxed-1', { as: world.charged.production.authorization })
    assert.deepEqual(unchanged.body.pricing, before.pricing, 'a price that was final stays')

    await world.advance(3 * day)
    assert.ok((await order('taxed-2')).pricing.taxesTotal > 0, 'they have expired')
    const [listed] = (await world.call('/dashboard/api/exemptions', { cookie: owner })).body.exemptions
    assert.equal(listed.status, 'expired')
  })

  it('are downloaded by the staff only, to keep and not to show, and every look is written down', async () => {
    const { exemptionId } = (await world.call('/dashboard/api/exemptions', { cookie: owner })).body.exemptions[0]
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

  it('may be images, which are drawn anew; and wait in the list of the staff until they are decided on', async () => {
    await world.advance(day)
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
    const refused = await staff(`${path}/refuse`, { method: 'POST', body: { reason: 'it is not signed' } })
    assert.equal(refused.body.status, 'refused')
    assert.deepEqual((await staff('/exemptions')).body.exemptions, [])
    const mails = await world.app.database.db
      .selectFrom('emails' as never)
      .select(['subject', 'body'] as never)
      .execute()
    const told = (mails as { subject: string; body: string }[]).filter(({ subject }) => subject.includes('exemption'))
    assert.deepEqual(told.map(({ subject }) => subject).sort(), [
      'Your exemption papers for NY were approved',
      'Your exemption papers for PR were refused',
    ])
    assert.ok(told.some(({ body }) => body.includes('it is not signed')))
  })

  it('are refused where they are not what they say, too large, or for a place without', async () => {
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

  it('are five a day', async () => {
    await world.advance(day)
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await upload(pdf, { state: 'TX' }))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201, 201, 429],
    )
    assert.equal(answers[5]!.headers['retry-after'], String(day / 1000))
    await world.advance(day)
    assert.equal((await upload(pdf, { state: 'TX' })).status, 201)
  })

  it('lose their file when its time is over, and keep what was decided', async () => {
    const refused = (await world.call('/dashboard/api/exemptions', { cookie: owner })).body.exemptions.find(
      ({ status }: { status: string }) => status === 'refused',
    )
    await world.advance(91 * day)
    const swept = await sweepOldPapers(world.app.database.db, world.now())
    assert.ok(swept <= 1)
    const file = await staff(`/exemptions/${account}/${refused.exemptionId}/file`)
    assert.equal(file.status, 404)
    const listed = (await staff(`/exemptions?accountId=${account}`)).body.exemptions
    const kept = listed.find(({ exemptionId }: { exemptionId: string }) => exemptionId === refused.exemptionId)
    assert.deepEqual([kept.hasFile, kept.reason], [false, 'it is not signed'])
  })
})
