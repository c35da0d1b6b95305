// The port for sales tax. Who collects, where, on what and how much is the adapter's business; an order knows only what
// came of it. One call serves a whole batch of orders, so that an adapter that calls a provider makes few calls and one
// that computes costs nothing: it may answer at once, without a promise.

/** `state` is the two-letter code, null where a country has none. The rest is there when the whole address is known. */
export type TaxPlace = { country: string; state: string | null; postal?: string; city?: string; address1?: string }

export type TaxRequest = {
  from: TaxPlace
  to: TaxPlace
  itemsCents: number
  fulfillmentCents: number
  shippingCents: number
  /** The account has approved exemption papers for the destination. They count for nothing in Canada. */
  exempt: boolean
}

export type TaxKind = 'sales' | 'gst' | 'hst' | 'pst' | 'qst'

/** Cents on each part of an order's price. */
export type TaxParts = { items: number; fulfillment: number; shipping: number }

/**
 * One tax of one authority: `jurisdiction` such as US-OH, CA (the federation), CA-QC, PR, or the name of a county or city;
 * `rate` 0.0575 for 5.75 %; `parts` is what of `taxCents` is on which part of the price.
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
 * `taxesCents` is the sum of the lines. A tax that applies to nothing of the order has no line. `ref` is what a provider
 * calls the calculation; null where nobody was asked.
 */
export type TaxQuote = { taxesCents: number; byJurisdiction: TaxLine[]; ref: string | null }

/** Nobody could say, this time: the price is not known, and asked for again later. */
export type NoQuote = { unavailable: string }

/** `quote` answers each request, in their order. It never guesses: what it cannot say it answers with a NoQuote. */
export type Taxes = {
  /** Kept with every sale. */
  name: string
  quote(requests: readonly TaxRequest[]): (TaxQuote | NoQuote)[] | Promise<(TaxQuote | NoQuote)[]>
}
