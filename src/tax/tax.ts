// The port for sales tax. The adapter decides which taxes apply. A call quotes a batch of orders, so that an adapter
// may call its provider for several orders at a time. An adapter that only computes may answer synchronously.

/** `state` is the two-letter code; null for a territory. An estimate has no other fields. */
export type TaxAddress = { country: string; state: string | null; postal?: string; city?: string; address1?: string }

export type TaxRequest = {
  /** The creation of the order: the rates in force then apply. */
  at: Date
  from: TaxAddress
  to: TaxAddress
  itemsCents: number
  fulfillmentCents: number
  shippingCents: number
  /** The account has an approved exemption certificate for the destination. It has no effect in Canada. */
  isExempt: boolean
}

export type TaxKind = 'sales' | 'gst' | 'hst' | 'pst' | 'qst'

/** Cents on each part of an order's price. */
export type TaxParts = { items: number; fulfillment: number; shipping: number }

/**
 * A tax of one authority. `jurisdiction` is for example US-OH, CA (the federation), CA-QC, PR, or the name of a county
 * or city; `rate` is 0.0575 for 5.75 %; `parts` splits `taxCents` over the parts of the price.
 */
export type TaxLine = {
  jurisdiction: string
  kind: TaxKind
  rate: number
  taxableCents: number
  taxCents: number
  parts: TaxParts
}

/**
 * `taxesCents` is the sum of the lines. A tax that applies to no part of the order has no line. `ref` is the provider's
 * id of the calculation; null without a provider.
 */
export type TaxQuote = { taxesCents: number; byJurisdiction: TaxLine[]; ref: string | null }

/** The tax could not be determined: the price stays open, and is requested again later. */
export type TaxUnavailable = { unavailable: string }

/** `quote` returns a result for each request, in their sequence. It never guesses a tax. */
export type Taxes = {
  /** Stored with every sale. */
  name: string
  quote(requests: readonly TaxRequest[]): (TaxQuote | TaxUnavailable)[] | Promise<(TaxQuote | TaxUnavailable)[]>
}
