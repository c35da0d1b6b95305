// The port to the payment provider. Outside failures are values, never exceptions. A charge has one of four outcomes:
// it succeeded, it was declined, the cardholder must confirm it first, or the outcome is unknown. An unknown outcome is
// asked for again with the same key; the adapter ensures that money moves at most once per key, however often and
// however late it is called.

export type ChargeRequest = {
  /** Stored by the caller before the call; using the same key with another amount or card is a bug and throws. */
  idempotencyKey: string
  accountId: string
  amountCents: number
  /** The provider's own name for the card. */
  cardRef: string
  /** What the cardholder reads on a statement. */
  description: string
  /**
   * The number of this call with this key, from 1. Providers forget keys, so from the second call on an adapter first
   * looks for the charge.
   */
  attempt: number
  firstAskedAt: Date
  /** The provider's own id of the charge; null before it is known. */
  chargeRef: string | null
}

export type ChargeOutcome =
  | { kind: 'succeeded'; ref: string }
  /**
   * `code` is for programs, `message` for the holder of the card. `cause` is there when the provider would not even try
   * the card, and is for the operator: what it said.
   */
  | { kind: 'declined'; code: string; message: string; cause?: string }
  /** No money moves until the holder has confirmed at `url`. */
  | { kind: 'requires_action'; ref: string; url: string }
  /** A time-out, a lost answer, or a server error: money may or may not have moved. */
  | { kind: 'unknown'; cause: string }

export type RefundRequest = {
  idempotencyKey: string
  accountId: string
  chargeRef: string
  amountCents: number
  /** As in ChargeRequest. */
  attempt: number
}

export type RefundOutcome =
  | { kind: 'succeeded'; ref: string }
  /** The provider refuses; a person must look into it. */
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'unknown'; cause: string }

type ProviderCard = { ref: string; brand: string; last4: string }

/** Cards that the provider keeps: their numbers never reach the service. Failures are thrown. */
export type HostedCards = {
  kind: 'hosted'
  /**
   * The account's id at the provider, the same at every call. `lost` is the id that the provider no longer knows, if
   * any.
   */
  customer(account: { accountId: string; name: string; email: string; lost: string | null }): Promise<string>
  /**
   * Returns the address of the provider's page where the holder adds a card; it leads back to `returnUrl`. Null when
   * the provider no longer knows the customer.
   */
  begin(asking: { accountId: string; customerRef: string; returnUrl: string }): Promise<string | null>
  /** Every card that the provider keeps for the customer, newest first; empty for one that it no longer knows. */
  list(customerRef: string): Promise<ProviderCard[]>
  /** Deletes a card. Deleting a missing card succeeds. */
  remove(cardRef: string): Promise<void>
}

/** Cards that are put on file by name: those of a simulation. */
type NamedCards = { kind: 'named'; cards: Record<string, { brand: string; last4: string }> }

/**
 * What a provider's message is about. It says where to look, but is not trusted for the outcome, which is requested
 * from the provider.
 */
type MessageSubject =
  | { about: 'charge'; accountId: string; chargeKey: string }
  | { about: 'refund'; accountId: string; refundKey: string }
  | { about: 'cards'; customerRef: string }
  | { about: 'other' }

export type ProviderMessage = { id: string; kind: string; subject: MessageSubject }

/** One movement of money in the provider's own books. */
export type BookEntry = {
  /** `return`: a refund that came back. */
  kind: 'charge' | 'refund' | 'return' | 'other'
  ref: string
  /** Null when this service did not make it. */
  accountId: string | null
  /** The idempotency key with which it was requested; null like the account. */
  ownKey: string | null
  /**
   * What left the card, or was returned to it; positive in both cases. For anything else, its effect on the balance.
   */
  amountCents: number
  at: Date
  description: string
}

/** A call returns within half a minute, if only with `unknown`. */
export type Payments = {
  /** Stored with every card and charge, so that requests go only to the provider that has them. */
  name: string
  charge(request: ChargeRequest): Promise<ChargeOutcome>
  /**
   * Gives up a charge, so that it will not be made any more. Answers what became of it: declined also where the
   * provider has nothing of it, and perhaps that it has succeeded.
   */
  withdraw(request: ChargeRequest): Promise<ChargeOutcome>
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** How a refund stands, without asking for it; null when the provider has none under its key. */
  findRefund(request: RefundRequest): Promise<RefundOutcome | null>
  cards: HostedCards | NamedCards
  /**
   * Reads a message as it came over HTTP; null when the provider did not send it, or sent it too long ago. Null when
   * the provider sends none.
   */
  readMessage: ((raw: Buffer, signature: string, now: Date) => ProviderMessage | null) | null
  /**
   * The provider's books from `from` (inclusive) to `to` (exclusive). Throws when they are not completely available.
   */
  books(from: Date, to: Date): Promise<BookEntry[]>
  /** Plays the cardholder's bank in a simulation: returns false when that charge does not wait for confirmation. */
  playHolder: ((chargeRef: string, says: 'confirmed' | 'refused') => Promise<boolean>) | null
}
