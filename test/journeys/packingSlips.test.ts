// The slip in the parcel is the customer's: its logo, messages and return address, and blind shipping.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sharp from 'sharp'
import { hour, later } from '../../src/base/clock.ts'
import { fileLinks } from '../../src/printer/links.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { readPdf } from '../support/pdf.ts'
import { tablesWith } from '../support/wholeDatabase.ts'
import { orderBody, startReceiver, startWorld, type World } from '../support/world.ts'

const untilPrinting = 16 * hour
const shop = { name: 'Shop Returns', address1: '5 Shop St', city: 'Salem', state: 'OR', postal: '97301', country: 'US' }
const home = {
  name: 'Grandma Joan',
  address1: '9 Hill Rd',
  city: 'Austin',
  state: 'TX',
  postal: '78701',
  country: 'US',
}
const logo = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const settingsPath = '/account/packing-slip'

let world: World
let people: Awaited<ReturnType<typeof member>>
let customer: ReturnType<typeof program>
before(async () => {
  world = await startWorld()
  people = await member(world, world.charged)
  customer = program(world, world.charged, 'production')
})
after(() => world[Symbol.asyncDispose]())

const change = (body: object) => people.ask('PATCH', settingsPath, body)

/** The text of the slip of an order's newest job, and the number of its pictures. */
async function slipOf(customerOrderId: string) {
  const { jobId } = await press(world).jobOf(customerOrderId)
  const { rawPayload } = await world.app.server.inject({
    url: `/press/jobs/${jobId}/ticket.pdf`,
    headers: { authorization: world.demo.printer.authorization },
  })
  const pdf = await readPdf(rawPayload)
  const { text } = await pdf.page(pdf.pageCount)
  await pdf.close()
  return { text, pictures: rawPayload.toString('latin1').match(/\/Subtype \/Image/g)!.length }
}

it('the slip of an order says what its account says, except where the order says otherwise', async () => {
  await using receiver = await startReceiver(() => world.charged.production.webhookSecret)
  assert.deepEqual((await people.ask('GET', settingsPath)).body, {
    ...{ logo: null, message: null, returnAddress: null, blind: false, language: 'en' },
  })
  await people.ask('PATCH', '/products/NOVEL', { name: 'The Birch Wood' })
  await customer.place('plain')
  await world.advance(untilPrinting)
  const plain = await slipOf('plain')
  assert.match(plain.text, /From.*Octavo.*To.*Contents.*2 × The Birch Wood \(NOVEL\)/s)
  assert.equal((await press(world).jobOf('plain')).packingSlip, undefined)

  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script/><path d="M0 0h9v9z"/></svg>'
  const { status, body: saved } = await change({
    ...{ logo: logo(drawing), message: 'Thanks!\nYour shop', returnAddress: shop, blind: true },
  })
  assert.equal(status, 200, JSON.stringify(saved))
  assert.match(Buffer.from(saved.logo.split(',')[1], 'base64').toString(), /^<svg[^>]*><path/)
  assert.deepEqual((await people.ask('GET', settingsPath)).body, saved)

  const packingSlip = { giftMessage: 'Love,\nGrandma', returnAddress: home, message: '', blind: false }
  const placed = await customer.place('gift', { packingSlip, webhookUrl: receiver.url })
  assert.deepEqual(placed.packingSlip, packingSlip)
  assert.equal((await customer.place('shop')).packingSlip, undefined)
  await world.advance(2 * untilPrinting)

  const ofShop = await slipOf('shop')
  assert.match(
    ofShop.text.replaceAll(/\s+/g, ' '),
    /From Shop Returns 5 Shop St.*To .*Message Thanks! Your shop Contents/,
  )
  assert.doesNotMatch(ofShop.text, /Octavo/i)
  assert.equal(ofShop.pictures, plain.pictures + 2, 'the logo and its transparency')
  const { shipFrom, packingSlip: printed } = await press(world).jobOf('shop')
  assert.deepEqual(shipFrom, shop)
  assert.deepEqual(printed, { blind: true, message: 'Thanks!\nYour shop', giftMessage: null, returnAddress: shop })

  const gift = await slipOf('gift')
  assert.match(
    gift.text.replaceAll(/\s+/g, ' '),
    /From Octavo.*Return address Grandma Joan 9 Hill Rd.*Gift message Love, Grandma Contents/,
  )
  assert.doesNotMatch(gift.text, /Message Thanks|\$|USD|19\.99/)
  assert.deepEqual((await customer.read('gift')).packingSlip, packingSlip)
  const sent = receiver.received.map(({ data }) => data.packingSlip)
  assert.ok(sent.length > 0)
  for (const one of sent) assert.deepEqual(one, packingSlip)
})

it('a slip is in the language that its account has chosen when the order goes to a printer', async () => {
  assert.equal((await change({ message: 'Danke!', language: 'de' })).body.language, 'de')
  assert.equal((await change({ language: 'xx' })).status, 400)
  await customer.place('german')
  await world.advance(untilPrinting)
  await change({ message: null, language: 'en' })
  const { text } = await slipOf('german')
  assert.match(text.replaceAll(/\s+/g, ' '), /Lieferschein german.*Von .*An .*Nachricht Danke! Inhalt .* Seiten/)
  assert.doesNotMatch(text, /Packing slip|Contents|pages/)
  const { packingSlip } = await press(world).jobOf('german')
  assert.deepEqual([packingSlip.language, packingSlip.message], ['de', 'Danke!'])
})

it('a blind order needs a return address, and keeps the address of the account as of its creation', async () => {
  await change({ logo: null, message: null, returnAddress: null, blind: false })
  const failed = await customer.place('no sender', { packingSlip: { blind: true } })
  assert.equal(failed.status, 'FAILED')
  assert.deepEqual(
    failed.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [['/packingSlip/returnAddress', 'return_address_missing']],
  )
  await change({ returnAddress: shop })
  const blind = await customer.place('blind', { packingSlip: { blind: true } })
  assert.deepEqual(blind.packingSlip, { blind: true, returnAddress: shop })
  await change({ returnAddress: null })
  await world.advance(2 * untilPrinting)
  assert.deepEqual((await press(world).jobOf('blind')).shipFrom, shop)
  assert.doesNotMatch((await slipOf('blind')).text, /Octavo/i)
})

it('settings of a slip that cannot be printed are refused, each with its reason', async () => {
  const png = await sharp({ create: { width: 2000, height: 100, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const wrong: [body: object, pointer: string, code: string][] = [
    [{ message: 'Thanks 📚' }, '/message', 'wrong_format'],
    [{ message: 'x'.repeat(501) }, '/message', 'too_long'],
    [{ blind: true }, '/returnAddress', 'return_address_missing'],
    [{ returnAddress: { ...shop, postal: '10001' } }, '/returnAddress/postal', 'postal_outside_state'],
    [{ returnAddress: { ...shop, name: ' ' } }, '/returnAddress/name', 'wrong_format'],
    [{ logo: 'data:image/gif;base64,AAAA' }, '/logo', 'wrong_format'],
    [{ logo: 'data:image/png;base64,AAAA' }, '/logo', 'wrong_format'],
    [{ logo: `data:image/png;base64,${png.toString('base64')}` }, '/logo', 'wrong_format'],
  ]
  for (const [body, pointer, code] of wrong) {
    const { status, body: problem } = await change(body)
    assert.deepEqual([status, problem.errors?.[0].pointer, problem.errors?.[0].code], [400, pointer, code], pointer)
  }
  const abroad = await change({ returnAddress: { ...shop, country: 'DE' } })
  assert.deepEqual([abroad.status, abroad.body.code], [400, 'unsupported_country'])
})

it('the link of a printer to a slip opens the slip alone, and names nobody but the customer', async () => {
  const { jobId } = await press(world).jobOf('blind')
  const links = fileLinks(world.app.publicUrl, world.app.config.secretKey)
  const { pathname } = new URL(links.linkToSlip(jobId, later(world.now(), hour)))
  const { rawPayload, statusCode } = await world.app.server.inject(pathname)
  assert.equal(statusCode, 200)
  assert.doesNotMatch(rawPayload.toString('latin1'), /Octavo/i)
  const pdf = await readPdf(rawPayload)
  assert.equal(pdf.pageCount, 1)
  assert.match((await pdf.page(1)).text, /Packing slip.*From.*Shop Returns/s)
  await pdf.close()
  await world.advance(hour + 1)
  assert.equal((await world.app.server.inject(pathname)).statusCode, 404)
})

it('what a slip says is erased with the recipient, in the order, its job and its history', async () => {
  const texts = ['Zyzzyva', 'Xylograph', 'Quokka Lane']
  const returnAddress = { ...home, address1: '3 Quokka Lane' }
  await customer.place('secret', {
    packingSlip: { giftMessage: 'Zyzzyva', message: 'Xylograph', returnAddress, blind: true },
  })
  const wrong = { packingSlip: { returnAddress: { ...returnAddress, phone: 'Zyzzyva' } } }
  assert.equal(
    (
      await world.call('/orders/create', {
        method: 'POST',
        as: customer.as,
        body: orderBody({ customerOrderId: 'failed', ...wrong }),
      })
    ).body.status,
    'FAILED',
  )
  await world.advance(2 * untilPrinting)
  await press(world).tell('secret', 'accept')
  await press(world).tell('secret', 'ship', parcel)
  await world.settle()
  assert.deepEqual(await tablesWith(world.app.database.db, texts), [
    ...['order_contents', 'order_events', 'orders', 'print_tickets'],
  ])
  for (const id of ['secret', 'failed']) {
    const { status, body } = await support(world).act(world.charged, id, 'forget', { reason: 'asked by letter' })
    assert.equal(status, 200, JSON.stringify(body))
  }
  assert.deepEqual(await tablesWith(world.app.database.db, texts), [])
  const { city, state, postal, country } = home
  assert.deepEqual((await customer.read('secret')).packingSlip, {
    ...{ message: '[forgotten]', giftMessage: '[forgotten]', blind: true },
    returnAddress: { name: '[forgotten]', address1: '[forgotten]', city, state, postal, country },
  })
  const { shipFrom, packingSlip } = await press(world).jobOf('secret')
  assert.equal(shipFrom, undefined)
  assert.deepEqual(packingSlip, { blind: true, message: null, giftMessage: null, returnAddress: null })
  assert.doesNotMatch((await slipOf('secret')).text, /Octavo/i)
  await world.assertSound()
})
