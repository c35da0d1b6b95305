import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { fakeEasypostKey, fakeTracker, startFakeEasypost } from '../../../test/support/fakeEasypost.ts'
import { createOutbound, type Outbound } from '../../base/network/outbound.ts'
import type { Carrier } from '../carrier.ts'
import { contract, shipmentTo } from '../contract.ts'
import { easypostCarrier } from './easypostCarrier.ts'
import { labelOf, readShipment, refusalOf, trackingOf } from './easypostMessages.ts'

type SentShipment = {
  shipment: {
    reference: string
    to_address: Record<string, string>
    parcel: object
    options: object
    customs_info?: { customs_items: object[]; eel_pfc: string }
  }
}

const webhookSecret = 'a sécret of the tests'

describe('EasyPost', () => {
  let easypost: Awaited<ReturnType<typeof startFakeEasypost>>
  let outbound: Outbound
  let carrier: Carrier
  before(async () => {
    easypost = await startFakeEasypost()
    outbound = createOutbound({ allowLoopback: true })
    carrier = easypostCarrier({ apiKey: fakeEasypostKey, webhookSecret, apiUrl: easypost.apiUrl }, outbound)
  })
  after(async () => {
    await outbound.close()
    await easypost.close()
  })

  contract(async () => ({
    carrier,
    deliver: async trackingNumber => easypost.deliver(trackingNumber),
    close: async () => {},
  }))

  it('a shipment is requested with addresses, measures, a 4 x 6 in PDF and its customs form', async () => {
    const item = { description: 'Printed book', quantity: 2, valueCents: 3190, weightOz: 19, hsCode: '4901.99' }
    const customs = { signer: 'Ines Press', items: [{ ...item, originCountry: 'US' }] }
    await carrier.rate(shipmentTo('Apt 4', { customs, reference: 'lbl_7' }))
    const { shipment } = easypost.requests.at(-1)!.body as SentShipment
    assert.deepEqual(shipment.parcel, { length: 9, width: 6.5, height: 2, weight: 21.5 })
    assert.deepEqual(
      [shipment.reference, shipment.to_address.zip, shipment.to_address.street2, shipment.options],
      ['lbl_7', '80302', 'Apt 4', { label_format: 'PDF', label_size: '4x6' }],
    )
    assert.deepEqual(shipment.customs_info?.customs_items, [
      {
        ...{ description: 'Printed book', quantity: 2, value: 31.9, weight: 19 },
        ...{ hs_tariff_number: '4901.99', origin_country: 'US' },
      },
    ])
    assert.equal(shipment.customs_info?.eel_pfc, 'NOEEI 30.37(a)')
    await carrier.rate(shipmentTo('', { customs, to: { ...shipmentTo().to, country: 'CA' } }))
    const toCanada = easypost.requests.at(-1)!.body as SentShipment
    assert.equal(toCanada.shipment.customs_info?.eel_pfc, 'NOEEI 30.36')
    await carrier.rate(shipmentTo())
    assert.equal((easypost.requests.at(-1)!.body as SentShipment).shipment.customs_info, undefined)
  })

  it('a refused key is our fault, and sells nothing', async () => {
    const settings = { apiKey: 'EZTKwrong', webhookSecret, apiUrl: easypost.apiUrl }
    const outcome = await easypostCarrier(settings, outbound).rate(shipmentTo())
    assert.ok(outcome.kind === 'unknown' && outcome.isOurFault === true && outcome.cause.includes('not active'))
  })

  it('no purchase of the contract was made twice', () => {
    const bought = easypost.requests.filter(({ path }) => path.endsWith('/buy')).map(({ path }) => path)
    assert.ok(easypost.purchases() <= new Set(bought).size)
  })

  const signed = (body: string, secret = webhookSecret) =>
    `hmac-sha256-hex=${createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')}`

  it('a signed message about a parcel is read, and any other is not', () => {
    const result = fakeTracker('9400111', { carrier: 'USPS', isDelivered: true })
    const body = JSON.stringify({ id: 'evt_1', object: 'Event', description: 'tracker.updated', result })
    const message = carrier.readMessage!(Buffer.from(body), signed(body))
    assert.deepEqual([message?.id, message?.kind], ['evt_1', 'tracker.updated'])
    assert.deepEqual(
      message?.tracking?.events.map(({ status, place }) => [status, place.city]),
      [
        ['announced', ''],
        ['in_transit', 'DENVER'],
        ['out_for_delivery', 'BOULDER'],
        ['delivered', 'BOULDER'],
      ],
    )
    assert.equal(message?.tracking?.expectedOn, '2026-03-06')
    for (const signature of ['', 'hmac-sha256-hex=', signed(body, 'another secret of the tests'), signed(`${body} `)])
      assert.equal(carrier.readMessage!(Buffer.from(body), signature), null)
  })

  it('a signed message about something else has no parcel, and a signed text that is no event is none', () => {
    const batch = JSON.stringify({ id: 'evt_2', description: 'batch.updated', result: { object: 'Batch' } })
    assert.deepEqual(carrier.readMessage!(Buffer.from(batch), signed(batch)), {
      ...{ id: 'evt_2', kind: 'batch.updated', tracking: null },
    })
    for (const body of ['', 'null', '[]', '{"description":"tracker.updated"}'])
      assert.equal(carrier.readMessage!(Buffer.from(body), signed(body)), null)
  })

  // biome-ignore format: a table
  const statuses: [status: string, detail: string, message: string, expected: string][] = [
    ['pre_transit',          'status_update',      'Label created',                 'announced'],
    ['unknown',              'unknown',            '',                              'announced'],
    ['in_transit',           'arrived_at_facility', 'Arrived at facility',          'in_transit'],
    ['in_transit',           'delivery_exception', 'Held at customs',               'exception'],
    ['in_transit',           'status_update',      'Delivery attempted, no access', 'attempted'],
    ['failure',              'failure',            'Lost',                          'exception'],
    ['available_for_pickup', 'status_update',      'At the post office',            'ready_for_pickup'],
    ['return_to_sender',     'return',             'Return to sender processed',    'returning'],
    ['return_to_sender',     'return',             'Delivered to original sender',  'returned'],
    ['delivered',            'status_update',      'Delivered, notice left',        'delivered'],
    ['delivered',            'status_update',      'Delivered to Original Sender',  'returned'],
  ]
  for (const [status, status_detail, message, expected] of statuses)
    it(`${status} with ${JSON.stringify(message)} is ${expected}`, () => {
      const details = [{ status, status_detail, message, datetime: '2026-03-04T12:00:00Z', tracking_location: null }]
      const tracking = trackingOf({ tracking_code: '1', carrier: null, status, tracking_details: details })
      assert.equal(tracking?.status, expected)
    })

  const detailsOf = (...details: [status: string, minute: number][]) =>
    trackingOf({
      ...{ tracking_code: '1', carrier: null, status: 'unknown' },
      tracking_details: details.map(([status, minute]) => ({
        ...{ status, message: '', datetime: `2026-03-04T12:0${minute}:00Z` },
      })),
    })?.events.map(({ status }) => status)

  it('a delivery after a return to the sender is the end of the return', () => {
    assert.deepEqual(detailsOf(['return_to_sender', 0], ['in_transit', 1], ['delivered', 2]), [
      ...['returning', 'in_transit', 'returned'],
    ])
  })

  it('details of one minute keep their order, also where the newest is the first', () => {
    const expected = ['in_transit', 'out_for_delivery', 'delivered']
    assert.deepEqual(detailsOf(['in_transit', 1], ['out_for_delivery', 2], ['delivered', 2]), expected)
    assert.deepEqual(detailsOf(['delivered', 2], ['out_for_delivery', 2], ['in_transit', 1]), expected)
  })

  it('a label costs all its fees, in whole cents', () => {
    const rate = { id: 'rate_1', carrier: 'UPS', service: 'Ground', rate: '9.10', currency: 'USD' }
    const shipment = (fees: string[]) => ({
      ...{ id: 'shp_1', tracking_code: '1Z1', selected_rate: rate, refund_status: null },
      fees: fees.map(amount => ({ amount })),
    })
    assert.equal(labelOf(readShipment(shipment(['0.05000', '9.10000', '0.50000']))!)?.costCents, 965)
    assert.equal(labelOf(readShipment(shipment([]))!)?.costCents, 910)
  })

  it('a purchase that is still under way is unknown, so that no second label is bought', async () => {
    const rated = await carrier.rate(shipmentTo('SIM IN PROGRESS'))
    assert.ok(rated.kind === 'rated')
    const { shipmentRef, rates } = rated
    for (const attempt of [1, 2])
      assert.deepEqual(await carrier.buy({ shipmentRef, rateRef: rates[0]!.ref, attempt }), {
        kind: 'unknown',
        cause: 'In progress.',
      })
  })

  const soldParcel = async (street2 = '') => {
    const rated = await carrier.rate(shipmentTo(street2))
    assert.ok(rated.kind === 'rated')
    const { shipmentRef, rates } = rated
    const sold = await carrier.buy({ shipmentRef, rateRef: rates[0]!.ref, attempt: 1 })
    assert.ok(sold.kind === 'bought')
    return { shipmentRef, trackingNumber: sold.label.trackingNumber }
  }
  const formsPosted = () =>
    easypost.requests.filter(({ method, path }) => method === 'POST' && path === '/v2/scan_forms').length

  it('a SCAN form that is drawn later is asked for by its id, and made once', async () => {
    const shipments = [await soldParcel('SIM FORM LATER'), await soldParcel()]
    const before = formsPosted()
    const first = await carrier.manifest({ manifestId: 'man_1', shipments, attempt: 1 })
    assert.deepEqual(first, { kind: 'unknown', cause: 'EasyPost has not drawn the SCAN form yet' })
    assert.equal((await carrier.manifest({ manifestId: 'man_1', shipments, attempt: 2 })).kind, 'file')
    assert.equal(formsPosted(), before + 1)
  })

  it('a SCAN form that EasyPost could not draw is refused with its words', async () => {
    const shipments = [await soldParcel('SIM FORM FAILED')]
    const outcome = await carrier.manifest({ manifestId: 'man_1', shipments, attempt: 1 })
    assert.deepEqual(outcome, { kind: 'refused', code: 'refused', message: 'No label is dated today.' })
  })

  it('a SCAN form without one of the parcels is not their manifest', async () => {
    const [listed, unlisted] = [await soldParcel(), await soldParcel()]
    await carrier.manifest({ manifestId: 'man_1', shipments: [listed], attempt: 1 })
    const outcome = await carrier.manifest({ manifestId: 'man_2', shipments: [listed, unlisted], attempt: 2 })
    assert.equal(outcome.kind, 'refused')
  })

  it('an error is read in both forms that EasyPost has', () => {
    const texts = { error: { code: 'NOT_FOUND', message: 'Not found.', errors: ['No insurance.'] } }
    assert.deepEqual(refusalOf(texts), { code: 'refused', message: 'Not found. No insurance.' })
    const fields = {
      error: { code: 'PARAMETER.INVALID', message: 'Invalid.', errors: [{ field: 'weight', message: 'is 0' }] },
    }
    assert.deepEqual(refusalOf(fields), { code: 'parcel_refused', message: 'Invalid. weight: is 0' })
    const addressOf = (field: string) =>
      refusalOf({ error: { code: 'X', message: ['No.'], errors: [{ field, message: 'is bad' }] } })
    assert.deepEqual(addressOf('to_address'), { code: 'address_refused', message: 'No. to_address: is bad' })
    assert.equal(addressOf('from_address.zip').code, 'refused')
    assert.deepEqual(refusalOf(null), { code: 'refused', message: 'The carrier refuses the request.' })
  })
})
