// Chooses the adapter of each port by the configuration. Adapters that are not in use are not loaded: Stripe's
// package alone takes 38 MB and a third of a second.

import { join } from 'node:path'
import { localStorage, type Storage, s3Storage } from '../artwork/storage.ts'
import { type Clock, instant, monthEnd } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { createOutbound, type Outbound } from '../base/network/outbound.ts'
import type { Carrier, CarrierParts, CarrierProvider } from '../carriers/carrier.ts'
import { easypostAddresses } from '../carriers/easypost/easypostAddresses.ts'
import { easypostProvider } from '../carriers/easypost/easypostProvider.ts'
import { simulatedAddresses } from '../carriers/simulated/simulatedAddresses.ts'
import { simulatedCarrier, simulatedCarrierProvider } from '../carriers/simulated/simulatedCarrier.ts'
import type { Config } from '../config/config.ts'
import { shippingOf } from '../features/placing/books.ts'
import { datesOf, deliveryOf, shipByOf } from '../features/placing/dates.ts'
import { marginOfOrder } from '../features/placing/margins.ts'
import type { Fulfillment } from '../features/printing/fulfillment.ts'
import { ticketMaker } from '../features/printing/makeTicket.ts'
import { workingDays } from '../features/printing/routeOrders.ts'
import type { ParsedContent } from '../features/shop/content.ts'
import type { OperatorData, OperatorVersions } from '../features/shop/operatorData.ts'
import { consoleMailer } from '../mail/consoleMailer.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Order } from '../orders/order.ts'
import type { ReaderLinks } from '../orders/readerLinks.ts'
import { noProvider } from '../payments/noPayments.ts'
import type { MessageEndpoint, PaymentProvider, ProviderParts } from '../payments/payments.ts'
import { simulatedProvider } from '../payments/simulated/simulatedPayments.ts'
import { stripeProvider } from '../payments/stripe/stripeProvider.ts'
import type { DatedRates } from '../tax/publishedTaxes.ts'
import type { TaxReporter } from '../tax/stripeTax.ts'
import { tableTaxes } from '../tax/taxTable.ts'
import type { PrinterRegister } from './printerSettings.ts'

export function openStorage({ dataDir, files: { storage } }: Config): Storage | Promise<Storage> {
  if (storage.kind === 'local') return localStorage(join(dataDir, 'files'))
  return s3Storage(storage, join(dataDir, 'scratch'))
}

/** Adds the taxes to a version of the operator's data; `reporter` reports sales to a tax provider, if there is one. */
export async function pickTaxes({ stripeTax }: Config): Promise<{
  complete(content: ParsedContent, ratesAt: (at: Date) => DatedRates): OperatorData
  reporter: TaxReporter | null
}> {
  const tableOf = ({ taxRules, ...content }: ParsedContent, ratesAt: (at: Date) => DatedRates) => ({
    ...content,
    taxes: tableTaxes(taxRules, ratesAt),
  })
  if (stripeTax === null)
    return {
      complete(content, ratesAt) {
        const data = tableOf(content, ratesAt)
        return { ...data, finalTaxes: data.taxes }
      },
      reporter: null,
    }
  const { stripeTaxes } = await import('../tax/stripeTax.ts')
  return {
    complete(content, ratesAt) {
      const { stripe: codes } = content.taxRules
      const finalTaxes = stripeTaxes({ ...stripeTax, ...(codes === undefined ? {} : { codes }) })
      return { ...tableOf(content, ratesAt), finalTaxes }
    },
    reporter: stripeTaxes(stripeTax).reporter,
  }
}

export async function pickMail({ mail: { smtpUrl, from }, production, role }: Config, log: Log): Promise<Mailer> {
  if (smtpUrl === null) {
    if (production && role !== 'api')
      log.warn(
        'no mail server is set, so no mail is sent, not even password links and invitations. Mails are stored for the staff to read. With a mail server, those of the last three days are sent, except links to sign in',
      )
    return consoleMailer(log, { prints: production ? 'subjects' : 'whole emails' })
  }
  const { smtpMailer } = await import('../mail/smtpMailer.ts')
  return smtpMailer({ url: smtpUrl, from })
}

/** By the value of PAYMENT_GATEWAY. */
const paymentProviders: Record<Config['payments']['gateway'], PaymentProvider> = {
  none: noProvider,
  simulated: simulatedProvider,
  stripe: stripeProvider,
}

export const messageEndpoints: MessageEndpoint[] = Object.values(paymentProviders).flatMap(
  ({ messages }) => messages ?? [],
)

export const pickPayments = (config: Config, parts: ProviderParts) =>
  paymentProviders[config.payments.gateway].open(config, parts)

/** Null: no addresses are verified. The sandbox costs nothing. */
export function pickAddressVerifiers({ addressVerifier, easypost }: Config, outbound: Outbound) {
  if (addressVerifier === null) return null
  const isReal = addressVerifier === 'easypost' && easypost !== null
  return {
    sandbox: simulatedAddresses,
    production: isReal ? easypostAddresses(easypost, outbound) : simulatedAddresses,
  }
}

/** By the value of CARRIER. */
const carriers: Record<NonNullable<Config['carrier']>, CarrierProvider> = {
  simulated: simulatedCarrierProvider,
  easypost: easypostProvider,
}

/** The carrier of each mode. Null: labels are made elsewhere. No money leaves a sandbox, with any settings. */
export type Carriers = { production: Carrier | null; sandbox: Carrier }

export function pickCarriers(config: Config, parts: CarrierParts, log: Log): Carriers {
  const { carrier, easypost, production } = config
  if (production && carrier === 'easypost' && easypost?.apiKey.startsWith('EZTK'))
    log.warn('EASYPOST_API_KEY is a test key: the press desk buys sample labels, which no carrier takes')
  return {
    production: carrier === null ? null : carriers[carrier].open(config, parts),
    sandbox: simulatedCarrier(parts),
  }
}

/** The guarded client for addresses that customers gave. Logs a warning when it may reach this machine. */
export async function openOutbound({ outbound: settings }: Config, log: Log): Promise<Outbound> {
  const outbound = createOutbound(settings)
  const selfTest = await outbound.selfTest()
  if (selfTest === 'allowed') {
    log.warn(
      'webhooks may go to, and files come from, this machine (WEBHOOK_ALLOW_LOOPBACK): suitable for trying Octavo, not for customers',
    )
  }
  if (selfTest === 'unproven') {
    log.warn(
      'the proxy for webhooks and files (EGRESS_PROXY) did not refuse to call this machine, or does not answer: check that it refuses private addresses',
    )
  }
  return outbound
}

/** The operator's data for a label: the boxes of today, and the class as it was sold. */
export const labelTerms = ({ versions, clock }: { versions: OperatorVersions; clock: Clock }) => ({
  boxes: () => versions.at(clock()).shipping.boxes,
  maxTransitDays: (order: Order) => shippingOf(versions.byNumber(order.operatorVersion), order).transit.max,
})

/** Printing, by the terms that each order was accepted with. */
export function createFulfillment(
  { versions, clock }: { versions: OperatorVersions; clock: Clock },
  register: Pick<PrinterRegister, 'config' | 'printers'>,
  { readerLinks, publicUrl }: { readerLinks: Pick<ReaderLinks, 'linkTo'>; publicUrl: URL },
): Fulfillment {
  const termsOf = ({ operatorVersion }: Pick<Order, 'operatorVersion'>) => versions.byNumber(operatorVersion)
  return {
    get printers() {
      return register.printers()
    },
    get printerConfig() {
      return register.config()
    },
    get days() {
      return workingDays(versions.at(clock()).shipping.holidays)
    },
    daysOf: order => workingDays(termsOf(order).shipping.holidays),
    makeTicket: ticketMaker(versions),
    readerPageOf: readerLinks.linkTo,
    orderPageOf: ({ mode, customerOrderId }) =>
      new URL(`/dashboard/${mode}/orders/${encodeURIComponent(customerOrderId)}`, publicUrl).href,
    estimateDates: (order, at) => datesOf(termsOf(order), order, at),
    shipByOf: (order, shipDate) => shipByOf(termsOf(order), shipDate),
    get overdueRules() {
      return { ...register.config(), dayEnd: (day: string) => instant(shipByOf(versions.at(clock()), day)) }
    },
    estimateDelivery: (order, shipDate) => deliveryOf(termsOf(order), order, shipDate),
    shipDayOf: (order, at) => termsOf(order).shipping.localDay(at).toString(),
    marginOf: (order, labelCents) => marginOfOrder(termsOf(order), order, labelCents),
    monthEnd: at => monthEnd(at, versions.at(clock()).shipping.timeZone),
  }
}
