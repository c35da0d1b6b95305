// The tests that every adapter of the port must pass, for any carrier. The test of an adapter calls them.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Carrier, Shipment } from './carrier.ts'

export type ContractSubject = {
  carrier: Carrier
  /** Advances the carrier's time until the parcel is delivered. */
  deliver(trackingNumber: string): Promise<void>
  close(): Promise<void>
}

/** The second lines of addresses for which a carrier of the tests behaves in a certain way. */
export const contractAddresses = {
  refused: 'SIM REFUSED',
  noService: 'SIM NO SERVICE',
  down: 'SIM DOWN',
  purchaseRefused: 'SIM PURCHASE REFUSED',
  lostRequest: 'SIM LOST REQUEST',
  lostAnswer: 'SIM LOST ANSWER',
  unreadable: 'SIM UNREADABLE',
  voidRefused: 'SIM VOID REFUSED',
  voidLater: 'SIM VOID LATER',
}

export const shipmentTo = (street2 = '', shipment: Partial<Shipment> = {}): Shipment => ({
  reference: 'lbl_1',
  from: addressOf({ name: 'Octavo Press', city: 'Albany', state: 'NY', postal: '12207' }),
  to: addressOf({ name: 'Ada Quill', street2, city: 'Boulder', state: 'CO', postal: '80302' }),
  parcel: { lengthIn: 9, widthIn: 6.5, heightIn: 2, weightOz: 21.5 },
  customs: null,
  ...shipment,
})

const addressOf = (part: Partial<Shipment['to']>): Shipment['to'] => ({
  ...{ name: '', company: '', street1: '12 Folio Street', street2: '', city: '', state: '', postal: '' },
  ...{ country: 'US', phone: '5185550143', email: 'shipping@example.com' },
  ...part,
})

/** The subject is made once: the tests do not affect each other. */
export function contract(make: () => Promise<ContractSubject>): void {
  let subject: ContractSubject
  let carrier: Carrier

  const rate = async (shipment: Shipment) => {
    const outcome = await carrier.rate(shipment)
    assert.ok(outcome.kind === 'rated', JSON.stringify(outcome))
    const [cheapest] = outcome.rates.toSorted((a, b) => a.costCents - b.costCents)
    return { ...outcome, purchase: { shipmentRef: outcome.shipmentRef, rateRef: cheapest?.ref ?? '', attempt: 1 } }
  }
  const buy = async (street2 = '') => {
    const { purchase } = await rate(shipmentTo(street2))
    const outcome = await carrier.buy(purchase)
    assert.ok(outcome.kind === 'bought', JSON.stringify(outcome))
    return { purchase, label: outcome.label }
  }

  describe('the contract of carriers', () => {
    before(async () => {
      subject = await make()
      carrier = subject.carrier
    })
    after(() => subject.close())

    it('a parcel is rated with whole cents, services and days', async () => {
      const { rates, messages } = await rate(shipmentTo())
      assert.ok(rates.length > 1)
      assert.deepEqual(messages, [])
      for (const { ref, carrier: name, service, costCents, days } of rates) {
        assert.ok(ref !== '' && name !== '' && service !== '')
        assert.ok(Number.isInteger(costCents) && costCents > 0)
        assert.ok(days === null || days > 0)
      }
    })

    it('a parcel that no service carries has no rates, and a sentence that says why', async () => {
      const { rates, messages } = await rate(shipmentTo(contractAddresses.noService))
      assert.deepEqual(rates, [])
      assert.ok(messages.length > 0)
    })

    it('an address that the carrier does not find is refused as an address', async () => {
      const outcome = await carrier.rate(shipmentTo(contractAddresses.refused))
      assert.ok(outcome.kind === 'refused' && outcome.code === 'address_refused' && outcome.message !== '')
    })

    it('a carrier that does not answer is an unknown outcome, not an exception', async () => {
      const outcome = await carrier.rate(shipmentTo(contractAddresses.down))
      assert.ok(outcome.kind === 'unknown' && outcome.cause !== '')
    })

    it('a label has a tracking number and costs what was offered, and is found by its shipment', async () => {
      const { rates, purchase } = await rate(shipmentTo())
      assert.deepEqual(await carrier.find(purchase.shipmentRef), { kind: 'absent' })
      const outcome = await carrier.buy(purchase)
      assert.ok(outcome.kind === 'bought')
      const offer = rates.find(({ ref }) => ref === purchase.rateRef)!
      const { label } = outcome
      assert.ok(label.trackingNumber !== '')
      assert.deepEqual(
        [label.carrier, label.service, label.costCents, label.refund],
        [offer.carrier, offer.service, offer.costCents, 'none'],
      )
      assert.deepEqual(await carrier.find(purchase.shipmentRef), outcome)
    })

    it('a shipment is sold once, however often and by however many calls it is bought', async () => {
      const { purchase } = await rate(shipmentTo())
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => carrier.buy(purchase)))
      const again = await carrier.buy({ ...purchase, attempt: 2 })
      assert.ok(again.kind === 'bought')
      for (const outcome of outcomes)
        assert.ok(outcome.kind === 'unknown' || (outcome.kind === 'bought' && isSame(outcome.label, again.label)))
    })

    for (const address of [contractAddresses.lostAnswer, contractAddresses.lostRequest])
      it(`a purchase of unknown outcome is repeated and buys one label (${address})`, async () => {
        const { purchase } = await rate(shipmentTo(address))
        assert.equal((await carrier.buy(purchase)).kind, 'unknown')
        const second = await carrier.buy({ ...purchase, attempt: 2 })
        assert.ok(second.kind === 'bought', JSON.stringify(second))
        assert.deepEqual(await carrier.buy({ ...purchase, attempt: 3 }), second)
      })

    it('a refused purchase has a code and a message, and sells nothing', async () => {
      const { purchase } = await rate(shipmentTo(contractAddresses.purchaseRefused))
      const outcome = await carrier.buy(purchase)
      assert.ok(outcome.kind === 'refused' && outcome.message !== '')
      assert.deepEqual(await carrier.find(purchase.shipmentRef), { kind: 'absent' })
    })

    it('a rate or shipment that the carrier does not have is refused', async () => {
      const { purchase } = await rate(shipmentTo())
      for (const wrong of [
        { ...purchase, rateRef: 'rate_unknown' },
        { ...purchase, shipmentRef: 'shp_unknown' },
      ])
        assert.equal((await carrier.buy(wrong)).kind, 'refused')
      assert.deepEqual(await carrier.find('shp_unknown'), { kind: 'absent' })
    })

    it('a label is fetched as a PDF and as ZPL', async () => {
      const shipment = shipmentTo()
      const { purchase } = await rate(shipment)
      await carrier.buy(purchase)
      const pdf = await carrier.fetchLabel({ shipmentRef: purchase.shipmentRef, format: 'PDF', shipment })
      assert.ok(pdf.kind === 'file' && pdf.bytes.subarray(0, 5).toString() === '%PDF-', JSON.stringify(pdf))
      const zpl = await carrier.fetchLabel({ shipmentRef: purchase.shipmentRef, format: 'ZPL', shipment })
      assert.ok(zpl.kind === 'file' && zpl.bytes.includes('^XA'), JSON.stringify(zpl))
    })

    it('a label that is not readable is an unknown outcome', async () => {
      const { label } = await buy(contractAddresses.unreadable)
      const shipment = shipmentTo(contractAddresses.unreadable)
      const outcome = await carrier.fetchLabel({ shipmentRef: label.shipmentRef, format: 'PDF', shipment })
      assert.equal(outcome.kind, 'unknown')
    })

    it('a label is given back once, at once or after the carrier has decided', async () => {
      const { label } = await buy()
      assert.deepEqual(await carrier.void(label.shipmentRef), { kind: 'refunded' })
      assert.deepEqual(await carrier.void(label.shipmentRef), { kind: 'refunded' })
      const found = await carrier.find(label.shipmentRef)
      assert.ok(found.kind === 'bought' && found.label.refund === 'refunded' && found.label.costCents > 0)
      const later = await buy(contractAddresses.voidLater)
      assert.deepEqual(await carrier.void(later.label.shipmentRef), { kind: 'requested' })
    })

    it('a label that cannot be given back, and a label that was not bought, are refused', async () => {
      const { label } = await buy(contractAddresses.voidRefused)
      assert.equal((await carrier.void(label.shipmentRef)).kind, 'refused')
      const { purchase } = await rate(shipmentTo())
      assert.equal((await carrier.void(purchase.shipmentRef)).kind, 'refused')
    })

    it('parcels that leave together have a manifest, also when it is asked for again after a lost answer', async () => {
      for (const address of ['', contractAddresses.lostAnswer]) {
        const shipments = []
        for (const street2 of [address, '']) {
          const { purchase } = await rate(shipmentTo(street2))
          await carrier.buy(purchase)
          const sold = await carrier.buy({ ...purchase, attempt: 2 })
          assert.ok(sold.kind === 'bought')
          shipments.push({ shipmentRef: purchase.shipmentRef, trackingNumber: sold.label.trackingNumber })
        }
        await carrier.manifest({ manifestId: 'man_1', shipments, attempt: 1 })
        const again = await carrier.manifest({ manifestId: 'man_1', shipments, attempt: 2 })
        assert.ok(again.kind === 'file' && again.bytes.subarray(0, 5).toString() === '%PDF-', JSON.stringify(again))
      }
      const { shipmentRef } = await rate(shipmentTo())
      const unsold = { manifestId: 'man_2', shipments: [{ shipmentRef, trackingNumber: 'T2' }], attempt: 1 }
      assert.equal((await carrier.manifest(unsold)).kind, 'refused')
    })

    it('a parcel is tracked from its label to its delivery, with events in order of time', async () => {
      const { label } = await buy()
      const parcel = { orderId: 'ord_1', trackingNumber: label.trackingNumber, carrier: label.carrier }
      const before = await carrier.track(parcel)
      assert.ok(before.kind === 'found' && before.tracking.status === 'announced', JSON.stringify(before))
      await subject.deliver(label.trackingNumber)
      const delivered = await carrier.track(parcel)
      assert.ok(delivered.kind === 'found')
      const { events, status, trackingNumber, expectedOn } = delivered.tracking
      assert.deepEqual([status, trackingNumber], ['delivered', label.trackingNumber])
      assert.match(expectedOn ?? '', /^\d{4}-\d\d-\d\d$/)
      assert.ok(events.length > 2 && events.at(-1)!.status === 'delivered')
      assert.deepEqual(
        events,
        events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      )
    })

    it('a number that the carrier does not know is absent', async () => {
      assert.deepEqual(await carrier.track({ orderId: 'ord_1', trackingNumber: 'UNKNOWN1', carrier: '' }), {
        kind: 'absent',
      })
    })
  })
}

const isSame = (a: { trackingNumber: string }, b: { trackingNumber: string }): boolean =>
  a.trackingNumber === b.trackingNumber
