// What an order costs, part by part: of one that is placed and of one that is being thought about.

import type { ReactNode } from 'react'
import type { Order } from '../api.ts'
import { Money } from './Values.tsx'

type Priced = Pick<
  NonNullable<Order['pricing']>,
  'itemsTotal' | 'fulfillmentTotal' | 'shippingTotal' | 'taxesTotal' | 'orderTotal'
>

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
