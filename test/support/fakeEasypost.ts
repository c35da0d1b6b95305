// A small EasyPost on this machine: shipments, purchases, refunds, labels, trackers and errors in the forms of the real
// one, with invented values. The second line of the recipient's address makes it behave badly.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Rate = { id: string; carrier: string; service: string; rate: string; currency: string }
type Shipment = {
  id: string
  reference: string | null
  street2: string
  rates: (Rate & { delivery_days: number | null; est_delivery_days: number | null })[]
  selected_rate: Rate | null
  tracking_code: string | null
  refund_status: string | null
  purchases: number
  scan_form: { id: string; status: string; form_url: string | null; message: string | null } | null
}

export const fakeEasypostKey = 'EZTKfakefakefake'
const pdf = Buffer.from('%PDF-1.7\n% an invented label\n%%EOF\n')
const zpl = Buffer.from('^XA^FO20,20^A0N,30,30^FDINVENTED^FS^XZ\n')

export async function startFakeEasypost() {
  const shipments = new Map<string, Shipment>()
  const delivered = new Set<string>()
  const requests: { method: string; path: string; body: unknown; authorization: string }[] = []
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const body = text === '' ? undefined : JSON.parse(text)
    const { pathname: path, searchParams } = new URL(request.url!, origin)
    const { authorization = '' } = request.headers
    requests.push({ method: request.method!, path, body, authorization })
    const send = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    if (path.startsWith('/files/')) return void response.end(path.endsWith('.zpl') ? zpl : pdf)
    if (path === '/files-broken') return void response.end('<html>expired</html>')
    if (authorization !== `Basic ${Buffer.from(`${fakeEasypostKey}:`).toString('base64')}`)
      return send(401, { error: { code: 'APIKEY.INACTIVE', message: 'This key is not active.', errors: [] } })
    if (path === '/v2/shipments') return makeShipment(body.shipment, response, send)
    if (path === '/v2/addresses/create_and_verify') return verify(body.address, send)
    if (path === '/v2/scan_forms') return listParcels(body.scan_form.shipments, send)
    if (path.startsWith('/v2/scan_forms/')) return drawForm(path.split('/').at(-1)!, send)
    if (path === '/v2/trackers') return track(body.tracker, send)
    const [, id, act = ''] = /^\/v2\/shipments\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    const shipment = shipments.get(id ?? '')
    if (shipment === undefined)
      return send(404, { error: { code: 'SHIPMENT.NOT_FOUND', message: 'The shipment was not found.', errors: [] } })
    if (act === 'buy') return buy(shipment, body.rate.id, send)
    if (act === 'refund') return refund(shipment, send)
    return send(200, answerOf(shipment, searchParams.get('file_format')))
  }

  type Send = (status: number, content: unknown) => void

  /** Knows the Harbor Drive of Redondo Beach. */
  function verify({ street1, street2, zip, country }: Record<string, string>, send: Send) {
    if (country === 'CA')
      return send(422, {
        error: { code: 'ADDRESS.VERIFY.INTL_NOT_ENABLED', message: 'International verification is not enabled.' },
      })
    const [, number] = /^(\d+) (?:N\.?|North) Harbou?r Dr(?:ive)?$/i.exec(street1 ?? '') ?? []
    if (number === undefined)
      return send(422, {
        error: {
          code: 'ADDRESS.VERIFY.FAILURE',
          message: 'Unable to verify address.',
          errors: [{ code: 'E.ADDRESS.NOT_FOUND', field: 'address', message: 'Address not found', suggestion: null }],
        },
      })
    const found = { street1: `${number} N HARBOR DR`, street2: '', city: 'REDONDO BEACH', state: 'CA', country: 'US' }
    const isWhole = !/tower/i.test(street2 ?? '')
    const errors = isWhole ? [] : [{ code: 'E.SECONDARY_INFORMATION.MISSING', message: 'Missing apartment' }]
    const verifications = { zip4: { success: true }, delivery: { success: true, errors, details: null } }
    send(200, { address: { id: 'adr_invented', company: null, ...found, zip: `${zip}-0001`, verifications } })
  }

  function makeShipment(
    content: { reference?: string; to_address: { street2?: string } },
    response: ServerResponse,
    send: Send,
  ) {
    const street2 = content.to_address.street2 ?? ''
    if (street2 === 'SIM DOWN') return void response.destroy()
    if (street2 === 'SIM REFUSED')
      return send(422, {
        error: {
          code: 'SHIPMENT.INVALID_PARAMS',
          message: 'Unable to create shipment, one or more parameters were invalid.',
          errors: [{ field: 'to_address', message: 'city does not match zip' }],
        },
      })
    const id = `shp_${String(shipments.size + 1).padStart(32, '0')}`
    const offer = (service: string, rate: string, days: number | null, currency = 'USD') => ({
      ...{ id: `rate_${id.slice(-6)}${service}`, object: 'Rate', carrier: 'USPS', service, rate, currency },
      ...{ delivery_days: null, est_delivery_days: days, carrier_account_id: 'ca_invented' },
    })
    const rates = [offer('GroundAdvantage', '7.46', 4), offer('Priority', '11.30', 2), offer('Odd', '2.00', 1, 'CAD')]
    shipments.set(id, {
      ...{ id, reference: content.reference ?? null, street2, selected_rate: null, tracking_code: null },
      rates: street2 === 'SIM NO SERVICE' ? [] : rates,
      ...{ refund_status: null, purchases: 0, scan_form: null },
    })
    send(201, answerOf(shipments.get(id)!, null))
  }

  function buy(shipment: Shipment, rateId: string, send: Send) {
    const rate = shipment.rates.find(({ id }) => id === rateId)
    if (shipment.selected_rate !== null)
      return send(422, { error: { code: 'SHIPMENT.POSTAGE.EXISTS', message: 'Postage already exists.', errors: [] } })
    if (rate === undefined)
      return send(404, { error: { code: 'RATE.NOT_FOUND', message: 'The rate was not found.', errors: ['No rate.'] } })
    if (shipment.street2 === 'SIM PURCHASE REFUSED')
      return send(422, { error: { code: 'SHIPMENT.POSTAGE.FAILURE', message: 'parcel: too large', errors: [] } })
    if (shipment.street2 === 'SIM IN PROGRESS')
      return send(422, { error: { code: 'SHIPMENT.PURCHASE.IN_PROGRESS', message: 'In progress.', errors: [] } })
    shipment.purchases++
    if (shipment.street2 === 'SIM LOST REQUEST' && shipment.purchases === 1) return send(503, '')
    shipment.selected_rate = rate
    shipment.tracking_code = `9400${createHash('sha256').update(shipment.id).digest().readUInt32BE()}`
    if (shipment.street2 === 'SIM LOST ANSWER') return send(500, { error: { message: 'Internal error' } })
    send(200, answerOf(shipment, null))
  }

  function listParcels(listed: { id: string }[], send: Send) {
    const found = listed.map(({ id }) => shipments.get(id))
    if (found.some(one => one === undefined || one.tracking_code === null || one.scan_form !== null))
      return send(422, { error: { code: 'SCAN_FORM.CREATE.ERROR', message: 'Unable to create.', errors: [] } })
    const form = {
      ...{ id: `sf_invented${listed[0]!.id}`, status: 'created', form_url: `${origin}/files/form.pdf`, message: null },
      tracking_codes: found.map(one => one!.tracking_code),
    }
    const isLater = found.some(one => one!.street2 === 'SIM FORM LATER')
    const isFailed = found.some(one => one!.street2 === 'SIM FORM FAILED')
    const first = {
      ...form,
      ...(isLater ? { status: 'creating', form_url: null } : {}),
      ...(isFailed ? { status: 'failed', form_url: null, message: 'No label is dated today.' } : {}),
    }
    for (const shipment of found) shipment!.scan_form = first
    if (found.some(one => one!.street2 === 'SIM LOST ANSWER'))
      return send(500, { error: { message: 'Internal error' } })
    send(200, { object: 'ScanForm', ...first })
  }

  /** A form that is not drawn at once is drawn when it is asked for. */
  function drawForm(id: string, send: Send) {
    const listed = [...shipments.values()].filter(({ scan_form }) => scan_form?.id === id)
    send(200, { object: 'ScanForm', ...listed[0]!.scan_form, status: 'created', form_url: `${origin}/files/form.pdf` })
  }

  function refund(shipment: Shipment, send: Send) {
    if (shipment.selected_rate === null || shipment.street2 === 'SIM VOID REFUSED')
      return send(422, { error: { code: 'SHIPMENT.REFUND.FAILURE', message: 'Cannot be refunded.', errors: [] } })
    shipment.refund_status = shipment.street2 === 'SIM VOID LATER' ? 'submitted' : 'refunded'
    send(200, answerOf(shipment, null))
  }

  function answerOf(shipment: Shipment, format: string | null) {
    const { street2, purchases: _, ...answer } = shipment
    const file = (kind: string) =>
      street2 === 'SIM UNREADABLE' ? `${origin}/files-broken` : `${origin}/files/${shipment.id}.${kind}`
    const rate = shipment.selected_rate
    return {
      ...answer,
      object: 'Shipment',
      status: 'unknown',
      messages: answer.rates.length > 0 ? [] : [{ carrier: 'USPS', type: 'rate_error', message: 'No service.' }],
      fees: rate === null ? [] : [{ object: 'Fee', type: 'PostageFee', amount: `${rate.rate}000`, charged: true }],
      postage_label:
        rate === null
          ? null
          : { label_url: file('pdf'), label_pdf_url: null, label_zpl_url: format === 'ZPL' ? file('zpl') : null },
    }
  }

  function track({ tracking_code: code, carrier }: { tracking_code: string; carrier?: string }, send: Send) {
    if (![...shipments.values()].some(({ tracking_code }) => tracking_code === code))
      return send(422, { error: { code: 'TRACKER.CREATE.ERROR', message: 'Unknown number.', errors: [] } })
    send(200, fakeTracker(code, { carrier: carrier ?? 'USPS', isDelivered: delivered.has(code) }))
  }

  return {
    apiUrl: new URL('/v2', origin),
    requests,
    deliver: (trackingNumber: string) => void delivered.add(trackingNumber),
    purchases: () => [...shipments.values()].filter(({ selected_rate }) => selected_rate !== null).length,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Newest event first: an order of events is not promised. */
export function fakeTracker(code: string, { carrier, isDelivered }: { carrier: string; isDelivered: boolean }) {
  const detail = (status: string, message: string, datetime: string, city: string | null) => ({
    ...{ object: 'TrackingDetail', message, status, status_detail: 'status_update', datetime, source: carrier },
    tracking_location: { object: 'TrackingLocation', city, state: city && 'CO', country: null, zip: null },
  })
  const details = [
    detail('delivered', 'Delivered, front desk', '2026-03-06T20:12:00Z', 'BOULDER'),
    detail('out_for_delivery', 'Out for delivery', '2026-03-06T15:02:00Z', 'BOULDER'),
    detail('in_transit', 'Arrived at facility', '2026-03-04T03:40:00Z', 'DENVER'),
    detail('pre_transit', 'Label created', '2026-03-02T16:00:00Z', null),
  ]
  return {
    ...{ id: `trk_${code}`, object: 'Tracker', mode: 'test', tracking_code: code, carrier },
    status: isDelivered ? 'delivered' : 'pre_transit',
    est_delivery_date: '2026-03-06T00:00:00Z',
    tracking_details: isDelivered ? details : details.slice(-1),
  }
}
