// The parcels of an order, with their tracking links.

import { Group, Stack, Text } from '@mantine/core'
import { PackageOpen, Truck } from 'lucide-react'
import type { Order } from '../../api.ts'
import { t } from '../../language.ts'
import { Section } from '../layout/Section.tsx'
import { CopyIcon, Time } from '../layout/Values.tsx'
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
            </Group>
          ))}
        </div>
      ))}
    </Stack>
  </Section>
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
