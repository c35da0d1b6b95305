// The port for sales tax. Who collects, where, on what and how much is up to the adapter; an order knows only the
// result. One call serves a whole batch of orders, so that an adapter that calls a provider makes few calls. An adapter
// that only computes may answer synchronously.

/**
 * `state` is the two-letter code, null where a country has none. The other fields are present when the whole address is
 * known.
 */
export type TaxPlace = { country: string; state: string | null; postal?: string; city?: string; address1?: string }

export type TaxRequest = {
  from: TaxPlace
  to: TaxPlace
  itemsCents: number
  fulfillmentCents: number
  shippingCents: number
  /** The account has approved exemption papers for the destination. They have no effect in Canada. */
  exempt: boolean
}

export type TaxKind = 'sales' | 'gst' | 'hst' | 'pst' | 'qst'

/** Cents on each part of an order's price. */
export type TaxParts = { items: number; fulfillment: number; shipping: number }

/**
 * One tax of one authority. `jurisdiction` is such as US-OH, CA (the federation), CA-QC, PR, or the name of a county or
 * city; `rate` is 0.0575 for 5.75 %; `parts` splits `taxCents` over the parts of the price.
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
 * name of the calculation; null when no provider was asked.
 */
export type TaxQuote = { taxesCents: number; byJurisdiction: TaxLine[]; ref: string | null }

/** The tax could not be determined this time: the price stays open, and is asked for again later. */
export type NoQuote = { unavailable: string }

/** `quote` answers each request, in order. It never guesses: without an answer it returns a NoQuote. */
export type Taxes = {
  /** Stored with every sale. */
  name: string
  quote(requests: readonly TaxRequest[]): (TaxQuote | NoQuote)[] | Promise<(TaxQuote | NoQuote)[]>
}
