// A queued act: its name, its time, whether it waits or was refused and why, and the possible acts.

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useOnline } from '../../components/feedback/online.ts'
import { capitalize, dayText, money, Time } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { type Act, type QueuedAct, removeActs } from './queuedActs.ts'

export function QueuedActLine({ act }: { act: QueuedAct }) {
  const { key, at, problem } = act
  const isOnline = useOnline()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Group justify="space-between" gap="0.25rem 1rem" align="baseline">
        <Text fw={500} className="wrap">
          {actText(act)}
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={new Date(at).toISOString()} />
        </Text>
      </Group>
      {problem === null ? (
        <Text size="sm" c="dimmed">
          {isOnline ? t('Queued. It will be sent shortly.') : t('Queued. It will be sent when you’re back online.')}
        </Text>
      ) : (
        <Text size="sm" c="var(--mantine-color-error)" className="wrap">
          {t('Not accepted: {reason}', { reason: capitalize(problem.detail ?? '') })}
        </Text>
      )}
      <Group gap="xs" mt={6}>
        {problem !== null ? (
          <Button size="sm" h={44} variant="default" onClick={() => void removeActs([key])}>
            {t('Dismiss')}
          </Button>
        ) : isAsking ? (
          <>
            <Button size="sm" h={44} color="red" variant="light" onClick={() => void removeActs([key])}>
              {t('Discard: it didn’t happen')}
            </Button>
            <Button size="sm" h={44} variant="default" onClick={() => setAsking(false)}>
              {t('Keep')}
            </Button>
          </>
        ) : (
          <Button size="sm" h={44} variant="default" onClick={() => setAsking(true)}>
            {t('Discard')}
          </Button>
        )}
      </Group>
    </>
  )
}

/** The act of a person on a job. */
function actText(act: Act): string {
  switch (act.kind) {
    case 'accept': {
      const { itemsTotal, taxesTotal } = act.body ?? {}
      return itemsTotal === undefined
        ? t('Accept')
        : t('Accept for {amount}', { amount: money(itemsTotal + (taxesTotal ?? 0)) })
    }
    case 'refuse':
      return t('Refuse job: {reason}', { reason: act.body.reason })
    case 'printed':
      return t('Mark as printed')
    case 'delay':
      return t('Change ship date to {day}', { day: dayText(act.body.until) })
    case 'packages':
      return t('Record parcels: {numbers}', { numbers: numbersOf(act.body.shipments) })
    case 'ship': {
      const numbers = numbersOf(act.body.shipments ?? [])
      return numbers === '' ? t('Ship without a tracking number') : t('Ship: {numbers}', { numbers })
    }
    case 'cancellation':
      return act.body.decision === 'accept' ? t('Cancel job') : t('Continue job, already printed')
    case 'change':
      return act.body.decision === 'accept' ? t('Accept change') : t('Refuse change')
    case 'problem':
      return t('Report problem: {reason}', { reason: act.body.reason })
  }
}

type Shipments = { packages: { trackingNumber?: string }[] }[]

const numbersOf = (shipments: Shipments): string =>
  shipments
    .flatMap(({ packages }) => packages.map(({ trackingNumber = '' }) => trackingNumber))
    .filter(number => number !== '')
    .join(', ')
