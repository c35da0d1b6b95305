import fastJsonStringify from 'fast-json-stringify'
import type { PublicOrder } from '../../orders/view/presentOrder.ts'
import { OrderObject } from './order.ts'

/** Writes the order object for readers and webhooks, field for field as Fastify writes it in all other answers. */
export const orderJson: (order: PublicOrder) => string = fastJsonStringify(OrderObject)
