// The job whose ticket was scanned at the station for shipping, with the parcels that were scanned of it.

import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { PrintJob } from '../../../apiTypes.ts'
import { Cover } from '../../../components/books/Cover.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { capitalize } from '../../../components/layout/Values.tsx'
import { shippingClassName } from '../../../components/orders/shippingClasses.ts'
import { t } from '../../../language.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { booksOf, coverOf, shipText } from './jobTexts.ts'
import classes from './ShipByScanning.module.css'
import { carrierQuery, type Parcel } from './shipments.ts'

type ScannedJobProps = {
  job: PrintJob
  parcels: Parcel[]
  remove: (parcel: Parcel) => void
  ship: () => void
  leave: () => void
}

export function ScannedJob({ job, parcels, remove, ship, leave }: ScannedJobProps) {
  const { destination, shippingClassification } = job
  return (
    <Section
      title={orderName(job)}
      about={`${destination.name}, ${[destination.city, destination.country].filter(Boolean).join(', ')}`}
      actions={
        <Badge
          size="xl"
          variant={shippingClassification === 'standard' ? 'light' : 'filled'}
          color={shippingClassification === 'standard' ? 'gray' : 'red'}
        >
          {capitalize(shippingClassName(shippingClassification))}
        </Badge>
      }
    >
      <Group wrap="nowrap" align="flex-start" mb="md">
        <Cover cover={coverOf(job, 0)} name={job.items[0]?.book.name ?? ''} />
        <Stack gap={2}>
          {booksOf(job).map(book => (
            <Text key={book} className="wrap">
              {book}
            </Text>
          ))}
        </Stack>
      </Group>
      <ul className={classes.parcels} aria-label={t('Parcels')}>
        {parcels.map(parcel => (
          <li key={parcel.number}>
            <span className="mono wrap">{parcel.number}</span>
            <CarrierName parcel={parcel} />
            <Button
              size="md"
              variant="subtle"
              onClick={() => remove(parcel)}
              aria-label={t('Remove {number}', { number: parcel.number })}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs" className="fillRow">
        <Button size="md" variant="subtle" onClick={leave}>
          {t('Leave it unshipped')}
        </Button>
        <Button size="md" disabled={parcels.length === 0} onClick={ship}>
          {parcels.length === 0 ? t('Scan a parcel label') : shipText(parcels.length)}
        </Button>
      </Group>
    </Section>
  )
}

function CarrierName({ parcel: { number, carrier } }: { parcel: Parcel }) {
  const queries = useQueryClient()
  const known = queries.getQueryData(carrierQuery(number).queryKey) as { carrier: string } | undefined
  const name = carrier ?? known?.carrier
  return <Text c="dimmed">{name === undefined ? t('Carrier later') : name || t('No carrier')}</Text>
}
