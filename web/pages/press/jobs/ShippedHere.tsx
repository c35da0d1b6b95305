// The shipments of this station: those on hold, which can be taken back, and those that were sent.

import { Button, Text } from '@mantine/core'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { t } from '../../../language.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import type { ActedJob, QueuedAct } from '../../../shell/offline/queuedActs.ts'
import { isWaiting } from './queuedJobs.tsx'
import classes from './ShipByScanning.module.css'
import type { Parcel } from './shipments.ts'

/** `refusal` is why the service did not accept it, for example because another person was first. */
export type Shipped = { key: string; job: ActedJob; parcels: Parcel[]; refusal: string | null }

export const refusalOf = (own: QueuedAct[], wanted: string): string | null =>
  own.find(({ key }) => key === wanted)?.problem?.detail ?? null

/** Shipments that can be taken back, also from this station before the page was loaded again; the newest first. */
export const heldShipments = (own: QueuedAct[]): Shipped[] =>
  own
    .flatMap(({ key, jobId, customerOrderId, orderTitle, sendAt, problem, ...act }) => {
      if (act.kind !== 'ship' || sendAt === undefined || problem !== null) return []
      const parcels = (act.body.shipments ?? []).flatMap(({ carrier, packages }) =>
        packages.map(({ trackingNumber = '' }) => ({ number: trackingNumber, carrier: carrier || null })),
      )
      return [{ key, job: { jobId, customerOrderId, orderTitle }, parcels, refusal: null }]
    })
    .reverse()

/** The order that a scanned number was shipped with on this device; null if there is none. */
export function keptShipmentOf(number: string, shipped: Shipped[], own: QueuedAct[]): string | null {
  const taken = (act: QueuedAct) =>
    act.kind === 'ship' &&
    act.body.shipments?.some(({ packages }) => packages.some(({ trackingNumber }) => trackingNumber === number))
  const entry = shipped.find(({ parcels }) => parcels.some(parcel => parcel.number === number))
  const job = entry?.job ?? own.find(taken)
  return job === undefined ? null : orderName(job)
}

type HereProps = { shipments: Shipped[]; own: QueuedAct[]; undo: (entry: Shipped) => void }

export function ShippedHere({ shipments, own, undo }: HereProps) {
  if (shipments.length === 0) return null
  return (
    <Section title={t('Shipped here')}>
      <ul className={classes.shipped}>
        {shipments.map(entry => (
          <ShippedLine
            key={entry.key}
            entry={entry}
            act={own.find(({ key }) => key === entry.key)}
            undo={() => undo(entry)}
          />
        ))}
      </ul>
    </Section>
  )
}

/** `act` is undefined once the service has answered. */
type ShippedProps = { entry: Shipped; act: QueuedAct | undefined; undo: () => void }

function ShippedLine({ entry: { job, parcels, refusal }, act, undo }: ShippedProps) {
  const order = orderName(job)
  const mayUndo = act !== undefined && isWaiting(act)
  return (
    <li>
      <AppLink to={`/jobs/${job.jobId}`} className="wrap">
        {order}
      </AppLink>
      <Text c={refusal === null ? 'dimmed' : 'var(--mantine-color-error)'}>
        {refusal !== null
          ? t('Not accepted')
          : t(
              mayUndo
                ? '{count, plural, one {# parcel} other {# parcels}}'
                : '{count, plural, one {# parcel} other {# parcels}}, sent',
              { count: parcels.length },
            )}
      </Text>
      {mayUndo ? (
        <Button size="md" variant="default" onClick={undo} aria-label={t('Undo {order}', { order })}>
          {t('Undo')}
        </Button>
      ) : null}
    </li>
  )
}
