// The port to whoever takes the money. What happened outside is a value, never an exception, and there are three things
// that can have happened: yes, no, and nobody knows. The third is asked again with the same key, which an adapter passes
// on to its provider, so that one key moves money at most once however often it is asked.

export type ChargeRequest = {
  /** Stored by the caller before the call; the same key with another amount or card is a bug and throws. */
  idempotencyKey: string
  accountId: string
  amountCents: number
  /** The provider's own name of the card. */
  cardRef: string
  /** What the holder reads on a statement. */
  description: string
}

export type ChargeOutcome =
  | { kind: 'succeeded'; ref: string }
  /** `code` is for programs, `message` for the holder of the card. */
  | { kind: 'declined'; code: string; message: string }
  /** Timed out, lost, or a fault of the provider's: money may or may not have moved. */
  | { kind: 'unknown'; cause: string }

type RefundRequest = { idempotencyKey: string; chargeRef: string; amountCents: number }

export type RefundOutcome =
  | { kind: 'succeeded'; ref: string }
  /** The provider will not do it; a person has to look. */
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'unknown'; cause: string }

/** A call answers within half a minute, if only with `unknown`. */
export type Payments = {
  /** Kept with every card and charge, so that nothing is ever asked of a provider that does not know it. */
  name: string
  charge(request: ChargeRequest): Promise<ChargeOutcome>
  refund(request: RefundRequest): Promise<RefundOutcome>
}
