// What was shipped, and where to track it.

import { Group, Stack, Text } from '@mantine/core'
import { PackageOpen, Truck } from 'lucide-react'
import type { Order } from '../api.ts'
import classes from './Order.module.css'
import { Section } from './Section.tsx'
import { CopyIcon, plural, Time } from './Values.tsx'

export const Packages = ({ order }: { order: Order }) => (
  <Section title="Packages">
    <Stack gap="md">
      {order.shipmentTracking.map(shipment => (
        <div key={`${shipment.masterTrackingNumber}${shipment.shippedAt}`}>
          <Group gap="xs" mb={4}>
            <Truck size={16} aria-hidden />
            <Text fw={500}>{shipment.carrier || 'Carrier not named'}</Text>
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
                <CopyIcon value={parcel.trackingNumber} label="Copy the tracking number" />
              ) : null}
            </Group>
          ))}
        </div>
      ))}
    </Stack>
  </Section>
)

/** Of an order that has shipped, in a line: its first parcel, and how many there are more. */
export function Tracking({ order: { shipmentTracking } }: { order: Order }) {
  const [first] = shipmentTracking
  const [parcel, ...others] = shipmentTracking.flatMap(({ packages }) => packages)
  if (first === undefined || parcel === undefined) return null
  return (
    <span>
      {first.carrier} <TrackingNumber parcel={parcel} />
      {others.length === 0 ? '' : ` and ${plural(others.length, 'more parcel')}`}
    </span>
  )
}

type Parcel = Order['shipmentTracking'][number]['packages'][number]

export const TrackingNumber = ({ parcel: { trackingUrl, trackingNumber } }: { parcel: Parcel }) =>
  isWebAddress(trackingUrl) ? (
    <a href={trackingUrl} target="_blank" rel="noreferrer noopener" className={classes.link}>
      {trackingNumber || 'Track it'}
    </a>
  ) : (
    <span>{trackingNumber || 'no tracking number'}</span>
  )

/** The printer's people type these in; `javascript:` is no address to follow. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text)
