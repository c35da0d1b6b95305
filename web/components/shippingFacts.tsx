// How and when an order ships: the expected dates before it ships, the actual ones after, and none if it never will.

import type { ReactNode } from 'react'
import type { Order } from '../api.ts'
import { capital, Day, DayRange, None, Time } from './Values.tsx'

type Shipped = Pick<Order, 'status' | 'estimatedShipDate' | 'shipmentTracking'> & {
  selectedShipping: {
    shippingClassification: string
    estimatedDelivery?: Order['selectedShipping']['estimatedDelivery']
  }
}

const neverGoes: readonly Order['status'][] = ['FAILED', 'REJECTED', 'CANCELLED']

export function shippingFacts({ status, estimatedShipDate, shipmentTracking, selectedShipping }: Shipped) {
  const { shippingClassification, estimatedDelivery } = selectedShipping
  const facts: [string, ReactNode][] = [['Class', capital(shippingClassification)]]
  if (neverGoes.includes(status)) return facts
  const [shipment] = shipmentTracking
  // An order that has stopped keeps its old dates, but they are no longer expected.
  const isStill = status === 'EXCEPTION'
  facts.push(
    shipment === undefined
      ? [
          'Leaves the printer',
          isStill || estimatedShipDate === null ? unknown : <Day key="d" day={estimatedShipDate} />,
        ]
      : ['Left the printer', <Time key="d" at={shipment.shippedAt} />],
  )
  if (estimatedDelivery !== undefined) {
    facts.push([
      'Arrives',
      isStill || estimatedDelivery === null ? (
        unknown
      ) : (
        <DayRange key="d" from={estimatedDelivery.earliest} to={estimatedDelivery.latest} />
      ),
    ])
  }
  return facts
}

const unknown = <None key="n">Not known yet</None>
