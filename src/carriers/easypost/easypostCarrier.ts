// Labels and parcels of EasyPost. Its rules:
//   * A shipment is made without money and can be bought once. A second purchase is an error, after which the shipment is
//     read. So a purchase whose answer was lost can be repeated.
//   * A test key (EZTK) sells sample labels, a production key (EZAK) real ones.
//   * Webhooks are signed with HMAC-SHA-256 over the raw body, in hexadecimal, with the secret in the form NFKD.
//   * Labels are files at another address. ZPL is made on demand from a label that was bought.
//   * A SCAN form lists labels that are dated on or after its own day, of one sender. It may be drawn later, and a
//     shipment is on one form. EasyPost lists what is on none by itself at 22:30 in California.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { dollars } from '../../base/money.ts'
import type { Outbound } from '../../base/network/outbound.ts'
import type {
  Carrier,
  CarrierAddress,
  CarrierRefusal,
  CarrierUnknown,
  FindOutcome,
  LabelOutcome,
  ManifestOutcome,
  PurchaseOutcome,
  Shipment,
  VoidOutcome,
} from '../carrier.ts'
import { type EasypostAccess, easypostCalls, parsed, unknown } from './easypostClient.ts'
import {
  type EasypostShipment,
  isPurchaseOpen,
  labelOf,
  messageOf,
  messagesOf,
  ratesOf,
  readScanForm,
  readShipment,
  refusalOf,
  type ScanForm,
  scanFormOf,
  trackingOf,
} from './easypostMessages.ts'

const easypostName = 'easypost'

const maxLabelBytes = 5_000_000
const signaturePrefix = 'hmac-sha256-hex='

/** Without the secret of its webhook, no message of EasyPost is believed. */
export type EasypostSettings = EasypostAccess & { webhookSecret: string | null }

type ListedParcel = { shipmentRef: string; trackingNumber: string }
type ReadShipment = { kind: 'read'; shipment: EasypostShipment } | { kind: 'absent' } | CarrierRefusal | CarrierUnknown

export function easypostCarrier({ apiKey, webhookSecret, apiUrl }: EasypostSettings, outbound: Outbound): Carrier {
  const call = easypostCalls({ apiKey, apiUrl }, outbound)
  const shipmentAt = async (method: 'GET' | 'POST', path: string, content?: object): Promise<ReadShipment> => {
    const answer = await call(method, path, content)
    if (answer.kind === 'unknown') return answer
    if (answer.status === 404) return { kind: 'absent' }
    if (answer.status >= 400) {
      const refusal = refusalOf(answer.body)
      return isPurchaseOpen(answer.body) ? unknown(refusal.message) : { kind: 'refused', ...refusal }
    }
    const shipment = readShipment(answer.body)
    return shipment === null
      ? unknown('EasyPost answered with something other than a shipment')
      : { kind: 'read', shipment }
  }

  const find = async (shipmentRef: string): Promise<FindOutcome> => {
    const found = await shipmentAt('GET', pathOf(shipmentRef))
    if (found.kind === 'unknown' || found.kind === 'absent') return found
    if (found.kind === 'refused') return unknown(found.message)
    const label = labelOf(found.shipment)
    return label === null ? { kind: 'absent' } : { kind: 'bought', label }
  }

  /** Null without a form that lists all these parcels. A form that is not drawn yet is read by its id. */
  const findForm = async (listed: ListedParcel[]): Promise<ManifestOutcome | null> => {
    const answer = await call('GET', pathOf(listed[0]!.shipmentRef))
    if (answer.kind === 'unknown') return answer
    const known = scanFormOf(answer.body)
    if (known === null) return null
    const read = known.form_url ? null : await call('GET', `/scan_forms/${encodeURIComponent(known.id)}`)
    if (read?.kind === 'unknown') return read
    const form = (read === null ? null : readScanForm(read.body)) ?? known
    const numbers = form.tracking_codes ?? []
    const isOurs = listed.every(({ trackingNumber }) => numbers.includes(trackingNumber))
    return isOurs || (numbers.length === 0 && !form.form_url) ? fetchForm(outbound, form) : null
  }

  return {
    name: easypostName,

    async rate(shipment) {
      const made = await shipmentAt('POST', '/shipments', { shipment: shipmentBody(shipment) })
      if (made.kind === 'absent') return unknown('EasyPost has no shipments')
      if (made.kind !== 'read') return made
      return {
        kind: 'rated',
        shipmentRef: made.shipment.id,
        rates: ratesOf(made.shipment),
        messages: messagesOf(made.shipment),
      }
    },

    async buy({ shipmentRef, rateRef, attempt }): Promise<PurchaseOutcome> {
      if (attempt > 1) {
        const found = await find(shipmentRef)
        if (found.kind !== 'absent') return found
      }
      const bought = await shipmentAt('POST', `${pathOf(shipmentRef)}/buy`, { rate: { id: rateRef } })
      if (bought.kind === 'unknown') return bought
      if (bought.kind === 'read') {
        const label = labelOf(bought.shipment)
        return label === null
          ? unknown('EasyPost sold a shipment without a tracking number')
          : { kind: 'bought', label }
      }
      // After any error, the label counts if the carrier sold it.
      const found = await find(shipmentRef)
      if (found.kind !== 'absent') return found
      return bought.kind === 'refused'
        ? bought
        : { kind: 'refused', code: 'rate_refused', message: 'EasyPost does not know the shipment.' }
    },

    find,

    async void(shipmentRef): Promise<VoidOutcome> {
      const voided = await shipmentAt('POST', `${pathOf(shipmentRef)}/refund`, {})
      if (voided.kind === 'unknown') return voided
      const label = voided.kind === 'read' ? labelOf(voided.shipment) : null
      const found = label === null ? await find(shipmentRef) : ({ kind: 'bought', label } as const)
      if (found.kind === 'unknown') return found
      const refund = found.kind === 'bought' ? found.label.refund : 'none'
      if (refund === 'refunded' || refund === 'requested') return { kind: refund }
      const message = voided.kind === 'refused' ? voided.message : 'EasyPost does not give the label back.'
      return { kind: 'refused', code: 'refused', message }
    },

    async fetchLabel({ shipmentRef, format }) {
      const found = await shipmentAt('GET', `${pathOf(shipmentRef)}/label?file_format=${format}`)
      if (found.kind === 'unknown') return found
      if (found.kind !== 'read') return unknown('EasyPost has no such label')
      const { label_pdf_url, label_zpl_url, label_url } = found.shipment.postage_label ?? {}
      const url = format === 'ZPL' ? label_zpl_url : (label_pdf_url ?? label_url)
      return url ? fetchFile(outbound, url, format) : unknown(`EasyPost has made no ${format} of the label`)
    },

    async manifest({ shipments, attempt }) {
      if (attempt > 1) {
        const found = await findForm(shipments)
        if (found !== null) return found
      }
      const scan_form = { shipments: shipments.map(({ shipmentRef }) => ({ id: shipmentRef })) }
      const made = await call('POST', '/scan_forms', { scan_form })
      if (made.kind === 'unknown') return made
      const form = made.status < 400 ? readScanForm(made.body) : null
      if (form !== null) return fetchForm(outbound, form)
      const found = await findForm(shipments)
      if (found !== null) return found
      return made.status < 400
        ? unknown('EasyPost answered with something other than a SCAN form')
        : { kind: 'refused', ...refusalOf(made.body) }
    },

    async track({ trackingNumber, carrier }) {
      // A printer may spell the carrier in its own way; without it, EasyPost goes by the form of the number.
      const trackers = [{ tracking_code: trackingNumber, carrier }, { tracking_code: trackingNumber }]
      const asked = carrier === '' ? trackers.slice(1) : trackers
      let answer = await call('POST', '/trackers', { tracker: asked[0]! })
      if (answer.kind === 'answered' && answer.status >= 400 && asked.length > 1)
        answer = await call('POST', '/trackers', { tracker: asked[1]! })
      if (answer.kind === 'unknown') return answer
      if (answer.status === 404 || answer.status === 422) return { kind: 'absent' }
      const tracking = trackingOf(answer.body)
      if (tracking === null) return unknown('EasyPost answered with something other than a tracker')
      return { kind: 'found', tracking }
    },

    readMessage: webhookSecret === null ? null : (raw, signature) => readSigned(raw, signature, webhookSecret),

    simulate: null,
  }
}

function readSigned(raw: Buffer, signature: string, secret: string) {
  const digest = createHmac('sha256', secret.normalize('NFKD')).update(raw).digest('hex')
  const [given, right] = [Buffer.from(signature), Buffer.from(`${signaturePrefix}${digest}`)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return messageOf(parsed(raw.toString('utf8')))
}

const pathOf = (shipmentRef: string): string => `/shipments/${encodeURIComponent(shipmentRef)}`

/** A file of the wrong form is not kept: a label printer would print its bytes as text. */
async function fetchFile(outbound: Outbound, url: string, format: 'PDF' | 'ZPL'): Promise<LabelOutcome> {
  let chunks: Buffer[] = []
  const outcome = await outbound.get(url, {
    accept: '*/*',
    maxBytes: maxLabelBytes,
    take: chunk => void chunks.push(chunk),
    restart: () => {
      chunks = []
    },
  })
  if (outcome.kind !== 'fetched') return unknown(`the label could not be fetched: ${outcome.kind}`)
  const bytes = Buffer.concat(chunks)
  const isRight = format === 'ZPL' ? bytes.includes('^XA') : bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  return isRight ? { kind: 'file', bytes } : unknown(`the label is no ${format}`)
}

async function fetchForm(outbound: Outbound, { status, form_url, message }: ScanForm): Promise<ManifestOutcome> {
  if (status === 'failed')
    return { kind: 'refused', code: 'refused', message: message || 'EasyPost could not draw the SCAN form.' }
  return form_url ? fetchFile(outbound, form_url, 'PDF') : unknown('EasyPost has not drawn the SCAN form yet')
}

function shipmentBody({ reference, from, to, parcel, customs }: Shipment) {
  const { lengthIn: length, widthIn: width, heightIn: height, weightOz: weight } = parcel
  return {
    reference,
    from_address: addressBody(from),
    to_address: addressBody(to),
    parcel: { length, width, height, weight },
    ...(customs === null ? {} : { customs_info: customsBody(customs, to.country) }),
    options: { label_format: 'PDF', label_size: '4x6' },
  }
}

const addressBody = ({ postal, ...address }: CarrierAddress) => ({ ...address, zip: postal })

/**
 * Books, sold: never a gift, and returned when they cannot be delivered. No export filing is needed to Canada, or up to
 * $2,500; more is not sent.
 */
const customsBody = ({ signer, items }: NonNullable<Shipment['customs']>, country: string) => ({
  eel_pfc: country === 'CA' ? 'NOEEI 30.36' : 'NOEEI 30.37(a)',
  customs_certify: true,
  customs_signer: signer,
  contents_type: 'merchandise',
  contents_explanation: '',
  restriction_type: 'none',
  non_delivery_option: 'return',
  customs_items: items.map(({ description, quantity, valueCents, weightOz, hsCode, originCountry }) => ({
    description,
    quantity,
    value: dollars(valueCents),
    weight: weightOz,
    hs_tariff_number: hsCode,
    origin_country: originCountry,
  })),
})
