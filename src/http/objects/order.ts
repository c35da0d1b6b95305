// The order as it is returned, in the terms of the interface.

import { Type } from 'typebox'
import { redacted } from '../../base/text/redacted.ts'
import { orderActions, type Status, statuses } from '../../orders/lifecycle.ts'
import { changeRequestStatuses, priceChangeReasons, proofStatuses } from '../../orders/order.ts'
import { deliveryStatuses } from '../../orders/parcelDelivery.ts'
import { Closed, Dollars, Instant, Mode, nullable, oneOf, Sha256, Words } from './common.ts'
import { slipText } from './newOrder.ts'

const findingFields = {
  severity: oneOf(['error', 'warning', 'info']),
  file: oneOf(['cover', 'guts']),
  pages: nullable(Type.String({ description: 'Such as "1-4, 9"; null if the problem concerns the whole file.' })),
  got: nullable(Words()),
  expected: nullable(Words()),
  tolerance: nullable(Words()),
  message: Words(),
  fix: Words({ description: 'How to fix the problem.' }),
  place: Type.Optional(
    Type.Object(
      {
        page: Type.Integer(),
        x: Type.Number(),
        y: Type.Number(),
        width: Type.Number(),
        height: Type.Number(),
      },
      { description: 'A rectangle on one of the pages, in inches from the lower left corner of the page.' },
    ),
  ),
}

/** A finding about a print file. */
export const FileFinding = Type.Object({ code: Type.String(), ...findingFields }, { title: 'FileFinding' })

export const ProblemItem = Type.Interface(
  [Type.Partial(Type.Object(findingFields, { description: 'For print files only.' }))],
  {
    pointer: Type.String(),
    code: Type.String(),
    detail: Words(),
  },
  { title: 'OrderProblem' },
)
export const Day = Type.String({ format: 'date' })
const DeliveryWindow = nullable(Type.Object({ earliest: Day, latest: Day }, { title: 'DeliveryWindow' }))

export const OrderStatus = oneOf(Object.keys(statuses) as Status[])

export const Pricing = Type.Object(
  {
    itemsTotal: Dollars,
    fulfillmentTotal: Type.Optional(Dollars),
    shippingTotal: nullable(Dollars),
    taxesTotal: Dollars,
    orderTotal: nullable(Dollars),
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
    final: Type.Boolean({ description: 'Only a final price is charged.' }),
    taxes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            jurisdiction: Type.String(),
            kind: Type.String({ description: 'sales, gst, hst, pst or qst.' }),
            rate: Type.Number({ description: '0.0575 is 5.75 %.' }),
            amount: Dollars,
          },
          { title: 'Tax' },
        ),
        { description: 'The individual taxes in taxesTotal, once the price is final.' },
      ),
    ),
    priceList: Type.Optional(
      Type.Object(
        { code: Type.String(), name: Type.String() },
        {
          title: 'PriceListName',
          description: 'The price list of the account by which the order is priced. Absent for the catalog prices.',
        },
      ),
    ),
    aboveAgreement: Type.Optional(
      Type.Array(
        Type.Object(
          {
            part: oneOf(['items', 'shipping'], { description: '`items` includes their taxes.' }),
            agreed: Dollars,
            reason: Type.String({ description: 'In the words of the printer.' }),
          },
          { title: 'PriceAboveAgreement' },
        ),
        {
          description:
            'Of an enterprise account with agreed prices: what the printer set above them, and why. Absent if nothing is above them.',
        },
      ),
    ),
    change: Type.Optional(
      Type.Object(
        {
          quotedTotal: Type.Number({ description: 'The orderTotal when the order was created, in US dollars.' }),
          reasons: Type.Array(oneOf(priceChangeReasons), {
            description:
              'page_count: the page count of the file differs from the quote. tax_exemption: a tax exemption certificate was approved or has expired. tax_provider: the final tax comes from a tax provider.',
          }),
        },
        { title: 'PriceChange', description: 'Why the final price is not the quoted price; absent if it is.' },
      ),
    ),
  },
  { title: 'Pricing' },
)

/** An address as the customer sent it. */
export const PublicAddress = Type.Object(
  {
    name: Type.String(),
    company: Type.Optional(Type.String()),
    address1: Type.String(),
    address2: Type.Optional(Type.String()),
    city: Type.String(),
    state: Type.Optional(Type.String()),
    postal: Type.String(),
    country: Type.String(),
    phone: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
  },
  { title: 'Address' },
)

/** An item as the customer sent it. */
export const PublicItem = Type.Object(
  {
    sku: Type.String(),
    quantity: Type.Integer(),
    retailPrice: Type.Optional(Type.String()),
    itemDescription: Type.Optional(Type.String()),
    pageCount: Type.Optional(Type.Integer()),
    repairs: Type.Optional(Type.Boolean()),
    product: Type.Optional(
      Type.Object(
        { coverUrl: Type.Optional(Type.String()), gutsUrl: Type.Optional(Type.String()) },
        { title: 'OrderedFiles' },
      ),
    ),
  },
  { title: 'OrderedItem' },
)

const FileHash = nullable(Sha256)

const filesOfItem = { cover: FileHash, guts: FileHash }
const aboutFiles = {
  maxItems: 500,
  description:
    'The SHA-256 of the files of each item, in the order of orderItems; null where a sandbox order has no file. An approval counts for exactly these files.',
}
const ProofFiles = Type.Array(Type.Object(filesOfItem, { title: 'ProofFiles' }), aboutFiles)
export const ApprovedFiles = Type.Array(Closed(filesOfItem, { title: 'ApprovedFiles' }), aboutFiles)

export const Proof = Type.Object(
  {
    status: oneOf(proofStatuses, {
      description:
        'REQUIRED until the files are checked, WAITING while the order is AWAITING_PROOF. REJECTED when changes were requested, EXPIRED when nobody approved in time, CANCELLED when the order was canceled before.',
    }),
    files: ProofFiles,
    approveBy: nullable(
      Type.String({ format: 'date-time', description: 'When an order that still waits is canceled.' }),
    ),
    decidedAt: nullable(Type.String({ format: 'date-time' })),
    decidedBy: nullable(oneOf(['customer', 'author'], { description: '`author` for a person who used a link.' })),
    author: nullable(Type.String({ description: 'The name that the author gave.' })),
    comment: nullable(Type.String({ description: 'What must be changed.' })),
  },
  { title: 'Proof', description: 'Absent unless the order needs an approved proof.' },
)

/** The parcels of an order, as their carriers reported them last. */
export const Delivery = Type.Array(
  Type.Object(
    {
      trackingNumber: Type.String({ description: 'The number of the parcel, as its label has it.' }),
      carrier: Type.String({ description: 'Who carries the parcel.' }),
      status: oneOf(deliveryStatuses, {
        description:
          '`lost`: the carrier reported neither a delivery nor a return within 60 days, and is asked no more.',
      }),
      at: Type.String({ format: 'date-time', description: 'When it happened, by the clock of the carrier.' }),
      description: Type.String({ description: 'In the words of the carrier; may be empty.' }),
      place: Type.Object(
        { city: Type.String(), state: Type.String(), country: Type.String() },
        { title: 'ParcelPlace', description: 'Where the parcel was, with "" for what the carrier does not say.' },
      ),
      expectedOn: nullable(
        Type.String({ format: 'date', description: 'The day of delivery that the carrier expects.' }),
      ),
      resends: Type.Optional(
        Type.String({
          description: 'The number of the returned parcel whose books this parcel has. Absent from others.',
        }),
      ),
    },
    { title: 'ParcelDelivery' },
  ),
  {
    description:
      'What became of each parcel whose carrier is asked, after the order has shipped. Absent until a carrier reports something.',
  },
)

const ChangeRequest = Type.Object(
  {
    status: oneOf(changeRequestStatuses, { description: 'Whether the printer has answered, and how.' }),
    destination: PublicAddress,
    shippingClassification: Type.String(),
    requestedAt: Type.String({ format: 'date-time', description: 'When the printer was asked.' }),
    reason: nullable(Words({ description: 'In the words of the printer; null until it has answered.' })),
  },
  {
    title: 'ChangeRequest',
    description:
      'The newest change that the printer of the order was asked for, with the whole address and the shipping class. Absent if it was never asked. An order that ships first refuses the change.',
  },
)

export const OrderObject = Type.Object(
  {
    customerOrderId: Type.String(),
    orderNumber: Type.String({
      description:
        'Short, to be said on the telephone, and unique within the account: 1042, in the sandbox S1042. The first reprint of order 1042 is 1042-R1.',
    }),
    mode: Mode,
    practice: Type.Optional(
      Type.Boolean({ description: 'True for an order of the sandbox with which the operator tries the press desk.' }),
    ),
    status: OrderStatus,
    payload: Type.Optional(Type.String()),
    purchaseOrderNumber: Type.Optional(Type.String()),
    quoteId: Type.Optional(Type.String({ description: 'Of an order that was placed from a quote.' })),
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
    shippingClassification: Type.String(),
    webhookUrl: Type.Optional(Type.String()),
    destination: PublicAddress,
    orderItems: Type.Array(PublicItem),
    packingSlip: Type.Optional(
      Type.Object(
        {
          message: Type.Optional(Type.String()),
          giftMessage: Type.Optional(Type.String()),
          returnAddress: Type.Optional(PublicAddress),
          blind: Type.Optional(Type.Boolean()),
        },
        { title: 'OrderedPackingSlip', description: slipText },
      ),
    ),
    shipmentTracking: Type.Array(
      Type.Object(
        {
          masterTrackingNumber: Type.String(),
          carrier: Type.String(),
          shippedAt: Type.String({ format: 'date-time' }),
          packages: Type.Array(
            Type.Object(
              { trackingNumber: Type.String(), altTrackingNumber: Type.String(), trackingUrl: Type.String() },
              { title: 'Package' },
            ),
          ),
        },
        { title: 'Shipment' },
      ),
      { description: 'Empty until the whole order has shipped.' },
    ),
    delivery: Type.Optional(Delivery),
    readerPage: Type.Optional(
      Type.String({
        description:
          'The address of a page on which the reader follows the order. Present from the hand-over to the printer on, if the account has such pages.',
      }),
    ),
    changeRequest: Type.Optional(ChangeRequest),
    pricing: Type.Optional(Pricing),
    selectedShipping: Type.Object(
      {
        shippingClassification: Type.String(),
        price: nullable(Dollars),
        estimatedDelivery: DeliveryWindow,
      },
      { title: 'SelectedShipping' },
    ),
    paymentInfo: Type.Object(
      {
        total: nullable(Dollars),
        status: oneOf(['NOT_DUE', 'PENDING', 'SUCCEEDED', 'FAILED', 'REFUNDED', 'NOT_CHARGED'], {
          description: 'REFUNDED if the full amount was refunded.',
        }),
        retriesEnded: Type.Optional(
          Type.Boolean({
            description:
              'True if the order was declined so often that it is charged no more until the card of the account changes or ' +
              'somebody pays; otherwise absent.',
          }),
        ),
        refundedTotal: Type.Optional(
          Type.Number({ description: 'US dollars refunded so far; absent if nothing was refunded.' }),
        ),
      },
      { title: 'PaymentInfo' },
    ),
    errors: Type.Array(ProblemItem, { description: 'Why the order is FAILED, REJECTED or in EXCEPTION.' }),
    warnings: Type.Array(ProblemItem),
    proof: Type.Optional(Proof),
    actions: Type.Array(oneOf(orderActions), {
      description:
        'What you can still do. `edit`: change the address or the shipping class; at the printer, ask it for the change. `replace_file` while the order waits for a file that could not be fetched: `warnings` name it.',
    }),
    estimatedShipDate: nullable(Day),
    promisedShipDate: nullable(
      Type.String({
        format: 'date',
        description:
          'The estimated ship date at the time when the order was handed to the printer. It does not change.',
      }),
    ),
    reprintOf: nullable(Type.String()),
    recipientForgottenAt: nullable(
      Type.String({
        format: 'date-time',
        description: `When the personal data of the recipient was erased; null otherwise. Since then \`name\` and \`address1\` of the destination are \`${redacted}\`, and \`company\`, \`address2\`, \`phone\` and \`email\` are absent. The texts and the return address of \`packingSlip\` are erased in the same way.`,
      }),
    ),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'Order' },
)

/** The answer of a creation, without the fields that only a stored order has. */
export const OrderPreview = Type.Object(
  {
    mode: Mode,
    status: oneOf(['RECEIVED', 'QUEUED', 'REJECTED', 'FAILED']),
    ...Type.Pick(OrderObject, [
      'pricing',
      'selectedShipping',
      'paymentInfo',
      'errors',
      'warnings',
      'proof',
      'estimatedShipDate',
    ]).properties,
    addressCheck: nullable(
      Type.Object(
        {
          result: oneOf(['deliverable', 'corrected', 'undeliverable', 'unknown']),
          suggestion: nullable(
            Type.Object(
              Type.Pick(PublicAddress, ['address1', 'address2', 'city', 'state', 'postal', 'country']).properties,
            ),
          ),
        },
        { title: 'AddressCheck' },
      ),
    ),
  },
  { title: 'OrderPreview' },
)

export const QueueTurn = nullable(
  Type.Object(
    {
      place: Type.Integer({ description: 'Position in the queue; 1 is next.' }),
      at: nullable(Instant),
    },
    {
      description:
        'For a queued order: its position and the latest time at which it will be received, as far as known. `at` is null ' +
        'if only support can release it.',
    },
  ),
)

/** For people, who also see page counts that the request does not name. */
export const PageCounts = Type.Array(Type.Integer(), {
  description:
    'For each order item in turn: the page count of the item, or else of its file or product. Empty if the order cannot be printed.',
})

/** The history of an order, oldest step first, for people. */
const ShippedTo = Type.Object(
  { destination: PublicAddress, shippingClassification: Type.String(), orderTotal: nullable(Dollars) },
  { title: 'ShippedTo' },
)

export const OrderSteps = Type.Array(
  Type.Object({
    sequence: Type.Integer(),
    at: Instant,
    on: Type.String({ description: 'The trigger of the step, as in the lifecycle.' }),
    status: OrderStatus,
    webhook: nullable(Type.String({ description: 'The webhook event that was sent, if any.' })),
    actor: Type.String(),
    by: Words({
      description: 'The name of the actor: a person, the label of a key, the printer, or support.',
    }),
    note: nullable(Words()),
    change: nullable(
      Type.Object(
        { before: ShippedTo, after: ShippedTo },
        { description: 'Of a step that changed where or how the order is shipped.' },
      ),
    ),
  }),
)
