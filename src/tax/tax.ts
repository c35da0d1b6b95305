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

/** One tax of one authority: `jurisdiction` such as US-OH, CA (the federation), CA-QC, PR; `rate` 0.0575 for 5.75 %. */
export type TaxLine = { jurisdiction: string; kind: TaxKind; rate: number; taxableCents: number; taxCents: number }

/** `taxesCents` is the sum of the lines. A tax that applies to nothing of the order has no line. */
export type TaxQuote = { taxesCents: number; byJurisdiction: TaxLine[] }

/** `quote` answers each request, in their order. */
export type Taxes = { quote(requests: readonly TaxRequest[]): TaxQuote[] | Promise<TaxQuote[]> }
