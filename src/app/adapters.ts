// Which adapter stands behind each port, by the configuration. Adapters that are not in use are not loaded: Stripe's
// package alone takes 38 MB and a third of a second.

import { join } from 'node:path'
import { localStorage, type Storage, s3Storage } from '../artwork/storage.ts'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { createOutbound, type Outbound } from '../base/outbound.ts'
import { type Catalog, loadCatalog } from '../catalog/catalog.ts'
import type { Config } from '../config/config.ts'
import { secretOf } from '../config/env.ts'
import type { Database } from '../db/db.ts'
import { consoleMail } from '../mail/console.ts'
import type { Mail } from '../mail/mail.ts'
import { datesOf, deliveryOf } from '../orders/dates.ts'
import type { OperatorData } from '../orders/operator.ts'
import type { Press } from '../orders/printing/print.ts'
import { workingDays } from '../orders/printing/routes.ts'
import { ticketsOf } from '../orders/printing/ticket.ts'
import type { Payments } from '../payments/payments.ts'
import { simulatedPayments } from '../payments/simulated.ts'
import { adapterNames } from '../printer/adapters.ts'
import { loadShop, type Shop } from '../printer/shop.ts'
import { loadShipping } from '../shipping/load.ts'
import { countries } from '../shipping/places.ts'
import { loadTaxRules } from '../tax/rules.ts'
import type { TaxReporter } from '../tax/stripe.ts'
import { tableTaxes } from '../tax/table.ts'

export function openStorage({ dataDir, files: { storage } }: Config): Storage | Promise<Storage> {
  if (storage.kind === 'local') return localStorage(join(dataDir, 'files'))
  return s3Storage(storage, join(dataDir, 'scratch'))
}

export async function loadOperator(
  { operatorDir: folder, stripeTax }: Config,
  now: Date,
): Promise<{ operator: OperatorData; reporter: TaxReporter | null }> {
  const [catalog, shipping, taxRules] = await Promise.all([
    loadCatalog(`${folder}/catalogue.json`),
    loadShipping(folder),
    loadTaxRules(`${folder}/tax.json`),
  ])
  const taxes = tableTaxes(taxRules, now)
  if (stripeTax === null) return { operator: { catalog, shipping, taxes, finalTaxes: taxes }, reporter: null }
  const { stripeTaxes } = await import('../tax/stripe.ts')
  const stripe = stripeTaxes({ ...stripeTax, ...(taxRules.stripe === undefined ? {} : { codes: taxRules.stripe }) })
  return { operator: { catalog, shipping, taxes, finalTaxes: stripe }, reporter: stripe.reporter }
}

export async function pickMail({ mail: { smtpUrl, from }, production, role }: Config, log: Log): Promise<Mail> {
  if (smtpUrl === null) {
    if (production && role !== 'api')
      log.warn(
        'SMTP_URL is not set, so no mail is sent: nobody receives password links or invitations. Mails are stored for the staff to read, and are not sent later either',
      )
    return consoleMail(log, { prints: production ? 'subjects' : 'whole letters' })
  }
  const { smtpMail } = await import('../mail/smtp.ts')
  return smtpMail({ url: smtpUrl, from })
}

export async function pickPayments(
  { payments: { gateway, callsPerSecond }, stripe }: Config,
  { database, clock, newId, publicUrl }: { database: Database; clock: Clock; newId: NewId; publicUrl: URL },
): Promise<Payments> {
  switch (gateway) {
    case 'simulated':
      return simulatedPayments({ db: database.db, newId, clock, publicUrl })
    case 'stripe': {
      if (stripe === null) throw new Error('Stripe is not configured')
      const { stripePayments } = await import('../payments/stripe/stripe.ts')
      return stripePayments({ ...stripe, publicUrl, callsPerSecond })
    }
    default:
      return gateway satisfies never
  }
}

export const loadPrinters = ({ operatorDir }: Config, catalog: Catalog): Promise<Shop> =>
  loadShop(`${operatorDir}/printers.json`, {
    adapters: adapterNames,
    manufacturingSkus: catalog.list().map(({ manufacturingSku }) => manufacturingSku),
    countries: [...countries.keys()],
    secret: secretOf,
  })

/** The guarded client for addresses that customers gave, and whether it reaches this machine is said. */
export async function openOutbound({ outbound: settings }: Config, log: Log): Promise<Outbound> {
  const outbound = createOutbound(settings)
  const tested = await outbound.selfTest()
  if (tested === 'allowed') {
    log.warn(
      'webhooks may go to, and files come from, this machine (WEBHOOK_ALLOW_LOOPBACK): fine for trying out, not for customers',
    )
  }
  if (tested === 'unproven') {
    log.warn(
      'the proxy for webhooks and files (EGRESS_PROXY) did not refuse to call this machine, or does not answer: see that it refuses private addresses',
    )
  }
  return outbound
}

/** What the way to a printer needs to know of the operator's data. */
export const openPress = (operator: OperatorData, shop: Shop, printers: Press['printers']): Press => ({
  printers,
  shop,
  days: workingDays(operator.shipping.holidays),
  ticketFor: ticketsOf(operator),
  whenShipped: (order, at) => datesOf(operator, order, at),
  whenDelivered: (order, shipDate) => deliveryOf(operator, order, shipDate),
  leavingDay: at => operator.shipping.leavingDay(at).toString(),
})
