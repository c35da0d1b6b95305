// Where, how and when an order ships: the expected dates before it ships, the actual ones after, and none if it never
// will. Without its recipient if the recipient's details were deleted.

import { Anchor, Text } from '@mantine/core'
import type { Order } from '../../api.ts'
import { rich, t } from '../../language.ts'
import { type DetailRow, Details } from '../layout/Details.tsx'
import { Section } from '../layout/Section.tsx'
import { capitalize, Day, DayRange, Muted, Time } from '../layout/Values.tsx'
import { addressLinesOf } from './addressLines.ts'
import classes from './Order.module.css'
import { shippingClassName } from './shippingClasses.ts'
import { endedUnprinted } from './unprinted.ts'

type Shipped = Pick<Order, 'status' | 'estimatedShipDate' | 'shipmentTracking'> & {
  selectedShipping: {
    shippingClassification: string
    estimatedDelivery?: Order['selectedShipping']['estimatedDelivery']
  }
}

export const Shipping = ({ order }: { order: Order }) => (
  <Section title={t('Shipping')}>
    <Destination order={order} />
    <Details rows={[...shippingDetails(order), ...readerDetails(order)]} />
  </Section>
)

const readerDetails = ({ readerPage, recipientForgottenAt: at }: Order): DetailRow[] => [
  [
    t('Page for the reader'),
    readerPage === undefined || at !== null ? undefined : (
      <Anchor key="r" inherit href={readerPage} target="_blank" rel="noreferrer">
        {t('Open page')}
      </Anchor>
    ),
  ],
]

const Destination = ({ order: { destination, recipientForgottenAt: at } }: { order: Order }) => (
  <>
    <address className={classes.address}>
      {addressLinesOf(at === null ? destination : { ...destination, name: null, address1: null }).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address
        <div key={i}>{line}</div>
      ))}
    </address>
    {at === null ? null : (
      <Text size="sm" c="dimmed" mb="sm">
        {rich('Recipient details were deleted on {time}.', { time: <Time at={at} /> })}
      </Text>
    )}
  </>
)

function shippingDetails({ status, estimatedShipDate, shipmentTracking, selectedShipping }: Shipped) {
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
