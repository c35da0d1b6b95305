// What an order costs, part by part, both for placed orders and for estimates.

import type { ReactNode } from 'react'
import type { Order } from '../../api.ts'
import { Money } from '../layout/Values.tsx'
import { endedUnprinted } from './unprinted.ts'

type Priced = Pick<
  NonNullable<Order['pricing']>,
  'itemsTotal' | 'fulfillmentTotal' | 'shippingTotal' | 'taxesTotal' | 'orderTotal'
>

/** Why an order shows no price. A reprint never gets one, and is not charged. */
export function noPriceText({ status, reprintOf }: Pick<Order, 'status' | 'reprintOf'>): string {
  if (reprintOf !== null) return 'Free reprint'
  return endedUnprinted(status) ? 'No charge' : 'Not priced yet'
}

export function priceFacts(pricing: Priced): [name: string, value: ReactNode][] {
  const { itemsTotal, fulfillmentTotal, shippingTotal, taxesTotal, orderTotal } = pricing
  const facts: [string, ReactNode][] = [['Books', <Money key="b" amount={itemsTotal} />]]
  if (fulfillmentTotal !== undefined) facts.push(['Handling', <Money key="h" amount={fulfillmentTotal} />])
  return [
    ...facts,
    ['Shipping', <Money key="s" amount={shippingTotal} />],
    ['Taxes', <Money key="t" amount={taxesTotal} />],
    [
      'Total',
      <strong key="o">
        <Money amount={orderTotal} />
      </strong>,
    ],
  ]
}
