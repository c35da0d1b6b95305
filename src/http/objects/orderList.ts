// Lists of orders and of their events: what can be asked, and the pages of the answers.

import { type Static, Type } from 'typebox'
import { statuses, webhookKinds } from '../../orders/lifecycle.ts'
import { cursorPattern } from '../../orders/view/orderFeed.ts'
import { Cursor, NextCursor } from '../lists/list.ts'
import { OrderCursor, OrderSorting } from '../lists/orderLists.ts'
import { AmountBound } from './amounts.ts'
import { archivedFields } from './archive.ts'
import { Instant, nullable, oneOf, Text } from './common.ts'
import { OrderObject } from './order.ts'

export const Exact = Type.Boolean({ description: 'False if no order has the text, and the orders have similar texts.' })

export const OrderPage = Type.Object(
  {
    orders: Type.Array(OrderObject),
    nextCursor: NextCursor,
    ...archivedFields,
  },
  { title: 'OrderPage' },
)

const Events = Type.Array(
  Type.Object(
    {
      eventId: Type.String({ description: 'The webhook-id of the webhook.' }),
      type: oneOf(webhookKinds),
      timestamp: Instant,
      sequence: Type.Integer({ description: 'The number of the event within its order, from 1 without gaps.' }),
      data: OrderObject,
    },
    { $id: 'OrderEvent' },
  ),
  { description: 'Oldest first.' },
)

export const OrderEvents = Type.Object(
  {
    events: Events,
    nextCursor: nullable(
      Type.String({
        description: 'Null on the last page. Only an order of megabytes or with thousands of events has several pages.',
      }),
    ),
  },
  { title: 'OrderEventPage' },
)

export const EventFeed = Type.Object(
  {
    events: Events,
    nextCursor: Type.String({ description: 'Pass it as `cursor` to continue, now or later.' }),
  },
  { title: 'EventPage' },
)

export const EventFeedQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({
      pattern: cursorPattern,
      description: 'A nextCursor, or `latest` to skip all events so far. Without it, the oldest events come first.',
      'x-expected': 'a nextCursor of an earlier answer, or latest',
    }),
  ),
  since: Type.Optional(Type.String({ format: 'date-time', description: 'Only events at or after this time.' })),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'The maximum number of events on a page. A page of very large orders has fewer.',
  }),
})

export const OrderEventsQuery = Type.Object({
  cursor: Cursor('^[1-9][0-9]{0,8}$'),
})

/** The filters of lists of orders besides status and time. */
export const OrderDetailFilters = {
  search: Type.Optional(
    Text(100, {
      description:
        'Part of the identifier, of the name, company or email address of the recipient, or of a tracking number, in ' +
        'any case and without accents or with them. If there are no such orders, similar texts match. At most 100 orders. ' +
        'A whole identifier of eight or more characters with a digit finds only the orders that have it.',
    }),
  ),
  sku: Type.Optional(Text(100, { description: 'Only orders with this product.' })),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      'x-expected': 'a country code such as US',
      description: 'Of the destination.',
    }),
  ),
  minTotal: AmountBound('Only orders with a final price of at least this.'),
  maxTotal: AmountBound('Only orders with a final price of at most this.'),
  problem: Type.Optional(
    oneOf(['only'], {
      description: 'Only orders that failed, stopped or were declined, or whose printer is overdue.',
    }),
  ),
  queued: Type.Optional(
    oneOf(['only'], {
      description:
        'Only orders that were queued when they were placed, because the 24-hour limit or the credit limit was reached.',
    }),
  ),
  due: Type.Optional(
    oneOf(['late', 'today'], {
      description:
        "By `promisedShipDate`, in the time zone of the operator's cut-off. `late`: orders that shipped after it, and orders that it has passed and " +
        'that have not ended. `today`: orders that have not ended and should ship today.',
    }),
  ),
  endedAfter: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only orders that shipped, failed or were canceled later.' }),
  ),
  endedBefore: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only orders that shipped, failed or were canceled earlier.' }),
  ),
}

export const OrderQuery = Type.Object({
  sort: OrderSorting,
  status: Type.Optional(
    Type.String({
      pattern: `^(?:${Object.keys(statuses).join('|')})(?:,(?:${Object.keys(statuses).join('|')}))*$`,
      'x-expected': `one or more of ${Object.keys(statuses).join(', ')}, separated by commas`,
    }),
  ),
  createdAfter: Type.Optional(Type.String({ format: 'date-time' })),
  createdBefore: Type.Optional(Type.String({ format: 'date-time' })),
  ...OrderDetailFilters,
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 25,
    description:
      'The maximum number of orders on a page. A page of very large orders has fewer, and a page of a filtered list may ' +
      'be empty: continue until nextCursor is null.',
  }),
  cursor: OrderCursor,
})
export type OrderQuery = Static<typeof OrderQuery>
