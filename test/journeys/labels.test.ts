// A press desk buys the label of a parcel, prints it, and ships the job with its number.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { day, hour, later } from '../../src/base/clock.ts'
import { redacted } from '../../src/base/text/redacted.ts'
import { deleteOldManifests } from '../../src/carriers/manifestStore.ts'
import { press, program, support } from '../support/actors.ts'
import { readPdf } from '../support/pdf.ts'
import { orderBody, somewhere, startWorld, type World } from '../support/world.ts'

const untilPrinting = 27 * hour

let world: World
let customer: ReturnType<typeof program>
before(async () => {
  world = await startWorld()
  customer = program(world, world.charged, 'production')
})
after(() => world[Symbol.asyncDispose]())

const jobPath = async (order: string) => `/press/jobs/${(await press(world).jobOf(order)).jobId}`
const printer = () => world.demo.printer.authorization
const read = async (path: string) => (await world.call(path, { as: printer() })).body
const send = (path: string, body: object = {}) => world.call(path, { method: 'POST', as: printer(), body })
const download = (url: string) => world.app.server.inject({ url, headers: { authorization: printer() } })
async function printing(order: string, destination: object = {}) {
  await customer.place(order, { destination: { ...somewhere, ...destination } })
  await world.advance(untilPrinting)
  return jobPath(order)
}

it('a label is bought, printed in both forms, and ships its job as a typed number does', async () => {
  const path = await printing('labeled')
  const before = await read(`${path}/labels`)
  assert.deepEqual([before.sellsLabels, before.isSample, before.labels], [true, true, []])
  assert.deepEqual(before.boxes, ['Book mailer', 'Small carton', 'Book carton'])
  const [planned] = before.parcels
  assert.ok(planned.minOunces < planned.weightOunces && planned.weightOunces < planned.maxOunces)
  const { status, body: label } = await send(`${path}/labels`, { parcel: 1 })
  assert.equal(status, 200)
  assert.deepEqual(
    [label.status, label.box, label.weightOunces, label.service, label.problem],
    ['bought', planned.box, planned.weightOunces, 'Ground', null],
  )
  assert.deepEqual((await send(`${path}/labels`, { parcel: 1 })).body, label)
  assert.deepEqual((await read(`${path}/labels`)).labels, [label])
  const pdf = await download(`${path}/labels/${label.labelId}/file`)
  assert.deepEqual([pdf.statusCode, pdf.headers['content-type']], [200, 'application/pdf'])
  const zpl = await download(`${path}/labels/${label.labelId}/file?format=ZPL`)
  assert.deepEqual([zpl.headers['content-type'], zpl.body.startsWith('^XA')], ['application/zpl', true])
  const recognized = await read(`/press/carrier?trackingNumber=${label.trackingNumber}`)
  assert.equal(recognized.carrier, 'Simulated Post')
  const packages = [{ trackingNumber: label.trackingNumber }]
  const shipments = [{ masterTrackingNumber: label.trackingNumber, carrier: recognized.carrier, packages }]
  assert.equal((await send(`${path}/ship`, { shipments })).status, 200)
  const order = await customer.read('labeled')
  assert.equal(order.shipmentTracking[0].packages[0].trackingNumber, label.trackingNumber)
  assert.equal(order.shipmentTracking[0].carrier, 'Simulated Post')
})

it('the cost of a label is in the ledger and in the margin of its order, and no customer reads it', async () => {
  const path = await printing('costed')
  const { body: label } = await send(`${path}/labels`, { parcel: 1 })
  const unused = await send(`${path}/labels`, { parcel: 2, box: 'Small carton', weightOunces: 9 })
  assert.equal(unused.body.status, 'bought')
  const packages = [{ trackingNumber: label.trackingNumber }]
  await send(`${path}/ship`, { shipments: [{ masterTrackingNumber: label.trackingNumber, carrier: '', packages }] })
  const { accountId } = world.charged
  const today = world.now().toISOString().slice(0, 10)
  const staff = { as: world.demo.staff.authorization }
  const { margin } = (await world.call(`/staff/orders/${accountId}/costed`, staff)).body
  assert.equal(margin.shipping.cost, label.cost)
  const query = `from=${today}&to=${today}`
  const { entries } = (await world.call(`/staff/ledger?${query}&accountId=${accountId}`, staff)).body
  const posted = entries
    .filter((entry: { postingId: string }) => entry.postingId.includes(label.labelId))
    .map((entry: { ledgerAccount: string; amount: number }) => [entry.ledgerAccount, entry.amount])
  assert.deepEqual(posted, [
    ['shipping_cost', label.cost],
    ['carrier_payable', -label.cost],
  ])
  const cookie = await world.signIn(world.charged.user)
  for (const address of ['ledger', 'ledger/balances']) {
    const url = `/dashboard/api/billing/${address}?${query}`
    const own = await world.app.server.inject({ url, headers: { cookie } })
    assert.equal(own.statusCode, 200, own.body)
    assert.doesNotMatch(own.body, /shipping_cost|carrier_payable|"labeled"/)
  }
})

it('each parcel to Canada declares the books that it holds, and has an invoice', async () => {
  const quantity = 120
  const [item] = orderBody().orderItems
  const destination = { ...somewhere, city: 'Toronto', state: 'ON', postal: 'M5V 2T6', country: 'CA' }
  await customer.place('abroad', { destination, orderItems: [{ ...item, quantity, retailPrice: '19.99' }] })
  const puertoRico = { ...somewhere, city: 'San Juan', state: 'PR', postal: '00901', country: 'PR' }
  await customer.place('dear', { destination: puertoRico, orderItems: [{ ...item, quantity, retailPrice: '29.99' }] })
  await world.advance(untilPrinting)
  const dear = await send(`${await jobPath('dear')}/labels`, { parcel: 1 })
  assert.equal(dear.status, 409)
  assert.match(dear.body.detail, /^Books of more than \$2,500 need an export filing/)
  const path = await jobPath('abroad')
  const { parcels } = await read(`${path}/labels`)
  assert.ok(parcels.length > 1)
  let declared = 0
  for (const { parcel, copies } of parcels) {
    const { body: label } = await send(`${path}/labels`, { parcel })
    const answer = await download(`${path}/labels/${label.labelId}/invoice`)
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
    const pdf = await readPdf(answer.rawPayload)
    const text = (await pdf.page(1)).text.replaceAll(/\s+/g, ' ')
    assert.match(text, new RegExp(`${copies[0]} × Printed book`))
    for (const part of ['DAP', '4901.99', `USD ${(copies[0] * 19.99).toFixed(2)}`, label.trackingNumber, 'CANADA'])
      assert.ok(text.includes(part), `${part} in ${text}`)
    await pdf.close()
    declared += copies[0]
  }
  assert.equal(declared, quantity)
  const more = await send(`${path}/labels`, { parcel: parcels.length + 1, box: 'Small carton', weightOunces: 20 })
  assert.deepEqual([more.status, more.body.code], [409, 'wrong_state'])
  assert.match(more.body.detail, /declare these books to customs already/)
  const inland = await printing('inland')
  const { body: label } = await send(`${inland}/labels`, { parcel: 1 })
  assert.equal((await download(`${inland}/labels/${label.labelId}/invoice`)).statusCode, 409)
})

it('the ticket has the books of each parcel, also when a person packed others', async () => {
  const path = await printing('split')
  const parcelsOfTicket = async () => {
    const pdf = await readPdf((await download(`${path}/ticket.pdf`)).rawPayload)
    const { text } = await pdf.page(1)
    await pdf.close()
    return text.replaceAll(/\s+/g, ' ').match(/Parcel \d+, [\w ]+: \d+ × /g)
  }
  assert.deepEqual(await parcelsOfTicket(), ['Parcel 1, Book mailer: 2 × '])
  assert.equal((await send(`${path}/labels`, { parcel: 1, copies: [1] })).body.status, 'bought')
  assert.deepEqual(await parcelsOfTicket(), ['Parcel 1, Book mailer: 1 × ', 'Parcel 2, Book mailer: 1 × '])
})

it('a weight that a missing book explains is refused, and accepted when a person has looked', async () => {
  const path = await printing('weighed')
  const [planned] = (await read(`${path}/labels`)).parcels
  const weightOunces = planned.minOunces - 1
  const refused = await send(`${path}/labels`, { parcel: 1, weightOunces })
  assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'])
  assert.match(refused.body.detail, /Check the books/)
  assert.equal(refused.body.errors[0].pointer, '/weightOunces')
  const inGerman = await world.app.server.inject({
    ...{ method: 'POST', url: `${path}/labels`, payload: { parcel: 1, weightOunces: 1.5 } },
    headers: { cookie: await world.signIn(world.demo.printer), 'accept-language': 'de' },
  })
  assert.match(inGerman.json().detail, /^Das Paket wiegt 1,5 oz, .* Prüfen Sie die Bücher\.$/)
  const { body } = await send(`${path}/labels`, { parcel: 1, weightOunces, acceptWeight: true })
  assert.deepEqual([body.status, body.weightOunces], ['bought', weightOunces])
})

it('a label is given back, and the parcel gets another', async () => {
  const path = await printing('voided')
  const { body: label } = await send(`${path}/labels`, { parcel: 1, box: 'Small carton' })
  const voided = await send(`${path}/labels/${label.labelId}/void`)
  assert.deepEqual([voided.body.status, voided.body.cost], ['voided', label.cost])
  assert.equal((await download(`${path}/labels/${label.labelId}/file`)).statusCode, 409)
  assert.notEqual((await send(`${path}/labels`, { parcel: 1 })).body.labelId, label.labelId)
})

it('an address that the carrier refuses leaves the job open, with the words of the carrier', async () => {
  const path = await printing('lost', { address2: 'SIM REFUSED' })
  const { body } = await send(`${path}/labels`, { parcel: 1 })
  assert.deepEqual([body.status, body.problem, body.cost], ['failed', 'The address was not found.', null])
})

it('a label whose answer was lost is bought once, without anybody', async () => {
  const path = await printing('silent', { address2: 'SIM LOST ANSWER' })
  const { body } = await send(`${path}/labels`, { parcel: 1 })
  assert.equal(body.status, 'requested')
  await world.advance(hour)
  const { labels } = await read(`${path}/labels`)
  assert.deepEqual(
    labels.map(({ status, labelId }: { status: string; labelId: string }) => [status, labelId]),
    [['bought', body.labelId]],
  )
})

it('the printed label of an erased recipient is gone, and its cost is not', async () => {
  const path = await printing('erased')
  const { body: label } = await send(`${path}/labels`, { parcel: 1 })
  await download(`${path}/labels/${label.labelId}/file`)
  const words = 'The address Somewhere 1 was not found.'
  await sql`update shipping_labels set problem = ${words} where label_id = ${label.labelId}`.execute(
    world.app.database.db,
  )
  await send(`${path}/ship`, {
    shipments: [{ masterTrackingNumber: label.trackingNumber, packages: [{ trackingNumber: label.trackingNumber }] }],
  })
  const files = async () =>
    (await sql`select from label_files where label_id = ${label.labelId}`.execute(world.app.database.db)).rows.length
  assert.equal(await files(), 1)
  assert.equal((await support(world).act(world.charged, 'erased', 'forget')).status, 200)
  const again = await download(`${path}/labels/${label.labelId}/file`)
  assert.deepEqual([again.statusCode, again.json().code], [409, 'recipient_forgotten'])
  assert.equal(await files(), 0)
  const [left] = (await read(`${path}/labels`)).labels
  assert.deepEqual([left.cost, left.problem], [label.cost, redacted])
})

it('requests of another form are refused', async () => {
  const path = await printing('odd')
  for (const body of [{}, { parcel: 0 }, { parcel: 1, weightOunces: 0 }, { parcel: 1, crate: 'x' }])
    assert.equal((await send(`${path}/labels`, body)).status, 400)
  assert.equal((await send(`${path}/labels`, { parcel: 7 })).status, 409)
  assert.equal((await send(`${path}/labels/lbl_none/void`)).status, 404)
  assert.equal((await world.call(`${path}x/labels`, { as: printer() })).status, 404)
})

/** Ships orders with bought labels on one day; answers the ids of the labels. */
async function shipLabeled(...orders: string[]): Promise<string[]> {
  for (const order of orders) await customer.place(order, { destination: somewhere })
  await world.advance(untilPrinting)
  return Promise.all(
    orders.map(async order => {
      const path = await jobPath(order)
      const { body: label } = await send(`${path}/labels`, { parcel: 1 })
      const packages = [{ trackingNumber: label.trackingNumber }]
      await send(`${path}/ship`, { shipments: [{ masterTrackingNumber: label.trackingNumber, carrier: '', packages }] })
      return label.labelId
    }),
  )
}

const manifestOf = async (labelId: string) => {
  const { rows } = await sql<{ id: string | null }>`
    select manifest_id as id from shipping_labels where label_id = ${labelId}`.execute(world.app.database.db)
  return rows[0]!.id
}
const change = (text: string) => sql.raw(text).execute(world.app.database.db)

it('the parcels that have shipped today are on one manifest, also when two people ask for it', async () => {
  const labels = await shipLabeled('listed-1', 'listed-2')
  const answers = await Promise.all([1, 2].map(() => send('/press/manifests')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const requested = answers.find(({ status }) => status === 200)!.body.manifests
  await world.settle()
  const { manifests } = await read('/press/manifests')
  assert.deepEqual(manifests, [{ ...requested[0], status: 'made' }])
  const [{ manifestId, parcels, status, carrier }] = manifests
  assert.deepEqual([manifests.length, status, carrier], [1, 'made', 'Simulated Post'])
  const file = await download(`/press/manifests/${manifestId}/file`)
  assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'application/pdf'])
  const pdf = await readPdf(file.rawPayload)
  assert.equal((await pdf.page(1)).text.match(/SIM\d{15}/g)?.length, parcels)
  await pdf.close()
  for (const labelId of labels) assert.equal(await manifestOf(labelId), manifestId)
  assert.equal((await send('/press/manifests')).status, 409)
  assert.equal((await download('/press/manifests/man_none/file')).statusCode, 404)
})

it('a manifest is deleted after 90 days, and its parcels are on no other', async () => {
  const [labelId] = await shipLabeled('listed-long-ago')
  await send('/press/manifests')
  await world.settle()
  const manifestId = await manifestOf(labelId!)
  const after = (days: number) => deleteOldManifests(world.app.database.db, later(world.now(), days * day))
  assert.equal(await after(80), 0)
  assert.ok((await after(91)) > 0)
  assert.equal((await download(`/press/manifests/${manifestId}/file`)).statusCode, 404)
  assert.deepEqual([await manifestOf(labelId!), await after(91)], [null, 0])
  await world.assertSound()
})

it('a parcel with a label of yesterday is on no manifest, and the press desk reads why', async () => {
  const [yesterday] = await shipLabeled('yesterday')
  const [today] = await shipLabeled('today')
  const { body } = await send('/press/manifests')
  assert.deepEqual([body.manifests[0].parcels, body.olderParcels > 0], [1, true])
  assert.notEqual(await manifestOf(today!), null)
  assert.equal(await manifestOf(yesterday!), null)
  await world.settle()
  const refused = await send('/press/manifests')
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /^No parcel with a label of today waits .* are older/)
})

it('a refused manifest is made again in two halves, once, and the parcels of a refused half are free', async () => {
  const labels = await shipLabeled('half-1', 'half-2', 'half-3', 'half-4')
  const [wrong] = labels.toSorted()
  await change(`update shipping_labels set shipment_ref = 'shp_unknown' where label_id = '${wrong}'`)
  assert.equal((await send('/press/manifests')).status, 200)
  await world.settle()
  const { manifests } = await read('/press/manifests?limit=3')
  const shown = manifests.map(({ status, parcels }: { status: string; parcels: number }) => `${status} ${parcels}`)
  assert.deepEqual(shown.sort(), ['failed 2', 'failed 4', 'made 2'])
  const listed = await Promise.all(labels.map(manifestOf))
  assert.equal(listed.filter(id => id === null).length, 2)
})

it('a manifest that the carrier never answers is given up after a day', async () => {
  const [labelId] = await shipLabeled('never')
  const { body } = await send('/press/manifests')
  const { manifestId } = body.manifests[0]
  await change(`update carrier_manifests set provider = 'gone' where manifest_id = '${manifestId}'`)
  await world.advance(day + 2 * hour)
  const { manifests } = await read('/press/manifests?limit=1')
  assert.deepEqual([manifests[0].manifestId, manifests[0].status], [manifestId, 'failed'])
  assert.equal(await manifestOf(labelId!), null)
})

it('where no carrier is set, everything is as it was', async () => {
  await using other = await startWorld({ config: { carrier: null } })
  const by = program(other, other.charged, 'production')
  await by.place('typed', orderBody())
  await other.advance(untilPrinting)
  const path = `/press/jobs/${(await press(other).jobOf('typed')).jobId}/labels`
  const { body } = await other.call(path, { as: other.demo.printer.authorization })
  assert.deepEqual([body.sellsLabels, body.isSample, body.labels], [false, false, []])
  const bought = await other.call(path, { method: 'POST', as: other.demo.printer.authorization, body: { parcel: 1 } })
  assert.equal(bought.status, 409)
})
