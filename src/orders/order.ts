// An order inside the service: the request of the customer, whose row never changes, and its state, which changes only
// through transition.ts. Money is in cents here; presentOrder.ts makes the public order object.

import type { Words } from '../../languages/texts.ts'
import type { Mode } from '../base/mode.ts'
import type { Problem } from '../base/refusal.ts'
import type { BookIsbn } from '../base/text/isbn.ts'
import type { Price } from '../payments/splitSale.ts'
import type { FirstEvent, OrderEvent, Status, WebhookKind } from './lifecycle.ts'
import type { ParcelDelivery } from './parcelDelivery.ts'

/** How the order is paid, fixed when it is created: by card once a day, at the printer's prices, or not at all. */
export type Billing = 'charged' | 'enterprise' | 'reprint'

export type OrderKey = { accountId: string; mode: Mode; orderId: string }

export type Destination = {
  name: string
  company?: string
  address1: string
  address2?: string
  city: string
  state?: string
  postal: string
  country: string
  phone?: string
  email?: string
}

export type OrderItem = {
  sku: string
  quantity: number
  retailPrice?: string
  itemDescription?: string
  pageCount?: number
  /** False: the files are printed as they are, or not at all. */
  repairs?: boolean
  product?: { coverUrl?: string; gutsUrl?: string }
}

/** The book of an item. The page count is an assumption until the files are checked. */
export type Book = {
  manufacturingSku: string
  /** The customer's name of the product when the order was placed. */
  title?: string
  pageCount: number
  coverUrl: string | null
  gutsUrl: string | null
  /** The bytes that are printed: known from the start for an uploaded file, otherwise after the check. */
  coverSha256?: string | null
  gutsSha256?: string | null
  /** Of the product when the order was placed. */
  isbn?: BookIsbn
}

/** An order's own settings of its packing slip and sender. The account's settings cover the rest. */
export type PackingSlip = {
  message?: string
  giftMessage?: string
  returnAddress?: Destination
  /** The parcel names neither the printer nor the operator. */
  blind?: boolean
}

/** The body of a create request as it is echoed: defaults filled in, unknown fields left out. */
export type OrderRequest = {
  payload?: string
  currency: 'USD'
  shippingClassification: string
  webhookUrl?: string
  destination: Destination
  orderItems: OrderItem[]
  /** Printed on the statement of an enterprise account. */
  purchaseOrderNumber?: string
  packingSlip?: PackingSlip
  /** True requires a proof, even if the account and its products do not. */
  proofRequired?: boolean
  /** Of an order that was placed from a quote: it keeps these terms. */
  quote?: QuoteTerms
  /** Of a sandbox order: its differences from the account's settings. */
  sandbox?: Partial<SandboxSettings> & { practice?: true }
}

/** An order of the sandbox with which the operator tries the press desk: a person there handles its job. */
export const isPractice = ({ request }: { request: Pick<OrderRequest, 'sandbox'> }): boolean =>
  request.sandbox?.practice === true

/** The price of the books with their handling, the price of the shipping, and the business days to make the books. */
export type QuoteTerms = { quoteId: string; itemsCents: number; shippingCents: number; manufacturingDays: number }

/**
 * Where and how an order is shipped. Its customer may change this, and while a printer has it only if the printer
 * accepts.
 */
export type Delivery = Pick<OrderRequest, 'destination' | 'shippingClassification'>

/** `pace`: how long the hold lasts, and then the print, as an ISO 8601 duration; null for the times of production. */
export type SandboxSettings = { payments: 'manual' | 'automatic'; pace: string | null }

/**
 * Cents. The service sets all totals of a charged order; the printer sets those of an enterprise order in two steps.
 */
export type Pricing = {
  itemsCents: number
  fulfillmentCents: number | null
  shippingCents: number | null
  taxesCents: number
  orderCents: number | null
  /** The individual taxes, once the service's own price is final. */
  taxes?: { jurisdiction: string; kind: string; rate: number; taxCents: number }[]
  /** The price list that the order was accepted with; absent for the catalog's prices. */
  priceList?: { code: string; name: string }
  /** Only of a final price of the service that is not the quoted price. */
  change?: PriceChange
  /** Prices of the printer above the agreed prices, with the reason. */
  aboveAgreement?: AboveAgreement[]
  final: boolean
}

/** `exemptionId` is the certificate of a final price. */
export type AgreedPricing = Pricing & { exemptionId?: string }

/** `items` are the books with their handling and taxes. The customer reads the reason. */
export type AboveAgreement = { part: 'items' | 'shipping'; agreedCents: number; reason: string }

/** A file has another page count than was assumed; a certificate was approved or expired; a provider's tax differs. */
export const priceChangeReasons = ['page_count', 'tax_exemption', 'tax_provider'] as const
export type PriceChange = { quotedCents: number; reasons: (typeof priceChangeReasons)[number][] }

export type PaymentStatus = 'NOT_DUE' | 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'REFUNDED' | 'NOT_CHARGED'

type Package = { trackingNumber: string; altTrackingNumber: string; trackingUrl: string }
export type Shipment = { masterTrackingNumber: string; carrier: string; shippedAt: string; packages: Package[] }

export const proofStatuses = ['REQUIRED', 'WAITING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const

/** The SHA-256 of the files of an item; null where a sandbox order has no file. */
export type ProofFiles = { cover: string | null; guts: string | null }

/** The proof of an order that is printed only once the proof is approved. */
export type Proof = {
  status: (typeof proofStatuses)[number]
  /** Of each item. Empty until the files are checked. */
  files: ProofFiles[]
  /** When an order that still waits is canceled. */
  approveBy: string | null
  decidedAt: string | null
  decidedBy: 'customer' | 'author' | null
  /** The name of an author who decided. Personal, like the comment. */
  author: string | null
  comment: string | null
}

/**
 * A change that the printer of the order was asked for. `effect` is what the change does to an order that is otherwise
 * the same; it is never shown, and is left out once the printer has answered.
 */
export type ChangeRequest = Delivery & {
  status: (typeof changeRequestStatuses)[number]
  requestedAt: string
  /** The printer's words; null while it has not answered. */
  reason: Words | null
  effect?: { state: Partial<OrderState>; fall: PriceFall | null }
}

export const answeredRequest = (
  { effect: _, ...request }: ChangeRequest,
  status: 'ACCEPTED' | 'REFUSED',
  reason: Words,
): ChangeRequest => ({ ...request, status, reason })

export const changeRequestStatuses = ['REQUESTED', 'ACCEPTED', 'REFUSED'] as const

/** The price of a paid order before a change and after it, by the same terms. */
export type PriceFall = { before: Price; after: Price }

/** The order was charged; it may be refunded since. */
export const wasPaid = (payment: PaymentStatus): boolean => payment === 'SUCCEEDED' || payment === 'REFUNDED'

/** Why a shipped order is printed again, for reports. */
export const reprintCauses = ['misprint', 'binding', 'damaged', 'lost', 'wrong_book', 'other'] as const
export type ReprintCause = (typeof reprintCauses)[number]

/** Everything in answers and webhooks that changes with the status. Each step stores what it changed. */
export type OrderState = {
  pricing: Pricing | null
  /**
   * The price of an enterprise order by the agreed prices of its account. Never shown: the price is null until the
   * printer sets it.
   */
  agreed?: AgreedPricing
  payment: PaymentStatus
  /** After a decline: the order is no longer charged by itself. */
  retriesEnded?: boolean
  /** The refunded total; absent without a refund. */
  refundedCents?: number
  shipmentTracking: Shipment[]
  /**
   * Parcels of an earlier job that ended in a problem, announced when the rest has shipped. Absent when there are none.
   */
  leftEarlier?: Omit<Shipment, 'shippedAt'>[]
  /** Some parcels of its job have left: the order is not changed any more. */
  parcelsLeft?: boolean
  /** The carrier's reports about the parcels; absent before the first one. */
  delivery?: ParcelDelivery[]
  estimatedShipDate: string | null
  /** The estimate when the order was first handed to a printer. Absent before that. */
  promisedShipDate?: string | null
  /** When that day ends where it was promised: an instant with the offset from UTC there. */
  promisedShipBy?: string | null
  estimatedDelivery: { earliest: string; latest: string } | null
  errors: Problem[]
  warnings: Problem[]
  /** Absent unless a proof was required when the order was placed. */
  proof?: Proof
  /** Of a reprint, if it was named. */
  reprintCause?: ReprintCause
  /** The newest change of the customer; absent while the order is as it was placed. */
  edited?: Delivery
  /** The address of the page on which the reader follows the order, if its account has such pages. */
  readerPage?: string
  /** The newest request of a change at the printer. */
  changeRequest?: ChangeRequest
}

/** The request of an order in a state: as it was placed, with the newest change. */
export const requestIn = (
  { request, placed = request }: Pick<Order, 'request' | 'placed'>,
  { edited }: Pick<OrderState, 'edited'>,
): OrderRequest => (edited === undefined ? placed : { ...placed, ...edited })

/** The requests of an order in a state, of which its row stores `placed`. */
export const requestsIn = (placed: OrderRequest, state: OrderState): Pick<Order, 'request' | 'placed'> =>
  state.edited === undefined ? { request: placed } : { request: requestIn({ request: placed }, state), placed }

export type Order = OrderKey & {
  customerOrderId: string
  /** Short, to be said on the telephone; unique within the account. */
  orderNumber: string
  status: Status
  billing: Billing
  request: OrderRequest
  /** Of an order that was changed: its request as it was placed. */
  placed?: OrderRequest
  /** One per order item, in order; empty when the order cannot be printed. */
  books: Book[]
  webhookUrl: string | null
  state: OrderState
  sequence: number
  receivedNumber: number | null
  receivedAt: Date | null
  dueAt: Date | null
  attempts: number
  /** Start of the retry window: when it became VALIDATING, or when its account's card changed. */
  triesFrom: Date | null
  chargeCents: number | null
  reprintOf: string | null
  /** The version of the operator's data by which the order is priced, made and shipped. */
  operatorVersion: number
  /** When the recipient's personal data was erased. */
  recipientErasedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The fields of an order that no step changes. The order object at a step consists of them and of the step. */
export type OrderConstants = Pick<
  Order,
  | 'customerOrderId'
  | 'orderNumber'
  | 'mode'
  | 'billing'
  | 'request'
  | 'placed'
  | 'reprintOf'
  | 'recipientErasedAt'
  | 'createdAt'
>

export const newOrderDefaults = { sequence: 1, attempts: 0, triesFrom: null, recipientErasedAt: null }

/** A stored step of an order, as timelines show it and webhooks report it. */
export type OrderStep = OrderKey & {
  sequence: number
  eventId: string
  kind: WebhookKind | null
  on: OrderEvent | FirstEvent
  from: Status | null
  status: Status
  state: OrderState
  at: Date
  actor: string
  note: Words | null
}

/** A step that emits a webhook. `number` is 1, 2, 3 ... among these steps of its order. */
export type AnnouncedStep = Omit<OrderStep, 'kind'> & { kind: WebhookKind; number: number }
