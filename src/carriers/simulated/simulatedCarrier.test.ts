import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { freshPglite } from '../../../test/support/database.ts'
import { day, hour, instant, later, type ManualClock, manualClock } from '../../base/clock.ts'
import { sortableIds } from '../../base/secrets/ids.ts'
import type { Database } from '../../db/db.ts'
import type { Carrier, TrackingStatus } from '../carrier.ts'
import { contract, contractAddresses, shipmentTo } from '../contract.ts'
import { simulatedCarrier, testAddresses } from './simulatedCarrier.ts'
import { readSales } from './simulatedCarrierStore.ts'

const start = instant('2026-03-02T15:00:00Z')

describe('the simulated carrier', () => {
  let database: Database
  let clock: ManualClock
  let carrier: Carrier
  before(async () => {
    database = await freshPglite()
    clock = manualClock(start)
    carrier = simulatedCarrier({ db: database.db, newId: sortableIds(clock), clock })
  })
  after(() => database.close())

  const buy = async (street2: string) => {
    const shipment = shipmentTo(street2)
    const rated = await carrier.rate(shipment)
    assert.ok(rated.kind === 'rated')
    const outcome = await carrier.buy({ shipmentRef: rated.shipmentRef, rateRef: rated.rates[0]!.ref, attempt: 1 })
    assert.ok(outcome.kind === 'bought')
    return { label: outcome.label, shipment }
  }
  const of = (trackingNumber: string) => ({ orderId: 'ord_1', trackingNumber })
  const statusesAfter = async (trackingNumber: string, ms: number): Promise<TrackingStatus[]> => {
    clock.set(later(clock(), ms))
    const outcome = await carrier.track({ ...of(trackingNumber), carrier: '' })
    assert.ok(outcome.kind === 'found')
    return outcome.tracking.events.map(({ status }) => status)
  }

  contract(async () => ({ carrier, deliver: async () => clock.set(later(clock(), 6 * day)), close: async () => {} }))

  it('the addresses of the contract are test addresses', () => {
    for (const address of Object.values(contractAddresses)) assert.ok(Object.hasOwn(testAddresses, address))
  })

  // biome-ignore format: a table
  const endings: [string, TrackingStatus[]][] = [
    ['',              ['announced', 'in_transit', 'out_for_delivery', 'delivered']],
    ['sim late ',     ['announced', 'in_transit', 'in_transit', 'out_for_delivery', 'delivered']],
    ['SIM EXCEPTION', ['announced', 'in_transit', 'exception', 'out_for_delivery', 'delivered']],
    ['SIM ATTEMPTED', ['announced', 'in_transit', 'out_for_delivery', 'attempted', 'out_for_delivery', 'delivered']],
    ['SIM RETURNED',  ['announced', 'in_transit', 'out_for_delivery', 'exception', 'returning', 'returned']],
    ['SIM LOST',      ['announced', 'in_transit']],
  ]
  for (const [address, statuses] of endings)
    it(`a parcel to ${JSON.stringify(address)} is ${statuses.at(-1)} in the end`, async () => {
      const { label } = await buy(address)
      assert.deepEqual(await statusesAfter(label.trackingNumber, 0), ['announced'])
      assert.deepEqual(await statusesAfter(label.trackingNumber, 12 * day), statuses)
    })

  it('what is simulated by hand ends the plan of a parcel', async () => {
    const { label } = await buy('')
    await statusesAfter(label.trackingNumber, day)
    await carrier.simulate!(of(label.trackingNumber), 'returned')
    await carrier.simulate!(of(label.trackingNumber), 'returned')
    assert.deepEqual(await statusesAfter(label.trackingNumber, 10 * day), ['announced', 'in_transit', 'returned'])
  })

  it('a parcel that was not sold here can be simulated', async () => {
    assert.deepEqual(await carrier.track({ ...of('SIM1'), carrier: 'USPS' }), { kind: 'absent' })
    await carrier.simulate!(of('SIM1'), 'delivered')
    assert.deepEqual(await statusesAfter('SIM1', hour), ['delivered'])
    await carrier.simulate!(of('SIM1'), 'delivered')
    assert.deepEqual(await statusesAfter('SIM1', 2 * day), ['delivered'])
    await carrier.simulate!(of('SIM1'), 'delivered')
    assert.deepEqual(await statusesAfter('SIM1', 0), ['delivered', 'delivered'])
    const ofAnother = { orderId: 'ord_2', trackingNumber: 'SIM1', carrier: 'USPS' }
    assert.deepEqual(await carrier.track(ofAnother), { kind: 'absent' })
  })

  it('the label is 4 x 6 in, and the marks stand in both forms', async () => {
    const { label, shipment } = await buy('Apt ^7~')
    const file = async (format: 'PDF' | 'ZPL') => {
      const outcome = await carrier.fetchLabel({ shipmentRef: label.shipmentRef, format, shipment })
      assert.ok(outcome.kind === 'file')
      return outcome.bytes
    }
    const pdf = await PDFDocument.load(await file('PDF'))
    assert.deepEqual(pdf.getPage(0).getSize(), { width: 288, height: 432 })
    assert.match(pdf.getTitle() ?? '', /^VOID SAMPLE SIM\d{15}$/)
    const zpl = (await file('ZPL')).toString()
    assert.match(zpl, /^\^XA[\s\S]*VOID SAMPLE[\s\S]*\^XZ\n$/)
    assert.ok(zpl.includes(label.trackingNumber) && zpl.includes('Apt _5E7_7E'))
  })

  it('a name in letters of any script is drawn', async () => {
    const { label } = await buy('')
    const shipment = shipmentTo('', { to: { ...shipmentTo().to, name: 'Łucja 山田 محمد' } })
    const outcome = await carrier.fetchLabel({ shipmentRef: label.shipmentRef, format: 'PDF', shipment })
    assert.equal(outcome.kind, 'file')
  })

  it('a parcel abroad goes by an international service, and a parcel above 70 lb by none', async () => {
    const abroad = await carrier.rate(shipmentTo('', { to: { ...shipmentTo().to, country: 'CA', state: 'ON' } }))
    assert.ok(abroad.kind === 'rated' && abroad.rates.every(({ service }) => service.startsWith('International')))
    const heavy = shipmentTo('', { parcel: { lengthIn: 9, widthIn: 9, heightIn: 9, weightOz: 1121 } })
    const rated = await carrier.rate(heavy)
    assert.ok(rated.kind === 'rated' && rated.rates.length === 0)
  })

  it('a label can no longer be given back after 28 days', async () => {
    const { label } = await buy('')
    clock.set(later(clock(), 29 * day))
    assert.equal((await carrier.void(label.shipmentRef)).kind, 'refused')
  })

  it('a parcel is on one manifest', async () => {
    const shipments = [await buy(''), await buy('')].map(({ label }) => label)
    const list = async (manifestId: string, of = shipments) =>
      (await carrier.manifest({ manifestId, shipments: of, attempt: 1 })).kind
    assert.deepEqual(
      [await list('man_3', shipments.slice(1)), await list('man_4'), await list('man_3', shipments.slice(1))],
      ['file', 'refused', 'file'],
    )
    assert.equal(await list('man_4', shipments.slice(0, 1)), 'file')
  })

  it('the books have each sale once', async () => {
    const refs = (await readSales(database.db)).map(({ shipmentRef }) => shipmentRef)
    assert.equal(new Set(refs).size, refs.length)
  })
})
