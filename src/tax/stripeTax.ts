// Stripe Tax, through Stripe's own package. A calculation determines the tax that is due. A transaction made from it
// records the payment in Stripe's reports, and a reversal records a refund. When Stripe does not answer, or its answer
// does not add up, there is no quote: a price is never guessed.

import Stripe from 'stripe'
import { day, second } from '../base/clock.ts'
import type { TaxAddress, Taxes, TaxKind, TaxLine, TaxQuote, TaxRequest, TaxUnavailable } from './tax.ts'

const callTimeoutMs = 10 * second
const maxConcurrentCalls = 8
/** Stripe deletes a calculation after 90 days. */
const calculationLifetimeMs = 89 * day
/** After this many consecutive failures, the rest of a batch waits for the next run. */
const maxConsecutiveFailures = 3

/** General goods, general services, shipping: the product codes used unless the operator's file has others. */
const generalCodes = { items: 'txcd_99999999', fulfillment: 'txcd_20030000', shipping: 'txcd_92010001' }

export type StripeTaxSettings = {
  secretKey: string
  /** Null: Stripe's own address. */
  apiUrl: URL | null
  codes?: { items: string; fulfillment: string; shipping: string }
  timeoutMs?: number
}

/** `refused`: a person must look into it. */
export type ReportOutcome =
  | { kind: 'reported'; ref: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; cause: string }

type RefundedParts = Record<keyof TaxLine['parts'], { cents: number; taxCents: number }>

export type TaxReporter = {
  /** A sale can be reported with its calculation for this time. */
  calculationLifetimeMs: number
  /** `orderId` is the key of the sale at Stripe, which accepts each key once. */
  reportSale(report: { calculationRef: string; orderId: string }): Promise<ReportOutcome>
  /** Reports the refunded amount of each part of the price, and of the taxes on it. */
  reportRefund(report: { transactionRef: string; refundId: string; parts: RefundedParts }): Promise<ReportOutcome>
}

export function stripeTaxes({
  secretKey,
  apiUrl,
  codes = generalCodes,
  timeoutMs = callTimeoutMs,
}: StripeTaxSettings): Taxes & {
  reporter: TaxReporter
} {
  const stripe = new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive', // as in payments/stripe
    maxNetworkRetries: 0, // we have our own retries
    timeout: timeoutMs,
    telemetry: false,
    ...(apiUrl === null
      ? {}
      : {
          protocol: apiUrl.protocol === 'http:' ? ('http' as const) : ('https' as const),
          host: apiUrl.hostname,
          port: Number(apiUrl.port || (apiUrl.protocol === 'http:' ? 80 : 443)),
        }),
  })

  async function quoteOne(request: TaxRequest): Promise<TaxQuote | TaxUnavailable> {
    const { itemsCents, fulfillmentCents, shippingCents } = request
    if (itemsCents + fulfillmentCents + shippingCents === 0) return { taxesCents: 0, byJurisdiction: [], ref: null }
    try {
      const parts = { items: itemsCents, fulfillment: fulfillmentCents }
      const calculation = await stripe.tax.calculations.create({
        currency: 'usd',
        line_items: (['items', 'fulfillment'] as const)
          .filter(part => part === 'items' || parts[part] > 0)
          .map(part => ({ amount: parts[part], reference: part, tax_code: codes[part], tax_behavior: 'exclusive' })),
        shipping_cost: { amount: shippingCents, tax_code: codes.shipping, tax_behavior: 'exclusive' },
        customer_details: {
          address: addressOf(request.to),
          address_source: 'shipping',
          taxability_override: request.isExempt && request.to.country !== 'CA' ? 'customer_exempt' : 'none',
        },
        ship_from_details: { address: addressOf(request.from) },
        expand: ['line_items.data.tax_breakdown', 'shipping_cost.tax_breakdown'],
      })
      return quoteOf(calculation, itemsCents + fulfillmentCents + shippingCents)
    } catch (error) {
      return { unavailable: causeOf(error) }
    }
  }

  /**
   * Stripe accepts a reference once. After a lost answer the key may have expired as well. Stripe then refuses the
   * reference and names a transaction, which is the report if it has our reference.
   */
  async function reportOnce(reference: string, call: () => Promise<{ id: string }>): Promise<ReportOutcome> {
    try {
      return { kind: 'reported', ref: (await call()).id }
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return { kind: 'unknown', cause: causeOf(error) }
      const refused: ReportOutcome = { kind: 'refused', message: causeOf(error) }
      const transactionId = /\btax_\w+/.exec(error.message)?.[0]
      if (transactionId === undefined) return refused
      try {
        const transaction = await stripe.tax.transactions.retrieve(transactionId)
        return transaction.reference === reference ? { kind: 'reported', ref: transaction.id } : refused
      } catch (retrieveError) {
        return { kind: 'unknown', cause: causeOf(retrieveError) }
      }
    }
  }

  return {
    name: 'stripe',
    async quote(requests) {
      const quotes: (TaxQuote | TaxUnavailable)[] = []
      let failures = 0
      const waiting = requests.entries()
      const worker = async () => {
        for (const [i, request] of waiting) {
          if (failures >= maxConsecutiveFailures)
            quotes[i] = { unavailable: 'Stripe Tax did not answer the preceding requests' }
          else {
            const quote = await quoteOne(request)
            failures = 'unavailable' in quote ? failures + 1 : 0
            quotes[i] = quote
          }
        }
      }
      await Promise.all(Array.from({ length: Math.min(maxConcurrentCalls, requests.length) }, worker))
      return quotes
    },
    reporter: {
      calculationLifetimeMs,
      reportSale: ({ calculationRef, orderId }) =>
        reportOnce(orderId, () =>
          stripe.tax.transactions.createFromCalculation(
            { calculation: calculationRef, reference: orderId },
            { idempotencyKey: `octavo-tax-${orderId}-${calculationRef}` },
          ),
        ),
      reportRefund: ({ transactionRef, refundId, parts }) =>
        reportOnce(refundId, async () => {
          const { data } = await stripe.tax.transactions.listLineItems(transactionRef)
          return stripe.tax.transactions.createReversal(
            {
              mode: 'partial',
              original_transaction: transactionRef,
              reference: refundId,
              ...reversalOf(parts, data, refundId),
            },
            { idempotencyKey: `octavo-tax-${refundId}` },
          )
        }),
    },
  }
}

/** By its lines: of a flat amount, Stripe would reverse a part of the price and of every tax. */
function reversalOf(
  { shipping, ...parts }: RefundedParts,
  lines: Stripe.Tax.TransactionLineItem[],
  refundId: string,
): Pick<Stripe.Tax.TransactionCreateReversalParams, 'line_items' | 'shipping_cost'> {
  const items = lines.flatMap(({ id, reference }) => {
    const part = parts[reference as 'items' | 'fulfillment']
    return isNothing(part)
      ? []
      : [{ ...amountsOf(part), original_line_item: id, reference: `${refundId}-${reference}` }]
  })
  return {
    ...(items.length === 0 ? {} : { line_items: items }),
    ...(isNothing(shipping) ? {} : { shipping_cost: amountsOf(shipping) }),
  }
}

type Refunded = RefundedParts['items']
const isNothing = ({ cents, taxCents }: Refunded): boolean => cents === 0 && taxCents === 0
const amountsOf = ({ cents, taxCents }: Refunded) => ({ amount: -cents, amount_tax: -taxCents })

/** For Stripe, territories are states of the US. */
const addressOf = ({ country, state, city, postal, address1 }: TaxAddress) => ({
  country: country === 'CA' ? country : 'US',
  state: country === 'US' || country === 'CA' ? (state ?? '') : country,
  ...(city === undefined ? {} : { city }),
  ...(postal === undefined ? {} : { postal_code: postal }),
  ...(address1 === undefined ? {} : { line1: address1 }),
})

type Breakdown = Stripe.Tax.CalculationLineItem.TaxBreakdown | Stripe.Tax.Calculation.ShippingCost.TaxBreakdown

/**
 * Adds up the breakdowns of the lines, which name the jurisdiction of each tax. Unavailable when they do not add up to
 * Stripe's own total.
 */
function quoteOf(calculation: Stripe.Tax.Calculation, netCents: number): TaxQuote | TaxUnavailable {
  const { id, line_items: lines, shipping_cost: shipping } = calculation
  const breakdowns: { part: keyof TaxLine['parts']; tax: Breakdown }[] = [
    ...(lines?.data ?? []).flatMap(line =>
      (line.tax_breakdown ?? []).map(tax => ({ part: line.reference as 'items' | 'fulfillment', tax })),
    ),
    ...(shipping?.tax_breakdown ?? []).map(tax => ({ part: 'shipping' as const, tax })),
  ]
  const byJurisdiction = new Map<string, TaxLine>()
  for (const { part, tax } of breakdowns) {
    const { amount, taxable_amount, jurisdiction, tax_rate_details } = tax
    if (amount === 0) continue
    const kind = kinds[tax_rate_details?.tax_type ?? ''] ?? 'sales'
    const rate = Number(tax_rate_details?.percentage_decimal ?? 0) / 100
    const name = nameOf(jurisdiction)
    const key = `${name} ${kind} ${rate}`
    const line = byJurisdiction.get(key) ?? {
      jurisdiction: name,
      kind,
      rate,
      taxableCents: 0,
      taxCents: 0,
      parts: { items: 0, fulfillment: 0, shipping: 0 },
    }
    line.taxableCents += taxable_amount
    line.taxCents += amount
    line.parts[part] += amount
    byJurisdiction.set(key, line)
  }
  const taxes = [...byJurisdiction.values()]
  const taxesCents = taxes.reduce((sum, line) => sum + line.taxCents, 0)
  const addsUp =
    calculation.tax_amount_exclusive === taxesCents &&
    calculation.tax_amount_inclusive === 0 &&
    calculation.amount_total === netCents + taxesCents
  if (!addsUp || id === null) return { unavailable: `the answer ${id} of Stripe Tax does not add up` }
  return { taxesCents, byJurisdiction: taxes, ref: id }
}

const kinds: Record<string, TaxKind> = {
  sales_tax: 'sales',
  gst: 'gst',
  hst: 'hst',
  pst: 'pst',
  rst: 'pst',
  qst: 'qst',
}

function nameOf({ country, state, level, display_name }: Breakdown['jurisdiction']): string {
  if (level === 'country' || state === null) return country
  if (state === 'PR') return state // its own country in addresses
  return level === 'state' ? `${country}-${state}` : `${country}-${state} ${display_name}`
}

/** Stripe's message about one of our requests contains no secret. */
const causeOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError ? `${error.type}: ${error.message}`.slice(0, 500) : String(error)
