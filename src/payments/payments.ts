// The port to the payment provider. Outside failures are values, never exceptions. A charge has one of four outcomes:
// it succeeded, it was declined, the cardholder must confirm it first, or the outcome is unknown. After an unknown
// outcome the call is repeated with the same key. The adapter ensures that money moves at most once per key, however
// often and however late it is called.

import type { Words } from '../../languages/texts.ts'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/secrets/ids.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'

/** A provider that can be configured. Only the provider in use is opened. */
export type PaymentProvider = {
  /** Null: the provider sends no messages. */
  messages: MessageEndpoint | null
  open(config: Config, parts: ProviderParts): Payments | Promise<Payments>
}

export type ProviderParts = { db: Db; clock: Clock; newId: NewId; publicUrl: URL }

/** Where a provider sends its messages. */
export type MessageEndpoint = {
  /** As in `Payments.name`. */
  provider: string
  /** The provider's name in texts. */
  title: string
  path: string
  /** The header with the signature over the raw body, and the environment variable with its secret. */
  signatureHeader: string
  secretVariable: string
}

export type ChargeRequest = {
  /** The caller stores the key before the call. Using the same key with another amount or card is a bug and throws. */
  idempotencyKey: string
  accountId: string
  amountCents: number
  /** The provider's own name for the card. */
  cardRef: string
  /** The text that the cardholder reads on a statement. */
  description: string
  /**
   * The number of this call with this key, from 1. Providers forget keys, so from the second call on an adapter first
   * looks for the charge.
   */
  attempt: number
  firstRequestedAt: Date
  /** The provider's own id of the charge; null before it is known. */
  chargeRef: string | null
}

export type ChargeOutcome =
  | { kind: 'succeeded'; ref: string }
  /**
   * `code` is for programs, `message` for the holder of the card. `ref` is the provider's id of the charge; null when
   * it made none. The charge can no longer be made at the provider. `cause` is the provider's own message, for the
   * operator; it is present when the provider did not even try the card.
   */
  | { kind: 'declined'; ref: string | null; code: string; message: Words; cause?: string }
  /** No money moves until the cardholder has confirmed at `url`. */
  | { kind: 'requires_action'; ref: string; url: string }
  /**
   * A time-out, a lost answer, or a server error: money may or may not have moved. `isOurFault`: the provider refuses
   * the request for a reason that the operator must fix, such as a wrong key.
   */
  | { kind: 'unknown'; cause: string; isOurFault?: true }

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
  | { kind: 'refused'; code: string; message: Words }
  | { kind: 'unknown'; cause: Words }

/** `expiresOn` is the last day on which the card works, such as 2030-08-31; null: unknown. */
export type ProviderCard = { ref: string; brand: string; last4: string; expiresOn: string | null }

/** Cards that the provider stores: their numbers never reach the service. Failures are thrown. */
export type HostedCards = {
  kind: 'hosted'
  /**
   * The account's id at the provider, the same at every call. `lostRef` is an earlier id that the provider no longer
   * knows, if any.
   */
  createCustomer(account: { accountId: string; name: string; email: string; lostRef: string | null }): Promise<string>
  /**
   * Returns the address of the provider's page where the holder adds a card; it leads back to `returnUrl`. Null when
   * the provider no longer knows the customer.
   */
  startCardSetup(setup: { accountId: string; customerRef: string; returnUrl: string }): Promise<string | null>
  /** Every card that the provider stores for the customer, newest first; empty if it no longer knows the customer. */
  listCards(customerRef: string): Promise<ProviderCard[]>
  /** Deletes a card. Deleting a missing card succeeds. */
  removeCard(cardRef: string): Promise<void>
}

/** The cards of a simulation, which are put on file by name. */
type NamedCards = { kind: 'named'; cards: Record<string, { brand: string; last4: string }> }

export const paymentMethods = ['card', 'bank_debit', 'bank_transfer'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A payment of a statement. The caller stores the key before the first call. */
export type StatementPayment = {
  idempotencyKey: string
  accountId: string
  customerRef: string
  amountCents: number
  description: string
  createdAt: Date
  /** The provider's id of the page; null before it is known, and for a bank transfer. */
  pageRef: string | null
}

/** `ref` is the provider's id of the payment. */
export type StatementPaymentState =
  /** The payer has not paid on the page yet, or no longer can. */
  | { status: 'open' | 'expired' }
  /** The money is on its way: the debit of a bank account takes days, and may still fail. */
  | { status: 'processing'; method: PaymentMethod }
  | { status: 'succeeded'; method: PaymentMethod; ref: string }
  | { status: 'failed'; method: PaymentMethod | null; code: string; message: Words }

/** The bank account to which a customer transfers money: its own, so that the sender is known. */
export type BankAccount = { bank: string; holder: string; routingNumber: string; accountNumber: string }

export type BankTransfer = { ref: string; amountCents: number; at: Date }

/** Payments of statements, on a page of the provider or by bank transfer. Failures are thrown. */
export type StatementPayments = {
  /**
   * Opens a page where the payer pays by card or by debit of a bank account; it leads back to `returnUrl`. Null when
   * the provider no longer knows the customer.
   */
  openPage(payment: StatementPayment & { returnUrl: string }): Promise<{ ref: string; url: string } | null>
  /** Ends a page, or the payment that takes a transfer, unless it is paid, or has ended. */
  closePage(payment: StatementPayment): Promise<void>
  /** The state of a payment on its page. */
  findPayment(payment: StatementPayment): Promise<StatementPaymentState>
  /** Null when the provider no longer knows the customer. */
  readBankAccount(customerRef: string): Promise<BankAccount | null>
  /** The transfers of a customer that arrived since then. */
  listTransfers(customerRef: string, since: Date): Promise<BankTransfer[]>
  /** Takes the money of a transfer that has arrived, once for its key. `failed`: another call would fail, too. */
  takeTransfer(payment: StatementPayment): Promise<StatementPaymentState>
}

/** The acts of a payer, in a simulation. */
export type SimulatedPayer = {
  /** Pays on a page. `bank_debit_fails`: the debit fails after days. False when the page is not open. */
  pay(payment: StatementPayment, by: 'card' | 'bank_debit' | 'bank_debit_fails'): Promise<boolean>
  transfer(customerRef: string, amountCents: number): Promise<void>
}

/** The subject of a provider's message. The message is not trusted for the outcome, which is read from the provider. */
type MessageSubject =
  | { about: 'charge'; accountId: string; chargeKey: string }
  | { about: 'refund'; accountId: string; refundKey: string }
  | { about: 'cards'; customerRef: string }
  | { about: 'transfers'; customerRef: string }
  | { about: 'dispute'; disputeRef: string }
  | { about: 'other' }

export type ProviderMessage = { id: string; kind: string; subject: MessageSubject }

/** `closed`: the dispute ended without a decision, such as a bank's inquiry that led to no dispute. */
export type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed'

/** Money that a dispute moved: its effect on the balance without the fee, negative when money was withdrawn. */
export type DisputeMovement = { ref: string; amountCents: number; feeCents: number; at: Date }

/** The state of a dispute at the provider, with every movement of money so far. */
export type ProviderDispute = {
  ref: string
  /** The account and the idempotency key of the disputed charge; null where this service did not make the charge. */
  accountId: string | null
  chargeKey: string | null
  amountCents: number
  reason: string
  status: DisputeStatus
  /** Null where the bank accepts no evidence. */
  evidenceDueAt: Date | null
  openedAt: Date
  movements: DisputeMovement[]
}

/** A movement of money in the provider's own books. */
export type BookEntry = {
  /** `return`: a refund that the bank returned. `dispute`: a movement of a dispute, under its own id. */
  kind: 'charge' | 'refund' | 'return' | 'dispute' | 'other'
  ref: string
  /** Null when this service did not make the movement. */
  accountId: string | null
  /** The key with which this service requested the movement; null like the account. */
  idempotencyKey: string | null
  /**
   * The amount that left the card or was returned to it, positive in both cases. For other movements, the effect on the
   * balance, including fees.
   */
  amountCents: number
  at: Date
  description: string
}

/** A call returns within half a minute, if only with `unknown`. */
export type Payments = {
  /** Stored with every card and charge, so that requests go only to the provider that has them. */
  name: string
  /** The maximum amount of a charge. */
  maxChargeCents: number
  charge(request: ChargeRequest): Promise<ChargeOutcome>
  /**
   * Withdraws a charge, so that it can no longer be made. Returns its final outcome: `declined` also where the provider
   * has the customer and no charge, `succeeded` where it was made already. Where the provider does not find the
   * customer, or a charge that it made, the outcome is `unknown`.
   */
  withdraw(request: ChargeRequest): Promise<ChargeOutcome>
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** The state of a refund, without requesting it; null when the provider has none under its key. */
  findRefund(request: RefundRequest): Promise<RefundOutcome | null>
  /** The state of a dispute; null when the provider has none of that id. Failures are thrown. */
  findDispute(disputeRef: string): Promise<ProviderDispute | null>
  /** `none`: no card can be added, and none is charged. */
  cards: HostedCards | NamedCards | { kind: 'none' }
  statements: StatementPayments
  /**
   * Reads a message as received over HTTP; null when the provider did not send it, or sent it too long ago. The
   * function itself is null for a provider that sends no messages.
   */
  readMessage: ((raw: Buffer, signature: string, now: Date) => ProviderMessage | null) | null
  /**
   * The provider's books from `from` (inclusive) to `to` (exclusive). Throws when they are not completely available.
   */
  readBooks(from: Date, to: Date): Promise<BookEntry[]>
  /** Simulates the answer of a cardholder. Returns false when the charge does not wait for confirmation. */
  simulateHolder: ((chargeRef: string, answer: 'confirmed' | 'refused') => Promise<boolean>) | null
  /**
   * Simulates the bank of a cardholder who disputes a charge. Returns the id of the dispute; null when the charge
   * cannot be disputed, or has no open dispute that could be won or lost.
   */
  simulateDispute: ((chargeRef: string, event: 'opened' | 'won' | 'lost') => Promise<string | null>) | null
  simulatedPayer: SimulatedPayer | null
}
