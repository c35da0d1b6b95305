// The notes of the staff about an order, and their messages to the customer.

import { type Static, Type } from 'typebox'
import { namesOfActors } from '../../accounts/accountQueries.ts'
import type { Db } from '../../db/db.ts'
import {
  messageReaders,
  type OrderMessage as OrderMessageRow,
  writeOrderMessage,
} from '../../features/staff/orderMessages.ts'
import { Closed, Instant, LongText, oneOf, Words } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { requireOrderInAnyMode } from './orders.ts'

const reader = oneOf(messageReaders, {
  description: '`staff`: a note, which the customer never sees. `customer`: the people of the account read it.',
})

export const OrderMessage = Type.Object(
  {
    messageId: Type.String(),
    reader,
    by: Words({ description: 'The name of the author.' }),
    text: Type.String(),
    at: Instant,
  },
  { title: 'OrderMessage' },
)

export async function presentMessages(db: Db, messages: OrderMessageRow[]): Promise<Static<typeof OrderMessage>[]> {
  const actors = messages.map(({ actor }) => actor)
  const names = await namesOfActors(db, actors, null)
  return messages.map(({ actor, ...message }) => ({ ...message, by: names.get(actor)! }))
}

export const orderMessageRoutes = tagged(
  'Staff',
  ({ transactor, db, clock, archive, publicUrl }: Services): Route[] => [
    route({
      method: 'POST',
      path: '/staff/orders/:accountId/:customerOrderId/messages',
      operationId: 'writeOrderMessage',
      needs: 'orders',
      summary: 'Write a note about an order, or a message to its customer',
      description:
        'The customer reads a message on the page of the order and by email. Notes and messages are erased with the ' +
        'recipient of the order.',
      body: Closed({ reader, text: LongText(1000, { minLength: 1 }) }),
      status: 201,
      answer: OrderMessage,
      refuses: ['order_not_found', 'wrong_state', 'recipient_forgotten'],
      async handle({ caller: { actor }, params, body }) {
        const by = { actor, now: clock() }
        await archive.restore(params, by)
        const order = await requireOrderInAnyMode(db, params)
        const page = `/dashboard/${order.mode}/orders/${encodeURIComponent(order.customerOrderId)}`
        const written = { ...body, ...by, url: new URL(page, publicUrl).href }
        const [message] = await presentMessages(db, [await writeOrderMessage(transactor, order, written)])
        return message!
      },
    }),
  ],
)
