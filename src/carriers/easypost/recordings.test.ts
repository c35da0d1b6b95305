// Replays recorded answers of EasyPost's test API, which are no part of the project: EASYPOST_RECORDINGS names the
// file.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Outbound } from '../../base/network/outbound.ts'
import type { Carrier } from '../carrier.ts'
import { shipmentTo } from '../contract.ts'
import { easypostCarrier } from './easypostCarrier.ts'
import {
  errorCodesOf,
  labelOf,
  messageOf,
  ratesOf,
  readShipment,
  readVerified,
  trackingOf,
} from './easypostMessages.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers as they were recorded
type Exchange = { method: string; url: string; status: number; request: any; answer: any }
const file = process.env.EASYPOST_RECORDINGS
const skip = file === undefined && 'EASYPOST_RECORDINGS names no file'

describe('a recorded answer of EasyPost', { skip }, () => {
  const recordings: { name: string; exchanges: Exchange[] }[] = skip
    ? []
    : JSON.parse(readFileSync(file!, 'utf8')).recordings
  const exchanges = recordings.flatMap(one => one.exchanges)
  const answers = exchanges.filter(({ status }) => status < 400).map(({ answer }) => answer)
  const those = (kind: string) => answers.filter(answer => answer?.object === kind)

  it('a recorded answer of EasyPost that is a shipment has its rates in cents, and its label once it is bought', () => {
    const shipments = those('Shipment')
    assert.ok(shipments.length > 0)
    for (const answer of shipments) {
      const shipment = readShipment(answer)
      assert.ok(shipment !== null)
      for (const { costCents } of ratesOf(shipment)) assert.ok(Number.isInteger(costCents) && costCents > 0)
      assert.equal(labelOf(shipment)?.trackingNumber ?? null, answer.tracking_code ?? null)
    }
  })

  it('a recorded answer of EasyPost that is a tracker or an event is read with all its steps', () => {
    const trackers = [...those('Tracker'), ...answers.flatMap(answer => answer?.trackers ?? [])]
    assert.ok(trackers.length > 0)
    for (const tracker of trackers) assert.equal(trackingOf(tracker)?.events.length, tracker.tracking_details.length)
    const events = [...those('Event'), ...answers.flatMap(answer => answer?.events ?? [])]
    for (const event of events) assert.ok(messageOf(event) !== null, event.description)
  })

  it('a recorded answer of EasyPost that is an address is verified, and one that is an error has a code', () => {
    const addresses = answers.filter(answer => answer?.address?.verifications?.delivery)
    assert.ok(addresses.length > 0)
    for (const answer of addresses) assert.equal(readVerified(answer)?.address.verifications?.delivery?.success, true)
    for (const { answer } of exchanges.filter(({ status }) => status >= 400))
      assert.notEqual(errorCodesOf(answer)[0], '')
  })
  it('a recorded call of EasyPost is made with the recorded body, and its answer is understood', async () => {
    for (const exchange of exchanges) {
      const call = callOf(exchange)
      if (call === null) continue
      const sent: string[] = []
      const outcome = await call.make(easypostCarrier(access, answering(exchange, sent)))
      const failed = exchange.url.endsWith('/shipments') ? 'refused' : 'absent'
      assert.equal(outcome.kind, exchange.status < 400 ? call.kind : failed, JSON.stringify([exchange.url, outcome]))
      assert.ok(sent[0]!.startsWith(`${exchange.method} ${exchange.url} `), sent[0]!)
      if (call.isExact) assert.deepEqual(JSON.parse(sent[0]!.split(' ').slice(2).join(' ')), exchange.request)
    }
  })

  it('a customs form has the fields of a recorded one', async () => {
    const exchange = exchanges.find(({ url }) => url.endsWith('/customs_infos'))!
    const item = { description: 'Printed book', quantity: 2, valueCents: 3190, weightOz: 19, hsCode: '4901.99' }
    const customs = { signer: 'Ines Press', items: [{ ...item, originCountry: 'US' }] }
    const sent: string[] = []
    await easypostCarrier(access, answering(exchange, sent)).rate(shipmentTo('', { customs }))
    const { customs_info: made } = JSON.parse(sent[0]!.slice(sent[0]!.indexOf('{'))).shipment
    const { customs_info: recorded } = exchange.request
    assert.deepEqual(Object.keys(made).sort(), Object.keys(recorded).sort())
    assert.deepEqual(Object.keys(made.customs_items[0]).sort(), Object.keys(recorded.customs_items[0]).sort())
  })

  it('only the recordings of batches, carrier accounts and set-up of webhooks have nothing that is sent or read', () => {
    const isUsed = (exchange: Exchange) =>
      callOf(exchange) !== null || /addresses|claims|customs_|events|parcels|trackers/.test(exchange.url)
    const unused = recordings.filter(({ exchanges }) => !exchanges.some(isUsed)).map(({ name }) => name.split(' ')[0])
    assert.deepEqual(unused, ['Batch', 'CarrierAccount', 'Webhook'])
  })
})

const access = { apiKey: 'EZTKrecorded', webhookSecret: null, apiUrl: null }

/** An EasyPost that answers each call as it was recorded, and each download with a file. */
const answering = ({ status, answer }: Exchange, sent: string[]): Outbound =>
  ({
    async fetch(url, { method, body = '' }) {
      sent.push(`${method} ${url} ${body}`)
      return new Response(JSON.stringify(answer), { status })
    },
    async get(url, { take }) {
      take(Buffer.from(url.includes('zpl') ? '^XA^XZ' : '%PDF-1.7'))
      return { kind: 'fetched' }
    },
  }) as Outbound

type Call = { make: (carrier: Carrier) => Promise<{ kind: string }>; kind: string; isExact?: boolean }

/** The call of the port that leads to a recorded exchange; null for one that the adapter never makes. */
function callOf({ method, url, request, answer }: Exchange): Call | null {
  const [, thing = '', id = '', act = ''] = /v2\/(\w+)(?:\/(\w+))?(?:\/(.+))?$/.exec(url) ?? []
  switch ([method, thing, act].join(' ').trim()) {
    case 'POST shipments':
      return { make: carrier => carrier.rate(shipmentTo()), kind: 'rated' }
    case 'GET shipments':
      return { make: carrier => carrier.find(id), kind: answer.tracking_code ? 'bought' : 'absent' }
    case 'POST shipments buy':
      return {
        make: carrier => carrier.buy({ shipmentRef: id, rateRef: request.rate.id, attempt: 1 }),
        ...{ kind: 'bought', isExact: true },
      }
    case 'POST shipments refund':
      return { make: carrier => carrier.void(id), kind: 'requested', isExact: true }
    case 'GET shipments label?file_format=ZPL':
      return {
        make: carrier => carrier.fetchLabel({ shipmentRef: id, format: 'ZPL', shipment: shipmentTo() }),
        kind: 'file',
      }
    case 'POST scan_forms': {
      const shipments = request.scan_form.shipments.map(({ id }: { id: string }) => ({
        ...{ shipmentRef: id, trackingNumber: answer.tracking_codes[0] },
      }))
      return {
        make: carrier => carrier.manifest({ manifestId: 'mft_1', shipments, attempt: 1 }),
        ...{ kind: 'file', isExact: true },
      }
    }
    case 'POST trackers': {
      const { tracking_code: trackingNumber, carrier: name = '' } = request.tracker
      return {
        make: carrier => carrier.track({ orderId: 'ord_1', trackingNumber, carrier: name }),
        ...{ kind: 'found', isExact: true },
      }
    }
    default:
      return null
  }
}
