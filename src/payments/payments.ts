// The port to whoever takes the money. What happened outside is a value, never an exception. Of a charge there are four
// things that can have happened: yes, no, the holder has to say so first, and nobody knows. What is not known is asked
// again with the same key, by which an adapter sees to it that money moves at most once, however often and however late
// it is asked.

export type ChargeRequest = {
  /** Stored by the caller before the call; the same key with another amount or card is a bug and throws. */
  idempotencyKey: string
  accountId: string
  amountCents: number
  /** The provider's own name of the card. */
  cardRef: string
  /** What the holder reads on a statement. */
  description: string
  /** Which call with this key it is, from 1. Providers forget keys: from the second on an adapter looks before it leaps. */
  attempt: number
  firstAskedAt: Date
  /** The provider's own name of the charge, where an earlier answer gave it. */
  chargeRef: string | null
}

export type ChargeOutcome =
  | { kind: 'succeeded'; ref: string }
  /**
   * `code` is for programs, `message` for the holder of the card. `cause` is there when the provider would not even try the
   * card, and is for the operator: what it said.
   */
  | { kind: 'declined'; code: string; message: string; cause?: string }
  /** No money moves until the holder has confirmed at `url`. */
  | { kind: 'requires_action'; ref: string; url: string }
  /** Timed out, lost, or a fault of the provider's: money may or may not have moved. */
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
  /** The provider will not do it; a person has to look. */
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'unknown'; cause: string }

type ProviderCard = { ref: string; brand: string; last4: string }

/** Cards that the provider keeps: their numbers never come near the service. What goes wrong here is thrown. */
export type HostedCards = {
  kind: 'hosted'
  /** The account as the provider knows it; the same one however often it is asked for. */
  customer(account: { accountId: string; name: string; email: string }): Promise<string>
  /** Answers the address of the provider's page where the holder puts a card on file and is sent back from. */
  begin(asking: { accountId: string; customerRef: string; returnUrl: string }): Promise<string>
  /** Every card that the provider keeps for the customer, newest first. */
  list(customerRef: string): Promise<ProviderCard[]>
  /** Lets go of a card. One that is gone already is no matter. */
  remove(cardRef: string): Promise<void>
}

/** Cards that are put on file by their name: those of a simulation. */
type NamedCards = { kind: 'named'; cards: Record<string, { brand: string; last4: string }> }

/** What a provider's message is about. It says where to look, never what to believe: what became of it is asked for. */
type MessageSubject =
  | { about: 'charge'; accountId: string; chargeKey: string }
  | { about: 'refund'; accountId: string; refundKey: string }
  | { about: 'cards'; customerRef: string }
  | { about: 'other' }

export type ProviderMessage = { id: string; kind: string; subject: MessageSubject }

/** One movement of money in the provider's own books. */
export type BookEntry = {
  kind: 'charge' | 'refund' | 'other'
  ref: string
  /** Null where it was not made by this service. */
  accountId: string | null
  /** The idempotency key that it was asked for with; null like the account. */
  ownKey: string | null
  /** What left the holder's card, or went back to it; positive in both cases. Of anything else, what it did to the balance. */
  amountCents: number
  at: Date
  description: string
}

/** A call answers within half a minute, if only with `unknown`. */
export type Payments = {
  /** Kept with every card and charge, so that nothing is ever asked of a provider that does not know it. */
  name: string
  charge(request: ChargeRequest): Promise<ChargeOutcome>
  /**
   * Gives up a charge, so that it will not be made any more. Answers what became of it: declined also where the provider has
   * nothing of it, and perhaps that it has succeeded.
   */
  withdraw(request: ChargeRequest): Promise<ChargeOutcome>
  refund(request: RefundRequest): Promise<RefundOutcome>
  cards: HostedCards | NamedCards
  /** Reads a message as it came over HTTP; null when the provider did not send it, or not now. Null where none are sent. */
  readMessage: ((raw: Buffer, signature: string, now: Date) => ProviderMessage | null) | null
  /** The provider's books from `from` until before `to`. Throws when they cannot be had whole. */
  books(from: Date, to: Date): Promise<BookEntry[]>
  /** Plays the holder's bank where there is none: answers false when that charge waits for nobody. */
  playHolder: ((chargeRef: string, says: 'confirmed' | 'refused') => Promise<boolean>) | null
}
