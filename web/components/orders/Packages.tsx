// The parcels of an order, with their tracking links.

import { Badge, Group, Stack, Text } from '@mantine/core'
import { PackageOpen, Truck } from 'lucide-react'
import type { Order } from '../../api.ts'
import { rich, t } from '../../language.ts'
import { Section } from '../layout/Section.tsx'
import { CopyIcon, Day, Time } from '../layout/Values.tsx'
import classes from './Order.module.css'

export const Packages = ({ order }: { order: Order }) => (
  <Section title={t('Packages')}>
    <Stack gap="md">
      {order.shipmentTracking.map(shipment => (
        <div key={`${shipment.masterTrackingNumber}${shipment.shippedAt}`}>
          <Group gap="xs" mb={4}>
            <Truck size={16} aria-hidden />
            <Text fw={500}>{shipment.carrier || t('Carrier unknown')}</Text>
            <Text size="sm" c="dimmed">
              <Time at={shipment.shippedAt} />
            </Text>
          </Group>
          {shipment.packages.map((parcel, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: packages may have no number, and never move
            <Group key={i} gap="xs" pl={24}>
              <PackageOpen size={14} aria-hidden />
              <TrackingNumber parcel={parcel} />
              {parcel.altTrackingNumber ? <Text c="dimmed">{parcel.altTrackingNumber}</Text> : null}
              {parcel.trackingNumber ? (
                <CopyIcon value={parcel.trackingNumber} label={t('Copy tracking number')} />
              ) : null}
              <Delivery delivery={deliveryOf(order, shipment, parcel)} />
            </Group>
          ))}
        </div>
      ))}
      {(order.delivery ?? []).map(parcel =>
        parcel.resends === undefined ? null : <ResentParcel key={parcel.trackingNumber} parcel={parcel} />,
      )}
    </Stack>
  </Section>
)

/** A parcel that came back, and was sent again. */
const ResentParcel = ({ parcel }: { parcel: ParcelDelivery }) => (
  <Group gap="xs">
    <Truck size={16} aria-hidden />
    <Text fw={500}>{t('{carrier}, sent again', { carrier: parcel.carrier })}</Text>
    <span className="wrap">{parcel.trackingNumber}</span>
    <CopyIcon value={parcel.trackingNumber} label={t('Copy tracking number')} />
    <Delivery delivery={parcel} />
  </Group>
)

/** The first parcel of an order and the number of further parcels, in one line. */
export function Tracking({ order: { shipmentTracking } }: { order: Order }) {
  const [first] = shipmentTracking
  const [parcel, ...others] = shipmentTracking.flatMap(({ packages }) => packages)
  if (first === undefined || parcel === undefined) return null
  return (
    <span>
      {first.carrier} <TrackingNumber parcel={parcel} />{' '}
      {others.length === 0
        ? ''
        : t('and {count, plural, one {# more package} other {# more packages}}', { count: others.length })}
    </span>
  )
}

/** The carrier's last report about a parcel: status, place, time, and its words where they say more. */
export function Delivery({ delivery }: { delivery: ParcelDelivery | undefined }) {
  if (delivery === undefined) return null
  const { status, at, place, description, expectedOn } = delivery
  const { label, color } = deliveryTexts()[status]
  const where = [place.city, place.state].filter(Boolean).join(', ')
  return (
    <>
      <Badge variant="light" color={color}>
        {label}
      </Badge>
      <Text size="sm" c="dimmed">
        {where === '' ? null : `${where} · `}
        <Time at={at} />
        {problems.includes(status) && description !== '' ? ` · ${description}` : null}
        {status === 'delivered' || expectedOn === null ? null : (
          <> · {rich('expected on {day}', { day: <Day day={expectedOn} /> })}</>
        )}
      </Text>
    </>
  )
}

type ParcelDelivery = NonNullable<Order['delivery']>[number]

const problems: readonly ParcelDelivery['status'][] = ['attempted', 'exception', 'returning', 'returned']

const deliveryTexts = (): Record<ParcelDelivery['status'], { label: string; color: string }> => ({
  announced: { label: t('Label created'), color: 'gray' },
  in_transit: { label: t('On its way'), color: 'blue' },
  out_for_delivery: { label: t('Out for delivery'), color: 'blue' },
  attempted: { label: t('Delivery attempted'), color: 'orange' },
  ready_for_pickup: { label: t('Ready for pickup'), color: 'blue' },
  delivered: { label: t('Delivered'), color: 'green' },
  exception: { label: t('Delayed by a problem'), color: 'orange' },
  returning: { label: t('Coming back'), color: 'orange' },
  returned: { label: t('Returned'), color: 'red' },
  lost: { label: t('Lost'), color: 'red' },
})

/** People type spaces into numbers, and small letters. */
const plain = (number: string) => number.replaceAll(/[\s-]/g, '').toUpperCase()

export const deliveryOf = (
  { delivery = [] }: Pick<Order, 'delivery'>,
  { masterTrackingNumber }: Pick<Order['shipmentTracking'][number], 'masterTrackingNumber'>,
  { trackingNumber, altTrackingNumber }: Parcel,
) => {
  const own = [trackingNumber, altTrackingNumber].filter(Boolean)
  const numbers = (own.length === 0 ? [masterTrackingNumber] : own).map(plain)
  return delivery.find(parcel => numbers.includes(plain(parcel.trackingNumber)))
}

type Parcel = Order['shipmentTracking'][number]['packages'][number]

export const TrackingNumber = ({ parcel: { trackingUrl, trackingNumber } }: { parcel: Parcel }) =>
  isWebAddress(trackingUrl) ? (
    <a href={trackingUrl} target="_blank" rel="noreferrer noopener" className={classes.link}>
      {trackingNumber || t('Track package')}
    </a>
  ) : (
    <span>{trackingNumber || t('No tracking number')}</span>
  )

/** Printers enter these addresses, so a `javascript:` address must not become a link. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text)
