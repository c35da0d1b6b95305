// How and when an order ships: the expected dates before it ships, the actual ones after, and none if it never will.

import type { Order } from '../../api.ts'
import { t } from '../../language.ts'
import type { DetailRow } from '../layout/Details.tsx'
import { capitalize, Day, DayRange, Muted, Time } from '../layout/Values.tsx'
import { shippingClassName } from './shippingClasses.ts'
import { endedUnprinted } from './unprinted.ts'

type Shipped = Pick<Order, 'status' | 'estimatedShipDate' | 'shipmentTracking'> & {
  selectedShipping: {
    shippingClassification: string
    estimatedDelivery?: Order['selectedShipping']['estimatedDelivery']
  }
}

export function shippingDetails({ status, estimatedShipDate, shipmentTracking, selectedShipping }: Shipped) {
  const { shippingClassification, estimatedDelivery } = selectedShipping
  const rows: DetailRow[] = [[t('Shipping class'), capitalize(shippingClassName(shippingClassification))]]
  if (endedUnprinted(status)) return rows
  const [shipment] = shipmentTracking
  // An order that has stopped keeps its old dates, but they are no longer expected.
  const isStopped = status === 'EXCEPTION'
  rows.push(
    shipment === undefined
      ? [
          t('Estimated ship date'),
          isStopped || estimatedShipDate === null ? unknown : <Day key="d" day={estimatedShipDate} />,
        ]
      : [t('Shipped on'), <Time key="d" at={shipment.shippedAt} />],
  )
  if (estimatedDelivery !== undefined) {
    rows.push([
      t('Estimated delivery'),
      isStopped || estimatedDelivery === null ? (
        unknown
      ) : (
        <DayRange key="d" from={estimatedDelivery.earliest} to={estimatedDelivery.latest} />
      ),
    ])
  }
  return rows
}

const unknown = <Muted key="n">{t('To be confirmed')}</Muted>
